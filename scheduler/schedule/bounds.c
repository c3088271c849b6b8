/* SPDX-License-Identifier: MIT */
/* The combined bound. Every node (input, operation, output word) takes one cycle of one of a
 * few resources (lanes, unit kinds, the output port). Forget all precedences but the longest
 * paths into one node j, and ask when a resource can have served all ancestors of j that need
 * it: unit jobs with release times (their heads) and deliveries (paths to j), for which taking
 * the largest delivery first is optimal. That is a head for j, used for later nodes in turn; tails
 * are the same in the reversed graph; the length is the same question asked once more for all
 * nodes.
 *
 * Between stations an ancestor that is not in j's own module has a hop on its way to j, or more.
 * So of the jobs released at a or later, with deliveries of at least q, only so many can be served
 * in x cycles: a module at distance h has x - h cycles for them. */
#include "schedule/bounds.h"
#include "schedule/routes.h"
#include "machine/timing.h"

#include <string.h>

enum { RESOURCE_LANES = UNIT_KINDS, RESOURCE_OUTPUT, RESOURCE_FREE, RESOURCES };

/* A node's `before` list are its operands, its `after` list its users; delays between starts. */
typedef struct {
    uint32_t node, delay;
} edge;

typedef struct {
    uint32_t count;
    uint8_t *resource;
    uint32_t *before_start, *after_start;
    edge *before, *after;
    uint32_t *head, *tail; /* start not before head; the run ends not before start + tail */
    uint32_t capacity[RESOURCES];
    uint32_t modules; /* stations; 1: no hops */
    uint32_t *nearest; /* [module]: hops from the nearest, the second nearest and so on */
    uint32_t words;   /* nodes from here on are output ports, reached from everywhere at once */
    uint32_t inputs;
} net;

/* Largest-delivery-first service of unit jobs, with its working memory. */
typedef struct {
    uint32_t *first_at, *next; /* jobs by release time: chains through next, UINT32_MAX ends */
    uint32_t *heap;
    uint32_t times;
} server;

static uint32_t max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t edge_delay(const graph *g, const machine *m, uint32_t word, bool to_output)
{
    uint32_t use = to_output ? 0 : m->transfer_cycles;
    if (word < g->inputs)
        return m->lanes ? use : 0;
    return m->latency_cycles[graph_kind(g, word - g->inputs)] + use;
}

/* Hops to a station from itself, from the nearest other one and so on: each the fewest that any
 * station has. */
static uint32_t *find_nearest(arena *mem, const machine *m)
{
    const routes r = routes_make(mem, m);
    uint32_t *nearest = ARENA_ARRAY(mem, uint32_t, r.stations);
    uint32_t *within = ARENA_ARRAY(mem, uint32_t, r.longest + 1);
    for (uint32_t i = 0; i < r.stations; i++)
        nearest[i] = r.longest;
    for (uint32_t to = 0; to < r.stations; to++) {
        memset(within, 0, (r.longest + 1) * sizeof *within);
        for (uint32_t home = 0; home < r.stations; home++)
            within[routes_hops(&r, home, to)]++;
        for (uint32_t hops = 0, i = 0; hops <= r.longest; hops++)
            for (; within[hops]; within[hops]--, i++)
                nearest[i] = hops < nearest[i] ? hops : nearest[i];
    }
    return nearest;
}

/* Nodes: words in order, then one node per word that leaves over a network. */
static net net_build(arena *mem, const graph *g, const machine *m)
{
    net n = {0};
    bool has_output = m->network != NETWORK_IDEAL;
    n.count = g->words;
    for (uint32_t w = 0; w < g->words && has_output; w++)
        n.count += g->leaves[w];
    size_t edges = 2 * (size_t)g->p->list_count + (n.count - g->words);
    n.resource = ARENA_ARRAY(mem, uint8_t, n.count + 1);
    n.head = ARENA_ARRAY(mem, uint32_t, n.count + 1);
    n.tail = ARENA_ARRAY(mem, uint32_t, n.count + 1);
    n.before_start = ARENA_ARRAY(mem, uint32_t, n.count + 2);
    n.after_start = ARENA_ARRAY(mem, uint32_t, n.count + 2);
    n.before = ARENA_ARRAY(mem, edge, edges + 1);
    n.after = ARENA_ARRAY(mem, edge, edges + 1);
    uint32_t at = 0, output = g->words;
    for (uint32_t w = 0; w < g->words; w++) {
        bool is_input = w < g->inputs;
        n.before_start[w] = at;
        n.resource[w] = is_input ? (m->lanes && graph_used(g, w) ? RESOURCE_LANES : RESOURCE_FREE)
                                 : (uint8_t)graph_kind(g, w - g->inputs);
        for (uint32_t port = 0; port < 2 && !is_input; port++) {
            uint32_t from = graph_operand(g, w - g->inputs, port);
            if (from != WORD_NONE)
                n.before[at++] = (edge){from, edge_delay(g, m, from, false)};
        }
        if (g->leaves[w] && !has_output)
            n.tail[w] = is_input ? 0 : timing_ideal(m, graph_kind(g, w - g->inputs), 0);
    }
    for (uint32_t w = 0; w < g->words && has_output; w++)
        if (g->leaves[w]) {
            n.before_start[output] = at;
            n.before[at++] = (edge){w, edge_delay(g, m, w, true)};
            n.tail[output] = timing_cycles(0);
            n.resource[output++] = RESOURCE_OUTPUT;
        }
    n.before_start[n.count] = at;
    for (uint32_t e = 0; e < at; e++)
        n.after_start[n.before[e].node + 1]++;
    for (uint32_t i = 0; i < n.count; i++)
        n.after_start[i + 1] += n.after_start[i];
    uint32_t *fill = ARENA_ARRAY(mem, uint32_t, n.count + 1);
    memcpy(fill, n.after_start, n.count * sizeof *fill);
    for (uint32_t i = 0; i < n.count; i++)
        for (uint32_t e = n.before_start[i]; e < n.before_start[i + 1]; e++)
            n.after[fill[n.before[e].node]++] = (edge){i, n.before[e].delay};
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        n.capacity[k] = m->units[k];
    n.capacity[RESOURCE_LANES] = m->lanes;
    n.modules = m->stations;
    n.nearest = find_nearest(mem, m);
    n.words = g->words;
    n.inputs = g->inputs;
    n.capacity[RESOURCE_OUTPUT] = 1;
    return n;
}

/* Heads and tails from paths alone. */
static void net_paths(net *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        for (uint32_t e = n->before_start[i]; e < n->before_start[i + 1]; e++)
            n->head[i] = max_u32(n->head[i], n->head[n->before[e].node] + n->before[e].delay);
    for (uint32_t i = n->count; i-- > 0;)
        for (uint32_t e = n->after_start[i]; e < n->after_start[i + 1]; e++)
            n->tail[i] = max_u32(n->tail[i], n->tail[n->after[e].node] + n->after[e].delay);
}

static uint32_t net_length(const net *n)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < n->count; i++)
        length = max_u32(length, n->head[i] + n->tail[i]);
    return length;
}

static server server_make(arena *mem, uint32_t nodes, uint32_t times)
{
    server s = {.times = times};
    s.first_at = ARENA_ARRAY(mem, uint32_t, times + 1);
    memset(s.first_at, 0xff, (times + 1) * sizeof *s.first_at);
    s.next = ARENA_ARRAY(mem, uint32_t, nodes + 1);
    s.heap = ARENA_ARRAY(mem, uint32_t, nodes + 1);
    return s;
}

static void heap_push(uint32_t *heap, uint32_t count, uint32_t value)
{
    uint32_t i = count;
    for (; i > 0 && heap[(i - 1) / 2] < value; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = value;
}

static uint32_t heap_pop(uint32_t *heap, uint32_t count)
{
    uint32_t top = heap[0], value = heap[count - 1], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= count - 1)
            break;
        if (child + 1 < count - 1 && heap[child + 1] > heap[child])
            child++;
        if (heap[child] <= value)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = value;
    return top;
}

/* Serves `jobs` queued jobs (server_queue), `capacity` a cycle; returns the largest start +
 * delivery. Empties the queue. */
static uint32_t server_run(server *s, uint32_t jobs, uint32_t first, uint32_t capacity,
                           const uint32_t *delivery)
{
    uint32_t waiting = 0, latest = 0;
    for (uint32_t time = first; jobs || waiting; time++) {
        if (time <= s->times) {
            for (uint32_t i = s->first_at[time]; i != UINT32_MAX; i = s->next[i], jobs--)
                heap_push(s->heap, waiting++, delivery[i]);
            s->first_at[time] = UINT32_MAX;
        }
        for (uint32_t c = 0; c < capacity && waiting; c++)
            latest = max_u32(latest, time + heap_pop(s->heap, waiting--));
    }
    return latest;
}

static void server_queue(server *s, uint32_t node, uint32_t release)
{
    s->next[node] = s->first_at[release];
    s->first_at[release] = node;
}

/* One direction of the tightening: `head` grows for nodes visited in order; `before` lists
 * point to earlier visited nodes. Reversed graphs pass tails and the other lists. */
typedef struct {
    const net *n;
    bool reversed;
    uint32_t *value;   /* heads, or tails when reversed */
    uint32_t *path;    /* longest path to the node in question; UINT32_MAX: not an ancestor */
    uint32_t *related; /* the ancestors found */
    server s;
    uint32_t *at_delivery; /* stations: jobs by delivery */
} tightening;

static void edges_of(const tightening *t, uint32_t node, const edge **list, uint32_t *count)
{
    const uint32_t *start = t->reversed ? t->n->after_start : t->n->before_start;
    *list = (t->reversed ? t->n->after : t->n->before) + start[node];
    *count = start[node + 1] - start[node];
}

/* All ancestors of `node` into related, with their paths; returns how many. */
static uint32_t find_ancestors(tightening *t, uint32_t node)
{
    const edge *list;
    uint32_t found = 0, edges, here = node, left = 0;
    uint32_t path = 0;
    for (;;) {
        edges_of(t, here, &list, &edges);
        for (uint32_t e = 0; e < edges; e++) {
            uint32_t *to = &t->path[list[e].node];
            left += *to == UINT32_MAX;
            if (*to == UINT32_MAX || *to < path + list[e].delay)
                *to = path + list[e].delay;
        }
        if (left == 0)
            return found;
        do {
            here = t->reversed ? here + 1 : here - 1;
        } while (t->path[here] == UINT32_MAX);
        path = t->path[here];
        t->related[found++] = here;
        left--;
    }
}

/* Most jobs of one kind that stations serve for one of them in x cycles, hops included. */
static uint64_t stations_served(const net *n, uint32_t kind, uint32_t x)
{
    const uint32_t per_module = (n->capacity[kind] + n->modules - 1) / n->modules;
    uint32_t left = n->capacity[kind];
    uint64_t served = 0;
    /* Near stations first: they may have all of a shared kind. */
    for (uint32_t i = 0; i < n->modules && left; i++) {
        uint32_t hops = n->nearest[i], here = per_module < left ? per_module : left;
        served += hops < x ? (uint64_t)here * (x - hops) : 0;
        left -= here;
    }
    return served;
}

/* The bound of the second paragraph above for one kind of unit; related are the ancestors, latest
 * released first. */
static uint32_t stations_bound(tightening *t, uint32_t found, uint32_t kind)
{
    uint32_t best = 0, most = 0;
    for (uint32_t i = 0; i < found;) {
        uint32_t release = t->value[t->related[i]];
        for (; i < found && t->value[t->related[i]] == release; i++)
            if (t->n->resource[t->related[i]] == kind) {
                uint32_t delivery = t->path[t->related[i]];
                t->at_delivery[delivery]++;
                most = max_u32(most, delivery);
            }
        uint32_t x = 1;
        uint64_t jobs = 0, served = stations_served(t->n, kind, x);
        for (uint32_t delivery = most + 1; delivery-- > 0;) {
            if (!t->at_delivery[delivery])
                continue;
            jobs += t->at_delivery[delivery];
            while (served < jobs)
                served = stations_served(t->n, kind, ++x);
            best = max_u32(best, release + x - 1 + delivery);
        }
    }
    for (uint32_t i = 0; i < found; i++)
        t->at_delivery[t->path[t->related[i]]] = 0;
    return best;
}

/* Descending by value: insertion, because ancestors come nearly sorted. */
static void sort_related(tightening *t, uint32_t found)
{
    for (uint32_t i = 1; i < found; i++) {
        uint32_t node = t->related[i], k = i;
        for (; k > 0 && t->value[t->related[k - 1]] < t->value[node]; k--)
            t->related[k] = t->related[k - 1];
        t->related[k] = node;
    }
}

/* A node's start (or end, reversed) not before the resources have served its ancestors. A tail
 * measures from the start of a node's cycle, so a reversed release is the tail less one. */
static void tighten_node(tightening *t, uint32_t node)
{
    uint32_t found = find_ancestors(t, node), jobs[RESOURCE_FREE + 1] = {0};
    uint32_t shift = t->reversed ? 1 : 0;
    for (uint32_t i = 0; i < found; i++)
        jobs[t->n->resource[t->related[i]]]++;
    for (uint32_t resource = 0; resource < RESOURCE_FREE; resource++) {
        uint32_t first = UINT32_MAX, left = jobs[resource];
        for (uint32_t i = 0; left; i++) {
            uint32_t a = t->related[i];
            if (t->n->resource[a] != resource)
                continue;
            uint32_t release = t->value[a] - shift;
            server_queue(&t->s, a, release);
            first = release < first ? release : first;
            left--;
        }
        if (jobs[resource])
            t->value[node] = max_u32(t->value[node],
                                     server_run(&t->s, jobs[resource], first,
                                                t->n->capacity[resource], t->path) + shift);
    }
    if (t->n->modules > 1 && node >= t->n->inputs && node < t->n->words) {
        sort_related(t, found);
        for (uint32_t kind = 0; kind < UNIT_KINDS; kind++)
            t->value[node] = max_u32(t->value[node], stations_bound(t, found, kind));
    }
    for (uint32_t i = 0; i < found; i++)
        t->path[t->related[i]] = UINT32_MAX;
}

static void net_tighten(arena *mem, net *n, uint32_t times)
{
    tightening t = {.n = n};
    t.path = ARENA_ARRAY(mem, uint32_t, n->count + 1);
    memset(t.path, 0xff, (n->count + 1) * sizeof *t.path);
    t.related = ARENA_ARRAY(mem, uint32_t, n->count + 1);
    t.s = server_make(mem, n->count, times);
    t.at_delivery = ARENA_ARRAY(mem, uint32_t, net_length(n) + 1);
    t.value = n->head;
    for (uint32_t i = 0; i < n->count; i++)
        tighten_node(&t, i);
    t.value = n->tail;
    t.reversed = true;
    for (uint32_t i = n->count; i-- > 0;)
        tighten_node(&t, i);
}

static uint32_t serve_all(net *n, server *s, uint32_t resource)
{
    uint32_t jobs = 0, first = UINT32_MAX;
    for (uint32_t i = 0; i < n->count; i++)
        if (n->resource[i] == resource) {
            server_queue(s, i, n->head[i]);
            first = n->head[i] < first ? n->head[i] : first;
            jobs++;
        }
    return jobs ? server_run(s, jobs, first, n->capacity[resource], n->tail) : 0;
}

/* Operations over units, with the least head before and the least tail after them. */
static uint32_t units_bound(const net *n, uint32_t kind)
{
    uint32_t count = 0, head = UINT32_MAX, tail = UINT32_MAX;
    for (uint32_t i = 0; i < n->count; i++)
        if (n->resource[i] == kind) {
            count++;
            head = n->head[i] < head ? n->head[i] : head;
            tail = n->tail[i] < tail ? n->tail[i] : tail;
        }
    return count ? head + (count - 1) / n->capacity[kind] + tail : 0;
}

/* No head or tail can exceed every path plus every job served alone. */
static uint32_t horizon(const net *n)
{
    return net_length(n) + n->count + 1;
}

bounds bounds_compute_words(arena *mem, const graph *g, const machine *m, uint32_t **head,
                            uint32_t **tail)
{
    bounds b = {0};
    net n = net_build(mem, g, m);
    net_paths(&n);
    b.critical_path = net_length(&n);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        b.units = max_u32(b.units, units_bound(&n, k));
    uint32_t times = horizon(&n);
    if (g->p->list_count <= BOUNDS_FULL_LIMIT)
        net_tighten(mem, &n, times);
    server s = server_make(mem, n.count, times);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        b.head_tail = max_u32(b.head_tail, serve_all(&n, &s, k));
    b.head_tail = max_u32(b.head_tail, net_length(&n));
    if (m->network != NETWORK_IDEAL)
        for (uint32_t k = RESOURCE_LANES; k < RESOURCE_FREE; k++)
            b.streaming = max_u32(b.streaming, serve_all(&n, &s, k));
    b.best = max_u32(max_u32(b.critical_path, b.units), max_u32(b.head_tail, b.streaming));
    *head = n.head;
    *tail = n.tail;
    return b;
}

bounds bounds_compute(arena *scratch, const graph *g, const machine *m)
{
    uint32_t *head, *tail;
    return bounds_compute_words(scratch, g, m, &head, &tail);
}

indices indices_compute(arena *mem, const graph *g, const machine *m)
{
    net n = net_build(mem, g, m);
    net_paths(&n);
    indices x = {.asap = n.head + g->inputs,
                 .tail = n.tail + g->inputs,
                 .word_head = n.head,
                 .word_tail = n.tail,
                 .critical_path = net_length(&n)};
    x.alap = ARENA_ARRAY(mem, uint32_t, g->p->list_count + 1);
    for (uint32_t i = 0; i < g->p->list_count; i++)
        x.alap[i] = x.critical_path - x.tail[i];
    return x;
}

unit_estimates units_estimate(arena *scratch, const graph *g, const machine *m)
{
    unit_estimates u = {0};
    indices x = indices_compute(scratch, g, m);
    uint32_t length = x.critical_path;
    for (uint32_t k = 0; k < UNIT_KINDS && length; k++) {
        uint32_t *at_asap = ARENA_ARRAY(scratch, uint32_t, length + 1),
                 *at_alap = ARENA_ARRAY(scratch, uint32_t, length + 1);
        double *change = ARENA_ARRAY(scratch, double,
                                     length + 1); /* of the spread from one cycle to the next */
        uint32_t count = 0;
        for (uint32_t i = 0; i < g->p->list_count; i++) {
            if ((uint32_t)graph_kind(g, i) != k)
                continue;
            count++;
            u.upper_asap[k] = max_u32(u.upper_asap[k], ++at_asap[x.asap[i]]);
            u.upper_alap[k] = max_u32(u.upper_alap[k], ++at_alap[x.alap[i]]);
            double share = 1.0 / (1 + x.alap[i] - x.asap[i]);
            change[x.asap[i]] += share;
            change[x.alap[i] + 1] -= share;
        }
        u.lower[k] = (count + length - 1) / length;
        double spread = 0, sum = 0, most = 0;
        for (uint32_t i = 0; i < length; i++) {
            spread += change[i];
            sum += spread;
            most = sum / (i + 1) > most ? sum / (i + 1) : most;
        }
        /* Rounded up, but not by the rounding errors of the sums. */
        u.statistical[k] = (uint32_t)(most + 1 - 1e-9);
    }
    return u;
}
