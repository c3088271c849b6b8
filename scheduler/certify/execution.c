/* SPDX-License-Identifier: MIT */
#include "certify/execution.h"

#include "machine/formats.h"
#include "machine/load.h"
#include "machine/shape_text.h"
#include "machine/timing.h"
#include "tauflow_regs.h"

#include <string.h>

#define NONE UINT32_MAX

enum { PACKETS_MOST = 4096 };

/* A word on its way: what it is, and of which sample. */
typedef struct {
    expression value;
    uint32_t sample;
} word;

/* Where a sequence stands; `pass` counts how often it went on at its loop. */
typedef struct {
    uint32_t at, pass;
} progress_of;

typedef struct {
    word *words;
    uint32_t capacity, first, count;
    receiver_set taken; /* receivers that have accepted the first word */
    progress_of emission;
} source_state;

typedef struct {
    progress_of reception;
    word *slots;
    bool *full;
    uint32_t stored; /* words in the store */
} receiver_state;

typedef struct {
    arena *mem;
    const ops *p;
    const tables *t;
    const tauflow_shape *c;
    expressions *all;
    uint32_t of_graph; /* expressions of the graph: those with lower numbers */
    expression *wanted; /* per position of a sample */
    source_state *sources;
    receiver_state *receivers;
    progress_of *units;
    uint32_t packets;  /* that entered whole */
    uint32_t beat;     /* of the next */
    uint32_t waiting[TAUFLOW_OUT_LANES_MOST], out_beat; /* words at ports for the beat to come */
    uint32_t packets_out, held; /* whole ones; the most that were in and not out */
    execution_facts *facts;
    const char *file;
    diag *d;
} run;

#define FAIL(g, ...) diag_error((g)->d, (place){.file = (g)->file}, __VA_ARGS__)

/* ---- names ----------------------------------------------------------------------------------- */

static const char *named(const run *g, void (*name)(const tauflow_shape *, uint32_t, text *),
                         uint32_t number)
{
    text t = text_make(g->d->mem);
    name(g->c, number, &t);
    return t.bytes;
}

static const char *shown(const run *g, expression x)
{
    text t = text_make(g->d->mem);
    expression_print(g->all, g->p, x, &t);
    return t.bytes;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void step(progress_of *s, uint32_t count, uint32_t loop)
{
    if (++s->at == count)
        *s = (progress_of){loop, s->pass + 1};
}

static bool has_room(const source_state *s)
{
    return s->count < s->capacity;
}

static void push(source_state *s, word w)
{
    s->words[(s->first + s->count++) % s->capacity] = w;
}

static const receiver_set *sent_to(const run *g, uint32_t s)
{
    return &g->t->sources[s].to[g->sources[s].emission.at];
}

/* ---- input ----------------------------------------------------------------------------------- */

/* A beat enters when no lane is full. A lane drops what comes behind its words of a sample. */
static status enter(run *g, bool *moved)
{
    const tau_image *i = g->t->image;
    if (g->beat == i->beats)
        return STATUS_OK;
    for (uint32_t l = 0; l < g->c->lanes; l++)
        if (!has_room(&g->sources[core_lane(g->c, l)]))
            return STATUS_OK;
    for (uint32_t l = 0; l < g->c->lanes; l++) {
        const uint32_t input = tau_image_cell(i, g->beat, l), lane = core_lane(g->c, l);
        const bool takes = g->beat < g->t->sources[lane].count;
        if (takes != (input != TAU_NONE))
            return FAIL(g, "image: beat %u of %s is %s, and the lane takes %u words of a packet",
                        g->beat, named(g, core_source_name, lane),
                        takes ? "padding" : "an input", g->t->sources[lane].count);
        if (takes)
            push(&g->sources[lane], (word){expression_input(g->all, input), g->packets});
    }
    g->beat++;
    *moved = true;
    return STATUS_OK;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* A beat leaves when every lane has its word of it, or none in it. */
static void leave(run *g)
{
    const tau_image *i = g->t->image;
    for (;;) {
        for (uint32_t l = 0; l < g->c->out_lanes; l++)
            if (g->out_beat < i->port[l].words && !g->waiting[l])
                return;
        for (uint32_t l = 0; l < g->c->out_lanes; l++)
            g->waiting[l] -= g->out_beat < i->port[l].words;
        g->out_beat = (g->out_beat + 1) % i->out_beats;
        g->packets_out += g->out_beat == 0;
    }
}

static status deliver(run *g, uint32_t port, progress_of at, word w)
{
    const tau_delivery to = tau_image_delivery(g->t->image, port, at.at);
    const uint32_t sample = to.sample + at.pass;
    const expression wanted = g->wanted[to.position];
    if (w.sample != sample || (wanted != NONE && wanted != w.value))
        return FAIL(g, "image: %s delivers %s of sample %u as word %u of sample %u, which is %s",
                    named(g, core_receiver_name, core_output(g->c) + port), shown(g, w.value),
                    w.sample, to.position, sample,
                    wanted == NONE ? "no output" : shown(g, wanted));
    g->waiting[port]++;
    g->facts->words++;
    leave(g);
    return STATUS_OK;
}

/* ---- receptions ------------------------------------------------------------------------------ */

static bool can_accept(const run *g, uint32_t r, uint32_t entry)
{
    if (core_is_output(g->c, r))
        return g->c->out_lanes == 1 || g->waiting[r - core_output(g->c)] < TAUFLOW_OUT_QUEUE;
    if (r >= core_first_relay(g->c))
        return has_room(&g->sources[core_first_relay_source(g->c) + r - core_first_relay(g->c)]);
    return g->receivers[r].stored <= TAUFLOW_GET(entry, RECEPTION_MOST);
}

static status store(run *g, uint32_t r, uint32_t slot, word w)
{
    receiver_state *to = &g->receivers[r];
    if (to->full[slot])
        return FAIL(g, "image: %s, reception %u: slot %u still holds %s, of sample %u",
                    named(g, core_receiver_name, r), to->reception.at, slot,
                    shown(g, to->slots[slot].value), to->slots[slot].sample);
    to->full[slot] = true;
    to->slots[slot] = w;
    to->stored++;
    return STATUS_OK;
}

static void pop(run *g, uint32_t s)
{
    source_state *from = &g->sources[s];
    from->taken = (receiver_set){{0}};
    from->first = (from->first + 1) % from->capacity;
    from->count--;
    step(&from->emission, g->t->sources[s].count, g->t->sources[s].loop);
}

/* A receiver takes the first word of the source that its entry names, if that is for it. */
static status accept(run *g, uint32_t r, bool *moved)
{
    const receiver_table *table = &g->t->receivers[r];
    receiver_state *to = &g->receivers[r];
    if (!table->count)
        return STATUS_OK;
    const uint32_t entry = table_entry(&table->receptions, to->reception.at),
                   s = table->source[to->reception.at];
    source_state *from = &g->sources[s];
    if (!from->count || !set_has(sent_to(g, s), r) || set_has(&from->taken, r) ||
        !can_accept(g, r, entry))
        return STATUS_OK;
    const word w = from->words[from->first];
    if (r < core_output(g->c))
        TRY(store(g, r, TAUFLOW_GET(entry, RECEPTION_SLOT), w));
    else if (core_is_output(g->c, r))
        TRY(deliver(g, r - core_output(g->c), to->reception, w));
    else
        push(&g->sources[core_first_relay_source(g->c) + r - core_first_relay(g->c)], w);
    from->taken.bits[r / 32] |= UINT32_C(1) << r % 32;
    if (memcmp(&from->taken, sent_to(g, s), sizeof from->taken) == 0)
        pop(g, s);
    step(&to->reception, table->count, table->loop);
    *moved = true;
    return STATUS_OK;
}

/* ---- operations ------------------------------------------------------------------------------ */

typedef struct {
    uint32_t index, above;
    bool constant, release;
} slot_read;

static uint32_t issue_word(const run *g, uint32_t u, uint32_t number)
{
    return table_entry(&g->t->units[u].issues[number], g->units[u].at);
}

static slot_read read_of(const run *g, uint32_t u, uint32_t port)
{
    const uint32_t read = issue_read(issue_word(g, u, TAUFLOW_WORD_FIRST), port);
    return (slot_read){TAUFLOW_GET(read, READ_INDEX),
                       issue_above(issue_word(g, u, TAUFLOW_WORD_SECOND), port),
                       read & TAUFLOW_READ_CONSTANT_MASK, read & TAUFLOW_READ_RELEASE_MASK};
}

static bool can_issue(const run *g, uint32_t u)
{
    if (!g->t->units[u].count || !has_room(&g->sources[u]))
        return false;
    for (uint32_t port = 0; port < TAUFLOW_OPERANDS; port++) {
        const slot_read x = read_of(g, u, port);
        if (!x.constant && g->receivers[core_operand(u, port)].stored <= x.above)
            return false;
    }
    return true;
}

/* What an issue finds in a slot or among the constants; *sample stays NONE for a constant. */
static status fetch(run *g, uint32_t u, uint32_t port, expression *out, uint32_t *sample)
{
    const slot_read x = read_of(g, u, port);
    const uint32_t r = core_operand(u, port);
    receiver_state *from = &g->receivers[r];
    if (x.constant) {
        if (x.index >= g->t->receivers[r].constants.count)
            return FAIL(g, "image: %s, operation %u: there is no constant %u",
                        named(g, core_receiver_name, r), g->units[u].at, x.index);
        *out = expression_constant(g->all, table_entry(&g->t->receivers[r].constants, x.index));
        return STATUS_OK;
    }
    if (!from->full[x.index])
        return FAIL(g, "image: %s, operation %u: slot %u is empty",
                    named(g, core_receiver_name, r), g->units[u].at, x.index);
    *out = from->slots[x.index].value;
    *sample = from->slots[x.index].sample;
    from->stored -= x.release;
    from->full[x.index] = !x.release;
    return STATUS_OK;
}

/* What a unit does: negations of an adder, and of a sine unit the cosine. */
static op_kind kind_of(unit_kind unit, bool negate_a, bool negate_b)
{
    switch (unit) {
    case UNIT_MUL: return OP_MUL;
    case UNIT_ADD:
        return negate_a && negate_b ? OP_BELOW : negate_a || negate_b ? OP_SUB : OP_ADD;
    case UNIT_DIV: return OP_DIV;
    case UNIT_TRIG: return negate_b ? OP_COS : OP_SIN;
    default: break;
    }
    op_kind kind = 0; /* that has a unit of its own */
    while (OP_KIND[kind].unit != unit)
        kind++;
    return kind;
}

/* The shifts of both operands. */
static void take_shifts(const run *g, uint32_t u, expression_node *n)
{
    const uint32_t code = TAUFLOW_GET(issue_word(g, u, TAUFLOW_WORD_SECOND), ISSUE_SECOND_SHIFT);
    format_of(g->c->fixed)->places(g->c->fixed, OP_KIND[n->kind].unit, code, &n->shift[0],
                                   &n->shift[1]);
}

/* Both operands as they stand at the unit. A unit that negates the first alone gives b - a. */
static status operate(run *g, uint32_t u, expression_node *n, uint32_t *sample)
{
    const uint32_t first = issue_word(g, u, TAUFLOW_WORD_FIRST);
    const bool negate_a = first & TAUFLOW_ISSUE_FIRST_NEGATE_A_MASK,
               negate_b = first & TAUFLOW_ISSUE_FIRST_NEGATE_B_MASK;
    uint32_t of[TAUFLOW_OPERANDS] = {NONE, NONE};
    *n = (expression_node){.kind = (uint32_t)kind_of(core_unit_kind(g->c, u), negate_a, negate_b)};
    take_shifts(g, u, n);
    TRY(fetch(g, u, 0, &n->a, &of[0]));
    TRY(fetch(g, u, 1, &n->b, &of[1]));
    if (of[0] != NONE && of[1] != NONE && of[0] != of[1])
        return FAIL(g, "image: %s, operation %u takes %s of sample %u and %s of sample %u",
                    named(g, core_unit_name, u), g->units[u].at, shown(g, n->a), of[0],
                    shown(g, n->b), of[1]);
    *sample = of[0] != NONE ? of[0] : of[1];
    if (n->kind == OP_SUB && negate_a)
        *n = (expression_node){n->kind, n->b, n->a, {n->shift[1], n->shift[0]}};
    return STATUS_OK;
}

/* For messages: where values have points, operands are moved, too. */
static const char *moves(const run *g, const expression_node *n)
{
    return format_has_points(g->c->fixed)
               ? arena_printf(g->d->mem, ", moved by %d and %d places", n->shift[0], n->shift[1])
               : "";
}

static status issue(run *g, uint32_t u, bool *moved)
{
    expression_node n;
    uint32_t sample = NONE;
    if (!can_issue(g, u))
        return STATUS_OK;
    TRY(operate(g, u, &n, &sample));
    const expression value = expression_of(g->all, n);
    if (value >= g->of_graph || sample == NONE)
        return FAIL(g, "image: %s, operation %u computes %s%s, which is no operation of the graph",
                    named(g, core_unit_name, u), g->units[u].at, shown(g, value), moves(g, &n));
    push(&g->sources[u], (word){value, sample});
    step(&g->units[u], g->t->units[u].count, g->t->units[u].loop);
    g->facts->operations++;
    *moved = true;
    return STATUS_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* One packet, until nothing moves any more. */
static status send_packet(run *g)
{
    g->beat = 0;
    for (bool moved = true; moved;) {
        moved = false;
        TRY(enter(g, &moved));
        for (uint32_t r = 0; r < core_receivers(g->c); r++)
            TRY(accept(g, r, &moved));
        for (uint32_t u = 0; u < core_units(g->c); u++)
            TRY(issue(g, u, &moved));
    }
    if (g->beat < g->t->image->beats)
        return FAIL(g, "image: the core stops: beat %u of packet %u never enters", g->beat,
                    g->packets);
    g->packets++;
    return STATUS_OK;
}

static void add(text *out, uint32_t value)
{
    text_add_bytes(out, &value, sizeof value);
}

/* Everything that decides how it goes on, samples counted from the packet to come. */
static void describe(const run *g, text *out)
{
    add(out, g->out_beat);
    for (uint32_t s = 0; s < core_sources(g->c); s++) {
        const source_state *x = &g->sources[s];
        add(out, x->emission.at);
        add(out, x->count);
        for (uint32_t k = 0; k < x->count; k++) {
            const word *w = &x->words[(x->first + k) % x->capacity];
            add(out, w->value);
            add(out, w->sample - g->packets);
        }
        text_add_bytes(out, &x->taken, sizeof x->taken);
    }
    for (uint32_t r = 0; r < core_receivers(g->c); r++) {
        const receiver_state *x = &g->receivers[r];
        add(out, x->reception.at);
        if (core_is_output(g->c, r) && g->t->receivers[r].count) {
            const uint32_t port = r - core_output(g->c);
            add(out, g->waiting[port]);
            add(out, tau_image_delivery(g->t->image, port, x->reception.at).sample +
                x->reception.pass - g->packets);
        }
        for (uint32_t k = 0; x->full && k < g->c->slots; k++)
            if (x->full[k]) {
                add(out, k);
                add(out, x->slots[k].value);
                add(out, x->slots[k].sample - g->packets);
            }
    }
    for (uint32_t u = 0; u < core_units(g->c); u++)
        add(out, g->units[u].at);
}

/* Of S packets S - (flush - late) come out as packets, when so many are in. One may come out
 * earlier and waits to be taken, but never later, and not always: then the flush were too long. */
static status check_packet(run *g)
{
    const tau_image *i = g->t->image;
    const uint32_t inside = i->flush - i->late,
                   wanted = g->packets > inside ? g->packets - inside : 0;
    if (i->out_beats && g->packets_out < wanted)
        return FAIL(g, "image: of %u packets in, %u come out and not %u, with a flush of %u",
                    g->packets, g->packets_out, wanted, i->flush);
    const uint32_t held = g->packets - g->packets_out;
    g->held = held > g->held ? held : g->held;
    return STATUS_OK;
}

static status check_flush(const run *g)
{
    const tau_image *i = g->t->image;
    if (i->out_beats && g->held < i->flush - i->late)
        return FAIL(g, "image: of %u packets in, all but %u always come out, and with a flush of "
                    "%u all but %u should", g->packets, g->held, i->flush, i->flush - i->late);
    return STATUS_OK;
}

/* What all was like after some packet, to be met again: that after 1, 2, 4, 8 ... of them, so that
 * a beginning and a period of any length are found. */
static status run_all(run *g)
{
    text known = text_make(g->mem);
    uint32_t known_at = 0;
    describe(g, &known);
    while (g->packets < PACKETS_MOST) {
        arena scratch = arena_make();
        text now = text_make(&scratch);
        const status done = send_packet(g);
        if (done == STATUS_OK)
            describe(g, &now);
        const bool same = now.length == known.length &&
                          memcmp(now.bytes, known.bytes, now.length) == 0;
        if (!same && !(g->packets & (g->packets - 1))) {
            known.length = 0;
            text_add_bytes(&known, now.bytes, now.length);
        }
        arena_free(&scratch);
        TRY(done);
        TRY(check_packet(g));
        g->facts->packets = g->packets;
        g->facts->period = g->packets - known_at;
        if (same)
            return check_flush(g);
        if (!(g->packets & (g->packets - 1)))
            known_at = g->packets;
    }
    g->facts->period = 0;
    return check_flush(g);
}

/* Which expression each word of a sample has to be. Constants are in no word, but in the image. */
static status take_outputs(run *g, const expression *of_op)
{
    const tau_image *i = g->t->image;
    g->wanted = ARENA_ARRAY(g->mem, expression, i->words + 1);
    for (uint32_t k = 0; k < i->words; k++)
        g->wanted[k] = NONE;
    for (uint32_t k = 0; k < i->outputs; k++) {
        const tau_output o = tau_image_output(i, k);
        const expression x = expression_operand(g->all, g->p, of_op, NULL, g->p->outputs[k].value);
        const expression_node *n = &g->all->nodes[x];
        const bool constant = n->kind == EXPRESSION_CONSTANT;
        if (constant != (o.position == TAU_NONE) || (constant && n->a != o.constant))
            return FAIL(g, "image: output '%s' is %s and should be %s", g->p->outputs[k].name,
                        o.position == TAU_NONE
                            ? shown(g, expression_constant(g->all, o.constant))
                            : "a word of the sample",
                        shown(g, x));
        if (!constant && g->wanted[o.position] != NONE && g->wanted[o.position] != x)
            return FAIL(g, "image: word %u of a sample is output '%s' and another one", o.position,
                        g->p->outputs[k].name);
        if (!constant)
            g->wanted[o.position] = x;
    }
    return STATUS_OK;
}

static void make_parts(run *g)
{
    const tauflow_shape *c = g->c;
    g->sources = ARENA_ARRAY(g->mem, source_state, core_sources(c));
    g->receivers = ARENA_ARRAY(g->mem, receiver_state, core_receivers(c));
    g->units = ARENA_ARRAY(g->mem, progress_of, core_units(c));
    for (uint32_t s = 0; s < core_sources(c); s++) {
        g->sources[s].capacity = timing_source_words(c, s);
        g->sources[s].words = ARENA_ARRAY(g->mem, word, g->sources[s].capacity);
    }
    for (uint32_t r = 0; r < core_output(c); r++) {
        g->receivers[r].slots = ARENA_ARRAY(g->mem, word, c->slots + 1);
        g->receivers[r].full = ARENA_ARRAY(g->mem, bool, c->slots + 1);
    }
}

status execution_check(const tau_image *from, const ops *p, const char *file,
                       execution_facts *facts, diag *d)
{
    arena mem = arena_make();
    const tables t = tables_read(&mem, from);
    expressions all = expressions_make(&mem);
    run g = {.mem = &mem, .p = p, .t = &t, .c = &from->needs, .all = &all, .facts = facts,
             .file = file, .d = d};
    *facts = (execution_facts){0};
    const expression *of_op = expressions_of_graph(&mem, &all, p);
    status done = take_outputs(&g, of_op);
    g.of_graph = all.nodes_count;
    make_parts(&g);
    if (done == STATUS_OK)
        done = run_all(&g);
    arena_free(&mem);
    return done;
}
