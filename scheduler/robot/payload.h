/* SPDX-License-Identifier: MIT */
/* A load on a link, as --payload says it: constants, or inputs that come with every state. */
#ifndef TAUFLOW_PAYLOAD_H
#define TAUFLOW_PAYLOAD_H

#include "base/diag.h"
#include "robot/spatial.h"

#include <stdbool.h>

typedef struct {
    const char *link;
    bool is_input;
    inertia body; /* of constants: in the link's frame */
} payload;

/* LINK for inputs; LINK=MASS, LINK=MASS,x,y,z (its centre) or
 * LINK=MASS,x,y,z,ixx,iyy,izz,ixy,ixz,iyz (moments about the centre), in the link's frame. A
 * warning where no real body has such moments. */
status payload_read(arena *mem, const char *given, payload *out, diag *d);

#endif
