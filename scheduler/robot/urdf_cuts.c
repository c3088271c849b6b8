/* SPDX-License-Identifier: MIT */
/* --cut auto: joints that close loops are cut open. Of a graph of links and joints a tree is left:
 * links are placed one after another, each on one of the joints whose parents have been placed; its
 * other joints are cut. A link waits until all its parents have been placed; where none is left to
 * take, joints that lead back to what hangs below them are cut. Which joint is kept:
 *
 *   one that follows another or is followed, which cannot be cut
 *   one with forces of its own, which a cut has not
 *   the one with the fewest coordinates: those of the others disappear, of a ball three
 *   the one that leaves the longest of the branches shortest, in coordinates
 *   the first of the file */
#include "robot/cuts_read.h"
#include "robot/name_list.h"
#include "robot/numbers.h"
#include "robot/urdf_parts.h"

#include <math.h>
#include <string.h>

typedef struct {
    reader *r;
    uint32_t *parent, *child;   /* per joint: links, or NAME_LIST_NONE */
    uint32_t *first, *incoming; /* per link its joints: incoming[first[l]] .. [first[l + 1] - 1] */
    uint32_t *depth;            /* per link that has been placed: coordinates from the root */
    uint32_t *carrier;          /* per link: the joint that it hangs on; ROBOT_NONE: none */
    bool *is_placed;
    bool *is_bound, *is_cut;    /* per joint */
} opener;

static uint32_t freedoms_of(const opener *o, uint32_t joint)
{
    static const uint32_t COUNT[] = {[JOINT_FIXED] = 0,     [JOINT_REVOLUTE] = 1,
                                     [JOINT_CONTINUOUS] = 1, [JOINT_PRISMATIC] = 1,
                                     [JOINT_PLANAR] = 3,    [JOINT_FLOATING] = 6};
    return o->r->named[joint].is_ball ? 3 : COUNT[o->r->robot->joints[joint].type];
}

static bool has_forces(const opener *o, uint32_t joint)
{
    const robot_joint *j = &o->r->robot->joints[joint];
    bool has = j->damping != 0 || j->friction != 0;
    for (uint32_t i = 0; i < o->r->gears_count; i++)
        has = has || (o->r->gears[i].joint && strcmp(o->r->gears[i].joint, j->name) == 0);
    return has;
}

/* ---- the graph ------------------------------------------------------------------------------- */

static void find_graph(opener *o)
{
    const robot *r = o->r->robot;
    arena *mem = o->r->mem;
    name_list links = {0}, joints = {0};
    for (uint32_t i = 0; i < r->links_count; i++)
        name_list_add(mem, &links, r->links[i].name, i);
    for (uint32_t i = 0; i < r->joints_count; i++)
        name_list_add(mem, &joints, r->joints[i].name, i);
    name_list_sort(&links);
    name_list_sort(&joints);
    for (uint32_t i = 0; i < r->joints_count; i++) {
        const joint_names *n = &o->r->named[i];
        const uint32_t master = n->mimic ? name_list_find(&joints, n->mimic) : NAME_LIST_NONE;
        o->parent[i] = name_list_find(&links, n->parent);
        o->child[i] = name_list_find(&links, n->child);
        o->is_bound[i] = o->is_bound[i] || n->mimic;
        if (master != NAME_LIST_NONE)
            o->is_bound[master] = true;
        if (o->child[i] != NAME_LIST_NONE)
            o->first[o->child[i] + 1]++;
    }
    for (uint32_t i = 0; i < r->links_count; i++)
        o->first[i + 1] += o->first[i];
    uint32_t *at = ARENA_ARRAY(mem, uint32_t, r->links_count + 1);
    memcpy(at, o->first, r->links_count * sizeof *at);
    for (uint32_t i = 0; i < r->joints_count; i++)
        if (o->child[i] != NAME_LIST_NONE)
            o->incoming[at[o->child[i]]++] = i;
}

static bool parent_is_placed(const opener *o, uint32_t joint)
{
    return o->parent[joint] != NAME_LIST_NONE && o->is_placed[o->parent[joint]];
}

/* ---- one link -------------------------------------------------------------------------------- */

/* The longest branch that ends in a link if it hangs on one of its joints. */
static uint32_t longest_branch(const opener *o, uint32_t link, uint32_t kept)
{
    uint32_t longest = o->depth[o->parent[kept]] + freedoms_of(o, kept);
    for (uint32_t k = o->first[link]; k < o->first[link + 1]; k++) {
        const uint32_t other = o->incoming[k];
        if (other != kept && parent_is_placed(o, other) && o->depth[o->parent[other]] > longest)
            longest = o->depth[o->parent[other]];
    }
    return longest;
}

/* Whether a link hangs on joint a rather than on b, which comes first in the file. */
static bool is_kept_rather(const opener *o, uint32_t link, uint32_t a, uint32_t b)
{
    const uint32_t of_a[] = {o->is_bound[b], has_forces(o, b), freedoms_of(o, a),
                             longest_branch(o, link, a)},
                   of_b[] = {o->is_bound[a], has_forces(o, a), freedoms_of(o, b),
                             longest_branch(o, link, b)};
    for (uint32_t k = 0; k < sizeof of_a / sizeof *of_a; k++)
        if (of_a[k] != of_b[k])
            return of_a[k] < of_b[k];
    return false;
}

static void place_link(opener *o, uint32_t link)
{
    uint32_t kept = ROBOT_NONE;
    for (uint32_t k = o->first[link]; k < o->first[link + 1]; k++) {
        const uint32_t joint = o->incoming[k];
        if (parent_is_placed(o, joint) &&
            (kept == ROBOT_NONE || is_kept_rather(o, link, joint, kept)))
            kept = joint;
    }
    for (uint32_t k = o->first[link]; k < o->first[link + 1]; k++)
        o->is_cut[o->incoming[k]] = o->incoming[k] != kept;
    o->carrier[link] = kept;
    o->depth[link] = kept == ROBOT_NONE ? 0 : o->depth[o->parent[kept]] + freedoms_of(o, kept);
    o->is_placed[link] = true;
}

/* ---- their order ----------------------------------------------------------------------------- */

/* Links that no joint carries; where there are none, the first one of the file. */
static void place_roots(opener *o)
{
    const uint32_t count = o->r->robot->links_count;
    bool any = false;
    for (uint32_t l = 0; l < count; l++)
        if (o->first[l] == o->first[l + 1]) {
            place_link(o, l);
            any = true;
        }
    if (!any && count)
        place_link(o, 0);
}

/* The next link: one whose parents have all been placed, or else the one whose joints that have to
 * be cut have the most coordinates. */
static uint32_t next_link(const opener *o)
{
    uint32_t best = ROBOT_NONE, most = 0;
    for (uint32_t l = 0; l < o->r->robot->links_count; l++) {
        uint32_t placed = 0, waiting = 0, freedoms = 0;
        for (uint32_t k = o->first[l]; k < o->first[l + 1]; k++) {
            const bool is = parent_is_placed(o, o->incoming[k]);
            placed += is;
            waiting += !is;
            freedoms += is ? 0 : freedoms_of(o, o->incoming[k]);
        }
        if (o->is_placed[l] || !placed)
            continue;
        if (!waiting)
            return l;
        if (best == ROBOT_NONE || freedoms > most) {
            best = l;
            most = freedoms;
        }
    }
    return best;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

/* Rows that a joint of that type leaves free where its axis is z. */
static unsigned freed_rows(joint_type type)
{
    switch (type) {
    case JOINT_REVOLUTE:
    case JOINT_CONTINUOUS: return 1u << CUT_RZ;
    case JOINT_PRISMATIC: return 1u << CUT_Z;
    case JOINT_PLANAR: return 1u << CUT_X | 1u << CUT_Y | 1u << CUT_RZ;
    case JOINT_FIXED:
    case JOINT_FLOATING: break;
    }
    return 0;
}

/* The shortest turn that takes z to a unit vector. */
static mat3 turn_to(vec3 n)
{
    const double across = hypot(n.v[0], n.v[1]);
    const vec3 about = {{across > 0 ? -n.v[1] / across : 1, across > 0 ? n.v[0] / across : 0, 0}};
    return mat3_rotation(about, angle_snap(atan2(across, n.v[2]), 1e-15));
}

static robot_cut cut_of(const opener *o, uint32_t joint)
{
    const robot_joint *j = &o->r->robot->joints[joint];
    const joint_names *n = &o->r->named[joint];
    robot_cut c = {.name = j->name, .at = j->at, .kind = n->is_ball ? CUT_BALL : CUT_BODY,
                   .link = {n->parent, n->child}, .frame = {j->origin, pose_identity()}};
    if (n->is_ball) {
        c.frame[0].rotation = mat3_identity();
        return c;
    }
    c.dropped = freed_rows(j->type);
    c.axes = c.dropped ? CUT_AXES_A : CUT_AXES_REFERENCE;
    if (c.dropped)
        c.frame[1].rotation = turn_to(j->axis);
    c.frame[0] = pose_multiply(j->origin, c.frame[1]);
    return c;
}

/* Coordinates of the branches that end at a cut, from the link that carries both. */
static void find_branches(const opener *o, uint32_t joint, uint32_t length[2])
{
    uint32_t at[2] = {o->parent[joint], o->child[joint]};
    bool *is_above = ARENA_ARRAY(o->r->mem, bool, o->r->robot->links_count);
    for (uint32_t l = at[0]; !is_above[l]; l = o->parent[o->carrier[l]]) {
        is_above[l] = true;
        if (o->carrier[l] == ROBOT_NONE)
            break;
    }
    while (!is_above[at[1]] && o->carrier[at[1]] != ROBOT_NONE)
        at[1] = o->parent[o->carrier[at[1]]];
    for (uint32_t end = 0; end < 2; end++)
        length[end] = o->depth[end ? o->child[joint] : o->parent[joint]] - o->depth[at[1]];
}

static status cut_joint(opener *o, uint32_t joint)
{
    reader *r = o->r;
    const robot_joint *j = &r->robot->joints[joint];
    const uint32_t freedoms = freedoms_of(o, joint);
    const char *shown = text_shown(r->d->mem, j->name);
    uint32_t length[2];
    if (o->is_bound[joint])
        return diag_error(r->d, j->at,
                          "joint '%s' closes a loop and follows another joint, or is followed: "
                          "--cut auto cannot cut it", shown);
    if (!o->is_placed[o->parent[joint]])
        return STATUS_OK; /* robot_connect tells that it hangs on nothing */
    find_branches(o, joint, length);
    if (j->type == JOINT_FLOATING) {
        diag_note(r->d, j->at, "joint '%s' closes a loop, but holds nothing: it is left out",
                  shown);
        return STATUS_OK;
    }
    robot_cut c = cut_of(o, joint);
    c.why = arena_printf(r->mem, "%u coordinate%s disappear%s, branches have %u and %u", freedoms,
                         freedoms == 1 ? "" : "s", freedoms == 1 ? "s" : "", length[0], length[1]);
    diag_note(r->d, j->at, "joint '%s' closes a loop and is cut open: %s%s", shown, c.why,
              has_forces(o, joint) ? "; its damping and friction are left out" : "");
    return cut_add(r->mem, &c, &r->robot->cuts, r->d);
}

static void drop_joints(const opener *o)
{
    robot *r = o->r->robot;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->joints_count; i++)
        if (!o->is_cut[i]) {
            r->joints[kept] = r->joints[i];
            o->r->named[kept++] = o->r->named[i];
        }
    r->joints_count = o->r->named_count = kept;
}

status loops_cut_open(reader *r)
{
    const uint32_t links = r->robot->links_count, joints = r->robot->joints_count;
    opener o = {.r = r};
    uint32_t **const of_links[] = {&o.first, &o.depth, &o.carrier},
             **const of_joints[] = {&o.parent, &o.child, &o.incoming};
    for (uint32_t k = 0; k < 3; k++) {
        *of_links[k] = ARENA_ARRAY(r->mem, uint32_t, links + 2);
        *of_joints[k] = ARENA_ARRAY(r->mem, uint32_t, joints + 1);
    }
    o.is_placed = ARENA_ARRAY(r->mem, bool, links + 1);
    o.is_bound = ARENA_ARRAY(r->mem, bool, joints + 1);
    o.is_cut = ARENA_ARRAY(r->mem, bool, joints + 1);
    find_graph(&o);
    place_roots(&o);
    for (uint32_t l; (l = next_link(&o)) != ROBOT_NONE;)
        place_link(&o, l);
    for (uint32_t i = 0; i < joints; i++)
        if (o.is_cut[i] && o.parent[i] != NAME_LIST_NONE)
            TRY(cut_joint(&o, i));
    drop_joints(&o);
    return STATUS_OK;
}
