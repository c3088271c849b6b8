/* SPDX-License-Identifier: MIT */
/* Forward dynamics body by body: M x = b in O(N). */
#ifndef TAUFLOW_ARTICULATED_H
#define TAUFLOW_ARTICULATED_H

#include "writers/forward.h"

/* What holds a tree's cuts: M x = b + J' multiplier, J x = right. */
typedef struct {
    uint32_t count;
    const poly *row;   /* J: [cut * freedoms + freedom], numbers or +-symbols */
    const poly *right;
    poly *multiplier;  /* found */
    poly *pivot;       /* found: of J M^-1 J', each above zero where cuts are independent */
} articulated_cuts;

/* Per freedom. */
typedef struct {
    poly *acceleration;
    poly *pivot, *whole; /* each beside what it is left of ... */
    bool *written;       /* ... where the recursion came so far */
} articulated_results;

/* Accelerations of a model (as model_build leaves it), whose cuts, if any, multipliers hold. False
 * where a pivot is no positive number or zero by structure: accelerations mean nothing then.
 * Precondition: articulated_takes. */
bool articulated_solve(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                       articulated_cuts *cuts, signals *s, net *n, articulated_results *out);
/* Writes accelerations and pivots of a model (as model_build leaves it) into the net, as outputs.
 * Precondition: articulated_takes. */
void articulated_write(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                       signals *s, net *n);
/* Whether it can be written so: no joint follows another and none is imposed. The first that is in
 * the way otherwise. */
bool articulated_takes(const tree *t, uint32_t *body);

#endif
