/* SPDX-License-Identifier: MIT */
/* Dormand and Prince's pair of orders 5 and 4 (J. Comp. Appl. Math. 6, 1980): seven stages, of
 * which the last is the first of the next step; the difference of both orders estimates the error
 * of a step. Between its ends a polynomial of fourth order follows from the same stages (Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, II.6).
 *
 * All positions and rates are carried along, dependent ones too: they begin Newton's method near
 * where loops are closed. Of them it is looked at how far they were led astray: where that is more
 * than the root of the relative tolerance (rad, m) Newton's method might close the loops in
 * another of their ways. */
#ifndef TAUFLOW_RK45_H
#define TAUFLOW_RK45_H

#include "apps/motion/robot_motion.h"

enum { RK45_STAGES = 7, RK45_DENSE = 5 };

typedef struct {
    robot_motion *x;
    uint32_t count;     /* numbers of a state: positions, rates, then what was given and taken */
    double t_s, h_s;    /* the last step: when it began, how long it was */
    double tried_s;     /* the length of the step that is tried */
    double *from, *next;
    double *guess;      /* positions of the last stage, before loops were closed */
    double *changes;    /* of RK45_STAGES stages; the first are those of the state where x has its
                           accelerations */
    double *dense;      /* RK45_DENSE coefficients of each number of the last step */
} rk45;

rk45 rk45_make(arena *mem, robot_motion *x);

/* One step of h from the state, which stays. error: the largest estimate of a number that is
 * integrated, over absolute + relative times its size; not finite where the step left all numbers
 * behind. */
status rk45_try(rk45 *r, double h, double relative, double absolute, double *error, diag *d);
/* The state goes to the end of the step that was tried; where it cannot be it stays. */
status rk45_take(rk45 *r, diag *d);
/* Positions, rates and work at a time within the last step; loops are nearly closed. */
void rk45_at(const rk45 *r, double t, double *q, double *qd, works *given);

#endif
