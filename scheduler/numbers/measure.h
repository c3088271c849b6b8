/* SPDX-License-Identifier: MIT */
/* What random states show of a graph in fixed point: errors and overflows. */
#ifndef TAUFLOW_MEASURE_H
#define TAUFLOW_MEASURE_H

#include "numbers/input_box.h"

typedef struct {
    uint64_t states;
    uint64_t overflows;  /* states in which some operation overflowed */
    uint32_t first;      /* the first operation that did; list_count: none */
    double *error;       /* per output: largest distance from binary64 */
    double *most;        /* per output: largest magnitude */
    double largest;      /* of all of the same unit as the first output */
} measurement;

/* Of p in fixed point: b is its box. Half of the numbers of the states lie on an end. */
measurement measure_fixed(arena *mem, const ops *p, const input_box *b, uint64_t states,
                          uint64_t seed);

/* The largest error of all outputs over the largest magnitude of all. */
double measure_relative(const measurement *m, const ops *p, const double *error);

#endif
