/* SPDX-License-Identifier: MIT */
/* Where files lie, seen from the folder of a certificate. */
#ifndef TAUFLOW_FORM_PATHS_H
#define TAUFLOW_FORM_PATHS_H

#include "base/arena.h"

/* X.cert for X and an ending, such as X.tau; NULL: the name does not end so. */
const char *path_of_certificate(arena *mem, const char *path, const char *ending);
/* "." where the path names none. */
const char *path_folder(arena *mem, const char *path);
/* The way from a folder, which may still be missing, to a file that is there: links are followed,
 * so that the folder may be reached by one. An absolute path stays, as does one that cannot be
 * found. */
const char *path_between(arena *mem, const char *folder, const char *file);
/* A path that a certificate tells, from here. */
const char *path_from(arena *mem, const char *folder, const char *path);

#endif
