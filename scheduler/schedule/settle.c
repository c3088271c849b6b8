/* SPDX-License-Identifier: MIT */
/* The run that the machine makes of a schedule's sequences: every event waits only for a fixed
 * list of earlier events (timing.h), so the run is the longest path through a graph whose
 * nodes are beats, heads, receptions and issues. A circle in it is a deadlock. */
#include "schedule/schedule.h"
#include "machine/timing.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t node, delay, next; /* next: chain of a node's outgoing arcs, UINT32_MAX ends */
} arc;

/* Emissions: word w at its own source is emission w; what the relay of reception k delivers next
 * door is words + k. */
typedef struct {
    const graph *g;
    schedule *s;
    const machine *m;
    uint32_t emissions, beats;
    uint32_t first_head, first_take, first_issue,
        nodes;         /* node numbers: beats, heads, takes, issues */
    uint32_t *arrival; /* [word][module]: reception whose relay brings it there */
    uint32_t *word_take_start, *word_take;               /* receptions of a word */
    uint32_t *emission_start, *emission_take;            /* receptions fed by an emission */
    uint32_t *emission_of;                               /* per reception */
    arc *arcs;
    uint32_t arcs_count, arcs_capacity;
    uint32_t *first_arc, *missing, *time;
    uint32_t *order; /* nodes, each after those it waits for */
    arena *mem;
} events;

static void wait_for(events *e, uint32_t node, uint32_t earlier, uint32_t delay)
{
    arc *a = ARENA_PUSH(e->mem, e, arcs);
    *a = (arc){node, delay, e->first_arc[earlier]};
    e->first_arc[earlier] = e->arcs_count - 1;
    e->missing[node]++;
}

/* node waits for the pop of an emission: for each reception of it. */
static void wait_for_pop(events *e, uint32_t node, uint32_t emission, uint32_t delay)
{
    for (uint32_t i = e->emission_start[emission]; i < e->emission_start[emission + 1]; i++)
        wait_for(e, node, e->first_take + e->emission_take[i], delay);
}

static bool is_relay(const events *e, uint32_t receiver)
{
    return receiver >= machine_first_relay(e->m);
}

/* Which emission feeds a reception. */
static uint32_t find_emission(const events *e, const sched_take *t)
{
    if (t->word < e->g->inputs || e->m->stations == 1 ||
        t->receiver == machine_output_receiver(e->m))
        return t->word;
    uint32_t module = machine_receiver_station(e->m, t->receiver);
    if (module == machine_unit_module(e->m, e->s->issues[t->word - e->g->inputs].unit))
        return t->word;
    uint32_t relay = e->arrival[(size_t)t->word * e->m->stations + module];
    return relay == UINT32_MAX ? UINT32_MAX : e->g->words + relay;
}

/* Lists `count` items by group: start gets groups + 1 entries. */
static void group(arena *mem, uint32_t groups, uint32_t count, const uint32_t *group_of,
                  uint32_t **start, uint32_t **list)
{
    *start = ARENA_ARRAY(mem, uint32_t, groups + 2);
    *list = ARENA_ARRAY(mem, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        (*start)[group_of[i] + 2]++;
    for (uint32_t i = 2; i < groups + 2; i++)
        (*start)[i] += (*start)[i - 1];
    for (uint32_t i = 0; i < count; i++)
        (*list)[(*start)[group_of[i] + 1]++] = i;
}

static status events_make(events *e, diag *d)
{
    const schedule *s = e->s;
    uint32_t takes = s->takes_count;
    e->emissions = e->g->words + takes;
    e->arrival = ARENA_ARRAY(e->mem, uint32_t, (size_t)e->g->words * e->m->stations + 1);
    memset(e->arrival, 0xff, ((size_t)e->g->words * e->m->stations + 1) * sizeof *e->arrival);
    uint32_t *word_of = ARENA_ARRAY(e->mem, uint32_t, takes + 1);
    for (uint32_t k = 0; k < takes; k++) {
        word_of[k] = s->takes[k].word;
        if (is_relay(e, s->takes[k].receiver))
            e->arrival[(size_t)s->takes[k].word * e->m->stations +
                       machine_relay_leads(e->m, s->takes[k].receiver)] = k;
    }
    e->emission_of = ARENA_ARRAY(e->mem, uint32_t, takes + 1);
    for (uint32_t k = 0; k < takes; k++) {
        e->emission_of[k] = find_emission(e, &s->takes[k]);
        if (e->emission_of[k] == UINT32_MAX)
            return diag_error(d, (place){0}, "no relay brings '%s' to where it is taken",
                              graph_word_name(e->g, s->takes[k].word));
    }
    group(e->mem, e->g->words, takes, word_of, &e->word_take_start, &e->word_take);
    group(e->mem, e->emissions, takes, e->emission_of, &e->emission_start, &e->emission_take);
    for (uint32_t i = 0; i < e->g->inputs; i++)
        if (s->entries[i].lane != LANE_NONE && s->entries[i].position >= e->beats)
            e->beats = s->entries[i].position + 1;
    e->first_head = e->beats;
    e->first_take = e->first_head + e->emissions;
    e->first_issue = e->first_take + takes;
    e->nodes = e->first_issue + e->g->p->list_count;
    e->first_arc = ARENA_ARRAY(e->mem, uint32_t, e->nodes + 1);
    memset(e->first_arc, 0xff, (e->nodes + 1) * sizeof *e->first_arc);
    e->missing = ARENA_ARRAY(e->mem, uint32_t, e->nodes + 1);
    e->time = ARENA_ARRAY(e->mem, uint32_t, e->nodes + 1);
    return STATUS_OK;
}

/* ---- sequences -------------------------------------------------------------------------- */

typedef struct {
    uint32_t owner, order, item;
} sequence_entry;

static int by_owner_then_order(const void *a, const void *b)
{
    const sequence_entry *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void add_issue_events(events *e)
{
    uint32_t count = e->g->p->list_count;
    sequence_entry *units = ARENA_ARRAY(e->mem, sequence_entry, count + 1);
    for (uint32_t j = 0; j < count; j++)
        units[j] = (sequence_entry){e->s->issues[j].unit, e->s->issues[j].cycle, j};
    qsort(units, count, sizeof *units, by_owner_then_order);
    for (uint32_t i = 0, first = 0; i < count; i++) {
        uint32_t j = units[i].item, word = e->g->inputs + j;
        unit_kind kind = graph_kind(e->g, j);
        first = i && units[i].owner == units[i - 1].owner ? first : i;
        wait_for(e, e->first_head + word, e->first_issue + j, timing_result(e->m, kind, 0));
        if (i > first) {
            wait_for(e, e->first_issue + j, e->first_issue + units[i - 1].item, timing_after(0));
            wait_for_pop(e, e->first_head + word, e->g->inputs + units[i - 1].item,
                         timing_after(0));
        }
        if (i - first >= timing_credits(e->m, kind))
            wait_for_pop(e, e->first_issue + j,
                         e->g->inputs + units[i - timing_credits(e->m, kind)].item,
                         timing_credit(e->m->queue, 0));
    }
}

static void add_lane_events(events *e)
{
    sequence_entry *words = ARENA_ARRAY(e->mem, sequence_entry, e->g->inputs + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->g->inputs; i++)
        if (e->s->entries[i].lane != LANE_NONE)
            words[count++] = (sequence_entry){e->s->entries[i].lane, e->s->entries[i].position, i};
    qsort(words, count, sizeof *words, by_owner_then_order);
    for (uint32_t k = 1; k < e->beats; k++)
        wait_for(e, k, k - 1, timing_after(0));
    for (uint32_t i = 0; i < count; i++) {
        wait_for(e, e->first_head + words[i].item, words[i].order, 0);
        if (i && words[i].owner == words[i - 1].owner)
            wait_for_pop(e, e->first_head + words[i].item, words[i - 1].item, timing_after(0));
        /* Full: Q words of the lane came since. A lane that has ended holds fewer and stops no
         * beat. */
        uint32_t held = timing_lane_words(e->m->lane_queue), fills = i + held - 1;
        bool full = fills < count && words[fills].owner == words[i].owner;
        if (full && words[i].order + held < e->beats)
            wait_for_pop(e, words[i].order + held, words[i].item, timing_lane_free(0));
    }
}

/* Reception that brings `word` to `receiver`. */
static uint32_t find_take(const events *e, uint32_t word, uint32_t receiver)
{
    for (uint32_t i = e->word_take_start[word]; i < e->word_take_start[word + 1]; i++)
        if (e->s->takes[e->word_take[i]].receiver == receiver)
            return e->word_take[i];
    return UINT32_MAX;
}

/* The last operation, in the order of its unit, that reads the word from the receiver. */
static uint32_t last_reader(const events *e, const sched_take *t)
{
    uint32_t last = UINT32_MAX;
    for (uint32_t i = e->g->use_start[t->word]; i < e->g->use_start[t->word + 1]; i++) {
        uint32_t j = e->g->uses[i] / 2;
        if (schedule_receiver(e->m, &e->s->issues[j], e->g->uses[i] % 2) == t->receiver &&
            (last == UINT32_MAX || e->s->issues[j].cycle > e->s->issues[last].cycle))
            last = j;
    }
    return last;
}

/* Receptions lie by receiver, then cycle: each waits for the one before, for its word and for its
 * slot. */
static void add_take_events(events *e)
{
    const sched_take *takes = e->s->takes;
    uint32_t slots = 0, *slot_user;
    for (uint32_t k = 0; k < e->s->takes_count; k++)
        slots = takes[k].slot >= slots ? takes[k].slot + 1 : slots;
    slot_user = ARENA_ARRAY(e->mem, uint32_t, slots + 1);
    for (uint32_t k = 0, first = 0; k < e->s->takes_count; k++) {
        uint32_t node = e->first_take + k, output = machine_output_receiver(e->m);
        bool follows = k && takes[k].receiver == takes[k - 1].receiver;
        first = follows ? first : k;
        wait_for(e, node, e->first_head + e->emission_of[k], 0);
        if (follows)
            wait_for(e, node, node - 1, timing_after(0));
        if (is_relay(e, takes[k].receiver)) {
            uint32_t emission = e->g->words + k;
            wait_for(e, e->first_head + emission, node, timing_relayed(0));
            if (follows)
                wait_for_pop(e, e->first_head + emission, emission - 1, timing_after(0));
            if (k - first >= e->m->relay_queue)
                wait_for_pop(e, node, emission - e->m->relay_queue, timing_after(0));
        } else if (takes[k].receiver < output) {
            if (!follows)
                memset(slot_user, 0xff, (slots + 1) * sizeof *slot_user);
            uint32_t before = slot_user[takes[k].slot];
            uint32_t reader = before == UINT32_MAX ? before : last_reader(e, &takes[before]);
            if (reader != UINT32_MAX)
                wait_for(e, node, e->first_issue + reader, timing_after(0));
            slot_user[takes[k].slot] = k;
        }
    }
}

static status add_operand_events(events *e, diag *d)
{
    for (uint32_t i = 0; i < 2 * e->g->p->list_count; i++) {
        uint32_t word = graph_operand(e->g, i / 2, i % 2);
        if (word == WORD_NONE || (word < e->g->inputs && !e->m->lanes))
            continue;
        uint32_t take = find_take(e, word, schedule_receiver(e->m, &e->s->issues[i / 2], i % 2));
        if (take == UINT32_MAX)
            return diag_error(d, (place){0}, "operation '%s' never receives '%s'",
                              e->g->p->list[i / 2].name, graph_word_name(e->g, word));
        wait_for(e, e->first_issue + i / 2, e->first_take + take, timing_usable(e->m, 0));
    }
    return STATUS_OK;
}

/* Times of all events in an order in which none waits for a later one. */
static status run(events *e, diag *d)
{
    uint32_t *ready = ARENA_ARRAY(e->mem, uint32_t, e->nodes + 1), count = 0;
    e->order = ready;
    for (uint32_t n = 0; n < e->nodes; n++)
        if (!e->missing[n])
            ready[count++] = n;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t a = e->first_arc[ready[i]]; a != UINT32_MAX; a = e->arcs[a].next) {
            uint32_t to = e->arcs[a].node, time = e->time[ready[i]] + e->arcs[a].delay;
            e->time[to] = time > e->time[to] ? time : e->time[to];
            if (--e->missing[to] == 0)
                ready[count++] = to;
        }
    for (uint32_t j = 0; count < e->nodes && j < e->g->p->list_count; j++)
        if (e->missing[e->first_issue + j])
            return diag_error(d, (place){0},
                              "deadlock: operation '%s' and others wait for each other",
                              e->g->p->list[j].name);
    if (count < e->nodes)
        return diag_error(d, (place){0}, "deadlock: receptions wait for each other");
    return STATUS_OK;
}

static void take_times(events *e)
{
    schedule *s = e->s;
    uint32_t output = machine_output_receiver(e->m);
    for (uint32_t j = 0; j < e->g->p->list_count; j++)
        s->issues[j].cycle = e->time[e->first_issue + j];
    s->cycles = 0;
    for (uint32_t k = 0; k < s->takes_count; k++) {
        s->takes[k].cycle = e->time[e->first_take + k];
        if (s->takes[k].receiver == output && timing_cycles(s->takes[k].cycle) > s->cycles)
            s->cycles = timing_cycles(s->takes[k].cycle);
    }
}

/* Everything that happens, with its times. */
static status events_run(events *e, diag *d)
{
    TRY(events_make(e, d));
    add_issue_events(e);
    add_lane_events(e);
    add_take_events(e);
    TRY(add_operand_events(e, d));
    return run(e, d);
}

status schedule_settle(const ops *p, schedule *s, diag *d)
{
    if (s->target.network == NETWORK_IDEAL || s->interval)
        return STATUS_OK;
    arena mem = arena_make();
    graph g = graph_build(&mem, p);
    events e = {.g = &g, .s = s, .m = &s->target, .mem = &mem};
    status done = events_run(&e, d);
    if (done == STATUS_OK)
        take_times(&e);
    arena_free(&mem);
    return done;
}

/* ---- why events happen when they do ------------------------------------------------------ */

/* The latest time of every event with which the run ends as early as it does. */
static uint32_t *latest_times(const events *e, uint32_t cycles)
{
    uint32_t *latest = ARENA_ARRAY(e->mem, uint32_t, e->nodes + 1);
    for (uint32_t i = e->nodes; i-- > 0;) {
        uint32_t node = e->order[i], last = cycles - timing_cycles(0);
        for (uint32_t a = e->first_arc[node]; a != UINT32_MAX; a = e->arcs[a].next) {
            uint32_t by = latest[e->arcs[a].node] - e->arcs[a].delay;
            last = by < last ? by : last;
        }
        latest[node] = last;
    }
    return latest;
}

/* Relays that a reception's word has come through. */
static uint32_t relays_before(const events *e, uint32_t take)
{
    uint32_t count = 0;
    for (; e->emission_of[take] >= e->g->words; count++)
        take = e->emission_of[take] - e->g->words;
    return count;
}

/* Of the operand that came last. */
static sched_wait wait_of(const events *e, uint32_t operation)
{
    sched_wait w = {.port = UINT32_MAX};
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t word = graph_operand(e->g, operation, port);
        if (word == WORD_NONE || (word < e->g->inputs && !e->m->lanes))
            continue;
        const uint32_t take =
            find_take(e, word, schedule_receiver(e->m, &e->s->issues[operation], port));
        const uint32_t taken = e->time[e->first_take + take];
        if (w.port != UINT32_MAX && timing_usable(e->m, taken) <= w.usable)
            continue;
        w.port = port;
        w.made = word < e->g->inputs
                     ? e->s->entries[word].position
                     : timing_result(e->m, graph_kind(e->g, word - e->g->inputs),
                                     e->time[e->first_issue + word - e->g->inputs]);
        w.made = timing_usable(e->m, w.made + relays_before(e, take) * timing_relayed(0));
        w.offered = timing_usable(e->m, e->time[e->first_head + e->emission_of[take]]);
        w.usable = timing_usable(e->m, taken);
        const bool follows = take && e->s->takes[take - 1].receiver == e->s->takes[take].receiver;
        w.by_slot = !follows || timing_after(e->time[e->first_take + take - 1]) < taken;
    }
    return w;
}

static status explain_network(arena *mem, const ops *p, const schedule *s, sched_reasons *out,
                              diag *d)
{
    graph g = graph_build(mem, p);
    schedule own = *s;
    events e = {.g = &g, .s = &own, .m = &own.target, .mem = mem};
    TRY(events_run(&e, d));
    const uint32_t *latest = latest_times(&e, s->cycles);
    for (uint32_t j = 0; j < p->list_count; j++) {
        out->slack[j] = latest[e.first_issue + j] - e.time[e.first_issue + j];
        out->waits[j] = wait_of(&e, j);
    }
    return STATUS_OK;
}

/* Where there are no receivers, or samples overlap: operands alone. */
static void explain_operands(arena *mem, const ops *p, const schedule *s, sched_reasons *out)
{
    const machine *m = &s->target;
    graph g = graph_build(mem, p);
    for (uint32_t j = p->list_count; j-- > 0;) {
        const uint32_t word = g.inputs + j, cycle = s->issues[j].cycle;
        const uint32_t after = timing_distance(m, graph_kind(&g, j), 0);
        const uint32_t end = m->network == NETWORK_IDEAL ? s->cycles : s->cycles - 1;
        uint32_t latest = end > after ? end - after : 0;
        for (uint32_t i = g.use_start[word]; i < g.use_start[word + 1]; i++) {
            const uint32_t use = g.uses[i] / 2, by = s->issues[use].cycle + out->slack[use];
            latest = by - after < latest ? by - after : latest;
        }
        out->slack[j] = latest > cycle ? latest - cycle : 0;
        out->waits[j] = (sched_wait){.port = UINT32_MAX};
        for (uint32_t port = 0; port < 2; port++) {
            const uint32_t from = graph_operand(&g, j, port);
            if (from == WORD_NONE || from < g.inputs)
                continue;
            const uint32_t there = s->issues[from - g.inputs].cycle +
                                   timing_distance(m, graph_kind(&g, from - g.inputs), 0);
            if (out->waits[j].port == UINT32_MAX || there > out->waits[j].usable)
                out->waits[j] = (sched_wait){port, there, there, there, false};
        }
    }
}

status schedule_explain(arena *mem, const ops *p, const schedule *s, sched_reasons *out, diag *d)
{
    out->slack = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
    out->waits = ARENA_ARRAY(mem, sched_wait, p->list_count + 1);
    if (s->target.network != NETWORK_IDEAL && !s->interval)
        return explain_network(mem, p, s, out, d);
    explain_operands(mem, p, s, out);
    return STATUS_OK;
}
