/* Search for cheaper equations by simulated annealing: put a definition back into its users
 * or pull a random divisor out, let the neighbourhood settle, keep the result by Metropolis'
 * rule. Deterministic for a seed; the budget is a number of steps, not time. */
#ifndef TAUFLOW_ANNEAL_H
#define TAUFLOW_ANNEAL_H

#include "equations/net.h"

typedef struct {
    uint64_t seed;
    uint32_t steps;
    double hot, cold; /* temperatures in operations, first and last step */
} anneal_options;

/* Leaves the best net found in *n; returns its cost. Never worse than it was. */
uint32_t anneal(arena *mem, net *n, const anneal_options *options);

#endif
