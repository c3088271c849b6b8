#include "machine/kinds.h"

#include "machine/fp32.h"
#include "machine/fp32_trig.h"

static uint32_t negated(uint32_t word, bool negate)
{
    return negate ? word ^ UINT32_C(1) << 31 : word;
}

static uint32_t compute_MUL(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    (void)negate_a; /* signs of products are moved into their users */
    (void)negate_b;
    return fp32_mul(a, b);
}

static uint32_t compute_ADD(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    return fp32_add(negated(a, negate_a), negated(b, negate_b));
}

static uint32_t compute_DIV(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    (void)negate_a;
    (void)negate_b;
    return fp32_div(a, b);
}

static uint32_t compute_SQRT(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    (void)b; /* the same */
    (void)negate_a;
    (void)negate_b;
    return fp32_sqrt(a);
}

static uint32_t compute_TRIG(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    (void)b; /* the same */
    (void)negate_a;
    return fp32_trig(a, negate_b); /* of b: the cosine */
}

static uint32_t compute_ATAN(uint32_t a, uint32_t b, bool negate_a, bool negate_b)
{
    (void)negate_a;
    (void)negate_b;
    return fp32_atan2(a, b);
}

const unit_kind_info UNIT_KIND[UNIT_KINDS] = {
#define KIND(name, word, in_module, latency, lut4, about) \
    {#word, about, in_module, latency, lut4, compute_##name},
    TAUFLOW_KINDS(KIND)
#undef KIND
};
