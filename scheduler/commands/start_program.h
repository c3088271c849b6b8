/* SPDX-License-Identifier: MIT */
/* Another program, started and waited for. Only commands that are documented to start one do. */
#ifndef TAUFLOW_START_PROGRAM_H
#define TAUFLOW_START_PROGRAM_H

#include "base/diag.h"

/* word: the program, looked for on the PATH, and its arguments, NULL at the end. It runs in the
 * folder. *why: NULL when it did what it was to do, otherwise the reason in words, out of what it
 * says. Fails where no program can be started at all. */
status start_program(arena *mem, const char **word, const char *folder, const char **why, diag *d);

#endif
