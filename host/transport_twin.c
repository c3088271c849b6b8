/* SPDX-License-Identifier: MIT */
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

/* The twin in memory of its own. After a failure *out is empty and *core is as it was. */
static tauflow_status make_core(const tauflow_shape *c, arena *out, twin **core, report *r)
{
    jmp_buf no_memory;
    *out = arena_make();
    out->no_memory = &no_memory;
    if (setjmp(no_memory) != 0) {
        arena_free(out);
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the twin");
    }
    *core = twin_make(out, c);
    out->no_memory = NULL;
    return TAUFLOW_OK;
}

static tauflow_status refuse_circuit(const tauflow_shape *c, report *r)
{
    if (!c->circuit)
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_WRONG_SHAPE,
                       "a circuit has no software twin: use sim: or a device for circuit %u",
                       c->circuit);
}

static tauflow_status twin_choose(transport *t, const tau_image *of, tauflow_shape *core,
                                  report *r)
{
    if (!((twin_port *)t)->open_choice)
        return TAUFLOW_OK;
    PASS(refuse_circuit(&of->needs, r));
    return shape_choose(&of->needs, core, r);
}

static tauflow_status twin_become(transport *t, const tau_image *of, const tauflow_shape *core,
                                  report *r)
{
    twin_port *p = (twin_port *)t;
    arena fresh;
    (void)of;
    PASS(make_core(core, &fresh, &p->core, r));
    arena_free(&p->mem);
    p->mem = fresh;
    p->shape = *core;
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
    twin_port *p = calloc(1, sizeof *p);
    if (!p)
        return report_fail(r, TAUFLOW_NO_MEMORY, "no memory for the twin");
    const tauflow_status done = make_core(&c, &p->mem, &p->core, r);
    if (done != TAUFLOW_OK) {
        free(p);
        return done;
    }
    p->shape = c;
    p->base.kind = &TRANSPORT_TWIN;
    p->pins = own;
    p->open_choice = !*name;
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
