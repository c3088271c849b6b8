/* SPDX-License-Identifier: MIT */
/* The machine's fixed-point numbers: what its operators do, bit for bit. Evaluator, emitted C, twin
 * and rtl/operators/fixed_*.v follow this file.
 *
 * A value is x * 2^-point. x is a two's complement integer of `width` bits with |x| <= 2^(width-1)
 * - 1; `point` is a signed number per value, chosen when the program is made, and in no word. Only
 * shifts are in the program: operators take and give integers.
 *
 *   product   y = floor(a * b / 2^shift + 1/2),  shift = point_a + point_b - point_y,
 *             width - 4 .. width - 1
 *   sum       y = floor((+-a) / 2^shift_a + (+-b) / 2^shift_b + 1/2),  shift_a = point_a - point_y,
 *             one shift 0 or 1, the other 0 .. 31; never both operands negated. The unit of a core
 *             moves its first operand far, its second by 0 or 1: whoever schedules puts them so
 *
 * exact before the one rounding, ties upwards. A result that does not fit (-2^(width-1) does not)
 * is an overflow: *overflow is set, and y is the sum or product modulo 2^width, from -2^(width-1)
 * on. Nothing clears *overflow. Operands may be any such y, so that two parties that follow this
 * file stay equal after an overflow too. */
#ifndef TAUFLOW_FIXED_H
#define TAUFLOW_FIXED_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FIXED_WIDTH_LEAST = 16,
    FIXED_WIDTH_MOST = 40,      /* of evaluator and C */
    FIXED_WIDTH_MOST_CORE = 32, /* a word of a stream */
    FIXED_MUL_SHIFTS = 4,
    FIXED_ADD_SHIFT_MOST = 31
};
/* floor(x / 2^count); C leaves >> of a negative number to the compiler. */
static inline int64_t floor_shift(int64_t x, uint32_t count)
{
    return x < 0 ? ~(~x >> count) : x >> count;
}

/* The operators themselves hold from 8 bits on, so that tests can try every pair. */

int64_t fixed_mul(uint32_t width, int64_t a, int64_t b, uint32_t shift, bool *overflow);
int64_t fixed_add(uint32_t width, int64_t a, int64_t b, bool negate_a, bool negate_b,
                  uint32_t shift_a, uint32_t shift_b, bool *overflow);

/* Whether operators can do it. */
bool fixed_mul_can(uint32_t width, int shift);
bool fixed_add_can(int shift_a, int shift_b);
/* The unit of a core, with its operands in this order. */
bool fixed_add_unit_can(int shift_a, int shift_b);

/* Shifts as a program's words have them. Product: width - 1 - shift, 2 bits. Sum: bit 0: the
 * shift of b; bits 5..1: that of a. */
enum { FIXED_MUL_CODE_BITS = 2, FIXED_ADD_CODE_BITS = 6 };
uint32_t fixed_mul_code(uint32_t width, uint32_t shift);
uint32_t fixed_add_code(uint32_t shift_a, uint32_t shift_b);
uint32_t fixed_mul_shift(uint32_t width, uint32_t code);
void fixed_add_shifts(uint32_t code, uint32_t *shift_a, uint32_t *shift_b);

/* 2^(width-1) - 1. */
int64_t fixed_largest(uint32_t width);
/* *y = floor(x * 2^point + 1/2); false, and nothing written, where that does not fit or x is not a
 * number. */
bool fixed_from_double(uint32_t width, int point, double x, int64_t *y);
/* x * 2^-point: exact while it is in the range of a double's normal numbers. */
double fixed_value(int point, int64_t x);

/* A value as a word of a stream or table of a core, sign-extended, and back; -> false: the word is
 * none of `width` bits. */
uint32_t fixed_word(int64_t x);
bool fixed_from_word(uint32_t width, uint32_t word, int64_t *x);

#endif
