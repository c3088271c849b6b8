/* SPDX-License-Identifier: MIT */
/* The machine's number format: what its operators do, bit for bit, in integer arithmetic, so that
 * no host's floating point has a say. The Verilog of rtl/operators/fp32_*.v is tested to be equal.
 *
 * IEEE-754 binary32, round to nearest, ties to even. Beyond that:
 * - a subnormal operand is read as the zero of its sign;
 * - a subnormal result is written as the zero of its sign. Subnormal is what IEEE-754 with gradual
 *   underflow would have delivered: a product of at least 2^-126 - 2^-150 (half a unit of the
 * subnormal grid below the least normal) still becomes 2^-126, anything smaller zero. So every
 * operator equals the host's own, its operands and result flushed. Processors' flush-to-zero modes
 * differ from this and from each other in the last half unit below 2^-126; sums never come to lie
 * there;
 * - every NaN result is FP32_NAN: from a NaN operand, inf - inf, 0 * inf, 0 / 0, inf / inf, the
 *   root of a number below zero;
 * - too large gives infinity, and so does a nonzero number divided by zero. x - x is +0. */
#ifndef TAUFLOW_FP32_H
#define TAUFLOW_FP32_H

#include <stdint.h>

#define FP32_NAN 0x7fc00000u

uint32_t fp32_mul(uint32_t a, uint32_t b);
uint32_t fp32_add(uint32_t a, uint32_t b);
uint32_t fp32_sub(uint32_t a, uint32_t b);
/* a where b is below zero, otherwise +0. Only a b that is NaN, or an a that is and goes through,
 * give NaN. */
uint32_t fp32_below(uint32_t a, uint32_t b);
uint32_t fp32_div(uint32_t a, uint32_t b);
uint32_t fp32_sqrt(uint32_t a);

/* A word as an operator reads it: subnormals become zero, every NaN becomes FP32_NAN. */
uint32_t fp32_flush(uint32_t a);

/* Rounded once, flushed: how numbers enter the machine. */
uint32_t fp32_from_double(double x);

/* The bits of a float, unchanged, and back. */
uint32_t fp32_bits(float x);
float fp32_value(uint32_t bits);

#endif
