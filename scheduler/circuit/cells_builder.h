/* SPDX-License-Identifier: MIT */
/* How cells of fixed point are built, operation after operation: of cells.c, fused_products.c. */
#ifndef TAUFLOW_CELLS_BUILDER_H
#define TAUFLOW_CELLS_BUILDER_H

#include "circuit/cells.h"

#define CELL_NONE UINT32_MAX

typedef struct {
    arena *mem;
    const ops *p;
    const cells_options *options;
    cells *c;
    bool *as_sums;      /* per operation: a product that is made of sums */
    bool adds;          /* blocks add to products, and do their rounding */
    bool *waits;        /* per operation: a product that is not built until it is read */
    uint32_t *waits_ps; /* when it would be there */
    uint32_t *readers;  /* per operation: operations and outputs that read it */
    uint32_t spare;     /* further products that there are blocks for */
    uint32_t *raw;      /* per operation: its cell before rounding, or CELL_NONE */
    uint32_t *rounded;  /* per operation: its cell, or CELL_NONE */
    uint32_t *turned, *place; /* per sine: cells of its angle */
    uint32_t *arrives_ps, arrives_capacity; /* per cell: when its result is there */
} cells_builder;

uint32_t cells_add(cells_builder *b, cell made);
/* The sum of terms, added in pairs until two are left; `last` is what becomes of these. */
uint32_t cells_add_terms(cells_builder *b, cell_term *term, uint32_t count, cell last);
/* Terms of the product x y: one for every two bits of y, highest first. Returns how many. */
uint32_t cells_add_digits(cells_builder *b, uint32_t of, operand x, operand y, cell_term term[64]);
/* An operand as a whole number: the rounding of a product becomes a cell when it is asked for, a
 * product that waits is built. */
operand cells_whole(cells_builder *b, operand x);

static inline int64_t cells_half(uint32_t drop) { return drop ? (int64_t)1 << (drop - 1) : 0; }

#endif
