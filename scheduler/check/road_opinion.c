/* SPDX-License-Identifier: MIT */
#include "check/road_opinion.h"

#include "check/amount_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- points ---------------------------------------------------------------------------------- */

check_points check_points_of(const char *from)
{
    check_points p = {.count = 0};
    char *end;
    while (from && *from && p.count < LAW_TABLE_POINTS) {
        p.x[p.count] = strtod(from, &end);
        p.y[p.count++] = strtod(end + strcspn(end, ":") + (strchr(end, ':') != NULL), &end);
        from = strchr(end, ',');
        from = from ? from + 1 : NULL;
    }
    return p;
}

double check_secant(const check_points *p, int i)
{
    return (p->y[i + 1] - p->y[i]) / (p->x[i + 1] - p->x[i]);
}

/* As Steffen writes it: (sign a + sign b) min(|a|, |b|, |mean| / 2). */
double check_steepness(const check_points *p, int i)
{
    if (i == 0)
        return check_secant(p, 0);
    if (i == p->count - 1)
        return check_secant(p, i - 1);
    const double a = check_secant(p, i - 1), b = check_secant(p, i);
    const double left = p->x[i] - p->x[i - 1], right = p->x[i + 1] - p->x[i];
    const double mean = (a * right + b * left) / (left + right);
    const double signs = (a > 0) - (a < 0) + (b > 0) - (b < 0);
    return signs * fmin(fmin(fabs(a), fabs(b)), fabs(mean) / 2);
}

/* ---- cubics ---------------------------------------------------------------------------------- */

/* A function of x: its value, first and second derivative; what x is off by counts by these. */
static amount of_x(amount value, amount first, amount second, amount x)
{
    value.size += fabs(first.value.hi) * x.size;
    if (x.slope_size != 0) {
        value.slope = doubled_multiply(first.value, x.slope);
        value.slope_size = first.size * x.slope_size +
                           fabs(second.value.hi) * x.size * fabs(x.slope.hi);
    }
    return value;
}

static amount between(double to, double from)
{
    return amount_of_doubled(doubled_sub(doubled_of(to), doubled_of(from)));
}

/* Between points k and k + 1: z = y + h t (m + bend t + twist t^2), t = (x - x_k)/h. */
static check_road cubic(const check_points *p, int k, amount x)
{
    const amount h = between(p->x[k + 1], p->x[k]), over = amount_reciprocal(h);
    const amount t = times(amount_of_doubled(doubled_sub(x.value, doubled_of(p->x[k]))), over);
    const amount s = times(between(p->y[k + 1], p->y[k]), over);
    const amount m = amount_of(check_steepness(p, k)), n = amount_of(check_steepness(p, k + 1));
    const amount bend = minus(scaled(3, s), plus(scaled(2, m), n));
    const amount twist = minus(plus(m, n), scaled(2, s));
    amount z = times(times(h, t), plus(m, times(t, plus(bend, times(t, twist)))));
    const amount slope = plus(m, times(t, plus(scaled(2, bend), scaled(3, times(t, twist)))));
    const amount curve = times(over, plus(scaled(2, bend), scaled(6, times(t, twist))));
    const amount third = times(times(over, over), scaled(6, twist));
    z = plus(z, amount_of(p->y[k]));
    x.size += fabs(p->x[k]);
    return (check_road){of_x(z, slope, curve, x), of_x(slope, curve, third, x),
                        of_x(curve, third, amount_of(0), x)};
}

/* The line from point k to the next. */
static check_road line(const check_points *p, int k, amount x)
{
    const amount slope = amount_of(check_secant(p, k));
    const int end = x.value.hi < p->x[k + 1] ? k : k + 1;
    return (check_road){plus(amount_of(p->y[end]), times(slope, minus(x, amount_of(p->x[end])))),
                        slope, amount_of(0)};
}

check_road check_road_at(const check_points *p, amount x, bool is_straight)
{
    int k = -1; /* the point before x */
    while (k + 1 < p->count && p->x[k + 1] <= x.value.hi)
        k++;
    const bool is_beyond = k < 0 || k == p->count - 1;
    const int piece = k < 0 ? 0 : k == p->count - 1 ? k - 1 : k;
    check_road at = is_beyond || is_straight ? line(p, piece, x) : cubic(p, piece, x);
    at.z.size += fabs(p->y[0]); /* the equations add up what it rises from point to point */
    for (int i = 0; i + 1 < p->count; i++)
        at.z.size += fabs(p->y[i + 1] - p->y[i]);
    return at;
}
