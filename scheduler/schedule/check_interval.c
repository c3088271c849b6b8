/* SPDX-License-Identifier: MIT */
/* The checker of schedules with an interval. Everything happens again every `interval` cycles, so
 * each unit, receiver, lane and port may be asked for at most once in a row (cycle % interval), and
 * every word is taken in the first cycle in which it can be: then no source ever holds a word back,
 * and the rules of timing.h about queues, credits and the order of a source hold by themselves.
 * Shares no code with the schedulers. */
#include "schedule/check_interval.h"
#include "schedule/check_ports.h"

#include "schedule/graph.h"
#include "machine/timing.h"

#include <string.h>

#define NOTHING UINT32_MAX

typedef struct {
    const ops *p;
    const schedule *s;
    const machine *m;
    const char *file;
    const sched_lines *lines;
    diag *d;
    graph g;
    uint32_t *arrival; /* per input: cycle in which all its receivers take it; NOTHING: none does */
    uint32_t *taken;   /* [word * receivers + receiver]: cycle of the reception, NOTHING: none */
    uint32_t receivers;
} checker;

static place at_line(const checker *c, uint32_t line)
{
    return (place){.file = c->file, .line = line, .column = line ? 1 : 0};
}

static place at_take(const checker *c, uint32_t k)
{
    return at_line(c, c->lines ? c->lines->take[k] : 0);
}

static const char *receiver_name(const checker *c, uint32_t receiver)
{
    text t = text_make(c->d->mem);
    machine_receiver_name(c->m, receiver, &t);
    return t.bytes;
}

/* First cycle in which a word is at its own source. */
static uint32_t head_of(const checker *c, uint32_t word)
{
    if (word < c->g.inputs)
        return c->arrival[word];
    uint32_t j = word - c->g.inputs;
    return timing_result(c->m, graph_kind(&c->g, j), c->s->issues[j].cycle);
}

static status check_units(const checker *c, arena *mem)
{
    uint32_t *who = ARENA_ARRAY(mem, uint32_t, (size_t)machine_units(c->m) * c->s->interval);
    for (uint32_t j = 0; j < c->p->list_count; j++) {
        const sched_issue *i = &c->s->issues[j];
        place at = at_line(c, c->lines ? c->lines->issue[j] : 0);
        if (i->unit >= machine_units(c->m) ||
            machine_unit_kind(c->m, i->unit) != graph_kind(&c->g, j))
            return diag_error(c->d, at, "operation '%s' cannot run on unit %u", c->p->list[j].name,
                              i->unit);
        TRY(check_order(c->p, c->m, j, i->swap, at, c->d));
        uint32_t *here = &who[(size_t)i->unit * c->s->interval + i->cycle % c->s->interval];
        if (*here)
            return diag_error(
                c->d, at,
                "operation '%s' starts in cycle %u, when an interval of %u has the unit start '%s'",
                c->p->list[j].name, i->cycle, c->s->interval, c->p->list[*here - 1].name);
        *here = j + 1;
    }
    return STATUS_OK;
}

/* Receivers take one word a row, each word once; inputs are all taken in one cycle of the first
 * interval. */
static status check_takes(checker *c, arena *mem)
{
    const schedule *s = c->s;
    uint32_t *who = ARENA_ARRAY(mem, uint32_t, (size_t)c->receivers * s->interval);
    for (uint32_t k = 0; k < s->takes_count; k++) {
        const sched_take *t = &s->takes[k];
        uint32_t *row = &who[(size_t)t->receiver * s->interval + t->cycle % s->interval];
        uint32_t *cycle = &c->taken[(size_t)t->word * c->receivers + t->receiver];
        if (*row)
            return diag_error(c->d, at_take(c, k),
                              "%s takes '%s' in cycle %u, when an interval of %u has it take '%s'",
                              receiver_name(c, t->receiver), graph_word_name(&c->g, t->word),
                              t->cycle, s->interval,
                              graph_word_name(&c->g, s->takes[*row - 1].word));
        if (*cycle != NOTHING)
            return diag_error(c->d, at_take(c, k), "%s takes '%s' twice",
                              receiver_name(c, t->receiver), graph_word_name(&c->g, t->word));
        *row = k + 1;
        *cycle = t->cycle;
        if (t->word >= c->g.inputs)
            continue;
        if (t->cycle >= s->interval)
            return diag_error(c->d, at_take(c, k),
                              "input '%s' is taken in cycle %u; inputs of a sample come within its "
                              "first %u cycles",
                              graph_word_name(&c->g, t->word), t->cycle, s->interval);
        if (c->arrival[t->word] != NOTHING && c->arrival[t->word] != t->cycle)
            return diag_error(
                c->d, at_take(c, k),
                "input '%s' is taken in cycles %u and %u; all its receivers take it at once",
                graph_word_name(&c->g, t->word), c->arrival[t->word], t->cycle);
        c->arrival[t->word] = t->cycle;
    }
    return STATUS_OK;
}

/* The cycle in which the word is first in the module of a receiver; NOTHING when no relay brings
 * it. */
static uint32_t cycle_there(const checker *c, uint32_t word, uint32_t module)
{
    const uint32_t n = c->m->stations, relays = machine_first_relay(c->m);
    const uint32_t *taken = c->taken + (size_t)word * c->receivers;
    uint32_t found = NOTHING;
    if (word < c->g.inputs || n == 1 ||
        machine_unit_module(c->m, c->s->issues[word - c->g.inputs].unit) == module)
        return head_of(c, word);
    for (uint32_t way = 0; way < network_of(c->m->network)->relays; way++) {
        const uint32_t relay = network_relay_into(c->m->network, n, module, way);
        if (relay == UINT32_MAX || taken[relays + relay] == NOTHING)
            continue;
        if (found != NOTHING)
            return NOTHING; /* two ways: then nobody knows which word is meant */
        found = taken[relays + relay];
    }
    return found == NOTHING ? found : timing_relayed(found);
}

static status check_routes(const checker *c)
{
    uint32_t output = machine_output_receiver(c->m), relays = machine_first_relay(c->m);
    for (uint32_t k = 0; k < c->s->takes_count; k++) {
        const sched_take *t = &c->s->takes[k];
        bool port = t->receiver >= output && t->receiver < relays;
        uint32_t module = port ? 0 : machine_receiver_station(c->m, t->receiver);
        uint32_t head = port ? head_of(c, t->word) : cycle_there(c, t->word, module);
        TRY(check_hears(c->p, c->s, t, at_take(c, k), c->d));
        if (t->receiver >= relays && t->word < c->g.inputs)
            return diag_error(c->d, at_take(c, k),
                              "relay %s takes input '%s', which reaches every module by its lane",
                              receiver_name(c, t->receiver), graph_word_name(&c->g, t->word));
        if (head == NOTHING)
            return diag_error(c->d, at_take(c, k), "no relay, or more than one, brings '%s' to %s",
                              graph_word_name(&c->g, t->word), receiver_name(c, t->receiver));
        if (t->cycle != head)
            return diag_error(c->d, at_take(c, k),
                              "%s takes '%s' in cycle %u; it is there in cycle %u, and with an "
                              "interval it is taken then",
                              receiver_name(c, t->receiver), graph_word_name(&c->g, t->word),
                              t->cycle, head);
        if (t->slot)
            return diag_error(c->d, at_take(c, k),
                              "%s takes '%s' into slot %u; with an interval slots are given by the "
                              "program, and are 0 here",
                              receiver_name(c, t->receiver), graph_word_name(&c->g, t->word),
                              t->slot);
    }
    return STATUS_OK;
}

static status check_operands(const checker *c)
{
    for (uint32_t j = 0; j < c->p->list_count; j++)
        for (uint32_t port = 0; port < 2; port++) {
            uint32_t word = graph_operand(&c->g, j, port),
                     receiver = schedule_receiver(c->m, &c->s->issues[j], port);
            place at = at_line(c, c->lines ? c->lines->issue[j] : 0);
            uint32_t cycle = word == WORD_NONE ? 0
                                               : c->taken[(size_t)word * c->receivers + receiver];
            if (word == WORD_NONE)
                continue;
            if (cycle == NOTHING)
                return diag_error(c->d, at, "operation '%s': %s never takes its operand '%s'",
                                  c->p->list[j].name, receiver_name(c, receiver),
                                  graph_word_name(&c->g, word));
            if (c->s->issues[j].cycle < timing_usable(c->m, cycle))
                return diag_error(c->d, at,
                                  "operation '%s' starts in cycle %u and its operand '%s' is "
                                  "usable from cycle %u on",
                                  c->p->list[j].name, c->s->issues[j].cycle,
                                  graph_word_name(&c->g, word), timing_usable(c->m, cycle));
        }
    return STATUS_OK;
}

/* Lanes bring their words in the order of the cycles in which they are taken, one a cycle. */
static status check_lanes(const checker *c, arena *mem)
{
    uint32_t *at = ARENA_ARRAY(mem, uint32_t, (size_t)c->m->lanes * (c->g.inputs + 1));
    for (uint32_t i = 0; i < c->g.inputs; i++) {
        const sched_entry *e = &c->s->entries[i];
        place line = at_line(c, c->lines ? c->lines->entry[i] : 0);
        if ((e->lane != LANE_NONE) != (c->arrival[i] != NOTHING) ||
            (e->lane == LANE_NONE && graph_used(&c->g, i)))
            return diag_error(c->d, line, "input '%s' comes on no lane, or nothing takes it",
                              c->p->inputs[i].name);
        if (e->lane == LANE_NONE)
            continue;
        if (e->lane >= c->m->lanes || e->position >= c->g.inputs ||
            at[(size_t)e->lane * (c->g.inputs + 1) + e->position])
            return diag_error(c->d, line, "input '%s' has no place of its own on a lane",
                              c->p->inputs[i].name);
        at[(size_t)e->lane * (c->g.inputs + 1) + e->position] = c->arrival[i] + 1;
    }
    for (uint32_t l = 0; l < c->m->lanes; l++) {
        const uint32_t *lane = at + (size_t)l * (c->g.inputs + 1);
        for (uint32_t k = 1; k <= c->g.inputs; k++)
            if (lane[k] && (!lane[k - 1] || lane[k] <= lane[k - 1]))
                return diag_error(c->d, at_line(c, 0),
                                  "lane %u: word %u is taken before word %u, or there is none", l,
                                  k, k - 1);
    }
    return STATUS_OK;
}

static status check_outputs(const checker *c)
{
    uint32_t output = machine_output_receiver(c->m), relays = machine_first_relay(c->m), cycles = 0;
    for (uint32_t w = 0; w < c->g.words; w++) {
        uint32_t times = 0;
        for (uint32_t r = output; r < relays; r++) {
            uint32_t cycle = c->taken[(size_t)w * c->receivers + r];
            times += cycle != NOTHING;
            cycles = cycle != NOTHING && timing_cycles(cycle) > cycles ? timing_cycles(cycle)
                                                                       : cycles;
        }
        if (times != (uint32_t)c->g.leaves[w])
            return diag_error(c->d, at_line(c, 0),
                              "output ports take '%s' %u times and should %u times",
                              graph_word_name(&c->g, w), times, (uint32_t)c->g.leaves[w]);
    }
    if (cycles != c->s->cycles)
        return diag_error(c->d, at_line(c, c->lines ? c->lines->cycles : 0),
                          "a sample ends after %u cycles and the schedule says %u", cycles,
                          c->s->cycles);
    return STATUS_OK;
}

static status check_all(checker *c, arena *mem)
{
    if (c->m->network == NETWORK_IDEAL || c->m->lanes == 0 || c->m->receivers != 2)
        return diag_error(c->d, at_line(c, 0),
                          "samples with an interval need a network of cores (%s) with input lanes "
                          "and two stores per unit",
                          core_network_choices());
    TRY(check_units(c, mem));
    TRY(check_takes(c, mem));
    TRY(check_routes(c));
    TRY(check_operands(c));
    TRY(check_lanes(c, mem));
    return check_outputs(c);
}

status schedule_check_interval(const ops *p, const schedule *s, const char *file,
                               const sched_lines *lines, diag *d)
{
    arena mem = arena_make();
    checker c = {.p = p,
                 .s = s,
                 .m = &s->target,
                 .file = file,
                 .lines = lines,
                 .d = d,
                 .g = graph_build(&mem, p),
                 .receivers = machine_receivers(&s->target)};
    c.arrival = ARENA_ARRAY(&mem, uint32_t, c.g.inputs + 1);
    c.taken = ARENA_ARRAY(&mem, uint32_t, (size_t)c.g.words * c.receivers + 1);
    memset(c.arrival, 0xff, (c.g.inputs + 1) * sizeof *c.arrival);
    memset(c.taken, 0xff, ((size_t)c.g.words * c.receivers + 1) * sizeof *c.taken);
    status done = check_all(&c, &mem);
    arena_free(&mem);
    return done;
}
