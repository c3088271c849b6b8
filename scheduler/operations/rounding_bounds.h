/* SPDX-License-Identifier: MIT */
/* How far roundings can take the values of a graph, at one state. */
#ifndef TAUFLOW_ROUNDING_BOUNDS_H
#define TAUFLOW_ROUNDING_BOUNDS_H

#include "operations/ops.h"

#include <stdbool.h>

/* Numbers that are rounded: half a unit in the last place, of a value; the least normal one. */
typedef struct {
    double half_unit, least;
} rounding;

/* As cores round numbers of the graph's format, which has no points. */
rounding rounding_of(const ops *p);

/* A running error analysis: every datum and every result is off by its own rounding, half a unit in
 * the last place (of sines and arc tangents what machine/fp32_*.h state), and by what the errors of
 * its operands make of it; a thousandth is added for products of such errors. `in` and `values` are
 * those of binary64 (ops_eval64: inputs, operations), `bounds` has room for every operation, `out`
 * gets a bound for every output: infinite where a divisor may be zero. */
void rounding_bounds(const ops *p, rounding by, const double *in, const double *values,
                     double *bounds, double *out);

/* Whether the graph has nothing but sums, differences and products: what such a bound allows is not
 * wider than what it is worth as a law. */
bool rounding_is_plain(const ops *p);

#endif
