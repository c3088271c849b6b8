/* SPDX-License-Identifier: MIT */
/* Schedules beside the figures of the thesis, of the targets and of the lower bounds.
 * Everything is counted, nothing timed but the last section, so the tables are the same on
 * every machine.
 *
 *   schedule ROBOTS_FOLDER [SECTION]
 *
 * SECTION: thesis, beyond, fixed, gap, ring, hls or speed; all when not given. */
#include "runs.h"

#include <time.h>

/* ---- the thesis again ------------------------------------------------------------------------ */

typedef struct {
    uint32_t mul, add, cycles;
} printed;

static void thesis_table(bench *b, const ops *p, const char *title, const char *latencies,
                         const printed *rows, uint32_t count)
{
    ops_counts n = ops_count(p);
    printf("\n%s; here %u mul, %u add\n", title, n.per_unit[UNIT_MUL], n.per_unit[UNIT_ADD]);
    printf("%4s %4s  %7s  %7s %7s %7s\n", "mul", "add", "printed", "thesis", "best", "bound");
    for (uint32_t i = 0; i < count; i++) {
        machine m = machine_of(
            b, arena_printf(&b->mem, "mul=%u add=%u %s", rows[i].mul, rows[i].add, latencies));
        outcome thesis = run(b, "thesis", p, &m), best = run(b, "best", p, &m);
        printf("%4u %4u  %7u  %7u %7u %7u\n", rows[i].mul, rows[i].add, rows[i].cycles,
               thesis.cycles, best.cycles, best.bound);
    }
}

static void section_thesis(bench *b)
{
    static const printed table_3_1[] = {{7, 4, 47}, {6, 4, 47}, {5, 4, 47}, {4, 4, 51},
                                        {5, 3, 50}, {3, 4, 66}, {4, 3, 52}, {4, 2, 73}};
    static const printed table_3_2[] = {
        {3, 2, 118}, {2, 2, 118}, {1, 2, 194}, {2, 1, 145}, {1, 1, 194}};
    ops p = graph_of(b, "puma", FUNCTION_ID, FORMALISM_CLASSIC, SUMS_CASCADE);
    thesis_table(b, &p, "Table 3.1: puma classic (193 mul, 145 add printed), one-cycle operations",
                 "", table_3_1, 8);
    thesis_table(b, &p,
                 "Table 3.2: mul 3+1, add 1+1; its last three rows cannot be right "
                 "(docs/schedule.md)",
                 "mul_latency=3 add_latency=1 transfer=1", table_3_2, 5);
}

/* ---- beyond it ------------------------------------------------------------------------------- */

typedef struct {
    const char *line;
    uint32_t target;
} aim;

/* All shapes of a robot's equations for operations of the given lengths, transfer included. */
typedef struct {
    uint32_t mul_cycles, add_cycles;
    passes_graphs graphs;
} shapes;

static shapes shapes_of(bench *b, const char *name, const machine *m, uint32_t mul_cycles,
                        uint32_t add_cycles)
{
    shapes s = {.mul_cycles = mul_cycles, .add_cycles = add_cycles};
    passes_settings how = passes_default();
    how.schedule.target = *m;
    how.schedule.goal = GOAL_MACHINE;
    const char *path = arena_printf(&b->mem, "%s/%s.urdf", b->folder, name);
    if (passes_read_graphs(&b->mem, path, &how, &s.graphs, &b->d))
        stop(b, path);
    return s;
}

/* The best over the shapes: which one is shortest depends on the machine. */
static void aims_table(bench *b, const char *title, const char *robot_name, const aim *aims,
                       uint32_t aims_count)
{
    shapes made[8];
    uint32_t made_count = 0;
    printf("\n%s\n%7s %7s %7s %6s  machine\n", title, "cycles", "target", "bound", "graph");
    for (uint32_t i = 0; i < aims_count; i++) {
        machine m = machine_of(b, aims[i].line);
        uint32_t mul = m.latency_cycles[UNIT_MUL] + m.transfer_cycles,
                 add = m.latency_cycles[UNIT_ADD] + m.transfer_cycles, k = 0;
        while (k < made_count && (made[k].mul_cycles != mul || made[k].add_cycles != add))
            k++;
        if (k == made_count)
            made[made_count++] = shapes_of(b, robot_name, &m, mul, add);
        outcome best = {UINT32_MAX, 0};
        uint32_t which = 0;
        for (uint32_t g = 0; g < made[k].graphs.count; g++) {
            outcome o = run(b, "best", &made[k].graphs.list[g], &m);
            if (o.cycles < best.cycles) {
                best = o;
                which = made[k].graphs.list[g].list_count;
            }
        }
        printf("%7u %7u %7u %6u  %s%s\n", best.cycles, aims[i].target, best.bound, which,
               aims[i].line, best.cycles > aims[i].target ? "   MISSED" : "");
        fflush(stdout);
    }
}

#define FLOATING "mul_latency=4 add_latency=5"

static void section_beyond(bench *b)
{
    static const aim aims[] = {
        {"mul=5 add=4", 30},
        {"mul=4 add=4", 37},
        {"mul=4 add=3", 37},
        {"mul=2 add=2", 70},
        {"mul=2 add=2 mul_latency=3 add_latency=1 transfer=1", 76},
        {"mul=1 add=1 transfer=1 " FLOATING, 156},
        {"mul=2 add=2 transfer=1 " FLOATING, 109},
        {"mul=4 add=4 transfer=1 " FLOATING, 102},
        {"mul=8 add=8 transfer=1 " FLOATING, 101},
        {"network=crossbar lanes=2 mul=1 add=1 transfer=1 " FLOATING, 165},
        {"network=crossbar lanes=2 mul=2 add=2 transfer=1 " FLOATING, 115},
        {"network=crossbar lanes=2 mul=4 add=4 transfer=1 " FLOATING, 108},
        {"network=crossbar lanes=2 mul=8 add=8 transfer=1 " FLOATING, 107},
        {"network=crossbar lanes=2 mul=1 add=1 transfer=0 " FLOATING, 153},
        {"network=crossbar lanes=2 mul=2 add=2 transfer=0 " FLOATING, 111},
        {"network=crossbar lanes=2 mul=4 add=4 transfer=0 " FLOATING, 94},
        {"network=crossbar lanes=2 mul=8 add=8 transfer=0 " FLOATING, 89},
        {"network=ring modules=1 mul=1 add=1 transfer=1 " FLOATING, 156},
        {"network=ring modules=2 mul=2 add=2 transfer=1 " FLOATING, 113},
        {"network=ring modules=4 mul=4 add=4 transfer=1 " FLOATING, 107},
        {"network=ring modules=8 mul=8 add=8 transfer=1 " FLOATING, 108},
    };
    aims_table(b, "puma default, the best of its shapes for each machine", "puma", aims,
               sizeof aims / sizeof *aims);
}

static void section_hls(bench *b)
{
    static const aim aims[] = {
        {"network=crossbar lanes=2 mul=4 add=4 mul_latency=2 add_latency=3 transfer=1", 75},
        {"network=crossbar lanes=2 mul=4 add=4 mul_latency=2 add_latency=3 transfer=0", 63},
    };
    aims_table(b, "puma560, 4 multipliers of 2 and 4 adders of 3 cycles; an HLS tool needs 126",
               "puma560", aims, 2);
}

/* Units of fixed point. */
static void section_fixed(bench *b)
{
#define FIXED_POINT "network=crossbar lanes=2 mul_latency=2 add_latency=1 transfer=0 "
    static const struct {
        const char *robot;
        aim aims[2];
    } cases[] = {
        {"puma", {{FIXED_POINT "mul=4 add=4", 42}, {FIXED_POINT "mul=8 add=8", 31}}},
        {"puma560", {{FIXED_POINT "mul=4 add=4", 46}, {FIXED_POINT "mul=8 add=8", 33}}},
        {"iiwa", {{FIXED_POINT "mul=4 add=4", 78}, {FIXED_POINT "mul=8 add=8", 52}}},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
        aims_table(b, arena_printf(&b->mem, "%s, units of fixed point", cases[i].robot),
                   cases[i].robot, cases[i].aims, 2);
}

/* ---- how good -------------------------------------------------------------------------------- */

static void section_gap(bench *b)
{
    static const char *const robots[] = {"pendulum5",  "puma", "puma560", "iiwa", "stewart",
                                         "motorcycle", "car",  "bogie",   "car54"};
    static const char *const networks[] = {"network=ideal", "network=crossbar lanes=2"};
    static const char *const latencies[] = {"", FLOATING};
    uint32_t cases = 0, optimal = 0, exceptions = 0;
    printf("\nbest against its lower bound: cycles/bound on 1, 2, 4, 8, 16 modules, store cycle; * "
           "over 2 %% and 2 cycles\n");
    for (uint32_t r = 0; r < sizeof robots / sizeof *robots; r++) {
        ops p = graph_of(b, robots[r], FUNCTION_ID, FORMALISM_DEFAULT, SUMS_BALANCED);
        for (uint32_t n = 0; n < 2; n++)
            for (uint32_t l = 0; l < 2; l++) {
                printf("%-10s %-8s %-5s", robots[r], n ? "crossbar" : "ideal", l ? "4,5" : "1,1");
                for (uint32_t modules = 1; modules <= 16; modules *= 2) {
                    machine m = machine_of(
                        b, arena_printf(&b->mem, "%s mul=%u add=%u transfer=1 %s", networks[n],
                                        modules, modules, latencies[l]));
                    outcome o = run(b, "best", &p, &m);
                    uint32_t gap = o.cycles - o.bound;
                    bool exception = gap > 2 && 50 * gap > o.bound;
                    printf("  %4u/%4u%c", o.cycles, o.bound, exception ? '*' : ' ');
                    fflush(stdout);
                    cases++;
                    optimal += gap == 0;
                    exceptions += exception;
                }
                printf("\n");
            }
    }
    printf("%u cases: %u proven optimal, %u exceptions\n", cases, optimal, exceptions);
}

/* ---- ring of 2001 ---------------------------------------------------------------------------- */

static void ring_table(bench *b, const ops *p, const char *title)
{
    static const uint32_t prototype[4][4] = {
        {423, 256, 179, 173}, {499, 286, 211, 196}, {656, 362, 263, 235}, {849, 451, 329, 283}};
    printf("\n%s: prototype of 2001 | here (bound), on 1, 2, 3, 4 modules; * over 5 %%\n", title);
    for (uint32_t latency = 1; latency <= 4; latency++) {
        printf("%u-cycle operations", latency);
        for (uint32_t modules = 1; modules <= 4; modules++) {
            machine m = machine_of(b,
                                   arena_printf(&b->mem,
                                                "network=ring modules=%u mul=%u add=%u transfer=1 "
                                                "mul_latency=%u add_latency=%u",
                                                modules, modules, modules, latency, latency));
            outcome o = run(b, "best", p, &m);
            printf("   %3u | %3u (%3u)%c", prototype[latency - 1][modules - 1], o.cycles, o.bound,
                   20 * (o.cycles - o.bound) > o.bound ? '*' : ' ');
        }
        printf("\n");
    }
}

static void section_ring(bench *b)
{
    ops classic = graph_of(b, "puma", FUNCTION_ID, FORMALISM_CLASSIC, SUMS_BALANCED),
        cascade = graph_of(b, "puma", FUNCTION_ID, FORMALISM_CLASSIC, SUMS_CASCADE);
    ops small = graph_of(b, "puma", FUNCTION_ID, FORMALISM_DEFAULT, SUMS_BALANCED);
    ring_table(b, &cascade, "Ring, puma classic, sums in cascade as in the thesis");
    ring_table(b, &classic, "Ring, puma classic, balanced sums");
    ring_table(b, &small, "Ring, puma default");
}

/* ---- speed ----------------------------------------------------------------------------------- */

/* Copies of one graph beside each other, until there are `want` operations. */
static ops repeated(bench *b, const ops *p, uint32_t want)
{
    ops big = {.robot = "many"};
    big.constants = p->constants;
    big.constants_count = p->constants_count;
    for (uint32_t copy = 0; big.list_count < want; copy++) {
        uint32_t inputs = big.inputs_count, list = big.list_count;
        for (uint32_t i = 0; i < p->inputs_count; i++) {
            ops_input in = p->inputs[i];
            in.name = arena_printf(&b->mem, "%s_%u", in.name, copy);
            *ARENA_PUSH(&b->mem, &big, inputs) = in;
        }
        for (uint32_t i = 0; i < p->list_count; i++) {
            op o = p->list[i];
            operand *both[2] = {&o.a, &o.b};
            for (uint32_t k = 0; k < 2; k++)
                if (OPERAND_CLASS(*both[k]) != FROM_CONSTANT)
                    *both[k] += OPERAND_CLASS(*both[k]) == FROM_OP ? list : inputs;
            o.name = arena_printf(&b->mem, "%s_%u", o.name, copy);
            *ARENA_PUSH(&b->mem, &big, list) = o;
        }
        for (uint32_t i = 0; i < p->outputs_count; i++) {
            ops_output o = p->outputs[i];
            if (OPERAND_CLASS(o.value) != FROM_CONSTANT)
                o.value += OPERAND_CLASS(o.value) == FROM_OP ? list : inputs;
            o.name = arena_printf(&b->mem, "%s_%u", o.name, copy);
            *ARENA_PUSH(&b->mem, &big, outputs) = o;
        }
    }
    return big;
}

static void section_speed(bench *b)
{
    static const struct {
        const char *scheduler, *line;
        uint32_t operations;
        double target_s;
    } cases[] = {
        {"best", "mul=4 add=4", 1000, 1},
        {"best", "network=crossbar lanes=2 mul=4 add=4 transfer=1 " FLOATING, 1000, 1},
        {"best", "network=ring modules=4 mul=4 add=4 transfer=1 " FLOATING, 1000, 1},
        {"thesis", "mul=8 add=8", 50000, 1},
        {"thesis", "mul=1 add=1 " FLOATING, 50000, 1},
    };
    ops iiwa = graph_of(b, "iiwa", FUNCTION_ID, FORMALISM_DEFAULT, SUMS_BALANCED);
    printf("\nSpeed\n%-8s %10s %9s %9s %12s\n", "", "operations", "seconds", "target", "arena");
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ops p = repeated(b, &iiwa, cases[i].operations);
        machine m = machine_of(b, cases[i].line);
        arena mem = arena_make();
        schedule s;
        scheduler_options options = {.seed = 1};
        clock_t before = clock();
        if (scheduler_find(cases[i].scheduler)->run(&mem, &p, &m, &options, &s, &b->d))
            stop(b, cases[i].scheduler);
        double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
        printf("%-8s %10u %9.2f %9.2f %9.1f MB  %s\n", cases[i].scheduler, p.list_count, seconds,
               cases[i].target_s, (double)mem.used_bytes / 1e6, cases[i].line);
        arena_free(&mem);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *word;
        void (*run)(bench *);
    } sections[] = {{"thesis", section_thesis}, {"beyond", section_beyond},
                    {"fixed", section_fixed},   {"hls", section_hls},
                    {"ring", section_ring},     {"gap", section_gap},
                    {"speed", section_speed}};
    if (argc < 2)
        return 2;
    uint32_t done = 0;
    for (uint32_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (argc == 2 || strcmp(argv[2], sections[i].word) == 0) {
            bench b = {.mem = arena_make(), .folder = argv[1]};
            b.d = diag_make(&b.mem);
            sections[i].run(&b);
            arena_free(&b.mem);
            done++;
        }
    return done ? 0 : 2;
}
