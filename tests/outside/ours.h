/* SPDX-License-Identifier: MIT */
/* Our side of a trial: the compiler used as a library. Results have the trial's layout. */
#ifndef TAUFLOW_OUTSIDE_OURS_H
#define TAUFLOW_OUTSIDE_OURS_H

#include "functions/equations.h"
#include "operations/ops.h"
#include "machine/words.h"
#include "trial.h"

/* Reads the trial's file and builds its tree; d holds the reason of a failure. */
status ours_tree(arena *mem, const trial *t, tree *out, diag *d);

/* By how much the reader changed angles to multiples of pi/12, as its note announces, in radians; 0
 * without one. */
double ours_snapped(const diag *d);

/* A plain numeric recursion over the tree [T 1.3.2]: right if the file was read right,
 * whatever the equations are. NULL if the tree lacks a coordinate of the trial. */
double *ours_recursion(arena *mem, const trial *t, const tree *bodies);

/* Equations, operations (with the checker run on them), evaluation in binary64. */
status ours_operations(arena *mem, const tree *bodies, const equations_options *options, ops *out,
                       diag *d);
double *ours_evaluation(arena *mem, const trial *t, const tree *bodies, const ops *p);

/* Results of any function in one state: an array or matrix as words.def has it, but coordinates in
 * the trial's order. */
typedef struct ours_function ours_function;
/* NULL if the tree lacks a coordinate of the trial. */
ours_function *ours_function_make(arena *mem, const trial *t, const tree *bodies, const ops *p);
/* Rows and columns of a result; columns 1 where it is no matrix. */
void ours_size(const ours_function *f, word_array array, uint32_t *rows, uint32_t *columns);
/* Of a regressor also torques: its product with the parameters. */
void ours_evaluate(ours_function *f, size_t state);
const double *ours_result(const ours_function *f, word_array array);

#endif
