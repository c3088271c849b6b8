/* SPDX-License-Identifier: MIT */
#include "loops/loops.h"

#include "base/random.h"
#include "writers/base_numbers.h"

#include <math.h>
#include <string.h>

enum { POSITIONS = 12 }; /* closed ones that numbers are taken at */

typedef struct {
    arena *mem;
    const tree *t;
    constraint_numbers c;
    loops *out;
    uint64_t random;
    uint32_t generic; /* of the closed positions: one with the highest rank */
    diag *d;
} loop_finder;

static double uniform(loop_finder *f, double half)
{
    return half * ((double)(random_bits(&f->random) >> 11) * 0x1p-52 - 1);
}

static place place_of(const loop_finder *f, uint32_t number)
{
    return f->t->cuts[f->c.list.list[number].cut].what.at;
}

/* --- closed positions ------------------------------------------------------------------------- */

/* Farther and farther from q: angles in radians, lengths less. */
static void shake(loop_finder *f, double *q, double size)
{
    for (uint32_t i = 0; i < f->c.columns; i++)
        q[i] += uniform(f, f->t->coordinates[i].is_angle ? size : 0.3 * size);
}

static status find_first(loop_finder *f)
{
    enum { STARTS = 40 };
    double *q = f->out->closed, *start = ARENA_ARRAY(f->mem, double, f->c.columns + 1);
    closing best = {.largest = INFINITY};
    for (uint32_t i = 0; i < f->c.columns; i++)
        start[i] = f->t->coordinates[i].start;
    for (uint32_t k = 0; k < STARTS; k++) {
        memcpy(q, start, f->c.columns * sizeof *q);
        shake(f, q, 3.0 * k / STARTS);
        closing end = constraints_close(&f->c, q);
        if (end.is_closed) {
            f->out->closed_count = 1;
            return STATUS_OK;
        }
        if (end.largest < best.largest)
            best = end;
    }
    if (best.half_turn && best.largest <= CLOSED_WITHIN)
        return diag_error(f->d, place_of(f, best.which),
                          "the loops of robot '%s' close only with ends that are turned by two "
                          "right angles: give a start that is nearer to a closed position, "
                          "--closed-at JOINT=POSITION", f->t->name);
    return diag_error(f->d, place_of(f, best.which),
                      "the loops of robot '%s' do not close: from %u starts constraint '%s' is at "
                      "best %g away; --closed-at JOINT=POSITION gives another start",
                      f->t->name, (unsigned)STARTS, f->c.list.list[best.which].name, best.largest);
}

/* Others near the first; those that do not close again are left out. */
static void find_others(loop_finder *f)
{
    enum { TRIALS = 4 * POSITIONS };
    loops *l = f->out;
    for (uint32_t k = 0; k < TRIALS && l->closed_count < POSITIONS; k++) {
        double *q = l->closed + l->closed_count * f->c.columns;
        memcpy(q, l->closed, f->c.columns * sizeof *q);
        shake(f, q, 0.2 + 0.01 * k);
        l->closed_count += constraints_close(&f->c, q).is_closed;
    }
}

uint32_t loops_motions(arena *mem, const loops *l, uint32_t count, uint64_t seed, double **q,
                       double **qd)
{
    const double size = 0.3; /* radians: far enough that all joints move, near enough to close */
    const double rate = WORD_ARRAY[ARRAY_QD].random;
    loop_finder f = {.mem = mem, .t = l->t, .c = constraint_numbers_make(mem, l->t),
                     .random = seed};
    uint32_t found = 0;
    *q = ARENA_ARRAY(mem, double, (size_t)count * f.c.columns + 1);
    *qd = ARENA_ARRAY(mem, double, (size_t)count * f.c.columns + 1);
    for (uint32_t k = 0; k < 4 * count && found < count; k++) {
        double *position_of = *q + (size_t)found * f.c.columns,
               *rates = *qd + (size_t)found * f.c.columns;
        memcpy(position_of, l->closed, f.c.columns * sizeof *position_of);
        shake(&f, position_of, size);
        for (uint32_t i = 0; i < f.c.columns; i++)
            rates[i] = uniform(&f, rate);
        if (!constraints_close(&f.c, position_of).is_closed)
            continue;
        constraints_project(&f.c, rates);
        found++;
    }
    return found;
}

static const double *position(const loop_finder *f, uint32_t k)
{
    return f->out->closed + k * f->c.columns;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Entries that are not zero at positions which need not be closed. */
static void find_pattern(loop_finder *f)
{
    const uint32_t entries = f->c.list.count * f->c.columns;
    double *q = ARENA_ARRAY(f->mem, double, f->c.columns + 1);
    f->out->pattern = ARENA_ARRAY(f->mem, bool, entries + 1);
    for (uint32_t k = 0; k < POSITIONS; k++) {
        memcpy(q, f->out->closed, f->c.columns * sizeof *q);
        shake(f, q, 1);
        constraint_numbers_at(&f->c, q);
        for (uint32_t i = 0; i < entries; i++)
            f->out->pattern[i] = f->out->pattern[i] || fabs(f->c.row[i]) > 1e-12;
    }
}

/* The rank is that of most positions: single ones may be singular. */
static void find_rank(loop_finder *f)
{
    const uint32_t rows = f->c.list.count;
    bool *is_new = ARENA_ARRAY(f->mem, bool, rows + 1);
    f->out->is_redundant = ARENA_ARRAY(f->mem, bool, rows + 1);
    for (uint32_t k = f->out->closed_count; k-- > 0;) { /* the start last: most likely special */
        constraint_numbers_at(&f->c, position(f, k));
        uint32_t rank = rows_independent(f->c.row, rows, f->c.columns, is_new);
        if (rank <= f->out->count)
            continue;
        f->out->count = rank;
        f->generic = k;
        for (uint32_t i = 0; i < rows; i++)
            f->out->is_redundant[i] = f->t->rows_kept ? !f->t->rows_kept[i] : !is_new[i];
    }
}

/* Scales that what is left of a constraint is compared with: to a power of two, so that no last bit
 * of a sine is in them. */
static void find_sizes(loop_finder *f)
{
    static const double LEAST_SHARE = 0x1p-40; /* of the largest: a row may vanish at all of them */
    const uint32_t rows = f->c.list.count, columns = f->c.columns;
    double largest = 0;
    f->out->size = ARENA_ARRAY(f->mem, double, rows + 1);
    for (uint32_t k = 0; k < f->out->closed_count; k++) {
        constraint_numbers_at(&f->c, position(f, k));
        for (uint32_t i = 0; i < rows * columns; i++)
            f->out->size[i / columns] += f->c.row[i] * f->c.row[i] / f->out->closed_count;
    }
    for (uint32_t i = 0; i < rows; i++)
        largest = fmax(largest, f->out->size[i]);
    for (uint32_t i = 0; i < rows; i++)
        f->out->size[i] =
            ldexp(1, (int)lrint(log2(fmax(f->out->size[i], LEAST_SHARE * largest))));
}

/* What nothing moves holds everywhere once it holds at one position. */
static void find_left_out(loop_finder *f)
{
    loops *l = f->out;
    l->left_out = ARENA_ARRAY(f->mem, uint32_t, f->c.list.count + 1);
    for (uint32_t i = 0; i < f->c.list.count; i++) {
        bool moves = false;
        for (uint32_t c = 0; c < f->c.columns; c++)
            moves = moves || l->pattern[i * f->c.columns + c];
        if (l->is_redundant[i] && moves)
            l->left_out[l->left_out_count++] = i;
    }
}

left_open loops_left_open(const loops *l, const constraint_numbers *c, const double *qd,
                          double within)
{
    for (uint32_t k = 0; k < l->left_out_count; k++) {
        const uint32_t i = l->left_out[k];
        double rate = 0, terms = l->size[i];
        for (uint32_t j = 0; j < c->columns; j++) {
            const double part = c->row[i * c->columns + j] * qd[j];
            rate += part;
            terms += part * part;
        }
        const double share = fabs(c->value[i]) / sqrt(l->size[i]),
                     share_of_rate = fabs(rate) / sqrt(terms);
        if (!(share <= within))
            return (left_open){share, i};
        if (!(share_of_rate <= LEFT_OUT_WITHIN32))
            return (left_open){share_of_rate, i};
    }
    return (left_open){0, LOOPS_NONE};
}

static status check_freedom(const loop_finder *f)
{
    uint32_t driven = 0, free_freedoms = 6 * tree_free_bodies(f->t);
    for (uint32_t i = 0; i < f->c.columns; i++)
        driven += f->t->coordinates[i].driven;
    const uint32_t count = f->out->count, columns = f->c.columns;
    if (!count)
        return diag_error(f->d, place_of(f, 0),
                          "cut '%s': no joint moves its ends against each other",
                          f->t->cuts[0].what.name);
    if (count + driven > columns)
        return diag_error(f->d, place_of(f, 0),
                          "too many constraints: robot '%s' has %u joints for %u independent "
                          "constraints and %u driven joints", f->t->name, columns, count, driven);
    if (count == columns && !free_freedoms)
        return diag_error(f->d, place_of(f, 0),
                          "too many constraints: robot '%s' has %u joints and %u independent "
                          "constraints, so that nothing can move", f->t->name, columns, count);
    return STATUS_OK;
}

/* --- columns ---------------------------------------------------------------------------------- */

/* The independent constraints, in the order of the cuts. */
static uint32_t *kept_rows(const loop_finder *f)
{
    uint32_t *kept = ARENA_ARRAY(f->mem, uint32_t, f->out->count + 1), count = 0;
    for (uint32_t i = 0; i < f->c.list.count; i++)
        if (!f->out->is_redundant[i])
            kept[count++] = i;
    return kept;
}

/* J's rows `row` and columns `column` at a closed position. */
static double *square_at(loop_finder *f, const uint32_t *row, const uint32_t *column, uint32_t k)
{
    const uint32_t count = f->out->count;
    double *a = ARENA_ARRAY(f->mem, double, (size_t)count * count + 1);
    constraint_numbers_at(&f->c, position(f, k));
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < count; c++)
            a[i * count + c] = f->c.row[row[i] * f->c.columns + column[c]];
    return a;
}

/* Where the positions disagree the middle one decides: any partition is singular somewhere. */
static double middle_condition(loop_finder *f, const uint32_t *row, const uint32_t *column)
{
    double sorted[POSITIONS];
    f->out->condition_least = INFINITY;
    f->out->condition_most = 0;
    for (uint32_t k = 0; k < f->out->closed_count; k++) {
        double value = condition_number(square_at(f, row, column, k), f->out->count);
        uint32_t at = k;
        for (; at && sorted[at - 1] > value; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = value;
        f->out->condition_least = fmin(f->out->condition_least, value);
        f->out->condition_most = fmax(f->out->condition_most, value);
    }
    return sorted[f->out->closed_count / 2];
}

/* With 7 figures in, binary32 may have three out. */
#define CONDITION_WORTH_A_NOTE 1e4

void loops_note_condition(const loops *l, diag *d)
{
    if (!(l->condition_most < CONDITION_WORTH_A_NOTE))
        diag_note(d, l->t->cuts[l->all.list[0].cut].what.at,
                  "dependent joints (by %s) follow the independent ones with condition numbers up "
                  "to %.0e, by which rounding errors of binary32 may grow; --partition and "
                  "--independent choose others", PARTITION_WORD[l->way], l->condition_most);
}

/* Above it half of all digits of a double are lost. */
#define CONDITION_LIMIT 1e7

static status take_users(loop_finder *f, uint32_t *chosen, bool *is_given)
{
    uint32_t given = 0, count = 0;
    const uint32_t wanted = f->c.columns - f->out->count;
    for (uint32_t i = 0; i < f->c.columns; i++)
        given += f->t->coordinates[i].independent;
    *is_given = given > 0;
    if (!given)
        return STATUS_OK;
    if (given != wanted)
        return diag_error(f->d, place_of(f, 0),
                          "--independent names %u joints: robot '%s' has %u joints and %u "
                          "independent constraints, so that %u are independent",
                          given, f->t->name, f->c.columns, f->out->count, wanted);
    for (uint32_t i = 0; i < f->c.columns; i++)
        if (!f->t->coordinates[i].independent) {
            if (f->t->coordinates[i].driven)
                return diag_error(f->d, place_of(f, 0),
                                  "--independent: joint '%s' is driven, so it is independent, too",
                                  f->t->coordinates[i].name);
            chosen[count++] = i;
        }
    return STATUS_OK;
}

/* One column per row of `row`; ways in their order. */
static status choose_columns(loop_finder *f, const uint32_t *row, uint32_t *chosen)
{
    const uint32_t count = f->out->count, columns = f->c.columns;
    bool *pattern = ARENA_ARRAY(f->mem, bool, (size_t)count * columns + 1),
         *excluded = ARENA_ARRAY(f->mem, bool, columns + 1), is_given = false;
    double *matrix = ARENA_ARRAY(f->mem, double, (size_t)count * columns + 1);
    constraint_numbers_at(&f->c, position(f, f->generic));
    for (uint32_t i = 0; i < count; i++) {
        memcpy(pattern + i * columns, f->out->pattern + row[i] * columns,
               columns * sizeof *pattern);
        memcpy(matrix + i * columns, f->c.row + row[i] * columns, columns * sizeof *matrix);
    }
    for (uint32_t c = 0; c < columns; c++)
        excluded[c] = f->t->coordinates[c].driven;
    const partition_wish wish = f->t->partition;
    if (wish == PARTITION_GIVEN)
        TRY(take_users(f, chosen, &is_given));
    f->out->way = PARTITION_GIVEN;
    if (is_given) {
        if (middle_condition(f, row, chosen) < 1 / 1e-12)
            return STATUS_OK;
        return diag_error(f->d, place_of(f, 0),
                          "--independent: the other joints of robot '%s' do not follow from these",
                          f->t->name);
    }
    f->out->way = PARTITION_RULE;
    if (wish != PARTITION_PIVOTS &&
        partition_by_rule(pattern, count, columns, excluded, chosen) &&
        middle_condition(f, row, chosen) < CONDITION_LIMIT)
        return STATUS_OK;
    if (wish == PARTITION_RULE)
        return diag_error(f->d, place_of(f, 0),
                          "--partition rule: it finds no joints of robot '%s' that the others "
                          "follow", f->t->name);
    f->out->way = PARTITION_PIVOTS;
    if (partition_by_pivots(matrix, count, columns, excluded, count, chosen) == count) {
        (void)middle_condition(f, row, chosen);
        return STATUS_OK;
    }
    return diag_error(f->d, place_of(f, 0),
                      "the loops of robot '%s' cannot be closed by joints that are not driven",
                      f->t->name);
}

static status find_blocks(loop_finder *f, const uint32_t *row, const uint32_t *chosen)
{
    loops *l = f->out;
    const uint32_t count = l->count;
    bool *pattern = ARENA_ARRAY(f->mem, bool, (size_t)count * count + 1);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < count; c++)
            pattern[i * count + c] = l->pattern[row[i] * f->c.columns + chosen[c]];
    l->row = ARENA_ARRAY(f->mem, uint32_t, count + 1);
    l->dependent = ARENA_ARRAY(f->mem, uint32_t, count + 1);
    if (!blocks_find(f->mem, pattern, count, l->row, l->dependent, &l->blocks, &l->blocks_count))
        return diag_error(f->d, place_of(f, 0),
                          "--independent: the other joints of robot '%s' do not follow from these",
                          f->t->name);
    l->place = ARENA_ARRAY(f->mem, uint32_t, f->c.columns + 1);
    for (uint32_t c = 0; c < f->c.columns; c++)
        l->place[c] = LOOPS_NONE;
    for (uint32_t k = 0; k < count; k++) {
        l->row[k] = row[l->row[k]];
        l->dependent[k] = chosen[l->dependent[k]];
        l->place[l->dependent[k]] = k;
    }
    l->independent = ARENA_ARRAY(f->mem, uint32_t, f->c.columns + 1);
    for (uint32_t c = 0; c < f->c.columns; c++)
        if (l->place[c] == LOOPS_NONE)
            l->independent[l->independent_count++] = c;
    return STATUS_OK;
}

/* --- all -------------------------------------------------------------------------------------- */

static status check_cuts(const tree *t, diag *d)
{
    if (!t->cuts_count)
        return diag_error(d, (place){0}, "robot '%s' has no loops: no cut is in its description",
                          t->name);
    for (uint32_t i = 0; i < t->cuts_count; i++)
        if (t->cuts[i].what.kind == CUT_USER && t->newton_passes > 1)
            return diag_error(d, t->cuts[i].what.at,
                              "constraint '%s': its numbers are inputs, so each evaluation is one "
                              "pass: leave out --newton", t->cuts[i].what.name);
    return STATUS_OK;
}

static double *find_base(arena *mem, const tree *t)
{
    model m;
    if (!t->parameters_count)
        return NULL;
    model_build(mem, t, &m);
    double *out = ARENA_ARRAY(mem, double, base_numbers_count(&m) + 1);
    base_numbers_of_file(t, &m, out);
    return out;
}

status loops_find(arena *mem, const tree *t, loops *out, diag *d)
{
    TRY(check_cuts(t, d));
    *out = (loops){.t = t};
    loop_finder f = {.mem = mem, .t = t, .out = out, .random = 1, .d = d};
    f.c = constraint_numbers_make(mem, t);
    out->all = f.c.list;
    out->base = find_base(mem, t);
    out->closed = ARENA_ARRAY(mem, double, (size_t)POSITIONS * f.c.columns + 1);
    TRY(find_first(&f));
    find_others(&f);
    find_pattern(&f);
    find_rank(&f);
    TRY(check_freedom(&f));
    find_sizes(&f);
    find_left_out(&f);
    uint32_t *row = kept_rows(&f), *chosen = ARENA_ARRAY(mem, uint32_t, out->count + 1);
    TRY(choose_columns(&f, row, chosen));
    return find_blocks(&f, row, chosen);
}
