/* SPDX-License-Identifier: MIT */
/* Balls that turn (robot/tree_balls.c) on their way: how they are turned, and how fast.
 *
 * In the state of a robot a ball has, beside its three coordinates, the unit quaternion (w x y z)
 * that turns the axes of its child to those of its joint on the parent. That is what is integrated;
 * the three angles that the equations take follow from it, and no position is singular: where
 * the second angle is a right angle any of the others that turn it so will do. */
#ifndef TAUFLOW_BALLS_H
#define TAUFLOW_BALLS_H

#include "robot/tree.h"

enum { BALL_POSITIONS = 4 };

/* The angles of a quaternion, into q of all coordinates; the second one is within a right angle.
 * And the quaternion of angles, whatever they are. */
void ball_angles(const tree_ball *b, const double r[BALL_POSITIONS], double *q);
void ball_take_angles(const tree_ball *b, const double *q, double r[BALL_POSITIONS]);
/* The angular velocity of its child in the child's axes, of rates of all coordinates. */
vec3 ball_rate(const tree_ball *b, const double *qd);

/* How its numbers are called. */
const char *ball_position_name(arena *mem, const tree_ball *b, uint32_t number);

#endif
