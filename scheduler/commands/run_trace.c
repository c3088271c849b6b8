/* SPDX-License-Identifier: MIT */
#include "commands/run_trace.h"

#include "apps/report/trace.h"
#include "machine/shape_text.h"

#include <string.h>

typedef struct {
    arena *mem;
    core_event *list;
    uint32_t list_count, list_capacity;
} record;

static void note(void *user, const core_event *e)
{
    record *r = user;
    *ARENA_PUSH(r->mem, r, list) = *e;
}

/* A place has the same name in core and machine, but a core may be larger. */
static uint32_t machine_place(arena *mem, const run_job *j, const core_event *e)
{
    const machine *m = &j->s.target;
    const bool receiver = e->kind == CORE_ACCEPT;
    text wanted = text_make(mem);
    if (e->kind == CORE_ENTER)
        return e->place - core_lane(&j->core, 0);
    if (receiver)
        core_receiver_name(&j->core, e->place, &wanted);
    else
        core_unit_name(&j->core, e->place, &wanted);
    const uint32_t count = receiver ? machine_receivers(m) : machine_units(m);
    for (uint32_t k = 0; k < count; k++) {
        text name = text_make(mem);
        if (receiver)
            machine_receiver_name(m, k, &name);
        else
            machine_unit_name(m, k, &name);
        if (strcmp(name.bytes, wanted.bytes) == 0)
            return k;
    }
    return UINT32_MAX; /* nothing of this program happens there */
}

/* Names are looked up once per place. */
static void map_places(arena *mem, const run_job *j, record *r)
{
    const uint32_t places = core_receivers(&j->core) + core_units(&j->core) + j->core.lanes;
    uint32_t *of[] = {[CORE_ENTER] = NULL, [CORE_ISSUE] = NULL, [CORE_RESULT] = NULL,
                      [CORE_ACCEPT] = NULL};
    for (uint32_t kind = 0; kind < sizeof of / sizeof of[0]; kind++) {
        of[kind] = ARENA_ARRAY(mem, uint32_t, places);
        for (uint32_t k = 0; k < places; k++)
            of[kind][k] = UINT32_MAX - 1;
    }
    for (uint32_t i = 0; i < r->list_count; i++) {
        uint32_t *own = &of[r->list[i].kind][r->list[i].place];
        if (*own == UINT32_MAX - 1)
            *own = machine_place(mem, j, &r->list[i]);
        r->list[i].place = *own;
    }
}

bool run_trace_measures(const run_job *j)
{
    return j->trace_out && j->engine.kind == ENGINE_RTL && j->engine.trace;
}

status run_trace(arena *mem, const run_job *j, engine *core, diag *d)
{
    const stream_core c = engine_stream(core);
    const stream_options o = {.overlap = j->s.interval > 0, .pace = j->s.interval};
    record r = {.mem = mem};
    stream_report unused;
    trace t;
    uint32_t *out = ARENA_ARRAY(mem, uint32_t,
                                (size_t)trace_samples(&j->s) * j->p->outputs_count + 1);
    engine_watch(core, note, &r);
    const status done = stream_run(&c, &j->q, &o, j->traced, trace_samples(&j->s), out, &unused, d);
    engine_watch(core, NULL, NULL);
    TRY(done);
    map_places(mem, j, &r);
    TRY(trace_make_measured(mem, j->p, &j->s, j->traced, r.list, r.list_count, &t, d));
    TRY(trace_write(mem, j->trace_out, &t, d));
    return engine_restart(core, d);
}
