/* SPDX-License-Identifier: MIT */
#include "machine/fp32_atan2.h"

#include "machine/atan_table.h"
#include "machine/fp32.h"
#include "tauflow_atan.h"

#include <math.h>
#include <stdbool.h>

#define SIGN 0x80000000u
#define INFINITE 0x7f800000u

enum {
    TANGENT_BITS = 25, /* of f, where a tangent is 2^-octave (1 + f) */
    POINT = 30,        /* of angles */
    SQUARED_BITS = 11  /* of the distance to a piece's middle, and of its square */
};

static uint32_t low_bits(uint64_t x, uint32_t count)
{
    return (uint32_t)(x & ((UINT64_C(1) << count) - 1));
}

/* How much less than its tangent an angle is, times 2^octave, binary point POINT. */
static uint32_t correction(uint32_t octave, uint32_t f)
{
    const uint32_t last = octave < ATAN_OCTAVES ? octave : ATAN_OCTAVES;
    const uint32_t piece_bits = ATAN_PIECE_BITS + (octave == 1);
    const uint64_t word = TAUFLOW_ATAN_TABLE[(octave == 1 ? 0 : last << ATAN_PIECE_BITS) +
                                             (f >> (TANGENT_BITS - piece_bits))];
    const uint32_t bend = low_bits(word, ATAN_BEND_BITS);
    const uint64_t slope = low_bits(word >> ATAN_BEND_BITS, ATAN_SLOPE_BITS);
    const uint32_t value = (uint32_t)(word >> (ATAN_BEND_BITS + ATAN_SLOPE_BITS));
    const uint32_t offset = low_bits(f >> (TANGENT_BITS - piece_bits - ATAN_OFFSET_BITS),
                                     ATAN_OFFSET_BITS);
    const bool upper = offset >> (ATAN_OFFSET_BITS - 1);
    const uint32_t from_middle = low_bits(upper ? offset : ~offset, ATAN_OFFSET_BITS - 1) >>
                                 (ATAN_OFFSET_BITS - 1 - SQUARED_BITS);
    const uint32_t square = from_middle * from_middle >> SQUARED_BITS;
    return (value << 2) + (uint32_t)(slope * offset >> 14) + (bend * square >> 7);
}

/* Angle of small / large, both positive, times 2^octave, binary point POINT. */
static uint32_t angle_of(uint32_t small, uint32_t large, uint32_t *octave)
{
    const uint64_t over = (small & 0x7fffff) | 0x800000, under = (large & 0x7fffff) | 0x800000;
    const uint64_t quotient = (over << (TANGENT_BITS + 1)) / under;
    const bool one = quotient >> (TANGENT_BITS + 1);
    uint32_t f = low_bits(one ? quotient >> 1 : quotient, TANGENT_BITS);
    *octave = (large >> 23) - (small >> 23) + !one;
    if (*octave == 0) { /* equal: the largest tangent below 1 */
        *octave = 1;
        f = low_bits(UINT32_MAX, TANGENT_BITS);
    }
    const uint32_t tangent = (UINT32_C(1) << TANGENT_BITS | f) << 1 | 1; /* half a unit */
    return (tangent << (POINT - TANGENT_BITS - 1)) - correction(*octave, f);
}

uint32_t fp32_atan2(uint32_t y, uint32_t x)
{
    const uint32_t height = fp32_flush(y) & ~SIGN, width = fp32_flush(x) & ~SIGN;
    const bool steep = height > width, behind = x & SIGN;
    const uint32_t small = steep ? width : height, large = steep ? height : width;
    uint32_t angle = 0, octave = 0;
    if (large > INFINITE || small > INFINITE)
        return FP32_NAN;
    if (small != 0 && (large != INFINITE || small == INFINITE))
        angle = angle_of(small, large, &octave);
    double turned = (double)angle;
    if (steep || behind) {
        const uint32_t part = octave < 32 ? angle >> octave : 0;
        const uint32_t from = (uint32_t)(steep ? ATAN_PI >> 1 : ATAN_PI);
        turned = (double)(steep && behind ? from + part : from - part);
        octave = 0;
    }
    /* Exact, but for the one rounding to binary32. */
    const double size = ldexp(turned, -POINT - (int)octave);
    return fp32_from_double(y & SIGN ? -size : size);
}
