/* SPDX-License-Identifier: MIT */
/* Which operation of a kind works in which stage, where operators are shared: a sample comes every
 * `interval` cycles, so that operations of one operator stand in stages that differ modulo the
 * interval, their phases. A kind of which there are `most` operators has at most so many operations
 * in each phase. */
#ifndef TAUFLOW_PHASES_H
#define TAUFLOW_PHASES_H

#include "circuit/differences.h"

#define PHASES_ALONE UINT32_MAX

typedef struct {
    const differences *all; /* from lower to higher numbers; 0 is the first, the last ends all */
    uint32_t count;         /* numbers */
    const uint32_t *kind;   /* per number: of its operator, or PHASES_ALONE */
    const uint32_t *most;   /* per kind: operators; times the interval at least its operations */
    uint32_t kinds, interval;
} phases;

/* x keeps all differences, and ends with numbers that keep both: as near to what they were as a
 * greedy search finds, the last one as small as it finds. x[0] is 0. */
void phases_choose(arena *mem, const phases *p, int32_t *x);

/* Whether x keeps what is said above of phases; not its differences. */
bool phases_fit(arena *mem, const phases *p, const int32_t *x);

#endif
