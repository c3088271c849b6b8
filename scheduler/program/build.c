/* SPDX-License-Identifier: MIT */
/* From a schedule to sequences: times give the order of events and are then forgotten. Where
 * samples overlap, the order is that of the rows of an interval: one round of every sequence. The
 * rounds become beginning and loop in build_rounds.c. */
#include "program/build_counts.h"
#include "program/build_rounds.h"

#include "operations/ops_fixed.h"
#include "program/core_words.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const graph *g;
    const ops *p;
    const schedule *s;
    const machine *m;
    const sched_take *takes; /* of the schedule, by receiver, then row */
    program_rounds *rounds;
    program *out;
    arena *mem, *scratch;
    uint32_t *order, *order_start; /* operations by core unit, in the order they start */
    uint32_t *ordinal;             /* per operation: its number in that order */
    uint32_t *relay_of;            /* [word * modules + module]: relay that brings it there */
    uint32_t *relay_ordinal;       /* the same: which of the relay's words it is */
} builder;

/* ---- what no core can hold ----------------------------------------------------------------- */

static status check_machine(const machine *m, diag *d)
{
    const place at = {0};
    if (m->network == NETWORK_IDEAL)
        return diag_error(d, at,
                          "a schedule for the ideal network cannot run on a core; choose %s",
                          core_network_choices());
    const tauflow_shape shape = shape_of_machine(m);
    for (uint32_t i = TAUFLOW_SHAPE_ALWAYS; i < TAUFLOW_SHAPE_WORDS; i++)
        if (shape_get(&shape, i) > SHAPE_FIELD[i].most)
            return diag_error(d, at, "the machine has %u %s and a core has at most %u",
                              shape_get(&shape, i), SHAPE_FIELD[i].label, SHAPE_FIELD[i].most);
    if (m->receivers != 2)
        return diag_error(d, at, "the machine has receivers=%u per unit, and a core has "
                                 "2", m->receivers);
    if (m->lanes < 1 || m->lanes > TAUFLOW_LANES_MOST)
        return diag_error(d, at, "the machine has lanes=%u, and a core has 1..%d", m->lanes,
                          TAUFLOW_LANES_MOST);
    uint32_t modules = 0;
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++) {
        modules = m->units[k] > modules ? m->units[k] : modules;
        if (m->stations > 1 && m->units[k] != m->stations)
            return diag_error(
                d, at, "the machine has %u %s units in %u modules and a module of a core has 1",
                m->units[k], UNIT_KIND[k].word, m->stations);
    }
    if (modules > TAUFLOW_MODULES_MOST)
        return diag_error(d, at, "the machine needs %u modules and a core has at most %d", modules,
                          TAUFLOW_MODULES_MOST);
    return STATUS_OK;
}

/* An operation on constants alone would start before its sample has come. */
static status check_operations(const ops *p, diag *d)
{
    if (!format_fits_words(p->format))
        return diag_error(d, (place){0},
                          "numbers of %u bits do not go into a core, whose words have %u",
                          ops_format(p)->bits(p->format), ops_format(p)->most_core);
    for (uint32_t j = 0; j < p->list_count; j++)
        if (OPERAND_CLASS(p->list[j].a) == FROM_CONSTANT &&
            OPERAND_CLASS(p->list[j].b) == FROM_CONSTANT)
            return diag_error(
                d, (place){0},
                "operation '%s' has only constant operands; nothing tells a core when to start it",
                p->list[j].name);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (OPERAND_CLASS(p->outputs[o].value) != FROM_CONSTANT)
            return STATUS_OK;
    return diag_error(d, (place){0},
                      "no output depends on an input; there is nothing for a core to do");
}

static status check_limits(const tauflow_shape *c, diag *d)
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_field *f = &SHAPE_FIELD[i];
        if (f->grows && shape_get(c, i) > f->most)
            return diag_error(d, (place){0}, "the program needs %u %s and a core has at most %u",
                              shape_get(c, i), f->label, f->most);
    }
    return STATUS_OK;
}

/* ---- numbering ----------------------------------------------------------------------------- */

static uint32_t unit_number(const builder *b, uint32_t unit)
{
    unit_kind kind = machine_unit_kind(b->m, unit);
    return core_unit(&b->out->shape, kind, unit - machine_first_unit(b->m, kind));
}

static uint32_t receiver_number(const builder *b, uint32_t receiver)
{
    uint32_t output = machine_output_receiver(b->m);
    if (receiver >= output)
        return core_output(&b->out->shape) + receiver - output;
    return core_operand(unit_number(b, receiver / TAUFLOW_OPERANDS), receiver % TAUFLOW_OPERANDS);
}

static bool is_relay(const builder *b, uint32_t receiver)
{
    return receiver >= core_first_relay(&b->out->shape);
}

/* Module in which a receiver takes words; any for the output port, which every unit reaches. */
static uint32_t receiver_module(const builder *b, uint32_t receiver)
{
    const tauflow_shape *c = &b->out->shape;
    return is_relay(b, receiver) ? core_relay_station(c, receiver)
                                 : core_unit_module(c, receiver / TAUFLOW_OPERANDS);
}

/* ---- orders -------------------------------------------------------------------------------- */

typedef struct {
    uint32_t unit, row, operation;
} start;

static int by_unit_then_row(const void *a, const void *b)
{
    const start *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

/* A schedule for one sample has one endless row. */
static uint32_t row_of(const builder *b, uint32_t cycle)
{
    return b->s->interval ? cycle % b->s->interval : cycle;
}

static uint32_t stage_of(const builder *b, uint32_t cycle)
{
    return b->s->interval ? cycle / b->s->interval : 0;
}

static void order_operations(builder *b)
{
    uint32_t count = b->p->list_count, units = core_units(&b->out->shape);
    start *list = ARENA_ARRAY(b->scratch, start, count + 1);
    for (uint32_t j = 0; j < count; j++)
        list[j] = (start){unit_number(b, b->s->issues[j].unit), row_of(b, b->s->issues[j].cycle),
                          j};
    qsort(list, count, sizeof *list, by_unit_then_row);
    b->order = ARENA_ARRAY(b->scratch, uint32_t, count + 1);
    b->ordinal = ARENA_ARRAY(b->scratch, uint32_t, count + 1);
    b->order_start = ARENA_ARRAY(b->scratch, uint32_t, units + 1);
    for (uint32_t i = 0, u = 0; u < units; u++) {
        b->order_start[u] = i;
        for (; i < count && list[i].unit == u; i++) {
            b->order[i] = list[i].operation;
            b->ordinal[list[i].operation] = i - b->order_start[u];
        }
        b->order_start[u + 1] = i;
    }
}

typedef struct {
    uint32_t receiver, row, number;
} reception;

static int by_receiver_then_row(const void *a, const void *b)
{
    const reception *x = a, *y = b;
    if (x->receiver != y->receiver)
        return x->receiver < y->receiver ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static void order_receptions(builder *b)
{
    uint32_t count = b->s->takes_count;
    reception *list = ARENA_ARRAY(b->scratch, reception, count + 1);
    sched_take *takes = ARENA_ARRAY(b->scratch, sched_take, count + 1);
    for (uint32_t k = 0; k < count; k++)
        list[k] = (reception){b->s->takes[k].receiver, row_of(b, b->s->takes[k].cycle), k};
    qsort(list, count, sizeof *list, by_receiver_then_row);
    for (uint32_t k = 0; k < count; k++)
        takes[k] = b->s->takes[list[k].number];
    b->takes = takes;
}

/* Counts of everything, and which relay brings which word where. Receptions lie by receiver, then
 * row. */
static void count_all(builder *b)
{
    program *prog = b->out;
    const tauflow_shape *c = &prog->shape;
    size_t places = (size_t)b->g->words * c->modules + 1;
    b->relay_of = ARENA_ARRAY(b->scratch, uint32_t, places);
    b->relay_ordinal = ARENA_ARRAY(b->scratch, uint32_t, places);
    memset(b->relay_of, 0xff, places * sizeof *b->relay_of);
    for (uint32_t k = 0; k < b->s->takes_count; k++) {
        uint32_t r = receiver_number(b, b->takes[k].receiver);
        if (is_relay(b, r)) {
            size_t at = (size_t)b->takes[k].word * c->modules + core_relay_leads(c, r);
            b->relay_of[at] = r - core_first_relay(c);
            b->relay_ordinal[at] = prog->receivers[r].receptions_count;
        }
        prog->receivers[r].receptions_count++;
    }
    for (uint32_t u = 0; u < core_units(c); u++)
        prog->units[u].issues_count = prog->sources[u].emissions_count =
            b->order_start[u + 1] - b->order_start[u];
    for (uint32_t k = 0; k < core_relays(c); k++)
        prog->sources[core_first_relay_source(c) + k].emissions_count =
            prog->receivers[core_first_relay(c) + k].receptions_count;
    for (uint32_t i = 0; i < b->g->inputs; i++)
        if (b->s->entries[i].lane != LANE_NONE)
            prog->sources[core_lane(c, b->s->entries[i].lane)].emissions_count++;
}

static void allocate(builder *b)
{
    program *prog = b->out;
    const tauflow_shape *c = &prog->shape;
    for (uint32_t r = 0; r < core_receivers(c); r++)
        prog->receivers[r].receptions =
            ARENA_ARRAY(b->mem, program_reception, prog->receivers[r].receptions_count + 1);
    for (uint32_t u = 0; u < core_units(c); u++)
        prog->units[u].issues = ARENA_ARRAY(b->mem, program_issue, prog->units[u].issues_count + 1);
    for (uint32_t i = 0; i < core_sources(c); i++)
        prog->sources[i].emissions =
            ARENA_ARRAY(b->mem, program_mask, prog->sources[i].emissions_count + 1);
}

/* ---- receptions and emissions -------------------------------------------------------------- */

/* Which source gives `word` to receiver r, and as which of its words. */
static uint32_t find_source(const builder *b, uint32_t word, uint32_t r, uint32_t *ordinal)
{
    const tauflow_shape *c = &b->out->shape;
    if (word < b->g->inputs) {
        *ordinal = b->s->entries[word].position;
        return core_lane(c, b->s->entries[word].lane);
    }
    uint32_t operation = word - b->g->inputs, home = unit_number(b, b->s->issues[operation].unit);
    if (network_has_stations(c->network) && !core_is_output(c, r) &&
        core_unit_module(c, home) != receiver_module(b, r)) {
        size_t at = (size_t)word * c->modules + receiver_module(b, r);
        if (b->relay_of[at] == NOWHERE)
            return NOWHERE;
        *ordinal = b->relay_ordinal[at];
        return core_first_relay_source(c) + b->relay_of[at];
    }
    *ordinal = b->ordinal[operation];
    return home;
}

static status add_receptions(builder *b, diag *d)
{
    program *prog = b->out;
    uint32_t *filled = ARENA_ARRAY(b->scratch, uint32_t, core_receivers(&prog->shape));
    for (uint32_t k = 0; k < b->s->takes_count; k++) {
        const sched_take *t = &b->takes[k];
        uint32_t r = receiver_number(b, t->receiver), ordinal = 0,
                 source = find_source(b, t->word, r, &ordinal);
        if (source == NOWHERE)
            return diag_own(d, diag_error(d, (place){0},
                                          "no relay brings '%s' to where it is taken",
                                          graph_word_name(b->g, t->word)));
        b->rounds->receptions[r][filled[r]] = (round_reception){
            .cycle = t->cycle, .last_read = t->cycle, .slot = t->slot};
        prog->receivers[r].receptions[filled[r]] =
            (program_reception){.source = source, .slot = filled[r]};
        prog->sources[source].emissions[ordinal].bits[r / 32] |= UINT32_C(1) << r % 32;
        filled[r]++;
    }
    return STATUS_OK;
}

/* ---- issues -------------------------------------------------------------------------------- */

static uint32_t find_constant(program_receiver *r, uint32_t bits)
{
    for (uint32_t k = 0; k < r->constants_count; k++)
        if (r->constants[k] == bits)
            return k;
    r->constants[r->constants_count] = bits;
    return r->constants_count++;
}

/* Reads of receiver r: of a word, by the number of its reception; the last read of all releases. */
static status add_reads(builder *b, uint32_t r, const uint32_t *reception_of, diag *d)
{
    program_receiver *receiver = &b->out->receivers[r];
    program_unit *unit = &b->out->units[r / 2];
    const uint32_t *order = b->order + b->order_start[r / 2];
    round_reception *taken = b->rounds->receptions[r];
    receiver->constants = ARENA_ARRAY(b->mem, uint32_t, unit->issues_count + 1);
    for (uint32_t i = 0; i < unit->issues_count; i++) {
        uint32_t j = order[i], port = r % 2 ^ (uint32_t)b->s->issues[j].swap;
        operand x = port ? b->p->list[j].b : b->p->list[j].a;
        uint32_t word = graph_word(b->g, x);
        program_read *read = &unit->issues[i].operand[r % 2];
        if (word == WORD_NONE) {
            *read = (program_read){
                .index = find_constant(receiver,
                                       core_word_of_operand(b->p, port ? &b->p->list[j] : NULL,
                                                            OPERAND_INDEX(x))),
                .constant = true};
            continue;
        }
        if (reception_of[word] == NOWHERE)
            return diag_own(d, diag_error(d, (place){0}, "operation '%s' never receives '%s'",
                                          b->p->list[j].name, graph_word_name(b->g, word)));
        *read = (program_read){.index = reception_of[word]};
        round_reception *from = &taken[reception_of[word]];
        if (b->s->issues[j].cycle >= from->last_read)
            *from = (round_reception){from->cycle, b->s->issues[j].cycle, from->slot, i + 1};
    }
    for (uint32_t k = 0; k < receiver->receptions_count; k++)
        if (taken[k].last_reader)
            unit->issues[taken[k].last_reader - 1].operand[r % 2].release = true;
    return STATUS_OK;
}

/* Of an operation as a core takes it; swap: operand a of the unit is b. */
static program_action action_of(op_kind kind, bool swap)
{
    switch (OP_KIND[kind].negates) {
    case NEGATES_B: return swap ? ACTION_RSUB : ACTION_SUB;
    case NEGATES_BOTH: return ACTION_BELOW;
    case NEGATES_NONE: break;
    }
    return ACTION_PLAIN;
}

static uint32_t shift_of(const ops *p, const op *o, bool swap)
{
    int a, b;
    ops_shifts(p, o, &a, &b);
    swap = swap && o->kind != OP_MUL; /* whose operands move together */
    return ops_format(p)->shift(p->format, OP_KIND[o->kind].unit, swap ? b : a, swap ? a : b);
}

static status add_issues(builder *b, diag *d)
{
    program *prog = b->out;
    uint32_t *reception_of = ARENA_ARRAY(b->scratch, uint32_t, b->g->words + 1);
    memset(reception_of, 0xff, (b->g->words + 1) * sizeof *reception_of);
    const sched_take *t = b->takes, *end = t + b->s->takes_count;
    for (uint32_t r = 0; r < machine_output_receiver(b->m); r++) {
        const sched_take *first = t;
        for (; t < end && t->receiver == r; t++)
            reception_of[t->word] = (uint32_t)(t - first);
        TRY(add_reads(b, receiver_number(b, r), reception_of, d));
        for (; first < t; first++)
            reception_of[first->word] = NOWHERE;
    }
    for (uint32_t u = 0; u < core_units(&prog->shape); u++)
        for (uint32_t i = 0; i < prog->units[u].issues_count; i++) {
            uint32_t j = b->order[b->order_start[u] + i];
            bool swap = b->s->issues[j].swap;
            prog->units[u].issues[i].action = action_of(b->p->list[j].kind, swap);
            if (!ops_may_swap(b->p, &b->p->list[j], swap))
                return diag_error(d, (place){0},
                                  "operation '%s': the schedule was made for other points",
                                  b->p->list[j].name);
            prog->units[u].issues[i].shift = shift_of(b->p, &b->p->list[j], swap);
            b->rounds->issue_stage[u][i] = stage_of(b, b->s->issues[j].cycle);
        }
    return STATUS_OK;
}

/* ---- maps and depths ----------------------------------------------------------------------- */

static void raise(uint32_t *to, uint32_t least)
{
    *to = *to < least ? least : *to;
}

/* Words of the output ports, numbered port by port in the order of a round; the latest ends the
 * sample. */
static void add_ports(builder *b, uint32_t *position)
{
    program *prog = b->out;
    program_reception *latest = NULL;
    uint32_t latest_cycle = 0, first = machine_output_receiver(b->m);
    for (uint32_t k = 0; k < b->s->takes_count; k++) {
        const sched_take *t = &b->takes[k];
        if (t->receiver < first || t->receiver >= first + b->m->out_lanes)
            continue;
        program_port *port = &prog->ports[t->receiver - first];
        program_receiver *r = &prog->receivers[receiver_number(b, t->receiver)];
        if (!port->deliveries)
            port->deliveries = ARENA_ARRAY(b->mem, program_delivery, r->receptions_count);
        if (!latest || t->cycle >= latest_cycle) {
            latest = &r->receptions[port->words];
            latest_cycle = t->cycle;
        }
        position[t->word] = prog->words;
        port->deliveries[port->words++].position = prog->words++;
        raise(&prog->out_beats, port->words);
    }
    latest->ends = true;
}

static void add_maps(builder *b)
{
    program *prog = b->out;
    const tauflow_shape *c = &prog->shape;
    for (uint32_t l = 0; l < c->lanes; l++)
        if (prog->sources[core_lane(c, l)].emissions_count > prog->beats)
            prog->beats = prog->sources[core_lane(c, l)].emissions_count;
    prog->input_map = ARENA_ARRAY(b->mem, uint32_t, prog->beats * c->lanes + 1);
    for (uint32_t k = 0; k < prog->beats * c->lanes; k++)
        prog->input_map[k] = PROGRAM_PADDING;
    for (uint32_t i = 0; i < b->g->inputs; i++)
        if (b->s->entries[i].lane != LANE_NONE)
            prog->input_map[b->s->entries[i].position * c->lanes + b->s->entries[i].lane] = i;
    uint32_t *position = ARENA_ARRAY(b->scratch, uint32_t, b->g->words + 1);
    add_ports(b, position);
    for (uint32_t o = 0; o < b->p->outputs_count; o++) {
        operand x = b->p->outputs[o].value;
        uint32_t word = graph_word(b->g, x);
        prog->output_map[o] =
            word == WORD_NONE
                ? (program_output){PROGRAM_CONSTANT,
                                   core_word_of_constant(b->p, OPERAND_INDEX(x))}
                : (program_output){position[word], 0};
    }
}

static void measure(program *prog)
{
    tauflow_shape *c = &prog->shape;
    for (uint32_t r = 0; r < core_output(c); r++) {
        raise(&c->receptions, prog->receivers[r].receptions_count);
        raise(&c->constants, prog->receivers[r].constants_count);
    }
    for (uint32_t u = 0; u < core_units(c); u++)
        raise(&c->issues, prog->units[u].issues_count); /* its emissions are never more */
    for (uint32_t k = 0; k < core_relays(c); k++)
        raise(&c->relay_words, prog->receivers[core_first_relay(c) + k].receptions_count);
    c->lane_words = prog->beats;
    for (uint32_t r = core_output(c); r < core_first_relay(c); r++)
        raise(&c->output_words, prog->receivers[r].receptions_count);
}

static status build_all(builder *b, diag *d)
{
    program *prog = b->out;
    prog->robot = arena_strdup(b->mem, b->p->robot);
    prog->shape = shape_of_machine(b->m);
    prog->shape.fixed = b->p->format;
    prog->cycles = b->s->cycles;
    prog->inputs_count = b->p->inputs_count;
    prog->outputs_count = b->p->outputs_count;
    prog->receivers = ARENA_ARRAY(b->mem, program_receiver, core_receivers(&prog->shape));
    prog->units = ARENA_ARRAY(b->mem, program_unit, core_units(&prog->shape));
    prog->sources = ARENA_ARRAY(b->mem, program_source, core_sources(&prog->shape));
    prog->ports = ARENA_ARRAY(b->mem, program_port, prog->shape.out_lanes);
    prog->output_map = ARENA_ARRAY(b->mem, program_output, b->p->outputs_count + 1);
    prog->interval = b->s->interval;
    order_operations(b);
    order_receptions(b);
    count_all(b);
    allocate(b);
    b->rounds = program_rounds_make(b->scratch, prog, prog->interval);
    TRY(add_receptions(b, d));
    TRY(add_issues(b, d));
    add_maps(b);
    TRY(program_roll_out(b->mem, b->scratch, b->rounds, b->m->slots, prog, d));
    TRY(program_count(b->mem, prog, d));
    prog->flush = program_flush(prog);
    measure(prog);
    return check_limits(&prog->shape, d);
}

status program_build(arena *mem, const ops *p, const schedule *s, program *out, diag *d)
{
    *out = (program){0};
    TRY(check_machine(&s->target, d));
    TRY(machine_fits(&s->target, p, (place){0}, d));
    TRY(check_operations(p, d));
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    builder b = {
        .g = &g, .p = p, .s = s, .m = &s->target, .out = out, .mem = mem, .scratch = &scratch};
    status done = build_all(&b, d);
    arena_free(&scratch);
    return done;
}
