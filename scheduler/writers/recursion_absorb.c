/* SPDX-License-Identifier: MIT */
/* A body may move with its parent as if its joint stood still, and what the joint adds be counted
 * on top. Points on an axis belong to both bodies, so the accelerations that a joint adds after it
 * are a field D r, in axes before the turn with z along the joint:
 *
 *     D = ( a -e 0 )    a = -(2 omega_z + rate) rate,  e: acceleration of the joint
 *         ( e  a 0 )    b = 2 omega_x rate,  c = 2 omega_y rate,  omega: of the parent
 *         ( b  c 0 )
 *
 * With first and second moments h, P turned into those axes its force is D h and its moment
 * [D P - P D']v. So the last body of a chain needs neither angular velocity nor acceleration of its
 * own. It pays where turned moments are there anyway: the mass matrix needs them. */
#include "writers/recursion_parts.h"

static ptensor own_second(writer *w, uint32_t i)
{
    ptensor out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = poly_number(w->n, w->m->bodies[i].second.m[r][c]);
    return out;
}

void recursion_composite(writer *w, uint32_t i, double *mass, pvec *first, ptensor *second)
{
    const body_state *b = &w->recursion->of[i];
    *mass = w->m->bodies[i].mass + b->absorbed_mass;
    *second = own_second(w, i);
    for (int r = 0; r < 3; r++) {
        poly own = poly_number(w->n, w->m->bodies[i].first.v[r] / w->recursion->forms->force);
        first->v[r] = name(w, "h", i, r, plus(w, b->absorbed_first.v[r], own));
        for (int c = r; c < 3; c++)
            second->m[r][c] = plus(w, second->m[r][c], b->absorbed_second.m[r][c]);
    }
    *second = ptensor_assign(w->n, *second);
}

pvec recursion_lever(writer *w, uint32_t i, double scale)
{
    const model_body *b = &w->m->bodies[i];
    vec3 along = mat3_apply(b->rotation, b->axis);
    pvec lever = anchor_write(w, i, &b->anchor, scale);
    for (int k = 0; k < 3; k++) {
        if (b->kind == BODY_PRISMATIC && along.v[k] != 0) {
            poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio,
                                             b->offset);
            poly shift = scaled(w, along.v[k] * scale, length);
            lever.v[k] = name(w, "l", i, k, plus(w, lever.v[k], shift));
        }
    }
    return lever;
}

/* Adds moments given in the axes of body i before it turns to its parent's: h + m l and
 * P + l h' + (h + m l) l'. */
static void hand_moments(writer *w, uint32_t i, double mass, pvec first, ptensor second)
{
    const model_body *b = &w->m->bodies[i];
    body_state *h = &w->recursion->of[b->parent];
    pvec lever = recursion_lever(w, i, w->recursion->forms->force), moved;
    bool many = model_has_many_children(w->m, b->parent);
    first = name_all(w, "hp", i, pvec_turn_constant(w->n, b->rotation, false, first));
    second = ptensor_turn_constant(w->n, b->rotation, second);
    double scaled_mass = mass / (w->recursion->forms->force * w->recursion->forms->force);
    for (int r = 0; r < 3; r++) {
        moved.v[r] = plus(w, first.v[r], scaled(w, scaled_mass, lever.v[r]));
        moved.v[r] = name(w, "hm", i, r, moved.v[r]);
    }
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++) {
            poly arm = plus(w, times(w, lever.v[r], first.v[c]), times(w, moved.v[r], lever.v[c]));
            poly *to = &h->absorbed_second.m[r][c];
            poly part = plus(w, second.m[r][c], arm);
            *to = plus(w, *to, many ? net_assign(w->n, NULL, part) : part);
        }
    h->has_absorbed = true;
    h->absorbed_mass += mass;
    h->absorbed_first = plus_all(w, h->absorbed_first, moved);
}

/* What a slide feels of the parent's motion, and the wrench of what it adds: everything after it
 * has the acceleration 2 omega x axis rate + axis e. */
static void absorb_prismatic(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    const recursion_forms *f = w->recursion->forms;
    body_state *to = &w->recursion->of[i];
    pvec first, added, gyration = pvec_cross(w->n, b->axis, to->omega);
    ptensor second;
    double mass;
    recursion_composite(w, i, &mass, &first, &second);
    poly twice = name(w, "rate2", i, 2, scaled(w, 2, to->rate));
    for (int k = 0; k < 3; k++) {
        added.v[k] = times(w, name(w, "wq", i, k, gyration.v[k]), twice);
        added.v[k] = minus(w, scaled(w, b->axis.v[k], to->acceleration), added.v[k]);
        added.v[k] = name(w, "aq", i, k, added.v[k]);
    }
    pvec force, moment;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly inertial = scaled(w, mass * f->acceleration / f->force, to->field.v[x]);
        for (int k = 0; k < 3; k++)
            inertial = plus(w, inertial, times(w, to->beta[x][k], first.v[k]));
        force.v[x] = scaled(w, mass / f->force, added.v[x]);
        inertial = scaled(w, b->axis.v[x], plus(w, inertial, force.v[x]));
        to->field_torque = plus(w, to->field_torque, inertial);
        moment.v[x] = minus(w, times(w, first.v[y], added.v[z]), times(w, first.v[z], added.v[y]));
        moment.v[x] = scaled(w, f->force, net_assign(w->n, NULL, moment.v[x]));
    }
    to->delta_force = pvec_turn_constant(w->n, b->rotation, false, name_all(w, "Fd", i, force));
    to->delta_moment = pvec_turn_constant(w->n, b->rotation, false, name_all(w, "Ld", i, moment));
    if (b->parent)
        hand_moments(w, i, mass, first, second);
}

/* Torque about z of the parent's motion on the moments. */
static poly field_torque(writer *w, uint32_t i, pvec h, ptensor p)
{
    const model_body *b = &w->m->bodies[i];
    const body_state *parent = &w->recursion->of[b->parent];
    poly beta[3][3];
    for (int c = 0; c < 3; c++) {
        vec3 column = {{b->rotation.m[0][c], b->rotation.m[1][c], b->rotation.m[2][c]}};
        pvec moved = recursion_beta_times(w, parent, column);
        moved = name_all(w, "bb", i, pvec_turn_constant(w->n, b->rotation, true, moved));
        for (int r = 0; r < 3; r++)
            beta[r][c] = moved.v[r];
    }
    pvec alpha = recursion_beta_of(w, parent, anchor_write(w, i, &b->anchor,
                                                          1 / w->recursion->forms->acceleration));
    alpha = name_all(w, "e", i, plus_all(w, parent->alpha, alpha));
    alpha = name_all(w, "eb", i, pvec_turn_constant(w->n, b->rotation, true, alpha));
    double unit = w->recursion->forms->force * w->recursion->forms->acceleration;
    poly sum = minus(w, times(w, h.v[0], alpha.v[1]), times(w, h.v[1], alpha.v[0]));
    sum = net_assign(w->n, NULL, sum);
    sum = scaled(w, unit, sum);
    poly across = net_assign(w->n, NULL, minus(w, beta[1][1], beta[0][0]));
    sum = plus(w, sum, times(w, across, p.m[0][1]));
    sum = plus(w, sum, times(w, beta[1][2], p.m[0][2]));
    sum = minus(w, sum, times(w, beta[0][2], p.m[1][2]));
    if (w->recursion->forms->of[i].euler == EULER_SECOND) {
        sum = plus(w, sum, times(w, beta[1][0], p.m[0][0]));
        return minus(w, sum, times(w, beta[0][1], p.m[1][1]));
    }
    pvec omega = pvec_turn_constant(w->n, b->rotation, true, parent->omega);
    pvec omegad = pvec_turn_constant(w->n, b->rotation, true, parent->omegad);
    poly difference = net_assign(w->n, NULL, minus(w, p.m[0][0], p.m[1][1]));
    poly moment = net_assign(w->n, NULL, plus(w, p.m[0][0], p.m[1][1]));
    poly product = net_assign(w->n, NULL, times(w, omega.v[0], omega.v[1]));
    sum = plus(w, sum, times(w, difference, product));
    return plus(w, sum, times(w, moment, name(w, "wb", i, 2, omegad.v[2])));
}

/* The wrench of the field D. */
static void joint_wrench(writer *w, uint32_t i, pvec h, ptensor p, pvec *force, pvec *moment)
{
    const model_body *b = &w->m->bodies[i];
    const body_state *own = &w->recursion->of[i];
    pvec omega = pvec_turn_constant(w->n, b->rotation, true, w->recursion->of[b->parent].omega);
    omega = name_all(w, "wb", i, omega);
    poly twice = name(w, "rate2", i, 2, scaled(w, 2, own->rate));
    poly after = name(w, "w", i, 2, plus(w, omega.v[2], own->rate));
    poly sum = name(w, "ws", i, 2, plus(w, omega.v[2], after));
    poly da = scaled(w, -1, name(w, "da", i, 2, times(w, sum, own->rate)));
    poly db = name(w, "db", i, 0, times(w, omega.v[0], twice));
    poly dc = name(w, "dc", i, 1, times(w, omega.v[1], twice));
    poly de = own->acceleration;
    force->v[0] = minus(w, times(w, da, h.v[0]), times(w, de, h.v[1]));
    force->v[1] = plus(w, times(w, da, h.v[1]), times(w, de, h.v[0]));
    force->v[2] = plus(w, times(w, db, h.v[0]), times(w, dc, h.v[1]));
    moment->v[0] = plus(w, times(w, db, p.m[0][1]), times(w, dc, p.m[1][1]));
    moment->v[0] = minus(w, moment->v[0], times(w, da, p.m[1][2]));
    moment->v[0] = minus(w, moment->v[0], times(w, de, p.m[0][2]));
    moment->v[1] = minus(w, times(w, da, p.m[0][2]), times(w, db, p.m[0][0]));
    moment->v[1] = minus(w, moment->v[1], times(w, dc, p.m[0][1]));
    moment->v[1] = minus(w, moment->v[1], times(w, de, p.m[1][2]));
    moment->v[2] = times(w, de, net_assign(w->n, NULL, plus(w, p.m[0][0], p.m[1][1])));
}

static void absorb_revolute(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->recursion->of[i];
    pvec first, force, moment;
    ptensor second;
    double mass;
    recursion_composite(w, i, &mass, &first, &second);
    first = name_all(w, "hb", i, pvec_turn_out(w->n, to->sine, to->cosine, first));
    second = ptensor_turn_out(w->n, to->sine, to->cosine,
                              recursion_turn_of(w->m, w->recursion->forms, i), second);
    joint_wrench(w, i, first, second, &force, &moment);
    to->field_torque = plus(w, field_torque(w, i, first, second), moment.v[2]);
    to->delta_force = pvec_turn_constant(w->n, b->rotation, false, name_all(w, "Fd", i, force));
    to->delta_moment = pvec_turn_constant(w->n, b->rotation, false, name_all(w, "Ld", i, moment));
    if (b->parent)
        hand_moments(w, i, mass, first, second);
}

void recursion_absorb(writer *w, uint32_t i)
{
    if (w->m->bodies[i].kind == BODY_REVOLUTE)
        absorb_revolute(w, i);
    else
        absorb_prismatic(w, i);
}
