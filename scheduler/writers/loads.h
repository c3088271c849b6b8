/* SPDX-License-Identifier: MIT */
/* Loads that come with the state (tree_payload), as what they add to the body that carries them:
 * mass, first and second moments, and the wrench of these. Written once for all functions. */
#ifndef TAUFLOW_LOADS_H
#define TAUFLOW_LOADS_H

#include "algebra/signals.h"
#include "algebra/vectors.h"

/* m, h = m c and P = integral of r r' dm (model.h), about the origin of some frame of the body. */
typedef struct {
    poly mass;
    pvec first;
    poly second[3][3]; /* symmetric */
} load_inertia;

/* Of payload `number`, whose link stands in that frame so: its axes, and its origin at `at`. */
load_inertia load_write(const tree *t, uint32_t number, mat3 axes, vec3 at, signals *s, net *n);
/* Adds what it takes to move it: force m alpha + beta h, moment h x alpha + [beta P - P beta'].
 * alpha and the force are divided by scales of their own. */
typedef struct {
    double acceleration, force;
} load_scales;
void load_add_wrench(net *n, const load_inertia *l, poly beta[3][3], pvec alpha,
                     load_scales scales, pvec *force, pvec *moment);

#endif
