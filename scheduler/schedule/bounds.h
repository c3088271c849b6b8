/* SPDX-License-Identifier: MIT */
/* What no schedule can beat, and how many units a graph asks for [T 3.2, 3.3]. */
#ifndef TAUFLOW_BOUNDS_H
#define TAUFLOW_BOUNDS_H

#include "schedule/graph.h"
#include "machine/machine.h"

/* Per operation, on a machine with units and paths enough for everything. */
typedef struct {
    uint32_t *asap; /* earliest issue cycle, from 0 */
    uint32_t *alap; /* latest issue cycle that keeps the critical path */
    uint32_t *tail; /* cycles from the issue to the end of the run, at least */
    uint32_t *word_head, *word_tail; /* asap and tail of all words: inputs, then operations */
    uint32_t critical_path; /* length in cycles, as schedules count it */
} indices;

/* Latencies, transfer delay and, with lanes, the cycle in which inputs are taken. Linear time. */
indices indices_compute(arena *mem, const graph *g, const machine *m);

/* Lower bounds on the length of any schedule of g on m. */
typedef struct {
    uint32_t critical_path; /* units and lanes unlimited */
    uint32_t
        units; /* operations of a kind over units of the kind, between the shortest head and tail */
    uint32_t head_tail; /* heads and tails that count the units of all ancestors and descendants */
    uint32_t
        streaming; /* the same for the input lanes and the output port; 0 for the ideal network */
    uint32_t best;          /* the largest of them */
} bounds;

/* Above this many operations head_tail and streaming use plain path lengths: the time of the
 * full form grows with the square. */
enum { BOUNDS_FULL_LIMIT = 3000 };

bounds bounds_compute(arena *scratch, const graph *g, const machine *m);
/* The same, and the heads and tails behind head_tail for all words: the start of word w is at least
 * head[w], and the run ends at least tail[w] after it. They live in mem. */
bounds bounds_compute_words(arena *mem, const graph *g, const machine *m, uint32_t **head,
                            uint32_t **tail);

/* Unit counts of the thesis for running in the length of the critical path. */
typedef struct {
    uint32_t lower[UNIT_KINDS];       /* ceil(operations / critical path) */
    uint32_t upper_asap[UNIT_KINDS];  /* most operations with one asap index */
    uint32_t upper_alap[UNIT_KINDS];
    uint32_t statistical[UNIT_KINDS]; /* running mean of the spread over [asap, alap] */
} unit_estimates;

unit_estimates units_estimate(arena *scratch, const graph *g, const machine *m);

#endif
