/* A shared object per shape, opened when it is wanted; everything else goes over the core's own registers. */
#include "rtl_core.h"

#include "core_face.h"
#include "cores.h"
#include "shape_core.h"
#include "tauflow_regs.h"

#include <dlfcn.h>
#include <string.h>

struct rtl_core {
    arena *mem;
    const core_face_table *face;
    void *object, *core;
    core_shape shape;
};

void rtl_name(const core_shape *shape, bool trace, text *out)
{
    const tauflow_shape c = shape_of_core(shape);
    char name[CORES_NAME_BYTES];
    cores_name(&c, name);
    text_printf(out, "%s%s", name, trace ? "_trace" : "");
}

/* ---- registers -------------------------------------------------------------------------------------- */

status rtl_read(rtl_core *core, uint32_t address, uint32_t *data, diag *d)
{
    if (!core->face->read(core->core, address, data))
        return diag_error(d, (place){0}, "the core does not answer a read of register 0x%03x", address);
    return STATUS_OK;
}

status rtl_write(rtl_core *core, uint32_t address, uint32_t data, diag *d)
{
    if (!core->face->write(core->core, address, data))
        return diag_error(d, (place){0}, "the core does not answer a write of register 0x%03x", address);
    return STATUS_OK;
}

#define GET(word, field) (((word) & TAUFLOW_##field##_MASK) >> TAUFLOW_##field##_LOW)

status rtl_shape(rtl_core *core, core_shape *out, diag *d)
{
    enum { SHAPE, LATENCY, QUEUES, STORE, DEPTH, PORTS, RELAYS, COUNT };
    const uint32_t address[COUNT] = {TAUFLOW_REG_SHAPE, TAUFLOW_REG_LATENCY, TAUFLOW_REG_QUEUES, TAUFLOW_REG_STORE,
                                     TAUFLOW_REG_DEPTH, TAUFLOW_REG_PORTS,   TAUFLOW_REG_RELAYS};
    uint32_t v[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        TRY(rtl_read(core, address[i], &v[i], d));
    *out = (core_shape){
        .network = (network_kind)GET(v[SHAPE], SHAPE_NETWORK),
        .modules = GET(v[SHAPE], SHAPE_MODULES),
        .lanes = GET(v[SHAPE], SHAPE_LANES),
        .out_lanes = GET(v[SHAPE], SHAPE_OUT_LANES),
        .transfer_cycles = GET(v[SHAPE], SHAPE_TRANSFER),
        .latency_cycles = {GET(v[LATENCY], LATENCY_MUL), GET(v[LATENCY], LATENCY_ADD)},
        .queue = GET(v[QUEUES], QUEUES_RESULT),
        .lane_queue = GET(v[QUEUES], QUEUES_LANE),
        .relay_queue = GET(v[QUEUES], QUEUES_RELAY),
        .slots = GET(v[STORE], STORE_SLOTS),
        .constants = GET(v[STORE], STORE_CONSTANTS),
        .receptions = GET(v[DEPTH], DEPTH_RECEPTIONS),
        .issues = GET(v[DEPTH], DEPTH_ISSUES),
        .relay_words = GET(v[RELAYS], RELAYS_RELAY_WORDS),
        .lane_words = GET(v[PORTS], PORTS_LANE_WORDS),
        .output_words = GET(v[PORTS], PORTS_OUTPUT_WORDS),
    };
    return STATUS_OK;
}

/* ---- opening ---------------------------------------------------------------------------------------- */

static status check_shape(rtl_core *core, const char *path, diag *d)
{
    uint32_t id, version;
    core_shape told;
    TRY(rtl_read(core, TAUFLOW_REG_ID, &id, d));
    TRY(rtl_read(core, TAUFLOW_REG_VERSION, &version, d));
    TRY(rtl_shape(core, &told, d));
    core_shape wanted = core->shape;
    wanted.relay_words = core_relays(&wanted) ? wanted.relay_words : 0;
    text a = text_make(core->mem), b = text_make(core->mem);
    rtl_name(&told, false, &a);
    rtl_name(&wanted, false, &b);
    bool same = id == TAUFLOW_ID_VALUE && version == TAUFLOW_VERSION_VALUE && strcmp(a.bytes, b.bytes) == 0;
    return same ? STATUS_OK : diag_error(d, (place){path, 0, 0}, "identity %08x version %08x shape %s, wanted %s", id, version, a.bytes, b.bytes);
}

static status open_object(rtl_core *core, const char *path, const char *trace, uint32_t seed, diag *d)
{
    core->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!core->object)
        return diag_error(d, (place){path, 0, 0}, "cannot open this core: %s", dlerror());
    core->face = (const core_face_table *)dlsym(core->object, "core_face");
    core->core = core->face ? core->face->open(trace, seed) : NULL;
    if (!core->core)
        return diag_error(d, (place){path, 0, 0}, core->face ? "this core was built without waveforms" : "this is no core");
    return check_shape(core, path, d);
}

status rtl_open(arena *mem, const char *folder, const core_shape *shape, const char *trace, uint32_t seed, rtl_core **out, diag *d)
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

/* ---- use -------------------------------------------------------------------------------------------- */

static void one_cycle(void *p, const core_in *in, core_out *out)
{
    rtl_core *core = p;
    core_pins_in pins = {.in_valid = in->in_valid, .in_last = in->in_last,
                         .out_ready = in->out_ready};
    core_pins_out seen = {0};
    memcpy(pins.in_words, in->in_words, sizeof pins.in_words);
    core->face->cycle(core->core, &pins, &seen);
    *out = (core_out){.in_ready = seen.in_ready, .out_valid = seen.out_valid,
                      .out_last = seen.out_last};
    memcpy(out->out_words, seen.out_words, sizeof out->out_words);
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
        return diag_error(d, (place){0}, "the core stored %u of %u words, errors 0x%x", stored, words, errors);
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
        TRY(rtl_read(core, TAUFLOW_REG_ISSUES + 4 * u, &out->issues[u], d));
        TRY(rtl_read(core, TAUFLOW_REG_STALLS + 4 * u, &out->stalls[u], d));
    }
    return STATUS_OK;
}

uint64_t rtl_cycles(const rtl_core *core)
{
    return core->face->cycles(core->core);
}
