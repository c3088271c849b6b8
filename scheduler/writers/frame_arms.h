/* SPDX-License-Identifier: MIT */
/* Axes for bodies that carry long arms (lopsided.h). In axes with the arm along x or y one of the
 * two second moments across the joint's axis is as small as it is. In others both are large, and so
 * is their product, and where the arm lies along the axis of a joint before, that joint feels what
 * is left of these three. */
#ifndef TAUFLOW_FRAME_ARMS_H
#define TAUFLOW_FRAME_ARMS_H

#include "writers/frame_prices.h"

/* Directions, in the tree's frame of body i, in which the masses lie that turn with it; at most
 * `most`, and how many. */
uint32_t frame_arms(const framing *f, uint32_t i, vec3 *to, uint32_t most);
/* The smaller second moment across the axis u (length 1), in axes with this x: 0 where it is but
 * what the larger one's digits do not hold. */
double frame_smaller_moment(const framing *f, uint32_t i, vec3 u, vec3 x);

#endif
