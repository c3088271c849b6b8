#include "commands/run.h"

#include "commands/core_build.h"
#include "commands/run_stream.h"
#include "machine/fp32.h"
#include "program/image.h"

#include <stdlib.h>
#include <time.h>

enum { USUAL_STEPS = 100, STEPS_LIMIT = 10000000, STALLED_SAMPLES = 4 };

/* Of the largest value: binary32 does better; more means wrong equations or wrong arithmetic. Few states may all
 * have small values, so it is asked of USUAL_STEPS or more. */
static const double ERROR_LIMIT = 5e-7;

run_settings run_settings_default(void)
{
    return (run_settings){.schedule = schedule_settings_default(), .engine = ENGINE_AUTO};
}

uint32_t run_command_options(run_settings *s, arg_option *o)
{
    uint32_t n = machine_command_options(&s->schedule, o);
    n += goal_command_options(&s->schedule, o + n);
    o[n++] = (arg_option){"stream", ARG_COUNT, &s->stream, "N", "N samples back to back: interval predicted and measured", 0};
    o[n++] = (arg_option){"mhz", ARG_COUNT, &s->mhz, "F", "of --stream: clock for samples a second; usual 100", 0};
    o[n++] = (arg_option){"engine", ARG_CHOICE, &s->engine, "auto|twin|rtl",
                          "software twin or Verilated core; auto: the core where Verilator is", 0};
    o[n++] = (arg_option){"cores", ARG_TEXT, &s->cores, "FOLDER",
                          "of rtl: where cores lie and are built, instead of the usual folders", 0};
    o[n++] = (arg_option){"trace", ARG_TEXT, &s->trace, "FILE.fst", "of rtl: write the waveform",
                          0};
    o[n++] = (arg_option){"core", ARG_TEXT, &s->core, "'key=value ...'", "a core that differs from what the program needs: slots=16 ...", 0};
    o[n++] = (arg_option){"steps", ARG_COUNT, &s->steps, "S", "random states; 0: 100, or 1 with --cycles-dump", 0};
    o[n++] = (arg_option){"stalls", ARG_COUNT, &s->stalls, "N", "N further runs with random stalls on both streams", 0};
    o[n++] = (arg_option){"cycles-dump", ARG_FLAG, &s->dump, NULL, "every unit's operation and values, cycle by cycle", 0};
    o[n++] = (arg_option){"tables", ARG_TEXT, &s->tables, "FOLDER", "write the core's memory files and load stream there", 0};
    o[n++] = (arg_option){"json", ARG_FLAG, &s->json, NULL, "the result as one JSON object", 0};
    return n;
}

/* ---- what is to be run -------------------------------------------------------------------------- */

/* Cycles of the same sequences on a core with other times. */
static status predict(run_job *j, diag *d)
{
    machine *m = &j->s.target;
    TRY(program_fits(&j->q.shape, &j->core, d));
    if (j->s.interval) /* run_stream computes the steady state from the sequences and the core's times */
        return STATUS_OK;
    m->latency_cycles[UNIT_MUL] = j->core.latency_cycles[0];
    m->latency_cycles[UNIT_ADD] = j->core.latency_cycles[1];
    m->transfer_cycles = j->core.transfer_cycles;
    m->queue = j->core.queue;
    m->lane_queue = j->core.lane_queue;
    m->relay_queue = j->core.relay_queue;
    TRY(schedule_settle(j->p, &j->s, d));
    j->q.cycles = j->s.cycles;
    return STATUS_OK;
}

static status core_for(engine_kind kind, const run_settings *s, run_job *j, diag *d)
{
    j->engine.kind = kind;
    TRY(engine_core(kind, &j->q.shape, &j->core, d));
    return s->core ? core_parse(s->core, &j->core, d) : STATUS_OK;
}

/* Sets engine and core. Whoever asked for no engine gets the Verilated core where it can be
 * had, else a note why it is the twin. */
static status choose_engine(arena *mem, const run_settings *s, run_job *j, diag *d)
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

static status make_job(arena *mem, const ops *graphs, uint32_t count, run_settings *s, uint64_t seed, run_job *j, diag *d)
{
    uint32_t which = 0;
    TRY(settings_machine(&s->schedule, &j->m, d));
    TRY(schedule_shortest(mem, graphs, count, &j->m, &s->schedule, seed, &j->s, &which, d));
    j->p = &graphs[which];
    j->m = j->s.target;
    TRY(program_build(mem, j->p, &j->s, &j->q, d));
    TRY(program_check(j->p, &j->q, d));
    TRY(choose_engine(mem, s, j, d));
    if (s->core)
        TRY(predict(j, d));
    TRY(image_build(mem, &j->q, &j->core, &j->words, d));
    return s->tables ? image_write(&j->words, s->tables, d) : STATUS_OK;
}

/* ---- dump ------------------------------------------------------------------------------------------ */

typedef struct {
    const run_job *j;
    const twin *core;
    uint32_t **order; /* [unit][number]: the operation */
    text *out;
} dump;

typedef struct {
    uint32_t unit, cycle, operation;
} start;

static int by_unit_then_cycle(const void *a, const void *b)
{
    const start *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

/* Which operation is the k-th of each unit of the core. */
static uint32_t **unit_orders(arena *mem, const run_job *j)
{
    uint32_t count = j->p->list_count, muls = j->m.units[UNIT_MUL];
    start *list = ARENA_ARRAY(mem, start, count + 1);
    uint32_t *all = ARENA_ARRAY(mem, uint32_t, count + 1), **order = ARENA_ARRAY(mem, uint32_t *, core_units(&j->core));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t unit = j->s.issues[i].unit;
        list[i] = (start){unit < muls ? unit : j->core.modules + unit - muls, j->s.issues[i].cycle, i};
    }
    qsort(list, count, sizeof *list, by_unit_then_cycle);
    for (uint32_t i = 0; i < count; i++) {
        all[i] = list[i].operation;
        if (i == 0 || list[i].unit != list[i - 1].unit)
            order[list[i].unit] = &all[i];
    }
    return order;
}

static void dump_cycle(void *user, uint64_t cycle)
{
    dump *x = user;
    const twin_issue *issues = twin_issues(x->core);
    for (uint32_t u = 0; u < core_units(&x->j->core); u++) {
        if (!issues[u].started)
            continue;
        uint32_t operation = x->order[u][issues[u].number];
        bool swap = x->j->s.issues[operation].swap;
        const op *o = &x->j->p->list[operation];
        text_printf(x->out, "%llu\t", (unsigned long long)cycle);
        core_unit_name(&x->j->core, u, x->out);
        text_printf(x->out, "\t%s\t", OP_KIND[o->kind].word);
        ops_print_name(o->name, x->out);
        text_printf(x->out, "\t%.9g\t%.9g\t%.9g\n", (double)fp32_value(swap ? issues[u].b : issues[u].a),
                    (double)fp32_value(swap ? issues[u].a : issues[u].b), (double)fp32_value(issues[u].result));
    }
}

void run_note(uint32_t done, uint32_t wanted, diag *d)
{
    if (done < wanted)
        diag_note(d, (place){0},
                  "the run was stopped early: figures are those of %u of %u samples", done, wanted);
}

/* ---- runs ------------------------------------------------------------------------------------------- */

typedef struct {
    stream_report alone, flow;
    uint32_t measured; /* cycles by the core's own counters: of the last sample, or the mean when not all are as predicted */
    trial_verdict verdict;
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

/* Samples one after another: time. */
static status run_alone(arena *mem, const run_job *j, engine *core, trial *t, dump *x, result *r, diag *d)
{
    stream_core c = engine_stream(core);
    if (x) {
        text_add(x->out, "cycle\tunit\tkind\toperation\ta\tb\tresult\n");
        x->order = unit_orders(mem, j);
        c.watch = dump_cycle;
        c.user = x;
    }
    double began = seconds();
    TRY(stream_run(&c, &j->q, &(stream_options){.life = j->life}, t->in, t->steps, t->out,
                   &r->alone, d));
    t->steps = r->alone.done;
    r->cycles_per_second = (double)r->alone.cycles / (seconds() - began + 1e-9);
    r->verdict = trial_judge(t);
    TRY(engine_figures(mem, core, &r->figures, d));
    bool all = r->figures.busy == (uint64_t)t->steps * j->q.cycles;
    r->measured = all ? r->figures.cycles : r->figures.busy / t->steps;
    bool pins = j->engine.kind == ENGINE_RTL || (r->alone.least == j->q.cycles && r->alone.most == j->q.cycles);
    r->ok = all && r->measured == j->q.cycles && pins && !r->figures.errors;
    return STATUS_OK;
}

/* Back to back, then under stalls: the same words, and how fast they follow each other. */
static status run_others(const run_job *j, engine *core, trial *t, uint32_t stalls, result *r, diag *d)
{
    stream_core c = engine_stream(core);
    trial few = *t;
    few.steps = t->steps < STALLED_SAMPLES ? t->steps : STALLED_SAMPLES;
    TRY(stream_run(&c, &j->q, &(stream_options){.overlap = true, .life = j->life}, t->in, t->steps,
                   t->out, &r->flow, d));
    trial flow = *t;
    flow.steps = r->flow.done;
    r->verdict.mismatches += trial_judge(&flow).mismatches;
    for (uint32_t k = 0; k < stalls; k++) {
        stream_options o = {.overlap = k % 2, .in_stall = k * 37 % 251, .out_stall = k * 91 % 251, .seed = k};
        stream_report stalled;
        TRY(stream_run(&c, &j->q, &o, few.in, few.steps, few.out, &stalled, d));
        r->verdict.mismatches += trial_judge(&few).mismatches;
    }
    return STATUS_OK;
}

/* ---- prints ------------------------------------------------------------------------------------------- */

static void print_json(const run_job *j, const result *r, text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, j->p->robot);
    text_add(out, ", \"machine\": ");
    machine_print_json(&j->m, out);
    text_printf(out, ", \"engine\": \"%s\", \"cycles_predicted\": %u, \"cycles_measured\": %u, \"steps\": %u, \"mismatches\": %u, \"max_rel_error\": %.3g, "
                     "\"ok\": %s, \"cycles_at_pins\": %u, \"interval\": %.2f, \"operations\": %u, \"cycles_per_second\": %.3g, \"core\": \"",
                ENGINE_WORD[j->engine.kind], j->q.cycles, r->measured, r->alone.done, r->verdict.mismatches, r->verdict.max_rel_error, r->ok ? "true" : "false",
                r->alone.least, stream_interval(&r->flow), j->p->list_count, r->cycles_per_second);
    shape_print(&j->core, out);
    text_add(out, "\"}\n");
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
        text_printf(out, "cycles at pins    %u, with the register slices of the streams\n", r->alone.least);
    if (r->flow.done > 1)
        text_printf(out, "interval          %.2f back to back\n", stream_interval(&r->flow));
    text_printf(out, "steps             %u\n", r->alone.done);
    text_printf(out, "mismatches        %u\n", r->verdict.mismatches);
    text_printf(out, "max rel error     %.3g\n", r->verdict.max_rel_error);
    text_printf(out, "speed             %.3g cycles a second\n\n", r->cycles_per_second);
    text_printf(out, "%-6s %10s %10s %6s\n", "unit", "operations", "stalls", "usage");
    for (uint32_t u = 0; u < core_units(&j->core); u++) {
        text name = text_make(out->mem);
        core_unit_name(&j->core, u, &name);
        text_printf(out, "%-6s %10.1f %10.1f %6.3f\n", name.bytes, (double)r->figures.issues[u] / r->alone.done,
                    (double)r->figures.stalls[u] / r->alone.done, (double)r->figures.issues[u] / r->figures.busy);
    }
}

static status check_settings(const run_settings *s, diag *d)
{
    const place at = {0};
    if (s->dump && s->json)
        return diag_error(d, at, "--json and --cycles-dump exclude each other");
    if (s->dump && s->engine == ENGINE_RTL)
        return diag_error(d, at, "--cycles-dump needs --engine twin; --trace FILE.fst shows what the other does");
    if (s->trace && (s->engine == ENGINE_TWIN || s->dump))
        return diag_error(d, at, "--trace needs --engine rtl; --cycles-dump shows what the twin does");
    if (s->steps > STEPS_LIMIT || s->stream > STEPS_LIMIT)
        return diag_error(d, at, "bad value '%u' of option --%s: at most %d", s->steps > STEPS_LIMIT ? s->steps : s->stream,
                          s->steps > STEPS_LIMIT ? "steps" : "stream", STEPS_LIMIT);
    if (s->dump && (s->stream || settings_stream(&s->schedule)))
        return diag_error(d, at, "--cycles-dump shows samples one after another; it does not go with --stream, --interval and --optimise throughput");
    return STATUS_OK;
}

/* All runs of a job; the core is closed again. */
static status run_steps(arena *mem, const run_job *j, const run_settings *s, trial *t, result *r, text *out, diag *d)
{
    engine *core;
    TRY(engine_open(mem, &j->engine, &j->words, &core, d));
    uint32_t wanted = t->steps;
    progress_run(j->life, "run on the core");
    dump x = {j, engine_twin(core), NULL, out};
    status done = run_alone(mem, j, core, t, s->dump ? &x : NULL, r, d);
    if (done == STATUS_OK)
        done = run_others(j, core, t, s->stalls, r, d);
    progress_end(j->life);
    if (done == STATUS_OK)
        run_note(r->flow.done, wanted, d);
    engine_close(core);
    r->ok = r->ok && !r->verdict.mismatches && (t->steps < USUAL_STEPS || r->verdict.max_rel_error < ERROR_LIMIT);
    return done;
}

status run_robot(arena *mem, const ops *graphs, uint32_t count, run_settings *s, uint64_t seed, text *out, diag *d)
{
    run_job j = {.engine = {ENGINE_AUTO, s->cores, s->trace}, .life = s->schedule.life};
    result r = {0};
    TRY(check_settings(s, d));
    TRY(make_job(mem, graphs, count, s, seed, &j, d));
    if (s->stream || j.s.interval) {
        trial many = trial_make(mem, j.p, s->stream ? s->stream : s->steps ? s->steps : USUAL_STEPS, seed);
        return run_stream(mem, &j, s, &many, out, d);
    }
    trial t = trial_make(mem, j.p, s->steps ? s->steps : s->dump ? 1 : USUAL_STEPS, seed);
    TRY(run_steps(mem, &j, s, &t, &r, out, d));
    if (s->json)
        print_json(&j, &r, out);
    else if (!s->dump)
        print_table(&j, &r, out);
    if (!r.ok)
        return diag_system_error(d, (place){0}, "the machine does not do what was promised: %u cycles predicted, %u measured, %u words differ, error %.3g",
                                 j.q.cycles, r.measured, r.verdict.mismatches, r.verdict.max_rel_error);
    return STATUS_OK;
}
