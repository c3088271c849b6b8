/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_energy.h"

#include "apps/motion/free_bodies.h"

/* m R, to the bit, of a rotation R about an axis; most axes are those of the frame, about which R
 * has zeros and ones. */
static mat3 turn(const mat3 *m, const vec3 *axis, double angle)
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        if (axis->v[k] != 1 || axis->v[i] != 0 || axis->v[j] != 0)
            continue;
        mat3 turned;
        double s, c;
        angle_sincos(angle, &s, &c);
        for (int row = 0; row < 3; row++) {
            turned.m[row][i] = m->m[row][i] * c + m->m[row][j] * s;
            turned.m[row][j] = m->m[row][j] * c - m->m[row][i] * s;
            turned.m[row][k] = m->m[row][k];
        }
        return turned;
    }
    return mat3_multiply(*m, mat3_rotation(*axis, angle));
}

static void move(const tree_body *b, const body_motion *from, const double *q, const double *qd,
                 body_motion *to)
{
    const double at = b->ratio * q[b->coordinate] + b->offset;
    const double rate = qd ? tree_rate_ratio(b) * qd[b->coordinate] : 0;
    const mat3 rotation = mat3_multiply(from->rotation, b->origin.rotation);
    const vec3 axis = mat3_apply(rotation, b->axis);
    vec3 reach = mat3_apply(from->rotation, b->origin.position);
    if (b->kind == BODY_PRISMATIC)
        reach = vec3_add(reach, vec3_scale(axis, at));
    const vec3 velocity = vec3_add(from->velocity, vec3_cross(from->omega, reach));
    to->position = vec3_add(from->position, reach);
    if (b->kind == BODY_PRISMATIC) {
        to->rotation = rotation;
        to->velocity = vec3_add(velocity, vec3_scale(axis, rate));
        to->omega = from->omega;
    } else {
        to->rotation = turn(&rotation, &b->axis, at);
        to->velocity = velocity;
        to->omega = vec3_add(from->omega, vec3_scale(axis, rate));
    }
}

static body_motion move_freely(const double *positions, const double *rates)
{
    const pose at = free_pose(positions);
    body_motion m = {.rotation = at.rotation, .position = at.position};
    if (rates) {
        m.velocity = (vec3){{rates[0], rates[1], rates[2]}};
        m.omega = mat3_apply(m.rotation, (vec3){{rates[3], rates[4], rates[5]}});
    }
    return m;
}

static void add_body(const tree *t, const inertia *i, const body_motion *m, energies *sum)
{
    const vec3 centre = mat3_apply(m->rotation, i->com_m);
    const vec3 v = vec3_add(m->velocity, vec3_cross(m->omega, centre));
    const vec3 turn = mat3_apply(mat3_transpose(m->rotation), m->omega);
    const double weight = i->mass_kg * vec3_dot(t->gravity_ms2, vec3_add(m->position, centre));
    sum->all += i->mass_kg * vec3_dot(v, v) / 2 +
                vec3_dot(turn, mat3_apply(i->inertia_com_kgm2, turn)) / 2 - weight;
    sum->potential -= weight;
}

static void add_potential(double energy, energies *sum)
{
    sum->all += energy;
    sum->potential += energy;
}

static vec3 arm_of(const tree_element *e, uint32_t end, const body_motion *bodies)
{
    return mat3_apply(bodies[e->body[end]].rotation, e->in_body[end].position);
}

static vec3 point_of(const tree_element *e, uint32_t end, const body_motion *bodies)
{
    return vec3_add(bodies[e->body[end]].position, arm_of(e, end, bodies));
}

static vec3 velocity_of(const tree_element *e, uint32_t end, const body_motion *bodies)
{
    const body_motion *m = &bodies[e->body[end]];
    return vec3_add(m->velocity, vec3_cross(m->omega, arm_of(e, end, bodies)));
}

void element_along(const tree_element *e, const double *q, const double *qd,
                   const body_motion *bodies, double along[2])
{
    if (e->what.kind == ELEMENT_TORSION) {
        along[0] = tree_tendon_sum(&e->along, q) - e->along.rest;
        along[1] = qd ? tree_tendon_sum(&e->along, qd) : 0;
        return;
    }
    const vec3 way = vec3_sub(point_of(e, 1, bodies), point_of(e, 0, bodies));
    const double length = vec3_norm(way);
    along[0] = length - e->what.rest;
    along[1] = vec3_dot(vec3_sub(velocity_of(e, 1, bodies), velocity_of(e, 0, bodies)), way) /
               length;
}

/* The halves of a rod's mass are in its bodies; what they have more than a uniform rod. */
static double of_halves(const tree_cut *c, const body_motion *bodies)
{
    vec3 v[2];
    for (uint32_t end = 0; end < 2; end++) {
        const body_motion *m = &bodies[c->body[end]];
        const vec3 arm = mat3_apply(m->rotation, c->in_body[end].position);
        v[end] = vec3_add(m->velocity, vec3_cross(m->omega, arm));
    }
    const vec3 apart = vec3_sub(v[1], v[0]);
    return c->what.mass_kg * vec3_dot(apart, apart) / 12;
}

/* Of an element; its bodies' motion is known. */
static double of_element(const tree *t, const tree_element *e, const double *q,
                         const body_motion *bodies)
{
    if (e->what.law == LAW_LIFT)
        return e->what.mass * vec3_dot(t->gravity_ms2, point_of(e, 0, bodies));
    if (e->what.kind != ELEMENT_LINK && e->what.kind != ELEMENT_TORSION)
        return 0;
    double along[2];
    element_along(e, q, NULL, bodies, along);
    if (e->what.law == LAW_SPRING)
        return e->what.stiffness * along[0] * along[0] / 2;
    const bool has_potential = e->what.law == LAW_FORMULA && !e->what.formula->state;
    return has_potential ? law_potential(e->what.formula, along[0]) : 0;
}

static const body_motion BASE = {.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

energies robot_energy(const tree *t, const double *q, const double *qd, body_motion *work)
{
    const double *positions = q + t->coordinates_count;
    const double *rates = qd ? qd + t->coordinates_count : NULL;
    energies sum = {0};
    work[0] = BASE;
    for (uint32_t k = 1; k < t->bodies_count; k++) {
        const tree_body *b = &t->bodies[k];
        if (b->kind == BODY_FREE) {
            work[k] = move_freely(positions, rates);
            positions += FREE_POSITIONS;
            rates += rates ? FREE_RATES : 0;
        } else {
            move(b, &work[b->parent], q, qd, &work[k]);
        }
        add_body(t, &t->bodies[k].body, &work[k], &sum);
    }
    for (uint32_t k = 0; k < t->cuts_count; k++)
        sum.all -= t->cuts[k].what.mass_kg > 0 ? of_halves(&t->cuts[k], work) : 0;
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        const tree_coordinate *c = &t->coordinates[i];
        const double stretch = q[i] - c->rest, rate = qd ? qd[i] : 0;
        const double spring = c->stiffness * stretch * stretch / 2;
        sum.all += c->armature * rate * rate / 2 + spring;
        sum.potential += spring;
    }
    for (uint32_t k = 0; k < t->tendons_count; k++) {
        const tree_tendon *tendon = &t->tendons[k];
        const double stretch = tree_tendon_sum(tendon, q) - tendon->rest;
        add_potential(tendon->stiffness * stretch * stretch / 2, &sum);
    }
    for (uint32_t k = 0; k < t->elements_count; k++)
        add_potential(of_element(t, &t->elements[k], q, work), &sum);
    return sum;
}

bool robot_is_conservative(const tree *t)
{
    bool is = t->frictions_count == 0;
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        is = is && t->coordinates[i].damping == 0 && !t->coordinates[i].driven;
    for (uint32_t k = 0; k < t->tendons_count; k++)
        is = is && t->tendons[k].damping == 0;
    for (uint32_t k = 0; k < t->elements_count; k++) {
        const robot_element *e = &t->elements[k].what;
        is = is && (e->law == LAW_LIFT ||
                    (e->kind == ELEMENT_LINK && e->law == LAW_SPRING && e->damping == 0) ||
                    (e->kind != ELEMENT_TURN && e->law == LAW_FORMULA &&
                     !law_is_lossy(e->formula)));
    }
    return is;
}
