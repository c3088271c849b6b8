/* SPDX-License-Identifier: MIT */
/* Small dense systems: symmetric positive definite matrices by L D L', others by pivots. */
#ifndef TAUFLOW_DENSE_H
#define TAUFLOW_DENSE_H

#include <stdbool.h>
#include <stdint.h>

/* Replaces the lower triangle of a (count x count, row by row) by L and 1/D. False where a pivot is
 * not larger than `least` of the entry that it was left of: the matrix is not definite, or the
 * figures of binary64 do not tell. */
bool dense_factor(double *a, uint32_t count, double least);
/* Replaces b by the solution of A x = b. */
void dense_solve(const double *a, uint32_t count, double *b);

/* Replaces b (count x sides, row by row) by the solution of A x = b; A is lost. Returns the
 * sign of the determinant of A: 0 where it is singular. */
int dense_solve_any(double *a, uint32_t count, double *b, uint32_t sides);

double dense_dot(const double *a, const double *b, uint32_t count);
/* The largest magnitude; NAN where one is not a number. */
double dense_largest(const double *a, uint32_t count);

/* As fmax and fmin, which are calls: a number that is none changes nothing. */
static inline double larger(double so_far, double x)
{
    return x > so_far ? x : so_far;
}

static inline double smaller(double so_far, double x)
{
    return x < so_far ? x : so_far;
}

#endif
