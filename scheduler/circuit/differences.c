/* SPDX-License-Identifier: MIT */
/* The dual of such a problem is a flow: every difference is a pipe without limit, a number of
 * negative cost a source, one of positive cost a sink, and `least` what a unit of flow earns. Flow
 * goes from source to sink along shortest paths, one after another; lengths are what the numbers
 * have to spare over each difference, which is never negative, and a pipe that carries flow can
 * carry it back. x are the potentials: when all flow has arrived, x is best (complementary
 * slackness). */
#include "circuit/differences.h"

#include <assert.h>

#define FAR INT32_MAX
#define NONE UINT32_MAX

typedef struct {
    const difference *pipes;
    uint32_t count, pipes_count;
    uint32_t *first, *next; /* chains of half pipes by their end: 2 i leaves from, 2 i + 1 to */
    int64_t *flow, *excess; /* per pipe; per number: that is to leave */
    int32_t *x, *far;
    uint32_t *by;           /* half pipe by which a number was reached */
    uint32_t *heap, *place, heap_count; /* numbers by `far`, nearest first */
    bool *done;
} network;

/* ---- a heap of numbers by distance ----------------------------------------------------------- */

static void put(network *n, uint32_t at, uint32_t node)
{
    n->heap[at] = node;
    n->place[node] = at;
}

static void rise(network *n, uint32_t at)
{
    const uint32_t node = n->heap[at];
    for (; at && n->far[n->heap[(at - 1) / 2]] > n->far[node]; at = (at - 1) / 2)
        put(n, at, n->heap[(at - 1) / 2]);
    put(n, at, node);
}

static uint32_t take_nearest(network *n)
{
    const uint32_t nearest = n->heap[0], node = n->heap[--n->heap_count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < n->heap_count; at = child) {
        if (child + 1 < n->heap_count && n->far[n->heap[child + 1]] < n->far[n->heap[child]])
            child++;
        if (n->far[n->heap[child]] >= n->far[node])
            break;
        put(n, at, n->heap[child]);
    }
    put(n, at, node);
    n->place[nearest] = NONE;
    return nearest;
}

static void reach(network *n, uint32_t node, int32_t far, uint32_t by)
{
    if (n->done[node] || far >= n->far[node])
        return;
    n->far[node] = far;
    n->by[node] = by;
    if (n->place[node] == NONE)
        put(n, n->heap_count++, node);
    rise(n, n->place[node]);
}

/* ---- shortest paths -------------------------------------------------------------------------- */

static uint32_t other_end(const network *n, uint32_t half)
{
    const difference *p = &n->pipes[half / 2];
    return half % 2 ? p->from : p->to;
}

/* The nearest number that wants flow. */
static uint32_t find_sink(network *n, uint32_t source)
{
    for (uint32_t i = 0; i < n->count; i++) {
        n->far[i] = FAR;
        n->done[i] = false;
        n->place[i] = NONE;
    }
    n->heap_count = 0;
    reach(n, source, 0, NONE);
    while (n->heap_count) {
        const uint32_t node = take_nearest(n);
        n->done[node] = true;
        if (n->excess[node] < 0)
            return node;
        for (uint32_t half = n->first[node]; half != NONE; half = n->next[half]) {
            const difference *p = &n->pipes[half / 2];
            if (half % 2 && !n->flow[half / 2])
                continue;
            const int32_t spare = n->x[p->to] - n->x[p->from] - p->least;
            reach(n, other_end(n, half), n->far[node] + (half % 2 ? -spare : spare), half);
        }
    }
    return NONE;
}

static void send(network *n, uint32_t source, uint32_t sink)
{
    int64_t amount = n->excess[source] < -n->excess[sink] ? n->excess[source] : -n->excess[sink];
    for (uint32_t node = sink; node != source; node = other_end(n, n->by[node] ^ 1))
        if (n->by[node] % 2 && n->flow[n->by[node] / 2] < amount)
            amount = n->flow[n->by[node] / 2];
    for (uint32_t node = sink; node != source; node = other_end(n, n->by[node] ^ 1))
        n->flow[n->by[node] / 2] += n->by[node] % 2 ? -amount : amount;
    n->excess[source] -= amount;
    n->excess[sink] += amount;
}

void differences_solve(arena *mem, const differences *all, uint32_t count, const int64_t *cost,
                       int32_t *x)
{
    const uint32_t pipes = all->items_count;
    const int32_t anchor = count ? x[0] : 0;
    network n = {.pipes = all->items, .count = count, .pipes_count = pipes, .x = x,
                 .first = ARENA_ARRAY(mem, uint32_t, count + 1),
                 .next = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)pipes + 1),
                 .flow = ARENA_ARRAY(mem, int64_t, pipes + 1),
                 .excess = ARENA_ARRAY(mem, int64_t, count + 1),
                 .far = ARENA_ARRAY(mem, int32_t, count + 1),
                 .by = ARENA_ARRAY(mem, uint32_t, count + 1),
                 .heap = ARENA_ARRAY(mem, uint32_t, count + 1),
                 .place = ARENA_ARRAY(mem, uint32_t, count + 1),
                 .done = ARENA_ARRAY(mem, bool, count + 1)};
    for (uint32_t i = 0; i < count; i++) {
        n.first[i] = NONE;
        n.excess[i] = -cost[i];
    }
    for (uint32_t half = 0; half < 2 * pipes; half++) {
        const uint32_t end = half % 2 ? all->items[half / 2].to : all->items[half / 2].from;
        n.next[half] = n.first[end];
        n.first[end] = half;
    }
    for (uint32_t source = 0; source < count; source++)
        while (n.excess[source] > 0) {
            const uint32_t sink = find_sink(&n, source);
            assert(sink != NONE); /* costs add up to 0, and the problem has a least */
            for (uint32_t i = 0; i < count; i++)
                x[i] -= n.far[i] < n.far[sink] ? n.far[i] : n.far[sink];
            send(&n, source, sink);
        }
    const int32_t moved = count ? x[0] - anchor : 0;
    for (uint32_t i = 0; i < count; i++)
        x[i] -= moved;
}
