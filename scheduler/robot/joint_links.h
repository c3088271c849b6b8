/* SPDX-License-Identifier: MIT */
/* From names to indices: which link each joint hangs on, which joint a mimic follows, and
 * whether all links form one tree. The second half of urdf_read. */
#ifndef TAUFLOW_JOINT_LINKS_H
#define TAUFLOW_JOINT_LINKS_H

#include "robot/robot.h"

/* What a joint's elements name; mimic is NULL when the joint has its own motion. */
typedef struct {
    const char *parent, *child, *mimic;
    place parent_at, child_at, mimic_at;
    bool is_ball; /* until its three hinges stand in its place */
} joint_names;

/* Fills parent_link, child_link, mimic_joint of all joints, parent_joint of all links and
 * root_link. named[i] belongs to r->joints[i], whose mimic_ratio and mimic_offset are those of
 * the file; a mimic of a mimic is composed, so that mimic_joint is always a joint with its own
 * motion. A mimic of a joint that is not there is an error; lenient: a note, and it moves on its
 * own. */
status robot_connect(arena *mem, robot *r, const joint_names *named, place robot_at, bool lenient,
                     diag *d);

/* The order of a ball's hinges about the axes x, y, z of a body: in this one, but the axis that
 * points most from the anchor to the centre of mass comes last. About it a rod spins, which moves
 * nothing that is held at its other end. */
void ball_order(const robot_link *body, vec3 anchor, uint32_t order[3]);

const char *joint_type_name(joint_type type);
/* One axis, one coordinate: revolute, continuous or prismatic. */
bool joint_type_is_single(joint_type type);

#endif
