/* SPDX-License-Identifier: MIT */
/* A robot near a state as a linear system. x has positions and rates of joints that move, then
 * states of laws, u torques, y the state or frames; dx, du and dy are what they differ by from
 * those of the state:
 *
 *   (dx)' = A dx + B du + affine           dy = C dx + D du
 *
 * and in steps, u held over each: dx at the end = A dx + B du + affine, exactly (A and B through
 * the exponential of both). At an equilibrium affine is 0. */
#ifndef TAUFLOW_LINEAR_SYSTEM_H
#define TAUFLOW_LINEAR_SYSTEM_H

#include "apps/linear/eigen.h"
#include "apps/linear/slopes.h"

/* A real eigenvalue of A in continuous time, or a pair of conjugate ones. */
typedef struct {
    eigenvalue value;       /* im >= 0 */
    double hz, damping;     /* |value| / 2 pi; -re / |value|, 0 where the value is 0 */
    double *re, *im;        /* of its vector; the largest position is 1, or where no joint moves the
                               largest state of a law */
} linear_mode;

typedef struct {
    const char *robot;
    const slopes *from;
    uint32_t states, inputs, outputs;
    const char **state, **input, **output; /* names */
    uint32_t *driven_by; /* the joint of each input */
    double *x, *u, *y;
    double *a, *b, *c, *d, *affine; /* row by row */
    double step_s;                  /* 0: continuous time */
    linear_mode *modes;             /* by frequency */
    uint32_t modes_count;
} linear_system;

/* Accelerations up to this, in rad/s^2 and m/s^2, are none: the state is an equilibrium. */
#define LINEAR_AT_REST 1e-8

/* Near the state that slopes_take has looked at. Outputs are the frames of the tree, each with its
 * position and a turn about the axes of the base; where it has none, the states. */
status linear_system_make(arena *mem, slopes *from, linear_system *out, diag *d);
/* Continuous time becomes steps of this length. */
status linear_system_step(arena *mem, linear_system *s, double step_s, diag *d);

/* The largest magnitude of an acceleration at the state; of how states of laws change, as a share
 * of 1 and of what each changes by itself; and whether both are none. */
double linear_largest_acceleration(const slopes *s);
double linear_largest_state_rate(const slopes *s);
bool linear_is_at_rest(const slopes *s);

#endif
