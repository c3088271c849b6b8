/* SPDX-License-Identifier: MIT */
/* Sine and cosine of binary32 angles in radians, bit for bit, as rtl/operators/fp32_trig.v.
 *
 * A fixed offset may be added to the angle, without a rounding and at no cost. It is a word of its
 * own: 30 bits, in units of 2^-28 quarter turns, modulo a turn; higher bits are not looked at.
 *
 * Range: |angle| < 2^13 rad; beyond it, and for infinities and NaN, the result is FP32_NAN. A
 * subnormal angle is read as the zero of its sign. Without an offset the sine is odd and
 * the cosine even, exactly, and sin(+-0) = +-0, cos(0) = 1. No result is larger than 1.
 *
 * Error against the sine of the given binary32 angle, the larger of
 *   0.75 units in the last place of the result and 2^-26,    |angle| < 4
 *   0.8 units in the last place of the result and 2^-25.9,   |angle| < 2^10
 *   1 unit in the last place of the result and 2^-24.5,      |angle| < 2^13
 * (make bench-trig looks at every angle); an offset that is no whole number of its units adds
 * 2^-28.3. Below 2^-9, without an offset, the sine is the angle itself: to half a unit below
 * 2^-12, to 2^-29.5 below 2^-9.
 *
 * How: the angle is turned into quarter turns by a product with 2/pi in 36 bits; its bits from 2^1
 * to 2^-28 are quadrant, piece and offset. The sine of a quarter turn comes from a table of 1,024
 * pieces, each a parabola (machine/trig_table.h). */
#ifndef TAUFLOW_FP32_TRIG_H
#define TAUFLOW_FP32_TRIG_H

#include <stdbool.h>
#include <stdint.h>

uint32_t fp32_trig(uint32_t angle, uint32_t offset, bool cosine);
/* The nearest offset to a number of radians, |radians| < 2^13. */
uint32_t fp32_trig_offset(double radians);
#define FP32_TRIG_RANGE 0x1p13
uint32_t fp32_sin(uint32_t angle);
uint32_t fp32_cos(uint32_t angle);

#endif
