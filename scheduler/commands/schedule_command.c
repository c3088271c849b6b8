/* SPDX-License-Identifier: MIT */
/* `tauflow schedule`: one machine, one schedule, how good it is. */
#include "apps/report/trace.h"
#include "base/output.h"
#include "commands/certify_files.h"
#include "commands/check_told.h"
#include "commands/commands.h"
#include "commands/machine_options.h"
#include "schedule/bounds.h"
#include "schedule/function_bound.h"

enum { LABEL = 16 }; /* columns of what a line says */

typedef struct {
    schedule s;
    bounds b;
    function_bound all; /* of all equations, of one sample */
    uint32_t slots, interval_bound;
    uint32_t variants; /* of the equations, that were weighed */
    bool of_robot;     /* not of a graph that was given */
    check_result check;
} result;

static void print_json(const ops *p, const result *r, text *out)
{
    const schedule *s = &r->s;
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, p->robot);
    text_printf(out, ", \"mul_units\": %u, \"add_units\": %u, \"div_units\": %u",
                s->target.units[UNIT_MUL], s->target.units[UNIT_ADD], s->target.units[UNIT_DIV]);
    text_printf(out, ", \"cycles\": %u, \"lower_bound\": %u, \"usage\": %.4f", s->cycles, r->b.best,
                schedule_usage(p, s));
    if (r->all.cycles) {
        text why = text_make(out->mem);
        function_bound_print(&r->all, p, &why);
        text_printf(out, ", \"all_equations_bound\": %u, \"all_equations_reason\": ",
                    r->all.cycles);
        text_add_json_string(out, why.bytes);
    }
    text_printf(out, ", \"operations\": %u, \"scheduler\": \"%s\", \"proven_optimal\": %s",
                p->list_count, s->scheduler, s->cycles == r->b.best ? "true" : "false");
    text_printf(out, ", \"critical_path\": %u, \"slots\": %u, \"receptions\": %u",
                r->b.critical_path, r->slots, s->takes_count);
    text_printf(out, ", \"interval\": %u, \"interval_bound\": %u, \"machine\": ", s->interval,
                s->interval ? r->interval_bound : 0);
    machine_print_json(&s->target, out);
    check_json(&r->check, out);
    text_add(out, "}\n");
}

/* A bound is of one graph: other equations of the robot may have shorter schedules. */
static void print_equations(const result *r, text *out)
{
    if (r->variants > 1)
        text_printf(out, "equations       the fastest here of %u ways to write them\n",
                    r->variants);
    else if (r->of_robot && !r->s.interval)
        text_add(out, "equations       one way to write them was tried; others may be faster\n");
}

static void print_all_equations(const ops *p, const result *r, text *out)
{
    if (!r->all.cycles)
        return;
    text_printf(out, "no equations    can beat %u (", r->all.cycles);
    function_bound_print(&r->all, p, out);
    text_add(out, ")\n");
}

static void print_table(const ops *p, const result *r, text *out)
{
    const schedule *s = &r->s;
    text_printf(out, "robot           %s\n", p->robot);
    text_add(out, "machine         ");
    machine_tell(&s->target, out);
    text_printf(out, "\nscheduler       %s\n", s->scheduler);
    text_printf(out, "operations      %u\n", p->list_count);
    text_printf(out, "cycles          %u\n", s->cycles);
    text_printf(out, "lower bound     %u%s\n", r->b.best,
                s->cycles > r->b.best ? "" : r->of_robot
                    ? ": no schedule of these equations is shorter"
                    : ": no schedule of this graph is shorter");
    print_equations(r, out);
    print_all_equations(p, r, out);
    text_printf(out, "critical path   %u\n", r->b.critical_path);
    if (s->interval)
        text_printf(out, "interval        %u between samples, at least %u\n", s->interval,
                    r->interval_bound);
    text_printf(out, "usage           %.3f\n", schedule_usage(p, s));
    if (s->target.network != NETWORK_IDEAL && !s->interval)
        text_printf(out, "receptions      %u, at most %u slots a receiver\n", s->takes_count,
                    r->slots);
    check_print(&r->check, LABEL, out);
}

static uint32_t slots_used(const schedule *s)
{
    uint32_t most = 0, units_end = machine_output_receiver(&s->target);
    for (uint32_t k = 0; k < s->takes_count; k++)
        if (s->takes[k].receiver < units_end && s->takes[k].slot >= most)
            most = s->takes[k].slot + 1;
    return most;
}

static status run_schedule(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_graphs graphs;
    const ops *p;
    result r = {0};
    const char *certified;
    TRY(trace_check(s->trace_out, d));
    TRY(settings_take_machine(s, d));
    TRY(passes_read_graphs(mem, path, &s->passes, &graphs, d));
    TRY(passes_schedule(mem, &graphs, &s->passes, &r.s, &p, d));
    r.variants = graphs.variants;
    r.of_robot = graphs.forms && graphs.forms[0].from_robot;
    if (graphs.forms)
        r.check = graphs.forms[p - graphs.list].check;
    graph g = graph_build(mem, p);
    r.b = bounds_compute(mem, &g, &r.s.target);
    r.interval_bound = throughput_bound(&g, &r.s.target);
    if (!r.s.interval)
        r.all = function_bound_compute(mem, p, &r.s.target);
    r.slots = slots_used(&r.s);
    if (s->trace_out) {
        sample_set states;
        TRY(passes_samples(mem, graphs.forms, p, trace_samples(&r.s), s->passes.equations.seed,
                           &states, d));
        const trace events = trace_make(mem, p, &r.s, states.in);
        TRY(trace_write(mem, s->trace_out, &events, d));
    }
    if (s->out) {
        text file = text_make(mem);
        schedule_print(p, &r.s, &file);
        TRY(certify_and_write(mem, s, &graphs.forms[p - graphs.list], p, &r.s, FORM_SCHEDULE,
                              ".sched", &file, &certified, d));
        if (output_is_stdout(s->out))
            return STATUS_OK;
    }
    if (s->json)
        print_json(p, &r, out);
    else
        print_table(p, &r, out);
    return STATUS_OK;
}

const command SCHEDULE_COMMAND = {
    .name = "schedule",
    .title = "operations on the units of a machine",
    .operand = "ROBOT",
    .about = "Schedules " A_ROBOT A_GRAPH " on a machine and tells how good the schedule is.\n"
             "Beside FILE.sched it writes FILE.cert, which tauflow verify checks.",
    .example = "tauflow schedule robots/puma.urdf -o build/puma.sched",
    .options = "@goal +interval out +trace-out @machine @scheduler @units @shared json @numbers "
               A_ROBOT_TAKES,
    .words = {{"out", .value = "FILE.sched", .about = "write the schedule to this file"}},
    .run = run_schedule,
};
