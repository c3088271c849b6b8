/* SPDX-License-Identifier: MIT */
/* The table of the sine unit: its format, and how its numbers are found. machine/generate.c writes
 * it from here for C and Verilog.
 *
 * A quarter turn is cut into TRIG_PIECES pieces; the sine in piece i, at (i + x) / TRIG_PIECES
 * quarters, 0 <= x < 1, is value + slope x - bend (x - 1/2)^2. With offset d, the TRIG_OFFSET_BITS
 * bits below the piece's number, x = (d + 1/2) / 2^TRIG_OFFSET_BITS: an angle stands for the middle
 * of what was cut off it, so that its complement is the other end of the quarter, exactly.
 *
 * bend is rounded first, then slope, then value, each making up for those before it. Only the four
 * operations of binary64 are used, so that the bits are the same on every computer. */
#ifndef TAUFLOW_TRIG_TABLE_H
#define TAUFLOW_TRIG_TABLE_H

#include <stdint.h>

enum {
    TRIG_PIECE_BITS = 10,
    TRIG_PIECES = 1 << TRIG_PIECE_BITS,
    TRIG_OFFSET_BITS = 18,
    TRIG_VALUE_BITS = 29, /* unit 2^-29 */
    TRIG_SLOPE_BITS = 18, /* unit 2^-27: of the sine over a whole piece */
    TRIG_BEND_BITS = 7,   /* unit 2^-26 */
    TRIG_WORD_BITS = TRIG_VALUE_BITS + TRIG_SLOPE_BITS + TRIG_BEND_BITS
};

/* 2/pi in units of 2^-36, rounded: 0.11 units, 2^-39.2, too large. */
#define TRIG_QUARTERS UINT64_C(0xa2f9836e5)

/* Sine of 0 .. pi/2 by its series: 15 terms end below 2^-80. */
static inline double trig_sine(double x)
{
    double term = x, sum = x;
    for (int n = 2; n <= 28; n += 2) {
        term = -(term * x) * x / (double)(n * (n + 1));
        sum += term;
    }
    return sum;
}

static inline uint64_t trig_nearest(double x)
{
    return (uint64_t)(x + 0.5);
}

/* The word of a piece: value, slope, bend, value in the highest bits. */
static inline uint64_t trig_word(uint32_t piece)
{
    const double length = 3.14159265358979323846 / (2 * TRIG_PIECES);
    const double sine = trig_sine((piece + 0.5) * length);
    const double cosine = trig_sine((TRIG_PIECES - 1 - piece + 0.5) * length);
    /* In u = x - 1/2 the sine is: sine + cosine h u - sine h^2 u^2 / 2 - cosine h^3 u^3 / 6. The
     * best line for u^3 is 3/16 u, the best constant for u^2 is 1/8. */
    const double bend_meant = sine * length * length / 2;
    const uint64_t bend = trig_nearest(bend_meant * 0x1p26);
    const double bend_missing = bend_meant - (double)bend * 0x1p-26;
    const uint64_t slope = trig_nearest((1 - length * length / 32) * cosine * length * 0x1p27);
    const double slope_taken = (double)slope * 0x1p-27;
    /* The square that bend is multiplied by is cut off by 2^-13 in the mean. */
    const double start = sine - slope_taken / 2 + slope_taken / (2 << TRIG_OFFSET_BITS) -
                         bend_missing / 8 - (double)bend * 0x1p-39;
    const uint64_t value = trig_nearest(start * 0x1p29);
    return value << (TRIG_SLOPE_BITS + TRIG_BEND_BITS) | slope << TRIG_BEND_BITS | bend;
}

#endif
