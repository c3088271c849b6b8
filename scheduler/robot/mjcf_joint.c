/* SPDX-License-Identifier: MIT */
/* Joints of a body. A body with joints j1 .. jn becomes n joints in a chain: MuJoCo turns the
 * body about the anchor of j1, then about that of j2 as j1 left it, and so on. Our joints turn a
 * link about its own origin, so a link stands at each anchor, without mass but for the last; where
 * the last anchor is not the body's origin, the body itself is fixed to that link. A ball is three
 * hinges about the axes of the body. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const double TINY_AXIS = 1e-14; /* MuJoCo takes it for zero */

typedef enum { FREE, BALL, SLIDE, HINGE } mjcf_joint_type;
#define JOINT_TYPES "free|ball|slide|hinge"

/* ---- joints with one axis -------------------------------------------------------------------- */

/* Two numbers as limits; how they are meant is told by `limited`. */
static status read_range(mjcf *m, const values *v, attribute_id range, attribute_id limited,
                         double bounds[2], bool *is_limited)
{
    int word = 2;
    bounds[0] = bounds[1] = 0;
    TRY(values_numbers(m, v, range, bounds, 2));
    TRY(values_word(m, v, limited, "false|true|auto", &word));
    *is_limited = word != 0 && (bounds[0] != 0 || bounds[1] != 0);
    return STATUS_OK;
}

static status read_limits(mjcf *m, const values *v, robot_joint *j)
{
    double range[2], effort[2];
    bool has_range, has_effort;
    TRY(read_range(m, v, A_RANGE, A_LIMITED, range, &has_range));
    TRY(read_range(m, v, A_FRCRANGE, A_FRCLIMITED, effort, &has_effort));
    j->has_limit[LIMIT_LOWER] = j->has_limit[LIMIT_UPPER] = has_range;
    for (int i = 0; i < 2; i++)
        j->limit[i == 0 ? LIMIT_LOWER : LIMIT_UPPER] =
            j->type == JOINT_PRISMATIC ? range[i] : angle_read(v, range[i]);
    if (has_range && j->type == JOINT_CONTINUOUS)
        j->type = JOINT_REVOLUTE;
    j->has_limit[LIMIT_EFFORT] = has_effort;
    j->limit[LIMIT_EFFORT] = fmin(fabs(effort[0]), fabs(effort[1]));
    if (has_effort && fabs(effort[0]) != fabs(effort[1]))
        diag_note(m->d, v->of[A_FRCRANGE].at,
                  "%s: the two sides of actuatorfrcrange differ; the smaller one, %g, is its "
                  "effort limit",
                  m->owner, j->limit[LIMIT_EFFORT]);
    return STATUS_OK;
}

static status read_not_negative(const mjcf *m, const values *v, attribute_id a, double *out)
{
    TRY(values_numbers(m, v, a, out, 1));
    return *out < 0 ? values_wrong(m, v, a, "it is negative") : STATUS_OK;
}

/* Forces at the joint itself. */
static status read_forces(mjcf *m, const values *v, robot_joint *j)
{
    TRY(read_not_negative(m, v, A_DAMPING, &j->damping));
    TRY(read_not_negative(m, v, A_FRICTIONLOSS, &j->friction));
    TRY(read_not_negative(m, v, A_ARMATURE, &j->armature));
    TRY(values_numbers(m, v, A_STIFFNESS, &j->stiffness, 1));
    TRY(values_numbers(m, v, A_SPRINGREF, &j->rest, 1));
    if (j->type != JOINT_PRISMATIC)
        j->rest = angle_read(v, j->rest);
    TRY(springdamper_read(m, v, j));
    if (m->set.no_damper)
        j->damping = 0;
    if (m->set.no_friction)
        j->friction = 0;
    if (m->set.no_spring)
        j->stiffness = 0;
    return STATUS_OK;
}

static status read_axis(mjcf *m, const values *v, mat3 turned, vec3 *out)
{
    vec3 axis = {{0, 0, 1}};
    TRY(values_numbers(m, v, A_AXIS, axis.v, 3));
    if (vec3_norm(axis) < TINY_AXIS)
        return values_wrong(m, v, A_AXIS, "it is zero");
    *out = snap_axis(&m->snapped, mat3_apply(turned, axis));
    return STATUS_OK;
}

/* The body's frame before and after the joint: about its anchor, or along its axis. The file
 * describes the robot where q is the joint's reference, our links stand where it is zero. */
static status read_motion(mjcf *m, const values *v, const body_part *part, joint_chain *at,
                          robot_joint *j, double *reference)
{
    pose offset = pose_identity();
    *reference = 0;
    TRY(values_numbers(m, v, A_POS, offset.position.v, 3));
    TRY(values_numbers(m, v, A_REF, reference, 1));
    TRY(read_axis(m, v, part->frame.rotation, &j->axis));
    offset.position = pose_multiply(part->frame, offset).position;
    pose back = pose_identity();
    if (j->type == JOINT_PRISMATIC) {
        offset = pose_identity();
        back.position = vec3_scale(j->axis, -*reference);
    } else {
        *reference = snap_angle(&m->snapped, angle_read(v, *reference));
        back.rotation = mat3_rotation(j->axis, -*reference);
    }
    j->origin = pose_multiply(at->body, pose_multiply(offset, back));
    at->body = pose_identity();
    at->body.position = vec3_scale(offset.position, -1);
    return STATUS_OK;
}

static bool is_at_origin(const joint_chain *at)
{
    return vec3_norm(at->body.position) == 0;
}

/* Adds the joint and the link that it moves: the body's own if it is the last and ends there. */
static status read_single(mjcf *m, const values *v, const body_part *part, robot_joint j,
                          bool is_last, uint32_t body, joint_chain *at)
{
    double reference;
    uint32_t parent = at->link;
    TRY(read_motion(m, v, part, at, &j, &reference));
    TRY(read_limits(m, v, &j));
    TRY(read_forces(m, v, &j));
    if (is_last && is_at_origin(at)) {
        at->link = body;
    } else {
        const char *wanted = arena_printf(m->mem, "%s.%s", m->robot->links[body].name, j.name);
        at->link = link_add(m, name_make(m->mem, &m->link_names, wanted), j.at);
    }
    return joint_add(m, j, parent, at->link, reference);
}

/* ---- joints with several --------------------------------------------------------------------- */

/* Forces that a joint of several freedoms has no place for. */
static status refuse_forces(const mjcf *m, const values *v, const attribute_id *forces,
                            size_t count, const char *wrong)
{
    for (size_t i = 0; i < count; i++) {
        double number[2] = {0};
        TRY(values_numbers(m, v, forces[i], number, forces[i] == A_SPRINGDAMPER ? 2 : 1));
        if (number[0] != 0 || number[1] != 0)
            return values_wrong(m, v, forces[i], wrong);
    }
    return STATUS_OK;
}

static status check_free(mjcf *m, const values *v, bool is_alone, uint32_t parent)
{
    static const attribute_id FORCES[] = {A_STIFFNESS, A_SPRINGDAMPER, A_ARMATURE, A_FRICTIONLOSS};
    int align = m->set.align_free;
    if (!is_alone)
        return diag_error(m->d, v->at, "%s has a free joint beside other joints", m->owner);
    if (parent != m->robot->root_link)
        return diag_error(m->d, v->at, "%s has a free joint, but does not hang from the world",
                          m->owner);
    TRY(refuse_forces(m, v, FORCES, sizeof FORCES / sizeof *FORCES,
                      "it is not supported at a free joint"));
    int given = 2;
    TRY(values_word(m, v, A_ALIGN, "false|true|auto", &given));
    if (given == 1 || (given == 2 && align))
        omission_count(m, &m->align, m->owner, v->at);
    return STATUS_OK;
}

/* A moment against the rate at which the body turns in its ball, whatever the angles are. */
static status read_ball_damping(mjcf *m, const values *v, const robot_joint *j, uint32_t a,
                                uint32_t b)
{
    robot_element e = {.name = j->name, .at = j->at, .kind = ELEMENT_TURN, .law = LAW_VISCOUS,
                       .joint = j->name, .of_joint = true};
    TRY(read_not_negative(m, v, A_DAMPING, &e.damping));
    e.link[0] = m->robot->links[a].name;
    e.link[1] = m->robot->links[b].name;
    if (e.damping != 0 && !m->set.no_damper)
        *ARENA_PUSH(m->mem, &m->robot->elements, list) = e;
    return STATUS_OK;
}

/* One of several joints in a row, NAME.PART, from the link of `at` to one of its own, or to the
 * body. */
static status add_part(mjcf *m, robot_joint j, const char *part, uint32_t body, bool ends_in_body,
                       joint_chain *at)
{
    const uint32_t parent = at->link;
    j.name = name_make(m->mem, &m->joint_names, arena_printf(m->mem, "%s.%s", j.name, part));
    const char *wanted = arena_printf(m->mem, "%s.%s", m->robot->links[body].name, j.name);
    at->link = ends_in_body ? body
                            : link_add(m, name_make(m->mem, &m->link_names, wanted), j.at);
    return joint_add(m, j, parent, at->link, 0);
}

static vec3 along(uint32_t k)
{
    return (vec3){{k == 0, k == 1, k == 2}};
}

static status add_hinges(mjcf *m, robot_joint j, const uint32_t order[3], bool ends_in_body,
                         uint32_t body, const char *before, joint_chain *at)
{
    for (uint32_t k = 0; k < 3; k++) {
        j.axis = along(order[k]);
        j.ball_part = k + 1;
        TRY(add_part(m, j, arena_printf(m->mem, "%s%c", before, "xyz"[order[k]]), body,
                     k == 2 && ends_in_body, at));
        j.origin = pose_identity();
    }
    return STATUS_OK;
}

static status read_ball(mjcf *m, const values *v, const body_part *part, robot_joint j,
                        bool is_last, uint32_t body, joint_chain *at)
{
    static const attribute_id FORCES[] = {A_STIFFNESS, A_SPRINGDAMPER, A_ARMATURE, A_FRICTIONLOSS};
    const uint32_t before = at->link;
    pose offset = pose_identity();
    TRY(refuse_forces(m, v, FORCES, sizeof FORCES / sizeof *FORCES,
                      "it is not supported at a ball joint"));
    TRY(values_numbers(m, v, A_POS, offset.position.v, 3));
    offset = (pose){mat3_identity(), pose_multiply(part->frame, offset).position};
    j.origin = pose_multiply(at->body, offset);
    at->body = (pose){mat3_identity(), vec3_scale(offset.position, -1)};
    uint32_t order[3];
    ball_order(&m->robot->links[body], offset.position, order);
    TRY(add_hinges(m, j, order, is_last && is_at_origin(at), body, "", at));
    omission_count(m, &m->balls, m->owner, j.at);
    return read_ball_damping(m, v, &j, before, at->link);
}

/* A free joint with damping, which acts on the velocity of the body's origin, too: that is no input
 * of a free body, so it is three slides along the axes of the world, then three hinges about the
 * body's. */
static status read_damped_free(mjcf *m, const values *v, robot_joint j, uint32_t body,
                               joint_chain *at)
{
    static const uint32_t ORDER[3] = {0, 1, 2};
    const mat3 turned = at->body.rotation;
    robot_joint slide = j;
    slide.type = JOINT_PRISMATIC;
    TRY(values_numbers(m, v, A_DAMPING, &slide.damping, 1));
    slide.origin = (pose){mat3_identity(), at->body.position};
    for (uint32_t k = 0; k < 3; k++) {
        slide.axis = along(k);
        TRY(add_part(m, slide, (const char *[]){"x", "y", "z"}[k], body, false, at));
        slide.origin = pose_identity();
    }
    const uint32_t before = at->link;
    j.type = JOINT_CONTINUOUS;
    j.origin = (pose){turned, {{0, 0, 0}}};
    at->body = pose_identity();
    TRY(add_hinges(m, j, ORDER, true, body, "r", at));
    omission_count(m, &m->damped, m->owner, j.at);
    return read_ball_damping(m, v, &j, before, body);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Whether what gravcomp says at the joints that were read is up to their actuators. */
static status read_lifting(mjcf *m, const values *v, uint32_t first)
{
    bool is_lifting = false;
    TRY(values_flag(m, v, A_ACTUATORGRAVCOMP, &is_lifting));
    for (uint32_t i = first; is_lifting && i < m->robot->joints_count; i++)
        *ARENA_PUSH(m->mem, m, lifting) = i;
    return STATUS_OK;
}

status joint_read(mjcf *m, const body_part *part, uint32_t of, uint32_t number, uint32_t body,
                  joint_chain *at)
{
    const element *e = &m->doc.elements[part->element];
    bool is_free = strcmp(e->tag, "freejoint") == 0;
    const char *const body_owner = m->owner, *const body_name = m->robot->links[body].name;
    int type = is_free ? FREE : HINGE;
    values v;
    if (is_free)
        values_read(e, NULL, &v);
    else
        TRY(classed_values(m, e, part->class_index, DEFAULT_JOINT, &v));
    TRY(values_word(m, &v, A_TYPE, JOINT_TYPES, &type));
    robot_joint j = {.name = element_attribute(e, "name"), .at = e->at};
    j.type = type == FREE ? JOINT_FLOATING : type == SLIDE ? JOINT_PRISMATIC : JOINT_CONTINUOUS;
    if (!j.name || !*j.name)
        j.name = name_make(m->mem, &m->joint_names, arena_printf(m->mem, "%s_joint", body_name));
    if (type == FREE) {
        double damping = 0;
        TRY(check_free(m, &v, of == 1, at->link));
        TRY(read_not_negative(m, &v, A_DAMPING, &damping));
        if (damping != 0 && !m->set.no_damper)
            return read_damped_free(m, &v, j, body, at);
        j.origin = at->body;
        *at = (joint_chain){.link = body, .body = pose_identity()};
        return joint_add(m, j, m->robot->root_link, body, 0);
    }
    m->owner = arena_printf(m->mem, "joint '%s'", text_shown(m->mem, j.name));
    const uint32_t first = m->robot->joints_count;
    TRY((type == BALL ? read_ball : read_single)(m, &v, part, j, number + 1 == of, body, at));
    TRY(read_lifting(m, &v, first));
    m->owner = body_owner;
    return STATUS_OK;
}
