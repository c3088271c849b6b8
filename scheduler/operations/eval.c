/* The evaluators: one loop over the list, written once for both formats. */
#include "operations/ops.h"

#define EVALUATOR(name, real)                                                                       \
    static real name##_fetch(const ops *p, const real *in, const real *scratch, operand x)          \
    {                                                                                               \
        switch (OPERAND_CLASS(x)) {                                                                 \
        case FROM_INPUT: return in[OPERAND_INDEX(x)];                                               \
        case FROM_CONSTANT: return (real)p->constants[OPERAND_INDEX(x)].value;                      \
        case FROM_OP: break;                                                                        \
        }                                                                                           \
        return scratch[OPERAND_INDEX(x)];                                                           \
    }                                                                                               \
    void name(const ops *p, const real *in, real *out, real *scratch)                               \
    {                                                                                               \
        for (uint32_t i = 0; i < p->list_count; i++) {                                              \
            real a = name##_fetch(p, in, scratch, p->list[i].a);                                    \
            real b = name##_fetch(p, in, scratch, p->list[i].b);                                    \
            switch (p->list[i].kind) {                                                              \
            case OP_MUL: scratch[i] = a * b; break;                                                 \
            case OP_ADD: scratch[i] = a + b; break;                                                 \
            case OP_SUB: scratch[i] = a - b; break;                                                 \
            case OP_DIV: scratch[i] = a / b; break;                                                 \
            case OP_KIND_COUNT: break;                                                              \
            }                                                                                       \
        }                                                                                           \
        for (uint32_t i = 0; i < p->outputs_count; i++)                                             \
            out[i] = name##_fetch(p, in, scratch, p->outputs[i].value);                             \
    }

EVALUATOR(ops_eval64, double)
EVALUATOR(ops_eval32, float)
