/* SPDX-License-Identifier: MIT */
/* The tables of a placement: free cycles of units, patterns of receptions. Included by the
 * passes only; inline because the passes do little else. */
#ifndef TAUFLOW_PLACEMENT_TABLES_H
#define TAUFLOW_PLACEMENT_TABLES_H

#include "schedule/placement.h"
#include "machine/timing.h"

#include <string.h>

static inline void touch(placement *p, uint32_t cycle)
{
    if (cycle < p->touched_from)
        p->touched_from = cycle;
    if (cycle >= p->touched_to)
        p->touched_to = cycle + 1;
}

/* ---- cycles of a unit ---------------------------------------------------------------- */

static inline unit_kind kind_of(const placement *p, uint32_t word)
{
    return (unit_kind)p->kind[word];
}

/* The free cycle that `skip` leads to; a full cycle leads one on (forward) or back. */
static inline uint32_t pool_free(placement *p, uint32_t pool, uint32_t cycle)
{
    uint32_t *skip = p->skip + (size_t)pool * p->horizon;
    while (cycle < p->horizon && skip[cycle] != cycle) {
        if (skip[cycle] < p->horizon)
            skip[cycle] = skip[skip[cycle]];
        cycle = skip[cycle];
    }
    return cycle;
}

static inline void pool_take(placement *p, uint32_t pool, uint32_t cycle, uint32_t capacity,
                             bool forward)
{
    size_t at = (size_t)pool * p->horizon + cycle;
    touch(p, cycle);
    if (++p->taken[at] >= capacity)
        p->skip[at] = forward ? cycle + 1 : cycle - 1;
}

/* In order_missing of a word that has its place in this pass. */
#define PLACED (UINT32_MAX - 1)

static inline bool word_is_placed(const placement *p, uint32_t word)
{
    return p->order_missing[word] == PLACED;
}

/* Whether operation w may have its operands at their own ports, or swapped. */
static inline bool placement_may(const placement *p, uint32_t w, uint32_t swap)
{
    return p->orders[w] >> swap & 1;
}

/* ---- who hears whom: all do, but where some are deaf ----------------------------------- */

/* Receivers that do not hear `unit`, with which word w is made: a row, or NULL. */
static inline const uint64_t *deaf_to(const placement *p, uint32_t w, uint32_t unit)
{
    return p->deaf && w >= p->g->inputs ? p->deaf + (size_t)unit * p->row_words : NULL;
}

static inline bool is_deaf(const placement *p, uint32_t w, uint32_t unit, uint32_t receiver)
{
    const uint64_t *row = deaf_to(p, w, unit);
    return row && (row[receiver / 64] >> (receiver % 64) & 1);
}

/* Whether all receivers of the pattern hear the unit. */
static inline bool pattern_is_heard(const placement *p, uint32_t w, uint32_t unit,
                                    const uint64_t *pattern)
{
    const uint64_t *row = deaf_to(p, w, unit);
    for (uint32_t i = 0; row && i < p->row_words; i++)
        if (row[i] & pattern[i])
            return false;
    return true;
}

/* ---- patterns: who takes a word, and when --------------------------------------------- */

static inline void pattern_set(uint64_t *pattern, uint32_t row_words, uint32_t offset,
                               uint32_t receiver)
{
    pattern[(size_t)offset * row_words + receiver / 64] |= UINT64_C(1) << (receiver % 64);
}

/* Of one row of it; a pattern without hops is one. */
static inline bool pattern_has(const uint64_t *pattern, uint32_t receiver)
{
    return pattern[receiver / 64] >> (receiver % 64) & 1;
}

/* Hops from the source of `word` (an operation on `unit`) to `to`; inputs reach all modules at
 * once. */
static inline uint32_t word_hops(const placement *p, uint32_t word, uint32_t unit, uint32_t to)
{
    if (p->reach == 1 || word < p->g->inputs)
        return 0;
    return routes_hops(&p->ways, p->unit_module[unit], p->unit_module[to]);
}

static inline uint32_t use_receiver(const placement *p, uint32_t unit, uint32_t port)
{
    return unit * p->m.receivers + (p->m.receivers == 2 ? port : 0);
}

/* The relays by which a word of `home` comes to `station`, the last of them being `relay`, as far
 * as the pattern does not have them: into `to`, or only counted where it is NULL. */
static inline uint32_t way_add(const placement *p, const uint64_t *pattern, uint64_t *to,
                               uint32_t home, uint32_t station, uint32_t relay)
{
    const uint32_t first = p->first_relay;
    uint32_t added = 0;
    for (uint32_t hops = routes_hops(&p->ways, home, station);
         hops && !pattern_has(pattern + (size_t)(hops - 1) * p->row_words, first + relay); hops--) {
        if (to)
            pattern_set(to, p->row_words, hops - 1, first + relay);
        added++;
        relay = routes_into(&p->ways, home, routes_from(&p->ways, relay));
    }
    return added;
}

/* Has two ways that are as short. */
static inline bool way_is_open(const placement *p, uint32_t home, uint32_t station)
{
    return routes_into(&p->ways, home, station) != routes_other(&p->ways, home, station);
}

/* The pattern of `word` produced on `unit`, when operation `moved` (a word number) sits on
 * `moved_unit` with `moved_swap`; users without a unit yet are left out. */
static inline void pattern_build(const placement *p, uint32_t word, uint32_t unit, uint32_t moved,
                                 uint32_t moved_unit, uint32_t moved_swap, uint64_t *pattern)
{
    const graph *g = p->g;
    const bool hops = p->reach > 1 && word >= g->inputs;
    const uint32_t home = hops ? p->unit_module[unit] : 0;
    uint32_t open = NO_MODULE;
    memset(pattern, 0, (size_t)p->reach * p->row_words * sizeof *pattern);
    for (uint32_t i = g->use_start[word]; i < g->use_start[word + 1]; i++) {
        uint32_t user = g->inputs + g->uses[i] / 2, port = g->uses[i] % 2;
        uint32_t at = user == moved ? moved_unit : p->unit[user];
        uint32_t swap = user == moved ? moved_swap : p->swap[user];
        if (at == PLACE_NOWHERE)
            continue;
        const uint32_t station = hops ? p->unit_module[at] : 0;
        if (hops && way_is_open(p, home, station))
            open = station;
        else if (hops)
            way_add(p, pattern, pattern, home, station, routes_into(&p->ways, home, station));
        pattern_set(pattern, p->row_words, hops ? routes_hops(&p->ways, home, station) : 0,
                    use_receiver(p, at, port ^ swap));
    }
    if (g->leaves[word])
        pattern_set(pattern, p->row_words, 0, p->output);
    if (open == NO_MODULE)
        return;
    /* The way that takes fewer relays more. */
    const uint32_t one = routes_into(&p->ways, home, open),
                   other = routes_other(&p->ways, home, open);
    const bool turns = way_add(p, pattern, NULL, home, open, one) >
                       way_add(p, pattern, NULL, home, open, other);
    way_add(p, pattern, pattern, home, open, turns ? other : one);
}

static inline uint64_t *pattern_of(const placement *p, uint32_t word)
{
    return p->pattern + (size_t)word * p->reach * p->row_words;
}

static inline bool pattern_fits(const placement *p, const uint64_t *pattern, uint32_t head)
{
    size_t count = (size_t)p->reach * p->row_words;
    const uint64_t *row = p->busy + (size_t)head * p->row_words;
    for (size_t i = 0; i < count; i++)
        if (row[i] & pattern[i])
            return false;
    return true;
}

static inline void pattern_take(placement *p, const uint64_t *pattern, uint32_t head)
{
    size_t count = (size_t)p->reach * p->row_words;
    uint64_t *row = p->busy + (size_t)head * p->row_words;
    for (size_t i = 0; i < count; i++)
        row[i] |= pattern[i];
    touch(p, head);
    touch(p, head + p->reach - 1);
}

static inline uint32_t word_head(const placement *p, uint32_t word)
{
    return word < p->g->inputs ? p->start[word]
                               : timing_result(&p->m, kind_of(p, word), p->start[word]);
}

/* Receptions that the placed word `word` needs beyond its pattern when `moved` sits on another
 * unit; UINT32_MAX when some receiver or relay is busy then. */
static inline uint32_t delivery_cost(const placement *p, uint32_t word, uint32_t moved,
                                     uint32_t moved_unit, uint32_t moved_swap)
{
    const uint64_t *old = pattern_of(p, word),
                   *row = p->busy + (size_t)word_head(p, word) * p->row_words;
    size_t count = (size_t)p->reach * p->row_words;
    uint32_t added = 0;
    pattern_build(p, word, p->unit[word], moved, moved_unit, moved_swap, p->scratch + count);
    for (size_t i = 0; i < count; i++) {
        uint64_t fresh = p->scratch[count + i] & ~old[i];
        if (row[i] & fresh)
            return UINT32_MAX;
        for (; fresh; fresh &= fresh - 1)
            added++;
    }
    return added;
}

/* The same where every receiver is one cycle away: only one bit can be new. */
static inline uint32_t delivery_cost_near(const placement *p, uint32_t word, uint32_t receiver)
{
    uint64_t bit = UINT64_C(1) << (receiver % 64);
    if (is_deaf(p, word, p->unit[word], receiver))
        return UINT32_MAX;
    if (pattern_of(p, word)[receiver / 64] & bit)
        return 0;
    return p->busy[(size_t)word_head(p, word) * p->row_words + receiver / 64] & bit ? UINT32_MAX
                                                                                    : 1;
}

/* The placed word's pattern and its rows anew, after a user moved. */
static inline void delivery_renew(placement *p, uint32_t word)
{
    uint64_t *pattern = pattern_of(p, word),
             *row = p->busy + (size_t)word_head(p, word) * p->row_words;
    size_t count = (size_t)p->reach * p->row_words;
    for (size_t i = 0; i < count; i++)
        row[i] &= ~pattern[i];
    pattern_build(p, word, p->unit[word], PLACE_NOWHERE, 0, 0, pattern);
    for (size_t i = 0; i < count; i++)
        row[i] |= pattern[i];
}

/* Does the word come to its users over lanes and receivers, or is it an input in its place? */
static inline bool word_moves(const placement *p, uint32_t word)
{
    return word >= p->g->inputs || p->m.lanes > 0;
}

/* ---- bending (placement_bend.c) ------------------------------------------------------- */

/* Whether passes may do it. */
bool placement_bends(const placement *p);
/* Whether each operation after w, made on `unit`, whose receiver is busy in cycle `head`, or does
 * not hear the unit, could go elsewhere. */
bool placement_can_bend(const placement *p, uint32_t w, uint32_t unit, uint32_t head);
/* Sends them there, and builds the pattern of w; false: it does not fit even so. */
bool placement_bend(placement *p, uint32_t w, uint32_t unit, uint32_t head);

#endif
