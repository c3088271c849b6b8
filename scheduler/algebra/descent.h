/* SPDX-License-Identifier: MIT */
/* Coordinate descent over forms of equations: the best price so far, what may still be spent on
 * trials, and what earlier trials came to. */
#ifndef TAUFLOW_DESCENT_H
#define TAUFLOW_DESCENT_H

#include "algebra/depth.h"
#include "base/progress.h"

/* What a trial came to, by a hash of its forms or of the net as it was written. */
typedef struct {
    uint64_t key; /* 0: none */
    net_cost cost;
    uint32_t longest; /* path; 0 where no goal asks for it */
} descent_trial;

/* What trials came to. Searches for other goals or of another effort that begin alike, over the
 * same tree, need not try the same forms again: what they share is measured for all of them. */
typedef struct descent_memory {
    arena mem;
    unit_cycles cycles; /* that paths are measured by */
    descent_trial *known; /* open addressing */
    uint32_t known_count, known_size;
} descent_memory;

descent_memory descent_memory_make(const unit_cycles *cycles);
void descent_memory_free(descent_memory *m);

typedef struct {
    const objective *goal;
    uint64_t least; /* operations: what a trial takes, even if most of them are swept away */
    progress *life;
    double best;        /* price; INFINITY before the first trial */
    uint64_t left, all; /* operations to be written and simplified */
    descent_memory own, *shared; /* shared: NULL where no other search has the same trials */
} descent;

/* shared: with the cycles of all goals that it serves; or NULL. */
descent descent_make(const objective *goal, uint64_t budget_operations, uint64_t least,
                     progress *life, descent_memory *shared);
void descent_free(descent *d);

/* Where the same forms were tried before: true, and whether they are the cheapest so far. They have
 * spent as much again. */
bool descent_repeats(descent *d, uint64_t key, bool *gains);
/* A trial: whether it is the cheapest so far. `written` is the net as it was written: its common
 * parts are pulled out here, unless the same net was written before. What it took is spent; when
 * `life` ends the search nothing is left. key: of its forms; 0: they are not known again. */
bool descent_gains(descent *d, uint64_t key, net *written);

/* A hash that goes on; not 0. */
uint64_t descent_hash(uint64_t hash, const void *bytes, size_t count);

#endif
