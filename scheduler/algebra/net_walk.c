/* SPDX-License-Identifier: MIT */
/* Whole nets: what they cost, the order of their definitions, their values. */
#include "algebra/net.h"

#include <assert.h>

double call_value(call_kind kind, double a, double b)
{
    if (CALL_KIND[kind].arguments == 1)
        b = 0; /* of a sine's two operands */
    return kind == CALL_RECIPROCAL ? 1 / a : op_value(CALL_KIND[kind].op, a, b);
}

net_cost net_count(const net *n)
{
    net_cost sum = {0};
    for (sym s = 0; s < n->symbols_count; s++) {
        sum.other += n->symbols[s].kind == SYM_CALL;
        if (n->symbols[s].kind == SYM_VARIABLE) {
            net_cost c = terms_cost(n->symbols[s].terms, n->symbols[s].terms_count);
            sum.mul += c.mul;
            sum.add += c.add;
        }
    }
    return sum;
}

/* The next symbol that s is made of, from edge to edge; false when there is none left. */
static bool next_part(const symbol *v, uint32_t *edge, sym *part)
{
    if (v->kind == SYM_CALL) {
        if (*edge >= CALL_KIND[v->call].arguments)
            return false;
        *part = v->argument[(*edge)++];
        return true;
    }
    while (*edge < v->terms_count * TERM_FACTORS) {
        const term *t = &v->terms[*edge / TERM_FACTORS];
        uint32_t k = (*edge)++ % TERM_FACTORS;
        if (k < t->count) {
            *part = t->factor[k];
            return true;
        }
    }
    return false;
}

uint32_t net_order(const net *n, arena *mem, sym **order)
{
    /* Depth-first with an explicit stack: state 0 unseen, 1 open, 2 done. */
    uint8_t *state = ARENA_ARRAY(mem, uint8_t, n->symbols_count + 1);
    sym *stack = ARENA_ARRAY(mem, sym, 2 * (size_t)n->symbols_count + 16);
    uint32_t *edge = ARENA_ARRAY(mem, uint32_t, n->symbols_count + 1);
    *order = ARENA_ARRAY(mem, sym, n->symbols_count + 1);
    uint32_t count = 0;
    for (sym root = 0; root < n->symbols_count; root++) {
        if (n->symbols[root].kind < SYM_VARIABLE || state[root])
            continue;
        uint32_t depth = 0;
        stack[depth++] = root;
        state[root] = 1;
        while (depth) {
            sym s = stack[depth - 1], f;
            bool pushed = false;
            while (!pushed && next_part(&n->symbols[s], &edge[s], &f)) {
                assert(state[f] != 1 || n->symbols[f].kind < SYM_VARIABLE);
                if (n->symbols[f].kind >= SYM_VARIABLE && !state[f]) {
                    state[f] = 1;
                    stack[depth++] = f;
                    pushed = true;
                }
            }
            if (!pushed) {
                state[s] = 2;
                (*order)[count++] = s;
                depth--;
            }
        }
    }
    return count;
}

void net_evaluate(const net *n, const sym *order, uint32_t count, double *values)
{
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_PARAMETER)
            values[s] = n->symbols[s].value;
    for (uint32_t i = 0; i < count; i++) {
        const symbol *v = &n->symbols[order[i]];
        if (v->kind == SYM_CALL) {
            values[order[i]] = call_value(v->call, values[v->argument[0]], values[v->argument[1]]);
            continue;
        }
        double sum = 0;
        for (uint32_t t = 0; t < v->terms_count; t++) {
            double product = term_coefficient(n, &v->terms[t]);
            for (uint32_t k = 0; k < v->terms[t].count; k++)
                product *= values[v->terms[t].factor[k]];
            sum += product;
        }
        values[order[i]] = sum;
    }
}
