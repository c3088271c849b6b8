/* SPDX-License-Identifier: MIT */
/* `tauflow run`: a robot on the machine, cycle by cycle, against the schedule about time and
 * against the evaluators about values. Fails, after printing, when the machine does not do what was
 * promised. */
#include "apps/report/trace.h"
#include "commands/check_told.h"
#include "commands/commands.h"
#include "commands/core_build.h"
#include "commands/cycles_dump.h"
#include "commands/machine_options.h"
#include "commands/run_options.h"
#include "commands/run_trace.h"

#include <time.h>

/* Few states may all have small values, so accuracy is asked of USUAL_STEPS or more. */
#define USUAL_STEPS 100
enum { STEPS_LIMIT = 10000000, STALLED_SAMPLES = 4 };
enum { LABEL = 18 }; /* columns of what a line says */

static const option_row RUN_ROWS[] = {
    {"steps", ARG_COUNT, STORED_IN(run, steps), "N", .usual = true,
     .standard = TEXT(USUAL_STEPS) ", with --cycles-dump 1", .about = "run so many random states"},
    {"stream", ARG_COUNT, STORED_IN(run, stream), "N", .usual = true, .standard = "",
     .about = "run so many samples back to back; tell the interval, predicted and measured"},
    {"mhz", ARG_COUNT, STORED_IN(run, mhz), "F", .standard = TEXT(USUAL_MHZ),
     .about = "the clock that samples per second are told for, with --stream"},
    {"stalls", ARG_COUNT, STORED_IN(run, stalls), "N", .standard = "none",
     .about = "run so many times more, with random stalls of both streams"},
    {"engine", ARG_CHOICE, STORED_IN(run, engine), "auto|twin|rtl", .usual = true,
     .about = "what to run on: the software twin or the Verilated core; auto: the core where "
              "Verilator is installed, else the twin"},
    {"cores", ARG_TEXT, STORED_IN(run, cores), "FOLDER", .standard = "where tauflow keeps them",
     .about = "where Verilated cores are found and built"},
    {"core", ARG_TEXT, STORED_IN(run, core), "'key=value ...'",
     .about = "run on a core that differs from what the program needs: 'slots=16 ...'"},
};
const option_table RUN_TABLE = {OPTION_TABLE("run", "run", RUN_ROWS),
                                OPTION_PART(run), .counts = COUNTS_NEVER};

static const option_row WATCH_ROWS[] = {
    {"trace", ARG_TEXT, STORED_IN(run, trace), "FILE.fst",
     .about = "write the waveform of the Verilated core"},
    {"cycles-dump", ARG_FLAG, STORED_IN(run, dump), NULL,
     .about = "print every unit's operation and values, cycle by cycle"},
    {"tables", ARG_TEXT, STORED_IN(run, tables), "FOLDER",
     .about = "write the core's memory files and its load stream there"},
};
const option_table WATCH_TABLE = {OPTION_TABLE("watch", "output", WATCH_ROWS),
                                  .counts = COUNTS_NEVER};

/* Of fixed point more is known: a bound of every output. */
static bool is_accurate(const run_job *j, const samples_verdict *v, uint32_t steps)
{
    if (ops_has_points(j->p))
        return !v->beyond_bound;
    return steps < USUAL_STEPS || v->accurate;
}

/* ---- what is to be run ----------------------------------------------------------------------- */

/* Cycles of the same sequences on a core with other times. */
static status predict(run_job *j, diag *d)
{
    machine *m = &j->s.target;
    TRY(program_fits(&j->q.shape, &j->core, d));
    /* run_stream computes the steady state from sequences and the core's times */
    if (j->s.interval)
        return STATUS_OK;
    for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++)
        if (m->units[k])
            m->latency_cycles[k] = j->core.latency_cycles[k];
    m->transfer_cycles = j->core.transfer_cycles;
    m->queue = j->core.queue;
    m->lane_queue = j->core.lane_queue;
    m->relay_queue = j->core.relay_queue;
    /* no fault of ours: queues of the core that was chosen may be too short */
    TRY(schedule_settle(j->p, &j->s, d));
    j->q.cycles = j->s.cycles;
    return STATUS_OK;
}

static status core_for(engine_kind kind, const struct run_settings *s, run_job *j, diag *d)
{
    j->engine.kind = kind;
    TRY(engine_core(kind, &j->q.shape, &j->core, d));
    return s->core ? core_parse(s->core, &j->core, d) : STATUS_OK;
}

/* Sets engine and core. Whoever asked for no engine gets the Verilated core where it can be
 * had, else a note why it is the twin. */
static status choose_engine(arena *mem, const struct run_settings *s, run_job *j, diag *d)
{
    const char *why = NULL;
    if (s->engine != ENGINE_AUTO)
        return core_for((engine_kind)s->engine, s, j, d);
    if (s->dump || s->trace)
        return core_for(s->dump ? ENGINE_TWIN : ENGINE_RTL, s, j, d);
    diag unsaid = diag_make(mem);
    if (core_for(ENGINE_RTL, s, j, &unsaid) != STATUS_OK)
        why = unsaid.error.text;
    else if (core_at_hand(mem, s->cores, &j->core, false, &why))
        return STATUS_OK;
    diag_note(d, (place){0}, "run on the software twin: %s", why);
    return core_for(ENGINE_TWIN, s, j, d);
}

static status make_job(arena *mem, const char *path, const settings *s, passes_built *built,
                       run_job *j, diag *d)
{
    TRY(passes_build(mem, path, &s->passes, built, d));
    j->p = built->p;
    j->s = built->schedule;
    j->m = j->s.target;
    j->q = built->program;
    j->check = passes_built_forms(built)->check;
    TRY(choose_engine(mem, s->run, j, d));
    if (s->run->core)
        TRY(predict(j, d));
    TRY(image_build(mem, &j->q, &j->core, &j->words, d));
    return s->run->tables ? image_write(&j->words, s->run->tables, d) : STATUS_OK;
}

void run_note(uint32_t done, uint32_t wanted, diag *d)
{
    if (done < wanted)
        diag_note(d, (place){0},
                  "the run was stopped early: figures are those of %u of %u samples", done, wanted);
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct {
    stream_report alone, flow;
    uint32_t measured; /* cycles by the core's own counters: of the last sample, or the mean when
                        * not all are as predicted */
    samples_verdict verdict;
    twin_figures figures; /* of the samples one after another */
    double cycles_per_second;
    bool ok; /* time first, then everything */
} result;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Samples one after another: time. `x`: NULL, or what watches every cycle. */
static status run_alone(arena *mem, const run_job *j, engine *core, sample_set *t, cycles_dump *x,
                        result *r, diag *d)
{
    stream_core c = engine_stream(core);
    if (x) {
        c.watch = cycles_dump_cycle;
        c.user = x;
    }
    double began = seconds();
    TRY(stream_run(&c, &j->q, &(stream_options){.life = j->life}, t->in, t->steps, t->out,
                   &r->alone, d));
    t->steps = r->alone.done;
    r->cycles_per_second = (double)r->alone.cycles / (seconds() - began + 1e-9);
    r->verdict = samples_judge(t);
    TRY(engine_figures(mem, core, &r->figures, d));
    bool all = r->figures.busy == (uint64_t)t->steps * j->q.cycles;
    r->measured = all ? r->figures.cycles : r->figures.busy / t->steps;
    bool pins = j->engine.kind == ENGINE_RTL ||
                (r->alone.least == j->q.cycles && r->alone.most == j->q.cycles);
    r->ok = all && r->measured == j->q.cycles && pins && !r->figures.errors;
    return STATUS_OK;
}

/* Back to back, then under stalls: the same words, and how fast they follow each other. */
static status run_others(const run_job *j, engine *core, sample_set *t, uint32_t stalls, result *r,
                         diag *d)
{
    stream_core c = engine_stream(core);
    sample_set few = *t;
    few.steps = t->steps < STALLED_SAMPLES ? t->steps : STALLED_SAMPLES;
    TRY(stream_run(&c, &j->q, &(stream_options){.overlap = true, .life = j->life}, t->in, t->steps,
                   t->out, &r->flow, d));
    sample_set flow = *t;
    flow.steps = r->flow.done;
    r->verdict.mismatches += samples_judge(&flow).mismatches;
    for (uint32_t k = 0; k < stalls; k++) {
        stream_options o = {.overlap = k % 2, .in_stall = k * 37 % 251, .out_stall = k * 91 % 251,
                            .seed = k};
        stream_report stalled;
        TRY(stream_run(&c, &j->q, &o, few.in, few.steps, few.out, &stalled, d));
        r->verdict.mismatches += samples_judge(&few).mismatches;
    }
    return STATUS_OK;
}

/* All runs of a job; the core is closed again. */
static status run_steps(arena *mem, const run_job *j, const struct run_settings *s, sample_set *t,
                        result *r, text *out, diag *d)
{
    engine *core;
    TRY(engine_open(mem, &j->engine, &j->words, &core, d));
    uint32_t wanted = t->steps;
    cycles_dump x;
    progress_run(j->life, "run on the core");
    if (s->dump)
        x = cycles_dump_begin(mem, j, engine_twin(core), out);
    status done = run_trace_measures(j) ? run_trace(mem, j, core, d) : STATUS_OK;
    if (done == STATUS_OK)
        done = run_alone(mem, j, core, t, s->dump ? &x : NULL, r, d);
    if (done == STATUS_OK)
        done = run_others(j, core, t, s->stalls, r, d);
    progress_end(j->life);
    if (done == STATUS_OK)
        run_note(r->flow.done, wanted, d);
    engine_close(core);
    r->ok = r->ok && !r->verdict.mismatches && is_accurate(j, &r->verdict, t->steps);
    return done;
}

/* ---- prints ---------------------------------------------------------------------------------- */

static void print_json(const run_job *j, const result *r, text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, j->p->robot);
    text_add(out, ", \"machine\": ");
    machine_print_json(&j->m, out);
    text_printf(out, ", \"engine\": \"%s\", \"cycles_predicted\": %u, \"cycles_measured\": %u, ",
                ENGINE_WORD[j->engine.kind], j->q.cycles, r->measured);
    text_printf(out, "\"steps\": %u, \"mismatches\": %u, \"max_rel_error\": %.3g, \"ok\": %s, ",
                r->alone.done, r->verdict.mismatches, r->verdict.max_rel_error,
                r->ok ? "true" : "false");
    if (r->verdict.closed_within > 0)
        text_printf(out, "\"closed_within\": %.3g, ", r->verdict.closed_within);
    if (r->verdict.left_out_within > 0)
        text_printf(out, "\"left_out_within\": %.3g, ", r->verdict.left_out_within);
    text_add(out, "\"binary32\": ");
    expected_error_json(&j->expected, j->p, out);
    text_add(out, ", ");
    text_printf(out, "\"cycles_at_pins\": %u, \"interval\": %.2f, \"operations\": %u, ",
                r->alone.least, stream_interval(&r->flow), j->p->list_count);
    text_printf(out, "\"cycles_per_second\": %.3g, \"core\": \"", r->cycles_per_second);
    shape_print(&j->core, out);
    text_add(out, "\"");
    check_json(&j->check, out);
    text_add(out, "}\n");
}

static void print_units(const run_job *j, const result *r, text *out)
{
    const twin_figures *f = &r->figures;
    text_printf(out, "%-6s %10s %10s %6s\n", "unit", "operations", "stalls", "usage");
    for (uint32_t u = 0; u < core_units(&j->core); u++) {
        text name = text_make(out->mem);
        core_unit_name(&j->core, u, &name);
        text_printf(out, "%-6s %10.1f %10.1f %6.3f\n", name.bytes,
                    (double)f->issues[u] / r->alone.done, (double)f->stalls[u] / r->alone.done,
                    (double)f->issues[u] / f->busy);
    }
}

static void print_table(const run_job *j, const result *r, text *out)
{
    text_printf(out, "robot             %s\nmachine           ", j->p->robot);
    machine_tell(&j->m, out);
    text_printf(out, "\nengine            %s\ncore              ", ENGINE_WORD[j->engine.kind]);
    shape_print(&j->core, out);
    text_printf(out, "\noperations        %u\n", j->p->list_count);
    text_printf(out, "cycles predicted  %u\n", j->q.cycles);
    text_printf(out, "cycles measured   %u\n", r->measured);
    if (r->alone.least != r->measured)
        text_printf(out, "cycles at pins    %u, with the register slices of the streams\n",
                    r->alone.least);
    if (r->flow.done > 1)
        text_printf(out, "interval          %.2f back to back\n", stream_interval(&r->flow));
    text_printf(out, "steps             %u\n", r->alone.done);
    text_printf(out, "mismatches        %u\n", r->verdict.mismatches);
    text_printf(out, "max rel error     %.3g\n", r->verdict.max_rel_error);
    expected_error_print(&j->expected, j->p, LABEL, out);
    check_print(&j->check, LABEL, out);
    if (r->verdict.closed_within > 0)
        text_printf(out, "loops closed to   %.3g\n", r->verdict.closed_within);
    if (r->verdict.left_out_within > 0)
        text_printf(out, "left out rows to  %.3g of their terms\n", r->verdict.left_out_within);
    text_printf(out, "speed             %.3g cycles a second\n\n", r->cycles_per_second);
    print_units(j, r, out);
}

/* ---- the command ----------------------------------------------------------------------------- */

static status check_settings(const settings *all, diag *d)
{
    const place at = {0};
    const struct run_settings *s = all->run;
    if (s->dump && all->json)
        return diag_error(d, at, "--json and --cycles-dump exclude each other");
    if (s->dump && s->engine == ENGINE_RTL)
        return diag_error(d, at, "--cycles-dump needs --engine twin; --trace FILE.fst shows what "
                                 "the other does");
    if (s->trace && (s->engine == ENGINE_TWIN || s->dump))
        return diag_error(d, at,
                          "--trace needs --engine rtl; --cycles-dump shows what the twin does");
    if (s->steps > STEPS_LIMIT || s->stream > STEPS_LIMIT)
        return diag_error(d, at, "bad value '%u' of option --%s: at most %d",
                          s->steps > STEPS_LIMIT ? s->steps : s->stream,
                          s->steps > STEPS_LIMIT ? "steps" : "stream", STEPS_LIMIT);
    if (s->dump && (s->stream || schedule_wish_streams(&all->passes.schedule)))
        return diag_error(d, at, "--cycles-dump shows samples one after another; it does not go "
                                 "with --stream, --interval and --optimise throughput");
    return STATUS_OK;
}

/* What is traced: by the Verilated core when it was asked for, which takes one that can be looked
 * into; else by the schedule, and that the core does just this is what the run finds out. */
static status trace_job(arena *mem, const settings *all, const passes_built *built, run_job *j,
                        diag *d)
{
    sample_set t;
    TRY(passes_samples(mem, built->graphs.forms, j->p, trace_samples(&j->s),
                       all->passes.equations.seed, &t, d));
    j->trace_out = all->trace_out;
    j->traced = t.in;
    if (run_trace_measures(j))
        return STATUS_OK;
    const trace events = trace_make(mem, j->p, &j->s, t.in);
    return trace_write(mem, all->trace_out, &events, d);
}

static status run_run(arena *mem, const char *path, settings *all, text *out, diag *d)
{
    const struct run_settings *s = all->run;
    const uint64_t seed = all->passes.equations.seed;
    const char *look = all->trace_out && s->engine == ENGINE_RTL && !s->trace ? "" : s->trace;
    run_job j = {.engine = {ENGINE_AUTO, s->cores, look}, .life = &all->life};
    result r = {0};
    passes_built built;
    sample_set t;
    TRY(check_settings(all, d));
    TRY(trace_check(all->trace_out, d));
    TRY(settings_take_machine(all, d));
    TRY(make_job(mem, path, all, &built, &j, d));
    if (all->trace_out)
        TRY(trace_job(mem, all, &built, &j, d));
    uint32_t steps = s->steps ? s->steps : s->dump ? 1 : USUAL_STEPS;
    const bool streams = s->stream || j.s.interval;
    TRY(passes_samples(mem, built.graphs.forms, built.p, streams && s->stream ? s->stream : steps,
                       seed, &t, d));
    t.bound = built.graphs.bound;
    TRY(passes_expected_error(built.graphs.forms, built.p, seed, &j.expected, d));
    if (streams)
        return run_stream(mem, &j, all, &t, out, d);
    TRY(run_steps(mem, &j, s, &t, &r, out, d));
    if (all->json)
        print_json(&j, &r, out);
    else if (!s->dump)
        print_table(&j, &r, out);
    if (!r.ok)
        return diag_system_error(d, (place){0},
                                 "the machine does not do what was promised: %u cycles predicted, "
                                 "%u measured, %u words differ, error %.3g",
                                 j.q.cycles, r.measured, r.verdict.mismatches,
                                 r.verdict.max_rel_error);
    return STATUS_OK;
}

const command RUN_COMMAND = {
    .name = "run",
    .title = "the robot on the machine, cycle by cycle",
    .operand = "ROBOT",
    .about = "Runs " A_ROBOT A_GRAPH " on the machine, cycle by cycle, and compares cycles with\n"
             "the schedule and results with the evaluators.",
    .example = "tauflow run robots/puma.urdf --modules 4 --network ring --steps 1000 --json",
    .options = "@machine @shared @scheduler @goal @run @watch trace-out json @numbers "
               A_ROBOT_TAKES,
    .run = run_run,
};
