/* SPDX-License-Identifier: MIT */
#include "machine/kinds.h"

#include "machine/fixed.h"
#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "tauflow_load.h"

#include <assert.h>

static uint32_t negated(uint32_t word, bool negate)
{
    return negate ? word ^ UINT32_C(1) << 31 : word;
}

/* Models that take their operands as they come: signs of products, quotients and angles are moved
 * into their users, and the second operand of a root is its first. */
#define MODEL_ONE(name, function) MODEL(name, function(a))
#define MODEL_TWO(name, function) MODEL(name, function(a, b))
#define MODEL_OWN(name, function)
#define MODEL(name, result)                                                                        \
    static uint32_t compute_##name(uint32_t a, uint32_t b, bool negate_a, bool negate_b)           \
    {                                                                                              \
        (void)b;                                                                                   \
        (void)negate_a;                                                                            \
        (void)negate_b;                                                                            \
        return result;                                                                             \
    }
#define KIND(name, word, where, latency, module, model, lut4, about) MODEL_##model(name, module)
TAUFLOW_KINDS(KIND)
#undef KIND

static uint32_t compute_ADD(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    if (negate_a && negate_b) /* no sum needs both */
        return fp32_below(a, b);
    return fp32_add(negated(a, negate_a), negated(b, negate_b));
}

static uint32_t compute_TRIG(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    (void)negate_a;
    return fp32_trig(a, b, negate_b); /* the other operand's: the cosine */
}

/* ---- fixed point --------------------------------------------------------------------------- */

static_assert(TAUFLOW_ISSUE_SECOND_SHIFT_BITS == FIXED_ADD_CODE_BITS &&
                  FIXED_MUL_CODE_BITS <= FIXED_ADD_CODE_BITS,
              "load.def: the shift of the second word of an issue holds that of any kind");

bool fixed_kind_shift(unit_kind kind, uint32_t shift)
{
    if (kind == UNIT_MUL)
        return shift < FIXED_MUL_SHIFTS;
    return kind == UNIT_ADD && shift >> FIXED_ADD_CODE_BITS == 0;
}

static uint32_t fixed_MUL(uint32_t width, uint32_t a, uint32_t b, bool negate_a, bool negate_b,
                          uint32_t shift, bool *overflow)
{
    int64_t x, y;
    (void)negate_a;
    (void)negate_b;
    (void)fixed_from_word(width, a, &x);
    (void)fixed_from_word(width, b, &y);
    uint32_t places = fixed_mul_shift(width, shift % FIXED_MUL_SHIFTS);
    return fixed_word(fixed_mul(width, x, y, places, overflow));
}

static uint32_t fixed_ADD(uint32_t width, uint32_t a, uint32_t b, bool negate_a, bool negate_b,
                          uint32_t shift, bool *overflow)
{
    int64_t x, y;
    uint32_t shift_a, shift_b;
    (void)fixed_from_word(width, a, &x);
    (void)fixed_from_word(width, b, &y);
    if (!fixed_kind_shift(UNIT_ADD, shift) || (negate_a && negate_b)) { /* in no program */
        *overflow = true;
        return 0;
    }
    fixed_add_shifts(shift, &shift_a, &shift_b);
    return fixed_word(fixed_add(width, x, y, negate_a, negate_b, shift_a, shift_b, overflow));
}

const fixed_kind_info FIXED_KIND[UNIT_KINDS] = {
#define FIXED(name, latency, lut4) [UNIT_##name] = {latency, lut4, fixed_##name},
    TAUFLOW_FIXED_KINDS(FIXED)
#undef FIXED
};

const unit_kind_info UNIT_KIND[UNIT_KINDS] = {
#define KIND(name, word, where, latency, module, model, lut4, about) \
    {#word, about, #module, latency, lut4, compute_##name},
    TAUFLOW_KINDS(KIND)
#undef KIND
};
