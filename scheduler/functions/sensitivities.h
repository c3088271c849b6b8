/* SPDX-License-Identifier: MIT */
#ifndef TAUFLOW_SENSITIVITIES_H
#define TAUFLOW_SENSITIVITIES_H

#include "robot/tree.h"

/* The tree whose function is derived: where that closes loops, by a pass more. */
const tree *sensitivities_tree(arena *mem, const tree *t);

#endif
