/* `twin:`: the software twin, with the registers of a core around it. */
#include "transport.h"

#include "machine/shape.h"
#include "machine/twin.h"
#include "tauflow_regs.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    transport base;
    pins pins;
    arena mem;
    twin *core;
    tauflow_shape shape;
    bool open_choice; /* the address names no core: the program chooses */
    uint32_t control, program, load_address, load_count;
} twin_port;

static void twin_close(transport *t, bool inherited)
{
    twin_port *p = (twin_port *)t;
    (void)inherited;
    arena_free(&p->mem);
    free(p);
}

/* An arena ends the process when memory runs out, which a library must not do: so ask for as much
 * beforehand. */
static bool memory_is_there(const tauflow_shape *c)
{
    size_t depths = 0;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        depths += SHAPE_FIELD[i].grows ? shape_get(c, i) : 0;
    size_t tables = core_receivers(c) + (size_t)CORE_MASK_WORDS * core_sources(c) + core_units(c);
    size_t words = tables * depths;
    void *probe = malloc(16 * words + (4u << 20));
    free(probe);
    return probe != NULL;
}

static void make_core(twin_port *p, const tauflow_shape *c)
{
    p->shape = *c;
    p->mem = arena_make();
    p->core = twin_make(&p->mem, c);
}

static tauflow_status refuse_circuit(const tauflow_shape *c, report *r)
{
    if (!c->circuit)
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_WRONG_SHAPE,
                       "a circuit has no software twin: use sim: or a device for circuit %u",
                       c->circuit);
}

static tauflow_status twin_choose(transport *t, const tauflow_shape *needs, tauflow_shape *core,
                                  report *r)
{
    if (!((twin_port *)t)->open_choice)
        return TAUFLOW_OK;
    PASS(refuse_circuit(needs, r));
    PASS(shape_choose(needs, core, r));
    if (!memory_is_there(core))
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the twin");
    return TAUFLOW_OK;
}

static tauflow_status twin_become(transport *t, const tauflow_shape *core, report *r)
{
    twin_port *p = (twin_port *)t;
    if (!memory_is_there(core))
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the twin");
    arena_free(&p->mem);
    make_core(p, core);
    p->control = p->program = p->load_address = p->load_count = 0;
    return TAUFLOW_OK;
}

static tauflow_status twin_open(const transport_place *at, transport **out, report *r)
{
    char name[PINS_ADDRESS_BYTES];
    pins own;
    tauflow_shape c;
    *out = NULL;
    PASS(pins_open(&own, at, name, r));
    c = shape_default();
    if (*name)
        PASS(shape_parse(name, &c, r));
    PASS(refuse_circuit(&c, r));
    twin_port *p = memory_is_there(&c) ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the twin");
    p->base.kind = &TRANSPORT_TWIN;
    p->pins = own;
    p->open_choice = !*name;
    make_core(p, &c);
    *out = &p->base;
    return TAUFLOW_OK;
}

static tauflow_status twin_read_register(transport *t, uint32_t offset, uint32_t *data, report *r)
{
    twin_port *p = (twin_port *)t;
    twin_figures f = twin_read(p->core);
    (void)r;
    switch (offset) {
    case TAUFLOW_REG_ID: *data = TAUFLOW_ID_VALUE; break;
    case TAUFLOW_REG_VERSION: *data = TAUFLOW_VERSION_VALUE; break;
    case TAUFLOW_REG_CONTROL: *data = p->control; break;
    case TAUFLOW_REG_ERRORS: *data = f.errors; break;
    case TAUFLOW_REG_PROGRAM: *data = p->program; break;
    case TAUFLOW_REG_LOAD_COUNT: *data = p->load_count; break;
    case TAUFLOW_REG_SAMPLES: *data = f.samples; break;
    case TAUFLOW_REG_CYCLES: *data = f.cycles; break;
    case TAUFLOW_REG_INTERVAL: *data = f.interval; break;
    case TAUFLOW_REG_BUSY: *data = f.busy; break;
    default: *data = shape_register(&p->shape, offset); break;
    }
    return TAUFLOW_OK;
}

static tauflow_status twin_write_register(transport *t, uint32_t offset, uint32_t data, report *r)
{
    twin_port *p = (twin_port *)t;
    (void)r;
    switch (offset) {
    case TAUFLOW_REG_CONTROL:
        p->control = data & TAUFLOW_CONTROL_RUN_MASK;
        twin_restart(
            p->core); /* clears the errors too: they are cleared before every load anyway */
        break;
    case TAUFLOW_REG_ERRORS: twin_clear_errors(p->core, data); break;
    case TAUFLOW_REG_PROGRAM: p->program = data; break;
    case TAUFLOW_REG_LOAD_ADDRESS: p->load_address = data; break;
    case TAUFLOW_REG_LOAD_COUNT: p->load_count = 0; break;
    case TAUFLOW_REG_LOAD_DATA:
        p->load_count += twin_load(p->core, p->load_address, data);
        p->load_address += 1u << TAUFLOW_LOAD_ADDRESS_INDEX_LOW;
        break;
    default: break;
    }
    return TAUFLOW_OK;
}

static void one_cycle(void *core, const core_in *in, core_out *out)
{
    twin_cycle(core, in, out);
}

static void twin_restart_flow(transport *t)
{
    pins_restart(&((twin_port *)t)->pins);
}

static tauflow_status twin_move(transport *t, flow *f, report *r)
{
    twin_port *p = (twin_port *)t;
    return pins_move(&p->pins, p->core, one_cycle, f, r);
}

static uint64_t twin_begun(const transport *t, const flow *f)
{
    return pins_begun(&((const twin_port *)t)->pins, f);
}

const transport_kind TRANSPORT_TWIN = {
    "twin:", false, TAUFLOW_CORES_LIMIT, twin_open, twin_close, twin_read_register,
    twin_write_register, twin_restart_flow, twin_move, twin_begun, pins_wait, pins_late,
    twin_choose, twin_become, NULL, NULL, NULL
};
