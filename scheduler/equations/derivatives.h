/* The derivatives of inverse dynamics by a recursion of their own: torques by positions, by
 * velocities and by accelerations (the mass matrix), for every pair of joints on a common path.
 *
 * The idea. A change of joint j moves all that hangs on it like one rigid frame: the angular
 * velocity of that frame changes by dw, its inertial rate by dwd, the acceleration of its origin by
 * da, everything as seen from the frame itself:
 *
 *   revolute j about z:  by q   dw = omega x z   dwd = beta z          da = alpha x z
 *                        by qd  dw = z           dwd = 2 omega x z     da = 0
 *                        by qdd dw = 0           dwd = z               da = 0
 *   prismatic j along a: by q   da = beta a;     by qd  da = 2 omega x a;    by qdd da = a
 *
 * The wrench on the subtree of body i about its origin answers with
 *
 *   dF = M da + dwd x H + 2 dw x H'
 *   dL = H x da + J dwd + 2 (tr E - E) dw        E = sum of m r' r^T, H' the rate of H
 *
 * where M, H, J, E are those of the whole subtree, at every level summed up from the tips. No linear
 * velocity occurs: r' is taken relative to the origin of the subtree. So
 *
 * - dtau_i for i after j is a row of the answer at i (to da, dwd and dw), carried inwards to j and
 *   multiplied by what j does;
 * - dtau_i for i before j is the answer at j, with the wrench that turns along (z x F, z x L),
 *   carried inwards to i.
 *
 * Both cost a few operations per pair, and base parameters (model.h) serve here as they do for the
 * torques: whole subtrees without mass. */
#ifndef TAUFLOW_DERIVATIVES_H
#define TAUFLOW_DERIVATIVES_H

#include "equations/model.h"
#include "equations/signals.h"

/* Entries by freedom: six per free body (linear, angular, in its axes), then one per coordinate.
 * Rows are torques (and wrenches on free bodies), columns what they are derived by. */
typedef struct {
    uint32_t freedoms, coordinates;
    poly *by_position; /* freedoms x coordinates */
    poly *by_rate;     /* freedoms x freedoms */
    poly *mass;        /* freedoms x freedoms, symmetric: both halves are filled in */
} derivatives;

/* The choices for one body. */
typedef struct {
    inertia_form inertia;
    uint8_t still; /* 1: quantities of the body are written in axes that do not turn with its joint;
                      constants of the body turn instead */
} derivative_form;

typedef struct {
    derivative_form *of; /* per body */
    double length;       /* unit of length */
} derivative_forms;

/* Writes them for a regrouped model: sums without a name yet, zeros where the structure says so. */
derivatives derivatives_write(arena *mem, const model *m, const tree *t,
                              const derivative_forms *forms, signals *s, net *n);

#endif
