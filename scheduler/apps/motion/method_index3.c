/* SPDX-License-Identifier: MIT */
/* Index 3 [papers C (8), (9) and D (1), (2)]: positions are what is solved for, by Newton's method
 * on the trapezoidal rule,
 *
 *   qd1 = 2/h (q1 - q0) - qd0        qdd1 = 4/h^2 (q1 - q0) - 4/h qd0 - qdd0
 *   M qdd1 + J' lambda = Q           Phi(q1) = 0
 *
 * then rates and accelerations are projected. What changes is q1 - q0 - h qd0, so that small steps
 * do not drown in the figures of q and of qd; second derivatives of Phi are left out of Newton's
 * matrix, where they lead to wrong roots. */
#include "apps/motion/dense.h"
#include "apps/motion/natural_motion.h"

#include <math.h>

static void take_rule(natural_motion *x, double h)
{
    for (uint32_t i = 0; i < x->n->count; i++) {
        x->q1[i] = x->q[i] + (h * x->qd[i] + x->step[i]);
        x->qd1[i] = x->qd[i] + 2 / h * x->step[i];
        x->qdd1[i] = 4 / (h * h) * x->step[i] - x->qdd[i];
    }
}

/* One pass; the largest change of q1. */
static step_result newton_pass(natural_motion *x, double h, double *change)
{
    const uint32_t count = x->n->count, m = x->n->constraints_count;
    const double k = h * h / 4;
    const step_result taken = natural_take_pass(x, x->q1, h, x->t1, x->q1, x->qd1);
    if (taken != STEP_DONE)
        return taken;
    saddle_momentum(&x->s, x->qdd1, x->side);
    saddle_add_reaction(&x->s, 1, x->multiplier, x->side);
    natural_forces(x->n, x->t1, x->q1, x->q1, x->qd1, x->acting);
    for (uint32_t i = 0; i < count; i++)
        x->side[i] = -k * (x->side[i] - x->acting[i]);
    natural_values(x->n, x->t1, x->q1, x->value);
    for (uint32_t c = 0; c < m; c++)
        x->gap[c] = -x->value[c];
    saddle_solve(&x->s, x->side, x->gap, 1, x->x, x->mu);
    for (uint32_t i = 0; i < count; i++)
        x->step[i] += x->x[i];
    take_rule(x, h);
    if (x->o.way == SOLVE_PENALTY)
        natural_values(x->n, x->t1, x->q1, x->value);
    for (uint32_t c = 0; c < m; c++)
        x->multiplier[c] += x->o.way == SOLVE_PENALTY ? x->o.penalty * x->value[c] : x->mu[c] / k;
    *change = dense_largest(x->x, count);
    return STEP_DONE;
}

step_result natural_step_plain(natural_motion *x, double h)
{
    step_result done = natural_newton(x, h, take_rule, newton_pass);
    if (done == STEP_DONE)
        done = natural_account_ends(x, h);
    return done == STEP_DONE ? natural_motion_advance(x, h) : done;
}

step_result natural_step_index3(natural_motion *x, double h)
{
    const step_result done = natural_newton(x, h, take_rule, newton_pass);
    return done == STEP_DONE ? natural_end_projected(x, h) : done;
}
