/* SPDX-License-Identifier: MIT */
/* Sweeps over unit counts and the two searches of the thesis [T 3.3.1]: the shortest run with
 * the fewest units, and the best use of units. Of several graphs that compute the same, each number
 * of units gets the one that is fastest on it. */
#ifndef TAUFLOW_EXPLORE_H
#define TAUFLOW_EXPLORE_H

#include "schedule/bounds.h"
#include "schedule/schedule.h"

typedef struct {
    uint32_t units[UNIT_KINDS];
    uint32_t cycles, lower_bound; /* the bound is of its graph */
    uint32_t operations;
    double usage;
    bool on_front; /* nothing else has as few units and as few cycles */
} explore_point;

typedef struct {
    unit_estimates estimates; /* of the graph with the shortest path, and so: */
    uint32_t critical_path;
    explore_point *points; /* by multipliers, then adders */
    uint32_t points_count;
    uint32_t shortest, best_usage; /* indices of points */
} exploration;

typedef struct {
    const scheduler_info *scheduler;
    scheduler_options options;
    uint32_t most[UNIT_KINDS]; /* units to try up to; 0: the estimates of the thesis, at most
                                  EXPLORE_LIMIT */
} explore_options;

enum { EXPLORE_LIMIT = 32 };

/* Graphs that compute the same, by the number of their operations. */
typedef struct {
    const ops *list;
    uint32_t count; /* at least one */
} graph_choice;

/* The two with the least bounds on m, the most promising first; twice the same of one. */
typedef struct {
    const ops *of[2];
    uint32_t bound[2];
} promising_graphs;
promising_graphs graphs_promising(const graph_choice *from, const machine *m);

/* Every count of multipliers and adders from 1 (none of a kind that p does not use); dividers
 * stay as m says. What time options.life gives is shared among the points; those it does not
 * suffice for are left out, with a note, the first never. On a ring the unit counts are those of
 * one module each. */
status explore_run(arena *mem, const graph_choice *from, const machine *m,
                   const explore_options *options, exploration *out, diag *d);

void explore_print_csv(const exploration *e, text *out);
/* Cycles over units, the front and both finds; a complete SVG file. */
void explore_print_svg(const exploration *e, const char *title, text *out);

#endif
