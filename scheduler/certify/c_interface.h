/* SPDX-License-Identifier: MIT */
/* What somebody who calls emitted C finds: counts, arrays of names and limits, functions. Made of
 * the graphs and of the tables of words (machine/words.h) alone, not of what the emitters make. */
#ifndef TAUFLOW_C_INTERFACE_H
#define TAUFLOW_C_INTERFACE_H

#include "operations/ops.h"

typedef struct {
    const char *name;
    uint64_t value;
    bool told; /* by the text at hand */
} interface_count;

/* An array that NAME.c holds and NAME.h declares. */
typedef struct {
    const char *name;
    uint32_t count;
    const char *const *texts; /* NULL: */
    const double *numbers;
    bool told;
} interface_array;

typedef struct {
    interface_count *counts;
    uint32_t counts_count, counts_capacity;
    interface_array *arrays;
    uint32_t arrays_count, arrays_capacity;
    text declarations; /* of types, arrays and functions, in C */
    const bool *turns; /* of each coordinate: its joint turns */
    bool only_float;
} c_interface;

/* Of a file NAME.c with these functions of one robot, in binary64, binary32 or both; graphs in
 * fixed point have neither. */
c_interface c_interface_make(arena *mem, const char *name, const ops *graphs, uint32_t count,
                             bool doubles, bool floats);

/* "" of inverse dynamics, whose names are the shortest, else CALL_. */
const char *c_interface_infix(arena *mem, const ops *p);

#endif
