/* SPDX-License-Identifier: MIT */
/* Rods that are removed with their inertia and weight [H 3]. Velocities along a rod are linear
 * between those of its ends, so a uniform one has the kinetic energy
 *
 *   m/6 (va.va + va.vb + vb.vb) = m/4 va.va + m/4 vb.vb - m/12 (vb - va).(vb - va)
 *
 * Half of the mass goes with each end, which the tree's bodies have (tree_cuts.c); the weight is
 * there with it. What is left has a matrix of three rows, D: vb - va = D qd, of all freedoms:
 *
 *   M     less m/6 D'D
 *   c     less m/6 D' a0       a0: what b accelerates by against a where nothing accelerates
 *
 * as an observer at rest has them. Ends are seen from the nearest body that carries both, and turn
 * with it: numbers stay small wherever that body is. Functions of the open tree have the halves
 * alone. */
#ifndef TAUFLOW_RODS_H
#define TAUFLOW_RODS_H

#include "loops/constraints.h"

typedef struct {
    double share; /* m/6 */
    pvec *column; /* D: per freedom */
    pvec rest;    /* a0 */
} rod_motion;

typedef struct {
    rod_motion *list;
    uint32_t count;
} rod_motions;

bool rods_are_heavy(const tree *t);
/* At the velocities that the signals give or derive. */
rod_motions rods_write(arena *mem, const tree *t, constraint_frames frames, signals *s, net *n);
/* What M and c are with them, of freedoms. */
poly rods_mass(const rod_motions *r, net *n, poly mass, uint32_t i, uint32_t k);
poly rods_bias(const rod_motions *r, net *n, poly bias, uint32_t i);
/* What every freedom takes of accelerations x; a sum without a name each. */
poly *rods_torques(arena *mem, const rod_motions *r, net *n, uint32_t freedoms, const poly *x);

#endif
