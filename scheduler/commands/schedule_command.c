/* `tauflow schedule`: one machine, one schedule, how good it is. */
#include "base/output.h"
#include "commands/commands.h"
#include "schedule/bounds.h"

typedef struct {
    schedule s;
    bounds b;
    uint32_t slots, interval_bound;
} result;

static void print_json(const ops *p, const result *r, text *out)
{
    const schedule *s = &r->s;
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, p->robot);
    text_printf(out, ", \"mul_units\": %u, \"add_units\": %u, \"div_units\": %u, \"cycles\": %u, \"lower_bound\": %u, \"usage\": %.4f",
                s->target.units[UNIT_MUL], s->target.units[UNIT_ADD], s->target.units[UNIT_DIV], s->cycles, r->b.best, schedule_usage(p, s));
    text_printf(out, ", \"operations\": %u, \"scheduler\": \"%s\", \"proven_optimal\": %s, \"critical_path\": %u, \"slots\": %u, \"receptions\": %u, \"interval\": %u, \"interval_bound\": %u, \"machine\": ",
                p->list_count, s->scheduler, s->cycles == r->b.best ? "true" : "false", r->b.critical_path, r->slots, s->takes_count, s->interval, s->interval ? r->interval_bound : 0);
    machine_print_json(&s->target, out);
    text_add(out, "}\n");
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
    text_printf(out, "lower bound     %u%s\n", r->b.best, s->cycles == r->b.best ? ": the schedule is optimal" : "");
    text_printf(out, "critical path   %u\n", r->b.critical_path);
    if (s->interval)
        text_printf(out, "interval        %u between samples, at least %u\n", s->interval, r->interval_bound);
    text_printf(out, "usage           %.3f\n", schedule_usage(p, s));
    if (s->target.network != NETWORK_IDEAL && !s->interval)
        text_printf(out, "receptions      %u, at most %u slots a receiver\n", s->takes_count, r->slots);
}

static uint32_t slots_used(const schedule *s)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < s->takes_count; k++)
        if (s->takes[k].receiver < machine_output_receiver(&s->target) && s->takes[k].slot >= most)
            most = s->takes[k].slot + 1;
    return most;
}

status schedule_shortest(arena *mem, const ops *graphs, uint32_t count, const machine *m, const schedule_settings *settings, uint64_t seed,
                         schedule *best, uint32_t *which, diag *d)
{
    scheduler_options options = {.seed = seed, .budget = settings->budget, .life = settings->life};
    for (uint32_t i = 0; i < count; i++) {
        schedule s;
        status done;
        bool stream = settings_stream(settings);
        progress_search(settings->life, stream ? "schedule of samples that overlap" : "schedule");
        progress_narrow(settings->life, (double)i / count, (double)(i + 1) / count);
        if (stream)
            done = schedule_stream(mem, &graphs[i], m, settings, seed, &s, d);
        else
            done = SCHEDULERS[settings->scheduler].run(mem, &graphs[i], m, &options, &s, d);
        progress_end(settings->life);
        TRY(done);
        TRY(schedule_check(&graphs[i], &s, "own schedule", NULL, d));
        if (i == 0 || s.interval < best->interval || (s.interval == best->interval && s.cycles < best->cycles)) {
            *best = s;
            *which = i;
        }
    }
    return STATUS_OK;
}

status schedule_command(arena *mem, const ops *graphs, uint32_t count, const schedule_settings *settings, uint64_t seed, text *out, diag *d)
{
    machine m;
    result r = {0};
    uint32_t which = 0;
    TRY(settings_machine(settings, &m, d));
    TRY(schedule_shortest(mem, graphs, count, &m, settings, seed, &r.s, &which, d));
    const ops *p = &graphs[which];
    graph g = graph_build(mem, p);
    r.b = bounds_compute(mem, &g, &r.s.target);
    r.interval_bound = throughput_bound(&g, &r.s.target);
    r.slots = slots_used(&r.s);
    if (settings->out) {
        text file = text_make(mem);
        schedule_print(p, &r.s, &file);
        TRY(output_write_one(settings->out, &file, d));
        if (output_is_stdout(settings->out))
            return STATUS_OK;
    }
    if (settings->json)
        print_json(p, &r, out);
    else
        print_table(p, &r, out);
    return STATUS_OK;
}
