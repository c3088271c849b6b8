/* SPDX-License-Identifier: MIT */
/* The order of operations in emitted C. */
#ifndef TAUFLOW_ORDER_H
#define TAUFLOW_ORDER_H

#include "operations/ops.h"

/* All numbers of p->list, each after those of its operands: outputs that take the fewest steps
 * first, which is fastest while the code fits the instruction cache. */
uint32_t *order_for_speed(arena *mem, const ops *p);
/* The same from the last output to the first: more steps wait for one another and fewer values are
 * kept, so that the code is smaller. */
uint32_t *order_for_size(arena *mem, const ops *p);

/* Per operation: it is a product that a compiler which is allowed to can fuse into every sum that
 * uses it. */
bool *order_fused(arena *mem, const ops *p);

#endif
