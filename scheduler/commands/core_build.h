/* SPDX-License-Identifier: MIT */
/* Verilated cores on demand: found where they were built before, otherwise built, once. */
#ifndef TAUFLOW_CORE_BUILD_H
#define TAUFLOW_CORE_BUILD_H

#include "program/program.h"

/* Whether core_ready can be asked: the core is there, or the tools are. `why` (in mem) tells
 * what is missing otherwise. folder: NULL for the usual places. */
bool core_at_hand(arena *mem, const char *folder, const tauflow_shape *core, bool trace,
                  const char **why);

/* *where: the folder in which NAME/core.so lies, made new when it is missing or older than the RTL
 * it comes from. Building shows its progress on a terminal and tells one line elsewhere; two
 * processes that want the same core build it once. A core that another user could have put there is
 * an error. */
status core_ready(arena *mem, const char *folder, const tauflow_shape *core, bool trace,
                  const char **where, diag *d);

/* The same of the core that an image asks for, which is told; of a circuit from the Verilog beside
 * its image, NAME.tau: NAME_core.v, NAME.v, which must be the image's own (circuit_text.h). */
status core_ready_image(arena *mem, const char *path, tauflow_shape *shape, const char **where,
                        diag *d);

#endif
