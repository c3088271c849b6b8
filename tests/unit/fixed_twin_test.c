/* SPDX-License-Identifier: MIT */
/* Programs in fixed point: the twin against schedule and evaluator, overflows, and what the checker
 * of programs sees of shifts. */
#include "unit/program_fixture.h"

#include "tauflow_regs.h"

enum { SAMPLES = 4 };

static const uint32_t WIDTHS[] = {16, 18, 24, 27, 32};
enum { WIDTHS_COUNT = sizeof WIDTHS / sizeof WIDTHS[0] };

/* Runs samples on the twin; returns how many overflowed, by the evaluator. */
static uint32_t check_run(const ops *p, const program *q, const stream_options *o, bool timed)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    twin *t = twin_with(&mem, q, &q->shape);
    stream_core c = stream_twin(t);
    uint32_t *in = random_samples(&mem, p, SAMPLES, o->seed),
             *out = ARENA_ARRAY(&mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_report r;
    if (stream_run(&c, q, o, in, SAMPLES, out, &r, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    assert_int_equal(count_wrong(&mem, p, in, out, SAMPLES), 0);
    const uint32_t over = count_overflows(&mem, p, in, SAMPLES);
    assert_int_equal(twin_read(t).errors, over ? TAUFLOW_ERRORS_OVERFLOW_MASK : 0);
    if (timed)
        assert_int_equal(twin_read(t).cycles, q->cycles);
    arena_free(&mem);
    return over;
}

static void twin_computes_what_the_evaluator_does(void **state)
{
    (void)state;
    static const char *const makers[] = {"random", "thesis", "best"};
    uint32_t runs = 0, over = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        /* Few operations: many runs without an overflow. */
        ops p = graph_in_fixed(&mem, WIDTHS[seed % WIDTHS_COUNT], 5, 4 * (uint32_t)seed, seed);
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            program q = program_by(&mem, makers[m % 3], &p, CORES[m], seed);
            assert_int_equal(q.shape.fixed, p.format);
            if (program_check(&p, &q, &d) != STATUS_OK)
                fail_msg("%s", d.error.text);
            over += check_run(&p, &q, &(stream_options){.seed = seed + m}, true) > 0;
            check_run(&p, &q, &(stream_options){.overlap = true, .in_stall = 80, .out_stall = 80,
                                                .seed = seed}, false);
            runs++;
        }
        arena_free(&mem);
    }
    assert_true(over > 5 && over < runs - 5);
}

/* Another shift that units have is another number: the checker must not take it, unless the
 * operation then is another one of the graph with the same result. */
static void checker_sees_every_wrong_shift(void **state)
{
    (void)state;
    arena mem = arena_make();
    uint32_t refused = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        ops p = graph_in_fixed(&mem, 24, 5, 12, seed);
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            program q = program_by(&mem, "best", &p, CORES[m], seed);
            uint32_t u = (uint32_t)(seed + m) % core_units(&q.shape);
            if (!q.units[u].issues_count)
                continue;
            const unit_kind kind = core_unit_kind(&q.shape, u);
            program_issue *i = &q.units[u].issues[seed % q.units[u].issues_count];
            const uint32_t right = i->shift;
            for (uint32_t shift = 0; shift < 1u << FIXED_ADD_CODE_BITS; shift++) {
                diag d = diag_make(&mem);
                i->shift = shift;
                status done = program_check(&p, &q, &d);
                /* Twice the same word: both orders of its shifts are one sum. */
                const bool twice =
                    memcmp(&i->operand[0], &i->operand[1], sizeof i->operand[0]) == 0;
                if (shift == right)
                    assert_int_equal(done, STATUS_OK);
                else if (done == STATUS_OK && !twice)
                    fail_msg("seed %u core %u: %u for %u", (unsigned)seed, m, shift, right);
                else if (done != STATUS_OK) {
                    bool legal = fixed_kind_shift(kind, shift);
                    assert_non_null(strstr(d.error.text, legal ? "no operation of the graph"
                                                               : "no unit has shift"));
                    refused += legal;
                }
            }
        }
    }
    assert_true(refused > 1000);
    arena_free(&mem);
}

static void shifts_without_fixed_point_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_for_core(&mem, 5, 12, 1);
    program q = program_by(&mem, "best", &p, CORES[0], 1);
    q.units[0].issues[0].shift = 1;
    assert_int_equal(program_check(&p, &q, &d), STATUS_INPUT);
    q.units[0].issues[0].shift = 0;
    q.shape.fixed = 24;
    assert_int_equal(program_check(&p, &q, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "are fixed point of 24 bits, the graph's binary32"));
    arena_free(&mem);
}

static void words_with_more_bits_are_flagged(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\nnumbers fixed 18\n"
                           "input x plain point 10 from -0x1p+4 to 0x1p+4\n"
                           "s = add x x point 9\noutput o plain = s\n");
    program q = program_by(&mem, "best", &p, CORES[0], 1);
    static const struct {
        uint32_t word;
        bool over;
    } cases[] = {{0x0000ffff, false}, {0xffff0001, false}, {0x0001ffff, false},
                 {0x00020000, true},  {0xfffdffff, true},  {0x80000000, true}};
    for (uint32_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        twin *t = twin_with(&mem, &q, &q.shape);
        stream_core c = stream_twin(t);
        stream_report r;
        uint32_t out;
        assert_int_equal(stream_run(&c, &q, &(stream_options){0}, &cases[k].word, 1, &out, &r, &d),
                         STATUS_OK);
        assert_int_equal(twin_read(t).errors, cases[k].over ? TAUFLOW_ERRORS_OVERFLOW_MASK : 0);
    }
    arena_free(&mem);
}

static void numbers_wider_than_words_go_into_no_core(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_in_fixed(&mem, 33, 4, 6, 1);
    machine m = machine_from(CORES[0]);
    schedule s = schedule_by(&mem, "best", &p, &m, 1, 4);
    program q;
    assert_int_equal(program_build(&mem, &p, &s, &q, &d), STATUS_INPUT);
    assert_string_equal(d.error.text,
                        "numbers of 33 bits do not go into a core, whose words have 32");
    arena_free(&mem);
}

static void programs_fit_cores_of_their_numbers_only(void **state)
{
    (void)state;
    report r;
    tauflow_shape core, other;
    assert_int_equal(shape_parse("crossbar_4_2_0_2_1_0_8_4_32_64_512_512_512_64_64_fixed24", &core,
                                 &r), TAUFLOW_OK);
    assert_int_equal(core.fixed, 24);
    char name[SHAPE_NAME_BYTES];
    shape_name(&core, name);
    assert_string_equal(name, "crossbar_4_2_0_2_1_0_8_4_32_64_512_512_512_64_64_fixed24");
    assert_int_equal(shape_parse("crossbar_4_2_0_2_1_0_8_4_32_64_512_512_512_64_64_fixed15", &other,
                                 &r), TAUFLOW_BAD_CALL);
    assert_non_null(strstr(r.text, "15 bits of fixed point, 0 or 16..32 expected"));
    assert_int_equal(shape_parse("crossbar_4_2_0_2_1_0_8_4_32_64_512_512_512_64_64_w24", &other,
                                 &r), TAUFLOW_BAD_CALL);
    other = core;
    other.fixed = 0;
    assert_int_equal(shape_fits(&core, &other, &r), TAUFLOW_WRONG_SHAPE);
    assert_string_equal(r.text, "the program does not fit: its numbers are fixed point of 24 bits "
                                "and the core's are binary32");
    assert_int_equal(shape_fits(&other, &core, &r), TAUFLOW_WRONG_SHAPE);
    other.fixed = 27;
    assert_int_equal(shape_fits(&other, &core, &r), TAUFLOW_WRONG_SHAPE);
    assert_int_equal(shape_fits(&core, &core, &r), TAUFLOW_OK);
    assert_int_equal(shape_parse_line("fixed=27", &core, &r), TAUFLOW_OK);
    assert_int_equal(core.fixed, 27);
    assert_int_equal(shape_parse_line("fixed=8", &core, &r), TAUFLOW_BAD_CALL);
    assert_int_equal(shape_register(&core, TAUFLOW_REG_FORMAT), 27);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twin_computes_what_the_evaluator_does),
        cmocka_unit_test(checker_sees_every_wrong_shift),
        cmocka_unit_test(shifts_without_fixed_point_are_refused),
        cmocka_unit_test(words_with_more_bits_are_flagged),
        cmocka_unit_test(numbers_wider_than_words_go_into_no_core),
        cmocka_unit_test(programs_fit_cores_of_their_numbers_only),
    };
    return cmocka_run_group_tests_name("fixed_twin", tests, NULL, NULL);
}
