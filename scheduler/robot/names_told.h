/* SPDX-License-Identifier: MIT */
/* The end of a message about a name that a robot does not have: names that may have been meant, or
 * those that there are (base/nearest.h). Texts live in mem. */
#ifndef TAUFLOW_NAMES_TOLD_H
#define TAUFLOW_NAMES_TOLD_H

#include "robot/tree.h"

const char *links_told(arena *mem, const robot *r, const char *typed);
/* Of those that may move; others are part of their links. */
const char *joints_told(arena *mem, const robot *r, const char *typed);
/* Those that move in a tree. */
const char *coordinates_told(arena *mem, const tree *t, const char *typed);

#endif
