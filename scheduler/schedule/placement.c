/* SPDX-License-Identifier: MIT */
#include "schedule/placement.h"
#include "machine/timing.h"

#include <string.h>

/* ---- making ------------------------------------------------------------------------- */

/* Who hears whom, where some are deaf. */
static void make_deaf(arena *mem, placement *p)
{
    const uint32_t units = machine_units(&p->m), receivers = machine_receivers(&p->m);
    p->deaf = ARENA_ARRAY(mem, uint64_t, (size_t)units * p->row_words + 1);
    p->hears = ARENA_ARRAY(mem, uint64_t, receivers + 1);
    p->homes = ARENA_ARRAY(mem, uint64_t, p->g->words + 1);
    for (uint32_t r = 0; r < receivers; r++)
        for (uint32_t u = 0; u < units; u++)
            if (!machine_hears(&p->m, r, u))
                p->deaf[(size_t)u * p->row_words + r / 64] |= UINT64_C(1) << (r % 64);
            else if (u < p->m.units[UNIT_MUL]) /* one unit of each module */
                p->hears[r] |= UINT64_C(1) << u;
}

placement placement_make(arena *mem, const graph *g, const machine *m, const indices *x)
{
    placement p = {.g = g, .m = *m, .critical_path = x->critical_path};
    bool ideal = m->network == NETWORK_IDEAL;
    p.row_words = ideal ? 0 : (machine_receivers(m) + 63) / 64;
    p.ways = routes_make(mem, m);
    p.reach = 1 + p.ways.longest;
    p.pools = ideal ? UNIT_KINDS : machine_units(m);
    /* A pass that leaves this much of the machine idle is worthless and is given up. */
    p.horizon = 4 * (g->words + x->critical_path) + 64;
    p.tail = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    memcpy(p.tail, x->word_tail, g->words * sizeof *p.tail);
    p.head = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    memcpy(p.head, x->word_head, g->words * sizeof *p.head);
    p.operand = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)g->words + 2);
    p.kind = ARENA_ARRAY(mem, uint8_t, g->words + 1);
    memset(p.operand, 0xff, (2 * (size_t)g->words + 2) * sizeof *p.operand);
    for (uint32_t w = g->inputs; w < g->words; w++) {
        p.kind[w] = (uint8_t)graph_kind(g, w - g->inputs);
        p.operand[2 * w] = graph_operand(g, w - g->inputs, 0);
        p.operand[2 * w + 1] = graph_operand(g, w - g->inputs, 1);
    }
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        p.first_unit[k] = machine_first_unit(m, (unit_kind)k);
    p.output = machine_output_receiver(m);
    p.first_relay = machine_first_relay(m);
    p.unit_module = ARENA_ARRAY(mem, uint32_t, machine_units(m) + 1);
    for (uint32_t u = 0; u < machine_units(m); u++)
        p.unit_module[u] = machine_unit_module(m, u);
    p.start = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    p.unit = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    memset(p.unit, 0xff, g->words * sizeof *p.unit);
    p.swap = ARENA_ARRAY(mem, uint8_t, g->words + 1);
    p.orders = ARENA_ARRAY(mem, uint8_t, g->words + 1);
    for (uint32_t w = g->inputs; w < g->words; w++) {
        const bool plain = graph_may(g, w - g->inputs, false);
        const bool swapped = graph_may(g, w - g->inputs, true);
        p.orders[w] = (uint8_t)(m->receivers == 2 && !ideal ? plain | swapped << 1 : 1);
        p.swap[w] = p.orders[w] == 2;
    }
    if (network_has_deaf(m->network))
        make_deaf(mem, &p);
    p.pattern = ARENA_ARRAY(mem, uint64_t, (size_t)g->words * p.reach * p.row_words + 1);
    p.busy = ARENA_ARRAY(mem, uint64_t, (size_t)(p.horizon + p.reach) * p.row_words + 1);
    p.lane_words = ARENA_ARRAY(mem, uint32_t, p.horizon);
    p.taken = ARENA_ARRAY(mem, uint32_t, (size_t)p.pools * p.horizon);
    p.skip = ARENA_ARRAY(mem, uint32_t, (size_t)p.pools * p.horizon);
    p.scratch = ARENA_ARRAY(mem, uint64_t, 2 * (size_t)p.reach * p.row_words + 1);
    p.order_heap = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    p.order_missing = ARENA_ARRAY(mem, uint32_t, g->words + 1);
    p.touched_to = p.horizon;
    p.free_units = true;
    p.thrift = 2;
    p.limit = UINT32_MAX;
    return p;
}

void placement_clear(placement *p)
{
    if (p->touched_to < p->touched_from) /* the last pass placed nothing */
        return;
    uint32_t from = p->touched_from, count = p->touched_to - p->touched_from;
    memset(p->busy + (size_t)from * p->row_words, 0,
           (size_t)(count + p->reach) * p->row_words * sizeof *p->busy);
    memset(p->lane_words + from, 0, count * sizeof *p->lane_words);
    for (uint32_t pool = 0; pool < p->pools; pool++) {
        uint32_t *taken = p->taken + (size_t)pool * p->horizon,
                 *skip = p->skip + (size_t)pool * p->horizon;
        memset(taken + from, 0, count * sizeof *taken);
        for (uint32_t t = from; t < p->touched_to; t++)
            skip[t] = t;
    }
    p->touched_from = p->horizon;
    p->touched_to = 0;
}

static bool hears_operands(const placement *p, uint32_t w, uint32_t unit, uint32_t swap)
{
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t from = p->operand[2 * (size_t)w + port];
        if (from != WORD_NONE && from >= p->g->inputs &&
            !machine_hears(&p->m, unit * p->m.receivers + (port ^ swap), p->unit[from]))
            return false;
    }
    return true;
}

void placement_make_heard(placement *p)
{
    for (uint32_t w = p->g->inputs; w < p->g->words && p->deaf; w++) {
        const uint32_t first = p->first_unit[p->kind[w]], count = p->m.units[p->kind[w]],
                       number = p->unit[w] - first, swap = p->swap[w];
        for (uint32_t i = 0; i < 2 * count; i++) {
            p->unit[w] = first + (number + i / 2) % count;
            p->swap[w] = (uint8_t)(swap ^ i % 2);
            if (p->orders[w] >> p->swap[w] & 1 && hears_operands(p, w, p->unit[w], p->swap[w]))
                break;
        }
    }
}
