/* SPDX-License-Identifier: MIT */
/* Accelerations and multipliers of a model in natural coordinates as a graph of operations, for
 * cores: function augmented with coordinates for joints. By the direct way: factors of J M^-1 J',
 * where M^-1 is made of numbers. Rows of J are scaled so that their first entry is a plain one;
 * multipliers are those of rows as they are. */
#ifndef TAUFLOW_NATURAL_OPS_H
#define TAUFLOW_NATURAL_OPS_H

#include "apps/motion/natural.h"
#include "operations/ops.h"

/* Refuses models without constraints, where nothing is left to compute. */
status natural_ops(arena *mem, const natural *n, ops *out, diag *d);

#endif
