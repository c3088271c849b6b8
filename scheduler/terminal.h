/* SPDX-License-Identifier: MIT */
/* The person in front of the program: what is printed, and how searches are watched and stopped.
 * Part of main, not of the compiler. */
#ifndef TAUFLOW_TERMINAL_H
#define TAUFLOW_TERMINAL_H

#include "base/progress.h"
#include "base/text.h"

/* From now on `life` can be stopped by Ctrl-C, and is shown where a person sees it, or told line by
 * line to the program that opened a descriptor for it (TAUFLOW_PROGRESS=NUMBER). */
void terminal_watch(progress *life);

/* Prints what was found; after wrong input only the error, which is then the one line. A command
 * that fails for another reason may have found something worth printing. Returns the exit code. */
int terminal_finish(status result, const text *out, diag *d);

#endif
