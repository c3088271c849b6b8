/* SPDX-License-Identifier: MIT */
/* springdamper: a spring and a damper that MuJoCo chooses by the inertia that a joint moves where
 * the file describes the robot, all other joints left free: 1 / (M^-1)_jj of the mass matrix M with
 * its rotors. Couplings and loops are none to it. Found by the articulated inertias of all
 * freedoms, from the tips inwards, everything seen from the origin of the world. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <string.h>

/* Less than this share of the inertia that hangs on a freedom is what rounding leaves of none. */
static const double NO_INERTIA = 1e-12;

enum { ANGULAR = 0, LINEAR = 3 };

/* A motion (angular, and linear of the body's point at the origin) or a force. */
typedef struct {
    double v[6];
} twist;

typedef struct {
    double m[6][6];
} twist_matrix;

/* One freedom, and what it carries: bodies without joints of their own, then all that hangs there
 * with its joints free, and with its joints locked. */
typedef struct {
    uint32_t parent; /* ROBOT_NONE: the world */
    twist axis, force; /* the force that a rate of change of 1 takes */
    double armature, inertia;
    twist_matrix moved, locked;
} moving;

typedef struct {
    moving *list;
    uint32_t list_count, list_capacity;
    uint32_t *of_joint; /* the last freedom of each */
    uint32_t *of_link;  /* that carries it; ROBOT_NONE: it stands */
    pose *place;        /* of each link in the world */
} freedoms;

/* ---- the attribute --------------------------------------------------------------------------- */

status springdamper_read(mjcf *m, const values *v, robot_joint *j)
{
    double given[2] = {0};
    TRY(values_numbers(m, v, A_SPRINGDAMPER, given, 2));
    if (given[0] == 0 && given[1] == 0)
        return STATUS_OK;
    if (given[0] <= 0 || given[1] <= 0)
        return values_wrong(m, v, A_SPRINGDAMPER, "both numbers must be positive");
    *ARENA_PUSH(m->mem, m, chosen) = (mjcf_chosen){
        .joint = m->robot->joints_count, .time = given[0], .ratio = given[1], .rest = j->rest,
        .at = v->of[A_SPRINGDAMPER].at};
    j->stiffness = j->damping = 0;
    return STATUS_OK;
}

/* ---- inertias -------------------------------------------------------------------------------- */

static double product(const twist *a, const twist *b)
{
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += a->v[i] * b->v[i];
    return sum;
}

static twist apply(const twist_matrix *a, const twist *x)
{
    twist out = {{0}};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
            out.v[i] += a->m[i][k] * x->v[k];
    return out;
}

/* The momentum of a body by each of six motions. */
static void add_body(twist_matrix *to, inertia body)
{
    for (int k = 0; k < 6; k++) {
        twist unit = {{0}};
        vec3 turn, shift;
        unit.v[k] = 1;
        memcpy(turn.v, unit.v + ANGULAR, sizeof turn.v);
        memcpy(shift.v, unit.v + LINEAR, sizeof shift.v);
        vec3 linear = vec3_scale(vec3_add(shift, vec3_cross(turn, body.com_m)), body.mass_kg);
        vec3 angular = vec3_add(mat3_apply(body.inertia_com_kgm2, turn),
                                vec3_cross(body.com_m, linear));
        for (int i = 0; i < 3; i++) {
            to->m[ANGULAR + i][k] += angular.v[i];
            to->m[LINEAR + i][k] += linear.v[i];
        }
    }
}

static void add_freedom(mjcf *m, freedoms *f, uint32_t parent, const pose *at, vec3 axis,
                        bool turns, double armature)
{
    moving new = {.parent = parent, .armature = armature};
    vec3 along = mat3_apply(at->rotation, axis);
    vec3 linear = turns ? vec3_cross(at->position, along) : along;
    if (turns)
        memcpy(new.axis.v + ANGULAR, along.v, sizeof along.v);
    memcpy(new.axis.v + LINEAR, linear.v, sizeof linear.v);
    *ARENA_PUSH(m->mem, f, list) = new;
}

/* Joints come after those that carry them. */
static void place_joint(mjcf *m, freedoms *f, uint32_t joint)
{
    const robot_joint *j = &m->robot->joints[joint];
    const double q = m->reference[joint];
    const bool turns = j->type != JOINT_PRISMATIC;
    uint32_t on = f->of_link[j->parent_link];
    pose moved = pose_identity(), at = pose_multiply(f->place[j->parent_link], j->origin);
    if (j->type == JOINT_FLOATING) {
        for (uint32_t k = 0; k < 6; k++, on = f->list_count - 1)
            add_freedom(m, f, on, &at, (vec3){{k % 3 == 0, k % 3 == 1, k % 3 == 2}}, k >= 3, 0);
    } else if (j->type != JOINT_FIXED) {
        add_freedom(m, f, on, &at, j->axis, turns, j->armature);
        on = f->list_count - 1;
        if (turns)
            moved.rotation = mat3_rotation(j->axis, q);
        else
            moved.position = vec3_scale(j->axis, q);
    }
    f->of_joint[joint] = on;
    f->of_link[j->child_link] = on;
    f->place[j->child_link] = pose_multiply(at, moved);
}

static freedoms place_all(mjcf *m)
{
    const robot *r = m->robot;
    freedoms f = {.of_joint = ARENA_ARRAY(m->mem, uint32_t, r->joints_count),
                  .of_link = ARENA_ARRAY(m->mem, uint32_t, r->links_count),
                  .place = ARENA_ARRAY(m->mem, pose, r->links_count)};
    f.of_link[r->root_link] = ROBOT_NONE;
    f.place[r->root_link] = pose_identity();
    for (uint32_t i = 0; i < r->joints_count; i++)
        place_joint(m, &f, i);
    for (uint32_t i = 0; i < r->links_count; i++)
        if (f.of_link[i] != ROBOT_NONE)
            add_body(&f.list[f.of_link[i]].moved, inertia_move(r->links[i].body, f.place[i]));
    for (uint32_t i = 0; i < f.list_count; i++)
        f.list[i].locked = f.list[i].moved;
    return f;
}

/* Whether all that moves has inertia. */
static bool articulate(freedoms *f)
{
    for (uint32_t i = f->list_count; i-- > 0;) {
        moving *n = &f->list[i], *on = n->parent == ROBOT_NONE ? NULL : &f->list[n->parent];
        const twist all = apply(&n->locked, &n->axis);
        n->force = apply(&n->moved, &n->axis);
        n->inertia = product(&n->axis, &n->force) + n->armature;
        if (!(n->inertia > NO_INERTIA * (product(&n->axis, &all) + n->armature)))
            return false;
        for (int a = 0; on && a < 6; a++)
            for (int b = 0; b < 6; b++) {
                on->moved.m[a][b] += n->moved.m[a][b] - n->force.v[a] * n->force.v[b] / n->inertia;
                on->locked.m[a][b] += n->locked.m[a][b];
            }
    }
    return true;
}

/* A torque of 1 at freedom i works on all that carry it: the acceleration there is (M^-1)_ii. */
static double inertia_at(const freedoms *f, uint32_t i)
{
    double torque = 1, acceleration = 0;
    twist back = {{0}};
    for (uint32_t at = i; at != ROBOT_NONE; at = f->list[at].parent) {
        const moving *n = &f->list[at];
        if (at != i)
            torque = -product(&n->axis, &back);
        for (int k = 0; k < 6; k++)
            back.v[k] += n->force.v[k] * torque / n->inertia;
        acceleration += torque * torque / n->inertia;
    }
    return 1 / acceleration;
}

status springs_choose(mjcf *m)
{
    if (m->chosen_count == 0)
        return STATUS_OK;
    freedoms f = place_all(m);
    if (!articulate(&f))
        return diag_error(m->d, m->chosen[0].at,
                          "joint '%s' has a springdamper, which takes a robot whose joints all "
                          "have inertia to move",
                          text_shown(m->mem, m->robot->joints[m->chosen[0].joint].name));
    for (uint32_t i = 0; i < m->chosen_count; i++) {
        const mjcf_chosen *c = &m->chosen[i];
        robot_joint *j = &m->robot->joints[c->joint];
        const double seen = inertia_at(&f, f.of_joint[c->joint]);
        if (!m->set.no_spring)
            joint_spring_add(j, seen / (c->time * c->time * c->ratio * c->ratio), c->rest);
        if (!m->set.no_damper)
            j->damping += 2 * seen / c->time;
    }
    return STATUS_OK;
}
