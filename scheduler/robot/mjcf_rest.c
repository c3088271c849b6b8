/* SPDX-License-Identifier: MIT */
/* What stands beside the tree of bodies: couplings of joints, forces of tendons, and all that is
 * left out. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <string.h>

static const char *shown_name(const mjcf *m, const element *e)
{
    const char *name = element_attribute(e, "name");
    return name && *name ? arena_printf(m->mem, " '%s'", text_shown(m->mem, name)) : "";
}

/* ---- couplings ------------------------------------------------------------------------------- */

static status find_joint(const mjcf *m, const value *name, uint32_t *found)
{
    *found = name_list_find(&m->joints, name->text);
    if (*found != NAME_LIST_NONE)
        return STATUS_OK;
    return diag_error(m->d, name->at, "<joint> of <equality>: there is no joint '%s'",
                      text_shown(m->mem, name->text));
}

/* q1 - r1 = a0 + a1 (q2 - r2), with the references r of the joints. */
static status read_coupling(mjcf *m, const element *e, const values *v)
{
    double a[5] = {0, 1, 0, 0, 0};
    uint32_t follower, master, given;
    const char *from = v->of[A_POLYCOEF].text;
    const char *wrong = from ? numbers_read_some(m->mem, from, a, 1, 5, &given) : NULL;
    if (wrong)
        return values_wrong(m, v, A_POLYCOEF, wrong);
    if (!v->of[A_JOINT1].text)
        return diag_error(m->d, e->at, "<joint> of <equality> has no attribute 'joint1'");
    TRY(find_joint(m, &v->of[A_JOINT1], &follower));
    const char *shown = text_shown(m->mem, v->of[A_JOINT1].text);
    if (a[2] != 0 || a[3] != 0 || a[4] != 0)
        return diag_error(m->d, e->at,
                          "joint '%s' follows another by a polynomial, which is not supported: "
                          "only the first two numbers of polycoef may be other than 0", shown);
    if (!v->of[A_JOINT2].text || a[1] == 0)
        return diag_error(m->d, e->at,
                          "joint '%s' is held in place by <equality>, which is not supported",
                          shown);
    TRY(find_joint(m, &v->of[A_JOINT2], &master));
    if (m->named[follower].mimic)
        return diag_error(m->d, e->at, "joint '%s' follows two joints, '%s' and '%s'", shown,
                          text_shown(m->mem, m->named[follower].mimic),
                          text_shown(m->mem, v->of[A_JOINT2].text));
    robot_joint *j = &m->robot->joints[follower];
    m->named[follower].mimic = v->of[A_JOINT2].text;
    m->named[follower].mimic_at = e->at;
    j->mimic_ratio = a[1];
    j->mimic_offset = a[0] + m->reference[follower] - a[1] * m->reference[master];
    return STATUS_OK;
}

static status read_equality(mjcf *m, const element *e)
{
    values v;
    bool active = true;
    TRY(classed_values(m, e, 0, DEFAULT_EQUALITY, &v));
    TRY(values_flag(m, &v, A_ACTIVE, &active));
    if (!active || m->set.no_equality) {
        omission_count(m, &m->inactive, NULL, e->at);
        return STATUS_OK;
    }
    if (strcmp(e->tag, "joint") == 0)
        return read_coupling(m, e, &v);
    if (strcmp(e->tag, "connect") == 0 || strcmp(e->tag, "weld") == 0 ||
        strcmp(e->tag, "tendon") == 0) {
        *ARENA_PUSH(m->mem, m, loops) = (mjcf_loop){e, v};
        return STATUS_OK;
    }
    return diag_error(m->d, e->at, "<%s>%s of <equality> is not supported",
                      text_shown(m->mem, e->tag), shown_name(m, e));
}

status each_in_section(mjcf *m, const char *tag, status (*read)(mjcf *m, const element *e))
{
    const element *all = m->doc.elements;
    for (uint32_t s = all[0].first; s != ELEMENT_NONE; s = all[s].next)
        for (uint32_t i = all[s].first; strcmp(all[s].tag, tag) == 0 && i != ELEMENT_NONE;
             i = all[i].next)
            TRY(read(m, &all[i]));
    return STATUS_OK;
}

status couplings_read(mjcf *m)
{
    for (uint32_t i = 0; i < m->robot->joints_count; i++)
        name_list_add(m->mem, &m->joints, m->robot->joints[i].name, i);
    name_list_sort(&m->joints);
    TRY(each_in_section(m, "equality", read_equality));
    return transmissions_read(m);
}

/* ---- omissions ------------------------------------------------------------------------------- */

void omission_count(const mjcf *m, omission *o, const char *owner, place at)
{
    if (o->count++)
        return;
    o->first = at;
    o->owner = owner ? arena_strdup(m->mem, owner) : NULL;
}

typedef struct {
    const char *tag;
    const char *why; /* NULL: it is read */
} section;

static const section SECTIONS[] = {
    {"compiler", NULL},
    {"option", NULL},
    {"default", NULL},
    {"worldbody", NULL},
    {"equality", NULL},
    {"actuator", "torques are those at the joints, which actuators have to give together"},
    {"tendon", "they have no forces of their own"},
    {"contact", "there are no contacts"},
    {"sensor", "nothing is measured"},
    {"keyframe", "any state can be an input"},
    {"asset", "of meshes only the inertia counts, where a body needs it"},
    {"visual", "nothing is drawn"},
    {"statistic", "nothing is drawn"},
    {"custom", "it means nothing to us"},
    {"size", "it is about MuJoCo's memory"},
    {"extension", "plugins are not loaded"},
    {"deformable", "skins are not drawn"},
};
enum { SECTIONS_COUNT = sizeof SECTIONS / sizeof SECTIONS[0] };

static void count_section(const mjcf *m, const element *e, omission *counts)
{
    for (uint32_t k = 0; k < SECTIONS_COUNT; k++) {
        if (strcmp(e->tag, SECTIONS[k].tag) != 0)
            continue;
        uint32_t children = 0;
        for (uint32_t i = e->first; i != ELEMENT_NONE; i = m->doc.elements[i].next)
            children++;
        if (counts[k].count == 0)
            counts[k].first = e->at;
        counts[k].count += children > 0 ? children : 1;
    }
}

static void tell_bodies(const mjcf *m)
{
    const omission *o = &m->gravcomp;
    if (o->count)
        diag_note(m->d, o->first,
                  "gravcomp of %u bod%s (%s%s) is left out: actuators provide it "
                  "(actuatorgravcomp), and torques are all that actuators "
                  "provide", o->count, o->count == 1 ? "y" : "ies",
                  o->owner, o->count == 1 ? "" : " first");
    o = &m->mocap;
    if (o->count)
        diag_note(m->d, o->first, "mocap of %s is left out: it stands where the file puts it",
                  o->owner);
    o = &m->align;
    if (o->count)
        diag_note(m->d, o->first,
                  "align of the free joint of %s is left out: its wrench is about the body's own "
                  "origin, in the body's axes", o->owner);
    o = &m->idle_meshes;
    if (o->count)
        diag_note(m->d, o->first,
                  "%u mesh%s left out: no moving body takes its inertia from there (%s%s)",
                  o->count, o->count == 1 ? "" : "es", o->owner, o->count == 1 ? "" : " first");
    o = &m->balls;
    if (o->count)
        diag_note(m->d, o->first,
                  "%u ball joint%s (%s%s): three hinges NAME.x, NAME.y, NAME.z about the body's "
                  "axes, which are singular where the second angle is a right angle, but for "
                  "--balls turning; limits of balls are left out",
                  o->count, o->count == 1 ? "" : "s", o->owner, o->count == 1 ? "" : " first");
    o = &m->damped;
    if (o->count)
        diag_note(m->d, o->first,
                  "%u free joint%s with damping (%s%s): three slides NAME.x, NAME.y, NAME.z along "
                  "the axes of the world and three hinges NAME.rx, NAME.ry, NAME.rz about the "
                  "body's, which are singular where NAME.ry is a right angle",
                  o->count, o->count == 1 ? "" : "s", o->owner, o->count == 1 ? "" : " first");
    o = &m->inactive;
    if (o->count)
        diag_note(m->d, o->first, "%u in <equality> left out: not active", o->count);
}

void omissions_tell(mjcf *m)
{
    omission counts[SECTIONS_COUNT] = {{0}};
    for (uint32_t i = m->doc.elements[0].first; i != ELEMENT_NONE; i = m->doc.elements[i].next)
        count_section(m, &m->doc.elements[i], counts);
    snap_note(&m->snapped, m->robot->file, m->d);
    tell_bodies(m);
    for (uint32_t k = 0; k < SECTIONS_COUNT; k++)
        if (SECTIONS[k].why && counts[k].count)
            diag_note(m->d, counts[k].first, "%u in <%s> left out: %s", counts[k].count,
                      SECTIONS[k].tag, SECTIONS[k].why);
}
