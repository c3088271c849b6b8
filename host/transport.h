/* SPDX-License-Identifier: MIT */
/* What carries registers and packets between the library and a core. One table a kind; tauflow.c
 * lists them. */
#ifndef TAUFLOW_TRANSPORT_H
#define TAUFLOW_TRANSPORT_H

#include "alarm_clock.h"
#include "machine/pins.h"
#include "machine/report.h"
#include "machine/tau_image.h"
#include "tauflow.h"
#include "tauflow_shape.h"
#include "worker.h"

#include <poll.h>
#include <stdbool.h>

/* Packets of equal length on their way through one core, in two rings: packet k stands in place k %
 * ring of each. Counters run from the start of the program on; whoever fills `in` moves `queued`,
 * the transport moves the others. */
typedef struct {
    uint32_t beats, lanes;         /* in: beats x lanes words a packet */
    uint32_t out_beats, out_lanes; /* out, with the beat of the check word where there is one */
    uint32_t out_zeros;            /* words that pad a packet after that */
    bool ends_made; /* the board finds the ends of packets itself: many may go in one transfer */
    uint32_t lag;                  /* packets that stay in the core until others come behind them */
    uint32_t quiet_cycles; /* a core in the process is clocked on until nothing moved for so long:
                              where the lag is not known, or zeros stand in the core */
    uint32_t ring;
    uint32_t *in, *out;
    uint64_t queued; /* packets that stand in `in` or stood there */
    uint64_t sent;   /* of them, went into the core */
    uint64_t came;   /* results that stand in `out` or stood there */
} flow;

/* Results that come when `sent` packets went in; another one may come early, and need not. */
static inline uint64_t flow_expected(const flow *f, uint64_t sent)
{
    return sent > f->lag ? sent - f->lag : 0;
}
static inline uint32_t flow_in_words(const flow *f)
{
    return f->beats * f->lanes;
}
static inline uint32_t flow_out_words(const flow *f)
{
    return f->out_beats * f->out_lanes + f->out_zeros;
}
static inline uint32_t *flow_in(const flow *f, uint64_t packet)
{
    return f->in + packet % f->ring * flow_in_words(f);
}
static inline uint32_t *flow_out(const flow *f, uint64_t packet)
{
    return f->out + packet % f->ring * flow_out_words(f);
}
static inline bool flow_at_rest(const flow *f)
{
    return f->sent == f->queued && f->came >= flow_expected(f, f->sent);
}

/* Packets from `sent` to `end` out of their ring, and results from `came` to `end` into theirs. */
void flow_copy_packets(const flow *f, uint64_t end, unsigned char *bytes);
void flow_copy_results(const flow *f, uint64_t end, unsigned char *bytes);

typedef struct transport transport;

uint64_t transport_now(void); /* monotonic, ns */

/* How long a call may take; the handle's, which sets it at the beginning of each. */
typedef struct {
    uint64_t timeout_ns; /* of one register, and for how long results that are due may not come */
    uint64_t until_ns; /* when the call is to end, whatever is under way; UINT64_MAX: by the timeout
                          alone */
} time_limits;

/* The moment at which something that begins now is late. */
static inline uint64_t limits_end(const time_limits *l)
{
    const uint64_t end = transport_now() + l->timeout_ns;
    return end < l->until_ns ? end : l->until_ns;
}

/* Where a core is found: behind the colon of the address, which one there, how long calls may take,
 * what ends a call that blocks in the calling thread, what to ring when something moved. */
typedef struct {
    const char *address;
    uint32_t core;
    const time_limits *limits; /* NULL: as long as it takes */
    const alarm_clock *alarm;
    bell *news;
} transport_place;

enum { TRANSPORT_FILES_MOST = 2 };

typedef struct {
    const char *scheme; /* of the address, with its colon */
    bool runs_alone;    /* the core goes on while nobody calls, and others may reach it */
    uint32_t cores;     /* at most, behind one address */
    /* *out is NULL after a failure. */
    tauflow_status (*open)(const transport_place *p, transport **out, report *r);
    /* inherited: in a process that got it by fork. Frees what this process has of it and leaves the
     * device, its lock and the threads, which only the other process has, alone. */
    void (*close)(transport *t, bool inherited);
    /* Registers, by byte offset. */
    tauflow_status (*read)(transport *t, uint32_t offset, uint32_t *data, report *r);
    tauflow_status (*write)(transport *t, uint32_t offset, uint32_t data, report *r);
    /* A program starts: counters of the flow are 0, nothing is under way. */
    void (*restart)(transport *t);
    /* Moves what can be moved without waiting, both ways. Where the alarm clock is on it may wait
     * until that rings. */
    tauflow_status (*move)(transport *t, flow *f, report *r);
    /* Packets that went in or have begun to: those cannot be taken back. */
    uint64_t (*begun)(const transport *t, const flow *f);
    /* Until there may be more to move, not longer than until_ns; `seen`: of the bell, before the
     * last move. Called without the handle's lock. */
    void (*wait)(transport *t, uint64_t seen, uint64_t until_ns);
    /* Tells what did not answer in time. */
    tauflow_status (*late)(transport *t, const flow *f, report *r);
    /* The core that a program is to run on, where the address leaves that open; *core stays as it
     * is where it does not. Nothing is changed yet. NULL: cores of this kind are what they are. */
    tauflow_status (*choose)(transport *t, const tau_image *of, tauflow_shape *core, report *r);
    /* Becomes that core, without a program. After a failure it can only be closed. */
    tauflow_status (*become)(transport *t, const tau_image *of, const tauflow_shape *core,
                             report *r);
    /* Ends whatever is under way between library and board, so that nothing of it is met again; the
     * core is stopped, started and its flow restarted after that. NULL: nothing can be. */
    tauflow_status (*give_up)(transport *t, report *r);
    /* The files, and what of them, to be polled until there may be more to move; returns how many.
     * *wake_ns, which is UINT64_MAX: or this moment, where that is sooner. NULL: what moves rings
     * the bell, or moves only when it is called. */
    uint32_t (*files)(transport *t, const flow *f, struct pollfd list[TRANSPORT_FILES_MOST],
                      uint64_t *wake_ns);
    /* Of its threads; 0 or an errno. NULL: it has none. */
    int (*set_schedule)(transport *t, const thread_schedule *s);
} transport_kind;

struct transport {
    const transport_kind *kind;
};

extern const transport_kind TRANSPORT_SIM, TRANSPORT_TWIN, TRANSPORT_XDMA, TRANSPORT_SERIAL,
    TRANSPORT_AXIDMA;

/* ---- for cores that are clocked by the caller ---- */

enum { PINS_ADDRESS_BYTES = 512 };

typedef struct {
    const time_limits *limits;
    uint32_t stalls; /* of 256 cycles, how many on average offer no word, and take none */
    uint64_t random;
    uint32_t beat, out_beat; /* of the packets under way */
    bool offered;            /* a beat that was offered stays until it is taken */
    uint64_t idle;           /* cycles since a word moved */
} pins;

/* Cuts `,stalls=N` off the end of an address. */
tauflow_status pins_open(pins *p, const transport_place *at, char rest[PINS_ADDRESS_BYTES],
                         report *r);
void pins_restart(pins *p);
tauflow_status pins_move(pins *p, void *core,
                         void (*cycle)(void *core, const core_in *in, core_out *out), flow *f,
                         report *r);
uint64_t pins_begun(const pins *p, const flow *f);
void pins_wait(transport *t, uint64_t seen, uint64_t until_ns);
tauflow_status pins_late(transport *t, const flow *f, report *r);

#endif
