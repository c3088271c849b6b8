/* SPDX-License-Identifier: MIT */
/* The tree of bodies; what moves them is in mjcf_joint.c. */
#include "robot/mjcf_parts.h"

#include "base/limits.h"
#include "robot/numbers.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

/* Names of the file come first, so that none of ours takes one of them. */
static status collect_names(mjcf *m)
{
    m->link_names = names_make(m->mem);
    m->joint_names = names_make(m->mem);
    for (uint32_t i = 0; i < m->doc.elements_count; i++) {
        const element *e = &m->doc.elements[i];
        bool is_joint = strcmp(e->tag, "joint") == 0 || strcmp(e->tag, "freejoint") == 0;
        const char *name = element_attribute(e, "name");
        if (!name || !*name || (!is_joint && strcmp(e->tag, "body") != 0))
            continue;
        TRY(name_check(m->mem, is_joint ? "joint" : "body", name, e->at, m->d));
        names_add(is_joint ? &m->joint_names : &m->link_names, name, strlen(name), 0);
    }
    names_add(&m->link_names, "world", strlen("world"), 0);
    return STATUS_OK;
}

const char *name_make(arena *mem, name_table *taken, const char *wanted)
{
    const char *name = wanted;
    for (uint32_t k = 2; !names_add(taken, name, strlen(name), 0); k++)
        name = arena_printf(mem, "%s_%u", wanted, k);
    return name;
}

static const char *given_name(const values *v)
{
    const char *name = v->of[A_NAME].text;
    return name && *name ? name : NULL;
}

/* ---- links and joints of the robot ----------------------------------------------------------- */

uint32_t link_add(mjcf *m, const char *name, place at)
{
    *ARENA_PUSH(m->mem, m->robot, links) = (robot_link){
        .name = name, .at = at, .parent_joint = ROBOT_NONE};
    return m->robot->links_count - 1;
}

status joint_add(mjcf *m, robot_joint joint, uint32_t parent, uint32_t child, double reference)
{
    robot *r = m->robot;
    if (r->joints_count == LIMIT_JOINTS)
        return diag_error(m->d, joint.at, "more than %d joints", LIMIT_JOINTS);
    joint.mimic_joint = ROBOT_NONE;
    joint.mimic_ratio = 1;
    *ARENA_PUSH(m->mem, r, joints) = joint;
    *ARENA_PUSH(m->mem, m, named) = (joint_names){
        .parent = r->links[parent].name, .child = r->links[child].name, .parent_at = joint.at,
        .child_at = joint.at};
    *ARENA_PUSH(m->mem, m, reference) = reference;
    return STATUS_OK;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static bool is_joint(const mjcf *m, const body_part *p)
{
    const char *tag = m->doc.elements[p->element].tag;
    return strcmp(tag, "joint") == 0 || strcmp(tag, "freejoint") == 0;
}

static uint32_t count_joints(const mjcf *m, const body_parts *parts)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < parts->parts_count; i++)
        count += is_joint(m, &parts->parts[i]);
    return count;
}

/* Joints of the body, then a fixed one where they do not end in its origin, or there is none. */
static status read_joints(mjcf *m, const body_parts *parts, uint32_t count, uint32_t body,
                          joint_chain at)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < parts->parts_count; i++)
        if (is_joint(m, &parts->parts[i]))
            TRY(joint_read(m, &parts->parts[i], count, number++, body, &at));
    if (at.link == body)
        return STATUS_OK;
    const robot_link *l = &m->robot->links[body];
    robot_joint fixed = {.at = l->at, .type = JOINT_FIXED, .origin = at.body};
    fixed.name = name_make(m->mem, &m->joint_names, arena_printf(m->mem, "%s_fixed", l->name));
    return joint_add(m, fixed, at.link, body, 0);
}

static bool is_part(const char *tag)
{
    return strcmp(tag, "body") == 0 || strcmp(tag, "geom") == 0 || strcmp(tag, "joint") == 0 ||
           strcmp(tag, "freejoint") == 0 || strcmp(tag, "inertial") == 0;
}

static status flatten(mjcf *m, uint32_t from, pose frame, uint32_t class_index, body_parts *to);

/* Copy k of a <replicate> is turned by k times the angles of euler, which is not k rotations where
 * there is more than one angle; the offset to the next is seen from it. So MuJoCo does it. */
static status flatten_replicas(mjcf *m, uint32_t from, const values *v, pose frame,
                               uint32_t class_index, body_parts *to)
{
    vec3 offset = {{0}};
    pose at = pose_identity();
    TRY(values_numbers(m, v, A_OFFSET, offset.v, 3));
    double times = 0;
    for (uint32_t i = m->doc.elements[from].first; i != ELEMENT_NONE;
         i = m->doc.elements[i].next, times++) {
        TRY(euler_read(m, v, times, &at.rotation));
        TRY(flatten(m, i, pose_multiply(frame, at), class_index, to));
        at.position = vec3_add(at.position, mat3_apply(at.rotation, offset));
    }
    return STATUS_OK;
}

static status flatten_frame(mjcf *m, uint32_t from, pose frame, uint32_t class_index,
                            body_parts *to)
{
    values v;
    pose at;
    uint32_t inner;
    values_read(&m->doc.elements[from], NULL, &v);
    TRY(class_find(m, &v.of[A_CHILDCLASS], class_index, &inner));
    if (strcmp(m->doc.elements[from].tag, "replicate") == 0)
        return flatten_replicas(m, from, &v, frame, inner, to);
    TRY(pose_read(m, &v, &at));
    return flatten(m, from, pose_multiply(frame, at), inner, to);
}

/* All children, those of frames included; sites are kept apart. Cameras and lights mean nothing
 * here; whatever else may stand in a body the table refuses. */
static status flatten(mjcf *m, uint32_t from, pose frame, uint32_t class_index, body_parts *to)
{
    for (uint32_t i = m->doc.elements[from].first; i != ELEMENT_NONE;
         i = m->doc.elements[i].next) {
        const element *e = &m->doc.elements[i];
        if (is_part(e->tag)) {
            *ARENA_PUSH(m->mem, to, parts) = (body_part){i, frame, class_index};
        } else if (strcmp(e->tag, "frame") == 0 || strcmp(e->tag, "replicate") == 0) {
            TRY(flatten_frame(m, i, frame, class_index, to));
        } else if (strcmp(e->tag, "site") == 0) {
            *ARENA_PUSH(m->mem, m, sites) = (mjcf_site){
                element_attribute(e, "name"), i, class_index, ROBOT_NONE, frame};
        }
    }
    return STATUS_OK;
}

static void place_sites(mjcf *m, uint32_t first, uint32_t link)
{
    for (uint32_t i = first; i < m->sites_count; i++)
        m->sites[i].link = link;
}

static status read_body(mjcf *m, const body_part *part, uint32_t parent);

static status read_children(mjcf *m, const body_parts *parts, uint32_t link)
{
    bool stands = m->stands;
    for (uint32_t i = 0; i < parts->parts_count; i++) {
        m->stands = stands;
        if (strcmp(m->doc.elements[parts->parts[i].element].tag, "body") == 0)
            TRY(read_body(m, &parts->parts[i], link));
    }
    return STATUS_OK;
}

/* What a body says beside its place. */
static status read_extras(mjcf *m, const values *v, uint32_t link)
{
    double gravcomp = 0;
    bool is_mocap = false;
    TRY(values_numbers(m, v, A_GRAVCOMP, &gravcomp, 1));
    TRY(values_flag(m, v, A_MOCAP, &is_mocap));
    if (gravcomp != 0)
        *ARENA_PUSH(m->mem, m, lifted) = (mjcf_gravcomp){link, gravcomp, v->at};
    if (is_mocap)
        omission_count(m, &m->mocap, m->owner, v->at);
    return STATUS_OK;
}

static status read_body(mjcf *m, const body_part *part, uint32_t parent)
{
    const element *e = &m->doc.elements[part->element];
    values v;
    pose own;
    uint32_t class_index;
    body_parts parts = {0};
    m->owner = NULL;
    values_read(e, NULL, &v);
    const char *name = given_name(&v);
    m->bodies_count++;
    if (!name)
        name = name_make(m->mem, &m->link_names, arena_printf(m->mem, "body_%u", m->bodies_count));
    m->owner = arena_printf(m->mem, "body '%s'", text_shown(m->mem, name));
    TRY(pose_read(m, &v, &own));
    TRY(class_find(m, &v.of[A_CHILDCLASS], part->class_index, &class_index));
    uint32_t sites = m->sites_count;
    TRY(flatten(m, part->element, pose_identity(), class_index, &parts));
    uint32_t link = link_add(m, name, e->at);
    TRY(read_extras(m, &v, link));
    place_sites(m, sites, link);
    joint_chain at = {.link = parent, .body = pose_multiply(part->frame, own)};
    uint32_t joints = count_joints(m, &parts);
    m->stands = m->stands && joints == 0;
    TRY(inertia_read(m, &parts, own, &m->robot->links[link]));
    TRY(read_joints(m, &parts, joints, link, at));
    return read_children(m, &parts, link);
}

/* Of the world only the bodies count: what else stands in it never moves. */
static status read_world(mjcf *m, uint32_t from)
{
    body_parts parts = {0};
    m->owner = "the world";
    m->stands = true;
    uint32_t sites = m->sites_count;
    TRY(flatten(m, from, pose_identity(), 0, &parts));
    place_sites(m, sites, m->robot->root_link);
    for (uint32_t i = 0; i < parts.parts_count; i++) {
        const element *e = &m->doc.elements[parts.parts[i].element];
        if (strcmp(e->tag, "body") != 0 && strcmp(e->tag, "geom") != 0)
            return diag_error(m->d, e->at, "<%s> stands in <worldbody>, which cannot have one",
                              e->tag);
    }
    return read_children(m, &parts, m->robot->root_link);
}

status bodies_read(mjcf *m)
{
    TRY(collect_names(m));
    m->robot->root_link = link_add(m, "world", m->doc.elements[0].at);
    m->robot->root_is_world = true;
    for (uint32_t i = m->doc.elements[0].first; i != ELEMENT_NONE; i = m->doc.elements[i].next)
        if (strcmp(m->doc.elements[i].tag, "worldbody") == 0)
            TRY(read_world(m, i));
    m->owner = NULL;
    return STATUS_OK;
}
