/* SPDX-License-Identifier: MIT */
/* xacro, the macro language in which many URDF files are written: its own program expands it. That
 * program evaluates Python which the file brings along, so it runs on the user's word alone. */
#ifndef TAUFLOW_XACRO_H
#define TAUFLOW_XACRO_H

#include "base/text.h"

/* Runs `xacro FILE` and puts what it prints into *f, with a name that says so. Fails where there is
 * no such program on the PATH, where the file came by a pipe, which the program cannot read again,
 * with what the program says, and when its output is longer than LIMIT_FILE_BYTES. */
status xacro_expand(arena *mem, input_file *f, diag *d);

#endif
