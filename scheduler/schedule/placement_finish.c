/* SPDX-License-Identifier: MIT */
/* From a placement to a schedule: units of the ideal network, lanes, receptions, slots. */
#include "schedule/placement.h"
#include "machine/timing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int by_receiver_then_cycle(const void *a, const void *b)
{
    const sched_take *x = a, *y = b;
    if (x->receiver != y->receiver)
        return x->receiver < y->receiver ? -1 : 1;
    return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

void schedule_sort_takes(schedule *s)
{
    qsort(s->takes, s->takes_count, sizeof *s->takes, by_receiver_then_cycle);
}

/* Occupied until the last operation on the receiver's unit that reads it. */
static uint32_t last_use(const graph *g, const schedule *s, const sched_take *t)
{
    uint32_t last = t->cycle;
    for (uint32_t i = g->use_start[t->word]; i < g->use_start[t->word + 1]; i++) {
        const sched_issue *user = &s->issues[g->uses[i] / 2];
        if (schedule_receiver(&s->target, user, g->uses[i] % 2) == t->receiver &&
            user->cycle > last)
            last = user->cycle;
    }
    return last;
}

uint32_t schedule_assign_slots(const ops *p, schedule *s, uint32_t *receiver)
{
    arena mem = arena_make();
    graph g = graph_build(&mem, p);
    uint32_t *free_from = ARENA_ARRAY(&mem, uint32_t, s->takes_count + 1), most = 0;
    *receiver = 0;
    for (uint32_t k = 0, used = 0; k < s->takes_count; k++) {
        sched_take *t = &s->takes[k];
        if (k == 0 || t->receiver != s->takes[k - 1].receiver)
            used = 0;
        t->slot = 0;
        if (t->receiver >= machine_output_receiver(&s->target))
            continue;
        while (t->slot < used && free_from[t->slot] > t->cycle)
            t->slot++;
        used = t->slot == used ? used + 1 : used;
        free_from[t->slot] = timing_after(last_use(&g, s, t));
        if (used > most) {
            most = used;
            *receiver = t->receiver;
        }
    }
    arena_free(&mem);
    return most;
}

static void ideal_units(const placement *p, schedule *s)
{
    const graph *g = p->g;
    arena mem = arena_make();
    uint32_t *busy = ARENA_ARRAY(&mem, uint32_t, (size_t)UNIT_KINDS * p->horizon);
    for (uint32_t j = 0; j < g->p->list_count; j++) {
        unit_kind kind = graph_kind(g, j);
        uint32_t cycle = p->start[g->inputs + j];
        s->issues[j] = (sched_issue){machine_first_unit(&p->m, kind) +
                                         busy[(size_t)kind * p->horizon + cycle]++,
                                     cycle, false};
    }
    arena_free(&mem);
}

typedef struct {
    uint32_t cycle, input;
} arrival;

static int by_cycle_then_input(const void *a, const void *b)
{
    const arrival *x = a, *y = b;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    return x->input < y->input ? -1 : 1;
}

void schedule_assign_lanes(const graph *g, const uint32_t *arrivals, schedule *s)
{
    const uint32_t lanes = s->target.lanes;
    arena mem = arena_make();
    arrival *list = ARENA_ARRAY(&mem, arrival, g->inputs + 1);
    uint32_t *filled = ARENA_ARRAY(&mem, uint32_t, lanes + 1),
             *last = ARENA_ARRAY(&mem, uint32_t, lanes + 1), count = 0;
    memset(last, 0xff, (lanes + 1) * sizeof *last);
    for (uint32_t i = 0; i < g->inputs; i++) {
        s->entries[i] = (sched_entry){LANE_NONE, 0};
        if (lanes && graph_used(g, i))
            list[count++] = (arrival){arrivals[i], i};
    }
    qsort(list, count, sizeof *list, by_cycle_then_input);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lane = UINT32_MAX;
        for (uint32_t l = 0; l < lanes; l++)
            if (last[l] != list[i].cycle && (lane == UINT32_MAX || filled[l] < filled[lane]))
                lane = l;
        last[lane] = list[i].cycle;
        s->entries[list[i].input] = (sched_entry){lane, filled[lane]++};
    }
    arena_free(&mem);
}

static void takes_make(arena *mem, const placement *p, schedule *s)
{
    const graph *g = p->g;
    size_t size = (size_t)p->reach * p->row_words, capacity = 0;
    for (size_t i = 0; i < g->words * size; i++)
        for (uint64_t bits = p->pattern[i]; bits; bits &= bits - 1)
            capacity++;
    s->takes = ARENA_ARRAY(mem, sched_take, capacity + 1);
    for (uint32_t w = 0; w < g->words; w++) {
        if (w < g->inputs && !(p->m.lanes && graph_used(g, w)))
            continue;
        uint32_t head = w < g->inputs
                            ? p->start[w]
                            : timing_result(&p->m, graph_kind(g, w - g->inputs), p->start[w]);
        for (size_t i = 0; i < size; i++)
            for (uint32_t bit = 0; bit < 64; bit++)
                if (p->pattern[w * size + i] >> bit & 1) {
                    uint32_t receiver = (uint32_t)(i % p->row_words) * 64 + bit;
                    s->takes[s->takes_count++] = (sched_take){
                        receiver, w, head + (uint32_t)(i / p->row_words), 0};
                }
    }
    schedule_sort_takes(s);
    /* Both operands of an operation may have got one relay in one cycle: settling makes
     * one wait. A receiver of an operand has never two words. */
    for (uint32_t k = 1; k < s->takes_count; k++)
        assert(s->takes[k].receiver > p->output ||
               s->takes[k].receiver != s->takes[k - 1].receiver ||
               s->takes[k].cycle != s->takes[k - 1].cycle);
}

/* The schedule without its slots; no takes on an ideal network. */
static void issues_make(arena *mem, placement *p, const char *scheduler, schedule *out)
{
    const graph *g = p->g;
    *out = (schedule){.target = p->m, .scheduler = scheduler, .cycles = p->length};
    out->issues = ARENA_ARRAY(mem, sched_issue, g->p->list_count + 1);
    out->entries = ARENA_ARRAY(mem, sched_entry, g->inputs + 1);
    schedule_assign_lanes(g, p->start, out);
    if (p->m.network == NETWORK_IDEAL) {
        ideal_units(p, out);
        return;
    }
    for (uint32_t j = 0; j < g->p->list_count; j++)
        out->issues[j] = (sched_issue){p->unit[g->inputs + j], p->start[g->inputs + j],
                                       p->swap[g->inputs + j]};
    placement_patterns(p);
    takes_make(mem, p, out);
}

uint32_t placement_slots_over(placement *p)
{
    if (!p->m.slots || p->m.network == NETWORK_IDEAL)
        return 0;
    arena mem = arena_make();
    schedule s;
    uint32_t receiver;
    issues_make(&mem, p, "", &s);
    const uint32_t slots = schedule_assign_slots(p->g->p, &s, &receiver);
    arena_free(&mem);
    return slots > p->m.slots ? slots - p->m.slots : 0;
}

status placement_finish(arena *mem, placement *p, const char *scheduler, schedule *out, diag *d)
{
    const graph *g = p->g;
    issues_make(mem, p, scheduler, out);
    if (p->m.network == NETWORK_IDEAL)
        return STATUS_OK;
    uint32_t receiver, slots = schedule_assign_slots(g->p, out, &receiver);
    if (p->m.slots && slots > p->m.slots) {
        text name = text_make(d->mem);
        machine_receiver_name(&p->m, receiver, &name);
        return diag_error(d, (place){0}, "receiver %s needs %u slots and the machine has %u",
                          name.bytes, slots, p->m.slots);
    }
    return diag_own(d, schedule_settle(g->p, out, d));
}

double schedule_usage(const ops *p, const schedule *s)
{
    uint32_t needed[UNIT_KINDS] = {0};
    double busier = 0, offered = (double)machine_units(&s->target) * s->cycles;
    for (uint32_t j = 0; j < p->list_count && s->interval; j++)
        needed[OP_KIND[p->list[j].kind].unit]++;
    for (uint32_t k = 0; k < UNIT_KINDS && s->interval; k++)
        if (needed[k] && needed[k] / ((double)s->target.units[k] * s->interval) > busier)
            busier = needed[k] / ((double)s->target.units[k] * s->interval);
    return s->interval ? busier : offered > 0 ? p->list_count / offered : 0;
}
