/* SPDX-License-Identifier: MIT */
/* Cuts and constraints, from the file to bodies and coordinates. What is refused: tests/cli/cuts.sh
 * and below. */
#include "unit/robot_text.h"

#define ROBOT(inside)                                                                              \
    "<robot name='r' xmlns:tauflow='tauflow'>\n"                                                   \
    "<link name='base'/><link name='plate'/><link name='arm'/><link name='tool'/>"                 \
    "<link name='other'/>\n" JOINT("weld", "fixed", "base", "plate", "<origin xyz='0 0 1'/>")      \
    JOINT("lift", "prismatic", "plate", "arm", "<axis xyz='0 0 1'/>")                              \
    JOINT("turn", "revolute", "arm", "tool", "<origin xyz='1 0 0'/><axis xyz='0 0 1'/>")           \
    JOINT("copy", "revolute", "arm", "other",                                                      \
          "<axis xyz='0 0 1'/><mimic joint='turn' multiplier='-2' offset='0.5'/>")                 \
    inside "</robot>\n"
#define JOINT(name, type, parent, child, inside)                                                   \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/>" inside "</joint>\n"
#define CUT(kind, rest) "<tauflow:cut kind='" kind "' name='c' " rest "/>\n"
#define LINEAR(rest) "<tauflow:constraint kind='linear' name='c' " rest "/>\n"

static const tree_options PLAIN = {.gravity_ms2 = {{0, 0, -9.81}}};

static const tree_cut *only_cut(bench *b, const char *xml)
{
    assert_read(b, xml);
    assert_built(b, &PLAIN);
    assert_int_equal(b->t.cuts_count, 1);
    return &b->t.cuts[0];
}

static void a_frame_rides_on_the_body_that_carries_its_link(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT(CUT("ball", "a='plate' a_xyz='0 2 0' b='tool' "
                                                       "b_xyz='0 0 3'")));
    assert_int_equal(c->what.kind, CUT_BALL);
    assert_int_equal(c->body[0], 0); /* welded to the base, 1 above it */
    assert_vec3(c->in_body[0].position, 0, 2, 1);
    assert_int_equal(c->body[1], 2);
    assert_vec3(c->in_body[1].position, 0, 0, 3);
    assert_int_equal(c->seen_from, 0);
    assert_int_equal(cut_rows(&c->what), 3);
    bench_free(&b);
}

static void the_nearest_body_that_carries_both_ends_is_found(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT(CUT("rod", "a='other' b='tool' length='0.5'")));
    assert_int_equal(c->seen_from, 1); /* the arm */
    assert_number(c->what.length_m, 0.5);
    assert_int_equal(cut_rows(&c->what), 1);
    bench_free(&b);
}

static void angles_of_a_body_cut_are_exact(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT(CUT("body", "a='base' b='tool' "
                                                       "b_rpy='1.5707963268 0 0'")));
    assert_mat3(c->in_body[1].rotation, (mat3){{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}});
    assert_mat3(c->in_body[0].rotation, mat3_identity());
    assert_int_equal(c->what.axes, CUT_AXES_REFERENCE);
    assert_int_equal(cut_rows(&c->what), 6);
    bench_free(&b);
}

static void dropped_rows_are_those_of_the_axes_of_a(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT(CUT("body", "drop='z rx ry' a='base' b='tool'")));
    assert_int_equal(c->what.dropped, 1 << CUT_Z | 1 << CUT_RX | 1 << CUT_RY);
    assert_int_equal(c->what.axes, CUT_AXES_A);
    assert_int_equal(cut_rows(&c->what), 3);
    bench_free(&b);
    b = bench_make();
    c = only_cut(&b, ROBOT(CUT("body", "drop='z rx ry' a='base' b='tool' axes='reference'")));
    assert_int_equal(c->what.axes, CUT_AXES_REFERENCE);
    bench_free(&b);
}

static void a_constraint_is_of_coordinates_in_their_order(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT(LINEAR("joints='turn lift' coefficients='0.1 -1' "
                                                  "value='0.25'")));
    assert_int_equal(c->terms_count, 2);
    assert_int_equal(c->terms[0].coordinate, 0);
    assert_number(c->terms[0].coefficient, -1);
    assert_int_equal(c->terms[1].coordinate, 1);
    assert_number(c->terms[1].coefficient, 0.1);
    assert_number(c->value, 0.25);
    bench_free(&b);
}

/* 3 copy + 4 turn - lift = 1 with copy = 0.5 - 2 turn: -2 turn - lift = -0.5 */
static void a_follower_counts_by_its_ratio(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT(LINEAR("joints='copy turn lift' "
                                                  "coefficients='3 4 -1' value='1'")));
    assert_int_equal(c->terms_count, 2);
    assert_number(c->terms[0].coefficient, -1);
    assert_number(c->terms[1].coefficient, -2);
    assert_number(c->value, -0.5);
    bench_free(&b);
}

static void a_constraint_of_the_users_own_lists_its_coordinates(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(&b, ROBOT("<tauflow:constraint kind='user' name='c' "
                                           "joints='copy lift'/>"));
    assert_int_equal(c->what.kind, CUT_USER);
    assert_int_equal(c->terms_count, 2);
    assert_int_equal(c->terms[0].coordinate, 0);
    assert_int_equal(c->terms[1].coordinate, 1);
    bench_free(&b);
}

/* Its coordinate is the one that turns it, its centre the joint. */
static void a_wheel_rolls_by_its_joint(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_cut *c = only_cut(
        &b, ROBOT("<link name='wheel'/>" JOINT("spin", "continuous", "tool", "wheel",
                                               "<axis xyz='0 1 0'/>")
                  "<tauflow:constraint kind='rolling' name='c' joint='spin' radius='0.3' "
                  "height='-1' drop='y z'/>"));
    assert_int_equal(c->what.kind, CUT_ROLLING);
    assert_int_equal(cut_rows(&c->what), 1);
    assert_int_equal(c->terms_count, 1);
    assert_int_equal(c->terms[0].coordinate, b.t.bodies[c->body[1]].coordinate);
    assert_string_equal(b.t.bodies[c->body[1]].name, "spin");
    assert_int_equal(c->body[0], 0);
    assert_int_equal(c->seen_from, 0);
    assert_number(c->what.radius_m, 0.3);
    assert_number(c->what.height_m, -1);
    assert_true(tree_rolls(&b.t));
    bench_free(&b);
}

static void assert_refused(const char *xml, const char *expected)
{
    bench b = bench_make();
    assert_read(&b, xml);
    assert_int_equal(tree_build(&b.tree_mem, &b.r, &PLAIN, &b.t, &b.d), STATUS_INPUT);
    assert_entry(&b.d.error, expected);
    bench_free(&b);
}

static void what_cannot_move_is_refused(void **state)
{
    (void)state;
    assert_refused(ROBOT(CUT("ball", "a='base' b='plate'")),
                   "7:1: cut 'c': links 'base' and 'plate' do not move against each other");
    assert_refused(ROBOT(LINEAR("joints='copy turn' coefficients='1 2'")),
                   "7:1: constraint 'c': no joint is left in it");
    assert_refused(ROBOT(LINEAR("joints='weld' coefficients='1'")),
                   "7:1: constraint 'c': robot 'r' has no moving joint 'weld' (joints: lift, "
                   "turn)");
}

static void free_bodies_are_not_joined_to_others(void **state)
{
    (void)state;
    assert_refused(ROBOT("<link name='drone'/>" JOINT("fly", "floating", "base", "drone", "")
                         CUT("ball", "a='tool' b='drone'")),
                   "8:1: cut 'c': where free bodies are is no input, so nothing joins them to "
                   "others");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_rides_on_the_body_that_carries_its_link),
        cmocka_unit_test(the_nearest_body_that_carries_both_ends_is_found),
        cmocka_unit_test(angles_of_a_body_cut_are_exact),
        cmocka_unit_test(dropped_rows_are_those_of_the_axes_of_a),
        cmocka_unit_test(a_constraint_is_of_coordinates_in_their_order),
        cmocka_unit_test(a_follower_counts_by_its_ratio),
        cmocka_unit_test(a_constraint_of_the_users_own_lists_its_coordinates),
        cmocka_unit_test(a_wheel_rolls_by_its_joint),
        cmocka_unit_test(what_cannot_move_is_refused),
        cmocka_unit_test(free_bodies_are_not_joined_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
