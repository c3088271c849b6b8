/* SPDX-License-Identifier: MIT */
/* Sines of fixed point against those of the host in long double, for all widths: every angle of
 * few bits, and many of the others. */
#include "machine/fixed_trig.h"

#include "machine/crc32.h"
#include "machine/fixed.h"
#include "unit/ops_fixture.h"

#include <math.h>

#define SEED UINT64_C(20261116)
enum { EVERY = 18, ANGLES = 100000 }; /* widths of which every angle is looked at; of others */

/* Error in units of 2^-(width - 2) over what the header allows. */
static long double excess(uint32_t width, int64_t angle, int point, double offset, bool cosine,
                          int sine_point)
{
    const int64_t got = fixed_trig(width, angle, point, fixed_trig_offset(width, offset), cosine,
                                   sine_point);
    const long double x = ldexpl((long double)angle, -point) + (long double)offset;
    const long double want = cosine ? cosl(x) : sinl(x);
    const long double error = fabsl(ldexpl((long double)got, -sine_point) - want);
    return error / (ldexpl(0.5L, 2 - (int)width) + ldexpl(0.5L, -sine_point));
}

/* Angles below 2^exponent. */
static void error_is_within(uint32_t width, int exponent, double offset, int sine_point)
{
    const int64_t most = fixed_largest(width), step = width <= EVERY ? 1 : 2 * most / ANGLES;
    const int point = (int)width - 1 - exponent;
    uint64_t seed = SEED;
    long double worst = 0;
    for (int64_t at = -most; at <= most - step + 1; at += step) {
        const int64_t angle = at + (int64_t)(random_bits(&seed) % (uint64_t)step);
        for (int cosine = 0; cosine < 2; cosine++) {
            const long double over = excess(width, angle, point, offset, cosine, sine_point);
            if (!(over <= 1))
                fail_msg("%u bits, %s of %lld 2^-%d + %g is wrong by %Lg of what is allowed", width,
                         cosine ? "cos" : "sin", (long long)angle, point, offset, over);
            worst = over > worst ? over : worst;
        }
    }
    /* What is allowed is nearly reached, or it says too much. */
    assert_true(worst > 0.6L);
}

static void error_is_at_most_one_unit_in_the_last_place(void **state)
{
    (void)state;
    for (uint32_t width = FIXED_WIDTH_LEAST; width <= FIXED_TRIG_WIDTH_MOST; width++) {
        error_is_within(width, 2, 0, (int)width - 2);
        if (width > EVERY) {
            error_is_within(width, 2, 0.7, (int)width - 2);
            error_is_within(width, 3, -100, (int)width - 2);
            error_is_within(width, -2, 1, (int)width - 2);
        }
    }
}

static void results_may_have_fewer_places_and_angles_many_turns(void **state)
{
    (void)state;
    for (uint32_t width = 19; width <= FIXED_TRIG_WIDTH_MOST; width += 3) {
        error_is_within(width, 2, 0, (int)width - 5);
        error_is_within(width, FIXED_TRIG_RANGE_BITS, 0.3, (int)width - 2);
    }
}

/* The turned angle of a bit's precision beyond what its point can have is not read. */
static void ends_of_the_range_are_known(void **state)
{
    (void)state;
    for (uint32_t width = FIXED_WIDTH_LEAST; width <= FIXED_TRIG_WIDTH_MOST; width++) {
        assert_true(fixed_trig_can(width, (int)width - 14));
        assert_false(fixed_trig_can(width, (int)width - 15));
        assert_true(fixed_trig_can(width, 2 * (int)width));
        assert_false(fixed_trig_can(width, 2 * (int)width + 1));
        assert_int_equal(fixed_trig_quarters(width, 2 * (int)width), 1);
        const int one = 1 << (width - 2);
        const int64_t quarter = fixed_trig_offset(width, 1.57079632679489661923);
        assert_int_equal(fixed_trig(width, 0, (int)width, 0, false, (int)width - 2), 0);
        assert_int_equal(fixed_trig(width, 0, (int)width, 0, true, (int)width - 2), one);
        assert_int_equal(fixed_trig(width, 0, (int)width, quarter, false, (int)width - 2), one);
        assert_int_equal(fixed_trig(width, 0, (int)width, 3 * quarter, false, (int)width - 2),
                         -one);
    }
}

/* The same on every computer; and in the bits that circuits have for them. */
static void tables_have_their_bits(void **state)
{
    (void)state;
    uint32_t sum = 0;
    for (uint32_t width = FIXED_WIDTH_LEAST; width <= FIXED_TRIG_WIDTH_MOST; width++) {
        const fixed_trig_sizes z = fixed_trig_of(width);
        for (uint32_t i = 0; i < 1u << z.piece_bits; i++) {
            const fixed_trig_piece t = fixed_trig_table(width, i);
            const int64_t words[3] = {t.value, t.slope, t.bend};
            assert_true(t.value >= 0 && t.value >> z.value_bits == 0);
            assert_true(t.slope >= 0 && t.slope >> z.slope_bits == 0);
            assert_true(t.bend >= 0 && t.bend >> z.bend_bits == 0);
            for (uint32_t k = 0; k < 3; k++) {
                uint8_t bytes[8];
                for (uint32_t n = 0; n < 8; n++)
                    bytes[n] = (uint8_t)((uint64_t)words[k] >> 8 * n);
                sum = crc32_bytes(sum, bytes, sizeof bytes);
            }
        }
    }
    assert_int_equal(sum, 0x2352e7ee);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_at_most_one_unit_in_the_last_place),
        cmocka_unit_test(results_may_have_fewer_places_and_angles_many_turns),
        cmocka_unit_test(ends_of_the_range_are_known),
        cmocka_unit_test(tables_have_their_bits),
    };
    return cmocka_run_group_tests_name("fixed_trig", tests, NULL, NULL);
}
