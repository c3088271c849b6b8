/* SPDX-License-Identifier: MIT */
/* The model of the arc tangent unit against the host's of the same binary32 numbers in double,
 * whose own error is nothing here. */
#include "fp32_pairs.h"
#include "machine/atan_table.h"
#include "machine/crc32.h"
#include "machine/fp32.h"
#include "machine/fp32_atan2.h"
#include "tauflow_atan.h"
#include "unit/ops_fixture.h"

#include <math.h>

#define SEED UINT64_C(20240711)
#define SIGN 0x80000000u
enum { POINTS = 2000000 };

static double value_of(uint32_t word) { return (double)fp32_value(fp32_flush(word)); }

/* Error in units of the last place of the angle. */
static double units(uint32_t y, uint32_t x)
{
    const double want = atan2(value_of(y), value_of(x));
    int e;
    frexp(want, &e);
    return fabs(value_of(fp32_atan2(y, x)) - want) / ldexp(1, e - 24);
}

/* A number of either sign from 2^low to 2^high. */
static uint32_t random_word(uint64_t *seed, int low, int high)
{
    const uint64_t r = random_bits(seed);
    return (uint32_t)(r & 0x807fffff) | (uint32_t)(127 + low + (int)(r >> 40) % (high - low)) << 23;
}

static void error_is_what_the_header_says(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    double worst = 0;
    for (uint32_t i = 0; i < POINTS; i++) {
        /* Tangents of all sizes, and many near to 1. */
        const int away = i % 2 ? 2 : 40;
        const uint32_t y = random_word(&seed, 0, away), x = random_word(&seed, 0, away);
        const double error = units(y, x);
        if (!(error <= 0.9))
            fail_msg("atan2 of %08x and %08x is wrong by %g units", y, x, error);
        worst = error > worst ? error : worst;
    }
    /* What is allowed is nearly reached, or it says too much. */
    assert_true(worst > 0.7);
}

/* Every pair of corner words: what is not in the error's range is the host's, flushed. */
static void corners_are_those_of_the_host(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    uint32_t exact = 0;
    for (uint32_t i = 0; i < FP32_CORNER_PAIRS; i++) {
        const fp32_pair p = fp32_pair_next(i, &seed);
        const uint32_t got = fp32_atan2(p.a, p.b);
        const uint32_t want = fp32_from_double(atan2(value_of(p.a), value_of(p.b)));
        const uint32_t away = got > want ? got - want : want - got;
        if (away > 1 || (away && (want << 1 < 0x02000000 || got == FP32_NAN)))
            fail_msg("atan2 of %08x and %08x gives %08x, not %08x", p.a, p.b, got, want);
        exact += got == want;
    }
    assert_true(exact > FP32_CORNER_PAIRS * 0.97);
}

static void axes_and_diagonals_are_exact(void **state)
{
    (void)state;
    assert_int_equal(fp32_atan2(0x3f800000, 0x3f800000), 0x3f490fdb); /* pi/4 */
    assert_int_equal(fp32_atan2(0xbf800000, 0xbf800000), 0xc016cbe4); /* -3 pi/4 */
    assert_int_equal(fp32_atan2(0x00000001, 0xbf800000), 0x40490fdb); /* a subnormal is +0: pi */
    assert_int_equal(fp32_atan2(0x80000001, 0xbf800000), 0xc0490fdb);
    assert_int_equal(fp32_atan2(0x00000001, 0x80000000), 0x40490fdb);
    assert_int_equal(fp32_atan2(0x80000000, 0x00000001), 0x80000000);
    assert_int_equal(fp32_atan2(0x3f800000, 0), 0x3fc90fdb);
    assert_int_equal(fp32_atan2(0x7f800000, 0x7f800000), 0x3f490fdb);
    assert_int_equal(fp32_atan2(0xff800000, 0x7f7fffff), 0xbfc90fdb);
    assert_int_equal(fp32_atan2(0x7f7fffff, 0xff800000), 0x40490fdb);
    assert_int_equal(fp32_atan2(0x7f7fffff, 0x7f800000), 0);
    assert_int_equal(fp32_atan2(0x3f800000, 0x7fffffff), FP32_NAN);
    assert_int_equal(fp32_atan2(0xff800001, 0x3f800000), FP32_NAN);
    assert_int_equal(fp32_atan2(0x00800000, 0x40000000), 0); /* 2^-127 is flushed */
    assert_int_equal(fp32_atan2(0x00ffffff, 0x40000000), 0x00800000); /* and this rounds up */
    assert_int_equal(fp32_atan2(0x00fffffe, 0x40000000), 0);
}

/* Far below 1 a tangent is its angle: the quotient, rounded once. */
static void small_angles_are_quotients(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (uint32_t i = 0; i < POINTS / 10; i++) {
        const uint32_t y = random_word(&seed, -120, -20), x = random_word(&seed, -4, 120) & ~SIGN;
        assert_int_equal(fp32_atan2(y, x), fp32_div(y, x));
    }
}

static void angle_is_odd_in_y_and_none_leaves_half_a_turn(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    for (uint32_t i = 0; i < POINTS / 10; i++) {
        const uint32_t y = random_word(&seed, -30, 30), x = random_word(&seed, -30, 30);
        const uint32_t angle = fp32_atan2(y, x);
        assert_int_equal(fp32_atan2(y ^ SIGN, x), angle ^ SIGN);
        assert_true((angle & ~SIGN) <= 0x40490fdb && ((angle ^ y) & SIGN) == 0);
        assert_true(((angle & ~SIGN) <= 0x3fc90fdb) == !(x & SIGN) ||
                    (angle & ~SIGN) == 0x3fc90fdb);
    }
}

/* As in fp32_trig_test.c. */
static void table_has_the_same_bits_everywhere(void **state)
{
    (void)state;
    static uint8_t bytes[8 * ATAN_PIECES];
    for (uint32_t i = 0; i < ATAN_PIECES; i++) {
        assert_true(TAUFLOW_ATAN_TABLE[i] >> ATAN_WORD_BITS == 0);
        for (uint32_t k = 0; k < 8; k++)
            bytes[8 * i + k] = (uint8_t)(TAUFLOW_ATAN_TABLE[i] >> 8 * k);
    }
    assert_int_equal(crc32_bytes(0, bytes, sizeof bytes), 0x6e18fb05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_what_the_header_says),
        cmocka_unit_test(corners_are_those_of_the_host),
        cmocka_unit_test(axes_and_diagonals_are_exact),
        cmocka_unit_test(small_angles_are_quotients),
        cmocka_unit_test(angle_is_odd_in_y_and_none_leaves_half_a_turn),
        cmocka_unit_test(table_has_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests_name("fp32_atan2", tests, NULL, NULL);
}
