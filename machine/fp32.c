/* SPDX-License-Identifier: MIT */
/* Each operator brings its exact result, or one with a sticky last bit, as sign * sig * 2^exponent
 * with a 64-bit sig, and one function rounds. Written from the definition, not from the Verilog:
 * two opinions. */
#include "machine/fp32.h"

#include <stdbool.h>
#include <string.h>

#define SIGN 0x80000000u
#define INFINITE 0x7f800000u
#define LEAST_NORMAL 0x00800000u

/* Value of a field e with integer significand s (hidden bit included) is s * 2^(e - BIAS). */
enum { BIAS = 150 };

static bool is_nan(uint32_t a) { return (a & ~SIGN) > INFINITE; }
static bool is_infinite(uint32_t a) { return (a & ~SIGN) == INFINITE; }
static bool is_zero(uint32_t a) { return (a & ~SIGN) < LEAST_NORMAL; }
static int field(uint32_t a) { return (int)(a >> 23 & 0xff); }
static uint64_t significand(uint32_t a) { return is_zero(a) ? 0 : (a & 0x7fffff) | LEAST_NORMAL; }

/* sig / 2^count, every lost bit kept in the last one. */
static uint64_t shift_right_sticky(uint64_t sig, int count)
{
    if (count > 63)
        return sig != 0;
    return sig >> count | ((sig & ((UINT64_C(1) << count) - 1)) != 0);
}

/* Nearest binary32 to sign * sig * 2^exponent, rounded on the grid of gradual underflow, then
 * flushed. */
static uint32_t round_to_word(uint32_t sign, uint64_t sig, int exponent)
{
    enum { BELOW = 39 }; /* bits under the 24 kept when the leading one is bit 62 */
    if (sig == 0)
        return sign;
    if (sig >> 63) {
        sig = shift_right_sticky(sig, 1);
        exponent++;
    }
    while (!(sig >> 62)) {
        sig <<= 1;
        exponent--;
    }
    int e = exponent + BELOW + BIAS;
    if (e < 1) {
        sig = shift_right_sticky(sig, 1 - e);
        e = 1;
    }
    uint64_t kept = sig >> BELOW, lost = sig & ((UINT64_C(1) << BELOW) - 1),
             half = UINT64_C(1) << (BELOW - 1);
    kept += lost > half || (lost == half && (kept & 1));
    if (kept < LEAST_NORMAL)
        return sign;
    /* The hidden bit, and a carry out of rounding, add to the field above. */
    uint64_t magnitude = kept + ((uint64_t)(e - 1) << 23);
    return sign | (magnitude >= INFINITE ? INFINITE : (uint32_t)magnitude);
}

uint32_t fp32_mul(uint32_t a, uint32_t b)
{
    uint32_t sign = (a ^ b) & SIGN;
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b)))
        return FP32_NAN;
    if (is_infinite(a) || is_infinite(b))
        return sign | INFINITE;
    return round_to_word(sign, significand(a) * significand(b), field(a) + field(b) - 2 * BIAS);
}

uint32_t fp32_add(uint32_t a, uint32_t b)
{
    enum {
        ROOM = 32
    }; /* bits under the larger operand: past them only whether something is there counts */
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b) && a != b))
        return FP32_NAN;
    if (is_infinite(a) || is_infinite(b))
        return is_infinite(a) ? a : b;
    if ((a & ~SIGN) < (b & ~SIGN)) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    uint64_t large = significand(a) << ROOM;
    uint64_t small = shift_right_sticky(significand(b) << ROOM, field(a) - field(b));
    bool opposed = (a ^ b) & SIGN;
    uint64_t sum = opposed ? large - small : large + small;
    uint32_t sign = sum == 0 ? a & b & SIGN : a & SIGN;
    return round_to_word(sign, sum, field(a) - BIAS - ROOM);
}

uint32_t fp32_sub(uint32_t a, uint32_t b) { return fp32_add(a, b ^ SIGN); }

uint32_t fp32_below(uint32_t a, uint32_t b)
{
    if (is_nan(b))
        return FP32_NAN;
    return b & SIGN && !is_zero(b) ? fp32_flush(a) : 0;
}

uint32_t fp32_div(uint32_t a, uint32_t b)
{
    enum { ROOM = 32 };
    uint32_t sign = (a ^ b) & SIGN;
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b)) || (is_zero(a) && is_zero(b)))
        return FP32_NAN;
    if (is_infinite(a) || is_zero(b))
        return sign | INFINITE;
    if (is_infinite(b))
        return sign;
    uint64_t over = significand(a) << ROOM, under = significand(b);
    uint64_t quotient = over / under | (over % under != 0);
    return round_to_word(sign, quotient, field(a) - field(b) - ROOM);
}

uint32_t fp32_sqrt(uint32_t a)
{
    enum { ROOM = 30 }; /* so that the root has 26 or 27 bits, and what is left the sticky one */
    if (is_zero(a))
        return a & SIGN;
    if (is_nan(a) || a & SIGN)
        return FP32_NAN;
    if (is_infinite(a))
        return a;
    int odd = (field(a) - BIAS) & 1;
    uint64_t square = significand(a) << (ROOM + odd), root = 0;
    for (uint64_t bit = UINT64_C(1) << 28; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    int exponent = (field(a) - BIAS - ROOM - odd) / 2;
    return round_to_word(0, root << 1 | (root * root != square), exponent - 1);
}

uint32_t fp32_flush(uint32_t a)
{
    if (is_nan(a))
        return FP32_NAN;
    return is_zero(a) ? a & SIGN : a;
}

uint32_t fp32_from_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint32_t sign = (uint32_t)(bits >> 32) & SIGN;
    int e = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (e == 0x7ff)
        return fraction ? FP32_NAN : sign | INFINITE;
    if (e == 0) /* zero, or far below binary32's range */
        return sign;
    return round_to_word(sign, fraction | UINT64_C(1) << 52, e - 1075);
}

uint32_t fp32_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

float fp32_value(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
