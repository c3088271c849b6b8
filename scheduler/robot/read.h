/* SPDX-License-Identifier: MIT */
/* A robot description, whatever its format: URDF and MJCF are told apart by the outermost element,
 * not by the file's name. No program is started, but for xacro's where the options ask for it. */
#ifndef TAUFLOW_READ_H
#define TAUFLOW_READ_H

#include "robot/urdf.h"

/* Reads and checks a robot; see urdf.h and mjcf.h for what is refused and what is told. `path` "-"
 * is standard input. */
status robot_read(arena *mem, const char *path, const urdf_options *options, robot *out, diag *d);

/* The same of a file that was read already. Files that it includes are looked for beside it. On
 * return *from has all that the robot was made of: what xacro made of the file, and included files
 * after it. */
status robot_read_bytes(arena *mem, input_file *from, const urdf_options *options, robot *out,
                        diag *d);

#endif
