/* SPDX-License-Identifier: MIT */
/* Between which numbers each value of a graph stays, proved for all inputs of a box. */
#ifndef TAUFLOW_VALUE_RANGES_H
#define TAUFLOW_VALUE_RANGES_H

#include "numbers/input_box.h"
#include "numbers/series.h"

typedef struct {
    span *op;        /* per operation: proved */
    double *plain;       /* per operation: largest magnitude by spans alone */
    double *seen;        /* per operation: largest magnitude that random states found */
    uint32_t given_up;   /* operations whose series grew too long */
    uint32_t variables;  /* of the series: the angles first */
    series *input_series, *constant_series, *op_series; /* NULL where spans alone were asked for */
} value_ranges;

/* `effort`: 0 spans alone, 1 series, 2 and more: searches for tighter bounds, longer ones. */
status value_ranges_prove(arena *mem, const input_box *b, uint32_t effort, value_ranges *out,
                          diag *d);

/* How much wider proven ranges are than what was seen, in bits. */
typedef struct {
    double mean, worst;
    uint32_t of;        /* the operation with the worst */
    uint32_t above_one; /* operations with more than one bit */
} range_gap;
range_gap value_ranges_gap(const value_ranges *r, const ops *p);

/* The series of any operand; precondition: there are some. */
const series *value_series(const value_ranges *r, operand x);
/* The range of any operand. */
span value_range(const value_ranges *r, const input_box *b, operand x);

#endif
