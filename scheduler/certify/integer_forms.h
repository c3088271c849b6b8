/* SPDX-License-Identifier: MIT */
/* Integers of fixed point as expressions: a sum of symbols times powers and a constant, and floors
 * of halves of such sums. floor(x / 2^n) is made half by half, each with what is even taken out:
 *
 *     floor((2 a + s) / 2) = a + floor(s / 2),    floor((s + 1) / 2) = s - floor(s / 2)
 *
 * so that floors within floors, roundings that wait for the next sum, and sums over a shifted
 * operand come out alike, however they were written. Two texts whose forms are equal give equal
 * integers while nothing overflows. */
#ifndef TAUFLOW_INTEGER_FORMS_H
#define TAUFLOW_INTEGER_FORMS_H

#include "certify/symbols.h"

typedef uint32_t form; /* its number in the store; 0 is the constant 0 */

typedef struct {
    symbol of;
    int64_t times; /* not 0 */
} form_term;

typedef struct {
    const form_term *terms; /* by symbol */
    uint32_t count;
    int64_t constant;
} form_sum;

typedef struct {
    symbols *of;
    form_sum *list;
    uint32_t list_count, list_capacity;
    uint32_t *slots, slots_count;
    form_term *room; /* of a sum that is being made */
    uint32_t room_count;
    bool overflow; /* a number left 63 bits: nothing can be said any more */
} forms;

forms forms_make(symbols *of);
form forms_constant(forms *f, int64_t value);
form forms_symbol(forms *f, symbol x);
/* a x + b y + constant. */
form forms_combine(forms *f, int64_t a, form x, int64_t b, form y, int64_t constant);
form forms_scale(forms *f, form x, int64_t times);
/* x 2^places. */
form forms_shift_up(forms *f, form x, uint32_t places);
/* floor(x / 2^places). */
form forms_shift_down(forms *f, form x, uint32_t places);
form forms_multiply(forms *f, form x, form y);
bool forms_is_constant(const forms *f, form x, int64_t *value);
/* The form as a single symbol: itself where it is one. */
symbol forms_as_symbol(forms *f, form x);

/* What fixed point makes of an operation, a product or a sum (machine/fixed.h), from the forms of
 * its operands. */
form forms_of_op(forms *f, const ops *p, const op *o, form a, form b);

#endif
