/* SPDX-License-Identifier: MIT */
/* `serial:PORT[,baud=N]`: a board at a serial port (docs/serial.md). One request at a time is under
 * way; it is sent again, with the same number, when its reply does not come or comes damaged, until
 * the timeout. Writes of registers are collected and go out together, before anything else does.
 *
 * Packets of both directions are one stream of words each; a request of kind MOVE carries as many
 * as fit and asks for the results that are due. */
#include "transport.h"

#include "device_owner.h"
#include "poll_until.h"
#include "serial_frames.h"
#include "serial_line.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    NAME_BYTES = 256,
    DEFAULT_BAUD = 3000000,
    READ_BYTES = 1024,
    ROUNDS = 64, /* of one move */
    PULLS = 8,   /* reads of one look */
    /* Between what the wire takes and a repetition: for USB, the board's wait in MOVE, a busy
     * computer. It doubles with each repetition, and follows what replies take. */
    PATIENCE_LEAST_MS = 20,
    PATIENCE_MOST_MS = 4000,
    /* Payloads are short at first and after damage, and grow with every request that needs no
     * repetition: a long frame does not come through noise that a short one survives. */
    WORDS_FIRST = 32,
    WORDS_MORE = 16,
    WORDS_LEAST = 8
};
#define MS_NS ((uint64_t)1000000)

typedef struct {
    transport base;
    const time_limits *limits;
    char name[NAME_BYTES];
    uint32_t baud;
    int file;
    /* the request under way */
    bool waiting, again; /* again: something was damaged, so it is to be sent once more */
    serial_frame request;
    uint8_t bytes[SERIAL_BYTES_MOST];
    size_t size, written;
    uint32_t times;             /* that it was sent */
    uint64_t wire_ends_ns;      /* when its reply could be here at the soonest */
    uint64_t patience_ns;       /* and how much later it is missed */
    _Atomic uint64_t resend_ns; /* their sum; 0: the request is not out yet */
    uint32_t words_most; /* of a payload, for now */
    serial_frame reply;
    serial_decoder decoder;
    uint64_t damaged; /* frames, since the port was opened */
    serial_frame writes; /* registers to be written */
    bool moved;          /* `reply` is one to MOVE, and the flow does not know it yet */
    uint64_t in_words, out_words; /* of the flow, that the core took and gave */
} serial_port;

/* ---- one request ----------------------------------------------------------------------------- */

static tauflow_status gone(const serial_port *s, const char *why, report *r)
{
    return report_fail(r, TAUFLOW_IO, "%s is gone: %s (unplugged, or the board lost its power)",
                       s->name, why);
}

static uint64_t wire_ns(const serial_port *s, size_t bytes)
{
    return (uint64_t)bytes * 10u * 1000000000u / s->baud; /* with start and stop bit */
}

static void begin(serial_port *s)
{
    s->request.sequence++;
    s->size = serial_encode(&s->request, s->bytes);
    s->written = 0;
    s->times = 1;
    s->waiting = true;
    s->again = false;
    atomic_store(&s->resend_ns, 0);
}

static uint64_t between(uint64_t least, uint64_t value, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static void set_patience(serial_port *s, uint64_t ns)
{
    s->patience_ns = between(PATIENCE_LEAST_MS * MS_NS, ns, PATIENCE_MOST_MS * MS_NS);
}

/* From a reply to a request that was sent once. Patience: twice as late as it came, or a little
 * less than before. */
static void learn(serial_port *s)
{
    const uint64_t now = transport_now(),
                   late = now > s->wire_ends_ns ? 2 * (now - s->wire_ends_ns) : 0,
                   less = s->patience_ns - s->patience_ns / 32;
    if (s->times > 1)
        return;
    set_patience(s, late > less ? late : less);
    s->words_most = (uint32_t)between(WORDS_LEAST, s->words_most + WORDS_MORE, SERIAL_WORDS_MOST);
}

static void repeat(serial_port *s)
{
    s->written = 0;
    s->times++;
    s->words_most = (uint32_t)between(WORDS_LEAST, s->words_most / 2, SERIAL_WORDS_MOST);
    s->again = false;
    atomic_store(&s->resend_ns, 0);
}

/* On the wire: no more results come than are due, and MOVE asks for those. */
static size_t reply_bytes(const serial_port *s)
{
    const size_t words = s->request.type == SERIAL_MOVE ? s->request.argument : 1;
    return 2 + 4 * (words + 2) * 9 / 8; /* some bytes are escaped */
}

static tauflow_status push(serial_port *s, report *r)
{
    while (s->written < s->size) {
        const ssize_t moved = write(s->file, s->bytes + s->written, s->size - s->written);
        if (moved > 0)
            s->written += (size_t)moved;
        else if (moved < 0 && errno == EINTR)
            continue;
        else if (moved < 0 && errno == EAGAIN)
            return TAUFLOW_OK;
        else
            return gone(s, moved < 0 ? strerror(errno) : "it takes no bytes", r);
    }
    if (!atomic_load(&s->resend_ns)) {
        s->wire_ends_ns = transport_now() + wire_ns(s, s->size + reply_bytes(s));
        atomic_store(&s->resend_ns, s->wire_ends_ns + s->patience_ns);
    }
    return TAUFLOW_OK;
}

/* A frame that came: is it the reply? Others are late replies to requests that were repeated. */
static void look_at(serial_port *s, const serial_frame *f)
{
    if (f->type == SERIAL_AGAIN) {
        s->again = true;
        return;
    }
    if (!s->waiting || f->sequence != s->request.sequence ||
        (f->type != (s->request.type | SERIAL_REPLY) && f->type != SERIAL_REFUSED))
        return;
    if (s->request.type == SERIAL_OPEN &&
        (f->words != 1 || f->payload[0] != s->request.payload[0]))
        return; /* to another OPEN, of another process perhaps */
    s->reply = *f;
    s->waiting = false;
    learn(s);
}

/* Bytes may come as fast as they are read, and no reply among them: so a look takes some only, and
 * ends with the call. */
static tauflow_status pull(serial_port *s, report *r)
{
    uint8_t bytes[READ_BYTES];
    serial_frame f;
    for (int round = 0; round < PULLS && transport_now() < s->limits->until_ns; round++) {
        const ssize_t count = read(s->file, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return TAUFLOW_OK;
        if (count <= 0)
            return gone(s, count < 0 ? strerror(errno) : "it has ended", r);
        for (ssize_t k = 0; k < count; k++) {
            const serial_event found = serial_decode(&s->decoder, bytes[k], &f);
            if (found == SERIAL_GOOD)
                look_at(s, &f);
            if (found == SERIAL_BAD) {
                s->damaged++;
                s->again = true;
            }
        }
    }
    return TAUFLOW_OK;
}

static tauflow_status refused(const serial_port *s, report *r)
{
    if (s->reply.argument == SERIAL_REASON_CLOSED)
        return report_fail(r, TAUFLOW_IO, "the board at %s was reset", s->name);
    if (s->reply.argument == SERIAL_REASON_STOPPED)
        return report_fail(r, TAUFLOW_IO, "the core at %s does not run", s->name);
    return report_fail(r, TAUFLOW_BAD_DEVICE, "the board at %s knows no request of type %u",
                       s->name, s->request.type);
}

/* Both ways, as far as possible without waiting; `waiting` tells whether the reply is there. */
static tauflow_status go_on(serial_port *s, report *r)
{
    PASS(push(s, r));
    PASS(pull(s, r));
    if (!s->waiting)
        return s->reply.type == SERIAL_REFUSED ? refused(s, r) : TAUFLOW_OK;
    const uint64_t due = atomic_load(&s->resend_ns);
    if (due && (s->again || transport_now() > due)) {
        if (!s->again) /* nothing at all came: perhaps all is just slow */
            set_patience(s, 2 * s->patience_ns);
        repeat(s);
        return push(s, r);
    }
    return TAUFLOW_OK;
}

static void wait_for_port(const serial_port *s, uint64_t until_ns)
{
    const uint64_t due = atomic_load(&s->resend_ns);
    struct pollfd ask = {.fd = s->file, .events = (short)(due ? POLLIN : POLLIN | POLLOUT)};
    poll_until(&ask, 1, due && due < until_ns ? due : until_ns);
}

static tauflow_status wait_for_reply(serial_port *s, report *r)
{
    const uint64_t until = limits_end(s->limits);
    for (;;) {
        PASS(go_on(s, r));
        if (!s->waiting)
            return TAUFLOW_OK;
        if (transport_now() > until)
            return report_fail(r, TAUFLOW_TIMEOUT,
                               "%s does not answer in time: asked %u times at %u baud, %llu "
                               "damaged frames came",
                               s->name, s->times, s->baud, (unsigned long long)s->damaged);
        wait_for_port(s, until);
    }
}

/* A reply to MOVE that nobody waited for yet is kept for the flow. */
static tauflow_status finish_move(serial_port *s, report *r)
{
    if (!s->waiting)
        return TAUFLOW_OK;
    PASS(wait_for_reply(s, r));
    s->moved = true;
    return TAUFLOW_OK;
}

static tauflow_status send_writes(serial_port *s, report *r)
{
    if (!s->writes.words)
        return TAUFLOW_OK;
    const uint8_t last = s->request.sequence;
    s->request = s->writes;
    s->request.sequence = last;
    s->writes.words = 0;
    begin(s);
    return wait_for_reply(s, r);
}

/* The reply to MOVE is taken out of the way of others. */
typedef struct {
    serial_frame request, reply;
} kept_move;

/* Writes that wait, then this request; its reply is in s->reply. */
static tauflow_status ask(serial_port *s, uint32_t type, uint16_t argument, uint32_t *word,
                          report *r)
{
    kept_move kept;
    PASS(finish_move(s, r));
    kept.request = s->request;
    kept.reply = s->reply;
    PASS(send_writes(s, r));
    if (type) {
        s->request.type = (uint8_t)type;
        s->request.argument = argument;
        s->request.words = type == SERIAL_OPEN;
        s->request.payload[0] = *word;
        begin(s);
        PASS(wait_for_reply(s, r));
        if (s->reply.words != 1)
            return report_fail(r, TAUFLOW_BAD_DEVICE, "%s: a reply of %u words instead of one",
                               s->name, s->reply.words);
        *word = s->reply.payload[0];
        argument = s->reply.argument;
    }
    if (s->moved) {
        const uint8_t last = s->request.sequence;
        s->request = kept.request;
        s->reply = kept.reply;
        s->request.sequence = last;
    }
    if (type == SERIAL_OPEN && argument != SERIAL_VERSION)
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "the serial link of the board has version %u and this library knows %u",
                           argument, SERIAL_VERSION);
    return TAUFLOW_OK;
}

/* ---- opening and closing --------------------------------------------------------------------- */

static void serial_close(transport *t, bool inherited)
{
    serial_port *s = (serial_port *)t;
    report ignored;
    if (s->file >= 0 && !inherited) {
        if (!s->waiting)
            (void)ask(s, 0, 0, NULL, &ignored); /* writes that wait */
        serial_line_close(s->file);
    } else if (s->file >= 0) {
        close(s->file);
    }
    free(s);
}

/* PORT[,baud=N] */
static tauflow_status read_address(serial_port *s, const char *address, report *r)
{
    static const char OPTION[] = ",baud=";
    const char *option = strstr(address, OPTION);
    const size_t length = option ? (size_t)(option - address) : strlen(address);
    s->baud = DEFAULT_BAUD;
    if (length >= NAME_BYTES)
        return report_fail(r, TAUFLOW_BAD_CALL, "the name of the port is too long");
    if (length)
        memcpy(s->name, address, length);
    else
        strcpy(s->name, "/dev/ttyUSB0");
    if (!option)
        return TAUFLOW_OK;
    char *end = NULL;
    const char *digits = option + strlen(OPTION);
    const unsigned long baud = strtoul(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || *end || baud < 300 || baud > 100000000)
        return report_fail(r, TAUFLOW_BAD_CALL,
                           "'%s': PORT,baud=N with N from 300 to 100000000 expected", address);
    s->baud = (uint32_t)baud;
    return TAUFLOW_OK;
}

static tauflow_status open_link(serial_port *s, const char *address, report *r)
{
    uint32_t word = (uint32_t)getpid() * 2654435761u ^ (uint32_t)transport_now();
    PASS(read_address(s, address, r));
    PASS(serial_line_open(s->name, s->baud, &s->file, r));
    return ask(s, SERIAL_OPEN, (uint16_t)SERIAL_VERSION, &word, r);
}

static tauflow_status serial_open(const transport_place *p, transport **out, report *r)
{
    serial_port *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    s->base.kind = &TRANSPORT_SERIAL;
    s->limits = p->limits;
    s->file = -1;
    s->patience_ns = PATIENCE_LEAST_MS * MS_NS;
    s->words_most = WORDS_FIRST;
    s->writes.type = (uint8_t)SERIAL_WRITE;
    tauflow_status done = open_link(s, p->address, r);
    if (done == TAUFLOW_OK)
        *out = &s->base;
    else
        serial_close(&s->base, false);
    return done;
}

/* ---- registers ------------------------------------------------------------------------------- */

static tauflow_status serial_read(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    *data = 0;
    return ask((serial_port *)t, SERIAL_READ, (uint16_t)offset, data, r);
}

static tauflow_status serial_write(transport *t, uint32_t offset, uint32_t data, report *r)
{
    serial_port *s = (serial_port *)t;
    s->writes.payload[s->writes.words++] = offset;
    s->writes.payload[s->writes.words++] = data;
    return s->writes.words + 2 > s->words_most ? ask(s, 0, 0, NULL, r) : TAUFLOW_OK;
}

/* ---- packets --------------------------------------------------------------------------------- */

static void serial_restart(transport *t)
{
    serial_port *s = (serial_port *)t;
    s->in_words = s->out_words = 0;
    s->moved = false;
}

/* What a reply to MOVE brought: also words of results that are not due yet, since the board takes
 * what the core gives while it hands over the payload. */
static tauflow_status take_results(serial_port *s, flow *f, report *r)
{
    const uint64_t most = f->queued * flow_out_words(f),
                   ring_words = (uint64_t)f->ring * flow_out_words(f);
    s->moved = false;
    if (s->reply.argument > s->request.words)
        return report_fail(r, TAUFLOW_BAD_DEVICE, "%s: %u words were taken of %u", s->name,
                           s->reply.argument, s->request.words);
    if (s->out_words + s->reply.words > most)
        return report_fail(r, TAUFLOW_CORRUPT, "%s: more results came than samples went in",
                           s->name);
    s->in_words += s->reply.argument;
    for (uint32_t k = 0; k < s->reply.words; k++)
        f->out[s->out_words++ % ring_words] = s->reply.payload[k];
    f->sent = s->in_words / flow_in_words(f);
    f->came = s->out_words / flow_out_words(f);
    return TAUFLOW_OK;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Words that wait, and results that are due with them; false: there is nothing to do. */
static bool ask_for_move(serial_port *s, const flow *f)
{
    const uint64_t end = f->queued * flow_in_words(f),
                   ring_words = (uint64_t)f->ring * flow_in_words(f),
                   count = least(end - s->in_words, s->words_most),
                   due = flow_expected(f, (s->in_words + count) / flow_in_words(f)) *
                         flow_out_words(f);
    if (!count && s->out_words >= due)
        return false;
    s->request.type = (uint8_t)SERIAL_MOVE;
    s->request.argument = (uint16_t)least(due - least(due, s->out_words), s->words_most);
    s->request.words = (uint32_t)count;
    for (uint32_t k = 0; k < count; k++)
        s->request.payload[k] = f->in[(s->in_words + k) % ring_words];
    begin(s);
    return true;
}

static tauflow_status serial_move(transport *t, flow *f, report *r)
{
    serial_port *s = (serial_port *)t;
    if (s->writes.words)
        PASS(ask(s, 0, 0, NULL, r));
    for (int round = 0; round < ROUNDS; round++) {
        if (s->waiting) {
            PASS(go_on(s, r));
            if (s->waiting)
                return TAUFLOW_OK;
            s->moved = true;
        }
        if (s->moved)
            PASS(take_results(s, f, r));
        if (!ask_for_move(s, f))
            return TAUFLOW_OK;
    }
    return TAUFLOW_OK;
}

static uint64_t serial_begun(const transport *t, const flow *f)
{
    const serial_port *s = (const serial_port *)t;
    const uint64_t words = flow_in_words(f),
                   out = s->in_words + (s->waiting || s->moved ? s->request.words : 0);
    return (out + words - 1) / words;
}

static void serial_wait(transport *t, uint64_t seen, uint64_t until_ns)
{
    (void)seen;
    wait_for_port((const serial_port *)t, until_ns);
}

/* A reply that still comes has an old number, and nobody waits for it. */
static tauflow_status serial_give_up(transport *t, report *r)
{
    serial_port *s = (serial_port *)t;
    (void)r;
    s->waiting = s->again = s->moved = false;
    s->writes.words = 0;
    return TAUFLOW_OK;
}

static uint32_t serial_files(transport *t, const flow *f,
                             struct pollfd list[TRANSPORT_FILES_MOST], uint64_t *wake_ns)
{
    const serial_port *s = (const serial_port *)t;
    const uint64_t due = atomic_load(&s->resend_ns);
    (void)f;
    *wake_ns = due ? due : *wake_ns;
    list[0] = (struct pollfd){.fd = s->file, .events = (short)(due ? POLLIN : POLLIN | POLLOUT)};
    return 1;
}

static tauflow_status serial_late(transport *t, const flow *f, report *r)
{
    const serial_port *s = (const serial_port *)t;
    return report_fail(r, TAUFLOW_TIMEOUT,
                       "%s does not deliver in time: %llu of %llu packets came, %llu damaged "
                       "frames",
                       s->name, (unsigned long long)f->came,
                       (unsigned long long)flow_expected(f, f->queued),
                       (unsigned long long)s->damaged);
}

const transport_kind TRANSPORT_SERIAL = {
    "serial:", true, 1, serial_open, serial_close, serial_read, serial_write, serial_restart,
    serial_move, serial_begun, serial_wait, serial_late, NULL, NULL, serial_give_up, serial_files,
    NULL
};
