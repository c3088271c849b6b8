/* SPDX-License-Identifier: MIT */
/* Vectors are in body axes. A joint about or along a coordinate axis of its link keeps the
 * link's axes; any other gets axes with z along the joint. */
#include "writers/classic_parts.h"
#include "writers/joint_forces.h"
#include "writers/loads.h"

#include <math.h>
#include <string.h>

/* A parameter as a symbol; nothing if it is zero. */
static poly parameter(writer *w, const char *what, double value)
{
    if (value == 0)
        return poly_zero();
    uint32_t known;
    if (w->classic->symbols && names_find(w->classic->symbols, what, strlen(what), &known))
        return poly_symbol(w->n, known);
    sym fresh = net_parameter(w->n, what, value);
    if (w->classic->symbols)
        names_add(w->classic->symbols, what, strlen(what), fresh);
    return poly_symbol(w->n, fresh);
}

static pvec parameter_vector(writer *w, const char *what, uint32_t body, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = parameter(w, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[k]), x.v[k]);
    return out;
}

/* --- numbers -------------------------------------------------------------------------------- */

static wide_mat3 axes_along(wide_vec3 z)
{
    int least = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(z.v[k].hi) < fabs(z.v[least].hi))
            least = k;
    vec3 unit = {{0, 0, 0}};
    unit.v[least] = 1;
    z = wide_vec3_unit(z);
    wide_vec3 x = wide_vec3_unit(wide_vec3_cross(wide_vec3_exact(unit), z));
    return wide_rotation_settle(wide_mat3_from_columns(x, wide_vec3_cross(z, x), z));
}

/* The coordinate axis that a joint's axis is, or -1: the other entries are zero, for of an angle of
 * 1e-9 the cosine is 1. */
static int coordinate_axis(vec3 axis)
{
    int zeros = 0, last = -1;
    for (int k = 0; k < 3; k++) {
        zeros += axis.v[k] == 0;
        last = axis.v[k] != 0 ? k : last;
    }
    return zeros == 2 ? last : -1;
}

/* Zeros are exact wherever the bound of a number allows it (robot/wide.h). */
static void body_numbers(writer *w, const tree *known, uint32_t i)
{
    const tree_body *b = &w->t->bodies[i];
    classic_body *c = &w->classic->body[i];
    *c = (classic_body){.axes = wide_mat3_exact(mat3_identity()), .axis = -1, .sense = 1};
    if (b->kind != BODY_FREE) {
        c->axis = coordinate_axis(b->axis);
        if (c->axis >= 0) {
            c->sense = b->axis.v[c->axis] > 0 ? 1 : -1;
        } else {
            c->axes = axes_along(wide_vec3_rounded(b->axis));
            c->axis = 2;
        }
    }
    wide_mat3 back = wide_mat3_transpose(w->classic->body[b->parent].axes);
    wide_mat3 own = wide_mat3_transpose(c->axes);
    wide_mat3 turn = wide_mat3_multiply(wide_mat3_rounded(b->origin.rotation), c->axes);
    const inertia *body = tree_constant(w->t, i);
    wide_mat3 j = wide_inertia_turned(own, wide_inertia_of(body));
    wide_vec3 at = wide_mat3_apply(back, wide_vec3_rounded(known->bodies[i].origin.position));
    wide_vec3 com = wide_mat3_apply(own, wide_vec3_rounded(body->com_m));
    c->turn = wide_mat3_value(wide_rotation_settle(wide_mat3_multiply(back, turn)));
    c->anchor = anchor_make(w->t, i, back, wide_vec3_settle(at));
    c->com = wide_vec3_value(wide_vec3_settle(com));
    c->inertia = wide_mat3_value(wide_mat3_settle(j));
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        c->difference.v[x] = wide_value(wide_settle(wide_sub(j.m[z][z], j.m[y][y])));
    }
}

/* --- turning -------------------------------------------------------------------------------- */

/* Turns about the joint's axis: forwards into the body, backwards out of it. */
static pvec turn_joint(writer *w, uint32_t i, bool inwards, pvec u)
{
    if (w->t->bodies[i].kind != BODY_REVOLUTE)
        return u;
    int z = w->classic->body[i].axis, x = (z + 1) % 3, y = (z + 2) % 3;
    pvec about_z = {{u.v[x], u.v[y], u.v[z]}}, out;
    const classic_state *b = &w->classic->of[i];
    about_z = inwards ? pvec_turn_out(w->n, b->sine, b->cosine, about_z)
                      : pvec_turn_in(w->n, b->sine, b->cosine, about_z);
    out.v[x] = about_z.v[0];
    out.v[y] = about_z.v[1];
    out.v[z] = about_z.v[2];
    return out;
}

static pvec into_body(writer *w, const char *what, uint32_t i, pvec u)
{
    u = name_all(w, what, i, pvec_turn_constant(w->n, w->classic->body[i].turn, true, u));
    return turn_joint(w, i, false, u);
}

static pvec out_of_body(writer *w, const char *what, uint32_t i, pvec u)
{
    u = name_all(w, what, i, turn_joint(w, i, true, u));
    return name_all(w, what, i, pvec_turn_constant(w->n, w->classic->body[i].turn, false, u));
}

static pvec beta_times(writer *w, const classic_state *b, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++) {
        out.v[r] = poly_zero();
        for (int c = 0; c < 3; c++)
            out.v[r] = plus(w, out.v[r], times(w, b->beta[r][c], x.v[c]));
    }
    return out;
}

/* --- outwards ------------------------------------------------------------------------------- */

void classic_write_beta(writer *w, uint32_t i)
{
    classic_state *b = &w->classic->of[i];
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly yy = times(w, b->omega.v[y], b->omega.v[y]),
             zz = times(w, b->omega.v[z], b->omega.v[z]);
        poly yz = name(w, "ww", i, x, times(w, b->omega.v[y], b->omega.v[z]));
        b->beta[x][x] = name(w, "bd", i, x, poly_scale(w->n, plus(w, yy, zz), -1));
        b->beta[z][y] = name(w, "bp", i, x, plus(w, yz, b->omegad.v[x]));
        b->beta[y][z] = name(w, "bm", i, x, minus(w, yz, b->omegad.v[x]));
    }
}

static void write_joint(writer *w, uint32_t i)
{
    const tree_body *b = &w->t->bodies[i];
    double sense = w->classic->body[i].sense;
    classic_state *to = &w->classic->of[i];
    if (w->wanted & MASS_VELOCITY)
        to->rate = input_rate(w, INPUT_QD, b->coordinate, sense * tree_rate_ratio(b));
    to->acceleration = input_acceleration(w, b->coordinate, sense * tree_rate_ratio(b),
                                          (w->wanted & CLASSIC_ACCELERATION) != 0,
                                          (w->wanted & MASS_VELOCITY) != 0);
    if (b->kind == BODY_REVOLUTE)
        signals_trig(w->s, w->n, b->coordinate, sense * b->ratio, 0, sense * b->offset, &to->sine,
                     &to->cosine);
    else
        to->length = poly_scale(
            w->n, signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset),
            sense);
}

/* dz = d + psi q, in the parent's axes. */
static pvec anchor_vector(writer *w, uint32_t i)
{
    const classic_body *c = &w->classic->body[i];
    pvec at = parameter_vector(w, "d", i, c->anchor.known);
    at = anchor_add_lengths(w, i, &c->anchor, at);
    if (w->t->bodies[i].kind == BODY_PRISMATIC)
        for (int k = 0; k < 3; k++)
            at.v[k] = name(w, "dz", i, k,
                           plus(w, at.v[k],
                                poly_scale(w->n, w->classic->of[i].length, c->turn.m[k][c->axis])));
    return at;
}

void classic_write_motion(writer *w, uint32_t i)
{
    const tree_body *b = &w->t->bodies[i];
    classic_state *to = &w->classic->of[i];
    const classic_state *h = &w->classic->of[b->parent];
    int z = w->classic->body[i].axis, x = (z + 1) % 3, y = (z + 2) % 3;
    to->omega = into_body(w, "wr", i, h->omega);
    to->omegad = into_body(w, "wdr", i, h->omegad);
    pvec arrive = name_all(w, "e", i, plus_all(w, h->alpha, beta_times(w, h, anchor_vector(w, i))));
    to->alpha = into_body(w, "er", i, arrive);
    if (b->kind == BODY_REVOLUTE) {
        to->omega.v[z] = plus(w, to->omega.v[z], to->rate);
        to->omega = name_all(w, "w", i, to->omega);
        to->omegad.v[x] = plus(w, to->omegad.v[x], times(w, to->omega.v[y], to->rate));
        to->omegad.v[y] = minus(w, to->omegad.v[y], times(w, to->omega.v[x], to->rate));
        to->omegad.v[z] = plus(w, to->omegad.v[z], to->acceleration);
    } else {
        to->omega = name_all(w, "w", i, to->omega);
        poly twice = net_assign(w->n, arena_printf(w->mem, "rate%u", i),
                                poly_scale(w->n, to->rate, 2));
        to->alpha.v[x] = plus(w, to->alpha.v[x], times(w, to->omega.v[y], twice));
        to->alpha.v[y] = minus(w, to->alpha.v[y], times(w, to->omega.v[x], twice));
        to->alpha.v[z] = plus(w, to->alpha.v[z], to->acceleration);
    }
    to->omegad = name_all(w, "wd", i, to->omegad);
    to->alpha = name_all(w, "a", i, to->alpha);
    classic_write_beta(w, i);
}

static void write_free_motion(writer *w, uint32_t i, uint32_t number)
{
    const tree_body *b = &w->t->bodies[i];
    for (uint32_t k = 0; k < 3; k++) {
        if (w->wanted & MASS_VELOCITY)
            w->classic->of[i].omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA, b->name, number,
                                                          k);
        if (w->wanted & CLASSIC_ACCELERATION)
            w->classic->of[i].omegad.v[k] = signals_vector(w->s, w->n, INPUT_OMEGAD, b->name,
                                                           number, k);
        if (w->wanted & MASS_ACC)
            w->classic->of[i].alpha.v[k] = signals_vector(w->s, w->n, INPUT_ACC, b->name, number,
                                                          k);
    }
    classic_write_beta(w, i);
}

/* --- inwards -------------------------------------------------------------------------------- */

static poly inertia_entry(writer *w, uint32_t i, int r, int c)
{
    if (r > c) {
        int swap = r;
        r = c;
        c = swap;
    }
    return parameter(w, arena_printf(w->mem, "I%u%c%c", i, "xyz"[r], "xyz"[c]),
                     w->classic->body[i].inertia.m[r][c]);
}

/* I omegad + omega x I omega, the diagonal factored: (Iz - Iy) omega_y omega_z, products of inertia
 * with beta's entries. */
static pvec write_euler(writer *w, uint32_t i)
{
    const classic_state *b = &w->classic->of[i];
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        char b1 = "xyz"[z], b2 = "xyz"[y];
        const char *what = arena_printf(w->mem, "I%u%c%c_%c%c", i, b1, b1, b2, b2);
        poly factor = parameter(w, what, w->classic->body[i].difference.v[x]);
        poly yz = net_assign(w->n, NULL, times(w, b->omega.v[y], b->omega.v[z]));
        poly sum = plus(w, times(w, inertia_entry(w, i, x, x), b->omegad.v[x]),
                        times(w, factor, yz));
        poly squares = minus(w, b->beta[z][z],
                                b->beta[y][y]); /* omega_y^2 - omega_z^2, negated */
        sum = poly_sub(w->n, sum, times(w, inertia_entry(w, i, y, z),
                                        net_assign(w->n, arena_printf(w->mem, "sq%u%c", i,
                                                                      "xyz"[x]), squares)));
        sum = minus(w, sum, times(w, inertia_entry(w, i, x, y), b->beta[z][x]));
        sum = plus(w, sum, times(w, inertia_entry(w, i, x, z), b->beta[y][x]));
        out.v[x] = sum;
    }
    return out;
}

/* A pose in body i, seen from its working axes. */
static void working_pose(const writer *w, uint32_t i, pose in_body, mat3 *axes, vec3 *at)
{
    wide_mat3 back = wide_mat3_transpose(w->classic->body[i].axes);
    wide_mat3 turn = wide_mat3_multiply(back, wide_mat3_rounded(in_body.rotation));
    wide_vec3 arm = wide_mat3_apply(back, wide_vec3_rounded(in_body.position));
    *axes = wide_mat3_value(wide_rotation_settle(turn));
    *at = wide_vec3_value(wide_vec3_settle(arm));
}

/* Number k of those on the body: each has a point of its own. */
static void subtract_wrench(writer *w, uint32_t i, uint32_t k, const applied_wrench *a,
                            pvec *force, pvec *moment)
{
    const char *point = k ? arena_printf(w->mem, "p%u_", k) : "p";
    mat3 axes;
    vec3 at;
    working_pose(w, i, a->in_body, &axes, &at);
    pvec given = name_all(w, "fx", i, pvec_turn_constant(w->n, axes, false, a->force));
    pvec turning = plus_all(w, pvec_turn_constant(w->n, axes, false, a->moment),
                            cross(w, parameter_vector(w, point, i, at), given));
    for (int c = 0; c < 3; c++) {
        force->v[c] = minus(w, force->v[c], given.v[c]);
        moment->v[c] = minus(w, moment->v[c], turning.v[c]);
    }
}

static void subtract_external(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    applied_wrench a;
    for (uint32_t at = 0, k = 0; wrenches_next(w->t, &w->applied, i, &at, w->s, w->n, &a); k++)
        subtract_wrench(w, i, k, &a, force, moment);
}

/* Base parameters, less what they hold of numbers that are not regrouped here. */
static load_inertia base_load(writer *w, uint32_t i)
{
    const model_body *b = &w->classic->base.bodies[i];
    const load_words of = {b->name, i, INPUT_BASE_PARAMETER};
    const mat3 turn = wide_mat3_value(b->in_link.axes);
    const pose own = {turn, mat3_apply(turn, wide_vec3_value(b->in_link.at))};
    load_inertia l = load_base_alone(&w->classic->base, i, w->s, w->n);
    mat3 axes;
    vec3 at;
    working_pose(w, i, own, &axes, &at);
    return load_moved(of, l, axes, at, w->n);
}

static void add_load(writer *w, uint32_t i, const load_inertia *l, pvec *force, pvec *moment)
{
    load_add_wrench(w->n, l, w->classic->of[i].beta, w->classic->of[i].alpha, (load_scales){1, 1},
                    force, moment);
}

static void add_loads(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    for (uint32_t k = 0; k < w->t->payloads_count; k++) {
        mat3 axes;
        vec3 at;
        if (w->t->payloads[k].body != i)
            continue;
        working_pose(w, i, w->t->payloads[k].link_in_body, &axes, &at);
        const load_inertia l = load_write(load_of_payload(w->t, k), axes, at, w->s, w->n);
        add_load(w, i, &l, force, moment);
    }
    if (w->t->parameters_count && w->classic->base.bodies[i].given) {
        const load_inertia l = base_load(w, i);
        add_load(w, i, &l, force, moment);
    }
}

void classic_write_wrench(writer *w, uint32_t i)
{
    classic_state *to = &w->classic->of[i];
    pvec com = parameter_vector(w, "l", i, w->classic->body[i].com), own;
    poly mass = parameter(w, arena_printf(w->mem, "m%u", i), tree_constant(w->t, i)->mass_kg);
    pvec acceleration = name_all(w, "ac", i, plus_all(w, to->alpha, beta_times(w, to, com)));
    for (int k = 0; k < 3; k++)
        own.v[k] = name(w, "W", i, k, times(w, mass, acceleration.v[k]));
    to->moment = plus_all(w, to->moment, plus_all(w, cross(w, com, own), write_euler(w, i)));
    if (!w->classic->is_column)
        subtract_external(w, i, &own, &to->moment);
    add_loads(w, i, &own, &to->moment);
    to->force = name_all(w, "F", i, plus_all(w, to->force, own));
    to->moment = name_all(w, "L", i, to->moment);
}

void classic_hand_inwards(writer *w, uint32_t i)
{
    classic_state *h = &w->classic->of[w->t->bodies[i].parent];
    pvec force = out_of_body(w, "fo", i, w->classic->of[i].force),
         moment = out_of_body(w, "lo", i, w->classic->of[i].moment);
    h->force = plus_all(w, h->force, force);
    h->moment = plus_all(w, h->moment, plus_all(w, moment, cross(w, anchor_vector(w, i), force)));
}

static poly base_alpha(writer *w, int axis)
{
    if (!w->t->gravity_is_input)
        return parameter(w, arena_printf(w->mem, "g%c", "xyz"[axis]),
                         -w->t->gravity_ms2.v[axis]);
    poly given = signals_vector(w->s, w->n, INPUT_GRAVITY, "gravity", 0, (uint32_t)axis);
    return poly_scale(w->n, given, -1);
}

void classic_write_outwards(writer *w)
{
    for (int k = 0; k < 3; k++)
        w->classic->of[0].alpha.v[k] = base_alpha(w, k);
    for (uint32_t i = 1, free_bodies = 0; i < w->t->bodies_count; i++) {
        if (w->t->bodies[i].kind == BODY_FREE) {
            write_free_motion(w, i, free_bodies++);
        } else {
            write_joint(w, i);
            classic_write_motion(w, i);
        }
    }
}

/* What the joint of body i feels of the wrench on it, per unit of its coordinate. */
poly classic_along_joint(writer *w, uint32_t i)
{
    const tree_body *b = &w->t->bodies[i];
    const pvec *load =
        b->kind == BODY_REVOLUTE ? &w->classic->of[i].moment : &w->classic->of[i].force;
    return poly_scale(w->n, load->v[w->classic->body[i].axis],
                      w->classic->body[i].sense * tree_rate_ratio(b));
}

void classic_write_inwards(writer *w, poly *torque)
{
    const elements_form how = {.moving = (w->wanted & MASS_VELOCITY) != 0, .symbols = true};
    w->applied = elements_write(w->mem, w->t, how, w->s, w->n);
    for (uint32_t c = 0; c < w->t->coordinates_count; c++)
        torque[c] = joint_forces(w->t, c, NUMBERS_ARE_SYMBOLS, (w->wanted & MASS_VELOCITY) != 0,
                                 (w->wanted & CLASSIC_ACCELERATION) != 0, w->s, w->n);
    for (uint32_t i = w->t->bodies_count; i-- > 1;) {
        const tree_body *b = &w->t->bodies[i];
        classic_write_wrench(w, i);
        if (b->kind == BODY_FREE)
            continue;
        torque[b->coordinate] = plus(w, torque[b->coordinate], classic_along_joint(w, i));
        classic_hand_inwards(w, i);
    }
}

writer classic_writer_make(arena *mem, const tree *t, unsigned wanted, signals *s, net *n)
{
    struct classic_part *part = ARENA_ARRAY(mem, struct classic_part, 1);
    writer w = {.mem = mem, .t = t, .s = s, .n = n, .wanted = wanted, .classic = part};
    part->body = ARENA_ARRAY(mem, classic_body, t->bodies_count);
    part->of = ARENA_ARRAY(mem, classic_state, t->bodies_count);
    part->body[0].axes = wide_mat3_exact(mat3_identity());
    const tree known = anchors_without_lengths(mem, t);
    for (uint32_t i = 1; i < t->bodies_count; i++)
        body_numbers(&w, &known, i);
    if (t->parameters_count)
        model_build(mem, t, &part->base);
    return w;
}

void classic_write(arena *mem, const tree *t, signals *s, net *n)
{
    const unsigned all = MASS_VELOCITY | MASS_ACC | CLASSIC_ACCELERATION;
    writer w = classic_writer_make(mem, t, all, s, n);
    classic_write_outwards(&w);
    poly *torque = ARENA_ARRAY(mem, poly, t->coordinates_count + 1);
    classic_write_inwards(&w, torque);
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        signals_joint_output(s, n, OUTPUT_TORQUE, c, torque[c]);
    for (uint32_t i = 1, number = 0; i < t->bodies_count; i++) {
        if (t->bodies[i].kind != BODY_FREE)
            continue;
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_FORCE, t->bodies[i].name, number, k,
                           w.classic->of[i].force.v[k]);
        for (uint32_t k = 0; k < 3; k++)
            signals_output(s, n, OUTPUT_MOMENT, t->bodies[i].name, number, k,
                           w.classic->of[i].moment.v[k]);
        number++;
    }
    net_sweep(n);
}
