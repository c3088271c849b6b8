/* SPDX-License-Identifier: MIT */
/* The fixed-point model against its definition in wide integers: every operand, shift and sign of 8
 * bits, shaped random ones of more. */
#include "machine/fixed.h"
#include "fp32_pairs.h"
#include "unit/ops_fixture.h"

#include <math.h>

#define SEED UINT64_C(20260607)

__extension__ typedef __int128 wide;

static wide wide_floor(wide n, uint32_t shift)
{
    wide d = (wide)1 << shift;
    return n / d - (n % d < 0);
}

/* floor(n / 2^shift + 1/2), reduced to `width` bits by adding and subtracting their number. */
static int64_t expected(uint32_t width, wide n, uint32_t shift, bool *overflow)
{
    wide y = wide_floor(2 * n + ((wide)1 << shift), shift + 1), range = (wide)1 << width;
    wide most = range / 2 - 1;
    *overflow = y > most || y < -most;
    while (y > most)
        y -= range;
    while (y < -most - 1)
        y += range;
    return (int64_t)y;
}

static void compare_mul(uint32_t width, int64_t a, int64_t b, uint32_t shift, uint32_t *overflows)
{
    bool over = false, want_over;
    int64_t y = fixed_mul(width, a, b, shift, &over);
    int64_t want = expected(width, (wide)a * b, shift, &want_over);
    if (y != want || over != want_over)
        fail_msg("%u bits: %lld * %lld >> %u = %lld%s, not %lld%s", width, (long long)a,
                 (long long)b, shift, (long long)y, over ? "!" : "", (long long)want,
                 want_over ? "!" : "");
    *overflows += over;
}

static void compare_add(uint32_t width, int64_t a, int64_t b, uint32_t signs, uint32_t sa,
                        uint32_t sb, uint32_t *overflows)
{
    bool over = false, want_over;
    int64_t y = fixed_add(width, a, b, signs & 1, signs & 2, sa, sb, &over);
    wide n = (signs & 1 ? -a : a) * ((wide)1 << (31 - sa)) +
             (signs & 2 ? -b : b) * ((wide)1 << (31 - sb));
    int64_t want = expected(width, n, 31, &want_over);
    if (y != want || over != want_over)
        fail_msg("%u bits: signs %u: %lld >> %u, %lld >> %u = %lld%s, not %lld%s", width, signs,
                 (long long)a, sa, (long long)b, sb, (long long)y, over ? "!" : "",
                 (long long)want, want_over ? "!" : "");
    *overflows += over;
}

static void eight_bits_are_right_at_every_shift(void **state)
{
    (void)state;
    uint32_t products = 0, sums = 0, over_products = 0, over_sums = 0;
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b++) {
            for (uint32_t shift = 4; shift < 8; shift++, products++)
                compare_mul(8, a, b, shift, &over_products);
            for (uint32_t k = 0; k < 32 * 32; k++)
                for (uint32_t sa = k / 32, sb = k % 32, signs = 0;
                     signs < 3 && fixed_add_can((int)sa, (int)sb); signs++, sums++)
                    compare_add(8, a, b, signs, sa, sb, &over_sums);
        }
    assert_int_equal(products, 4 * 65536);
    /* smaller 0: larger 0 .. 31 for a, 1 .. 31 for b; smaller 1: one less of each */
    assert_int_equal(sums, 3 * (32 + 31 + 31 + 30) * 65536);
    assert_true(over_products > 1000 && over_sums > 1000);
}

/* Random; next to the ends; a power of two and its neighbours; few bits. */
static int64_t shaped(uint32_t width, uint64_t *seed)
{
    uint64_t r = fp32_random(seed), range = (uint64_t)1 << width;
    int64_t most = fixed_largest(width), at = (int64_t)(r >> 4 & 7) - 3;
    int64_t x = (int64_t)(fp32_random(seed) % range) - most - 1;
    switch (r & 3) {
    case 0: return r & 8 ? most - (at & 3) : (at & 3) - most - 1;
    case 1: return (r & 8 ? -1 : 1) * ((int64_t)1 << (r >> 8) % (width - 1)) + at % 2;
    case 2: return x / ((int64_t)1 << (r >> 8) % width);
    default: return x;
    }
}

static void random_operands_of_more_bits_are_right(void **state)
{
    (void)state;
    static const uint32_t widths[] = {16, 18, 24, 27, 31, 32, 33, 39, 40};
    uint64_t seed = SEED;
    for (uint32_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        uint32_t width = widths[w], over_products = 0, over_sums = 0;
        for (uint32_t i = 0; i < 400000; i++) {
            int64_t a = shaped(width, &seed), b = shaped(width, &seed);
            uint64_t r = fp32_random(&seed);
            compare_mul(width, a, b, width - 1 - (r & 3), &over_products);
            uint32_t small = r >> 2 & 1, large = (r >> 3) % 32, b_moves = r >> 8 & 1;
            large = large < small ? small : large;
            compare_add(width, a, b, (uint32_t)(r >> 9) % 3, b_moves ? small : large,
                        b_moves ? large : small, &over_sums);
        }
        assert_true(over_products > 1000 && over_sums > 1000);
    }
}

static void codes_are_those_of_the_document(void **state)
{
    (void)state;
    assert_int_equal(fixed_mul_code(27, 26), 0);
    assert_int_equal(fixed_mul_code(27, 23), 3);
    assert_int_equal(fixed_mul_shift(27, 3), 23);
    assert_int_equal(fixed_add_code(0, 0), 0);
    assert_int_equal(fixed_add_code(5, 1), 5 << 1 | 1);
    assert_int_equal(fixed_add_code(31, 0), 31 << 1);
    for (uint32_t code = 0; code < 1u << FIXED_ADD_CODE_BITS; code++) {
        uint32_t sa, sb;
        fixed_add_shifts(code, &sa, &sb);
        assert_true(fixed_add_unit_can((int)sa, (int)sb));
        assert_int_equal(fixed_add_code(sa, sb), code);
    }
    assert_false(fixed_add_unit_can(0, 2)); /* what moves far comes first */
    assert_false(fixed_add_unit_can(32, 0));
    assert_false(fixed_add_unit_can(-1, 0));
    assert_false(fixed_add_unit_can(0, -1));
    assert_false(fixed_mul_can(27, 22));
    assert_false(fixed_mul_can(27, 27));
    assert_true(fixed_add_can(1, 1));
    assert_false(fixed_add_can(2, 2));
    assert_false(fixed_add_can(0, -1));
    assert_false(fixed_add_can(32, 0));
}

static void doubles_are_rounded_once_and_refused_outside(void **state)
{
    (void)state;
    int64_t y = 7;
    assert_true(fixed_from_double(16, 10, 1.5, &y));
    assert_int_equal(y, 1536);
    assert_true(fixed_from_double(16, 0, -2.5, &y)); /* ties go up */
    assert_int_equal(y, -2);
    assert_true(fixed_from_double(16, 0, 2.5, &y));
    assert_int_equal(y, 3);
    assert_true(fixed_from_double(16, 0, 0x1.fffffffffffffp-2, &y)); /* just under a half */
    assert_int_equal(y, 0);
    assert_true(fixed_from_double(16, -3, 32767 * 8.0 + 3, &y));
    assert_int_equal(y, 32767);
    y = 7;
    assert_false(fixed_from_double(16, -3, 32767 * 8.0 + 4, &y));
    assert_false(fixed_from_double(16, 0, -32768, &y));
    assert_false(fixed_from_double(16, 0, (double)NAN, &y));
    assert_false(fixed_from_double(40, 0, (double)INFINITY, &y));
    assert_false(fixed_from_double(40, 5000, 1, &y));
    assert_int_equal(y, 7);
    assert_true(fixed_from_double(40, 39, -0x1.fffffffffp-1, &y));
    assert_true(fixed_value(39, y) == -0x1.fffffffffp-1);
    assert_true(fixed_value(-4, 3) == 48);
}

static void words_are_sign_extended(void **state)
{
    (void)state;
    int64_t x;
    assert_int_equal(fixed_word(-1), UINT32_MAX);
    assert_true(fixed_from_word(18, 0xfffe0000u, &x));
    assert_int_equal(x, -131072);
    assert_false(fixed_from_word(18, 0x00020000u, &x));
    assert_false(fixed_from_word(18, 0x0003ffffu, &x));
    assert_true(fixed_from_word(32, 0x80000000u, &x));
    assert_int_equal(x, -(INT64_C(1) << 31));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_bits_are_right_at_every_shift),
        cmocka_unit_test(random_operands_of_more_bits_are_right),
        cmocka_unit_test(codes_are_those_of_the_document),
        cmocka_unit_test(doubles_are_rounded_once_and_refused_outside),
        cmocka_unit_test(words_are_sign_extended),
    };
    return cmocka_run_group_tests_name("fixed", tests, NULL, NULL);
}
