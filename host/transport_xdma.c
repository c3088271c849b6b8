/* `xdma:PATH`: the character files of the XDMA driver. Registers through PATH_user, mapped where the file can be mapped;
 * packets through PATH_h2c_0 and PATH_c2h_0, each with a worker, so that words go in and come out at the same time.
 *
 * Known of the driver: stream files block, transfers end after 10 s by its own timeout, reads of 4 bytes or fewer and lengths told by
 * packet ends are not to be trusted. So only whole records of known length are moved. */
#include "transport.h"

#include "worker.h"

#include <errno.h>
#include <fcntl.h>
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
    worker *worker[FILES]; /* none for registers that are mapped */
    volatile uint32_t *registers;
} xdma;

static void xdma_close(transport *t)
{
    xdma *x = (xdma *)t;
    for (int k = 0; k < FILES; k++)
        if (x->worker[k])
            worker_end(x->worker[k]);
    if (x->registers)
        munmap((void *)(uintptr_t)x->registers, WINDOW_BYTES);
    free(x);
}

static tauflow_status open_file(xdma *x, const char *path, which_file k, report *r)
{
    int length = snprintf(x->name[k], NAME_BYTES, "%s%s", path, ENDING[k]);
    if (length < 0 || length >= NAME_BYTES)
        return report_fail(r, TAUFLOW_BAD_CALL, "the path of the device is too long");
    int file = open(x->name[k], MODE[k] | O_CLOEXEC);
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
    x->worker[k] = worker_make(file);
    return x->worker[k] ? TAUFLOW_OK : report_fail(r, TAUFLOW_NO_MEMORY, "no memory or no thread for %s", x->name[k]);
}

static tauflow_status xdma_open(const char *address, uint32_t timeout_ms, transport **out, report *r)
{
    xdma *x = calloc(1, sizeof *x);
    *out = NULL;
    if (!x)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    x->base.kind = &TRANSPORT_XDMA;
    x->timeout_ms = timeout_ms;
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

static tauflow_status xdma_run(transport *t, const burst *b, uint64_t deadline_ns, report *r)
{
    xdma *x = (xdma *)t;
    const size_t in_words = (size_t)b->beats * b->lanes, larger = 4 * (in_words > b->out_words ? in_words : b->out_words);
    const uint32_t most = larger > WORKER_BYTES ? 0 : (uint32_t)(WORKER_BYTES / larger);
    if (!most)
        return report_fail(r, TAUFLOW_BAD_CALL, "packets of %zu bytes are too long", larger);
    for (uint32_t from = 0; from < b->count; from += most) {
        uint32_t part = b->count - from < most ? b->count - from : most;
        const uint32_t together = b->ends_made ? part : 1; /* packets a transfer */
        worker_read(x->worker[OUT], (size_t)part * b->out_words * 4, (size_t)together * b->out_words * 4, WORKER_STREAM);
        worker_write(x->worker[IN], b->in + from * in_words, part * in_words * 4, together * in_words * 4, WORKER_STREAM);
        tauflow_status sent = worker_wait(x->worker[IN], NULL, deadline_ns, x->name[IN], r);
        report first = *r;
        tauflow_status came = worker_wait(x->worker[OUT], b->out + (size_t)from * b->out_words, sent == TAUFLOW_OK ? deadline_ns : 0, x->name[OUT], r);
        if (sent != TAUFLOW_OK) { /* then that nothing comes back is no news */
            *r = first;
            return sent;
        }
        PASS(came);
    }
    return TAUFLOW_OK;
}

const transport_kind TRANSPORT_XDMA = {"xdma:", xdma_open, xdma_close, xdma_read, xdma_write, xdma_run};
