#include "commands/run_stream.h"

#include "program/steady.h"

enum { USUAL_MHZ = 100, PACED_SAMPLES = 256, STALLED_SAMPLES = 64, LEAST_SAMPLES = 128 /* the beginning is over in half as many */ };

typedef struct {
    steady free, paced;     /* predicted: as fast as samples are taken; one every interval */
    uint32_t measured;      /* samples over which the interval is measured */
    stream_report flow;     /* as fast as they are taken */
    stream_report at_pace;
    uint32_t latency; /* at pace, without the register slices: read_latency */
    uint32_t mismatches;
    double max_rel_error;
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
    q.shape.latency_cycles[0] = j->core.latency_cycles[0];
    q.shape.latency_cycles[1] = j->core.latency_cycles[1];
    q.shape.queue = j->core.queue;
    q.shape.lane_queue = j->core.lane_queue;
    q.shape.relay_queue = j->core.relay_queue;
    TRY(program_steady(&q, 0, &r->free, d));
    return program_steady(&q, pace_of(&r->free), &r->paced, d);
}

/* Samples at the end of the run over which the interval is measured: whole periods, up to half of the run; 0: the run is too short for that. */
static uint32_t measured_samples(const result *r, uint32_t count)
{
    uint32_t period = r->free.samples;
    return count < LEAST_SAMPLES || count / 2 < period ? 0 : count / 2 / period * period;
}

static double measured_interval(const result *r)
{
    return r->measured ? (double)(r->flow.last_end - r->flow.mark_end) / r->measured : stream_interval(&r->flow);
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

static status run_all(arena *mem, const run_job *j, const run_settings *s, engine *core, trial *t,
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
    trial_verdict v = trial_judge(t);
    r->mismatches = v.mismatches;
    r->max_rel_error = v.max_rel_error;
    trial few = *t;
    few.steps = t->steps < PACED_SAMPLES ? t->steps : PACED_SAMPLES;
    /* The second half: when a core has just been started its first sample waits until the
     * sequences are read. */
    stream_options paced = {.overlap = true, .pace = pace_of(&r->free), .mark = few.steps / 2,
                            .life = j->life};
    TRY(engine_restart(core, d));
    TRY(stream_run(&c, &j->q, &paced, few.in, few.steps, few.out, &r->at_pace, d));
    few.steps = r->at_pace.done;
    TRY(read_latency(mem, core, r, d));
    r->mismatches += trial_judge(&few).mismatches;
    few.steps = t->steps < STALLED_SAMPLES ? t->steps : STALLED_SAMPLES;
    for (uint32_t k = 0; k < s->stalls; k++) {
        stream_options o = {.overlap = true, .in_stall = k * 37 % 251, .out_stall = k * 91 % 251, .seed = k};
        stream_report stalled;
        TRY(engine_restart(core, d));
        TRY(stream_run(&c, &j->q, &o, few.in, few.steps, few.out, &stalled, d));
        r->mismatches += trial_judge(&few).mismatches;
    }
    return STATUS_OK;
}

/* Operations of the busier kind of units that start in a cycle, per unit. */
static double usage(const run_job *j, double interval)
{
    uint32_t needed[2] = {0}, most;
    for (uint32_t i = 0; i < j->p->list_count; i++)
        needed[OP_KIND[j->p->list[i].kind].unit == UNIT_ADD]++;
    most = needed[0] > needed[1] ? needed[0] : needed[1];
    return interval > 0 ? most / (interval * j->core.modules) : 0;
}

static void print(const run_job *j, const run_settings *s, const result *r, text *out)
{
    double predicted = (double)r->free.cycles / r->free.samples, measured = measured_interval(r);
    uint32_t mhz = s->mhz ? s->mhz : USUAL_MHZ;
    double rate = measured > 0 ? mhz * 1e6 / measured : 0;
    if (!s->json) {
        text_printf(out, "robot               %s\nmachine             ", j->p->robot);
        machine_tell(&j->m, out);
        text_printf(out, "\nengine              %s\ncore                ",
                    ENGINE_WORD[j->engine.kind]);
        shape_print(&j->core, out);
        text_printf(out, "\noperations          %u\nsamples             %u\n", j->p->list_count, r->flow.done);
        text_printf(out, "interval predicted  %.4f\ninterval measured   %.4f\n", predicted, measured);
        text_printf(out, "latency predicted   %u at that pace\nlatency measured    %u\n",
                    r->paced.latency_cycles, r->latency);
        const char *slices = r->at_pace.most_after != r->latency ? " with the register slices" : "";
        text_printf(out, "latency at pins     %u%s, %u when samples wait at the core\n",
                    r->at_pace.most_after, slices, r->flow.most);
        text_printf(out, "usage               %.3f of the busier kind of units\n", usage(j, measured));
        text_printf(out, "samples a second    %.0f at %u MHz\nmismatches          %u\nmax rel error       %.3g\n", rate, mhz, r->mismatches, r->max_rel_error);
        return;
    }
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, j->p->robot);
    text_add(out, ", \"machine\": ");
    machine_print_json(&j->m, out);
    text_printf(out, ", \"engine\": \"%s\", \"interval_predicted\": %.4f, \"interval_measured\": %.4f, \"latency_cycles\": %u, \"latency_predicted\": %u, ",
                ENGINE_WORD[j->engine.kind], predicted, measured, r->latency,
                r->paced.latency_cycles);
    text_printf(out, "\"latency_at_pins\": %u, ", r->at_pace.most_after);
    text_printf(out, "\"latency_waiting\": %u, \"mhz\": %u, \"samples_per_second_at_mhz\": %.0f, \"usage\": %.4f, \"samples\": %u, \"flush\": %u, ", r->flow.most, mhz,
                rate, usage(j, measured), r->flow.done, j->q.flush);
    text_printf(out, "\"mismatches\": %u, \"max_rel_error\": %.3g, \"ok\": %s, \"operations\": %u, \"core\": \"", r->mismatches, r->max_rel_error,
                r->ok ? "true" : "false", j->p->list_count);
    shape_print(&j->core, out);
    text_add(out, "\"}\n");
}

status run_stream(arena *mem, const run_job *j, const run_settings *s, trial *t, text *out, diag *d)
{
    engine *core;
    result r = {0};
    TRY(predict(j, &r, d));
    TRY(engine_open(mem, &j->engine, &j->words, &core, d));
    progress_run(j->life, "run on the core");
    status done = run_all(mem, j, s, core, t, &r, d);
    progress_end(j->life);
    engine_close(core);
    TRY(done);
    bool as_predicted = !r.measured || (r.flow.last_end - r.flow.mark_end) * r.free.samples == (uint64_t)r.measured * r.free.cycles;
    bool in_time = r.at_pace.done < LEAST_SAMPLES || r.paced.samples > 1 ||
                   r.latency == r.paced.latency_cycles;
    r.ok = as_predicted && in_time && r.mismatches == 0;
    print(j, s, &r, out);
    if (!r.ok)
        return diag_system_error(d, (place){0},
                                 "the machine does not do what was promised: interval %.4f "
                                 "predicted, %.4f measured, latency %u and %u, %u words differ",
                                 (double)r.free.cycles / r.free.samples, measured_interval(&r),
                                 r.paced.latency_cycles, r.latency, r.mismatches);
    return STATUS_OK;
}
