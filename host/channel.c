/* SPDX-License-Identifier: MIT */
/* Samples and packets have the same numbers: packet k brings sample k into the core. Result packet
 * k holds as many words as sample k has, but perhaps of its neighbours; words go to the places of
 * their own samples as they come. A place is held from the moment the sample is put until it is
 * taken, so whatever is sent has room for its results, and only putting can meet a full ring. */
#include "channel.h"

#include "machine/crc32.h"

#include <stdlib.h>
#include <string.h>

static size_t aligned(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

tauflow_status channel_prepare(channel *c, const packets *p, uint32_t ring, report *r)
{
    /* Zeros that stand in the core, those that will push the last sample out, and the samples. */
    const uint32_t places = ring + 2 * p->flush;
    const size_t in = aligned(4 * (size_t)places * p->beats * p->lanes),
                 out = aligned(4 * (size_t)places *
                               (p->out_beats * p->out_lanes + p->out_zeros)),
                 words = aligned(4 * (size_t)places * p->words),
                 filled = aligned(4 * (size_t)places);
    char *at = calloc(1, in + out + words + filled + places);
    if (!at)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for a ring of %u samples", ring);
    free(c->memory);
    c->memory = at;
    c->p = *p;
    c->room = ring;
    c->flow = (flow){.beats = p->beats,
                     .lanes = p->lanes,
                     .out_beats = p->out_beats,
                     .out_lanes = p->out_lanes,
                     .out_zeros = p->out_zeros,
                     .ends_made = p->guarded,
                     .lag = p->lag,
                     .quiet_cycles = p->quiet_cycles,
                     .ring = places,
                     .in = (uint32_t *)at,
                     .out = (uint32_t *)(at + in)};
    c->words = (uint32_t *)(at + in + out);
    c->filled = (uint32_t *)(at + in + out + words);
    c->wanted = (bool *)(at + in + out + words + filled);
    channel_restart(c);
    return TAUFLOW_OK;
}

void channel_restart(channel *c)
{
    flow *f = &c->flow;
    f->queued = f->sent = f->came = 0;
    c->sorted = c->done = c->taken = c->last_wanted = c->waiting = 0;
    memset(c->place, 0, sizeof c->place);
    memset(c->filled, 0, f->ring * sizeof *c->filled);
    memset(f->in, 0, (size_t)f->ring * flow_in_words(f) * sizeof *f->in);
    c->port->kind->restart(c->port);
}

void channel_close(channel *c, bool inherited)
{
    if (c->port)
        c->port->kind->close(c->port, inherited);
    free(c->memory);
    *c = (channel){0};
}

/* ---- in ------------------------------------------------------------------------------------ */

uint32_t *channel_slot(channel *c)
{
    bool room = c->waiting < c->room && c->flow.queued - c->taken + c->p.flush < c->flow.ring;
    return room ? flow_in(&c->flow, c->flow.queued) : NULL;
}

static void queue(channel *c, bool wanted)
{
    if (flow_at_rest(&c->flow))
        c->moved_ns = transport_now();
    c->wanted[c->flow.queued++ % c->flow.ring] = wanted;
    if (wanted) {
        c->last_wanted = c->flow.queued;
        c->waiting++;
    }
    if (!c->p.words) /* nothing is to be computed */
        c->flow.sent = c->flow.came = c->sorted = c->done = c->flow.queued;
}

void channel_put(channel *c)
{
    queue(c, true);
}

void channel_flush(channel *c)
{
    flow *f = &c->flow;
    while (c->waiting && c->done < c->last_wanted && f->queued < c->last_wanted + c->p.flush &&
           f->queued - c->taken < f->ring) {
        if (c->p.idle)
            memcpy(flow_in(f, f->queued), c->p.idle, flow_in_words(f) * sizeof *f->in);
        else
            memset(flow_in(f, f->queued), 0, flow_in_words(f) * sizeof *f->in);
        queue(c, false);
        c->zeros++;
    }
}

/* ---- out ----------------------------------------------------------------------------------- */

/* Of guarded packets: whether it is the result of the packet of its number. */
static tauflow_status check_packet(const channel *c, uint64_t packet, report *r)
{
    const flow *f = &c->flow;
    const uint32_t all = flow_out_words(f), words = (f->out_beats - 1) * f->out_lanes,
                   *out = flow_out(f, packet); /* the last beat has the check word in lane 0 */
    uint32_t crc = crc32_packet(flow_in(f, packet), flow_in_words(f), out, words);
    if (crc != out[words])
        return report_fail(r, TAUFLOW_CORRUPT,
                           "sample %llu was changed on its way: check word %08x, and %08x is right",
                           (unsigned long long)packet, out[words], crc);
    for (uint32_t k = words + 1; k < all; k++)
        if (out[k])
            return report_fail(r, TAUFLOW_CORRUPT,
                               "sample %llu was changed on its way: after its check word stands "
                               "%08x, and 0 is right",
                               (unsigned long long)packet, out[k]);
    return TAUFLOW_OK;
}

/* Words of lane `l` of a result packet to their samples. */
static tauflow_status sort_lane(channel *c, const uint32_t *out, uint32_t l, report *r)
{
    const port_plan *p = &c->p.ports[l];
    port_place *at = &c->place[l];
    for (uint32_t beat = 0; beat < p->words; beat++) {
        const delivery *d = &p->deliveries[at->entry];
        const uint64_t sample = d->sample + at->pass;
        if (sample >= c->flow.queued || sample < c->done)
            return report_fail(r, TAUFLOW_CORRUPT,
                               "the core delivers a word of sample %llu, which is not in it",
                               (unsigned long long)sample);
        const uint64_t place = sample % c->flow.ring;
        c->words[place * c->p.words + d->position] = out[beat * c->flow.out_lanes + l];
        c->filled[place]++;
        if (++at->entry == p->count) {
            at->entry = p->loop;
            at->pass++;
        }
    }
    return TAUFLOW_OK;
}

/* Samples that nobody wants leave as soon as they are the next. */
static void skip_unwanted(channel *c)
{
    while (c->taken < c->done && !c->wanted[c->taken % c->flow.ring])
        c->taken++;
}

/* A result of before a recovery, which the DMA still had: it is as if it had not come. Only where
 * its check word tells it from others, and nothing is behind it yet. */
static bool drop_stranger(channel *c, report *r)
{
    if (!c->strangers || c->flow.came != c->sorted + 1 ||
        check_packet(c, c->sorted, r) == TAUFLOW_OK)
        return false;
    c->strangers--;
    c->flow.came--;
    return true;
}

static tauflow_status sort(channel *c, report *r)
{
    for (; c->sorted < c->flow.came; c->sorted++) {
        if (c->p.guarded && drop_stranger(c, r))
            break;
        if (c->p.guarded)
            PASS(check_packet(c, c->sorted, r));
        for (uint32_t l = 0; l < c->p.ports_count; l++)
            PASS(sort_lane(c, flow_out(&c->flow, c->sorted), l, r));
        for (; c->done < c->flow.queued && c->filled[c->done % c->flow.ring] == c->p.words;
             c->done++)
            c->filled[c->done % c->flow.ring] = 0;
    }
    skip_unwanted(c);
    return TAUFLOW_OK;
}

static bool results_are_due(const flow *f, uint64_t sent, uint64_t came)
{
    return came < flow_expected(f, sent);
}

/* A core that takes samples may hold them back only while it delivers; one that delivers may keep
 * its input closed as long as it likes. */
static uint64_t waits_since(const channel *c)
{
    const flow *f = &c->flow;
    return results_are_due(f, f->sent, f->came) ? c->came_ns : c->moved_ns;
}

uint64_t channel_late_ns(const channel *c, uint64_t timeout_ns)
{
    return waits_since(c) + timeout_ns;
}

static bool is_late(const channel *c, const time_limits *limits, uint64_t since_ns, uint64_t now)
{
    const uint64_t begun = waits_since(c);
    const uint64_t from = c->port->kind->runs_alone || begun > since_ns ? begun : since_ns;
    return now > from + limits->timeout_ns ||
           (now > limits->until_ns && !channel_at_rest(c));
}

tauflow_status channel_move(channel *c, const time_limits *limits, uint64_t since_ns, report *r)
{
    flow *f = &c->flow;
    if (!c->p.words || flow_at_rest(f)) {
        skip_unwanted(c);
        return TAUFLOW_OK;
    }
    const uint64_t sent = f->sent, came = f->came, began = transport_now();
    PASS(c->port->kind->move(c->port, f, r));
    const uint64_t now = transport_now();
    c->device_ns += now - began;
    if (f->came != came || !results_are_due(f, sent, came))
        c->came_ns = now;
    if (f->sent != sent || f->came != came) {
        c->moved_ns = now;
        PASS(sort(c, r));
    }
    return is_late(c, limits, since_ns, now) ? c->port->kind->late(c->port, f, r) : TAUFLOW_OK;
}

bool channel_at_rest(const channel *c)
{
    return !c->p.words || flow_at_rest(&c->flow);
}

const uint32_t *channel_result(const channel *c)
{
    return c->taken < c->done ? c->words + c->taken % c->flow.ring * c->p.words
                              : NULL; /* unwanted ones were skipped */
}

void channel_take(channel *c)
{
    c->taken++;
    c->waiting--;
    skip_unwanted(c);
}

void channel_cancel(channel *c)
{
    if (c->p.words)
        c->flow.queued = c->port->kind->begun(c->port, &c->flow);
    for (uint64_t k = c->taken; k < c->flow.queued; k++)
        c->wanted[k % c->flow.ring] = false;
    c->waiting = 0;
    c->last_wanted = 0;
    skip_unwanted(c);
}
