/* SPDX-License-Identifier: MIT */
/* Accelerations of a tree whose cuts are held by multipliers, by a recursion that takes a number
 * of operations proportional to that of bodies [paper P, after Bae and Haug; the recursion is not
 * printed there]. Z = (velocity at the joint, angular velocity) of a body, in the base's axes, Zd
 * its material rate, S shifts them from joint to joint, b is the joint, M the inertia, Q the
 * forces, P what a multiplier pulls with:
 *
 *   outwards   Z = S Z_parent + b qd               Zd = S Zd_parent + b qdd + d
 *   inwards    U = M b   H = 1 / b'U   W = P'b     E = b'(M d - Q) - tau
 *              M_parent += S'(M - U H U') S        Q_parent += S'(Q - M d + U H E)
 *              P_parent += S'(P - U H W')          A += W H W'    r -= P'd - W H E
 *   at the base   A lambda = -r, which began as gamma with Baumgarte's terms
 *   outwards   qdd = -H (U' S Zd_parent + E + W' lambda)
 *
 * A is J M^-1 J'. Cuts are balls and rods whose ends are seen from the base. */
#ifndef TAUFLOW_CHAIN_H
#define TAUFLOW_CHAIN_H

#include "apps/motion/accelerator.h"
#include "loops/loops.h"

typedef struct {
    double v[6];
} spatial;

typedef struct chain chain;

/* Refuses other cuts, imposed motion, free bodies, friction and elements. Rows that others imply
 * are left out. */
status chain_make(arena *mem, const tree *t, const loops *l, chain **out, diag *d);

/* False where a joint moves no inertia or rows depend on each other. */
bool chain_accelerate(chain *c, const double *q, const double *qd, const double *tau, double *qdd);

accelerator chain_accelerator(chain *c);

/* For comparison: the same from the whole mass matrix and the whole of J, by dense factors. */
bool chain_accelerate_dense(chain *c, const double *q, const double *qd, const double *tau,
                            double *qdd);

#endif
