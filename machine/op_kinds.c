/* SPDX-License-Identifier: MIT */
#include "machine/op_kinds.h"

#include <math.h>
#include <stddef.h>

const op_kind_info OP_KIND[OP_KIND_COUNT] = {
#define OP(ID, word, operands, symbol, UNIT, swaps, NEGATES, SIGNS, value, carried, own) \
    [OP_##ID] = {word, operands, symbol, UNIT_##UNIT, swaps, NEGATES_##NEGATES, SIGNS_##SIGNS},
#include "machine/ops.def"
};

double op_value(op_kind kind, double a, double b)
{
    switch (kind) {
#define OP(ID, word, operands, symbol, UNIT, swaps, NEGATES, SIGNS, value, carried, own) \
    case OP_##ID: return value;
#include "machine/ops.def"
    case OP_KIND_COUNT: break;
    }
    return 0;
}

uint32_t op_word(op_kind kind, uint32_t a, uint32_t b)
{
    const op_kind_info *o = &OP_KIND[kind];
    return UNIT_KIND[o->unit].compute(a, b, o->negates == NEGATES_BOTH,
                                      o->negates != NEGATES_NONE);
}
