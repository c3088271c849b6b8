/* SPDX-License-Identifier: MIT */
/* Operations (ops.def): how they are called, what computes them, what signs do to them. */
#ifndef TAUFLOW_OP_KINDS_H
#define TAUFLOW_OP_KINDS_H

#include "machine/kinds.h"

typedef enum {
#define OP(ID, word, operands, symbol, UNIT, swaps, NEGATES, SIGNS, value, carried, own) OP_##ID,
#include "machine/ops.def"
    OP_KIND_COUNT
} op_kind;

typedef enum { NEGATES_NONE, NEGATES_B, NEGATES_BOTH } op_negates;
typedef enum { SIGNS_SUM, SIGNS_BOTH, SIGNS_FIRST, SIGNS_NONE } op_signs;

typedef struct {
    const char *word;
    uint32_t operands;
    const char *symbol; /* or NULL */
    unit_kind unit;
    bool swaps;
    op_negates negates;
    op_signs signs;
} op_kind_info;

extern const op_kind_info OP_KIND[OP_KIND_COUNT];

/* In binary64. */
double op_value(op_kind kind, double a, double b);
/* Of words of binary32, as its unit computes it, to the bit. */
uint32_t op_word(op_kind kind, uint32_t a, uint32_t b);

#endif
