/* SPDX-License-Identifier: MIT */
/* Motions at random, of whatever tree: joints, free bodies, external forces; and what a tree's
 * function gives then. */
#ifndef TAUFLOW_TEST_RANDOM_MOTION_H
#define TAUFLOW_TEST_RANDOM_MOTION_H

#include "random_tree.h"
#include "tree_ops.h"

enum { MOST = 64, MOST_FREE = 2, MOST_FORCES = 2 };

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], free_motion[9 * MOST_FREE], forces[6 * MOST_FORCES];
} tree_motion;

static inline tree_motion random_motion(uint64_t *seed)
{
    tree_motion m;
    for (int i = 0; i < MOST; i++) {
        m.q[i] = random_in(seed, -3, 3);
        m.qd[i] = random_in(seed, -2, 2);
        m.qdd[i] = random_in(seed, -2, 2);
    }
    for (int i = 0; i < 9 * MOST_FREE; i++)
        m.free_motion[i] = random_in(seed, -2, 2);
    for (int i = 0; i < 6 * MOST_FORCES; i++)
        m.forces[i] = random_in(seed, -5, 5);
    return m;
}

static inline double *motion_results(arena *mem, const ops *p, const tree_motion *m)
{
    const robot_state s = {.q = m->q, .qd = m->qd, .qdd = m->qdd, .free_motion = m->free_motion,
                           .forces = m->forces};
    return state_results(mem, p, &s);
}

#endif
