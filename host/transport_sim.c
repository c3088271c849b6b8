/* SPDX-License-Identifier: MIT */
/* `sim:`: a Verilated core, in a shared object of its own that is opened when it is wanted. */
#include "transport.h"

#include "dynamic.h"
#include "machine/core_files.h"
#include "machine/pins.h"
#include "machine/shape.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
    transport base;
    pins pins;
    void *object, *core;
    const core_face_table *face;
    uint32_t number; /* among the cores of the handle */
    bool open_choice; /* the address names no core: the program chooses */
    char opened[CORES_PATH_BYTES]; /* what it chose */
} sim;

/* The core has no thread and no file of its own, so a copy that came by fork is freed like any
 * other. */
static void sim_close(transport *t, bool inherited)
{
    sim *s = (sim *)t;
    (void)inherited;
    if (s->core)
        s->face->close(s->core);
    if (s->object)
        dlclose(s->object);
    free(s);
}

static tauflow_status open_object(sim *s, const char *path, uint32_t core, report *r)
{
    if (!dynamic_loader_is_here())
        return report_fail(r, TAUFLOW_NOT_FOUND,
                           "sim: needs a program with a dynamic loader, and this one was linked "
                           "with -static: use twin:, or link the program without -static");
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) /* a pipe would let us wait */
        return report_fail(r, TAUFLOW_NOT_FOUND, "%s is no simulated core: it is no plain file",
                           path);
    s->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->object)
        return report_fail(r, TAUFLOW_NOT_FOUND, "cannot open the simulated core: %s", dlerror());
    s->face = (const core_face_table *)dlsym(s->object, "core_face");
    if (!s->face)
        return report_fail(r, TAUFLOW_BAD_DEVICE, "%s is no simulated core", path);
    s->core = s->face->open(NULL, 1 + core);
    return s->core
               ? TAUFLOW_OK
               : report_fail(r, TAUFLOW_NO_MEMORY, "the simulated core %s does not start", path);
}

/* By its shape, of a circuit by its Verilog too; of: NULL for the first core, before any program. A
 * missing one is not built here: that takes longer than a call may. */
static tauflow_status find_object(const tau_image *of, const tauflow_shape *core,
                                  char path[CORES_PATH_BYTES], report *r)
{
    char name[SHAPE_NAME_BYTES];
    shape_name(core, name);
    if (core->circuit && !of->text)
        return report_fail(r, TAUFLOW_NOT_FOUND,
                           "this circuit's image does not name its Verilog, so that sim: cannot "
                           "find it: compile it again");
    const tauflow_status done = cores_find(name, core->circuit ? of->text : NULL, path, r);
    if (done != TAUFLOW_NOT_FOUND)
        return done;
    if (core->circuit)
        return report_fail(r, TAUFLOW_NOT_FOUND,
                           "the simulation of this circuit is not built yet; once: tauflow core "
                           "IMAGE.tau, with the circuit's Verilog beside the image");
    shape_word(core, name);
    return report_fail(r, TAUFLOW_NOT_FOUND,
                       "the simulated core for this is not built yet; once: tauflow core %s", name);
}

static tauflow_status sim_choose(transport *t, const tau_image *of, tauflow_shape *core, report *r)
{
    char path[CORES_PATH_BYTES];
    if (!((sim *)t)->open_choice)
        return TAUFLOW_OK;
    PASS(shape_choose(&of->needs, core, r));
    return find_object(of, core, path, r);
}

static tauflow_status sim_become(transport *t, const tau_image *of, const tauflow_shape *core,
                                 report *r)
{
    sim *s = (sim *)t;
    char path[CORES_PATH_BYTES];
    if (!s->open_choice)
        return TAUFLOW_OK;
    PASS(find_object(of, core, path, r));
    if (strcmp(path, s->opened) == 0)
        return TAUFLOW_OK;
    s->face->close(s->core);
    dlclose(s->object);
    s->core = s->object = NULL;
    memcpy(s->opened, path, sizeof path);
    return open_object(s, path, s->number, r);
}

static tauflow_status open_place(sim *s, const transport_place *p, report *r)
{
    char path[PINS_ADDRESS_BYTES];
    const char *told = getenv("TAUFLOW_CORE");
    const tauflow_shape first = shape_default();
    PASS(pins_open(&s->pins, p, path, r));
    s->number = p->core;
    s->open_choice = !*path && !(told && *told);
    if (!s->open_choice)
        return open_object(s, *path ? path : told, p->core, r);
    PASS(find_object(NULL, &first, s->opened, r));
    return open_object(s, s->opened, p->core, r);
}

static tauflow_status sim_open(const transport_place *p, transport **out, report *r)
{
    sim *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the handle");
    s->base.kind = &TRANSPORT_SIM;
    tauflow_status done = open_place(s, p, r);
    if (done == TAUFLOW_OK)
        *out = &s->base;
    else
        sim_close(&s->base, false);
    return done;
}

static tauflow_status sim_read(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    sim *s = (sim *)t;
    if (!s->face->read(s->core, offset, data))
        return report_fail(r, TAUFLOW_IO, "the core does not answer a read of register 0x%03x",
                           offset);
    return TAUFLOW_OK;
}

static tauflow_status sim_write(transport *t, uint32_t offset, uint32_t data, report *r)
{
    sim *s = (sim *)t;
    if (!s->face->write(s->core, offset, data))
        return report_fail(r, TAUFLOW_IO, "the core does not answer a write of register 0x%03x",
                           offset);
    return TAUFLOW_OK;
}

static void sim_cycle(void *core, const core_in *in, core_out *out)
{
    sim *s = core;
    s->face->cycle(s->core, in, out);
}

static void sim_restart(transport *t)
{
    pins_restart(&((sim *)t)->pins);
}

static tauflow_status sim_move(transport *t, flow *f, report *r)
{
    return pins_move(&((sim *)t)->pins, t, sim_cycle, f, r);
}

static uint64_t sim_begun(const transport *t, const flow *f)
{
    return pins_begun(&((const sim *)t)->pins, f);
}

const transport_kind TRANSPORT_SIM = {
    "sim:", false, TAUFLOW_CORES_LIMIT, sim_open, sim_close, sim_read, sim_write, sim_restart,
    sim_move, sim_begun, pins_wait, pins_late, sim_choose, sim_become, NULL, NULL, NULL
};
