/* SPDX-License-Identifier: MIT */
/* Bounds of errors hold, and know what cancels. */
#include "numbers/error_bound.h"
#include "numbers/measure.h"
#include "numbers/points.h"
#include "operations/ops_fixed.h"
#include "unit/ops_fixture.h"

#include <math.h>

typedef struct {
    input_box b;
    value_ranges r;
    double *forwards, *bound;
} known;

/* Puts p into fixed point; false where it cannot be. */
static bool know(arena *mem, ops *p, uint32_t width, known *k)
{
    diag d = diag_make(mem);
    range_lines none = {0};
    assert_int_equal(input_box_make(mem, p, &none, &k->b, &d), STATUS_OK);
    assert_int_equal(value_ranges_prove(mem, &k->b, 1, &k->r, &d), STATUS_OK);
    if (points_choose(mem, &k->b, &k->r, width, p, &d) != STATUS_OK)
        return false;
    k->forwards = error_forwards(mem, p, &k->b, &k->r);
    k->bound = error_bounds(mem, p, &k->b, &k->r);
    return true;
}

static void no_random_state_has_a_larger_error(void **state)
{
    (void)state;
    uint32_t tried = 0, better = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        arena mem = arena_make();
        known k;
        ops p = ops_random_of(&mem, OP_DIV, 8, 40, seed);
        for (uint32_t i = 0; i < 4; i++) {
            p.inputs[i].kind = i % 2 ? INPUT_COS : INPUT_SIN;
            p.inputs[i].index = i / 2;
            p.inputs[i].of = "j";
        }
        if (know(&mem, &p, 16 + (uint32_t)seed % 12, &k)) {
            measurement m = measure_fixed(&mem, &p, &k.b, 1000, seed);
            for (uint32_t i = 0; i < p.outputs_count; i++) {
                const double forwards = k.forwards[OPERAND_INDEX(p.outputs[i].value)];
                tried++;
                better += k.bound[i] < 0.95 * forwards;
                if (m.error[i] > k.bound[i] || k.bound[i] > forwards)
                    fail_msg("seed %u, output %u: error %g, bound %g, forwards %g", (unsigned)seed,
                             i, m.error[i], k.bound[i], forwards);
            }
        }
        arena_free(&mem);
    }
    assert_true(tried > 200 && better > 20);
}

/* x + y - x: the error of x is not there any more. */
static void errors_that_cancel_are_not_counted(void **state)
{
    (void)state;
    arena mem = arena_make();
    known k;
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                           "s = add x y\nd = sub s x\noutput o plain = d\n");
    assert_true(know(&mem, &p, 16, &k));
    assert_int_equal(p.inputs[0].point, 14);
    assert_int_equal(p.list[0].point, 13);
    assert_int_equal(p.list[1].point, 13);
    /* y 2^-15, both roundings 2^-14 each */
    const double exact = 0x1p-15 + 2 * 0x1p-14;
    assert_true(k.bound[0] >= exact && k.bound[0] < exact * 1.0001);
    assert_true(k.forwards[1] >= exact + 2 * 0x1p-15);
    arena_free(&mem);
}

static void a_product_has_the_errors_of_its_factors_and_its_own(void **state)
{
    (void)state;
    arena mem = arena_make();
    known k;
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\n"
                           "const third 0x1.5555555555555p-2\nm = mul x third\n"
                           "output o plain = m\n");
    assert_true(know(&mem, &p, 20, &k));
    assert_int_equal(p.inputs[0].point, 18);
    assert_int_equal(p.constants[0].point, 20);
    assert_int_equal(p.list[0].point, 20);
    const double third = 0x1.5555555555555p-2;
    const double of_third = fabs(third - ldexp(floor(ldexp(third, 20) + 0.5), -20));
    const double exact = third * 0x1p-19 + of_third + 0x1p-19 * of_third + 0x1p-21;
    assert_true(of_third > 0x1p-23);
    assert_true(k.bound[0] >= exact * (1 - 1e-12) && k.bound[0] < exact * 1.001);
    assert_true(error_own(&p, OPERAND(FROM_CONSTANT, 0)) == of_third);
    arena_free(&mem);
}

static void sums_that_do_not_shift_are_exact(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\nnumbers fixed 16\n"
                           "input x plain point 14 from -0.5 to 0.5\n"
                           "input y plain point 15 from -0.5 to 0.5\n"
                           "a = add x x point 14\nb = add x y point 14\nc = add x x point 13\n"
                           "output oa plain = a\noutput ob plain = b\noutput oc plain = c\n");
    assert_true(error_own(&p, OPERAND(FROM_OP, 0)) == 0);
    assert_true(error_own(&p, OPERAND(FROM_OP, 1)) == 0x1p-15);
    assert_true(error_own(&p, OPERAND(FROM_OP, 2)) == 0x1p-14);
    assert_true(error_own(&p, OPERAND(FROM_INPUT, 1)) == 0x1p-16);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_random_state_has_a_larger_error),
        cmocka_unit_test(errors_that_cancel_are_not_counted),
        cmocka_unit_test(a_product_has_the_errors_of_its_factors_and_its_own),
        cmocka_unit_test(sums_that_do_not_shift_are_exact),
    };
    return cmocka_run_group_tests_name("error_bound", tests, NULL, NULL);
}
