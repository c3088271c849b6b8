/* SPDX-License-Identifier: MIT */
/* Models in natural coordinates as what moves (apps/motion/simulation.h). */
#ifndef TAUFLOW_NATURAL_RUN_H
#define TAUFLOW_NATURAL_RUN_H

#include "apps/motion/methods.h"
#include "apps/motion/simulation.h"

typedef struct {
    const motion_method *method;
    natural_options natural;
    double step_s;       /* or the first one, where it is steered */
    double upper, lower; /* J: of the steered step; 0: it is fixed */
} natural_plan;

/* What multi-index takes where nobody says otherwise. */
#define STEERING_UPPER 1e-6
#define STEERING_LOWER 1e-7

typedef struct {
    natural_motion motion;
    steering steer;
    double energy, step_s;
    uint64_t steps, passes;
    uint32_t passes_most;
} natural_run;

/* Refuses constraints that depend on each other where the way to solve cannot. */
status natural_run_begin(arena *mem, const natural *n, const natural_plan *p, natural_run *out,
                         diag *d);
mover natural_run_mover(natural_run *r);

#endif
