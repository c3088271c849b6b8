/* SPDX-License-Identifier: MIT */
/* What the second opinion has to know of a graph's loops before it looks at states: which rows it
 * solves with, which it leaves out, which joints follow, in which blocks. The graph tells it by the
 * names of its outputs; patterns are those of our own rows. */
#include "check/check_closed.h"

#include "base/random.h"

#include <string.h>

static const place OWN = {.file = "own graph"};

void check_loops_count(arena *mem, check_model *m)
{
    const closed_rows rows = closed_rows_make(mem, m);
    m->closes = true;
    m->owners[OWNER_CONSTRAINT] = rows.count;
    m->owners[OWNER_USER_NUMBER] = rows.user_numbers;
    m->user_numbers = ARENA_ARRAY(mem, const char *, rows.user_numbers + 1);
    for (uint32_t i = 0; i < rows.count; i++) {
        const closed_row *r = &rows.list[i];
        const char **to = m->user_numbers + r->number;
        if (m->cuts[r->cut].what->kind != CUT_USER)
            continue;
        *to++ = arena_printf(mem, "%s.value", r->name);
        *to++ = arena_printf(mem, "%s.quadratic", r->name);
        for (uint32_t k = 0; k < rows.terms_count[r->cut]; k++)
            *to++ = arena_printf(mem, "%s.%s", r->name,
                                 m->coordinates[rows.terms[r->cut][k]].name);
    }
}

/* ---- rows and joints ------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    const ops *p;
    check_loops *l;
    diag *d;
} finder;

static uint32_t row_named(const closed_rows *rows, const char *name)
{
    for (uint32_t i = 0; name && i < rows->count; i++)
        if (strcmp(rows->list[i].name, name) == 0)
            return i;
    return CLOSED_NONE;
}

/* Entries that are not zero in positions around home, which need not be closed. */
static void find_pattern(finder *f)
{
    enum { POSITIONS = 3 };
    static const double ZERO = 1e-12;
    closed_search *c = &f->l->search;
    const size_t entries = (size_t)f->l->rows.count * f->l->rows.columns;
    uint64_t seed = 1;
    f->l->moves = ARENA_ARRAY(f->mem, bool, entries + 1);
    for (uint32_t i = 0; i < c->s->count[ARRAY_USER_CONSTRAINTS]; i++)
        c->s->of[ARRAY_USER_CONSTRAINTS][i] = amount_of(1);
    for (int k = 0; k < POSITIONS; k++) {
        for (uint32_t i = 0; i < f->l->rows.columns; i++) {
            const double by = (double)(random_bits(&seed) >> 11) * 0x1p-52 - 1;
            c->s->of[ARRAY_Q][i] = amount_of(c->home[i].hi + by);
        }
        check_state_settle(c->s);
        closed_rows_at(&f->l->rows, c->s, &c->v);
        for (size_t i = 0; i < entries; i++)
            f->l->moves[i] = f->l->moves[i] || fabs(c->v.entry[i].value.hi) >
                                                   ZERO * c->v.entry[i].size;
    }
}

static bool row_moves(const check_loops *l, uint32_t row)
{
    for (uint32_t c = 0; c < l->rows.columns; c++)
        if (l->moves[row * l->rows.columns + c])
            return true;
    return false;
}

/* Each row that was left out has three results. */
static status find_left_out(finder *f)
{
    check_loops *l = f->l;
    uint32_t *told = ARENA_ARRAY(f->mem, uint32_t, l->rows.count + 1);
    l->left_out = ARENA_ARRAY(f->mem, uint32_t, l->rows.count + 1);
    memset(l->left_out, 0xff, (l->rows.count + 1) * sizeof *l->left_out);
    for (uint32_t i = 0; i < f->p->outputs_count; i++) {
        const ops_output *o = &f->p->outputs[i];
        if (OUTPUT_KIND[o->kind].array != ARRAY_LEFT_OUT)
            continue;
        const uint32_t row = row_named(&l->rows, o->of);
        if (row == CLOSED_NONE || o->index >= l->rows.count || !row_moves(l, row) ||
            (l->left_out[row] != CLOSED_NONE && l->left_out[row] != o->index))
            return diag_error(f->d, OWN, "output '%s' is of a constraint that was left out, '%s', "
                              "and the second opinion knows none that it could be", o->name,
                              o->of ? o->of : "");
        l->left_out[row] = o->index;
        told[row] |= 1u << OUTPUT_KIND[o->kind].offset;
    }
    for (uint32_t r = 0; r < l->rows.count; r++)
        if (l->left_out[r] != CLOSED_NONE && told[r] != 7)
            return diag_error(f->d, OWN, "constraint '%s' was left out, and not all that is left "
                              "of it is told", l->rows.list[r].name);
    return STATUS_OK;
}

static void find_rows(finder *f)
{
    check_loops *l = f->l;
    l->row = ARENA_ARRAY(f->mem, uint32_t, l->rows.count + 1);
    for (uint32_t r = 0; r < l->rows.count; r++)
        if (row_moves(l, r) && l->left_out[r] == CLOSED_NONE)
            l->row[l->count++] = r;
}

/* Joints that the robot's file or an option calls independent are. */
static status check_wish_of_robot(const finder *f)
{
    const check_model *m = f->l->rows.m;
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) || b->joint == ROBOT_NONE)
            continue;
        const robot_joint *j = &m->r->joints[b->joint];
        const bool given = m->o->partition == PARTITION_GIVEN && j->independent;
        if ((given || j->driven) && j->mimic_joint == ROBOT_NONE &&
            f->l->place[b->coordinate] != CLOSED_NONE)
            return diag_error(f->d, OWN, "joint '%s' depends on others, and was to be independent",
                              b->name);
    }
    return STATUS_OK;
}

/* Positions of dependent joints are computed; those of others the graph has as the number 0. */
static status find_dependent(finder *f)
{
    check_loops *l = f->l;
    const uint32_t columns = l->rows.columns;
    uint32_t count = 0;
    l->place = ARENA_ARRAY(f->mem, uint32_t, columns + 1);
    l->dependent = ARENA_ARRAY(f->mem, uint32_t, columns + 1);
    memset(l->place, 0xff, (columns + 1) * sizeof *l->place);
    l->by_partition = function_has(f->p->function, ARRAY_CLOSED_Q);
    if (!l->by_partition)
        return STATUS_OK;
    for (uint32_t i = 0; i < f->p->outputs_count; i++) {
        const ops_output *o = &f->p->outputs[i];
        if (o->kind == OUTPUT_CLOSED_Q && OPERAND_CLASS(o->value) != FROM_CONSTANT &&
            o->index < columns && l->place[o->index] == CLOSED_NONE) {
            l->place[o->index] = count;
            l->dependent[count++] = o->index;
        }
    }
    TRY(check_wish_of_robot(f));
    if (count != l->count)
        return diag_error(f->d, OWN, "%u joints depend on the others, and %u constraints are not "
                          "left out", count, l->count);
    return STATUS_OK;
}

/* Which residual a row belongs to: that of its block's first row, which it is called by. */
static status find_blocks(finder *f)
{
    check_loops *l = f->l;
    const uint32_t n = l->count;
    bool *pattern = ARENA_ARRAY(f->mem, bool, (size_t)n * n + 1);
    uint32_t *own = ARENA_ARRAY(f->mem, uint32_t, n + 1), found = 0, told = 0;
    l->block = ARENA_ARRAY(f->mem, uint32_t, n + 1);
    memset(l->block, 0xff, (n + 1) * sizeof *l->block);
    if (!l->by_partition) /* any: the sum of all is looked at */
        return STATUS_OK;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            pattern[i * n + k] = l->moves[l->row[i] * l->rows.columns + l->dependent[k]];
    if (!closed_blocks(f->mem, pattern, n, own))
        return diag_error(f->d, OWN, "the dependent joints do not follow from the others");
    for (uint32_t i = 0; i < f->p->outputs_count; i++) {
        const ops_output *o = &f->p->outputs[i];
        uint32_t first = 0;
        if (o->kind != OUTPUT_RESIDUAL)
            continue;
        while (first < n && strcmp(l->rows.list[l->row[first]].name, o->of ? o->of : "") != 0)
            first++;
        told++;
        for (uint32_t k = 0; first < n && l->block[first] == CLOSED_NONE && k < n; k++)
            if (k != first && own[k] == own[first])
                l->block[k] = o->index;
        if (first < n)
            l->block[first] = o->index;
    }
    for (uint32_t k = 0; k < n; k++)
        found = own[k] + 1 > found ? own[k] + 1 : found;
    for (uint32_t k = 0; k < n; k++)
        if (l->block[k] == CLOSED_NONE || told != found)
            return diag_error(f->d, OWN, "%u blocks of constraints have a residual, and the second "
                              "opinion finds %u blocks", told, found);
    return STATUS_OK;
}

/* Every multiplier belongs to the row of its number. */
static status check_names(const finder *f)
{
    for (uint32_t i = 0; i < f->p->outputs_count; i++) {
        const ops_output *o = &f->p->outputs[i];
        if (o->kind == OUTPUT_MULTIPLIER && row_named(&f->l->rows, o->of) != o->index)
            return diag_error(f->d, OWN, "output '%s' is of constraint '%s', number %u, and the "
                              "second opinion has no such constraint there", o->name,
                              o->of ? o->of : "", o->index);
    }
    return STATUS_OK;
}

status check_loops_make(arena *mem, check_state *s, const ops *p, check_loops *out,
                        const char **why_not, diag *d)
{
    finder f = {mem, p, out, d};
    *out = (check_loops){.rows = closed_rows_make(mem, s->m)};
    out->search = closed_search_make(mem, &out->rows, s);
    if (!out->search.home) {
        *why_not = out->rows.count == 0
                       ? "the robot has no loops"
                       : arena_printf(mem, "no position was found where the loops close: "
                                           "constraint '%s' stays open", out->search.open);
        return STATUS_OK;
    }
    find_pattern(&f);
    TRY(find_left_out(&f));
    find_rows(&f);
    TRY(find_dependent(&f));
    TRY(find_blocks(&f));
    TRY(check_names(&f));
    out->size = ARENA_ARRAY(mem, double, out->rows.count + 1);
    out->most = ARENA_ARRAY(mem, double, out->rows.count + 1);
    return STATUS_OK;
}

bool check_loops_draw(check_loops *l, bool closed, uint64_t *seed)
{
    return closed ? check_closed_draw(&l->search, seed) : check_closed_open(&l->search, seed);
}
