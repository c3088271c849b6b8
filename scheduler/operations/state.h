/* SPDX-License-Identifier: MIT */
/* The words of an ops graph from a robot's state: on the CPU side the one place that makes them. */
#ifndef TAUFLOW_STATE_H
#define TAUFLOW_STATE_H

#include "operations/ops.h"

/* A state: the input arrays of machine/words.def, q qd qdd free_motion forces. Pointers may be NULL
 * where a robot has none. */
typedef struct {
#define INPUT_ARRAY(id, name, owner, numbers, random, about) const double *name;
#include "machine/words.def"
} robot_state;

/* Its arrays in their places; those of plain words and of results stay as they are. */
void state_arrays(const robot_state *s, const double *arrays[WORD_ARRAYS]);
/* Fills inputs_count words. Plain inputs are left alone. */
void state_to_inputs64(const ops *p, const robot_state *s, double *in);

/* Whether a pivot is more than rounding errors of the entry of the diagonal that it was. */
static inline bool pivot_is_regular(double pivot, double whole, double unit)
{
    return pivot > PIVOT_UNITS * unit * whole;
}
/* Of results whose last places are `unit` of their values (DBL_EPSILON, FLT_EPSILON): whether no
 * pivot is no more than rounding errors, and accelerations are a solution. */
bool results_are_regular(const ops *p, const double *results, double unit);
/* The first output that tells that a constraint which was left out is not fulfilled, in binary64;
 * outputs_count: all are. */
uint32_t results_left_open(const ops *p, const double *results);

#endif
