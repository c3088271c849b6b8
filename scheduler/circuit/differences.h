/* SPDX-License-Identifier: MIT */
/* Whole numbers under differences: the least cost, exactly. */
#ifndef TAUFLOW_DIFFERENCES_H
#define TAUFLOW_DIFFERENCES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* x[to] - x[from] >= least. */
typedef struct {
    uint32_t from, to;
    int32_t least;
} difference;

typedef struct {
    difference *items;
    uint32_t items_count, items_capacity;
} differences;

static inline void differences_add(arena *mem, differences *all, uint32_t from, uint32_t to,
                                   int32_t least)
{
    *ARENA_PUSH(mem, all, items) = (difference){from, to, least};
}

/* Makes the sum of cost[i] * x[i] least. x holds numbers that keep all differences, and ends with
 * the best, x[0] as it was. Preconditions: costs add up to 0, and no x can fall without end, so
 * that there is a least sum. */
void differences_solve(arena *mem, const differences *all, uint32_t count, const int64_t *cost,
                       int32_t *x);

#endif
