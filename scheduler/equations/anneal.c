#include "equations/anneal.h"
#include "equations/rewrite.h"

#include <math.h>

static double random_unit(rewriter *w)
{
    return (double)(rewriter_random(w) >> 11) * 0x1p-53;
}

static sym random_variable(rewriter *w)
{
    for (;;) {
        sym s = (sym)(rewriter_random(w) % w->n->symbols_count);
        if (w->n->symbols[s].kind == SYM_VARIABLE)
            return s;
    }
}

/* Puts v into one of its users or into all of them. */
static void step_inline(rewriter *w, sym v)
{
    rewriter_users(w, v);
    if (!w->seen_count)
        return;
    enum { MOST = 64 };
    sym users[MOST];
    uint32_t count = w->seen_count < MOST ? w->seen_count : MOST;
    for (uint32_t i = 0; i < count; i++)
        users[i] = w->seen[i];
    bool all = count == 1 || rewriter_random(w) % 2;
    uint32_t first = (uint32_t)(rewriter_random(w) % count);
    for (uint32_t i = 0; i < (all ? count : 1); i++) {
        sym u = users[(first + i) % count];
        if (w->n->symbols[u].kind == SYM_VARIABLE && w->n->symbols[v].kind == SYM_VARIABLE)
            rewriter_inline(w, v, u, all || rewriter_random(w) % 2);
    }
}

static void step_extract(rewriter *w, sym v)
{
    w->queue_count = 0;
    rewriter_divisors(w, v);
    if (!w->queue_count)
        return;
    divisor d = w->queue[rewriter_random(w) % w->queue_count];
    if (rewriter_gain(w, &d) >= -1)
        rewriter_apply(w, &d);
}

/* One to four moves; later ones in what the earlier ones touched. */
static void perturb(rewriter *w)
{
    sym v = random_variable(w);
    for (uint32_t moves = 1 + (uint32_t)(rewriter_random(w) % 4); moves > 0; moves--) {
        if (rewriter_random(w) % 8)
            step_inline(w, v);
        else
            step_extract(w, v);
        if (!w->journal_count)
            return;
        const symbol *u = &w->n->symbols[w->journal[rewriter_random(w) % w->journal_count].at];
        if (u->kind != SYM_VARIABLE || !u->terms_count)
            return;
        const term *t = &u->terms[rewriter_random(w) % u->terms_count];
        if (!t->count)
            return;
        v = t->factor[rewriter_random(w) % t->count];
        if (w->n->symbols[v].kind != SYM_VARIABLE)
            v = w->journal[rewriter_random(w) % w->journal_count].at;
        if (w->n->symbols[v].kind != SYM_VARIABLE)
            return;
    }
}

/* The best net so far is copied only when the search is about to leave it for a dearer one:
 * a copy costs as much as hundreds of steps. */
typedef struct {
    arena mem;
    net copy;
    uint32_t cost;
} keepsake;

static void keep_net(keepsake *k, const net *n, uint32_t cost)
{
    arena_free(&k->mem);
    k->copy = net_copy(n, &k->mem);
    k->cost = cost;
}

net anneal(arena *mem, const net *n, const anneal_options *options)
{
    arena work = arena_make();
    net current = net_copy(n, &work);
    rewriter w = rewriter_make(&work, &current);
    w.random = options->seed * 0x9e3779b97f4a7c15u + 0x1234567;
    keepsake best = {arena_make(), {0}, UINT32_MAX};
    for (uint32_t i = 0; i < options->steps && rewriter_cost(&w); i++) {
        double heat = options->hot * pow(options->cold / options->hot, (double)i / options->steps);
        uint32_t before = rewriter_cost(&w);
        rewriter_begin(&w);
        perturb(&w);
        rewriter_settle(&w);
        double worse = (double)rewriter_cost(&w) - before;
        if (worse <= 0)
            continue;
        bool accept = random_unit(&w) < exp(-worse / heat), leaves_best = before < best.cost;
        if (!accept || leaves_best)
            rewriter_rollback(&w);
        if (accept && leaves_best)
            keep_net(&best, &current, before);
    }
    if (rewriter_cost(&w) < best.cost)
        keep_net(&best, &current, rewriter_cost(&w));
    net result = net_copy(&best.copy, mem);
    arena_free(&best.mem);
    arena_free(&work);
    return result;
}
