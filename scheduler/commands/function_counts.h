/* SPDX-License-Identifier: MIT */
/* Operation counts of every function of a robot, for `tauflow info --functions`. */
#ifndef TAUFLOW_FUNCTION_COUNTS_H
#define TAUFLOW_FUNCTION_COUNTS_H

#include "passes.h"

/* Of one function, in one formalism. */
typedef struct {
    ops_counts counts;
    const char *refused; /* why the robot does not have it; NULL: it has */
} function_count;

typedef struct {
    function_count classic, smallest;
} function_row;

/* Rows for all FUNCTIONS, in their order; texts live in mem. */
function_row *function_counts(arena *mem, const tree *t, const passes_settings *s);

void function_counts_json(const function_row *rows, text *out);
void function_counts_print(const function_row *rows, text *out);

#endif
