/* SPDX-License-Identifier: MIT */
/* The exponential of a matrix: Pade's approximant of order 13 of a matrix that was halved until it
 * is small enough, squared as often (Higham, The scaling and squaring method for the matrix
 * exponential revisited, 2005). */
#ifndef TAUFLOW_EXPONENTIAL_H
#define TAUFLOW_EXPONENTIAL_H

#include "base/arena.h"

#include <stdbool.h>

/* Replaces a (count x count, row by row) by its exponential; false where that is not finite. */
bool exponential(arena *mem, double *a, uint32_t count);

#endif
