/* SPDX-License-Identifier: MIT */
#include "schedule/machine_choice.h"

#include "schedule/bounds.h"
#include "schedule/graph.h"

#include <string.h>

/* Of each kind that modules share, in one core. */
static const uint32_t SHARED_MOST[TAUFLOW_SHARED_KINDS] = {
#define MOST_MODULE(name)
#define MOST_SHARED(name) TAUFLOW_##name##S_MOST,
#define KIND(name, word, where, latency, module, model, lut4, about) MOST_##where(name)
    TAUFLOW_KINDS(KIND)
#undef KIND
#undef MOST_SHARED
#undef MOST_MODULE
};

machine machine_offered(void)
{
    machine m = machine_default();
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < TAUFLOW_CORE_KINDS; k++)
        m.latency_cycles[k] = UNIT_KIND[k].latency_cycles;
    return m;
}

void machine_share(const ops *p, uint32_t interval, machine *m)
{
    const machine thesis = machine_thesis();
    const ops_counts n = ops_count(p);
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < TAUFLOW_CORE_KINDS; k++) {
        const uint32_t most = SHARED_MOST[k - TAUFLOW_MODULE_KINDS];
        uint32_t wanted = interval ? (n.per_unit[k] + interval - 1) / interval : 1;
        wanted = wanted > most ? most : wanted;
        if (n.per_unit[k] && !m->units[k])
            m->units[k] = wanted;
        if (!m->units[k])
            m->latency_cycles[k] = thesis.latency_cycles[k];
    }
}

/* The interval that the units of the modules allow, or the one that is asked for. */
static uint32_t module_interval(const ops *p, const schedule_wish *w, const machine *m)
{
    const ops_counts n = ops_count(p);
    uint32_t interval = w->interval;
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS && m->units[k]; k++) {
        const uint32_t own = (n.per_unit[k] + m->units[k] - 1) / m->units[k];
        interval = own > interval ? own : interval;
    }
    return interval ? interval : 1;
}

schedule_wish schedule_wish_default(void)
{
    return (schedule_wish){.target = machine_offered(), .open_lanes = true, .open_out_lanes = true,
                           .open_shared = true, .goal = GOAL_MACHINE, .scheduler = &SCHEDULERS[0],
                           .options = {.seed = 1}};
}

bool schedule_wish_streams(const schedule_wish *w)
{
    return w->goal == GOAL_THROUGHPUT || w->interval;
}

static void set_lanes(const graph *g, const schedule_wish *w, machine *m)
{
    uint32_t in = m->lanes, out = m->out_lanes;
    if (m->network == NETWORK_IDEAL)
        return;
    throughput_lanes(g, TAUFLOW_LANES_MOST, TAUFLOW_OUT_LANES_MOST, m);
    m->lanes = w->open_lanes ? m->lanes : in;
    m->out_lanes = w->open_out_lanes ? m->out_lanes : out;
}

static void warn_of_lanes(const graph *g, const machine *m, diag *d)
{
    machine wide = *m;
    wide.lanes = wide.out_lanes = g->words + 1;
    uint32_t bound = throughput_bound(g, m), units = throughput_bound(g, &wide);
    if (bound > units)
        diag_warn(d, (place){0},
                  "words in and out limit the interval to %u cycles with %u input and %u output "
                  "lanes; the units allow %u",
                  bound, m->lanes, m->out_lanes, units);
}

static void share(const ops *p, const schedule_wish *w, machine *m)
{
    if (w->open_shared)
        machine_share(p, schedule_wish_streams(w) ? module_interval(p, w, m) : 0, m);
}

/* The fewest modules that reach the interval. */
static status fewest_modules(arena *mem, const ops *p, const graph *g, const schedule_wish *w,
                             schedule *out, diag *d)
{
    for (uint32_t n = 1; n <= TAUFLOW_MODULES_MOST; n++) {
        machine m = w->target;
        arena texts = arena_make();
        diag unsaid = diag_make(&texts);
        machine_set_modules(&m, n);
        share(p, w, &m);
        set_lanes(g, w, &m);
        bool found = throughput_bound(g, &m) <= w->interval &&
                     schedule_throughput(mem, p, &m, w->interval, &w->options, out, &unsaid) ==
                         STATUS_OK;
        arena_free(&texts);
        if (found)
            return STATUS_OK;
    }
    return diag_error(d, (place){0},
                      "no core of %d modules or fewer reaches an interval of %u cycles",
                      TAUFLOW_MODULES_MOST, w->interval);
}

static status schedule_stream(arena *mem, const ops *p, const schedule_wish *w, schedule *out,
                              diag *d)
{
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    machine target = w->target;
    status done;
    if (w->open_modules) {
        done = fewest_modules(mem, p, &g, w, out, d);
    } else {
        share(p, w, &target);
        set_lanes(&g, w, &target);
        done = schedule_throughput(mem, p, &target, w->interval, &w->options, out, d);
    }
    if (done == STATUS_OK)
        warn_of_lanes(&g, &out->target, d);
    arena_free(&scratch);
    return done;
}

wish_bounds schedule_wish_bounds(const ops *p, const schedule_wish *w)
{
    if (schedule_wish_streams(w))
        return (wish_bounds){0};
    arena scratch = arena_make();
    machine target = w->target;
    share(p, w, &target);
    const graph g = graph_build(&scratch, p);
    const bounds b = bounds_compute(&scratch, &g, &target);
    arena_free(&scratch);
    return (wish_bounds){b.best, b.critical_path};
}

status schedule_by_wish(arena *mem, const ops *p, const schedule_wish *w, schedule *out, diag *d)
{
    if (schedule_wish_streams(w))
        return schedule_stream(mem, p, w, out, d);
    machine target = w->target;
    share(p, w, &target);
    return w->scheduler->run(mem, p, &target, &w->options, out, d);
}

static bool same_machine(const machine *a, const machine *b)
{
    arena mem = arena_make();
    text one = text_make(&mem), other = text_make(&mem);
    machine_print(a, &one);
    machine_print(b, &other);
    const bool same = strcmp(one.bytes, other.bytes) == 0;
    arena_free(&mem);
    return same;
}

bool schedule_wish_allows(const ops *p, const schedule_wish *w, const schedule *s)
{
    machine m = w->target;
    const bool streams = schedule_wish_streams(w);
    if (streams ? !s->interval || (w->interval && s->interval != w->interval) : s->interval)
        return false;
    if (streams && w->open_modules)
        machine_set_modules(&m, shape_of_machine(&s->target).modules);
    share(p, w, &m);
    if (streams) {
        arena scratch = arena_make();
        const graph g = graph_build(&scratch, p);
        set_lanes(&g, w, &m);
        arena_free(&scratch);
    }
    return same_machine(&m, &s->target);
}
