/* SPDX-License-Identifier: MIT */
/* What others read as well: axes of any length always, and with --lenient xacro that was left in
 * and mimics of nobody. What is changed or left out is told. */
#include "unit/urdf_pieces.h"

#include <math.h>

static status read_leniently(bench *b, const char *xml)
{
    urdf_options options = urdf_options_default();
    options.lenient = true;
    return bench_read_bytes(b, xml, strlen(xml), &options);
}

static void assert_read_with_note(bench *b, const char *xml, const char *note)
{
    const status done = read_leniently(b, xml);
    if (done != STATUS_OK)
        print_error("%u:%u: %s\n", b->d.error.at.line, b->d.error.at.column, b->d.error.text);
    assert_int_equal(done, STATUS_OK);
    assert_int_equal(b->d.warnings_count, 0);
    assert_int_equal(b->d.notes_count, 1);
    assert_entry(&b->d.notes[0], note);
}

static void axes_of_any_length_are_normalised_with_a_note(void **state)
{
    (void)state;
    static const char NOTE[] = "5:2: axes of 1 joint ('j') normalised: they were no unit vectors";
    bench b = bench_make();
    assert_read(&b, AXIS("0 0 2"));
    assert_vec3(b.r.joints[0].axis, 0, 0, 1);
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0], NOTE);
    /* rounded once where it is made, once where it is divided, and the root of a half once */
    assert_read(&b, AXIS("1 1 0"));
    assert_near(b.r.joints[0].axis.v[0], sqrt(0.5), 2e-16);
    assert_near(b.r.joints[0].axis.v[1], sqrt(0.5), 2e-16);
    assert_number(b.r.joints[0].axis.v[2], 0);
    assert_entry(&b.d.notes[0], NOTE);
    assert_read(&b, AXIS("-3e-200 0 4e-200")); /* whose squares are nothing */
    assert_near(b.r.joints[0].axis.v[0], -0.6, 2e-16);
    assert_near(b.r.joints[0].axis.v[2], 0.8, 2e-16);
    bench_free(&b);
}

static void axes_printed_with_few_digits_get_no_note(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, AXIS("0 0 0.9991")); /* the edge: a thousandth */
    assert_int_equal(b.d.notes_count, 0);
    assert_read(&b, AXIS("0 0 1.0009"));
    assert_int_equal(b.d.notes_count, 0);
    assert_read(&b, AXIS("0 0 0.9989"));
    assert_int_equal(b.d.notes_count, 1);
    assert_read(&b, AXIS("0 0 1.0011"));
    assert_int_equal(b.d.notes_count, 1);
    bench_free(&b);
}

static void all_axes_get_one_note(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(THREE ARM("j", "a", "b", "<axis xyz='0 0 2'/>")
                              ARM("k", "b", "c", "<axis xyz='0 3 0'/>")));
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0],
                 "3:68: axes of 2 joints ('j' first) normalised: they were no unit vectors");
    bench_free(&b);
}

static void elements_of_xacro_are_skipped_with_one_note(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read_with_note(
        &b,
        ROBOT(LINKS "<xacro:include filename='x'/>" ARM("j", "a", "b", "<xacro:limits/>")
              "<xacro:if value='1'><link name='c'/><xacro:if value='0'/>" ARM("k", "b", "c", "")
              "</xacro:if><xacro:include filename='y'/>" ARM("l", "b", "d", "")
              "<link name='d'/>"),
        "3:1: 4 elements of xacro skipped, with all that stands inside: <xacro:include> (2), "
        "<xacro:limits>, <xacro:if>");
    assert_int_equal(b.r.links_count, 3);
    assert_int_equal(b.r.joints_count, 2);
    assert_string_equal(b.r.joints[1].name, "l");
    bench_free(&b);
}

static void foreign_elements_with_links_are_skipped_too(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read_with_note(
        &b,
        ROBOT(LINKS "<m:macro>\n<link name='c'/><link name='d'/></m:macro>" ARM("j", "a", "b", "")),
        "4:1: 1 element of xacro skipped, with all that stands inside: <m:macro>");
    assert_int_equal(b.r.links_count, 2);
    bench_free(&b);
}

static void eight_kinds_of_elements_are_named_and_more_counted(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read_with_note(
        &b,
        ROBOT("<link name='a'/>\n<xacro:a/><xacro:b/><xacro:c/><xacro:d/><xacro:e/><xacro:f/>"
              "<xacro:g/><xacro:h/><xacro:i/><xacro:j/><xacro:a/>"),
        "3:1: 11 elements of xacro skipped, with all that stands inside: <xacro:a> (2), <xacro:b>, "
        "<xacro:c>, <xacro:d>, <xacro:e>, <xacro:f>, <xacro:g>, <xacro:h> and 2 more");
    bench_free(&b);
}

static void names_of_xacro_are_taken_literally(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read_with_note(&b,
                          ROBOT("<link name='${p}a'/><link name='b'>\n<visual name='$(arg v)'/>"
                                "</link>" ARM("j", "${p}a", "b", "")),
                          "2:1: 3 values of xacro (name='${p}a' first) taken literally");
    assert_string_equal(b.r.links[0].name, "${p}a");
    bench_free(&b);
}

static void numbers_of_xacro_are_refused_all_the_same(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_int_equal(read_leniently(&b, INERTIAL("<mass value='${m}'/>")), STATUS_INPUT);
    assert_entry(&b.d.error,
                 "4:1: link 'a': value of <mass>: '${m}' is not a finite decimal number");
    assert_int_equal(read_leniently(&b, "<xacro:robot name='r'/>"), STATUS_INPUT);
    assert_entry(&b.d.error, "1:1: <xacro:robot> is xacro: --xacro lets the program 'xacro' "
                             "expand the file");
    bench_free(&b);
}

static void mimics_of_missing_joints_move_on_their_own(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read_with_note(
        &b,
        ROBOT(THREE ARM("j", "a", "b", "<mimic joint='z' multiplier='3' offset='2'/>")
                  ARM("k", "b", "c", "<mimic joint='j' multiplier='5' offset='7'/>")),
        "3:68: joint 'j' mimics joint 'z', which does not exist: it moves on its own");
    assert_int_equal(b.r.joints[0].mimic_joint, ROBOT_NONE);
    assert_number(b.r.joints[0].mimic_ratio, 1);
    assert_number(b.r.joints[0].mimic_offset, 0);
    assert_int_equal(b.r.joints[1].mimic_joint, 0); /* and others follow it as before */
    assert_number(b.r.joints[1].mimic_ratio, 5);
    assert_number(b.r.joints[1].mimic_offset, 7);
    bench_free(&b);
}

static void leniency_changes_nothing_where_nothing_is_wrong(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_int_equal(read_leniently(&b, ROBOT(LINKS ARM("j", "a", "b", "<mimic joint='j'/>"))),
                     STATUS_INPUT);
    assert_entry(&b.d.error, "3:68: joint 'j' mimics itself");
    assert_int_equal(read_leniently(&b, ROBOT(THREE ARM("j", "a", "b", "<axis xyz='0 0 1'/>")
                                                  ARM("k", "b", "c", "<mimic joint='j'/>"))),
                     STATUS_OK);
    assert_int_equal(b.d.notes_count, 0);
    assert_int_equal(b.r.joints[1].mimic_joint, 0);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_of_any_length_are_normalised_with_a_note),
        cmocka_unit_test(axes_printed_with_few_digits_get_no_note),
        cmocka_unit_test(all_axes_get_one_note),
        cmocka_unit_test(elements_of_xacro_are_skipped_with_one_note),
        cmocka_unit_test(foreign_elements_with_links_are_skipped_too),
        cmocka_unit_test(eight_kinds_of_elements_are_named_and_more_counted),
        cmocka_unit_test(names_of_xacro_are_taken_literally),
        cmocka_unit_test(numbers_of_xacro_are_refused_all_the_same),
        cmocka_unit_test(mimics_of_missing_joints_move_on_their_own),
        cmocka_unit_test(leniency_changes_nothing_where_nothing_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
