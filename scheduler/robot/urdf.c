/* SPDX-License-Identifier: MIT */
/* A start tag finds its reader in a table by where it stands, so that equally
 * named elements deeper down (in <gazebo>, <transmission>, <visual>) are never mistaken for ours.
 * Whatever a reader refuses stops the parser at once. */
#include "base/limits.h"
#include "robot/cuts_read.h"
#include "robot/numbers.h"
#include "robot/urdf_parts.h"

#include <math.h>
#include <string.h>

static const double AXIS_LENGTH_SLACK = 1e-3;  /* files print axes with few digits */

urdf_options urdf_options_default(void)
{
    return (urdf_options){.strict = false, .snap_rad = 5e-10};
}

/* --- attributes ------------------------------------------------------------------------ */

const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Numbers of an attribute; `values` stay as they are when it is missing. */
static status read_numbers(reader *r, const char *tag, const char **attributes, const char *name,
                           double *values, uint32_t count)
{
    const char *from = attribute(attributes, name);
    const char *wrong = from ? numbers_read(r->mem, from, values, count) : NULL;
    return wrong ? diag_error(r->d, here(r), "%s: %s of <%s>: %s", r->owner, name, tag, wrong)
                 : STATUS_OK;
}

static status need_attribute(reader *r, const char *tag, const char **attributes, const char *name)
{
    if (attribute(attributes, name))
        return STATUS_OK;
    return diag_error(r->d, here(r), "%s: <%s> has no attribute '%s'", r->owner, tag, name);
}

static status need_numbers(reader *r, const char *tag, const char **attributes, const char *name,
                           double *values, uint32_t count)
{
    TRY(need_attribute(r, tag, attributes, name));
    return read_numbers(r, tag, attributes, name, values, count);
}

/* The name attribute of a robot, link or joint. */
static status read_name(reader *r, const char *kind, const char **attributes, const char **name)
{
    const char *given = attribute(attributes, "name");
    if (!given || !*given)
        return diag_error(r->d, here(r), "<%s> has no name", kind);
    TRY(name_check(r->mem, kind, given, here(r), r->d));
    *name = arena_strdup(r->mem, given);
    r->owner = arena_printf(r->mem, "%s '%s'", kind, text_shown(r->mem, given));
    return STATUS_OK;
}

static status read_origin(reader *r, const char **attributes, pose *origin)
{
    double rpy[3] = {0};
    TRY(read_numbers(r, "origin", attributes, "xyz", origin->position.v, 3));
    TRY(read_numbers(r, "origin", attributes, "rpy", rpy, 3));
    for (int i = 0; i < 3; i++)
        rpy[i] = snap_angle(&r->snapped, rpy[i]);
    origin->rotation = mat3_from_rpy(rpy[0], rpy[1], rpy[2]);
    return STATUS_OK;
}

/* --- links ----------------------------------------------------------------------------- */

static status link_begin(reader *r, const char **attributes)
{
    robot_link link = {.at = here(r), .parent_joint = ROBOT_NONE};
    TRY(read_name(r, "link", attributes, &link.name));
    *ARENA_PUSH(r->mem, r->robot, links) = link;
    r->where = IN_LINK;
    r->inertial_origin = pose_identity();
    r->inertial = (inertia){0};
    return STATUS_OK;
}

static status link_read_inertial(reader *r, const char **attributes)
{
    (void)attributes;
    r->where = IN_INERTIAL;
    return STATUS_OK;
}

static status inertial_read_origin(reader *r, const char **attributes)
{
    return read_origin(r, attributes, &r->inertial_origin);
}

static status inertial_read_mass(reader *r, const char **attributes)
{
    TRY(need_numbers(r, "mass", attributes, "value", &r->inertial.mass_kg, 1));
    if (r->inertial.mass_kg < 0)
        return diag_error(r->d, here(r), "%s: its mass is negative (%g)", r->owner,
                          r->inertial.mass_kg);
    return STATUS_OK;
}

static status inertial_read_inertia(reader *r, const char **attributes)
{
    static const char *const NAMES[3][3] = {
        {"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
    mat3 *i = &r->inertial.inertia_com_kgm2;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            if (row == column)
                TRY(need_attribute(r, "inertia", attributes, NAMES[row][column]));
            TRY(read_numbers(r, "inertia", attributes, NAMES[row][column], &i->m[row][column], 1));
        }
    r->inertia_at = here(r);
    return STATUS_OK;
}

/* --- joints ---------------------------------------------------------------------------- */

static status joint_begin(reader *r, const char **attributes)
{
    robot_joint joint = {
        .at = here(r), .origin = pose_identity(), .mimic_joint = ROBOT_NONE, .mimic_ratio = 1};
    TRY(read_name(r, "joint", attributes, &joint.name));
    TRY(need_attribute(r, "joint", attributes, "type"));
    const char *type = attribute(attributes, "type");
    const bool is_ball = strcmp(type, "ball") == 0;
    joint.type = is_ball ? JOINT_CONTINUOUS : JOINT_FIXED; /* of its hinges */
    while (!is_ball && strcmp(type, joint_type_name(joint.type)) != 0)
        if (joint.type++ == JOINT_FLOATING)
            return diag_error(r->d, joint.at, "%s: unknown joint type '%s'", r->owner,
                              text_shown(r->mem, type));
    if (r->robot->joints_count == LIMIT_JOINTS)
        return diag_error(r->d, joint.at, "more than %d joints", LIMIT_JOINTS);
    *ARENA_PUSH(r->mem, r->robot, joints) = joint;
    *ARENA_PUSH(r->mem, r, named) = (joint_names){.is_ball = is_ball};
    r->where = IN_JOINT;
    r->axis = (vec3){{1, 0, 0}};
    r->axis_at = joint.at;
    return STATUS_OK;
}

static robot_joint *open_joint(reader *r)
{
    return &r->robot->joints[r->robot->joints_count - 1];
}

static joint_names *open_names(reader *r)
{
    return &r->named[r->named_count - 1];
}

static status read_reference(reader *r, const char *tag, const char **attributes,
                             const char *attribute_name, const char **name, place *at)
{
    TRY(need_attribute(r, tag, attributes, attribute_name));
    *name = arena_strdup(r->mem, attribute(attributes, attribute_name));
    *at = here(r);
    return STATUS_OK;
}

static status joint_read_parent(reader *r, const char **attributes)
{
    return read_reference(r, "parent", attributes, "link", &open_names(r)->parent,
                          &open_names(r)->parent_at);
}

static status joint_read_child(reader *r, const char **attributes)
{
    return read_reference(r, "child", attributes, "link", &open_names(r)->child,
                          &open_names(r)->child_at);
}

static status joint_read_origin(reader *r, const char **attributes)
{
    return read_origin(r, attributes, &open_joint(r)->origin);
}

static status joint_read_axis(reader *r, const char **attributes)
{
    r->axis_at = here(r);
    return need_numbers(r, "axis", attributes, "xyz", r->axis.v, 3);
}

static status joint_read_mimic(reader *r, const char **attributes)
{
    TRY(read_reference(r, "mimic", attributes, "joint", &open_names(r)->mimic,
                       &open_names(r)->mimic_at));
    TRY(read_numbers(r, "mimic", attributes, "multiplier", &open_joint(r)->mimic_ratio, 1));
    return read_numbers(r, "mimic", attributes, "offset", &open_joint(r)->mimic_offset, 1);
}

/* Damping and friction are part of the torques. Joints without just one axis have no place for
 * them. */
static status joint_read_dynamics(reader *r, const char **attributes)
{
    static const char *const NAMES[] = {"damping", "friction"};
    robot_joint *j = open_joint(r);
    double *const to[] = {&j->damping, &j->friction};
    for (int i = 0; i < 2; i++) {
        TRY(read_numbers(r, "dynamics", attributes, NAMES[i], to[i], 1));
        if (*to[i] < 0)
            return diag_error(r->d, here(r), "%s: %s of <dynamics> is negative (%g)", r->owner,
                              NAMES[i], *to[i]);
    }
    if (joint_type_is_single(j->type) || (j->damping == 0 && j->friction == 0))
        return STATUS_OK;
    foreign_count(r, &r->dynamics, j->name);
    j->damping = j->friction = 0;
    return STATUS_OK;
}

/* Limits change no equation, they are handed on: what is no number is left out with a warning. */
static status joint_read_limit(reader *r, const char **attributes)
{
    for (int i = 0; i < LIMITS; i++) {
        const char *from = attribute(attributes, LIMIT_WORD[i]);
        if (!from)
            continue;
        const char *wrong = numbers_read(r->mem, from, &open_joint(r)->limit[i], 1);
        open_joint(r)->has_limit[i] = !wrong;
        if (wrong)
            diag_warn(r->d, here(r), "%s: %s of <limit> is left out: %s", r->owner,
                      LIMIT_WORD[i], wrong);
    }
    return STATUS_OK;
}

static status joint_end(reader *r)
{
    robot_joint *j = open_joint(r);
    if (!open_names(r)->parent || !open_names(r)->child)
        return diag_error(r->d, j->at, "%s has no <%s>", r->owner,
                          open_names(r)->parent ? "child" : "parent");
    if (j->type == JOINT_FIXED || j->type == JOINT_FLOATING || open_names(r)->is_ball)
        return STATUS_OK; /* files do write an axis of zeros here */
    double largest = 0; /* squares of tiny entries would vanish */
    for (int i = 0; i < 3; i++)
        largest = fmax(largest, fabs(r->axis.v[i]));
    if (largest == 0)
        return diag_error(r->d, r->axis_at, "%s: its axis is zero", r->owner);
    if (fabs(vec3_norm(r->axis) - 1) > AXIS_LENGTH_SLACK) {
        foreign_count_at(r, &r->axes, j->name, r->axis_at);
        for (int i = 0; i < 3; i++)
            r->axis.v[i] /= largest;
    }
    j->axis = snap_axis(&r->snapped, r->axis);
    return STATUS_OK;
}

/* --- elements -------------------------------------------------------------------------- */

typedef struct {
    section where;
    const char *tag;
    bool needed; /* in an <inertial> */
    status (*read)(reader *r, const char **attributes);
    bool may_repeat; /* nothing in the equations: the first counts, as for others who read URDF */
} part;

static const part PARTS[] = {
    {IN_LINK, "inertial", false, link_read_inertial, false},
    {IN_INERTIAL, "origin", false, inertial_read_origin, false},
    {IN_INERTIAL, "mass", true, inertial_read_mass, false},
    {IN_INERTIAL, "inertia", true, inertial_read_inertia, false},
    {IN_JOINT, "parent", false, joint_read_parent, false},
    {IN_JOINT, "child", false, joint_read_child, false},
    {IN_JOINT, "origin", false, joint_read_origin, false},
    {IN_JOINT, "axis", false, joint_read_axis, false},
    {IN_JOINT, "mimic", false, joint_read_mimic, false},
    {IN_JOINT, "dynamics", false, joint_read_dynamics, true},
    {IN_JOINT, "limit", false, joint_read_limit, true},
};
enum { PARTS_COUNT = sizeof PARTS / sizeof PARTS[0] };

static uint32_t section_depth(section where)
{
    return where == IN_ROBOT ? 1 : where == IN_INERTIAL ? 3 : where == IN_OTHER ? UINT32_MAX : 2;
}

static status part_read(reader *r, const char *tag, const char **attributes)
{
    for (uint32_t i = 0; i < PARTS_COUNT; i++) {
        if (PARTS[i].where != r->where || strcmp(PARTS[i].tag, tag) != 0)
            continue;
        bool again = r->seen & (UINT32_C(1) << i);
        if (again && PARTS[i].may_repeat)
            return STATUS_OK;
        if (again)
            return diag_error(r->d, here(r), "%s has two <%s>", r->owner, tag);
        r->seen |= UINT32_C(1) << i;
        return PARTS[i].read(r, attributes);
    }
    return STATUS_OK;
}

/* One of our own elements, `tag` without its prefix. */
static status own_begin(reader *r, const char *tag, const char **attributes)
{
    const char *const *pairs = (const char *const *)attributes;
    element_type kind;
    loop_joint_kind of_joints;
    if (cut_tag_find(tag))
        return cut_read(r->mem, tag, pairs, &r->snapped, here(r), &r->robot->cuts, r->d);
    if (loop_joint_tag_find(tag, &of_joints))
        return loop_joints_read(r->mem, of_joints, pairs, here(r), &r->robot->loop_joints, r->d);
    if (!element_type_find(tag, &kind))
        return diag_error(r->d, here(r),
                          "unknown element <%s%s> (known: force, link, wheel, turn, torsion, cut, "
                          "constraint, closed_at, independent, actuate)",
                          r->own, text_shown(r->mem, tag));
    return element_read(r->mem, kind, pairs, here(r), &r->robot->elements, r->d);
}

status element_begin(reader *r, const char *tag, const char **attributes)
{
    TRY(foreign_check(r, tag, attributes));
    if (r->skip_below)
        return STATUS_OK;
    if (r->depth == 0) {
        if (strcmp(tag, "robot") != 0)
            return diag_error(r->d, here(r),
                              "the outermost element is <%s>, neither <robot> (URDF) nor <mujoco> "
                              "(MJCF)", text_shown(r->mem, tag));
        r->robot_at = here(r);
        r->where = IN_ROBOT;
        return read_name(r, "robot", attributes, &r->robot->name);
    }
    if (r->depth == XML_DEEPEST_ELEMENT)
        return diag_error(r->d, here(r), "elements nested more than %d deep", XML_DEEPEST_ELEMENT);
    transmission_begin(r, tag, attributes);
    if (r->depth != section_depth(r->where))
        return STATUS_OK;
    r->seen = r->where == IN_ROBOT ? 0 : r->seen;
    if (r->where == IN_ROBOT && strcmp(tag, "link") == 0)
        return link_begin(r, attributes);
    if (r->where == IN_ROBOT && strcmp(tag, "joint") == 0)
        return joint_begin(r, attributes);
    const char *own;
    if (r->where == IN_ROBOT && foreign_is_own(r, tag, &own))
        return own_begin(r, own, attributes);
    return part_read(r, tag, attributes);
}

static status inertial_end(reader *r)
{
    for (uint32_t i = 0; i < PARTS_COUNT; i++)
        if (PARTS[i].needed && !(r->seen & (UINT32_C(1) << i)))
            return diag_error(r->d, here(r), "%s: its <inertial> has no <%s>", r->owner,
                              PARTS[i].tag);
    robot_link *link = &r->robot->links[r->robot->links_count - 1];
    link->has_inertia = true;
    link->body = inertia_move(r->inertial, r->inertial_origin);
    return inertia_check(r->inertial, r->owner, r->options->strict, r->inertia_at, r->d);
}

/* The depth is that of the element that ends. */
status element_end(reader *r)
{
    transmission_end(r);
    if (r->depth + 1 != section_depth(r->where))
        return STATUS_OK;
    section ended = r->where;
    r->where = ended == IN_INERTIAL ? IN_LINK : IN_ROBOT;
    return ended == IN_INERTIAL ? inertial_end(r) : ended == IN_JOINT ? joint_end(r) : STATUS_OK;
}
