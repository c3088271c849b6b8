/* SPDX-License-Identifier: MIT */
/* What is asked of a schedule, and what of its machine is left to the compiler: for samples that
 * follow each other, modules and lanes may be as many as it takes. */
#ifndef TAUFLOW_MACHINE_CHOICE_H
#define TAUFLOW_MACHINE_CHOICE_H

#include "schedule/schedule.h"

/* In the order of option --optimise. */
typedef enum {
    GOAL_AUTO,      /* of options alone: what is asked for decides */
    GOAL_OPS,       /* the fewest operations */
    GOAL_LATENCY,   /* the shortest path on the machine */
    GOAL_MACHINE,   /* every variant of the equations between them is tried */
    GOAL_THROUGHPUT /* the fewest operations, for samples that follow each other */
} schedule_goal;

typedef struct {
    machine target;
    bool open_modules;               /* the fewest that reach the interval */
    bool open_lanes, open_out_lanes; /* of streams: as many as keep words from being the limit */
    bool open_shared; /* units that modules share: of each kind that is needed and not given, one,
                         of streams as many as keep it from being the limit */
    schedule_goal goal;
    uint32_t interval; /* cycles between samples that are asked for; 0: not asked for */
    const scheduler_info *scheduler;
    scheduler_options options;
} schedule_wish;

/* The default machine, everything else as `tauflow schedule` has it without options. */
schedule_wish schedule_wish_default(void);

/* The default machine with the latencies of shared units in cores that have them, for
 * machine_share. */
machine machine_offered(void);
/* Adds units that modules share, of each kind that p needs and m has none of, so many that m does
 * not need more than `interval` cycles for them; 0: one. Without units a latency means nothing and
 * becomes that of the thesis. */
void machine_share(const ops *p, uint32_t interval, machine *m);

/* Whether samples follow each other. */
bool schedule_wish_streams(const schedule_wish *w);

/* Cycles that no schedule of one sample beats, and that none beats on however many units; of
 * streams 0: that is not known. */
typedef struct {
    uint32_t cycles, path;
} wish_bounds;
wish_bounds schedule_wish_bounds(const ops *p, const schedule_wish *w);

/* Whether a schedule is for the machine that is asked for, or one of those that may be chosen. */
bool schedule_wish_allows(const ops *p, const schedule_wish *w, const schedule *s);

/* One schedule as it is asked for; warns where the lanes of a stream are the limit. Unchecked. */
status schedule_by_wish(arena *mem, const ops *p, const schedule_wish *w, schedule *out, diag *d);

#endif
