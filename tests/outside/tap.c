/* SPDX-License-Identifier: MIT */
#include "tap.h"

#include <glob.h>
#include <stdarg.h>
#include <stdio.h>

#define OWN_ROBOTS "robots/*.urdf"
#define TEST_ROBOTS "tests/outside/*.urdf"
#define SHARED_ROBOTS "../shared/robots/*.urdf"

void tap_check(tap *t, bool good, const char *format, ...)
{
    t->done++;
    *(good ? &t->passed : &t->failed) += 1;
    va_list values;
    va_start(values, format);
    printf("%sok %u - ", good ? "" : "not ", (unsigned)t->done);
    vprintf(format, values);
    puts("");
    va_end(values);
}

void tap_skip(tap *t, const char *reason, const char *format, ...)
{
    t->done++;
    va_list values;
    va_start(values, format);
    printf("ok %u - ", (unsigned)t->done);
    vprintf(format, values);
    printf(" # skip %s\n", reason);
    va_end(values);
}

int tap_end(const tap *t)
{
    printf("1..%u\n", (unsigned)t->done);
    return t->failed == 0 && t->passed > 0 ? 0 : 1;
}

static void add_files(arena *mem, robot_files *files, const char *pattern)
{
    glob_t found;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            *ARENA_PUSH(mem, files, path) = arena_strdup(mem, found.gl_pathv[i]);
        globfree(&found);
    }
}

robot_files robot_files_find(arena *mem, tap *t)
{
    robot_files files = {0};
    add_files(mem, &files, OWN_ROBOTS);
    tap_check(t, files.path_count > 0, "%u files in %s", (unsigned)files.path_count, OWN_ROBOTS);
    add_files(mem, &files, TEST_ROBOTS);
    uint32_t own = files.path_count;
    add_files(mem, &files, SHARED_ROBOTS);
    if (files.path_count == own)
        tap_skip(t, "the folder is not here", "published robots in %s", SHARED_ROBOTS);
    return files;
}
