/* SPDX-License-Identifier: MIT */
/* What could compute a graph on a device, on one front: cores as they were placed and routed
 * (measure/synth/cores_def.sh), with the graph scheduled for each, one sample at a time and samples
 * that overlap; and circuits of several clocks and intervals, by devices.def. */
#ifndef TAUFLOW_DESIGNS_H
#define TAUFLOW_DESIGNS_H

#include "circuit/circuit.h"
#include "program/program.h"
#include "schedule/explore.h"

typedef struct {
    bool is_core;
    uint32_t format; /* its code (machine/formats.h) */
    const char *how; /* the machine, or the options of compile */
    machine target;  /* of a core */
    const char *machine; /* the same as --machine takes it; NULL of a circuit */
    double mhz;      /* of a core as routed, of a circuit as planned; 0: it has no clock */
    uint32_t latency_cycles, interval_cycles; /* 0 without a clock */
    double latency_ns, interval_ns;
    uint32_t tables, blocks;
    bool on_front; /* no other is as good in latency, interval, tables and blocks and better in
                    * one */
} design;

typedef struct {
    design *list;
    uint32_t list_count, list_capacity;
} designs;

typedef struct {
    const device *target;
    const scheduler_info *scheduler;
    scheduler_options options; /* of each schedule; the time is shared among all designs */
    bool only_cores;           /* one sample at a time */
} designs_options;

/* Those that there are and that fit the device. Cores for one sample get the graph that is fastest
 * on them; samples that overlap, and circuits with a clock, that with the fewest operations.
 * Notes what was left out for want of time. */
status designs_find(arena *mem, const graph_choice *from, const designs_options *options,
                    designs *out, diag *d);

/* What is known of a machine by place and route. */
typedef struct {
    double mhz; /* the worst of all seeds; 0: no core with these units and latencies was routed */
    uint32_t tables, blocks;
    const device *target;
    bool holds; /* its stores hold the program; otherwise the clock is that of a smaller core */
    bool ships; /* it is the core that ships */
    bool alone; /* the machine has shared units, which the core that was routed has not */
} routed_clock;

/* Of a format with this code. made: the program that it is to hold; NULL: none is known,
 * and holds stays false. */
status designs_clock(arena *mem, const machine *m, uint32_t format, const program *made,
                     routed_clock *out, diag *d);
/* Whether two machines differ at most in queues, stores and shared units. */
bool designs_same_core(const machine *a, const machine *b);

/* A table of the front; everything as CSV; a JSON list of all. */
void designs_print_front(const designs *all, text *out);
void designs_print_csv(const designs *all, text *out);
void designs_print_json(const designs *all, text *out);

#endif
