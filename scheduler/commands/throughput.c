/* `--optimise throughput` and `--interval`: machines and schedules for samples that follow each other. */
#include "commands/commands.h"

#include "program/program.h"
#include "schedule/graph.h"

#include <string.h>

bool settings_stream(const schedule_settings *s)
{
    return s->optimise == OPTIMISE_THROUGHPUT || s->interval;
}

bool settings_choose_modules(const schedule_settings *s)
{
    return s->interval && !s->modules && !s->mul && !s->add && !settings_whole_machine(s);
}

static void set_modules(machine *m, uint32_t modules)
{
    m->units[UNIT_MUL] = m->units[UNIT_ADD] = modules;
    m->modules = m->network == NETWORK_RING ? modules : 1;
}

/* Lanes that the user did not choose are as many as keep words in and out from being the limit. */
static void set_lanes(const graph *g, const schedule_settings *s, machine *m)
{
    uint32_t in = m->lanes, out = m->out_lanes;
    if (settings_whole_machine(s) || m->network == NETWORK_IDEAL)
        return;
    throughput_lanes(g, TAUFLOW_LANES_MOST, TAUFLOW_OUT_LANES_MOST, m);
    m->lanes = s->lanes ? in : m->lanes;
    m->out_lanes = s->out_lanes ? out : m->out_lanes;
}

static void warn_of_lanes(const graph *g, const machine *m, diag *d)
{
    machine wide = *m;
    wide.lanes = wide.out_lanes = g->words + 1;
    uint32_t bound = throughput_bound(g, m), units = throughput_bound(g, &wide);
    if (bound > units)
        diag_warn(d, (place){0}, "words in and out limit the interval to %u cycles with %u input and %u output lanes; the units allow %u", bound, m->lanes,
                  m->out_lanes, units);
}

/* The fewest modules that reach the interval. */
static status fewest_modules(arena *mem, const ops *p, const graph *g, machine m, const schedule_settings *s, const scheduler_options *options, schedule *out,
                             diag *d)
{
    for (uint32_t n = 1; n <= TAUFLOW_MODULES_MOST; n++) {
        arena texts = arena_make();
        diag unsaid = diag_make(&texts);
        set_modules(&m, n);
        set_lanes(g, s, &m);
        bool found = throughput_bound(g, &m) <= s->interval && schedule_throughput(mem, p, &m, s->interval, options, out, &unsaid) == STATUS_OK;
        arena_free(&texts);
        if (found)
            return STATUS_OK;
    }
    return diag_error(d, (place){0}, "no core of %d modules or fewer reaches an interval of %u cycles", TAUFLOW_MODULES_MOST, s->interval);
}

status schedule_stream(arena *mem, const ops *p, const machine *m, const schedule_settings *s, uint64_t seed, schedule *out, diag *d)
{
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    scheduler_options options = {.seed = seed, .budget = s->budget, .life = s->life};
    machine target = *m;
    status done;
    if (settings_choose_modules(s)) {
        done = fewest_modules(mem, p, &g, target, s, &options, out, d);
    } else {
        set_lanes(&g, s, &target);
        done = schedule_throughput(mem, p, &target, s->interval, &options, out, d);
    }
    if (done == STATUS_OK)
        warn_of_lanes(&g, &out->target, d);
    arena_free(&scratch);
    return done;
}
