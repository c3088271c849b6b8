/* SPDX-License-Identifier: MIT */
/* Kinds of unit (kinds.def): how they are called and what they compute, bit for bit. */
#ifndef TAUFLOW_KINDS_H
#define TAUFLOW_KINDS_H

#include "tauflow_shape.h"

#include <stdbool.h>

/* Those that a module of a core has come first: UNIT_x < TAUFLOW_MODULE_KINDS. Those that modules
 * share follow: UNIT_x < TAUFLOW_CORE_KINDS. */
typedef enum {
#define KIND(name, word, where, latency, module, model, lut4, about) UNIT_##name,
    TAUFLOW_KINDS(KIND)
#undef KIND
        UNIT_KINDS
} unit_kind;

/* Their models, by the names of the operators. */
#define MODEL_ONE(function) uint32_t function(uint32_t a);
#define MODEL_TWO(function) uint32_t function(uint32_t a, uint32_t b);
#define MODEL_OWN(function)
#define KIND(name, word, where, latency, module, model, lut4, about) MODEL_##model(module)
TAUFLOW_KINDS(KIND)
#undef KIND
#undef MODEL_ONE
#undef MODEL_TWO
#undef MODEL_OWN

typedef struct {
    const char *word;       /* in text forms: "mul" */
    const char *about;      /* in messages: "multiplier" */
    const char *module;     /* in Verilog: "fp32_mul" */
    uint32_t latency_cycles; /* in the core that ships, or in one that has it */
    uint32_t lut4;          /* cells on ECP5; 0: not built */
    /* The operator: operands in, result out, both of them negated first where asked for. */
    uint32_t (*compute)(uint32_t a, uint32_t b, bool negate_a, bool negate_b);
} unit_kind_info;

extern const unit_kind_info UNIT_KIND[UNIT_KINDS];

/* The same kind in cores of fixed point. */
typedef struct {
    uint32_t latency_cycles; /* 0: such cores do not have it */
    uint32_t lut4;           /* cells of 24 bits on ECP5 */
    /* Operands and result as words (machine/fixed.h), of which the lowest `width` bits count; the
     * shift as issues have it. Sets *overflow where the result does not fit or the shift is
     * none. */
    uint32_t (*compute)(uint32_t width, uint32_t a, uint32_t b, bool negate_a, bool negate_b,
                        uint32_t shift, bool *overflow);
} fixed_kind_info;

extern const fixed_kind_info FIXED_KIND[UNIT_KINDS];
/* Whether a program may have this shift in an issue of this kind. */
bool fixed_kind_shift(unit_kind kind, uint32_t shift);

/* Whether modules of a core share units of the kind. */
static inline bool kind_is_shared(unit_kind kind)
{
    return (uint32_t)kind >= TAUFLOW_MODULE_KINDS && (uint32_t)kind < TAUFLOW_CORE_KINDS;
}

#endif
