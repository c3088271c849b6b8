/* SPDX-License-Identifier: MIT */
/* TAP lines for tests whose list is only known when they run: one a robot file. */
#ifndef TAUFLOW_OUTSIDE_TAP_H
#define TAUFLOW_OUTSIDE_TAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t done, passed, failed;
} tap;

__attribute__((format(printf, 3, 4))) void tap_check(tap *t, bool good, const char *format, ...);
__attribute__((format(printf, 3, 4))) void tap_skip(tap *t, const char *reason, const char *format,
                                                    ...);
/* Prints the plan; the exit code of main. Nothing passed is a failure. */
int tap_end(const tap *t);

typedef struct {
    const char **path;
    uint32_t path_count, path_capacity;
} robot_files;

/* robots/, the robots of these tests and, where that folder exists, ../shared/robots/, each sorted;
 * if it does not, one skip says so. */
robot_files robot_files_find(arena *mem, tap *t);

#endif
