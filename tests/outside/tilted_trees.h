/* SPDX-License-Identifier: MIT */
/* Robots of our own drawing in which nothing is quite straight and nothing is of one size: 3 to 12
 * joints that turn, slide, are fixed or follow others, some on a base that floats; masses, lengths
 * and inertias over up to twelve decades; frames, inertial frames and axes tilted by 1e-15 .. 1e-3
 * rad off what would be simple. */
#ifndef TAUFLOW_OUTSIDE_TILTED_TREES_H
#define TAUFLOW_OUTSIDE_TILTED_TREES_H

#include "wild.h"

/* One seed, one robot: the same on every machine. */
wild_robot tilted_tree(uint64_t seed);

#endif
