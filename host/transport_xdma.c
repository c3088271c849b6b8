/* SPDX-License-Identifier: MIT */
/* `xdma:PATH[,events]`: the character files of the XDMA driver. Core c of a device has the
 * registers from c x 4 KiB of PATH_user on, mapped where the file can be mapped, and the stream
 * channel PATH_h2c_c and PATH_c2h_c. Packets move by poll where the driver knows it, which shows in
 * that c2h is not ready while nothing was sent, and otherwise each file with a worker, so that
 * words go in and come out at the same time; one packet alone moves in the calling thread where an
 * alarm clock can end its calls. All packets that wait go in one transfer, all results
 * that are due come in one.
 *
 * A core belongs to one handle: c2h is locked (flock), and the driver itself lets one open it at a
 * time. Registers are one file for all cores and are not locked.
 *
 * Known of the driver: stream files block; a transfer that takes longer than its own timeout, 10 s,
 * ends and its bytes are lost; a read becomes a descriptor per page, whose lengths must be
 * multiples of 64 bytes, and which an end of packet would leave with a gap. So only whole records
 * of known length are moved, results padded by the board.
 *
 * With `,events` a read of results begins when the board says by an interrupt that one waits
 * (machine/events.def, PATH_events_c): nothing is under way in the DMA meanwhile, so its driver has
 * nothing to give up, and a wait that is ended loses no bytes. */
#include "transport.h"

#include "device_owner.h"
#include "poll_until.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
#define VALUE(name, value, what) EVENTS_##name = value,
#include "machine/events.def"
#undef VALUE
    WINDOW_BYTES = 4096,
    NAME_BYTES = 256,
    FILES = 3, /* that packets or registers go through */
    CHANNELS = 4,
    ROUNDS = 64 /* of one move */
};
typedef enum { USER, IN, OUT, EVENTS, NAMES } which_file;
static const char *const ENDING[NAMES] = {
    [USER] = "_user", [IN] = "_h2c_", [OUT] = "_c2h_", [EVENTS] = "_events_"};

typedef struct {
    transport base;
    uint32_t core;
    const time_limits *limits;
    const alarm_clock *alarm;
    bell *news;
    char name[NAMES][NAME_BYTES];
    worker
        *worker[FILES]; /* none for registers that are mapped, none for packets where poll works */
    int polled[FILES];     /* files of packets where poll works, -1 otherwise */
    int locked;            /* c2h once more, so that its lock can be given back; -1: none */
    volatile uint32_t
        *registers; /* of all cores up to this one: a page may be longer than a window */
    bool by_poll, by_events;
    uint64_t given, asked;       /* by workers: packets in jobs of IN, of OUT, until now */
    uint64_t given_ns, asked_ns; /* when the last of these jobs began */
    uint64_t in_moved, out_part; /* by poll: bytes, and those of the result that is coming */
} xdma;

/* The lock is given back by name, since processes made by fork may still have the file open. Not
 * where a thread still reads: what it takes would be missing to the next handle. */
static void unlock(xdma *x, bool inherited)
{
    bool ended = true;
    for (int k = 0; k < FILES; k++)
        if (x->worker[k] && inherited)
            worker_drop(x->worker[k]);
        else if (x->worker[k])
            ended = worker_end(x->worker[k]) && ended;
    if (x->locked < 0)
        return;
    if (ended && !inherited)
        flock(x->locked, LOCK_UN);
    close(x->locked);
}

static void xdma_close(transport *t, bool inherited)
{
    xdma *x = (xdma *)t;
    unlock(x, inherited);
    for (int k = 0; k < FILES; k++)
        if (x->polled[k] >= 0)
            close(x->polled[k]);
    if (x->registers)
        munmap((void *)(uintptr_t)x->registers, (size_t)(x->core + 1) * WINDOW_BYTES);
    free(x);
}

static tauflow_status name_file(xdma *x, const char *path, which_file k, report *r)
{
    int length = k == USER ? snprintf(x->name[k], NAME_BYTES, "%s%s", path, ENDING[k])
                           : snprintf(x->name[k], NAME_BYTES, "%s%s%u", path, ENDING[k], x->core);
    return length >= 0 && length < NAME_BYTES
               ? TAUFLOW_OK
               : report_fail(r, TAUFLOW_BAD_CALL, "the path of the device is too long");
}

static tauflow_status cannot_open(const xdma *x, which_file k, report *r)
{
    const int error = errno;
    if (error == EBUSY)
        return device_is_busy(x->name[k], r);
    return report_fail(r, TAUFLOW_NOT_FOUND, "cannot open %s: %s%s", x->name[k], strerror(error),
                       error != ENOTCONN ? "" : " (a simulated board that has ended; "
                                                "'fusermount3 -u FOLDER' frees its folder)");
}

/* Files without poll call themselves ready always. */
static bool knows_poll(int file)
{
    struct pollfd ask = {.fd = file, .events = POLLIN};
    return poll(&ask, 1, 0) == 0;
}

static tauflow_status give_to_worker(xdma *x, which_file k, int file, report *r)
{
    x->worker[k] = worker_make(file, x->news);
    if (x->worker[k])
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_NO_MEMORY, "no memory or no thread for %s", x->name[k]);
}

static tauflow_status keep_file(xdma *x, which_file k, int file, report *r)
{
    if (x->by_poll) {
        x->polled[k] = file;
        return TAUFLOW_OK;
    }
    return give_to_worker(x, k, file, r);
}

static tauflow_status open_user(xdma *x, report *r)
{
    const size_t size = (size_t)(x->core + 1) * WINDOW_BYTES;
    int file = open(x->name[USER], O_RDWR | O_CLOEXEC);
    if (file < 0)
        return cannot_open(x, USER, r);
    void *window = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (window != MAP_FAILED) {
        x->registers = window;
        close(file);
        return TAUFLOW_OK;
    }
    x->polled[USER] = file; /* until the core is ours: then it is a worker's */
    return TAUFLOW_OK;
}

/* Nobody else may have the core; and, while nothing was sent: does the file know poll? */
static tauflow_status open_results(xdma *x, report *r)
{
    int file = open(x->name[OUT], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return cannot_open(x, OUT, r);
    x->locked = fcntl(file, F_DUPFD_CLOEXEC, 0);
    tauflow_status done = x->locked < 0 ? report_fail(r, TAUFLOW_IO, "cannot lock %s: %s",
                                                      x->name[OUT], strerror(errno))
                                        : device_lock(file, x->name[OUT], r);
    x->by_poll = knows_poll(file);
    if (done == TAUFLOW_OK && !x->by_poll && fcntl(file, F_SETFL, O_RDONLY) != 0)
        done = report_fail(r, TAUFLOW_IO, "%s: %s", x->name[OUT], strerror(errno));
    if (done == TAUFLOW_OK)
        return keep_file(x, OUT, file, r);
    close(file);
    return done;
}

static tauflow_status open_inputs(xdma *x, report *r)
{
    int file = open(x->name[IN], O_WRONLY | O_CLOEXEC | (x->by_poll ? O_NONBLOCK : 0));
    return file < 0 ? cannot_open(x, IN, r) : keep_file(x, IN, file, r);
}

static tauflow_status open_files(xdma *x, const char *path, report *r)
{
    for (int k = 0; k < NAMES; k++)
        PASS(name_file(x, path, (which_file)k, r));
    PASS(open_user(x, r));
    PASS(open_results(x, r));
    PASS(open_inputs(x, r));
    const int file = x->polled[USER];
    x->polled[USER] = -1;
    return file < 0 ? TAUFLOW_OK : give_to_worker(x, USER, file, r);
}

/* A job of the register file, in the worker's thread or in this one. */
static tauflow_status move_register(xdma *x, bool writes, uint32_t offset, report *r)
{
    worker *w = x->worker[USER];
    const uint64_t end = limits_end(x->limits);
    if (x->alarm->is_on)
        return (writes ? worker_write_here : worker_read_here)(w, 4, 4, (off_t)offset, end,
                                                               x->name[USER], r);
    (writes ? worker_write : worker_read)(w, 4, 4, (off_t)offset);
    return worker_wait(w, end, x->name[USER], r);
}

static tauflow_status xdma_read(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    xdma *x = (xdma *)t;
    offset += x->core * WINDOW_BYTES;
    if (x->registers) {
        *data = x->registers[offset / 4];
        return TAUFLOW_OK;
    }
    PASS(move_register(x, false, offset, r));
    const unsigned char *b = worker_bytes(x->worker[USER]);
    *data = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return TAUFLOW_OK;
}

static tauflow_status xdma_write(transport *t, uint32_t offset, uint32_t data, report *r)
{
    xdma *x = (xdma *)t;
    offset += x->core * WINDOW_BYTES;
    if (x->registers) {
        x->registers[offset / 4] = data;
        return TAUFLOW_OK;
    }
    unsigned char *b = worker_bytes(x->worker[USER]);
    for (uint32_t k = 0; k < 4; k++)
        b[k] = (unsigned char)(data >> 8 * k);
    return move_register(x, true, offset, r);
}

/* PATH of PATH[,events]. */
static tauflow_status read_address(xdma *x, const char *address, char path[NAME_BYTES], report *r)
{
    const char *comma = strchr(address, ',');
    const size_t length = comma ? (size_t)(comma - address) : strlen(address);
    x->by_events = comma != NULL;
    if (comma && strcmp(comma, ",events") != 0)
        return report_fail(r, TAUFLOW_BAD_CALL, "'%s': xdma:PATH[,events] expected", address);
    if (length >= NAME_BYTES)
        return report_fail(r, TAUFLOW_BAD_CALL, "the path of the device is too long");
    snprintf(path, NAME_BYTES, "%.*s", (int)length, address);
    if (!length)
        snprintf(path, NAME_BYTES, "/dev/xdma0");
    return TAUFLOW_OK;
}

/* Files that know poll need no interrupt. */
static tauflow_status open_events(xdma *x, report *r)
{
    uint32_t told = 0;
    if (!x->by_events || x->by_poll)
        return TAUFLOW_OK;
    PASS(xdma_read(&x->base, EVENTS_REGISTER, &told, r));
    if (!(told & EVENTS_PRESENT))
        return report_fail(r, TAUFLOW_BAD_DEVICE, "%s: the board has no interrupt for results",
                           x->name[USER]);
    const int file = open(x->name[EVENTS], O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return cannot_open(x, EVENTS, r);
    worker_wait_for(x->worker[OUT], file);
    return TAUFLOW_OK;
}

static tauflow_status xdma_open(const transport_place *p, transport **out, report *r)
{
    char path[NAME_BYTES];
    xdma *x = calloc(1, sizeof *x);
    *out = NULL;
    if (!x)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    x->base.kind = &TRANSPORT_XDMA;
    x->core = p->core;
    x->limits = p->limits;
    x->alarm = p->alarm;
    x->news = p->news;
    x->polled[USER] = x->polled[IN] = x->polled[OUT] = x->locked = -1;
    tauflow_status done = read_address(x, p->address, path, r);
    if (done == TAUFLOW_OK)
        done = open_files(x, path, r);
    if (done == TAUFLOW_OK)
        done = open_events(x, r);
    if (done == TAUFLOW_OK)
        *out = &x->base;
    else
        xdma_close(&x->base, false);
    return done;
}

static void xdma_restart(transport *t)
{
    xdma *x = (xdma *)t;
    x->given = x->asked = x->in_moved = x->out_part = 0;
}

/* ---- packets by poll ----------------------------------------------------------------------- */

/* The next bytes of a ring that one call may move: up to `end`, the ring's end and, where the end
 * of a call is the end of a packet, that. */
static size_t piece(const flow *f, uint64_t moved, uint64_t end, size_t packet_bytes)
{
    const uint64_t ring_bytes = (uint64_t)f->ring * packet_bytes,
                   wrap = ring_bytes - moved % ring_bytes,
                   one = packet_bytes - moved % packet_bytes;
    uint64_t size = end - moved < wrap ? end - moved : wrap;
    return (size_t)(!f->ends_made && one < size ? one : size);
}

static tauflow_status count_bytes(const xdma *x, which_file k, ssize_t moved, uint64_t *total,
                                  report *r)
{
    if (moved > 0)
        *total += (uint64_t)moved;
    else if (moved == 0)
        return report_fail(r, TAUFLOW_IO, "%s ended", x->name[k]);
    else if (errno != EINTR && errno != EAGAIN)
        return report_fail(r, TAUFLOW_IO, "%s: %s%s", x->name[k], strerror(errno),
                           errno == ENODEV || errno == ENXIO ? " (the device is gone)" : "");
    return TAUFLOW_OK;
}

/* Those of packets that wait and of results that are due; -1 in the place of the others. Workers
 * ring the bell when they are done, but perhaps before it was listened to. */
static uint32_t xdma_files(transport *t, const flow *f,
                           struct pollfd list[TRANSPORT_FILES_MOST], uint64_t *wake_ns)
{
    const xdma *x = (const xdma *)t;
    if (!x->by_poll) {
        const bool over = worker_look(x->worker[IN]) == WORKER_DONE ||
                          worker_look(x->worker[OUT]) == WORKER_DONE;
        *wake_ns = over ? 0 : *wake_ns;
        return 0;
    }
    const bool sends = x->in_moved < f->queued * 4 * flow_in_words(f),
               receives = f->came < flow_expected(f, f->queued);
    list[0] = (struct pollfd){.fd = sends ? x->polled[IN] : -1, .events = POLLOUT};
    list[1] = (struct pollfd){.fd = receives ? x->polled[OUT] : -1, .events = POLLIN};
    return TRANSPORT_FILES_MOST;
}

static tauflow_status move_by_poll(xdma *x, flow *f, report *r)
{
    const size_t in_bytes = 4 * (size_t)flow_in_words(f), out_bytes = 4 * (size_t)flow_out_words(f);
    for (int round = 0; round < ROUNDS; round++) {
        struct pollfd ask[TRANSPORT_FILES_MOST];
        uint64_t out_moved = f->came * out_bytes + x->out_part, ignored;
        xdma_files(&x->base, f, ask, &ignored);
        if (poll(ask, TRANSPORT_FILES_MOST, 0) <= 0)
            break;
        if (ask[0].revents)
            PASS(count_bytes(
                x, IN,
                write(x->polled[IN], (char *)f->in + x->in_moved % (f->ring * in_bytes),
                      piece(f, x->in_moved, f->queued * in_bytes, in_bytes)),
                &x->in_moved, r));
        if (ask[1].revents)
            PASS(count_bytes(
                x, OUT,
                read(x->polled[OUT], (char *)f->out + out_moved % (f->ring * out_bytes),
                     piece(f, out_moved, flow_expected(f, f->queued) * out_bytes, out_bytes)),
                &out_moved, r));
        f->sent = x->in_moved / in_bytes;
        f->came = out_moved / out_bytes;
        x->out_part = out_moved % out_bytes;
    }
    return TAUFLOW_OK;
}

/* ---- packets, what the two ways share ------------------------------------------------------- */

static tauflow_status collect(xdma *x, flow *f, report *r)
{
    if (worker_look(x->worker[IN]) == WORKER_DONE) {
        PASS(worker_wait(x->worker[IN], 0, x->name[IN], r));
        f->sent = x->given;
    }
    if (worker_look(x->worker[OUT]) == WORKER_DONE) {
        PASS(worker_wait(x->worker[OUT], 0, x->name[OUT], r));
        flow_copy_results(f, x->asked, worker_bytes(x->worker[OUT]));
        f->came = x->asked;
    }
    return TAUFLOW_OK;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* ---- one packet in the calling thread ------------------------------------------------------- */

/* In, then its results: the core must be able to take a packet while its results wait, which a
 * check sample shows when the program is loaded. */
static tauflow_status move_here(xdma *x, flow *f, report *r)
{
    const size_t in_bytes = 4 * (size_t)flow_in_words(f), out_bytes = 4 * (size_t)flow_out_words(f);
    const uint64_t end = limits_end(x->limits);
    x->given = f->sent + 1;
    x->asked = flow_expected(f, x->given);
    if (x->by_events && x->asked > f->came)
        PASS(xdma_write(&x->base, EVENTS_REGISTER, EVENTS_ARMED, r));
    flow_copy_packets(f, x->given, worker_bytes(x->worker[IN]));
    PASS(worker_write_here(x->worker[IN], in_bytes, in_bytes, WORKER_STREAM, end, x->name[IN], r));
    f->sent = x->given;
    if (x->asked == f->came)
        return TAUFLOW_OK;
    const size_t size = (size_t)(x->asked - f->came) * out_bytes;
    PASS(worker_read_here(x->worker[OUT], size, f->ends_made ? size : out_bytes, WORKER_STREAM, end,
                          x->name[OUT], r));
    flow_copy_results(f, x->asked, worker_bytes(x->worker[OUT]));
    f->came = x->asked;
    return TAUFLOW_OK;
}

/* ---- packets by workers -------------------------------------------------------------------- */

/* Results are asked for together with the inputs that they are of, so a core that stops its input
 * until its output is taken cannot block the pair, and no transfer waits for a later call: the
 * driver would end it after its own timeout. */
static tauflow_status move_by_workers(xdma *x, flow *f, report *r)
{
    const size_t in_bytes = 4 * (size_t)flow_in_words(f), out_bytes = 4 * (size_t)flow_out_words(f);
    PASS(collect(x, f, r));
    if (worker_look(x->worker[IN]) != WORKER_IDLE || worker_look(x->worker[OUT]) != WORKER_IDLE)
        return TAUFLOW_OK;
    if (x->alarm->is_on && f->queued - f->sent == 1)
        return move_here(x, f, r);
    if (f->sent < f->queued) {
        const size_t larger = in_bytes > out_bytes ? in_bytes : out_bytes;
        uint64_t count = least(f->queued - f->sent, WORKER_BYTES / larger);
        x->given = f->sent + count;
        flow_copy_packets(f, x->given, worker_bytes(x->worker[IN]));
        x->given_ns = transport_now();
        worker_write(x->worker[IN], (size_t)count * in_bytes,
                     f->ends_made ? (size_t)count * in_bytes : in_bytes, WORKER_STREAM);
    }
    const uint64_t due = flow_expected(f, x->given);
    if (f->came < due) {
        const uint64_t count = due - f->came;
        if (x->by_events)
            PASS(xdma_write(&x->base, EVENTS_REGISTER, EVENTS_ARMED, r));
        x->asked = due;
        x->asked_ns = transport_now();
        worker_read(x->worker[OUT], (size_t)count * out_bytes,
                    f->ends_made ? (size_t)count * out_bytes : out_bytes, WORKER_STREAM);
    }
    return TAUFLOW_OK;
}

static tauflow_status xdma_move(transport *t, flow *f, report *r)
{
    xdma *x = (xdma *)t;
    const size_t words = flow_in_words(f) > flow_out_words(f) ? flow_in_words(f)
                                                              : flow_out_words(f);
    if (4 * words > WORKER_BYTES)
        return report_fail(r, TAUFLOW_BAD_CALL, "packets of %zu bytes are too long", 4 * words);
    return x->by_poll ? move_by_poll(x, f, r) : move_by_workers(x, f, r);
}

static void xdma_wait(transport *t, uint64_t seen, uint64_t until_ns)
{
    xdma *x = (xdma *)t;
    struct pollfd ask = {.fd = x->polled[OUT], .events = POLLIN};
    if (!x->by_poll)
        bell_wait(x->news, seen, until_ns);
    else
        poll_until(&ask, 1, until_ns);
}

/* Transfers are ended; what the driver had of them is lost with that. */
static tauflow_status xdma_give_up(transport *t, report *r)
{
    xdma *x = (xdma *)t;
    for (int k = 0; k < FILES; k++)
        if (x->worker[k])
            PASS(worker_again(x->worker[k], x->name[k], r));
    return TAUFLOW_OK;
}

static int xdma_set_schedule(transport *t, const thread_schedule *s)
{
    const xdma *x = (const xdma *)t;
    int error = 0;
    for (int k = 0; k < FILES && !error; k++)
        error = x->worker[k] ? worker_set_schedule(x->worker[k], s) : 0;
    return error;
}

/* Both may wait; the one that waits longer keeps the other waiting. */
static bool input_hangs(const xdma *x, const flow *f)
{
    struct pollfd ask = {.fd = x->polled[IN], .events = POLLOUT};
    if (x->by_poll)
        return f->sent < f->queued && poll(&ask, 1, 0) == 0;
    return worker_look(x->worker[IN]) == WORKER_BUSY &&
           (worker_look(x->worker[OUT]) != WORKER_BUSY || x->given_ns <= x->asked_ns);
}

static tauflow_status xdma_late(transport *t, const flow *f, report *r)
{
    xdma *x = (xdma *)t;
    return report_fail(r, TAUFLOW_TIMEOUT, "%s does not answer in time",
                       x->name[input_hangs(x, f) ? IN : OUT]);
}

static uint64_t xdma_begun(const transport *t, const flow *f)
{
    const xdma *x = (const xdma *)t;
    const uint64_t bytes = 4 * (uint64_t)flow_in_words(f);
    return x->by_poll ? (x->in_moved + bytes - 1) / bytes : x->given;
}

const transport_kind TRANSPORT_XDMA = {
    "xdma:", true, CHANNELS, xdma_open, xdma_close, xdma_read, xdma_write, xdma_restart,
    xdma_move, xdma_begun, xdma_wait, xdma_late, NULL, NULL, xdma_give_up, xdma_files,
    xdma_set_schedule
};
