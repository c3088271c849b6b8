/* SPDX-License-Identifier: MIT */
/* Emitted HLS C is compiled as a strict C99 user would and run against its own testbench, on every
 * kind of machine. */
#include "base/output.h"
#include "emit/hls/hls_parts.h"
#include "unit/sched_fixture.h"

#include <stdlib.h>
#include <unistd.h>

static const char FLAGS[] = "-std=c99 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow "
                            "-Wmissing-prototypes -Werror";

typedef struct {
    arena mem;
    char folder[64];
    text files[HLS_FILES];
} emission;

static void write_file(emission *e, const char *name, const text *bytes)
{
    diag d = diag_make(&e->mem);
    assert_int_equal(output_write_one(arena_printf(&e->mem, "%s/%s", e->folder, name), bytes, &d),
                     STATUS_OK);
}

static void emit(emission *e, const ops *p, const schedule *s, const hls_options *options)
{
    e->mem = arena_make();
    diag d = diag_make(&e->mem);
    for (int k = 0; k < HLS_FILES; k++)
        e->files[k] = text_make(&e->mem);
    if (emit_hls(p, s, options, e->files, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
}

/* The exit code of the testbench; fails when something does not compile. */
static int run_bench(emission *e, const char *compiler)
{
    strcpy(e->folder, "/tmp/tauflow-hls-XXXXXX");
    assert_non_null(mkdtemp(e->folder));
    for (int k = 0; k < HLS_FILES; k++)
        write_file(e, hls_file_name(&e->mem, "name", (hls_file)k), &e->files[k]);
    if (system(arena_printf(&e->mem, "cd %s && %s %s -o bench name_*.c -lm", e->folder, compiler,
                            FLAGS)) != 0)
        fail_msg("%s does not take the files in %s", compiler, e->folder);
    int code = system(arena_printf(&e->mem, "%s/bench >%s/log", e->folder, e->folder));
    assert_int_equal(system(arena_printf(&e->mem, "rm -r %s", e->folder)), 0);
    return code;
}

/* A random graph with outputs that are constants and inputs, and with two outputs of one value. */
static ops graph_for_hls(arena *mem, uint64_t seed)
{
    ops p = ops_random(mem, 11, 90, seed);
    *ARENA_PUSH(mem, &p, outputs) = (ops_output){
        .name = "constant", .kind = OUTPUT_PLAIN, .value = OPERAND(FROM_CONSTANT, 3)};
    *ARENA_PUSH(mem, &p, outputs) = (ops_output){
        .name = "through", .kind = OUTPUT_PLAIN, .value = OPERAND(FROM_INPUT, 0)};
    *ARENA_PUSH(mem, &p, outputs) = (ops_output){
        .name = "again", .kind = OUTPUT_PLAIN, .value = p.outputs[0].value};
    return p;
}

static void kernels_equal_the_evaluator_on_every_machine(void **state)
{
    (void)state;
    static const char *const schedulers[] = {"best", "random", "thesis"};
    for (uint32_t k = 0; k < MACHINES_COUNT; k++) {
        arena mem = arena_make();
        ops p = graph_for_hls(&mem, 40 + k);
        machine m = machine_from(MACHINES[k]);
        schedule s = schedule_by(&mem, schedulers[k % 3], &p, &m, k, 4);
        hls_options options = {.name = "name", .stream = k % 2, .interval = 1 + k};
        emission e;
        emit(&e, &p, &s, &options);
        if (run_bench(&e, k % 4 < 2 ? "gcc" : "clang") != 0)
            fail_msg("wrong words on %s", MACHINES[k]);
        arena_free(&e.mem);
        arena_free(&mem);
    }
}

static void every_operation_equals_the_evaluator(void **state)
{
    (void)state;
    static const char *const machines[] = {
        "mul=2 add=2 sqrt=1 atan=1 sqrt_latency=5 atan_latency=9",
        "network=crossbar mul=2 add=2 sqrt=1 atan=2 lanes=2 transfer=1 sqrt_latency=4",
        "network=ring modules=2 mul=2 add=2 div=2 sqrt=2 trig=2 atan=2 lanes=1"};
    static const char *const schedulers[] = {"thesis", "best", "random"};
    for (uint32_t k = 0; k < 3; k++) {
        arena mem = arena_make();
        ops p = ops_random_of(&mem, OP_KIND_COUNT, 11, 60, 90 + k);
        machine m = machine_with_all(machines[k]);
        schedule s = schedule_by(&mem, schedulers[k], &p, &m, k, 4);
        assert_legal(&p, &s);
        hls_options options = {.name = "name", .stream = k % 2, .interval = 1 + k};
        emission e;
        emit(&e, &p, &s, &options);
        if (run_bench(&e, k % 2 ? "gcc" : "clang") != 0)
            fail_msg("wrong words on %s", machines[k]);
        arena_free(&e.mem);
        arena_free(&mem);
    }
}

/* Replaces the first `from` after `start`, both of one length. */
static void change(text *t, const char *start, const char *from, const char *to)
{
    char *at = strstr(t->bytes, start);
    assert_non_null(at);
    at = strstr(at, from);
    assert_non_null(at);
    memcpy(at, to, strlen(to));
}

static void the_bench_sees_a_change_of_any_kernel(void **state)
{
    (void)state;
    static const struct {
        hls_file file;
        const char *start, *from, *to;
    } changes[] = {{HLS_ALLOCATED, "name_straight", " * ", " + "},
                   {HLS_PIPELINED, "name_straight", " * ", " + "},
                   {HLS_SCHEDULED, "void name_scheduled", "b = -b", "b = +b"},
                   {HLS_TABLES, "name_issues[", "{1, 0, 0, ", "{1, 0, 1, "},
                   {HLS_TABLES, "name_takes[", "{5, ", "{4, "},
                   {HLS_TABLES, "name_input_map[", " 1u", " 2u"},
                   {HLS_BENCH, "expected[", "0x", "01"}};
    arena mem = arena_make();
    ops p = graph_for_hls(&mem, 7);
    machine m = machine_from("network=crossbar mul=2 add=2 div=1 lanes=2 transfer=1 mul_latency=3 "
                             "add_latency=4 div_latency=6");
    schedule s = schedule_by(&mem, "best", &p, &m, 1, 4);
    hls_options options = {.name = "name", .interval = 1};
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        emission e;
        emit(&e, &p, &s, &options);
        if (changes[k].file == HLS_BENCH) { /* one digit of an expected word */
            char *word = strstr(strstr(e.files[HLS_BENCH].bytes, changes[k].start),
                                changes[k].from);
            word[9] = word[9] == '0' ? '1' : '0';
        } else {
            change(&e.files[changes[k].file], changes[k].start, changes[k].from, changes[k].to);
        }
        if (run_bench(&e, "gcc") == 0)
            fail_msg("change %zu went unseen", k);
        arena_free(&e.mem);
    }
    arena_free(&mem);
}

/* What the pragmas promise a tool: whoever reads a result does so a latency after its operation, or
 * later. */
static uint32_t count_reads_in_time(arena *mem, const hls_tables *t)
{
    uint32_t seen = 0, places = t->slots + 1;
    for (int kind = 0; kind < UNIT_KINDS; kind++)
        places = t->depth[kind] > places ? t->depth[kind] : places;
    uint32_t *ready = ARENA_ARRAY(
        mem, uint32_t,
        (size_t)places * (t->units + 1)); /* first cycle of the newest word there; 0: none */
    for (uint32_t c = 0; c < t->steps; c++) {
        for (uint32_t r = 0; r < t->receivers; r++) {
            const hls_take *k = &t->takes[(size_t)c * t->receivers + r];
            if (!k->source || k->source > t->units)
                continue;
            uint32_t at = ready[(size_t)(k->source - 1) * places + k->place];
            assert_true(at > 0 && c >= at);
            seen++;
        }
        for (uint32_t k = 0; t->ideal && k < 2 * t->units; k++) {
            const hls_issue *i = &t->issues[(size_t)c * t->units + k / 2];
            if (i->action == HLS_IDLE || i->operand[k % 2].from != HLS_STORE)
                continue;
            uint32_t at = ready[i->operand[k % 2].index];
            assert_true(at > 0 && c >= at);
            seen++;
        }
        for (uint32_t u = 0; u < t->units; u++) {
            const hls_issue *i = &t->issues[(size_t)c * t->units + u];
            uint32_t at = c + t->m->latency_cycles[machine_unit_kind(t->m, u)];
            if (i->action != HLS_IDLE)
                ready[t->ideal ? i->to : (size_t)u * places + i->to] =
                    t->ideal ? at + t->m->transfer_cycles : at;
        }
    }
    return seen;
}

static void results_are_read_no_sooner_than_their_latency(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint32_t k = 0; k < MACHINES_COUNT; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = graph_for_hls(&mem, 60 + k);
        machine m = machine_from(MACHINES[k]);
        schedule s = schedule_by(&mem, "best", &p, &m, k, 4);
        hls_tables t;
        assert_int_equal(hls_tables_build(&mem, &p, &s, &t, &d), STATUS_OK);
        seen += count_reads_in_time(&mem, &t);
        arena_free(&mem);
    }
    assert_in_range(seen, 1000, UINT32_MAX);
}

/* Parts of a machine that nothing uses leave no trace that a strict compiler would object to. */
static void idle_machines_are_clean_c(void **state)
{
    (void)state;
    static const char *const graphs[] = {
        "const k 2\noutput o plain = k\n",
        "input x plain\nconst k 2\noutput o plain = x\noutput c plain = k\n",
        "input x plain\nconst k -2\nb = sub k x\noutput o plain = b\n"};
    for (int g = 0; g < 3; g++)
        for (uint32_t k = 0; k < MACHINES_COUNT; k++) {
            arena mem = arena_make();
            ops p = ops_from(&mem, arena_printf(&mem, "tauflow-ops 1\nrobot r\n%s", graphs[g]));
            machine m = machine_from(MACHINES[k]);
            schedule s = schedule_by(&mem, "best", &p, &m, 1, 1);
            emission e;
            emit(&e, &p, &s,
                 &(hls_options){.name = "name", .stream = (g + (int)k) % 2, .interval = 1});
            if (run_bench(&e, k % 2 ? "gcc" : "clang") != 0)
                fail_msg("graph %d: wrong words on %s", g, MACHINES[k]);
            arena_free(&e.mem);
            arena_free(&mem);
        }
}

static void two_emissions_are_the_same_bytes(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_hls(&mem, 9);
    machine m = machine_from(MACHINES[8]);
    schedule s = schedule_by(&mem, "best", &p, &m, 1, 4);
    hls_options options = {.interval = 2};
    emission a, b;
    emit(&a, &p, &s, &options);
    emit(&b, &p, &s, &options);
    for (int k = 0; k < HLS_FILES; k++) {
        assert_true(a.files[k].length > 100);
        assert_string_equal(a.files[k].bytes, b.files[k].bytes);
    }
    arena_free(&a.mem);
    arena_free(&b.mem);
    arena_free(&mem);
}

static void numbers_that_float_cannot_hold_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *constant, *message;
    } cases[] = {{"1e39", "constant 'k' = 1e+39 is too large for float"},
                 {"1e-30", "no inputs found"}};
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_from(&mem, arena_printf(&mem,
                                            "tauflow-ops 1\nrobot r\ninput x plain\nconst k %s\nb "
                                            "= mul x k\nc = mul b k\noutput o plain = c\n",
                                            cases[k].constant));
        machine m = machine_from("mul=1");
        schedule s = schedule_by(&mem, "best", &p, &m, 1, 1);
        text files[HLS_FILES];
        for (int f = 0; f < HLS_FILES; f++)
            files[f] = text_make(&mem);
        assert_int_equal(emit_hls(&p, &s, &(hls_options){.interval = 1}, files, &d), STATUS_INPUT);
        assert_non_null(strstr(d.error.text, cases[k].message));
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_the_evaluator_on_every_machine),
        cmocka_unit_test(every_operation_equals_the_evaluator),
        cmocka_unit_test(the_bench_sees_a_change_of_any_kernel),
        cmocka_unit_test(results_are_read_no_sooner_than_their_latency),
        cmocka_unit_test(idle_machines_are_clean_c),
        cmocka_unit_test(two_emissions_are_the_same_bytes),
        cmocka_unit_test(numbers_that_float_cannot_hold_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
