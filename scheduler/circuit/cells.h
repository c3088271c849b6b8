/* SPDX-License-Identifier: MIT */
/* A circuit before its registers: what hardware does for each operation of a graph in fixed point.
 * Exactly the integers of machine/fixed.h come out, but roundings wait for the next sum, and a
 * product with a constant may be a few sums.
 *
 *   product   raw: floor(a b / 2^drop), of width + 1 bits. The product is floor((raw + 1) / 2):
 *             it lacks its rounding, which the sum after it does in its own carry chain.
 *   sum       floor((+-a 2^left_a + -b 2^left_b + constant) / 2^drop); b may be missing. An operand
 *             that is a raw product stands for the rounded one where its flag says so.
 *   digit     a times two neighbouring bits of b, from bit `low` on; the highest bit of b counts as
 *             negative. The sum of all of them is a product without blocks.
 *   table     what a sine takes from its turned angle: a number of its parabola, or where in its
 *             piece it is (sine_cells.h).
 *
 * Of a graph in binary32 every operation is a cell: an operator of rtl/ with its latency. */
#ifndef TAUFLOW_CELLS_H
#define TAUFLOW_CELLS_H

#include "circuit/device.h"
#include "machine/fixed.h"
#include "operations/ops.h"

typedef enum { CELL_PRODUCT, CELL_SUM, CELL_DIGIT, CELL_TABLE, CELL_OPERATOR } cell_kind;
typedef enum { SINE_VALUE, SINE_SLOPE, SINE_BEND, SINE_PLACE, SINE_PARTS } sine_part;

typedef struct {
    operand from; /* FROM_OP: number of a cell */
    uint32_t left;
    bool negative, rounds; /* rounds: of a raw product, of which the rounding is to be done */
} cell_term;

typedef struct cell {
    cell_kind kind;
    cell_term term[3]; /* of a product: its factors, the product may be taken off, and what is
                        * added */
    uint32_t terms;    /* 2, of sums also 1, of products also 3 */
    int64_t constant;
    uint32_t drop, bits; /* of the result; bits above them are left off */
    uint32_t op;         /* whose result it is, or is needed for */
    bool whole;          /* the result of op, not a part of it */
    uint32_t cycles;     /* of an operator: its latency */
    uint32_t low;        /* of a digit: the first of its two bits of b */
    sine_part part;      /* of a table */
    bool cosine;         /* likewise: a quarter turn more */
} cell;

typedef struct {
    const ops *p;
    uint32_t width;           /* bits of every input, output and constant */
    const int64_t *constants; /* integers, or the bits of binary32 */
    cell *list;
    uint32_t list_count, list_capacity;
    operand *outputs;  /* per output of p */
    uint32_t products;   /* cells that multiply in blocks */
    uint32_t one_blocks; /* blocks of one multiplier */
} cells;

/* How products with constants are made. */
typedef struct {
    const device *target;
    uint32_t most_blocks; /* products become sums until that holds: those that take the fewest
                           * tables first, of equals those that results wait for least */
    uint32_t most_digits; /* and those with constants of at most so many digits */
    bool by_delay;        /* but first of all those that make the longest path no longer;
                           * operands are made ready where a sum is there earlier then, and blocks
                           * add, where they can (fused_products.h) */
    uint32_t interval;    /* cycles between samples: so many products share a block */
} cells_options;

/* p is in fixed point, at most FIXED_WIDTH_MOST_CORE bits. */
void cells_build(arena *mem, const ops *p, const cells_options *options, cells *out);

/* p is in binary32. Fails where its products need more blocks than there are, or where an operation
 * has no operator at that clock. */
status cells_build_binary32(arena *mem, const ops *p, const cells_options *options, uint32_t mhz,
                            cells *out, diag *d);

/* The kind of operator that computes a cell and can be shared; UNIT_KINDS: none, a sum of fixed
 * point, which is as cheap as what would choose its operands. */
unit_kind cells_unit(const cells *c, uint32_t cell);

/* Fewest blocks for so many products, each of which takes `of_one`. */
uint32_t cells_blocks(const cells_options *options, uint32_t products, uint32_t of_one);

/* Wires to a cell and the cell itself, without registers; not of operators of binary32. From what a
 * product has added it takes less time. */
uint32_t cells_ps(const cells *c, const device *on, const cell *made);
uint32_t cells_term_ps(const cells *c, const device *on, const cell *made, uint32_t term);

/* Look-up tables that cells of fixed point take, roughly: one for each bit of a carry chain, and
 * one for each bit that is made before it. */
uint32_t cells_tables(const cells *c);

/* Bits of a value that a cell reads. */
uint32_t cells_bits(const cells *c, operand x);

/* A constant as a sum of few signed powers of two, highest first: its canonical signed digits.
 * Returns how many; `at` and `negative` hold 64. */
uint32_t signed_digits(int64_t constant, uint32_t *at, bool *negative);

/* The evaluator of this form, for tests: as ops_eval_fixed. */
void cells_eval(const cells *c, const int64_t *in, int64_t *out, int64_t *scratch);

#endif
