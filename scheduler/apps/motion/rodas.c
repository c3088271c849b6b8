/* SPDX-License-Identifier: MIT */
#include "apps/motion/rodas.h"

#include "apps/motion/adaptive.h"
#include "apps/motion/dense.h"
#include "apps/motion/robot_measures.h"
#include "apps/motion/robot_numbers.h"
#include "apps/motion/robot_tangent.h"

#include <math.h>
#include <string.h>

enum { LAST = RODAS_STAGES - 1 };

#define GAMMA 0.25
/* When a stage is, and what it takes of how changes change with time. */
static const double AT[RODAS_STAGES] = {0, 0.75, 0.21, 0.63, 1, 1};
static const double OF_TIME[RODAS_STAGES] = {0.25, -0.5, -0.023504, -0.0362, 0, 0};
/* What the state of a stage takes of stages before it; that of the last one takes the one before
 * it whole, and the end takes the last one, which is what it is off by. */
static const double SHARE[RODAS_STAGES][LAST] = {
    {0},
    {3},
    {1.831036793486759, 0.4955183967433795},
    {2.304376582692669, -0.05249275245743001, -1.176798761832782},
    {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401},
    {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401, 1},
};
/* What its right side takes of them, over the length of the step. */
static const double CARRIED[RODAS_STAGES][LAST] = {
    {0},
    {-12},
    {-8.791795173947035, -2.207865586973518},
    {10.81793056857153, 6.780270611428266, 19.53485944642410},
    {34.19095006749676, 15.49671153725963, 54.74760875964130, 14.16005392148534},
    {34.62605830930532, 15.30084976114473, 56.99955578662667, 18.40807009793095,
     -5.714285714285717},
};
/* Of coefficients between the ends. */
static const double BETWEEN[2][LAST] = {
    {25.09876703708589, 11.62013104361867, 28.49148307714626, -5.664021568594133, 0},
    {1.638054557396973, -0.7373619806678748, 8.477918219238990, 15.99253148779520,
     -1.882352941176471},
};
/* Differences of times, in steps. */
#define LATER 1e-3

rodas rodas_make(arena *mem, robot_motion *x)
{
    rodas r = {.x = x, .count = robot_numbers_count(x), .looked_s = NAN};
    const size_t n = r.count + 1;
    double **const rows[] = {&r.from, &r.next, &r.first, &r.changes, &r.later, &r.room};
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        *rows[k] = ARENA_ARRAY(mem, double, n);
    r.tangent = ARENA_ARRAY(mem, double, n * n);
    r.matrix = ARENA_ARRAY(mem, double, n * n);
    r.stages = ARENA_ARRAY(mem, double, RODAS_STAGES * n);
    r.dense = ARENA_ARRAY(mem, double, NUMBERS_BETWEEN * n);
    r.number = ARENA_ARRAY(mem, uint32_t, n);
    r.row = ARENA_ARRAY(mem, uint32_t, n);
    return r;
}

static double *stage_of(const rodas *r, uint32_t stage)
{
    return r->stages + stage * (size_t)r->count;
}

/* Of an integrated number, by given weights of the stages. */
static double sum_of(const rodas *r, uint32_t k, const double *weight, uint32_t stages)
{
    double sum = 0;
    for (uint32_t i = 0; i < stages; i++)
        sum += weight[i] * stage_of(r, i)[k];
    return sum;
}

/* ---- at the state ---------------------------------------------------------------------------- */

static void take_numbers(rodas *r)
{
    r->moved = 0;
    r->l = r->x->l;
    for (uint32_t i = 0; i < r->count; i++)
        if (robot_number_is_integrated(r->x, i))
            r->number[r->moved++] = i;
}

/* A row of J that the symbolic derivatives tell: of a position, or of a rate. */
static void take_row(const rodas *r, uint32_t k)
{
    const robot_motion *x = r->x;
    const uint32_t n = r->number[k], joints = x->count;
    for (uint32_t c = 0; c < r->moved; c++) {
        const uint32_t by = r->number[c];
        double *to = &r->tangent[(size_t)k * r->moved + c];
        if (n < x->positions)
            *to = by == n + x->positions;
        else if (by < x->positions)
            *to = x->tangent->qdd_q[(size_t)(n - x->positions) * joints + by];
        else
            *to = x->tangent->qdd_qd[(size_t)(n - x->positions) * joints + by - x->positions];
    }
}

static status take_column(const rodas *r, double t, uint32_t c, diag *d)
{
    const uint32_t by = r->number[c];
    memcpy(r->next, r->from, r->count * sizeof *r->next);
    r->next[by] += TANGENT_DIFFERENCE * fmax(1, fabs(r->from[by]));
    const double way = r->next[by] - r->from[by];
    TRY(robot_numbers_changes(r->x, t, r->next, r->changes, d));
    for (uint32_t k = 0; k < r->moved; k++)
        r->tangent[(size_t)k * r->moved + c] =
            (r->changes[r->number[k]] - r->first[r->number[k]]) / way;
    return STATUS_OK;
}

static status take_tangent(const rodas *r, double t, diag *d)
{
    const bool told = robot_tangent_take(r->x, t, r->from, r->from + r->x->positions);
    for (uint32_t k = 0; k < r->moved; k++)
        if (told)
            take_row(r, k);
        else
            TRY(take_column(r, t, k, d));
    return STATUS_OK;
}

/* Second differences, to one side: torques and driven joints may bend at the state. */
static status take_later(const rodas *r, double t, double h, diag *d)
{
    static const double WEIGHT[2] = {2, -0.5};
    const bool depends = r->x->torques || r->x->drives || r->x->laws;
    for (uint32_t k = 0; k < r->moved; k++)
        r->later[k] = depends ? -1.5 * r->first[r->number[k]] : 0;
    for (uint32_t i = 0; i < 2 && depends; i++) {
        memcpy(r->next, r->from, r->count * sizeof *r->next);
        TRY(robot_numbers_changes(r->x, t + (i + 1) * LATER * h, r->next, r->changes, d));
        for (uint32_t k = 0; k < r->moved; k++)
            r->later[k] += WEIGHT[i] * r->changes[r->number[k]];
    }
    for (uint32_t k = 0; k < r->moved; k++)
        r->later[k] /= LATER * h;
    return STATUS_OK;
}

static status look(rodas *r, double h, diag *d)
{
    robot_motion *x = r->x;
    take_numbers(r);
    robot_numbers_take(x, r->from);
    TRY(robot_numbers_changes(x, x->t_s, r->from, r->first, d));
    TRY(take_tangent(r, x->t_s, d));
    TRY(take_later(r, x->t_s, h, d));
    r->looked_s = x->t_s;
    return STATUS_OK;
}

static bool factor(const rodas *r, double h)
{
    const size_t n = r->moved;
    for (size_t i = 0; i < n * n; i++)
        r->matrix[i] = -r->tangent[i];
    for (size_t i = 0; i < n; i++)
        r->matrix[i * n + i] += 1 / (h * GAMMA);
    r->x->tangent->factored++;
    return dense_factor_any(r->matrix, r->moved, r->row);
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Dependent joints of a stage, near enough for Newton's method. */
static void lead(const rodas *r, double part_s)
{
    const robot_motion *x = r->x;
    double *way = r->changes;
    for (uint32_t i = 0; i < x->count; i++)
        way[i] = x->is_integrated[i] ? r->next[i] - r->from[i] : part_s * x->qd[i];
    if (!x->l || tree_rolls(x->t) || !robot_rates_follow(r->x, way))
        return;
    for (uint32_t i = 0; i < x->count; i++)
        if (robot_number_follows(x, i))
            r->next[i] = r->from[i] + way[i];
}

/* The numbers that follow from stages before this one; `stage` RODAS_STAGES: the end. */
static void place_stage(const rodas *r, uint32_t stage)
{
    for (uint32_t k = 0; k < r->moved; k++) {
        const uint32_t n = r->number[k];
        if (stage <= LAST)
            r->next[n] = r->from[n] + sum_of(r, k, SHARE[stage], stage);
        else
            r->next[n] += stage_of(r, LAST)[k];
    }
}

static status take_stage(const rodas *r, uint32_t stage, double h, diag *d)
{
    const double *changes = stage ? r->changes : r->first;
    double *to = stage_of(r, stage);
    if (stage) {
        place_stage(r, stage);
        lead(r, AT[stage] * h);
        TRY(robot_numbers_changes(r->x, r->x->t_s + AT[stage] * h, r->next, r->changes, d));
    }
    for (uint32_t k = 0; k < r->moved; k++)
        to[k] = changes[r->number[k]] + sum_of(r, k, CARRIED[stage], stage) / h +
                h * OF_TIME[stage] * r->later[k];
    dense_solve_factored(r->matrix, r->moved, r->row, to, r->room);
    return STATUS_OK;
}

/* How far dependent joints are from where their rates say, after the last stage. */
static double closing_of(const rodas *r, double h)
{
    const robot_motion *x = r->x;
    double most = 0;
    for (uint32_t i = 0; i < x->count && !tree_rolls(x->t); i++)
        if (robot_number_follows(x, i))
            most = fmax(most, fabs(r->next[i] - r->from[i] -
                                   h / 2 * (r->from[x->positions + i] + x->law_rates[i])));
    return most;
}

static double error_of(const rodas *r, double relative, double absolute)
{
    double most = 0;
    for (uint32_t k = 0; k < r->moved; k++) {
        const uint32_t n = r->number[k];
        const double size = fmax(fabs(r->from[n]), fabs(r->next[n]));
        const double error = fabs(stage_of(r, LAST)[k]);
        if (!isfinite(size + error))
            return INFINITY;
        most = fmax(most, error / (absolute + relative * size));
    }
    return most;
}

status rodas_try(void *self, double h, double relative, double absolute, double *error, diag *d)
{
    rodas *r = self;
    *error = INFINITY;
    if (r->looked_s != r->x->t_s || r->l != r->x->l)
        TRY(look(r, h, d));
    if (r->l)
        robot_constraints_at(r->x, r->from);
    memcpy(r->next, r->from, r->count * sizeof *r->next);
    if (!factor(r, h))
        return STATUS_OK;
    for (uint32_t stage = 0; stage < RODAS_STAGES; stage++)
        TRY(take_stage(r, stage, h, d));
    const double moved = closing_of(r, h) / sqrt(relative);
    place_stage(r, RODAS_STAGES);
    *error = fmax(moved, error_of(r, relative, absolute));
    r->tried_s = h;
    return STATUS_OK;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Of a number by its changes at both ends. */
static void take_cubic(const rodas *r, uint32_t i, double first, double last)
{
    double *c = r->dense + NUMBERS_BETWEEN * (size_t)i;
    const double way = r->next[i] - r->from[i];
    c[2] = r->tried_s * first - way;
    c[3] = way - r->tried_s * last - c[2];
}

/* Dependent joints and driven ones by their positions and rates at both ends, work by powers. */
static void make_dense(const rodas *r)
{
    const robot_motion *x = r->x;
    const uint32_t works_at = r->count - NUMBERS_WORKS;
    for (uint32_t i = 0; i < r->count; i++) {
        double *c = r->dense + NUMBERS_BETWEEN * (size_t)i;
        memset(c, 0, NUMBERS_BETWEEN * sizeof *c);
        c[0] = r->from[i];
        c[1] = r->next[i] - r->from[i];
    }
    for (uint32_t i = 0; i < x->count; i++)
        take_cubic(r, i, r->from[x->positions + i], r->next[x->positions + i]);
    take_cubic(r, works_at, r->power[0].supplied, r->power[1].supplied);
    take_cubic(r, works_at + 1, r->power[0].dissipated, r->power[1].dissipated);
    for (uint32_t k = 0; k < r->moved; k++) {
        double *c = r->dense + NUMBERS_BETWEEN * (size_t)r->number[k];
        c[2] = sum_of(r, k, BETWEEN[0], LAST);
        c[3] = sum_of(r, k, BETWEEN[1], LAST);
    }
}

/* By Simpson's rule: dampers that are stiff are not in J of the work. */
static status take_work(const rodas *r, diag *d)
{
    const double h = r->tried_s;
    works given, middle;
    if (!r->x->account)
        return STATUS_OK;
    make_dense(r);
    robot_numbers_between(r->x, r->dense, 0.5, r->room, r->room + r->x->positions, &given);
    TRY(robot_numbers_powers(r->x, r->x->t_s + h / 2, r->room, r->changes, &middle, d));
    memcpy(&given, r->from + r->count - NUMBERS_WORKS, sizeof given);
    works_add(&given, h / 6, &r->power[0]);
    works_add(&given, 4 * h / 6, &middle);
    works_add(&given, h / 6, &r->power[1]);
    memcpy(r->next + r->count - NUMBERS_WORKS, &given, sizeof given);
    return STATUS_OK;
}

status rodas_take(void *self, diag *d)
{
    rodas *r = self;
    const double began = r->x->t_s;
    memcpy(&r->power[0], r->first + r->count - NUMBERS_WORKS, sizeof r->power[0]);
    memcpy(&r->power[1], r->changes + r->count - NUMBERS_WORKS, sizeof r->power[1]);
    TRY(take_work(r, d));
    TRY(robot_numbers_settle(r->x, began + r->tried_s, r->next, r->from, d));
    r->t_s = began;
    r->h_s = r->tried_s;
    robot_numbers_take(r->x, r->next);
    make_dense(r);
    return STATUS_OK;
}

void rodas_at(const void *self, double t, double *q, double *qd, works *given)
{
    const rodas *r = self;
    robot_numbers_between(r->x, r->dense, (t - r->t_s) / r->h_s, q, qd, given);
}

static void *make(arena *mem, robot_motion *x)
{
    rodas *r = ARENA_ARRAY(mem, rodas, 1);
    *r = rodas_make(mem, x);
    return r;
}

const adaptive_pair RODAS = {make, rodas_try, rodas_take, rodas_at, 4, 0};
