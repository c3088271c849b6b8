/* SPDX-License-Identifier: MIT */
/* Axes of bodies: the ways between the axes of a body and of its parent. */
#include "writers/derivatives_parts.h"

bool derivative_turns(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE;
}

bool derivative_is_free(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_FREE;
}

bool derivative_is_still(const writer *w, uint32_t i)
{
    return derivative_turns(w, i) && w->slopes->forms->of[i].axes == AXES_STILL;
}

static bool is_turned(const writer *w, uint32_t i)
{
    return derivative_turns(w, i) && w->slopes->forms->of[i].axes != AXES_STILL;
}

pvec derivative_turn_out(writer *w, uint32_t i, pvec u)
{
    const derivative_body *b = &w->slopes->of[i];
    return pvec_assign(w->n, pvec_turn_out(w->n, b->sine, b->cosine, u));
}

pvec derivative_before(writer *w, uint32_t i, pvec u)
{
    return is_turned(w, i) ? derivative_turn_out(w, i, u) : u;
}

pvec derivative_working(writer *w, uint32_t i, pvec u)
{
    const derivative_body *b = &w->slopes->of[i];
    return is_turned(w, i) ? pvec_turn_in(w->n, b->sine, b->cosine, u) : u;
}

pvec derivative_to_parent(writer *w, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    if (w->slopes->of[i].continues)
        return u;
    u = pvec_assign(w->n, pvec_turn_constant(w->n, b->rotation, false, u));
    return derivative_is_still(w, b->parent) ? derivative_turn_out(w, b->parent, u) : u;
}

pvec derivative_from_parent(writer *w, uint32_t i, pvec u)
{
    const model_body *b = &w->m->bodies[i];
    const derivative_body *h = &w->slopes->of[b->parent];
    if (w->slopes->of[i].continues)
        return u;
    if (derivative_is_still(w, b->parent))
        u = pvec_assign(w->n, pvec_turn_in(w->n, h->sine, h->cosine, u));
    return pvec_turn_constant(w->n, b->rotation, true, u);
}

pmat derivative_matrix_before(writer *w, uint32_t i, const pmat *a)
{
    const derivative_body *b = &w->slopes->of[i];
    return is_turned(w, i) ? pmat_turn_out(w->n, b->sine, b->cosine, a) : *a;
}

pmat derivative_matrix_to_parent(writer *w, uint32_t i, const pmat *a)
{
    const model_body *b = &w->m->bodies[i];
    const derivative_body *h = &w->slopes->of[b->parent];
    if (w->slopes->of[i].continues)
        return *a;
    pmat turned = pmat_turn_constant(w->n, b->rotation, a);
    return derivative_is_still(w, b->parent)
               ? pmat_turn_out(w->n, h->sine, h->cosine, &turned)
               : turned;
}

wrench derivative_wrench_to_parent(writer *w, uint32_t i, wrench x)
{
    x.force = derivative_to_parent(w, i, x.force);
    x.moment = plus_all(w, derivative_to_parent(w, i, x.moment),
                        cross(w, w->slopes->of[i].arm, x.force));
    return x;
}

pvec derivative_fixed_axes(writer *w, uint32_t i, pvec u)
{
    return derivative_is_still(w, i) ? derivative_turn_out(w, i, u) : u;
}

/* What is constant in body i, in its working axes. */
pvec derivative_fixed(writer *w, uint32_t i, vec3 x)
{
    return derivative_fixed_axes(w, i, numbers(w, x));
}

pmat derivative_fixed_matrix(writer *w, uint32_t i, mat3 x)
{
    pmat a = pmat_numbers(w->n, x);
    const derivative_body *b = &w->slopes->of[i];
    return derivative_is_still(w, i) ? pmat_turn_out(w->n, b->sine, b->cosine, &a) : a;
}
