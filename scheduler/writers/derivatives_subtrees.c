/* SPDX-License-Identifier: MIT */
/* Moments of subtrees, summed up from the tips, and the loads that move them. */
#include "writers/derivatives_parts.h"
#include "writers/loads.h"

#include <string.h>

static void add_to(writer *w, poly *sum, poly part)
{
    enum { FULL_SUM = 32 }; /* many children: named, so that no sum is copied too often */
    *sum = plus(w, *sum, part);
    if (sum->count > FULL_SUM)
        *sum = net_assign(w->n, NULL, *sum);
}

static void add_vector(writer *w, pvec *sum, pvec part)
{
    for (int k = 0; k < 3; k++)
        add_to(w, &sum->v[k], part.v[k]);
}

void derivative_close_external(writer *w, uint32_t i)
{
    derivative_body *b = &w->slopes->of[i];
    b->external = derivative_external(w, i);
    add_vector(w, &b->given.force, b->external.force);
    add_vector(w, &b->given.moment, b->external.moment);
    b->given.force = derivative_before(w, i, b->given.force);
    b->given.moment = derivative_before(w, i, b->given.moment);
}

void derivative_hand_external(writer *w, uint32_t i)
{
    wrench x = derivative_wrench_to_parent(w, i, w->slopes->of[i].given);
    derivative_body *h = &w->slopes->of[w->m->bodies[i].parent];
    add_vector(w, &h->given.force, x.force);
    add_vector(w, &h->given.moment, x.moment);
}

static void add_matrix(writer *w, pmat *sum, const pmat *part)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            add_to(w, &sum->m[r][c], part->m[r][c]);
}

/* Loads that come with the state. */
static void add_loads(writer *w, uint32_t i, body_moments *own)
{
    double unit = w->slopes->forms->length;
    net *n = w->n;
    load_inertia l;
    for (uint32_t at = 0; loads_next(w->t, w->m, i, &at, w->s, n, &l);) {
        pmat second, about;
        memcpy(second.m, l.second, sizeof second.m);
        pvec first = pvec_assign(n, pvec_scale(n, unit, l.first));
        if (derivative_is_still(w, i)) {
            first = derivative_turn_out(w, i, first);
            second = pmat_turn_out(n, w->slopes->of[i].sine, w->slopes->of[i].cosine, &second);
        }
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                about.m[r][c] = r != c ? poly_scale(n, second.m[r][c], -1)
                                       : poly_add(n, second.m[(r + 1) % 3][(r + 1) % 3],
                                                  second.m[(r + 2) % 3][(r + 2) % 3]);
        add_to(w, &own->mass, poly_scale(n, l.mass, unit * unit));
        add_vector(w, &own->first, first);
        add_matrix(w, &own->second, &second);
        add_matrix(w, &own->inertia, &about);
    }
    own->mass = net_assign(n, NULL, own->mass);
    own->first = pvec_assign(n, own->first);
    own->second = pmat_assign(n, own->second);
    own->inertia = pmat_assign(n, own->inertia);
}

static void write_own_moments(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_moments *own = &w->slopes->of[i].own;
    mat3 about;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            about.m[r][c] = r == c ? b->moment.v[r] : -b->second.m[r][c];
    own->mass = poly_number(w->n, b->mass);
    own->first = derivative_fixed(w, i, b->first);
    own->second = derivative_fixed_matrix(w, i, b->second);
    own->inertia = derivative_fixed_matrix(w, i, about);
    if (w->t->payloads_count || w->t->parameters_count)
        add_loads(w, i, own);
}

void derivative_close_inertia(writer *w, uint32_t i)
{
    subtree *all = &w->slopes->of[i].working, *before = &w->slopes->of[i].before;
    const body_moments *own = &w->slopes->of[i].own;
    write_own_moments(w, i);
    add_to(w, &all->mass, own->mass);
    add_vector(w, &all->first, own->first);
    add_matrix(w, &all->inertia, &own->inertia);
    all->mass = net_assign(w->n, NULL, all->mass);
    all->first = name_all(w, "H", i, all->first);
    all->inertia = name_matrix(w, "J", i, all->inertia);
    before->mass = all->mass;
    before->first = derivative_before(w, i, all->first);
    before->inertia = derivative_matrix_before(w, i, &all->inertia);
}

void derivative_hand_inertia(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    subtree *h = &w->slopes->of[w->m->bodies[i].parent].working;
    net *n = w->n;
    pvec d = b->arm, first = derivative_to_parent(w, i, b->before.first);
    pmat turned = derivative_matrix_to_parent(w, i, &b->before.inertia);
    pvec heavy = pvec_times(n, b->before.mass, d);
    /* H + M d / 2: then d H' + H d' + M d d' is the shift of second moments */
    pvec middle = pvec_assign(n, pvec_add(n, first, pvec_scale(n, 0.5, heavy)));
    poly square[3];
    for (int k = 0; k < 3; k++)
        square[k] = poly_scale(n, poly_multiply(n, d.v[k], middle.v[k]), 2);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            poly shift = poly_add(n, poly_multiply(n, d.v[r], middle.v[c]),
                                  poly_multiply(n, d.v[c], middle.v[r]));
            shift = r == c ? poly_add(n, square[(r + 1) % 3], square[(r + 2) % 3])
                           : poly_scale(n, shift, -1);
            add_to(w, &h->inertia.m[r][c], poly_add(n, turned.m[r][c], shift));
        }
    add_to(w, &h->mass, b->before.mass);
    add_vector(w, &h->first, pvec_add(n, first, heavy));
}

void derivative_close_flow(writer *w, uint32_t i)
{
    derivative_body *to = &w->slopes->of[i];
    subtree *all = &to->working;
    net *n = w->n;
    for (int c = 0; c < 3; c++) { /* 2 E = 2 ~omega P */
        pvec column = pvec_scale(n, 2, pmat_column(&to->own.second, c));
        column = pvec_product(n, to->omega, column);
        for (int r = 0; r < 3; r++)
            add_to(w, &all->flow2.m[r][c], column.v[r]);
    }
    add_vector(w, &all->first_rate2, pvec_product(n, to->omega, pvec_scale(n, 2, to->own.first)));
    all->first_rate2 = name_all(w, "Hr", i, all->first_rate2);
    all->flow2 = name_matrix(w, "E", i, all->flow2);
    to->before.first_rate2 = derivative_before(w, i, all->first_rate2);
    to->before.flow2 = derivative_matrix_before(w, i, &all->flow2);
}

void derivative_hand_flow(writer *w, uint32_t i)
{
    const derivative_body *b = &w->slopes->of[i];
    subtree *h = &w->slopes->of[w->m->bodies[i].parent].working;
    net *n = w->n;
    pvec rate = derivative_to_parent(w, i, b->before.first_rate2);
    pmat turned = derivative_matrix_to_parent(w, i, &b->before.flow2);
    pvec whole = derivative_to_parent(w, i, b->before.first);
    whole = pvec_assign(n, pvec_add(n, whole, pvec_times(n, b->before.mass, b->arm)));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            poly part = poly_add(n, poly_multiply(n, b->arm_rate2.v[r], whole.v[c]),
                                 poly_multiply(n, rate.v[r], b->arm.v[c]));
            add_to(w, &h->flow2.m[r][c], poly_add(n, turned.m[r][c], part));
        }
    add_vector(w, &h->first_rate2,
               pvec_add(n, rate, pvec_times(n, b->before.mass, b->arm_rate2)));
}

/* F = m alpha + beta h, L = [beta P - P beta']v + h x alpha. */
static wrench own_load(writer *w, uint32_t i)
{
    const derivative_body *of = &w->slopes->of[i];
    const body_moments *own = &of->own;
    net *n = w->n;
    wrench out = {pvec_add(n, pmat_apply(n, &of->beta, own->first),
                           pvec_times(n, own->mass, of->alpha)),
                  pvec_product(n, own->first, of->alpha)};
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly up = pvec_dot(n, pmat_row(&of->beta, z), pmat_column(&own->second, y));
        poly down = pvec_dot(n, pmat_row(&of->beta, y), pmat_column(&own->second, z));
        out.moment.v[x] = poly_add(n, out.moment.v[x], poly_sub(n, up, down));
    }
    return out;
}

void derivative_close_load(writer *w, uint32_t i)
{
    derivative_body *b = &w->slopes->of[i];
    wrench own = own_load(w, i);
    add_vector(w, &b->working.load.force, pvec_sub(w->n, own.force, b->external.force));
    add_vector(w, &b->working.load.moment, pvec_sub(w->n, own.moment, b->external.moment));
    b->working.load.force = name_all(w, "F", i, b->working.load.force);
    b->working.load.moment = name_all(w, "L", i, b->working.load.moment);
    b->before.load.force = derivative_before(w, i, b->working.load.force);
    b->before.load.moment = derivative_before(w, i, b->working.load.moment);
}

void derivative_hand_load(writer *w, uint32_t i)
{
    wrench x = derivative_wrench_to_parent(w, i, w->slopes->of[i].before.load);
    subtree *h = &w->slopes->of[w->m->bodies[i].parent].working;
    add_vector(w, &h->load.force, x.force);
    add_vector(w, &h->load.moment, x.moment);
}
