/* `sim:`: a Verilated core, in a shared object of its own that is opened when it is wanted. */
#include "transport.h"

#include "core_face.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    transport base;
    void *object, *core;
    const core_face_table *face;
} sim;

static void sim_close(transport *t)
{
    sim *s = (sim *)t;
    if (s->core)
        s->face->close(s->core);
    if (s->object)
        dlclose(s->object);
    free(s);
}

static tauflow_status open_object(sim *s, const char *path, report *r)
{
    s->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->object)
        return report_fail(r, TAUFLOW_NOT_FOUND, "cannot open the simulated core: %s", dlerror());
    s->face = (const core_face_table *)dlsym(s->object, "core_face");
    if (!s->face)
        return report_fail(r, TAUFLOW_BAD_DEVICE, "%s is no simulated core", path);
    s->core = s->face->open(NULL, 1);
    return s->core ? TAUFLOW_OK : report_fail(r, TAUFLOW_NO_MEMORY, "the simulated core %s does not start", path);
}

static tauflow_status sim_open(const char *address, uint32_t timeout_ms, transport **out, report *r)
{
    (void)timeout_ms;
    sim *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    s->base.kind = &TRANSPORT_SIM;
    const char *told = getenv("TAUFLOW_CORE");
    tauflow_status done = open_object(s, *address ? address : told && *told ? told : TAUFLOW_CORE_PATH, r);
    if (done == TAUFLOW_OK)
        *out = &s->base;
    else
        sim_close(&s->base);
    return done;
}

static tauflow_status sim_read(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    sim *s = (sim *)t;
    if (!s->face->read(s->core, offset, data))
        return report_fail(r, TAUFLOW_IO, "the core does not answer a read of register 0x%03x", offset);
    return TAUFLOW_OK;
}

static tauflow_status sim_write(transport *t, uint32_t offset, uint32_t data, report *r)
{
    sim *s = (sim *)t;
    if (!s->face->write(s->core, offset, data))
        return report_fail(r, TAUFLOW_IO, "the core does not answer a write of register 0x%03x", offset);
    return TAUFLOW_OK;
}

static void sim_cycle(void *core, const pins_in *in, pins_out *out)
{
    sim *s = core;
    core_pins_in pins = {.in_valid = in->in_valid, .in_last = in->in_last, .out_ready = in->out_ready};
    core_pins_out seen;
    memcpy(pins.in_words, in->in_words, sizeof in->in_words);
    s->face->cycle(s->core, &pins, &seen);
    *out = (pins_out){seen.in_ready, seen.out_valid, seen.out_last, seen.out_words[0]};
}

static tauflow_status sim_run(transport *t, const burst *b, uint64_t deadline_ns, report *r)
{
    return pins_run(t, sim_cycle, b, deadline_ns, r);
}

const transport_kind TRANSPORT_SIM = {"sim:", sim_open, sim_close, sim_read, sim_write, sim_run};
