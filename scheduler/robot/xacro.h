/* xacro, the macro language in which many URDF files are written: its own program expands it. */
#ifndef TAUFLOW_XACRO_H
#define TAUFLOW_XACRO_H

#include "base/text.h"

#include <stdbool.h>

/* Runs `xacro FILE` and puts what it prints into *f, with a name that says so. *is_here is false,
 * and nothing changed, where there is no such program on the PATH or the file is standard input,
 * which the program cannot read again. Fails with what the program says, and when its output is
 * longer than LIMIT_FILE_BYTES. */
status xacro_expand(arena *mem, input_file *f, bool *is_here, diag *d);

#endif
