/* SPDX-License-Identifier: MIT */
/* Migration of sequences. The source moves an operation to the task that both its operands come
 * from; here whole sequences move, to any task of a neighbour or to one that is empty, wherever
 * that pays. */
#include "tasks/marking.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

typedef struct {
    task_split *c;
    timeline_room *room;
    transfers_room *counting;
    split_weights weigh;
} search;

enum { MOST_PASSES = 12 };

uint64_t split_words(const task_split *c)
{
    uint64_t words = 0;
    for (uint32_t e = 0; e < c->s->edges_count; e++)
        if (c->task[c->s->edges[e].from] != c->task[c->s->edges[e].to])
            words += c->s->edges[e].words;
    return words;
}

static uint64_t cost(const search *x)
{
    const timeline line = timeline_make(x->room, x->c);
    if (line.length == TIMELINE_NEVER)
        return UINT64_MAX;
    return split_cost(&x->weigh, line.length, transfers_count(x->counting, x->c, &line),
                      split_words(x->c));
}

/* Sequences from large to small. */
static uint32_t *by_size(arena *mem, const sequences *s)
{
    uint32_t *order = ARENA_ARRAY(mem, uint32_t, s->count);
    for (uint32_t k = 0; k < s->count; k++) {
        uint32_t at = k;
        for (; at && sequence_size(s, order[at - 1]) < sequence_size(s, k); at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    return order;
}

/* Tasks that a sequence has to do with, and empty ones. */
static void find_neighbours(const task_split *c, uint32_t *const before[2], uint32_t k,
                            bool *is_near)
{
    const sequences *s = c->s;
    for (uint32_t t = 0; t < c->tasks; t++)
        is_near[t] = true;
    for (uint32_t i = 0; i < s->count; i++)
        is_near[c->task[i]] = false;
    for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++)
        is_near[c->task[s->edges[e].to]] = true;
    for (uint32_t i = before[0][k]; i < before[0][k + 1]; i++)
        is_near[c->task[before[1][i]]] = true;
}

/* Sequences that each needs: before[1][before[0][k]] .. */
static void find_before(arena *mem, const sequences *s, uint32_t *before[2])
{
    before[0] = ARENA_ARRAY(mem, uint32_t, s->count + 2);
    before[1] = ARENA_ARRAY(mem, uint32_t, s->edges_count + 1);
    for (uint32_t e = 0; e < s->edges_count; e++)
        before[0][s->edges[e].to + 2]++;
    for (uint32_t k = 0; k < s->count; k++)
        before[0][k + 2] += before[0][k + 1];
    for (uint32_t e = 0; e < s->edges_count; e++)
        before[1][before[0][s->edges[e].to + 1]++] = s->edges[e].from;
}

static bool improve(const search *x, uint32_t *const before[2], uint32_t k, bool *is_near,
                    uint64_t *best)
{
    const uint32_t home = x->c->task[k];
    uint32_t taken = home;
    find_neighbours(x->c, before, k, is_near);
    for (uint32_t t = 0; t < x->c->tasks; t++) {
        if (t == home || !is_near[t])
            continue;
        x->c->task[k] = t;
        const uint64_t now = cost(x);
        if (now < *best) {
            *best = now;
            taken = t;
        }
    }
    x->c->task[k] = taken;
    return taken != home;
}

/* Moves at random, also for the worse while it is warm; the best split stays. Most of the moves go
 * to tasks of neighbours. */
static void anneal(const search *x, uint32_t *const before[2], bool *is_near, uint64_t seed,
                   uint32_t moves, progress *life)
{
    task_split *c = x->c;
    arena scratch = arena_make();
    uint32_t *best = ARENA_ARRAY(&scratch, uint32_t, c->s->count);
    uint64_t now = cost(x), least = now;
    const double hot = 4 * (double)x->weigh.transfer, cold = 0.1 * (double)x->weigh.transfer;
    memcpy(best, c->task, c->s->count * sizeof *best);
    for (uint32_t n = 0; n < moves; n++) {
        const double done = (double)n / (double)moves;
        if (n % 64 == 0 && !progress_continue(life, done))
            break;
        const uint32_t k = (uint32_t)(random_bits(&seed) % c->s->count), home = c->task[k];
        find_neighbours(c, before, k, is_near);
        const uint32_t t = (uint32_t)(random_bits(&seed) % c->tasks);
        const double chance = (double)(random_bits(&seed) >> 11) * 0x1p-53;
        if (t == home || !is_near[t])
            continue;
        c->task[k] = t;
        const uint64_t then = cost(x);
        const double warmth = hot * pow(cold / hot, done);
        if (then <= now || chance < exp(-(double)(then - now) / warmth)) {
            now = then;
            if (now < least) {
                least = now;
                memcpy(best, c->task, c->s->count * sizeof *best);
            }
        } else {
            c->task[k] = home;
        }
    }
    memcpy(c->task, best, c->s->count * sizeof *best);
    arena_free(&scratch);
}

void marking_migrate(task_split *c, const split_weights *weigh, const migration_effort *e,
                     progress *life)
{
    arena scratch = arena_make();
    const search x = {.c = c, .room = timeline_room_make(&scratch, c->s, c->tasks),
                      .counting = transfers_room_make(&scratch, c->s, c->tasks), .weigh = *weigh};
    uint32_t *const order = by_size(&scratch, c->s);
    bool *is_near = ARENA_ARRAY(&scratch, bool, c->tasks);
    uint32_t *before[2];
    find_before(&scratch, c->s, before);
    uint64_t best = cost(&x);
    bool moved = c->tasks > 1;
    progress_search(life, "tasks");
    if (moved && c->s->count)
        anneal(&x, before, is_near, e->seed, e->moves, life);
    for (uint32_t pass = 0; moved && pass < MOST_PASSES; pass++) {
        moved = false;
        for (uint32_t i = 0; i < c->s->count && progress_continue(life, -1); i++)
            moved |= improve(&x, before, order[i], is_near, &best);
    }
    progress_end(life);
    arena_free(&scratch);
}

/* --- transfers that wait for each other ------------------------------------------------------- */

/* A transfer of the split as it is: spans from `first` on. */
typedef struct {
    uint32_t from, to, first, count, user;
} bundle;

static bundle *find_bundles(arena *mem, const search *x, uint32_t *count)
{
    uint32_t spans_count;
    const transfer_span *spans = transfers_spans(x->counting, &spans_count);
    bundle *list = ARENA_ARRAY(mem, bundle, spans_count + 1);
    *count = 0;
    for (uint32_t i = 0; i < spans_count; i++) {
        if (spans[i].begins)
            list[(*count)++] = (bundle){spans[i].from, spans[i].to, i, 0, spans[i].user};
        list[*count - 1].count++;
    }
    return list;
}

/* Whoever needs the first transfer waits for the second, too. */
static bool hold(arena *mem, const search *x, const bundle *first, const bundle *second,
                 const transfer_span *spans, uint64_t *best)
{
    const uint32_t before = x->c->held_count;
    for (uint32_t i = second->first; i < second->first + second->count; i++)
        *ARENA_PUSH(mem, x->c, held) = (sequence_edge){spans[i].sequence, first->user, 0};
    const uint64_t now = cost(x);
    if (now < *best) {
        *best = now;
        return true;
    }
    x->c->held_count = before;
    return false;
}

static bool hold_some(arena *mem, const search *x, uint64_t *best)
{
    uint32_t count, spans_count;
    arena scratch = arena_make();
    cost(x);
    const transfer_span *now = transfers_spans(x->counting, &spans_count);
    transfer_span *spans = ARENA_ARRAY(&scratch, transfer_span, spans_count + 1);
    memcpy(spans, now, spans_count * sizeof *spans);
    const bundle *list = find_bundles(&scratch, x, &count);
    bool held = false;
    for (uint32_t i = 0; i + 1 < count && !held; i++)
        if (list[i].from == list[i + 1].from && list[i].to == list[i + 1].to)
            held = hold(mem, x, &list[i], &list[i + 1], spans, best);
    arena_free(&scratch);
    return held;
}

void marking_hold(arena *mem, task_split *c, const split_weights *weigh, progress *life)
{
    arena scratch = arena_make();
    const search x = {.c = c, .room = timeline_room_make(&scratch, c->s, c->tasks),
                      .counting = transfers_room_make(&scratch, c->s, c->tasks), .weigh = *weigh};
    uint64_t best = cost(&x);
    progress_search(life, "transfers");
    while (progress_continue(life, -1) && hold_some(mem, &x, &best))
        ;
    progress_end(life);
    arena_free(&scratch);
}
