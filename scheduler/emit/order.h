/* An order of operations for sequential code: the same values, fewer of them alive at once. */
#ifndef TAUFLOW_ORDER_H
#define TAUFLOW_ORDER_H

#include "operations/ops.h"

/* A permutation of the list in which operands come first. */
uint32_t *order_depth_first(arena *mem, const ops *p);

#endif
