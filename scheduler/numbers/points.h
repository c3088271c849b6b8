/* SPDX-License-Identifier: MIT */
/* From binary numbers to fixed point: a point for every value, from its proven range. */
#ifndef TAUFLOW_POINTS_H
#define TAUFLOW_POINTS_H

#include "numbers/value_ranges.h"

/* Sets the width and all points of *p, which the box and the ranges are of, and the ranges of its
 * inputs: as many places behind the point as the range leaves, the errors of all roundings before
 * included, and as operators can shift. So no state in the box makes any operation overflow. */
status points_choose(arena *mem, const input_box *b, const value_ranges *r, uint32_t width, ops *p,
                     diag *d);

#endif
