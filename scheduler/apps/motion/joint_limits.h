/* SPDX-License-Identifier: MIT */
/* Limits of joints (position, rate, torque) that a motion passes: nothing stops a joint there, but
 * whoever looks at the motion is told. */
#ifndef TAUFLOW_JOINT_LIMITS_H
#define TAUFLOW_JOINT_LIMITS_H

#include "base/text.h"
#include "robot/tree.h"

/* Of one limit of one joint. */
typedef struct {
    double at; /* no number before this one is news: the limit, later the worst magnitude;
                  infinite where there is no limit */
    bool passed;
    double first_s;        /* when it was passed first */
    double worst, worst_s; /* what was furthest beyond it, and when */
} limit_passed;

/* Of all joints: none is passed. */
limit_passed *limits_begin(arena *mem, const tree *t);
/* A moment of a motion; passed: LIMITS of each joint. A limit of 0 on rates or torques is none: so
 * exporters write what they do not know. */
void limits_look(const tree *t, double t_s, const double *q, const double *qd, const double *tau,
                 limit_passed *passed);
/* A note per limit that was passed, up to LIMITS_NOTED of them, and how many more there are. */
void limits_note(const tree *t, const limit_passed *passed, diag *d);
/* A note per limit, where the one moment that was looked at is a state of rest. */
void limits_note_state(const tree *t, const limit_passed *passed, diag *d);
/* The same of all as a JSON list of objects: joint, limit, value, first, worst, at. */
void limits_print_json(const tree *t, const limit_passed *passed, text *out);

enum { LIMITS_NOTED = 12 };

#endif
