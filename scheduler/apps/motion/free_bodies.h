/* SPDX-License-Identifier: MIT */
/* Free bodies on their way: where they are, how they are turned, and how fast they move.
 *
 * In the state of a robot they follow the joints. A free body has seven positions: its origin, in
 * the axes of the base, and the unit quaternion (w x y z) that turns its axes to those of the base;
 * and six rates: the velocity of its origin in the axes of the base, and its angular velocity in
 * its own. Accelerations are those of the rates. */
#ifndef TAUFLOW_FREE_BODIES_H
#define TAUFLOW_FREE_BODIES_H

#include "robot/tree.h"

enum { FREE_POSITIONS = 7, FREE_RATES = 6, FREE_MOTION = 9, FREE_ACCELERATION = 6 };

/* Its pose, also where the quaternion is not of length 1; and positions of a pose. */
pose free_pose(const double *positions);
void free_take_pose(const pose *at, double *positions);

/* How the positions change where they and the rates are these. */
void free_changes(const double *positions, const double *rates, double *changes);

/* What the equations take and give (docs/functions.md), of one body: numbers of `free_motion` from
 * rates, accelerations of the rates from `free_acceleration`. */
void free_to_motion(const double *rates, double *motion);
void free_from_acceleration(const double *positions, vec3 gravity_ms2, const double *acceleration,
                            double *out);

/* Of free body number k: how its positions and rates are called. A rate is that of the freedom of
 * the same name (tree_freedom_name). */
const char *free_position_name(arena *mem, const tree *t, uint32_t body, uint32_t number);

#endif
