/* SPDX-License-Identifier: MIT */
/* Machines and graphs that the tests of schedules share. */
#ifndef TAUFLOW_SCHED_FIXTURE_H
#define TAUFLOW_SCHED_FIXTURE_H

#include "unit/ops_fixture.h"

#include "schedule/bounds.h"
#include "schedule/schedule.h"

static inline machine machine_from(const char *line)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    machine m;
    if (machine_parse(line, strlen(line), (place){0}, &m, &d) != STATUS_OK)
        fail_msg("%s: %s", line, d.error.text);
    arena_free(&mem);
    return m;
}

/* The same, with a unit of every kind that the line has none of. */
static inline machine machine_with_all(const char *line)
{
    machine m = machine_from(line);
    for (unit_kind k = 0; k < UNIT_KINDS; k++)
        m.units[k] += m.units[k] == 0;
    return m;
}

/* Every network, with and without lanes, forwarding, shared stores, small queues; units for all
 * kinds. */
static const char *const MACHINES[] = {
    "mul=2 add=1 div=1",
    "mul=1 add=2 div=1 mul_latency=3 add_latency=2 div_latency=7 transfer=2",
    "network=crossbar mul=1 add=1 div=1 lanes=1",
    ("network=crossbar mul=2 add=3 div=1 lanes=2 transfer=1 mul_latency=4 add_latency=5 "
     "div_latency=9"),
    "network=crossbar mul=2 add=2 div=2 lanes=0 transfer=1",
    "network=crossbar mul=2 add=2 div=1 lanes=3 lane_queue=2 queue=1 mul_latency=2",
    "network=crossbar mul=2 add=2 div=1 lanes=2 receivers=1 transfer=1",
    "network=ring modules=2 mul=2 add=2 div=2 lanes=2 transfer=1",
    "network=ring modules=3 mul=3 add=6 div=3 lanes=1 relay_queue=2 mul_latency=2 add_latency=3",
    "network=ring modules=4 mul=4 add=4 div=4 transfer=1 mul_latency=4 add_latency=5 div_latency=8",
    "network=ring modules=5 mul=5 add=5 div=5 lanes=2 transfer=0 receivers=1",
    "network=sparse mul=3 add=3 div=1 lanes=2",
    "network=sparse mul=5 add=5 div=2 lanes=1 transfer=1 queue=1 mul_latency=2 add_latency=3",
};

enum { MACHINES_COUNT = sizeof MACHINES / sizeof MACHINES[0] };

static inline schedule schedule_by(arena *mem, const char *scheduler, const ops *p,
                                   const machine *m, uint64_t seed, uint64_t budget)
{
    diag d = diag_make(mem);
    schedule s;
    scheduler_options options = {.seed = seed, .budget = budget};
    if (scheduler_find(scheduler)->run(mem, p, m, &options, &s, &d) != STATUS_OK)
        fail_msg("%s: %s", scheduler, d.error.text);
    return s;
}

static inline void assert_legal(const ops *p, const schedule *s)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    if (schedule_check(p, s, "schedule", NULL, &d) != STATUS_OK) {
        text line = text_make(&mem);
        machine_print(&s->target, &line);
        fail_msg("%s on %s: %s", s->scheduler, line.bytes, d.error.text);
    }
    arena_free(&mem);
}

#endif
