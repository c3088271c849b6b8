/* SPDX-License-Identifier: MIT */
/* What is said about binary32 before anything runs: bounds that hold, sizes, the choice. */
#include "unit/ops_fixture.h"

#include "machine/fp32.h"
#include "passes.h"
#include "operations/rounding_bounds.h"

#include <float.h>
#include <math.h>

static const double U = 0x1p-24; /* half a unit in the last place of 1 */

/* The bound of the only output of a graph with inputs x and y. */
static double bound_of(const char *text_of, double x, double y)
{
    arena mem = arena_make();
    const ops p = ops_from(&mem, text_of);
    double in[2] = {x, y}, values[8], bounds[8], out, bound;
    assert_true(p.list_count <= 8 && p.outputs_count == 1);
    ops_eval64(&p, in, &out, values);
    rounding_bounds(&p, rounding_of(&p), in, values, bounds, &bound);
    arena_free(&mem);
    return bound;
}

#define GRAPH(operations) \
    "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n" operations "output o plain = o\n"

/* Within the thousandth for second order, and another for the rounding of this sum. */
static void assert_bound(const char *text_of, double x, double y, double wanted)
{
    const double got = bound_of(text_of, x, y);
    if (!(got >= wanted && got <= 1.002 * wanted + 2 * (double)FLT_MIN))
        fail_msg("%g %g: %.9g, not %.9g\n%s", x, y, got, wanted, text_of);
}

/* By hand: data off by U of themselves, results by U (sines 2 U, 2^-24, 2^-28; angles 1.8 U). */
static void bounds_of_each_operation_are_those_by_hand(void **state)
{
    (void)state;
    assert_bound(GRAPH("o = mul x y\n"), 3, -5, 3 * 15 * U);
    assert_bound(GRAPH("o = add x y\n"), 3, -5, (3 + 5 + 2) * U);
    assert_bound(GRAPH("o = sub x y\n"), 3, -5, (3 + 5 + 8) * U);
    assert_bound(GRAPH("o = div x y\n"), 3, -5, 3 * 0.6 * U);
    assert_bound(GRAPH("d = sub x y\no = div x d\n"), 5, 3,
                 (5 * U + 2.5 * 10 * U) / 2 + 2.5 * U);
    assert_bound(GRAPH("p = mul x y\no = sqrt p\n"), 8, 2, 3 * 16 * U / 8 + 4 * U);
    assert_bound(GRAPH("o = atan2 x y\n"), 3, 4, U + 1.8 * U * atan2(3, 4));
    assert_bound(GRAPH("o = atan2 x y\n"), 3, -4, U + 1.8 * U * atan2(3, -4));
    const double sine = 0x1p-24 + 0x1p-28;
    assert_bound(GRAPH("const c 0.25\np = mul x y\no = sin p c\n"), 3, 2,
                 18 * U + sine + 2 * U * fabs(sin(6.25)));
    assert_bound(GRAPH("const c 0.25\np = mul x y\no = cos p c\n"), 3, 2,
                 18 * U + sine + 2 * U * fabs(cos(6.25)));
    assert_bound(GRAPH("o = below x y\n"), 3, -5, 3 * U);
    assert_bound(GRAPH("o = below x y\n"), 3, 5, 0);
}

/* A divisor that may be zero, a root at zero, an angle of nothing or on its jump, a branch that is
 * not decided. */
static void where_operations_are_not_smooth_bounds_are_wide(void **state)
{
    (void)state;
    static const char NEAR[] = GRAPH("d = sub x y\no = div x d\n");
    assert_true(isinf(bound_of(NEAR, 1, 1 + 0x1p-30)));
    assert_true(isfinite(bound_of(NEAR, 1, 1 + 4 * U)));
    assert_bound(GRAPH("d = sub x y\no = sqrt d\n"), 1, 1, sqrt(2 * U));
    assert_bound(GRAPH("d = sub x y\no = atan2 d d\n"), 1, 1, 2 * 3.141592653589793);
    assert_true(bound_of(GRAPH("d = sub x x\ne = add y d\no = atan2 d e\n"), 1, -2) > 6.28);
    assert_true(bound_of(GRAPH("d = sub x x\ne = add y d\no = atan2 d e\n"), 1, 2) < 1e-6);
    assert_bound(GRAPH("d = sub x y\no = below x d\n"), 4, 4, 4 * (1 + U));
}

/* Of random graphs of all kinds, at random states: the evaluator is never farther off, and where
 * nothing is wide not a thousand times nearer on average, which a bound that is too wide would
 * be. */
static void the_evaluator_stays_within_its_bounds(void **state)
{
    (void)state;
    uint64_t seed = 1;
    double shares = 0;
    uint32_t judged = 0;
    for (uint32_t n = 0; n < 300; n++) {
        arena mem = arena_make();
        const op_kind kinds[] = {OP_DIV, OP_SQRT, OP_KIND_COUNT};
        const ops p = ops_random_of(&mem, kinds[n % 3], 6, 10 + n % 40, 1000 + n);
        sample_set t = samples_make(&mem, &p, 20, n + 1);
        double *values = ARENA_ARRAY(&mem, double, p.list_count + 1);
        double *bounds = ARENA_ARRAY(&mem, double, p.list_count + 1);
        double *exact = ARENA_ARRAY(&mem, double, p.outputs_count + 1);
        double *bound = ARENA_ARRAY(&mem, double, p.outputs_count + 1);
        const uint32_t *words = samples_expected(&mem, &t);
        for (uint32_t k = 0; k < t.steps; k++) {
            const double *in = t.exact + (size_t)k * p.inputs_count;
            ops_eval64(&p, in, exact, values);
            rounding_bounds(&p, rounding_of(&p), in, values, bounds, bound);
            for (uint32_t o = 0; o < p.outputs_count; o++) {
                const double got = (double)fp32_value(words[(size_t)k * p.outputs_count + o]);
                /* nothing is said beyond what binary32 can hold, nor of angles beyond 2^13 */
                if (!isfinite(got) || !isfinite(bound[o]) || !(fabs(exact[o]) < 1e30))
                    continue;
                if (!(fabs(got - exact[o]) <= bound[o]))
                    fail_msg("graph %u, state %u, output %u: %g of %g", n, k, o,
                             fabs(got - exact[o]), bound[o]);
                if (kinds[n % 3] == OP_DIV && bound[o] > 0) {
                    shares += fabs(got - exact[o]) / bound[o];
                    judged++;
                }
            }
        }
        seed = random_bits(&seed);
        arena_free(&mem);
    }
    assert_true(judged > 10000 && shares / judged > 1e-3 && shares / judged < 0.5);
}

static expected_error found(arena *mem, const char *text_of, const double *exact, uint32_t states,
                            ops *p)
{
    *p = ops_from(mem, text_of);
    uint32_t *in = ARENA_ARRAY(mem, uint32_t, states * p->inputs_count + 1);
    for (uint32_t i = 0; i < states * p->inputs_count; i++)
        in[i] = fp32_from_double(exact[i]);
    const sample_set t = {.p = p, .steps = states, .exact = (double *)exact, .in = in};
    return expected_error_find(&t);
}

/* x is 1 + 2^-25 and rounds to 1: the difference is off by 2^-25, and its largest magnitude is 4,
 * in the other state. */
static void errors_are_shares_of_an_outputs_largest_magnitude(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p;
    const double states[] = {1 + 0x1p-25, 0.5, 3.5, 7.5};
    const expected_error e = found(&mem, GRAPH("o = sub x y\n"), states, 2, &p);
    assert_int_equal(e.states, 2);
    assert_int_equal(e.left_out, 0);
    assert_true(e.sampled == 0x1p-25 / 4);
    assert_true(e.bound >= 15 * U / 4 && e.bound < 15 * 1.002 * U / 4);
    arena_free(&mem);
}

/* The second output is x y / y - x, rounding and nothing else; the third is always 0; of the others
 * the worse one is told, by its error and by its bound. */
static void outputs_without_a_size_are_left_out(void **state)
{
    (void)state;
    static const char TEXT[] =
        "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst nought 0\nconst one 1\n"
        "p = mul x y\nr = div p y\nz = sub r x\na = add x one\nb = sub a one\n"
        "output first plain = p\noutput second plain = z\noutput third plain = nought\n"
        "output fourth plain = b\n";
    const double states[] = {0.1, 3, 0.7, 11};
    arena mem = arena_make();
    ops p;
    const expected_error e = found(&mem, TEXT, states, 2, &p);
    assert_int_equal(e.left_out, 2);
    assert_string_equal(p.outputs[e.sampled_of].name, "fourth");
    assert_string_equal(p.outputs[e.bound_of].name, "fourth");
    assert_true(e.sampled > 0 && e.sampled < e.bound);
    arena_free(&mem);
}

/* Pivots and residuals of closed loops are judged by laws of their own. */
static void pivots_and_residuals_are_no_results(void **state)
{
    (void)state;
    static const char TEXT[] = "tauflow-ops 1\nrobot r\nfunction closure\ninput x q 0 j\n"
                               "const one 1\na = add x one\nb = sub a one\nc = mul x x\n"
                               "output h residual 0 b = b\noutput d pivot 0 j = b\n"
                               "output w pivot_whole 0 j = c\noutput q closed_q 0 j angle = c\n";
    arena mem = arena_make();
    const ops p = ops_from(&mem, TEXT);
    double exact = 0.1;
    uint32_t in = fp32_from_double(exact);
    sample_set t = {.p = &p, .steps = 1, .exact = &exact, .in = &in, .is_closed = true};
    assert_int_equal(expected_error_find(&t).sampled_of, 3);
    assert_int_equal(expected_error_find(&t).bound_of, 3);
    t.is_closed = false; /* a residual of an open loop is a number as others are */
    assert_int_equal(expected_error_find(&t).sampled_of, 0);
    arena_free(&mem);
}

/* 1e30 squared is none of binary32, and 1 / 0 none at all. */
static void what_binary32_cannot_hold_is_infinitely_wrong(void **state)
{
    (void)state;
    const double large[] = {1e30, 1e30}, none[] = {1, 0};
    arena mem = arena_make();
    text said = text_make(&mem);
    ops p;
    expected_error e = found(&mem, GRAPH("o = mul x y\n"), large, 1, &p);
    assert_true(isinf(e.sampled) && expected_prefers_double(&e));
    expected_error_json(&e, &p, &said);
    assert_non_null(strstr(said.bytes, "\"sampled\": null, \"sampled_of\": \"o\""));
    assert_non_null(strstr(said.bytes, "\"double_is_better\": true"));
    e = found(&mem, GRAPH("o = div x y\n"), none, 1, &p);
    assert_true(e.states == 0 && !expected_prefers_double(&e));
    arena_free(&mem);
}

static void double_is_better_beyond_a_ten_thousandth(void **state)
{
    (void)state;
    expected_error e = {.states = 1, .sampled = EXPECTED_MOST};
    assert_true(EXPECTED_MOST == 1e-4);
    assert_false(expected_prefers_double(&e));
    e.sampled = nextafter(EXPECTED_MOST, 1);
    assert_true(expected_prefers_double(&e));
}

static void it_is_told_in_a_line_of_its_own(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, GRAPH("o = mul x y\n"));
    text said = text_make(&mem), json = text_make(&mem), none = text_make(&mem);
    expected_error e = {.states = 7, .sampled = 2e-4, .bound = 0.5};
    expected_error_print(&e, &p, 16, &said);
    assert_string_equal(said.bytes,
                        "binary32 error  0.0002 of the size of 'o' in 7 states within limits, "
                        "bound 0.5\n"
                        "better choice   double on the CPU: binary32 is off by more than 0.0001 of "
                        "an output's size\n");
    expected_error_json(&e, &p, &json);
    assert_string_equal(json.bytes,
                        "{\"states\": 7, \"left_out\": 0, \"sampled\": 0.0002, \"sampled_of\": "
                        "\"o\", \"bound\": 0.5, \"bound_of\": \"o\", \"limit\": 0.0001, "
                        "\"double_is_better\": true}");
    e.states = 0;
    expected_error_print(&e, &p, 16, &none);
    assert_int_equal(none.length, 0);
    expected_error_json(&e, &p, &none);
    assert_string_equal(none.bytes, "null");
    arena_free(&mem);
}

static void large_graphs_are_looked_at_in_fewer_states(void **state)
{
    (void)state;
    const struct {
        uint32_t operations, states;
    } list[] = {{0, 100}, {49999, 100}, {50000, 99}, {249999, 20}, {1000000, 20}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        assert_int_equal(expected_error_states(&(ops){.list_count = list[i].operations}),
                         list[i].states);
}

/* States hold what limits leave of the ranges of test states; limits that leave nothing hold as
 * they are, and those that are none do not count. */
static void states_hold_the_limits_of_joints(void **state)
{
    (void)state;
    static const char TEXT[] =
        "tauflow-ops 1\nrobot r\nfunction fd\n"
        "joint a angle lower -0.5 upper 0.25 velocity 2 effort 3\n"
        "joint b angle lower 5 upper 6 velocity 1e9\n"
        "joint c angle lower 0 upper 0 velocity 0\n"
        "joint d angle lower -6 upper -5\n"
        "input q0 q 0 a\ninput q1 q 1 b\ninput q2 q 2 c\ninput d0 qd 0 a\ninput d1 qd 1 b\n"
        "input d2 qd 2 c\ninput u0 effort 0 a\ninput u1 effort 1 b\n"
        "input q3 q 3 d\n"
        "a = add q0 q1\nb = add a q2\nc = add b d0\nd = add c d1\ne = add d d2\nf = add e u0\n"
        "g = add f u1\nh = add g q3\noutput x acceleration 0 a angle = h\n";
    static const struct {
        double low, high;
    } WITHIN[] = {{-0.5, 0.25}, {5, 6}, {-3.15, 3.15}, {-2, 2}, {-3, 3}, {-3, 3}, {-3, 3},
                  {-20, 20}, {-6, -5}};
    arena mem = arena_make();
    const ops p = ops_from(&mem, TEXT);
    const sample_set t = samples_make_at(&mem, &p, &(sample_motions){.within_limits = true}, 500,
                                         3);
    for (uint32_t i = 0; i < p.inputs_count; i++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t k = 0; k < t.steps; k++) {
            low = fmin(low, t.exact[k * p.inputs_count + i]);
            high = fmax(high, t.exact[k * p.inputs_count + i]);
        }
        const double wide = WITHIN[i].high - WITHIN[i].low;
        assert_true(low >= WITHIN[i].low && low < WITHIN[i].low + 0.05 * wide);
        assert_true(high <= WITHIN[i].high && high > WITHIN[i].high - 0.05 * wide);
    }
    arena_free(&mem);
}

/* Of robots: the sampled error of forward dynamics of the motorcycle, whose springs hold light
 * wheels on a heavy frame, is beyond the limit, that of inverse dynamics far from it; errors are
 * below bounds; fixed point is none of this. */
static void ill_conditioned_robots_are_told(void **state)
{
    (void)state;
    const struct {
        const char *path;
        function_kind function;
        double least, most;
    } list[] = {{"robots/motorcycle.urdf", FUNCTION_FD, 1e-4, 1e-3},
                {"robots/motorcycle.urdf", FUNCTION_ID, 1e-8, 1e-6},
                {"robots/puma560.urdf", FUNCTION_FD, 1e-8, 1e-6}};
    arena mem = arena_make();
    diag d = diag_make(&mem);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        passes_settings s = passes_default();
        passes_forms f;
        expected_error e;
        s.equations.effort = 0;
        s.equations.function = list[i].function;
        assert_int_equal(passes_read(&mem, list[i].path, &s, &f, &d), STATUS_OK);
        assert_int_equal(passes_expected_error(&f, &f.ops, 1, &e, &d), STATUS_OK);
        assert_int_equal(e.states, 100);
        assert_true(e.sampled > list[i].least && e.sampled < list[i].most);
        assert_true(e.bound > e.sampled);
        assert_true(expected_prefers_double(&e) == (list[i].least >= 1e-4));
        f.ops.format = 24;
        assert_int_equal(passes_expected_error(&f, &f.ops, 1, &e, &d), STATUS_OK);
        assert_int_equal(e.states, 0);
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_of_each_operation_are_those_by_hand),
        cmocka_unit_test(where_operations_are_not_smooth_bounds_are_wide),
        cmocka_unit_test(the_evaluator_stays_within_its_bounds),
        cmocka_unit_test(errors_are_shares_of_an_outputs_largest_magnitude),
        cmocka_unit_test(outputs_without_a_size_are_left_out),
        cmocka_unit_test(pivots_and_residuals_are_no_results),
        cmocka_unit_test(what_binary32_cannot_hold_is_infinitely_wrong),
        cmocka_unit_test(double_is_better_beyond_a_ten_thousandth),
        cmocka_unit_test(it_is_told_in_a_line_of_its_own),
        cmocka_unit_test(large_graphs_are_looked_at_in_fewer_states),
        cmocka_unit_test(states_hold_the_limits_of_joints),
        cmocka_unit_test(ill_conditioned_robots_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
