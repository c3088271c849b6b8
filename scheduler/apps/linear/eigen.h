/* SPDX-License-Identifier: MIT */
/* Eigenvalues and eigenvectors of real matrices, symmetric or not: balanced by powers of two
 * (Parlett and Reinsch), made a Hessenberg matrix by reflections, and that a real Schur form by
 * double steps of the QR algorithm with implicit shifts (Francis; Golub and Van Loan, Matrix
 * Computations, 7.5). Real eigenvalues come out real, others in pairs that are conjugate to the
 * bit. */
#ifndef TAUFLOW_EIGEN_H
#define TAUFLOW_EIGEN_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct {
    double re, im;
} eigenvalue;

/* Of a (count x count, row by row), in the order of the Schur form; of a pair that with im > 0
 * comes first. vectors: NULL, or count x count: its column k is the vector of a real eigenvalue k,
 * columns k and k + 1 are the real and the imaginary part of that of a pair's first. Their length
 * is 1. False where numbers are not finite or the steps do not end. */
bool eigen_find(arena *mem, const double *a, uint32_t count, eigenvalue *values, double *vectors);

#endif
