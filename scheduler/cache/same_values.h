/* SPDX-License-Identifier: MIT */
/* Whether two graphs compute the same, so that one that somebody may have changed can be held
 * against one that was just made. */
#ifndef TAUFLOW_SAME_VALUES_H
#define TAUFLOW_SAME_VALUES_H

#include "operations/ops.h"
#include "robot/tree.h"

/* Both are of one function of the tree, in binary numbers. Their outputs are the same words, though
 * not always in the same order, and at random states (where loops are closed, where they are) their
 * values differ by no more than roundings on the way to them can make, which is about 1e-12 of what
 * they are sums of. False also where that cannot be told. */
bool same_values(const tree *t, const ops *a, const ops *b);

#endif
