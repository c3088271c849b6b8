/* SPDX-License-Identifier: MIT */
/* A function of a robot (machine/functions.def) as numbers: the evaluator on the CPU, with arrays
 * by name. */
#ifndef TAUFLOW_FUNCTION_NUMBERS_H
#define TAUFLOW_FUNCTION_NUMBERS_H

#include "apps/motion/law_calls.h"
#include "operations/state.h"
#include "passes.h"

typedef struct {
    ops p;
    double *in, *out, *scratch;
} function_numbers;

/* Of the tree, in binary64. Refuses what enters besides q, qd, tau, imposed motion
 * the motion of free bodies, parameters, states of laws and, with laws, what these give. */
status function_numbers_make(arena *mem, const passes_settings *s, const passes_forms *of,
                             function_kind function, const law_calls *laws, function_numbers *out,
                             diag *d);
/* Computes all results; false where a pivot is no more than rounding. */
bool function_numbers_run(function_numbers *f, const robot_state *s);
/* Numbers of one kind of result, in their places in its array; others stay as they are. */
void function_numbers_take(const function_numbers *f, output_kind kind, double *to);
/* The same of a matrix with so many columns, row by row. */
void function_numbers_take_matrix(const function_numbers *f, output_kind kind, uint32_t columns,
                                  double *to);

#endif
