/* SPDX-License-Identifier: MIT */
#include "algebra/net_calls.h"
#include "algebra/differentiate.h"

#include <string.h>

parameter parameter_position(arena *mem, const signals *s, net *n, uint32_t coordinate)
{
    parameter p = {0};
    for (uint32_t i = 0; i < s->list_count; i++) {
        const signal *x = &s->list[i];
        bool is_sine = x->kind == INPUT_SIN, is_cosine = x->kind == INPUT_COS;
        if (x->index != coordinate || !(is_sine || is_cosine || x->kind == INPUT_Q))
            continue;
        poly slope = poly_number(n, x->ratio);
        if (is_sine || is_cosine) {
            sym partner = n->symbols[x->symbol].trig_partner;
            slope = poly_scale(n, poly_symbol(n, partner), is_sine ? x->ratio : -x->ratio);
        }
        *ARENA_PUSH(mem, &p, seeds) = (input_slope){x->symbol, slope};
    }
    return p;
}

parameter parameter_word(arena *mem, const signals *s, net *n, input_kind kind, uint32_t index,
                         uint32_t axis)
{
    parameter p = {0};
    for (uint32_t i = 0; i < s->list_count; i++) {
        const signal *x = &s->list[i];
        if (x->kind == kind && x->index == index && x->axis == axis)
            *ARENA_PUSH(mem, &p, seeds) = (input_slope){x->symbol, poly_number(n, 1)};
    }
    return p;
}

parameter parameter_freedom(arena *mem, const signals *s, net *n, input_kind of_joint,
                            uint32_t freedom)
{
    const uint32_t of_free = 6 * tree_free_bodies(s->t), body = freedom / 6, axis = freedom % 3;
    const bool is_rate = of_joint == INPUT_QD;
    if (freedom >= of_free)
        return parameter_word(mem, s, n, of_joint, freedom - of_free, 0);
    if (freedom % 6 >= 3)
        return parameter_word(mem, s, n, is_rate ? INPUT_OMEGA : INPUT_OMEGAD, body, axis);
    return is_rate ? (parameter){0} : parameter_word(mem, s, n, INPUT_ACC, body, axis);
}

/* --- the graph ------------------------------------------------------------------------------ */

typedef struct {
    uint32_t from, to;
    poly slope;          /* a sum; named when it is used as a factor */
    uint32_t next_in, next_out; /* in the lists of `to` and `from`; index + 1 */
    bool is_dead;
} edge;

typedef struct {
    uint32_t first_in, first_out; /* index of an edge + 1 */
    uint32_t ins, outs;
    bool is_kept; /* a parameter or a result */
    bool is_done;
} vertex;

typedef struct {
    net *n;
    arena *mem;
    vertex *vertices; /* by symbol; parameters after them */
    uint32_t vertices_count;
    edge *edges;
    uint32_t edges_count, edges_capacity;
} graph;

/* In the list of the end that has fewer of them. */
static edge *edge_find(graph *g, uint32_t from, uint32_t to)
{
    const bool by_ins = g->vertices[to].ins < g->vertices[from].outs;
    for (uint32_t e = by_ins ? g->vertices[to].first_in : g->vertices[from].first_out; e;
         e = by_ins ? g->edges[e - 1].next_in : g->edges[e - 1].next_out) {
        edge *x = &g->edges[e - 1];
        if (x->from == from && x->to == to && !x->is_dead)
            return x;
    }
    return NULL;
}

static void edge_add(graph *g, uint32_t from, uint32_t to, poly slope)
{
    if (!slope.count)
        return;
    edge *known = edge_find(g, from, to);
    if (known) {
        known->slope = poly_add(g->n, known->slope, slope);
        return;
    }
    vertex *u = &g->vertices[from], *v = &g->vertices[to];
    *ARENA_PUSH(g->mem, g, edges) = (edge){.from = from, .to = to, .slope = slope,
                                           .next_in = v->first_in, .next_out = u->first_out};
    u->first_out = v->first_in = g->edges_count;
    u->outs++;
    v->ins++;
}

static void edge_kill(graph *g, edge *e)
{
    e->is_dead = true;
    g->vertices[e->from].outs--;
    g->vertices[e->to].ins--;
}

/* The partial derivatives of one sum by each of its factors that a parameter moves. */
static void add_sum(graph *g, const uint8_t *moves, sym s)
{
    const symbol v = g->n->symbols[s];
    for (uint32_t i = 0; i < v.terms_count; i++)
        for (uint32_t k = 0; k < v.terms[i].count; k++) {
            sym f = v.terms[i].factor[k];
            if (!moves[f])
                continue;
            poly rest = {.terms = ARENA_ARRAY(g->n->mem, term, 1), .count = 1};
            term *t = rest.terms;
            *t = v.terms[i];
            t->count--;
            memmove(t->factor + k, t->factor + k + 1, (t->count - k) * sizeof(sym));
            edge_add(g, f, s, rest);
        }
}

static void add_call(graph *g, const uint8_t *moves, sym s)
{
    net *n = g->n;
    const symbol v = n->symbols[s];
    poly slope[CALL_ARGUMENTS] = {{0}};
    call_slopes(n, s, slope);
    for (uint32_t k = 0; k < CALL_KIND[v.call].arguments; k++)
        if (moves[v.argument[k]])
            edge_add(g, v.argument[k], s, slope[k]);
}

typedef void visit(uint8_t *mark, sym s, sym part);

/* Every symbol that s is made of. */
static void each_part(const net *n, sym s, visit *act, uint8_t *mark)
{
    const symbol *v = &n->symbols[s];
    for (uint32_t k = 0; v->kind == SYM_CALL && k < CALL_KIND[v->call].arguments; k++)
        act(mark, s, v->argument[k]);
    for (uint32_t i = 0; v->kind == SYM_VARIABLE && i < v->terms_count; i++)
        for (uint32_t k = 0; k < v->terms[i].count; k++)
            act(mark, s, v->terms[i].factor[k]);
}

static void move_with(uint8_t *moves, sym s, sym part)
{
    moves[s] |= moves[part];
}

static void need_of(uint8_t *needed, sym s, sym part)
{
    needed[part] |= needed[s];
}

/* --- elimination ---------------------------------------------------------------------------- */

static void eliminate(graph *g, uint32_t v)
{
    for (uint32_t in = g->vertices[v].first_in; in; in = g->edges[in - 1].next_in) {
        if (g->edges[in - 1].is_dead)
            continue;
        poly first = net_assign(g->n, NULL, g->edges[in - 1].slope);
        for (uint32_t out = g->vertices[v].first_out; out; out = g->edges[out - 1].next_out) {
            if (g->edges[out - 1].is_dead)
                continue;
            poly second = net_assign(g->n, NULL, g->edges[out - 1].slope);
            g->edges[out - 1].slope = second;
            edge_add(g, g->edges[in - 1].from, g->edges[out - 1].to,
                     poly_multiply(g->n, first, second));
        }
    }
    for (uint32_t in = g->vertices[v].first_in; in; in = g->edges[in - 1].next_in)
        if (!g->edges[in - 1].is_dead)
            edge_kill(g, &g->edges[in - 1]);
    for (uint32_t out = g->vertices[v].first_out; out; out = g->edges[out - 1].next_out)
        if (!g->edges[out - 1].is_dead)
            edge_kill(g, &g->edges[out - 1]);
    g->vertices[v].is_done = true;
}

/* The vertex with the fewest paths through it; the first among equals. */
static uint32_t cheapest(const graph *g)
{
    uint32_t best = UINT32_MAX;
    uint64_t least = UINT64_MAX;
    for (uint32_t v = 0; v < g->vertices_count; v++) {
        const vertex *x = &g->vertices[v];
        if (x->is_kept || x->is_done || !(x->ins + x->outs))
            continue;
        uint64_t paths = (uint64_t)x->ins * x->outs;
        if (paths < least) {
            least = paths;
            best = v;
        }
    }
    return best;
}

static void eliminate_all(graph *g, const sym *order, uint32_t count, elimination how)
{
    if (how == ELIMINATE_CHEAPEST) {
        for (uint32_t v = cheapest(g); v != UINT32_MAX; v = cheapest(g))
            eliminate(g, v);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = order[how == ELIMINATE_FORWARD ? i : count - 1 - i];
        if (!g->vertices[v].is_kept)
            eliminate(g, v);
    }
}

/* Vertices: symbols, parameters, and one after each result, for others may use a result. */
typedef struct {
    const sym *results;
    uint32_t results_count;
    const parameter *parameters;
    uint32_t parameters_count;
    sym symbols_count;           /* before there were derivatives */
    uint8_t *is_known;           /* variables whose slope is: nothing is asked of their parts */
    sym *order;                  /* of the vertices that go */
    uint32_t order_count;
} question;

static void add_ends(graph *g, const question *of, const uint8_t *needed)
{
    for (uint32_t p = 0; p < of->parameters_count; p++) {
        uint32_t from = of->symbols_count + p;
        const parameter *x = &of->parameters[p];
        g->vertices[from].is_kept = true;
        for (uint32_t i = 0; i < x->seeds_count; i++)
            if (needed[x->seeds[i].input])
                edge_add(g, from, x->seeds[i].input, x->seeds[i].slope);
    }
    for (uint32_t k = 0; k < of->results_count; k++) {
        uint32_t to = of->symbols_count + of->parameters_count + k;
        g->vertices[to].is_kept = true;
        edge_add(g, of->results[k], to, poly_number(g->n, 1));
    }
}

static void add_between(graph *g, question *of, const uint8_t *moves, const uint8_t *needed,
                        const sym *variables, uint32_t count)
{
    of->order = ARENA_ARRAY(g->mem, sym, of->symbols_count + 1);
    for (sym s = 0; s < of->symbols_count; s++)
        if (g->n->symbols[s].kind == SYM_INPUT && moves[s] && needed[s])
            of->order[of->order_count++] = s;
    for (uint32_t i = 0; i < count; i++) {
        sym s = variables[i];
        if (!moves[s] || !needed[s])
            continue;
        if (of->is_known[s])
            ; /* its edges come from the parameters alone */
        else if (g->n->symbols[s].kind == SYM_CALL)
            add_call(g, moves, s);
        else
            add_sum(g, moves, s);
        of->order[of->order_count++] = s;
    }
}

void net_differentiate(net *n, const sym *results, uint32_t results_count,
                       const parameter *parameters, uint32_t parameters_count, elimination how,
                       poly *partials)
{
    arena work = arena_make();
    if (!n->is_trial)
        net_make_exact(n);
    question of = {.results = results, .results_count = results_count, .parameters = parameters,
                   .parameters_count = parameters_count, .symbols_count = n->symbols_count};
    sym *variables;
    uint32_t count = net_order(n, &work, &variables);
    uint8_t *moves = ARENA_ARRAY(&work, uint8_t, n->symbols_count + 1);
    uint8_t *needed = ARENA_ARRAY(&work, uint8_t, n->symbols_count + 1);
    of.is_known = ARENA_ARRAY(&work, uint8_t, n->symbols_count + 1);
    for (uint32_t p = 0; p < parameters_count; p++)
        for (uint32_t i = 0; i < parameters[p].seeds_count; i++) {
            const sym seed = parameters[p].seeds[i].input;
            moves[seed] = 1;
            of.is_known[seed] = n->symbols[seed].kind != SYM_INPUT;
        }
    for (uint32_t i = 0; i < count; i++)
        each_part(n, variables[i], move_with, moves);
    for (uint32_t k = 0; k < results_count; k++)
        needed[results[k]] = 1;
    for (uint32_t i = count; i-- > 0;)
        if (!of.is_known[variables[i]])
            each_part(n, variables[i], need_of, needed);
    graph g = {.n = n, .mem = &work,
               .vertices_count = of.symbols_count + parameters_count + results_count};
    g.vertices = ARENA_ARRAY(&work, vertex, g.vertices_count);
    add_ends(&g, &of, needed);
    add_between(&g, &of, moves, needed, variables, count);
    eliminate_all(&g, of.order, of.order_count, how);
    for (uint32_t k = 0; k < results_count; k++)
        for (uint32_t p = 0; p < parameters_count; p++) {
            uint32_t to = of.symbols_count + parameters_count + k;
            const edge *e = edge_find(&g, of.symbols_count + p, to);
            partials[(size_t)k * parameters_count + p] = e ? e->slope : poly_zero();
        }
    if (!n->is_trial)
        net_prove_slopes(n, variables, count, results, results_count, parameters,
                         parameters_count, partials);
    arena_free(&work);
}
