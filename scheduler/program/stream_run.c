/* SPDX-License-Identifier: MIT */
/* One loop: offer, cycle, take. Everything about stalls is decided before the cycle, as a real
 * partner would. */
#include "program/stream_run.h"

#include "base/random.h"

static void twin_call(void *core, const core_in *in, core_out *out)
{
    twin_cycle(core, in, out);
}

stream_core stream_twin(twin *t)
{
    return (stream_core){.core = t, .cycle = twin_call};
}

static uint32_t random_byte(uint64_t *state)
{
    return (uint32_t)(random_bits(state) >> 56);
}

/* Where the stream stands in the receptions of an output port. */
typedef struct {
    uint32_t at;
    uint32_t passes; /* through its loop: samples to add to those of the deliveries */
} port_place;

typedef struct {
    const program *prog;
    const stream_options *o;
    const uint32_t *in;
    uint32_t *out, count;
    uint32_t packet, beat;                       /* to be offered next */
    uint32_t out_beat;                           /* of the output packet, to be taken next */
    port_place ports[TAUFLOW_OUT_LANES_MOST];
    uint32_t arriving,
        *words; /* first sample that is not out entirely; words of each sample that are */
    uint64_t *start;                             /* first beat of each sample */
    uint64_t random;
    core_in pins;
    stream_report *report;
} stream;

/* Packets of zeros, in fixed point the first sample again, follow the last sample, or each one
 * where samples do not overlap: results come when packets behind them enter. */
static uint32_t sample_of(const stream *s, uint32_t packet)
{
    uint32_t of_sample = s->o->overlap ? 1 : 1 + s->prog->flush;
    return packet % of_sample              ? UINT32_MAX
           : packet / of_sample < s->count ? packet / of_sample
                                           : UINT32_MAX;
}

static uint32_t packets(const stream *s)
{
    return s->o->overlap ? s->count + s->prog->flush : s->count * (1 + s->prog->flush);
}

/* What is offered in this cycle. A word once offered stays. */
static void offer(stream *s, uint64_t now)
{
    const tauflow_shape *c = &s->prog->shape;
    s->pins.out_ready = random_byte(&s->random) >= s->o->out_stall;
    bool stall = random_byte(&s->random) < s->o->in_stall;
    if (s->pins.in_valid)
        return;
    uint32_t sample = sample_of(s, s->packet);
    bool early = s->beat == 0 && now < (uint64_t)s->packet * s->o->pace;
    bool turn = !early &&
                (s->o->overlap || s->beat || sample == UINT32_MAX || sample == s->arriving);
    s->pins.in_valid = s->packet < packets(s) && turn && !stall;
    if (!s->pins.in_valid)
        return;
    s->pins.in_last = s->beat + 1 == s->prog->beats;
    if (sample == UINT32_MAX && format_has_points(c->fixed))
        sample = 0; /* zeros need not be in its ranges */
    for (uint32_t l = 0; l < c->lanes; l++) {
        uint32_t from = s->prog->input_map[s->beat * c->lanes + l];
        s->pins.in_words[l] = from == PROGRAM_PADDING || sample == UINT32_MAX
                                  ? 0
                                  : s->in[(size_t)sample * s->prog->inputs_count + from];
    }
}

static bool entered(stream *s, const core_out *pins, uint64_t now)
{
    if (!s->pins.in_valid || !pins->in_ready)
        return false;
    uint32_t sample = sample_of(s, s->packet);
    if (s->beat == 0 && sample != UINT32_MAX)
        s->start[sample] = now;
    s->pins.in_valid = false;
    if (++s->beat == s->prog->beats) {
        s->beat = 0;
        s->packet++;
    }
    return true;
}

static void finish_sample(stream *s, uint64_t now)
{
    uint32_t cycles = (uint32_t)(now - s->start[s->arriving] + 1);
    stream_report *r = s->report;
    if (r->done++ == 0) {
        r->first_end = now;
        r->least = r->most = cycles;
    }
    r->last_end = now;
    r->mark_end = r->done == s->o->mark ? now : r->mark_end;
    if (r->done > s->o->mark && cycles > r->most_after)
        r->most_after = cycles;
    r->least = cycles < r->least ? cycles : r->least;
    r->most = cycles > r->most ? cycles : r->most;
    for (uint32_t o = 0; o < s->prog->outputs_count; o++)
        if (s->prog->output_map[o].position == PROGRAM_CONSTANT)
            s->out[(size_t)s->arriving * s->prog->outputs_count + o] =
                s->prog->output_map[o].constant;
    s->arriving++;
}

/* The next word of an output port; those of zeros are dropped. */
static status place_word(stream *s, uint32_t lane, uint32_t word, diag *d)
{
    const program_receiver *r = &s->prog->receivers[core_output(&s->prog->shape) + lane];
    port_place *p = &s->ports[lane];
    program_delivery to = s->prog->ports[lane].deliveries[p->at];
    uint32_t packet = to.sample + p->passes, sample = sample_of(s, packet);
    if (++p->at == r->receptions_count) {
        p->at = r->receptions_loop;
        p->passes++;
    }
    if (packet > s->packet || (packet == s->packet && !s->beat))
        return diag_own(d, diag_error(d, (place){0},
                                      "the core sends a word that belongs to no sample"));
    if (sample == UINT32_MAX)
        return STATUS_OK;
    if (sample < s->arriving)
        return diag_own(d, diag_error(d, (place){0}, "sample %u: the core sends more words than "
                                      "the program has", sample));
    for (uint32_t o = 0; o < s->prog->outputs_count; o++)
        if (s->prog->output_map[o].position == to.position)
            s->out[(size_t)sample * s->prog->outputs_count + o] = word;
    s->words[sample]++;
    return STATUS_OK;
}

/* True when a beat came out; a packet of the wrong length is an error. */
static status left(stream *s, const core_out *pins, uint64_t now, bool *moved, diag *d)
{
    if (!pins->out_valid || !s->pins.out_ready)
        return STATUS_OK;
    *moved = true;
    for (uint32_t l = 0; l < s->prog->shape.out_lanes; l++)
        if (s->out_beat < s->prog->ports[l].words)
            TRY(place_word(s, l, pins->out_words[l], d));
    bool last = ++s->out_beat == s->prog->out_beats;
    if (pins->out_last != last)
        return diag_own(d, diag_error(d, (place){0}, "sample %u: the core ends its packet at beat "
                                      "%u and the program has %u", s->arriving, s->out_beat,
                                      s->prog->out_beats));
    s->out_beat = last ? 0 : s->out_beat;
    while (s->arriving < s->count && s->words[s->arriving] == s->prog->words)
        finish_sample(s, now);
    return STATUS_OK;
}

/* The samples that have begun to enter are all there are. */
static void stop_early(stream *s)
{
    uint32_t of_sample = s->o->overlap ? 1 : 1 + s->prog->flush;
    uint32_t begun = (s->packet + (s->beat || s->pins.in_valid) + of_sample - 1) / of_sample;
    if (begun < s->count)
        s->count = begun ? begun : 1;
}

static status run(const stream_core *core, stream *s, diag *d)
{
    enum { ASK_CYCLES = 4096 }; /* of the slowest core: some milliseconds */
    uint64_t idle = 0;
    for (uint64_t now = 0; s->arriving < s->count; now++) {
        core_out pins = {0};
        if (now % ASK_CYCLES == 0 && !progress_continue(s->o->life, (double)s->arriving / s->count))
            stop_early(s);
        offer(s, now);
        core->cycle(core->core, &s->pins, &pins);
        if (core->watch)
            core->watch(core->user, now);
        bool moved = entered(s, &pins, now);
        TRY(left(s, &pins, now, &moved, d));
        idle = moved ? 0 : idle + 1;
        s->report->cycles = now + 1;
        if (idle > (s->o->patience ? s->o->patience : STREAM_PATIENCE))
            return diag_error(
                d, (place){0},
                "the core has stood still since cycle %llu: of sample %u, word %u of %u is missing",
                (unsigned long long)(now - idle), s->arriving, s->words[s->arriving],
                s->prog->words);
    }
    return STATUS_OK;
}

status stream_run(const stream_core *core, const program *prog, const stream_options *o,
                  const uint32_t *in, uint32_t count, uint32_t *out, stream_report *measured,
                  diag *d)
{
    arena mem = arena_make();
    *measured = (stream_report){0};
    stream s = {.prog = prog,
                .o = o,
                .in = in,
                .out = out,
                .count = count,
                .random = o->seed,
                .report = measured};
    s.start = ARENA_ARRAY(&mem, uint64_t, count + 1);
    s.words = ARENA_ARRAY(&mem, uint32_t, count + 1);
    status done = run(core, &s, d);
    arena_free(&mem);
    return done;
}

double stream_interval(const stream_report *r)
{
    return r->done > 1 ? (double)(r->last_end - r->first_end) / (r->done - 1) : 0;
}
