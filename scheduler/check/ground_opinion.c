/* SPDX-License-Identifier: MIT */
/* The ground's cubics out of the text, in Hermite's form; contacts by the steps that the contract
 * counts (docs/forces.md), as two equations of a plane's vectors. */
#include "check/ground_opinion.h"

#include "check/law_opinion.h"

typedef struct {
    amount z, slope, bend;
} ground_place;

static amount plus(amount a, amount b)
{
    return amount_add(a, b);
}

static amount minus(amount a, amount b)
{
    return amount_sub(a, b);
}

static amount times(amount a, amount b)
{
    return amount_multiply(a, b);
}

static amount scaled(double k, amount a)
{
    return amount_scale(a, k);
}

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
static ground_place cubic(const check_points *p, int k, amount x)
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
    return (ground_place){of_x(z, slope, curve, x), of_x(slope, curve, third, x),
                          of_x(curve, third, amount_of(0), x)};
}

static ground_place place_at(const check_points *p, amount x)
{
    int k = -1; /* the point before x */
    while (k + 1 < p->count && p->x[k + 1] <= x.value.hi)
        k++;
    ground_place at = {.bend = amount_of(0)};
    if (k >= 0 && k < p->count - 1) {
        at = cubic(p, k, x);
    } else {
        const int end = k < 0 ? 0 : k;
        at.slope = amount_of(check_secant(p, k < 0 ? 0 : p->count - 2));
        at.z = plus(amount_of(p->y[end]), times(at.slope, minus(x, amount_of(p->x[end]))));
    }
    at.z.size += fabs(p->y[0]); /* the equations add up what it rises from point to point */
    for (int i = 0; i + 1 < p->count; i++)
        at.z.size += fabs(p->y[i + 1] - p->y[i]);
    return at;
}

/* A step of Newton's method takes up what the last one was off by, so that this does not count:
 * else three steps would hide any fault. */
static amount settled(amount x, amount centre)
{
    x.size = fabs(x.value.hi) + centre.size;
    if (x.slope_size != 0)
        x.slope_size = fabs(x.slope.hi) + centre.slope_size + x.size;
    return x;
}

check_ground check_touch(const robot_element *e, avec centre, avec axis)
{
    const check_points p = check_points_of(e->table);
    avec at = {{centre.v[0], centre.v[1], amount_of(e->height)}}, upright;
    ground_place under = place_at(&p, at.v[0]);
    for (int step = 0; step < GROUND_STEPS; step++) {
        const avec contact = {{at.v[0], at.v[1], plus(at.v[2], under.z)}};
        const avec d = avec_sub(centre, contact);
        const avec along = {{amount_of(1), amount_of(0), under.slope}};
        upright = (avec){{amount_negative(under.slope), amount_of(0), amount_of(1)}};
        const avec bent = {{amount_negative(under.bend), amount_of(0), amount_of(0)}};
        const avec tangent = avec_cross(axis, upright);
        const amount f = avec_dot(d, axis), g = avec_dot(d, tangent);
        const amount f_x = amount_negative(avec_dot(along, axis));
        const amount f_y = amount_negative(axis.v[1]);
        const amount g_x = minus(avec_dot(d, avec_cross(axis, bent)), avec_dot(along, tangent));
        const amount g_y = amount_negative(tangent.v[1]);
        const amount over = amount_reciprocal(minus(times(f_x, g_y), times(f_y, g_x)));
        at.v[0] = plus(at.v[0], times(over, minus(times(f_y, g), times(g_y, f))));
        at.v[1] = plus(at.v[1], times(over, minus(times(g_x, f), times(f_x, g))));
        for (int k = 0; k < 2; k++)
            at.v[k] = settled(at.v[k], centre.v[k]);
        under = place_at(&p, at.v[0]);
    }
    upright = (avec){{amount_negative(under.slope), amount_of(0), amount_of(1)}};
    check_ground out;
    out.normal = avec_scale(upright, amount_reciprocal(amount_sqrt(avec_dot(upright, upright))));
    at.v[2] = plus(at.v[2], under.z);
    out.offset = avec_dot(out.normal, at);
    return out;
}
