/* SPDX-License-Identifier: MIT */
/* The arrays and names of a linear system, listed once for all that writes them. */
#ifndef TAUFLOW_LINEAR_ARRAYS_H
#define TAUFLOW_LINEAR_ARRAYS_H

#include "apps/linear/linear_system.h"

typedef struct {
    const char *name;
    const double *data;     /* row by row */
    uint32_t rows, columns;
    uint32_t dimensions;    /* 2; 1: a column; 0: one number */
} linear_array;

typedef struct {
    const char *name;
    const char *const *names;
    uint32_t count;
} linear_names;

enum { LINEAR_ARRAYS = 10, LINEAR_NAMES = 3 };

/* LINEAR_ARRAYS of them. */
const linear_array *linear_arrays(arena *mem, const linear_system *s);
/* LINEAR_NAMES of them. */
const linear_names *linear_names_of(arena *mem, const linear_system *s);

#endif
