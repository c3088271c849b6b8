/* SPDX-License-Identifier: MIT */
/* A shared object per shape, opened when it is wanted; everything else goes over the core's own
 * registers. */
#include "rtl_core.h"

#include "machine/pins.h"
#include "machine/core_files.h"
#include "tauflow_regs.h"

#include <dlfcn.h>
#include <string.h>

struct rtl_core {
    arena *mem;
    const core_face_table *face;
    void *object, *core;
    tauflow_shape shape;
};

void rtl_name(const tauflow_shape *shape, bool trace, text *out)
{
    char name[SHAPE_NAME_BYTES];
    shape_name(shape, name);
    text_printf(out, "%s%s", name, trace ? "_trace" : "");
}

/* ---- registers ----------------------------------------------------------------------------- */

status rtl_read(rtl_core *core, uint32_t address, uint32_t *data, diag *d)
{
    if (!core->face->read(core->core, address, data))
        return diag_error(d, (place){0}, "the core does not answer a read of register 0x%03x",
                          address);
    return STATUS_OK;
}

status rtl_write(rtl_core *core, uint32_t address, uint32_t data, diag *d)
{
    if (!core->face->write(core->core, address, data))
        return diag_error(d, (place){0}, "the core does not answer a write of register 0x%03x",
                          address);
    return STATUS_OK;
}

status rtl_shape(rtl_core *core, tauflow_shape *out, diag *d)
{
    uint32_t value;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const uint32_t offset = SHAPE_FIELD[i].offset;
        if (i && offset == SHAPE_FIELD[i - 1].offset)
            continue;
        TRY(rtl_read(core, offset, &value, d));
        shape_set_register(out, offset, value);
    }
    return STATUS_OK;
}

/* ---- opening ------------------------------------------------------------------------------- */

static status check_shape(rtl_core *core, const char *path, diag *d)
{
    uint32_t id, version;
    tauflow_shape told;
    TRY(rtl_read(core, TAUFLOW_REG_ID, &id, d));
    TRY(rtl_read(core, TAUFLOW_REG_VERSION, &version, d));
    TRY(rtl_shape(core, &told, d));
    tauflow_shape wanted = shape_reported(&core->shape);
    text a = text_make(core->mem), b = text_make(core->mem);
    rtl_name(&told, false, &a);
    rtl_name(&wanted, false, &b);
    bool same = id == TAUFLOW_ID_VALUE && version == TAUFLOW_VERSION_VALUE &&
                strcmp(a.bytes, b.bytes) == 0;
    return same ? STATUS_OK
                : diag_error(d, (place){path, 0, 0},
                             "identity %08x version %08x shape %s, wanted %s", id, version, a.bytes,
                             b.bytes);
}

static status open_object(rtl_core *core, const char *path, const char *trace, uint32_t seed,
                          diag *d)
{
    core->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!core->object)
        return diag_error(d, (place){path, 0, 0}, "cannot open this core: %s", dlerror());
    core->face = (const core_face_table *)dlsym(core->object, "core_face");
    core->core = core->face ? core->face->open(trace, seed) : NULL;
    if (!core->core)
        return diag_error(d, (place){path, 0, 0},
                          core->face ? "this core was not built to be looked into"
                                     : "this is no core");
    return check_shape(core, path, d);
}

status rtl_open(arena *mem, const char *folder, const tauflow_shape *shape, const char *trace,
                uint32_t seed, rtl_core **out, diag *d)
{
    rtl_core *core = ARENA_ARRAY(mem, rtl_core, 1);
    text path = text_make(mem);
    core->mem = mem;
    core->shape = *shape;
    text_printf(&path, "%s/", folder);
    rtl_name(shape, trace != NULL, &path);
    text_add(&path, "/core.so");
    status done = open_object(core, path.bytes, trace, seed, d);
    if (done != STATUS_OK)
        rtl_close(core);
    *out = done == STATUS_OK ? core : NULL;
    return done;
}

void rtl_close(rtl_core *core)
{
    if (core->core)
        core->face->close(core->core);
    if (core->object)
        dlclose(core->object);
    core->core = core->object = NULL;
}

/* ---- use ----------------------------------------------------------------------------------- */

static void one_cycle(void *p, const core_in *in, core_out *out)
{
    rtl_core *core = p;
    core->face->cycle(core->core, in, out);
}

/* A core that was just started lets input wait until the heads of its sequences are read
 * (docs/core.md). No register access of a real board is followed by a beat this soon, and a stream
 * at the pace of the interval would carry the wait along for ever. */
enum { HEADS_CYCLES = 8 };

static status start(rtl_core *core, diag *d)
{
    const uint32_t run = TAUFLOW_CONTROL_RUN_MASK | TAUFLOW_CONTROL_CLEAR_MASK;
    TRY(rtl_write(core, TAUFLOW_REG_CONTROL, run, d));
    for (uint32_t i = 0; i < HEADS_CYCLES; i++)
        one_cycle(core, &(core_in){0}, &(core_out){0});
    return STATUS_OK;
}

status rtl_load(rtl_core *core, const image *i, diag *d)
{
    uint32_t words = 0, stored, errors;
    TRY(rtl_write(core, TAUFLOW_REG_CONTROL, 0, d));
    TRY(rtl_write(core, TAUFLOW_REG_ERRORS, UINT32_MAX, d));
    TRY(rtl_write(core, TAUFLOW_REG_LOAD_COUNT, 0, d));
    for (uint32_t b = 0; b < i->blocks_count; b++) {
        TRY(rtl_write(core, TAUFLOW_REG_LOAD_ADDRESS, i->blocks[b].address, d));
        for (uint32_t k = 0; k < i->blocks[b].words_count; k++)
            TRY(rtl_write(core, TAUFLOW_REG_LOAD_DATA, i->blocks[b].words[k], d));
        words += i->blocks[b].words_count;
    }
    TRY(rtl_read(core, TAUFLOW_REG_LOAD_COUNT, &stored, d));
    TRY(rtl_read(core, TAUFLOW_REG_ERRORS, &errors, d));
    if (stored != words || errors)
        return diag_error(d, (place){0}, "the core stored %u of %u words, errors 0x%x", stored,
                          words, errors);
    return start(core, d);
}

status rtl_restart(rtl_core *core, diag *d)
{
    TRY(rtl_write(core, TAUFLOW_REG_CONTROL, 0, d));
    return start(core, d);
}

stream_core rtl_stream(rtl_core *core)
{
    return (stream_core){.core = core, .cycle = one_cycle};
}

status rtl_figures_read(arena *mem, rtl_core *core, rtl_figures *out, diag *d)
{
    const uint32_t units = core_units(&core->shape);
    TRY(rtl_read(core, TAUFLOW_REG_SAMPLES, &out->samples, d));
    TRY(rtl_read(core, TAUFLOW_REG_CYCLES, &out->cycles, d));
    TRY(rtl_read(core, TAUFLOW_REG_INTERVAL, &out->interval, d));
    TRY(rtl_read(core, TAUFLOW_REG_BUSY, &out->busy, d));
    TRY(rtl_read(core, TAUFLOW_REG_ERRORS, &out->errors, d));
    out->issues = ARENA_ARRAY(mem, uint32_t, units);
    out->stalls = ARENA_ARRAY(mem, uint32_t, units);
    for (uint32_t u = 0; u < units; u++) {
        const uint32_t modules = core_module_units(&core->shape);
        uint32_t issues = TAUFLOW_REG_ISSUES + 4 * u, stalls = TAUFLOW_REG_STALLS + 4 * u;
        if (u >= modules) {
            issues = TAUFLOW_BANK(SHARED_ISSUES, u - modules);
            stalls = TAUFLOW_BANK(SHARED_STALLS, u - modules);
        }
        TRY(rtl_read(core, issues, &out->issues[u], d));
        TRY(rtl_read(core, stalls, &out->stalls[u], d));
    }
    return STATUS_OK;
}

void rtl_watch(rtl_core *core, core_watcher *tell, void *user)
{
    core->face->watch(core->core, tell, user);
}

uint64_t rtl_cycles(const rtl_core *core)
{
    return core->face->cycles(core->core);
}
