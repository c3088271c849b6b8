/* SPDX-License-Identifier: MIT */
/* The recursion as the thesis writes it [T 1.3.2]: frames of the file, inertia about the
 * centres of mass, parameters as symbols. */
#ifndef TAUFLOW_CLASSIC_H
#define TAUFLOW_CLASSIC_H

#include "writers/mass.h"

/* Writes the torques of the tree into the net, one output per coordinate and six per free body. */
void classic_write(arena *mem, const tree *t, signals *s, net *n);
/* Mass matrix and bias in the same way [T 1.3.3]: a column is the recursion with one
 * acceleration. */
mass_sums classic_mass(arena *mem, const tree *t, unsigned wanted, signals *s, net *n);

#endif
