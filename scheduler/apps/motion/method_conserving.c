/* SPDX-License-Identifier: MIT */
/* The energy-conserving midpoint scheme [paper D, (7) to (11)]: with the mean of two states for the
 * state between them,
 *
 *   M (qd1 - qd0)/h + J(middle)' lambda = Q       (Phi(q0) + Phi(q1)) / 2 = 0
 *   q1 = q0 + h (qd0 + qd1)/2
 *
 * Constraints of second degree have J(middle) (q1 - q0) = Phi(q1) - Phi(q0) exactly, so they do no
 * work. J(middle) stands for J(q1) in Newton's matrix, too, which keeps it symmetric. Accelerations
 * are those of the middle of the step: of use to begin the next one, not to be reported. */
#include "apps/motion/dense.h"
#include "apps/motion/natural_motion.h"

#include <math.h>

static void take_rule(natural_motion *x, double h)
{
    for (uint32_t i = 0; i < x->n->count; i++) {
        x->q1[i] = x->q[i] + (h * x->qd[i] + x->step[i]);
        x->qd1[i] = x->qd[i] + 2 / h * x->step[i];
        x->qdd1[i] = 2 / (h * h) * x->step[i];
    }
}

static step_result newton_pass(natural_motion *x, double h, double *change)
{
    const double *before = x->before;
    const uint32_t count = x->n->count, m = x->n->constraints_count;
    for (uint32_t i = 0; i < count; i++) {
        x->x[i] = x->q[i] + (h * x->qd[i] + x->step[i]) / 2;
        x->side[i] = (x->qd[i] + x->qd1[i]) / 2;
    }
    const step_result taken = natural_take_pass(x, x->x, h, (x->t + x->t1) / 2, x->q, x->side);
    if (taken != STEP_DONE)
        return taken;
    saddle_momentum(&x->s, x->qdd1, x->side);
    saddle_add_reaction(&x->s, 1, x->multiplier, x->side);
    for (uint32_t i = 0; i < count; i++)
        x->x[i] = (x->qd[i] + x->qd1[i]) / 2;
    natural_forces(x->n, (x->t + x->t1) / 2, x->q, x->q1, x->x, x->acting);
    for (uint32_t i = 0; i < count; i++)
        x->side[i] = -h * h / 2 * (x->side[i] - x->acting[i]);
    natural_values(x->n, x->t1, x->q1, x->value);
    for (uint32_t c = 0; c < m; c++)
        x->gap[c] = -(before[c] + x->value[c]);
    saddle_solve(&x->s, x->side, x->gap, 1, x->x, x->mu);
    for (uint32_t i = 0; i < count; i++)
        x->step[i] += x->x[i];
    take_rule(x, h);
    natural_values(x->n, x->t1, x->q1, x->value);
    for (uint32_t c = 0; c < m; c++)
        x->multiplier[c] += x->o.way == SOLVE_PENALTY
                                ? x->o.penalty * (before[c] + x->value[c]) / 2
                                : x->mu[c] * 2 / (h * h);
    *change = dense_largest(x->x, count);
    return STEP_DONE;
}

/* Up to the next state, in q1, qd1, qdd1. */
static step_result take_step(natural_motion *x, double h)
{
    natural_values(x->n, x->t, x->q, x->before);
    return natural_newton(x, h, take_rule, newton_pass);
}

step_result natural_step_conserving(natural_motion *x, double h)
{
    const step_result done = take_step(x, h);
    if (done != STEP_DONE)
        return done;
    natural_account_middle(x, h);
    return natural_motion_advance(x, h);
}

step_result natural_step_both(natural_motion *x, double h)
{
    const step_result done = take_step(x, h);
    return done == STEP_DONE ? natural_end_projected(x, h) : done;
}
