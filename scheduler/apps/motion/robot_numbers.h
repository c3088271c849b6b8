/* SPDX-License-Identifier: MIT */
/* The state of a robot as one row of numbers, for methods that treat all of them alike: positions,
 * rates, then what was given and taken. */
#ifndef TAUFLOW_ROBOT_NUMBERS_H
#define TAUFLOW_ROBOT_NUMBERS_H

#include "apps/motion/robot_motion.h"

enum { NUMBERS_BETWEEN = 5, NUMBERS_WORKS = sizeof(works) / sizeof(double) };

/* How many there are. */
uint32_t robot_numbers_count(const robot_motion *x);
/* Those of the state. */
void robot_numbers_take(const robot_motion *x, double *to);
/* How they change at a time; dependent joints and driven ones get where they are. */
status robot_numbers_changes(robot_motion *x, double t, double *numbers, double *changes, diag *d);
/* Powers there, where x has an account; what acts in x stays that of its last accelerations. room:
 * as many numbers. */
status robot_numbers_powers(robot_motion *x, double t, double *numbers, double *room, works *out,
                            diag *d);
/* The state goes there at a time; where it cannot be it goes back to `from`. */
status robot_numbers_settle(robot_motion *x, double t, const double *numbers, const double *from,
                            diag *d);

/* Whether a method integrates that number; others follow from these. */
bool robot_number_is_integrated(const robot_motion *x, uint32_t number);
/* Whether that number is the position of a joint that loops say. */
bool robot_number_follows(const robot_motion *x, uint32_t number);

/* Those within a step, by NUMBERS_BETWEEN coefficients of each; part: 0 at the beginning, 1 at the
 * end. */
void robot_numbers_between(const robot_motion *x, const double *between, double part, double *q,
                           double *qd, works *given);

#endif
