/* SPDX-License-Identifier: MIT */
/* What physics says about torques without any reference values. Fixed bases only. */
#ifndef TAUFLOW_OUTSIDE_IDENTITIES_H
#define TAUFLOW_OUTSIDE_IDENTITIES_H

#include "operations/ops.h"
#include "robot/tree.h"
#include "tap.h"

/* Adds five tests: torque is affine in qdd; the matrix M of unit accelerations is symmetric; and
 * positive definite; torques at rest are the gradient of the potential energy; the power of the
 * torques is the rate of the energy. `what` names robot and formalism. */
void identities_check(arena *mem, tap *out, const char *what, const tree *t, const ops *p);

#endif
