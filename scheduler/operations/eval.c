/* SPDX-License-Identifier: MIT */
/* The evaluators: one loop over the list, written once for both formats. binary64 is the host's
 * own, binary32 the machine's (fp32.h). */
#include "machine/fp32.h"
#include "machine/fp32_atan2.h"
#include "machine/fp32_trig.h"
#include "operations/ops.h"

#include <math.h>

static double enter64(double x) { return x; }
static double mul64(double a, double b) { return a * b; }
static double add64(double a, double b) { return a + b; }
static double sub64(double a, double b) { return a - b; }
static double div64(double a, double b) { return a / b; }
static double sqrt64(double a) { return sqrt(a); }
static double atan264(double a, double b) { return atan2(a, b); }
static double below64(double a, double b) { return isnan(b) ? b : b < 0 ? a : 0; }
static double sin64(double a, double offset) { return sin(a + offset); }
static double cos64(double a, double offset) { return cos(a + offset); }

static float enter32(double x) { return fp32_value(fp32_from_double(x)); }
static float mul32(float a, float b) { return fp32_value(fp32_mul(fp32_bits(a), fp32_bits(b))); }
static float add32(float a, float b) { return fp32_value(fp32_add(fp32_bits(a), fp32_bits(b))); }
static float sub32(float a, float b) { return fp32_value(fp32_sub(fp32_bits(a), fp32_bits(b))); }
static float div32(float a, float b) { return fp32_value(fp32_div(fp32_bits(a), fp32_bits(b))); }
static float sqrt32(float a) { return fp32_value(fp32_sqrt(fp32_bits(a))); }
static float trig32(float a, double offset, bool cosine)
{
    return fp32_value(fp32_trig(fp32_bits(a), fp32_trig_offset(offset), cosine));
}
static float sin32(float a, double offset) { return trig32(a, offset, false); }
static float cos32(float a, double offset) { return trig32(a, offset, true); }
static float atan232(float a, float b)
{
    return fp32_value(fp32_atan2(fp32_bits(a), fp32_bits(b)));
}

static float below32(float a, float b)
{
    return fp32_value(fp32_below(fp32_bits(a), fp32_bits(b)));
}

/* Of a sine. */
static double offset_of(const ops *p, uint32_t i)
{
    return p->constants[OPERAND_INDEX(p->list[i].b)].value;
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
        for (uint32_t i = 0; i < p->list_count; i++) {                                             \
            real a = fetch##bits(p, in, scratch, p->list[i].a);                                    \
            real b = fetch##bits(p, in, scratch, p->list[i].b);                                    \
            switch (p->list[i].kind) {                                                             \
            case OP_MUL: scratch[i] = mul##bits(a, b); break;                                      \
            case OP_ADD: scratch[i] = add##bits(a, b); break;                                      \
            case OP_SUB: scratch[i] = sub##bits(a, b); break;                                      \
            case OP_DIV: scratch[i] = div##bits(a, b); break;                                      \
            case OP_SQRT: scratch[i] = sqrt##bits(a); break;                                       \
            case OP_ATAN2: scratch[i] = atan2##bits(a, b); break;                                  \
            case OP_SIN: scratch[i] = sin##bits(a, offset_of(p, i)); break;                        \
            case OP_COS: scratch[i] = cos##bits(a, offset_of(p, i)); break;                        \
            case OP_BELOW: scratch[i] = below##bits(a, b); break;                                  \
            case OP_KIND_COUNT: break;                                                             \
            }                                                                                      \
        }                                                                                          \
        for (uint32_t i = 0; i < p->outputs_count; i++)                                            \
            out[i] = fetch##bits(p, in, scratch, p->outputs[i].value);                             \
    }

EVALUATOR(64, double)
EVALUATOR(32, float)
