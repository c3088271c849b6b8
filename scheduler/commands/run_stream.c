/* SPDX-License-Identifier: MIT */
#include "commands/run_stream.h"

#include "commands/run_options.h"
#include "commands/run_trace.h"
#include "program/steady.h"

enum { LABEL = 20 }; /* columns of what a line says */
enum {
    PACED_SAMPLES = 256,
    STALLED_SAMPLES = 64,
    LEAST_SAMPLES = 128 /* the beginning is over in half as many */
};

typedef struct {
    steady free, paced;     /* predicted: as fast as samples are taken; one every interval */
    uint32_t measured;      /* samples over which the interval is measured */
    stream_report flow;     /* as fast as they are taken */
    stream_report at_pace;
    uint32_t latency; /* at pace, without the register slices: read_latency */
    uint32_t mismatches;
    double max_rel_error;
    bool faulty; /* the core reports an error, or results are worse than was proved */
    bool ok;
} result;

static uint32_t pace_of(const steady *s)
{
    return (s->cycles + s->samples - 1) / s->samples;
}

/* The sequences on the times of the core that runs them. */
static status predict(const run_job *j, result *r, diag *d)
{
    program q = j->q;
    q.shape.transfer_cycles = j->core.transfer_cycles;
    for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++)
        if (core_kind_units(&q.shape, (unit_kind)k))
            q.shape.latency_cycles[k] = j->core.latency_cycles[k];
    q.shape.queue = j->core.queue;
    q.shape.lane_queue = j->core.lane_queue;
    q.shape.relay_queue = j->core.relay_queue;
    TRY(program_steady(&q, 0, &r->free, d));
    return program_steady(&q, pace_of(&r->free), &r->paced, d);
}

/* Samples at the end of the run over which the interval is measured: whole periods, up to half of
 * the run; 0: the run is too short for that. */
static uint32_t measured_samples(const result *r, uint32_t count)
{
    uint32_t period = r->free.samples;
    return count < LEAST_SAMPLES || count / 2 < period ? 0 : count / 2 / period * period;
}

static double measured_interval(const result *r)
{
    return r->measured ? (double)(r->flow.last_end - r->flow.mark_end) / r->measured
                       : stream_interval(&r->flow);
}

/* The latency that is predicted is the longest of all samples. The twin's pins show it; RTL has
 * register slices there, but counts for itself, the last sample alone: the same where all
 * samples of the steady state are alike. */
static status read_latency(arena *mem, engine *core, result *r, diag *d)
{
    twin_figures f;
    TRY(engine_figures(mem, core, &f, d));
    r->latency = engine_twin(core) ? r->at_pace.most_after : f.cycles;
    return STATUS_OK;
}

/* A few samples one every interval, then runs under stalls. */
static status run_few(arena *mem, const run_job *j, uint32_t stalls, engine *core,
                      const sample_set *t, result *r, diag *d)
{
    stream_core c = engine_stream(core);
    sample_set few = *t;
    few.steps = t->steps < PACED_SAMPLES ? t->steps : PACED_SAMPLES;
    /* The second half: when a core has just been started its first sample waits until the
     * sequences are read. */
    stream_options paced = {.overlap = true, .pace = pace_of(&r->free), .mark = few.steps / 2,
                            .life = j->life};
    TRY(engine_restart(core, d));
    TRY(stream_run(&c, &j->q, &paced, few.in, few.steps, few.out, &r->at_pace, d));
    few.steps = r->at_pace.done;
    TRY(read_latency(mem, core, r, d));
    r->mismatches += samples_judge(&few).mismatches;
    few.steps = t->steps < STALLED_SAMPLES ? t->steps : STALLED_SAMPLES;
    for (uint32_t k = 0; k < stalls; k++) {
        stream_options o = {.overlap = true, .in_stall = k * 37 % 251, .out_stall = k * 91 % 251,
                            .seed = k};
        stream_report stalled;
        TRY(engine_restart(core, d));
        TRY(stream_run(&c, &j->q, &o, few.in, few.steps, few.out, &stalled, d));
        r->mismatches += samples_judge(&few).mismatches;
    }
    return STATUS_OK;
}

static status run_all(arena *mem, const run_job *j, uint32_t stalls, engine *core, sample_set *t,
                      result *r, diag *d)
{
    stream_core c = engine_stream(core);
    r->measured = measured_samples(r, t->steps);
    stream_options free = {.overlap = true, .mark = t->steps - r->measured, .life = j->life};
    TRY(stream_run(&c, &j->q, &free, t->in, t->steps, t->out, &r->flow, d));
    run_note(r->flow.done, t->steps, d);
    if (r->flow.done < t->steps)
        r->measured = 0; /* its samples were those at the end */
    t->steps = r->flow.done;
    samples_verdict v = samples_judge(t);
    r->mismatches = v.mismatches;
    r->max_rel_error = v.max_rel_error;
    twin_figures f;
    TRY(engine_figures(mem, core, &f, d));
    r->faulty = f.errors || v.beyond_bound;
    return run_few(mem, j, stalls, core, t, r, d);
}

/* Operations of the busier kind of units that start in a cycle, per unit. */
static double usage(const run_job *j, double interval)
{
    uint32_t needed[UNIT_KINDS] = {0}, most = 0;
    for (uint32_t i = 0; i < j->p->list_count; i++) {
        uint32_t same = ++needed[OP_KIND[j->p->list[i].kind].unit];
        most = same > most ? same : most;
    }
    return interval > 0 ? most / (interval * j->core.modules) : 0;
}

/* As it is printed. */
typedef struct {
    double predicted, measured, per_second;
    uint32_t mhz;
} pace;

static void print_table(const run_job *j, const pace *p, const result *r, text *out)
{
    text_printf(out, "robot               %s\nmachine             ", j->p->robot);
    machine_tell(&j->m, out);
    text_printf(out, "\nengine              %s\ncore                ",
                ENGINE_WORD[j->engine.kind]);
    shape_print(&j->core, out);
    text_printf(out, "\noperations          %u\nsamples             %u\n", j->p->list_count,
                r->flow.done);
    text_printf(out, "interval predicted  %.4f\ninterval measured   %.4f\n", p->predicted,
                p->measured);
    text_printf(out, "latency predicted   %u at that pace\nlatency measured    %u\n",
                r->paced.latency_cycles, r->latency);
    const char *slices = r->at_pace.most_after != r->latency ? " with the register slices" : "";
    text_printf(out, "latency at pins     %u%s, %u when samples wait at the core\n",
                r->at_pace.most_after, slices, r->flow.most);
    text_printf(out, "usage               %.3f of the busier kind of units\n",
                usage(j, p->measured));
    text_printf(out, "samples a second    %.0f at %u MHz\nmismatches          %u\n", p->per_second,
                p->mhz, r->mismatches);
    text_printf(out, "max rel error       %.3g\n", r->max_rel_error);
    expected_error_print(&j->expected, j->p, LABEL, out);
}

static void print_json(const run_job *j, const pace *p, const result *r, text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, j->p->robot);
    text_add(out, ", \"machine\": ");
    machine_print_json(&j->m, out);
    text_printf(out, ", \"engine\": \"%s\", \"interval_predicted\": %.4f, ",
                ENGINE_WORD[j->engine.kind], p->predicted);
    text_printf(out, "\"interval_measured\": %.4f, \"latency_cycles\": %u, ", p->measured,
                r->latency);
    text_printf(out, "\"latency_predicted\": %u, \"latency_at_pins\": %u, ",
                r->paced.latency_cycles, r->at_pace.most_after);
    text_printf(out, "\"latency_waiting\": %u, \"mhz\": %u, ", r->flow.most, p->mhz);
    text_printf(out, "\"samples_per_second_at_mhz\": %.0f, \"usage\": %.4f, ", p->per_second,
                usage(j, p->measured));
    text_printf(out, "\"samples\": %u, \"flush\": %u, ", r->flow.done, j->q.flush);
    text_printf(out, "\"mismatches\": %u, \"max_rel_error\": %.3g, \"ok\": %s, ", r->mismatches,
                r->max_rel_error, r->ok ? "true" : "false");
    text_add(out, "\"binary32\": ");
    expected_error_json(&j->expected, j->p, out);
    text_printf(out, ", \"operations\": %u, \"core\": \"", j->p->list_count);
    shape_print(&j->core, out);
    text_add(out, "\"}\n");
}

static void print(const run_job *j, const settings *s, const result *r, text *out)
{
    pace p = {.predicted = (double)r->free.cycles / r->free.samples,
              .measured = measured_interval(r),
              .mhz = s->run->mhz ? s->run->mhz : USUAL_MHZ};
    p.per_second = p.measured > 0 ? p.mhz * 1e6 / p.measured : 0;
    if (s->json)
        print_json(j, &p, r, out);
    else
        print_table(j, &p, r, out);
}

status run_stream(arena *mem, const run_job *j, const settings *s, sample_set *t, text *out,
                  diag *d)
{
    engine *core;
    result r = {0};
    TRY(predict(j, &r, d));
    TRY(engine_open(mem, &j->engine, &j->words, &core, d));
    progress_run(j->life, "run on the core");
    status done = run_trace_measures(j) ? run_trace(mem, j, core, d) : STATUS_OK;
    if (done == STATUS_OK)
        done = run_all(mem, j, s->run->stalls, core, t, &r, d);
    progress_end(j->life);
    engine_close(core);
    TRY(done);
    bool as_predicted = !r.measured || (r.flow.last_end - r.flow.mark_end) * r.free.samples ==
                                           (uint64_t)r.measured * r.free.cycles;
    bool in_time = r.at_pace.done < LEAST_SAMPLES || r.paced.samples > 1 ||
                   r.latency == r.paced.latency_cycles;
    r.ok = as_predicted && in_time && r.mismatches == 0 && !r.faulty;
    print(j, s, &r, out);
    if (!r.ok)
        return diag_system_error(d, (place){0},
                                 "the machine does not do what was promised: interval %.4f "
                                 "predicted, %.4f measured, latency %u and %u, %u words differ%s",
                                 (double)r.free.cycles / r.free.samples, measured_interval(&r),
                                 r.paced.latency_cycles, r.latency, r.mismatches,
                                 r.faulty ? ", it reports an error or is not accurate" : "");
    return STATUS_OK;
}
