/* SPDX-License-Identifier: MIT */
/* Small algebra of articulated inertias: blocks, turned and shifted. */
#include "writers/articulated_parts.h"

/* --- small algebra --------------------------------------------------------------------------- */

poly art_name(articulated_writer *w, const char *what, uint32_t body, const char *part,
              poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s%u%s", what, body, part), value);
}

const char *const ART_AXIS[3] = {"x", "y", "z"};
static const char *const PAIR[3][3] = {{"xx", "xy", "xz"}, {"yx", "yy", "yz"}, {"zx", "zy", "zz"}};

pvec art_name_all(articulated_writer *w, const char *what, uint32_t body, pvec v)
{
    for (int k = 0; k < 3; k++)
        v.v[k] = art_name(w, what, body, ART_AXIS[k], v.v[k]);
    return v;
}

block art_name_block(articulated_writer *w, const char *what, uint32_t body, block b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            b.m[r][c] = art_name(w, what, body, PAIR[r][c], b.m[r][c]);
    return b;
}

static poly times(articulated_writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static poly plus(articulated_writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static poly minus(articulated_writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

pvec art_cross(articulated_writer *w, pvec a, pvec b)
{
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.v[x] = minus(w, times(w, a.v[y], b.v[z]), times(w, a.v[z], b.v[y]));
    }
    return out;
}

poly art_dot(articulated_writer *w, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum, times(w, a.v[k], b.v[k]));
    return sum;
}

pvec art_numbers(articulated_writer *w, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, x.v[k]);
    return out;
}

pvec block_column(const block *b, int k)
{
    return (pvec){{b->m[0][k], b->m[1][k], b->m[2][k]}};
}

pvec block_row(const block *b, int k)
{
    return (pvec){{b->m[k][0], b->m[k][1], b->m[k][2]}};
}

block block_add(articulated_writer *w, block a, const block *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a.m[r][c] = plus(w, a.m[r][c], b->m[r][c]);
    return a;
}

pvec block_apply(articulated_writer *w, const block *b, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++)
        out.v[r] = art_dot(w, block_row(b, r), x);
    return out;
}

/* --- turning and shifting -------------------------------------------------------------------- */

/* Rz M Rz': of the block across the axis four products, with u = c (xx - yy) - s (xy + yx). */
static block turn_block(articulated_writer *w, uint32_t i, const char *what, block b)
{
    poly s = w->of[i].sine, c = w->of[i].cosine;
    poly difference = art_name(w, what, i, "d", minus(w, b.m[0][0], b.m[1][1]));
    poly sum = art_name(w, what, i, "s", plus(w, b.m[0][1], b.m[1][0]));
    poly u = art_name(w, what, i, "u", minus(w, times(w, c, difference), times(w, s, sum)));
    poly cu = art_name(w, what, i, "cu", times(w, c, u));
    poly su = art_name(w, what, i, "su", times(w, s, u));
    block out = b;
    out.m[0][0] = plus(w, b.m[1][1], cu);
    out.m[1][1] = minus(w, b.m[0][0], cu);
    out.m[0][1] = plus(w, b.m[0][1], su);
    out.m[1][0] = plus(w, b.m[1][0], su);
    pvec across = pvec_turn_out(w->n, s, c, block_column(&b, 2)), along = pvec_turn_out(w->n, s, c,
                                                                                  block_row(&b, 2));
    for (int k = 0; k < 2; k++) {
        out.m[k][2] = across.v[k];
        out.m[2][k] = along.v[k];
    }
    return art_name_block(w, what, i, out);
}

static block turn_block_constant(articulated_writer *w, uint32_t i, const char *what, block b)
{
    const mat3 r = w->m->bodies[i].rotation;
    for (int k = 0; k < 3; k++) {
        pvec turned = pvec_turn_constant(w->n, r, false, block_column(&b, k));
        turned = art_name_all(w, what, i, turned);
        for (int x = 0; x < 3; x++)
            b.m[x][k] = turned.v[x];
    }
    for (int k = 0; k < 3; k++) {
        pvec turned = pvec_turn_constant(w->n, r, false, block_row(&b, k));
        for (int x = 0; x < 3; x++)
            b.m[k][x] = turned.v[x];
    }
    return art_name_block(w, what, i, b);
}

block block_to_parent(articulated_writer *w, uint32_t i, const char *what, block b)
{
    if (art_is_revolute(w, i))
        b = turn_block(w, i, what, b);
    return turn_block_constant(w, i, what, b);
}

pvec art_to_parent(articulated_writer *w, uint32_t i, const char *what, pvec v)
{
    if (art_is_revolute(w, i))
        v = art_name_all(w, what, i, pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, v));
    return art_name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, false, v));
}

pvec art_from_parent(articulated_writer *w, uint32_t i, const char *what, pvec v)
{
    v = art_name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, true, v));
    if (art_is_revolute(w, i))
        v = art_name_all(w, what, i, pvec_turn_in(w->n, w->of[i].sine, w->of[i].cosine, v));
    return v;
}

/* l~ M: l across each column. */
static block lever_times(articulated_writer *w, pvec lever, const block *b)
{
    block out;
    for (int k = 0; k < 3; k++) {
        pvec moved = art_cross(w, lever, block_column(b, k));
        for (int x = 0; x < 3; x++)
            out.m[x][k] = moved.v[x];
    }
    return out;
}

static block transposed(const block *b, articulated_writer *w, double sign)
{
    block out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = poly_scale(w->n, b->m[c][r], sign);
    return out;
}

/* At the parent's origin B is Bs = B + l~ C, and A is A + l~ B' - Bs l~ = A + l~ B' + (l~ Bs')'. */
articulated_inertia art_shifted(articulated_writer *w, uint32_t i, articulated_inertia x)
{
    pvec lever = w->of[i].lever;
    block old_b = transposed(&x.b, w, 1), moved = lever_times(w, lever, &x.c);
    x.b = art_name_block(w, "Bs", i, block_add(w, x.b, &moved));
    block other = transposed(&x.b, w, 1);
    block first = lever_times(w, lever, &old_b), second = lever_times(w, lever, &other);
    second = transposed(&second, w, 1);
    x.a = block_add(w, block_add(w, x.a, &first), &second);
    return x;
}
