/* SPDX-License-Identifier: MIT */
/* Joints, velocities and accelerations. */
#include "writers/derivatives_parts.h"

/* --- joints ---------------------------------------------------------------------------------- */

static void write_angle(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    derivative_body *to = &w->slopes->of[i];
    const derivative_body *h = &w->slopes->of[b->parent];
    signals_trig(w->s, w->n, b->coordinate, b->ratio, b->quarters, b->offset, &to->sine,
                 &to->cosine);
    to->continues = model_is_parallel(w->m, i) && derivative_is_still(w, b->parent);
    if (to->continues)
        add_angle(w, i, h->sine, h->cosine, &to->sine, &to->cosine);
}

static void write_joint(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    derivative_body *to = &w->slopes->of[i];
    to->arm = derivative_fixed_axes(w, b->parent, anchor_write(w, i, &b->anchor, 1));
    to->rate = name(w, "rate", i, 0, input_rate(w, INPUT_QD, b->coordinate, b->ratio));
    if (b->kind == BODY_REVOLUTE) {
        write_angle(w, i);
        return;
    }
    to->axis = numbers(w, b->axis);
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    pvec along = derivative_to_parent(w, i, to->axis);
    for (int k = 0; k < 3; k++)
        along.v[k] = times(w, along.v[k], length);
    to->arm = name_all(w, "d", i, plus_all(w, to->arm, along));
}

void derivative_write_joints(writer *w)
{
    pvec against = numbers(w, vec3_scale(w->m->gravity, -1));
    for (uint32_t k = 0; w->t->gravity_is_input && k < 3; k++) {
        poly given = signals_vector(w->s, w->n, INPUT_GRAVITY, "gravity", 0, k);
        against.v[k] = poly_scale(w->n, given, -1 / w->slopes->forms->length);
    }
    w->slopes->of[0].gravity = name_all(w, "g", 0, against);
    for (uint32_t i = 1; i < w->m->count; i++) {
        derivative_body *b = &w->slopes->of[i];
        if (derivative_is_free(w, i))
            continue; /* its acceleration is less gravity already */
        write_joint(w, i);
        b->gravity_before = derivative_from_parent(w, i,
                                                   w->slopes->of[w->m->bodies[i].parent].gravity);
        b->gravity_before = name_all(w, "gb", i, b->gravity_before);
        b->gravity = name_all(w, "g", i, derivative_working(w, i, b->gravity_before));
    }
}

/* --- velocities ------------------------------------------------------------------------------ */

static void write_velocity(writer *w, uint32_t i)
{
    derivative_body *to = &w->slopes->of[i];
    const derivative_body *h = &w->slopes->of[w->m->bodies[i].parent];
    to->omega_before = name_all(w, "wb", i, derivative_from_parent(w, i, h->omega));
    to->omega = derivative_working(w, i, to->omega_before);
    pvec rate = cross(w, h->omega, to->arm);
    if (derivative_turns(w, i)) {
        to->omega.v[2] = plus(w, to->omega.v[2], to->rate);
    } else {
        pvec along = derivative_to_parent(w, i, to->axis);
        for (int k = 0; k < 3; k++)
            rate.v[k] = plus(w, rate.v[k], times(w, along.v[k], to->rate));
    }
    to->omega = name_all(w, "w", i, to->omega);
    to->arm_rate2 = name_all(w, "dr", i, pvec_scale(w->n, 2, rate));
}

void derivative_write_velocities(writer *w)
{
    for (uint32_t i = 1, number = 0; i < w->m->count; i++) {
        if (!derivative_is_free(w, i)) {
            write_velocity(w, i);
            continue;
        }
        for (uint32_t k = 0; k < 3; k++)
            w->slopes->of[i].omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA,
                                                         w->m->bodies[i].name, number, k);
        number++;
    }
}

/* --- accelerations --------------------------------------------------------------------------- */

/* ~omegad + ~omega ~omega; the column along a revolute axis is there already. */
static void write_beta(writer *w, uint32_t i)
{
    derivative_body *b = &w->slopes->of[i];
    net *n = w->n;
    int there = derivative_turns(w, i) ? 2 : -1;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly yz = poly_multiply(n, b->omega.v[y], b->omega.v[z]), twice = poly_scale(n, yz, 2);
        poly squares = poly_add(n, poly_multiply(n, b->omega.v[y], b->omega.v[y]),
                                poly_multiply(n, b->omega.v[z], b->omega.v[z]));
        if (x != there)
            b->beta.m[x][x] = name(w, "bd", i, x, poly_scale(n, squares, -1));
        if (y != there)
            b->beta.m[z][y] = name(w, "bp", i, x,
                                   z == there ? poly_sub(n, twice, b->beta.m[y][z])
                                              : poly_add(n, yz, b->omegad.v[x]));
        if (z != there)
            b->beta.m[y][z] = name(w, "bm", i, x,
                                   y == there ? poly_sub(n, twice, b->beta.m[z][y])
                                              : poly_sub(n, yz, b->omegad.v[x]));
    }
}

static void write_turning(writer *w, uint32_t i, poly acceleration)
{
    derivative_body *to = &w->slopes->of[i];
    const derivative_body *h = &w->slopes->of[w->m->bodies[i].parent];
    net *n = w->n;
    pvec z = derivative_to_parent(w, i, pvec_unit(n, 2));
    pvec column = pvec_assign(n, pmat_apply(n, &h->beta, z));
    to->column_before = name_all(w, "cb", i, derivative_from_parent(w, i, column));
    column = name_all(w, "c", i, derivative_working(w, i, to->column_before));
    for (int k = 0; k < 3; k++)
        to->beta.m[k][2] = column.v[k];
    const poly *omega = to->omega.v;
    pvec along = derivative_from_parent(w, i, h->omegad);
    to->omegad.v[0] = poly_sub(n, poly_multiply(n, omega[1], omega[2]), column.v[1]);
    to->omegad.v[1] = poly_sub(n, column.v[0], poly_multiply(n, omega[0], omega[2]));
    to->omegad.v[2] = poly_add(n, along.v[2], acceleration);
    to->omegad = name_all(w, "wd", i, to->omegad);
}

static void write_sliding(writer *w, uint32_t i, poly acceleration)
{
    derivative_body *to = &w->slopes->of[i];
    net *n = w->n;
    to->omegad = derivative_from_parent(w, i, w->slopes->of[w->m->bodies[i].parent].omegad);
    to->omegad = name_all(w, "wd", i, to->omegad);
    pvec gyration = pvec_scale(n, 2, pvec_product(n, to->omega, to->axis));
    for (int k = 0; k < 3; k++) {
        poly own = poly_add(n, poly_multiply(n, gyration.v[k], to->rate),
                            poly_multiply(n, to->axis.v[k], acceleration));
        to->alpha_before.v[k] = poly_add(n, to->alpha_before.v[k], own);
    }
}

static void write_acceleration(writer *w, uint32_t i, poly acceleration)
{
    derivative_body *to = &w->slopes->of[i];
    const derivative_body *h = &w->slopes->of[w->m->bodies[i].parent];
    pvec arrive = plus_all(w, h->alpha, pmat_apply(w->n, &h->beta, to->arm));
    to->alpha_before = derivative_from_parent(w, i, name_all(w, "e", i, arrive));
    if (derivative_turns(w, i))
        write_turning(w, i, acceleration);
    else
        write_sliding(w, i, acceleration);
    to->alpha_before = name_all(w, "ab", i, to->alpha_before);
    to->alpha = name_all(w, "a", i, derivative_working(w, i, to->alpha_before));
    write_beta(w, i);
}

static void write_free_acceleration(writer *w, uint32_t i, uint32_t number, const poly *x)
{
    derivative_body *to = &w->slopes->of[i];
    const char *of = w->m->bodies[i].name;
    for (uint32_t k = 0; k < 3; k++) {
        poly linear = x ? x[w->freedom[i] + k]
                        : signals_vector(w->s, w->n, INPUT_ACC, of, number, k);
        to->alpha.v[k] = poly_scale(w->n, linear, 1 / w->slopes->forms->length);
        to->omegad.v[k] = x ? x[w->freedom[i] + 3 + k]
                            : signals_vector(w->s, w->n, INPUT_OMEGAD, of, number, k);
    }
    to->alpha = name_all(w, "a", i, to->alpha);
    write_beta(w, i);
}

void derivative_write_accelerations(writer *w, const poly *x)
{
    w->slopes->of[0].alpha = w->slopes->of[0].gravity;
    for (uint32_t i = 1, number = 0; i < w->m->count; i++) {
        if (derivative_is_free(w, i)) {
            write_free_acceleration(w, i, number++, x);
            continue;
        }
        const model_body *b = &w->m->bodies[i];
        poly given = x ? x[w->freedom[i]]
                       : signals_coordinate(w->s, w->n, INPUT_QDD, b->coordinate, 1, 0);
        write_acceleration(w, i, name(w, "rated", i, 0, poly_scale(w->n, given, b->ratio)));
    }
}
