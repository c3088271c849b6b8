/* SPDX-License-Identifier: MIT */
/* A motion from its start over a time: whoever moves is asked for step after step, and what it does
 * is written down. */
#ifndef TAUFLOW_SIMULATION_H
#define TAUFLOW_SIMULATION_H

#include "apps/motion/track.h"
#include "base/progress.h"

/* What moves. */
typedef struct {
    void *self;
    const char *model;
    track_columns columns;
    /* The moment it is at; arrays live until the next step. */
    void (*look)(void *self, moment *out);
    /* One step, not beyond `until`. */
    status (*step)(void *self, double until, diag *d);
    /* A moment within the last step, which leaves alone where it is; NULL: rows are ends of
     * steps. */
    status (*at)(void *self, double t, moment *out, diag *d);
} mover;

typedef struct {
    double until_s;
    bool realtime;   /* steps follow each other as their times do, by the clock */
    uint32_t rows;   /* of the track, evenly over the time, beside the first and the last; 0: all */
} simulation_plan;

typedef struct {
    uint64_t steps;
    double t;               /* that was reached */
    double energy;          /* at the start */
    double energy_change;   /* the largest, of steps and rows, beside work from outside; and so */
    double kinetic;         /* ... the largest of these, and ... */
    double potential_least, potential_most; /* ... between these */
    double open, open_rate; /* the largest of these */
    double shortest_s, longest_s; /* of steps */
    uint64_t refused;       /* steps that were repeated shorter */
    double seconds;         /* that it took */
    bool stopped;           /* by the user, before the end */
    double worst_s;         /* in real time: the longest time that a step took to compute ... */
    uint64_t late;          /* ... and steps that took longer than they last */
} simulation_report;

/* A motion whose energy changes, beside work from outside, by more than this share of what it
 * exchanges (largest kinetic energy, range of the potential one) is of no use. */
#define SIMULATION_ENERGY_SHARE 0.02
/* What rounding may change besides, of the largest energy. */
#define SIMULATION_ENERGY_ROUNDING 1e-9
double simulation_exchanged(const simulation_report *r);
bool simulation_is_useless(const simulation_report *r);

/* A failure of a step ends it: track and report hold what was computed until then. */
status simulation_run(arena *mem, const mover *m, const simulation_plan *plan, progress *life,
                      track *out, simulation_report *report, diag *d);

#endif
