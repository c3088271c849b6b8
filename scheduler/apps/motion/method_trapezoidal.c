/* SPDX-License-Identifier: MIT */
/* The trapezoidal rule on independent joints, free bodies and balls, by iterations that begin with
 * the accelerations of the state; those of the last one are the first of the next step. */
#include "apps/motion/dense.h"
#include "apps/motion/quaternions.h"
#include "apps/motion/robot_turns.h"

#include <math.h>
#include <string.h>

enum { ITERATIONS_MOST = 50 };
#define CHANGE_AT_MOST 1e-13

/* The same of a free body, which turns by the mean of its angular velocities. */
static double take_rule_freely(const robot_motion *x, uint32_t k, double h, const double *a1,
                               double *q, double *qd)
{
    const uint32_t at = x->count + FREE_POSITIONS * k, rate_at = x->count + FREE_RATES * k;
    double next[FREE_POSITIONS], mean[FREE_RATES], change = 0;
    for (uint32_t i = 0; i < FREE_RATES; i++) {
        const uint32_t r = rate_at + i;
        const double rate = x->qd[r] + h / 2 * (x->qdd[r] + a1[r]);
        mean[i] = (x->qd[r] + rate) / 2;
        change = fmax(change, h * fabs(rate - qd[r]));
        qd[r] = rate;
    }
    memcpy(next, x->q + at, sizeof next);
    for (uint32_t i = 0; i < 3; i++)
        next[i] += h * mean[i];
    quaternion_turn(next + 3, (vec3){{h * mean[3], h * mean[4], h * mean[5]}});
    for (uint32_t i = 0; i < FREE_POSITIONS; i++)
        change = fmax(change, fabs(next[i] - q[at + i]));
    memcpy(q + at, next, sizeof next);
    return change;
}

/* A ball turns so, too; its rates are those of joints. */
static double take_rule_turning(const robot_motion *x, uint32_t k, double h, double *q,
                                const double *qd)
{
    const tree_ball *b = &x->t->balls[k];
    const uint32_t at = robot_ball(x, k);
    const vec3 mean = vec3_scale(vec3_add(ball_rate(b, x->qd), ball_rate(b, qd)), 0.5);
    double next[BALL_POSITIONS], change = 0;
    memcpy(next, x->q + at, sizeof next);
    quaternion_turn(next, vec3_scale(mean, h));
    for (uint32_t i = 0; i < BALL_POSITIONS; i++)
        change = fmax(change, fabs(next[i] - q[at + i]));
    memcpy(q + at, next, sizeof next);
    return change;
}

/* States of laws, by the rates that these say at both ends. */
static double take_rule_of_laws(const robot_motion *x, double h, double *q, const double *qd)
{
    double *first = x->work + 4 * (size_t)x->positions, *last = first + x->positions, change = 0;
    robot_changes(x, x->q, x->qd, first);
    robot_changes(x, q, qd, last);
    for (uint32_t i = x->positions - x->states; i < x->positions; i++) {
        const double at = x->q[i] + h / 2 * (first[i] + last[i]);
        change = fmax(change, fabs(at - q[i]) / fmax(1, fabs(at)));
        q[i] = at;
    }
    return change;
}

static double take_rule(const robot_motion *x, double h, const double *a1, double *q, double *qd)
{
    double change = 0, size = 1;
    for (uint32_t i = 0; i < x->count; i++) {
        if (!x->is_integrated[i])
            continue;
        const double rate = x->qd[i] + h / 2 * (x->qdd[i] + a1[i]);
        const bool turns = x->t->coordinates[i].swirl != 0; /* q follows from a quaternion */
        const double at = turns ? q[i] : x->q[i] + h / 2 * (x->qd[i] + rate);
        change = fmax(change, fabs(at - q[i]) + h * fabs(rate - qd[i]));
        size = fmax(size, fabs(at));
        q[i] = at;
        qd[i] = rate;
    }
    for (uint32_t k = 0; k < x->free_count; k++) {
        change = fmax(change, take_rule_freely(x, k, h, a1, q, qd));
        size = fmax(size, dense_largest(q + x->count + FREE_POSITIONS * k, 3));
    }
    for (uint32_t k = 0; k < x->t->balls_count; k++)
        change = fmax(change, take_rule_turning(x, k, h, q, qd));
    return fmax(change / size, x->states ? take_rule_of_laws(x, h, q, qd) : 0);
}

/* Of positions whose rates follow from others; last: what the rule said, before loops were
 * closed. */
static double take_rule_led(const robot_motion *x, double h, const double *qd, double *q,
                            double *last)
{
    double change = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        if (!x->is_led[i])
            continue;
        q[i] = x->q[i] + h / 2 * (x->qd[i] + qd[i]);
        change = fmax(change, fabs(q[i] - last[i]));
        last[i] = q[i];
    }
    return change;
}

status robot_step_trapezoidal(robot_motion *x, double h, diag *d)
{
    const uint32_t n = x->positions, rates = x->rates;
    double *q = x->work + n, *qd = q + n, *a = qd + n, *last = a + n;
    if (!x->has_accelerations) {
        memcpy(q, x->q, n * sizeof *q);
        memcpy(qd, x->qd, rates * sizeof *qd);
        TRY(robot_accelerate(x, x->t_s, q, qd, x->qdd, d));
        x->power_here = x->power;
        x->has_accelerations = true;
    }
    robot_changes(x, x->q, x->qd, q);
    for (uint32_t i = 0; i < n; i++)
        q[i] = x->q[i] + h * q[i];
    memcpy(a, x->qdd, rates * sizeof *a);
    memcpy(qd, x->qd, rates * sizeof *qd);
    take_rule(x, h, a, q, qd);
    double change = INFINITY;
    const uint32_t most = x->iterations ? x->iterations : ITERATIONS_MOST;
    for (uint32_t pass = 0; pass < most && (x->iterations || change > CHANGE_AT_MOST); pass++) {
        TRY(robot_accelerate(x, x->t_s + h, q, qd, a, d));
        change = take_rule(x, h, a, q, qd);
        TRY(robot_lead(x, x->t_s + h, q, qd, d));
        change = fmax(change, take_rule_led(x, h, qd, q, last));
    }
    if (!x->iterations && !(change <= CHANGE_AT_MOST))
        return diag_system_error(d, (place){0}, "robot '%s': no solution after t = %.9g s with "
                                                "steps of %.3g s: iterations do not converge",
                                 x->t->name, x->t_s, h);
    TRY(robot_settle(x, x->t_s + h, q, qd, d));
    memcpy(x->qdd, a, rates * sizeof *a);
    works_add(&x->given, h / 2, &x->power_here);
    works_add(&x->given, h / 2, &x->power);
    x->power_here = x->power;
    return STATUS_OK;
}
