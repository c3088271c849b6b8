/* SPDX-License-Identifier: MIT */
/* What outputs depend on, and of which degree they are: of the function that a graph computes, not
 * of the way in which it does. Whatever else computes the same needs as much. */
#ifndef TAUFLOW_FUNCTION_NEEDS_H
#define TAUFLOW_FUNCTION_NEEDS_H

#include "operations/ops.h"

/* Of an output, at least. */
typedef struct {
    uint32_t words;  /* inputs that it depends on; 0: it may be a constant, or is not the function's
                        alone: pivots and parameters are as the equations choose them */
    uint32_t degree; /* as a polynomial in the inputs; 1 where it need not be one */
    double value, error; /* in one state, and how far roundings of binary32 could take it: outputs
                            that are further apart are not the same */
} output_need;

/* One per output; false where it is not known: functions that close loops are asked for closed
 * states alone, which depend on the robot. All states are random, from a fixed seed. */
bool function_needs_find(arena *mem, const ops *p, output_need *out);

#endif
