/* SPDX-License-Identifier: MIT */
/* The agreement law in numbers: for every robot and machine of the grid, cycles that the scheduler
 * predicts, cycles that the twin takes, results against the evaluators, steady-state interval;
 * then, on one machine, the error of many states against binary64. Fails when a cycle or a bit
 * differs, or the error is too large.
 *
 *     twin_law ROBOT.urdf ... */
#include "timed_code.h"

#include "passes.h"
#include "program/samples.h"

#include <stdio.h>
#include <string.h>

enum {
    STEPS = 200,
    ERROR_STEPS = 10000,
    GRID = 32,
    ERROR_MACHINE = 10 /* crossbar of four, (4,5), forwarded */
};

static status read_robot(arena *mem, const char *path, ops *p, diag *d)
{
    passes_settings s = passes_default();
    passes_forms f;
    TRY(passes_read(mem, path, &s, &f, d));
    *p = f.ops;
    return STATUS_OK;
}

typedef struct {
    uint64_t cycles; /* of twins, and how long they took */
    double seconds;
    uint32_t runs, failures;
} tally;

static status run_one(const ops *p, const machine *m, uint32_t steps, tally *sum, diag *d)
{
    arena mem = arena_make();
    passes_settings how = passes_default();
    how.schedule.target = *m;
    passes_built built;
    image words;
    stream_report alone = {0}, flow = {0};
    sample_set t = samples_make(&mem, p, steps, 7);
    ops *own = ARENA_ARRAY(&mem, ops, 1);
    *own = *p;
    const passes_graphs one = {.list = own, .count = 1};
    status done = passes_build_graphs(&mem, one, &how, &built, d);
    const program *q = &built.program;
    if (done == STATUS_OK)
        done = image_build(&mem, q, &q->shape, &words, d);
    if (done == STATUS_OK) {
        const uint32_t cycles = built.schedule.cycles;
        twin *core = twin_make(&mem, &q->shape);
        stream_core c = stream_twin(core);
        double start = now_s();
        twin_load_image(core, &words);
        done = stream_run(&c, q, &(stream_options){.overlap = true}, t.in, steps, t.out, &flow, d);
        samples_verdict back_to_back = samples_judge(&t);
        twin_restart(core);
        if (done == STATUS_OK)
            done = stream_run(&c, q, &(stream_options){0}, t.in, steps, t.out, &alone, d);
        sum->seconds += now_s() - start;
        sum->cycles += alone.cycles + flow.cycles;
        samples_verdict v = samples_judge(&t);
        bool ok = done == STATUS_OK && alone.least == cycles && alone.most == cycles &&
                  !v.mismatches && !back_to_back.mismatches &&
                  (steps < ERROR_STEPS || v.accurate);
        sum->failures += !ok;
        sum->runs++;
        printf("%-12s %-8s %7u %8u %3u %3u %9u %9u %9.1f %6u %6u %6u %6u %9.2g  %s\n", p->robot,
               network_of(m->network)->word, q->shape.modules, m->transfer_cycles,
               m->latency_cycles[0], m->latency_cycles[1], cycles, alone.most,
               stream_interval(&flow), q->shape.slots, q->shape.receptions, q->shape.issues, steps,
               v.max_rel_error, ok ? "ok" : "DIFFERS");
    }
    arena_free(&mem);
    return done;
}

static machine grid_machine(uint32_t i)
{
    static const uint32_t modules[] = {1, 2, 4, 8};
    machine m = machine_thesis();
    uint32_t n = modules[i % 4];
    m.network = i / 4 % 2 ? NETWORK_RING : NETWORK_CROSSBAR;
    machine_set_modules(&m, n);
    m.latency_cycles[UNIT_MUL] = i / 8 % 2 ? 4 : 1;
    m.latency_cycles[UNIT_ADD] = i / 8 % 2 ? 5 : 1;
    m.transfer_cycles = i / 16 % 2;
    m.lanes = 2;
    return m;
}

int main(int argc, char **argv)
{
    tally sum = {0};
    printf("%-12s %-8s %7s %8s %3s %3s %9s %9s %9s %6s %6s %6s %6s %9s\n", "robot", "network",
           "modules", "transfer", "mul", "add", "predicted", "measured", "interval", "slots",
           "recept", "issues", "states", "rel error");
    for (int r = 1; r < argc; r++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p;
        status done = read_robot(&mem, argv[r], &p, &d);
        for (uint32_t i = 0; done == STATUS_OK && i <= GRID; i++) {
            machine m = grid_machine(i == GRID ? ERROR_MACHINE : i);
            done = run_one(&p, &m, i == GRID ? ERROR_STEPS : STEPS, &sum, &d);
        }
        if (done != STATUS_OK) {
            fprintf(stderr, "%s: %s\n", argv[r], d.error.text);
            return 1;
        }
        arena_free(&mem);
    }
    printf("twin: %u runs, %u differ; %.2g cycles a second\n", sum.runs, sum.failures,
           (double)sum.cycles / sum.seconds);
    return sum.failures || !sum.runs;
}
