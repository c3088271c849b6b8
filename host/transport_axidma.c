/* SPDX-License-Identifier: MIT */
/* `axidma:PATH[,phys=ADDRESS,size=BYTES]`: a core on a system of processor and FPGA (Zynq), packets
 * through AMD's AXI DMA in direct register mode (PG021, machine/axidma.def). PATH_core are the
 * registers of the core and PATH_dma those of the DMA, both mapped through uio; PATH_buffer is
 * memory that the DMA reaches (u-dma-buf), its lower half for packets, its upper half for results.
 * Its address and size are what sysfs tells of it, where the address does not.
 *
 * A transfer of packets and that of their results begin together and are over before the next ones
 * begin. The DMA must be told the end of results by the stream: the board counts blocks (register
 * TRANSFER). The interrupt of the DMA, where it has one, ends a wait.
 *
 * A core belongs to one handle: the file of the DMA is locked. */
#include "transport.h"

#include "device_owner.h"
#include "mapped.h"
#include "poll_until.h"
#include "tauflow_regs.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define VALUE(name, value, what) static const uint32_t DMA_##name = value;
#include "machine/axidma.def"
#undef VALUE

enum {
    CORE_BYTES = 4096,
    LOOK_NS = 50000, /* between two looks where there is no interrupt */
    RESET_LOOKS = 10000,
    LEAST_BYTES = 8192,  /* of the buffer */
    ALIGNED_BYTES = 4096 /* its halves */
};
#define DEFAULT_PATH "/dev/tauflow0"

typedef struct {
    transport base;
    mapped core, dma, buffer;
    uint64_t physical;
    size_t half; /* bytes for packets, and as many for results */
    bool locked, by_interrupt;
    bool watched; /* the application polls the file: interrupts are to be taken */
    bool sends, receives; /* a transfer is under way */
    uint64_t given, asked; /* packets and results in transfers until now */
} axidma;

/* ---- opening --------------------------------------------------------------------------------- */

static bool read_number(const char *path, uint64_t *out)
{
    char text[64] = "", *end;
    FILE *f = fopen(path, "re");
    const bool got = f && fgets(text, sizeof text, f);
    if (f)
        fclose(f);
    *out = strtoull(text, &end, 0);
    return got && end != text && *out;
}

/* What the driver of the buffer tells, by the name that it gave the file, whatever links to that;
 * older ones have another class. */
static bool ask_driver(const axidma *x, const char *what, uint64_t *out)
{
    static const char *const CLASSES[] = {"u-dma-buf", "udmabuf"};
    char name[MAPPED_NAME_BYTES], path[2 * MAPPED_NAME_BYTES];
    const ssize_t length = readlink(x->buffer.name, name, sizeof name - 1);
    snprintf(name + (length > 0 ? length : 0), sizeof name - (length > 0 ? (size_t)length : 0),
             "%s", length > 0 ? "" : x->buffer.name);
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    bool got = false;
    for (int k = 0; k < 2 && !got; k++) {
        snprintf(path, sizeof path, "/sys/class/%s/%s/%s", CLASSES[k], last, what);
        got = read_number(path, out);
    }
    return got;
}

static tauflow_status find_buffer(axidma *x, uint64_t physical, uint64_t size, report *r)
{
    if ((!physical && !ask_driver(x, "phys_addr", &physical)) ||
        (!size && !ask_driver(x, "size", &size)))
        return report_fail(r, TAUFLOW_NOT_FOUND,
                           "where %s lies in memory is not known: it is no u-dma-buf, and the "
                           "address has no phys= and size=",
                           x->buffer.name);
    if (size < LEAST_BYTES || physical % ALIGNED_BYTES)
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s has %llu bytes from %llx on: %u or more from a page on expected",
                           x->buffer.name, (unsigned long long)size, (unsigned long long)physical,
                           LEAST_BYTES);
    x->physical = physical;
    x->half = (size_t)(size / 2 / ALIGNED_BYTES * ALIGNED_BYTES);
    return mapped_map(&x->buffer, 2 * x->half, r);
}

/* `,key=number` at the end of an address is cut off; 0: it is not there. */
static bool cut_number(char *address, const char *key, uint64_t *out)
{
    char *at = strstr(address, key), *end;
    *out = 0;
    if (!at)
        return true;
    *out = strtoull(at + strlen(key), &end, 0);
    const bool good = end != at + strlen(key) && (*end == 0 || *end == ',') && *out;
    memmove(at, end, strlen(end) + 1);
    return good;
}

static tauflow_status name_files(axidma *x, const char *path, report *r)
{
    mapped *const files[] = {&x->core, &x->dma, &x->buffer};
    static const char *const ENDINGS[] = {"core", "dma", "buffer"};
    for (int k = 0; k < 3; k++) {
        const int length = snprintf(files[k]->name, MAPPED_NAME_BYTES, "%s_%s", path, ENDINGS[k]);
        if (length < 0 || length >= MAPPED_NAME_BYTES)
            return report_fail(r, TAUFLOW_BAD_CALL, "the path of the device is too long");
    }
    return TAUFLOW_OK;
}

static uint32_t get(const axidma *x, uint32_t channel, uint32_t offset)
{
    return mapped_read(&x->dma, channel + offset);
}

static void put(const axidma *x, uint32_t channel, uint32_t offset, uint32_t data)
{
    mapped_write(&x->dma, channel + offset, data);
}

/* Both channels; whatever was under way is given up. */
static bool reset_dma(const axidma *x)
{
    put(x, 0, DMA_CONTROL, DMA_RESET);
    for (int look = 0; look < RESET_LOOKS; look++)
        if (!(get(x, 0, DMA_CONTROL) & DMA_RESET))
            return true;
    return false;
}

/* Interrupts are enabled by a write to the file; one without an interrupt refuses it. */
static bool enable_interrupt(const axidma *x)
{
    const uint32_t on = 1;
    return write(x->dma.file, &on, sizeof on) == sizeof on;
}

static tauflow_status start_dma(axidma *x, report *r)
{
    if (!reset_dma(x))
        return report_fail(r, TAUFLOW_BAD_DEVICE, "%s is no AXI DMA: it stays in reset",
                           x->dma.name);
    const uint32_t status = get(x, 0, DMA_STATUS);
    if (status & DMA_SCATTER_GATHER || !(status & DMA_HALTED))
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s is no AXI DMA in direct register mode: its status is %08x",
                           x->dma.name, status);
    put(x, 0, DMA_CONTROL, DMA_RUN | DMA_ERROR_ENABLED);
    put(x, DMA_S2MM, DMA_CONTROL, DMA_RUN | DMA_COMPLETE_ENABLED | DMA_ERROR_ENABLED);
    x->by_interrupt = enable_interrupt(x);
    return TAUFLOW_OK;
}

static tauflow_status open_all(axidma *x, const char *address, report *r)
{
    char path[MAPPED_NAME_BYTES] = DEFAULT_PATH;
    uint64_t physical, size;
    if (strlen(address) >= sizeof path)
        return report_fail(r, TAUFLOW_BAD_CALL, "the path of the device is too long");
    if (*address)
        memcpy(path, address, strlen(address) + 1);
    if (!cut_number(path, ",phys=", &physical) || !cut_number(path, ",size=", &size) ||
        strchr(path, ','))
        return report_fail(r, TAUFLOW_BAD_CALL,
                           "'axidma:%s': axidma:PATH[,phys=ADDRESS,size=BYTES] expected", address);
    PASS(name_files(x, path, r));
    PASS(mapped_open(&x->dma, r));
    PASS(device_lock(x->dma.file, x->dma.name, r));
    x->locked = true;
    PASS(mapped_open(&x->core, r));
    PASS(mapped_open(&x->buffer, r));
    PASS(mapped_map(&x->core, CORE_BYTES, r));
    PASS(find_buffer(x, physical, size, r));
    PASS(mapped_map(&x->dma, DMA_WINDOW_BYTES, r));
    return start_dma(x, r);
}

static void axidma_close(transport *t, bool inherited)
{
    axidma *x = (axidma *)t;
    if (!inherited && x->dma.words)
        reset_dma(x); /* nothing is written into the memory any more */
    if (!inherited && x->locked)
        flock(x->dma.file, LOCK_UN);
    mapped_close(&x->core);
    mapped_close(&x->dma);
    mapped_close(&x->buffer);
    free(x);
}

static tauflow_status axidma_open(const transport_place *p, transport **out, report *r)
{
    axidma *x = calloc(1, sizeof *x);
    *out = NULL;
    if (!x)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    x->base.kind = &TRANSPORT_AXIDMA;
    x->core.file = x->dma.file = x->buffer.file = -1;
    tauflow_status done = open_all(x, p->address, r);
    if (done == TAUFLOW_OK)
        *out = &x->base;
    else
        axidma_close(&x->base, false);
    return done;
}

/* ---- registers ------------------------------------------------------------------------------- */

static tauflow_status axidma_read(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    (void)r;
    *data = mapped_read(&((axidma *)t)->core, offset);
    return TAUFLOW_OK;
}

static tauflow_status axidma_write(transport *t, uint32_t offset, uint32_t data, report *r)
{
    (void)r;
    mapped_write(&((axidma *)t)->core, offset, data);
    return TAUFLOW_OK;
}

/* ---- packets --------------------------------------------------------------------------------- */

static void axidma_restart(transport *t)
{
    axidma *x = (axidma *)t;
    x->given = x->asked = 0;
    x->sends = x->receives = false;
}

static unsigned char *half_of(const axidma *x, bool upper)
{
    return (unsigned char *)(uintptr_t)x->buffer.words + (upper ? x->half : 0);
}

/* The register of the length has as many bits as the DMA was built with. */
static tauflow_status begin(const axidma *x, uint32_t channel, uint64_t address, uint64_t bytes,
                            report *r)
{
    put(x, channel, DMA_ADDRESS, (uint32_t)address);
    put(x, channel, DMA_ADDRESS_HIGH, (uint32_t)(address >> 32));
    put(x, channel, DMA_LENGTH, (uint32_t)bytes);
    const uint32_t kept = get(x, channel, DMA_LENGTH);
    if (kept != bytes)
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s keeps %u of a length of %llu bytes: it was built with too few bits "
                           "for lengths",
                           x->dma.name, kept, (unsigned long long)bytes);
    return TAUFLOW_OK;
}

/* True when the transfer of a channel is over. */
static tauflow_status look(const axidma *x, uint32_t channel, bool *over, report *r)
{
    const uint32_t status = get(x, channel, DMA_STATUS);
    if (status == UINT32_MAX)
        return report_fail(r, TAUFLOW_IO, "the device is gone: its registers read all ones");
    if (status & (DMA_ERROR | DMA_INTERNAL_ERROR | DMA_SLAVE_ERROR | DMA_DECODE_ERROR))
        return report_fail(r, TAUFLOW_IO, "%s: the transfer of %s failed, status %08x: %s",
                           x->dma.name, channel ? "results" : "packets", status,
                           status & DMA_DECODE_ERROR  ? "no memory has its address"
                           : status & DMA_SLAVE_ERROR ? "the memory refused it"
                                                      : "its length was wrong");
    *over = status & DMA_COMPLETE;
    if (*over)
        put(x, channel, DMA_STATUS, DMA_COMPLETE);
    return TAUFLOW_OK;
}

static tauflow_status collect(axidma *x, flow *f, report *r)
{
    bool over = false;
    if (x->sends) {
        PASS(look(x, 0, &over, r));
        x->sends = !over;
        f->sent = over ? x->given : f->sent;
    }
    if (!x->receives)
        return TAUFLOW_OK;
    PASS(look(x, DMA_S2MM, &over, r));
    if (!over)
        return TAUFLOW_OK;
    const uint64_t due = (x->asked - f->came) * 4 * flow_out_words(f);
    const uint32_t came = get(x, DMA_S2MM, DMA_LENGTH);
    if (came != due)
        return report_fail(r, TAUFLOW_IO, "%s wrote %u of %llu bytes", x->dma.name, came,
                           (unsigned long long)due);
    mapped_barrier();
    flow_copy_results(f, x->asked, half_of(x, true));
    f->came = x->asked;
    x->receives = false;
    return TAUFLOW_OK;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The file of the DMA tells interrupts, one count of them per read, and is armed by a write. */
static void take_interrupt(const axidma *x)
{
    uint32_t interrupts;
    if (read(x->dma.file, &interrupts, sizeof interrupts) == sizeof interrupts)
        enable_interrupt(x);
}

/* Results first: the DMA waits for them before the board may let them go. */
static tauflow_status axidma_move(transport *t, flow *f, report *r)
{
    axidma *x = (axidma *)t;
    const size_t in_bytes = 4 * (size_t)flow_in_words(f), out_bytes = 4 * (size_t)flow_out_words(f),
                 larger = in_bytes > out_bytes ? in_bytes : out_bytes;
    if (larger > x->half)
        return report_fail(r, TAUFLOW_BAD_CALL,
                           "packets of %zu bytes are too long for %s: its halves have %zu", larger,
                           x->buffer.name, x->half);
    struct pollfd ask = {.fd = x->dma.file, .events = POLLIN};
    if (x->watched && poll_until(&ask, 1, 0) == 1)
        take_interrupt(x);
    PASS(collect(x, f, r));
    if (x->sends || x->receives || f->sent == f->queued)
        return TAUFLOW_OK;
    const uint64_t count = least(f->queued - f->sent, x->half / larger);
    x->given = f->sent + count;
    const uint64_t due = flow_expected(f, x->given) - f->came;
    if (due) {
        x->asked = f->came + due;
        x->receives = true;
        PASS(begin(x, DMA_S2MM, x->physical + x->half, due * out_bytes, r));
        mapped_write(&x->core, TAUFLOW_REG_TRANSFER,
                     (uint32_t)(due * out_bytes / TAUFLOW_DMA_MULTIPLE));
    }
    flow_copy_packets(f, x->given, half_of(x, false));
    mapped_barrier();
    x->sends = true;
    return begin(x, 0, x->physical, count * in_bytes, r);
}

static uint64_t axidma_begun(const transport *t, const flow *f)
{
    const axidma *x = (const axidma *)t;
    return x->sends ? x->given : f->sent;
}

static void axidma_wait(transport *t, uint64_t seen, uint64_t until_ns)
{
    const axidma *x = (const axidma *)t;
    struct pollfd ask = {.fd = x->dma.file, .events = POLLIN};
    const uint64_t now = transport_now(), left = now < until_ns ? until_ns - now : 0;
    (void)seen;
    if (!x->by_interrupt)
        nanosleep(&(struct timespec){0, left < LOOK_NS ? (long)left : LOOK_NS}, NULL);
    else if (poll_until(&ask, 1, until_ns) == 1)
        take_interrupt(x);
}

static uint32_t axidma_files(transport *t, const flow *f,
                             struct pollfd list[TRANSPORT_FILES_MOST], uint64_t *wake_ns)
{
    axidma *x = (axidma *)t;
    (void)f;
    x->watched = x->by_interrupt;
    if (!x->by_interrupt)
        *wake_ns = transport_now() + LOOK_NS;
    list[0] = (struct pollfd){.fd = x->by_interrupt ? x->dma.file : -1, .events = POLLIN};
    return 1;
}

static tauflow_status axidma_give_up(transport *t, report *r)
{
    return start_dma((axidma *)t, r);
}

static tauflow_status axidma_late(transport *t, const flow *f, report *r)
{
    const axidma *x = (const axidma *)t;
    return report_fail(r, TAUFLOW_TIMEOUT, "%s does not answer in time: %s", x->dma.name,
                       x->sends ? "the core does not take its packets"
                       : f->came < flow_expected(f, f->sent)
                           ? "results do not come"
                           : "nothing moves");
}

const transport_kind TRANSPORT_AXIDMA = {
    "axidma:", true, 1, axidma_open, axidma_close, axidma_read, axidma_write, axidma_restart,
    axidma_move, axidma_begun, axidma_wait, axidma_late, NULL, NULL, axidma_give_up, axidma_files,
    NULL
};
