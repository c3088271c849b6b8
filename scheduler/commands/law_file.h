/* SPDX-License-Identifier: MIT */
/* --law-file: laws that are calls, in a C file of the user's own that is compiled and loaded. */
#ifndef TAUFLOW_LAW_FILE_H
#define TAUFLOW_LAW_FILE_H

#include "apps/motion/law_calls.h"

/* Functions of the tree's calls; the code stays until the program ends. *out is NULL where neither
 * a law is a call nor a file is given. Errors: a call and no file, a file and no call, a file that
 * does not compile, a function that is not in it. */
status law_file_load(arena *mem, const char *path, const tree *t, const law_calls **out, diag *d);

#endif
