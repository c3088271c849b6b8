/* SPDX-License-Identifier: MIT */
/* Motors and gears. A rotor that turns n times as fast as the joint has n^2 times its inertia there
 * (its armature); all else of a <transmission> concerns others. The elements for a rotor's inertia
 * are no part of URDF itself: those of several simulators are known. */
#include "robot/name_list.h"
#include "robot/names_told.h"
#include "robot/numbers.h"
#include "robot/urdf_parts.h"

#include <math.h>
#include <string.h>

typedef enum { NUMBER_NONE, NUMBER_REDUCTION, NUMBER_INERTIA } number_kind;

static number_kind kind_of(const char *tag)
{
    static const struct {
        const char *tag;
        number_kind kind;
    } KNOWN[] = {{"mechanicalReduction", NUMBER_REDUCTION},
                 {"drake:gear_ratio", NUMBER_REDUCTION},
                 {"motorInertia", NUMBER_INERTIA},
                 {"rotorInertia", NUMBER_INERTIA},
                 {"rotor_inertia", NUMBER_INERTIA},
                 {"drake:rotor_inertia", NUMBER_INERTIA}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (strcmp(tag, KNOWN[i].tag) == 0)
            return KNOWN[i].kind;
    return NUMBER_NONE;
}

static bool in_transmission(const reader *r)
{
    return r->depth > 0 && r->foreign && strcmp(r->foreign, "transmission") == 0;
}

static transmission *open_gears(reader *r)
{
    return &r->gears[r->gears_count - 1];
}

/* Older files have one reduction beside the actuator; an inertia there is the actuator's, too. */
static gear_number *number_place(reader *r, number_kind kind)
{
    transmission *t = open_gears(r);
    bool beside = r->depth == 2;
    if (kind == NUMBER_REDUCTION && (beside || r->under_joint))
        return beside ? &t->reduction : &t->joint_reduction;
    if (!t->actuators_count)
        (void)ARENA_PUSH(r->mem, t, actuators);
    actuator *a = &t->actuators[t->actuators_count - 1];
    return kind == NUMBER_REDUCTION ? &a->reduction : &a->inertia;
}

static void number_begin(reader *r, number_kind kind, const char **attributes)
{
    gear_number *n = number_place(r, kind);
    const char *value = attribute(attributes, "value");
    *n = (gear_number){value ? arena_strdup(r->mem, value) : NULL, here(r)};
    if (value)
        return;
    r->open_number = n;
    r->number = text_make(r->mem);
    r->number_depth = r->depth;
}

void transmission_begin(reader *r, const char *tag, const char **attributes)
{
    if (!in_transmission(r) || r->open_number)
        return;
    if (r->depth == 1) {
        const char *name = attribute(attributes, "name");
        *ARENA_PUSH(r->mem, r, gears) =
            (transmission){.name = name ? arena_strdup(r->mem, name) : "", .at = here(r)};
        return;
    }
    transmission *t = open_gears(r);
    if (r->depth == 2) {
        r->under_joint = strcmp(tag, "joint") == 0;
        const char *joint = attribute(attributes, "name");
        if (r->under_joint && t->joints_count++ == 0)
            t->joint = joint ? arena_strdup(r->mem, joint) : "";
        if (strcmp(tag, "actuator") == 0)
            (void)ARENA_PUSH(r->mem, t, actuators);
    }
    if (kind_of(tag) != NUMBER_NONE)
        number_begin(r, kind_of(tag), attributes);
}

void transmission_text(reader *r, const char *bytes, size_t length)
{
    if (r->open_number)
        text_add_bytes(&r->number, bytes, length);
}

void transmission_end(reader *r)
{
    if (!r->open_number || r->depth != r->number_depth)
        return;
    r->open_number->value = r->number.bytes;
    r->open_number = NULL;
}

/* --- what it adds to a joint ------------------------------------------------------------- */

static status read_gear(const reader *r, const transmission *t, const gear_number *n,
                        const char *what, double *value)
{
    if (!n->value)
        return STATUS_OK;
    const char *wrong = numbers_read(r->mem, n->value, value, 1);
    if (wrong)
        return diag_error(r->d, n->at, "transmission '%s': its %s: %s",
                          text_shown(r->mem, t->name), what, wrong);
    return STATUS_OK;
}

/* Inertia of one rotor, seen at the joint. */
static status rotor_armature(const reader *r, const transmission *t, const actuator *a, double *out)
{
    double rotor = 0, own = 1, joint = 1;
    TRY(read_gear(r, t, &a->inertia, "rotor inertia", &rotor));
    if (rotor < 0)
        return diag_error(r->d, a->inertia.at, "transmission '%s': its rotor inertia is negative "
                          "(%g)", text_shown(r->mem, t->name), rotor);
    TRY(read_gear(r, t, a->reduction.value ? &a->reduction : &t->reduction, "reduction", &own));
    TRY(read_gear(r, t, &t->joint_reduction, "reduction", &joint));
    double ratio = own * joint;
    *out = rotor == 0 ? 0 : ratio * ratio * rotor;
    if (rotor > 0 && !(*out > 0 && *out <= NUMBERS_LARGEST))
        return diag_error(r->d, a->inertia.at,
                          "transmission '%s': a rotor inertia of %g at a reduction of %g gives no "
                          "inertia at the joint", text_shown(r->mem, t->name), rotor, ratio);
    return STATUS_OK;
}

static status gears_apply(reader *r, const name_list *joints, const transmission *t)
{
    double armature = 0;
    for (uint32_t i = 0; i < t->actuators_count; i++) {
        double one = 0;
        TRY(rotor_armature(r, t, &t->actuators[i], &one));
        armature += one;
    }
    if (armature == 0) {
        foreign_count_at(r, &r->transmissions, t->name, t->at);
        return STATUS_OK;
    }
    const char *shown = text_shown(r->mem, t->name);
    if (t->joints_count != 1) {
        diag_warn(r->d, t->at,
                  "transmission '%s' joins rotors to %u joints and is left out: --armature says "
                  "what each joint feels", shown, t->joints_count);
        return STATUS_OK;
    }
    uint32_t joint = name_list_find(joints, t->joint);
    if (joint == NAME_LIST_NONE)
        return diag_error(r->d, t->at, "transmission '%s': robot '%s' has no joint '%s'%s", shown,
                          text_shown(r->mem, r->robot->name), text_shown(r->mem, t->joint),
                          joints_told(r->mem, r->robot, t->joint));
    robot_joint *j = &r->robot->joints[joint];
    if (!joint_type_is_single(j->type)) {
        diag_warn(r->d, t->at, "transmission '%s' is left out: joint '%s' is %s", shown,
                  text_shown(r->mem, j->name), joint_type_name(j->type));
        return STATUS_OK;
    }
    j->armature += armature;
    return STATUS_OK;
}

status transmissions_apply(reader *r)
{
    name_list joints = {0};
    for (uint32_t i = 0; i < r->robot->joints_count; i++)
        name_list_add(r->mem, &joints, r->robot->joints[i].name, i);
    name_list_sort(&joints);
    for (uint32_t i = 0; i < r->gears_count; i++)
        TRY(gears_apply(r, &joints, &r->gears[i]));
    return STATUS_OK;
}
