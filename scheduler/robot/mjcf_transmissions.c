/* SPDX-License-Identifier: MIT */
/* Actuators and tendons. The torques computed here are those that actuators have to give at the
 * joints, so only what they add beside their own force counts: a rotor's inertia and damping, seen
 * through the gear, and springs, dampers and friction of tendons. A fixed tendon's length is a sum
 * of joints' positions, L = sum c q, and a force F on it is c F at each joint. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const char *shown_name(const mjcf *m, const element *e)
{
    const char *name = element_attribute(e, "name");
    return name && *name ? arena_printf(m->mem, " '%s'", text_shown(m->mem, name)) : "";
}

/* One to three numbers, for powers of a length or a rate; those after the first must be 0. */
static status read_linear(const mjcf *m, const values *v, attribute_id a, double *out)
{
    double numbers[3] = {0};
    uint32_t given = 0;
    const char *from = v->of[a].text;
    const char *wrong = from ? numbers_read_some(m->mem, from, numbers, 1, 3, &given) : NULL;
    if (wrong)
        return values_wrong(m, v, a, wrong);
    if (numbers[1] != 0 || numbers[2] != 0)
        return values_wrong(m, v, a, "only the first number may be other than 0");
    if (numbers[0] < 0)
        return values_wrong(m, v, a, "it is negative");
    *out = numbers[0];
    return STATUS_OK;
}

static status find_joint(const mjcf *m, const values *v, attribute_id a, uint32_t *joint)
{
    const char *name = v->of[a].text;
    *joint = name ? name_list_find(&m->joints, name) : NAME_LIST_NONE;
    /* Of all names of the file only those of balls and damped free joints are no names of joints
     * here. */
    if (name && *joint == NAME_LIST_NONE &&
        names_find(&m->joint_names, name, strlen(name), &(uint32_t){0}))
        return values_wrong(m, v, a, arena_printf(m->mem, "joint '%s' has several freedoms, and "
                                                  "no place for a rotor or tendon",
                                                  text_shown(m->mem, name)));
    if (*joint == NAME_LIST_NONE)
        return values_wrong(m, v, a,
                            name ? arena_printf(m->mem, "there is no joint '%s'",
                                                text_shown(m->mem, name))
                                 : "it is missing");
    return STATUS_OK;
}

/* ---- tendons --------------------------------------------------------------------------------- */

static void add_term(mjcf *m, mjcf_tendon *t, uint32_t joint, double coefficient)
{
    for (uint32_t i = 0; i < t->terms_count; i++)
        if (t->terms[i].joint == joint) {
            t->terms[i].coefficient += coefficient;
            return;
        }
    *ARENA_PUSH(m->mem, t, terms) = (robot_term){joint, coefficient};
}

static status read_terms(mjcf *m, mjcf_tendon *t)
{
    for (uint32_t i = t->e->first; i != ELEMENT_NONE; i = m->doc.elements[i].next) {
        const element *e = &m->doc.elements[i];
        values v;
        uint32_t joint;
        double coefficient = 1;
        values_read(e, NULL, &v);
        TRY(find_joint(m, &v, A_JOINT, &joint));
        if (!v.of[A_COEF].text)
            return values_wrong(m, &v, A_COEF, "it is missing");
        TRY(values_numbers(m, &v, A_COEF, &coefficient, 1));
        if (!joint_type_is_single(m->robot->joints[joint].type))
            return values_wrong(m, &v, A_JOINT, "a tendon is for joints with one axis");
        add_term(m, t, joint, coefficient);
    }
    return STATUS_OK;
}

/* Where the spring rests: between two lengths, here the same; -1 stands for the length with all
 * joints where their own springs rest. */
static status read_rest(mjcf *m, const values *v, mjcf_tendon *t)
{
    double rest[2] = {-1, -1};
    uint32_t given = 0;
    const char *from = v->of[A_SPRINGLENGTH].text;
    const char *wrong = from ? numbers_read_some(m->mem, from, rest, 1, 2, &given) : NULL;
    if (wrong)
        return values_wrong(m, v, A_SPRINGLENGTH, wrong);
    if (given == 1)
        rest[1] = rest[0];
    if (t->stiffness != 0 && rest[0] != rest[1])
        return values_wrong(m, v, A_SPRINGLENGTH, "a spring that is slack between two lengths is "
                                                  "not supported");
    t->rest = rest[0];
    if (rest[0] != -1)
        return STATUS_OK;
    t->rest = 0;
    for (uint32_t i = 0; i < t->terms_count; i++)
        t->rest += t->terms[i].coefficient * m->robot->joints[t->terms[i].joint].rest;
    return STATUS_OK;
}

static status read_tendon(mjcf *m, const element *e)
{
    mjcf_tendon t = {.name = element_attribute(e, "name"), .e = e,
                     .is_fixed = strcmp(e->tag, "fixed") == 0};
    values v;
    TRY(classed_values(m, e, 0, DEFAULT_TENDON, &v));
    m->owner = arena_printf(m->mem, "tendon%s", shown_name(m, e));
    TRY(read_linear(m, &v, A_STIFFNESS, &t.stiffness));
    TRY(read_linear(m, &v, A_DAMPING, &t.damping));
    TRY(read_linear(m, &v, A_ARMATURE, &t.armature));
    TRY(read_linear(m, &v, A_FRICTIONLOSS, &t.friction));
    if (t.is_fixed) {
        TRY(read_terms(m, &t));
        TRY(read_rest(m, &v, &t));
    }
    if (m->set.no_spring)
        t.stiffness = 0;
    if (m->set.no_damper)
        t.damping = 0;
    if (m->set.no_friction)
        t.friction = 0;
    m->owner = NULL;
    *ARENA_PUSH(m->mem, m, tendons) = t;
    return STATUS_OK;
}

void joint_spring_add(robot_joint *j, double stiffness, double rest)
{
    double sum = j->stiffness + stiffness;
    if (stiffness == 0 || sum == 0)
        return;
    j->rest = (j->stiffness * j->rest + stiffness * rest) / sum;
    j->stiffness = sum;
}

/* A tendon of one joint acts at that joint. */
static void give_to_joint(mjcf *m, const mjcf_tendon *t)
{
    const double c = t->terms[0].coefficient;
    robot_joint *j = &m->robot->joints[t->terms[0].joint];
    j->armature += c * c * t->armature;
    j->damping += c * c * t->damping;
    j->friction += fabs(c) * t->friction;
    if (c != 0)
        joint_spring_add(j, c * c * t->stiffness, t->rest / c);
}

/* One of several joints acts along the sum of them. */
static void give_to_sum(mjcf *m, const mjcf_tendon *t)
{
    robot_tendon out = {.name = t->name, .at = t->e->at, .stiffness = t->stiffness,
                        .rest = t->rest, .damping = t->damping};
    if (!out.name)
        out.name = arena_printf(m->mem, "tendon_%u", m->robot->tendons_count + 1);
    for (uint32_t i = 0; i < t->terms_count; i++)
        *ARENA_PUSH(m->mem, &out, terms) = t->terms[i];
    *ARENA_PUSH(m->mem, m->robot, tendons) = out;
}

static status finish_tendon(mjcf *m, const mjcf_tendon *t)
{
    const struct {
        const char *what;
        double value;
        bool is_of_sums;
    } FORCES[] = {{"stiffness", t->stiffness, true}, {"damping", t->damping, true},
                  {"armature", t->armature, false}, {"frictionloss", t->friction, false}};
    for (size_t i = 0; i < sizeof FORCES / sizeof *FORCES; i++) {
        if (FORCES[i].value != 0 && !t->is_fixed)
            return diag_error(m->d, t->e->at,
                              "tendon%s has %s, which is supported only on fixed tendons",
                              shown_name(m, t->e), FORCES[i].what);
        if (FORCES[i].value != 0 && t->terms_count > 1 && !FORCES[i].is_of_sums)
            return diag_error(m->d, t->e->at,
                              "tendon%s of %u joints has %s, which is supported only on tendons of "
                              "one joint", shown_name(m, t->e), t->terms_count, FORCES[i].what);
    }
    if (t->terms_count == 1)
        give_to_joint(m, t);
    else if (t->stiffness != 0 || t->damping != 0)
        give_to_sum(m, t);
    return STATUS_OK;
}

/* ---- actuators ------------------------------------------------------------------------------- */

static status give_to_tendon(mjcf *m, const values *v, double armature, double damping)
{
    const char *name = v->of[A_TENDON].text;
    for (uint32_t i = 0; i < m->tendons_count; i++) {
        mjcf_tendon *t = &m->tendons[i];
        if (!t->name || strcmp(t->name, name) != 0)
            continue;
        t->armature += armature;
        t->damping += damping;
        return STATUS_OK;
    }
    return values_wrong(m, v, A_TENDON,
                        arena_printf(m->mem, "there is no tendon '%s'", text_shown(m->mem, name)));
}

/* Through a gear of g a rotor turns g times as fast as its joint, and has g^2 of its inertia and
 * damping there. */
static status read_actuator(mjcf *m, const element *e)
{
    values v;
    double armature = 0, damping = 0, gear[6] = {1};
    uint32_t given, joint;
    TRY(classed_values(m, e, 0, DEFAULT_ACTUATOR, &v));
    m->owner = arena_printf(m->mem, "actuator%s", shown_name(m, e));
    TRY(read_linear(m, &v, A_ARMATURE, &armature));
    TRY(read_linear(m, &v, A_DAMPING, &damping));
    attribute_id which = armature != 0 ? A_ARMATURE : A_DAMPING;
    if (armature == 0 && damping == 0)
        return STATUS_OK;
    const char *from = v.of[A_GEAR].text;
    const char *wrong = from ? numbers_read_some(m->mem, from, gear, 1, 6, &given) : NULL;
    if (wrong)
        return values_wrong(m, &v, A_GEAR, wrong);
    armature *= gear[0] * gear[0];
    damping *= m->set.no_damper ? 0 : gear[0] * gear[0];
    if (v.of[A_TENDON].text)
        return give_to_tendon(m, &v, armature, damping);
    attribute_id at = v.of[A_JOINT].text ? A_JOINT : A_JOINTINPARENT;
    if (!v.of[at].text)
        return values_wrong(m, &v, which, "it needs a joint or a tendon to act on");
    TRY(find_joint(m, &v, at, &joint));
    robot_joint *j = &m->robot->joints[joint];
    if (!joint_type_is_single(j->type))
        return values_wrong(m, &v, which, "it is supported at joints with one axis alone");
    j->armature += armature;
    j->damping += damping;
    return STATUS_OK;
}

status transmissions_read(mjcf *m)
{
    TRY(each_in_section(m, "tendon", read_tendon));
    TRY(each_in_section(m, "actuator", read_actuator));
    m->owner = NULL;
    for (uint32_t i = 0; i < m->tendons_count; i++)
        TRY(finish_tendon(m, &m->tendons[i]));
    return STATUS_OK;
}
