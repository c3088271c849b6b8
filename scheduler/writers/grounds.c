/* SPDX-License-Identifier: MIT */
/* [T 1.5.3] has four unknowns: the contact's x and y, a winding angle, the radius. The last two
 * follow from the first two: the way d from the contact Q to the centre lies in the plane of the
 * wheel, d.a = 0, and across the ground's tangent in that plane, d.(a x n) = 0. Newton's method
 * starts below the centre and takes so many steps as the element says. */
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

static poly square(writer *w, poly a)
{
    return product(w, a, a);
}

static poly number(writer *w, double value)
{
    return poly_number(w->n, value);
}

/* Two products: a b - c d. */
static poly apart(writer *w, poly a, poly b, poly c, poly d)
{
    return keep(w, minus(w, product(w, a, b), product(w, c, d)));
}

/* ---- grids ----------------------------------------------------------------------------------- */

/* max(a, 0) */
static poly positive(writer *w, poly a)
{
    a = keep(w, a);
    return net_call(w->n, NULL, CALL_BELOW, a, keep(w, scaled(w, -1, a)));
}

enum { DERIVATIVES = 3, SPLINES_MOST = HEIGHT_GRID_LINES + 2 };

/* What each coefficient along an axis counts at u = (x - first)/step, and the derivatives of that
 * by x. Beyond the edges it goes on straight. */
typedef struct {
    poly of[SPLINES_MOST][DERIVATIVES];
} spline_shares;

/* The B-spline at t, with its derivatives by t. */
static void spline_at(writer *w, poly t, poly out[DERIVATIVES])
{
    t = keep(w, t);
    const poly back = net_call(w->n, NULL, CALL_BELOW, t, t);
    const poly size = keep(w, minus(w, t, scaled(w, 2, back)));
    const poly side = keep(w, minus(w, number(w, 1), scaled(w, 2, net_call(
                               w->n, NULL, CALL_BELOW, number(w, 1), t))));
    const poly p = positive(w, minus(w, number(w, 2), size));
    const poly q = positive(w, minus(w, number(w, 1), size));
    const poly p2 = square(w, p), q2 = square(w, q);
    const poly cubes = minus(w, product(w, p2, p), scaled(w, 4, product(w, q2, q)));
    const poly squares = minus(w, p2, scaled(w, 4, q2));
    out[0] = keep(w, scaled(w, 1.0 / 6, cubes));
    out[1] = keep(w, scaled(w, -0.5, product(w, side, squares)));
    out[2] = keep(w, minus(w, p, scaled(w, 4, q)));
}

static void shares_find(writer *w, const grid_axis *g, poly x, spline_shares *out)
{
    const double last = g->lines - 1;
    const poly u = keep(w, scaled(w, 1 / g->step, minus(w, x, number(w, g->first))));
    const poly above = keep(w, minus(w, positive(w, u), number(w, last)));
    const poly within = keep(w, plus(w, number(w, last), net_call(w->n, NULL, CALL_BELOW, above,
                                                                  above)));
    const poly beyond = keep(w, minus(w, u, within));
    for (uint32_t k = 0; k < g->lines + 2; k++) {
        poly *to = out->of[k];
        spline_at(w, minus(w, within, number(w, k - 1.0)), to);
        to[0] = keep(w, plus(w, to[0], product(w, beyond, to[1])));
        to[1] = keep(w, scaled(w, 1 / g->step, to[1]));
        to[2] = keep(w, scaled(w, 1 / (g->step * g->step), to[2]));
    }
}

/* Which derivatives along x and along y each part is. */
static const uint32_t PART_OF[SURFACE_PARTS][2] = {
    [SURFACE_Z] = {0, 0},  [SURFACE_X] = {1, 0},  [SURFACE_Y] = {0, 1},
    [SURFACE_XX] = {2, 0}, [SURFACE_XY] = {1, 1}, [SURFACE_YY] = {0, 2}};

static surface grid_surface(writer *w, const height_grid *g, poly x, poly y)
{
    spline_shares *shares = ARENA_ARRAY(w->mem, spline_shares, 2);
    shares_find(w, &g->axis[0], x, &shares[0]);
    shares_find(w, &g->axis[1], y, &shares[1]);
    const uint32_t columns = g->axis[0].lines + 2;
    surface out = {{{0}}};
    for (uint32_t j = 0; j < g->axis[1].lines + 2; j++) {
        poly row[DERIVATIVES] = {{0}};
        for (uint32_t k = 0; k < columns; k++)
            for (uint32_t d = 0; d < DERIVATIVES; d++)
                row[d] = plus(w, row[d], scaled(w, g->coefficient[k + j * columns],
                                                shares[0].of[k][d]));
        for (uint32_t d = 0; d < DERIVATIVES; d++)
            row[d] = keep(w, row[d]);
        for (int k = 0; k < SURFACE_PARTS; k++)
            out.of[k] = plus(w, out.of[k], times(w, row[PART_OF[k][0]],
                                                 shares[1].of[j][PART_OF[k][1]]));
    }
    for (int k = 0; k < SURFACE_PARTS; k++)
        out.of[k] = keep(w, out.of[k]);
    return out;
}

/* ---- contacts -------------------------------------------------------------------------------- */

static surface surface_at(writer *w, const robot_element *e, poly x, poly y)
{
    surface at = {{{0}}};
    if (e->ground == GROUND_GRID) {
        at = grid_surface(w, e->grid, x, y);
    } else if (e->ground == GROUND_FORMULA) {
        at = law_surface(w->n, e->formula, x, y);
    } else {
        const table_place road = table_write(w->n, e->road, x);
        at.of[SURFACE_Z] = road.value;
        at.of[SURFACE_X] = road.slope;
        at.of[SURFACE_XX] = road.bend;
    }
    at.of[SURFACE_Z] = plus(w, number(w, e->height), at.of[SURFACE_Z]);
    return at;
}

/* n, and the equations at a point; t = a x n. */
typedef struct {
    poly x, y;
    surface at;
    pvec d, t;
    poly f, g;
} ground_try;

static ground_try try_at(writer *w, const robot_element *e, pvec centre, pvec axis, poly x, poly y)
{
    ground_try out = {.x = x, .y = y, .at = surface_at(w, e, x, y)};
    const poly contact[3] = {x, y, out.at.of[SURFACE_Z]};
    const pvec normal = {{poly_scale(w->n, out.at.of[SURFACE_X], -1),
                          poly_scale(w->n, out.at.of[SURFACE_Y], -1), number(w, 1)}};
    for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        out.d.v[k] = keep(w, minus(w, centre.v[k], contact[k]));
        out.t.v[k] = apart(w, axis.v[l], normal.v[m], axis.v[m], normal.v[l]);
    }
    for (int k = 0; k < 3; k++) {
        out.f = plus(w, out.f, product(w, out.d.v[k], axis.v[k]));
        out.g = plus(w, out.g, product(w, out.d.v[k], out.t.v[k]));
    }
    out.f = keep(w, out.f);
    out.g = keep(w, out.g);
    return out;
}

/* f changes by t_y dx - t_x dy; g by how the contact moves, and by how the normal turns. */
static ground_try step_from(writer *w, const robot_element *e, pvec centre, pvec axis,
                            const ground_try *p)
{
    const poly *a = axis.v, *d = p->d.v, *t = p->t.v, *z = p->at.of;
    const poly over_y = apart(w, d[2], a[1], d[1], a[2]), over_x = apart(w, d[0], a[2], d[2], a[0]);
    const poly bent_x = plus(w, product(w, z[SURFACE_XX], over_y), product(w, z[SURFACE_XY],
                                                                           over_x));
    const poly bent_y = plus(w, product(w, z[SURFACE_XY], over_y), product(w, z[SURFACE_YY],
                                                                           over_x));
    const poly g_x = keep(w, minus(w, bent_x, plus(w, t[0], product(w, z[SURFACE_X], t[2]))));
    const poly g_y = keep(w, minus(w, bent_y, plus(w, t[1], product(w, z[SURFACE_Y], t[2]))));
    const poly back = poly_scale(w->n, t[0], -1);
    const poly over = net_reciprocal(w->n, NULL, apart(w, t[1], g_y, back, g_x));
    const poly forward = apart(w, back, p->g, g_y, p->f), aside = apart(w, g_x, p->f, t[1], p->g);
    return try_at(w, e, centre, axis, keep(w, plus(w, p->x, product(w, forward, over))),
                  keep(w, plus(w, p->y, product(w, aside, over))));
}

ground_contact ground_touched(writer *w, const robot_element *e, pvec centre, pvec axis)
{
    ground_try p = try_at(w, e, centre, axis, centre.v[0], centre.v[1]);
    for (int step = 0; step < e->steps; step++)
        p = step_from(w, e, centre, axis, &p);
    const poly *z = p.at.of;
    const poly slopes = plus(w, square(w, z[SURFACE_X]), square(w, z[SURFACE_Y]));
    const poly size = net_call(w->n, NULL, CALL_SQRT, plus(w, number(w, 1), slopes), poly_zero());
    const poly over = net_reciprocal(w->n, NULL, size);
    const poly rise = plus(w, product(w, z[SURFACE_X], p.x), product(w, z[SURFACE_Y], p.y));
    ground_contact out = {.contact = {{p.x, p.y, z[SURFACE_Z]}}, .aside = p.f};
    out.offset = product(w, minus(w, z[SURFACE_Z], rise), over);
    out.along = product(w, p.g, over);
    out.normal = (pvec){{keep(w, poly_scale(w->n, product(w, z[SURFACE_X], over), -1)),
                         keep(w, poly_scale(w->n, product(w, z[SURFACE_Y], over), -1)), over}};
    return out;
}
