/* SPDX-License-Identifier: MIT */
/* `tauflow explore`: how many units are worth having. */
#include "apps/report/page.h"
#include "base/output.h"
#include "circuit/designs.h"
#include "commands/circuit_settings.h"
#include "commands/commands.h"
#include "commands/machine_options.h"
#include "schedule/explore.h"

/* Points of a sweep are many; each gets a short search. */
#define POINT_BUDGET 60

struct sweep_settings {
    uint32_t most_mul, most_add; /* 0: the estimate */
};

static const option_row ROWS[] = {
    {"most-mul", ARG_COUNT, STORED_IN(sweep, most_mul), "M", .standard = "the estimate",
     .usual = true, .about = "how many multipliers to try at most"},
    {"most-add", ARG_COUNT, STORED_IN(sweep, most_add), "A", .standard = "the estimate",
     .usual = true, .about = "how many adders to try at most"},
};
const option_table SWEEP_TABLE = {OPTION_TABLE("sweep", "schedule", ROWS),
                                  OPTION_PART(sweep), .counts = COUNTS_NEVER};

static void print_point(const char *what, const explore_point *p, text *out)
{
    text_printf(out, "%-12s %4u %4u %7u %7u %7.3f %10u%s\n", what, p->units[UNIT_MUL],
                p->units[UNIT_ADD], p->cycles, p->lower_bound, p->usage, p->operations,
                p->cycles == p->lower_bound ? "  at its bound" : "");
}

static void print_estimate(const char *what, const uint32_t units[UNIT_KINDS], text *out)
{
    text_printf(out, "%-12s %4u %4u\n", what, units[UNIT_MUL], units[UNIT_ADD]);
}

/* "285 operations", or "285 to 350 operations, in 16 graphs". */
static void print_sizes(const graph_choice *from, text *out)
{
    const ops *fewest = &from->list[0], *most = &from->list[from->count - 1];
    text_printf(out, "%s: %u", fewest->robot, fewest->list_count);
    if (most->list_count > fewest->list_count)
        text_printf(out, " to %u", most->list_count);
    text_add(out, " operations");
    if (from->count > 1)
        text_printf(out, " (%u ways to write the equations)", from->count);
}

static void print_table(const graph_choice *from, const machine *m, const exploration *e,
                        text *out)
{
    machine swept = *m;
    swept.units[UNIT_MUL] = swept.units[UNIT_ADD] = 0;
    print_sizes(from, out);
    text_printf(out, ", critical path %u\nmachine      ", e->critical_path);
    machine_tell(&swept, out);
    text_add(out, ", units as below\n");
    text_printf(out, "%-12s %4s %4s   (for the length of the critical path)\n", "estimates", "mul",
                "add");
    print_estimate("lower", e->estimates.lower, out);
    print_estimate("statistical", e->estimates.statistical, out);
    print_estimate("upper, asap", e->estimates.upper_asap, out);
    print_estimate("upper, alap", e->estimates.upper_alap, out);
    text_add(out, "\n");
    text_printf(out, "%-12s %4s %4s %7s %7s %7s %10s\n", "", "mul", "add", "cycles", "bound",
                "usage", "operations");
    for (uint32_t i = 0; i < e->points_count; i++)
        if (e->points[i].on_front)
            print_point("front", &e->points[i], out);
    print_point("shortest", &e->points[e->shortest], out);
    print_point("best use", &e->points[e->best_usage], out);
}

static void json_point(const explore_point *p, const char *scheduler, text *out)
{
    text_printf(out, "{\"mul_units\": %u, \"add_units\": %u, \"div_units\": %u, ",
                p->units[UNIT_MUL], p->units[UNIT_ADD], p->units[UNIT_DIV]);
    text_printf(out, "\"cycles\": %u, \"lower_bound\": %u, \"usage\": %.4f, ", p->cycles,
                p->lower_bound, p->usage);
    text_printf(out, "\"operations\": %u, ", p->operations);
    text_printf(out, "\"scheduler\": \"%s\", \"proven_optimal\": %s, \"front\": %s}", scheduler,
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

/* ---- pages ----------------------------------------------------------------------------------- */

static text page_begin(arena *mem, const ops *p, uint32_t operations, const settings *s)
{
    text data = text_make(mem);
    text_add(&data, "{\"command\":");
    text_add_json_string(&data, s->command_line);
    text_add(&data, ",\"robot\":");
    text_add_json_string(&data, p->robot);
    text_add(&data, ",\"title\":");
    text_add_json_string(&data, FUNCTION_KIND[p->function].title);
    text_printf(&data, ",\"operations\":%u", operations);
    return data;
}

static void page_add_designs(arena *mem, const device *target, const designs *all,
                             const char *key, text *data)
{
    text_printf(data, ",\"device\":\"%s\",\"part\":", target->name);
    text_add_json_string(data, arena_printf(mem, "%s (%s)", target->about, target->part));
    text_printf(data, ",\"%s\":", key);
    designs_print_json(all, data);
}

static void page_end(arena *mem, const ops *p, text *data, text *page)
{
    text_add(data, "}");
    page_write(PAGE_EXPLORE, arena_printf(mem, "%s: what is worth having", p->robot), data, page);
}

/* The core that was routed with these units and times, or -1. */
static int routed_like(const designs *cores, const machine *m, const explore_point *at)
{
    machine swept = *m;
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++)
        swept.units[k] = at->units[k] * m->stations;
    for (uint32_t i = 0; i < cores->list_count; i++)
        if (designs_same_core(&cores->list[i].target, &swept))
            return (int)i;
    return -1;
}

/* Points: mul, add, cycles, bound, usage, on the front, the number of the routed core that is the
 * same, and of stations the machine, which no two numbers tell. */
static void page_sweep(arena *mem, const graph_choice *from, const machine *m,
                       const exploration *e, const designs *cores, const settings *s, text *page)
{
    const ops *p = &from->list[0];
    text data = page_begin(mem, p, e->points[e->shortest].operations, s), tell = text_make(mem);
    machine swept = *m;
    swept.units[UNIT_MUL] = swept.units[UNIT_ADD] = 0;
    machine_tell(&swept, &tell);
    text_add(&data, ",\"machine\":");
    text_add_json_string(&data, tell.bytes);
    text_printf(&data, ",\"critical_path\":%u,\"shortest\":%u,\"best_usage\":%u,\"points\":[",
                e->critical_path, e->shortest, e->best_usage);
    for (uint32_t i = 0; i < e->points_count; i++) {
        const explore_point *at = &e->points[i];
        text_printf(&data, "%s[%u,%u,%u,%u,%.4g,%d,%d", i ? "," : "", at->units[UNIT_MUL],
                    at->units[UNIT_ADD], at->cycles, at->lower_bound, at->usage, at->on_front,
                    routed_like(cores, m, at));
        if (network_has_stations(m->network)) {
            text line = text_make(mem);
            swept.units[UNIT_MUL] = at->units[UNIT_MUL] * m->stations;
            swept.units[UNIT_ADD] = at->units[UNIT_ADD] * m->stations;
            machine_print_brief(&swept, &line);
            text_add(&data, ",");
            text_add_json_string(&data, line.bytes);
        }
        text_add(&data, "]");
    }
    text_add(&data, "]");
    page_add_designs(mem, &DEVICE_LIST[0], cores, "cores", &data);
    page_end(mem, p, &data, page);
}

static void page_designs(arena *mem, const ops *p, const device *target, const designs *all,
                         const settings *s, text *page)
{
    text data = page_begin(mem, p, p->list_count, s);
    page_add_designs(mem, target, all, "designs", &data);
    page_end(mem, p, &data, page);
}

/* On the cores that were placed and routed: what cycles are in time and area. */
static status find_cores(arena *mem, const graph_choice *from, const explore_options *how,
                         settings *s, designs *out, diag *d)
{
    const designs_options options = {.target = &DEVICE_LIST[0], .scheduler = how->scheduler,
                                     .options = how->options, .only_cores = true};
    *out = (designs){0};
    if (!s->page)
        return STATUS_OK;
    progress_search(&s->life, "cores that were routed");
    const status found = designs_find(mem, from, &options, out, d);
    progress_end(&s->life);
    return found;
}

static status write_files(arena *mem, const graph_choice *from, const machine *m,
                          const exploration *e, const designs *cores, const settings *s, diag *d)
{
    output_file files[3];
    uint32_t count = 0;
    if (s->csv) {
        files[count] = (output_file){s->csv, text_make(mem)};
        explore_print_csv(e, &files[count++].bytes);
    }
    if (s->svg) {
        files[count] = (output_file){s->svg, text_make(mem)};
        explore_print_svg(e, arena_printf(mem, "%s: cycles over units", from->list[0].robot),
                          &files[count++].bytes);
    }
    if (s->page) {
        files[count] = (output_file){s->page, text_make(mem)};
        page_sweep(mem, from, m, e, cores, s, &files[count++].bytes);
    }
    return output_write(files, count, d);
}

/* Unit counts are swept; a whole machine may have several modules. */
static status swept_machine(settings *s, machine *out, diag *d)
{
    if (!s->machine->modules && !settings_whole_machine(s))
        s->machine->modules = 1;
    return settings_machine(s, out, d);
}

/* ---- cores and circuits ---------------------------------------------------------------------- */

static status check_designs(const settings *s, diag *d)
{
    if (s->circuit->device && !device_named(s->circuit->device))
        return device_unknown(s->circuit->device, d);
    if (s->circuit->device && !s->circuit->wanted)
        return diag_error(d, (place){0}, "--device is for circuits: add --circuit");
    const bool sweeps = s->sweep->most_mul || s->sweep->most_add;
    if (s->circuit->wanted && (settings_name_machine(s) || sweeps || s->svg))
        return diag_error(d, (place){0}, "--circuit shows the cores that were routed: without a "
                          "machine, units to try or --svg");
    return STATUS_OK;
}

static void print_designs(const ops *p, const device *target, const designs *all, bool json,
                          text *out)
{
    if (!json) {
        text_printf(out, "%s: %u operations, on %s (%s)\n", p->robot, p->list_count, target->about,
                    target->part);
        designs_print_front(all, out);
        return;
    }
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, p->robot);
    text_printf(out, ", \"device\": \"%s\", \"part\": \"%s\", \"designs\": ", target->name,
                target->part);
    designs_print_json(all, out);
    text_add(out, "}\n");
}

static status explore_designs(arena *mem, const graph_choice *from, settings *s, text *out,
                              diag *d)
{
    const ops *p = &from->list[0];
    designs all;
    designs_options options = {.target = circuit_device(s),
                               .scheduler = s->passes.schedule.scheduler,
                               .options = s->passes.schedule.options};
    if (!options.options.budget)
        options.options.budget = POINT_BUDGET;
    progress_search(&s->life, "cores and circuits");
    status found = designs_find(mem, from, &options, &all, d);
    progress_end(&s->life);
    TRY(found);
    output_file files[2];
    uint32_t count = 0;
    if (s->csv) {
        files[count] = (output_file){s->csv, text_make(mem)};
        designs_print_csv(&all, &files[count++].bytes);
    }
    if (s->page) {
        files[count] = (output_file){s->page, text_make(mem)};
        page_designs(mem, p, options.target, &all, s, &files[count++].bytes);
    }
    TRY(output_write(files, count, d));
    if (!output_is_stdout(s->csv) && !output_is_stdout(s->page))
        print_designs(p, options.target, &all, s->json, out);
    return STATUS_OK;
}

/* Every variant of the equations; of fixed point, whose points are proofs of seconds, those with
 * the fewest operations and the shortest path. */
static status read_variants(arena *mem, const char *path, const machine *m, const settings *s,
                            graph_choice *out, diag *d)
{
    passes_settings own = s->passes;
    passes_graphs graphs;
    own.schedule.goal = GOAL_MACHINE;
    own.schedule.target = *m;
    own.schedule.target.units[UNIT_MUL] = own.schedule.target.units[UNIT_ADD] = EXPLORE_LIMIT;
    TRY(passes_read_graphs(mem, path, &own, &graphs, d));
    for (uint32_t i = 0; i < graphs.count; i++) /* each may be that of a design */
        if (graphs.forms[i].from_robot && !ops_has_points(&graphs.forms[i].ops))
            TRY(passes_check(mem, &own, &graphs.forms[i], d));
    *out = (graph_choice){graphs.list, graphs.count};
    if (!format_has_points(s->passes.numbers.format) || ops_has_points(&graphs.list[0]))
        return STATUS_OK;
    ops *ends = ARENA_ARRAY(mem, ops, 2);
    out->count = graphs.count > 1 ? 2 : 1;
    for (uint32_t i = 0; i < out->count; i++) {
        numbers_facts facts;
        ends[i] = graphs.list[i ? graphs.count - 1 : 0];
        TRY(numbers_apply(mem, &s->passes.numbers, &ends[i], &facts, d));
    }
    out->list = ends;
    return STATUS_OK;
}

static status run_explore(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    graph_choice from;
    machine m = machine_offered();
    exploration e;
    const schedule_wish *w = &s->passes.schedule;
    TRY(check_designs(s, d));
    if (!s->circuit->wanted)
        TRY(swept_machine(s, &m, d));
    TRY(read_variants(mem, path, &m, s, &from, d));
    if (s->circuit->wanted)
        return explore_designs(mem, &from, s, out, d);
    if (settings_open_shared(s))
        machine_share(&from.list[0], 0, &m);
    explore_options options = {.scheduler = w->scheduler,
                               .options = w->options,
                               .most = {[UNIT_MUL] = s->sweep->most_mul,
                                        [UNIT_ADD] = s->sweep->most_add}};
    if (!options.options.budget)
        options.options.budget = POINT_BUDGET;
    progress_search(&s->life, "schedules for every number of units");
    status explored = explore_run(mem, &from, &m, &options, &e, d);
    progress_end(&s->life);
    TRY(explored);
    designs cores;
    TRY(find_cores(mem, &from, &options, s, &cores, d));
    TRY(write_files(mem, &from, &m, &e, &cores, s, d));
    if (output_is_stdout(s->csv) || output_is_stdout(s->svg) || output_is_stdout(s->page))
        return STATUS_OK;
    if (s->json)
        print_json(&from.list[0], &m, &e, w->scheduler->word, out);
    else
        print_table(&from, &m, &e, out);
    return STATUS_OK;
}

const command EXPLORE_COMMAND = {
    .name = "explore",
    .title = "how many units are worth having",
    .operand = "ROBOT",
    .about = "Schedules " A_ROBOT A_GRAPH " on every number of units that makes sense,\n"
             "each with the equations that are fastest on it; prints the front, the shortest run\n"
             "with the fewest units and the best use of units.\n"
             "With --circuit: cores as they were routed and circuits as compile makes them, on one "
             "front.",
    .example = "tauflow explore robots/puma.urdf --csv build/puma.csv --svg build/puma.svg",
    .options = "@sweep csv svg page circuit device ~modules @machine @scheduler @shared json "
               "@numbers ~base " A_ROBOT_TAKES,
    .words = {{"circuit", .about = "compare routed cores and circuits instead, on one front"},
              {"device", .about = "which FPGA they are for, with --circuit: ecp5 (Lattice), xc7 "
                                  "(AMD 7 series) or xcup (UltraScale+)"},
              {"modules", .standard = "1",
               .about = "how many modules a ring has; units are then counted per module"},
              {"budget", .standard = TEXT(POINT_BUDGET)}},
    .run = run_explore,
};
