/* SPDX-License-Identifier: MIT */
/* Steps as long as a tolerance lets them be, by the pair of rk45.h: a step whose error is larger is
 * refused and repeated shorter. The error of each number that is integrated stays within absolute +
 * relative times its size, in rad, m, rad/s, m/s. Steps end where courses of torques and of driven
 * joints bend. Rows between the ends of steps have loops closed. */
#ifndef TAUFLOW_ADAPTIVE_H
#define TAUFLOW_ADAPTIVE_H

#include "apps/motion/robot_motion.h"

/* Of x->tolerance 0. */
#define ADAPTIVE_TOLERANCE 1e-8
/* Less than this is rounding of binary64. */
#define ADAPTIVE_TOLERANCE_LEAST 1e-14

/* Sets what moves it; first_s: the step that is tried first. */
void adaptive_move(arena *mem, robot_motion *x, double first_s, mover *out);

#endif
