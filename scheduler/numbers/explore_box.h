/* SPDX-License-Identifier: MIT */
/* How large values get: what a search finds, which proofs are held against. */
#ifndef TAUFLOW_EXPLORE_BOX_H
#define TAUFLOW_EXPLORE_BOX_H

#include "numbers/input_box.h"

/* Per operation the largest magnitude in random states and, from the best of them, uphill: one
 * input or position after another is changed as long as that helps. */
void explore_box(const input_box *b, double *most);

#endif
