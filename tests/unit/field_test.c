/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo 2^61 - 1: products against additions alone, laws of a field at random numbers
 * and at its edges, numbers of binary64 exactly, points of the circle, and calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above first */
#include <cmocka.h>

#include "base/field.h"

#include <float.h>
#include <math.h>

enum { POINTS = 1000 };

/* Edges first, then anything. */
static residue number(uint32_t k, uint64_t *state)
{
    static const residue EDGES[] = {0, 1, 2, FIELD_P - 1, FIELD_P / 2, FIELD_P / 2 + 1, UINT32_MAX,
                                    UINT64_C(1) << 32, (UINT64_C(1) << 60) - 1,
                                    FIELD_P - UINT32_MAX};
    enum { COUNT = sizeof EDGES / sizeof EDGES[0] };
    return k < COUNT * COUNT ? EDGES[k % COUNT] : field_random(state);
}

static residue other(uint32_t k, uint64_t *state)
{
    return number(k < 100 ? k / 10 : k, state);
}

/* By additions that stay below 2^62 and are reduced by subtraction. */
static residue doubled_product(residue a, residue b)
{
    residue sum = 0;
    for (; b; b >>= 1) {
        if (b & 1)
            sum = (sum + a) % FIELD_P;
        a = (a + a) % FIELD_P;
    }
    return sum;
}

static void products_are_repeated_sums(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (uint32_t k = 0; k < POINTS; k++) {
        const residue a = number(k, &state), b = other(k, &state);
        assert_true(field_multiply(a, b) == doubled_product(a, b));
        assert_true(field_add(a, b) == (a + b) % FIELD_P);
        assert_true(field_add(field_sub(a, b), b) == a);
        assert_true(field_add(a, field_negate(a)) == 0);
        assert_true(field_negate(a) < FIELD_P && field_sub(a, b) < FIELD_P);
    }
}

static void every_number_but_zero_has_an_inverse(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    residue inverse;
    for (uint32_t k = 1; k < POINTS; k++) {
        const residue a = number(k, &state);
        assert_true(field_inverse(a, &inverse) == (a != 0));
        assert_true(field_multiply(a, inverse) == (a != 0));
    }
}

static void numbers_of_binary64_are_exact(void **unused)
{
    (void)unused;
    const double values[] = {0.1, -1.0 / 3, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 1e300, -7e-300, 3,
                             0.75};
    const residue half = (FIELD_P + 1) / 2;
    assert_true(field_from_double(0) == 0 && field_from_double(-0.0) == 0);
    assert_true(field_from_double(-5) == FIELD_P - 5);
    assert_true(field_from_double(0.5) == half);
    assert_true(field_from_integer(INT64_MIN) == field_negate(field_power(2, 63)));
    assert_true(field_from_integer(INT64_MAX) == field_sub(field_power(2, 63), 1));
    for (uint32_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        int exponent;
        const double fraction = frexp(values[i], &exponent);
        residue expected = field_from_integer((int64_t)(fraction * 0x1p53));
        for (int e = exponent - 53; e != 0; e += e < 0 ? 1 : -1)
            expected = field_multiply(expected, e < 0 ? half : 2);
        assert_true(field_from_double(values[i]) == expected);
    }
    /* A sum of binary64 that is exact is one of the field. */
    assert_true(field_add(field_from_double(0x1p-40), field_from_double(3)) ==
                field_from_double(3 + 0x1p-40));
    assert_true(field_from_double(1 + DBL_EPSILON) != field_from_double(1));
}

static void points_of_the_circle_are_on_it(void **unused)
{
    (void)unused;
    uint64_t state = 3;
    residue last = 0;
    for (uint32_t k = 0; k < POINTS; k++) {
        residue s, c;
        field_circle(&state, &s, &c);
        assert_true(field_add(field_multiply(s, s), field_multiply(c, c)) == 1);
        assert_true(s != last);
        last = s;
    }
}

static void calls_depend_on_all_they_are_given(void **unused)
{
    (void)unused;
    const residue one = field_call(1, 2, FIELD_ODD, 3, 4);
    assert_true(one < FIELD_P);
    assert_true(one == field_call(1, 2, FIELD_ODD, 3, 4));
    assert_true(one != field_call(2, 2, FIELD_ODD, 3, 4));
    assert_true(one != field_call(1, 1, FIELD_ODD, 3, 4));
    assert_true(one != field_call(1, 2, FIELD_ODD, 4, 4));
    assert_true(one != field_call(1, 2, FIELD_ODD, 3, 3));
    assert_true(one != field_call(1, 2, FIELD_ODD, 4, 3));
    assert_true(field_negate(one) == field_call(1, 2, FIELD_ODD, field_negate(3), 4));
    assert_true(one == field_call(1, 2, FIELD_NO_SIGN, 3, 4));
    assert_true(field_negate(one) != field_call(1, 2, FIELD_NO_SIGN, field_negate(3), 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_repeated_sums),
        cmocka_unit_test(every_number_but_zero_has_an_inverse),
        cmocka_unit_test(numbers_of_binary64_are_exact),
        cmocka_unit_test(points_of_the_circle_are_on_it),
        cmocka_unit_test(calls_depend_on_all_they_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
