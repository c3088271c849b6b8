/* SPDX-License-Identifier: MIT */
/* Fixed point without overflow: whether every result of a graph fits into its integers, for all
 * inputs in the ranges that the graph tells, errors of all roundings included. It takes nothing of
 * the proofs that chose the points (numbers/), and proves otherwise: by interval arithmetic with
 * ends rounded outwards, over boxes of inputs that are halved until all of a value's boxes fit. */
#ifndef TAUFLOW_POINTS_CHECK_H
#define TAUFLOW_POINTS_CHECK_H

#include "operations/ops.h"

typedef struct {
    uint32_t values, proved; /* results of operations; those that fit for certain */
    uint32_t states;         /* at random, in which all fitted */
} points_facts;

/* Refuses a graph with a result that does not fit in one of the random states. */
status points_check(arena *mem, const ops *p, uint64_t seed, const char *file, points_facts *facts,
                    diag *d);

#endif
