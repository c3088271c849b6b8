/* A motion from its start over a time: whoever moves is asked for step after step, and what it does
 * is written down. */
#ifndef TAUFLOW_SIMULATION_H
#define TAUFLOW_SIMULATION_H

#include "base/progress.h"
#include "motion/track.h"

/* What moves. */
typedef struct {
    void *self;
    const char *model;
    const char **names; /* of its coordinates */
    uint32_t count;
    bool has_torques, has_constraints;
    /* The moment it is at; arrays live until the next step. */
    void (*look)(void *self, moment *out);
    /* One step, not beyond `until`. */
    status (*step)(void *self, double until, diag *d);
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
    double energy_change;   /* the largest, of all steps; and so */
    double open, open_rate; /* these */
    double shortest_s, longest_s; /* of steps */
    double seconds;         /* that it took */
    bool stopped;           /* by the user, before the end */
    double worst_s;         /* the longest time that a step took to compute ... */
    uint64_t late;          /* ... and steps that took longer than they last */
} simulation_report;

/* A failure of a step ends it: track and report hold what was computed until then. */
status simulation_run(arena *mem, const mover *m, const simulation_plan *plan, progress *life,
                      track *out, simulation_report *report, diag *d);

#endif
