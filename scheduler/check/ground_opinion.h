/* SPDX-License-Identifier: MIT */
/* Where a wheel touches uneven ground, by the second opinion. */
#ifndef TAUFLOW_GROUND_OPINION_H
#define TAUFLOW_GROUND_OPINION_H

#include "check/amount.h"
#include "robot/elements.h"

typedef struct {
    avec normal;   /* of length 1 */
    amount offset; /* of the plane that touches there, along the normal */
    avec contact;
    amount aside, along; /* from the contact to the nearest point in the plane of the wheel */
} check_ground;

check_ground check_touch(const robot_element *e, avec centre, avec axis);

#endif
