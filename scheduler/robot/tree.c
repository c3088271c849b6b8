/* SPDX-License-Identifier: MIT */
/* Joints are visited depth first in file order. Each link is given a body and its pose in
 * that body's frame: a fixed joint hands its parent's body on, a movable one makes new bodies. */
#include "robot/tree_parts.h"
#include "robot/joint_links.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

/* How a joint with several freedoms is split. */
typedef struct {
    const char *suffix;
    body_kind kind;
    vec3 axis;
} freedom;

tree_options tree_options_default(void)
{
    return (tree_options){.gravity_ms2 = {{0, 0, -9.81}}, .newton_passes = 1};
}

/* --- what belongs to the tree ------------------------------------------------------------ */

static status find_ends(builder *b)
{
    if (b->r->root_is_world && b->options->floating_base && !b->options->root)
        return diag_error(b->d, (place){0},
                          "--base floating: the root of '%s' is the world; --root names the body "
                          "that floats, or the file gives it a free joint",
                          text_shown(b->d->mem, b->r->name));
    b->root = b->r->root_link;
    b->tip = ROBOT_NONE;
    if (b->options->root)
        TRY(tree_option_link(b, "--root", b->options->root, &b->root));
    if (!b->options->tip)
        return STATUS_OK;
    TRY(tree_option_link(b, "--tip", b->options->tip, &b->tip));
    b->on_path = ARENA_ARRAY(b->mem, bool, b->r->links_count);
    uint32_t at = b->tip;
    for (b->on_path[at] = true; at != b->root; b->on_path[at] = true) {
        uint32_t joint = b->r->links[at].parent_joint;
        if (joint == ROBOT_NONE)
            return diag_error(b->d, b->r->links[b->tip].at,
                              "--tip: link '%s' is not below link '%s'",
                              text_shown(b->d->mem, b->r->links[b->tip].name),
                              text_shown(b->d->mem, b->r->links[b->root].name));
        at = b->r->joints[joint].parent_link;
    }
    return STATUS_OK;
}

static void sort_children(builder *b)
{
    const robot *r = b->r;
    b->first_child = ARENA_ARRAY(b->mem, uint32_t, r->links_count + 1);
    b->children = ARENA_ARRAY(b->mem, uint32_t, r->joints_count);
    for (uint32_t i = 0; i < r->joints_count; i++)
        b->first_child[r->joints[i].parent_link + 1]++;
    for (uint32_t i = 0; i < r->links_count; i++)
        b->first_child[i + 1] += b->first_child[i];
    uint32_t *filled = ARENA_ARRAY(b->mem, uint32_t, r->links_count);
    for (uint32_t i = 0; i < r->joints_count; i++) {
        uint32_t parent = r->joints[i].parent_link;
        b->children[b->first_child[parent] + filled[parent]++] = i;
    }
}

/* Nothing below the tip stays, and beside the way to it only what is welded to that. */
static bool joint_is_kept(const builder *b, const robot_joint *j)
{
    if (b->tip == ROBOT_NONE)
        return true;
    return j->parent_link != b->tip && (j->type == JOINT_FIXED || b->on_path[j->child_link]);
}

/* What is welded to the tip is easily taken for a part of it: a hand, a tool, a flange. */
static void note_welded_below_tip(const builder *b)
{
    uint32_t count = 0;
    const char *first = NULL;
    for (uint32_t i = b->first_child[b->tip]; i < b->first_child[b->tip + 1]; i++) {
        const robot_joint *j = &b->r->joints[b->children[i]];
        if (j->type == JOINT_FIXED && count++ == 0)
            first = b->r->links[j->child_link].name;
    }
    if (count)
        diag_note(b->d, b->r->links[b->tip].at,
                  "--tip: %u link%s welded to '%s' left out; '--tip %s' keeps '%s'", count,
                  count == 1 ? "" : "s", text_shown(b->d->mem, b->r->links[b->tip].name),
                  text_shown(b->d->mem, first), text_shown(b->d->mem, first));
}

/* --- bodies ------------------------------------------------------------------------------ */

uint32_t tree_add_body(builder *b, uint32_t joint, tree_body body)
{
    body.name = arena_strdup(b->mem, body.name); /* the tree outlives the robot */
    body.link = body.link ? arena_strdup(b->mem, body.link) : NULL;
    body.at.file = b->file;
    body.ratio = 1;
    body.joint = joint;
    *ARENA_PUSH(b->mem, b->out, bodies) = body;
    return b->out->bodies_count - 1;
}

static void add_coordinate(builder *b, uint32_t body)
{
    tree_body *t = &b->out->bodies[body];
    t->coordinate = b->out->coordinates_count;
    *ARENA_PUSH(b->mem, b->out, coordinates) = (tree_coordinate){
        .name = t->name, .is_angle = t->kind == BODY_REVOLUTE};
}

/* The link rides on `body`. What is fixed to the base never moves, and the base keeps no
 * inertia. */
static void place_link(builder *b, uint32_t link, uint32_t body, pose in_body)
{
    b->places[link] = (link_place){.body = body, .in_body = in_body};
    if (body == 0)
        return;
    tree_body *t = &b->out->bodies[body];
    const inertia own = inertia_move(b->r->links[link].body, in_body);
    t->body = inertia_join(t->body, own);
    if (!b->is_given[link])
        t->constant = inertia_join(t->constant, own);
}

static void add_single(builder *b, uint32_t joint, uint32_t parent, pose origin)
{
    const robot_joint *j = &b->r->joints[joint];
    uint32_t body = tree_add_body(
        b, joint,
        (tree_body){.name = j->name,
                    .link = b->r->links[j->child_link].name,
                    .at = j->at,
                    .kind = j->type == JOINT_PRISMATIC ? BODY_PRISMATIC : BODY_REVOLUTE,
                    .parent = parent,
                    .origin = origin,
                    .hangs_from = &b->places[j->parent_link].in_body,
                    .way = j->origin.position,
                    .axis = j->axis});
    if (j->mimic_joint == ROBOT_NONE) {
        add_coordinate(b, body);
        b->coordinates[joint] = b->out->bodies[body].coordinate;
    }
    if (tree_is_turning(b, joint))
        body = tree_ball_add(b, joint, body);
    place_link(b, j->child_link, body, pose_identity());
}

/* A chain of massless bodies in the joint's frame; the last one carries the link. */
static void add_chain(builder *b, uint32_t joint, uint32_t parent, pose origin,
                      const freedom *freedoms, uint32_t count)
{
    const robot_joint *j = &b->r->joints[joint];
    for (uint32_t i = 0; i < count; i++) {
        parent = tree_add_body(
            b, joint,
            (tree_body){.name = arena_printf(b->mem, "%s.%s", j->name, freedoms[i].suffix),
                        .link = i + 1 < count ? NULL : b->r->links[j->child_link].name,
                        .at = j->at,
                        .kind = freedoms[i].kind,
                        .parent = parent,
                        .origin = i == 0 ? origin : pose_identity(),
                        .hangs_from = i == 0 ? &b->places[j->parent_link].in_body : NULL,
                        .way = i == 0 ? j->origin.position : (vec3){{0, 0, 0}},
                        .axis = freedoms[i].axis});
        add_coordinate(b, parent);
    }
    place_link(b, j->child_link, parent, pose_identity());
}

/* The plane's axes are the x and y that the shortest rotation from z to the normal n makes:
 *   e1 = x - n_x / (1 + n_z) (n + z),   e2 = n x e1.
 * So the axis 0 0 1 gives x and y, 1 0 0 gives -z and y, 0 1 0 gives x and -z, all exactly. The
 * rotation is not unique for n = -z: there it is the half turn about x. */
static void plane_axes(vec3 n, vec3 *e1, vec3 *e2)
{
    double across = n.v[0] * n.v[0] + n.v[1] * n.v[1];
    double k = 0;
    if (n.v[2] >= 0)
        k = n.v[0] / (1 + n.v[2]);
    else if (across > 0) /* the same without the cancellation in 1 + n_z */
        k = n.v[0] * (1 - n.v[2]) / across;
    vec3 raw = vec3_sub((vec3){{1, 0, 0}}, vec3_scale(vec3_add(n, (vec3){{0, 0, 1}}), k));
    raw = vec3_sub(raw, vec3_scale(n, vec3_dot(n, raw)));
    double length = vec3_norm(raw);
    for (int i = 0; i < 3; i++)
        e1->v[i] = raw.v[i] / length;
    *e2 = vec3_cross(n, *e1);
}

static void add_planar(builder *b, uint32_t joint, uint32_t parent, pose origin)
{
    freedom plane[3] = {{.suffix = "x", .kind = BODY_PRISMATIC},
                        {.suffix = "y", .kind = BODY_PRISMATIC},
                        {.suffix = "rz", .kind = BODY_REVOLUTE, .axis = b->r->joints[joint].axis}};
    plane_axes(plane[2].axis, &plane[0].axis, &plane[1].axis);
    add_chain(b, joint, parent, origin, plane, 3);
}

static void add_floating(builder *b, uint32_t joint, uint32_t parent, pose origin)
{
    static const freedom SIX[6] = {
        {"x", BODY_PRISMATIC, {{1, 0, 0}}}, {"y", BODY_PRISMATIC, {{0, 1, 0}}},
        {"z", BODY_PRISMATIC, {{0, 0, 1}}}, {"rx", BODY_REVOLUTE, {{1, 0, 0}}},
        {"ry", BODY_REVOLUTE, {{0, 1, 0}}}, {"rz", BODY_REVOLUTE, {{0, 0, 1}}}};
    const robot_joint *j = &b->r->joints[joint];
    const char *link = b->r->links[j->child_link].name;
    if (parent != 0) { /* relative motion has no free body's inputs */
        diag_note(b->d, j->at,
                  "joint '%s' floats against a body that moves: three slides and three hinges, "
                  "which are singular where %s.ry is a right angle",
                  text_shown(b->d->mem, j->name), text_shown(b->d->mem, j->name));
        add_chain(b, joint, parent, origin, SIX, 6);
        return;
    }
    uint32_t body = tree_add_body(
        b, joint,
        (tree_body){.name = link, .link = link, .at = j->at, .kind = BODY_FREE, .origin = origin});
    place_link(b, j->child_link, body, pose_identity());
}

static void add_joint(builder *b, uint32_t joint)
{
    const robot_joint *j = &b->r->joints[joint];
    link_place parent = b->places[j->parent_link];
    pose origin = pose_multiply(parent.in_body, j->origin);
    switch (j->type) {
    case JOINT_FIXED:
        b->out->merged_links++;
        place_link(b, j->child_link, parent.body, origin);
        break;
    case JOINT_REVOLUTE:
    case JOINT_CONTINUOUS:
    case JOINT_PRISMATIC:
        add_single(b, joint, parent.body, origin);
        break;
    case JOINT_PLANAR:
        add_planar(b, joint, parent.body, origin);
        break;
    case JOINT_FLOATING:
        add_floating(b, joint, parent.body, origin);
        break;
    }
}

static void add_root(builder *b)
{
    const robot_link *root = &b->r->links[b->root];
    bool floats = b->options->floating_base;
    uint32_t body = tree_add_body(b, ROBOT_NONE,
                                  (tree_body){.name = "base",
                                              .link = floats ? NULL : root->name,
                                              .at = root->at,
                                              .origin = pose_identity()});
    if (floats)
        body = tree_add_body(b, ROBOT_NONE,
                             (tree_body){.name = root->name,
                                         .link = root->name,
                                         .at = root->at,
                                         .kind = BODY_FREE,
                                         .origin = pose_identity()});
    place_link(b, b->root, body, pose_identity());
}

static void add_all(builder *b)
{
    add_root(b);
    uint32_t *waiting = ARENA_ARRAY(b->mem, uint32_t,
                                    b->r->joints_count); /* a stack, the next joint on top */
    uint32_t waiting_count = 0;
    uint32_t link = b->root;
    for (;;) {
        for (uint32_t i = b->first_child[link + 1]; i > b->first_child[link]; i--)
            if (joint_is_kept(b, &b->r->joints[b->children[i - 1]]))
                waiting[waiting_count++] = b->children[i - 1];
        if (waiting_count == 0)
            return;
        uint32_t joint = waiting[--waiting_count];
        add_joint(b, joint);
        link = b->r->joints[joint].child_link;
    }
}

/* Without a joint that moves there is no torque to compute. */
static status something_moves(const builder *b)
{
    if (b->out->bodies_count > 1)
        return STATUS_OK;
    const char *what = b->options->root || b->options->tip ? "the chosen part of robot" : "robot";
    return diag_error(b->d, (place){.file = b->file},
                      "%s '%s' has no joint that moves: nothing to compute, unless its root is "
                      "free (--base floating)", what, text_shown(b->d->mem, b->r->name));
}

/* The motion of a free body is given less gravity, so gravity reaches nothing that hangs on one. */
static void note_idle_gravity(const builder *b)
{
    vec3 given = b->options->gravity_ms2, standard = tree_options_default().gravity_ms2;
    bool is_default = vec3_norm(vec3_sub(given, standard)) == 0;
    if (b->options->free_bodies_fall)
        return;
    for (uint32_t i = 1; i < b->out->bodies_count; i++)
        if (b->out->bodies[i].parent == 0 && b->out->bodies[i].kind != BODY_FREE)
            return;
    if (!is_default || b->options->gravity_is_input)
        diag_note(b->d, (place){.file = b->file},
                  "gravity has no effect on a free base: its acceleration is given less gravity");
}

/* --- coordinates and forces -------------------------------------------------------------- */

/* After all bodies, because a follower may come before its master. */
static status share_coordinates(builder *b)
{
    for (uint32_t i = 1; i < b->out->bodies_count; i++) {
        if (b->out->bodies[i].joint == ROBOT_NONE)
            continue;
        const robot_joint *j = &b->r->joints[b->out->bodies[i].joint];
        if (j->mimic_joint == ROBOT_NONE)
            continue;
        uint32_t coordinate = b->coordinates[j->mimic_joint];
        if (coordinate == ROBOT_NONE)
            return diag_error(b->d, j->at,
                              "joint '%s' mimics joint '%s', which the chosen chain leaves out",
                              text_shown(b->d->mem, j->name),
                              text_shown(b->d->mem, b->r->joints[j->mimic_joint].name));
        tree_body *body = &b->out->bodies[i];
        body->coordinate = coordinate;
        body->ratio = j->mimic_ratio;
        body->offset = j->mimic_offset;
    }
    return STATUS_OK;
}

/* --- what acts at joints ------------------------------------------------------------------ */

double tree_friction_width(const robot_joint *j)
{
    if (j->friction_width > 0)
        return j->friction_width;
    return j->type == JOINT_PRISMATIC ? FRICTION_WIDTH_LENGTH : FRICTION_WIDTH_ANGLE;
}

/* Two springs side by side are one. */
static void add_spring(tree_coordinate *c, double stiffness, double rest)
{
    double sum = c->stiffness + stiffness;
    if (c->stiffness == 0)
        c->rest = rest;
    else if (stiffness != 0)
        c->rest = (c->stiffness * c->rest + stiffness * rest) / sum;
    c->stiffness = sum;
}

/* The joint's position is ratio q + offset and its torque counts ratio times at the coordinate. */
static void add_joint_forces(builder *b, const tree_body *body, const robot_joint *j)
{
    tree_coordinate *c = &b->out->coordinates[body->coordinate];
    double ratio = body->ratio, square = ratio * ratio;
    c->armature += square * j->armature;
    c->damping += square * j->damping;
    add_spring(c, square * j->stiffness, ratio != 0 ? (j->rest - body->offset) / ratio : 0);
    c->has_friction = c->has_friction || (j->friction != 0 && ratio != 0);
    if (j->friction != 0 && ratio != 0)
        *ARENA_PUSH(b->mem, b->out, frictions) = (tree_friction){
            body->coordinate, fabs(ratio) * j->friction,
            tree_friction_width(j) / fabs(ratio)};
}

static void set_limits(tree_coordinate *c, const robot_joint *j)
{
    for (int i = 0; i < LIMITS; i++) {
        bool of_position = i == LIMIT_LOWER || i == LIMIT_UPPER;
        c->has_limit[i] = j->has_limit[i] && !(of_position && j->type == JOINT_CONTINUOUS);
        c->limit[i] = c->has_limit[i] ? j->limit[i] : 0;
    }
}

/* After all coordinates are known. Joints with several freedoms have nothing of the kind. */
static void add_properties(builder *b)
{
    for (uint32_t i = 1; i < b->out->bodies_count; i++) {
        const tree_body *body = &b->out->bodies[i];
        const robot_joint *j = body->joint == ROBOT_NONE ? NULL : &b->r->joints[body->joint];
        if (!j || !joint_type_is_single(j->type))
            continue;
        add_joint_forces(b, body, j);
        if (j->mimic_joint != ROBOT_NONE)
            continue;
        tree_coordinate *c = &b->out->coordinates[body->coordinate];
        c->driven = j->driven;
        c->independent = j->independent;
        c->actuated = j->actuated;
        c->start = j->start;
        set_limits(c, j);
    }
}

/* A joint named "a.x" next to a planar joint "a" would make two inputs of one name. */
static status joint_names_differ(const builder *b)
{
    name_list joints = {0};
    for (uint32_t i = 1; i < b->out->bodies_count; i++)
        if (b->out->bodies[i].kind != BODY_FREE)
            name_list_add(b->mem, &joints, b->out->bodies[i].name, i);
    name_list_sort(&joints);
    uint32_t again = name_list_repeated(&joints);
    if (again == NAME_LIST_NONE)
        return STATUS_OK;
    return diag_error(b->d, b->out->bodies[again].at,
                      "'%s' is both a joint and a part of a joint with several freedoms",
                      text_shown(b->d->mem, b->out->bodies[again].name));
}

status tree_build(arena *mem, const robot *r, const tree_options *options, tree *out, diag *d)
{
    *out = (tree){.name = arena_strdup(mem, r->name), .gravity_ms2 = options->gravity_ms2,
                  .gravity_is_input = options->gravity_is_input,
                  .stabilise = options->stabilise,
                  .newton_passes = options->newton_passes,
                  .derive = options->derive,
                  .partition = (partition_wish)options->partition};
    builder b = {.mem = mem,
                 .r = r,
                 .options = options,
                 .out = out,
                 .d = d,
                 .file = arena_strdup(mem, r->file)};
    for (uint32_t i = 0; i < r->links_count; i++)
        name_list_add(mem, &b.links, r->links[i].name, i);
    name_list_sort(&b.links);
    b.places = ARENA_ARRAY(mem, link_place, r->links_count);
    b.coordinates = ARENA_ARRAY(mem, uint32_t, r->joints_count);
    for (uint32_t i = 0; i < r->links_count; i++)
        b.places[i].body = ROBOT_NONE;
    for (uint32_t i = 0; i < r->joints_count; i++)
        b.coordinates[i] = ROBOT_NONE;
    TRY(find_ends(&b));
    TRY(tree_mark_parameters(&b));
    sort_children(&b);
    if (b.tip != ROBOT_NONE)
        note_welded_below_tip(&b);
    add_all(&b);
    TRY(something_moves(&b));
    note_idle_gravity(&b);
    TRY(tree_balls_finish(&b));
    TRY(share_coordinates(&b));
    add_properties(&b);
    tree_tendons_add(&b);
    TRY(joint_names_differ(&b));
    TRY(tree_add_wishes(&b));
    TRY(tree_elements_add(&b, &r->elements));
    if (options->elements)
        TRY(tree_elements_add(&b, options->elements));
    TRY(tree_numbers_add(&b));
    TRY(tree_balls_check(&b));
    TRY(tree_cuts_add(&b, &r->cuts, true));
    return options->cuts ? tree_cuts_add(&b, options->cuts, false) : STATUS_OK;
}
