/* SPDX-License-Identifier: MIT */
/* Small algebra of articulated inertias: blocks, turned and shifted. */
#include "writers/articulated_parts.h"

pmat block_add(writer *w, pmat a, const pmat *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a.m[r][c] = plus(w, a.m[r][c], b->m[r][c]);
    return a;
}

/* --- turning and shifting -------------------------------------------------------------------- */

/* Rz M Rz': of the block across the axis four products, with u = c (xx - yy) - s (xy + yx). */
static pmat turn_block(writer *w, uint32_t i, const char *what, pmat b)
{
    poly s = w->art->of[i].sine, c = w->art->of[i].cosine;
    poly difference = name_as(w, what, i, "d", minus(w, b.m[0][0], b.m[1][1]));
    poly sum = name_as(w, what, i, "s", plus(w, b.m[0][1], b.m[1][0]));
    poly u = name_as(w, what, i, "u", minus(w, times(w, c, difference), times(w, s, sum)));
    poly cu = name_as(w, what, i, "cu", times(w, c, u));
    poly su = name_as(w, what, i, "su", times(w, s, u));
    pmat out = b;
    out.m[0][0] = plus(w, b.m[1][1], cu);
    out.m[1][1] = minus(w, b.m[0][0], cu);
    out.m[0][1] = plus(w, b.m[0][1], su);
    out.m[1][0] = plus(w, b.m[1][0], su);
    pvec across = pvec_turn_out(w->n, s, c, pmat_column(&b, 2)),
         along = pvec_turn_out(w->n, s, c, pmat_row(&b, 2));
    for (int k = 0; k < 2; k++) {
        out.m[k][2] = across.v[k];
        out.m[2][k] = along.v[k];
    }
    return name_matrix(w, what, i, out);
}

static pmat turn_block_constant(writer *w, uint32_t i, const char *what, pmat b)
{
    const mat3 r = w->m->bodies[i].rotation;
    for (int k = 0; k < 3; k++) {
        pvec turned = pvec_turn_constant(w->n, r, false, pmat_column(&b, k));
        turned = name_all(w, what, i, turned);
        for (int x = 0; x < 3; x++)
            b.m[x][k] = turned.v[x];
    }
    for (int k = 0; k < 3; k++) {
        pvec turned = pvec_turn_constant(w->n, r, false, pmat_row(&b, k));
        for (int x = 0; x < 3; x++)
            b.m[k][x] = turned.v[x];
    }
    return name_matrix(w, what, i, b);
}

pmat block_to_parent(writer *w, uint32_t i, const char *what, pmat b)
{
    if (art_is_revolute(w, i))
        b = turn_block(w, i, what, b);
    return turn_block_constant(w, i, what, b);
}

pvec art_to_parent(writer *w, uint32_t i, const char *what, pvec v)
{
    if (art_is_revolute(w, i))
        v = name_all(w, what, i, pvec_turn_out(w->n, w->art->of[i].sine, w->art->of[i].cosine, v));
    return name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, false, v));
}

pvec art_from_parent(writer *w, uint32_t i, const char *what, pvec v)
{
    v = name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, true, v));
    if (art_is_revolute(w, i))
        v = name_all(w, what, i, pvec_turn_in(w->n, w->art->of[i].sine, w->art->of[i].cosine, v));
    return v;
}

/* l~ M: l across each column. */
static pmat lever_times(writer *w, pvec lever, const pmat *b)
{
    pmat out;
    for (int k = 0; k < 3; k++) {
        pvec moved = cross(w, lever, pmat_column(b, k));
        for (int x = 0; x < 3; x++)
            out.m[x][k] = moved.v[x];
    }
    return out;
}

static pmat transposed(const pmat *b, writer *w, double sign)
{
    pmat out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = poly_scale(w->n, b->m[c][r], sign);
    return out;
}

/* At the parent's origin B is Bs = B + l~ C, and A is A + l~ B' - Bs l~ = A + l~ B' + (l~ Bs')'. */
articulated_inertia art_shifted(writer *w, uint32_t i, articulated_inertia x)
{
    pvec lever = w->art->of[i].lever;
    pmat old_b = transposed(&x.b, w, 1), moved = lever_times(w, lever, &x.c);
    x.b = name_matrix(w, "Bs", i, block_add(w, x.b, &moved));
    pmat other = transposed(&x.b, w, 1);
    pmat first = lever_times(w, lever, &old_b), second = lever_times(w, lever, &other);
    second = transposed(&second, w, 1);
    x.a = block_add(w, block_add(w, x.a, &first), &second);
    return x;
}
