/* SPDX-License-Identifier: MIT */
/* The token game: sequences run without a clock on symbols instead of numbers. A word is the
 * name of its value (which input, which operation) and the sample it belongs to; a unit that reads
 * two words must find an operation of the graph that does just this with them.
 *
 * Why one run proves all runs: once an event is possible nothing but itself makes it
 * impossible (every word has one place, every slot one writer in one order and one reader in one
 * order), so all orders of events, whatever latencies and stalls, end in the same state with the
 * same words. A sample that ends with everything empty can be followed by the next; that the next
 * may start early changes the order only. The run with several samples in flight guards this
 * argument against mistakes in the game.
 *
 * Where samples overlap (some loop is not 0) nothing is ever empty. The game goes on until every
 * sequence has run through its loop twice. Slots rotate within one unit and its receivers, whose
 * loops have the same rounds, and what passes between units has rounds of one sample; so after the
 * beginning, and a loop that was entered from itself, nothing new can come. */
#include "program/check_form.h"

#include "machine/fp32_trig.h"
#include "machine/timing.h"
#include "operations/ops_fixed.h"
#include "tauflow_regs.h"

#include <string.h>

#define HERE ((place){0})
#define NO_VALUE UINT32_MAX

enum { SAMPLES_IN_FLIGHT = 3, SAMPLES_AT_ONCE = 16, SAMPLES_MOST = 4096, LOOPS = 2 };

/* ---- values -------------------------------------------------------------------------------- */

/* An operand as equal operations see it: an input, a result or the bits of a constant. */
typedef struct {
    uint32_t constant; /* 1 for a constant */
    uint32_t id;       /* value, or bits */
} symbol;

/* Result of kind(a, b); value v is input v, or operation v - inputs. Open addressing. */
typedef struct {
    uint32_t value; /* NO_VALUE: free */
    op_kind kind;
    symbol a, b;
    int shift_a, shift_b; /* of fixed point: what the integers a and b are shifted by */
} value_entry;

typedef struct {
    const ops *p;
    value_entry *entries;
    uint32_t entries_count; /* a power of two */
    uint32_t *same;         /* per operation: the first that computes the same */
} values;

static bool before(symbol x, symbol y)
{
    return x.constant != y.constant ? x.constant < y.constant : x.id < y.id;
}

static bool same_symbol(symbol x, symbol y)
{
    return x.constant == y.constant && x.id == y.id;
}

static value_entry *find_entry(const values *v, value_entry x)
{
    if ((x.kind == OP_MUL || x.kind == OP_ADD) && before(x.b, x.a)) {
        value_entry y = x;
        x.a = y.b;
        x.b = y.a;
        x.shift_a = x.kind == OP_MUL ? y.shift_a : y.shift_b;
        x.shift_b = x.kind == OP_MUL ? y.shift_b : y.shift_a;
    }
    uint32_t hash = (uint32_t)x.kind;
    const uint32_t keys[] = {x.a.constant, x.a.id, x.b.constant, x.b.id, (uint32_t)x.shift_a,
                             (uint32_t)x.shift_b};
    for (uint32_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        hash = (hash ^ keys[i]) * 0x9e3779b1u ^ hash >> 15;
    for (uint32_t at = hash;; at++) {
        value_entry *e = &v->entries[at & (v->entries_count - 1)];
        bool equal = e->kind == x.kind && same_symbol(e->a, x.a) && same_symbol(e->b, x.b) &&
                     e->shift_a == x.shift_a && e->shift_b == x.shift_b;
        if (e->value == NO_VALUE) {
            *e = x;
            e->value = NO_VALUE;
        }
        if (e->value == NO_VALUE || equal)
            return e;
    }
}

/* The word of a constant. Written out here too: program_build has its own. */
static uint32_t constant_word(const ops *p, uint32_t i)
{
    const ops_constant *k = &p->constants[i];
    uint32_t word = 0;
    ops_format(p)->encode(p->format, k->point, k->value, &word);
    return word;
}

static symbol operand_symbol(const values *v, const op *second_of, operand x)
{
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return (symbol){0, OPERAND_INDEX(x)};
    case FROM_CONSTANT:
        if (ops_is_offset(second_of))
            return (symbol){1, fp32_trig_offset(v->p->constants[OPERAND_INDEX(x)].value)};
        return (symbol){1, constant_word(v->p, OPERAND_INDEX(x))};
    case FROM_OP: break;
    }
    return (symbol){0, v->same[OPERAND_INDEX(x)]};
}

static values values_make(arena *mem, const ops *p)
{
    values v = {.p = p, .entries_count = 16};
    while (v.entries_count < 2 * p->list_count + 2)
        v.entries_count *= 2;
    v.entries = ARENA_ARRAY(mem, value_entry, v.entries_count);
    v.same = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
    for (uint32_t i = 0; i < v.entries_count; i++)
        v.entries[i].value = NO_VALUE;
    for (uint32_t j = 0; j < p->list_count; j++) {
        const op *o = &p->list[j];
        value_entry wanted = {.kind = o->kind, .a = operand_symbol(&v, NULL, o->a),
                              .b = operand_symbol(&v, o, o->b)};
        ops_shifts(p, o, &wanted.shift_a, &wanted.shift_b);
        value_entry *e = find_entry(&v, wanted);
        if (e->value == NO_VALUE)
            e->value = p->inputs_count + j;
        v.same[j] = e->value;
    }
    return v;
}

static const char *value_name(const ops *p, uint32_t value)
{
    return value < p->inputs_count ? p->inputs[value].name : p->list[value - p->inputs_count].name;
}

/* ---- the game's pieces --------------------------------------------------------------------- */

typedef struct {
    uint32_t value, sample;
} token;

/* Where a sequence stands; `pass` counts how often it came to its end. */
typedef struct {
    uint32_t at, pass;
} position;

typedef struct {
    token *tokens;
    uint32_t capacity, first, count;
    program_mask taken;
    position emission;
} game_source;

typedef struct {
    position reception;
    token *slots;
    bool *full;
    uint32_t received, released;
    uint32_t *number, *freed; /* per slot: of its last word, of its last release, from 1 */
    uint32_t known_in, known_out; /* words and releases that something so far has waited for */
} game_receiver;

typedef struct {
    const ops *p;
    const program *prog;
    const values *v;
    game_source *sources;
    game_receiver *receivers;
    position *units;
    position beat;
    uint32_t samples;
    bool overlap;            /* some sequence has a loop of its own */
    uint32_t held[TAUFLOW_OUT_LANES_MOST],
        out_beat;           /* words that wait at several ports, and the beat they wait for */
    uint32_t *words, *ends; /* per sample: output words that came, ends that were told */
    diag *d;
} game;

static bool overlaps(const program *prog)
{
    bool some = false;
    for (uint32_t r = 0; r < core_receivers(&prog->shape); r++)
        some = some || prog->receivers[r].receptions_loop;
    for (uint32_t u = 0; u < core_units(&prog->shape); u++)
        some = some || prog->units[u].issues_loop;
    return some || prog->interval;
}

static game game_make(arena *mem, const ops *p, const program *prog, const values *v,
                      uint32_t samples, diag *d)
{
    const tauflow_shape *c = &prog->shape;
    game g = {.p = p, .prog = prog, .v = v, .samples = samples, .overlap = overlaps(prog), .d = d};
    g.words = ARENA_ARRAY(mem, uint32_t, SAMPLES_MOST);
    g.ends = ARENA_ARRAY(mem, uint32_t, SAMPLES_MOST);
    g.sources = ARENA_ARRAY(mem, game_source, core_sources(c));
    g.receivers = ARENA_ARRAY(mem, game_receiver, core_receivers(c));
    g.units = ARENA_ARRAY(mem, position, core_units(c));
    for (uint32_t s = 0; s < core_sources(c); s++) {
        g.sources[s].capacity = timing_source_words(c, s);
        g.sources[s].tokens = ARENA_ARRAY(mem, token, g.sources[s].capacity);
    }
    for (uint32_t r = 0; r < core_output(c); r++) {
        g.receivers[r].slots = ARENA_ARRAY(mem, token, c->slots + 1);
        g.receivers[r].full = ARENA_ARRAY(mem, bool, c->slots + 1);
        g.receivers[r].number = ARENA_ARRAY(mem, uint32_t, c->slots + 1);
        g.receivers[r].freed = ARENA_ARRAY(mem, uint32_t, c->slots + 1);
    }
    return g;
}

static void step(position *p, uint32_t length, uint32_t loop)
{
    if (++p->at == length)
        *p = (position){loop, p->pass + 1};
}

/* Sequences that end with each sample stand still when all samples are through. */
static bool is_through(const game *g, const position *p)
{
    return !g->overlap && p->pass == g->samples;
}

static bool has_room(const game_source *s)
{
    return s->count < s->capacity;
}

static void push(game_source *s, token t)
{
    s->tokens[(s->first + s->count++) % s->capacity] = t;
}

static const program_mask *mask_at(const game *g, uint32_t s)
{
    return &g->prog->sources[s].emissions[g->sources[s].emission.at];
}

/* ---- events -------------------------------------------------------------------------------- */

static bool enter(game *g)
{
    const tauflow_shape *c = &g->prog->shape;
    bool room = g->beat.pass < g->samples;
    for (uint32_t l = 0; l < c->lanes; l++)
        room = room && has_room(&g->sources[core_lane(c, l)]);
    if (!room)
        return false;
    for (uint32_t l = 0; l < c->lanes; l++) {
        uint32_t input = g->prog->input_map[g->beat.at * c->lanes + l];
        if (input != PROGRAM_PADDING)
            push(&g->sources[core_lane(c, l)], (token){input, g->beat.pass});
    }
    step(&g->beat, g->prog->beats, 0);
    return true;
}

/* The word at the head of the source that the receiver waits for, if it is for this receiver. */
static bool is_offered(const game *g, uint32_t r)
{
    const program_receiver *p = &g->prog->receivers[r];
    uint32_t s = p->receptions[g->receivers[r].reception.at].source, word = r / 32, bit = r % 32;
    return g->sources[s].count &&
           (mask_at(g, s)->bits[word] & ~g->sources[s].taken.bits[word]) >> bit & 1;
}

static bool can_store(const game *g, uint32_t r)
{
    const tauflow_shape *c = &g->prog->shape;
    if (r < core_output(c))
        return !g->receivers[r]
                    .full[g->prog->receivers[r].receptions[g->receivers[r].reception.at].slot];
    if (core_is_output(c, r))
        return c->out_lanes == 1 || g->held[r - core_output(c)] < TAUFLOW_OUT_QUEUE;
    return has_room(&g->sources[core_first_relay_source(c) + r - core_first_relay(c)]);
}

/* A beat leaves when every port has its word of it, or has none in it. */
static void leave(game *g)
{
    const program *prog = g->prog;
    for (bool whole = true; whole;) {
        for (uint32_t l = 0; l < prog->shape.out_lanes; l++)
            whole = whole && (g->out_beat >= prog->ports[l].words || g->held[l]);
        for (uint32_t l = 0; l < prog->shape.out_lanes && whole; l++)
            g->held[l] -= g->out_beat < prog->ports[l].words;
        g->out_beat = whole ? (g->out_beat + 1) % prog->out_beats : g->out_beat;
    }
}

/* Port `lane` takes word t as its reception `at`: is it the output, of the sample, that the
 * deliveries tell? */
static status check_output(game *g, token t, uint32_t lane, position at)
{
    const program *prog = g->prog;
    const program_delivery to = prog->ports[lane].deliveries[at.at];
    uint32_t sample = to.sample + at.pass;
    for (uint32_t o = 0; o < prog->outputs_count; o++) {
        symbol wanted = operand_symbol(g->v, NULL, g->p->outputs[o].value);
        if (prog->output_map[o].position == to.position &&
            (wanted.constant || wanted.id != t.value || t.sample != sample))
            return diag_error(g->d, HERE,
                              "program: word %u of sample %u that port %u delivers is '%s' of "
                              "sample %u where output '%s' should be",
                              to.position, sample, lane, value_name(g->p, t.value), t.sample,
                              g->p->outputs[o].name);
    }
    if (sample >= SAMPLES_MOST)
        return diag_error(g->d, HERE,
                          "program: port %u delivers a word of sample %u, which did not come", lane,
                          sample);
    g->held[lane]++;
    leave(g);
    g->words[sample]++;
    g->ends[sample] += prog->receivers[core_output(&prog->shape) + lane].receptions[at.at].ends;
    return STATUS_OK;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* A core knows that the slot is empty when the store holds at most x->most words: not before it is,
 * and as soon as it is. */
static status check_most(const game *g, uint32_t r, const program_reception *x)
{
    game_receiver *to = &g->receivers[r];
    const uint32_t lag = to->received - to->freed[x->slot], slots = g->prog->shape.slots;
    const uint32_t waits = to->received > x->most ? to->received - x->most : 0; /* for releases */
    const bool early = to->freed[x->slot] > waits && to->freed[x->slot] > to->known_out,
               late = x->most + 1 < slots && (!to->freed[x->slot] || x->most < lag) &&
                      waits > to->known_out;
    if (early || late)
        return diag_error(g->d, HERE,
                          "program: %s, reception %u: slot %u is empty when %u words or fewer are "
                          "in the store, not %u",
                          check_receiver(g->prog, r, g->d), to->reception.at, x->slot,
                          to->freed[x->slot] && lag < slots ? lag : slots - 1, x->most);
    to->known_out = larger(to->known_out, waits);
    to->number[x->slot] = to->received++;
    return STATUS_OK;
}

/* A core knows that the word of slot x->index is there when the store holds more than x->above. */
static status check_above(const game *g, uint32_t r, const program_read *x)
{
    game_receiver *from = &g->receivers[r];
    const uint32_t waits = from->released + x->above + 1, /* for words */
                   number = from->number[x->index];
    const bool early = number >= waits && number >= from->known_in,
               late = waits > number + 1 && x->above && waits > from->known_in;
    if (early || late)
        return diag_error(g->d, HERE,
                          "program: %s, operation %u: its word in slot %u is there with more than "
                          "%u words in the store, not %u",
                          check_receiver(g->prog, r, g->d), g->units[r / 2].at, x->index,
                          number > from->released ? number - from->released : 0, x->above);
    from->known_in = larger(from->known_in, waits);
    if (x->release)
        from->freed[x->index] = ++from->released;
    return STATUS_OK;
}

static status accept(game *g, uint32_t r, bool *moved)
{
    const tauflow_shape *c = &g->prog->shape;
    const program_receiver *p = &g->prog->receivers[r];
    game_receiver *to = &g->receivers[r];
    if (!p->receptions_count || is_through(g, &to->reception) || !is_offered(g, r) ||
        !can_store(g, r))
        return STATUS_OK;
    const program_reception *x = &p->receptions[to->reception.at];
    game_source *s = &g->sources[x->source];
    token t = s->tokens[s->first];
    if (r < core_output(c)) {
        TRY(check_most(g, r, x));
        to->slots[x->slot] = t;
        to->full[x->slot] = true;
    } else if (core_is_output(c, r)) {
        TRY(check_output(g, t, r - core_output(c), to->reception));
    } else {
        push(&g->sources[core_first_relay_source(c) + r - core_first_relay(c)], t);
    }
    s->taken.bits[r / 32] |= UINT32_C(1) << r % 32;
    if (memcmp(&s->taken, mask_at(g, x->source), sizeof s->taken) == 0) {
        s->taken = (program_mask){{0}};
        s->first = (s->first + 1) % s->capacity;
        s->count--;
        step(&s->emission, g->prog->sources[x->source].emissions_count,
             g->prog->sources[x->source].emissions_loop);
    }
    step(&to->reception, p->receptions_count, p->receptions_loop);
    *moved = true;
    return STATUS_OK;
}

/* The operand that an issue reads, or why it cannot; both operands are of one sample. */
static status read_operand(game *g, uint32_t u, uint32_t port, uint32_t *sample, symbol *out)
{
    const program_read *x = &g->prog->units[u].issues[g->units[u].at].operand[port];
    game_receiver *from = &g->receivers[2 * u + port];
    if (x->constant) {
        *out = (symbol){1, g->prog->receivers[2 * u + port].constants[x->index]};
        return STATUS_OK;
    }
    token t = from->slots[x->index];
    if (!g->overlap && t.sample != g->units[u].pass)
        *sample = g->units[u].pass;
    if (*sample != NO_VALUE && t.sample != *sample)
        return diag_error(g->d, HERE,
                          "program: %s, operation %u of sample %u: operand '%s' is of sample %u",
                          check_unit(g->prog, u, g->d), g->units[u].at, *sample,
                          value_name(g->p, t.value), t.sample);
    TRY(check_above(g, 2 * u + port, x));
    *sample = t.sample;
    *out = (symbol){0, t.value};
    if (x->release)
        from->full[x->index] = false;
    return STATUS_OK;
}

static const char *symbol_name(const game *g, symbol s)
{
    char said[FORMAT_SAID];
    if (!s.constant)
        return arena_printf(g->d->mem, "'%s'", value_name(g->p, s.id));
    ops_format(g->p)->tell(g->p->format, s.id, said);
    return arena_printf(g->d->mem, ops_has_points(g->p) ? "the constant %s" : "%s", said);
}

static bool can_issue(const game *g, uint32_t u)
{
    const program_unit *p = &g->prog->units[u];
    if (!p->issues_count || is_through(g, &g->units[u]) || !has_room(&g->sources[u]))
        return false;
    const program_issue *i = &p->issues[g->units[u].at];
    return (i->operand[0].constant || g->receivers[2 * u].full[i->operand[0].index]) &&
           (i->operand[1].constant || g->receivers[2 * u + 1].full[i->operand[1].index]);
}

/* What units of a kind do: their first operation when nothing is negated, otherwise the second. */
static op_kind operation_of(unit_kind unit, program_action action)
{
    op_kind kind = 0;
    if (action == ACTION_BELOW)
        return OP_BELOW;
    while (kind + 1 < OP_KIND_COUNT && OP_KIND[kind].unit != unit)
        kind++;
    return action == ACTION_PLAIN ? kind : kind + 1;
}

/* What the shift of an issue does to its operands, the first of which is b where `swapped`. */
static void read_shift(const game *g, uint32_t shift, bool swapped, value_entry *to)
{
    int first, second;
    ops_format(g->p)->places(g->p->format, OP_KIND[to->kind].unit, shift, &first, &second);
    swapped = swapped && to->kind != OP_MUL; /* whose operands move together */
    to->shift_a = swapped ? second : first;
    to->shift_b = swapped ? first : second;
}

static status issue(game *g, uint32_t u, bool *moved)
{
    if (!can_issue(g, u))
        return STATUS_OK;
    const program_issue *i = &g->prog->units[u].issues[g->units[u].at];
    const bool swapped = i->action == ACTION_RSUB;
    value_entry done = {.kind = operation_of(core_unit_kind(&g->prog->shape, u), i->action)};
    uint32_t sample = NO_VALUE;
    read_shift(g, i->shift, swapped, &done);
    TRY(read_operand(g, u, 0, &sample, swapped ? &done.b : &done.a));
    TRY(read_operand(g, u, 1, &sample, swapped ? &done.a : &done.b));
    const value_entry *e = find_entry(g->v, done);
    if (e->value == NO_VALUE)
        return diag_error(
            g->d, HERE,
            "program: %s, operation %u computes %s %s %s%s, which is no operation of the graph",
            check_unit(g->prog, u, g->d), g->units[u].at, symbol_name(g, done.a),
            OP_KIND[done.kind].symbol ? OP_KIND[done.kind].symbol : OP_KIND[done.kind].word,
            symbol_name(g, done.b),
            ops_has_points(g->p)
                ? arena_printf(g->d->mem, " shifted by %d and %d", done.shift_a, done.shift_b)
                : "");
    push(&g->sources[u], (token){e->value, sample});
    step(&g->units[u], g->prog->units[u].issues_count, g->prog->units[u].issues_loop);
    *moved = true;
    return STATUS_OK;
}

/* ---- the end ------------------------------------------------------------------------------- */

static status blocked_unit(const game *g, uint32_t u)
{
    const char *name = check_unit(g->prog, u, g->d);
    const program_issue *i = &g->prog->units[u].issues[g->units[u].at];
    for (uint32_t port = 0; port < 2; port++)
        if (!i->operand[port].constant && !g->receivers[2 * u + port].full[i->operand[port].index])
            return diag_error(g->d, HERE,
                              "program: deadlock: %s waits at operation %u of %u for slot %u of %s",
                              name, g->units[u].at, g->prog->units[u].issues_count,
                              i->operand[port].index, check_receiver(g->prog, 2 * u + port, g->d));
    return diag_error(g->d, HERE,
                      "program: deadlock: %s waits at operation %u of %u for room for its result",
                      name, g->units[u].at, g->prog->units[u].issues_count);
}

static status blocked_receiver(const game *g, uint32_t r)
{
    uint32_t at = g->receivers[r].reception.at, s = g->prog->receivers[r].receptions[at].source;
    return diag_error(g->d, HERE, "program: deadlock: %s waits at reception %u of %u for %s",
                      check_receiver(g->prog, r, g->d), at, g->prog->receivers[r].receptions_count,
                      is_offered(g, r) ? "an empty slot" : check_source(g->prog, s, g->d));
}

static status check_end(const game *g)
{
    const tauflow_shape *c = &g->prog->shape;
    for (uint32_t u = 0; u < core_units(c); u++)
        if (g->prog->units[u].issues_count && g->units[u].pass < g->samples)
            return blocked_unit(g, u);
    for (uint32_t r = 0; r < core_receivers(c); r++)
        if (g->prog->receivers[r].receptions_count && g->receivers[r].reception.pass < g->samples)
            return blocked_receiver(g, r);
    for (uint32_t s = 0; s < core_sources(c); s++)
        if (g->sources[s].count)
            return diag_error(
                g->d, HERE,
                "program: deadlock: source %s keeps word %u, which not all of its receivers take",
                check_source(g->prog, s, g->d), g->sources[s].emission.at);
    if (g->beat.pass < g->samples)
        return diag_error(g->d, HERE, "program: deadlock: beat %u of a packet never enters",
                          g->beat.at);
    for (uint32_t r = 0; r < core_output(c); r++)
        for (uint32_t k = 0; k < c->slots; k++)
            if (g->receivers[r].full[k])
                return diag_error(g->d, HERE, "program: slot %u of %s is never released", k,
                                  check_receiver(g->prog, r, g->d));
    return STATUS_OK;
}

/* Every sample is out with all its words, one of which ends it, but the last `flush`. */
static status check_samples(const game *g)
{
    const program *prog = g->prog;
    for (uint32_t k = 0; k + prog->flush < g->samples; k++)
        if (g->words[k] != prog->words || g->ends[k] != 1)
            return diag_error(g->d, HERE,
                              "program: sample %u has %u of its %u words out and %u ends when %u "
                              "more samples are in",
                              k, g->words[k], prog->words, g->ends[k], prog->flush);
    return STATUS_OK;
}

static bool has_looped(const game *g)
{
    const tauflow_shape *c = &g->prog->shape;
    bool all = true;
    for (uint32_t u = 0; u < core_units(c); u++)
        all = all && (!g->prog->units[u].issues_count || g->units[u].pass >= LOOPS);
    for (uint32_t r = 0; r < core_receivers(c); r++)
        all = all &&
              (!g->prog->receivers[r].receptions_count || g->receivers[r].reception.pass >= LOOPS);
    for (uint32_t s = 0; s < core_sources(c); s++)
        all = all && (!g->prog->sources[s].emissions_count || g->sources[s].emission.pass >= LOOPS);
    return all;
}

static status play_on(game *g)
{
    const tauflow_shape *c = &g->prog->shape;
    for (bool moved = true; moved;) {
        moved = enter(g);
        for (uint32_t r = 0; r < core_receivers(c); r++)
            TRY(accept(g, r, &moved));
        for (uint32_t u = 0; u < core_units(c); u++)
            TRY(issue(g, u, &moved));
    }
    return STATUS_OK;
}

static status play(game *g)
{
    TRY(play_on(g));
    while (g->overlap && !has_looped(g) && g->beat.pass == g->samples &&
           g->samples + SAMPLES_AT_ONCE <= SAMPLES_MOST) {
        g->samples += SAMPLES_AT_ONCE;
        TRY(play_on(g));
    }
    if (g->overlap && g->beat.pass == g->samples && has_looped(g))
        return check_samples(g);
    TRY(check_end(g));
    return check_samples(g);
}

static status check_constant_outputs(const game *g)
{
    for (uint32_t o = 0; o < g->prog->outputs_count; o++) {
        symbol wanted = operand_symbol(g->v, NULL, g->p->outputs[o].value);
        const program_output *x = &g->prog->output_map[o];
        if ((x->position == PROGRAM_CONSTANT) != wanted.constant ||
            (wanted.constant && x->constant != wanted.id))
            return diag_error(g->d, HERE, "program: output '%s' has the wrong constant, or none",
                              g->p->outputs[o].name);
    }
    return STATUS_OK;
}

status program_check(const ops *p, const program *prog, diag *d)
{
    TRY(program_check_form(p, prog, d));
    arena mem = arena_make();
    values v = values_make(&mem, p);
    game one = game_make(&mem, p, prog, &v, 1, d),
         more = game_make(&mem, p, prog, &v, SAMPLES_IN_FLIGHT, d);
    status done = check_constant_outputs(&one);
    if (done == STATUS_OK)
        done = play(&one);
    if (done == STATUS_OK)
        done = play(&more);
    arena_free(&mem);
    return done;
}
