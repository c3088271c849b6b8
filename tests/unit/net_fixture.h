/* SPDX-License-Identifier: MIT */
/* Expression graphs for tests: one with two inputs, and what graphs at random compute. */
#ifndef TAUFLOW_NET_FIXTURE_H
#define TAUFLOW_NET_FIXTURE_H

#include "algebra/net.h"
#include "algebra/rewrite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

typedef struct {
    arena mem;
    net n;
    poly a, b;
} bench;

static inline void bench_open(bench *t)
{
    t->mem = arena_make();
    t->n = net_make(&t->mem);
    t->a = poly_symbol(&t->n, net_input(&t->n, "a"));
    t->b = poly_symbol(&t->n, net_input(&t->n, "b"));
}

static inline uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline void random_inputs(uint64_t *state, double *in, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        in[i] = (double)(next_random(state) % 2000) / 1000 - 1;
}

static inline bool is_output(const symbol *s)
{
    return s->kind == SYM_VARIABLE && s->is_output;
}

/* The values of all symbols, for inputs in the order in which they were made. */
static inline double *net_values(arena *mem, const net *n, const double *in)
{
    sym *order;
    uint32_t count = net_order(n, mem, &order), input = 0;
    double *values = ARENA_ARRAY(mem, double, n->symbols_count + 1);
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_INPUT)
            values[s] = in[input++];
    net_evaluate(n, order, count, values);
    return values;
}

static inline void assert_cost(const rewriter *w)
{
    net_cost c = net_count(w->n);
    assert_int_equal(c.mul, w->cost.mul);
    assert_int_equal(c.add, w->cost.add);
    assert_int_equal(c.other, w->cost.other);
}

#endif
