/* SPDX-License-Identifier: MIT */
/* Shared parts of a whole net, pulled out in rounds. */
#include "algebra/identity.h"
#include "algebra/rewrite_parts.h"

#include <stdlib.h>

typedef struct {
    int gain;
    uint32_t order; /* first come, first served among equals */
    divisor what;
} candidate;

static int candidate_compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Candidates of the definitions marked as changed (all, if NULL), best first. */
static uint32_t gather_candidates(rewriter *w, arena *mem, const uint8_t *changed, candidate **list)
{
    struct {
        candidate *all;
        uint32_t all_count, all_capacity;
    } found = {0};
    for (sym s = 0; s < w->n->symbols_count; s++) {
        if (w->n->symbols[s].kind != SYM_VARIABLE || (changed && !changed[s]))
            continue;
        w->queue_count = 0;
        rewriter_divisors(w, s);
        for (uint32_t i = 0; i < w->queue_count; i++) {
            int gain = rewriter_gain(w, &w->queue[i]);
            if (gain > 0) {
                *ARENA_PUSH(mem, &found, all) = (candidate){gain, 0, w->queue[i]};
                found.all[found.all_count - 1].order = found.all_count;
            }
        }
    }
    if (found.all_count)
        qsort(found.all, found.all_count, sizeof(candidate), candidate_compare);
    *list = found.all;
    return found.all_count;
}

void rewriter_extract_all(rewriter *w)
{
    arena mem = arena_make();
    uint8_t *changed = NULL;
    for (;;) {
        candidate *list;
        uint32_t count = gather_candidates(w, &mem, changed, &list);
        if (!count)
            break;
        rewriter_begin(w);
        for (uint32_t i = 0; i < count; i++)
            if (rewriter_gain(w, &list[i].what) >= list[i].gain)
                rewriter_apply(w, &list[i].what);
        rewriter_sweep(w);
        changed = ARENA_ARRAY(&mem, uint8_t, w->n->symbols_count);
        for (uint32_t i = 0; i < w->journal_count; i++)
            changed[w->journal[i].at] = 1;
        for (uint32_t i = 0; i < count; i++) /* those whose saving shrank are weighed again */
            if (rewriter_gain(w, &list[i].what) > 0)
                for (uint32_t k = 0; k < w->seen_count; k++)
                    changed[w->seen[k]] = 1;
    }
    arena_free(&mem);
}

void net_share_parts(net *n)
{
    arena work = arena_make();
    rewriter w = rewriter_make(&work, n);
    rewriter_extract_all(&w);
    arena_free(&work);
}

void net_share_proved(net *n)
{
    identity_claim *claim = identity_before(n);
    net_share_parts(n);
    identity_after(claim, IDENTITY_SHARE, n);
}

net net_share_into(const net *n, arena *writing, arena *mem)
{
    arena sharing = arena_make();
    net own = net_move(n, &sharing);
    arena_free(writing);
    net_share_proved(&own);
    own = net_move(&own, mem);
    arena_free(&sharing);
    return own;
}
