/* SPDX-License-Identifier: MIT */
/* A symmetric positive matrix of sums as U D U', U unit upper, and what can be solved with it.
 *
 * From the last row to the first, so that factoring overlaps a recursion that gives the last rows
 * first, and so that a mass matrix numbered outwards fills in nothing: where it has a zero by
 * structure U has one too [LOOPS A.3]. The unscaled entries r = u d are kept, which saves a product
 * each, and there is one division per row. */
#ifndef TAUFLOW_FACTORS_H
#define TAUFLOW_FACTORS_H

#include "algebra/net.h"

typedef struct {
    uint32_t count;
    const char *const *names; /* of the rows, for variables */
    poly *u, *r;              /* [row * count + column], column > row */
    poly *pivot, *inverse;    /* d and 1 / d */
    poly *whole;              /* the entry of the diagonal that the pivot is left of */
    uint32_t singular;        /* the row where it ended because its pivot is no positive number, or
                                 zero by structure; `count` when it went through */
} factors;

/* Place of an entry of the lower triangle, row >= column. */
static inline uint32_t factors_at(uint32_t row, uint32_t column)
{
    return row * (row + 1) / 2 + column;
}

/* Of a matrix given by its lower triangle. Everything lives in mem and in the net. */
factors factors_write(arena *mem, net *n, const poly *lower, const char *const *names,
                      uint32_t count);

/* Replaces the right side b by the solution x. */
void factors_solve(const factors *f, net *n, poly *b);

/* The lower triangle of the inverse. */
poly *factors_invert(arena *mem, const factors *f, net *n);

/* The sum of start and of -a[k] b[k], one variable. The products of two +-symbols or numbers. */
poly factors_less(net *n, const char *name, poly start, const poly *a, const poly *b,
                  uint32_t count);

#endif
