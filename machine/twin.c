/* SPDX-License-Identifier: MIT */
/* One cycle: beats enter, receivers accept, sources pop, units issue. What an event may use of
 * its own cycle is what timing.h says: an accept sees a beat that enters; an issue sees accepts
 * when words are forwarded, and the pop of its unit's result where units have no queue; everything
 * else sees the state before the cycle. */
#include "machine/twin.h"

#include "machine/formats.h"
#include "machine/machine.h"
#include "machine/timing.h"
#include "tauflow_regs.h"

#include <string.h>

enum { STARTS = TAUFLOW_SAMPLES_TIMED, SELECTS = 1 << TAUFLOW_RECEPTION_SELECT_BITS };

/* A memory of the load window and where its sequence stands. */
typedef struct {
    uint32_t *words; /* entry k, word w: words[k * width + w] */
    uint32_t depth, width, length, loop, at;
} table;

/* Words waiting at a source, first in first out. */
typedef struct {
    uint32_t *values;
    uint64_t *ready; /* cycle from which a word can be taken */
    uint32_t capacity, first, count, before; /* before: count when the cycle began */
    uint64_t free_from; /* lanes: first cycle of a beat in the place of the word that left last */
    uint32_t taken[CORE_MASK_WORDS];              /* receivers that have the first word already */
    table emission;
} source;

/* What a select number of a receiver means: a source and the receiver's bit in its masks. */
typedef struct {
    bool there;
    uint32_t source, bit;
} link;

typedef struct {
    table reception, constant;
    uint32_t *slots;
    uint32_t held; /* words in slots */
    link links[SELECTS];
    bool accepted; /* in this cycle */
    uint32_t word; /* what it accepted */
} receiver;

/* An output port's words that wait for the other lanes of their beat. */
typedef struct {
    uint32_t words; /* of a packet */
    uint32_t values[TAUFLOW_OUT_QUEUE], first, count;
} port;

struct twin {
    tauflow_shape core;
    const number_format *format; /* of core.fixed */
    machine rules; /* what timing.h asks */
    receiver *receivers;
    table *units; /* issues */
    source *sources;
    uint64_t now;
    uint32_t beats, beat;            /* of a packet; entered of the current one */
    uint32_t out_beats, out_beat;    /* of an output packet; left of the current one */
    port ports[TAUFLOW_OUT_LANES_MOST];
    uint64_t starts[STARTS], last_end; /* cycles of first beats of samples in flight */
    uint32_t entered, samples, cycles, interval, busy, errors;
    uint32_t *issues, *stalls;
    twin_issue *last;
};

/* ---- making -------------------------------------------------------------------------------- */

static table table_make(arena *mem, uint32_t depth, uint32_t width)
{
    return (table){
        .words = ARENA_ARRAY(mem, uint32_t, depth * width + 1), .depth = depth, .width = width};
}

/* Every receiver joined to what it can select: docs/program.md. */
static void connect_all(twin *t)
{
    const tauflow_shape *c = &t->core;
    for (uint32_t r = 0; r < core_receivers(c); r++)
        for (uint32_t select = 0; select < SELECTS; select++) {
            const uint32_t from = core_selected(c, r, select);
            if (from != UINT32_MAX)
                t->receivers[r].links[select] = (link){true, from, core_mask_bit(c, from, r)};
        }
}

static source source_make(arena *mem, uint32_t capacity, uint32_t depth, uint32_t bits)
{
    return (source){.values = ARENA_ARRAY(mem, uint32_t, capacity),
                    .ready = ARENA_ARRAY(mem, uint64_t, capacity),
                    .capacity = capacity,
                    .emission = table_make(mem, depth, (bits + 31) / 32)};
}

static void make_sources(arena *mem, twin *t)
{
    const tauflow_shape *c = &t->core;
    for (uint32_t s = 0; s < core_sources(c); s++) {
        t->sources[s] = source_make(mem, timing_source_words(c, s), core_emission_depth(c, s),
                                    core_mask_bits(c, s));
    }
}

twin *twin_make(arena *mem, const tauflow_shape *core)
{
    twin *t = ARENA_ARRAY(mem, twin, 1);
    t->core = *core;
    t->format = format_of(core->fixed);
    t->core.slots = core->slots ? core->slots : 1; /* a program may need none; indexing needs one */
    t->rules = machine_of_shape(core);
    t->receivers = ARENA_ARRAY(mem, receiver, core_receivers(core));
    t->units = ARENA_ARRAY(mem, table, core_units(core));
    t->sources = ARENA_ARRAY(mem, source, core_sources(core));
    t->issues = ARENA_ARRAY(mem, uint32_t, core_units(core));
    t->stalls = ARENA_ARRAY(mem, uint32_t, core_units(core));
    t->last = ARENA_ARRAY(mem, twin_issue, core_units(core));
    for (uint32_t r = 0; r < core_receivers(core); r++) {
        bool stores = r < core_output(core);
        t->receivers[r].reception = table_make(mem, core_reception_depth(core, r), 1);
        t->receivers[r].constant = table_make(mem, stores ? core->constants : 0, 1);
        t->receivers[r].slots = ARENA_ARRAY(mem, uint32_t, t->core.slots);
    }
    for (uint32_t u = 0; u < core_units(core); u++)
        t->units[u] = table_make(mem, core->issues, ISSUE_WORDS);
    make_sources(mem, t);
    connect_all(t);
    return t;
}

/* ---- loading ------------------------------------------------------------------------------- */

static table *find_table(twin *t, uint32_t number, uint32_t owner)
{
    const tauflow_shape *c = &t->core;
    switch (number) {
    case TAUFLOW_LOAD_RECEPTION:
        return owner < core_receivers(c) ? &t->receivers[owner].reception : NULL;
    case TAUFLOW_LOAD_ISSUE: return owner < core_units(c) ? &t->units[owner] : NULL;
    case TAUFLOW_LOAD_CONSTANT:
        return owner < core_output(c) ? &t->receivers[owner].constant : NULL;
    case TAUFLOW_LOAD_EMISSION: return owner < core_sources(c) ? &t->sources[owner].emission : NULL;
    default: return NULL;
    }
}

static bool load_length(twin *t, uint32_t number, uint32_t owner, uint32_t data)
{
    if (number == TAUFLOW_LOAD_BEATS) {
        const uint32_t most = owner == TAUFLOW_BEATS_IN ? t->core.lane_words
                                                        : t->core.output_words;
        bool there = owner < TAUFLOW_BEATS_LANES + t->core.out_lanes && data <= most;
        uint32_t *to = owner == TAUFLOW_BEATS_IN    ? &t->beats
                       : owner == TAUFLOW_BEATS_OUT ? &t->out_beats
                                                    : &t->ports[there ? owner - TAUFLOW_BEATS_LANES
                                                                      : 0].words;
        *to = there ? data : *to;
        return there;
    }
    table *at = number == TAUFLOW_LOAD_CONSTANT ? NULL : find_table(t, number, owner);
    if (!at || data > at->depth)
        return false;
    at->length = data;
    at->loop = 0;
    return true;
}

static bool load_loop(twin *t, uint32_t number, uint32_t owner, uint32_t data)
{
    table *at = number == TAUFLOW_LOAD_CONSTANT ? NULL : find_table(t, number, owner);
    if (!at || (data && data >= at->length))
        return false;
    at->loop = data;
    return true;
}

bool twin_load(twin *t, uint32_t address, uint32_t data)
{
    uint32_t number = TAUFLOW_GET(address, LOAD_ADDRESS_TABLE);
    uint32_t owner = TAUFLOW_GET(address, LOAD_ADDRESS_OWNER);
    uint32_t index = TAUFLOW_GET(address, LOAD_ADDRESS_INDEX);
    uint32_t word = TAUFLOW_GET(address, LOAD_ADDRESS_WORD);
    table *at = find_table(t, number, owner);
    bool there = number == TAUFLOW_LOAD_LENGTH ? word == 0 && load_length(t, owner, index, data)
                 : number == TAUFLOW_LOAD_LOOP ? word == 0 && load_loop(t, owner, index, data)
                                               : at && index < at->depth && word < at->width;
    if (!there)
        t->errors |= TAUFLOW_ERRORS_LOAD_RANGE_MASK;
    else if (at)
        at->words[index * at->width + word] = data;
    return there;
}

void twin_load_image(twin *t, const image *i)
{
    for (uint32_t b = 0; b < i->blocks_count; b++)
        for (uint32_t k = 0; k < i->blocks[b].words_count; k++)
            twin_load(t, i->blocks[b].address + (k << TAUFLOW_LOAD_ADDRESS_INDEX_LOW),
                      i->blocks[b].words[k]);
    twin_restart(t);
}

void twin_restart(twin *t)
{
    const tauflow_shape *c = &t->core;
    for (uint32_t r = 0; r < core_receivers(c); r++)
        t->receivers[r].reception.at = t->receivers[r].held = 0;
    for (uint32_t u = 0; u < core_units(c); u++) {
        t->units[u].at = 0;
        t->issues[u] = t->stalls[u] = 0;
        t->last[u] = (twin_issue){0};
    }
    for (uint32_t s = 0; s < core_sources(c); s++) {
        source *from = &t->sources[s];
        from->first = from->count = from->emission.at = 0;
        from->free_from = 0;
        memset(from->taken, 0, sizeof from->taken);
    }
    for (uint32_t l = 0; l < c->out_lanes; l++)
        t->ports[l].first = t->ports[l].count = 0;
    t->beat = t->out_beat = t->entered = t->samples = t->cycles = t->interval = t->busy =
        t->errors = 0;
}

/* ---- parts --------------------------------------------------------------------------------- */

static void advance(table *t)
{
    t->at = t->at + 1 == t->length ? t->loop : t->at + 1;
}

static void push(source *s, uint32_t value, uint64_t ready)
{
    uint32_t at = (s->first + s->count++) % s->capacity;
    s->values[at] = value;
    s->ready[at] = ready;
}

static bool has_word(const twin *t, const source *s)
{
    return s->count && s->emission.length && s->ready[s->first] <= t->now;
}

static const uint32_t *mask_of(const source *s)
{
    return s->emission.words + s->emission.at * s->emission.width;
}

/* The source whose word waits for this receiver as its next, NULL when there is none. */
static source *offered(const twin *t, const receiver *r, uint32_t *bit)
{
    if (!r->reception.length)
        return NULL;
    const link *l = &r->links[TAUFLOW_GET(r->reception.words[r->reception.at], RECEPTION_SELECT)];
    if (!l->there)
        return NULL;
    source *s = &t->sources[l->source];
    *bit = l->bit;
    bool mine = has_word(t, s) &&
                (mask_of(s)[l->bit / 32] & ~s->taken[l->bit / 32]) >> l->bit % 32 & 1;
    return mine ? s : NULL;
}

static uint32_t slot_of(const twin *t, const receiver *r)
{
    return TAUFLOW_GET(r->reception.words[r->reception.at], RECEPTION_SLOT) % t->core.slots;
}

/* The slot of the next reception is empty: machine/counts.h. */
static bool is_open(const receiver *r)
{
    return r->held <= TAUFLOW_GET(r->reception.words[r->reception.at], RECEPTION_MOST);
}

static void take(receiver *r, source *s, uint32_t bit)
{
    r->accepted = true;
    r->word = s->values[s->first];
    s->taken[bit / 32] |= UINT32_C(1) << bit % 32;
}

/* ---- the cycle ----------------------------------------------------------------------------- */

static void enter_beat(twin *t, const core_in *in, core_out *out)
{
    const tauflow_shape *c = &t->core;
    out->in_ready = t->beats > 0;
    for (uint32_t l = 0; l < c->lanes; l++) {
        const source *lane = &t->sources[core_lane(c, l)];
        const uint32_t leaving = lane->free_from > t->now;
        out->in_ready = out->in_ready && lane->before + leaving < lane->capacity;
    }
    if (!out->in_ready || !in->in_valid)
        return;
    if (t->beat == 0)
        t->starts[t->entered++ % STARTS] = t->now;
    for (uint32_t l = 0; l < c->lanes; l++)
        if (t->beat < t->sources[core_lane(c, l)].emission.length) {
            uint32_t word = in->in_words[l];
            if (!t->format->take(c->fixed, &word))
                t->errors |= TAUFLOW_ERRORS_OVERFLOW_MASK;
            push(&t->sources[core_lane(c, l)], word, t->now);
        }
    bool last = ++t->beat == t->beats;
    if (in->in_last && !last)
        t->errors |= TAUFLOW_ERRORS_SHORT_PACKET_MASK;
    if (!in->in_last && last)
        t->errors |= TAUFLOW_ERRORS_LONG_PACKET_MASK;
    t->beat = last ? 0 : t->beat;
}

static void accept_all(twin *t)
{
    const tauflow_shape *c = &t->core;
    uint32_t bit;
    for (uint32_t r = 0; r < core_receivers(c); r++) {
        receiver *to = &t->receivers[r];
        if (core_is_output(c, r))
            continue;
        source *s = offered(t, to, &bit);
        bool room = s &&
                    (r < core_output(c)
                         ? is_open(to)
                         : t->sources[core_first_relay_source(c) + r - core_first_relay(c)].before <
                               c->relay_queue);
        if (room)
            take(to, s, bit);
    }
}

static void finish_sample(twin *t)
{
    bool forgotten = t->entered - t->samples > STARTS;
    t->cycles = forgotten ? UINT32_MAX : (uint32_t)(t->now - t->starts[t->samples % STARTS] + 1);
    t->interval = t->samples ? (uint32_t)(t->now - t->last_end) : 0;
    t->last_end = t->now;
    t->samples++;
}

/* A port takes the word that is offered to it; `room` is that in front of the stream. */
static void accept_port(twin *t, uint32_t lane, bool room)
{
    receiver *r = &t->receivers[core_output(&t->core) + lane];
    port *p = &t->ports[lane];
    uint32_t bit;
    source *s = room ? offered(t, r, &bit) : NULL;
    if (!s)
        return;
    bool ends = r->reception.words[r->reception.at] & TAUFLOW_RECEPTION_ENDS_MASK;
    take(r, s, bit);
    p->values[(p->first + p->count++) % TAUFLOW_OUT_QUEUE] = r->word;
    if (ends)
        finish_sample(t);
}

/* Only port: a word is on the stream in the cycle in which it is taken. Of several, each takes
 * while it has room. */
static void accept_outputs(twin *t, const core_in *in, core_out *out)
{
    const tauflow_shape *c = &t->core;
    uint32_t bit;
    if (c->out_lanes == 1) {
        source *s = offered(t, &t->receivers[core_output(c)], &bit);
        out->out_valid = s != NULL;
        out->out_words[0] = s ? s->values[s->first] : 0;
        accept_port(t, 0, in->out_ready);
    } else {
        out->out_valid = t->out_beats > 0;
        for (uint32_t l = 0; l < c->out_lanes; l++) {
            port *p = &t->ports[l];
            bool mine = t->out_beat < p->words;
            accept_port(t, l, p->count < TAUFLOW_OUT_QUEUE);
            out->out_valid = out->out_valid && (!mine || p->count);
            out->out_words[l] = mine && p->count ? p->values[p->first] : 0;
        }
    }
    out->out_last = out->out_valid && t->out_beat + 1 == t->out_beats;
    if (!out->out_valid || !in->out_ready)
        return;
    for (uint32_t l = 0; l < c->out_lanes; l++)
        if (t->out_beat < t->ports[l].words) {
            t->ports[l].first = (t->ports[l].first + 1) % TAUFLOW_OUT_QUEUE;
            t->ports[l].count--;
        }
    t->out_beat = out->out_last ? 0 : t->out_beat + 1;
}

/* Accepted words reach slots and relays. */
static void store_all(twin *t)
{
    const tauflow_shape *c = &t->core;
    for (uint32_t r = 0; r < core_receivers(c); r++) {
        receiver *to = &t->receivers[r];
        if (!to->accepted)
            continue;
        to->accepted = false;
        if (r < core_output(c)) {
            to->slots[slot_of(t, to)] = to->word;
            to->held++;
        } else if (r >= core_first_relay(c)) {
            push(&t->sources[core_first_relay_source(c) + r - core_first_relay(c)], to->word,
                 timing_relayed(0) + t->now);
        }
        advance(&to->reception);
    }
}

/* One operand of an issue: it is there when the store holds more than `above` words. */
static bool fetch(const twin *t, const receiver *r, uint32_t read, uint32_t above, uint32_t *value)
{
    uint32_t index = TAUFLOW_GET(read, READ_INDEX);
    if (read & TAUFLOW_READ_CONSTANT_MASK) {
        *value = index < r->constant.depth ? r->constant.words[index] : 0;
        return true;
    }
    *value = r->slots[index % t->core.slots];
    return r->held > above;
}

static void release(receiver *r, uint32_t read) { r->held -= TAUFLOW_GET(read, READ_RELEASE); }

/* What a unit makes of its operands; `entry`: the words of the issue. */
static uint32_t compute(twin *t, unit_kind kind, const uint32_t *entry, uint32_t a, uint32_t b)
{
    const uint32_t first = entry[TAUFLOW_WORD_FIRST], second = entry[TAUFLOW_WORD_SECOND];
    const format_issue issue = {a, b, TAUFLOW_GET(first, ISSUE_FIRST_NEGATE_A),
                                TAUFLOW_GET(first, ISSUE_FIRST_NEGATE_B),
                                TAUFLOW_GET(second, ISSUE_SECOND_SHIFT)};
    bool overflow = false;
    uint32_t result = t->format->compute(t->core.fixed, kind, &issue, &overflow);
    t->errors |= overflow ? TAUFLOW_ERRORS_OVERFLOW_MASK : 0;
    return result;
}

static void issue_all(twin *t)
{
    const tauflow_shape *c = &t->core;
    for (uint32_t u = 0; u < core_units(c); u++) {
        table *seq = &t->units[u];
        unit_kind kind = core_unit_kind(c, u);
        twin_issue *i = &t->last[u];
        *i = (twin_issue){.number = seq->at};
        const source *s = &t->sources[u];
        const uint32_t under_way = timing_credit(c->queue, 0) ? s->before : s->count;
        if (!seq->length || under_way >= timing_credits(&t->rules, kind))
            continue;
        const uint32_t *entry = seq->words + seq->at * seq->width,
                       first = entry[TAUFLOW_WORD_FIRST], second = entry[TAUFLOW_WORD_SECOND],
                       read_a = issue_read(first, 0), read_b = issue_read(first, 1);
        receiver *a = &t->receivers[core_operand(u, 0)], *b = &t->receivers[core_operand(u, 1)];
        bool there = fetch(t, a, read_a, issue_above(second, 0), &i->a);
        i->started = fetch(t, b, read_b, issue_above(second, 1), &i->b) && there;
        if (!i->started)
            continue;
        i->result = compute(t, kind, entry, i->a, i->b);
        push(&t->sources[u], i->result, t->now + timing_result(&t->rules, kind, 0));
        release(a, read_a);
        release(b, read_b);
        advance(seq);
    }
}

static void pop_all(twin *t)
{
    for (uint32_t i = 0; i < core_sources(&t->core); i++) {
        source *s = &t->sources[i];
        if (!has_word(t, s) ||
            memcmp(s->taken, mask_of(s), s->emission.width * sizeof *s->taken) != 0)
            continue;
        s->first = (s->first + 1) % s->capacity;
        s->count--;
        s->free_from = t->now + timing_lane_free(0);
        memset(s->taken, 0, sizeof s->taken);
        advance(&s->emission);
    }
}

void twin_cycle(twin *t, const core_in *in, core_out *out)
{
    *out = (core_out){0};
    for (uint32_t s = 0; s < core_sources(&t->core); s++)
        t->sources[s].before = t->sources[s].count;
    enter_beat(t, in, out);
    bool busy = t->entered != t->samples;
    accept_all(t);
    accept_outputs(t, in, out);
    if (timing_usable(&t->rules, 0) == 0)
        store_all(t);
    pop_all(t);
    issue_all(t);
    if (timing_usable(&t->rules, 0) != 0)
        store_all(t);
    t->busy += busy;
    for (uint32_t u = 0; u < core_units(&t->core); u++) {
        t->issues[u] += t->last[u].started;
        t->stalls[u] += busy && !t->last[u].started;
    }
    t->now++;
}

/* ---- looking ------------------------------------------------------------------------------- */

const twin_issue *twin_issues(const twin *t)
{
    return t->last;
}

twin_figures twin_read(const twin *t)
{
    return (twin_figures){t->samples, t->cycles, t->interval, t->busy,
                          t->errors,  t->issues, t->stalls};
}

void twin_clear_errors(twin *t, uint32_t bits)
{
    t->errors &= ~bits;
}

bool twin_empty(const twin *t)
{
    bool empty = t->beat == 0 && t->out_beat == 0;
    for (uint32_t l = 0; l < t->core.out_lanes; l++)
        empty = empty && t->ports[l].count == 0;
    for (uint32_t r = 0; r < core_receivers(&t->core); r++)
        empty = empty && t->receivers[r].reception.at == 0 && t->receivers[r].held == 0;
    for (uint32_t u = 0; u < core_units(&t->core); u++)
        empty = empty && t->units[u].at == 0;
    for (uint32_t s = 0; s < core_sources(&t->core); s++)
        empty = empty && t->sources[s].count == 0 && t->sources[s].emission.at == 0;
    return empty;
}
