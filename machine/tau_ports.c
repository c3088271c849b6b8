/* SPDX-License-Identifier: MIT */
/* The words that a port delivers for one position are those of samples 0, 1, 2 and so on in this
 * order, and its loop has each of its positions once: then every position comes once a sample and
 * samples are complete in order, for ever. */
#include "machine/tau_tables.h"

#include <assert.h>

#define BAD(r, ...) report_fail(r, TAUFLOW_BAD_IMAGE, __VA_ARGS__)

tau_delivery tau_image_delivery(const tau_image *i, uint32_t port, uint32_t number)
{
    assert(port < i->needs.out_lanes && number < i->port[port].count);
    const uint8_t *b = i->port[port].deliveries + (size_t)number * TAU_DELIVERY_BYTES;
    return (tau_delivery){tau_word(b), tau_word(b + 4)};
}

/* Where the ports stand in the section, and how long they are. */
static tauflow_status read_ports(tau_image *i, report *r)
{
    const tau_piece *s = &i->section[TAU_PORTS];
    if (s->size < TAU_PORTS_BYTES)
        return BAD(r, "the section of output ports has a bad length of %zu bytes", s->size);
    i->out_beats = tau_word(s->bytes);
    i->words = tau_word(s->bytes + 4);
    i->flush = tau_word(s->bytes + 8);
    i->interval = tau_word(s->bytes + 12);
    if (i->words > TAU_WORDS_LIMIT || i->flush > TAU_FLUSH_LIMIT)
        return BAD(r, "%u words of a sample and a flush of %u packets: at most %d and %d", i->words,
                   i->flush, TAU_WORDS_LIMIT, TAU_FLUSH_LIMIT);
    size_t at = TAU_PORTS_BYTES;
    for (uint32_t l = 0; l < i->needs.out_lanes; l++) {
        if (s->size - at < TAU_PORT_BYTES)
            return BAD(r, "output port %u is not there", l);
        tau_port p = {tau_word(s->bytes + at), tau_word(s->bytes + at + 4),
                      tau_word(s->bytes + at + 8), s->bytes + at + TAU_PORT_BYTES};
        at += TAU_PORT_BYTES;
        if (p.count > (s->size - at) / TAU_DELIVERY_BYTES || p.count > i->needs.output_words)
            return BAD(r, "output port %u has %u deliveries and the shape %u", l, p.count,
                       i->needs.output_words);
        if (p.loop > p.count || p.count - p.loop != p.words)
            return BAD(r,
                       "output port %u goes on at %u of %u deliveries, which are not the %u words "
                       "of a sample",
                       l, p.loop, p.count, p.words);
        at += (size_t)p.count * TAU_DELIVERY_BYTES;
        i->port[l] = p;
    }
    return at == s->size ? TAUFLOW_OK : BAD(r, "something stands behind the last output port");
}

/* came: samples whose word came, by position; 0 before the first port that has it. */
static tauflow_status check_port(tau_image *i, uint32_t l, uint16_t *came, report *r)
{
    const tau_port *p = &i->port[l];
    for (uint32_t k = 0; k < p->count; k++) {
        tau_delivery d = tau_image_delivery(i, l, k);
        if (d.position >= i->words)
            return BAD(r, "output port %u delivers word %u of a sample of %u", l, d.position,
                       i->words);
        if (d.sample != came[d.position])
            return BAD(
                r,
                "output port %u delivers word %u of sample %u, and that of sample %u is the next",
                l, d.position, d.sample, came[d.position]);
        came[d.position]++;
        const uint32_t packet = k / p->words; /* words is not 0: the loop is not empty */
        if (packet > d.sample && packet - d.sample > i->late)
            i->late = packet - d.sample;
    }
    return TAUFLOW_OK;
}

/* Each position once in the loop of one port: as often as there are words, and no position
 * twice. */
static tauflow_status check_loops(const tau_image *i, report *r)
{
    uint8_t seen[TAU_WORDS_LIMIT / 8] = {0};
    uint32_t words = 0;
    for (uint32_t l = 0; l < i->needs.out_lanes; l++)
        for (uint32_t k = i->port[l].loop; k < i->port[l].count; k++, words++) {
            const uint32_t at = tau_image_delivery(i, l, k).position;
            if (seen[at / 8] >> at % 8 & 1)
                return BAD(r, "word %u of a sample is delivered twice", at);
            seen[at / 8] |= (uint8_t)(1u << at % 8);
        }
    return words == i->words
               ? TAUFLOW_OK
               : BAD(r, "the output ports deliver %u of a sample's %u words", words, i->words);
}

/* A result packet comes when flush - late packets have followed the one of its number: it holds no
 * words of samples behind these. */
static tauflow_status check_flush(const tau_image *i, report *r)
{
    if (i->late > i->flush)
        return BAD(r, "a sample's last word comes %u packets late and the flush has %u", i->late,
                   i->flush);
    for (uint32_t l = 0; l < i->needs.out_lanes; l++)
        for (uint32_t k = 0; k < i->port[l].count; k++)
            if (tau_image_delivery(i, l, k).sample > k / i->port[l].words + (i->flush - i->late))
                return BAD(
                    r,
                    "output port %u delivers a word of sample %u in packet %u, with a flush of %u",
                    l, tau_image_delivery(i, l, k).sample, k / i->port[l].words, i->flush);
    return TAUFLOW_OK;
}

tauflow_status tau_ports_check(tau_image *i, report *r)
{
    uint16_t came[TAU_WORDS_LIMIT] = {0}; /* a port has at most 65535 deliveries */
    uint32_t longest = 0;
    PASS(read_ports(i, r));
    for (uint32_t l = 0; l < i->needs.out_lanes; l++) {
        if (!i->port[l].words && i->port[l].count)
            return BAD(r, "output port %u has deliveries and no words", l);
        PASS(check_port(i, l, came, r));
        longest = i->port[l].words > longest ? i->port[l].words : longest;
    }
    if (longest != i->out_beats)
        return BAD(r, "an output packet has %u beats and its longest lane %u words", i->out_beats,
                   longest);
    PASS(check_loops(i, r));
    return check_flush(i, r);
}
