/* SPDX-License-Identifier: MIT */
#include "plain_recursion.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    pose in_parent, in_world;
    vec3 omega, omegad, alpha; /* alpha: acceleration of the origin less gravity */
    vec3 velocity;             /* of the origin */
    vec3 force, moment;        /* on the body through its joint, about the origin */
} motion;

static vec3 to_body(const motion *m, vec3 in_parent)
{
    return mat3_apply(mat3_transpose(m->in_parent.rotation), in_parent);
}

static vec3 read_vec3(const double *from)
{
    return (vec3){{from[0], from[1], from[2]}};
}

/* Angular acceleration and squared angular velocity acting on an arm. */
static vec3 swing(const motion *m, vec3 arm)
{
    return vec3_add(vec3_cross(m->omegad, arm), vec3_cross(m->omega, vec3_cross(m->omega, arm)));
}

static void move_joint(const tree_body *b, const robot_state *s, const motion *parent, motion *m)
{
    double q = b->ratio * s->q[b->coordinate] + b->offset;
    double qd = b->ratio * s->qd[b->coordinate], qdd = b->ratio * s->qdd[b->coordinate];
    pose moved = pose_identity();
    if (b->kind == BODY_REVOLUTE)
        moved.rotation = mat3_rotation(b->axis, q);
    else
        moved.position = vec3_scale(b->axis, q);
    m->in_parent = pose_multiply(b->origin, moved);
    m->in_world = pose_multiply(parent->in_world, m->in_parent);
    vec3 arm = m->in_parent.position;
    m->omega = to_body(m, parent->omega);
    m->omegad = to_body(m, parent->omegad);
    m->velocity = to_body(m, vec3_add(parent->velocity, vec3_cross(parent->omega, arm)));
    m->alpha = to_body(m, vec3_add(parent->alpha, swing(parent, arm)));
    if (b->kind == BODY_REVOLUTE) {
        m->omega = vec3_add(m->omega, vec3_scale(b->axis, qd));
        m->omegad = vec3_add(m->omegad, vec3_add(vec3_cross(m->omega, vec3_scale(b->axis, qd)),
                                                 vec3_scale(b->axis, qdd)));
    } else {
        m->velocity = vec3_add(m->velocity, vec3_scale(b->axis, qd));
        m->alpha = vec3_add(m->alpha, vec3_add(vec3_cross(m->omega, vec3_scale(b->axis, 2 * qd)),
                                               vec3_scale(b->axis, qdd)));
    }
}

static motion *move(const tree *t, const robot_state *s)
{
    motion *m = calloc(t->bodies_count, sizeof *m);
    m[0].in_world = m[0].in_parent = pose_identity();
    m[0].alpha = vec3_scale(t->gravity_ms2, -1);
    const double *free_motion = s->free_motion;
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        if (t->bodies[i].kind != BODY_FREE) {
            move_joint(&t->bodies[i], s, &m[t->bodies[i].parent], &m[i]);
            continue;
        }
        m[i].in_world = m[i].in_parent = pose_identity();
        m[i].omega = read_vec3(free_motion);
        m[i].omegad = read_vec3(free_motion + 3);
        m[i].alpha = read_vec3(free_motion + 6);
        free_motion += 9;
    }
    return m;
}

static void add_inertial_forces(const tree_body *b, motion *m)
{
    vec3 spin = mat3_apply(b->body.inertia_com_kgm2, m->omega);
    vec3 force = vec3_scale(vec3_add(m->alpha, swing(m, b->body.com_m)), b->body.mass_kg);
    vec3 moment = vec3_add(mat3_apply(b->body.inertia_com_kgm2, m->omegad),
                           vec3_cross(m->omega, spin));
    m->force = vec3_add(m->force, force);
    m->moment = vec3_add(m->moment, vec3_add(moment, vec3_cross(b->body.com_m, force)));
}

static void subtract_external(const tree *t, const robot_state *s, motion *m)
{
    for (uint32_t i = 0; i < t->forces_count; i++) {
        const tree_force *f = &t->forces[i];
        vec3 force = mat3_apply(f->link_in_body.rotation, read_vec3(s->forces + 6 * i));
        vec3 moment = mat3_apply(f->link_in_body.rotation, read_vec3(s->forces + 6 * i + 3));
        moment = vec3_add(moment, vec3_cross(f->link_in_body.position, force));
        m[f->body].force = vec3_sub(m[f->body].force, force);
        m[f->body].moment = vec3_sub(m[f->body].moment, moment);
    }
}

static void pass_to_parent(const motion *m, motion *parent)
{
    vec3 force = mat3_apply(m->in_parent.rotation, m->force);
    parent->force = vec3_add(parent->force, force);
    parent->moment = vec3_add(parent->moment, vec3_add(mat3_apply(m->in_parent.rotation, m->moment),
                                                       vec3_cross(m->in_parent.position, force)));
}

void plain_torques(const tree *t, const robot_state *s, double *torque, double *wrench)
{
    motion *m = move(t, s);
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        torque[i] = 0;
    subtract_external(t, s, m);
    for (uint32_t i = t->bodies_count - 1; i > 0; i--) {
        const tree_body *b = &t->bodies[i];
        add_inertial_forces(b, &m[i]);
        if (b->kind == BODY_FREE)
            continue;
        torque[b->coordinate] +=
            b->ratio * vec3_dot(b->axis, b->kind == BODY_REVOLUTE ? m[i].moment : m[i].force);
        pass_to_parent(&m[i], &m[b->parent]);
    }
    for (uint32_t i = 1; i < t->bodies_count; i++)
        if (t->bodies[i].kind == BODY_FREE) {
            memcpy(wrench, m[i].force.v, sizeof m[i].force.v);
            memcpy(wrench + 3, m[i].moment.v, sizeof m[i].moment.v);
            wrench += 6;
        }
    free(m);
}

double recursion_energy(const tree *t, const robot_state *s)
{
    motion *m = move(t, s);
    double energy = 0;
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const inertia *body = &t->bodies[i].body;
        vec3 velocity = vec3_add(m[i].velocity, vec3_cross(m[i].omega, body->com_m));
        vec3 height = vec3_add(m[i].in_world.position,
                               mat3_apply(m[i].in_world.rotation, body->com_m));
        energy += 0.5 * body->mass_kg * vec3_dot(velocity, velocity) +
                  0.5 * vec3_dot(m[i].omega, mat3_apply(body->inertia_com_kgm2, m[i].omega)) -
                  body->mass_kg * vec3_dot(t->gravity_ms2, height);
    }
    free(m);
    return energy;
}
