/* SPDX-License-Identifier: MIT */
#include "schedule/graph.h"

uint32_t graph_word(const graph *g, operand x)
{
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return OPERAND_INDEX(x);
    case FROM_OP: return g->inputs + OPERAND_INDEX(x);
    case FROM_CONSTANT: break;
    }
    return WORD_NONE;
}

const char *graph_word_name(const graph *g, uint32_t word)
{
    return word < g->inputs ? g->p->inputs[word].name : g->p->list[word - g->inputs].name;
}

graph graph_build(arena *mem, const ops *p)
{
    graph g = {.p = p, .inputs = p->inputs_count, .words = p->inputs_count + p->list_count};
    g.use_start = ARENA_ARRAY(mem, uint32_t, g.words + 2);
    g.leaves = ARENA_ARRAY(mem, bool, g.words + 1);
    for (uint32_t i = 0; i < 2 * p->list_count; i++) {
        uint32_t w = graph_operand(&g, i / 2, i % 2);
        if (w != WORD_NONE)
            g.use_start[w + 2]++;
    }
    for (uint32_t w = 2; w < g.words + 2; w++)
        g.use_start[w] += g.use_start[w - 1];
    g.uses = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)p->list_count + 1);
    for (uint32_t i = 0; i < 2 * p->list_count; i++) {
        uint32_t w = graph_operand(&g, i / 2, i % 2);
        if (w != WORD_NONE)
            g.uses[g.use_start[w + 1]++] = i;
    }
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        uint32_t w = graph_word(&g, p->outputs[o].value);
        if (w != WORD_NONE)
            g.leaves[w] = true;
    }
    return g;
}
