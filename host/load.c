/* SPDX-License-Identifier: MIT */
/* Loading: read and verify, write the tables, compute the check samples. Nothing is touched on the
 * core before the image is accepted. */
#include "handle.h"

#include "machine/crc32.h"
#include "tauflow_regs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    tauflow *handle;
    transport *port;
    uint32_t words;
} loader;

static tauflow_status put(transport *t, uint32_t offset, uint32_t data, report *r)
{
    return t->kind->write(t, offset, data, r);
}

static tauflow_status load_block(void *user, uint32_t address, report *r)
{
    const loader *l = user;
    PASS(handle_go_on(l->handle, r));
    return put(l->port, TAUFLOW_REG_LOAD_ADDRESS, address, r);
}

static tauflow_status load_word(void *user, uint32_t data, report *r)
{
    loader *l = user;
    l->words++;
    return put(l->port, TAUFLOW_REG_LOAD_DATA, data, r);
}

/* Tells this load from every other one, of the same image too: whoever resets or loads the core
 * changes register PROGRAM. 0 is what reset leaves, and all ones is what a dead PCIe link reads. */
static uint32_t make_mark(const tau_image *i, const transport *t)
{
    const uint64_t parts[] = {tau_word(i->whole.bytes + i->whole.size - 4), (uint64_t)getpid(),
                              transport_now(), (uint64_t)(uintptr_t)t};
    const uint32_t mark = crc32_bytes(0, parts, sizeof parts);
    return mark == 0 || mark == UINT32_MAX ? 1 : mark;
}

static tauflow_status load_tables(tauflow *h, transport *t, uint32_t mark)
{
    loader l = {h, t, 0};
    uint32_t stored, errors;
    report *r = &h->why;
    PASS(put(t, TAUFLOW_REG_PROGRAM, 0, r)); /* from now on it is nobody's program */
    PASS(put(t, TAUFLOW_REG_CONTROL, 0, r));
    PASS(put(t, TAUFLOW_REG_ERRORS, UINT32_MAX, r));
    PASS(put(t, TAUFLOW_REG_LOAD_COUNT, 0, r));
    PASS(tau_image_place(&h->plan.image, &h->core, &(tau_sink){&l, load_block, load_word}, r));
    PASS(t->kind->read(t, TAUFLOW_REG_LOAD_COUNT, &stored, r));
    PASS(t->kind->read(t, TAUFLOW_REG_ERRORS, &errors, r));
    if (stored != l.words || errors)
        return report_fail(r, TAUFLOW_CORRUPT, "the core stored %u of %u words, errors 0x%x",
                           stored, l.words, errors);
    PASS(put(t, TAUFLOW_REG_PROGRAM, mark, r));
    return put(t, TAUFLOW_REG_CONTROL, TAUFLOW_CONTROL_RUN_MASK | TAUFLOW_CONTROL_CLEAR_MASK, r);
}

/* ---- check samples ------------------------------------------------------------------------- */

void pack_test(const tau_image *i, uint32_t core_lanes, uint32_t test, uint32_t *packet)
{
    for (uint32_t cell = 0; cell < i->beats * i->needs.lanes; cell++) {
        uint32_t beat = cell / i->needs.lanes, lane = cell % i->needs.lanes,
                 input = tau_image_cell(i, beat, lane);
        if (input != TAU_NONE)
            packet[beat * core_lanes + lane] = tau_image_test(i, test, input);
    }
}

static tauflow_status check_test(const tau_image *i, uint32_t test, const uint32_t *words,
                                 report *r)
{
    for (uint32_t k = 0; k < i->outputs; k++) {
        tau_output o = tau_image_output(i, k);
        uint32_t wanted = tau_image_test(i, test, i->inputs + k),
                 found = o.position == TAU_NONE ? o.constant : words[o.position];
        if (wanted != found)
            return report_fail(r, TAUFLOW_CORRUPT,
                               "check sample %u: the core computes '%s' as %08x, and %08x is right",
                               test, o.name, found, wanted);
    }
    return TAUFLOW_OK;
}

/* Check samples from `first` to `end`. A word that was changed on its way into a table shows
 * here. */
static tauflow_status compute_tests(tauflow *h, channel *c, uint32_t first, uint32_t end)
{
    const tau_image *i = &h->plan.image;
    const uint64_t began = transport_now();
    uint32_t in = first, out = first;
    while (out < end) {
        const uint64_t seen = bell_rings(&h->news);
        for (uint32_t *slot; in < end && (slot = channel_slot(c)) != NULL; in++) {
            pack_test(i, h->core.lanes, in, slot);
            channel_put(c);
        }
        if (in == end ||
            channel_at_rest(c)) /* also where the ring is shorter than what stays in the core */
            channel_flush(c);
        PASS(handle_go_on(h, &h->why));
        PASS(channel_move(c, &h->limits, began, &h->why));
        const uint32_t before = out;
        for (const uint32_t *words; (words = channel_result(c)) != NULL; out++) {
            PASS(check_test(i, out, words, &h->why));
            channel_take(c);
        }
        if (out == before)
            c->port->kind->wait(c->port, seen, transport_now() + 1000000u);
    }
    return TAUFLOW_OK;
}

tauflow_status load_check_one(tauflow *h, channel *c, uint32_t test)
{
    const time_limits before = h->limits;
    h->limits.until_ns = transport_now() + h->limits.timeout_ns;
    handle_set_alarm(h);
    const tauflow_status done = compute_tests(h, c, test, test + 1);
    alarm_clock_end(&h->alarm);
    h->limits = before;
    return done;
}

/* ---- loading ------------------------------------------------------------------------------- */

static tauflow_status load_core(tauflow *h, channel *c)
{
    c->mark = make_mark(&h->plan.image, c->port);
    PASS(load_tables(h, c->port, c->mark));
    channel_restart(c);
    PASS(compute_tests(h, c, 0, h->plan.image.tests));
    if (h->alarm.number && h->plan.image.tests)
        PASS(load_check_one(h, c, 0));
    return stream_check_overflow(h, c);
}

static tauflow_status load_cores(tauflow *h)
{
    for (uint32_t k = 0; k < h->cores; k++) {
        tauflow_status done = load_core(h, &h->channels[k]);
        if (done != TAUFLOW_OK && h->cores > 1)
            report_prefix(&h->why, "core", h->first_core + k);
        PASS(done);
    }
    return TAUFLOW_OK;
}

/* The rings are made before anything is touched. */
static tauflow_status make_rings(tauflow *h, const packets *p)
{
    for (uint32_t k = 0; k < h->cores; k++)
        PASS(channel_prepare(&h->channels[k], p, h->ring, &h->why));
    return TAUFLOW_OK;
}

/* The core that the program is to run on: that of the handle, or the one which an address without a
 * name becomes. */
static tauflow_status choose_core(tauflow *h, const void *bytes, size_t size, tauflow_shape *core)
{
    transport *first = h->channels[0].port;
    tau_image i;
    *core = h->core;
    if (!first->kind->choose)
        return TAUFLOW_OK;
    PASS(tau_image_read(bytes, size, &i, &h->why));
    return first->kind->choose(first, &i, core, &h->why);
}

static tauflow_status become_core(tauflow *h, const tauflow_shape *core)
{
    tauflow_shape told, wanted = shape_reported(core);
    uint32_t guard;
    const bool other_text = core->circuit && h->channels[0].port->kind->become; /* perhaps */
    if (memcmp(&wanted, &h->core, sizeof wanted) == 0 && !other_text)
        return TAUFLOW_OK;
    for (uint32_t k = 0; k < h->cores; k++) {
        transport *t = h->channels[k].port;
        PASS(t->kind->become(t, &h->plan.image, core, &h->why));
        PASS(handle_read_core(t, &told, &guard, &h->why));
        if (memcmp(&told, &wanted, sizeof told) != 0 || guard != h->guard)
            return report_fail(&h->why, TAUFLOW_BAD_DEVICE,
                               "the core that was opened for the program is not the one that its "
                               "name says");
    }
    h->core = wanted;
    return TAUFLOW_OK;
}

/* What no shape tells: an operation that cores of before do otherwise. */
static tauflow_status check_version(tauflow *h, const tau_image *i)
{
    transport *t = h->channels[0].port;
    uint32_t version;
    if (!i->branches)
        return TAUFLOW_OK;
    PASS(t->kind->read(t, TAUFLOW_REG_VERSION, &version, &h->why));
    if ((version & 0xffff) < TAUFLOW_VERSION_BRANCHES)
        return report_fail(&h->why, TAUFLOW_WRONG_SHAPE,
                           "the program has branches, which need a core of version %u.%u; this one "
                           "is %u.%u",
                           TAUFLOW_VERSION_VALUE >> 16, TAUFLOW_VERSION_BRANCHES, version >> 16,
                           version & 0xffff);
    return TAUFLOW_OK;
}

tauflow_status load_try(tauflow *h, const void *bytes, size_t size)
{
    plan tried;
    tauflow_shape core;
    PASS(choose_core(h, bytes, size, &core));
    PASS(plan_make(bytes, size, &core, h->guard, &tried, &h->why));
    const tauflow_status done = check_version(h, &tried.image);
    plan_free(&tried);
    return done;
}

tauflow_status load_image(tauflow *h, const void *bytes, size_t size)
{
    plan fresh;
    tauflow_shape core;
    if (h->failed)
        return TAUFLOW_FAILED;
    PASS(stream_check_empty(h));
    limits_of_other_calls(h);
    PASS(choose_core(h, bytes, size, &core));
    PASS(plan_make(bytes, size, &core, h->guard, &fresh, &h->why));
    tauflow_status done = TAUFLOW_OK;
    if (h->plan.memory) /* cancelled samples may still be under way */
        done = stream_settle(h);
    plan_free(&h->plan);
    h->plan = fresh;
    if (done == TAUFLOW_OK)
        done = become_core(h, &core);
    if (done == TAUFLOW_OK)
        done = check_version(h, &h->plan.image);
    if (done == TAUFLOW_OK)
        done = make_rings(h, &h->plan.packets);
    if (done == TAUFLOW_OK)
        done = load_cores(h);
    h->failed = done != TAUFLOW_OK;
    if (h->failed)
        plan_free(&h->plan);
    return done;
}

tauflow_status tauflow_load_bytes(tauflow *h, const void *bytes, size_t size)
{
    PASS(handle_enter(h));
    if (!bytes)
        return handle_refuse(h, "the bytes of the image are missing");
    other_image_drop(h);
    return handle_done(h, load_image(h, bytes, size));
}

/* A plain file: whatever else there is may not end, or let us wait for somebody who writes. */
static tauflow_status open_file(const char *path, FILE **out, report *r)
{
    struct stat info;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return report_fail(r, TAUFLOW_NOT_FOUND, "%s: cannot open: %s", path, strerror(errno));
    const bool known = fstat(file, &info) == 0, plain = known && S_ISREG(info.st_mode);
    *out = plain ? fdopen(file, "rb") : NULL;
    if (*out)
        return TAUFLOW_OK;
    const char *const what = !known || plain          ? strerror(errno)
                             : S_ISDIR(info.st_mode) ? "it is a folder"
                                                     : "it is no plain file";
    report_fail(r, TAUFLOW_IO, "%s: cannot read: %s", path, what);
    close(file);
    return TAUFLOW_IO;
}

tauflow_status load_read_file(const char *path, unsigned char **bytes, size_t *size, report *r)
{
    FILE *f = NULL;
    PASS(open_file(path, &f, r));
    size_t room = 1 << 16;
    unsigned char *all = malloc(room);
    for (*size = 0; all;) {
        size_t got = fread(all + *size, 1, room - *size, f);
        *size += got;
        if (!got || *size > TAU_FILE_LIMIT_BYTES)
            break;
        if (*size == room) {
            unsigned char *more = realloc(all, room *= 2);
            if (!more)
                free(all);
            all = more;
        }
    }
    int broken = ferror(f) ? errno : 0;
    fclose(f);
    if (all && !broken && *size <= TAU_FILE_LIMIT_BYTES) {
        *bytes = all;
        return TAUFLOW_OK;
    }
    free(all);
    if (!all)
        return report_fail(r, TAUFLOW_NO_MEMORY, "%s: no memory for the image", path);
    if (broken)
        return report_fail(r, TAUFLOW_IO, "%s: cannot read: %s", path, strerror(broken));
    return report_fail(r, TAUFLOW_BAD_IMAGE, "%s: too long for an image", path);
}

tauflow_status tauflow_load(tauflow *h, const char *path)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    PASS(handle_enter(h));
    if (!path)
        return handle_refuse(h, "the path of the image is missing");
    other_image_drop(h);
    tauflow_status done = load_read_file(path, &bytes, &size, &h->why);
    if (done == TAUFLOW_OK)
        done = load_image(h, bytes, size);
    free(bytes);
    return handle_done(h, done);
}
