/* SPDX-License-Identifier: MIT */
/* Sine and cosine of fixed-point angles in radians, bit for bit: evaluator, emitted C and circuits
 * follow this file. Words and points are those of machine/fixed.h.
 *
 * The angle is x * 2^-point. A fixed offset may be added to it at no cost, a word of its own: in
 * units of 2^-(width + 5) quarter turns, modulo a turn. The result has a point of at most
 * width - 2.
 *
 * Range: |angle| < 2^13 rad, so the point is at least width - 14; and it is at most 2 width.
 *
 * Error against the sine of the given angle: at most half a unit of 2^-(width - 2), and the half
 * unit of the result's own place that the one rounding takes. So it is at most one unit in the last
 * place where the point is width - 2. (tests/unit/fixed_trig_test.c looks at every angle of 16 to
 * 18 bits.)
 *
 * How, with p = (width - 2) / 3, cut off, and d = width + 1 - p:
 *
 *   turned   floor((x C + offset 2^(width-4)) / 2^width) modulo 2^(width+3), with C = 2/pi
 *            2^(2 width + 1 - point), rounded: quarter turns, of which width + 1 bits are fraction.
 *            What is cut off stands for half a unit, so that the complement is the opposite angle.
 *   pieces   a quarter turn has 2^p, numbered by the next bits; in a quadrant that falls from the
 *            other end. The last d bits are where in the piece it is, from its middle, in halves of
 *            units: u = 2 low + 1 - 2^d.
 *   parabola slope of the line = slope + floor(bend u / 2^d) + 1
 *            sine = value + floor(slope of the line * u / 2^(d+2)) + 1, in units of 2^-(width+1),
 *            rounded to the point, ties upwards.
 *
 * value, slope and bend of a piece stand for half a unit more, so that their complement is their
 * opposite; a cosine is the sine of a quarter more. */
#ifndef TAUFLOW_FIXED_TRIG_H
#define TAUFLOW_FIXED_TRIG_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FIXED_TRIG_WIDTH_MOST = 32,
    FIXED_TRIG_RANGE_BITS = 13, /* angles are below 2^13 rad */
    FIXED_TRIG_OFFSET_BITS = 4  /* of an offset below those of `turned` */
};

/* Sizes that follow from the width. */
typedef struct {
    uint32_t piece_bits;    /* p: of a piece's number */
    uint32_t place_bits;    /* d: of the place in a piece */
    uint32_t fraction_bits; /* of a quarter turn, both together */
    uint32_t sine_point;    /* of value and of the sine before it is rounded */
    uint32_t value_bits, slope_bits, bend_bits; /* of these numbers, which have no sign */
} fixed_trig_sizes;
fixed_trig_sizes fixed_trig_of(uint32_t width);

/* The parabola of a piece of the first quarter. */
typedef struct {
    int64_t value; /* unit 2^-(width + 1) */
    int64_t slope; /* unit 2^-(width + 2), of the sine over a whole piece */
    int64_t bend;  /* unit 2^-width; bend of the formulas above is -(2 bend + 1) in the first
                    * quarter */
} fixed_trig_piece;
fixed_trig_piece fixed_trig_table(uint32_t width, uint32_t piece);

/* The parabola of an angle that was turned, or of a quarter more, with its signs, and where in its
 * piece the angle is: value, slope, bend and u of the formulas above. */
typedef struct {
    int64_t value, slope, bend, place;
} fixed_trig_parabola;
fixed_trig_parabola fixed_trig_fold(uint32_t width, uint64_t turned, bool cosine);

/* C, for angles of that point. */
int64_t fixed_trig_quarters(uint32_t width, int point);
/* Whether angles may have that point. */
bool fixed_trig_can(uint32_t width, int point);
/* The nearest offset to a number of radians, |radians| < 2^13. */
int64_t fixed_trig_offset(uint32_t width, double radians);

/* The sine, or cosine, with point `sine_point` for an angle with point `angle_point`. */
int64_t fixed_trig(uint32_t width, int64_t angle, int angle_point, int64_t offset, bool cosine,
                   int sine_point);

#endif
