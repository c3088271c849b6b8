/* SPDX-License-Identifier: MIT */
#include "base/field.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>

enum { FIELD_BITS = 61, HALF_BITS = 32 };

/* Of a number below 2^64, since 2^61 = 1. */
static residue reduced(uint64_t x)
{
    x = (x & FIELD_P) + (x >> FIELD_BITS);
    return x >= FIELD_P ? x - FIELD_P : x;
}

residue field_add(residue a, residue b)
{
    return reduced(a + b);
}

residue field_negate(residue a)
{
    return a ? FIELD_P - a : 0;
}

residue field_sub(residue a, residue b)
{
    return reduced(a + field_negate(b));
}

/* The product has 122 bits, and 2^64 is 8. By halves a and b are h 2^32 + l: the product is hh 2^64
 * + middle 2^32 + ll, in which the middle, two products below 2^61 each, loses nothing. */
residue field_multiply(residue a, residue b)
{
    const uint64_t mask = UINT32_MAX, ah = a >> HALF_BITS, al = a & mask, bh = b >> HALF_BITS,
                   bl = b & mask;
    const uint64_t middle = ah * bl + al * bh, low = al * bl;
    const uint64_t high = ah * bh + (middle >> HALF_BITS); /* of 2^64; below 2^59 */
    return reduced(reduced(low) + reduced((middle & mask) << HALF_BITS) + reduced(high << 3));
}

residue field_power(residue a, uint64_t exponent)
{
    residue power = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            power = field_multiply(power, a);
        a = field_multiply(a, a);
    }
    return power;
}

/* a^(p - 2), by Fermat. */
bool field_inverse(residue a, residue *out)
{
    *out = field_power(a, FIELD_P - 2);
    return a != 0;
}

residue field_from_integer(int64_t value)
{
    const residue magnitude = reduced(value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    return value < 0 ? field_negate(magnitude) : magnitude;
}

residue field_from_double(double value)
{
    enum { FRACTION_BITS = 53 };
    int exponent;
    assert(isfinite(value));
    const double fraction = frexp(value, &exponent); /* below 1 */
    const int power = (exponent - FRACTION_BITS) % FIELD_BITS;
    const uint64_t factor = UINT64_C(1) << (power < 0 ? power + FIELD_BITS : power);
    return field_multiply(field_from_integer((int64_t)ldexp(fraction, FRACTION_BITS)), factor);
}

residue field_random(uint64_t *state)
{
    uint64_t x;
    do /* p itself is drawn once in 2^61 times */
        x = random_bits(state) >> (64 - FIELD_BITS);
    while (x == FIELD_P);
    return x;
}

/* 2t / (1 + t^2) and (1 - t^2) / (1 + t^2). As p = 3 mod 4, no square is -1, so nothing is divided
 * by 0. */
void field_circle(uint64_t *state, residue *sine, residue *cosine)
{
    const residue t = field_random(state), square = field_multiply(t, t);
    residue inverse;
    field_inverse(field_add(1, square), &inverse);
    *sine = field_multiply(field_add(t, t), inverse);
    *cosine = field_multiply(field_sub(1, square), inverse);
}

residue field_call(uint64_t seed, uint32_t function, field_sign sign, residue a, residue b)
{
    const bool turned = sign == FIELD_ODD && a > FIELD_P / 2;
    const uint64_t keys[] = {function, turned ? field_negate(a) : a, b};
    uint64_t state = seed;
    for (uint32_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        state ^= keys[i];
        state = random_bits(&state);
    }
    const residue value = field_random(&state);
    return turned ? field_negate(value) : value;
}
