/* SPDX-License-Identifier: MIT */
/* How far the outputs of a graph in fixed point can be from those of exact arithmetic. */
#ifndef TAUFLOW_ERROR_BOUND_H
#define TAUFLOW_ERROR_BOUND_H

#include "numbers/value_ranges.h"

/* The error with which a value comes about: of inputs and constants that of their rounding, of
 * operations that of their own rounding alone. */
double error_own(const ops *p, operand x);

/* Per operation: bounds of the whole error, from operand to result. p has points. */
double *error_forwards(arena *mem, const ops *p, const input_box *b, const value_ranges *r);

/* Per output: the best bound known. */
double *error_bounds(arena *mem, const ops *p, const input_box *b, const value_ranges *r);

#endif
