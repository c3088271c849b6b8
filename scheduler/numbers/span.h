/* SPDX-License-Identifier: MIT */
/* Spans whose ends are rounded outwards: what holds of exact numbers holds of them. */
#ifndef TAUFLOW_SPAN_H
#define TAUFLOW_SPAN_H

#include <math.h>
#include <stdbool.h>

typedef struct {
    double low, high;
} span;

static inline span span_outwards(double low, double high)
{
    return (span){nextafter(low, -INFINITY), nextafter(high, INFINITY)};
}

static inline span span_add(span a, span b)
{
    return span_outwards(a.low + b.low, a.high + b.high);
}

static inline span span_sub(span a, span b)
{
    return span_outwards(a.low - b.high, a.high - b.low);
}

static inline span span_mul(span a, span b)
{
    double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    return span_outwards(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)));
}

static inline span span_square(span a)
{
    double p = a.low * a.low, q = a.high * a.high;
    bool has_zero = a.low <= 0 && a.high >= 0;
    return span_outwards(has_zero ? 0 : fmin(p, q), fmax(p, q));
}

static inline span span_both(span a, span b)
{
    return (span){fmax(a.low, b.low), fmin(a.high, b.high)};
}

static inline double span_most(span a) { return fmax(fabs(a.low), fabs(a.high)); }

#endif
