/* SPDX-License-Identifier: MIT */
/* Packets wait in a queue until they are whole, go through the core together, and wait in another
 * queue until they are read. Where packets end the guard learns from the lengths that are loaded,
 * and that samples overlap from the loops: then nobody here knows how many results will come, and
 * the core is clocked until nothing moved for a while. */
#include "board.h"

#include "c2h_transfer.h"
#include "machine/crc32.h"
#include "machine/shape.h"
#include "tauflow_load.h"
#include "tauflow_regs.h"
#include "transport.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUEUE_BYTES = 1 << 18, SLICE_NS = 2000000, CORE_PATIENCE_MS = 5000, QUIET_CYCLES = 1500,
       STUCK_MOVES = 16 /* of some thousand cycles each: no program takes so long */,
       LATE_ONE_IN = 4 /* descriptors */,
       FLIGHT = 64 /* results that find room before their reader comes: samples in the guard */ };

enum {
#define VALUE(name, value, what) EVENTS_##name = value,
#include "machine/events.def"
#undef VALUE
};

typedef enum {
#define FAULT(id, word, number, about) id,
    BOARD_FAULTS(FAULT)
#undef FAULT
        FAULTS_COUNT
} fault;

/* Bytes, first in first out; moved to the front when read, since it is short. */
typedef struct {
    unsigned char bytes[QUEUE_BYTES];
    size_t size;
} queue;

struct board {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool (*interrupted)(void);
    transport *core;
    uint32_t lanes, out_lanes;
    uint32_t beats, out_beats; /* of the loaded program */
    bool loops;
    uint32_t load_address, loaded;
    queue in, out;
    flow flow;          /* through the core */
    uint64_t delivered; /* of its results */
    uint32_t packet_in[QUEUE_BYTES / 4], packet_out[QUEUE_BYTES / 4];
    uint64_t slow_until;
    bool armed, event; /* an interrupt is wanted when a result waits; one came */
    fault fault;
    uint32_t number;   /* of the fault */
    uint64_t calls;    /* for faults that strike now and then */
    bool struck;       /* for faults that strike once */
    uint32_t timeout_ms, late_us; /* of the driver */
    uint64_t random;
    unsigned char last[QUEUE_BYTES];
    void (*on_change)(void *);
    void *on_change_user;
};

/* ---- making -------------------------------------------------------------------------------- */

static tauflow_status open_core(board *b, const char *address, uint32_t number, report *r)
{
    const transport_kind *kind = strncmp(address, "twin:", 5) == 0 ? &TRANSPORT_TWIN
                                                                   : &TRANSPORT_SIM;
    uint32_t shape;
    if (strncmp(address, kind->scheme, strlen(kind->scheme)) != 0)
        return report_fail(r, TAUFLOW_NOT_FOUND, "'%s' is no core: sim:PATH or twin:SHAPE expected",
                           address);
    PASS(kind->open(&(transport_place){.address = address + strlen(kind->scheme), .core = number},
                    &b->core, r));
    PASS(kind->read(b->core, TAUFLOW_REG_SHAPE, &shape, r));
    b->lanes = TAUFLOW_GET(shape, SHAPE_LANES);
    b->out_lanes = TAUFLOW_GET(shape, SHAPE_OUT_LANES);
    return TAUFLOW_OK;
}

tauflow_status board_make(const char *core, uint32_t number, bool (*interrupted)(void), board **out,
                          report *r)
{
    board *b = calloc(1, sizeof *b);
    *out = b;
    if (!b)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the board");
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
    b->interrupted = interrupted;
    b->random = number;
    tauflow_status done = open_core(b, core, number, r);
    if (done != TAUFLOW_OK)
        board_free(b);
    return done;
}

void board_free(board *b)
{
    if (b->core)
        b->core->kind->close(b->core, false);
    pthread_cond_destroy(&b->changed);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

void board_drive(board *b, uint32_t timeout_ms, uint32_t late_us)
{
    b->timeout_ms = timeout_ms;
    b->late_us = late_us;
}

/* ---- waiting ------------------------------------------------------------------------------- */

/* A while, or until something changed; false when the caller is gone. */
static bool wait_a_little(board *b)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += SLICE_NS;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&b->changed, &b->lock, &t);
    return !b->interrupted();
}

static uint64_t driver_deadline(const board *b)
{
    return transport_now() + (uint64_t)b->timeout_ms * 1000000u;
}

static uint32_t below(board *b, uint32_t limit)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((b->random >> 33) % limit);
}

static void tell_change(board *b)
{
    pthread_cond_broadcast(&b->changed);
    if (b->on_change)
        b->on_change(b->on_change_user);
}

/* What every call meets first: 0, or the errno it ends with. */
static int meet(board *b, fault hang, fault fail, bool wait)
{
    if (b->fault == GONE)
        return ENODEV;
    if (b->fault == fail)
        return EIO;
    if (b->fault == INTERRUPTS && ++b->calls % 2)
        return EINTR;
    while (b->fault == hang)
        if (!wait || !wait_a_little(b))
            return wait ? EINTR : EAGAIN;
    return 0;
}

static int answer(board *b, int result)
{
    pthread_mutex_unlock(&b->lock);
    return result;
}

static size_t most(const board *b, size_t size, size_t limit)
{
    return b->fault == SHORT && size > limit ? limit : size;
}

/* ---- registers ----------------------------------------------------------------------------- */

int board_register_read(board *b, char *bytes, size_t size, off_t offset)
{
    report r;
    uint32_t data = UINT32_MAX;
    pthread_mutex_lock(&b->lock);
    int error = meet(b, REGISTER_HANGS, REGISTER_FAILS, true);
    if (error)
        return answer(b, -error);
    if (offset < 0 || offset / 4 >= 1024)
        return answer(b, -EINVAL);
    uint32_t at = (uint32_t)offset / 4 * 4, skip = (uint32_t)offset % 4;
    if (at == TAUFLOW_REG_GUARD)
        data = 1 << TAUFLOW_GUARD_CHECK_LOW |
               TAUFLOW_DMA_MULTIPLE << TAUFLOW_GUARD_MULTIPLE_LOW;
    else if (at == EVENTS_REGISTER)
        data = b->fault == FIRST_MINOR ? 0 : EVENTS_PRESENT | (b->armed ? EVENTS_ARMED : 0);
    else if (b->core->kind->read(b->core, at, &data, &r) != TAUFLOW_OK)
        return answer(b, -EIO);
    if (b->fault == OTHER_VERSION && at == TAUFLOW_REG_VERSION)
        data += 0x10000;
    if (b->fault == FIRST_MINOR && at == TAUFLOW_REG_VERSION)
        data &= 0xffff0000;
    if (b->fault == RESET && at == TAUFLOW_REG_PROGRAM)
        data = 0;
    if (b->fault == ONES)
        data = UINT32_MAX;
    size = most(b, size > 4 - skip ? 4 - skip : size, 3);
    for (size_t k = 0; k < size; k++)
        bytes[k] = (char)(data >> 8 * (skip + k) & 0xff);
    return answer(b, (int)size);
}

/* The guard listens to the load window for the lengths of packets. */
static void listen(board *b, uint32_t data)
{
    uint32_t table = TAUFLOW_GET(b->load_address, LOAD_ADDRESS_TABLE),
             owner = TAUFLOW_GET(b->load_address, LOAD_ADDRESS_OWNER),
             index = TAUFLOW_GET(b->load_address, LOAD_ADDRESS_INDEX);
    if (table == TAUFLOW_LOAD_LENGTH && owner == TAUFLOW_LOAD_BEATS && index == TAUFLOW_BEATS_IN)
        b->beats = data;
    if (table == TAUFLOW_LOAD_LENGTH && owner == TAUFLOW_LOAD_BEATS && index == TAUFLOW_BEATS_OUT)
        b->out_beats = data;
    b->loops = b->loops || (table == TAUFLOW_LOAD_LOOP && data);
    b->load_address += 1u << TAUFLOW_LOAD_ADDRESS_INDEX_LOW;
}

/* Results that wait for the core to be started again. */
static bool holds_back(const board *b)
{
    return b->fault == KEPT && !b->struck;
}

/* The core stands at its beginning, and nothing is on its way. */
static void restart(board *b, bool run)
{
    const size_t in_bytes = 4 * (size_t)b->beats * b->lanes,
                 out_bytes = 4 * (size_t)b->out_beats * b->out_lanes,
                 larger = in_bytes > out_bytes ? in_bytes : out_bytes;
    b->in.size = 0;
    if (!holds_back(b)) /* what the DMA has taken already is beyond the core's reach */
        b->out.size = 0;
    b->struck = b->struck || (run && b->fault == KEPT);
    b->delivered = 0;
    b->loops = run && b->loops; /* until a program is loaded */
    b->flow = (flow){.beats = b->beats,
                     .lanes = b->lanes,
                     .out_beats = b->out_beats,
                     .out_lanes = b->out_lanes,
                     .ends_made = true,
                     .lag = b->loops ? UINT32_MAX : 0,
                     .quiet_cycles = b->loops ? QUIET_CYCLES : 0,
                     .ring = larger ? (uint32_t)(QUEUE_BYTES / larger) : 0,
                     .in = b->packet_in,
                     .out = b->packet_out};
    b->core->kind->restart(b->core);
}

/* As rtl/links/tau_interrupt.v does. */
static void ask_for_interrupt(board *b)
{
    if (!b->armed || b->out.size == 0 || transport_now() < b->slow_until)
        return;
    b->armed = false;
    b->event = b->event || b->fault != NO_EVENT;
}

int board_register_write(board *b, const char *bytes, size_t size, off_t offset)
{
    report r;
    uint32_t data = 0;
    pthread_mutex_lock(&b->lock);
    int error = meet(b, REGISTER_HANGS, REGISTER_FAILS, true);
    if (error)
        return answer(b, -error);
    if (size != 4 || offset < 0 || offset % 4 || offset >= 4096)
        return answer(b, -EINVAL);
    for (size_t k = 0; k < 4; k++)
        data |= (uint32_t)(unsigned char)bytes[k] << 8 * k;
    bool lost = false;
    switch (offset) {
    case TAUFLOW_REG_LOAD_ADDRESS: b->load_address = data; break;
    case TAUFLOW_REG_LOAD_COUNT: b->loaded = 0; break;
    case TAUFLOW_REG_LOAD_DATA:
        b->loaded++;
        data ^= b->fault == FLIP_LOAD && b->loaded == b->number;
        data ^= b->fault == FLIP_CONSTANT &&
                        TAUFLOW_GET(b->load_address, LOAD_ADDRESS_TABLE) == TAUFLOW_LOAD_CONSTANT
                    ? 0x800000
                    : 0;
        listen(b, data);
        lost = b->fault == LOSE_LOAD && b->loaded == b->number;
        break;
    case TAUFLOW_REG_CONTROL: restart(b, data & TAUFLOW_CONTROL_RUN_MASK); break;
    case EVENTS_REGISTER:
        b->armed = data & EVENTS_ARMED;
        ask_for_interrupt(b);
        break;
    default: break;
    }
    bool good = lost || b->core->kind->write(b->core, (uint32_t)offset, data, &r) == TAUFLOW_OK;
    return answer(b, good ? 4 : -EIO);
}

/* ---- packets ------------------------------------------------------------------------------- */

static void drop(queue *from, size_t size)
{
    memmove(from->bytes, from->bytes + size, from->size - size);
    from->size -= size;
}

/* Of a result with its check word and what pads it. */
static size_t padded_bytes(const board *b)
{
    const size_t bytes = 4 * (size_t)(b->out_beats + 1) * b->out_lanes,
                 blocks = (bytes + TAUFLOW_DMA_MULTIPLE - 1) / TAUFLOW_DMA_MULTIPLE;
    return blocks * TAUFLOW_DMA_MULTIPLE;
}

/* What the guard hands to the DMA: results, a beat with the check word, zeros; and what faults make
 * of it. */
static void deliver(board *b, const uint32_t *in, const uint32_t *out)
{
    const size_t words = (size_t)b->out_beats * b->out_lanes, bytes = 4 * words;
    uint32_t crc = crc32_packet(in, (size_t)b->beats * b->lanes, out, words);
    unsigned char packet[QUEUE_BYTES] = {0};
    size_t size = padded_bytes(b);
    memcpy(packet, out, bytes);
    memcpy(packet + bytes, &crc, 4);
    if (b->fault == FLIP)
        packet[1] ^= 0x10;
    if (b->fault == STALE)
        memcpy(packet, b->last, size);
    else
        memcpy(b->last, packet, size);
    if (b->fault == LOSE && !b->struck) {
        b->struck = true;
        size -= 4;
    }
    memcpy(b->out.bytes + b->out.size, packet, size);
    b->out.size += size;
    b->slow_until = b->fault == SLOW ? transport_now() + (uint64_t)b->number * 1000000u : 0;
    ask_for_interrupt(b);
}

/* Clocks the core until it has taken all packets that it was given and has delivered what it can.
 * All files of the board wait meanwhile, so one that is stuck is given up soon. */
static bool run_core(board *b)
{
    report r;
    const uint64_t until = transport_now() + (uint64_t)CORE_PATIENCE_MS * 1000000u;
    uint64_t sent = UINT64_MAX, came = UINT64_MAX;
    for (int idle = 0; idle < STUCK_MOVES && transport_now() < until;) {
        if (b->core->kind->move(b->core, &b->flow, &r) != TAUFLOW_OK)
            return false;
        const bool rests = b->flow.sent == sent && b->flow.came == came;
        if (b->flow.sent == b->flow.queued && (b->loops ? rests : b->flow.came == b->flow.sent))
            return true;
        idle = rests ? idle + 1 : 0;
        sent = b->flow.sent;
        came = b->flow.came;
    }
    return false;
}

/* Whole packets through the core, as many as there are and as results find room. */
static void pump(board *b)
{
    const size_t in_bytes = 4 * (size_t)b->beats * b->lanes,
                 out_bytes = padded_bytes(b);
    flow *f = &b->flow;
    if (!in_bytes || !f->ring || b->fault == STUCK)
        return;
    const size_t inside = (size_t)(f->queued - b->delivered), places = f->ring,
                 waiting = b->in.size / in_bytes;
    const size_t fit = QUEUE_BYTES / out_bytes, most_packets = fit < FLIGHT ? fit : FLIGHT,
                 waits = (b->out.size + out_bytes - 1) / out_bytes,
                 left = waits < most_packets ? most_packets - waits : 0,
                 room = left < places ? left : places;
    const size_t free_places = room > inside ? room - inside : 0,
                 count = waiting < free_places ? waiting : free_places;
    if (!count)
        return;
    for (size_t k = 0; k < count; k++, f->queued++)
        memcpy(flow_in(f, f->queued), b->in.bytes + k * in_bytes, in_bytes);
    drop(&b->in, count * in_bytes);
    if (!run_core(b)) /* as on a board: nothing comes out */
        return;
    for (; b->delivered < f->came; b->delivered++)
        deliver(b, flow_in(f, b->delivered), flow_out(f, b->delivered));
    tell_change(b);
}

/* Faults that a call itself shows leave a file ready. */
static bool shows_fault(const board *b)
{
    return b->fault == GONE || b->fault == READ_FAILS || b->fault == WRITE_FAILS || b->fault == END;
}

bool board_can_read(board *b)
{
    pthread_mutex_lock(&b->lock);
    bool can = shows_fault(b) || (b->out.size && b->fault != HANG && !holds_back(b));
    pthread_mutex_unlock(&b->lock);
    return can;
}

bool board_can_write(board *b)
{
    pthread_mutex_lock(&b->lock);
    bool can = shows_fault(b) || (b->in.size < QUEUE_BYTES && b->fault != WRITE_HANGS);
    pthread_mutex_unlock(&b->lock);
    return can;
}

void board_on_change(board *b, void (*call)(void *), void *user)
{
    pthread_mutex_lock(&b->lock);
    b->on_change = call;
    b->on_change_user = user;
    pthread_mutex_unlock(&b->lock);
}

/* Waits as a transfer of the driver does; 0, or the errno that it ends with. */
static int wait_in_driver(board *b, uint64_t deadline)
{
    if (transport_now() > deadline)
        return ETIMEDOUT;
    return wait_a_little(b) ? 0 : EINTR;
}

int board_packets_write(board *b, const char *bytes, size_t size, bool wait)
{
    pthread_mutex_lock(&b->lock);
    const uint64_t deadline = driver_deadline(b);
    int error = meet(b, WRITE_HANGS, WRITE_FAILS, wait);
    if (error)
        return answer(b, -error);
    size = most(b, size, 3);
    for (size_t moved = 0; moved < size;) {
        size_t room = QUEUE_BYTES - b->in.size, part = size - moved < room ? size - moved : room;
        memcpy(b->in.bytes + b->in.size, bytes + moved, part);
        if (b->fault == FLIP_IN && part)
            b->in.bytes[b->in.size] ^= 2;
        b->in.size += part;
        moved += part;
        pump(b);
        if (!part && !wait)
            return answer(b, moved ? (int)moved : -EAGAIN);
        error = part ? 0 : wait_in_driver(b, deadline);
        if (error)
            return answer(b, -error);
    }
    /* A transfer is over when the core has taken it. */
    for (const size_t packet = 4 * (size_t)b->beats * b->lanes;
         wait && b->flow.ring && b->fault != STUCK && b->in.size >= packet; pump(b)) {
        error = wait_in_driver(b, deadline);
        if (error)
            return answer(b, -error);
    }
    return answer(b, (int)size);
}

/* What a read of results meets before it gets bytes: 0 it may have them, EAGAIN they are not there,
 * others end it; -1: no more will come. */
static int meet_results(board *b)
{
    pump(b);
    if (b->fault == GONE)
        return ENODEV;
    if (b->fault == READ_FAILS)
        return EIO;
    if (b->fault == END)
        return -1;
    return b->out.size == 0 || b->fault == HANG || holds_back(b) ||
                   transport_now() < b->slow_until
               ? EAGAIN
               : 0;
}

/* Files that know poll: what is there. */
static int read_ready(board *b, char *bytes, size_t size)
{
    const int error = meet_results(b);
    if (error)
        return error < 0 ? 0 : -error;
    size = most(b, size < b->out.size ? size : b->out.size, TAUFLOW_DMA_MULTIPLE);
    memcpy(bytes, b->out.bytes, size);
    drop(&b->out, size);
    return (int)size;
}

/* As the driver does: descriptor by descriptor, until all are full. */
static int read_transfer(board *b, char *bytes, size_t size)
{
    c2h_transfer t = {.bytes = (unsigned char *)bytes,
                      .size = most(b, size, TAUFLOW_DMA_MULTIPLE)};
    const uint64_t deadline = driver_deadline(b);
    uint64_t late_until = 0;
    if (!size || size % TAUFLOW_DMA_MULTIPLE)
        return -EINVAL; /* PG195 does not tell what happens then */
    while (c2h_room(&t)) {
        if (t.filled == 0 && !late_until && b->late_us && below(b, LATE_ONE_IN) == 0)
            late_until = transport_now() + (uint64_t)below(b, b->late_us) * 1000u;
        int error = transport_now() < late_until ? EAGAIN : meet_results(b);
        if (error == EAGAIN)
            error = wait_in_driver(b, deadline);
        else if (!error) {
            const size_t room = c2h_room(&t), part = room < b->out.size ? room : b->out.size;
            c2h_fill(&t, b->out.bytes, part, false);
            drop(&b->out, part);
            late_until = t.filled ? late_until : 0;
        }
        if (error)
            return error < 0 ? 0 : -error;
    }
    return (int)t.moved;
}

int board_packets_read(board *b, char *bytes, size_t size, bool wait)
{
    pthread_mutex_lock(&b->lock);
    int error = meet(b, HANG, READ_FAILS, wait);
    if (error)
        return answer(b, -error);
    const int moved = wait ? read_transfer(b, bytes, size) : read_ready(b, bytes, size);
    pump(b); /* there is room again */
    tell_change(b);
    return answer(b, moved);
}

/* As the driver's file: 4 bytes, 1 for any number of interrupts since the last read. */
int board_events_read(board *b, char *bytes, size_t size)
{
    const uint32_t one = 1;
    if (size != sizeof one)
        return -EPROTO;
    pthread_mutex_lock(&b->lock);
    while (!b->event) {
        if (b->fault == GONE)
            return answer(b, -ENODEV);
        if (!wait_a_little(b))
            return answer(b, -EINTR);
        pump(b);
        ask_for_interrupt(b);
    }
    b->event = false;
    memcpy(bytes, &one, sizeof one);
    return answer(b, (int)sizeof one);
}

/* ---- faults -------------------------------------------------------------------------------- */

bool board_is_gone(board *b)
{
    pthread_mutex_lock(&b->lock);
    bool gone = b->fault == GONE;
    pthread_mutex_unlock(&b->lock);
    return gone;
}

int board_set_fault(board *b, const char *word, size_t size)
{
    static const char *const WORDS[] = {
#define FAULT(id, name, number, about) name,
        BOARD_FAULTS(FAULT)
#undef FAULT
    };
    char line[64] = "", name[32] = "";
    unsigned number = 0;
    memcpy(line, word, size < sizeof line ? size : sizeof line - 1);
    if (sscanf(line, "%31s %u", name, &number) < 1)
        return -EINVAL;
    for (int k = 0; k < FAULTS_COUNT; k++)
        if (strcmp(WORDS[k], name) == 0) {
            pthread_mutex_lock(&b->lock);
            b->fault = (fault)k;
            b->number = number;
            b->struck = false;
            b->slow_until = 0;
            tell_change(b);
            return answer(b, (int)size);
        }
    return -EINVAL;
}
