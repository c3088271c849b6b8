/* SPDX-License-Identifier: MIT */
#include "tasks/timeline.h"

#include <string.h>

/* A heap of sequences, the least key on top. */
typedef struct {
    uint64_t *keys; /* key in the upper half, sequence in the lower one */
    uint32_t count;
} heap;

struct timeline_room {
    uint32_t *start, *finish, *behind, *waits, *ready_at, *free_at;
    uint32_t *first_held, *next_held; /* of each sequence, + 1; of each held edge */
    uint32_t held_room;
    arena *mem;
    heap *later, *ready; /* per task: by the time when they can start; by what is behind them */
};

timeline_room *timeline_room_make(arena *mem, const sequences *s, uint32_t tasks)
{
    timeline_room *r = arena_alloc(mem, sizeof *r);
    r->mem = mem;
    r->first_held = ARENA_ARRAY(mem, uint32_t, s->count);
    r->start = ARENA_ARRAY(mem, uint32_t, s->count);
    r->finish = ARENA_ARRAY(mem, uint32_t, s->count);
    r->behind = ARENA_ARRAY(mem, uint32_t, s->count);
    r->waits = ARENA_ARRAY(mem, uint32_t, s->count);
    r->ready_at = ARENA_ARRAY(mem, uint32_t, s->count);
    r->free_at = ARENA_ARRAY(mem, uint32_t, tasks);
    r->later = ARENA_ARRAY(mem, heap, tasks);
    r->ready = ARENA_ARRAY(mem, heap, tasks);
    for (uint32_t t = 0; t < tasks; t++) {
        r->later[t].keys = ARENA_ARRAY(mem, uint64_t, s->count);
        r->ready[t].keys = ARENA_ARRAY(mem, uint64_t, s->count);
    }
    return r;
}

static void heap_push(heap *h, uint32_t key, uint32_t item)
{
    const uint64_t value = (uint64_t)key << 32 | item;
    uint32_t at = h->count++;
    while (at && h->keys[(at - 1) / 2] > value) {
        h->keys[at] = h->keys[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    h->keys[at] = value;
}

static uint32_t heap_pop(heap *h)
{
    const uint32_t top = (uint32_t)h->keys[0];
    const uint64_t value = h->keys[--h->count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < h->count; at = child) {
        child += child + 1 < h->count && h->keys[child + 1] < h->keys[child];
        if (h->keys[child] >= value)
            break;
        h->keys[at] = h->keys[child];
    }
    h->keys[at] = value;
    return top;
}

static uint32_t heap_key(const heap *h)
{
    return (uint32_t)(h->keys[0] >> 32);
}

/* Path from the start of a sequence to the end of everything. */
static void find_behind(timeline_room *r, const task_split *c)
{
    const sequences *s = c->s;
    for (uint32_t k = s->count; k-- > 0;) {
        uint32_t most = 0;
        for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++) {
            const uint32_t to = s->edges[e].to;
            const uint32_t path = r->behind[to] + (c->task[to] == c->task[k] ? 0 : c->latency);
            most = path > most ? path : most;
        }
        r->behind[k] = most + sequence_size(s, k);
    }
}

/* The task that can start a sequence first. */
static uint32_t first_task(const timeline_room *r, uint32_t tasks, uint32_t *start)
{
    uint32_t best = UINT32_MAX;
    *start = UINT32_MAX;
    for (uint32_t t = 0; t < tasks; t++) {
        uint32_t at = r->free_at[t];
        if (!r->ready[t].count) {
            if (!r->later[t].count)
                continue;
            at = heap_key(&r->later[t]) > at ? heap_key(&r->later[t]) : at;
        }
        if (at < *start) {
            *start = at;
            best = t;
        }
    }
    return best;
}

static void release_one(timeline_room *r, const task_split *c, uint32_t k, uint32_t to)
{
    const uint32_t at = r->finish[k] + (c->task[to] == c->task[k] ? 0 : c->latency);
    r->ready_at[to] = at > r->ready_at[to] ? at : r->ready_at[to];
    if (--r->waits[to] == 0)
        heap_push(&r->later[c->task[to]], r->ready_at[to], to);
}

static void release(timeline_room *r, const task_split *c, uint32_t k)
{
    const sequences *s = c->s;
    for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++)
        release_one(r, c, k, s->edges[e].to);
    for (uint32_t h = r->first_held[k]; h; h = r->next_held[h - 1])
        release_one(r, c, k, c->held[h - 1].to);
}

static void list_held(timeline_room *r, const task_split *c)
{
    r->next_held = arena_grow(r->mem, r->next_held, c->held_count, &r->held_room,
                              sizeof *r->next_held);
    memset(r->first_held, 0, c->s->count * sizeof *r->first_held);
    for (uint32_t h = 0; h < c->held_count; h++) {
        r->waits[c->held[h].to]++;
        r->next_held[h] = r->first_held[c->held[h].from];
        r->first_held[c->held[h].from] = h + 1;
    }
}

timeline timeline_make(timeline_room *r, const task_split *c)
{
    const sequences *s = c->s;
    find_behind(r, c);
    memset(r->waits, 0, s->count * sizeof *r->waits);
    memset(r->ready_at, 0, s->count * sizeof *r->ready_at);
    memset(r->free_at, 0, c->tasks * sizeof *r->free_at);
    for (uint32_t e = 0; e < s->edges_count; e++)
        r->waits[s->edges[e].to]++;
    list_held(r, c);
    for (uint32_t k = 0; k < s->count; k++)
        if (!r->waits[k])
            heap_push(&r->later[c->task[k]], 0, k);
    timeline line = {.start = r->start, .finish = r->finish};
    uint32_t start, placed = 0;
    for (uint32_t t; (t = first_task(r, c->tasks, &start)) != UINT32_MAX;) {
        while (r->later[t].count && heap_key(&r->later[t]) <= start) {
            const uint32_t k = heap_pop(&r->later[t]);
            heap_push(&r->ready[t], UINT32_MAX - r->behind[k], k);
        }
        const uint32_t k = heap_pop(&r->ready[t]);
        r->start[k] = start;
        r->free_at[t] = r->finish[k] = start + sequence_size(s, k);
        line.length = r->finish[k] > line.length ? r->finish[k] : line.length;
        placed++;
        release(r, c, k);
    }
    if (placed < s->count)
        line.length = TIMELINE_NEVER;
    return line;
}
