/* SPDX-License-Identifier: MIT */
/* Ball joints, a type of joint that URDF itself does not have: three hinges about the axes of the
 * child link, as those of MJCF become (mjcf_joint.c), with links without mass between. They stand
 * in the place of the ball, and every option takes them as joints of their own. */
#include "base/limits.h"
#include "robot/numbers.h"
#include "robot/urdf_parts.h"

#include <string.h>

static const robot_link *find_link(const reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->robot->links_count; i++)
        if (strcmp(r->robot->links[i].name, name) == 0)
            return &r->robot->links[i];
    return NULL; /* which robot_connect tells */
}

static void add_joint(reader *r, robot *to, const robot_joint *j, const joint_names *n)
{
    *ARENA_PUSH(r->mem, to, joints) = *j;
    *ARENA_PUSH(r->mem, r, named) = *n;
}

/* A moment against the rate at which the child turns in its ball, whatever the angles are. */
static void add_damping(reader *r, const robot_joint *j, const joint_names *n)
{
    const robot_element e = {.name = j->name, .at = j->at, .kind = ELEMENT_TURN,
                             .law = LAW_VISCOUS, .joint = j->name, .of_joint = true,
                             .damping = j->damping, .link = {n->parent, n->child}};
    if (j->damping != 0)
        *ARENA_PUSH(r->mem, &r->robot->elements, list) = e;
}

static status expand(reader *r, robot *to, const robot_joint *ball, const joint_names *n)
{
    static const vec3 ANCHOR = {{0, 0, 0}};
    const robot_link none = {.name = n->child}, *child = find_link(r, n->child);
    robot_joint hinge = {.at = ball->at, .type = ball->type, .origin = ball->origin,
                         .mimic_joint = ROBOT_NONE, .mimic_ratio = 1};
    joint_names names = *n;
    uint32_t order[3];
    names.is_ball = false;
    if (n->mimic)
        return diag_error(r->d, n->mimic_at, "joint '%s' is ball and cannot mimic another",
                          text_shown(r->d->mem, ball->name));
    if (to->joints_count + 3 > LIMIT_JOINTS)
        return diag_error(r->d, ball->at, "more than %d joints", LIMIT_JOINTS);
    ball_order(child ? child : &none, ANCHOR, order);
    for (uint32_t k = 0; k < 3; k++) {
        hinge.name = arena_printf(r->mem, "%s.%c", ball->name, "xyz"[order[k]]);
        hinge.ball_part = k + 1;
        hinge.axis = (vec3){{order[k] == 0, order[k] == 1, order[k] == 2}};
        names.child = k == 2 ? n->child : arena_printf(r->mem, "%s.%s", n->child, hinge.name);
        TRY(name_check(r->mem, "link", names.child, ball->at, r->d));
        if (k < 2)
            *ARENA_PUSH(r->mem, r->robot, links) =
                (robot_link){.name = names.child, .at = ball->at, .parent_joint = ROBOT_NONE};
        add_joint(r, to, &hinge, &names);
        hinge.origin = pose_identity();
        names.parent = names.child;
    }
    foreign_count_at(r, &r->balls, ball->name, ball->at);
    if (ball->friction != 0)
        foreign_count_at(r, &r->dynamics, ball->name, ball->at);
    add_damping(r, ball, n);
    return STATUS_OK;
}

status balls_expand(reader *r)
{
    robot was = *r->robot;
    const joint_names *named = r->named;
    r->robot->joints = NULL;
    r->robot->joints_count = r->robot->joints_capacity = 0;
    r->named = NULL;
    r->named_count = r->named_capacity = 0;
    for (uint32_t i = 0; i < was.joints_count; i++)
        if (named[i].is_ball)
            TRY(expand(r, r->robot, &was.joints[i], &named[i]));
        else
            add_joint(r, r->robot, &was.joints[i], &named[i]);
    return STATUS_OK;
}
