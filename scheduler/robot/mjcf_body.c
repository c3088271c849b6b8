/* The tree of bodies. A body with joints j1 .. jn becomes n joints in a chain: MuJoCo turns the
 * body about the anchor of j1, then about that of j2 as j1 left it, and so on. Our joints turn a
 * link about its own origin, so a link stands at each anchor, without mass but for the last; where
 * the last anchor is not the body's origin, the body itself is fixed to that link. A ball is three
 * hinges about the axes of the body. */
#include "robot/mjcf_parts.h"

#include "base/limits.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const double TINY_AXIS = 1e-14; /* MuJoCo takes it for zero */

typedef enum { FREE, BALL, SLIDE, HINGE } mjcf_joint_type;
#define JOINT_TYPES "free|ball|slide|hinge"

/* Where the chain has come to. */
typedef struct {
    uint32_t link;
    pose body; /* the body's frame, as far as its joints have moved it, in that of the link */
} chain;

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

/* A name that is not taken yet. */
static const char *make_name(arena *mem, name_table *taken, const char *wanted)
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

static uint32_t add_link(mjcf *m, const char *name, place at)
{
    *ARENA_PUSH(m->mem, m->robot, links) = (robot_link){
        .name = name, .at = at, .parent_joint = ROBOT_NONE};
    return m->robot->links_count - 1;
}

static status add_joint(mjcf *m, robot_joint joint, uint32_t parent, uint32_t child,
                        double reference)
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

/* ---- one joint ------------------------------------------------------------------------------- */

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
                  "%s: actuatorfrcrange is not even; the smaller number, %g, is its effort limit",
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
static status read_motion(mjcf *m, const values *v, const body_part *part, chain *at,
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

static bool is_at_origin(const chain *at)
{
    return vec3_norm(at->body.position) == 0;
}

/* Adds the joint and the link that it moves: the body's own if it is the last and ends there. */
static status read_single(mjcf *m, const values *v, const body_part *part, robot_joint j,
                          bool is_last, uint32_t body, chain *at)
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
        at->link = add_link(m, make_name(m->mem, &m->link_names, wanted), j.at);
    }
    return add_joint(m, j, parent, at->link, reference);
}

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
    static const attribute_id FORCES[] = {A_STIFFNESS, A_SPRINGDAMPER, A_DAMPING, A_ARMATURE,
                                          A_FRICTIONLOSS};
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

/* The order of a ball's hinges: x, y, z, but the axis that points most to the centre of mass comes
 * last. About it a rod spins, which moves nothing that is held at its other end. */
static void order_ball(const robot_link *body, vec3 anchor, uint32_t order[3])
{
    const vec3 to_centre = vec3_sub(body->body.com_m, anchor);
    uint32_t last = 2;
    for (uint32_t k = 0; body->has_inertia && k < 2; k++)
        if (fabs(to_centre.v[k]) > fabs(to_centre.v[last]))
            last = k;
    for (uint32_t k = 0, at = 0; k < 3; k++)
        if (k != last)
            order[at++] = k;
    order[2] = last;
}

static status read_ball(mjcf *m, const values *v, const body_part *part, robot_joint j,
                        bool is_last, uint32_t body, chain *at)
{
    static const attribute_id FORCES[] = {A_STIFFNESS, A_SPRINGDAMPER, A_ARMATURE, A_FRICTIONLOSS};
    const uint32_t before = at->link;
    const char *name = j.name;
    pose offset = pose_identity();
    TRY(refuse_forces(m, v, FORCES, sizeof FORCES / sizeof *FORCES,
                      "it is not supported at a ball joint"));
    TRY(values_numbers(m, v, A_POS, offset.position.v, 3));
    offset = (pose){mat3_identity(), pose_multiply(part->frame, offset).position};
    j.origin = pose_multiply(at->body, offset);
    at->body = (pose){mat3_identity(), vec3_scale(offset.position, -1)};
    uint32_t order[3];
    order_ball(&m->robot->links[body], offset.position, order);
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t parent = at->link;
        j.name = make_name(m->mem, &m->joint_names,
                           arena_printf(m->mem, "%s.%c", name, "xyz"[order[k]]));
        j.axis = (vec3){{order[k] == 0, order[k] == 1, order[k] == 2}};
        if (k == 2 && is_last && is_at_origin(at)) {
            at->link = body;
        } else {
            const char *wanted = arena_printf(m->mem, "%s.%s", m->robot->links[body].name, j.name);
            at->link = add_link(m, make_name(m->mem, &m->link_names, wanted), j.at);
        }
        TRY(add_joint(m, j, parent, at->link, 0));
        j.origin = pose_identity();
    }
    j.name = name;
    omission_count(m, &m->balls, m->owner, j.at);
    return read_ball_damping(m, v, &j, before, at->link);
}

/* Whether what gravcomp says at the joints that were read is up to their actuators. */
static status read_lifting(mjcf *m, const values *v, uint32_t first)
{
    bool is_lifting = false;
    TRY(values_flag(m, v, A_ACTUATORGRAVCOMP, &is_lifting));
    for (uint32_t i = first; is_lifting && i < m->robot->joints_count; i++)
        *ARENA_PUSH(m->mem, m, lifting) = i;
    return STATUS_OK;
}

static status read_joint(mjcf *m, const body_part *part, uint32_t of, uint32_t number,
                         uint32_t body, chain *at)
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
        j.name = make_name(m->mem, &m->joint_names, arena_printf(m->mem, "%s_joint", body_name));
    if (type == FREE) {
        TRY(check_free(m, &v, of == 1, at->link));
        j.origin = at->body;
        *at = (chain){.link = body, .body = pose_identity()};
        return add_joint(m, j, m->robot->root_link, body, 0);
    }
    m->owner = arena_printf(m->mem, "joint '%s'", text_shown(m->mem, j.name));
    const uint32_t first = m->robot->joints_count;
    TRY((type == BALL ? read_ball : read_single)(m, &v, part, j, number + 1 == of, body, at));
    TRY(read_lifting(m, &v, first));
    m->owner = body_owner;
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
                          chain at)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < parts->parts_count; i++)
        if (is_joint(m, &parts->parts[i]))
            TRY(read_joint(m, &parts->parts[i], count, number++, body, &at));
    if (at.link == body)
        return STATUS_OK;
    const robot_link *l = &m->robot->links[body];
    robot_joint fixed = {.at = l->at, .type = JOINT_FIXED, .origin = at.body};
    fixed.name = make_name(m->mem, &m->joint_names, arena_printf(m->mem, "%s_fixed", l->name));
    return add_joint(m, fixed, at.link, body, 0);
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
        name = make_name(m->mem, &m->link_names, arena_printf(m->mem, "body_%u", m->bodies_count));
    m->owner = arena_printf(m->mem, "body '%s'", text_shown(m->mem, name));
    TRY(pose_read(m, &v, &own));
    TRY(class_find(m, &v.of[A_CHILDCLASS], part->class_index, &class_index));
    uint32_t sites = m->sites_count;
    TRY(flatten(m, part->element, pose_identity(), class_index, &parts));
    uint32_t link = add_link(m, name, e->at);
    TRY(read_extras(m, &v, link));
    place_sites(m, sites, link);
    chain at = {.link = parent, .body = pose_multiply(part->frame, own)};
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
    m->robot->root_link = add_link(m, "world", m->doc.elements[0].at);
    m->robot->root_is_world = true;
    for (uint32_t i = m->doc.elements[0].first; i != ELEMENT_NONE; i = m->doc.elements[i].next)
        if (strcmp(m->doc.elements[i].tag, "worldbody") == 0)
            TRY(read_world(m, i));
    m->owner = NULL;
    return STATUS_OK;
}
