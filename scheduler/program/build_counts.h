/* SPDX-License-Identifier: MIT */
/* How many words a store holds when a reception or a read may be: machine/counts.h. */
#ifndef TAUFLOW_BUILD_COUNTS_H
#define TAUFLOW_BUILD_COUNTS_H

#include "program/program.h"

/* Gives all receptions and reads of the program their `most` and `above`. Where the first pass of a
 * loop of receptions needs other numbers than later ones, it becomes part of the beginning, as far
 * as it does.
 * Fails where a word never comes or is never released. */
status program_count(arena *mem, program *prog, diag *d);

#endif
