/* SPDX-License-Identifier: MIT */
#include "algebra/anneal.h"
#include "algebra/identity.h"

#include <math.h>

enum {
    STEP_SUM = 12, /* longer sums slow every later step and are hardly ever kept */
    ASK_STEPS = 64 /* between two looks at the clock, which cost nothing beside them */
};

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
    if (rewriter_random(w) % 4)
        rewriter_bar(w, v);
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

/* One to four moves from v on; later ones in what the earlier ones touched. */
static void perturb(rewriter *w, sym v)
{
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
    double price;
} keepsake;

static void keep_net(keepsake *k, const net *n, double price)
{
    arena_free(&k->mem);
    k->copy = net_copy(n, &k->mem);
    k->price = price;
}

typedef struct {
    rewriter w;
    depth d;
    const anneal_options *options;
    uint32_t number;  /* of the step */
    double chance;    /* that the step was given to be dearer, ... */
    bool has_chance;  /* ... once it was drawn */
} walk;

static double price_of(const walk *k)
{
    const objective *goal = &k->options->goal;
    double operations = rewriter_cost(&k->w);
    if (goal->depth_weight == 0)
        return operations;
    return operations + goal->depth_weight * depth_price(&k->d, objective_busy(goal, k->w.cost));
}

static void take_back(walk *k)
{
    rewriter_rollback(&k->w);
    if (k->options->goal.depth_weight != 0)
        depth_restore(&k->d);
}

/* Metropolis' rule. A step has one chance, drawn when it is asked for first. */
static bool is_accepted(walk *k, double now, double then)
{
    const anneal_options *o = k->options;
    const double heat = o->hot * pow(o->cold / o->hot, (double)k->number / o->steps);
    if (!k->has_chance)
        k->chance = random_unit(&k->w);
    k->has_chance = true;
    return k->chance < exp((now - then) / heat);
}

/* Whether the price is above `most` however long the paths behind the step are: its operations say
 * so, and its definitions say that no path is shorter. What it costs then at least is *least. */
static bool is_dearer(walk *k, double most, double *least)
{
    *least = price_of(k);
    return *least > most && depth_only_grows(&k->d, &k->w);
}

/* Whether the step is worth settling: shared parts that come back save a few operations, so what is
 * dearer by more is not kept anyway. It is swept, and its path is known, when it is not. */
static bool is_hopeful(walk *k, double now)
{
    enum { MOST_SAVED = 6 };
    double least;
    rewriter_sweep(&k->w);
    if (is_dearer(k, now + MOST_SAVED, &least))
        return false;
    depth_update(&k->d, &k->w);
    if (price_of(k) > now + MOST_SAVED)
        return false;
    depth_restore(&k->d);
    return true;
}

/* Whether the step as it is, swept, is not accepted whatever its path is. */
static bool is_refused(walk *k, double now)
{
    double least;
    return is_dearer(k, now, &least) && !is_accepted(k, now, least);
}

/* False: nothing changed, or nothing that could be kept. `now`: the price before. */
static bool step(walk *k, double now)
{
    const bool measured = k->options->goal.depth_weight != 0;
    rewriter_begin(&k->w);
    sym v = UINT32_MAX;
    if (measured && rewriter_random(&k->w) % 4)
        v = depth_critical(&k->d, k->w.n, rewriter_random(&k->w));
    perturb(&k->w, v == UINT32_MAX ? random_variable(&k->w) : v);
    if (!measured) {
        rewriter_settle(&k->w);
        return true;
    }
    if (!k->w.journal_count)
        return false;
    const bool settles = rewriter_random(&k->w) % 2 == 0;
    if (!settles)
        rewriter_sweep(&k->w); /* a shorter path may need what sharing would undo */
    if (settles ? !is_hopeful(k, now) : is_refused(k, now)) {
        take_back(k);
        return false;
    }
    if (settles)
        rewriter_settle(&k->w);
    depth_update(&k->d, &k->w);
    return true;
}

static bool goes_on(const walk *k, uint32_t step_number, double best)
{
    progress *life = k->options->life;
    if (!life || step_number % ASK_STEPS)
        return true;
    if (k->options->goal.depth_weight == 0)
        progress_best(life, "%.0f operations", best);
    return progress_continue(life, (double)step_number / k->options->steps);
}

net anneal(arena *mem, const net *n, const anneal_options *options)
{
    arena work = arena_make();
    net current = net_copy(n, &work);
    identity_claim *claim = identity_before(&current);
    walk k = {.options = options};
    k.w = rewriter_make(&work, &current);
    k.w.random = options->seed * 0x9e3779b97f4a7c15u + 0x1234567;
    k.w.longest_sum = STEP_SUM;
    if (options->goal.depth_weight != 0)
        k.d = depth_make(&work, &current, &options->goal.cycles);
    keepsake best = {arena_make(), {0}, INFINITY};
    double now = price_of(&k), least = now;
    for (uint32_t i = 0, since = 0; i < options->steps && rewriter_cost(&k.w); i++) {
        if (options->patience && i - since > options->patience)
            break;
        if (!goes_on(&k, i, now < best.price ? now : best.price))
            break;
        k.number = i;
        k.has_chance = false;
        if (!step(&k, now))
            continue;
        double then = price_of(&k);
        if (then < least) {
            least = then;
            since = i;
        }
        if (then > now) {
            bool accept = is_accepted(&k, now, then), leaves_best = now < best.price;
            if (!accept || leaves_best)
                take_back(&k);
            else
                now = then;
            if (accept && leaves_best)
                keep_net(&best, &current, now);
        } else {
            now = then;
        }
    }
    if (now < best.price)
        keep_net(&best, &current, now);
    net result = net_copy(&best.copy, mem);
    result.proof = current.proof;
    identity_after(claim, IDENTITY_SEARCH, &result);
    arena_free(&best.mem);
    arena_free(&work);
    return result;
}
