/* SPDX-License-Identifier: MIT */
/* From a schedule to rows, one a cycle: what every unit starts and what every receiver takes. A
 * queue is a ring of places; its size is the longest stretch of words between the oldest still
 * wanted and the newest, which only the schedule tells. */
#include "emit/hls/hls_parts.h"

#include "machine/timing.h"
#include "operations/ops_fixed.h"
#include "program/core_words.h"

#include <string.h>

enum { TABLE_LIMIT = 1 << 24 }; /* entries: beyond, the C would be larger than any tool reads */

typedef struct {
    arena *mem, *scratch;
    hls_tables *t;
    const graph *g;
    uint32_t *at;        /* [step * units + unit]: 1 + operation */
    uint32_t *ordinal;   /* per operation: its number on its unit */
    uint32_t *pop;       /* per word: cycle of the last take from its own source */
    uint32_t *relay; /* [word * modules + module]: 1 + reception of the relay that brings it */
    uint32_t *relay_pop; /* per reception of a relay: cycle of the last take of what it brought */
    uint32_t *relay_number; /* per reception of a relay: how many came before it */
} builder;

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Places for words that are wanted from cycle start[k] to end[k]; ends do not decrease. None for no
 * words. */
static uint32_t window(const uint32_t *start, const uint32_t *end, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t k = 0, oldest = 0; k < count; k++) {
        while (oldest < k && end[oldest] < start[k])
            oldest++;
        most = later(most, k - oldest + 1);
    }
    return most;
}

/* ---- constants and actions ---------------------------------------------------------------- */

static uint32_t find_word(uint32_t *list, uint32_t *count, uint32_t word)
{
    for (uint32_t k = 0; k < *count; k++)
        if (list[k] == word)
            return k;
    list[*count] = word;
    return (*count)++;
}

/* Offsets of sines are no numbers of the format and have a table of their own. */
static uint32_t find_constant(builder *b, const op *second_of, operand x)
{
    hls_tables *t = b->t;
    const uint32_t word = core_word_of_operand(t->p, second_of, OPERAND_INDEX(x));
    if (ops_is_offset(second_of))
        return find_word(t->offsets, &t->offsets_count, word);
    return find_word(t->constants, &t->constants_count, word);
}

static void set_shifts(const ops *p, const op *o, bool swap, uint32_t shift[2])
{
    int a, b;
    ops_shifts(p, o, &a, &b);
    swap = swap && o->kind != OP_MUL;
    shift[0] = (uint32_t)(swap ? b : a);
    shift[1] = (uint32_t)(swap ? a : b);
}

static hls_action action_of(const op *o, bool swap)
{
    return swap && o->kind == OP_SUB ? HLS_RSUB : (hls_action)HLS_NUMBER(o->kind);
}

/* Words that are in no store; false for the others. second_of: the operation whose second port
 * reads it, or NULL; sines never swap theirs. */
static bool read_fixed(builder *b, const op *second_of, operand x, hls_read *out)
{
    if (OPERAND_CLASS(x) == FROM_CONSTANT) {
        *out = (hls_read){HLS_CONSTANT, find_constant(b, second_of, x)};
        return true;
    }
    *out = (hls_read){HLS_INPUT, OPERAND_INDEX(x)};
    return OPERAND_CLASS(x) == FROM_INPUT && (b->t->ideal || b->t->m->lanes == 0);
}

/* Which operation is where; actions; numbers on the units. */
static void place_operations(builder *b)
{
    hls_tables *t = b->t;
    b->at = ARENA_ARRAY(b->scratch, uint32_t, (size_t)t->steps * t->units + 1);
    b->ordinal = ARENA_ARRAY(b->scratch, uint32_t, t->p->list_count + 1);
    for (uint32_t j = 0; j < t->p->list_count; j++) {
        const sched_issue *i = &t->s->issues[j];
        size_t cell = (size_t)i->cycle * t->units + i->unit;
        b->at[cell] = j + 1;
        t->issues[cell].action = action_of(&t->p->list[j], i->swap);
        set_shifts(t->p, &t->p->list[j], i->swap, t->issues[cell].shift);
    }
    for (uint32_t u = 0; u < t->units; u++)
        for (uint32_t c = 0, k = 0; c < t->steps; c++)
            if (b->at[(size_t)c * t->units + u])
                b->ordinal[b->at[(size_t)c * t->units + u] - 1] = k++;
}

/* ---- ideal network: registers ------------------------------------------------------------- */

/* Per operation: the last cycle in which a register must hold its result. */
static uint32_t *last_uses(builder *b)
{
    const hls_tables *t = b->t;
    uint32_t *last = ARENA_ARRAY(b->scratch, uint32_t, t->p->list_count + 1);
    for (uint32_t j = 0; j < t->p->list_count; j++) {
        uint32_t word = b->g->inputs + j;
        for (uint32_t k = b->g->use_start[word]; k < b->g->use_start[word + 1]; k++)
            last[j] = later(last[j], t->s->issues[b->g->uses[k] / 2].cycle);
        if (b->g->leaves[word])
            last[j] = UINT32_MAX;
    }
    return last;
}

/* The lowest register that is free, in the order in which operations start. Taken from the start
 * on: the text of a cycle writes it there, though hardware does so a latency later. */
static void place_registers(builder *b, uint32_t *in_register)
{
    hls_tables *t = b->t;
    uint32_t *last = last_uses(b), *until = ARENA_ARRAY(b->scratch, uint32_t, t->p->list_count + 1);
    for (size_t cell = 0; cell < (size_t)t->steps * t->units; cell++) {
        if (!b->at[cell])
            continue;
        uint32_t cycle = (uint32_t)(cell / t->units), j = b->at[cell] - 1, r = 0;
        while (r < t->slots && until[r] >= cycle)
            r++;
        t->slots = later(t->slots, r + 1);
        until[r] = last[j];
        in_register[j] = t->issues[cell].to = r;
    }
}

static void build_ideal(builder *b)
{
    hls_tables *t = b->t;
    uint32_t *in_register = ARENA_ARRAY(b->scratch, uint32_t, t->p->list_count + 1);
    place_registers(b, in_register);
    for (size_t cell = 0; cell < (size_t)t->steps * t->units; cell++)
        for (uint32_t port = 0; b->at[cell] && port < 2; port++) {
            const op *o = &t->p->list[b->at[cell] - 1];
            bool other = t->s->issues[b->at[cell] - 1].swap;
            operand x = (port == 1) != other ? o->b : o->a;
            if (!read_fixed(b, port ? o : NULL, x, &t->issues[cell].operand[port]))
                t->issues[cell].operand[port] = (hls_read){HLS_STORE,
                                                           in_register[OPERAND_INDEX(x)]};
        }
    for (uint32_t o = 0; o < t->p->outputs_count; o++) {
        operand x = t->p->outputs[o].value;
        if (!read_fixed(b, NULL, x, &t->outputs[o]))
            t->outputs[o] = (hls_read){HLS_STORE, in_register[OPERAND_INDEX(x)]};
    }
}

/* ---- networks: who takes what from where -------------------------------------------------- */

static void find_relays(builder *b)
{
    const hls_tables *t = b->t;
    b->relay = ARENA_ARRAY(b->scratch, uint32_t, (size_t)b->g->words * t->m->stations + 1);
    b->relay_pop = ARENA_ARRAY(b->scratch, uint32_t, t->s->takes_count + 1);
    b->relay_number = ARENA_ARRAY(b->scratch, uint32_t, t->s->takes_count + 1);
    for (uint32_t k = 0, first = 0; k < t->s->takes_count; k++) {
        const sched_take *take = &t->s->takes[k];
        if (k && take->receiver != take[-1].receiver)
            first = k;
        if (!hls_is_relay(t, take->receiver))
            continue;
        b->relay[(size_t)take->word * t->m->stations + machine_relay_leads(t->m, take->receiver)] =
            k + 1;
        b->relay_number[k] = k - first;
    }
}

/* The relay's reception that gives `take` its word; 0 when the word's own source does, otherwise 1
 * + number. */
static uint32_t fed_by(const builder *b, const sched_take *take)
{
    const hls_tables *t = b->t;
    if (take->word < b->g->inputs || take->receiver == t->output || t->m->stations == 1)
        return 0;
    uint32_t module = machine_receiver_station(t->m, take->receiver);
    if (module == machine_unit_module(t->m, t->s->issues[take->word - b->g->inputs].unit))
        return 0;
    return b->relay[(size_t)take->word * t->m->stations + module];
}

static void find_pops(builder *b)
{
    const hls_tables *t = b->t;
    b->pop = ARENA_ARRAY(b->scratch, uint32_t, b->g->words + 1);
    for (uint32_t k = 0; k < t->s->takes_count; k++) {
        const sched_take *take = &t->s->takes[k];
        uint32_t relay = fed_by(b, take),
                 *pop = relay ? &b->relay_pop[relay - 1] : &b->pop[take->word];
        *pop = later(*pop, take->cycle);
    }
}

static void measure_queues(builder *b)
{
    hls_tables *t = b->t;
    uint32_t most = later(t->p->list_count, t->s->takes_count) + 1, count = 0;
    uint32_t *start = ARENA_ARRAY(b->scratch, uint32_t, most),
             *end = ARENA_ARRAY(b->scratch, uint32_t, most);
    for (uint32_t u = 0; u < t->units; u++) {
        unit_kind kind = machine_unit_kind(t->m, u);
        count = 0;
        for (uint32_t c = 0; c < t->steps; c++)
            if (b->at[(size_t)c * t->units + u]) {
                start[count] = c;
                end[count++] = b->pop[b->g->inputs + b->at[(size_t)c * t->units + u] - 1];
            }
        t->depth[kind] = later(t->depth[kind], window(start, end, count));
    }
    for (uint32_t k = 0; k < t->s->takes_count; k += count) {
        uint32_t receiver = t->s->takes[k].receiver;
        for (count = 0;
             k + count < t->s->takes_count && t->s->takes[k + count].receiver == receiver;
             count++) {
            start[count] = t->s->takes[k + count].cycle;
            end[count] = b->relay_pop[k + count];
        }
        if (hls_is_relay(t, receiver))
            t->relay_depth = later(t->relay_depth, window(start, end, count));
    }
}

/* ---- networks: lanes ---------------------------------------------------------------------- */

static void build_input_map(builder *b)
{
    hls_tables *t = b->t;
    for (uint32_t i = 0; i < b->g->inputs; i++)
        if (t->s->entries[i].lane != LANE_NONE)
            t->beats = later(t->beats, t->s->entries[i].position + 1);
    t->input_map = ARENA_ARRAY(b->mem, uint32_t, (size_t)t->beats * t->m->lanes + 1);
    memset(t->input_map, 0xff, (size_t)t->beats * t->m->lanes * sizeof *t->input_map);
    for (uint32_t i = 0; i < b->g->inputs; i++)
        if (t->s->entries[i].lane != LANE_NONE)
            t->input_map[(size_t)t->s->entries[i].position * t->m->lanes + t->s->entries[i].lane] =
                i;
}

/* When beats come, by the rules of timing.h, and how many places a lane needs. Padding passes
 * through the same places, so words that a lane still holds count against beats that bring it
 * nothing. */
static void build_lanes(builder *b)
{
    hls_tables *t = b->t;
    const uint32_t lanes = t->m->lanes, held = timing_lane_words(t->m->lane_queue);
    uint32_t *enter = ARENA_ARRAY(b->scratch, uint32_t, t->beats + 1),
             *end = ARENA_ARRAY(b->scratch, uint32_t, t->beats + 1);
    for (uint32_t k = 0; k < t->beats; k++) {
        enter[k] = k ? timing_after(enter[k - 1]) : 0;
        for (uint32_t l = 0; k >= held && l < lanes; l++) {
            uint32_t word = t->input_map[(size_t)(k - held) * lanes + l];
            if (word != UINT32_MAX)
                enter[k] = later(enter[k], timing_lane_free(b->pop[word]));
        }
    }
    t->lane_depth = lanes > 0;
    for (uint32_t l = 0; l < lanes; l++) {
        for (uint32_t k = 0; k < t->beats; k++) {
            uint32_t word = t->input_map[(size_t)k * lanes + l];
            end[k] = word != UINT32_MAX ? b->pop[word] : k ? end[k - 1] : 0;
        }
        t->lane_depth = later(t->lane_depth, window(enter, end, t->beats));
    }
    for (uint32_t k = 0; k < t->beats && enter[k] < t->steps; k++)
        t->enters[enter[k]] = 1 + k % t->lane_depth;
}

/* ---- networks: rows ----------------------------------------------------------------------- */

static hls_take take_of(const builder *b, uint32_t k)
{
    const hls_tables *t = b->t;
    const sched_take *take = &t->s->takes[k];
    uint32_t relay = fed_by(b, take);
    hls_take out = {.slot = hls_is_relay(t, take->receiver) ? b->relay_number[k] % t->relay_depth
                                                            : take->slot};
    if (relay) {
        out.source = 1 + t->units + t->m->lanes + t->s->takes[relay - 1].receiver -
                     machine_first_relay(t->m);
        out.place = b->relay_number[relay - 1] % t->relay_depth;
    } else if (take->word < b->g->inputs) {
        out.source = 1 + t->units + t->s->entries[take->word].lane;
        out.place = t->s->entries[take->word].position % t->lane_depth;
    } else {
        uint32_t j = take->word - b->g->inputs, unit = t->s->issues[j].unit;
        out.source = 1 + unit;
        out.place = b->ordinal[j] % t->depth[machine_unit_kind(t->m, unit)];
    }
    return out;
}

/* What unit `unit` reads through port `port`, where slot_of knows the words of that port's
 * store. */
static void read_operands(builder *b, uint32_t unit, uint32_t port, const uint32_t *slot_of)
{
    hls_tables *t = b->t;
    for (uint32_t c = 0; c < t->steps; c++) {
        size_t cell = (size_t)c * t->units + unit;
        if (!b->at[cell])
            continue;
        uint32_t j = b->at[cell] - 1;
        const op *o = &t->p->list[j];
        operand x = (port == 1) != t->s->issues[j].swap ? o->b : o->a;
        t->issues[cell].to = b->ordinal[j] % t->depth[machine_unit_kind(t->m, unit)];
        if (!read_fixed(b, port ? o : NULL, x, &t->issues[cell].operand[port]))
            t->issues[cell].operand[port] = (hls_read){HLS_STORE, slot_of[graph_word(b->g, x)]};
    }
}

static void build_rows(builder *b)
{
    hls_tables *t = b->t;
    uint32_t *slot_of = ARENA_ARRAY(b->scratch, uint32_t, b->g->words + 1);
    for (uint32_t r = 0, k = 0; r < t->receivers; r++) {
        for (; k < t->s->takes_count && t->s->takes[k].receiver == r; k++) {
            const sched_take *take = &t->s->takes[k];
            t->takes[(size_t)take->cycle * t->receivers + r] = take_of(b, k);
            slot_of[take->word] = take->slot;
            if (r < t->output)
                t->slots = later(t->slots, take->slot + 1);
        }
        if (r < t->output && t->m->receivers == 2)
            read_operands(b, r / 2, r % 2, slot_of);
        for (uint32_t port = 0; r < t->output && t->m->receivers == 1 && port < 2; port++)
            read_operands(b, r, port, slot_of);
    }
}

static void build_outputs(builder *b)
{
    hls_tables *t = b->t;
    uint32_t *position = ARENA_ARRAY(b->scratch, uint32_t, b->g->words + 1);
    for (uint32_t k = 0; k < t->s->takes_count; k++)
        if (t->s->takes[k].receiver == t->output)
            position[t->s->takes[k].word] = t->packet_words++;
    for (uint32_t o = 0; o < t->p->outputs_count; o++) {
        operand x = t->p->outputs[o].value;
        if (!read_fixed(b, NULL, x, &t->outputs[o]))
            t->outputs[o] = (hls_read){HLS_STORE, position[graph_word(b->g, x)]};
    }
}

static void build_network(builder *b)
{
    find_relays(b);
    find_pops(b);
    measure_queues(b);
    build_input_map(b);
    build_lanes(b);
    build_rows(b);
    build_outputs(b);
}

/* ---- all ---------------------------------------------------------------------------------- */

static uint32_t count_steps(const schedule *s, const ops *p)
{
    uint32_t steps = later(
        1, s->target.network == NETWORK_IDEAL ? 1 : s->cycles); /* C has no empty tables */
    for (uint32_t j = 0; j < p->list_count; j++)
        steps = later(steps, s->issues[j].cycle + 1);
    return steps;
}

status hls_tables_build(arena *mem, const ops *p, const schedule *s, hls_tables *t, diag *d)
{
    const machine *m = &s->target;
    *t = (hls_tables){.p = p,
                      .s = s,
                      .m = m,
                      .ideal = m->network == NETWORK_IDEAL,
                      .steps = count_steps(s, p),
                      .units = machine_units(m)};
    t->output = t->ideal ? 0 : machine_output_receiver(m);
    t->receivers = t->ideal ? 0 : machine_receivers(m);
    t->sources = t->ideal ? 0 : t->units + m->lanes + t->receivers - machine_first_relay(m);
    if ((uint64_t)t->steps * (t->units + t->receivers) > TABLE_LIMIT)
        return diag_error(
            d, (place){0},
            "the tables of %u cycles for %u units and %u receivers are too large for C", t->steps,
            t->units, t->receivers);
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    builder b = {.mem = mem, .scratch = &scratch, .t = t, .g = &g};
    t->issues = ARENA_ARRAY(mem, hls_issue, (size_t)t->steps * t->units + 1);
    t->takes = ARENA_ARRAY(mem, hls_take, (size_t)t->steps * t->receivers + 1);
    t->enters = ARENA_ARRAY(mem, uint32_t, t->steps + 1);
    t->constants = ARENA_ARRAY(mem, uint32_t, p->constants_count + 1);
    t->offsets = ARENA_ARRAY(mem, uint32_t, p->constants_count + 1);
    t->outputs = ARENA_ARRAY(mem, hls_read, p->outputs_count + 1);
    place_operations(&b);
    if (t->ideal)
        build_ideal(&b);
    else
        build_network(&b);
    arena_free(&scratch);
    return STATUS_OK;
}

void hls_table_of_pieces(const hls_emitter *h, const uint64_t *words, uint32_t count)
{
    text_printf(h->e.out, "[%u] = {\n", count);
    for (uint32_t i = 0; i < count; i++)
        text_printf(h->e.out, "%s0x%014llxull,%s", i % 4 ? " " : "    ",
                    (unsigned long long)words[i], i % 4 == 3 ? "\n" : "");
    text_add(h->e.out, "};\n\n");
}
