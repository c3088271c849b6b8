/* SPDX-License-Identifier: MIT */
/* The account of robot_energy as operations, so that machine code can keep it. It is written from
 * the tree, too, and from no equation of motion. */
#ifndef TAUFLOW_ENERGY_GRAPH_H
#define TAUFLOW_ENERGY_GRAPH_H

#include "operations/ops.h"
#include "robot/tree.h"

enum { ENERGY_ALL, ENERGY_POTENTIAL, ENERGY_OUTPUTS }; /* in this order */

/* False: the tree has what operations do not count here (free bodies, balls, forces at points,
 * rods with a mass). */
bool energy_graph(arena *mem, const tree *t, ops *out);

#endif
