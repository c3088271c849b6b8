/* SPDX-License-Identifier: MIT */
/* What of a robot turns by quaternions: free bodies (free_bodies.h) and balls that turn (balls.h).
 * In q those of free bodies follow the joints, those of balls follow these. */
#ifndef TAUFLOW_ROBOT_TURNS_H
#define TAUFLOW_ROBOT_TURNS_H

#include "apps/motion/balls.h"
#include "apps/motion/robot_motion.h"

/* Where in q its quaternion is. */
uint32_t robot_ball(const robot_motion *x, uint32_t ball);

/* Refuses courses for angles of balls, of which their rates are no derivatives. */
status robot_turns_check(const robot_motion *x, diag *d);
/* Balls are turned as the angles in q of x say. */
void robot_turns_start(robot_motion *x);
/* The angles of balls become those of their quaternions. */
void robot_turns_angles(const robot_motion *x, double *q);
/* Of what turns, and of where free bodies are; angles of balls do not change by themselves. */
void robot_turns_changes(const robot_motion *x, const double *q, const double *qd, double *changes);
/* Makes quaternions in q of x ones of length 1 again, and keeps how far they were from that. */
void robot_turns_settle(robot_motion *x);

#endif
