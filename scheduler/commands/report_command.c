/* SPDX-License-Identifier: MIT */
/* `tauflow report`: robot, operations, schedule and accuracy on one page to look at. */
#include "apps/report/page.h"
#include "apps/report/page_circuit.h"
#include "base/output.h"
#include "commands/circuit_settings.h"
#include "commands/commands.h"
#include "commands/cpu_time.h"
#include "commands/equations_options.h"
#include "commands/function_counts.h"
#include "commands/machine_options.h"
#include "commands/report_chain.h"
#include "commands/run_options.h"
#include "program/steady.h"

/* Random states unless --steps says otherwise: so many, or so many that their operations are not
 * more than these. */
enum { USUAL_STATES = 2000, LEAST_STATES = 100, STEPS_LIMIT = 1000000, USUAL_OPERATIONS = 5000000 };
enum { LABEL = 16 }; /* columns of what a line says */

struct report_settings {
    const char *beside; /* a schedule */
    bool cpu;
};

static const option_row ROWS[] = {
    {"beside", ARG_TEXT, STORED_IN(report, beside), "FILE.sched", .usual = true,
     .about = "draw this schedule, which 'tauflow schedule -o' wrote, beside the other"},
    {"cpu", ARG_FLAG, STORED_IN(report, cpu), NULL,
     .about = "measure what a sample takes in C on this processor, compiled by $CC or cc; two runs "
              "then differ"},
};
const option_table REPORT_TABLE = {OPTION_TABLE("report", "output", ROWS),
                                   OPTION_PART(report), .counts = COUNTS_NEVER};

static uint32_t states_wanted(const settings *s, const ops *p)
{
    if (s->run->steps)
        return s->run->steps;
    const uint32_t fit = USUAL_OPERATIONS / (p->list_count + 1);
    return fit > USUAL_STATES ? USUAL_STATES : fit < LEAST_STATES ? LEAST_STATES : fit;
}

/* Cycles between samples back to back and the clock, where there is a program that can say it. */
static status find_pace(arena *mem, page_schedule *of, diag *d)
{
    program q;
    steady found;
    diag unsaid = diag_make(mem);
    const bool made = passes_program(mem, of->p, of->s, &q, &unsaid) == STATUS_OK;
    if (made && program_steady(&q, 0, &found, &unsaid) == STATUS_OK)
        of->interval_cycles = (double)found.cycles / found.samples;
    else
        of->no_interval = unsaid.error.text;
    return designs_clock(mem, &of->s->target, of->p->format, made ? &q : NULL, &of->routed, d);
}

static status judge(arena *mem, const char *title, const ops *p, const schedule *s,
                    page_schedule *of, diag *d)
{
    graph g = graph_build(mem, p);
    *of = (page_schedule){.title = title, .p = p, .s = s,
                          .b = bounds_compute(mem, &g, &s->target),
                          .interval_bound = throughput_bound(&g, &s->target)};
    if (!s->interval)
        of->all = function_bound_compute(mem, p, &s->target);
    return find_pace(mem, of, d);
}

/* The schedule of a file, to stand beside that of the robot. */
static status add_beside(arena *mem, const char *path, text *data, diag *d)
{
    ops p;
    schedule s;
    TRY(schedule_read(mem, path, &p, &s, d));
    TRY(diag_own(d, schedule_settle(&p, &s, d))); /* the checker has let it pass */
    page_schedule of;
    TRY(judge(mem, path, &p, &s, &of, d));
    text_add(data, ",");
    return page_add_schedule(mem, &of, data, d);
}

static void add_notes(const diag *d, text *data)
{
    text_add(data, ",\"notes\":[");
    for (uint32_t i = 0; i < d->notes_count + d->warnings_count; i++) {
        const bool is_note = i < d->notes_count;
        text_add(data, i ? "," : "");
        text_add_json_string(data, is_note ? d->notes[i].text
                                           : d->warnings[i - d->notes_count].text);
    }
    text_add(data, "]");
}

static void add_forms(arena *mem, const passes_forms *f, const settings *s, text *data)
{
    if (!f->from_robot)
        return;
    text_add(data, ",\"robot\":");
    page_add_robot(mem, f, data);
    text_add(data, ",\"passes\":");
    page_add_passes(f, data);
    if (s->equations->all_functions)
        function_counts_json(function_counts(mem, &f->tree, &s->passes), data);
}

static status check(const settings *s, diag *d)
{
    const struct circuit_settings *c = s->circuit;
    if (!s->out || !*s->out)
        return diag_error(d, (place){0}, "report needs a file for its page: -o page.html");
    if (s->run->steps > STEPS_LIMIT)
        return diag_error(d, (place){0}, "bad value '%u' of option --steps: 1 .. %d expected",
                          s->run->steps, STEPS_LIMIT);
    if (!c->wanted && (c->device || c->clock_mhz != CIRCUIT_CLOCK_MHZ || c->most_blocks))
        return diag_error(d, (place){0}, "--device, --clock and --dsp are for circuits: add "
                          "--circuit");
    if (c->wanted && (settings_name_machine(s) || s->report->beside))
        return diag_error(d, (place){0}, "a circuit has no machine: leave out units, network and "
                          "--beside, or --circuit");
    return STATUS_OK;
}

static void begin(const settings *s, const ops *p, text *data)
{
    text_add(data, "{\"command\":");
    text_add_json_string(data, s->command_line);
    text_add(data, ",\"title\":");
    text_add_json_string(data, FUNCTION_KIND[p->function].title);
    const bool all = s->passes.schedule.goal == GOAL_MACHINE && s->passes.equations.effort;
    text_printf(data, ",\"all_variants\":%s", all ? "true" : "false");
}

/* Times that are measured differ from run to run, so they are on the page where they are asked for:
 * without them two runs write the same bytes. */
static status add_cpu(arena *mem, const settings *s, const ops *p, text *data, diag *d)
{
    cpu_time found;
    text_add(data, ",\"cpu\":");
    if (!s->report->cpu) {
        text_add(data, "null");
        return STATUS_OK;
    }
    TRY(cpu_time_measure(mem, p, &found, d));
    text_printf(data, "{\"float_ns\":%.4g,\"double_ns\":%.4g,\"with\":", found.float_ns,
                found.double_ns);
    text_add_json_string(data, found.with);
    text_add(data, "}");
    return STATUS_OK;
}

/* What a page became. */
typedef struct {
    size_t bytes;
    expected_error expected;
} made_page;

/* What stands on every page, and the file. */
static status finish(arena *mem, const settings *s, const passes_forms *f, const ops *p, text *data,
                     made_page *made, diag *d)
{
    text page = text_make(mem);
    sample_set states;
    TRY(passes_expected_error(f, p, s->passes.equations.seed, &made->expected, d));
    TRY(passes_samples(mem, f, p, states_wanted(s, p), s->passes.equations.seed, &states, d));
    const page_errors errors = page_errors_measure(&states);
    text_add(data, ",\"errors\":");
    page_add_errors(&errors, data);
    text_add(data, ",\"binary32\":");
    expected_error_json(&made->expected, p, data);
    TRY(add_cpu(mem, s, p, data, d));
    add_notes(d, data);
    text_add(data, "}");
    page_write(PAGE_REPORT,
               arena_printf(mem, "%s, %s", p->robot, FUNCTION_KIND[p->function].title), data,
               &page);
    made->bytes = page.length;
    return output_write_one(s->out, &page, d);
}

static status report_circuit(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms f;
    circuit c;
    text data = text_make(mem);
    made_page made;
    s->circuit->interval = s->passes.schedule.interval ? s->passes.schedule.interval : 1;
    TRY(circuit_check_settings(s, d));
    circuit_take_delays(s);
    if (s->passes.schedule.goal == GOAL_LATENCY && !s->circuit->clock_mhz)
        TRY(circuit_choose_variant(mem, path, s, &f, d));
    else
        TRY(passes_read(mem, path, &s->passes, &f, d));
    const circuit_options options = circuit_wish(s, &f, "page");
    TRY(circuit_build(mem, &f.ops, &options, &c, d));
    begin(s, &f.ops, &data);
    add_forms(mem, &f, s, &data);
    text_add(&data, ",\"programs\":[");
    page_add_circuit(mem, &c, s->circuit->clock_mhz, &data);
    text_add(&data, "]");
    TRY(report_chain(mem, s, &f, &f.ops, NULL, &data, d));
    TRY(finish(mem, s, &f, &f.ops, &data, &made, d));
    if (output_is_stdout(s->out))
        return STATUS_OK;
    text_printf(out, "%s (%zu bytes): %u cells in %u stages; open it in a browser\n", s->out,
                made.bytes, c.cells.list_count, c.stages.stages);
    expected_error_print(&made.expected, &f.ops, LABEL, out);
    return STATUS_OK;
}

static status report_schedule(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_graphs graphs;
    const ops *p;
    schedule best;
    text data = text_make(mem);
    made_page made;
    TRY(settings_take_machine(s, d));
    TRY(passes_read_graphs(mem, path, &s->passes, &graphs, d));
    TRY(passes_schedule(mem, &graphs, &s->passes, &best, &p, d));
    const passes_forms *f = &graphs.forms[p - graphs.list];
    page_schedule first;
    TRY(judge(mem, p->robot, p, &best, &first, d));
    begin(s, p, &data);
    add_forms(mem, f, s, &data);
    text_add(&data, ",\"programs\":[");
    TRY(page_add_schedule(mem, &first, &data, d));
    if (s->report->beside)
        TRY(add_beside(mem, s->report->beside, &data, d));
    text_add(&data, "]");
    TRY(report_chain(mem, s, f, p, &best, &data, d));
    TRY(finish(mem, s, f, p, &data, &made, d));
    if (output_is_stdout(s->out))
        return STATUS_OK;
    text_printf(out, "%s (%zu bytes): %u operations in %u cycles; open it in a browser\n",
                s->out, made.bytes, p->list_count, best.cycles);
    expected_error_print(&made.expected, p, LABEL, out);
    return STATUS_OK;
}

static status run_report(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    TRY(check(s, d));
    s->passes.equations.record_passes = true;
    return s->circuit->wanted ? report_circuit(mem, path, s, out, d)
                      : report_schedule(mem, path, s, out, d);
}

const command REPORT_COMMAND = {
    .name = "report",
    .title = "a page to look at: robot, schedule, load, accuracy",
    .operand = "ROBOT",
    .needs = "-o PAGE.html",
    .about = "Draws " A_ROBOT A_GRAPH ",\nits operations, its schedule on a machine and its "
             "accuracy on one page of HTML that needs\nnothing else.",
    .example = "tauflow report robots/puma.urdf -o build/puma.html",
    .options = "out @report functions ~steps circuit device ~clock dsp @goal @machine @scheduler "
               "@units @shared @numbers " A_ROBOT_TAKES,
    .words = {{"out", .value = "PAGE.html", .about = "the file for the page"},
              {"circuit", .about = "draw the pipeline of the robot's own circuit instead of a "
                                   "schedule"},
              {"functions", .about = "tell the operations of every function, too; takes as long "
                                     "as 'tauflow info --functions'"},
              {"steps", .standard = "up to 2000",
               .about = "how many random states the accuracy picture has"}},
    .run = run_report,
};
