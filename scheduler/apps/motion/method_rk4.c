/* SPDX-License-Identifier: MIT */
/* The classic method of Runge and Kutta of fourth order on independent joints and free bodies. */
#include "apps/motion/robot_motion.h"

#include <string.h>

static bool moves(const robot_motion *x, uint32_t i)
{
    return x->is_integrated[i] || x->is_led[i];
}

/* A state `part` steps on from the one that x has, along rates and accelerations of another;
 * dependent joints as their own rates lead them, near enough for Newton's method. */
static void go(const robot_motion *x, double part_s, const double *rate, const double *acceleration,
               double *q, double *qd)
{
    for (uint32_t i = 0; i < x->positions; i++)
        q[i] = x->q[i] + part_s * (moves(x, i) ? rate[i] : x->qd[i]);
    for (uint32_t i = 0; i < x->rates; i++)
        qd[i] = x->is_integrated[i] ? x->qd[i] + part_s * acceleration[i] : x->qd[i];
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
    for (uint32_t stage = 0; stage < 4; stage++) {
        go(x, PART[stage] * h, rate, a, q, qd);
        TRY(robot_accelerate(x, x->t_s + PART[stage] * h, q, qd, a, d));
        TRY(robot_lead(x, x->t_s + PART[stage] * h, q, qd, d));
        robot_changes(x, q, qd, rate);
        for (uint32_t i = 0; i < n; i++)
            sum_q[i] += WEIGHT[stage] * rate[i];
        for (uint32_t i = 0; i < x->rates; i++)
            sum_qd[i] += WEIGHT[stage] * a[i];
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
