/* SPDX-License-Identifier: MIT */
/* MJCF, the format of MuJoCo: the subset that arms and legged robots are written in. Bodies become
 * links, each of their joints an elementary joint, with links without mass between the joints of
 * one body; the world is the root link. */
#ifndef TAUFLOW_MJCF_H
#define TAUFLOW_MJCF_H

#include "base/text.h"
#include "robot/robot.h"
#include "robot/urdf.h"

#define MJCF_ROOT "mujoco" /* the outermost element */

/* Called by robot_read_bytes alone, which sets the locale of numbers. Reads the file and those
 * that it includes, whose bytes are added to *from. Numbers, classes of defaults, orientations,
 * inertias of geoms are understood as MuJoCo does. What changes the dynamics and is not understood
 * (fluids, soft bodies, forces of spatial tendons ...) is an error with its place;
 * what is left out gets one note per kind with the count. */
status mjcf_read(arena *mem, input_file *from, const urdf_options *options, robot *out, diag *d);

#endif
