/* SPDX-License-Identifier: MIT */
#include "robot/joint_links.h"
#include "robot/name_list.h"
#include "robot/numbers.h"

#include <math.h>

const char *joint_type_name(joint_type type)
{
    static const char *const NAMES[] = {"fixed",     "revolute", "continuous",
                                        "prismatic", "planar",   "floating"};
    return NAMES[type];
}

bool joint_type_is_single(joint_type type)
{
    return type == JOINT_REVOLUTE || type == JOINT_CONTINUOUS || type == JOINT_PRISMATIC;
}

void ball_order(const robot_link *body, vec3 anchor, uint32_t order[3])
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

static status declared_twice(const char *kind, const char *name, place at, place first, diag *d)
{
    return diag_error(d, at, "%s '%s' is declared twice; first in line %u", kind,
                      text_shown(d->mem, name), first.line);
}

static status links_differ(const robot *r, const name_list *links, diag *d)
{
    uint32_t again = name_list_repeated(links);
    if (again == NAME_LIST_NONE)
        return STATUS_OK;
    const robot_link *l = &r->links[again];
    return declared_twice("link", l->name, l->at, r->links[name_list_find(links, l->name)].at, d);
}

static status joints_differ(const robot *r, const name_list *joints, diag *d)
{
    uint32_t again = name_list_repeated(joints);
    if (again == NAME_LIST_NONE)
        return STATUS_OK;
    const robot_joint *j = &r->joints[again];
    return declared_twice("joint", j->name, j->at, r->joints[name_list_find(joints, j->name)].at,
                          d);
}

static status link_find(const name_list *links, const robot_joint *j, const char *role,
                        const char *name, place at, uint32_t *found, diag *d)
{
    *found = name_list_find(links, name);
    if (*found == NAME_LIST_NONE)
        return diag_error(d, at, "joint '%s': its %s link '%s' does not exist",
                          text_shown(d->mem, j->name), role, text_shown(d->mem, name));
    return STATUS_OK;
}

static status joints_hang(robot *r, const joint_names *named, const name_list *links, diag *d)
{
    for (uint32_t i = 0; i < r->joints_count; i++) {
        robot_joint *j = &r->joints[i];
        TRY(link_find(links, j, "parent", named[i].parent, named[i].parent_at, &j->parent_link, d));
        TRY(link_find(links, j, "child", named[i].child, named[i].child_at, &j->child_link, d));
        robot_link *child = &r->links[j->child_link];
        if (j->parent_link == j->child_link)
            return diag_error(d, j->at, "joint '%s' joins link '%s' to itself",
                              text_shown(d->mem, j->name), text_shown(d->mem, child->name));
        if (child->parent_joint != ROBOT_NONE)
            return diag_error(d, named[i].child_at,
                              "link '%s' is the child of two joints, '%s' and '%s' (--cut auto "
                              "cuts loops open)",
                              text_shown(d->mem, child->name),
                              text_shown(d->mem, r->joints[child->parent_joint].name),
                              text_shown(d->mem, j->name));
        child->parent_joint = i;
    }
    return STATUS_OK;
}

static uint32_t link_parent(const robot *r, uint32_t link)
{
    uint32_t joint = r->links[link].parent_joint;
    return joint == ROBOT_NONE ? ROBOT_NONE : r->joints[joint].parent_link;
}

/* Walks from every link towards the root; meeting a link of the same walk again is a loop. */
static status links_have_no_loop(arena *mem, const robot *r, diag *d)
{
    uint32_t *walk_of = ARENA_ARRAY(mem, uint32_t, r->links_count); /* 0: not visited */
    for (uint32_t start = 0; start < r->links_count; start++) {
        uint32_t at = start;
        while (at != ROBOT_NONE && walk_of[at] == 0) {
            walk_of[at] = start + 1;
            at = link_parent(r, at);
        }
        if (at == ROBOT_NONE || walk_of[at] != start + 1)
            continue;
        uint32_t closing =
            r->links[at].parent_joint; /* the loop's joint that comes last in the file */
        for (uint32_t l = link_parent(r, at); l != at; l = link_parent(r, l))
            if (r->links[l].parent_joint > closing)
                closing = r->links[l].parent_joint;
        const robot_joint *j = &r->joints[closing];
        return diag_error(d, j->at, "joint '%s' closes a loop: link '%s' is below itself (--cut "
                                    "auto cuts loops open)",
                          text_shown(d->mem, j->name),
                          text_shown(d->mem, r->links[j->child_link].name));
    }
    return STATUS_OK;
}

static status root_find(arena *mem, robot *r, diag *d)
{
    bool *has_child = ARENA_ARRAY(mem, bool, r->links_count);
    for (uint32_t i = 0; i < r->joints_count; i++)
        has_child[r->joints[i].parent_link] = true;
    r->root_link = ROBOT_NONE;
    for (uint32_t i = 0; i < r->links_count; i++) {
        if (r->links[i].parent_joint != ROBOT_NONE)
            continue;
        if (r->links_count > 1 && !has_child[i])
            return diag_error(d, r->links[i].at, "link '%s' is not connected to any other link",
                              text_shown(d->mem, r->links[i].name));
        if (r->root_link != ROBOT_NONE)
            return diag_error(d, r->links[i].at,
                              "two roots: neither link '%s' nor link '%s' is the child of a joint",
                              text_shown(d->mem, r->links[r->root_link].name),
                              text_shown(d->mem, r->links[i].name));
        r->root_link = i;
    }
    return STATUS_OK;
}

static void mimic_drop(robot_joint *j)
{
    j->mimic_joint = ROBOT_NONE;
    j->mimic_ratio = 1;
    j->mimic_offset = 0;
}

static status mimics_find(robot *r, const joint_names *named, const name_list *joints,
                          bool lenient, diag *d)
{
    for (uint32_t i = 0; i < r->joints_count; i++) {
        robot_joint *j = &r->joints[i];
        if (!named[i].mimic)
            continue;
        const char *shown = text_shown(d->mem, j->name),
                   *master_shown = text_shown(d->mem, named[i].mimic);
        if (j->type == JOINT_FIXED) { /* files do have this, where somebody fixed a finger */
            diag_warn(d, named[i].mimic_at, "joint '%s' is fixed: its <mimic> is ignored", shown);
            mimic_drop(j);
            continue;
        }
        if (!joint_type_is_single(j->type))
            return diag_error(d, named[i].mimic_at, "joint '%s' is %s and cannot mimic another",
                              shown, joint_type_name(j->type));
        j->mimic_joint = name_list_find(joints, named[i].mimic);
        if (j->mimic_joint == NAME_LIST_NONE && !lenient)
            return diag_error(d, named[i].mimic_at,
                              "joint '%s' mimics joint '%s', which does not exist (--lenient lets "
                              "it move on its own)",
                              shown, master_shown);
        if (j->mimic_joint == NAME_LIST_NONE) {
            diag_note(d, named[i].mimic_at,
                      "joint '%s' mimics joint '%s', which does not exist: it moves on its own",
                      shown, master_shown);
            mimic_drop(j);
            continue;
        }
        if (j->mimic_joint == i)
            return diag_error(d, named[i].mimic_at, "joint '%s' mimics itself", shown);
        joint_type master = r->joints[j->mimic_joint].type;
        if (!joint_type_is_single(master))
            return diag_error(d, named[i].mimic_at, "joint '%s' mimics joint '%s', which is %s",
                              shown, master_shown, joint_type_name(master));
    }
    return STATUS_OK;
}

/* Replaces masters that are mimics themselves by what they follow: with q1 = a q2 + b and
 * q2 = c q3 + e, q1 = (a c) q3 + (a e + b). Each chain is walked once: the joints on it wait on a
 * stack until their master is resolved. */
static status mimics_compose(arena *mem, robot *r, const joint_names *named, diag *d)
{
    enum { UNSEEN, WAITING, RESOLVED };
    unsigned char *state = ARENA_ARRAY(mem, unsigned char, r->joints_count);
    uint32_t *stack = ARENA_ARRAY(mem, uint32_t, r->joints_count);
    for (uint32_t start = 0; start < r->joints_count; start++) {
        uint32_t depth = 0, at = start;
        while (r->joints[at].mimic_joint != ROBOT_NONE && state[at] == UNSEEN) {
            state[at] = WAITING;
            stack[depth++] = at;
            at = r->joints[at].mimic_joint;
        }
        if (state[at] == WAITING)
            return diag_error(
                d, named[start].mimic_at, "joint '%s' mimics joint '%s', and so on in a circle",
                text_shown(d->mem, r->joints[start].name), text_shown(d->mem, named[start].mimic));
        while (depth > 0) {
            uint32_t i = stack[--depth];
            robot_joint *j = &r->joints[i];
            const robot_joint *master = &r->joints[j->mimic_joint];
            if (master->mimic_joint != ROBOT_NONE) {
                j->mimic_offset += j->mimic_ratio * master->mimic_offset;
                j->mimic_ratio *= master->mimic_ratio;
                j->mimic_joint = master->mimic_joint;
            }
            if (!(fabs(j->mimic_ratio) <= NUMBERS_LARGEST &&
                  fabs(j->mimic_offset) <= NUMBERS_LARGEST))
                return diag_error(d, named[i].mimic_at,
                                  "joint '%s': the ratios of its mimic chain multiply beyond %g",
                                  text_shown(d->mem, j->name), NUMBERS_LARGEST);
            state[i] = RESOLVED;
        }
    }
    return STATUS_OK;
}

status robot_connect(arena *mem, robot *r, const joint_names *named, place robot_at, bool lenient,
                     diag *d)
{
    if (r->links_count == 0)
        return diag_error(d, robot_at, "robot '%s' has no links", text_shown(d->mem, r->name));
    name_list links = {0}, joints = {0};
    for (uint32_t i = 0; i < r->links_count; i++)
        name_list_add(mem, &links, r->links[i].name, i);
    for (uint32_t i = 0; i < r->joints_count; i++)
        name_list_add(mem, &joints, r->joints[i].name, i);
    name_list_sort(&links);
    name_list_sort(&joints);
    TRY(links_differ(r, &links, d));
    TRY(joints_differ(r, &joints, d));
    TRY(joints_hang(r, named, &links, d));
    TRY(links_have_no_loop(mem, r, d));
    TRY(root_find(mem, r, d));
    TRY(mimics_find(r, named, &joints, lenient, d));
    return mimics_compose(mem, r, named, d);
}
