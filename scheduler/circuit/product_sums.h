/* SPDX-License-Identifier: MIT */
/* Which products of fixed point become sums: those with constants of few digits, and others where
 * multiplier blocks do not suffice. */
#ifndef TAUFLOW_PRODUCT_SUMS_H
#define TAUFLOW_PRODUCT_SUMS_H

#include "circuit/cells.h"

/* Sets as_sums per operation; returns how many products stay in blocks. constants: integers. */
uint32_t product_sums_choose(arena *mem, const ops *p, const cells_options *options,
                             const int64_t *constants, bool *as_sums);

#endif
