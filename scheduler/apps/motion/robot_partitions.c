/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_partitions.h"

#include "apps/motion/dense.h"
#include "apps/motion/robot_measures.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- how good one is ------------------------------------------------------------------------- */

/* Of J's rows and columns at the last position; *sign: of their determinant. */
static double size_of(const robot_motion *x, const uint32_t *row, const uint32_t *column,
                      uint32_t count, int *sign)
{
    const robot_partitions *s = x->partitions;
    double most = 0;
    memset(s->inverse, 0, (size_t)count * count * sizeof *s->inverse);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++)
            s->square[i * count + k] =
                s->scale[row[i]] * x->open.row[(size_t)row[i] * x->count + column[k]];
        s->inverse[i * count + i] = 1;
    }
    *sign = dense_solve_any(s->square, count, s->inverse, count);
    for (uint32_t i = 0; i < count; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < count; k++)
            sum += fabs(s->inverse[i * count + k]);
        most = sum <= most ? most : sum; /* NAN stays */
    }
    return *sign && isfinite(most) ? most : INFINITY;
}

/* At the last position. */
static double size_of_loops(const robot_motion *x, const loops *l, int *sign)
{
    double most = 0;
    for (uint32_t k = 0; k < l->blocks_count; k++) {
        const loop_block *b = &l->blocks[k];
        most = fmax(most, size_of(x, l->row + b->first, l->dependent + b->first, b->count,
                                  &sign[k]));
    }
    return most;
}

/* The middle of all closed positions. */
static double usual_size(robot_motion *x, const loops *l)
{
    double *sorted = ARENA_ARRAY(x->partitions->mem, double, l->closed_count + 1);
    for (uint32_t k = 0; k < l->closed_count; k++) {
        robot_constraints_at(x, l->closed + (size_t)k * x->count);
        const double size = size_of_loops(x, l, x->partitions->sign_now);
        uint32_t at = k;
        for (; at && sorted[at - 1] > size; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = size;
    }
    return sorted[l->closed_count / 2];
}

/* At x's position. True where a determinant has another sign than after the last step. */
static bool look(robot_motion *x)
{
    robot_partitions *s = x->partitions;
    bool turned = false;
    robot_constraints_at(x, x->q);
    s->size = size_of_loops(x, x->l, s->sign_now);
    for (uint32_t k = 0; k < x->l->blocks_count; k++) {
        turned = turned || s->sign_now[k] != s->sign[k];
        s->sign[k] = s->sign_now[k];
    }
    return turned;
}

/* Next to what is usual. */
static double share(const robot_partitions *s)
{
    return s->size / s->list[s->now].usual;
}

/* ---- another one ----------------------------------------------------------------------------- */

/* The robot as it is here, solved with these rows and dependent joints. */
static passes_forms *forms_here(const robot_motion *x, const uint32_t *column_of)
{
    const robot_partitions *s = x->partitions;
    bool *kept = ARENA_ARRAY(s->mem, bool, x->l->all.count + 1);
    passes_forms *f = ARENA_ARRAY(s->mem, passes_forms, 1);
    *f = *s->forms;
    f->options.partition = PARTITION_PIVOTS; /* the second opinion takes what it is told */
    f->tree.partition = PARTITION_GIVEN;
    f->tree.coordinates = ARENA_ARRAY(s->mem, tree_coordinate, x->count);
    memcpy(f->tree.coordinates, s->forms->tree.coordinates,
           x->count * sizeof *f->tree.coordinates);
    for (uint32_t i = 0; i < x->count; i++) {
        f->tree.coordinates[i].independent = true;
        f->tree.coordinates[i].start = x->q[i];
    }
    for (uint32_t i = 0; i < x->l->all.count; i++) {
        kept[i] = column_of[i] != LOOPS_NONE;
        if (kept[i])
            f->tree.coordinates[column_of[i]].independent = false;
    }
    f->tree.rows_kept = kept;
    return f;
}

/* Without a search: these are for a part of the way. */
static status add(robot_motion *x, const uint32_t *column_of, diag *d)
{
    robot_partitions *s = x->partitions;
    passes_settings own = *s->passes;
    passes_forms *f = forms_here(x, column_of);
    loops *l = ARENA_ARRAY(s->mem, loops, 1);
    diag unsaid = diag_make(s->mem); /* notes of the robot were said */
    partition p = {.l = l};
    own.equations.effort = 0;
    own.equations.life = NULL;
    own.equations.trials = NULL;
    own.cache = NULL;
    status done = loops_find(s->mem, &f->tree, l, &unsaid);
    if (done == STATUS_OK && l->count != x->l->count)
        done = diag_system_error(&unsaid, (place){0}, "%u constraints are independent, where "
                                 "there were %u", l->count, x->l->count);
    if (done == STATUS_OK)
        done = function_numbers_make(s->mem, &own, f, FUNCTION_CLOSED_FD, x->laws, &p.forward,
                                     &unsaid);
    if (done != STATUS_OK)
        return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s other independent "
                                 "joints are needed, which fail: %s", x->t->name, x->t_s,
                                 unsaid.error.text);
    p.usual = usual_size(x, l);
    *ARENA_PUSH(s->mem, s, list) = p;
    return STATUS_OK;
}

static void take(robot_motion *x, uint32_t next)
{
    robot_partitions *s = x->partitions;
    robot_cpu *c = x->cpu;
    const bool compiled = c->forward.code.run;
    s->list[s->now].forward = c->forward;
    c->forward = s->list[next].forward;
    c->forward.known = x->known;
    if (compiled && !c->forward.code.run)
        (void)function_numbers_compile(&c->forward); /* the evaluator has the same bits */
    s->now = next;
    x->l = s->list[next].l;
    x->has_accelerations = false;
    robot_take_roles(x);
    s->first_s = s->changes++ ? s->first_s : x->t_s;
    s->weighed = 0;
    (void)look(x);
}

/* One is there that has these rows and dependent joints. */
static bool is_there(const robot_motion *x, const uint32_t *row, const uint32_t *dependent)
{
    const robot_partitions *s = x->partitions;
    for (uint32_t i = 0; i < s->list_count; i++) {
        const loops *l = s->list[i].l;
        uint32_t same = 0;
        for (uint32_t k = 0; k < l->count; k++)
            same += l->place[dependent[k]] != LOOPS_NONE && !l->is_redundant[row[k]];
        if (same == l->count)
            return true;
    }
    return false;
}

/* Rows, and dependent joints, by the largest pivots of J here; returns how many there are. */
static uint32_t by_pivots(const robot_motion *x, uint32_t *column_of, uint32_t *row,
                          uint32_t *dependent)
{
    const robot_partitions *s = x->partitions;
    const uint32_t rows = x->l->all.count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t c = 0; c < x->count; c++)
            s->rows[(size_t)i * x->count + c] =
                s->scale[i] * x->open.row[(size_t)i * x->count + c];
    partition_by_pivots(s->rows, rows, x->count, s->driven, x->l->count, column_of);
    for (uint32_t i = 0; i < rows; i++) {
        row[count] = i;
        dependent[count] = column_of[i];
        count += column_of[i] != LOOPS_NONE;
    }
    return count;
}

/* Another one whose size here is less than `most`: one that is there, the best of them, or a new
 * one. NONE: there is none. */
static status find_other(robot_motion *x, double most, uint32_t *other, diag *d)
{
    robot_partitions *s = x->partitions;
    uint32_t *column_of = s->chosen, *row = column_of + x->l->all.count,
             *dependent = row + x->l->all.count + 1;
    int sign;
    *other = NONE;
    for (uint32_t i = 0; i < s->list_count; i++) {
        const double size = i == s->now ? INFINITY : size_of_loops(x, s->list[i].l, s->sign_now);
        if (size < most) {
            most = size;
            *other = i;
        }
    }
    if (*other != NONE || by_pivots(x, column_of, row, dependent) < x->l->count ||
        is_there(x, row, dependent) ||
        !(size_of(x, row, dependent, x->l->count, &sign) < most))
        return STATUS_OK;
    TRY(add(x, column_of, d));
    *other = s->list_count - 1;
    return STATUS_OK;
}

static status lost(const robot_motion *x, double t, diag *d)
{
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s its constraints are no "
                             "longer independent, whichever joints are: from this singular "
                             "position it may go on in several ways", x->t->name, t);
}

/* Whether these joints are good enough where x has been looked at; else others. */
static status weigh(robot_motion *x, diag *d)
{
    robot_partitions *s = x->partitions;
    uint32_t other = NONE;
    if (!(share(s) > PARTITION_LOOK)) {
        s->weighed = 0;
        return STATUS_OK;
    }
    if (!(share(s) > PARTITION_AGAIN * s->weighed))
        return STATUS_OK;
    s->weighed = share(s);
    robot_constraints_at(x, x->q); /* rows between the ends of steps may have come after */
    TRY(find_other(x, PARTITION_BETTER * s->size, &other, d));
    if (other != NONE)
        take(x, other);
    return share(s) > PARTITION_LOST ? lost(x, x->t_s, d) : STATUS_OK;
}

/* ---- on the way ------------------------------------------------------------------------------ */

static void keep(const robot_motion *x)
{
    memcpy(x->partitions->q, x->q, x->positions * sizeof *x->q);
    memcpy(x->partitions->qd, x->qd, x->rates * sizeof *x->qd);
}

static void go_back(robot_motion *x)
{
    memcpy(x->q, x->partitions->q, x->positions * sizeof *x->q);
    memcpy(x->qd, x->partitions->qd, x->rates * sizeof *x->qd);
    x->has_accelerations = false;
    (void)look(x);
}

/* Where rates of independent joints do not tell those of the others, the nearest ones are taken
 * that the constraints allow. */
static status settle_otherwise(robot_motion *x, const diag *why, diag *d)
{
    uint32_t other = NONE;
    go_back(x);
    robot_constraints_forget(x);
    if (constraints_close(&x->open, x->q).is_closed) {
        constraints_project(&x->open, x->qd);
        (void)look(x);
        TRY(find_other(x, PARTITION_BETTER * x->partitions->size, &other, d));
    }
    if (other == NONE && share(x->partitions) > PARTITION_LOST)
        return lost(x, 0, d);
    if (other == NONE)
        return diag_system_error(d, why->error.at, "%s", why->error.text);
    take(x, other);
    TRY(robot_settle(x, 0, x->q, x->qd, d));
    (void)look(x);
    return weigh(x, d);
}

status robot_partitions_settle(robot_motion *x, diag *d)
{
    diag trial = diag_make(x->partitions->mem);
    keep(x);
    const status done = robot_settle(x, 0, x->q, x->qd, &trial);
    if (done == STATUS_INPUT)
        return diag_error(d, trial.error.at, "%s", trial.error.text);
    (void)look(x);
    if (done != STATUS_OK || share(x->partitions) > PARTITION_LOST)
        return settle_otherwise(x, &trial, d);
    return weigh(x, d);
}

/* A step that turns a determinant's sign has passed a position where J_v is singular: with other
 * joints it is none, or the constraints have lost rank there. From far away no others may look
 * better; a step that adapts comes nearer first. Rows within the last step are closed with the
 * joints that it was taken with: they change before the next one. */
status robot_partitions_step(robot_motion *x,
                             status (*step)(void *self, double until, diag *d), void *self,
                             double until, diag *d)
{
    const double t = x->t_s;
    bool changed = false;
    if (!x->partitions)
        return step(self, until, d);
    TRY(weigh(x, d));
    diag trial = diag_make(x->partitions->mem);
    const diag_entry none = trial.error;
    const energies energy = x->energy;
    const works given = x->given;
    for (keep(x);; trial.error = none) {
        uint32_t other = NONE;
        const status done = step(self, until, &trial);
        if (done == STATUS_OK && !look(x))
            return STATUS_OK;
        if (done == STATUS_INPUT)
            return diag_error(d, trial.error.at, "%s", trial.error.text);
        const double end = x->t_s;
        go_back(x);
        x->t_s = t;
        x->energy = energy;
        x->given = given;
        if (!changed)
            TRY(find_other(x, x->partitions->size / PARTITION_BETTER, &other, d));
        changed = other != NONE;
        if (changed)
            take(x, other);
        else if (done != STATUS_OK)
            return diag_system_error(d, trial.error.at, "%s", trial.error.text);
        else if (!x->adapts || end - t <= PARTITION_NEAR * end)
            return lost(x, end, d);
        else
            until = t + (end - t) / 2;
    }
}

/* ---- as a part of a motion ------------------------------------------------------------------- */

static robot_partitions *make_room(arena *mem, const robot_motion *x)
{
    robot_partitions *s = ARENA_ARRAY(mem, robot_partitions, 1);
    const uint32_t rows = x->l->all.count, squares = x->l->count * x->l->count;
    *s = (robot_partitions){.mem = mem,
                            .sign = ARENA_ARRAY(mem, int, rows + 1),
                            .sign_now = ARENA_ARRAY(mem, int, rows + 1),
                            .scale = ARENA_ARRAY(mem, double, rows + 1),
                            .driven = ARENA_ARRAY(mem, bool, x->count + 1),
                            .chosen = ARENA_ARRAY(mem, uint32_t, 3 * rows + 2),
                            .square = ARENA_ARRAY(mem, double, squares + 1),
                            .inverse = ARENA_ARRAY(mem, double, squares + 1),
                            .rows = ARENA_ARRAY(mem, double, (size_t)rows * x->count + 1),
                            .q = ARENA_ARRAY(mem, double, x->positions + 1),
                            .qd = ARENA_ARRAY(mem, double, x->rates + 1)};
    for (uint32_t i = 0; i < rows; i++)
        s->scale[i] = 1 / sqrt(x->l->size[i]);
    for (uint32_t c = 0; c < x->count; c++)
        s->driven[c] = x->t->coordinates[c].driven;
    return s;
}

void robot_partitions_begin(arena *mem, const robot_plan *p, robot_motion *x)
{
    robot_partitions *s = make_room(mem, x);
    x->partitions = s;
    s->passes = p->passes;
    s->forms = p->forms;
    *ARENA_PUSH(mem, s, list) = (partition){.l = x->l, .usual = usual_size(x, x->l)};
}

void robot_partitions_fork(arena *mem, const robot_motion *of, robot_motion *x)
{
    const robot_partitions *from = of->partitions;
    robot_partitions *s = make_room(mem, of);
    x->partitions = s;
    s->passes = from->passes;
    s->forms = from->forms;
    s->shares_first = true;
    *ARENA_PUSH(mem, s, list) = from->list[0];
    if (from->now != 0)
        x->cpu->forward = function_numbers_share(mem, &from->list[0].forward, x->known);
    x->l = from->list[0].l;
    robot_take_roles(x);
}

void robot_partitions_compile(robot_cpu *c)
{
    robot_partitions *s = c->of->partitions;
    for (uint32_t i = 0; i < s->list_count; i++)
        if (i != s->now)
            (void)function_numbers_compile(&s->list[i].forward);
}

void robot_partitions_release(robot_cpu *c)
{
    robot_partitions *s = c->of->partitions;
    for (uint32_t i = s->shares_first; i < s->list_count; i++)
        function_numbers_release(i == s->now ? &c->forward : &s->list[i].forward);
}

/* ---- what is told ---------------------------------------------------------------------------- */

void robot_partitions_print(const robot_motion *x, text *out)
{
    const robot_partitions *s = x->partitions;
    if (s && s->changes)
        text_printf(out, "independent       other joints %llu times, of %u choices, first at t = "
                         "%.6g s\n", (unsigned long long)s->changes, s->list_count, s->first_s);
}

void robot_partitions_print_json(const robot_motion *x, text *out)
{
    const robot_partitions *s = x->partitions;
    if (!s)
        return;
    text_printf(out, "\"partitions\": %u, \"partition_changes\": %llu, \"independent\": [",
                s->list_count, (unsigned long long)s->changes);
    for (uint32_t i = 0; i < x->l->independent_count; i++) {
        text_add(out, i ? ", " : "");
        text_add_json_string(out, x->t->coordinates[x->l->independent[i]].name);
    }
    text_add(out, "], ");
}
