/* SPDX-License-Identifier: MIT */
/* What is looked at wherever a robot stands: its energy, and what is left of constraints. Both are
 * graphs of their own, written from the tree and not from the equations of motion, so that they can
 * judge these; machine code computes them where it does accelerations, to the same bits. */
#ifndef TAUFLOW_ROBOT_MEASURES_H
#define TAUFLOW_ROBOT_MEASURES_H

#include "apps/motion/robot_motion.h"

typedef struct robot_measures {
    bool has_energy;     /* else robot_energy counts it */
    function_numbers energy;
    bool has_constraints; /* else constraint_numbers_at computes them */
    function_numbers constraints;
    double *at;          /* positions that x->open is of ... */
    bool is_there;       /* ... if it is */
} robot_measures;

/* Of x->t and its loops. */
robot_measures *robot_measures_make(arena *mem, const robot_motion *x);
/* With numbers of its own; angles are known as x knows them. */
robot_measures *robot_measures_share(arena *mem, const robot_measures *of, const robot_motion *x);
void robot_measures_compile(robot_measures *a);
void robot_measures_release(robot_measures *a);

energies robot_measures_energy(const robot_motion *x);
/* x->open is of q. */
void robot_constraints_at(robot_motion *x, const double *q);
/* Someone else changed x->open. */
void robot_constraints_forget(robot_motion *x);

#endif
