/* SPDX-License-Identifier: MIT */
/* The operations seen as words and their uses. Word w is input w, or the result of operation
 * w - inputs_count. Derived from an ops, shared by bounds, schedulers and the replay. */
#ifndef TAUFLOW_SCHEDULE_GRAPH_H
#define TAUFLOW_SCHEDULE_GRAPH_H

#include "operations/ops_fixed.h"

#define WORD_NONE UINT32_MAX

typedef struct {
    const ops *p;
    uint32_t inputs, words; /* words = inputs + operations */
    uint32_t *use_start;    /* words + 1 entries into uses */
    uint32_t *uses;         /* 2 operation + port, port 0 for operand a; ascending */
    bool *leaves;           /* per word: some output carries it */
} graph;

graph graph_build(arena *mem, const ops *p);

/* WORD_NONE for a constant. */
uint32_t graph_word(const graph *g, operand x);
/* Word of operand a (port 0) or b (port 1). */
static inline uint32_t graph_operand(const graph *g, uint32_t operation, uint32_t port)
{
    return graph_word(g, port ? g->p->list[operation].b : g->p->list[operation].a);
}
static inline unit_kind graph_kind(const graph *g, uint32_t operation)
{
    return OP_KIND[g->p->list[operation].kind].unit;
}
/* Whether operands a and b may come through receivers a and b, or the other way round. */
static inline bool graph_may(const graph *g, uint32_t operation, bool swap)
{
    return ops_may_swap(g->p, &g->p->list[operation], swap);
}
const char *graph_word_name(const graph *g, uint32_t word);
/* False for inputs that nothing needs: they are not streamed. */
static inline bool graph_used(const graph *g, uint32_t word)
{
    return g->leaves[word] || g->use_start[word] != g->use_start[word + 1];
}

#endif
