/* `xdma:PATH`: the character files of the XDMA driver. Registers through PATH_user, mapped where the file can be mapped;
 * packets through PATH_h2c_0 and PATH_c2h_0: by poll where the driver knows it, which shows in that c2h is not ready while nothing was sent, and
 * otherwise each with a worker, so that words go in and come out at the same time.
 *
 * Known of the driver: stream files block, transfers end after 10 s by its own timeout, reads of 4 bytes or fewer and lengths told by
 * packet ends are not to be trusted. So only whole records of known length are moved. */
#include "transport.h"

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WINDOW_BYTES = 4096, NAME_BYTES = 256, FILES = 3 };
typedef enum { USER, IN, OUT } which_file;
static const char *const ENDING[FILES] = {[USER] = "_user", [IN] = "_h2c_0", [OUT] = "_c2h_0"};
static const int MODE[FILES] = {[USER] = O_RDWR, [IN] = O_WRONLY, [OUT] = O_RDONLY};

typedef struct {
    transport base;
    uint32_t timeout_ms;
    char name[FILES][NAME_BYTES];
    worker *worker[FILES]; /* none for registers that are mapped, none for packets where poll works */
    int polled[FILES];     /* files of packets where poll works, -1 otherwise */
    volatile uint32_t *registers;
    bool by_poll;
} xdma;

static void xdma_close(transport *t)
{
    xdma *x = (xdma *)t;
    for (int k = 0; k < FILES; k++)
        if (x->worker[k])
            worker_end(x->worker[k]);
    for (int k = IN; k <= OUT; k++)
        if (x->polled[k] >= 0)
            close(x->polled[k]);
    if (x->registers)
        munmap((void *)(uintptr_t)x->registers, WINDOW_BYTES);
    free(x);
}

static tauflow_status open_file(xdma *x, const char *path, which_file k, report *r)
{
    int length = snprintf(x->name[k], NAME_BYTES, "%s%s", path, ENDING[k]);
    if (length < 0 || length >= NAME_BYTES)
        return report_fail(r, TAUFLOW_BAD_CALL, "the path of the device is too long");
    int file = open(x->name[k], MODE[k] | O_CLOEXEC | (k != USER && x->by_poll ? O_NONBLOCK : 0));
    if (file < 0)
        return report_fail(r, TAUFLOW_NOT_FOUND, "cannot open %s: %s", x->name[k], strerror(errno));
    if (k == USER) {
        void *window = mmap(NULL, WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (window != MAP_FAILED) {
            x->registers = window;
            close(file);
            return TAUFLOW_OK;
        }
    }
    if (k != USER && x->by_poll) {
        x->polled[k] = file;
        return TAUFLOW_OK;
    }
    x->worker[k] = worker_make(file);
    return x->worker[k] ? TAUFLOW_OK : report_fail(r, TAUFLOW_NO_MEMORY, "no memory or no thread for %s", x->name[k]);
}

/* Files without poll call themselves ready always. */
static bool knows_poll(const char *path)
{
    char name[NAME_BYTES];
    snprintf(name, sizeof name, "%s%s", path, ENDING[OUT]);
    int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct pollfd ask = {.fd = file, .events = POLLIN};
    bool knows = file >= 0 && poll(&ask, 1, 0) == 0;
    if (file >= 0)
        close(file);
    return knows;
}

static tauflow_status xdma_open(const char *address, uint32_t timeout_ms, transport **out, report *r)
{
    xdma *x = calloc(1, sizeof *x);
    *out = NULL;
    if (!x)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    x->base.kind = &TRANSPORT_XDMA;
    x->timeout_ms = timeout_ms;
    x->polled[USER] = x->polled[IN] = x->polled[OUT] = -1;
    x->by_poll = knows_poll(*address ? address : "/dev/xdma0");
    tauflow_status done = TAUFLOW_OK;
    for (int k = 0; k < FILES && done == TAUFLOW_OK; k++)
        done = open_file(x, *address ? address : "/dev/xdma0", (which_file)k, r);
    if (done == TAUFLOW_OK)
        *out = &x->base;
    else
        xdma_close(&x->base);
    return done;
}

static uint64_t register_deadline(const xdma *x)
{
    return transport_now() + (uint64_t)x->timeout_ms * 1000000u;
}

static tauflow_status xdma_read(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    xdma *x = (xdma *)t;
    unsigned char b[4];
    if (x->registers) {
        *data = x->registers[offset / 4];
        return TAUFLOW_OK;
    }
    worker_read(x->worker[USER], sizeof b, sizeof b, (off_t)offset);
    PASS(worker_wait(x->worker[USER], b, register_deadline(x), x->name[USER], r));
    *data = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return TAUFLOW_OK;
}

static tauflow_status xdma_write(transport *t, uint32_t offset, uint32_t data, report *r)
{
    xdma *x = (xdma *)t;
    const unsigned char b[4] = {(unsigned char)data, (unsigned char)(data >> 8), (unsigned char)(data >> 16), (unsigned char)(data >> 24)};
    if (x->registers) {
        x->registers[offset / 4] = data;
        return TAUFLOW_OK;
    }
    worker_write(x->worker[USER], b, sizeof b, sizeof b, (off_t)offset);
    return worker_wait(x->worker[USER], NULL, register_deadline(x), x->name[USER], r);
}

/* ---- packets by poll ---------------------------------------------------------------------------------- */

/* One direction: what has moved, and the end of the record that a call may not pass. */
typedef struct {
    unsigned char *bytes;
    size_t size, record, moved;
} side;

static tauflow_status move_some(const xdma *x, which_file k, side *s, report *r)
{
    size_t rest = s->record - s->moved % s->record;
    ssize_t moved = k == IN ? write(x->polled[k], s->bytes + s->moved, rest) : read(x->polled[k], s->bytes + s->moved, rest);
    if (moved > 0)
        s->moved += (size_t)moved;
    else if (moved == 0)
        return report_fail(r, TAUFLOW_IO, "%s ended after %zu of %zu bytes", x->name[k], s->moved, s->size);
    else if (errno != EINTR && errno != EAGAIN)
        return report_fail(r, TAUFLOW_IO, "%s: %s%s", x->name[k], strerror(errno), errno == ENODEV || errno == ENXIO ? " (the device is gone)" : "");
    return TAUFLOW_OK;
}

static tauflow_status run_by_poll(const xdma *x, side *in, side *out, uint64_t deadline_ns, report *r)
{
    while (in->moved < in->size || out->moved < out->size) {
        const uint64_t now = transport_now();
        struct pollfd ask[2] = {{.fd = in->moved < in->size ? x->polled[IN] : -1, .events = POLLOUT},
                                {.fd = out->moved < out->size ? x->polled[OUT] : -1, .events = POLLIN}};
        int ready = now < deadline_ns ? poll(ask, 2, (int)((deadline_ns - now) / 1000000) + 1) : 0;
        if (ready == 0)
            return report_fail(r, TAUFLOW_TIMEOUT, "%s does not answer in time", x->name[in->moved < in->size ? IN : OUT]);
        if (ask[0].revents)
            PASS(move_some(x, IN, in, r));
        if (ask[1].revents)
            PASS(move_some(x, OUT, out, r));
    }
    return TAUFLOW_OK;
}

/* ---- packets by workers --------------------------------------------------------------------------------- */

static tauflow_status run_by_workers(const xdma *x, const side *in, const side *out, uint64_t deadline_ns, report *r)
{
    worker_read(x->worker[OUT], out->size, out->record, WORKER_STREAM);
    worker_write(x->worker[IN], in->bytes, in->size, in->record, WORKER_STREAM);
    tauflow_status sent = worker_wait(x->worker[IN], NULL, deadline_ns, x->name[IN], r);
    report first = *r;
    tauflow_status came = worker_wait(x->worker[OUT], out->bytes, sent == TAUFLOW_OK ? deadline_ns : 0, x->name[OUT], r);
    if (sent != TAUFLOW_OK) /* then that nothing comes back is no news */
        *r = first;
    return sent != TAUFLOW_OK ? sent : came;
}

static tauflow_status xdma_run(transport *t, const burst *b, uint64_t deadline_ns, report *r)
{
    xdma *x = (xdma *)t;
    const size_t in_bytes = 4 * (size_t)b->beats * b->lanes, out_bytes = 4 * (size_t)b->out_words, larger = in_bytes > out_bytes ? in_bytes : out_bytes;
    const uint32_t most = (uint32_t)(WORKER_BYTES / larger);
    if (!most)
        return report_fail(r, TAUFLOW_BAD_CALL, "packets of %zu bytes are too long", larger);
    for (uint32_t from = 0; from < b->count; from += most) {
        const uint32_t part = b->count - from < most ? b->count - from : most, together = b->ends_made ? part : 1; /* packets a transfer */
        side in = {(unsigned char *)(uintptr_t)b->in + from * in_bytes, part * in_bytes, together * in_bytes, 0};
        side out = {(unsigned char *)b->out + from * out_bytes, part * out_bytes, together * out_bytes, 0};
        PASS(x->by_poll ? run_by_poll(x, &in, &out, deadline_ns, r) : run_by_workers(x, &in, &out, deadline_ns, r));
    }
    return TAUFLOW_OK;
}

const transport_kind TRANSPORT_XDMA = {"xdma:", xdma_open, xdma_close, xdma_read, xdma_write, xdma_run};
