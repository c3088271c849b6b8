/* SPDX-License-Identifier: MIT */
#include "check/doubled.h"

doubled doubled_sqrt(doubled a)
{
    if (a.hi == 0)
        return doubled_of(0);
    const double guess = sqrt(a.hi); /* half of what is left, over the guess, is the rest of it */
    const doubled left = doubled_sub(a, doubled_product(guess, guess));
    const double more = left.hi / (2 * guess);
    const doubled first = doubled_fast_sum(guess, more);
    const doubled rest = doubled_sub(a, doubled_multiply(first, first));
    return doubled_add(first, doubled_of(rest.hi / (2 * guess)));
}

/* Taylor's series of |x| <= pi/4 after it was halved so often: the first term that is left out,
 * (1/40)^16 / 17!, is far below
 * 2^-106. */
enum { HALVINGS = 5, TERMS = 7 };

/* sin x and 1 - cos x of a small x: the second keeps its digits while the angle is doubled. */
static void small_sincos(doubled x, doubled *sine, doubled *versine)
{
    const doubled square = doubled_multiply(x, x);
    doubled s = doubled_of(0), v = doubled_of(0);
    for (int k = TERMS; k >= 1; k--) {
        const double even = 2.0 * k - 1, odd = 2.0 * k + 1; /* x^2k/(2k)!, x^(2k+1)/(2k+1)! */
        const doubled one = doubled_of(1);
        v = doubled_divide(doubled_multiply(square, doubled_sub(one, v)),
                           doubled_of(even * (even + 1)));
        s = doubled_divide(doubled_multiply(square, doubled_sub(one, s)),
                           doubled_of(odd * (odd - 1)));
    }
    *versine = v;
    *sine = doubled_multiply(x, doubled_sub(doubled_of(1), s));
}

/* x less the nearest multiple of pi/2, which is that of number *quarters. */
static doubled reduce(doubled x, int *quarters)
{
    static const double HALF_PI[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                      -0x1.f1976b7ed8fbcp-110};
    const double k = nearbyint(x.hi / HALF_PI[0]);
    for (int part = 0; part < 3 && k != 0; part++)
        x = doubled_sub(x, doubled_product(k, HALF_PI[part]));
    *quarters = (int)(k - 4 * floor(k / 4));
    return x;
}

void doubled_sincos(doubled x, doubled *sine, doubled *cosine)
{
    if (!(fabs(x.hi) < 1e9)) {
        *sine = *cosine = doubled_of(NAN);
        return;
    }
    int quarters;
    doubled s, v, small = reduce(x, &quarters);
    small.hi = ldexp(small.hi, -HALVINGS);
    small.lo = ldexp(small.lo, -HALVINGS);
    small_sincos(small, &s, &v);
    for (int k = 0; k < HALVINGS; k++) { /* sin 2x = 2 s (1 - v), 1 - cos 2x = 2 s^2 */
        const doubled product = doubled_multiply(s, doubled_sub(doubled_of(1), v));
        const doubled square = doubled_multiply(s, s);
        s = (doubled){2 * product.hi, 2 * product.lo};
        v = (doubled){2 * square.hi, 2 * square.lo};
    }
    const doubled c = doubled_sub(doubled_of(1), v);
    const doubled turned[4] = {s, c, doubled_negative(s), doubled_negative(c)};
    *sine = turned[quarters];
    *cosine = turned[(quarters + 1) % 4];
}

/* From the arc tangent z of doubles: what is left is (y cos z - x sin z) / |x, y|, a sine of some
 * 1e-16, whose cube is nothing. */
doubled doubled_atan2(doubled y, doubled x)
{
    if (x.hi == 0 && y.hi == 0)
        return doubled_of(0);
    doubled s, c;
    const doubled z = doubled_of(atan2(y.hi, x.hi));
    doubled_sincos(z, &s, &c);
    const doubled across = doubled_sub(doubled_multiply(y, c), doubled_multiply(x, s));
    const doubled along = doubled_add(doubled_multiply(x, c), doubled_multiply(y, s));
    return doubled_add(z, doubled_divide(across, along));
}
