/* SPDX-License-Identifier: MIT */
/* Euler's explicit method, of first order: a step along the rates and accelerations of the state.
 * It is what other methods are compared with. */
#include "apps/motion/robot_motion.h"

#include <string.h>

bool robot_moves(const robot_motion *x, uint32_t i)
{
    return x->is_integrated[i] || x->is_led[i];
}

void robot_go(const robot_motion *x, double part_s, const double *rate, const double *acceleration,
              double *q, double *qd)
{
    for (uint32_t i = 0; i < x->positions; i++)
        q[i] = x->q[i] + part_s * (robot_moves(x, i) ? rate[i] : x->qd[i]);
    for (uint32_t i = 0; i < x->rates; i++)
        qd[i] = x->is_integrated[i] ? x->qd[i] + part_s * acceleration[i] : x->qd[i];
}

status robot_step_euler(robot_motion *x, double h, diag *d)
{
    const uint32_t n = x->positions;
    double *q = x->work + n, *qd = q + n, *a = qd + n, *rate = a + n;
    memcpy(q, x->q, n * sizeof *q);
    memcpy(qd, x->qd, x->rates * sizeof *qd);
    TRY(robot_accelerate(x, x->t_s, q, qd, a, d));
    robot_changes(x, x->q, x->qd, rate);
    robot_go(x, h, rate, a, q, qd);
    TRY(robot_settle(x, x->t_s + h, q, qd, d));
    works_add(&x->given, h, &x->power);
    return STATUS_OK;
}
