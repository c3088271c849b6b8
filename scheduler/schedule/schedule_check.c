/* SPDX-License-Identifier: MIT */
/* The checker: takes a schedule's own cycles and asks of every event whether timing.h allows
 * it then. It derives everything from the operations and the events, and shares no code with
 * the schedulers or the replay. */
#include "schedule/check_interval.h"
#include "schedule/check_ports.h"
#include "machine/timing.h"

#include <stdlib.h>
#include <string.h>

#define NOTHING UINT32_MAX

/* Emission of word w at its own source: w. What the relay of reception k delivers next door: words
 * + k. */
typedef struct {
    const ops *p;
    const schedule *s;
    const machine *m;
    const char *file;
    const sched_lines *lines;
    diag *d;
    arena *mem;
    uint32_t inputs, words, output, relays; /* first output port, first relay */
    uint32_t *feeds;      /* per reception: the emission it takes from */
    uint32_t *readers;    /* per reception: operations that read it */
    uint32_t *last_read;  /* per reception: cycle of the last of them */
    uint32_t *pop;        /* per emission: cycle of its last reception; NOTHING: none */
    uint32_t *take_start, *take_list; /* receptions by word */
} checker;

/* ---- messages --------------------------------------------------------------------------- */

static place at_line(const checker *c, uint32_t line)
{
    return (place){.file = c->file, .line = line, .column = line ? 1 : 0};
}

static place at_issue(const checker *c, uint32_t j)
{
    return at_line(c, c->lines ? c->lines->issue[j] : 0);
}

static place at_take(const checker *c, uint32_t k)
{
    return at_line(c, c->lines ? c->lines->take[k] : 0);
}

static place at_entry(const checker *c, uint32_t i)
{
    return at_line(c, c->lines ? c->lines->entry[i] : 0);
}

static const char *word_name(const checker *c, uint32_t word)
{
    return word < c->inputs ? c->p->inputs[word].name : c->p->list[word - c->inputs].name;
}

static const char *unit_name(const checker *c, uint32_t unit)
{
    text t = text_make(c->d->mem);
    machine_unit_name(c->m, unit, &t);
    return t.bytes;
}

static const char *receiver_name(const checker *c, uint32_t receiver)
{
    text t = text_make(c->d->mem);
    machine_receiver_name(c->m, receiver, &t);
    return t.bytes;
}

/* ---- small facts ------------------------------------------------------------------------- */

static uint32_t operand_word(const checker *c, uint32_t j, uint32_t port)
{
    operand x = port ? c->p->list[j].b : c->p->list[j].a;
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        return NOTHING;
    return OPERAND_CLASS(x) == FROM_OP ? c->inputs + OPERAND_INDEX(x) : OPERAND_INDEX(x);
}

static unit_kind op_unit(const checker *c, uint32_t j)
{
    return OP_KIND[c->p->list[j].kind].unit;
}

static bool in_place(const checker *c, uint32_t word)
{
    return word < c->inputs && c->m->lanes == 0;
}

static uint32_t home_module(const checker *c, uint32_t word)
{
    return machine_unit_module(c->m, c->s->issues[word - c->inputs].unit);
}

/* ---- units --------------------------------------------------------------------------------- */

typedef struct {
    uint32_t owner, cycle, item;
} slot_time;

static int by_owner_then_cycle(const void *a, const void *b)
{
    const slot_time *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    return x->item < y->item ? -1 : 1;
}

/* Operations by unit and cycle; each unit starts at most one a cycle. */
static status check_units(checker *c, slot_time **order)
{
    uint32_t count = c->p->list_count;
    slot_time *list = ARENA_ARRAY(c->mem, slot_time, count + 1);
    for (uint32_t j = 0; j < count; j++) {
        const sched_issue *i = &c->s->issues[j];
        if (i->unit >= machine_units(c->m))
            return diag_error(c->d, at_issue(c, j), "operation '%s': unit %u is out of range",
                              c->p->list[j].name, i->unit);
        if (machine_unit_kind(c->m, i->unit) != op_unit(c, j))
            return diag_error(c->d, at_issue(c, j), "operation '%s' is a %s and %s cannot do it",
                              c->p->list[j].name, OP_KIND[c->p->list[j].kind].word,
                              unit_name(c, i->unit));
        TRY(check_order(c->p, c->m, j, i->swap, at_issue(c, j), c->d));
        list[j] = (slot_time){i->unit, i->cycle, j};
    }
    qsort(list, count, sizeof *list, by_owner_then_cycle);
    for (uint32_t i = 1; i < count; i++)
        if (list[i].owner == list[i - 1].owner && list[i].cycle == list[i - 1].cycle)
            return diag_error(c->d, at_issue(c, list[i].item),
                              "operations '%s' and '%s' both start on %s in cycle %u",
                              c->p->list[list[i - 1].item].name, c->p->list[list[i].item].name,
                              unit_name(c, list[i].owner), list[i].cycle);
    *order = list;
    return STATUS_OK;
}

static status check_cycles(const checker *c, uint32_t cycles)
{
    if (cycles != c->s->cycles)
        return diag_error(c->d, at_line(c, c->lines ? c->lines->cycles : 0),
                          "the schedule says %u cycles and takes %u", c->s->cycles, cycles);
    return STATUS_OK;
}

static status check_ideal(checker *c)
{
    uint32_t cycles = 0;
    for (uint32_t i = 0; i < 2 * c->p->list_count; i++) {
        uint32_t j = i / 2, word = operand_word(c, j, i % 2);
        if (word == NOTHING || word < c->inputs)
            continue;
        uint32_t from = word - c->inputs,
                 usable = timing_ideal(c->m, op_unit(c, from), c->s->issues[from].cycle);
        if (c->s->issues[j].cycle < usable)
            return diag_error(c->d, at_issue(c, j),
                              "operation '%s' starts in cycle %u but its operand '%s' is not there "
                              "before cycle %u",
                              c->p->list[j].name, c->s->issues[j].cycle, c->p->list[from].name,
                              usable);
    }
    for (uint32_t j = 0; j < c->p->list_count; j++) {
        uint32_t end = timing_ideal(c->m, op_unit(c, j), c->s->issues[j].cycle);
        cycles = end > cycles ? end : cycles;
    }
    if (c->s->takes_count)
        return diag_error(c->d, at_take(c, 0), "the ideal network has no receptions");
    return check_cycles(c, cycles);
}

/* ---- receptions ---------------------------------------------------------------------------- */

static bool is_relay(const checker *c, uint32_t receiver)
{
    return receiver >= c->relays;
}

/* The relay reception that brings `word` into `module`, NOTHING when none does. */
static uint32_t relay_into(const checker *c, uint32_t word, uint32_t module)
{
    for (uint32_t i = c->take_start[word]; i < c->take_start[word + 1]; i++) {
        const sched_take *t = &c->s->takes[c->take_list[i]];
        if (is_relay(c, t->receiver) && machine_relay_leads(c->m, t->receiver) == module)
            return c->take_list[i];
    }
    return NOTHING;
}

/* Receivers take one word a cycle, each word once; slots exist; lists receptions by word. */
static status check_takes(checker *c)
{
    const sched_take *takes = c->s->takes;
    uint32_t count = c->s->takes_count, receivers = machine_receivers(c->m);
    c->take_start = ARENA_ARRAY(c->mem, uint32_t, c->words + 2);
    c->take_list = ARENA_ARRAY(c->mem, uint32_t, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        if (takes[k].receiver >= receivers || takes[k].word >= c->words)
            return diag_error(c->d, at_take(c, k), "reception %u: no such receiver or word", k);
        if (k && takes[k].receiver < takes[k - 1].receiver)
            return diag_error(c->d, at_take(c, k), "receptions are not in order of receivers");
        if (k && takes[k].receiver == takes[k - 1].receiver && takes[k].cycle <= takes[k - 1].cycle)
            return diag_error(c->d, at_take(c, k), "%s takes both '%s' and '%s' in cycle %u",
                              receiver_name(c, takes[k].receiver), word_name(c, takes[k - 1].word),
                              word_name(c, takes[k].word), takes[k].cycle);
        if (in_place(c, takes[k].word))
            return diag_error(c->d, at_take(c, k), "input '%s' is in its place and cannot be taken",
                              word_name(c, takes[k].word));
        bool stores = takes[k].receiver < c->output;
        if ((!stores && takes[k].slot) || (stores && c->m->slots && takes[k].slot >= c->m->slots))
            return diag_error(c->d, at_take(c, k), "%s has no slot %u",
                              receiver_name(c, takes[k].receiver), takes[k].slot);
        c->take_start[takes[k].word + 2]++;
    }
    for (uint32_t w = 2; w < c->words + 2; w++)
        c->take_start[w] += c->take_start[w - 1];
    for (uint32_t k = 0; k < count; k++)
        c->take_list[c->take_start[takes[k].word + 1]++] = k;
    for (uint32_t w = 0; w < c->words; w++)
        for (uint32_t i = c->take_start[w] + 1; i < c->take_start[w + 1]; i++)
            if (takes[c->take_list[i]].receiver == takes[c->take_list[i - 1]].receiver)
                return diag_error(c->d, at_take(c, c->take_list[i]), "%s takes '%s' twice",
                                  receiver_name(c, takes[c->take_list[i]].receiver),
                                  word_name(c, w));
    return STATUS_OK;
}

/* A word comes into a module at most once, and never back home. */
static status check_routes(checker *c)
{
    for (uint32_t k = 0; k < c->s->takes_count; k++) {
        const sched_take *t = &c->s->takes[k];
        if (!is_relay(c, t->receiver))
            continue;
        if (t->word < c->inputs)
            return diag_error(
                c->d, at_take(c, k),
                "input '%s' reaches every module from its lane; relay %s must not take it",
                word_name(c, t->word), receiver_name(c, t->receiver));
        uint32_t target = machine_relay_leads(c->m, t->receiver);
        if (target == home_module(c, t->word) || relay_into(c, t->word, target) != k)
            return diag_error(c->d, at_take(c, k),
                              "relay %s brings '%s' to module %u, where it is already",
                              receiver_name(c, t->receiver), word_name(c, t->word), target);
    }
    return STATUS_OK;
}

/* Which emission each reception takes from; pops; words that no one takes. */
static status check_sources(checker *c)
{
    uint32_t count = c->s->takes_count;
    c->feeds = ARENA_ARRAY(c->mem, uint32_t, count + 1);
    c->pop = ARENA_ARRAY(c->mem, uint32_t, c->words + count + 1);
    memset(c->pop, 0xff, (c->words + count + 1) * sizeof *c->pop);
    for (uint32_t k = 0; k < count; k++) {
        const sched_take *t = &c->s->takes[k];
        c->feeds[k] = t->word;
        TRY(check_hears(c->p, c->s, t, at_take(c, k), c->d));
        if (t->word >= c->inputs && t->receiver != c->output && c->m->stations > 1) {
            uint32_t module = machine_receiver_station(c->m, t->receiver);
            uint32_t relay = module == home_module(c, t->word) ? NOTHING
                                                               : relay_into(c, t->word, module);
            if (relay == NOTHING && module != home_module(c, t->word))
                return diag_error(c->d, at_take(c, k),
                                  "%s takes '%s', which no relay brings to module %u",
                                  receiver_name(c, t->receiver), word_name(c, t->word), module);
            c->feeds[k] = relay == NOTHING ? t->word : c->words + relay;
        }
        uint32_t *pop = &c->pop[c->feeds[k]];
        if (*pop == NOTHING || *pop < t->cycle)
            *pop = t->cycle;
    }
    for (uint32_t k = 0; k < count; k++)
        if (is_relay(c, c->s->takes[k].receiver) && c->pop[c->words + k] == NOTHING)
            return diag_error(c->d, at_take(c, k), "relay %s brings '%s' where no one takes it",
                              receiver_name(c, c->s->takes[k].receiver),
                              word_name(c, c->s->takes[k].word));
    return STATUS_OK;
}

/* A reception is not before `head`, the first cycle of its word at the source. */
static status check_emission(const checker *c, uint32_t emission, uint32_t word, uint32_t head)
{
    for (uint32_t i = c->take_start[word]; i < c->take_start[word + 1]; i++) {
        uint32_t k = c->take_list[i];
        if (c->feeds[k] == emission && c->s->takes[k].cycle < head)
            return diag_error(c->d, at_take(c, k),
                              "%s takes '%s' in cycle %u, but the word is not first at its source "
                              "before cycle %u",
                              receiver_name(c, c->s->takes[k].receiver), word_name(c, word),
                              c->s->takes[k].cycle, head);
    }
    return STATUS_OK;
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Results leave their unit in order, and credits return in time. */
static status check_results(checker *c, const slot_time *order)
{
    for (uint32_t i = 0, first = 0; i < c->p->list_count; i++) {
        uint32_t j = order[i].item, word = c->inputs + j,
                 credits = timing_credits(c->m, op_unit(c, j));
        if (i && order[i].owner != order[i - 1].owner)
            first = i;
        if (c->pop[word] == NOTHING)
            return diag_error(c->d, at_issue(c, j), "no receiver takes the result of '%s'",
                              c->p->list[j].name);
        uint32_t head = timing_result(c->m, op_unit(c, j), c->s->issues[j].cycle);
        if (i > first)
            head = later(head, timing_after(c->pop[c->inputs + order[i - 1].item]));
        TRY(check_emission(c, word, word, head));
        if (i - first >= credits) {
            uint32_t returned =
                timing_credit(c->m->queue, c->pop[c->inputs + order[i - credits].item]);
            if (c->s->issues[j].cycle < returned)
                return diag_error(c->d, at_issue(c, j),
                                  "operation '%s' starts on %s in cycle %u, but a credit returns "
                                  "in cycle %u only",
                                  c->p->list[j].name, unit_name(c, order[i].owner),
                                  c->s->issues[j].cycle, returned);
        }
    }
    return STATUS_OK;
}

static status check_relays(checker *c)
{
    const sched_take *takes = c->s->takes;
    for (uint32_t k = 0, first = 0; k < c->s->takes_count; k++) {
        if (k && takes[k].receiver != takes[k - 1].receiver)
            first = k;
        if (!is_relay(c, takes[k].receiver))
            continue;
        uint32_t head = timing_relayed(takes[k].cycle);
        if (k > first)
            head = later(head, timing_after(c->pop[c->words + k - 1]));
        TRY(check_emission(c, c->words + k, takes[k].word, head));
        if (k - first >= c->m->relay_queue &&
            takes[k].cycle < timing_after(c->pop[c->words + k - c->m->relay_queue]))
            return diag_error(
                c->d, at_take(c, k), "relay %s takes '%s' in cycle %u while it is full",
                receiver_name(c, takes[k].receiver), word_name(c, takes[k].word), takes[k].cycle);
    }
    return STATUS_OK;
}

/* ---- lanes --------------------------------------------------------------------------------- */

static status check_entries(checker *c, slot_time *list, uint32_t *count)
{
    *count = 0;
    for (uint32_t i = 0; i < c->inputs; i++) {
        const sched_entry *e = &c->s->entries[i];
        bool taken = c->take_start[i] != c->take_start[i + 1];
        if (e->lane == LANE_NONE && taken)
            return diag_error(c->d, at_take(c, c->take_list[c->take_start[i]]),
                              "input '%s' is taken but comes on no lane", c->p->inputs[i].name);
        if (e->lane == LANE_NONE)
            continue;
        if (e->lane >= c->m->lanes)
            return diag_error(c->d, at_entry(c, i), "input '%s': there is no lane %u",
                              c->p->inputs[i].name, e->lane);
        if (!taken)
            return diag_error(c->d, at_entry(c, i),
                              "input '%s' comes on a lane but no one takes it",
                              c->p->inputs[i].name);
        list[(*count)++] = (slot_time){e->lane, e->position, i};
    }
    qsort(list, *count, sizeof *list, by_owner_then_cycle);
    for (uint32_t i = 0, expected = 0; i < *count; i++, expected++) {
        if (i && list[i].owner != list[i - 1].owner)
            expected = 0;
        if (list[i].cycle != expected)
            return diag_error(
                c->d, at_entry(c, list[i].item),
                "input '%s' has position %u on lane %u, where the next free one is %u",
                c->p->inputs[list[i].item].name, list[i].cycle, list[i].owner, expected);
    }
    return STATUS_OK;
}

static status check_lanes(checker *c)
{
    slot_time *list = ARENA_ARRAY(c->mem, slot_time, c->inputs + 1);
    const uint32_t held = timing_lane_words(c->m->lane_queue);
    uint32_t count, *enter = ARENA_ARRAY(c->mem, uint32_t, c->inputs + 1),
                    *room = ARENA_ARRAY(c->mem, uint32_t, c->inputs + 1);
    TRY(check_entries(c, list, &count));
    /* room[k]: first cycle in which every lane has place for beat k. */
    for (uint32_t i = 0; i < count; i++)
        /* Full: Q words of the lane are there. A lane that has ended holds fewer and stops no
         * beat. */
        if (i + held - 1 < count && list[i + held - 1].owner == list[i].owner) {
            uint32_t *r = &room[list[i].cycle + held];
            *r = later(*r, timing_lane_free(c->pop[list[i].item]));
        }
    for (uint32_t k = 1; k < c->inputs; k++)
        enter[k] = later(timing_after(enter[k - 1]), room[k]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t head = enter[list[i].cycle];
        if (i && list[i].owner == list[i - 1].owner)
            head = later(head, timing_after(c->pop[list[i - 1].item]));
        TRY(check_emission(c, list[i].item, list[i].item, head));
    }
    return STATUS_OK;
}

/* ---- operands, slots, outputs -------------------------------------------------------------- */

static status check_operands(checker *c)
{
    c->readers = ARENA_ARRAY(c->mem, uint32_t, c->s->takes_count + 1);
    c->last_read = ARENA_ARRAY(c->mem, uint32_t, c->s->takes_count + 1);
    for (uint32_t i = 0; i < 2 * c->p->list_count; i++) {
        uint32_t j = i / 2, word = operand_word(c, j, i % 2);
        if (word == NOTHING || in_place(c, word))
            continue;
        uint32_t receiver = schedule_receiver(c->m, &c->s->issues[j], i % 2), take = NOTHING;
        for (uint32_t k = c->take_start[word]; k < c->take_start[word + 1] && take == NOTHING; k++)
            if (c->s->takes[c->take_list[k]].receiver == receiver)
                take = c->take_list[k];
        if (take == NOTHING)
            return diag_error(c->d, at_issue(c, j),
                              "operation '%s' reads '%s' from %s, which never takes it",
                              c->p->list[j].name, word_name(c, word), receiver_name(c, receiver));
        uint32_t usable = timing_usable(c->m, c->s->takes[take].cycle);
        if (c->s->issues[j].cycle < usable)
            return diag_error(c->d, at_issue(c, j),
                              "operation '%s' starts in cycle %u but its operand '%s' is not there "
                              "before cycle %u",
                              c->p->list[j].name, c->s->issues[j].cycle, word_name(c, word),
                              usable);
        c->readers[take]++;
        c->last_read[take] = later(c->last_read[take], c->s->issues[j].cycle);
    }
    return STATUS_OK;
}

static status check_slots(checker *c)
{
    const sched_take *takes = c->s->takes;
    slot_time *list = ARENA_ARRAY(c->mem, slot_time, c->s->takes_count + 1);
    uint32_t count = 0;
    for (; count < c->s->takes_count && takes[count].receiver < c->output; count++) {
        if (!c->readers[count])
            return diag_error(
                c->d, at_take(c, count), "%s takes '%s' and no operation reads it there",
                receiver_name(c, takes[count].receiver), word_name(c, takes[count].word));
        list[count] = (slot_time){takes[count].receiver, takes[count].slot, count};
    }
    /* By receiver, then slot, then number of the reception, which grows with its cycle. */
    qsort(list, count, sizeof *list, by_owner_then_cycle);
    for (uint32_t i = 1; i < count; i++) {
        const sched_take *t = &takes[list[i].item], *before = &takes[list[i - 1].item];
        if (t->receiver == before->receiver && t->slot == before->slot &&
            t->cycle < timing_after(c->last_read[list[i - 1].item]))
            return diag_error(
                c->d, at_take(c, list[i].item),
                "slot %u of %s still holds '%s' in cycle %u, when '%s' is taken into it", t->slot,
                receiver_name(c, t->receiver), word_name(c, before->word), t->cycle,
                word_name(c, t->word));
    }
    return STATUS_OK;
}

static status check_outputs(checker *c)
{
    bool *leaves = ARENA_ARRAY(c->mem, bool, c->words + 1);
    uint32_t cycles = 0;
    for (uint32_t k = 0; k < c->s->takes_count; k++)
        if (c->s->takes[k].receiver == c->output) {
            leaves[c->s->takes[k].word] = true;
            cycles = later(cycles, timing_cycles(c->s->takes[k].cycle));
        }
    for (uint32_t o = 0; o < c->p->outputs_count; o++) {
        operand x = c->p->outputs[o].value;
        if (OPERAND_CLASS(x) == FROM_CONSTANT)
            continue;
        uint32_t word = OPERAND_CLASS(x) == FROM_OP ? c->inputs + OPERAND_INDEX(x)
                                                    : OPERAND_INDEX(x);
        if (!in_place(c, word) && !leaves[word])
            return diag_error(c->d, at_line(c, 0),
                              "the output port never takes '%s', the value of output '%s'",
                              word_name(c, word), c->p->outputs[o].name);
    }
    for (uint32_t o = 0; o < c->p->outputs_count; o++) {
        operand x = c->p->outputs[o].value;
        if (OPERAND_CLASS(x) != FROM_CONSTANT)
            leaves[OPERAND_CLASS(x) == FROM_OP ? c->inputs + OPERAND_INDEX(x) : OPERAND_INDEX(x)] =
                false;
    }
    for (uint32_t k = 0; k < c->s->takes_count; k++)
        if (c->s->takes[k].receiver == c->output && leaves[c->s->takes[k].word])
            return diag_error(c->d, at_take(c, k), "the output port takes '%s', which is no output",
                              word_name(c, c->s->takes[k].word));
    return check_cycles(c, cycles);
}

static status check_all(checker *c)
{
    slot_time *order = NULL;
    TRY(machine_check(c->m, at_line(c, 0), c->d));
    TRY(machine_fits(c->m, c->p, at_line(c, 0), c->d));
    TRY(check_units(c, &order));
    if (c->m->network == NETWORK_IDEAL)
        return check_ideal(c);
    TRY(check_takes(c));
    TRY(check_routes(c));
    TRY(check_sources(c));
    TRY(check_operands(c));
    TRY(check_results(c, order));
    TRY(check_relays(c));
    TRY(check_lanes(c));
    TRY(check_slots(c));
    return check_outputs(c);
}

status schedule_check(const ops *p, const schedule *s, const char *file, const sched_lines *lines,
                      diag *d)
{
    if (s->interval)
        return schedule_check_interval(p, s, file, lines, d);
    arena mem = arena_make();
    checker c = {
        .p = p, .s = s, .m = &s->target, .file = file, .lines = lines, .d = d, .mem = &mem};
    c.inputs = p->inputs_count;
    c.words = p->inputs_count + p->list_count;
    c.output = machine_output_receiver(c.m);
    c.relays = machine_first_relay(c.m);
    status done = check_all(&c);
    arena_free(&mem);
    return done;
}
