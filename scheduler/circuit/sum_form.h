/* SPDX-License-Identifier: MIT */
/* How a sum becomes one carry chain: where its roundings, its constant and the ones of negated
 * terms go. A term of weight 2^left leaves `left` low bits open, which take what is below it; a
 * chain takes one bit more at its start. What finds no place there is a third row, and three rows
 * become two (sum and carry of each bit) before the chain. */
#ifndef TAUFLOW_SUM_FORM_H
#define TAUFLOW_SUM_FORM_H

#include "circuit/cells.h"

/* Where the rounding of a raw product goes, its lowest bit (inverted, where the term is negative:
 * -(high + low) = ~high + 1 - low). */
typedef enum {
    SUM_BIT_NONE,
    SUM_BIT_OPEN,  /* an open bit of the other term */
    SUM_BIT_FILL,  /* all open bits of its own term and the start of the chain, which carry it up */
    SUM_BIT_CARRY, /* the start of the chain */
    SUM_BIT_ROW,   /* the third row */
    SUM_BIT_SPARE  /* the lowest carry of three rows, which is always empty */
} sum_bit;

typedef struct {
    uint32_t bits;       /* of rows: result and what is dropped */
    uint32_t chain_bits; /* 0: wires alone */
    uint32_t open;       /* the term with open bits, which hold: */
    uint64_t fill;
    bool carry_one;      /* the chain starts with 1 */
    bool saves;          /* there is a third row, of: */
    int64_t row;
    sum_bit bit[2];      /* per term */
    bool clash;          /* a rounding finds no place: it has to be done before */
} sum_form;

sum_form sum_form_of(const cell *sum);

#endif
