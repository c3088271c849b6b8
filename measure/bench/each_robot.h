/* SPDX-License-Identifier: MIT */
/* A program that measures robot after robot, each in a process of its own: memory, shared objects
 * and a crash of one do not reach the next. */
#ifndef TAUFLOW_BENCH_EACH_ROBOT_H
#define TAUFLOW_BENCH_EACH_ROBOT_H

#include "base/diag.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Measures the robot of a file and prints its figures; `settings` are the program's arguments
 * before the robots. */
typedef status (*robot_measure)(arena *mem, char **settings, const char *robot, diag *d);

static inline int measure_apart(robot_measure measure, char **settings, const char *robot)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        status s = measure(&mem, settings, robot, &d);
        if (s != STATUS_OK)
            fprintf(stderr, "%s: %s\n", robot, d.error.text);
        fflush(stdout);
        _exit(s == STATUS_OK ? 0 : 1);
    }
    int code = 1;
    if (child < 0 || waitpid(child, &code, 0) < 0 || code != 0) {
        fprintf(stderr, "%s: no figures, wait status %d\n", robot, code);
        return 1;
    }
    return 0;
}

/* A whole main: the first robot is argument number `first`. Stops at the first that fails. */
static inline int measure_each_robot(robot_measure measure, int first, int count, char **argument)
{
    int failed = 0;
    for (int i = first; i < count && !failed; i++)
        failed = measure_apart(measure, argument + 1, argument[i]);
    return failed;
}

#endif
