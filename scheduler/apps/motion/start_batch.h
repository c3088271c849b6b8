/* SPDX-License-Identifier: MIT */
/* A robot that moves from many starts, each by itself, on several processors. What comes out of a
 * start depends on nothing but that start: motions share the equations and no number. */
#ifndef TAUFLOW_START_BATCH_H
#define TAUFLOW_START_BATCH_H

#include "apps/motion/number_table.h"
#include "apps/motion/robot_motion.h"

/* A file with columns as --start names what starts, JOINT or LINK.x, and rates as NAME.rate beside
 * their positions. */
status starts_read(arena *mem, const char *path, number_table *out, diag *d);

typedef struct {
    const robot_motion *of; /* begun: where it is, starts are that do not say */
    const number_table *starts;
    double step_s, until_s;
    uint32_t threads; /* that compute: the caller's, and others */
} start_plan;

typedef struct {
    status done;
    bool begun;           /* and `moment` is the last one that is known, a row of the track */
    const double *moment;
    simulation_report report;
    bool useless;         /* its energy changes so (simulation.h) */
    bool passes_limits;
    uint64_t partition_changes; /* robot_partitions.h */
    const char *why;      /* it failed */
} start_result;

typedef struct {
    track columns; /* without rows */
    start_result *list;
    uint32_t count;
    double seconds;
} start_results;

/* Ends early where the user wants it: motions then end where they are, and others do not begin. A
 * start that fails leaves the others alone; an error is only what makes all fail, as a name that is
 * not known. */
status starts_move(arena *mem, const start_plan *p, progress *life, start_results *out, diag *d);

/* Processors that this program may use. */
uint32_t starts_processors(void);

#endif
