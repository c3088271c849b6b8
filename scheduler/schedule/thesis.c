/* SPDX-License-Identifier: MIT */
/* The list scheduler of the thesis [T 3.3]: sort by alap, then asap; place each operation in
 * the first step where its operands are there and a unit of its kind is free. */
#include "schedule/placement.h"
#include "machine/timing.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t alap, asap, operation;
} rank;

static int by_alap_then_asap(const void *a, const void *b)
{
    const rank *x = a, *y = b;
    if (x->alap != y->alap)
        return x->alap < y->alap ? -1 : 1;
    if (x->asap != y->asap)
        return x->asap < y->asap ? -1 : 1;
    return x->operation < y->operation ? -1 : 1;
}

static rank *sorted(arena *mem, const graph *g, const indices *x)
{
    uint32_t count = g->p->list_count;
    rank *list = ARENA_ARRAY(mem, rank, count + 1);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (rank){x->alap[i], x->asap[i], i};
    qsort(list, count, sizeof *list, by_alap_then_asap);
    return list;
}

/* Follows `full` to a cycle that has a unit left; shortens the way for the next search. */
static uint32_t free_cycle(uint32_t *full, uint32_t cycle)
{
    while (full[cycle] != cycle)
        cycle = full[cycle] = full[full[cycle]];
    return cycle;
}

/* Every operation gets a unit and a cycle; any two units are equally far from each other. */
static void list_schedule(arena *scratch, const graph *g, const machine *m, const rank *list,
                          schedule *out)
{
    uint32_t used_limit = g->p->list_count * 2 + 1;
    for (uint32_t i = 0; i < g->p->list_count; i++)
        used_limit = list[i].asap > used_limit ? list[i].asap : used_limit;
    used_limit += g->p->list_count + 1; /* no operation waits for more than all others */
    uint32_t *full[UNIT_KINDS], *taken[UNIT_KINDS];
    for (uint32_t k = 0; k < UNIT_KINDS; k++) {
        full[k] = ARENA_ARRAY(scratch, uint32_t, used_limit + 1);
        taken[k] = ARENA_ARRAY(scratch, uint32_t, used_limit + 1);
        for (uint32_t t = 0; t <= used_limit; t++)
            full[k][t] = t;
    }
    for (uint32_t i = 0; i < g->p->list_count; i++) {
        uint32_t j = list[i].operation, ready = 0;
        unit_kind kind = graph_kind(g, j);
        for (uint32_t port = 0; port < 2; port++) {
            uint32_t word = graph_operand(g, j, port);
            if (word == WORD_NONE || word < g->inputs)
                continue;
            uint32_t usable = timing_ideal(m, graph_kind(g, word - g->inputs),
                                           out->issues[word - g->inputs].cycle);
            ready = usable > ready ? usable : ready;
        }
        uint32_t cycle = free_cycle(full[kind], ready);
        out->issues[j] = (sched_issue){machine_first_unit(m, kind) + taken[kind][cycle], cycle,
                                       false};
        if (++taken[kind][cycle] == m->units[kind])
            full[kind][cycle] = cycle + 1;
        uint32_t end = timing_ideal(m, kind, cycle);
        out->cycles = end > out->cycles ? end : out->cycles;
    }
}

/* On a network: the same order, each operation on the unit where it can start first. */
static status network_schedule(arena *mem, arena *scratch, const graph *g, const machine *m,
                               const indices *x, const rank *list, const schedule *units,
                               schedule *out, diag *d)
{
    placement p = placement_make(scratch, g, m, x);
    uint32_t *key = ARENA_ARRAY(scratch, uint32_t, g->words + 1);
    for (uint32_t i = 0; i < g->inputs; i++)
        key[i] = x->critical_path - x->word_tail[i];
    for (uint32_t i = 0; i < g->p->list_count; i++) {
        key[g->inputs + list[i].operation] = list[i].alap;
        p.unit[g->inputs + i] = units->issues[i].unit;
    }
    placement_make_heard(&p);
    placement_forward(&p, key);
    if (p.length == UINT32_MAX)
        return diag_error(d, (place){0},
                          "the thesis scheduler found no place for some operation on this machine");
    return placement_finish(mem, &p, "thesis", out, d);
}

status schedule_thesis(arena *mem, const ops *p, const machine *m, const scheduler_options *options,
                       schedule *out, diag *d)
{
    (void)options; /* nothing to choose */
    TRY(machine_check(m, (place){0}, d));
    TRY(machine_fits(m, p, (place){0}, d));
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    indices x = indices_compute(&scratch, &g, m);
    rank *list = sorted(&scratch, &g, &x);
    schedule s = {.target = *m, .scheduler = "thesis"};
    s.issues = ARENA_ARRAY(mem, sched_issue, p->list_count + 1);
    s.entries = ARENA_ARRAY(mem, sched_entry, p->inputs_count + 1);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        s.entries[i].lane = LANE_NONE;
    list_schedule(&scratch, &g, m, list, &s);
    status done = STATUS_OK;
    *out = s;
    if (m->network != NETWORK_IDEAL)
        done = network_schedule(mem, &scratch, &g, m, &x, list, &s, out, d);
    arena_free(&scratch);
    return done;
}
