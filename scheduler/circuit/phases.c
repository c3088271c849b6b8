/* SPDX-License-Identifier: MIT */
/* A number that is chosen is pinned; windows of the others follow from the differences between
 * them and the pins. Numbers with the least room are chosen first, each in the nearest stage of its
 * window with a free operator. Where that ends in a window without one, there is one stage more,
 * and all start again; after a few of these the numbers go in the order of their last possible
 * stages, each to the first free one after its operands, which always ends. */
#include "circuit/phases.h"

#include <stdlib.h>

typedef struct {
    const phases *p;
    uint32_t *first, *next;  /* chains of differences by their first number */
    int32_t *early, *late;   /* of each number */
    bool *pinned;            /* early and late are its place */
    uint32_t *used;          /* per kind and phase */
    uint32_t *order, members;
    const int32_t *wish;
} search;

#define NONE UINT32_MAX
enum { FURTHER_STAGES = 3 };

static uint32_t *used_at(const search *s, uint32_t number, int32_t x)
{
    const uint32_t n = s->p->interval;
    return &s->used[s->p->kind[number] * n + (uint32_t)x % n];
}

static bool is_free(const search *s, uint32_t number, int32_t x)
{
    return *used_at(s, number, x) < s->p->most[s->p->kind[number]];
}

static void pin(search *s, uint32_t number, int32_t x)
{
    s->pinned[number] = true;
    s->early[number] = s->late[number] = x;
    (*used_at(s, number, x))++;
}

static void find_early(search *s)
{
    for (uint32_t i = 0; i < s->p->count; i++)
        if (!s->pinned[i])
            s->early[i] = 0;
    for (uint32_t i = 0; i < s->p->count; i++)
        for (uint32_t k = s->first[i]; k != NONE; k = s->next[k]) {
            const difference *d = &s->p->all->items[k];
            if (!s->pinned[d->to] && s->early[d->to] < s->early[i] + d->least)
                s->early[d->to] = s->early[i] + d->least;
        }
}

static void find_late(search *s, int32_t end)
{
    for (uint32_t i = s->p->count; i-- > 0;) {
        if (s->pinned[i])
            continue;
        s->late[i] = end;
        for (uint32_t k = s->first[i]; k != NONE; k = s->next[k]) {
            const difference *d = &s->p->all->items[k];
            if (s->late[i] > s->late[d->to] - d->least)
                s->late[i] = s->late[d->to] - d->least;
        }
    }
}

static void restart(search *s)
{
    s->members = 0;
    for (uint32_t i = 0; i < s->p->count; i++) {
        s->pinned[i] = false;
        if (s->p->kind[i] != PHASES_ALONE)
            s->order[s->members++] = i;
    }
    for (uint32_t i = 0; i < s->p->kinds * s->p->interval; i++)
        s->used[i] = 0;
}

/* ---- nearest to the wish --------------------------------------------------------------------- */

/* -1: none. */
static int32_t nearest_free(const search *s, uint32_t number)
{
    const int32_t low = s->early[number], high = s->late[number], wish = s->wish[number];
    const int32_t reach = (int32_t)s->p->interval + abs(wish - low) + abs(wish - high);
    for (int32_t far = 0; far <= reach; far++)
        for (int32_t side = -1; side <= 1; side += 2) {
            const int32_t x = wish + side * far;
            if (x >= low && x <= high && is_free(s, number, x))
                return x;
        }
    return -1;
}

/* Least room first, of equals the first. */
static void sort_by(search *s, const int32_t *key)
{
    for (uint32_t i = 1; i < s->members; i++) {
        const uint32_t one = s->order[i];
        uint32_t at = i;
        for (; at && key[s->order[at - 1]] > key[one]; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = one;
    }
}

static bool choose_nearest(search *s, int32_t end, int32_t *key)
{
    restart(s);
    find_early(s);
    find_late(s, end);
    for (uint32_t i = 0; i < s->p->count; i++)
        key[i] = s->late[i] - s->early[i];
    sort_by(s, key);
    for (uint32_t i = 0; i < s->members; i++) {
        const int32_t x = nearest_free(s, s->order[i]);
        if (x < 0)
            return false;
        pin(s, s->order[i], x);
        find_early(s);
        find_late(s, end);
    }
    return true;
}

/* ---- one after another ----------------------------------------------------------------------- */

static void choose_in_order(search *s, int32_t end, int32_t *key)
{
    restart(s);
    find_early(s);
    find_late(s, end);
    for (uint32_t i = 0; i < s->p->count; i++)
        key[i] = s->late[i];
    sort_by(s, key);
    for (uint32_t i = 0; i < s->members; i++) {
        int32_t x = s->early[s->order[i]];
        while (!is_free(s, s->order[i], x))
            x++;
        pin(s, s->order[i], x);
        find_early(s);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static search start(arena *mem, const phases *p, const int32_t *wish)
{
    search s = {.p = p, .wish = wish, .first = ARENA_ARRAY(mem, uint32_t, p->count + 1),
                .next = ARENA_ARRAY(mem, uint32_t, p->all->items_count + 1),
                .early = ARENA_ARRAY(mem, int32_t, p->count + 1),
                .late = ARENA_ARRAY(mem, int32_t, p->count + 1),
                .pinned = ARENA_ARRAY(mem, bool, p->count + 1),
                .used = ARENA_ARRAY(mem, uint32_t, p->kinds * p->interval + 1),
                .order = ARENA_ARRAY(mem, uint32_t, p->count + 1)};
    for (uint32_t i = 0; i < p->count; i++)
        s.first[i] = NONE;
    for (uint32_t k = 0; k < p->all->items_count; k++) {
        s.next[k] = s.first[p->all->items[k].from];
        s.first[p->all->items[k].from] = k;
    }
    restart(&s);
    return s;
}

void phases_choose(arena *mem, const phases *p, int32_t *x)
{
    search s = start(mem, p, x);
    int32_t *key = ARENA_ARRAY(mem, int32_t, p->count + 1);
    const int32_t end = x[p->count - 1];
    bool found = false;
    for (int32_t more = 0; more <= FURTHER_STAGES && !found; more++)
        found = choose_nearest(&s, end + more, key);
    if (!found)
        choose_in_order(&s, end, key);
    find_early(&s);
    for (uint32_t i = 0; i < p->count; i++)
        x[i] = s.early[i];
}

bool phases_fit(arena *mem, const phases *p, const int32_t *x)
{
    search s = start(mem, p, x);
    for (uint32_t i = 0; i < s.members; i++) {
        if (!is_free(&s, s.order[i], x[s.order[i]]))
            return false;
        (*used_at(&s, s.order[i], x[s.order[i]]))++;
    }
    return true;
}
