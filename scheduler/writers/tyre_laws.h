/* SPDX-License-Identifier: MIT */
/* Forces and moments of tyres on the ground, by slip, load and camber (docs/forces.md). */
#ifndef TAUFLOW_TYRE_LAWS_H
#define TAUFLOW_TYRE_LAWS_H

#include "robot/elements.h"
#include "writers/writer.h"

typedef struct {
    uint32_t number;     /* of the element, from 1, in names */
    poly load;           /* N, as spring and damper of the tyre have it: negative where they pull */
    poly slip, side;     /* gamma, alpha; 0 at rest */
    poly sine, cosine;   /* of the camber */
    poly speed, ahead;   /* of the centre, along; its sign, less where it creeps */
} tyre_motion;

/* Along, to the left, up; moments about these at the contact. */
typedef struct {
    pvec force, moment;
} tyre_wrench;

tyre_wrench tyre_law(writer *w, const robot_element *e, const tyre_motion *m);

#endif
