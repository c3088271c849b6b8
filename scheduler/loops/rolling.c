/* SPDX-License-Identifier: MIT */
/* Rates follow from a' = omega x a: s' = a'.z, k' = -s s'/k, and those of the quotients from
 * k u' = (k u)' - k' u. */
#include "loops/rolling.h"

/* k a + l b */
static pvec mixed(net *n, poly k, pvec a, poly l, pvec b)
{
    return pvec_assign(n, pvec_add(n, pvec_times(n, k, a), pvec_times(n, l, b)));
}

static poly product(net *n, poly a, poly b)
{
    return net_assign(n, NULL, poly_multiply(n, a, b));
}

static poly negative(net *n, poly a)
{
    return poly_scale(n, a, -1);
}

/* A unit vector u = whole / k: its rate. */
static pvec unit_rate(net *n, pvec wholed, pvec u, poly kd, poly over)
{
    const pvec left = mixed(n, poly_number(n, 1), wholed, negative(n, kd), u);
    return pvec_assign(n, pvec_times(n, over, left));
}

/* Whether rows are in axes that turn with the wheel. */
static bool rolling_turns(const robot_cut *c)
{
    return c->dropped >> CUT_X & 1 || c->dropped >> CUT_Y & 1;
}

rolling_contact rolling_write(net *n, const robot_cut *c, const rolling_wheel *w)
{
    const poly one = poly_number(n, 1);
    const pvec a = w->axis, z = w->axes[CUT_Z], ad = pvec_assign(n, pvec_product(n, w->turning, a));
    const poly s = net_assign(n, NULL, pvec_dot(n, a, z)),
               sd = net_assign(n, NULL, pvec_dot(n, ad, z)),
               square = net_assign(n, NULL, poly_sub(n, one, poly_multiply(n, s, s))),
               k = net_call(n, NULL, CALL_SQRT, square, poly_zero()),
               over = net_reciprocal(n, NULL, k),
               kd = negative(n, product(n, product(n, s, sd), over));
    const pvec upright = mixed(n, one, z, negative(n, s), a),
               left = mixed(n, one, a, negative(n, s), z);
    const pvec uprightd = mixed(n, negative(n, sd), a, negative(n, s), ad),
               leftd = mixed(n, one, ad, negative(n, sd), z);
    const pvec up = pvec_assign(n, pvec_times(n, over, upright)),
               to_left = pvec_assign(n, pvec_times(n, over, left)),
               upd = unit_rate(n, uprightd, up, kd, over),
               to_leftd = unit_rate(n, leftd, to_left, kd, over);
    const poly radius = poly_number(n, -c->radius_m);
    rolling_contact out = {.arm = pvec_times(n, radius, up), .armd = pvec_times(n, radius, upd)};
    for (int i = 0; i < 3; i++)
        out.row[i] = w->axes[i];
    if (rolling_turns(c)) {
        out.row[CUT_X] = pvec_assign(n, pvec_product(n, to_left, z));
        out.rowd[CUT_X] = pvec_assign(n, pvec_product(n, to_leftd, z));
        out.row[CUT_Y] = to_left;
        out.rowd[CUT_Y] = to_leftd;
    }
    out.height = poly_sub(n, pvec_dot(n, w->centre, z), poly_scale(n, k, c->radius_m));
    out.height = net_assign(n, NULL, poly_sub(n, out.height, poly_number(n, c->height_m)));
    return out;
}
