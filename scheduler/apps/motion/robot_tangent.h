/* SPDX-License-Identifier: MIT */
/* What accelerations change by per change of positions and rates, for methods that are implicit: by
 * functions fd-derivatives and closed-fd-derivatives, which are symbolic. Where these do not tell
 * all (free bodies, balls that turn, wheels that roll, states of laws) the methods take
 * differences. Equations are written when they are asked for first, without a search, and once for
 * each choice of independent joints. */
#ifndef TAUFLOW_ROBOT_TANGENT_H
#define TAUFLOW_ROBOT_TANGENT_H

#include "apps/motion/robot_cpu.h"

typedef struct {
    const loops *l;      /* that it is of */
    bool is_there;       /* there are such derivatives */
    function_numbers of;
} tangent_equations;

typedef struct robot_tangent {
    arena *mem;
    const passes_settings *passes;
    const passes_forms *forms;
    tangent_equations *list;
    uint32_t list_count, list_capacity;
    double *qdd_q, *qdd_qd; /* the last one: all joints x all joints */
    uint64_t by_derivatives, by_differences, factored; /* matrices */
    uint64_t newton_steps, newton_passes;
    uint32_t newton_most;
} robot_tangent;

/* Numbers are told apart by so much of their size, or of 1, where differences are taken. */
#define TANGENT_DIFFERENCE 1e-7

void robot_tangent_begin(arena *mem, const robot_plan *p, robot_motion *x);
void robot_tangent_fork(arena *mem, const robot_motion *of, robot_motion *x);
/* Gives back machine code. */
void robot_tangent_release(robot_tangent *g); /* NULL: none */

/* At a time and positions that robot_accelerate has closed, and rates; false: by differences. */
bool robot_tangent_take(robot_motion *x, double t, const double *q, const double *qd);

/* How much that was: lines, if any, and members of JSON. */
void robot_tangent_print(const robot_motion *x, text *out);
void robot_tangent_print_json(const robot_motion *x, text *out);

#endif
