/* SPDX-License-Identifier: MIT */
/* Growing texts: whatever is added stands behind what was there, whole, and a NUL after it. */
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 1100 }; /* twice the line that is tried first */

static void check(const text *t, size_t length, const char *end, size_t end_length)
{
    assert_int_equal(t->length, length);
    assert_int_equal(t->bytes[t->length], '\0');
    assert_true(t->length < t->capacity);
    assert_memory_equal(t->bytes + t->length - end_length, end, end_length);
}

static void lines_of_every_length_are_printed_whole(void **unused)
{
    (void)unused;
    char line[LONGEST + 1];
    for (size_t k = 0; k < LONGEST; k++)
        line[k] = (char)('a' + k % 26);
    line[LONGEST] = '\0';
    for (int length = 0; length <= LONGEST; length++) {
        arena mem = arena_make();
        text t = text_make(&mem);
        text_add(&t, "before ");
        text_printf(&t, "%.*s", length, line);
        check(&t, 7 + (size_t)length, "", 0);
        assert_memory_equal(t.bytes, "before ", 7);
        assert_memory_equal(t.bytes + 7, line, (size_t)length);
        text_add(&t, " after");
        check(&t, 13 + (size_t)length, " after", 6);
        arena_free(&mem);
    }
}

static void pieces_of_every_size_stay_in_order(void **unused)
{
    (void)unused;
    for (size_t size = 1; size <= 600; size += 7) {
        arena mem = arena_make();
        text t = text_make(&mem);
        char piece[600];
        for (int k = 0; k < 20; k++) {
            memset(piece, 'a' + k, size);
            text_add_bytes(&t, piece, size);
            check(&t, ((size_t)k + 1) * size, piece, size);
        }
        for (size_t k = 0; k < 20 * size; k++)
            assert_int_equal(t.bytes[k], 'a' + (int)(k / size));
        arena_free(&mem);
    }
}

static void a_number_is_as_short_as_it_may_be(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        const char *digits;
    } cases[] = {{0, "0"},
                 {0.1, "0.1"},
                 {-2.5, "-2.5"},
                 {1.0 / 3, "0.3333333333333333"},
                 {2.0 / 3, "0.6666666666666666"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1e300, "1e+300"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        arena mem = arena_make();
        text t = text_make(&mem);
        text_add_number(&t, cases[k].value);
        assert_string_equal(t.bytes, cases[k].digits);
        arena_free(&mem);
    }
}

static void json_strings_escape_what_they_must_and_nothing_else(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    text t = text_make(&mem);
    text_add_json_string(&t, "a\"b\\c\n\x1f \x7f\xc3\xa4/");
    assert_string_equal(t.bytes, "\"a\\\"b\\\\c\\u000a\\u001f \x7f\xc3\xa4/\"");
    arena_free(&mem);
}

static void csv_fields_are_quoted_where_they_must(void **unused)
{
    (void)unused;
    static const char *const CASES[][2] = {
        {"", ""}, {"a b", "a b"}, {"'a'", "'a'"}, {"a,b", "\"a,b\""}, {"\"", "\"\"\"\""},
        {"a\nb", "\"a\nb\""}, {"a\r", "\"a\r\""}, {" a", "\" a\""}, {"a\t", "\"a\t\""}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena mem = arena_make();
        text t = text_make(&mem);
        text_add_csv(&t, CASES[i][0]);
        assert_string_equal(t.bytes, CASES[i][1]);
        arena_free(&mem);
    }
}

static void what_terminals_obey_is_shown(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    text t = text_make(&mem);
    text_add_plain(&t, "a\x1b[J \x01\x1f\x7f~\n\xc2\x80\xc2\x9f\xc2\xa0\xc3\xa4\\\xc2");
    assert_string_equal(t.bytes,
                        "a\\x1b[J \\x01\\x1f\\x7f~\\x0a\\x80\\x9f\xc2\xa0\xc3\xa4\\\xc2");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_every_length_are_printed_whole),
        cmocka_unit_test(pieces_of_every_size_stay_in_order),
        cmocka_unit_test(a_number_is_as_short_as_it_may_be),
        cmocka_unit_test(json_strings_escape_what_they_must_and_nothing_else),
        cmocka_unit_test(csv_fields_are_quoted_where_they_must),
        cmocka_unit_test(what_terminals_obey_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
