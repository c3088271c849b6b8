/* Loading: read and verify, write the tables, compute the check samples. Nothing is touched on the core before the image is accepted. */
#include "handle.h"

#include "crc32.h"
#include "tauflow_regs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tauflow_status put(tauflow *h, uint32_t offset, uint32_t data)
{
    return h->port->kind->write(h->port, offset, data, &h->why);
}

typedef struct {
    tauflow *h;
    uint32_t words;
} loader;

static tauflow_status load_block(void *user, uint32_t address, report *r)
{
    (void)r;
    return put(((loader *)user)->h, TAUFLOW_REG_LOAD_ADDRESS, address);
}

static tauflow_status load_word(void *user, uint32_t data, report *r)
{
    loader *l = user;
    (void)r;
    l->words++;
    return put(l->h, TAUFLOW_REG_LOAD_DATA, data);
}

static tauflow_status load_tables(tauflow *h, const tau_image *i)
{
    loader l = {h, 0};
    uint32_t stored, errors;
    PASS(put(h, TAUFLOW_REG_CONTROL, 0));
    PASS(put(h, TAUFLOW_REG_ERRORS, UINT32_MAX));
    PASS(put(h, TAUFLOW_REG_LOAD_COUNT, 0));
    PASS(tau_image_place(i, &h->core, &(tau_sink){&l, load_block, load_word}, &h->why));
    PASS(h->port->kind->read(h->port, TAUFLOW_REG_LOAD_COUNT, &stored, &h->why));
    PASS(h->port->kind->read(h->port, TAUFLOW_REG_ERRORS, &errors, &h->why));
    if (stored != l.words || errors)
        return report_fail(&h->why, TAUFLOW_CORRUPT, "the core stored %u of %u words, errors 0x%x", stored, l.words, errors);
    PASS(put(h, TAUFLOW_REG_PROGRAM, tau_word(i->whole.bytes + i->whole.size - 4)));
    return put(h, TAUFLOW_REG_CONTROL, TAUFLOW_CONTROL_RUN_MASK | TAUFLOW_CONTROL_CLEAR_MASK);
}

/* A word that was changed on its way into a table shows here. */
static tauflow_status compute_tests(tauflow *h)
{
    const plan *p = &h->plan;
    const tau_image *i = &p->image;
    for (uint32_t t = 0; t < i->tests; t++) {
        memset(p->in, 0, p->in_words * sizeof *p->in);
        for (uint32_t cell = 0; cell < i->beats * i->needs.lanes; cell++) {
            uint32_t beat = cell / i->needs.lanes, lane = cell % i->needs.lanes, input = tau_image_cell(i, beat, lane);
            if (input != TAU_NONE)
                p->in[beat * h->core.lanes + lane] = tau_image_test(i, t, input);
        }
        PASS(handle_run(h, 1));
        for (uint32_t k = 0; k < i->outputs; k++) {
            tau_output o = tau_image_output(i, k);
            uint32_t wanted = tau_image_test(i, t, i->inputs + k), found = o.position == TAU_NONE ? o.constant : p->out[o.position];
            if (wanted != found)
                return report_fail(&h->why, TAUFLOW_CORRUPT, "check sample %u: the core computes '%s' as %08x, and %08x is right", t, o.name, found,
                                   wanted);
        }
    }
    return TAUFLOW_OK;
}

static tauflow_status load_locked(tauflow *h, const void *bytes, size_t size)
{
    plan fresh;
    if (h->failed)
        return TAUFLOW_FAILED;
    PASS(plan_make(bytes, size, &h->core, h->guarded, &fresh, &h->why));
    plan_free(&h->plan);
    h->plan = fresh;
    tauflow_status done = load_tables(h, &h->plan.image);
    if (done == TAUFLOW_OK)
        done = compute_tests(h);
    h->failed = done != TAUFLOW_OK;
    if (h->failed)
        plan_free(&h->plan);
    else
        memset(h->plan.in, 0, (size_t)TAUFLOW_WINDOW * h->plan.in_words * sizeof *h->plan.in);
    return done;
}

tauflow_status tauflow_load_bytes(tauflow *h, const void *bytes, size_t size)
{
    if (!h || !bytes)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    return handle_done(h, load_locked(h, bytes, size));
}

/* The whole file, in memory of its own. */
static tauflow_status read_file(const char *path, unsigned char **bytes, size_t *size, report *r)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return report_fail(r, TAUFLOW_NOT_FOUND, "%s: cannot open: %s", path, strerror(errno));
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
    bool broken = ferror(f) != 0;
    fclose(f);
    if (all && !broken && *size <= TAU_FILE_LIMIT_BYTES) {
        *bytes = all;
        return TAUFLOW_OK;
    }
    free(all);
    if (!all)
        return report_fail(r, TAUFLOW_NO_MEMORY, "%s: no memory for the image", path);
    return report_fail(r, broken ? TAUFLOW_IO : TAUFLOW_BAD_IMAGE, "%s: %s", path, broken ? "cannot read" : "too long for an image");
}

tauflow_status tauflow_load(tauflow *h, const char *path)
{
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (!h || !path)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    tauflow_status done = read_file(path, &bytes, &size, &h->why);
    if (done == TAUFLOW_OK)
        done = load_locked(h, bytes, size);
    free(bytes);
    return handle_done(h, done);
}
