/* SPDX-License-Identifier: MIT */
/* Inputs of positions as others want them: sines and cosines as operations, for machines that
 * compute them (--trig core), or those of a joint's own angle alone (--plain-angles). */
#ifndef TAUFLOW_ANGLES_H
#define TAUFLOW_ANGLES_H

#include "operations/ops.h"

/* Replaces every input that the host makes of a position (sin, cos, or q with a ratio or offset) by
 * operations on the position itself, so that all inputs are numbers of the state as they are.
 * Inputs that nothing uses and that would have to be made are dropped. Positions come first, as
 * their sines take longest; results are named as the inputs were. */
void ops_compute_angles(arena *mem, ops *p);

/* Replaces every input that has an offset, or the opposite of an angle, by operations on inputs
 * that have not: a position by a sum, a sine or cosine by a rotation,
 *
 *     sin(q + c) = sin q cos c + cos q sin c,    cos(q + c) = cos q cos c - sin q sin c,
 *
 * three operations each, fewer where c is a quarter turn. Ratios of joints that follow others stay
 * (of positions they are operations, too). Returns how many operations that took. */
uint32_t ops_plain_angles(arena *mem, ops *p);
/* How many inputs it would replace. */
uint32_t ops_moved_angles(const ops *p);

#endif
