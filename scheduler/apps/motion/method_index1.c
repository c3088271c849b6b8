/* SPDX-License-Identifier: MIT */
/* Index 1 [paper C, (6) and (7)]: accelerations are what is solved for, the trapezoidal rule makes
 * rates and positions of them, and both are projected afterwards. Accelerations of the last pass
 * are carried over the projection. */
#include "apps/motion/dense.h"
#include "apps/motion/natural_motion.h"

#include <math.h>

/* Rates and positions of the rule from qdd1; the largest change of q1 over its size. */
static double take_rule(natural_motion *x, double h)
{
    double change = 0, size = 1;
    for (uint32_t i = 0; i < x->n->count; i++) {
        x->qd1[i] = x->qd[i] + h / 2 * (x->qdd[i] + x->qdd1[i]);
        const double q = x->q[i] + h / 2 * (x->qd[i] + x->qd1[i]);
        change = fmax(change, fabs(q - x->q1[i]));
        size = fmax(size, fabs(q));
        x->q1[i] = q;
    }
    return change / size;
}

step_result natural_step_index1(natural_motion *x, double h)
{
    const uint32_t most = x->o.passes ? x->o.passes : NATURAL_PASSES_MOST;
    const double enough = x->o.passes            ? -1
                          : x->o.tolerance > 0 ? x->o.tolerance
                                               : NATURAL_TOLERANCE;
    for (uint32_t i = 0; i < x->n->count; i++) {
        x->qdd1[i] = x->qdd[i];
        x->q1[i] = x->q[i];
    }
    x->t1 = x->t + h;
    take_rule(x, h);
    double change = INFINITY;
    uint32_t pass = 0;
    for (; pass < most && change > enough; pass++) {
        const step_result done = natural_accelerations(x);
        if (done != STEP_DONE)
            return done;
        change = take_rule(x, h);
    }
    x->passes = pass;
    if (!x->o.passes && !(change <= enough))
        return STEP_DIVERGED;
    step_result done = natural_project_positions(x);
    if (done == STEP_DONE)
        done = natural_project_rates(x, false);
    if (done == STEP_DONE)
        done = natural_account_ends(x, h);
    return done == STEP_DONE ? natural_motion_advance(x, h) : done;
}
