/* SPDX-License-Identifier: MIT */
/* MuJoCo's opinion of a tree with closed loops. Its own URDF reader has no place for loops, so the
 * tree is handed over as MJCF: that trees are read right is judged elsewhere. A loop is closed by
 * <connect> at as many points as its equations need, a rod by a tendon of constant length.
 *
 * Such constraints are springs and dampers. They are set as stiff as the time step lets them be:
 * solref = (2 h, 1), solimp = .9999 .9999 .001, h = 1e-4, which leaves some 1e-5 of an
 * acceleration. MuJoCo also leaves (dJ/dt) qd out of what constraints ask for and lets the springs
 * find it; here it is added, from differences of MuJoCo's own J. */
#ifndef TAUFLOW_OUTSIDE_MUJOCO_LOOPS_H
#define TAUFLOW_OUTSIDE_MUJOCO_LOOPS_H

#include "robot/tree.h"

#include <stddef.h>

typedef struct mujoco_loops mujoco_loops;

/* Lives in mem but for MuJoCo's own parts. NULL with the reason where it cannot. */
mujoco_loops *mujoco_loops_open(arena *mem, const tree *t, char *why, size_t why_bytes);
/* Accelerations of coordinates, in a state in which the loops are closed. */
void mujoco_loops_accelerate(mujoco_loops *m, const double *q, const double *qd, const double *tau,
                             double *qdd);
void mujoco_loops_close(mujoco_loops *m);

#endif
