/* SPDX-License-Identifier: MIT */
/* The table of the arc tangent unit: its format, and how its numbers are found. machine/generate.c
 * writes it from here for C and Verilog.
 *
 * A tangent below 1 is 2^-o (1 + f) with 0 <= f < 1 in octave o, and its angle 2^-o (1 + f - c).
 * The table has c: octave 1 in 128 pieces, each of 2 .. 14 in 64; from octave 15 on c is 0. In a
 * piece, at x from 0 to 1, c is value + slope x + bend (x - 1/2)^2. With offset d, the
 * ATAN_OFFSET_BITS bits of f below the piece's number, x = (d + 1/2) / 2^ATAN_OFFSET_BITS: what is
 * cut off a tangent stands for half a unit.
 *
 * bend is rounded first, then slope, then value, each making up for those before it. Only the four
 * operations of binary64 are used, so that the bits are the same on every computer. */
#ifndef TAUFLOW_ATAN_TABLE_H
#define TAUFLOW_ATAN_TABLE_H

#include <stdint.h>

enum {
    ATAN_PIECE_BITS = 6,  /* of an octave; the first has one more */
    ATAN_OCTAVES = 15,    /* the last has all that follow */
    ATAN_PIECES = (ATAN_OCTAVES + 1) << ATAN_PIECE_BITS,
    ATAN_OFFSET_BITS = 18,
    ATAN_VALUE_BITS = 27, /* unit 2^-28 */
    ATAN_SLOPE_BITS = 18, /* unit 2^-26: of c over a whole piece */
    ATAN_BEND_BITS = 9,   /* unit 2^-24 */
    ATAN_WORD_BITS = ATAN_VALUE_BITS + ATAN_SLOPE_BITS + ATAN_BEND_BITS
};

/* pi in units of 2^-30, rounded. */
#define ATAN_PI UINT64_C(0xc90fdaa2)

/* Angle of a tangent from 0 to 1 by Euler's series: each term is at most half the one before. */
static inline double atan_angle(double t)
{
    const double square = t * t / (1 + t * t);
    double term = t / (1 + t * t), sum = term;
    for (int n = 1; n <= 60; n++) {
        term = term * square * (2 * n) / (2 * n + 1);
        sum += term;
    }
    return sum;
}

static inline uint64_t atan_nearest(double x)
{
    return (uint64_t)(x + 0.5);
}

/* The word of a piece: value, slope, bend, value in the highest bits. Octave 1 has the first 128
 * words, octave o > 1 those from 64 o on. */
static inline uint64_t atan_word(uint32_t number)
{
    const uint32_t octave = number >> ATAN_PIECE_BITS > 1 ? number >> ATAN_PIECE_BITS : 1;
    const uint32_t count = UINT32_C(1) << (ATAN_PIECE_BITS + (octave == 1));
    const double length = 1.0 / count, scale = (double)(UINT32_C(1) << octave);
    const double middle = 1 + (number % count + 0.5) * length; /* 1 + f */
    const double t = middle / scale, step = length / scale, over = 1 / (1 + t * t);
    if (octave == ATAN_OCTAVES)
        return 0;
    /* In u = x - 1/2 the angle has these coefficients; the best line for u^3 is 3/16 u, the best
     * constant for u^2 is 1/8. */
    const double first = over * step, second = -t * over * over * step * step,
                 third = (3 * t * t - 1) * over * over * over * step * step * step / 3;
    const double bend_meant = -second * scale;
    const uint64_t bend = atan_nearest(bend_meant * 0x1p24);
    const double bend_missing = bend_meant - (double)bend * 0x1p-24;
    const uint64_t slope = atan_nearest((length - (first + third * 3 / 16) * scale) * 0x1p26);
    const double slope_taken = (double)slope * 0x1p-26;
    /* The square that bend is multiplied by is cut off by 2^-13 in the mean, products by half a
     * unit of 2^-30 each. */
    const double start = middle - atan_angle(t) * scale - slope_taken / 2 +
                         slope_taken / (2 << ATAN_OFFSET_BITS) + bend_missing / 8 +
                         (double)bend * 0x1p-37 + 0x1p-30;
    const uint64_t value = atan_nearest(start * 0x1p28);
    return value << (ATAN_SLOPE_BITS + ATAN_BEND_BITS) | slope << ATAN_BEND_BITS | bend;
}

#endif
