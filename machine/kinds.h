/* Kinds of unit (kinds.def): how they are called and what they compute, bit for bit. */
#ifndef TAUFLOW_KINDS_H
#define TAUFLOW_KINDS_H

#include "tauflow_shape.h"

#include <stdbool.h>

/* Those that a module of a core has come first: UNIT_x < TAUFLOW_MODULE_KINDS. Those that modules
 * share follow: UNIT_x < TAUFLOW_CORE_KINDS. */
typedef enum {
#define KIND(name, word, where, latency, lut4, about) UNIT_##name,
    TAUFLOW_KINDS(KIND)
#undef KIND
        UNIT_KINDS
} unit_kind;

typedef struct {
    const char *word;       /* in text forms: "mul" */
    const char *about;      /* in messages: "multiplier" */
    uint32_t latency_cycles; /* in the core that ships, or in one that has it */
    uint32_t lut4;          /* cells on ECP5; 0: not built */
    /* The operator: operands in, result out, both of them negated first where asked for. */
    uint32_t (*compute)(uint32_t a, uint32_t b, bool negate_a, bool negate_b);
} unit_kind_info;

extern const unit_kind_info UNIT_KIND[UNIT_KINDS];

/* Whether modules of a core share units of the kind. */
static inline bool kind_is_shared(unit_kind kind)
{
    return (uint32_t)kind >= TAUFLOW_MODULE_KINDS && (uint32_t)kind < TAUFLOW_CORE_KINDS;
}

#endif
