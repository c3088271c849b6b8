/* SPDX-License-Identifier: MIT */
/* [T 1.5.3] has four unknowns: the contact's x and y, a winding angle, the radius. The last two
 * follow from the first two: the way d from the contact Q to the centre lies in the plane of the
 * wheel, d.a = 0, and across the ground's tangent in that plane, d.(a x n) = 0. Newton's method
 * starts below the centre and takes so many steps as the contract says. */
#include "writers/grounds.h"

#include "writers/laws.h"

static poly keep(writer *w, poly x)
{
    return net_assign(w->n, NULL, x);
}

static poly product(writer *w, poly a, poly b)
{
    return keep(w, times(w, keep(w, a), keep(w, b)));
}

/* Two products: a b - c d. */
static poly apart(writer *w, poly a, poly b, poly c, poly d)
{
    return keep(w, minus(w, product(w, a, b), product(w, c, d)));
}

pvec ground_touched(writer *w, const robot_element *e, pvec centre, pvec axis, poly *offset)
{
    const poly *a = axis.v, height = poly_number(w->n, e->height);
    poly x = centre.v[0], y = centre.v[1];
    table_place at = table_write(w->n, e->road, x);
    for (int step = 0; step < GROUND_STEPS; step++) {
        const poly dx = keep(w, minus(w, centre.v[0], x)), dy = keep(w, minus(w, centre.v[1], y));
        const poly dz = keep(w, minus(w, centre.v[2], plus(w, height, at.value)));
        /* a x n = (a_y, -s, a_y slope), n = (-slope, 0, 1) */
        const poly s = keep(w, plus(w, a[0], product(w, a[2], at.slope)));
        const poly up = keep(w, plus(w, dx, product(w, at.slope, dz)));
        const poly f = keep(w, plus(w, product(w, dx, a[0]), plus(w, product(w, dy, a[1]),
                                                                 product(w, dz, a[2]))));
        const poly g = apart(w, a[1], up, s, dy);
        /* df = -s dx - a_y dy, dg = turn dx + s dy */
        const poly steep = plus(w, poly_number(w->n, 1), product(w, at.slope, at.slope));
        const poly bent = product(w, at.bend, apart(w, a[1], dz, a[2], dy));
        const poly turn = keep(w, minus(w, bent, product(w, a[1], steep)));
        const poly over = net_reciprocal(w->n, NULL, apart(w, a[1], turn, s, s));
        const poly forward = apart(w, poly_scale(w->n, f, -1), s, g, a[1]);
        const poly aside = keep(w, plus(w, product(w, s, g), product(w, turn, f)));
        x = keep(w, plus(w, x, product(w, forward, over)));
        y = keep(w, plus(w, y, product(w, aside, over)));
        at = table_write(w->n, e->road, x);
    }
    const poly one = poly_number(w->n, 1), square = product(w, at.slope, at.slope);
    const poly size = net_call(w->n, NULL, CALL_SQRT, plus(w, one, square), poly_zero());
    const poly over = net_reciprocal(w->n, NULL, size);
    const poly level = minus(w, plus(w, height, at.value), product(w, at.slope, x));
    *offset = product(w, level, over);
    return (pvec){{keep(w, poly_scale(w->n, product(w, at.slope, over), -1)), poly_zero(), over}};
}
