/* SPDX-License-Identifier: MIT */
/* Unit quaternions (w x y z) of what turns without being singular anywhere: they turn the axes of a
 * body to those of another, in which they are told. Rates are angular velocities in the axes of the
 * body. */
#ifndef TAUFLOW_QUATERNIONS_H
#define TAUFLOW_QUATERNIONS_H

#include "robot/spatial.h"

/* Makes it one of length 1 again; returns how far it was from that. */
double quaternion_normalise(double r[4]);
/* How it changes where it and the rate are these. */
void quaternion_changes(const double r[4], vec3 rate, double changes[4]);
/* Turns it by a vector, axis times angle, in the axes of the body. */
void quaternion_turn(double r[4], vec3 by);

#endif
