/* SPDX-License-Identifier: MIT */
/* The evaluators: one loop over the list, written once for both formats. binary64 is the host's
 * own, binary32 that of the units (machine/kinds.h), bit for bit. */
#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "operations/ops.h"

static double enter64(double x) { return x; }
static float enter32(double x) { return fp32_value(fp32_from_double(x)); }

static double operate64(const ops *p, const op *o, double a, double b)
{
    (void)p;
    return op_value(o->kind, a, b);
}

static float operate32(const ops *p, const op *o, float a, float b)
{
    const uint32_t second = ops_is_offset(o)
                                ? fp32_trig_offset(p->constants[OPERAND_INDEX(o->b)].value)
                                : fp32_bits(b);
    return fp32_value(op_word(o->kind, fp32_bits(a), second));
}

#define EVALUATOR(bits, real)                                                                      \
    static real fetch##bits(const ops *p, const real *in, const real *scratch, operand x)          \
    {                                                                                              \
        switch (OPERAND_CLASS(x)) {                                                                \
        case FROM_INPUT: return in[OPERAND_INDEX(x)];                                              \
        case FROM_CONSTANT: return enter##bits(p->constants[OPERAND_INDEX(x)].value);              \
        case FROM_OP: break;                                                                       \
        }                                                                                          \
        return scratch[OPERAND_INDEX(x)];                                                          \
    }                                                                                              \
    void ops_eval##bits(const ops *p, const real *in, real *out, real *scratch)                    \
    {                                                                                              \
        for (uint32_t i = 0; i < p->list_count; i++)                                               \
            scratch[i] = operate##bits(p, &p->list[i], fetch##bits(p, in, scratch, p->list[i].a),  \
                                       fetch##bits(p, in, scratch, p->list[i].b));                 \
        for (uint32_t i = 0; i < p->outputs_count; i++)                                            \
            out[i] = fetch##bits(p, in, scratch, p->outputs[i].value);                             \
    }

EVALUATOR(64, double)
EVALUATOR(32, float)
