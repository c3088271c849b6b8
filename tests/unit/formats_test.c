/* SPDX-License-Identifier: MIT */
/* Formats of numbers: codes, names, words, and what units make of them, for every row of the
 * table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "machine/formats.h"
#include "machine/fp32.h"

#include <math.h>
#include <string.h>

enum { CODES = 256 }; /* of the register */

static void codes_are_those_of_one_row(void **state)
{
    (void)state;
    uint32_t there = 0;
    assert_int_equal(NUMBER_FORMAT[0].first, FORMAT_UNNAMED);
    for (uint32_t k = 0; k < FORMATS; k++) {
        const number_format *f = &NUMBER_FORMAT[k];
        assert_int_equal(f->id, k);
        assert_true(f->first <= f->least && f->least <= f->most_core && f->most_core <= f->most);
        assert_true(k == 0 || f->first > NUMBER_FORMAT[k - 1].most);
        for (uint32_t code = f->least; code <= f->most; code++, there++) {
            assert_ptr_equal(format_of(code), f);
            assert_true(format_exists(code));
            assert_true(f->bits(code) <= 32 || !format_fits_words(code));
        }
    }
    for (uint32_t code = 0; code < CODES; code++)
        there -= format_exists(code);
    assert_int_equal(there, 0);
    assert_false(format_exists(15));
    assert_false(format_exists(41));
    assert_ptr_equal(format_of(CODES), &NUMBER_FORMAT[FORMATS - 1]);
}

static void names_are_read_as_they_are_written(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < CODES; code++) {
        char value[FORMAT_SAID];
        uint32_t read = CODES;
        if (!format_exists(code) && !FORMAT_HAS_BITS(format_of(code)))
            continue;
        format_write(code, value);
        assert_int_equal(format_read(value, &read), format_exists(code));
        assert_true(!format_exists(code) || read == code);
    }
    uint32_t code;
    static const char *const bad[] = {"", "fp32:", "fp32:32", "fixed", "fixed:", "fixed:2",
                                      "fixed:024", "fixed:24 ", "fixed:+4", "Fixed:24", "float"};
    for (uint32_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
        assert_false(format_read(bad[k], &code));
    char name[FORMAT_SAID];
    format_name(24, name);
    assert_string_equal(name, "fixed point of 24 bits");
    format_name(FORMAT_UNNAMED, name);
    assert_string_equal(name, "binary32");
}

/* Rounding: at most half a unit off; what was rounded stays. */
static void numbers_become_words_and_come_back(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < CODES; code++) {
        const number_format *f = format_of(code);
        if (!format_exists(code) || !format_fits_words(code))
            continue;
        const int point = (int)f->bits(code) - 5; /* numbers below 16 */
        double x = 0x1.2345678p-9;
        for (uint32_t k = 0; k < 40; k++, x *= -1.23) {
            uint32_t word, again;
            assert_true(f->encode(code, point, x, &word));
            const double back = f->decode(code, point, word);
            const double most = f->has_points ? ldexp(0.5, -point) : f->half_unit * fabs(x);
            assert_true(fabs(back - x) <= most);
            assert_true(f->encode(code, point, back, &again));
            assert_int_equal(word, again);
            assert_true(f->is_good(code, word));
            again = word;
            assert_true(f->take(code, &again));
            assert_int_equal(word, again);
        }
    }
}

static void words_that_are_none_are_found(void **state)
{
    (void)state;
    uint32_t word = 0x00800000; /* 2^23 */
    const number_format *fixed = format_of(24);
    assert_false(fixed->is_good(24, word));
    assert_false(fixed->take(24, &word));
    assert_int_equal(word, 0xff800000); /* its lowest bits */
    word = 7;
    assert_false(fixed->encode(24, 23, 1, &word));
    assert_int_equal(word, 7);
    const number_format *binary32 = format_of(FORMAT_UNNAMED);
    assert_true(binary32->encode(0, 0, INFINITY, &word));
    assert_false(binary32->is_good(0, word));
    assert_true(binary32->take(0, &word));
    assert_false(binary32->is_good(0, FP32_NAN));
    assert_true(binary32->is_good(0, 0xff7fffff));
}

/* A sum and a product of small whole numbers are exact in every format. */
static void units_compute_in_their_format(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < CODES; code++) {
        const number_format *f = format_of(code);
        if (!format_exists(code) || !format_fits_words(code))
            continue;
        const int point = (int)f->bits(code) / 2, of_product = 2 * point - (int)f->bits(code) + 1;
        format_issue i = {.negate_b = true, .shift = f->shift(code, UNIT_ADD, 0, 0)};
        bool overflow = false;
        assert_true(f->has_shift(UNIT_ADD, i.shift));
        assert_true(f->encode(code, point, 3, &i.a) && f->encode(code, point, 5, &i.b));
        uint32_t word = f->compute(code, UNIT_ADD, &i, &overflow);
        assert_true(f->decode(code, point, word) == -2);
        i.negate_b = false;
        i.shift = f->shift(code, UNIT_MUL, 2 * point - of_product, 0);
        assert_true(f->has_shift(UNIT_MUL, i.shift));
        word = f->compute(code, UNIT_MUL, &i, &overflow);
        assert_true(fabs(f->decode(code, of_product, word) - 15) <=
                    (f->has_points ? ldexp(0.5, -of_product) : 0));
        assert_false(overflow);
        assert_true(f->latency(UNIT_MUL) > 0 && f->latency(UNIT_ADD) > 0);
    }
}

/* A shift says by how many places operands move, and nothing where nothing moves. */
static void shifts_are_read_as_they_are_written(void **state)
{
    (void)state;
    int a, b;
    const number_format *fixed = format_of(24);
    for (int k = 20; k < 24; k++) {
        fixed->places(24, UNIT_MUL, fixed->shift(24, UNIT_MUL, k, 0), &a, &b);
        assert_true(a == k && b == 0);
    }
    for (int k = 0; k < 64; k++) {
        fixed->places(24, UNIT_ADD, fixed->shift(24, UNIT_ADD, k / 2, k % 2), &a, &b);
        assert_true(a == k / 2 && b == k % 2);
    }
    const number_format *binary32 = format_of(FORMAT_UNNAMED);
    binary32->places(0, UNIT_MUL, binary32->shift(0, UNIT_MUL, 3, 4), &a, &b);
    assert_true(a == 0 && b == 0);
    assert_true(binary32->has_shift(UNIT_ADD, 0) && !binary32->has_shift(UNIT_ADD, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_those_of_one_row),
        cmocka_unit_test(names_are_read_as_they_are_written),
        cmocka_unit_test(numbers_become_words_and_come_back),
        cmocka_unit_test(words_that_are_none_are_found),
        cmocka_unit_test(units_compute_in_their_format),
        cmocka_unit_test(shifts_are_read_as_they_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
