/* SPDX-License-Identifier: MIT */
/* tauflow-bench: how long a step takes, how evenly, and how many samples a second go through. The
 * same states go through as steps and as a stream; results that differ are an error. */
#include "jitter.h"
#include "tool.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPTIONS = 12, BINS = 16, BAR = 50, INPUTS = 13 };

typedef struct {
    tool_settings tool;
    uint32_t steps;
    uint64_t seed;
    bool json, jitter;
    uint32_t period_us, priority;
} settings;

typedef struct {
    tauflow_description about;
    tauflow_state states; /* all, one after another */
    uint32_t numbers[INPUTS]; /* of a state's arrays, in their order in tauflow_state */
    double *tau, *stream_tau;
    double *ns;                    /* of each step */
    uint32_t least_cycles, most_cycles;
    double library_ns, transport_ns; /* a step */
    double samples_per_second;
} measurement;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double *random_numbers(arena *mem, size_t count, double scale, uint64_t *seed)
{
    double *list = ARENA_ARRAY(mem, double, count + 1);
    for (size_t k = 0; k < count; k++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        list[k] = scale * ((double)(*seed >> 33) / (double)(1u << 30) - 1);
    }
    return list;
}

/* An array of a state, and how large the numbers in it may be. */
typedef struct {
    const char *name;
    double most;
    size_t place;
} input;

static const input INPUT[INPUTS] = {
    {"q", 3, offsetof(tauflow_state, q)},
    {"qd", 3, offsetof(tauflow_state, qd)},
    {"qdd", 5, offsetof(tauflow_state, qdd)},
    {"free_motion", 3, offsetof(tauflow_state, free_motion)},
    {"forces", 20, offsetof(tauflow_state, forces)},
    {"tau", 20, offsetof(tauflow_state, tau)},
    {"wrench", 20, offsetof(tauflow_state, wrench)},
    {"gravity", 10, offsetof(tauflow_state, gravity)},
    {"payloads", 1, offsetof(tauflow_state, payloads)},
    {"base_parameters", 1, offsetof(tauflow_state, base_parameters)},
    {"inertias", 1, offsetof(tauflow_state, inertias)},
    {"numbers", 1, offsetof(tauflow_state, numbers)},
    {"element_forces", 20, offsetof(tauflow_state, element_forces)},
};

static const double **place_of(tauflow_state *s, uint32_t k)
{
    return (const double **)((char *)s + INPUT[k].place);
}

static void make_states(arena *mem, tauflow *core, const settings *s, measurement *m)
{
    tauflow_array a;
    uint64_t seed = s->seed;
    for (uint32_t n = 0; tauflow_describe_array(core, n, &a) == TAUFLOW_OK; n++)
        for (uint32_t k = 0; k < INPUTS && !a.is_result; k++)
            m->numbers[k] += strcmp(a.name, INPUT[k].name) == 0 ? a.rows : 0;
    for (uint32_t k = 0; k < INPUTS; k++)
        *place_of(&m->states, k) =
            random_numbers(mem, (size_t)s->steps * m->numbers[k], INPUT[k].most, &seed);
    m->tau = ARENA_ARRAY(mem, double, (size_t)s->steps * m->about.outputs + 1);
    m->stream_tau = ARENA_ARRAY(mem, double, (size_t)s->steps * m->about.outputs + 1);
    m->ns = ARENA_ARRAY(mem, double, s->steps);
}

static tauflow_state state_at(const measurement *m, size_t number)
{
    tauflow_state s = m->states;
    for (uint32_t k = 0; k < INPUTS; k++)
        *place_of(&s, k) += number * m->numbers[k];
    return s;
}

static status measure_steps(tauflow *core, const settings *s, measurement *m, diag *d)
{
    tauflow_statistics before, after;
    m->least_cycles = UINT32_MAX;
    tauflow_figures(core, &before);
    for (uint32_t k = 0; k < s->steps; k++) {
        tauflow_state state = state_at(m, k);
        uint32_t cycles;
        double began = now_ns();
        tauflow_status done = tauflow_step_forces(core, &state,
                                                  m->tau + (size_t)k * m->about.outputs);
        m->ns[k] = now_ns() - began;
        TRY(tool_check(core, done, s->tool.device, d));
        TRY(tool_check(core, tauflow_cycles(core, &cycles), s->tool.device, d));
        m->least_cycles = cycles < m->least_cycles ? cycles : m->least_cycles;
        m->most_cycles = cycles > m->most_cycles ? cycles : m->most_cycles;
        if (k % 64 == 0)
            tool_progress("steps", k, s->steps);
    }
    tool_progress("steps", 1, 1);
    tauflow_figures(core, &after);
    m->library_ns = (double)(after.library_ns - before.library_ns) / s->steps;
    m->transport_ns = (double)(after.transport_ns - before.transport_ns) / s->steps;
    return STATUS_OK;
}

static status measure_stream(tauflow *core, const settings *s, measurement *m, diag *d)
{
    double began = now_ns();
    tauflow_state state = state_at(m, 0);
    TRY(tool_check(core, tauflow_stream(core, s->steps, &state, m->stream_tau), s->tool.device, d));
    m->samples_per_second = 1e9 * s->steps / (now_ns() - began);
    const size_t words = m->about.outputs, bytes = words * sizeof *m->tau;
    uint32_t differ = 0;
    for (size_t k = 0; k < s->steps; k++)
        differ += memcmp(m->tau + k * words, m->stream_tau + k * words, bytes) != 0;
    if (differ)
        return diag_system_error(d, (place){.file = s->tool.device},
                                 "%u of %u results differ between steps and stream", differ,
                                 s->steps);
    return STATUS_OK;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Equal bins from the least to the 99th percentile, and one for the rest. `ns` is sorted. */
static void print_histogram(const double *ns, uint32_t count, text *out)
{
    double least = ns[0], width = (ns[count - 1 - count / 100] - least) / (BINS - 1);
    uint32_t bins[BINS] = {0}, highest = 1;
    for (uint32_t k = 0; k < count; k++) {
        double bin = width > 0 ? (ns[k] - least) / width : 0;
        bins[bin < BINS - 1 ? (int)bin : BINS - 1]++;
    }
    for (int k = 0; k < BINS; k++)
        highest = bins[k] > highest ? bins[k] : highest;
    for (int k = 0; k < BINS; k++) {
        text_printf(out, "%9.2f us %s %8u ", (least + k * width) / 1000, k + 1 < BINS ? " " : "+",
                    bins[k]);
        for (uint32_t bar = 0; bar < (bins[k] * (uint64_t)BAR + highest - 1) / highest; bar++)
            text_add(out, "#");
        text_add(out, "\n");
    }
}

static void print(const settings *s, const measurement *m, text *out)
{
    const double *ns = m->ns;
    uint32_t n = s->steps;
    double median = ns[n / 2], late = ns[n - 1 - n / 100];
    if (s->json) {
        text_printf(out, "{\"device\": ");
        text_add_json_string(out, s->tool.device);
        text_printf(out,
                    ", \"steps\": %u, \"least_ns\": %.0f, \"median_ns\": %.0f, \"p99_ns\": %.0f, "
                    "\"most_ns\": %.0f, \"jitter_ns\": %.0f, \"cycles\": %u, "
                    "\"cycles_predicted\": %u, \"jitter_cycles\": %u, \"library_ns\": %.0f, "
                    "\"transport_ns\": %.0f, \"samples_per_second\": %.0f, \"cores\": %u, "
                    "\"interval_predicted\": %u, \"flush\": %u}\n",
                    n, ns[0], median, late, ns[n - 1], ns[n - 1] - ns[0], m->least_cycles,
                    m->about.cycles, m->most_cycles - m->least_cycles, m->library_ns,
                    m->transport_ns, m->samples_per_second, m->about.cores, m->about.interval,
                    m->about.flush);
        return;
    }
    text_printf(out, "robot             %s on %s, %u steps\n", m->about.robot, s->tool.device, n);
    text_printf(out, "round trip        %.2f us least, %.2f median, %.2f 99 of 100, %.2f most\n",
                ns[0] / 1000, median / 1000, late / 1000, ns[n - 1] / 1000);
    text_printf(out, "of it library     %.0f ns (sines, cosines, packets), transport %.0f ns\n",
                m->library_ns, m->transport_ns);
    text_printf(out, "jitter            %.0f ns of the host, %u cycles of the core\n",
                ns[n - 1] - ns[0], m->most_cycles - m->least_cycles);
    text_printf(out, "results           the same bits in steps and stream\n");
    text_printf(out, "cycles            %u a sample (%u predicted)\n", m->least_cycles,
                m->about.cycles);
    text_printf(out, "stream            %.0f samples a second on %u core%s", m->samples_per_second,
                m->about.cores, m->about.cores == 1 ? "" : "s");
    if (m->about.interval)
        text_printf(out,
                    "; program made for one every %u cycles, %u packets of zeros behind the last",
                    m->about.interval, m->about.flush);
    text_add(out, "\n\n");
    print_histogram(ns, n, out);
}

static tauflow_status step_number(void *user, tauflow *core, uint32_t number)
{
    const measurement *m = user;
    const tauflow_state state = state_at(m, number);
    return tauflow_step_forces(core, &state, m->tau + (size_t)number * m->about.outputs);
}

static status measure(arena *mem, tauflow *core, const settings *s, text *out, diag *d)
{
    measurement m = {0};
    TRY(tool_check(core, tauflow_describe(core, &m.about), s->tool.device, d));
    make_states(mem, core, s, &m);
    if (s->jitter)
        return jitter_measure(mem, core, s->tool.device,
                              &(jitter_settings){s->steps, s->period_us, s->priority, s->json},
                              &(jitter_load){step_number, &m}, out, d);
    TRY(measure_steps(core, s, &m, d));
    TRY(measure_stream(core, s, &m, d));
    qsort(m.ns, s->steps, sizeof *m.ns, by_value);
    print(s, &m, out);
    return STATUS_OK;
}

static status run(arena *mem, const char *image, void *user, text *out, diag *d)
{
    settings *s = user;
    tauflow *core = NULL;
    if (s->steps == 0 || s->steps > 10000000)
        return diag_error(d, (place){0}, "bad value '%u' of option --steps: 1..10000000 expected",
                          s->steps);
    if (s->period_us == 0 || s->period_us > 1000000)
        return diag_error(d, (place){0}, "bad value '%u' of option --period: 1..1000000 expected",
                          s->period_us);
    if (s->priority > 99)
        return diag_error(d, (place){0}, "bad value '%u' of option --priority: 0..99 expected",
                          s->priority);
    status result = tool_open(&s->tool, image, &core, d);
    if (result == STATUS_OK)
        result = measure(mem, core, s, out, d);
    tauflow_close(core);
    return result;
}

int main(int argc, char **argv)
{
    settings s = {.tool = tool_settings_default(), .steps = 2000, .seed = 1,
                  .period_us = 1000};
    arg_option options[OPTIONS] = {
        {"steps", ARG_COUNT, &s.steps, "N", .about = "run so many random states"},
        {"seed", ARG_SEED, &s.seed, "N", .about = "where random numbers of the states begin"},
        {"json", ARG_FLAG, &s.json, NULL, .about = "print the result as one JSON object"},
        {"jitter", ARG_FLAG, &s.jitter, NULL,
         .about = "take steps at even moments, and tell how late torques are, cyclictest beside "
                  "it"},
        {"period", ARG_COUNT, &s.period_us, "US",
         .about = "how long after a step the next one begins, with --jitter"},
        {"priority", ARG_COUNT, &s.priority, "N", .standard = "as it is",
         .about = "run at this priority of SCHED_FIFO, with --jitter"}};
    uint32_t count = 6;
    tool_options(&s.tool, options, &count);
    const arg_command command = {
        .name = "tauflow-bench",
        .alone = true,
        .title = "measures a core: round trip, jitter, throughput",
        .operand = "FILE.tau",
        .about = "Measures round trip, jitter and throughput of a core.",
        .example = "tauflow-bench puma560.tau --device twin: --steps 10000",
        .options = options,
        .options_count = count};
    return tool_main(&command, argc, argv, run, &s);
}
