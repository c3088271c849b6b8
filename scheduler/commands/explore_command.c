/* `tauflow explore`: how many units are worth having. */
#include "base/output.h"
#include "commands/commands.h"
#include "schedule/explore.h"

/* Points of a sweep are many; each gets a short search. */
enum { POINT_BUDGET = 60 };

static void print_point(const char *what, const explore_point *p, text *out)
{
    text_printf(out, "%-12s %4u %4u %7u %7u %7.3f%s\n", what, p->units[UNIT_MUL], p->units[UNIT_ADD], p->cycles, p->lower_bound, p->usage,
                p->cycles == p->lower_bound ? "  optimal" : "");
}

static void print_table(const ops *p, const machine *m, const exploration *e, text *out)
{
    machine swept = *m;
    swept.units[UNIT_MUL] = swept.units[UNIT_ADD] = 0;
    text_printf(out, "%s: %u operations, critical path %u\nmachine      ", p->robot, p->list_count,
                e->critical_path);
    machine_tell(&swept, out);
    text_add(out, ", units as below\n");
    text_printf(out, "%-12s %4s %4s   (for the length of the critical path)\n", "estimates", "mul", "add");
    text_printf(out, "%-12s %4u %4u\n", "lower", e->estimates.lower[UNIT_MUL], e->estimates.lower[UNIT_ADD]);
    text_printf(out, "%-12s %4u %4u\n", "statistical", e->estimates.statistical[UNIT_MUL], e->estimates.statistical[UNIT_ADD]);
    text_printf(out, "%-12s %4u %4u\n", "upper, asap", e->estimates.upper_asap[UNIT_MUL], e->estimates.upper_asap[UNIT_ADD]);
    text_printf(out, "%-12s %4u %4u\n\n", "upper, alap", e->estimates.upper_alap[UNIT_MUL], e->estimates.upper_alap[UNIT_ADD]);
    text_printf(out, "%-12s %4s %4s %7s %7s %7s\n", "", "mul", "add", "cycles", "bound", "usage");
    for (uint32_t i = 0; i < e->points_count; i++)
        if (e->points[i].on_front)
            print_point("front", &e->points[i], out);
    print_point("shortest", &e->points[e->shortest], out);
    print_point("best use", &e->points[e->best_usage], out);
}

static void json_point(const explore_point *p, const char *scheduler, text *out)
{
    text_printf(out,
                "{\"mul_units\": %u, \"add_units\": %u, \"div_units\": %u, \"cycles\": %u, \"lower_bound\": %u, \"usage\": %.4f, "
                "\"scheduler\": \"%s\", \"proven_optimal\": %s, \"front\": %s}",
                p->units[UNIT_MUL], p->units[UNIT_ADD], p->units[UNIT_DIV], p->cycles, p->lower_bound, p->usage, scheduler,
                p->cycles == p->lower_bound ? "true" : "false", p->on_front ? "true" : "false");
}

static void print_json(const ops *p, const machine *m, const exploration *e, const char *scheduler,
                       text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, p->robot);
    text_add(out, ", \"machine\": "); /* the counts of units in it are not those of the points */
    machine_print_json(m, out);
    text_printf(out, ", \"critical_path\": %u, \"shortest\": ", e->critical_path);
    json_point(&e->points[e->shortest], scheduler, out);
    text_add(out, ", \"best_usage\": ");
    json_point(&e->points[e->best_usage], scheduler, out);
    text_add(out, ", \"points\": [");
    for (uint32_t i = 0; i < e->points_count; i++) {
        text_add(out, i ? ", " : "");
        json_point(&e->points[i], scheduler, out);
    }
    text_add(out, "]}\n");
}

static status write_files(arena *mem, const ops *p, const exploration *e,
                          const schedule_settings *settings, diag *d)
{
    output_file files[2];
    uint32_t count = 0;
    if (settings->csv) {
        files[count] = (output_file){settings->csv, text_make(mem)};
        explore_print_csv(e, &files[count++].bytes);
    }
    if (settings->svg) {
        files[count] = (output_file){settings->svg, text_make(mem)};
        explore_print_svg(e, arena_printf(mem, "%s: cycles over units", p->robot),
                          &files[count++].bytes);
    }
    return output_write(files, count, d);
}

status explore_command(arena *mem, const ops *p, const schedule_settings *settings, uint64_t seed, text *out, diag *d)
{
    machine m;
    exploration e;
    schedule_settings base = *settings;
    /* Unit counts are swept; a whole machine may have several modules. */
    if (!base.modules && !settings_whole_machine(&base))
        base.modules = 1;
    TRY(settings_machine(&base, &m, d));
    m.units[UNIT_DIV] = settings->div ? settings->div * m.modules : m.units[UNIT_DIV];
    uint64_t budget = settings->budget ? settings->budget : POINT_BUDGET;
    explore_options options = {.scheduler = &SCHEDULERS[settings->scheduler],
                               .options = {.seed = seed, .budget = budget, .life = settings->life},
                               .most = {[UNIT_MUL] = settings->most_mul,
                                        [UNIT_ADD] = settings->most_add}};
    progress_search(settings->life, "schedules for every number of units");
    status explored = explore_run(mem, p, &m, &options, &e, d);
    progress_end(settings->life);
    TRY(explored);
    TRY(write_files(mem, p, &e, settings, d));
    if (output_is_stdout(settings->csv) || output_is_stdout(settings->svg))
        return STATUS_OK;
    if (settings->json)
        print_json(p, &m, &e, options.scheduler->word, out);
    else
        print_table(p, &m, &e, out);
    return STATUS_OK;
}
