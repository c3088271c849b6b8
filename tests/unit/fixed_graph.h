/* SPDX-License-Identifier: MIT */
/* Graphs in fixed point, for tests of circuits. */
#ifndef TAUFLOW_FIXED_GRAPH_H
#define TAUFLOW_FIXED_GRAPH_H

#include "numbers/points.h"
#include "unit/ops_fixture.h"

/* p in fixed point, and the box that its inputs are in; width 0 where these bits are too few. */
static inline ops fixed_from(arena *mem, const ops *graph, uint32_t width, input_box *b)
{
    diag d = diag_make(mem);
    value_ranges r;
    range_lines stated = {0};
    ops *p = ARENA_ARRAY(mem, ops, 1); /* which the box goes on to point at */
    *p = *graph;
    assert_int_equal(range_line_read(mem, "plain -0.5 1.5", &stated, &d), STATUS_OK);
    if (input_box_make(mem, p, &stated, b, &d) != STATUS_OK ||
        value_ranges_prove(mem, b, 1, &r, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    if (points_choose(mem, b, &r, width, p, &d) != STATUS_OK)
        p->format = 0; /* products of products of ... */
    return *p;
}

/* A random graph, with sines or without. */
static inline ops fixed_graph_of(arena *mem, bool sines, uint32_t width, uint64_t seed,
                                 input_box *b)
{
    ops p = ops_random_of(mem, OP_DIV, 8, 40, seed);
    for (uint32_t i = 1; i < p.list_count; i += 2) /* read once, some as what is taken off */
        if (p.list[i].kind == OP_SUB)
            p.list[i] = (op){.kind = OP_SUB, .name = p.list[i].name, .a = p.list[i].b,
                             .b = p.list[i].a};
    if (sines)
        ops_take_angles(mem, &p);
    return fixed_from(mem, &p, width, b);
}

static inline ops fixed_graph(arena *mem, uint32_t width, uint64_t seed, input_box *b)
{
    return fixed_graph_of(mem, false, width, seed, b);
}

#endif
