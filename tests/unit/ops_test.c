/* SPDX-License-Identifier: MIT */
/* Counts, checker and printer of the operation form. */
#include "unit/ops_fixture.h"

static const char SMALL[] = "tauflow-ops 1\n"
                            "robot \"two links\"\n\n"
                            "input s1 sin 0 \"shoulder\"\n"
                            "input c1 cos 0 \"shoulder\" ratio -0x1p+1 offset 0x1.8p-1\n"
                            "input x1 q 1 \"rail\"\n"
                            "input v0 qd 0 \"shoulder\"\n"
                            "input w omega 0 y \"base\"\n"
                            "input f force 0 z \"hand\"\n"
                            "input p plain\n\n"
                            "const g 0x1.39eb851eb851fp+3 # 9.81\n"
                            "const k -0x0p+0 # -0\n\n"
                            "a = mul s1 g\n"
                            "b = sub c1 a\n"
                            "c = add b x1\n"
                            "d = div c b\n"
                            "e = mul v0 w\n"
                            "f2 = add e f\n\n"
                            "output t0 torque 0 \"shoulder\" angle = d\n"
                            "output t1 torque 1 \"rail\" length = k\n"
                            "output fy base_force 0 y \"base\" = f2\n"
                            "output a plain = p\n";

static void count_is_exact_on_a_graph_counted_by_hand(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, SMALL);
    ops_counts n = ops_count(&p);
    assert_int_equal(n.per_kind[OP_MUL], 2);
    assert_int_equal(n.per_kind[OP_ADD], 2);
    assert_int_equal(n.per_kind[OP_SUB], 1);
    assert_int_equal(n.per_kind[OP_DIV], 1);
    assert_int_equal(n.per_unit[UNIT_MUL], 2);
    assert_int_equal(n.per_unit[UNIT_ADD], 3);
    assert_int_equal(n.per_unit[UNIT_DIV], 1);
    assert_int_equal(n.trig, 2);
    assert_int_equal(n.critical_path, 4);
    arena_free(&mem);
}

static const char MATRIX[] = "tauflow-ops 1\n"
                             "robot \"a robot\"\n\n"
                             "joint \"shoulder\" angle lower -1.5 upper 2 effort 30\n"
                             "joint \"rail\" length\n\n"
                             "input x1 q 1 \"rail\"\n\n"
                             "const one 0x1p+0 # 1\n\n\n"
                             "output M1_1 mass 0 \"shoulder\" 0 \"shoulder\" = one\n"
                             "output M2_1 mass 1 \"rail\" 0 \"shoulder\" = x1\n"
                             "output J linear_jacobian 0 z \"tool\" 1 \"rail\" = x1\n";

static void print_of_parse_is_the_text(void **state)
{
    (void)state;
    static const char *const texts[] = {SMALL, MATRIX};
    for (int k = 0; k < 2; k++) {
        arena mem = arena_make();
        ops p = ops_from(&mem, texts[k]);
        text out = text_make(&mem);
        ops_print(&p, &out);
        assert_string_equal(out.bytes, texts[k]);
        arena_free(&mem);
    }
}

/* An entry above the diagonal, a matrix that no memory holds, a column of nobody. */
static void entries_outside_a_matrix_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, MATRIX);
    ops_output *entry = &p.outputs[1];
    assert_int_equal(ops_check(&p, "f", &d), STATUS_OK);
    entry->column = 2;
    assert_int_not_equal(ops_check(&p, "f", &d), STATUS_OK);
    entry->column = 0;
    entry->index = 5000; /* 5001 x 1 */
    assert_int_equal(ops_check(&p, "f", &d), STATUS_OK);
    entry->column = 5000; /* 5001 x 5001 */
    assert_int_not_equal(ops_check(&p, "f", &d), STATUS_OK);
    entry->column = 0;
    entry->column_of = NULL;
    assert_int_not_equal(ops_check(&p, "f", &d), STATUS_OK);
    arena_free(&mem);
}

static void any_name_survives_print_and_parse(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",         " ",        "a b",   "#",     "=",      "x=y",      "q\"uote", "back\\slash",
        "input",    "const",    "robot", "ratio", "output", "\x01\x7f", "tab\t",   "line\nbreak\r",
        "\xc3\xa9", "\xff\xfe", "\\x41", "1.5",   "\"",     "a\\"};
    arena mem = arena_make();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ops p = ops_from(&mem, SMALL);
        p.robot = p.inputs[0].name = p.inputs[0].of = p.outputs[0].of = p.outputs[0].name =
            names[i];
        text first = text_make(&mem), second = text_make(&mem);
        ops_print(&p, &first);
        ops q = ops_from(&mem, first.bytes);
        assert_string_equal(q.robot, names[i]);
        assert_string_equal(q.inputs[0].name, names[i]);
        assert_string_equal(q.inputs[0].of, names[i]);
        assert_string_equal(q.outputs[0].of, names[i]);
        ops_print(&q, &second);
        assert_string_equal(first.bytes, second.bytes);
    }
    arena_free(&mem);
}

static void random_graphs_survive_print_and_parse(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        arena mem = arena_make();
        ops p = ops_random_of(&mem, OP_KIND_COUNT, 7, 300, seed);
        text first = text_make(&mem), second = text_make(&mem);
        ops_print(&p, &first);
        ops q = ops_from(&mem, first.bytes);
        assert_int_equal(q.list_count, p.list_count);
        for (uint32_t i = 0; i < p.list_count; i++) {
            assert_int_equal(q.list[i].kind, p.list[i].kind);
            assert_int_equal(q.list[i].a, p.list[i].a);
            assert_int_equal(q.list[i].b, p.list[i].b);
        }
        for (uint32_t i = 0; i < p.constants_count; i++)
            assert_memory_equal(&q.constants[i].value, &p.constants[i].value, sizeof(double));
        ops_print(&q, &second);
        assert_string_equal(first.bytes, second.bytes);
        arena_free(&mem);
    }
}

static void a_root_has_one_operand(void **state)
{
    (void)state;
    arena mem = arena_make();
    static const char HEAD[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n";
    ops p = ops_from(&mem, arena_printf(&mem, "%sa = sqrt x\noutput o plain = a\n", HEAD));
    assert_int_equal(p.list[0].a, p.list[0].b);
    text out = text_make(&mem);
    ops_print(&p, &out);
    assert_non_null(strstr(out.bytes, "\na = sqrt x\n"));
    const char *wrong = arena_printf(&mem, "%sa = sqrt x y\noutput o plain = a\n", HEAD);
    diag d = diag_make(&mem);
    ops q;
    assert_int_not_equal(ops_parse(&mem, "text", wrong, strlen(wrong), &q, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "nothing more expected on this line, but 'y'"));
    p.list[0].b = OPERAND(FROM_INPUT, 1);
    assert_int_not_equal(ops_check(&p, "text", &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "operation 'a' has two operands and a sqrt one"));
    arena_free(&mem);
}

/* Each break of a good graph, and a piece of the message it must give. */
static void check_names_the_broken_part(void **state)
{
    (void)state;
    static const char *const want[] = {"operation 'a' uses what is not there",
                                       "operation 'b' uses what is not there",
                                       "operation 'a' uses what is not there",
                                       "'g' is not finite",
                                       "'c' is used by nothing",
                                       "input 'a': this name is taken",
                                       "output 't0' has a value",
                                       "no output",
                                       "input 'w' has axis 3",
                                       "ratio or offset of input 's1'",
                                       "input 's1' does not say",
                                       "output 't1': this name is taken",
                                       "output 'fy' has number 1000000",
                                       "operation 'd' is of no known kind",
                                       "no robot name"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_from(&mem, SMALL);
        assert_int_equal(ops_check(&p, "text", &d), STATUS_OK);
        switch (i) {
        case 0: p.list[0].a = OPERAND(FROM_OP, 0); break;
        case 1: p.list[1].b = OPERAND(FROM_OP, 2); break;
        case 2: p.list[0].b = OPERAND(FROM_CONSTANT, 2); break;
        case 3: p.constants[0].value = 1e308 * 10; break;
        case 4: p.list[3].a = OPERAND(FROM_OP, 1); break;
        case 5: p.inputs[1].name = "a", p.inputs[0].name = "a"; break;
        case 6: p.outputs[0].value = OPERAND(3, 0); break;
        case 7: p.outputs_count = 0; break;
        case 8: p.inputs[4].axis = 3; break;
        case 9: p.inputs[0].ratio = -1e308 * 10; break;
        case 10: p.inputs[0].of = NULL; break;
        case 11: p.outputs[0].name = "t1"; break;
        case 12: p.outputs[2].index = 1000000; break;
        case 13: p.list[3].kind = OP_KIND_COUNT; break;
        case 14: p.robot = NULL; break;
        default: fail();
        }
        assert_int_equal(ops_check(&p, "text", &d), STATUS_INPUT);
        if (!strstr(d.error.text, want[i]))
            fail_msg("'%s' expected in '%s'", want[i], d.error.text);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(count_is_exact_on_a_graph_counted_by_hand),
        cmocka_unit_test(print_of_parse_is_the_text),
        cmocka_unit_test(entries_outside_a_matrix_are_refused),
        cmocka_unit_test(any_name_survives_print_and_parse),
        cmocka_unit_test(random_graphs_survive_print_and_parse),
        cmocka_unit_test(a_root_has_one_operand),
        cmocka_unit_test(check_names_the_broken_part),
    };
    return cmocka_run_group_tests_name("ops", tests, NULL, NULL);
}
