/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_turns.h"

#include "apps/motion/quaternions.h"

uint32_t robot_ball(const robot_motion *x, uint32_t ball)
{
    return x->count + FREE_POSITIONS * x->free_count + BALL_POSITIONS * ball;
}

status robot_turns_check(const robot_motion *x, diag *d)
{
    for (uint32_t i = 0; i < x->count; i++)
        if (x->t->coordinates[i].driven && x->t->coordinates[i].swirl != 0)
            return diag_error(d, (place){0}, "joint '%s' is driven, and part of a ball that turns "
                              "(--balls turning), whose rates are no derivatives of its positions: "
                              "--balls hinges has motions of them", x->t->coordinates[i].name);
    return STATUS_OK;
}

void robot_turns_start(robot_motion *x)
{
    for (uint32_t k = 0; k < x->t->balls_count; k++)
        ball_take_angles(&x->t->balls[k], x->q, x->q + robot_ball(x, k));
}

void robot_turns_angles(const robot_motion *x, double *q)
{
    for (uint32_t k = 0; k < x->t->balls_count; k++)
        ball_angles(&x->t->balls[k], q + robot_ball(x, k), q);
}

void robot_turns_changes(const robot_motion *x, const double *q, const double *qd, double *changes)
{
    for (uint32_t k = 0; k < x->free_count; k++)
        free_changes(q + x->count + FREE_POSITIONS * k, qd + x->count + FREE_RATES * k,
                     changes + x->count + FREE_POSITIONS * k);
    for (uint32_t k = 0; k < x->t->balls_count; k++) {
        const tree_ball *b = &x->t->balls[k];
        const uint32_t at = robot_ball(x, k);
        quaternion_changes(q + at, ball_rate(b, qd), changes + at);
        for (uint32_t i = 0; i < 3; i++)
            changes[b->coordinate[i]] = 0;
    }
}

void robot_turns_settle(robot_motion *x)
{
    for (uint32_t k = 0; k < x->free_count; k++)
        x->turns_off = fmax(x->turns_off, quaternion_normalise(x->q + x->count + 3 +
                                                               FREE_POSITIONS * k));
    for (uint32_t k = 0; k < x->t->balls_count; k++)
        x->turns_off = fmax(x->turns_off, quaternion_normalise(x->q + robot_ball(x, k)));
    robot_turns_angles(x, x->q);
}
