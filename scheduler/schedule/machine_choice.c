#include "schedule/machine_choice.h"

#include "schedule/graph.h"

schedule_wish schedule_wish_default(void)
{
    return (schedule_wish){.target = machine_default(), .open_lanes = true, .open_out_lanes = true,
                           .scheduler = &SCHEDULERS[0], .options = {.seed = 1}};
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

/* The fewest modules that reach the interval. */
static status fewest_modules(arena *mem, const ops *p, const graph *g, const schedule_wish *w,
                             schedule *out, diag *d)
{
    machine m = w->target;
    for (uint32_t n = 1; n <= TAUFLOW_MODULES_MOST; n++) {
        arena texts = arena_make();
        diag unsaid = diag_make(&texts);
        machine_set_modules(&m, n);
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
        set_lanes(&g, w, &target);
        done = schedule_throughput(mem, p, &target, w->interval, &w->options, out, d);
    }
    if (done == STATUS_OK)
        warn_of_lanes(&g, &out->target, d);
    arena_free(&scratch);
    return done;
}

status schedule_by_wish(arena *mem, const ops *p, const schedule_wish *w, schedule *out, diag *d)
{
    if (schedule_wish_streams(w))
        return schedule_stream(mem, p, w, out, d);
    return w->scheduler->run(mem, p, &w->target, &w->options, out, d);
}
