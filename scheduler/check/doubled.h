/* SPDX-License-Identifier: MIT */
/* Numbers of twice a double's precision, for the second opinion on a graph (check.h): hi + lo with
 * |lo| at most half a last place of hi. Sums and products are those of Knuth and Dekker in plain
 * doubles, so that they are the same on every computer: no wider type, no fused product, no libm
 * beyond sqrt and a first guess of an arc tangent. Relative error of a sum, product or quotient:
 * below DOUBLED_UNIT. (robot/wide.h is not used here on purpose: the equations are made with it.)
 *
 * Magnitudes must stay within 1e-140 .. 1e140 where their products count; what overflows becomes
 * infinite or NaN, and whoever asked refuses it. */
#ifndef TAUFLOW_DOUBLED_H
#define TAUFLOW_DOUBLED_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    double hi, lo;
} doubled;

/* Some units of the last place (2^-106): what one operation below may be off by. */
#define DOUBLED_UNIT 0x1p-102

static inline doubled doubled_of(double x)
{
    return (doubled){x, 0};
}

/* |a| >= |b|, or a is 0. */
static inline doubled doubled_fast_sum(double a, double b)
{
    const double s = a + b;
    return (doubled){s, b - (s - a)};
}

/* Knuth's two-sum: exact. */
static inline doubled doubled_sum(double a, double b)
{
    const double s = a + b, part = s - a;
    return (doubled){s, (a - (s - part)) + (b - part)};
}

/* Dekker's two-product: exact, where nothing overflows or underflows. */
static inline doubled doubled_product(double a, double b)
{
    const double p = a * b, ka = 134217729.0 * a, kb = 134217729.0 * b; /* 2^27 + 1 */
    const double ah = ka - (ka - a), al = a - ah, bh = kb - (kb - b), bl = b - bh;
    return (doubled){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

/* The accurate sum: relative error below 3 * 2^-106, whatever cancels. */
static inline doubled doubled_add(doubled a, doubled b)
{
    const doubled s = doubled_sum(a.hi, b.hi), t = doubled_sum(a.lo, b.lo);
    const doubled first = doubled_fast_sum(s.hi, s.lo + t.hi);
    return doubled_fast_sum(first.hi, first.lo + t.lo);
}

static inline doubled doubled_negative(doubled a)
{
    return (doubled){-a.hi, -a.lo};
}

static inline doubled doubled_sub(doubled a, doubled b)
{
    return doubled_add(a, doubled_negative(b));
}

static inline doubled doubled_multiply(doubled a, doubled b)
{
    doubled p = doubled_product(a.hi, b.hi);
    p.lo += a.hi * b.lo + a.lo * b.hi;
    return doubled_fast_sum(p.hi, p.lo);
}

/* Three steps of long division. */
static inline doubled doubled_divide(doubled a, doubled b)
{
    const double first = a.hi / b.hi;
    doubled rest = doubled_sub(a, doubled_multiply(b, doubled_of(first)));
    const double second = rest.hi / b.hi;
    rest = doubled_sub(rest, doubled_multiply(b, doubled_of(second)));
    return doubled_add(doubled_fast_sum(first, second), doubled_of(rest.hi / b.hi));
}

static inline double doubled_value(doubled a)
{
    return a.hi + a.lo;
}

/* Of 0: 0; of what is negative: NaN. */
doubled doubled_sqrt(doubled a);
/* Off by less than 4 DOUBLED_UNIT (1 + |x|): pi is taken to 159 bits. NaN unless |x| < 1e9. */
void doubled_sincos(doubled x, doubled *sine, doubled *cosine);
/* As the one of C, within 4 DOUBLED_UNIT pi; 0 and 0: 0. */
doubled doubled_atan2(doubled y, doubled x);

#endif
