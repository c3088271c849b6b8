/* SPDX-License-Identifier: MIT */
/* Inwards: forces and moments. */
#include "writers/loads.h"
#include "writers/recursion_parts.h"

#include <string.h>

static pvec out_of_body(writer *w, uint32_t i, pvec u)
{
    const body_state *b = &w->recursion->of[i];
    if (w->m->bodies[i].kind == BODY_REVOLUTE)
        u = name_all(w, "o", i, pvec_turn_out(w->n, b->sine, b->cosine, u));
    return name_all(w, "r", i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, false, u));
}

/* A second moment times a sum: a body's `own`, or, where that is NULL, of those that are sums. */
static poly of_second(writer *w, const model_body *own, const ptensor *sums, int row, int column,
                      poly x)
{
    return own ? scaled(w, own->second.m[row][column], x) : times(w, sums->m[row][column], x);
}

/* Moment about its origin of the second moments of a body: its `own`, or, where that is NULL, the
 * sums of one that has absorbed others. */
static pvec write_euler(writer *w, uint32_t i, const model_body *own, const ptensor *p)
{
    const body_state *b = &w->recursion->of[i];
    bool whole = w->recursion->forms->of[i].euler == EULER_SECOND && (!own || own->is_sound);
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly sum = poly_zero();
        for (int k = 0; k < 3; k++) {
            if (k != y || whole)
                sum = plus(w, sum, of_second(w, own, p, k, y, b->beta[z][k]));
            if (k != z || whole)
                sum = minus(w, sum, of_second(w, own, p, k, z, b->beta[y][k]));
        }
        if (!whole) {
            poly product = times(w, b->omega.v[y], b->omega.v[z]), omegad = b->omegad.v[x];
            if (own) {
                sum = plus(w, sum, scaled(w, own->moment.v[x], omegad));
                sum = plus(w, sum, scaled(w, own->difference.v[x], product));
            } else {
                poly moment = net_assign(w->n, NULL, plus(w, p->m[y][y], p->m[z][z]));
                poly difference = net_assign(w->n, NULL, minus(w, p->m[y][y], p->m[z][z]));
                sum = plus(w, sum, times(w, moment, omegad));
                sum = plus(w, sum, times(w, difference, net_assign(w->n, NULL, product)));
            }
        }
        out.v[x] = sum;
    }
    return out;
}

/* Force, and moment about the origin, of a body that has absorbed others. */
static void composite_wrench(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    const body_state *b = &w->recursion->of[i];
    double mass, unit = w->recursion->forms->force * w->recursion->forms->acceleration;
    pvec first;
    ptensor second;
    recursion_composite(w, i, &mass, &first, &second);
    mass *= w->recursion->forms->acceleration / w->recursion->forms->force;
    *moment = write_euler(w, i, NULL, &second);
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly sum = poly_zero();
        for (int k = 0; k < 3; k++)
            sum = plus(w, sum, times(w, b->beta[x][k], first.v[k]));
        force->v[x] = plus(w, sum, scaled(w, mass, b->alpha.v[x]));
        poly arm = minus(w, times(w, first.v[y], b->alpha.v[z]),
                         times(w, first.v[z], b->alpha.v[y]));
        arm = unit == 1 ? arm : net_assign(w->n, NULL, arm);
        moment->v[x] = plus(w, moment->v[x], scaled(w, unit, arm));
    }
}

static void subtract_wrench(writer *w, uint32_t i, const applied_wrench *a, pvec *force,
                            pvec *moment)
{
    mat3 axes;
    vec3 at;
    model_pose(w->m, i, a->in_body, &axes, &at);
    pvec given = name_all(w, "fx", i, pvec_turn_constant(w->n, axes, false, a->force));
    pvec turning = pvec_turn_constant(w->n, axes, false, a->moment);
    pvec arm = pvec_cross(w->n, at, given);
    for (int c = 0; c < 3; c++) {
        force->v[c] = minus(w, force->v[c], scaled(w, 1 / w->recursion->forms->force, given.v[c]));
        moment->v[c] = minus(w, moment->v[c], plus(w, turning.v[c], arm.v[c]));
    }
}

static void subtract_external(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    applied_wrench a;
    for (uint32_t at = 0; wrenches_next(w->t, &w->applied, i, &at, w->s, w->n, &a);)
        subtract_wrench(w, i, &a, force, moment);
}

static void add_loads(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    const recursion_forms *f = w->recursion->forms;
    load_inertia l;
    for (uint32_t at = 0; loads_next(w->t, w->m, i, &at, w->s, w->n, &l);)
        load_add_wrench(w->n, &l, w->recursion->of[i].beta, w->recursion->of[i].alpha,
                        (load_scales){f->acceleration, f->force}, force, moment);
}

/* The same of a body by itself. */
static void own_wrench(writer *w, uint32_t i, pvec *force, pvec *moment)
{
    const model_body *b = &w->m->bodies[i];
    const body_state *to = &w->recursion->of[i];
    pvec inertial = recursion_beta_times(w, to,
                                         vec3_scale(b->first, 1 / w->recursion->forms->force));
    double mass = b->mass * w->recursion->forms->acceleration / w->recursion->forms->force;
    for (int k = 0; k < 3; k++)
        force->v[k] = plus(w, inertial.v[k], scaled(w, mass, to->alpha.v[k]));
    pvec arm = pvec_cross(w->n, vec3_scale(b->first, w->recursion->forms->acceleration), to->alpha);
    *moment = plus_all(w, arm, write_euler(w, i, b, NULL));
}

void recursion_write_wrench(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *to = &w->recursion->of[i];
    pvec own = {0}, moment = {0};
    if (recursion_is_absorbed(w, i))
        recursion_absorb(w, i);
    else if (to->has_absorbed)
        composite_wrench(w, i, &own, &moment);
    else
        own_wrench(w, i, &own, &moment);
    pvec handed = recursion_gathered(w, "Lc", i, &to->children_moment);
    to->moment = plus_all(w, handed, moment);
    to->moment.v[2] = plus(w, to->moment.v[2], scaled(w, b->spin, to->omegad.v[2]));
    to->spin = plus(w, to->spin, scaled(w, b->spin, to->omega.v[2]));
    if (to->spin.count > FULL_SUM)
        to->spin = name(w, "spin", i, 2, to->spin);
    subtract_external(w, i, &own, &to->moment);
    add_loads(w, i, &own, &to->moment);
    handed = recursion_gathered(w, "Fc", i, &to->children_force);
    to->force = name_all(w, "F", i, plus_all(w, handed, own));
    handed = recursion_gathered(w, "Pc", i, &to->children_passed_force);
    to->passed_force = name_all(w, "P", i, plus_all(w, handed, own));
    to->moment = name_all(w, "L", i, to->moment);
}

static pvec across(pvec u)
{
    u.v[2] = poly_zero();
    return u;
}

/* The wrench of body i, whose axis is parallel to its parent's: what lies across the axes may
 * go straight to the chain's parent. Returns what goes to the parent as usual. */
static void hand_along_chain(writer *w, uint32_t i, pvec *passed_force, pvec *moment)
{
    const body_form *f = &w->recursion->forms->of[i];
    body_state *b = &w->recursion->of[i], *h = &w->recursion->of[w->m->bodies[i].parent],
                *first = &w->recursion->of[b->chain_first];
    h->spin = plus(w, h->spin, b->spin);
    if (f->chain_moment) {
        pvec turned = pvec_turn_out(w->n, b->sum_sine, b->sum_cosine, across(b->moment));
        turned = name_all(w, "cm", i, turned);
        recursion_gather(w, "cms", b->chain_first, &first->chain_moment, turned);
        moment->v[0] = moment->v[1] = poly_zero();
    }
    if (f->chain_force) {
        pvec turned = pvec_turn_out(w->n, b->sum_sine, b->sum_cosine, b->passed_force);
        turned = name_all(w, "cf", i, turned);
        recursion_gather(w, "cfs", b->chain_first, &first->chain_force, turned);
        passed_force->v[0] = passed_force->v[1] = passed_force->v[2] = poly_zero();
    }
}

/* What only spins acts on the parent through the parent's own turning. */
static pvec spin_moment(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    pvec turning = pvec_cross(w->n, recursion_axis(w, i), w->recursion->of[b->parent].omega);
    poly spin = name(w, "spin", i, 2, w->recursion->of[i].spin);
    for (int k = 0; k < 3; k++)
        turning.v[k] = scaled(w, -1, times(w, turning.v[k], spin));
    return turning;
}

/* Adds the wrench of body i to its parent's. */
void recursion_hand_inwards(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    body_state *own = &w->recursion->of[i], *h = &w->recursion->of[b->parent];
    bool parallel = model_is_parallel(w->m, i);
    bool same = memcmp(&own->force, &own->passed_force, sizeof(pvec)) == 0;
    pvec force = out_of_body(w, i, own->force),
         passed = same ? force : out_of_body(w, i, own->passed_force);
    pvec moment = out_of_body(w, i, own->moment);
    if (parallel) {
        hand_along_chain(w, i, &passed, &moment);
    } else {
        pvec chain_force = recursion_gathered(w, "cfs", i, &own->chain_force);
        pvec chain_moment = recursion_gathered(w, "cms", i, &own->chain_moment);
        chain_force = pvec_turn_constant(w->n, b->rotation, false, chain_force);
        passed = name_all(w, "pf", i, plus_all(w, passed, chain_force));
        moment = plus_all(w, moment, pvec_turn_constant(w->n, b->rotation, false, chain_moment));
        moment = plus_all(w, moment, spin_moment(w, i));
        force = passed; /* the whole chain's */
    }
    force = plus_all(w, force, own->delta_force);
    passed = plus_all(w, passed, own->delta_force);
    moment = plus_all(w, moment, own->delta_moment);
    pvec arm = cross(w, anchor_write(w, i, &b->anchor, w->recursion->forms->force), force);
    pvec lever = {0};
    if (b->kind == BODY_PRISMATIC) {
        poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
        const vec3 axis = vec3_scale(b->axis, w->recursion->forms->force);
        lever = pvec_cross(w->n, mat3_apply(b->rotation, axis), force);
        for (int k = 0; k < 3; k++)
            lever.v[k] = times(w, name(w, "lv", i, k, lever.v[k]), length);
    }
    if (!b->parent)
        return; /* nothing asks what acts on the base */
    recursion_gather(w, "Fc", b->parent, &h->children_force, force);
    recursion_gather(w, "Pc", b->parent, &h->children_passed_force, passed);
    recursion_gather(w, "Lc", b->parent, &h->children_moment, plus_all(w, moment, arm));
    if (b->kind == BODY_PRISMATIC)
        recursion_gather(w, "Lc", b->parent, &h->children_moment, lever);
}

poly recursion_joint_torque(writer *w, uint32_t i)
{
    const body_state *of = &w->recursion->of[i];
    const model_body *b = &w->m->bodies[i];
    if (b->kind == BODY_REVOLUTE)
        return scaled(w, b->rate_ratio, plus(w, of->moment.v[2], of->field_torque));
    poly sum = of->field_torque;
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum, scaled(w, b->axis.v[k], of->force.v[k]));
    return scaled(w, w->recursion->forms->force * b->rate_ratio, sum);
}
