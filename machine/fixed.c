/* SPDX-License-Identifier: MIT */
/* Everything by floors, which may be nested: floor(floor(n / 2^i) / 2^j) = floor(n / 2^(i+j)). So
 * 64 bits suffice where the exact product or sum needs up to 80. */
#include "machine/fixed.h"

#include <assert.h>
#include <math.h>

static int64_t power(uint32_t exponent) { return (int64_t)1 << exponent; }

/* Half of the last place that a shift leaves; 0 where it drops nothing. */
static int64_t half(uint32_t shift) { return shift ? power(shift - 1) : 0; }

int64_t fixed_largest(uint32_t width) { return power(width - 1) - 1; }

static int64_t fit(uint32_t width, int64_t y, bool *overflow)
{
    if (y > fixed_largest(width) || y < -fixed_largest(width))
        *overflow = true;
    uint64_t sign = (uint64_t)1 << (width - 1), low = (uint64_t)y & (2 * sign - 1);
    return (int64_t)(low ^ sign) - (int64_t)sign;
}

bool fixed_mul_can(uint32_t width, int shift)
{
    return shift < (int)width && shift >= (int)width - FIXED_MUL_SHIFTS;
}

bool fixed_add_can(int shift_a, int shift_b)
{
    int small = shift_a < shift_b ? shift_a : shift_b, large = shift_a + shift_b - small;
    return (small == 0 || small == 1) && large <= FIXED_ADD_SHIFT_MOST;
}

bool fixed_add_unit_can(int shift_a, int shift_b)
{
    return shift_a >= 0 && shift_a <= FIXED_ADD_SHIFT_MOST && (shift_b == 0 || shift_b == 1);
}

int64_t fixed_mul(uint32_t width, int64_t a, int64_t b, uint32_t shift, bool *overflow)
{
    assert(fixed_mul_can(width, (int)shift));
    /* a b = a high 2^cut + a low, 0 <= low < 2^cut; cut <= shift, and no term has 64 bits. */
    uint32_t cut = width / 2;
    int64_t high = floor_shift(b, cut), low = b - high * power(cut);
    int64_t y = floor_shift(a * high + floor_shift(a * low + half(shift), cut), shift - cut);
    return fit(width, y, overflow);
}

int64_t fixed_add(uint32_t width, int64_t a, int64_t b, bool negate_a, bool negate_b,
                  uint32_t shift_a, uint32_t shift_b, bool *overflow)
{
    assert(fixed_add_can((int)shift_a, (int)shift_b) && !(negate_a && negate_b));
    a = negate_a ? -a : a;
    b = negate_b ? -b : b;
    bool moves_b = shift_b > shift_a;
    int64_t stays = moves_b ? a : b, moves = moves_b ? b : a;
    uint32_t small = moves_b ? shift_a : shift_b, large = moves_b ? shift_b : shift_a;
    /* stays / 2^small + moves / 2^large + 1/2, over 2^large. */
    int64_t y = floor_shift(stays + floor_shift(moves + half(large), large - small), small);
    return fit(width, y, overflow);
}

uint32_t fixed_mul_code(uint32_t width, uint32_t shift)
{
    assert(fixed_mul_can(width, (int)shift));
    return width - 1 - shift;
}

uint32_t fixed_mul_shift(uint32_t width, uint32_t code) { return width - 1 - code; }

uint32_t fixed_add_code(uint32_t shift_a, uint32_t shift_b)
{
    assert(fixed_add_unit_can((int)shift_a, (int)shift_b));
    return shift_a << 1 | shift_b;
}

void fixed_add_shifts(uint32_t code, uint32_t *shift_a, uint32_t *shift_b)
{
    *shift_a = code >> 1 & FIXED_ADD_SHIFT_MOST;
    *shift_b = code & 1;
}

bool fixed_from_double(uint32_t width, int point, double x, int64_t *y)
{
    double scaled = ldexp(x, point), below = floor(scaled);
    /* Not floor(scaled + 0.5): that sum may itself be rounded up. */
    double rounded = scaled - below >= 0.5 ? below + 1 : below;
    if (!(fabs(rounded) <= (double)fixed_largest(width)))
        return false;
    *y = (int64_t)rounded;
    return true;
}

double fixed_value(int point, int64_t x) { return ldexp((double)x, -point); }

uint32_t fixed_word(int64_t x) { return (uint32_t)((uint64_t)x & UINT32_MAX); }

bool fixed_from_word(uint32_t width, uint32_t word, int64_t *x)
{
    int64_t value = (int64_t)(word ^ UINT32_C(1) << 31) - power(31);
    bool overflow = false;
    *x = fit(width, value, &overflow);
    return *x == value;
}
