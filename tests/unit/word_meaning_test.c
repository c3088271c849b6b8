/* SPDX-License-Identifier: MIT */
/* What words are, in words: the one sentence that headers, ports, info and dump have. */
#include "operations/word_meaning.h"
#include "unit/ops_fixture.h"

static const char WORDS[] =
    "tauflow-ops 1\nrobot r\nfunction fd\n"
    "joint \"one\" angle\njoint \"*/ two\\\\?\" length\njoint \"three\" angle\n"
    "input a sin 0 \"one\"\n"
    "input b cos 0 \"one\" offset 0.25\n"
    "input c sin 0 \"one\" ratio 0.5 offset -0.25\n"
    "input d q 1 \"*/ two\\\\?\"\n"
    "input e q 1 \"*/ two\\\\?\" ratio -2 offset 1\n"
    "input m q 1 \"*/ two\\\\?\" offset 0.5\n"
    "input f qd 0 \"one\"\n"
    "input g qd 1 \"*/ two\\\\?\"\n"
    "input h effort 2 \"three\"\n"
    "input i omega 0 y \"base\"\n"
    "input j force 3 z \"tool\"\n"
    "input k plain\n"
    "t1 = add a b\nt2 = add c d\nt3 = add e f\nt4 = add g h\nt5 = add i j\nt6 = add t1 t2\n"
    "t7 = add t3 t4\nt8 = add t5 t6\nt9 = add t7 t8\nt0 = add t9 k\nta = add t0 m\n"
    "output x acceleration 0 \"one\" angle = ta\n"
    "output y acceleration 1 \"*/ two\\\\?\" length = ta\n"
    "output z mass 1 \"two\" 0 \"one\" = ta\n"
    "output w plain = ta\n";

static void every_word_says_whose_what_and_in_which_unit(void **state)
{
    (void)state;
    static const char *const INPUTS[] = {
        "joint 0 'one': sine of q (rad)",
        "joint 0 'one': cosine of q + 0.25 (rad)",
        "joint 0 'one': sine of 0.5 q - 0.25 (rad)",
        "joint 1 '_/ two__': position (m)",
        "joint 1 '_/ two__': position as -2 q + 1 (m)",
        "joint 1 '_/ two__': position as q + 0.5 (m)",
        "joint 0 'one': velocity (rad/s)",
        "joint 1 '_/ two__': velocity (m/s)",
        "joint 2 'three': effort (N m)",
        "free body 0 'base': angular velocity y (rad/s)",
        "force 3 'tool': force z (N)",
        "plain"};
    static const char *const OUTPUTS[] = {
        "joint 0 'one': acceleration (rad/s^2)", "joint 1 '_/ two__': acceleration (m/s^2)",
        "freedom 1 'two', column freedom 0 'one': mass", "plain"};
    arena mem = arena_make();
    const ops p = ops_from(&mem, WORDS);
    const layout l = layout_make(&mem, &p);
    assert_int_equal(p.inputs_count, sizeof INPUTS / sizeof *INPUTS);
    for (uint32_t i = 0; i < p.inputs_count; i++) {
        text said = text_make(&mem);
        const word_meaning m = word_meaning_of_input(&l, &p, i);
        word_meaning_say(&m, &said);
        assert_string_equal(said.bytes, INPUTS[i]);
    }
    for (uint32_t i = 0; i < p.outputs_count; i++) {
        text said = text_make(&mem);
        const word_meaning m = word_meaning_of_output(&p, i);
        word_meaning_say(&m, &said);
        assert_string_equal(said.bytes, OUTPUTS[i]);
    }
    arena_free(&mem);
}

/* Of an image anything may be the name: no control characters, nothing that ends a comment. */
static void names_cannot_end_a_comment_or_move_a_cursor(void **state)
{
    (void)state;
    arena mem = arena_make();
    text said = text_make(&mem);
    word_meaning_name("a*/b\\c?d\n\x1b[2J\x7f\xc3\xa9", &said);
    assert_string_equal(said.bytes, "a_/b_c_d__[2J_\xc3\xa9");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_says_whose_what_and_in_which_unit),
        cmocka_unit_test(names_cannot_end_a_comment_or_move_a_cursor),
    };
    return cmocka_run_group_tests_name("word_meaning", tests, NULL, NULL);
}
