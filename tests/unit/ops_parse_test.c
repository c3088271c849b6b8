/* SPDX-License-Identifier: MIT */
/* What the `.ops` reader refuses, where it says the fault is, and how long it takes. */
#include "unit/ops_fixture.h"

#include <stdlib.h>
#include <time.h>

#define HEAD "tauflow-ops 1\nrobot r\ninput x plain\n"

static void every_fault_is_named_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t line, column;
        const char *message;
    } cases[] = {
        {"", 1, 1, "first line must be 'tauflow-ops 1'"},
        {"tauflow-op 1\n", 1, 1, "first line must be 'tauflow-ops 1'"},
        {"\ntauflow-ops 1\n", 1, 1, "first line must be 'tauflow-ops 1'"},
        {"tauflow-ops 2\n", 1, 13, "version '2'"},
        {"tauflow-ops 1 2\n", 1, 15, "'2' stands there"},
        {HEAD "outptu y plain = x\n", 4, 1, "unknown word 'outptu'"},
        {HEAD "a = mull x x\n", 4, 5, "unknown operation 'mull'"},
        {HEAD "a = mul x y\n", 4, 11, "unknown operand 'y'"},
        {HEAD "a = mul x b\nb = mul a a\n", 4, 11, "operand 'b' is used before its definition"},
        {HEAD "a = mul x k\nconst k 1\n", 4, 11, "operand 'k' is used before its definition"},
        {HEAD "a = mul a x\n", 4, 9, "operand 'a' is used before its definition"},
        {HEAD "a = mul x\n", 4, 10, "operand expected"},
        {HEAD "a = mul x x x\n", 4, 13, "'x' stands there"},
        {HEAD "joint j turn\n", 4, 9, "'angle' or 'length' expected"},
        {HEAD "joint j angle high 2\n", 4, 15, "'high' is no limit"},
        {HEAD "joint j angle upper 2 upper 3\n", 4, 23, "'upper' is no limit, or one again"},
        {HEAD "joint j angle upper\n", 4, 20, "limit expected"},
        {HEAD "joint j angle upper inf\n", 4, 21, "bad number 'inf'"},
        {HEAD "x = mul x x\n", 4, 1, "duplicate name 'x'"},
        {HEAD "const x 1\n", 4, 7, "duplicate name 'x'"},
        {HEAD "input x plain\n", 4, 7, "duplicate name 'x'"},
        {HEAD "output o plain = x\noutput o plain = x\n", 5, 8, "duplicate name 'o'"},
        {HEAD "const k 1.2.3\n", 4, 9, "bad number '1.2.3'"},
        {HEAD "const k nan\n", 4, 9, "bad number 'nan'"},
        {HEAD "const k -inf\n", 4, 9, "bad number '-inf'"},
        {HEAD "const k 1e999\n", 4, 9, "bad number '1e999'"},
        {HEAD "const k \"1\"\n", 4, 9, "bad number '1'"},
        {HEAD "const k\n", 4, 8, "value expected"},
        {HEAD "const\n", 4, 6, "name of the constant expected"},
        {HEAD "input s sine 0 j\n", 4, 9, "unknown kind of input 'sine'"},
        {HEAD "input s sin -1 j\n", 4, 13, "a number from 0"},
        {HEAD "input s sin 1000000 j\n", 4, 13, "a number from 0"},
        {HEAD "input s sin 99999999999999999999 j\n", 4, 13, "a number from 0"},
        {HEAD "input s sin 0\n", 4, 14, "name of a joint or link expected"},
        {HEAD "input s sin 0 j offset 1 ratio 2\n", 4, 26, "'ratio' stands there"},
        {HEAD "input s qd 0 j ratio 2\n", 4, 16, "'ratio' stands there"},
        {HEAD "input s omega 0 w j\n", 4, 17, "axis x, y or z"},
        {HEAD "output o torque 0 j = x\n", 4, 21, "'angle' or 'length' expected"},
        {HEAD "output o torq 0 j = x\n", 4, 10, "unknown kind of output 'torq'"},
        {HEAD "output o plain x\n", 4, 16, "'=' expected"},
        {HEAD "output o plain = y\n", 4, 18, "unknown operand 'y'"},
        {HEAD "robot again\n", 4, 1, "a second 'robot' line"},
        {HEAD "a = mul \"x x\n", 4, 9, "without its closing quote"},
        {HEAD "a = mul \"\\q\" x\n", 4, 10, "bad escape"},
        {HEAD "a = mul \"\\x00\" x\n", 4, 10, "bad escape"},
        {HEAD "a = mul \x01 x\n", 4, 9, "control character 0x01"},
        {HEAD "= mul x x\n", 4, 1, "name or keyword expected"},
        {HEAD, 0, 0, "no output"},
        {"tauflow-ops 1\ninput x plain\noutput o plain = x\n", 0, 0, "no 'robot' line"},
        {HEAD "a = mul x x\n\nb = add a x\noutput o plain = a\n", 6, 1,
         "operation 'b' is used by nothing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p;
        assert_int_equal(ops_parse(&mem, "bad.ops", cases[i].bytes, strlen(cases[i].bytes), &p, &d),
                         STATUS_INPUT);
        if (!strstr(d.error.text, cases[i].message) || d.error.at.line != cases[i].line ||
            d.error.at.column != cases[i].column)
            fail_msg("%s\ngave %u:%u: %s", cases[i].bytes, d.error.at.line, d.error.at.column,
                     d.error.text);
        assert_string_equal(d.error.at.file, "bad.ops");
        arena_free(&mem);
    }
}

static void nul_byte_is_named_with_its_place(void **state)
{
    (void)state;
    static const char bytes[] = HEAD "output o\0plain = x\n";
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p;
    assert_int_equal(ops_parse(&mem, "bad.ops", bytes, sizeof bytes - 1, &p, &d), STATUS_INPUT);
    assert_string_equal(d.error.text, "NUL byte");
    assert_int_equal(d.error.at.line, 4);
    assert_int_equal(d.error.at.column, 9);
    arena_free(&mem);
}

static void overlong_line_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text t = text_make(&mem);
    text_add(&t, HEAD "# ");
    for (int i = 0; i < 1 << 20; i++)
        text_add(&t, "x");
    ops p;
    assert_int_equal(ops_parse(&mem, "bad.ops", t.bytes, t.length, &p, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "line longer than"));
    assert_int_equal(d.error.at.line, 4);
    arena_free(&mem);
}

static void comments_blanks_and_carriage_returns_do_not_matter(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1 # v\r\n\r\n  robot r#c\r\n\tinput x plain # "
                           "\"x\r\n#\noutput o plain=x # y = z");
    assert_string_equal(p.robot, "r");
    assert_int_equal(p.outputs_count, 1);
    arena_free(&mem);
}

/* Every prefix and every one-byte change of a good file is read or refused, never worse (run under
 * sanitizers). */
static void damaged_files_are_read_or_refused_with_a_place(void **state)
{
    (void)state;
    static const char good[] = HEAD
        "input s sin 0 \"a\\x41\" ratio 2 offset 0x1p-3\nconst k 1.5\na = mul x k\nb = sub a s\n"
        "output o torque 0 \"j\" angle = b\n";
    uint64_t seed = 7;
    uint32_t refused = 0;
    for (size_t i = 0; i < 20000; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        size_t length = i < sizeof good ? i : sizeof good - 1;
        char *bytes = malloc(length + 1); /* exact size, so that a sanitizer sees any overrun */
        memcpy(bytes, good, length);
        if (i >= sizeof good)
            bytes[random_bits(&seed) % length] = (char)random_bits(&seed);
        ops p;
        status result = ops_parse(&mem, "bad.ops", bytes, length, &p, &d);
        assert_true(result == STATUS_OK ||
                    (result == STATUS_INPUT && d.error.text && strchr(d.error.text, '\n') == NULL));
        refused += result != STATUS_OK;
        free(bytes);
        arena_free(&mem);
    }
    assert_in_range(refused, 1000, 19999);
}

static double seconds_to_parse(uint32_t count)
{
    arena mem = arena_make();
    ops p = {.robot = "long"};
    *ARENA_PUSH(&mem, &p, inputs) = (ops_input){.name = "x", .kind = INPUT_PLAIN};
    for (uint32_t i = 0; i < count; i++)
        *ARENA_PUSH(&mem, &p, list) = (op){.kind = i % 2 ? OP_ADD : OP_MUL,
                                           .name = arena_printf(&mem, "t%u", i),
                                           .a = i ? OPERAND(FROM_OP, i - 1) : 0,
                                           .b = OPERAND(FROM_INPUT, 0)};
    *ARENA_PUSH(&mem, &p, outputs) = (ops_output){
        .name = "o", .kind = OUTPUT_PLAIN, .value = OPERAND(FROM_OP, count - 1)};
    text t = text_make(&mem);
    ops_print(&p, &t);
    double best = 1e9;
    for (int run = 0; run < 3; run++) {
        clock_t from = clock();
        ops q = ops_from(&mem, t.bytes);
        assert_int_equal(q.list_count, count);
        double took = (double)(clock() - from) / CLOCKS_PER_SEC;
        best = took < best ? took : best;
    }
    arena_free(&mem);
    return best;
}

/* A quadratic reader would need seconds; sanitizers and loaded machines get their slack. */
static void fifty_thousand_operations_parse_quickly(void **state)
{
    (void)state;
    double took = seconds_to_parse(50000);
    print_message("# 50000 operations in %.1f ms\n", took * 1e3);
    assert_true(took < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_is_named_with_its_place),
        cmocka_unit_test(nul_byte_is_named_with_its_place),
        cmocka_unit_test(overlong_line_is_refused),
        cmocka_unit_test(comments_blanks_and_carriage_returns_do_not_matter),
        cmocka_unit_test(damaged_files_are_read_or_refused_with_a_place),
        cmocka_unit_test(fifty_thousand_operations_parse_quickly),
    };
    return cmocka_run_group_tests_name("ops_parse", tests, NULL, NULL);
}
