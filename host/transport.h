/* What carries registers and packets between the library and a core. One table a kind; tauflow.c lists them. */
#ifndef TAUFLOW_TRANSPORT_H
#define TAUFLOW_TRANSPORT_H

#include "report.h"

#include <stdbool.h>

/* Packets of equal length, one after another. */
typedef struct {
    const uint32_t *in;
    uint32_t *out;
    uint32_t beats, lanes; /* in: beats x lanes words a packet */
    uint32_t out_words;    /* a packet, with the check word where there is one */
    uint32_t count;
    bool ends_made; /* the board finds the ends of packets itself: many may go in one transfer */
} burst;

typedef struct transport transport;

typedef struct {
    const char *scheme; /* of the address, with its colon */
    /* address: behind the colon. *out is NULL after a failure. */
    tauflow_status (*open)(const char *address, uint32_t timeout_ms, transport **out, report *r);
    void (*close)(transport *t);
    /* Registers, by byte offset. */
    tauflow_status (*read)(transport *t, uint32_t offset, uint32_t *data, report *r);
    tauflow_status (*write)(transport *t, uint32_t offset, uint32_t data, report *r);
    /* All packets in, all results out, as one pipeline; deadline_ns by transport_now. */
    tauflow_status (*run)(transport *t, const burst *b, uint64_t deadline_ns, report *r);
} transport_kind;

struct transport {
    const transport_kind *kind;
};

extern const transport_kind TRANSPORT_SIM, TRANSPORT_TWIN, TRANSPORT_XDMA;

uint64_t transport_now(void); /* monotonic, ns */

/* For cores that are clocked by the caller: one cycle; words and pins as in sim/core_face.h. */
typedef struct {
    bool in_valid, in_last, out_ready;
    uint32_t in_words[4];
} pins_in;
typedef struct {
    bool in_ready, out_valid, out_last;
    uint32_t out_word;
} pins_out;
typedef void pins_cycle(void *core, const pins_in *in, pins_out *out);
tauflow_status pins_run(void *core, pins_cycle *cycle, const burst *b, uint64_t deadline_ns, report *r);

#endif
