/* SPDX-License-Identifier: MIT */
/* Emitted code, compiled and loaded to be timed, and the clock. What fails ends the benchmark. */
#ifndef TAUFLOW_BENCH_TIMED_CODE_H
#define TAUFLOW_BENCH_TIMED_CODE_H

#include "base/arena.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef BENCH_CC
#define BENCH_CC "gcc" /* compiles the emitted code */
#endif

static inline double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void *code_found(void *found)
{
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    return found;
}

static inline void *code_symbol(void *handle, const char *name)
{
    return code_found(dlsym(handle, name));
}

/* WORK/SOURCE, compiled with these flags to WORK/NAME.so, and loaded. */
static inline void *code_load(arena *mem, const char *work, const char *source, const char *name,
                              const char *flags)
{
    char *object = arena_printf(mem, "%s/%s.so", work, name);
    char *command = arena_printf(mem, "%s -std=c11 %s -fPIC -shared -I%s -o %s %s/%s -lm", BENCH_CC,
                                 flags, work, object, work, source);
    if (system(command) != 0)
        exit(1);
    return code_found(dlopen(object, RTLD_NOW | RTLD_LOCAL));
}

#endif
