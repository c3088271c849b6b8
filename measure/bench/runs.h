/* SPDX-License-Identifier: MIT */
/* What the programs that print schedules share: robots, machines, checked runs. */
#ifndef TAUFLOW_BENCH_RUNS_H
#define TAUFLOW_BENCH_RUNS_H

#include "passes.h"
#include "schedule/bounds.h"
#include "schedule/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    arena mem;
    diag d;
    const char *folder;
} bench;

static inline void stop(const bench *b, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, b->d.error.text);
    exit(1);
}

static inline ops graph_of(bench *b, const char *name, function_kind function, formalism form,
                    sum_shape sums)
{
    passes_settings how = passes_default();
    passes_forms f;
    how.equations.function = function;
    how.equations.form = form;
    how.sums = sums;
    const char *path = arena_printf(&b->mem, "%s/%s.urdf", b->folder, name);
    if (passes_read(&b->mem, path, &how, &f, &b->d))
        stop(b, path);
    return f.ops;
}

static inline machine machine_of(bench *b, const char *line)
{
    machine m;
    if (machine_parse(line, strlen(line), (place){0}, &m, &b->d))
        stop(b, line);
    return m;
}

typedef struct {
    uint32_t cycles, bound;
} outcome;

/* Every schedule of the bench passes the checker. */
static inline outcome run(bench *b, const char *scheduler, const ops *p, const machine *m)
{
    arena mem = arena_make();
    schedule s;
    scheduler_options options = {.seed = 1};
    if (scheduler_find(scheduler)->run(&mem, p, m, &options, &s, &b->d) ||
        schedule_check(p, &s, "bench", NULL, &b->d))
        stop(b, scheduler);
    graph g = graph_build(&mem, p);
    outcome o = {s.cycles, bounds_compute(&mem, &g, m).best};
    arena_free(&mem);
    return o;
}

#endif
