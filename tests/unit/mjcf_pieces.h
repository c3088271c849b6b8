/* SPDX-License-Identifier: MIT */
/* Pieces of MJCF that the tests of its reader are put together from. */
#ifndef TAUFLOW_TEST_MJCF_PIECES_H
#define TAUFLOW_TEST_MJCF_PIECES_H

#include "unit/robot_text.h"

#include <sys/stat.h>

#define MUJOCO(inside) "<mujoco model='m'><worldbody>\n" inside "</worldbody></mujoco>\n"
#define BODY(name, attributes, inside) \
    "<body name='" name "' " attributes ">\n" inside "</body>\n"
#define JOINT(name, attributes) "<joint name='" name "' " attributes "/>\n"
#define INERTIAL "<inertial mass='2' pos='0 0 0' diaginertia='1 1 1'/>\n"
/* A body 'a' with the joint 'j', and something else in the file. */
#define BESIDE(other) \
    "<mujoco>\n" other "<worldbody>" BODY("a", "", JOINT("j", "") JOINT("k", "")) \
    "</worldbody></mujoco>\n"

static inline const robot_joint *joint_named(const bench *b, const char *name)
{
    for (uint32_t i = 0; i < b->r.joints_count; i++)
        if (strcmp(b->r.joints[i].name, name) == 0)
            return &b->r.joints[i];
    fail_msg("no joint %s", name);
    return NULL;
}

static inline const robot_link *link_named(const bench *b, const char *name)
{
    for (uint32_t i = 0; i < b->r.links_count; i++)
        if (strcmp(b->r.links[i].name, name) == 0)
            return &b->r.links[i];
    fail_msg("no link %s", name);
    return NULL;
}

#endif
