#include "equations/differentiate.h"

#include <assert.h>
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
        *ARENA_PUSH(mem, &p, seeds) = (seed){x->symbol, slope};
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
            *ARENA_PUSH(mem, &p, seeds) = (seed){x->symbol, poly_number(n, 1)};
    }
    return p;
}

/* --- the graph ------------------------------------------------------------------------------ */

enum { NO_EDGE = 0 };

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

static edge *edge_find(graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t e = g->vertices[from].first_out; e; e = g->edges[e - 1].next_out)
        if (g->edges[e - 1].to == to && !g->edges[e - 1].is_dead)
            return &g->edges[e - 1];
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

/* The partial derivatives of one definition by each of its factors that a parameter moves. */
static void add_definition(graph *g, const uint8_t *moves, sym s)
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

/* Which symbols move with any parameter, and which any result needs. */
static void mark_moving(const net *n, const sym *order, uint32_t count,
                        const parameter *parameters, uint32_t parameters_count, uint8_t *moves)
{
    for (uint32_t p = 0; p < parameters_count; p++)
        for (uint32_t i = 0; i < parameters[p].seeds_count; i++)
            moves[parameters[p].seeds[i].input] = 1;
    for (uint32_t i = 0; i < count; i++) {
        const symbol *v = &n->symbols[order[i]];
        for (uint32_t t = 0; t < v->terms_count; t++)
            for (uint32_t k = 0; k < v->terms[t].count; k++)
                moves[order[i]] |= moves[v->terms[t].factor[k]];
    }
}

static void mark_needed(const net *n, const sym *order, uint32_t count, const sym *results,
                        uint32_t results_count, uint8_t *needed)
{
    for (uint32_t k = 0; k < results_count; k++)
        needed[results[k]] = 1;
    for (uint32_t i = count; i-- > 0;) {
        const symbol *v = &n->symbols[order[i]];
        for (uint32_t t = 0; needed[order[i]] && t < v->terms_count; t++)
            for (uint32_t k = 0; k < v->terms[t].count; k++)
                needed[v->terms[t].factor[k]] = 1;
    }
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
    /* A result that others use keeps its own edges from the parameters: see net_differentiate. */
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

void net_differentiate(net *n, const sym *results, uint32_t results_count,
                       const parameter *parameters, uint32_t parameters_count, elimination how,
                       poly *partials)
{
    arena work = arena_make();
    sym *variables, inputs = n->symbols_count;
    uint32_t count = net_order(n, &work, &variables);
    uint8_t *moves = ARENA_ARRAY(&work, uint8_t, inputs + 1);
    uint8_t *needed = ARENA_ARRAY(&work, uint8_t, inputs + 1);
    mark_moving(n, variables, count, parameters, parameters_count, moves);
    mark_needed(n, variables, count, results, results_count, needed);
    /* Vertices: symbols, parameters, and one behind each result, for results may be used by
     * others. */
    graph g = {.n = n, .mem = &work, .vertices_count = inputs + parameters_count + results_count};
    g.vertices = ARENA_ARRAY(&work, vertex, g.vertices_count);
    sym *order = ARENA_ARRAY(&work, sym, inputs + 1);
    uint32_t order_count = 0;
    for (uint32_t p = 0; p < parameters_count; p++) {
        uint32_t from = inputs + p;
        g.vertices[from].is_kept = true;
        for (uint32_t i = 0; i < parameters[p].seeds_count; i++)
            if (needed[parameters[p].seeds[i].input])
                edge_add(&g, from, parameters[p].seeds[i].input, parameters[p].seeds[i].slope);
    }
    for (sym s = 0; s < inputs; s++)
        if (n->symbols[s].kind == SYM_INPUT && moves[s] && needed[s])
            order[order_count++] = s;
    for (uint32_t i = 0; i < count; i++)
        if (moves[variables[i]] && needed[variables[i]]) {
            add_definition(&g, moves, variables[i]);
            order[order_count++] = variables[i];
        }
    for (uint32_t k = 0; k < results_count; k++) {
        uint32_t to = inputs + parameters_count + k;
        g.vertices[to].is_kept = true;
        edge_add(&g, results[k], to, poly_number(n, 1));
    }
    eliminate_all(&g, order, order_count, how);
    for (uint32_t k = 0; k < results_count; k++)
        for (uint32_t p = 0; p < parameters_count; p++) {
            const edge *e = edge_find(&g, inputs + p, inputs + parameters_count + k);
            partials[(size_t)k * parameters_count + p] = e ? e->slope : poly_zero();
        }
    arena_free(&work);
}
