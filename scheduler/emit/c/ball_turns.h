/* SPDX-License-Identifier: MIT */
/* Angles of balls that turn (robot/tree_balls.c) from quaternions, and back, for whoever integrates
 * these and calls emitted functions with those (docs/forms.md). */
#ifndef TAUFLOW_BALL_TURNS_H
#define TAUFLOW_BALL_TURNS_H

#include "base/text.h"
#include "robot/tree.h"

/* The files NAME_balls.c and NAME_balls.h of a robot that has some. */
void ball_turns_emit(const tree *t, const char *name, text *c, text *h);
/* The same for programs: a list of the balls, and whose coordinates they have. */
void ball_turns_json(const tree *t, text *out);

#endif
