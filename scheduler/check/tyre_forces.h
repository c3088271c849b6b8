/* SPDX-License-Identifier: MIT */
/* Forces of tyres as the second opinion has them: along, to the left, up. */
#ifndef TAUFLOW_TYRE_FORCES_H
#define TAUFLOW_TYRE_FORCES_H

#include "check/amount.h"
#include "robot/elements.h"

typedef struct {
    amount load, slip, side, camber;
} check_tyre;

avec check_tyre_force(const robot_element *e, check_tyre t);

#endif
