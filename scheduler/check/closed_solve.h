/* SPDX-License-Identifier: MIT */
/* Small systems of equations in numbers of twice a double's precision, and what patterns of
 * matrices tell, for the second opinion on closed loops. */
#ifndef TAUFLOW_CLOSED_SOLVE_H
#define TAUFLOW_CLOSED_SOLVE_H

#include "check/doubled.h"

#include "base/arena.h"

/* A square matrix as the product of two triangles, rows exchanged. */
typedef struct {
    uint32_t count;
    doubled *a;
    uint32_t *row;
    double *inverse; /* absolute values, [row * count + column] ... */
    double largest;  /* ... and the largest sum of a row */
    doubled *scratch;
    double *spread;
} closed_factors;

/* a: row by row. False where a pivot is zero or no number. */
bool closed_factor(arena *mem, const doubled *a, uint32_t count, closed_factors *out);
/* a x = b and a' x = b: x holds b and becomes x. */
void closed_solve(const closed_factors *f, doubled *x);
void closed_solve_transposed(const closed_factors *f, doubled *x);
/* What the solution may be off by, per part, where b (and what multiplies x) is off by so much: b
 * becomes |a^-1| b or |a'^-1| b. */
void closed_spread(const closed_factors *f, bool transposed, double *b);

/* As many rows and columns of the matrix as are independent, by pivots: each row counts by its own
 * length. A pivot below `least` of that is none. Returns how many. */
uint32_t closed_pivots(arena *mem, const double *matrix, uint32_t rows, uint32_t columns,
                       double least, uint32_t *row, uint32_t *column);

/* The blocks in which a square system with that pattern can be solved one after another: block[i]
 * of row i, numbered from 0. False where no choice of entries covers all rows and columns. */
bool closed_blocks(arena *mem, const bool *pattern, uint32_t count, uint32_t *block);

#endif
