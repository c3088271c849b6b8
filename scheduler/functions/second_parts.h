/* SPDX-License-Identifier: MIT */
/* Second derivatives as tensors, and what those of inverse and of forward dynamics share.
 *
 * First derivatives are matrices: of each freedom by positions, by velocities and by a third kind
 * (accelerations, or torques), where the matrix is symmetric. Whatever is symmetric is there once:
 * pairs of positions, of velocities, and of freedoms of the third matrix with the first number no
 * less than the second, row by row of the lower triangle. */
#ifndef TAUFLOW_SECOND_PARTS_H
#define TAUFLOW_SECOND_PARTS_H

#include "algebra/differentiate.h"
#include "functions/equations_parts.h"
#include "writers/derivatives.h"

/* The number of a pair, a >= b. */
static inline uint32_t second_pair(uint32_t a, uint32_t b)
{
    return a * (a + 1) / 2 + b;
}

typedef struct {
    uint32_t freedoms, coordinates;
    poly *by_positions;  /* [freedom * pairs of coordinates + pair] */
    poly *by_mixed;      /* [freedom * coordinates * freedoms + coordinate * freedoms + freedom] */
    poly *by_rates;      /* [freedom * pairs of freedoms + pair] */
    poly *last_by_position; /* of the third matrix: [pair of freedoms * coordinates + coordinate] */
} second_tensors;

second_tensors second_make(arena *mem, const tree *t);

/* The four arrays that they become. */
typedef struct {
    output_kind by_positions, by_mixed, by_rates, last_by_position;
} second_outputs;
void second_put(const second_tensors *x, const second_outputs *to, signals *s, net *n);

/* Positions, then velocities by freedom: what first derivatives are derived by. */
parameter *second_parameters(arena *mem, const tree *t, const signals *s, net *n);
/* Fills in what derivatives of torques change by along these parameters. Where torques depend on
 * variables whose slopes are seeds of the parameters, all is derived along those, too. */
void second_of_torques(arena *mem, const derivatives *d, const parameter *by, net *n,
                       second_tensors *out);

/* Forms that are short for the first derivatives serve the second: to write these for every trial
 * takes too long. */
derivative_forms second_forms(arena *mem, const tree *t, const model *raw,
                              const equations_options *o);

/* Refuses robots whose tensors have more numbers. */
status second_check_size(const tree *t, function_kind function, uint32_t most, diag *d);

#endif
