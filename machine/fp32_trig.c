/* SPDX-License-Identifier: MIT */
#include "machine/fp32_trig.h"

#include "machine/fp32.h"
#include "machine/trig_table.h"
#include "tauflow_trig.h"

#include <math.h>

#define SIGN 0x80000000u

enum {
    FIELD_RANGE = 127 + 13,   /* exponent field from which an angle is too large */
    FIELD_SMALL = 127 - 9,    /* below it an angle is its own sine */
    FRACTION_BITS = TRIG_PIECE_BITS + TRIG_OFFSET_BITS, /* of a quarter turn */
    QUARTERS_POINT = 36,      /* binary point of TRIG_QUARTERS */
    SIGNIFICAND_POINT = 150,  /* an angle is its significand times 2^(field - 150) */
    SQUARED_BITS = 10,        /* of the distance to a piece's middle, and of its square */
    SINE_POINT = 30           /* of the sum */
};

static uint32_t low_bits(uint64_t x, uint32_t count)
{
    return (uint32_t)(x & ((UINT64_C(1) << count) - 1));
}

/* Quarter turns modulo 4, FRACTION_BITS of them fraction, the rest cut off. */
static uint32_t quarters(uint32_t significand, uint32_t field)
{
    const uint64_t product = significand * TRIG_QUARTERS;
    const uint32_t away = SIGNIFICAND_POINT + QUARTERS_POINT - FRACTION_BITS - field;
    return away > 63 ? 0 : low_bits(product >> away, FRACTION_BITS + 2);
}

/* Sine of a fraction of a quarter turn, binary point SINE_POINT. */
static uint32_t quarter_sine(uint32_t fraction)
{
    const uint64_t word = TAUFLOW_TRIG_TABLE[fraction >> TRIG_OFFSET_BITS];
    const uint32_t bend = low_bits(word, TRIG_BEND_BITS);
    const uint64_t slope = low_bits(word >> TRIG_BEND_BITS, TRIG_SLOPE_BITS);
    const uint32_t value = (uint32_t)(word >> (TRIG_BEND_BITS + TRIG_SLOPE_BITS));
    const uint32_t offset = low_bits(fraction, TRIG_OFFSET_BITS);
    const bool upper = offset >> (TRIG_OFFSET_BITS - 1);
    const uint32_t from_middle = low_bits(upper ? offset : ~offset, TRIG_OFFSET_BITS - 1) >>
                                 (TRIG_OFFSET_BITS - 1 - SQUARED_BITS);
    const uint32_t square = from_middle * from_middle >> SQUARED_BITS;
    return (value << 1) + (uint32_t)(slope * offset >> 15) - (bend * square >> 8);
}

uint32_t fp32_trig(uint32_t angle, uint32_t offset, bool cosine)
{
    const uint32_t field = angle >> 23 & 0xff;
    const uint32_t plus = low_bits(offset, FRACTION_BITS + 2);
    if (field >= FIELD_RANGE)
        return FP32_NAN;
    if (!cosine && plus == 0 && field < FIELD_SMALL)
        return fp32_flush(angle);
    /* What was cut off stands for half a unit: the opposite of an angle is its complement. */
    const uint32_t size = quarters((angle & 0x7fffff) | 0x800000, field);
    const uint32_t turned = (angle & SIGN ? ~size : size) + plus;
    const uint32_t quadrant = (turned >> FRACTION_BITS) + cosine;
    const uint32_t fraction = low_bits(quadrant & 1 ? ~turned : turned, FRACTION_BITS);
    const bool negative = quadrant >> 1 & 1;
    /* Exact, but for the one rounding to binary32. */
    const double sine = (double)quarter_sine(fraction) / (UINT32_C(1) << SINE_POINT);
    return fp32_from_double(negative ? -sine : sine);
}

uint32_t fp32_trig_offset(double radians)
{
    double turns = radians / 6.28318530717958647693;
    turns -= floor(turns);
    return low_bits((uint64_t)(turns * (UINT32_C(1) << (FRACTION_BITS + 2)) + 0.5),
                    FRACTION_BITS + 2);
}

uint32_t fp32_sin(uint32_t angle) { return fp32_trig(angle, 0, false); }
uint32_t fp32_cos(uint32_t angle) { return fp32_trig(angle, 0, true); }
