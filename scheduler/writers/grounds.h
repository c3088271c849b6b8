/* SPDX-License-Identifier: MIT */
/* Where wheels touch uneven ground (docs/forces.md). */
#ifndef TAUFLOW_GROUNDS_H
#define TAUFLOW_GROUNDS_H

#include "robot/elements.h"
#include "writers/writer.h"

/* The plane that touches the ground where the wheel does: its normal, of length 1, and how far it
 * is from the origin along it. And the contact itself, with how far it is from the plane of the
 * wheel, and along the ground's tangent in that plane, off the nearest point: both 0, but for what
 * the steps leave. */
typedef struct {
    pvec normal, contact;
    poly offset, aside, along;
} ground_contact;

ground_contact ground_touched(writer *w, const robot_element *e, pvec centre, pvec axis);

#endif
