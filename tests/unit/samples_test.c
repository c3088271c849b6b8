/* SPDX-License-Identifier: MIT */
/* The judge of a core's words, at the edges of its limits. */
#include "unit/ops_fixture.h"

#include "machine/fp32.h"
#include "program/samples.h"
#include "tauflow.h"

/* The verdict on one sample of a graph with inputs x and y and one output, which the core is said
 * to have given as `word`. */
static samples_verdict judged(const char *text_of, double x, double y, double word)
{
    arena mem = arena_make();
    const ops p = ops_from(&mem, text_of);
    double exact[2] = {x, y};
    uint32_t in[2] = {fp32_from_double(x), fp32_from_double(y)}, out = fp32_from_double(word);
    const sample_set t = {.p = &p, .steps = 1, .exact = exact, .in = in, .out = &out};
    samples_verdict v = samples_judge(&t);
    arena_free(&mem);
    return v;
}

static const char PRODUCT[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                              "a = mul x y\noutput o plain = a\n";
static const char QUOTIENT[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                               "a = div x y\noutput o plain = a\n";
static const char DIFFERENCE[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                                 "d = sub y x\noutput o plain = d\n";
static const char SQUARE[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                             "d = sub y x\na = mul d d\noutput o plain = a\n";
/* Of a small difference: the rounding of y changes it by a large share. */
static const char AMPLIFIED[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                                "const one 1\nd = sub y one\na = div x d\noutput o plain = a\n";

/* Floats next to 1 are 2^-23 apart, 1.2e-7. */
static void a_sum_or_product_may_be_off_by_5e_7(void **state)
{
    (void)state;
    assert_true(judged(PRODUCT, 1, 1, 1 + 4 * 0x1p-23).accurate);
    assert_false(judged(PRODUCT, 1, 1, 1 + 5 * 0x1p-23).accurate);
    assert_int_equal(judged(PRODUCT, 1, 1, 1).mismatches, 0);
    assert_int_equal(judged(PRODUCT, 1, 1, 1 + 0x1p-23).mismatches, 1);
}

/* 2^-10 as the difference of two numbers near 1: both may be off by 2^-24, which is far more than
 * 5e-7 of it, and the difference by another 2^-34; a thousandth is left for second order. */
static void a_difference_may_be_off_by_what_its_data_are_rounded(void **state)
{
    (void)state;
    const double y = 1 + 0x1p-10, bound = 1.001 * 0x1p-24 * (1 + y + 0x1p-10);
    assert_true(judged(DIFFERENCE, 1, y, 0x1p-10 + 0.998 * bound).accurate);
    assert_false(judged(DIFFERENCE, 1, y, 0x1p-10 + 1.002 * bound).accurate);
    assert_true(judged(DIFFERENCE, 1, y, 0x1p-10 - 0.998 * bound).accurate);
    assert_false(judged(DIFFERENCE, 1, y, 0x1p-10 - 1.002 * bound).accurate);
    /* times itself: twice as much of a number 2^-10 as large, and half a unit of it */
    const double twice = 1.001 * (2 * 0x1p-10 * 0x1p-24 * (1 + y + 0x1p-10) + 0x1p-24 * 0x1p-20);
    assert_true(judged(SQUARE, 1, y, 0x1p-20 + 0.998 * twice).accurate);
    assert_false(judged(SQUARE, 1, y, 0x1p-20 + 1.002 * twice).accurate);
    /* but never by a thousandth: 2^-14 may be off by 2^-23, which is two thousandths */
    assert_true(judged(DIFFERENCE, 1, 1 + 0x1p-14, 0x1p-14 * (1 + 0.99e-3)).accurate);
    assert_false(judged(DIFFERENCE, 1, 1 + 0x1p-14, 0x1p-14 * (1 + 1.01e-3)).accurate);
}

/* y is 1 + 2^-24 and rounds to 1, which changes the quotient by 2^-24; a word 2^-23 n above 1 is
 * off by 2 n + 1 times as much. */
static void a_quotient_may_be_off_by_64_roundings_of_its_data(void **state)
{
    (void)state;
    assert_true(judged(QUOTIENT, 1, 1 + 0x1p-24, 1 + 31 * 0x1p-23).accurate);
    assert_false(judged(QUOTIENT, 1, 1 + 0x1p-24, 1 + 32 * 0x1p-23).accurate);
    /* and by no more than a product where its data are not rounded */
    assert_true(judged(QUOTIENT, 1, 1, 1 + 4 * 0x1p-23).accurate);
    assert_false(judged(QUOTIENT, 1, 1, 1 + 5 * 0x1p-23).accurate);
}

/* 1 / (2^-10 + 2^-24): rounding of y changes it by 6e-5 of itself, and 64 times that is more than
 * a thousandth. */
static void no_quotient_may_be_off_by_a_thousandth(void **state)
{
    (void)state;
    const double y = 1 + 0x1p-10 + 0x1p-24, exact = 1 / (y - 1);
    assert_true(judged(AMPLIFIED, 1, y, exact * (1 + 0.99e-3)).accurate);
    assert_false(judged(AMPLIFIED, 1, y, exact * (1 + 1.01e-3)).accurate);
}

/* A residual where loops are closed is what rounding leaves: it is told, and has no relative error;
 * one that the library would repeat is not accurate. */
static void residuals_of_closed_loops_are_told(void **state)
{
    (void)state;
    static const char RESIDUAL[] = "tauflow-ops 1\nrobot r\nfunction closure\n"
                                   "input q0 q 0 j\na = mul q0 q0\n"
                                   "output h residual 0 b = a\n";
    const double at = 0.25, still = 0;
    for (uint32_t k = 0; k < 2; k++) {
        arena mem = arena_make();
        const ops p = ops_from(&mem, RESIDUAL);
        const sample_motions motions = {.q = &at, .qd = &still, .count = 1, .joints = 1};
        sample_set t = samples_make_at(&mem, &p, &motions, 3, 1);
        assert_true(t.is_closed);
        for (uint32_t i = 0; i < 3; i++) {
            assert_true(t.exact[i] == at);
            t.out[i] = fp32_from_double(k ? 0x1p-26 : 0x1p-36);
        }
        const samples_verdict v = samples_judge(&t);
        assert_true(v.closed_within == (k ? 0x1p-13 : 0x1p-18)); /* 1.2e-4, 3.8e-6: 1e-5 may be */
        assert_true(v.accurate == !k && v.max_rel_error == 0);
        arena_free(&mem);
    }
}

static void the_librarys_tolerance_is_known(void **state)
{
    (void)state;
    assert_true(RESIDUAL_ROOT == TAUFLOW_CLOSED_WITHIN);
}

/* Of two motions the second has no pivot: every state is the first. */
static void singular_states_are_passed_over(void **state)
{
    (void)state;
    static const char PIVOT[] = "tauflow-ops 1\nrobot r\nfunction closure\n"
                                "input q0 q 0 j\nconst one 1\na = mul q0 q0\n"
                                "b = mul one one\n"
                                "output d pivot 0 j = a\noutput w pivot_whole 0 j = b\n";
    const double at[] = {0.5, 1e-3}, still[] = {0, 0};
    arena mem = arena_make();
    const ops p = ops_from(&mem, PIVOT);
    const sample_motions motions = {.q = at, .qd = still, .count = 2, .joints = 1};
    const sample_set t = samples_make_at(&mem, &p, &motions, 4, 1);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(t.exact[i] == 0.5);
    assert_int_equal(t.refused, 3);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_or_product_may_be_off_by_5e_7),
        cmocka_unit_test(a_difference_may_be_off_by_what_its_data_are_rounded),
        cmocka_unit_test(a_quotient_may_be_off_by_64_roundings_of_its_data),
        cmocka_unit_test(residuals_of_closed_loops_are_told),
        cmocka_unit_test(the_librarys_tolerance_is_known),
        cmocka_unit_test(singular_states_are_passed_over),
        cmocka_unit_test(no_quotient_may_be_off_by_a_thousandth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
