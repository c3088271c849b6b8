/* SPDX-License-Identifier: MIT */
/* The tables of a modulo placement. Every word is taken by all its receivers in the first cycle it
 * can be (a relay later per hop), so that the cycle of an issue fixes all receptions of the word,
 * modulo the interval. */
#include "schedule/modulo.h"

#include "machine/timing.h"

#include <stdlib.h>
#include <string.h>

modulo modulo_make(arena *mem, const graph *g, const machine *m, uint32_t interval, uint64_t seed)
{
    modulo x = {.g = g, .m = *m, .interval = interval, .random = seed * 2 + 1};
    uint32_t receivers = machine_receivers(m);
    x.units = machine_units(m);
    x.first_unit = receivers;
    x.lane = receivers + x.units;
    x.port = x.lane + 1;
    x.resources = x.port + 1;
    x.time = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    x.unit = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    x.swap = ARENA_ARRAY(mem, uint8_t, g->words + 1);
    x.module_of = ARENA_ARRAY(mem, uint32_t, x.units + 1);
    x.capacity = ARENA_ARRAY(mem, uint32_t, x.resources);
    x.count = ARENA_ARRAY(mem, uint32_t, (size_t)x.resources * interval);
    x.crowded = ARENA_ARRAY(mem, uint32_t, (size_t)x.resources * interval);
    x.crowded_place = ARENA_ARRAY(mem, uint32_t, (size_t)x.resources * interval);
    x.guests = (uint32_t(*)[2])ARENA_ARRAY(mem, uint32_t, 2 * (size_t)x.resources * interval);
    x.seen = ARENA_ARRAY(mem, uint32_t, receivers + 1);
    x.ways = routes_make(mem, m);
    x.order = routes_order(mem, &x.ways);
    x.come = ARENA_ARRAY(mem, uint32_t, m->stations);
    for (uint32_t u = 0; u < x.units; u++)
        x.module_of[u] = machine_unit_module(m, u);
    for (uint32_t r = 0; r < x.resources; r++)
        x.capacity[r] = r == x.lane ? m->lanes : r == x.port ? m->out_lanes : 1;
    return x;
}

static inline size_t cell_of(const modulo *x, uint32_t resource, uint32_t cycle)
{
    return (size_t)resource * x->interval + cycle % x->interval;
}

static inline void occupy(modulo *x, uint32_t resource, uint32_t cycle)
{
    size_t cell = cell_of(x, resource, cycle);
    x->events++;
    x->guests[cell][x->count[cell] > 0] = x->word;
    if (++x->count[cell] <= x->capacity[resource])
        return;
    x->conflicts++;
    if (x->count[cell] == x->capacity[resource] + 1) {
        x->crowded_place[cell] = x->crowded_count;
        x->crowded[x->crowded_count++] = (uint32_t)cell;
    }
}

static inline void vacate(modulo *x, uint32_t resource, uint32_t cycle)
{
    size_t cell = cell_of(x, resource, cycle);
    x->events--;
    if (x->guests[cell][0] == x->word)
        x->guests[cell][0] = x->guests[cell][1];
    if (x->count[cell]-- <= x->capacity[resource])
        return;
    x->conflicts--;
    if (x->count[cell] == x->capacity[resource]) {
        uint32_t last = x->crowded[--x->crowded_count], at = x->crowded_place[cell];
        x->crowded[at] = last;
        x->crowded_place[last] = at;
    }
}

typedef void change(modulo *x, uint32_t resource, uint32_t cycle);

static inline uint32_t head_of(const modulo *x, uint32_t word)
{
    return word < x->g->inputs
               ? x->time[word]
               : timing_result(&x->m, graph_kind(x->g, word - x->g->inputs), x->time[word]);
}

static inline uint32_t receiver_of(const modulo *x, uint32_t use)
{
    uint32_t consumer = x->g->inputs + use / 2;
    return x->unit[consumer] * 2 + (use % 2 ^ x->swap[consumer]);
}

bool modulo_is_heard(const modulo *x, uint32_t word)
{
    const graph *g = x->g;
    if (!network_has_deaf(x->m.network) || word < g->inputs)
        return true;
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t from = graph_operand(g, word - g->inputs, port);
        if (from != WORD_NONE && from >= g->inputs &&
            !machine_hears(&x->m, x->unit[word] * 2 + (port ^ x->swap[word]), x->unit[from]))
            return false;
    }
    for (uint32_t k = g->use_start[word]; k < g->use_start[word + 1]; k++)
        if (!machine_hears(&x->m, receiver_of(x, g->uses[k]), x->unit[word]))
            return false;
    return true;
}

/* The word comes to a station, and to those on its way. */
static inline void come_to(modulo *x, uint32_t home, uint32_t station)
{
    for (; station != home && x->come[station] != x->stamp;
         station = routes_from(&x->ways, routes_into(&x->ways, home, station)))
        x->come[station] = x->stamp;
}

/* Applies `to` to everything that the word occupies. Inlined for both directions. */
static inline void change_word(modulo *x, uint32_t word, change *to)
{
    const graph *g = x->g;
    const uint32_t head = head_of(x, word), others = x->m.stations - 1;
    const bool result = word >= g->inputs, relayed = result && others > 0;
    uint32_t home = result ? x->module_of[x->unit[word]] : 0;
    if (!graph_used(g, word) && !result)
        return;
    to(x, result ? x->first_unit + x->unit[word] : x->lane, x->time[word]);
    x->stamp++;
    for (uint32_t k = g->use_start[word]; k < g->use_start[word + 1]; k++) {
        uint32_t r = receiver_of(x, g->uses[k]), hops = 0;
        if (x->seen[r] == x->stamp)
            continue;
        x->seen[r] = x->stamp;
        if (relayed) {
            hops = routes_hops(&x->ways, home, x->module_of[r / 2]);
            come_to(x, home, x->module_of[r / 2]);
        }
        to(x, r, head + hops);
    }
    for (uint32_t i = 0; i < others && relayed; i++) {
        const uint32_t station = x->order[(size_t)home * others + i];
        if (x->come[station] == x->stamp)
            to(x, machine_first_relay(&x->m) + routes_into(&x->ways, home, station),
               head + routes_hops(&x->ways, home, station) - 1);
    }
    if (g->leaves[word])
        to(x, x->port, head);
}

void modulo_add(modulo *x, uint32_t word)
{
    x->word = word;
    change_word(x, word, occupy);
}

void modulo_remove(modulo *x, uint32_t word)
{
    x->word = word;
    change_word(x, word, vacate);
}

static void list(modulo *x, uint32_t resource, uint32_t cycle)
{
    if (resource < x->first_unit || resource == x->port)
        x->takes[x->takes_count++] = (sched_take){
            resource == x->port ? machine_output_receiver(&x->m) : resource, x->word, cycle, 0};
}

void modulo_list(modulo *x, uint32_t word, sched_take *takes, uint32_t *count)
{
    x->takes = takes + *count;
    x->takes_count = 0;
    x->word = word;
    change_word(x, word, list);
    *count += x->takes_count;
}

/* Cycles between the start of `word` and the first in which `consumer` can start. */
static inline uint32_t distance(const modulo *x, uint32_t word, uint32_t consumer)
{
    if (word < x->g->inputs)
        return x->m.transfer_cycles;
    return timing_distance(
        &x->m, graph_kind(x->g, word - x->g->inputs),
        routes_hops(&x->ways, x->module_of[x->unit[word]], x->module_of[x->unit[consumer]]));
}

modulo_window modulo_room(const modulo *x, uint32_t word)
{
    const graph *g = x->g;
    bool result = word >= g->inputs;
    uint32_t own = result ? x->m.latency_cycles[graph_kind(g, word - g->inputs)] : 0;
    modulo_window w = {0, result ? x->length - 1 : x->interval - 1};
    if (x->length < 1 + own)
        return (modulo_window){1, 0};
    if (g->leaves[word] && w.high > x->length - 1 - own)
        w.high = x->length - 1 - own;
    for (uint32_t port = 0; port < 2 && result; port++) {
        uint32_t from = graph_operand(g, word - g->inputs, port);
        if (from != WORD_NONE && x->time[from] + distance(x, from, word) > w.low)
            w.low = x->time[from] + distance(x, from, word);
    }
    for (uint32_t k = g->use_start[word]; k < g->use_start[word + 1]; k++) {
        uint32_t to = g->inputs + g->uses[k] / 2, least = distance(x, word, to);
        if (x->time[to] < least)
            return (modulo_window){1, 0};
        w.high = x->time[to] - least < w.high ? x->time[to] - least : w.high;
    }
    return w;
}

/* ---- one word after another ---------------------------------------------------------------- */

typedef struct {
    uint32_t word, time;
    bool result;
} turn;

static int by_turn(const void *a, const void *b)
{
    const turn *x = a, *y = b;
    if (x->result != y->result)
        return x->result ? 1 : -1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

/* Later than anything, so that words without a place leave others all the room they want. */
static const uint32_t SOME_DAY = UINT32_C(1) << 30;

static bool place_first(modulo *x, uint32_t word)
{
    modulo_window room = modulo_room(x, word);
    for (uint32_t tries = 0; tries < x->interval && room.low + tries <= room.high; tries++) {
        x->time[word] = room.low + tries;
        modulo_add(x, word);
        if (x->conflicts == 0)
            return true;
        modulo_remove(x, word);
    }
    return false;
}

bool modulo_fill(arena *scratch, modulo *x)
{
    turn *turns = ARENA_ARRAY(scratch, turn, x->g->words + 1);
    for (uint32_t w = 0; w < x->g->words; w++) {
        turns[w] = (turn){w, x->time[w], w >= x->g->inputs};
        x->time[w] = SOME_DAY;
    }
    x->length = 2 * SOME_DAY;
    qsort(turns, x->g->words, sizeof *turns, by_turn);
    for (uint32_t i = 0; i < x->g->words; i++)
        if (!place_first(x, turns[i].word))
            return false;
    return true;
}
