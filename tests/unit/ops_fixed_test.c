/* SPDX-License-Identifier: MIT */
/* Graphs in fixed point: their text, what is refused, and the evaluator against values worked out
 * by hand. */
#include "operations/ops_fixed.h"
#include "unit/ops_fixture.h"

#include <math.h>

#define HEAD "tauflow-ops 1\nrobot r\nnumbers fixed 16\n"
static const char GRAPH[] = HEAD "input x plain point 13 from -0x1p+1 to 0x1p+1\n"
                                 "const k 0x1.8p+0 point 14\n"
                                 "p = mul x k point 12\n"
                                 "s = sub p x point 11\n"
                                 "output o plain = s\n";

static void the_evaluator_rounds_each_operation_once(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, GRAPH);
    double in = 1.25 + 0x1p-13;
    int64_t word, constant, out, values[2];
    ops_fixed_constants(&p, &constant);
    assert_int_equal(constant, 3 << 13);
    assert_int_equal(ops_fixed_inputs(&p, &in, &word), 1);
    assert_int_equal(word, 10241);
    assert_int_equal(ops_eval_fixed(&p, &constant, &word, &out, values), 2);
    assert_int_equal(values[0], 7681); /* floor(10241 * 24576 / 2^15 + 1/2) = floor(7681.25) */
    assert_int_equal(values[1], 1280); /* floor(7681 / 2 - 10241 / 4 + 1/2) = floor(1280.75) */
    assert_true(ops_fixed_output(&p, 0, out) == 0.625);
    arena_free(&mem);
}

static void inputs_out_of_range_are_named(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, GRAPH);
    const double bad[] = {2.0001, -2.0001, INFINITY, NAN};
    int64_t word = 77;
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(ops_fixed_inputs(&p, &bad[i], &word), 0);
    assert_int_equal(word, 77);
    arena_free(&mem);
}

static void the_first_overflow_is_named(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, HEAD "input x plain point 14 from -1 to 1\n"
                                "a = add x x point 14\nb = add a x point 14\noutput o plain = b\n");
    int64_t out, values[2], word = 1 << 13;
    assert_int_equal(ops_eval_fixed(&p, NULL, &word, &out, values), 2);
    word = 12000;
    assert_int_equal(ops_eval_fixed(&p, NULL, &word, &out, values), 1);
    word = 1 << 14;
    assert_int_equal(ops_eval_fixed(&p, NULL, &word, &out, values), 0);
    arena_free(&mem);
}

static void the_text_reads_back_to_itself(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, GRAPH);
    text once = text_make(&mem), twice = text_make(&mem);
    ops_print(&p, &once);
    assert_non_null(strstr(once.bytes, "\nnumbers fixed 16\n"));
    assert_non_null(strstr(once.bytes, "\np = mul x k point 12\n"));
    ops q = ops_from(&mem, once.bytes);
    ops_print(&q, &twice);
    assert_string_equal(once.bytes, twice.bytes);
    assert_int_equal(q.format, 16);
    assert_int_equal(q.list[1].point, 11);
    assert_true(q.inputs[0].low == -2 && q.inputs[0].high == 2);
    arena_free(&mem);
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
    (void)state;
#define INPUT_X "input x plain point 13 from -2 to 2\n"
    static const struct {
        const char *bytes;
        uint32_t line;
        const char *says;
    } CASES[] = {
        {"tauflow-ops 1\nrobot r\nnumbers fixed 15\n", 3, "point has 16 .. 40 bits, not '15'"},
        {"tauflow-ops 1\nrobot r\nnumbers fixed 16.5\n", 3, "16 .. 40 bits, not '16.5'"},
        {"tauflow-ops 1\nrobot r\nnumbers roman 16\n", 3, "unknown numbers 'roman'"},
        {HEAD "numbers fixed 16\n", 4, "a second 'numbers' line"},
        {"tauflow-ops 1\nrobot r\ninput x plain\nnumbers fixed 16\n", 4, "before all inputs"},
        {HEAD "input x plain\n", 4, "'point' expected"},
        {HEAD "input x plain point 1.5 from 0 to 1\n", 4, "point '1.5' is no whole number"},
        {HEAD "input x plain point 121 from 0 to 1\n", 4, "-120 .. 120"},
        {HEAD "input x plain point 3\n", 4, "'from' expected"},
        {HEAD "input x plain point 3 from 1 2\n", 4, "'to' expected"},
        {"tauflow-ops 1\nrobot r\ninput x plain point 3 from 1 to 2\n", 3, "nothing more expected"},
        {HEAD INPUT_X "output o plain = x\ninput y plain point 14 from -2 to 2\n", 0,
         "input 'y' from -2 to 2 does not fit into 16 bits with point 14"},
        {HEAD INPUT_X "const k 2 point 14\noutput o plain = x\n", 0,
         "constant 'k' does not fit into 16 bits with point 14"},
        {HEAD INPUT_X "a = mul x x point 15\noutput o plain = a\n", 0, "a shift of 11"},
        {HEAD INPUT_X "a = mul x x point 10\noutput o plain = a\n", 0, "a shift of 16"},
        {HEAD INPUT_X "a = add x x point 14\noutput o plain = a\n", 0, "shifts of -1 and -1"},
        {HEAD INPUT_X "a = add x x point 11\noutput o plain = a\n", 0, "shifts of 2 and 2"},
        {HEAD INPUT_X "a = div x x point 13\noutput o plain = a\n", 0, "fixed point has no 'div'"},
        {HEAD INPUT_X "const k 0 point 13\na = sin x k point 15\noutput o plain = a\n", 0,
         "point 15 of 'a', a sin of 16 bits, is above 14"},
        {HEAD "input x plain point 33 from 0 to 0\nconst k 0 point 13\na = cos x k point 14\n"
              "output o plain = a\n", 0, "the angle of 'a' has point 33: of 16 bits it is 2 .. 32"},
        {"tauflow-ops 1\nrobot r\nnumbers fixed 33\ninput x plain point 30 from 0 to 1\n"
         "const k 0 point 13\na = cos x k point 14\noutput o plain = a\n", 0,
         "'cos' in fixed point has at most 32 bits, not 33"},
    };
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p;
        assert_int_not_equal(
            ops_parse(&mem, "text", CASES[i].bytes, strlen(CASES[i].bytes), &p, &d), STATUS_OK);
        if (!strstr(d.error.text, CASES[i].says) || d.error.at.line != CASES[i].line)
            fail_msg("case %u: line %u: %s", i, d.error.at.line, d.error.text);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_evaluator_rounds_each_operation_once),
        cmocka_unit_test(inputs_out_of_range_are_named),
        cmocka_unit_test(the_first_overflow_is_named),
        cmocka_unit_test(the_text_reads_back_to_itself),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
    };
    return cmocka_run_group_tests_name("ops_fixed", tests, NULL, NULL);
}
