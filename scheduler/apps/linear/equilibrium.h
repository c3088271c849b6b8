/* SPDX-License-Identifier: MIT */
/* A state where free joints do not accelerate and states of laws do not change: Newton's method on
 * their accelerations and rates with the symbolic slopes of slopes.h, damped as Levenberg and
 * Marquardt do where a whole step makes nothing better, within limits of positions. Loops are
 * closed at every step. */
#ifndef TAUFLOW_EQUILIBRIUM_H
#define TAUFLOW_EQUILIBRIUM_H

#include "apps/linear/linear_system.h"
#include "apps/linear/torque_balance.h"

typedef enum { BALANCE_STABLE, BALANCE_NEUTRAL, BALANCE_UNSTABLE } balance_kind;
extern const char *const BALANCE_WORD[];

typedef struct {
    slopes at;           /* the state that was found */
    torque_balance left;
    double residual;     /* the largest torque that is left, as a share of its terms, or rate of a
                            state of a law */
    uint32_t steps;
    uint32_t *anywhere, anywhere_count; /* unknowns, by number, that balance changes nothing by
                                           to first order, beside the others */
    balance_kind kind;
    linear_system system; /* there */
} equilibrium;

/* Torques that are left over are none up to this share of their terms. */
#define EQUILIBRIUM_WITHIN 1e-9
/* Real parts up to this share of the largest eigenvalue are 0: of a double one half of the digits
 * are rounding. */
#define EQUILIBRIUM_NEUTRAL 1e-7

/* From the start of the plan. Fails where none is found, with what is left and why. */
status equilibrium_find(arena *mem, const slopes_plan *p, equilibrium *out, diag *d);

void equilibrium_print(const equilibrium *e, text *out);
void equilibrium_print_json(const equilibrium *e, text *out);

#endif
