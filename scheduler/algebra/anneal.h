/* SPDX-License-Identifier: MIT */
/* Search for cheaper equations by simulated annealing: put a definition back into its users
 * or pull a random divisor out, let the neighbourhood settle, keep the result by Metropolis'
 * rule. Deterministic for a seed; the budget is a number of steps, not time. */
#ifndef TAUFLOW_ANNEAL_H
#define TAUFLOW_ANNEAL_H

#include "algebra/depth.h"
#include "base/progress.h"

typedef struct {
    uint64_t seed;
    uint32_t steps;
    uint32_t patience; /* it ends after so many steps that found nothing cheaper; 0: never */
    double hot, cold; /* temperatures in operations, first and last step */
    objective goal;
    progress *life; /* may end the search before its last step; NULL: nobody watches */
} anneal_options;

/* The best net found, in mem; never dearer than n by the goal. Symbols get new numbers, names
 * stay. */
net anneal(arena *mem, const net *n, const anneal_options *options);

#endif
