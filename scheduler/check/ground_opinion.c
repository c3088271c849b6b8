/* SPDX-License-Identifier: MIT */
/* Contacts by the steps that the element counts (docs/forces.md), as two equations of a plane's
 * vectors; a grid's splines by their moments, out of the file's text. */
#include "check/ground_opinion.h"

#include "check/amount_words.h"
#include "check/law_opinion.h"
#include "check/road_opinion.h"

#include <stdlib.h>
#include <string.h>

/* As if nothing had been rounded: what that counts is added in the end (spread). */
static amount as_exact(amount a)
{
    a.size = fabs(a.value.hi);
    if (a.slope_size != 0)
        a.slope_size = fabs(a.slope.hi) + a.size;
    return a;
}

/* ---- grids ----------------------------------------------------------------------------------- */

enum { LINES = HEIGHT_GRID_LINES };

typedef struct {
    double x[LINES], y[LINES], z[LINES][LINES]; /* z[y][x] */
    int columns, rows;
    double most; /* of |z| */
} grid_points;

static int numbers_of(const char *from, size_t length, double *out)
{
    const char *at = from;
    int count = 0;
    while (count <= LINES) {
        char *end;
        while (at < from + length && strchr(" \t\r,;", *at))
            at++;
        if (at >= from + length || *at == '#')
            break;
        out[count] = strtod(at, &end);
        if (end == at)
            break;
        count++;
        at = end;
    }
    return count;
}

static grid_points grid_of(const char *text)
{
    grid_points g = {.columns = 0};
    double line[LINES + 1];
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const int count = numbers_of(text, length, line);
        text += length + (text[length] == '\n');
        if (count == 0)
            continue;
        if (g.columns == 0) {
            g.columns = count;
            memcpy(g.x, line, (size_t)count * sizeof *line);
            continue;
        }
        g.y[g.rows] = line[0];
        memcpy(g.z[g.rows++], line + 1, (size_t)g.columns * sizeof *line);
        for (int k = 1; k <= g.columns; k++)
            g.most = fmax(g.most, fabs(line[k]));
    }
    return g;
}

/* A spline with its derivatives by its steps, and where it is: in piece k, t from its begin. */
typedef struct {
    amount of[3];
} spline_place;

typedef struct {
    int k;
    amount t;
} spline_at;

static spline_at find_piece(const double *lines, int count, amount x)
{
    const double step = (lines[count - 1] - lines[0]) / (count - 1);
    const amount u = times(minus(x, amount_of(lines[0])), amount_reciprocal(amount_of(step)));
    spline_at at = {(int)fmin(fmax(floor(u.value.hi), -1), count - 1), u};
    at.t = as_exact(minus(u, amount_of(at.k < 0 ? 0 : at.k)));
    return at;
}

/* Second derivatives M at whole steps: M[k-1] + 4 M[k] + M[k+1] = 6 (z[k-1] - 2 z[k] + z[k+1]),
 * none at the ends. */
static void find_moments(const amount *z, int count, amount *m)
{
    double share[LINES] = {0};
    m[0] = m[count - 1] = amount_of(0);
    for (int k = 1; k < count - 1; k++) {
        const amount bent = plus(minus(z[k - 1], scaled(2, z[k])), z[k + 1]);
        share[k] = 1 / (4 - share[k - 1]);
        m[k] = scaled(share[k], minus(scaled(6, bent), m[k - 1]));
    }
    for (int k = count - 2; k > 0; k--)
        m[k] = minus(m[k], scaled(share[k], m[k + 1]));
}

static spline_place spline_of(const amount *z, int count, spline_at at)
{
    amount m[LINES];
    find_moments(z, count, m);
    const int k = at.k < 0 ? 0 : at.k > count - 2 ? count - 2 : at.k;
    const amount rise = minus(z[k + 1], z[k]), t = at.t;
    const amount begins = minus(rise, scaled(1.0 / 6, plus(scaled(2, m[k]), m[k + 1])));
    const amount ends = plus(rise, scaled(1.0 / 6, plus(m[k], scaled(2, m[k + 1]))));
    if (at.k < 0)
        return (spline_place){{plus(z[0], times(t, begins)), begins, amount_of(0)}};
    if (at.k > count - 2)
        return (spline_place){{plus(z[count - 1], times(t, ends)), ends, amount_of(0)}};
    const amount twist = minus(m[k + 1], m[k]), half = scaled(0.5, t);
    const amount bend = plus(m[k], times(t, twist));
    const amount slope = plus(begins, times(t, plus(m[k], times(half, twist))));
    const amount part = plus(m[k], scaled(1.0 / 3, times(t, twist)));
    return (spline_place){{plus(z[k], times(t, plus(begins, times(half, part)))), slope, bend}};
}

/* The equations add up splines of up to three times the largest height each. */
static amount of_splines(amount a, double most, const amount *x, const amount *y, double x_step,
                         double y_step)
{
    a.size += 10 * most;
    if (a.slope_size != 0)
        a.slope_size += 20 * most * (x->slope_size / x_step + y->slope_size / y_step);
    return a;
}

static jet grid_at(const grid_points *g, amount x, amount y)
{
    const double h[2] = {(g->x[g->columns - 1] - g->x[0]) / (g->columns - 1),
                         (g->y[g->rows - 1] - g->y[0]) / (g->rows - 1)};
    const spline_at in_x = find_piece(g->x, g->columns, x), in_y = find_piece(g->y, g->rows, y);
    amount rows[3][LINES];
    spline_place of[3];
    for (int j = 0; j < g->rows; j++) {
        amount z[LINES];
        for (int k = 0; k < g->columns; k++)
            z[k] = amount_of(g->z[j][k]);
        const spline_place row = spline_of(z, g->columns, in_x);
        for (int d = 0; d < 3; d++)
            rows[d][j] = row.of[d];
    }
    for (int d = 0; d < 3; d++)
        of[d] = spline_of(rows[d], g->rows, in_y);
    jet out = {of[0].of[0], of[1].of[0], of[0].of[1], of[2].of[0], of[1].of[1], of[0].of[2]};
    amount *parts[] = {&out.z, &out.x, &out.y, &out.xx, &out.xy, &out.yy};
    static const int OF_X[] = {0, 1, 0, 2, 1, 0}, OF_Y[] = {0, 0, 1, 0, 1, 2};
    for (int k = 0; k < 6; k++)
        *parts[k] = scaled(pow(h[0], -OF_X[k]) * pow(h[1], -OF_Y[k]),
                           of_splines(*parts[k], g->most, &x, &y, h[0], h[1]));
    return out;
}

/* ---- contacts -------------------------------------------------------------------------------- */

typedef struct {
    const robot_element *e;
    check_points points;
    grid_points grid;
} ground;

/* What x and y are off by, and what their slopes are, counts by the derivatives. */
static void spread(amount *a, amount by_x, amount by_y, amount x, amount y)
{
    const double steep_x = fabs(by_x.value.hi), steep_y = fabs(by_y.value.hi);
    a->size += steep_x * x.size + steep_y * y.size;
    if (x.slope_size != 0 || y.slope_size != 0)
        a->slope_size += steep_x * x.slope_size + steep_y * y.slope_size;
}

static jet ground_at(const ground *g, amount of_x, amount of_y)
{
    const amount x = as_exact(of_x), y = as_exact(of_y);
    jet at;
    if (g->e->ground == GROUND_GRID) {
        at = grid_at(&g->grid, x, y);
        of_x.size += fabs(g->grid.x[0]) + fabs(g->grid.x[g->grid.columns - 1]);
        of_y.size += fabs(g->grid.y[0]) + fabs(g->grid.y[g->grid.rows - 1]);
    } else if (g->e->ground == GROUND_FORMULA) {
        at = check_surface(g->e->formula, x, y);
    } else {
        const check_road road = check_road_at(&g->points, x, false);
        at = jet_of(road.z);
        at.x = road.slope;
        at.xx = road.bend;
    }
    at.z = plus(amount_of(g->e->height), at.z);
    spread(&at.z, at.x, at.y, of_x, of_y);
    spread(&at.x, at.xx, at.xy, of_x, of_y);
    spread(&at.y, at.xy, at.yy, of_x, of_y);
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

typedef struct {
    avec contact, upright, d, tangent;
    jet at;
} touch;

static touch touch_at(const ground *g, avec centre, avec axis, amount x, amount y)
{
    touch p = {.at = ground_at(g, x, y)};
    p.contact = (avec){{x, y, p.at.z}};
    p.d = avec_sub(centre, p.contact);
    p.upright = (avec){{amount_negative(p.at.x), amount_negative(p.at.y), amount_of(1)}};
    p.tangent = avec_cross(axis, p.upright);
    return p;
}

/* How g = d.(a x n) changes as the contact moves along, where n turns by `bent`. */
static amount slope_of_g(const touch *p, avec axis, avec along, avec bent)
{
    return minus(avec_dot(p->d, avec_cross(axis, bent)), avec_dot(along, p->tangent));
}

check_ground check_touch(const robot_element *e, avec centre, avec axis)
{
    ground g = {.e = e};
    if (e->ground == GROUND_TABLE)
        g.points = check_points_of(e->table);
    if (e->ground == GROUND_GRID)
        g.grid = grid_of(e->grid->text);
    touch p = touch_at(&g, centre, axis, centre.v[0], centre.v[1]);
    const amount none = amount_of(0);
    for (int step = 0; step < e->steps; step++) {
        const avec along[2] = {{{amount_of(1), none, p.at.x}}, {{none, amount_of(1), p.at.y}}};
        const avec bent[2] = {{{amount_negative(p.at.xx), amount_negative(p.at.xy), none}},
                              {{amount_negative(p.at.xy), amount_negative(p.at.yy), none}}};
        const amount f = avec_dot(p.d, axis), h = avec_dot(p.d, p.tangent);
        const amount f_x = amount_negative(avec_dot(along[0], axis));
        const amount f_y = amount_negative(avec_dot(along[1], axis));
        const amount h_x = slope_of_g(&p, axis, along[0], bent[0]);
        const amount h_y = slope_of_g(&p, axis, along[1], bent[1]);
        const amount over = amount_reciprocal(minus(times(f_x, h_y), times(f_y, h_x)));
        const amount x = plus(p.contact.v[0],
                              times(over, minus(times(f_y, h), times(h_y, f))));
        const amount y = plus(p.contact.v[1],
                              times(over, minus(times(h_x, f), times(f_x, h))));
        p = touch_at(&g, centre, axis, settled(x, centre.v[0]), settled(y, centre.v[1]));
    }
    const amount over = amount_reciprocal(amount_sqrt(avec_dot(p.upright, p.upright)));
    check_ground out = {.normal = avec_scale(p.upright, over), .contact = p.contact};
    out.offset = avec_dot(out.normal, p.contact);
    out.aside = avec_dot(p.d, axis);
    out.along = times(over, avec_dot(p.d, p.tangent));
    return out;
}
