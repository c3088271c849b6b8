/* SPDX-License-Identifier: MIT */
/* How far results of a core in binary32 are to be expected from those of binary64. */
#ifndef TAUFLOW_EXPECTED_ERROR_H
#define TAUFLOW_EXPECTED_ERROR_H

#include "program/samples.h"

/* Errors are shares of an output's size, its largest magnitude in the states. Outputs that are
 * zero but for the rounding of binary64 have no size, and pivots and the residuals of closed loops
 * are judged otherwise (samples.h): these are left out. */
typedef struct {
    uint32_t states;      /* 0: all of it was left out, or the graph is in fixed point */
    uint32_t left_out;    /* outputs without a size */
    double sampled;       /* the largest error of the binary32 evaluator, which cores equal */
    uint32_t sampled_of;  /* the output that it is of */
    double bound;         /* the largest running bound (rounding_bounds.h) in the same states */
    uint32_t bound_of;
} expected_error;

/* How many states it takes, the same in every command: a hundred, of large graphs as many as five
 * million operations are, but twenty. That is a few milliseconds where commands take seconds. */
uint32_t expected_error_states(const ops *p);

expected_error expected_error_find(const sample_set *t);

/* Beyond this share of its size an output has less than four digits: then double on the CPU is the
 * better choice. Masses and inertias are seldom known better than to three. */
#define EXPECTED_MOST 1e-4
bool expected_prefers_double(const expected_error *e);

/* One line, two where double is preferred, with labels of so many columns; nothing of fixed
 * point. */
void expected_error_print(const expected_error *e, const ops *p, int label, text *out);
/* The same as a JSON object; `null` of fixed point, and for a number that is not finite. */
void expected_error_json(const expected_error *e, const ops *p, text *out);

#endif
