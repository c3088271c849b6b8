/* SPDX-License-Identifier: MIT */
/* The classic method of Runge and Kutta of fourth order on independent joints and free bodies. */
#include "apps/motion/robot_motion.h"

#include <string.h>

static bool moves(const robot_motion *x, uint32_t i)
{
    return x->is_integrated[i] || x->is_led[i];
}

/* Most robots have none of these. */
static bool holds_some(const robot_motion *x)
{
    bool holds = false;
    for (uint32_t i = 0; i < x->positions; i++)
        holds = holds || !x->is_integrated[i];
    return holds;
}

/* A state `part` steps on from the one that x has, along rates and accelerations of another;
 * dependent joints as their own rates lead them, near enough for Newton's method. */
static void go(const robot_motion *x, bool holds, double part_s, double *rate,
               const double *acceleration, double *q, double *qd)
{
    for (uint32_t i = 0; holds && i < x->count; i++)
        rate[i] = moves(x, i) ? rate[i] : x->qd[i];
    for (uint32_t i = 0; i < x->rates; i++) {
        q[i] = x->q[i] + part_s * rate[i];
        qd[i] = x->qd[i] + part_s * acceleration[i];
    }
    for (uint32_t i = x->rates; i < x->positions; i++) /* of quaternions and laws */
        q[i] = x->q[i] + part_s * rate[i];
    for (uint32_t i = 0; holds && i < x->count; i++)
        qd[i] = x->is_integrated[i] ? qd[i] : x->qd[i];
}

status robot_step_rk4(robot_motion *x, double h, diag *d)
{
    static const double PART[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    const uint32_t n = x->positions;
    double *q = x->work + n, *qd = q + n, *a = qd + n, *rate = a + n;
    double *sum_q = rate + n, *sum_qd = sum_q + n;
    works given = {0};
    memset(sum_q, 0, 2 * n * sizeof *sum_q);
    robot_changes(x, x->q, x->qd, rate);
    memset(a, 0, n * sizeof *a);
    const bool holds = holds_some(x);
    for (uint32_t stage = 0; stage < 4; stage++) {
        go(x, holds, PART[stage] * h, rate, a, q, qd);
        TRY(robot_accelerate(x, x->t_s + PART[stage] * h, q, qd, a, d));
        TRY(robot_lead(x, x->t_s + PART[stage] * h, q, qd, d));
        robot_changes(x, q, qd, rate);
        for (uint32_t i = 0; i < n; i++) {
            sum_q[i] += WEIGHT[stage] * rate[i];
            sum_qd[i] += WEIGHT[stage] * a[i];
        }
        works_add(&given, WEIGHT[stage], &x->power);
    }
    for (uint32_t i = 0; i < n; i++)
        q[i] = x->q[i] + (moves(x, i) ? h / 6 * sum_q[i] : h * x->qd[i]);
    for (uint32_t i = 0; i < x->rates; i++)
        qd[i] = x->qd[i] + (x->is_integrated[i] ? h / 6 * sum_qd[i] : 0);
    TRY(robot_settle(x, x->t_s + h, q, qd, d));
    works_add(&x->given, h / 6, &given);
    return STATUS_OK;
}
