/* SPDX-License-Identifier: MIT */
/* A method of Rosenbrock of orders 4 and 3 for stiff robots: RODASP (Steinebach, Order-reduction of
 * ROW-methods for DAEs and method of lines applications, Darmstadt 1995; Hairer and Wanner, Solving
 * Ordinary Differential Equations II, IV.7). Six stages, each the solution of a linear system with
 * the same matrix, 1/(h gamma) - J, and no iterations; what vibrates faster than a step can follow
 * dies out (it is stiffly accurate and L-stable), also in the method of third order within it. J is
 * that of the state, by symbolic derivatives where these tell all (robot_tangent.h), else by
 * differences. Between the ends of a step is a polynomial of third order.
 *
 * Dependent joints are led to a stage by what J of the loops says. Whether they stayed in their way
 * of closing tells the trapezoidal rule of their rates: it is to end no further away than the root
 * of the relative tolerance (rad, m). */
#ifndef TAUFLOW_RODAS_H
#define TAUFLOW_RODAS_H

#include "apps/motion/robot_motion.h"

enum { RODAS_STAGES = 6 };

typedef struct {
    robot_motion *x;
    uint32_t count;      /* numbers of a state */
    uint32_t moved, *number; /* those that are integrated */
    const loops *l;      /* that they are of */
    double looked_s;     /* when the state was looked at: `first`, `tangent`, `later` */
    double t_s, h_s;     /* the last step: when it began, how long it was */
    double tried_s;      /* the length of the step that is tried */
    double *from, *next;
    double *first;       /* changes at the state */
    double *changes;     /* of a stage */
    double *later;       /* how changes of integrated numbers change with time alone */
    double *tangent, *matrix; /* moved x moved: J, and the factors */
    uint32_t *row;       /* of these */
    double *stages;      /* of integrated numbers */
    double *room;
    works power[2];      /* at both ends */
    double *dense;       /* NUMBERS_BETWEEN coefficients of each number of the last step */
} rodas;

rodas rodas_make(arena *mem, robot_motion *x);

/* As an adaptive_pair (adaptive.h) does it; self: a rodas. */
status rodas_try(void *self, double h, double relative, double absolute, double *error, diag *d);
status rodas_take(void *self, diag *d);
void rodas_at(const void *self, double t, double *q, double *qd, works *given);

#endif
