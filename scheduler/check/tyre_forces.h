/* SPDX-License-Identifier: MIT */
/* Forces and moments of tyres as the second opinion has them: along, to the left, up. */
#ifndef TAUFLOW_TYRE_FORCES_H
#define TAUFLOW_TYRE_FORCES_H

#include "check/amount.h"
#include "robot/elements.h"

typedef struct {
    amount load, slip, side, camber;
    amount speed, ahead; /* of the centre, along; its sign, 0 where it stands */
} check_tyre;

typedef struct {
    avec force, moment;
} check_tyre_wrench;

check_tyre_wrench check_tyre_law(const robot_element *e, check_tyre t);

#endif
