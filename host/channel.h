/* SPDX-License-Identifier: MIT */
/* One core as the library uses it: samples go in at one end of a ring, their words come out at the
 * other end in the order of the samples. Packets of a program whose samples overlap hold words of
 * several; here they are put together again. */
#ifndef TAUFLOW_CHANNEL_H
#define TAUFLOW_CHANNEL_H

#include "transport.h"

/* What an output port takes with one word, docs/tau.md. */
typedef struct {
    uint32_t position, sample;
} delivery;

typedef struct {
    delivery *deliveries;
    uint32_t count, loop, words; /* words: of a packet */
} port_plan;

enum { CHANNEL_PORTS = 4 };

/* Packets of the loaded program on this core. */
typedef struct {
    uint32_t beats, lanes, out_beats, out_lanes, out_zeros; /* as in flow */
    bool guarded;
    uint32_t words; /* of a sample; 0: all outputs are constants, and nothing is sent */
    uint32_t flush, lag, quiet_cycles;
    const uint32_t *idle; /* sent where zeros would be, beats x lanes words; NULL: zeros */
    port_plan ports[CHANNEL_PORTS];
    uint32_t ports_count;
} packets;

/* Where a port stands in its sequence. */
typedef struct {
    uint32_t entry;
    uint64_t pass;
} port_place;

typedef struct {
    transport *port;
    uint32_t mark; /* of this load, in register PROGRAM */
    void *memory;  /* of the rings */
    packets p;
    flow flow;
    uint32_t room;   /* samples that may wait at once */
    uint32_t *words; /* ring x words: of samples, as far as they came */
    uint32_t *filled;
    bool *wanted; /* false: zeros, or cancelled */
    port_place place[CHANNEL_PORTS];
    uint64_t sorted;     /* result packets whose words are in their places */
    uint64_t done;       /* samples whose words came */
    uint64_t taken;      /* samples delivered or dropped */
    uint64_t last_wanted; /* one behind the last sample that is not zeros and not cancelled */
    uint64_t waiting;    /* of the samples since `taken`, those wanted */
    uint64_t zeros;
    uint32_t strangers; /* results of before a recovery that may still come, and are dropped */
    uint64_t device_ns;  /* time inside the transport */
    uint64_t moved_ns;   /* when something moved last, either way, or began to wait */
    uint64_t came_ns;    /* when a result came last, or the first that is due now became due */
} channel;

/* Rings for a program, before it is loaded; those of the program before are freed. `ring`: samples
 * that may wait. */
tauflow_status channel_prepare(channel *c, const packets *p, uint32_t ring, report *r);
/* The program starts: nothing is on its way. */
void channel_restart(channel *c);
/* inherited: as in transport_kind. */
void channel_close(channel *c, bool inherited);

/* Where the next sample's packet is to be written; NULL: the ring is full. Words that are padding
 * stay 0. */
uint32_t *channel_slot(channel *c);
/* Takes the packet that stands there. */
void channel_put(channel *c);

/* Moves packets both ways without waiting and puts results together. A device that runs by itself
 * is late when results are due and none came for the timeout, however many samples it takes
 * meanwhile, or when samples wait and nothing moved for so long; one in the process is so that long
 * after since_ns; each when the moment at which the call is to end has passed. */
tauflow_status channel_move(channel *c, const time_limits *limits, uint64_t since_ns, report *r);
/* The moment after which a device that runs by itself is late. */
uint64_t channel_late_ns(const channel *c, uint64_t timeout_ns);
/* Sends zeros if wanted samples are stuck behind the last that came in, and nothing else will push
 * them out. */
void channel_flush(channel *c);
bool channel_at_rest(const channel *c);

/* Words of the next wanted sample, in the order of their positions; NULL: it did not come yet. */
const uint32_t *channel_result(const channel *c);
void channel_take(channel *c);
/* What was not sent is dropped at once, what was sent is dropped when it comes. */
void channel_cancel(channel *c);

#endif
