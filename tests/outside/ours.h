/* Our side of a trial: the compiler used as a library. Results have the trial's layout. */
#ifndef TAUFLOW_OUTSIDE_OURS_H
#define TAUFLOW_OUTSIDE_OURS_H

#include "equations/equations.h"
#include "operations/ops.h"
#include "trial.h"

/* Reads the trial's file and builds its tree; d holds the reason of a failure. */
status ours_tree(arena *mem, const trial *t, tree *out, diag *d);

/* A plain numeric recursion over the tree [T 1.3.2]: right if the file was read right,
 * whatever the equations are. NULL if the tree lacks a coordinate of the trial. */
double *ours_recursion(arena *mem, const trial *t, const tree *bodies);

/* Equations, operations (with the checker run on them), evaluation in binary64. */
status ours_operations(arena *mem, const tree *bodies, const equations_options *options, ops *out,
                       diag *d);
double *ours_evaluation(arena *mem, const trial *t, const tree *bodies, const ops *p);

#endif
