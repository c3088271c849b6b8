/* Intervals whose ends are rounded outwards: what holds of exact numbers holds of them. */
#ifndef TAUFLOW_INTERVAL_H
#define TAUFLOW_INTERVAL_H

#include <math.h>
#include <stdbool.h>

typedef struct {
    double low, high;
} interval;

static inline interval interval_outwards(double low, double high)
{
    return (interval){nextafter(low, -INFINITY), nextafter(high, INFINITY)};
}

static inline interval interval_add(interval a, interval b)
{
    return interval_outwards(a.low + b.low, a.high + b.high);
}

static inline interval interval_sub(interval a, interval b)
{
    return interval_outwards(a.low - b.high, a.high - b.low);
}

static inline interval interval_mul(interval a, interval b)
{
    double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    return interval_outwards(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)));
}

static inline interval interval_square(interval a)
{
    double p = a.low * a.low, q = a.high * a.high;
    bool has_zero = a.low <= 0 && a.high >= 0;
    return interval_outwards(has_zero ? 0 : fmin(p, q), fmax(p, q));
}

static inline interval interval_both(interval a, interval b)
{
    return (interval){fmax(a.low, b.low), fmin(a.high, b.high)};
}

static inline double interval_most(interval a) { return fmax(fabs(a.low), fabs(a.high)); }

#endif
