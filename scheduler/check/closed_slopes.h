/* SPDX-License-Identifier: MIT */
/* Derivatives of functions that close loops. When an independent number changes, dependent joints
 * follow in position, velocity and acceleration; along that motion of the state everything has a
 * slope (amount.h), and what the equations of check_closed.h change by is 0:
 *
 *   d(J qdd + quadratic) = 0      T' (d(M qdd + c - tau) - dJ' lambda) = 0
 *
 * where J' lambda = M qdd + c - tau holds the cuts in the state. Only closed states are asked for:
 * elsewhere passes of Newton's method would have a part in it. */
#ifndef TAUFLOW_CLOSED_SLOPES_H
#define TAUFLOW_CLOSED_SLOPES_H

#include "check/check_closed.h"

typedef struct {
    closed_view w;
    amount *held;   /* lambda, per place */
    amount *turned; /* what J changes by: [row * columns + coordinate] */
    amount *torque; /* with slopes */
    const amount *mass;
    closed_drives a; /* of inverse dynamics: its actuators, and */
    doubled *y;         /* tau = G' y, of least norm */
} closed_slopes;

/* False: the state is too near a singular one. */
bool closed_slopes_begin(check_judging *j, closed_slopes *s);
/* Results that are no derivatives. !is_solved: the state tells nothing of those. */
void closed_slopes_end(closed_slopes *s, bool is_solved);

void closed_slopes_give(amount *to, amount slope);
/* No number of the state changes. */
void closed_slopes_forget(const check_state *s);
/* A freedom's number in an array of rates or accelerations; NULL: a free body's velocity, on which
 * nothing depends. */
amount *closed_slopes_place(const check_state *s, word_array array, uint32_t freedom);
/* Slopes of all rows. */
amount *closed_slopes_of(const closed_slopes *s, const amount *of);
/* Rates or accelerations of dependent joints follow what these rows change by. */
void closed_slopes_follow(closed_slopes *s, const amount *rows, word_array array);
/* The state changes with a position or a rate of a freedom; accelerations of independent ones do
 * not. False where nothing depends on it. */
bool closed_slopes_change(closed_slopes *s, word_array array, uint32_t freedom);
/* What M qdd + c changes by, less what J' lambda does. */
closed_force closed_slopes_force(closed_slopes *s);
/* Lambda, of forces that the cuts hold. */
void closed_slopes_hold(closed_slopes *s, closed_force *f);
/* Columns of joints that depend on others are zero: false, and judged. */
bool closed_slopes_column(const closed_slopes *s, word_array a, uint32_t freedom,
                          uint32_t column);

#endif
