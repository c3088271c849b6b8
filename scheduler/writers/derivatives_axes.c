/* SPDX-License-Identifier: MIT */
/* Axes of bodies: names, and the ways between the axes of a body and of its parent. */
#include "writers/derivatives_parts.h"

pvec derivative_name(derivative_writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        if (u.v[k].count)
            u.v[k] = net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[k]),
                                u.v[k]);
    return u;
}

pmat derivative_name_matrix(derivative_writer *w, const char *what, uint32_t body, pmat a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (a.m[r][c].count)
                a.m[r][c] = net_assign(
                    w->n, arena_printf(w->mem, "%s%u%c%c", what, body, "xyz"[r], "xyz"[c]),
                    a.m[r][c]);
    return a;
}

bool derivative_turns(const derivative_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE;
}

bool derivative_is_free(const derivative_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_FREE;
}

bool derivative_is_still(const derivative_writer *w, uint32_t i)
{
    return derivative_turns(w, i) && w->forms->of[i].axes == AXES_STILL;
}

static bool is_turned(const derivative_writer *w, uint32_t i)
{
    return derivative_turns(w, i) && w->forms->of[i].axes != AXES_STILL;
}

pvec derivative_turn_out(derivative_writer *w, uint32_t i, pvec u)
{
    return pvec_assign(w->n, pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, u));
}

pvec derivative_before(derivative_writer *w, uint32_t i, pvec u)
{
    return is_turned(w, i) ? derivative_turn_out(w, i, u) : u;
}

pvec derivative_working(derivative_writer *w, uint32_t i, pvec u)
{
    return is_turned(w, i) ? pvec_turn_in(w->n, w->of[i].sine, w->of[i].cosine, u) : u;
}

pvec derivative_to_parent(derivative_writer *w, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->of[i].continues)
        return u;
    u = pvec_assign(w->n, pvec_turn_constant(w->n, b->rotation, false, u));
    return derivative_is_still(w, b->parent) ? derivative_turn_out(w, b->parent, u) : u;
}

pvec derivative_from_parent(derivative_writer *w, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    const derivative_body *h = &w->of[b->parent];
    if (w->of[i].continues)
        return u;
    if (derivative_is_still(w, b->parent))
        u = pvec_assign(w->n, pvec_turn_in(w->n, h->sine, h->cosine, u));
    return pvec_turn_constant(w->n, b->rotation, true, u);
}

pmat derivative_matrix_before(derivative_writer *w, uint32_t i, const pmat *a)
{
    return is_turned(w, i) ? pmat_turn_out(w->n, w->of[i].sine, w->of[i].cosine, a) : *a;
}

pmat derivative_matrix_to_parent(derivative_writer *w, uint32_t i, const pmat *a)
{
    const model_body *b = &w->m->bodies[i];
    const derivative_body *h = &w->of[b->parent];
    if (w->of[i].continues)
        return *a;
    pmat turned = pmat_turn_constant(w->n, b->rotation, a);
    return derivative_is_still(w, b->parent)
               ? pmat_turn_out(w->n, h->sine, h->cosine, &turned)
               : turned;
}

wrench derivative_wrench_to_parent(derivative_writer *w, uint32_t i, wrench x)
{
    x.force = derivative_to_parent(w, i, x.force);
    x.moment = pvec_add(w->n, derivative_to_parent(w, i, x.moment),
                        pvec_product(w->n, w->of[i].arm, x.force));
    return x;
}

pvec derivative_fixed_axes(derivative_writer *w, uint32_t i, pvec u)
{
    return derivative_is_still(w, i) ? derivative_turn_out(w, i, u) : u;
}

/* What is constant in body i, in its working axes. */
pvec derivative_fixed(derivative_writer *w, uint32_t i, vec3 x)
{
    return derivative_fixed_axes(w, i, pvec_numbers(w->n, x));
}

pmat derivative_fixed_matrix(derivative_writer *w, uint32_t i, mat3 x)
{
    pmat a = pmat_numbers(w->n, x);
    return derivative_is_still(w, i) ? pmat_turn_out(w->n, w->of[i].sine, w->of[i].cosine, &a) : a;
}
