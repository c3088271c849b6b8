/* SPDX-License-Identifier: MIT */
/* Arrays as NumPy reads them: entries of an archive (zip.h) that numpy.load opens. */
#ifndef TAUFLOW_NPZ_H
#define TAUFLOW_NPZ_H

#include "base/output.h"

/* 0, 1 or 2 dimensions; what is not there is 1. From row to row `stride` numbers. */
typedef struct {
    uint32_t dimensions, rows, columns, stride;
} npz_shape;

output_file npz_numbers(arena *mem, const char *name, const double *data, const npz_shape *shape);
/* Bytes of UTF-8, with zeros at the end. */
output_file npz_words(arena *mem, const char *name, const char *const *words, uint32_t count);

#endif
