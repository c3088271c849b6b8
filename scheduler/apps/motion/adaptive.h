/* SPDX-License-Identifier: MIT */
/* Steps as long as a tolerance lets them be, by a pair of methods whose difference is the error of
 * a step: where it is larger the step is refused and repeated shorter. The error of each number
 * that is integrated stays within absolute + relative times its size, in rad, m, rad/s, m/s. Steps
 * end where courses of torques and of driven joints bend. Rows between the ends of steps have loops
 * closed. */
#ifndef TAUFLOW_ADAPTIVE_H
#define TAUFLOW_ADAPTIVE_H

#include "apps/motion/robot_motion.h"

/* Of x->tolerance 0. */
#define ADAPTIVE_TOLERANCE 1e-8
/* Less than this is rounding of binary64. */
#define ADAPTIVE_TOLERANCE_LEAST 1e-14

/* A pair of methods (rk45.h, rodas.h). */
typedef struct adaptive_pair {
    void *(*make)(arena *mem, robot_motion *x);
    /* One step of h from the state, which stays. error: the largest estimate of a number that is
     * integrated, over absolute + relative times its size; not finite where the step left all
     * numbers behind. */
    status (*attempt)(void *self, double h, double relative, double absolute, double *error,
                      diag *d);
    /* The state goes to the end of the step that was tried; where it cannot be it stays. */
    status (*take)(void *self, diag *d);
    /* Positions, rates and work at a time within the last step; loops are nearly closed. */
    void (*at)(const void *self, double t, double *q, double *qd, works *given);
    double power;   /* of the length of a step that its error goes with */
    double of_last; /* how much the error of the last step counts: a power, too */
} adaptive_pair;

extern const adaptive_pair RK45, RODAS;

/* Sets what moves it; first_s: the step that is tried first. */
void adaptive_move(arena *mem, robot_motion *x, double first_s, mover *out);

#endif
