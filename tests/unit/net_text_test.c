/* SPDX-License-Identifier: MIT */
/* Nets as texts: what was printed reads back to the same equations and the same operations, of
 * every function; what is no net of the robot is refused with its line. And what is held against
 * the plain recursion: every function is the same, and every changed number tells. */
#include "unit/lowered.h"
#include "unit/ops_fixture.h"

#include "cache/same_values.h"
#include "functions/equations_parts.h"
#include "functions/net_text.h"
#include "passes.h"

typedef struct {
    passes_forms of; /* tree and the equations that were searched for */
    equations *plain;
} solved;

/* False: the robot does not have the function. */
static bool solve(arena *mem, const char *path, function_kind function, solved *out)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    s.equations.function = function;
    s.equations.effort = 1;
    s.equations.record_passes = true;
    s.tree.tips = true;
    if (passes_tree(mem, path, &s, &out->of, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    if (equations_build(mem, &out->of.tree, &s.equations, &out->of.equations, &d) != STATUS_OK)
        return false;
    s.equations.form = FORMALISM_CLASSIC;
    assert_int_equal(equations_build(mem, &out->of.tree, &s.equations, &out->plain, &d), STATUS_OK);
    return true;
}

static text printed(arena *mem, const equations *e)
{
    text out = text_make(mem);
    assert_true(net_text_print(e, &out));
    return out;
}

static void assert_same_records(const equations *a, const equations *b)
{
    uint32_t x, y;
    const equations_pass *p = equations_passes(a, &x), *q = equations_passes(b, &y);
    assert_int_equal(x, y);
    for (uint32_t i = 0; i < x; i++) {
        assert_string_equal(p[i].name, q[i].name);
        assert_int_equal(p[i].mul, q[i].mul);
        assert_int_equal(p[i].add, q[i].add);
        assert_int_equal(p[i].other, q[i].other);
    }
    const equations_scheme *s = equations_schemes(a, &x), *t = equations_schemes(b, &y);
    assert_int_equal(x, y);
    for (uint32_t i = 0; i < x; i++) {
        assert_string_equal(s[i].name, t[i].name);
        assert_int_equal(equations_scheme_sum(&s[i]), equations_scheme_sum(&t[i]));
        assert_int_equal(s[i].taken, t[i].taken);
    }
}

static void assert_reads_back(arena *mem, const solved *of)
{
    diag d = diag_make(mem);
    equations *again;
    const text given = printed(mem, of->of.equations);
    text eqn[2] = {text_make(mem), text_make(mem)}, form[2] = {text_make(mem), text_make(mem)};
    if (net_text_parse(mem, "kept", given.bytes, given.length, of->plain, &again, &d) != STATUS_OK)
        fail_msg("line %u: %s", d.error.at.line, d.error.text);
    assert_string_equal(printed(mem, again).bytes, given.bytes);
    equations_print(of->of.equations, &eqn[0]);
    equations_print(again, &eqn[1]);
    assert_string_equal(eqn[0].bytes, eqn[1].bytes);
    const ops p = lowered(mem, of->of.equations), q = lowered(mem, again);
    ops_print(&p, &form[0]);
    ops_print(&q, &form[1]);
    assert_string_equal(form[0].bytes, form[1].bytes);
    assert_same_records(of->of.equations, again);
}

/* Trees, loops, quotients, roots and constraints that are left out. */
static const char *const ROBOTS[] = {"robots/pendulum5.urdf", "robots/puma560.urdf",
                                     "robots/stewart.urdf", "robots/loops/planar4.urdf"};
enum { ROBOTS_COUNT = sizeof ROBOTS / sizeof *ROBOTS };

static void every_function_reads_back_and_is_that_of_the_plain_recursion(void **state)
{
    (void)state;
    uint32_t all = 0;
    for (uint32_t r = 0; r < ROBOTS_COUNT; r++)
        for (function_kind f = 0; f < FUNCTIONS; f++) {
            arena mem = arena_make();
            solved of;
            if (solve(&mem, ROBOTS[r], f, &of)) {
                const ops p = lowered(&mem, of.of.equations), plain = lowered(&mem, of.plain);
                assert_reads_back(&mem, &of);
                if (!same_values(&of.of.tree, &plain, &p))
                    fail_msg("%s, %s: not the same", ROBOTS[r], FUNCTION_KIND[f].name);
                all++;
            }
            arena_free(&mem);
        }
    assert_true(all > 60);
}

/* What of a constant an output is made of, as a share of the largest torque, is not told by less
 * than roundings: of these robots all constants are. */
static void every_changed_constant_is_told(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 2; r++) {
        arena mem = arena_make();
        solved of;
        assert_true(solve(&mem, ROBOTS[r], FUNCTION_ID, &of));
        const ops plain = lowered(&mem, of.plain);
        ops p = lowered(&mem, of.of.equations);
        assert_true(p.constants_count > 10);
        for (uint32_t i = 0; i < p.constants_count; i++) {
            const double value = p.constants[i].value;
            p.constants[i].value = value * (1 + 1e-8) + (value == 0 ? 1e-8 : 0);
            if (same_values(&of.of.tree, &plain, &p))
                fail_msg("%s: constant %u, %g", ROBOTS[r], i, value);
            p.constants[i].value = value;
        }
        assert_true(same_values(&of.of.tree, &plain, &p));
        arena_free(&mem);
    }
}

static void every_changed_operation_is_told(void **state)
{
    (void)state;
    arena mem = arena_make();
    solved of;
    assert_true(solve(&mem, ROBOTS[1], FUNCTION_ID, &of));
    const ops plain = lowered(&mem, of.plain);
    ops p = lowered(&mem, of.of.equations);
    for (uint32_t i = 0; i < p.list_count; i++) {
        const op_kind kind = p.list[i].kind;
        p.list[i].kind = kind == OP_ADD ? OP_SUB : OP_ADD;
        if (same_values(&of.of.tree, &plain, &p))
            fail_msg("operation %u", i);
        p.list[i].kind = kind;
    }
    arena_free(&mem);
}

static void words_of_another_meaning_are_told(void **state)
{
    (void)state;
    arena mem = arena_make();
    solved of;
    assert_true(solve(&mem, ROBOTS[1], FUNCTION_ID, &of));
    const ops plain = lowered(&mem, of.plain);
    ops p = lowered(&mem, of.of.equations);
    const ops_output was = p.outputs[0];
    p.outputs[0].of = "another";
    assert_false(same_values(&of.of.tree, &plain, &p));
    p.outputs[0] = was;
    p.outputs[0].value = p.outputs[1].value;
    assert_false(same_values(&of.of.tree, &plain, &p));
    p.outputs[0] = was;
    p.outputs_count--;
    assert_false(same_values(&of.of.tree, &plain, &p));
    p.outputs_count++;
    for (uint32_t i = 0; i < p.inputs_count; i++) {
        const ops_input in = p.inputs[i];
        p.inputs[i].index = (in.index + 1) % 6;
        assert_false(same_values(&of.of.tree, &plain, &p));
        p.inputs[i] = in;
    }
    assert_true(same_values(&of.of.tree, &plain, &p));
    arena_free(&mem);
}

/* One line of the net of a pendulum becomes another. */
static void assert_refused(const char *from, const char *to, const char *why)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    solved of;
    equations *again;
    assert_true(solve(&mem, ROBOTS[0], FUNCTION_ID, &of));
    const text given = printed(&mem, of.of.equations);
    const char *at = strstr(given.bytes, from);
    assert_non_null(at);
    text bad = text_make(&mem);
    text_add_bytes(&bad, given.bytes, (size_t)(at - given.bytes));
    text_add(&bad, to);
    text_add(&bad, at + strlen(from));
    if (net_text_parse(&mem, "kept", bad.bytes, bad.length, of.plain, &again, &d) == STATUS_OK)
        fail_msg("'%s' for '%s' was taken", to, from);
    if (!strstr(d.error.text, why))
        fail_msg("'%s' for '%s': %s", to, from, d.error.text);
    assert_string_equal(d.error.at.file, "kept");
    arena_free(&mem);
}

static void what_is_no_net_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *why;
    } BAD[] = {
        {"tauflow-net 3", "tauflow-net 2", "no net"},
        {"\ninput ", "\ninptu ", "no line of a net"},
        {"\ninput ", "\ninput 99999999999 ", "whole number"},
        {"\ninput 3 s1", "\ninput 4000 s1", "partner is none"},
        {"\ninput 3 s1", "\ninput 60 s1", "partner is none"},
        {"\ninput 3 s1", "\ninput 3", "name"},
        {"\ncycles 1", "\ncycles one", "whole number"},
        {"\nproof ", "\nproof 0 2 0x0p+0 0 0x0p+0 0x0p+0 0\nproof ", "has been compared"},
        {"\nproof ", "\nproof 1 2 0x0p+0 0 0x0p+0 0x0p+0 0\nproof ", "stands there once"},
        {"\nproof ", "\nproof one", "whole number"},
        {"\nproof ", "\nscheme 1 1 1 1 ", "proved of the passes is missing"},
        {"\nconstant ", "\nconstant -", "above 0"},
        {"\nconstant ", "\nconstant 0x1p+0\nconstant ", "unlike those before"},
        {"\nconstant ", "\nconstant nan\nconstant ", "finite"},
        {"\nsum ", "\nsum x +0*4000\nsum ", "factor"},
        {"\nsum ", "\nsum x +4000*0\nsum ", "constant"},
        {"\nsum ", "\nsum x +0*1*0\nsum ", "in their order"},
        {"\nsum ", "\nsum x +0*0*0*0*0*0*0*0*0*0\nsum ", "factor"},
        {"\nsum ", "\nsum x *0\nsum ", "sign"},
        {"\nsum ", "\nsum\nsum ", "name"},
        {"\nsum ", "\nsqrt 4000 x\nsum ", "no such symbol"},
        {"\nsum ", "\nsqrt 0 x\nsqrt 0 y\nsum ", "there before"},
        {"\noutput tau1", "\noutput tau9", "no result"},
        {"\noutput tau1", "\nsum tau1", "no result"},
        {"\nresult ", "\nresult 0\nresult ", "no result"},
        {"\nresult 72\n", "\n", "not the results"},
        {"\nresult 72\n", "\nresult 71\n", "one again"},
        {"\nword 2 sin 0 0 0x1p+0 0x0p+0\n", "\n", "without a word"},
        {"\nword 3 ", "\nword 2 ", "two words"},
        {"\nword 3 ", "\nword 20 ", "no such word"},
        {" sin ", " tan ", "no such word"},
        {"\nword 2 sin 0 0 0x1p+0", "\nword 2 sin 77 0 0x1p+0", "nothing that the robot has"},
        {"\nword 2 sin 0 0 0x1p+0", "\nword 2 sin 0 3 0x1p+0", "no such word"},
        {"\nword 2 sin 0 0 0x1p+0", "\nword 2 sin 0 0 inf", "finite"},
        {"\nword 2 sin 0 0 0x1p+0", "\nword 2 sin 0 0 0x1p+0 0", "nothing more"},
        {"\nresult ", "\nresult\nresult ", "whole number"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_refused(BAD[i].from, BAD[i].to, BAD[i].why);
}

static void a_net_that_ends_early_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    solved of;
    equations *again;
    assert_true(solve(&mem, ROBOTS[0], FUNCTION_ID, &of));
    const text given = printed(&mem, of.of.equations);
    for (size_t length = 0; length < given.length; length += 7) {
        diag d = diag_make(&mem);
        assert_int_not_equal(
            net_text_parse(&mem, "kept", given.bytes, length, of.plain, &again, &d), STATUS_OK);
    }
    arena_free(&mem);
}

static void a_net_of_another_robot_or_function_is_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    solved puma, pendulum, mass;
    equations *again;
    assert_true(solve(&mem, ROBOTS[1], FUNCTION_ID, &puma));
    assert_true(solve(&mem, ROBOTS[0], FUNCTION_ID, &pendulum));
    assert_true(solve(&mem, ROBOTS[0], FUNCTION_MASS, &mass));
    const text one = printed(&mem, puma.of.equations), other = printed(&mem, mass.of.equations);
    assert_int_not_equal(
        net_text_parse(&mem, "kept", one.bytes, one.length, pendulum.plain, &again, &d), STATUS_OK);
    assert_int_not_equal(
        net_text_parse(&mem, "kept", other.bytes, other.length, pendulum.plain, &again, &d),
        STATUS_OK);
    arena_free(&mem);
}

/* A robot has no such name; whoever makes one must not write what cannot be read. */
static void names_that_the_form_cannot_hold_are_not_printed(void **state)
{
    (void)state;
    arena mem = arena_make();
    solved of;
    text out = text_make(&mem);
    assert_true(solve(&mem, ROBOTS[0], FUNCTION_ID, &of));
    net *n = &of.of.equations->graph;
    n->symbols[n->symbols_count - 1].name = "two words";
    assert_false(net_text_print(of.of.equations, &out));
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_reads_back_and_is_that_of_the_plain_recursion),
        cmocka_unit_test(every_changed_constant_is_told),
        cmocka_unit_test(every_changed_operation_is_told),
        cmocka_unit_test(words_of_another_meaning_are_told),
        cmocka_unit_test(what_is_no_net_is_refused),
        cmocka_unit_test(a_net_that_ends_early_is_refused),
        cmocka_unit_test(a_net_of_another_robot_or_function_is_refused),
        cmocka_unit_test(names_that_the_form_cannot_hold_are_not_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
