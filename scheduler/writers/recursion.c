/* SPDX-License-Identifier: MIT */
/* Outwards: velocities, beta and accelerations; inwards: forces and moments. Everything is
 * written for every body; what no output needs is swept away afterwards.
 *
 * Two facts shorten the recursion. Points on a joint's axis belong to both bodies, so the
 * column of beta along the axis is the parent's, turned: no product of velocities. And a
 * chain of parallel axes turns as one, by the sum of the angles. */
#include "writers/joint_forces.h"
#include "writers/recursion_parts.h"

#include <string.h>

void recursion_gather(writer *w, const char *what, uint32_t body, gathering *g, pvec part)
{
    if (g->parts == FULL_SUM) {
        *ARENA_PUSH(w->mem, g, full) = name_all(w, what, body, g->sum);
        g->sum = (pvec){0};
        g->parts = 0;
    }
    g->sum = plus_all(w, g->sum, part);
    g->parts++;
}

pvec recursion_gathered(writer *w, const char *what, uint32_t body, const gathering *g)
{
    if (!g->full_count)
        return g->sum;
    gathering above = {0};
    for (uint32_t i = 0; i < g->full_count; i++)
        recursion_gather(w, what, body, &above, g->full[i]);
    recursion_gather(w, what, body, &above, g->sum);
    return recursion_gathered(w, what, body, &above);
}

pvec recursion_beta_of(writer *w, const body_state *b, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++) {
        out.v[r] = poly_zero();
        for (int c = 0; c < 3; c++)
            out.v[r] = plus(w, out.v[r], times(w, x.v[c], b->beta[r][c]));
    }
    return out;
}

pvec recursion_beta_times(writer *w, const body_state *b, vec3 x)
{
    return recursion_beta_of(w, b, numbers(w, x));
}

/* From the parent's axes into those of body i; `from` is the body before whose joint the turn
 * starts. */
static pvec into_body(writer *w, uint32_t i, bool by_chain, pvec u)
{
    const body_state *b = &w->recursion->of[i];
    uint32_t first = by_chain ? b->chain_first : i;
    pvec before = pvec_turn_constant(w->n, w->m->bodies[first].rotation, true, u);
    return by_chain ? pvec_turn_in(w->n, b->sum_sine, b->sum_cosine, before)
                    : pvec_turn_in(w->n, b->sine, b->cosine, before);
}

/* --- outwards ------------------------------------------------------------------------------- */

static void write_joint(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->recursion->of[i];
    to->chain_first = i;
    if (w->wanted & RECURSION_VELOCITY)
        to->rate = name(w, "rate", i, 0, input_rate(w, INPUT_QD, b->coordinate, b->rate_ratio));
    to->acceleration = name(w, "rated", i, 0,
                            input_acceleration(w, b->coordinate, b->rate_ratio,
                                               (w->wanted & RECURSION_ACCELERATION) != 0,
                                               (w->wanted & RECURSION_VELOCITY) != 0));
    if (b->kind != BODY_REVOLUTE)
        return;
    signals_trig(w->s, w->n, b->coordinate, b->ratio, b->quarters, b->offset, &to->sine,
                 &to->cosine);
    to->sum_sine = to->sine;
    to->sum_cosine = to->cosine;
    if (model_is_parallel(w->m, i)) {
        const body_state *h = &w->recursion->of[b->parent];
        to->chain_first = h->chain_first;
        add_angle(w, i, h->sum_sine, h->sum_cosine, &to->sum_sine, &to->sum_cosine);
    }
}

/* beta from omega and omegad; the column along the joint axis is there already if the form says
 * so. */
static void write_beta(writer *w, uint32_t i, bool column)
{
    body_state *b = &w->recursion->of[i];
    const body_form *f = &w->recursion->forms->of[i];
    poly square[3], product[3]; /* product[k]: of the two others */
    for (int k = 0; k < 3; k++) {
        square[k] = times(w, b->omega.v[k], b->omega.v[k]);
        product[k] = times(w, b->omega.v[(k + 1) % 3], b->omega.v[(k + 2) % 3]);
    }
    if (!column)
        b->beta[2][2] = name(w, "bzz", i, 2, scaled(w, -1, plus(w, square[0], square[1])));
    for (int k = 0; k < 2; k++) {
        poly diagonal = f->squares ? plus(w, b->beta[2][2], minus(w, square[k], square[2]))
                                   : scaled(w, -1, plus(w, square[1 - k], square[2]));
        b->beta[k][k] = name(w, "bd", i, k, diagonal);
    }
    b->beta[1][0] = name(w, "byx", i, 2, plus(w, product[2], b->omegad.v[2]));
    b->beta[0][1] = name(w, "bxy", i, 2, minus(w, product[2], b->omegad.v[2]));
    if (column) {
        b->beta[2][0] = name(w, "bzx", i, 1, minus(w, scaled(w, 2, product[1]), b->beta[0][2]));
        b->beta[2][1] = name(w, "bzy", i, 0, minus(w, scaled(w, 2, product[0]), b->beta[1][2]));
    } else {
        b->beta[0][2] = name(w, "bxz", i, 1, plus(w, product[1], b->omegad.v[1]));
        b->beta[2][0] = name(w, "bzx", i, 1, minus(w, product[1], b->omegad.v[1]));
        b->beta[2][1] = name(w, "bzy", i, 0, plus(w, product[0], b->omegad.v[0]));
        b->beta[1][2] = name(w, "byz", i, 0, minus(w, product[0], b->omegad.v[0]));
    }
}

static void write_revolute_motion(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    const body_form *f = &w->recursion->forms->of[i];
    body_state *to = &w->recursion->of[i];
    uint32_t start = f->group ? to->chain_first : i; /* turn from the parent of this one */
    const body_state *from = &w->recursion->of[w->m->bodies[start].parent],
                      *h = &w->recursion->of[b->parent];
    to->omega = into_body(w, i, f->group, from->omega);
    pvec along = pvec_turn_constant(w->n, b->rotation, true, h->omega),
         alongd = pvec_turn_constant(w->n, b->rotation, true, h->omegad);
    to->omega.v[2] = plus(w, along.v[2], to->rate);
    to->omega = name_all(w, "w", i, to->omega);
    to->omegad.v[2] = name(w, "wd", i, 2, plus(w, alongd.v[2], to->acceleration));
    if (f->column) {
        pvec axis_motion = recursion_beta_times(w, from, recursion_axis(w, start));
        axis_motion = into_body(w, i, f->group, axis_motion);
        for (int k = 0; k < 3; k++)
            to->beta[k][2] = name(w, "bz", i, k, axis_motion.v[k]);
        to->omegad.v[0] = name(w, "wd", i, 0,
                               minus(w, times(w, to->omega.v[1], to->omega.v[2]), to->beta[1][2]));
        to->omegad.v[1] = name(w, "wd", i, 1,
                               minus(w, to->beta[0][2], times(w, to->omega.v[0], to->omega.v[2])));
    } else {
        pvec turned = into_body(w, i, false, h->omegad);
        to->omegad.v[0] = name(w, "wd", i, 0,
                               plus(w, turned.v[0], times(w, to->omega.v[1], to->rate)));
        to->omegad.v[1] = name(w, "wd", i, 1,
                               minus(w, turned.v[1], times(w, to->omega.v[0], to->rate)));
    }
    write_beta(w, i, f->column);
    pvec arm = recursion_beta_of(w, h, anchor_write(w, i, &b->anchor,
                                                   1 / w->recursion->forms->acceleration));
    pvec arrive = plus_all(w, h->alpha, arm);
    to->alpha = name_all(w, "a", i, into_body(w, i, false, name_all(w, "e", i, arrive)));
}

static void write_prismatic_motion(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->recursion->of[i];
    const body_state *h = &w->recursion->of[b->parent];
    double per_length = 1 / w->recursion->forms->acceleration;
    to->omega = name_all(w, "w", i, pvec_turn_constant(w->n, b->rotation, true, h->omega));
    to->omegad = name_all(w, "wd", i, pvec_turn_constant(w->n, b->rotation, true, h->omegad));
    bool same_axes = memcmp(&b->rotation, &(mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                            sizeof(mat3)) == 0;
    if (same_axes)
        memcpy(to->beta, h->beta, sizeof to->beta);
    else
        write_beta(w, i, false);
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    pvec arm = recursion_beta_of(w, h, anchor_write(w, i, &b->anchor, per_length));
    pvec arrive = plus_all(w, h->alpha, arm);
    arrive = pvec_turn_constant(w->n, b->rotation, true, name_all(w, "e", i, arrive));
    pvec stretch = recursion_beta_times(w, to, b->axis);
    pvec gyration = pvec_cross(w->n, b->axis, to->omega);
    for (int k = 0; k < 3; k++) {
        poly moving = times(w, name(w, "bq", i, k, stretch.v[k]), length);
        poly coriolis = scaled(w, -2, times(w, name(w, "wq", i, k, gyration.v[k]), to->rate));
        poly driven = scaled(w, b->axis.v[k], to->acceleration);
        to->field.v[k] = plus(w, arrive.v[k], scaled(w, per_length, moving));
        poly own = scaled(w, per_length, plus(w, plus(w, moving, coriolis), driven));
        to->alpha.v[k] = name(w, "a", i, k, plus(w, arrive.v[k], own));
    }
}

static void write_free_motion(writer *w, uint32_t i, uint32_t number)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->recursion->of[i];
    for (uint32_t k = 0; k < 3; k++) {
        if (w->wanted & RECURSION_VELOCITY)
            to->omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA, b->name, number, k);
        if (w->wanted & RECURSION_ACCELERATION)
            to->omegad.v[k] = signals_vector(w->s, w->n, INPUT_OMEGAD, b->name, number, k);
        if (!(w->wanted & RECURSION_ACC))
            continue;
        poly acc = signals_vector(w->s, w->n, INPUT_ACC, b->name, number, k);
        to->alpha.v[k] = name(w, "a", i, (int)k,
                              scaled(w, 1 / w->recursion->forms->acceleration, acc));
    }
    write_beta(w, i, false);
}

/* Torques from what was gathered, in the order of coordinates and free bodies. */
static recursion_sums collect(writer *w, gathering *torque)
{
    recursion_sums out = {ARENA_ARRAY(w->mem, poly, w->t->coordinates_count + 1), NULL, 0};
    const bool moves = (w->wanted & RECURSION_VELOCITY) != 0;
    const bool accelerates = (w->wanted & RECURSION_ACCELERATION) != 0;
    for (uint32_t c = 0; c < w->t->coordinates_count; c++)
        out.torque[c] = plus(w, recursion_gathered(w, "tc", c, &torque[c]).v[0],
                             joint_forces(w->t, c, NUMBERS_ARE_CONSTANTS, moves, accelerates, w->s,
                                          w->n));
    for (uint32_t i = 1; i < w->m->count; i++)
        out.free_bodies += w->m->bodies[i].kind == BODY_FREE;
    out.wrench = ARENA_ARRAY(w->mem, poly, 6 * out.free_bodies + 1);
    for (uint32_t i = 1, at = 0; i < w->m->count; i++) {
        if (w->m->bodies[i].kind != BODY_FREE)
            continue;
        for (int k = 0; k < 3; k++, at++) {
            out.wrench[at] = scaled(w, w->recursion->forms->force, w->recursion->of[i].force.v[k]);
            out.wrench[at + 3] = w->recursion->of[i].moment.v[k];
        }
        at += 3;
    }
    return out;
}

/* The base accelerates against gravity, as if there were none. */
static poly base_alpha(writer *w, uint32_t axis)
{
    if (!w->t->gravity_is_input)
        return poly_number(w->n, -w->m->gravity.v[axis] / w->recursion->forms->acceleration);
    poly given = signals_vector(w->s, w->n, INPUT_GRAVITY, "gravity", 0, axis);
    return name(w, "g", 0, (int)axis, scaled(w, -1 / w->recursion->forms->acceleration, given));
}

void recursion_write_motion(writer *w)
{
    for (uint32_t k = 0; k < 3; k++)
        w->recursion->of[0].alpha.v[k] = base_alpha(w, k);
    uint32_t free_bodies = 0;
    for (uint32_t i = 1; i < w->m->count; i++) {
        if (w->m->bodies[i].kind == BODY_FREE) {
            write_free_motion(w, i, free_bodies++);
            continue;
        }
        write_joint(w, i);
        if (w->m->bodies[i].kind == BODY_REVOLUTE)
            write_revolute_motion(w, i);
        else
            write_prismatic_motion(w, i);
    }
}

recursion_sums recursion_torques(arena *mem, const model *m, const tree *t,
                                 const recursion_forms *forms, unsigned present, signals *s, net *n)
{
    struct recursion_part part = {forms, ARENA_ARRAY(mem, body_state, m->count)};
    writer w = {.mem = mem, .t = t, .m = m, .s = s, .n = n, .wanted = present, .recursion = &part};
    const elements_form how = {.moving = (present & RECURSION_VELOCITY) != 0};
    w.applied = elements_write(mem, t, how, s, n);
    recursion_write_motion(&w);
    gathering *torque = ARENA_ARRAY(mem, gathering, t->coordinates_count + 1);
    for (uint32_t i = m->count; i-- > 1;) {
        recursion_write_wrench(&w, i);
        if (m->bodies[i].kind == BODY_FREE)
            continue;
        uint32_t c = m->bodies[i].coordinate;
        recursion_gather(&w, "tc", c, &torque[c], (pvec){{recursion_joint_torque(&w, i)}});
        recursion_hand_inwards(&w, i);
    }
    return collect(&w, torque);
}

void recursion_write(arena *mem, const model *m, const tree *t, const recursion_forms *forms,
                     signals *s, net *n)
{
    recursion_sums sums = recursion_torques(mem, m, t, forms, RECURSION_ALL, s, n);
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        signals_joint_output(s, n, OUTPUT_TORQUE, c, sums.torque[c]);
    for (uint32_t i = 1, number = 0; i < m->count; i++) {
        if (m->bodies[i].kind != BODY_FREE)
            continue;
        const poly *wrench = &sums.wrench[6 * number];
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_FORCE, m->bodies[i].name, number, k, wrench[k]);
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_MOMENT, m->bodies[i].name, number, k, wrench[3 + k]);
        number++;
    }
    net_sweep(n);
}
