/* SPDX-License-Identifier: MIT */
/* Ranges that are proved hold, points chosen from them never overflow, and both are near what can
 * be. */
#include "numbers/error_bound.h"
#include "numbers/measure.h"
#include "numbers/points.h"
#include "operations/ops_fixed.h"
#include "unit/ops_fixture.h"

#include <math.h>

static input_box box_of(arena *mem, const ops *p, const char *lines)
{
    diag d = diag_make(mem);
    range_lines stated = {0};
    input_box b = {0};
    if (range_lines_read(mem, "ranges", lines, strlen(lines), &stated, &d) != STATUS_OK ||
        input_box_make(mem, p, &stated, &b, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return b;
}

static value_ranges ranges_of(arena *mem, const input_box *b, uint32_t effort)
{
    diag d = diag_make(mem);
    value_ranges r;
    if (value_ranges_prove(mem, b, effort, &r, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return r;
}

/* A graph of random operations over angles and other inputs. */
static ops random_graph(arena *mem, uint64_t seed)
{
    ops p = ops_random_of(mem, OP_DIV, 8, 40, seed);
    for (uint32_t i = 0; i < 4; i++) {
        p.inputs[i].kind = i % 2 ? INPUT_COS : INPUT_SIN;
        p.inputs[i].index = i / 2;
        p.inputs[i].of = i / 2 ? "second" : "first";
    }
    return p;
}

static void ranges_hold_for_random_states(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 25; seed++) {
        arena mem = arena_make();
        ops p = random_graph(&mem, seed);
        input_box b = box_of(&mem, &p, "plain -0.5 1.5\n");
        double in[8], out[64], values[64];
        assert_true(p.outputs_count <= 64 && p.list_count <= 64);
        for (uint32_t effort = 0; effort <= 2; effort++) {
            value_ranges r = ranges_of(&mem, &b, effort);
            uint64_t own = 1000 + seed;
            for (uint32_t n = 0; n < 500; n++) {
                input_box_draw(&b, &own, in);
                ops_eval64(&p, in, out, values);
                for (uint32_t i = 0; i < p.list_count; i++) {
                    /* the evaluator's own rounding: forty operations of it */
                    double slack = 1e-13 * (1 + r.plain[i]);
                    if (values[i] < r.op[i].low - slack || values[i] > r.op[i].high + slack)
                        fail_msg("seed %u effort %u: %s is %.17g, not %.17g .. %.17g",
                                 (unsigned)seed, effort, p.list[i].name, values[i], r.op[i].low,
                                 r.op[i].high);
                }
            }
        }
        arena_free(&mem);
    }
}

static void points_chosen_never_overflow(void **state)
{
    (void)state;
    uint32_t chosen = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static const uint32_t WIDTHS[] = {16, 18, 24, 27, 32, 40};
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = random_graph(&mem, seed);
        input_box b = box_of(&mem, &p, "plain -0.5 1.5\n");
        value_ranges r = ranges_of(&mem, &b, 1);
        for (uint32_t k = 0; k < 6; k++) {
            if (points_choose(&mem, &b, &r, WIDTHS[k], &p, &d) != STATUS_OK)
                continue; /* so wild a graph has values beyond all points */
            measurement m = measure_fixed(&mem, &p, &b, 2000, seed);
            chosen++;
            if (m.overflows)
                fail_msg("seed %u, %u bits: '%s' overflows", (unsigned)seed, WIDTHS[k],
                         p.list[m.first].name);
        }
        arena_free(&mem);
    }
    assert_true(chosen > 200);
}

/* A value whose largest state is known lies at most at the top bit, and not lower: one place more
 * behind the point would overflow. */
static void points_are_as_far_right_as_ranges_allow(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\n"
                           "input s sin 0 \"j\"\ninput c cos 0 \"j\"\ninput v qd 0 \"j\"\n"
                           "const three 3\nconst four 4\n"
                           "a = mul three c\nb = mul four s\nsum = add a b\nturn = mul v sum\n"
                           "output o plain = turn\n");
    input_box b = box_of(&mem, &p, "qd 1.5");
    value_ranges r = ranges_of(&mem, &b, 1);
    assert_true(span_most(r.op[2]) >= 5 && span_most(r.op[2]) < 5.001);
    assert_true(span_most(r.op[3]) >= 7.5 && span_most(r.op[3]) < 7.501);
    assert_int_equal(points_choose(&mem, &b, &r, 24, &p, &d), STATUS_OK);
    assert_int_equal(p.inputs[0].point, 22); /* 1 itself needs two bits */
    assert_int_equal(p.inputs[2].point, 22);
    assert_int_equal(p.constants[0].point, 21);
    assert_int_equal(p.constants[1].point, 20);
    assert_int_equal(p.list[0].point, 21);
    assert_int_equal(p.list[2].point, 20);
    assert_int_equal(p.list[3].point, 20); /* 7.5, below 8 */
    assert_true(p.inputs[2].low == -1.5 && p.inputs[2].high == 1.5);
    arena_free(&mem);
}

/* The same with sines that operations compute: what cancels is seen to cancel. */
static void sines_of_one_angle_lie_on_a_circle(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput q q 0 \"j\"\n"
                           "const none 0\nconst three 3\nconst four 4\n"
                           "s = sin q none\nc = cos q none\n"
                           "a = mul three c\nb = mul four s\nsum = add a b\n"
                           "output o plain = sum\n");
    input_box b = box_of(&mem, &p, "q 3");
    value_ranges r = ranges_of(&mem, &b, 1);
    assert_true(span_most(r.op[4]) >= 5 && span_most(r.op[4]) < 5.001);
    assert_int_equal(points_choose(&mem, &b, &r, 24, &p, &d), STATUS_OK);
    assert_int_equal(p.inputs[0].point, 21); /* 3, below 4 */
    assert_int_equal(p.list[0].point, 22);
    assert_int_equal(p.list[4].point, 20);
    /* an angle of so few values needs no more bits than a turn has */
    b = box_of(&mem, &p, "q 1e-20");
    r = ranges_of(&mem, &b, 1);
    assert_int_equal(points_choose(&mem, &b, &r, 24, &p, &d), STATUS_OK);
    assert_int_equal(p.inputs[0].point, 46);
    b = box_of(&mem, &p, "q 9000");
    r = ranges_of(&mem, &b, 1);
    assert_int_not_equal(points_choose(&mem, &b, &r, 24, &p, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "the angle of 's' has point 9: of 24 bits it is 10"));
    arena_free(&mem);
}

static void errors_with_sines_are_within_their_bounds(void **state)
{
    (void)state;
    uint32_t chosen = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        static const uint32_t WIDTHS[] = {16, 18, 24, 27, 32};
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_random_of(&mem, OP_DIV, 8, 30, seed);
        ops_take_angles(&mem, &p);
        input_box b = box_of(&mem, &p, "plain -0.5 1.5\n");
        value_ranges r = ranges_of(&mem, &b, 1);
        for (uint32_t k = 0; k < 5; k++) {
            if (points_choose(&mem, &b, &r, WIDTHS[k], &p, &d) != STATUS_OK)
                continue;
            const measurement m = measure_fixed(&mem, &p, &b, 500, seed);
            const double *bound = error_bounds(&mem, &p, &b, &r);
            assert_int_equal(m.overflows, 0);
            for (uint32_t i = 0; i < p.outputs_count; i++)
                if (!(m.error[i] <= bound[i]))
                    fail_msg("seed %u, %u bits: output %u is wrong by %g, not %g", (unsigned)seed,
                             WIDTHS[k], i, m.error[i], bound[i]);
            chosen++;
        }
        arena_free(&mem);
    }
    assert_true(chosen > 50);
}

/* Sums of very unlike numbers: the gap is what an adder can shift. */
static void far_apart_operands_of_a_sum_move_together(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nconst tiny 0x1p-50\n"
                           "const huge 0x1p+20\na = mul x tiny\nb = mul a tiny\nc = mul x huge\n"
                           "e = add b c\nf = add tiny e\noutput o plain = f\n");
    input_box b = box_of(&mem, &p, "");
    value_ranges r = ranges_of(&mem, &b, 2);
    for (uint32_t width = FIXED_WIDTH_LEAST; width <= FIXED_WIDTH_MOST; width++) {
        assert_int_equal(points_choose(&mem, &b, &r, width, &p, &d), STATUS_OK);
        assert_int_equal(ops_check(&p, "p", &d), STATUS_OK);
        assert_int_equal(measure_fixed(&mem, &p, &b, 100, 1).overflows, 0);
    }
    arena_free(&mem);
}

static void ranges_come_from_statements_then_limits_then_defaults(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\n"
                           "joint \"a b\" angle velocity 2\njoint c length lower -0.5 upper 1\n"
                           "input v qd 0 \"a b\"\ninput w qd 1 c\ninput p q 1 c ratio 2 offset 1\n"
                           "input g qdd 0 \"a b\"\ninput h qdd 1 c\n"
                           "output o plain = v\n");
    input_box b = box_of(&mem, &p, "");
    assert_true(b.input[0].low == -2 && b.input[0].high == 2);
    assert_true(b.input[1].low == -1 && b.input[1].high == 1);
    assert_true(fabs(b.input[2].low) < 1e-12 && fabs(b.input[2].high - 3) < 1e-12);
    assert_true(b.input[3].high == 15 && b.input[4].high == 15);
    assert_string_equal(b.source[0], "limit");
    assert_string_equal(b.source[1], "default");
    b = box_of(&mem, &p, "# faster\nqd \"a b\" -1 3 # this one\n\nqd 7\nqdd c 2\n");
    assert_true(b.input[0].low == -1 && b.input[0].high == 3);
    assert_true(b.input[1].low == -7 && b.input[1].high == 7);
    assert_true(b.input[3].high == 15 && b.input[4].high == 2);
    assert_string_equal(b.source[0], "stated");
    arena_free(&mem);
}

static void wrong_statements_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *says;
        uint32_t line;
    } CASES[] = {
        {"qd 1\nspeed 3\n", "'speed' is no kind of input", 2},
        {"qd\n", "a range is 'KIND", 1},
        {"qd 1 2 3\n", "a range is 'KIND", 1},
        {"qd j 1 2 3 4\n", "a range is 'KIND", 1},
        {"qd j k\n", "a range is 'KIND", 1},
        {"qd inf\n", "a range is 'KIND", 1},
        {"qd 2 1\n", "the range from 2 to 1 is empty", 1},
        {"\nqd 0\n", "the range from -0 to 0 is empty", 2},
        {"sin 1\n", "an angle can have any sine and cosine", 1},
        {"qd elbow 1\n", "range of 'elbow': no input belongs to it", 1},
    };
    for (uint32_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        range_lines stated = {0};
        input_box b;
        ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput v qd 0 j\noutput o plain = v\n");
        status done = range_lines_read(&mem, "ranges", CASES[i].bytes, strlen(CASES[i].bytes),
                                       &stated, &d);
        if (done == STATUS_OK)
            done = input_box_make(&mem, &p, &stated, &b, &d);
        assert_int_not_equal(done, STATUS_OK);
        if (!strstr(d.error.text, CASES[i].says) || d.error.at.line != CASES[i].line)
            fail_msg("case %u: line %u: %s", i, d.error.at.line, d.error.text);
        arena_free(&mem);
    }
}

static void divisions_are_refused_by_name(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    value_ranges r;
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput v qd 0 j\nhalf = div v v\n"
                           "output o plain = half\n");
    input_box b = box_of(&mem, &p, "");
    assert_int_not_equal(value_ranges_prove(&mem, &b, 1, &r, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "no 'div', which 'half' is"));
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_hold_for_random_states),
        cmocka_unit_test(points_chosen_never_overflow),
        cmocka_unit_test(points_are_as_far_right_as_ranges_allow),
        cmocka_unit_test(sines_of_one_angle_lie_on_a_circle),
        cmocka_unit_test(errors_with_sines_are_within_their_bounds),
        cmocka_unit_test(far_apart_operands_of_a_sum_move_together),
        cmocka_unit_test(ranges_come_from_statements_then_limits_then_defaults),
        cmocka_unit_test(wrong_statements_are_refused_with_their_line),
        cmocka_unit_test(divisions_are_refused_by_name),
    };
    return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}
