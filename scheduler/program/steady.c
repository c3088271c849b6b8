/* SPDX-License-Identifier: MIT */
/* Events are played in any order in which their causes are known; the times come out the same.
 * Every sequence writes down the times of its events, and the same sequence brings the same number
 * of events with every sample. So a period is a number of samples P and a number of cycles c with
 * time[n] = time[n - P x events of a sample] + c everywhere. */
#include "program/steady.h"

#include "machine/timing.h"

#include <string.h>

enum { SAMPLES_FIRST = 64, SAMPLES_MOST = 4096, PERIOD_MOST = 480 };

/* Times of the events of one sequence, from the first on. */
typedef struct {
    uint32_t *times, times_count, times_capacity;
    uint32_t per_sample;
    uint32_t at, length, loop; /* where the sequence stands */
} record;

typedef struct {
    record pops;
    uint32_t *ready, ready_count,
        ready_capacity; /* per word that came: first cycle in which it can be first */
    uint32_t queue;                               /* words between coming and going */
    uint32_t free; /* cycles from the pop of a word to the first in which another has its place */
    program_mask taken;                           /* of the first word */
    uint32_t last_take;
} flow_source;

typedef struct {
    record takes;
    uint32_t
        *slot_time; /* cycle in which the word in the slot came, or from which a word may come */
    bool *full;
} flow_receiver;

typedef struct {
    const program *prog;
    machine rules;
    arena *mem;
    flow_source *sources;
    flow_receiver *receivers;
    record *issues;
    record enters;
    uint32_t pace, samples;
} flow;

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void write_down(flow *f, record *r, uint32_t time)
{
    *ARENA_PUSH(f->mem, r, times) = time;
    r->at = r->at + 1 == r->length ? r->loop : r->at + 1;
}

/* First cycle after the last event of the sequence. */
static uint32_t after_last(const record *r)
{
    return r->times_count ? timing_after(r->times[r->times_count - 1]) : 0;
}

/* ---- making -------------------------------------------------------------------------------- */

static record record_make(uint32_t length, uint32_t loop, uint32_t per_sample)
{
    return (record){.length = length, .loop = loop, .per_sample = per_sample};
}

static flow flow_make(arena *mem, const program *prog, uint32_t pace)
{
    const tauflow_shape *c = &prog->shape;
    flow f = {.prog = prog, .mem = mem, .pace = pace};
    f.rules = machine_of_shape(c);
    f.sources = ARENA_ARRAY(mem, flow_source, core_sources(c));
    f.receivers = ARENA_ARRAY(mem, flow_receiver, core_receivers(c));
    f.issues = ARENA_ARRAY(mem, record, core_units(c));
    for (uint32_t s = 0; s < core_sources(c); s++) {
        const program_source *p = &prog->sources[s];
        f.sources[s].pops = record_make(p->emissions_count, p->emissions_loop,
                                        p->emissions_count - p->emissions_loop);
        f.sources[s].queue = timing_source_words(c, s);
        f.sources[s].free = timing_source_free(c, s, 0);
    }
    for (uint32_t u = 0; u < core_units(c); u++)
        f.issues[u] = record_make(prog->units[u].issues_count, prog->units[u].issues_loop,
                                  f.sources[u].pops.per_sample);
    for (uint32_t r = 0; r < core_receivers(c); r++) {
        const program_receiver *p = &prog->receivers[r];
        uint32_t turns = 1;
        if (r < core_output(c) && f.issues[r / 2].per_sample)
            turns = later(
                1, (f.issues[r / 2].length - f.issues[r / 2].loop) / f.issues[r / 2].per_sample);
        f.receivers[r].takes = record_make(p->receptions_count, p->receptions_loop,
                                           (p->receptions_count - p->receptions_loop) / turns);
        f.receivers[r].slot_time = ARENA_ARRAY(mem, uint32_t, c->slots + 1);
        f.receivers[r].full = ARENA_ARRAY(mem, bool, c->slots + 1);
    }
    f.enters = record_make(prog->beats, 0, prog->beats);
    return f;
}

/* ---- events -------------------------------------------------------------------------------- */

/* First cycle in which another word may come to a source: its place in the queue was left
 * before. */
static bool place_free(const flow_source *s, uint32_t *from)
{
    uint32_t came = s->ready_count;
    if (came < s->queue)
        return true;
    if (s->pops.times_count <= came - s->queue)
        return false;
    *from = later(*from, s->pops.times[came - s->queue] + s->free);
    return true;
}

static void word_comes(flow *f, uint32_t source, uint32_t ready)
{
    *ARENA_PUSH(f->mem, &f->sources[source], ready) = ready;
}

static bool enter(flow *f)
{
    const tauflow_shape *c = &f->prog->shape;
    uint32_t time = after_last(&f->enters), beat = f->enters.at;
    if (f->enters.times_count == f->samples * f->prog->beats)
        return false;
    if (f->enters.at == 0)
        time = later(time, f->enters.times_count / f->prog->beats * f->pace);
    for (uint32_t l = 0; l < c->lanes; l++)
        if (!place_free(&f->sources[core_lane(c, l)], &time))
            return false;
    write_down(f, &f->enters, time);
    for (uint32_t l = 0; l < c->lanes; l++)
        if (f->prog->input_map[beat * c->lanes + l] != PROGRAM_PADDING)
            word_comes(f, core_lane(c, l), time);
    return true;
}

static void pop(flow *f, uint32_t source)
{
    flow_source *s = &f->sources[source];
    s->taken = (program_mask){{0}};
    write_down(f, &s->pops, s->last_take);
    s->last_take = 0;
}

static bool take(flow *f, uint32_t r)
{
    const tauflow_shape *c = &f->prog->shape;
    flow_receiver *to = &f->receivers[r];
    if (!to->takes.length)
        return false;
    const program_reception *x = &f->prog->receivers[r].receptions[to->takes.at];
    flow_source *s = &f->sources[x->source];
    const program_mask *mask = &f->prog->sources[x->source].emissions[s->pops.at];
    bool relay = r >= core_first_relay(c), stored = r < core_output(c);
    if (s->ready_count == s->pops.times_count ||
        !((mask->bits[r / 32] & ~s->taken.bits[r / 32]) >> r % 32 & 1) ||
        (stored && to->full[x->slot]))
        return false;
    uint32_t time = later(later(s->ready[s->pops.times_count], after_last(&s->pops)),
                          after_last(&to->takes));
    if (relay &&
        !place_free(&f->sources[core_first_relay_source(c) + r - core_first_relay(c)], &time))
        return false;
    if (stored) {
        time = later(time, to->slot_time[x->slot]);
        to->slot_time[x->slot] = time;
        to->full[x->slot] = true;
    }
    write_down(f, &to->takes, time);
    if (relay)
        word_comes(f, core_first_relay_source(c) + r - core_first_relay(c), timing_relayed(time));
    s->last_take = later(s->last_take, time);
    s->taken.bits[r / 32] |= UINT32_C(1) << r % 32;
    if (memcmp(&s->taken, mask, sizeof s->taken) == 0)
        pop(f, x->source);
    return true;
}

static bool issue(flow *f, uint32_t u)
{
    record *r = &f->issues[u];
    uint32_t time = after_last(r);
    if (!r->length)
        return false;
    const program_issue *i = &f->prog->units[u].issues[r->at];
    for (uint32_t port = 0; port < 2; port++) {
        const program_read *x = &i->operand[port];
        flow_receiver *from = &f->receivers[core_operand(u, port)];
        if (!x->constant && !from->full[x->index])
            return false;
        time = x->constant ? time
                           : later(time, timing_usable(&f->rules, from->slot_time[x->index]));
    }
    if (!place_free(&f->sources[u], &time))
        return false;
    for (uint32_t port = 0; port < 2; port++)
        if (i->operand[port].release) {
            const uint32_t from = core_operand(u, port), slot = i->operand[port].index;
            f->receivers[from].full[slot] = false;
            f->receivers[from].slot_time[slot] = timing_after(time);
        }
    write_down(f, r, time);
    word_comes(f, u, timing_result(&f->rules, core_unit_kind(&f->prog->shape, u), time));
    return true;
}

static void play(flow *f, uint32_t samples)
{
    const tauflow_shape *c = &f->prog->shape;
    f->samples = samples;
    for (bool moved = true; moved;) {
        moved = enter(f);
        for (uint32_t r = 0; r < core_receivers(c); r++)
            moved = take(f, r) || moved;
        for (uint32_t u = 0; u < core_units(c); u++)
            moved = issue(f, u) || moved;
    }
}

/* ---- periods ------------------------------------------------------------------------------- */

/* Do all events of samples from - reach .. from - 1 come `cycles` after those of `period` samples
 * before? */
static bool repeats(const record *r, uint32_t from, uint32_t reach, uint32_t period,
                    uint32_t *cycles)
{
    uint32_t n = r->per_sample, end = from * n, first = (from - reach) * n, shift = period * n;
    for (uint32_t k = first; k < end && n; k++) {
        uint32_t moved = r->times[k] - r->times[k - shift];
        *cycles = *cycles ? *cycles : moved;
        if (moved != *cycles)
            return false;
    }
    return true;
}

static bool all_repeat(const flow *f, uint32_t from, uint32_t reach, uint32_t period,
                       uint32_t *cycles)
{
    const tauflow_shape *c = &f->prog->shape;
    *cycles = 0;
    bool all = repeats(&f->enters, from, reach, period, cycles);
    for (uint32_t s = 0; s < core_sources(c) && all; s++)
        all = repeats(&f->sources[s].pops, from, reach, period, cycles);
    for (uint32_t r = 0; r < core_receivers(c) && all; r++)
        all = repeats(&f->receivers[r].takes, from, reach, period, cycles);
    for (uint32_t u = 0; u < core_units(c) && all; u++)
        all = repeats(&f->issues[u], from, reach, period, cycles);
    return all && *cycles;
}

/* Samples that an event can look back: the rounds of the longest sequence, and the packets that
 * must follow a sample. */
static uint32_t reach_of(const flow *f)
{
    const tauflow_shape *c = &f->prog->shape;
    uint32_t most = 1;
    for (uint32_t u = 0; u < core_units(c); u++)
        if (f->issues[u].per_sample)
            most = later(most, f->issues[u].length / f->issues[u].per_sample + 1);
    return most + f->prog->flush + 2;
}

/* Longest time of `period` samples before `from` between first beat and last word. */
static uint32_t latency(const flow *f, uint32_t from, uint32_t period)
{
    const program *prog = f->prog;
    uint32_t most = 0;
    for (uint32_t l = 0; l < prog->shape.out_lanes; l++) {
        const record *r = &f->receivers[core_output(&prog->shape) + l].takes;
        for (uint32_t k = 0, at = 0, pass = 0; k < r->times_count; k++) {
            uint32_t sample = prog->ports[l].deliveries[at].sample + pass;
            if (sample + period >= from && sample < from)
                most =
                    later(most, timing_cycles(r->times[k]) - f->enters.times[sample * prog->beats]);
            at++;
            if (at == r->length) {
                at = r->loop;
                pass++;
            }
        }
    }
    return most;
}

static bool find_period(flow *f, uint32_t samples, steady *out)
{
    uint32_t reach = reach_of(f), done = samples - f->prog->flush;
    for (uint32_t period = 1; period <= PERIOD_MOST && reach + period <= done; period++)
        if (all_repeat(f, done, reach, period, &out->cycles)) {
            out->samples = period;
            out->latency_cycles = latency(f, done, period);
            return true;
        }
    return false;
}

status program_steady(const program *prog, uint32_t pace_cycles, steady *out, diag *d)
{
    arena mem = arena_make();
    flow f = flow_make(&mem, prog, pace_cycles);
    bool found = false;
    for (uint32_t samples = SAMPLES_FIRST; samples <= SAMPLES_MOST && !found; samples *= 2) {
        play(&f, samples + prog->flush);
        found = find_period(&f, samples + prog->flush, out);
    }
    arena_free(&mem);
    return found ? STATUS_OK
                 : diag_error(d, (place){0},
                              "samples back to back have no period of %d samples or less",
                              PERIOD_MOST);
}

/* ---- packets ------------------------------------------------------------------------------- */

/* Whole packets among the words that the output ports have taken. */
static uint32_t packets_out(const flow *f)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t l = 0; l < f->prog->shape.out_lanes; l++) {
        const uint32_t words = f->prog->ports[l].words,
                       taken = f->receivers[core_output(&f->prog->shape) + l].takes.times_count;
        least = words && taken / words < least ? taken / words : least;
    }
    return least;
}

/* Where everything stands once nothing moves any more; the same twice: all goes on so. */
static text standing(arena *mem, const flow *f)
{
    const tauflow_shape *c = &f->prog->shape;
    text at = text_make(mem);
    text_add_bytes(&at, &f->enters.at, sizeof f->enters.at);
    for (uint32_t s = 0; s < core_sources(c); s++) {
        const flow_source *from = &f->sources[s];
        const uint32_t numbers[] = {from->pops.at, from->ready_count - from->pops.times_count};
        text_add_bytes(&at, numbers, sizeof numbers);
        text_add_bytes(&at, &from->taken, sizeof from->taken);
    }
    for (uint32_t r = 0; r < core_receivers(c); r++) {
        text_add_bytes(&at, &f->receivers[r].takes.at, sizeof(uint32_t));
        text_add_bytes(&at, f->receivers[r].full, (c->slots + 1) * sizeof(bool));
    }
    for (uint32_t u = 0; u < core_units(c); u++)
        text_add_bytes(&at, &f->issues[u].at, sizeof(uint32_t));
    return at;
}

uint32_t program_lag(const program *prog)
{
    arena mem = arena_make();
    flow f = flow_make(&mem, prog, 0);
    text known = text_make(&mem);
    uint32_t lag = 0;
    for (uint32_t samples = 1, next = 2; prog->words; samples++) {
        play(&f, samples);
        lag = later(lag, samples - packets_out(&f));
        const text now = standing(&mem, &f);
        if (now.length == known.length && memcmp(now.bytes, known.bytes, now.length) == 0)
            break;
        if (samples == next - 1) { /* what is known is renewed after twice as many (Brent) */
            known = now;
            next *= 2;
        }
    }
    arena_free(&mem);
    return lag;
}
