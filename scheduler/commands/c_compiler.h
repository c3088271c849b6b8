/* SPDX-License-Identifier: MIT */
/* The C compiler of this computer, $CC or cc, for what commands compile: FMUs and laws. */
#ifndef TAUFLOW_C_COMPILER_H
#define TAUFLOW_C_COMPILER_H

#include "base/diag.h"

/* A folder of its own under $TMPDIR or /tmp, to be removed by whoever made it; `of` is for its name
 * and for messages. */
status c_folder_make(arena *mem, const char *of, const char **folder, diag *d);

/* Makes a shared object of C files, count of them, by a compiler that runs in the folder: like
 * `tauflow simulate` computes, products and sums are not joined. *why: NULL when it was made,
 * otherwise the reason in words. */
status c_compile(arena *mem, const char *folder, const char *made, const char *const *files,
                 uint32_t count, const char **why, diag *d);

#endif
