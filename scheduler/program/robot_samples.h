/* SPDX-License-Identifier: MIT */
/* Random states of a robot's graph; where it closes loops, with loops that are closed. */
#ifndef TAUFLOW_ROBOT_SAMPLES_H
#define TAUFLOW_ROBOT_SAMPLES_H

#include "program/samples.h"
#include "robot/tree.h"

/* As samples_make_at. t: the tree that the graph is of; NULL: not known. Fails where loops do not
 * close. */
status robot_samples(arena *mem, const tree *t, const ops *p, uint32_t steps, uint64_t seed,
                     bool within_limits, sample_set *out, diag *d);

#endif
