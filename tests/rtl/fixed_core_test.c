/* SPDX-License-Identifier: MIT */
/* Verilated cores of fixed point against schedule, evaluator and twin: cycles, bits, overflows. */
#include "unit/program_fixture.h"

#include "rtl_core.h"
#include "shape_called.h"
#include "tauflow_regs.h"

enum { SAMPLES = 5 };

/* The cores that the Makefile builds for this test, and the machines whose programs they run. */
static const struct {
    const char *core;
    uint32_t fixed;
    const char *machine;
} CASES[] = {
    {"crossbar_2_2_0_2_1", 24,
     "network=crossbar mul=2 add=2 lanes=2 transfer=0 mul_latency=2 add_latency=1"},
    {"ring_2_1_1_1_2", 18,
     "network=ring modules=2 mul=2 add=2 lanes=1 transfer=1 mul_latency=1 add_latency=2"},
    {"sparse_4_1_0_2_1", 24,
     "network=sparse mul=4 add=4 lanes=1 transfer=0 mul_latency=2 add_latency=1"},
};
enum { CASES_COUNT = sizeof CASES / sizeof CASES[0] };

static void must(status done, const diag *d)
{
    if (done != STATUS_OK)
        fail_msg("%s", d->error.text);
}

static tauflow_shape case_shape(uint32_t k)
{
    tauflow_shape shape = shape_with_default_depths(CASES[k].core);
    shape.fixed = CASES[k].fixed;
    return shape;
}

static rtl_core *open_core(arena *mem, uint32_t k)
{
    diag d = diag_make(mem);
    const tauflow_shape shape = case_shape(k);
    rtl_core *core;
    must(rtl_open(mem, CORES_FOLDER, &shape, NULL, k + 1, &core, &d), &d);
    return core;
}

static void load(arena *mem, rtl_core *core, const program *q, uint32_t k)
{
    diag d = diag_make(mem);
    const tauflow_shape shape = case_shape(k);
    image i;
    must(image_build(mem, q, &shape, &i, &d), &d);
    must(rtl_load(core, &i, &d), &d);
}

/* Errors so far, which are then cleared. */
static uint32_t take_errors(rtl_core *core, diag *d)
{
    uint32_t errors;
    must(rtl_read(core, TAUFLOW_REG_ERRORS, &errors, d), d);
    must(rtl_write(core, TAUFLOW_REG_ERRORS, errors, d), d);
    return errors;
}

/* Runs samples, compares values and the flag of overflows; returns how many there were. */
static uint32_t run(arena *mem, rtl_core *core, const ops *p, const program *q,
                    const stream_options *o, rtl_figures *f)
{
    diag d = diag_make(mem);
    stream_core c = rtl_stream(core);
    uint32_t *in = random_samples(mem, p, SAMPLES, o->seed),
             *out = ARENA_ARRAY(mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_report r;
    must(stream_run(&c, q, o, in, SAMPLES, out, &r, &d), &d);
    must(rtl_figures_read(mem, core, f, &d), &d);
    assert_int_equal(count_wrong(mem, p, in, out, SAMPLES), 0);
    const uint32_t over = count_overflows(mem, p, in, SAMPLES);
    assert_int_equal(take_errors(core, &d), over ? TAUFLOW_ERRORS_OVERFLOW_MASK : 0);
    return over;
}

static void core_takes_the_cycles_and_gives_the_bits_of_any_schedule(void **state)
{
    (void)state;
    static const char *const makers[] = {"random", "thesis", "best"};
    uint32_t over = 0, runs = 0;
    for (uint32_t k = 0; k < CASES_COUNT; k++) {
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, k);
        for (uint64_t seed = 1; seed <= 15; seed++, runs++) {
            ops p = graph_in_fixed(&mem, CASES[k].fixed, 3 + (uint32_t)seed % 5,
                                   3 * (uint32_t)seed, seed);
            program q = program_by(&mem, makers[seed % 3], &p, CASES[k].machine, seed);
            rtl_figures f;
            load(&mem, core, &q, k);
            over += run(&mem, core, &p, &q, &(stream_options){.seed = seed}, &f) > 0;
            assert_int_equal(f.cycles, q.cycles);
            assert_int_equal(f.busy, SAMPLES * q.cycles);
            for (uint32_t i = 0; i < 8; i++)
                run(&mem, core, &p, &q, &(stream_options){.overlap = i % 2,
                                                          .in_stall = i * 37 % 251,
                                                          .out_stall = i * 91 % 251,
                                                          .seed = seed + i}, &f);
        }
        rtl_close(core);
        arena_free(&mem);
    }
    assert_true(over > 3 && over < runs - 3);
}

/* Samples that overlap: programs with a beginning and a loop, shifts in both. */
static void overlapping_samples_keep_the_interval(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CASES_COUNT; k++) {
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, k);
        machine m = machine_from(CASES[k].machine);
        for (uint64_t seed = 1; seed <= 4; seed++) {
            ops p = graph_in_fixed(&mem, CASES[k].fixed, 4, 24, seed);
            schedule s = schedule_of_stream(&mem, &p, &m);
            program q = program_from(&mem, &p, &s);
            rtl_figures f;
            load(&mem, core, &q, k);
            run(&mem, core, &p, &q, &(stream_options){.overlap = true, .seed = seed}, &f);
            assert_int_equal(f.interval, q.interval);
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

static void words_with_more_bits_are_flagged(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\nnumbers fixed 18\n"
                           "input x plain point 10 from -0x1p+4 to 0x1p+4\n"
                           "s = add x x point 9\noutput o plain = s\n");
    program q = program_by(&mem, "best", &p, CASES[1].machine, 1);
    rtl_core *core = open_core(&mem, 1);
    load(&mem, core, &q, 1);
    static const struct {
        uint32_t word;
        bool over;
    } cases[] = {{0x0000ffff, false}, {0xffff0001, false}, {0x0001ffff, false},
                 {0x00020000, true},  {0xfffdffff, true},  {0x80000000, true}, {0, false}};
    for (uint32_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        stream_core c = rtl_stream(core);
        stream_report r;
        uint32_t out;
        must(stream_run(&c, &q, &(stream_options){0}, &cases[k].word, 1, &out, &r, &d), &d);
        assert_int_equal(take_errors(core, &d), cases[k].over ? TAUFLOW_ERRORS_OVERFLOW_MASK : 0);
    }
    rtl_close(core);
    arena_free(&mem);
}

static void second_words_of_issues_are_there_and_others_are_not(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    rtl_core *core = open_core(&mem, 0);
    for (uint32_t table = TAUFLOW_LOAD_RECEPTION; table <= TAUFLOW_LOAD_EMISSION; table++)
        for (uint32_t word = 0; word < 4; word++) {
            uint32_t address = table << TAUFLOW_LOAD_ADDRESS_TABLE_LOW |
                               word << TAUFLOW_LOAD_ADDRESS_WORD_LOW;
            must(rtl_write(core, TAUFLOW_REG_LOAD_ADDRESS, address, &d), &d);
            must(rtl_write(core, TAUFLOW_REG_LOAD_DATA, 0, &d), &d);
            bool there = word == 0 || (table == TAUFLOW_LOAD_ISSUE && word == 1);
            assert_int_equal(take_errors(core, &d), there ? 0 : TAUFLOW_ERRORS_LOAD_RANGE_MASK);
        }
    rtl_close(core);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(core_takes_the_cycles_and_gives_the_bits_of_any_schedule),
        cmocka_unit_test(overlapping_samples_keep_the_interval),
        cmocka_unit_test(words_with_more_bits_are_flagged),
        cmocka_unit_test(second_words_of_issues_are_there_and_others_are_not),
    };
    return cmocka_run_group_tests_name("fixed_core", tests, NULL, NULL);
}
