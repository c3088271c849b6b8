/* SPDX-License-Identifier: MIT */
/* Sines and cosines as operations: the same values from positions alone. */
#include "operations/angles.h"
#include "operations/state.h"
#include "unit/ops_fixture.h"

#include <math.h>

static const char EVERY_KIND[] =
    "tauflow-ops 1\nrobot r\n"
    "joint \"one\" angle\njoint \"two\" angle\njoint \"three\" length\n"
    "input v qd 1 \"two\"\n"
    "input s1 sin 0 \"one\"\n"
    "input c1 cos 0 \"one\"\n"
    "input s1_1 sin 0 \"one\" ratio -2 offset 0.25\n"
    "input c2 cos 1 \"two\" offset -0.5\n"
    "input s2 sin 1 \"two\" offset -0.5\n"
    "input x3 q 2 \"three\" ratio 3 offset 1\n"
    "input unused cos 2 \"three\"\n"
    "const q2 4\n"
    "turn = mul s1 c1\n"
    "a = add turn s1_1\n"
    "b = mul c2 s2\n"
    "c = add a b\n"
    "d = mul c v\n"
    "e = add d x3\n"
    "f = mul e q2\n"
    "output o plain = f\n"
    "output direct plain = c2\n";

static void values_stay_and_inputs_are_numbers_of_the_state(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    const ops before = ops_from(&mem, EVERY_KIND);
    ops after = before;
    ops_compute_angles(&mem, &after);
    assert_int_equal(ops_check(&after, "after", &d), STATUS_OK);
    assert_int_equal(after.inputs_count, 4); /* three positions, then the velocity */
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(after.inputs[i].kind, INPUT_Q);
        assert_true(after.inputs[i].ratio == 1 && after.inputs[i].offset == 0);
    }
    assert_int_equal(after.inputs[3].kind, INPUT_QD);
    const ops_counts n = ops_count(&after);
    assert_int_equal(n.per_kind[OP_SIN], 3);
    assert_int_equal(n.per_kind[OP_COS], 2);
    assert_int_equal(n.trig, 5);
    assert_int_equal(n.per_unit[UNIT_MUL], 4 + 2); /* a ratio each of joints one and three */
    assert_int_equal(n.per_unit[UNIT_ADD], 3 + 1); /* the offset of what is no angle */

    uint64_t seed = 7;
    for (int k = 0; k < 1000; k++) {
        const double q[3] = {3 * random_unit(&seed), 3 * random_unit(&seed), random_unit(&seed)};
        const double qd[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)};
        const robot_state s = {.q = q, .qd = qd};
        double in[8], out[2], from[2], scratch[32];
        float in32[8], out32[2], scratch32[32];
        state_to_inputs64(&before, &s, in);
        ops_eval64(&before, in, from, scratch);
        state_to_inputs64(&after, &s, in);
        assert_true(in[0] == q[0] && in[1] == q[1] && in[2] == q[2] && in[3] == qd[1]);
        ops_eval64(&after, in, out, scratch);
        for (uint32_t i = 0; i < after.inputs_count; i++)
            in32[i] = (float)in[i];
        ops_eval32(&after, in32, out32, scratch32);
        for (int o = 0; o < 2; o++) {
            assert_true(fabs(out[o] - from[o]) < 1e-13);
            assert_true(fabs((double)out32[o] - from[o]) < 3e-5);
        }
    }
    arena_free(&mem);
}

static void names_stay_unique_and_the_text_reads_back(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, EVERY_KIND);
    ops_compute_angles(&mem, &p);
    text first = text_make(&mem), second = text_make(&mem);
    ops_print(&p, &first);
    const ops again = ops_from(&mem, first.bytes);
    ops_print(&again, &second);
    assert_string_equal(first.bytes, second.bytes);
    assert_non_null(strstr(first.bytes, "input q2_2 q 1 ")); /* a constant is called q2 */
    assert_non_null(strstr(first.bytes, "\ns1 = sin q1 "));
    assert_non_null(strstr(first.bytes, "\nturn_2 = mul q1 "));
    assert_null(strstr(first.bytes, "unused"));
    arena_free(&mem);
}

static void a_graph_without_angles_stays(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\ninput v qd 0 j\n"
                           "a = mul x v\noutput o plain = a\n");
    text before = text_make(&mem), after = text_make(&mem);
    ops_print(&p, &before);
    ops_compute_angles(&mem, &p);
    ops_print(&p, &after);
    assert_string_equal(before.bytes, after.bytes);
    arena_free(&mem);
}

static void refuses(arena *mem, const char *lines, const char *message)
{
    text all = text_make(mem);
    diag d = diag_make(mem);
    ops p;
    text_printf(&all, "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n%s"
                      "output o plain = a\n", lines);
    assert_int_equal(ops_parse(mem, "text", all.bytes, strlen(all.bytes), &p, &d),
                     STATUS_INPUT);
    if (!strstr(d.error.text, message))
        fail_msg("'%s' is not in '%s'", message, d.error.text);
}

static void offsets_of_sines_are_constants_in_range(void **state)
{
    (void)state;
    arena mem = arena_make();
    refuses(&mem, "a = sin x y\n", "the second operand of a sin is a constant");
    refuses(&mem, "const k 8192\na = cos x k\n", "offset 8192 rad is too large");
    refuses(&mem, "a = sin x\n", "");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay_and_inputs_are_numbers_of_the_state),
        cmocka_unit_test(names_stay_unique_and_the_text_reads_back),
        cmocka_unit_test(a_graph_without_angles_stays),
        cmocka_unit_test(offsets_of_sines_are_constants_in_range),
    };
    return cmocka_run_group_tests_name("angles", tests, NULL, NULL);
}
