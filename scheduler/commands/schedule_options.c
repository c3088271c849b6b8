/* SPDX-License-Identifier: MIT */
/* Options of schedules: what is to be short, and how it is looked for. */
#include "commands/circuit_settings.h"
#include "commands/run_options.h"
#include "commands/schedule_options.h"

static const option_row SCHEDULER_ROWS[] = {
    {"scheduler", ARG_CHOICE, STORED_IN(schedule, scheduler), "best|thesis|random",
     .about = "which method makes the schedule"},
    {"budget", ARG_SEED, STORED(passes.schedule.options.budget), "ROUNDS",
     .standard = "about half a second's worth",
     .about = "how many rounds the method best may search"},
};

static const option_row GOAL_ROWS[] = {
    {"optimise", ARG_CHOICE, STORED_IN(schedule, goal), "auto|ops|latency|machine|throughput",
     .usual = true,
     .about = "which equations are scheduled. ops: those with the fewest operations; latency: "
              "those with the shortest path; machine: the fastest on this machine of all between; "
              "throughput: the fewest operations, and samples overlap; auto: throughput with an "
              "interval or a stream, else machine"},
    {"interval", ARG_COUNT, STORED(passes.schedule.interval), "CYCLES", .standard = "",
     .about = "let samples overlap, one every so many cycles; without --modules on the fewest "
              "modules that can"},
    {"place", ARG_CHOICE, STORED(passes.place), "best|own|tasks",
     .about = "where the scheduler begins. own: it puts operations where it likes; tasks: it "
              "begins with one task on each module (docs/tasks.md); best: the one of the two that "
              "was found better for such a machine"},
};
const option_table GOAL_TABLE = {OPTION_TABLE("goal", "schedule", GOAL_ROWS),
                                 .counts = COUNTS_AFTER_EQUATIONS};

/* What is fastest at what is asked for. A circuit with a clock takes a sample in every cycle or
 * every few whatever its equations are, so that those with the fewest operations make the smaller
 * one; without a clock its path is its time. */
static schedule_goal goal_of(const settings *s)
{
    const schedule_wish *w = &s->passes.schedule;
    if (s->schedule->goal != GOAL_AUTO)
        return (schedule_goal)s->schedule->goal;
    if (s->circuit->wanted)
        return s->circuit->clock_mhz ? GOAL_OPS : GOAL_LATENCY;
    /* other schedulers know no samples that overlap */
    const bool overlaps = w->interval || (s->run->stream && s->schedule->scheduler == 0);
    return overlaps ? GOAL_THROUGHPUT : GOAL_MACHINE;
}

static status take_schedule(settings *s, diag *d)
{
    schedule_wish *w = &s->passes.schedule;
    (void)d;
    w->goal = goal_of(s);
    w->scheduler = &SCHEDULERS[s->schedule->scheduler];
    w->options.seed = s->passes.equations.seed;
    w->options.life = &s->life;
    return STATUS_OK;
}

const option_table SCHEDULER_TABLE = {OPTION_TABLE("scheduler", "schedule", SCHEDULER_ROWS),
                                      OPTION_PART(schedule), .counts = COUNTS_AFTER_EQUATIONS,
                                      .take = take_schedule};
