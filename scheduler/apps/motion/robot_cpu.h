/* SPDX-License-Identifier: MIT */
#ifndef TAUFLOW_ROBOT_CPU_H
#define TAUFLOW_ROBOT_CPU_H

#include "apps/motion/robot_motion.h"

/* Accelerations on the CPU, by the evaluator until they are compiled. */
typedef struct robot_cpu {
    function_numbers forward;
    function_numbers asked; /* function elements, where laws are calls */
    const robot_motion *of;
    uint64_t evaluations, passes;
    uint32_t passes_most;
} robot_cpu;

accelerator robot_cpu_accelerator(robot_cpu *c);
/* By machine code from here on, or a note says why not: results are the same. */
void robot_cpu_compile(robot_cpu *c, diag *d);
void robot_cpu_release(robot_cpu *c);

/* What laws that are calls say at a time and a state, with loops a closed one: the motion's
 * element_forces. */
status robot_cpu_ask(robot_cpu *c, law_answer what, double t, const double *q, const double *qd,
                     diag *d);

/* Passes of Newton's method until the loops are closed at t: q gets the positions of dependent
 * joints, and f is of them. */
status loops_close(function_numbers *f, const loops *l, robot_state *s, double *q, double t,
                   uint32_t *passes, diag *d);

/* A constraint that was left out is not fulfilled at t. */
status loops_left_open_error(const char *of, double t, const char *which, double share,
                             diag *d);

#endif
