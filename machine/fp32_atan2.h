/* SPDX-License-Identifier: MIT */
/* Arc tangents in binary32, bit for bit, as rtl/operators/fp32_atan2.v.
 *
 * The angle of the point (x, y), -pi .. pi, as atan2 of C has it: the sign is that of y, also of a
 * zero; x = y = 0 is an angle of 0, or pi where x is -0; infinities are as far away as each other.
 * Subnormal operands are zeros of their sign, a subnormal result is, too. Only a NaN gives NaN.
 *
 * The error is at most 0.9 units in the last place, for angles and for tangents of every size
 * (make bench-atan looks at every tangent of 24 bits from 2^-16 to 1 and at others; it finds 0.84
 * and no more).
 *
 * How: the tangent to the nearer axis is a quotient of at most 1, 2^-octave (1 + f) with 25 bits of
 * f, the rest cut off, which stands for half a unit. What its angle is less comes from a table of
 * 1,024 pieces, each a parabola (machine/atan_table.h). The angle counts from its axis. */
#ifndef TAUFLOW_FP32_ATAN2_H
#define TAUFLOW_FP32_ATAN2_H

#include <stdint.h>

uint32_t fp32_atan2(uint32_t y, uint32_t x);

#endif
