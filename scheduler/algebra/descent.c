/* SPDX-License-Identifier: MIT */
#include "algebra/descent.h"
#include "algebra/rewrite.h"

#include <math.h>
#include <string.h>

descent descent_make(const objective *goal, uint64_t budget_operations, uint64_t least,
                     progress *life, descent_memory *shared)
{
    descent d = {.goal = goal, .least = least, .life = life, .best = INFINITY,
                 .left = budget_operations, .all = budget_operations, .shared = shared};
    if (!shared)
        d.own = descent_memory_make(&goal->cycles);
    return d;
}

void descent_free(descent *d)
{
    descent_memory_free(&d->own);
}

/* ---- what is known --------------------------------------------------------------------------- */

uint64_t descent_hash(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    hash ^= hash >> 29;
    return hash ? hash : 1;
}

static uint64_t mixed(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Of definitions, symbol by symbol: what is pulled out of two nets of one hash is the same. */
static uint64_t net_hash(const net *n)
{
    uint64_t h = 0x2545f4914f6cdd1du;
    for (sym s = 0; s < n->symbols_count; s++) {
        const symbol *v = &n->symbols[s];
        h = mixed(h, (uint64_t)v->kind << 1 | v->is_output);
        h = mixed(h, v->trig_partner);
        if (v->kind == SYM_CALL)
            h = descent_hash(mixed(h, v->call), v->argument, sizeof v->argument);
        for (uint32_t i = 0; v->kind == SYM_VARIABLE && i < v->terms_count; i++) {
            const term *t = &v->terms[i];
            h = mixed(h, (uint64_t)t->count << 33 | (uint64_t)t->negative << 32 | t->constant);
            for (uint32_t k = 0; k < t->count; k++)
                h = mixed(h, t->factor[k]);
        }
    }
    return descent_hash(h, n->constants, n->constants_count * sizeof *n->constants);
}

descent_memory descent_memory_make(const unit_cycles *cycles)
{
    descent_memory m = {.mem = arena_make(), .cycles = *cycles, .known_size = 256};
    m.known = ARENA_ARRAY(&m.mem, descent_trial, m.known_size);
    return m;
}

void descent_memory_free(descent_memory *m)
{
    arena_free(&m->mem);
}

static descent_memory *memory_of(descent *d)
{
    return d->shared ? d->shared : &d->own;
}

static descent_trial *place_of(const descent_memory *m, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 7) & (m->known_size - 1);
    while (m->known[at].key && m->known[at].key != key)
        at = (at + 1) & (m->known_size - 1);
    return &m->known[at];
}

static void learn(descent_memory *m, uint64_t key, descent_trial trial)
{
    if (2 * (m->known_count + 1) > m->known_size) {
        const descent_memory before = *m;
        m->known_size *= 2;
        m->known = ARENA_ARRAY(&m->mem, descent_trial, m->known_size);
        for (uint32_t i = 0; i < before.known_size; i++)
            if (before.known[i].key)
                *place_of(m, before.known[i].key) = before.known[i];
    }
    trial.key = key;
    *place_of(m, key) = trial;
    m->known_count++;
}

/* ---- trials --------------------------------------------------------------------------------- */

static bool take(descent *d, const descent_trial *trial)
{
    const uint64_t operations = net_cost_sum(trial->cost);
    const uint64_t spent = operations > d->least ? operations : d->least;
    const double price = objective_price_of(d->goal, trial->cost, trial->longest);
    d->left -= d->left < spent ? d->left : spent;
    if (!progress_continue(d->life, 1 - (double)d->left / (double)d->all))
        d->left = 0;
    if (!(price < d->best))
        return false;
    d->best = price;
    return true;
}

bool descent_repeats(descent *d, uint64_t key, bool *gains)
{
    const descent_trial *trial = place_of(memory_of(d), key);
    if (trial->key)
        *gains = take(d, trial);
    return trial->key;
}

static descent_trial measure(const descent *d, const descent_memory *m, net *written)
{
    net_share_parts(written);
    return (descent_trial){
        .cost = net_count(written),
        .longest = d->shared || d->goal->depth_weight != 0 ? net_longest(written, &m->cycles) : 0};
}

bool descent_gains(descent *d, uint64_t key, net *written)
{
    descent_memory *m = memory_of(d);
    const uint64_t hash = net_hash(written);
    descent_trial trial = *place_of(m, hash);
    if (!trial.key) {
        trial = measure(d, m, written);
        learn(m, hash, trial);
    }
    if (key)
        learn(m, key, trial);
    return take(d, &trial);
}
