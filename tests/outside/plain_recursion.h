/* SPDX-License-Identifier: MIT */
/* Inverse dynamics of a tree by numbers, body by body in body axes: the textbook recursion,
 * with nothing simplified. A yardstick for equations that are. */
#ifndef TAUFLOW_OUTSIDE_PLAIN_RECURSION_H
#define TAUFLOW_OUTSIDE_PLAIN_RECURSION_H

#include "operations/state.h"
#include "robot/tree.h"

/* torque: one word a coordinate; wrench: force and moment of each free body, 6 words each, in the
 * order of the bodies (NULL where there is none). */
void plain_torques(const tree *t, const robot_state *s, double *torque, double *wrench);

/* Kinetic plus potential energy of a tree without free bodies. */
double recursion_energy(const tree *t, const robot_state *s);

#endif
