/* SPDX-License-Identifier: MIT */
/* Equations to binary operations: sums and products cut into pairs, equal pairs merged,
 * signs pushed into add, sub and constants so that no negation is left. */
#ifndef TAUFLOW_LOWER_H
#define TAUFLOW_LOWER_H

#include "functions/equations.h"
#include "operations/ops.h"

typedef enum { SUMS_CASCADE, SUMS_BALANCED } sum_shape;

status ops_lower(arena *mem, const equations *e, sum_shape shape, ops *out, diag *d);

#endif
