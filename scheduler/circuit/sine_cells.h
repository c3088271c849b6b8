/* SPDX-License-Identifier: MIT */
/* Sines and cosines of fixed point as cells: machine/fixed_trig.h, step by step. The product with
 * 2/pi is a tree of sums, one term for each of its signed digits; the two products of the parabola
 * are in blocks, or sums of digits where these do not suffice. Sine and cosine of one angle share
 * the turned angle and its place in a piece. */
#ifndef TAUFLOW_SINE_CELLS_H
#define TAUFLOW_SINE_CELLS_H

#include "circuit/cells_builder.h"

enum { SINE_PRODUCTS = 2 }; /* of one sine or cosine */

void sine_cells_build(cells_builder *b, uint32_t sine);

/* What a cell of a table is for a turned angle. */
int64_t sine_part_value(const cells *c, const cell *made, int64_t turned);
/* Wires before it and the cell. */
uint32_t sine_part_ps(const cells *c, const device *on, const cell *made);
/* Its look-up tables, roughly. */
uint32_t sine_part_tables(const cells *c, const cell *made);

/* A whole sine, roughly: from angle to result. */
uint32_t sine_ps(const device *on, uint32_t width);

#endif
