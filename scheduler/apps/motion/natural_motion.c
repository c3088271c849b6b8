/* SPDX-License-Identifier: MIT */
#include "apps/motion/natural_motion.h"

#include "apps/motion/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    PENALTY_PASSES = 3, /* of accelerations and projections: each gains the factor 1 / a */
    POSITION_PASSES = 10,
    KEPT = 4            /* numbers beside arrays that natural_motion_keep remembers */
};

static double *numbers(arena *mem, uint32_t count)
{
    return ARENA_ARRAY(mem, double, count + 1);
}

static void copy(const natural_motion *x, double *to, const double *from)
{
    memcpy(to, from, x->n->count * sizeof *to);
}

step_result natural_motion_begin(arena *mem, const natural *n, const natural_options *o,
                                 natural_motion *out)
{
    const uint32_t count = n->count, m = n->constraints_count;
    natural_motion x = {.n = n, .o = *o, .s = saddle_make(mem, n, o->way)};
    double **const of_coordinates[] = {&x.q, &x.qd, &x.qdd, &x.q1, &x.qd1, &x.qdd1,
                                       &x.step, &x.side, &x.x, &x.none, &x.acting};
    for (uint32_t k = 0; k < sizeof of_coordinates / sizeof of_coordinates[0]; k++)
        *of_coordinates[k] = numbers(mem, count);
    double **const of_constraints[] = {&x.multiplier, &x.mu, &x.value, &x.gap,
                                       &x.before};
    for (uint32_t k = 0; k < sizeof of_constraints / sizeof of_constraints[0]; k++)
        *of_constraints[k] = numbers(mem, m);
    x.slopes = natural_has_slopes(n) ? numbers(mem, count * count) : NULL;
    x.keep = numbers(mem, 3 * count + m + KEPT);
    copy(&x, x.q1, n->q);
    copy(&x, x.qd1, n->qd);
    step_result done = natural_accelerations(&x);
    memcpy(x.multiplier, x.mu, m * sizeof *x.mu);
    if (done == STEP_DONE)
        done = natural_motion_advance(&x, 0);
    if (done == STEP_DONE)
        done = natural_account_ends(&x, 0);
    *out = x;
    return done;
}

void natural_motion_keep(natural_motion *x)
{
    const uint32_t count = x->n->count;
    copy(x, x->keep, x->q);
    copy(x, x->keep + count, x->qd);
    copy(x, x->keep + 2 * count, x->qdd);
    memcpy(x->keep + 3 * count, x->multiplier, x->n->constraints_count * sizeof *x->keep);
    double *rest = x->keep + 3 * count + x->n->constraints_count;
    rest[0] = x->t;
    rest[1] = x->dissipated;
    rest[2] = x->driven;
    rest[3] = x->power;
}

void natural_motion_back(natural_motion *x)
{
    const uint32_t count = x->n->count;
    copy(x, x->q, x->keep);
    copy(x, x->qd, x->keep + count);
    copy(x, x->qdd, x->keep + 2 * count);
    memcpy(x->multiplier, x->keep + 3 * count, x->n->constraints_count * sizeof *x->keep);
    const double *rest = x->keep + 3 * count + x->n->constraints_count;
    x->t = rest[0];
    x->dissipated = rest[1];
    x->driven = rest[2];
    x->power = rest[3];
}

static step_result take(natural_motion *x, const double *q, double penalty, const double *added)
{
    if (saddle_take(&x->s, q, penalty, added))
        return STEP_DONE;
    const bool numbers_are_good = isfinite(dense_largest(q, x->n->count));
    return x->o.way == SOLVE_DIRECT && numbers_are_good ? STEP_DEPENDENT : STEP_DIVERGED;
}

step_result natural_take(natural_motion *x, const double *q, double penalty)
{
    return take(x, q, penalty, NULL);
}

step_result natural_take_pass(natural_motion *x, const double *q, double h, double t,
                              const double *q0, const double *rates)
{
    const double by_place = h * h / 4;
    if (x->slopes) {
        memset(x->slopes, 0, (size_t)x->n->count * x->n->count * sizeof *x->slopes);
        natural_add_slopes(x->n, t, q0, x->q1, rates, by_place, h / 2, x->slopes);
    }
    return take(x, q, by_place * x->o.penalty, x->slopes);
}

/* Whoever answers gives multipliers in fewer figures than the state has. Forces along J', as it is
 * here, do no work whatever their sizes; so it is the multipliers that are taken, and accelerations
 * made of them: those that came would have the error of a J' in fewer figures, and drift. */
static step_result ask_for_accelerations(natural_motion *x)
{
    const uint32_t count = x->n->count;
    motion_query ask = {.q = x->q1, .qd = x->qd1, .tau = x->none, .imposed = x->none,
                        .qdd = x->qdd1, .reaction = x->none, .multiplier = x->mu};
    if (x->from.answer(x->from.self, x->t, &ask, x->d) != STATUS_OK)
        return STEP_LOST;
    natural_rows(x->n, x->q1, x->s.row);
    natural_forces(x->n, x->t1, x->q1, x->q1, x->qd1, x->qdd1);
    saddle_add_reaction(&x->s, -1, x->mu, x->qdd1);
    dense_solve(x->s.mass.of, count, x->qdd1);
    return STEP_DONE;
}

/* Accelerations at the next state, and multipliers into mu. */
static step_result solve_at_next(natural_motion *x, double *accelerations)
{
    const step_result taken = natural_take(x, x->q1, x->o.penalty);
    if (taken != STEP_DONE)
        return taken;
    natural_quadratic(x->n, x->t1, x->qd1, x->gap);
    for (uint32_t k = 0; k < x->n->constraints_count; k++)
        x->gap[k] = -x->gap[k];
    natural_forces(x->n, x->t1, x->q1, x->q1, x->qd1, x->acting);
    saddle_solve(&x->s, x->acting, x->gap, PENALTY_PASSES, accelerations, x->mu);
    return STEP_DONE;
}

step_result natural_accelerations(natural_motion *x)
{
    return x->from.answer ? ask_for_accelerations(x) : solve_at_next(x, x->qdd1);
}

/* M (q - q*) stays orthogonal to what the constraints leave free: b holds it back at q*. */
step_result natural_project_positions(natural_motion *x)
{
    const uint32_t count = x->n->count, m = x->n->constraints_count;
    const double size = fmax(1, dense_largest(x->q1, count));
    memset(x->step, 0, count * sizeof *x->step);
    for (uint32_t pass = 0; pass < POSITION_PASSES; pass++) {
        natural_values(x->n, x->t1, x->q1, x->value);
        if (dense_largest(x->value, m) <= 4 * DBL_EPSILON * size * size)
            return STEP_DONE;
        const step_result taken = natural_take(x, x->q1, x->o.penalty);
        if (taken != STEP_DONE)
            return taken;
        saddle_momentum(&x->s, x->step, x->side);
        for (uint32_t i = 0; i < count; i++)
            x->side[i] = -x->side[i];
        for (uint32_t k = 0; k < m; k++)
            x->gap[k] = -x->value[k];
        saddle_solve(&x->s, x->side, x->gap, PENALTY_PASSES, x->x, x->mu);
        for (uint32_t i = 0; i < count; i++) {
            x->q1[i] += x->x[i];
            x->step[i] += x->x[i];
        }
        if (dense_largest(x->x, count) <= DBL_EPSILON * size)
            return STEP_DONE;
    }
    return dense_largest(x->x, count) <= 1e-6 * size ? STEP_DONE : STEP_DIVERGED;
}

static void add_projection(natural_motion *x, double *rates, bool accelerations)
{
    const uint32_t count = x->n->count, m = x->n->constraints_count;
    memset(x->side, 0, count * sizeof *x->side);
    saddle_rates(&x->s, rates, x->gap);
    if (accelerations)
        natural_quadratic(x->n, x->t1, x->qd1, x->value);
    for (uint32_t k = 0; k < m; k++)
        x->gap[k] = accelerations
                        ? -(x->gap[k] + x->value[k])
                        : -(x->gap[k] - natural_driven(&x->n->constraints[k], x->t1, 1));
    saddle_solve(&x->s, x->side, x->gap, PENALTY_PASSES, x->x, x->mu);
    for (uint32_t i = 0; i < count; i++)
        rates[i] += x->x[i];
}

step_result natural_project_rates(natural_motion *x, bool accelerations)
{
    const step_result taken = natural_take(x, x->q1, x->o.penalty);
    if (taken != STEP_DONE)
        return taken;
    add_projection(x, x->qd1, false);
    if (accelerations)
        add_projection(x, x->qdd1, true);
    return STEP_DONE;
}

/* ---- work ------------------------------------------------------------------------------------ */

/* The forces -J' lambda of drives meet rates J qd = s'. */
static double drive_power(const natural_motion *x, const double *lambda, double t)
{
    double sum = 0;
    for (uint32_t k = 0; k < x->n->constraints_count; k++)
        sum -= lambda[k] * natural_driven(&x->n->constraints[k], t, 1);
    return sum;
}

/* Multipliers are solved for: those that methods leave have less order than the state. */
step_result natural_account_ends(natural_motion *x, double h)
{
    double power = natural_road_power(x->n, x->t1, x->q1);
    if (x->n->is_driven) {
        const step_result done = solve_at_next(x, x->x);
        if (done != STEP_DONE)
            return done;
        power += drive_power(x, x->mu, x->t1);
    }
    x->dissipated += h / 2 * (natural_loss(x->n, x->q, x->q, x->qd) +
                              natural_loss(x->n, x->q1, x->q1, x->qd1));
    x->driven += h / 2 * (x->power + power);
    x->power = power;
    return STEP_DONE;
}

void natural_account_middle(natural_motion *x, double h)
{
    for (uint32_t i = 0; i < x->n->count; i++)
        x->x[i] = (x->qd[i] + x->qd1[i]) / 2;
    x->dissipated += h * natural_loss(x->n, x->q, x->q1, x->x);
    x->driven += natural_road_work(x->n, x->t, x->q, x->t1, x->q1);
    for (uint32_t k = 0; k < x->n->constraints_count; k++) {
        const natural_constraint *c = &x->n->constraints[k];
        x->driven -= x->multiplier[k] *
                     (natural_driven(c, x->t1, 0) - natural_driven(c, x->t, 0));
    }
}

double natural_supplied(const natural_motion *x)
{
    double sum = x->driven;
    for (uint32_t i = 0; i < x->n->count; i++)
        sum += x->n->push[i] * (x->q[i] - x->n->q[i]);
    return sum;
}

double natural_balance(const natural_motion *x)
{
    return natural_energy(x->n, x->t, x->q, x->qd) + x->dissipated - natural_supplied(x);
}

step_result natural_motion_advance(natural_motion *x, double h)
{
    const uint32_t count = x->n->count;
    const double all = dense_largest(x->q1, count) + dense_largest(x->qd1, count) +
                       dense_largest(x->qdd1, count);
    if (!isfinite(all))
        return STEP_DIVERGED;
    copy(x, x->q, x->q1);
    copy(x, x->qd, x->qd1);
    copy(x, x->qdd, x->qdd1);
    x->t += h;
    return STEP_DONE;
}

/* Whether passes for positions go on after one that changed them so much. */
static bool goes_on(const natural_motion *x, uint32_t pass, double change)
{
    const double size = fmax(1, dense_largest(x->q, x->n->count));
    const double enough = x->o.tolerance > 0           ? x->o.tolerance
                          : x->o.way == SOLVE_PENALTY ? NATURAL_TOLERANCE_PENALTY
                                                      : NATURAL_TOLERANCE;
    return x->o.passes ? pass < x->o.passes : !(change <= enough * size);
}

step_result natural_newton(natural_motion *x, double h, natural_rule *rule, natural_pass *one)
{
    double change = INFINITY;
    uint32_t pass = 0;
    x->t1 = x->t + h;
    for (uint32_t i = 0; i < x->n->count; i++)
        x->step[i] = h * h / 2 * x->qdd[i];
    rule(x, h);
    for (; goes_on(x, pass, change); pass++) {
        if (pass == NATURAL_PASSES_MOST)
            return STEP_DIVERGED;
        const step_result done = one(x, h, &change);
        if (done != STEP_DONE)
            return done;
        if (!isfinite(change))
            return STEP_DIVERGED;
    }
    x->passes = pass;
    return STEP_DONE;
}

step_result natural_end_projected(natural_motion *x, double h)
{
    step_result done = natural_project_rates(x, true);
    if (done == STEP_DONE)
        done = natural_account_ends(x, h);
    return done == STEP_DONE ? natural_motion_advance(x, h) : done;
}

double natural_open(natural_motion *x)
{
    natural_values(x->n, x->t, x->q, x->value);
    return dense_largest(x->value, x->n->constraints_count);
}

double natural_open_rate(natural_motion *x)
{
    natural_rows(x->n, x->q, x->s.row);
    saddle_rates(&x->s, x->qd, x->gap);
    for (uint32_t k = 0; k < x->n->constraints_count; k++)
        x->gap[k] -= natural_driven(&x->n->constraints[k], x->t, 1);
    return dense_largest(x->gap, x->n->constraints_count);
}
