/* SPDX-License-Identifier: MIT */
/* Blocks of some devices add a third operand to the product: C + A B or C - A B, in one. So the
 * rounding of a product costs nothing (its half is a constant in C), and a sum with a product costs
 * nothing where its other operand is there early enough. Both are exact, since a sum has whole
 * numbers beside the rounded product: with s and D bits dropped by the product and by the sum
 *
 *     floor((floor((A B + half) / 2^s) + y) / 2^D) = floor((A B + half + y 2^s) / 2^(s + D))
 *     y - floor((A B + half) / 2^s)                = floor((y 2^s + half - 1 - A B) / 2^s)
 *
 * for half = 2^(s - 1). C is y with a constant in the bits below it. Where y is negative, or the
 * constant has more bits, both become a sum of their own before. */
#ifndef TAUFLOW_FUSED_PRODUCTS_H
#define TAUFLOW_FUSED_PRODUCTS_H

#include "circuit/cells_builder.h"

/* Before the first operation. */
void fused_products_start(cells_builder *b);
/* A product waits until it is read, by sums that it may be in the block of. */
void fused_products_wait(cells_builder *b, uint32_t product);
/* A product in a block, rounded. */
cell fused_products_alone(cells_builder *b, uint32_t product);
/* A sum, its terms still operations, in the block of one of them, if it is there earlier then;
 * false, and nothing built, if not. A product that others read, too, has several blocks then, as
 * long as there are any. */
bool fused_products_build(cells_builder *b, const cell *sum);

#endif
