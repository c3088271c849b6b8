/* SPDX-License-Identifier: MIT */
/* What an outside library's motion of a closed mechanism says of each of our functions with closed
 * loops (closed_dynamics_test). With q, qd, torques tau, their accelerations x, and T = [1; B]:
 *
 *   closure                x = B x_u + b' for dependent joints
 *   closed-fd, augmented   the accelerations are x; of augmented, whose factors have a fixed order,
 *                          as many times less exactly as a pivot is below what it is told next to
 *                          (car54: 2.8e-9 where that is 7e-5; so scaled, 2.1e-11 in 200 states)
 *   closed-forces          likewise; multipliers, of it and of augmented, have per cut the size of
 *                          their force and moment, which no choice of axes changes
 *   closed-id              at x_u the actuators do the work that tau does: T' of both are equal, as
 *                          constraints do no work
 *   closed-reduced         `reduced` is that, and so is `actuation` times torques of closed-id
 *   closed-fd-derivatives  are theirs, along closed states
 *   closed-id-derivatives  tau_qdd (their qdd_q) = -tau_q, tau_qdd (their qdd_qd) = -tau_qd where
 *                          actuators alone have torques, as many as independent joints; and
 *                          tau_qdd (their qdd_tau) = 1 */
#ifndef TAUFLOW_CLOSED_LAWS_H
#define TAUFLOW_CLOSED_LAWS_H

#include "closed_ours.h"

/* Derivatives of accelerations by positions, velocities and torques: [row][column]. */
typedef struct {
    closed_matrix by[3];
} closed_derivatives;

/* What a library says in one state. */
typedef struct {
    double gap, qdd[CLOSED_MOST];
    double force[CLOSED_MOST], moment[CLOSED_MOST]; /* per cut; negative where not unique */
    closed_derivatives *derivatives; /* as if all joints were independent; NULL for none */
} closed_answer;

/* The largest differences so far, each next to what it is measured by. */
typedef struct {
    double law[FUNCTIONS]; /* per function with closed loops */
    double multipliers[FUNCTIONS]; /* of the two functions that have them */
    uint32_t with_multipliers, with_derivatives, with_inverse; /* states */
} closed_verdict;

void closed_judge(closed_robot *r, const closed_motion *m, bool by_actuators,
                  const closed_answer *theirs, closed_verdict *v);

/* The largest difference next to the largest number of theirs; infinite where one is no number. */
double closed_apart(const double *ours, const double *theirs, uint32_t count);

#endif
