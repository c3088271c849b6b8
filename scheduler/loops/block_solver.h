/* SPDX-License-Identifier: MIT */
/* A square matrix of sums that is not symmetric, and what is solved with it: small ones by
 * cofactors, so that a column of the identity on the right side costs nothing, larger ones by LU
 * factors whose order is frozen at generation: no entry is compared at run time. */
#ifndef TAUFLOW_BLOCK_SOLVER_H
#define TAUFLOW_BLOCK_SOLVER_H

#include "algebra/signals.h"

/* States at which sums of a net under construction are looked at as numbers. */
typedef struct {
    const double *positions; /* `coordinates` numbers each */
    uint32_t count, coordinates;
    const double *base; /* parameters, the same in all of them; NULL where none are inputs */
} sample_states;

/* out[k * count + i]: the value of list[i] at state k. Numbers of joints and elements are those of
 * the file; inputs other than these, positions and parameters have values of no meaning, between
 * 1/2 and 3/2. */
void sums_at_states(const net *n, const signals *s, const sample_states *at, const poly *list,
                    uint32_t count, double *out);

enum { COFACTORS_MOST = 3 };

typedef struct {
    uint32_t count;
    bool by_cofactors;
    poly *inverse;         /* by cofactors: [row * count + column] */
    uint32_t *row, *column; /* by factors: of the matrix, in the order of pivots */
    poly *lower, *upper, *reciprocal;
    poly *pivot;           /* of which none may be zero: one or `count` */
    uint32_t pivots;
} block_solver;

/* Of the matrix[row * count + column], entries numbers or +-symbols. Blocks up to `cofactors` rows
 * are inverted by cofactors. False where a pivot is zero at all states: nothing can be solved. */
bool block_solver_write(arena *mem, const poly *matrix, uint32_t count, uint32_t cofactors,
                        const sample_states *at, const signals *s, net *n, block_solver *out);

/* Replace the right side b by the solution of A x = b, or of A' x = b. */
void block_solve(arena *mem, const block_solver *f, net *n, poly *b);
void block_solve_transposed(arena *mem, const block_solver *f, net *n, poly *b);

#endif
