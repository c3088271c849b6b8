/* SPDX-License-Identifier: MIT */
/* Names that were mistyped: which are near, and what a message says of them. */
#include "base/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const char *const JOINTS[] = {"left_hip", "left_knee", "right_hip", "right_knee",
                                     "spine", "neck", "head", "tail"};
enum { COUNT = sizeof JOINTS / sizeof JOINTS[0] };

static void told(const char *typed, uint32_t count, const char *expected)
{
    arena mem = arena_make();
    assert_string_equal(nearest_told(&mem, typed, "joints", JOINTS, count), expected);
    arena_free(&mem);
}

static void slips_of_the_finger_are_near(void **state)
{
    (void)state;
    assert_string_equal(nearest_word("spnie", JOINTS, COUNT), "spine");
    assert_string_equal(nearest_word("Right-Hip", JOINTS, COUNT), "right_hip");
    assert_string_equal(nearest_word("heat", JOINTS, COUNT), "head");
    assert_null(nearest_word("herd", JOINTS + 4, 2));
    assert_null(nearest_word("haed", JOINTS, COUNT)); /* two changes of four letters */
    assert_null(nearest_word("", JOINTS, COUNT));
    assert_null(nearest_word("a", JOINTS, 0));
    static const char *const letters[] = {"j", "k"};
    assert_null(nearest_word("x", letters, 2));
    assert_string_equal(nearest_word("K", letters, 2), "k");
}

static void messages_name_what_may_have_been_meant_the_nearest_first(void **state)
{
    (void)state;
    told("left_hop", COUNT, " (did you mean 'left_hip'?)");
    told("knee", COUNT, " (did you mean 'left_knee', 'right_knee'?)");
    told("KNEE", COUNT, " (did you mean 'left_knee', 'right_knee'?)");
    told("hea", COUNT, " (did you mean 'head'?)");
    told("t_hip", COUNT, " (did you mean 'left_hip', 'right_hip'?)");
    told("t_", COUNT, " (joints: left_hip, left_knee, right_hip, right_knee, spine, neck and 2 "
                      "more)");
}

static void at_most_three_are_suggested(void **state)
{
    (void)state;
    static const char *const axes[] = {"axis1", "axis2", "axis3", "axis4"};
    arena mem = arena_make();
    assert_string_equal(nearest_told(&mem, "axis4", "joints", axes, 4),
                        " (did you mean 'axis4', 'axis1', 'axis2'?)");
    arena_free(&mem);
}

static void where_none_is_near_those_that_there_are_are_told(void **state)
{
    (void)state;
    told("wing", 3, " (joints: left_hip, left_knee, right_hip)");
    told("wing", COUNT, " (joints: left_hip, left_knee, right_hip, right_knee, spine, neck and 2 "
                        "more)");
    told("wing", 0, "");
    told("x", 2, " (joints: left_hip, left_knee)");
}

static void what_a_terminal_would_obey_is_shown(void **state)
{
    (void)state;
    static const char *const names[] = {"el\x1b[31mbow"};
    arena mem = arena_make();
    assert_string_equal(nearest_told(&mem, "wing", "joints", names, 1),
                        " (joints: el\\x1b[31mbow)");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_of_the_finger_are_near),
        cmocka_unit_test(messages_name_what_may_have_been_meant_the_nearest_first),
        cmocka_unit_test(at_most_three_are_suggested),
        cmocka_unit_test(where_none_is_near_those_that_there_are_are_told),
        cmocka_unit_test(what_a_terminal_would_obey_is_shown),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
