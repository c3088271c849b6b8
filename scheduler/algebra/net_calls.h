/* SPDX-License-Identifier: MIT */
/* What equations know of each function that is neither sum nor product: its slopes, how errors go
 * through it, and, apart from that, what proves these slopes. */
#ifndef TAUFLOW_NET_CALLS_H
#define TAUFLOW_NET_CALLS_H

#include "algebra/identity.h"

/* The derivative of call s by each of its arguments. */
void call_slopes(net *n, sym s, poly slope[CALL_ARGUMENTS]);

/* How far its value is off at most where arguments are, but for its own rounding; infinite where
 * nothing is known. With one argument b is a. */
double call_bound(call_kind kind, identity_real a, identity_real b);

/* By an argument: in the field, where a root is a number whose double is divided by, and real. */
typedef struct {
    residue of;
    double real;
} partial_slope;

/* A call and its arguments at a point. */
typedef struct {
    residue own, a, b;
    double real, x, y; /* the same as real numbers */
    uint64_t point;
} call_point;

partial_slope call_slope_at(call_kind kind, uint32_t argument, const call_point *at);

#endif
