/* SPDX-License-Identifier: MIT */
/* Small systems of more equations than unknowns, or of less rank, by reflections and pivots of
 * columns (Golub and Van Loan, Matrix Computations, 5.4). */
#ifndef TAUFLOW_LEAST_SQUARES_H
#define TAUFLOW_LEAST_SQUARES_H

#include "base/arena.h"

/* x: where |A x - b| is least, with 0 for unknowns of columns that depend on the others: what is
 * left of these is no larger than `least` of the longest column. A (rows x columns, rows >=
 * columns) and b are lost. Returns the rank; *order: columns, those of x that are 0 last. */
uint32_t least_squares(arena *mem, double *a, uint32_t rows, uint32_t columns, double *b,
                       double least, double *x, uint32_t *order);

#endif
