/* SPDX-License-Identifier: MIT */
/* Cycles that the Verilated cores take, against those that the schedules promise, for every robot
 * given: inverse dynamics on 1, 2, 4 and 8 modules, both networks, both transfers, latencies (1,1)
 * and (4,5); forward dynamics on 4 modules with a divider; the words against the evaluator, without
 * stalls and with. Fails when one differs.
 *
 *     core CORES-FOLDER ROBOT... */
#include "timed_code.h"

#include "passes.h"
#include "program/samples.h"
#include "rtl_core.h"
#include "shape_called.h"

#include <stdio.h>

enum {
    STEPS = 20,
    CONFIGURATIONS = 4 * 2 * 2 * 2,
    DIVIDING_COLUMN = 2,                 /* four modules */
    DIVIDING_FIRST = CONFIGURATIONS / 2, /* latencies (4,5) */
};

/* One core shape for all robots: the depths of the Makefile's BENCH_CORES and DIVIDING_CORES. */
static tauflow_shape shape_of(const machine *m)
{
    tauflow_shape c = shape_of_machine(m),
                  deep = shape_called(m->units[UNIT_DIV] ? "crossbar_1_1_0_1_1_" DIVIDING_DEPTHS
                                                         : "crossbar_1_1_0_1_1_" BENCH_DEPTHS);
    shape_set_depths(&c, &deep);
    return c;
}

static machine machine_of(uint32_t configuration, bool divides)
{
    uint32_t n = UINT32_C(1) << configuration % 4;
    bool ring = configuration / 4 % 2, forward = configuration / 8 % 2;
    bool deep = configuration / 16 % 2;
    machine m = machine_thesis();
    m.network = ring ? NETWORK_RING : NETWORK_CROSSBAR;
    machine_set_modules(&m, n);
    m.units[UNIT_DIV] = divides;
    m.latency_cycles[UNIT_DIV] = TAUFLOW_DIV_CYCLES;
    m.latency_cycles[UNIT_MUL] = deep ? 4 : 1;
    m.latency_cycles[UNIT_ADD] = deep ? 5 : 1;
    m.transfer_cycles = forward ? 0 : 1;
    m.lanes = 2;
    return m;
}

static status compile(arena *mem, const char *file, function_kind function, ops *p, diag *d)
{
    passes_settings s = passes_default();
    passes_forms f;
    s.equations.effort = 0;
    s.equations.function = function;
    TRY(passes_read(mem, file, &s, &f, d));
    *p = f.ops;
    return STATUS_OK;
}

typedef struct {
    uint32_t predicted, measured, mismatches;
} result;

typedef struct {
    uint64_t cycles;
    double seconds;
} effort;

static status run_samples(rtl_core *core, const program *q, sample_set *t, const stream_options *o,
                          result *r, effort *e, diag *d)
{
    stream_core c = rtl_stream(core);
    stream_report seen;
    const double from = now_s();
    TRY(stream_run(&c, q, o, t->in, t->steps, t->out, &seen, d));
    e->cycles += seen.cycles;
    e->seconds += now_s() - from;
    r->mismatches += samples_judge(t).mismatches;
    return STATUS_OK;
}

static status run_core(arena *mem, rtl_core *core, const program *q, const image *i, const ops *p,
                       result *r, effort *e, diag *d)
{
    sample_set t = samples_make(mem, p, STEPS, 1);
    rtl_figures f;
    TRY(rtl_load(core, i, d));
    TRY(run_samples(core, q, &t, &(stream_options){.seed = 1}, r, e, d));
    TRY(rtl_figures_read(mem, core, &f, d));
    r->measured = f.cycles;
    stream_options stalls = {.overlap = true, .in_stall = 60, .out_stall = 60, .seed = 2};
    return run_samples(core, q, &t, &stalls, r, e, d);
}

static status measure(const char *folder, const ops *p, uint32_t configuration, result *r,
                      effort *e, diag *d)
{
    const bool divides = p->function == FUNCTION_FD;
    arena mem = arena_make();
    passes_settings s = passes_default();
    s.schedule.target = machine_of(configuration, divides);
    s.schedule.options.budget = 2;
    tauflow_shape shape = shape_of(&s.schedule.target);
    passes_built built;
    image i;
    rtl_core *core;
    ops *own = ARENA_ARRAY(&mem, ops, 1);
    *own = *p;
    status done = passes_build_graphs(&mem, (passes_graphs){.list = own, .count = 1}, &s, &built,
                                      d);
    if (done == STATUS_OK)
        done = image_build(&mem, &built.program, &shape, &i, d);
    if (done == STATUS_OK)
        done = rtl_open(&mem, folder, &shape, NULL, 1, &core, d);
    if (done == STATUS_OK) {
        r->predicted = built.schedule.cycles;
        done = run_core(&mem, core, &built.program, &i, p, r, e, d);
        rtl_close(core);
    }
    arena_free(&mem);
    return done;
}

static const char *base_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return name;
}

/* One line of four module counts; counts how many were run and how many of them do what was
 * promised. */
static status print_line(const char *folder, const char *file, const ops *p, uint32_t first,
                         uint32_t *good, uint32_t *all, effort *e, diag *d)
{
    const bool divides = p->function == FUNCTION_FD;
    machine m = machine_of(first, divides);
    printf("%-2s %-18s %-8s (%u,%u) %-9s", FUNCTION_KIND[p->function].name, base_name(file),
           network_of(m.network)->word, m.latency_cycles[UNIT_MUL], m.latency_cycles[UNIT_ADD],
           m.transfer_cycles ? "stored" : "forwarded");
    for (uint32_t k = 0; k < 4; k++) {
        result r = {0};
        /* A ring of one module is a crossbar: the line above has it. */
        if ((network_has_stations(m.network) && k == 0) || (divides && k != DIVIDING_COLUMN)) {
            printf(" %13s", "-");
            continue;
        }
        TRY(measure(folder, p, first + k, &r, e, d));
        bool same = r.predicted == r.measured && r.mismatches == 0;
        *good += same;
        ++*all;
        printf(" %6u %-6u%s", r.predicted, r.measured, same ? "" : " DIFFERS");
        fflush(stdout);
    }
    printf("\n");
    return STATUS_OK;
}

int main(int argc, char **argv)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    uint32_t good = 0, all = 0;
    effort e = {0};
    status done = argc > 2 ? STATUS_OK : diag_error(&d, (place){0}, "core CORES-FOLDER ROBOT...");
    printf("cycles predicted and measured in Verilog; modules:      %10u %13u %13u %13u\n", 1, 2, 4,
           8);
    for (int a = 2; a < argc && done == STATUS_OK; a++) {
        ops p;
        done = compile(&mem, argv[a], FUNCTION_ID, &p, &d);
        for (uint32_t c = 0; c < CONFIGURATIONS && done == STATUS_OK; c += 4)
            done = print_line(argv[1], argv[a], &p, c, &good, &all, &e, &d);
        if (done == STATUS_OK)
            done = compile(&mem, argv[a], FUNCTION_FD, &p, &d);
        for (uint32_t c = DIVIDING_FIRST; c < CONFIGURATIONS && done == STATUS_OK; c += 4)
            done = print_line(argv[1], argv[a], &p, c, &good, &all, &e, &d);
    }
    if (done != STATUS_OK)
        fprintf(stderr, "error: %s\n", d.error.text);
    else
        printf("%u of %u configurations take exactly the cycles of their schedules and give the "
               "evaluator's bits, with stalls too\n"
               "simulation: %.3g cycles a second, %.3g cycles\n",
               good, all, (double)e.cycles / e.seconds, (double)e.cycles);
    arena_free(&mem);
    return done == STATUS_OK && good == all && all > 0 ? 0 : 1;
}
