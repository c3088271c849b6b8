/* SPDX-License-Identifier: MIT */
/* Operations in sequences, the units that go to tasks [T 4.3.3]. Those of one sequence depend on
 * the same branches, and results of the same branches depend on them: along the graph the first of
 * these sets grows and the second shrinks, so that no path leaves a sequence and comes back. Long
 * sequences are cut by depth, and each falls into parts that have nothing to do with each other;
 * short parts go with the only other one that they have to do with. */
#ifndef TAUFLOW_SEQUENCES_H
#define TAUFLOW_SEQUENCES_H

#include "operations/ops.h"
#include "tasks/branches.h"

/* `words` results of sequence `from` are operands in sequence `to`. */
typedef struct {
    uint32_t from, to, words;
} sequence_edge;

typedef struct {
    const ops *p;
    uint32_t count;   /* of sequences, numbered so that each comes after those that it needs */
    uint32_t *of_op;  /* per operation */
    uint32_t *first;  /* operations of k: operations[first[k]] .. [first[k + 1] - 1], in order */
    uint32_t *operations;
    sequence_edge *edges; /* by `from`, then `to`: those of k are first_edge[k] .. */
    uint32_t *first_edge;
    uint32_t edges_count;
    bool *has_output; /* per sequence: some result of the model is one of its own */
    uint64_t *needs;  /* per sequence: branches that it depends on, set_words numbers each */
    uint32_t set_words;
} sequences;

/* `longest`: operations of a sequence that is not cut. */
sequences sequences_find(arena *mem, const ops *p, const branches *b, uint32_t longest);

static inline uint32_t sequence_size(const sequences *s, uint32_t k)
{
    return s->first[k + 1] - s->first[k];
}
/* Whether a sequence depends on a branch. */
static inline bool sequence_needs(const sequences *s, uint32_t k, uint32_t number)
{
    return s->needs[(size_t)k * s->set_words + number / 64] >> number % 64 & 1;
}

#endif
