/* SPDX-License-Identifier: MIT */
/* The model of the sine unit against the host's sine of the same binary32 angle in double, whose
 * own error is nothing here. */
#include "machine/crc32.h"
#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "machine/trig_table.h"
#include "tauflow_trig.h"
#include "unit/ops_fixture.h"

#include <math.h>

#define SEED UINT64_C(20240711)
enum { ANGLES = 2000000 };

static double value_of(uint32_t word) { return (double)fp32_value(word); }

/* Error over what machine/fp32_trig.h allows: `units` last places of the result or `absolute`. */
static double excess(uint32_t angle, bool cosine, double units, double absolute)
{
    const double x = value_of(angle), want = cosine ? cos(x) : sin(x);
    int e;
    frexp(want, &e);
    const double last_places = units * ldexp(1, e - 24);
    const double error = fabs(value_of(fp32_trig(angle, 0, cosine)) - want);
    return error / (last_places > absolute ? last_places : absolute);
}

/* Random angles of every size from 2^low to 2^high, and of the circle's axes and their neighbours,
 * where results are small. */
static void error_is_within(int low, int high, double units, double absolute)
{
    uint64_t seed = SEED;
    double worst = 0;
    for (uint32_t i = 0; i < ANGLES; i++) {
        const uint64_t r = random_bits(&seed);
        uint32_t angle = (uint32_t)(r & 0x807fffff) |
                         (uint32_t)(127 + low + (int)(r >> 40) % (high - low)) << 23;
        if (r >> 60 == 0) {
            const double turns = floor(ldexp((double)(r >> 32 & 0xffff), high - 17));
            angle = fp32_from_double(turns * 1.57079632679489661923) + (uint32_t)(r >> 24 & 7) - 4;
        }
        if (!(fabs(value_of(angle)) < ldexp(1, high)) || !(fabs(value_of(angle)) >= ldexp(1, low)))
            continue;
        for (int cosine = 0; cosine < 2; cosine++) {
            const double over = excess(angle, cosine, units, absolute);
            if (!(over <= 1))
                fail_msg("%s of %08x is wrong by %g of what is allowed", cosine ? "cos" : "sin",
                         angle, over);
            worst = over > worst ? over : worst;
        }
    }
    /* What is allowed is nearly reached, or it says too much. */
    assert_true(worst > 0.6);
}

static void error_is_what_the_header_says_below_4(void **state)
{
    (void)state;
    error_is_within(-12, 2, 0.75, 0x1p-26);
}

static void error_is_what_the_header_says_below_1024(void **state)
{
    (void)state;
    error_is_within(2, 10, 0.8, 0x1.12p-26);
}

static void error_is_what_the_header_says_below_8192(void **state)
{
    (void)state;
    error_is_within(10, 13, 1, 0x1.6ap-25);
}

/* Where the sine is the angle: half a unit below 2^-12, 2^-29.5 below 2^-9. */
static void small_angles_are_their_sines(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (uint32_t i = 0; i < ANGLES / 10; i++) {
        const uint32_t angle = (uint32_t)random_bits(&seed) % 0x3b000000;
        assert_int_equal(fp32_sin(angle), fp32_flush(angle));
        if (angle >= 0x00800000)
            assert_true(excess(angle, false, 0.5, angle < 0x39800000 ? 0 : 0x1.6ap-30) <= 1);
    }
    assert_int_equal(fp32_sin(0x3affffff), 0x3affffff); /* below 2^-9 */
    assert_int_equal(fp32_sin(0x00000001), 0);
    assert_int_equal(fp32_sin(0x807fffff), 0x80000000u);
    assert_int_equal(fp32_sin(0x80000000u), 0x80000000u);
}

/* Every offset of the first and last pieces: sums neither reach below zero nor round above one. */
static void results_stay_within_one(void **state)
{
    (void)state;
    uint32_t ones = 0;
    for (uint32_t angle = 0x3fc80000; angle < 0x3fca0000; angle++) {
        assert_true((fp32_sin(angle) & 0x7fffffff) <= 0x3f800000);
        ones += fp32_sin(angle) == 0x3f800000;
        assert_true(fabs(value_of(fp32_cos(angle))) < 0x1p-6);
        assert_true((fp32_cos(angle) >> 31) == (angle > 0x3fc90fda)); /* pi/2 */
    }
    assert_true(ones > 1000);
    assert_int_equal(fp32_cos(0), 0x3f800000);
    assert_int_equal(fp32_cos(0x00000001), 0x3f800000);
    assert_int_equal(fp32_cos(0x2f000000), 0x3f800000); /* its quarters are all cut off */
}

static void sine_is_odd_and_cosine_even(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (uint32_t i = 0; i < ANGLES / 10; i++) {
        const uint32_t angle = (uint32_t)random_bits(&seed) % 0x46000000;
        assert_int_equal(fp32_sin(angle | 0x80000000u), fp32_sin(angle) ^ 0x80000000u);
        assert_int_equal(fp32_cos(angle | 0x80000000u), fp32_cos(angle));
    }
}

static void angles_out_of_range_are_refused(void **state)
{
    (void)state;
    static const uint32_t REFUSED[] = {0x46000000, 0xc6000000, 0x461c4000 /* 10,000 */, 0x7f7fffff,
                                       0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000};
    for (uint32_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++) {
        assert_int_equal(fp32_sin(REFUSED[i]), FP32_NAN);
        assert_int_equal(fp32_cos(REFUSED[i]), FP32_NAN);
    }
    assert_int_not_equal(fp32_sin(0x45ffffff), FP32_NAN);
    assert_int_not_equal(fp32_cos(0xc5ffffff), FP32_NAN);
}

/* The error of a sum is that of its angle and half a unit of the offset. */
static void offsets_are_added_before_the_sine(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (uint32_t i = 0; i < ANGLES / 10; i++) {
        const double offset = 7 * random_unit(&seed), x = value_of(fp32_from_double(
                                                          4 * random_unit(&seed)));
        const uint32_t angle = fp32_bits((float)x), plus = fp32_trig_offset(offset);
        const double allowed = 0x1p-24 * 0.75 + 0x1.aap-29;
        assert_true(fabs(value_of(fp32_trig(angle, plus, false)) - sin(x + offset)) < allowed);
        assert_true(fabs(value_of(fp32_trig(angle, plus, true)) - cos(x + offset)) < allowed);
        assert_int_equal(fp32_trig(angle, plus | 0xc0000000, true), fp32_trig(angle, plus, true));
    }
    assert_int_equal(fp32_trig_offset(0), 0);
    assert_int_equal(fp32_trig_offset(1.57079632679489661923), 0x10000000);
    assert_int_equal(fp32_trig_offset(-1.57079632679489661923), 0x30000000);
    assert_int_equal(fp32_trig_offset(-1e-10), 0); /* a whole turn is none */
    /* A small angle with an offset is no longer its own sine. */
    assert_int_equal(fp32_trig(0, 0x10000000, false), 0x3f800000);
    assert_int_equal(fp32_trig(0x46000000, 0x10000000, false), FP32_NAN);
}

/* The table is computed when the program is built: the same bits everywhere, or cores and programs
 * of two computers would not agree. */
static void table_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    static uint8_t bytes[8 * TRIG_PIECES];
    for (uint32_t i = 0; i < TRIG_PIECES; i++) {
        assert_true(TAUFLOW_TRIG_TABLE[i] >> TRIG_WORD_BITS == 0);
        for (uint32_t k = 0; k < 8; k++)
            bytes[8 * i + k] = (uint8_t)(TAUFLOW_TRIG_TABLE[i] >> 8 * k);
    }
    assert_int_equal(crc32_bytes(0, bytes, sizeof bytes), 0xcf78b531);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_what_the_header_says_below_4),
        cmocka_unit_test(error_is_what_the_header_says_below_1024),
        cmocka_unit_test(error_is_what_the_header_says_below_8192),
        cmocka_unit_test(small_angles_are_their_sines),
        cmocka_unit_test(results_stay_within_one),
        cmocka_unit_test(sine_is_odd_and_cosine_even),
        cmocka_unit_test(angles_out_of_range_are_refused),
        cmocka_unit_test(offsets_are_added_before_the_sine),
        cmocka_unit_test(table_has_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests_name("fp32_trig", tests, NULL, NULL);
}
