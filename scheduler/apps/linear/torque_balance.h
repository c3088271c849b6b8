/* SPDX-License-Identifier: MIT */
/* What torques are left over at a state where free joints shall not accelerate. They come from the
 * second opinion's recursion (check/check_model.h), which reads the robot by itself, in numbers of
 * twice a double's precision: no equation that led to the state has a part in it but, with loops,
 * that of what follows. */
#ifndef TAUFLOW_TORQUE_BALANCE_H
#define TAUFLOW_TORQUE_BALANCE_H

#include "apps/linear/slopes.h"
#include "check/check_model.h"

typedef struct {
    check_model model;
    double *follows;
    double *left;   /* per free joint: what is needed there less what acts, N m or N */
    double *terms;  /* of the same: the sum of the absolute values of all terms, and what a radian
                       or metre of each free joint changes */
    double *slope;  /* what `left` changes by with free joints, count x count */
} torque_balance;

/* Refuses robots that the second opinion does not know. */
status torque_balance_make(arena *mem, const slopes *s, torque_balance *out, diag *d);
/* Of the state that slopes_take has looked at. */
status torque_balance_take(torque_balance *b, slopes *s, diag *d);
/* The largest share of `left` in its terms, and of which free joint. */
double torque_balance_worst(const torque_balance *b, uint32_t count, uint32_t *which);

#endif
