/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo the prime p = 2^61 - 1, in which two ways to compute the same are compared
 * without rounding: both are evaluated at random numbers of the field. Expressions of sums and
 * products that are not the same differ at all but a share of DEGREE / p of the points (Schwartz
 * and Zippel), where DEGREE is that of the polynomial that is left when denominators are multiplied
 * out. So equal values prove equality up to that error.
 *
 * A number of binary64 is an integer times a power of two, which the field has exactly. Since 2^61
 * is 1 in it, two constants that differ by a factor of 2^61 alone are not told apart. Functions
 * that are neither sums, products nor quotients have no value here: field_call gives each its own
 * random number, the same for the same arguments. */
#ifndef TAUFLOW_FIELD_H
#define TAUFLOW_FIELD_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t residue; /* below FIELD_P */

#define FIELD_P ((UINT64_C(1) << 61) - 1)

residue field_add(residue a, residue b);
residue field_sub(residue a, residue b);
residue field_negate(residue a);
residue field_multiply(residue a, residue b);
residue field_power(residue a, uint64_t exponent);
/* 0 has none: false, and *out is 0. */
bool field_inverse(residue a, residue *out);

residue field_from_integer(int64_t value);
/* Exactly. Precondition: finite. */
residue field_from_double(double value);

/* Evenly distributed; the state goes on (base/random.h). */
residue field_random(uint64_t *state);
/* A random point of the circle: sine^2 + cosine^2 = 1. */
void field_circle(uint64_t *state, residue *sine, residue *cosine);

/* What functions do to the sign of their first argument. */
typedef enum { FIELD_NO_SIGN, FIELD_ODD } field_sign;
/* A number that looks random, given by `seed`, by the function, by its number, and by the values of
 * its arguments. An odd function changes its sign with a. */
residue field_call(uint64_t seed, uint32_t function, field_sign sign, residue a, residue b);

#endif
