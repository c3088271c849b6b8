/* SPDX-License-Identifier: MIT */
/* Every message of the reader about what a file says, with its place: one test each. */
#include "unit/urdf_pieces.h"
#include "unit/refusals.h"

#define WITH_XACRO "--xacro lets the program 'xacro' expand the file"

static const refusal REFUSALS[] = {
    /* XML */
    {"empty_file", "", "1:1: broken XML: no element found"},
    {"truncated_in_a_tag", "<robot name='r'>\n<link name='a'",
     "2:1: broken XML in or after robot 'r': unclosed token"},
    {"truncated_in_a_link", "<robot name='r'>\n<link name='arm'>\n",
     "3:1: broken XML in or after link 'arm': no element found"},
    {"mismatched_tag", "<robot name='r'>\n<link name='arm'>\n</joint>",
     "3:3: broken XML in or after link 'arm': mismatched tag"},
    {"text_after_the_robot", "<robot name='r'><link name='a'/></robot>\nx",
     "2:1: broken XML in or after link 'a': junk after document element"},
    {"repeated_attribute", "<robot name='r' name='s'/>", "1:17: broken XML: duplicate attribute"},
    {"bad_utf8", "<robot name='r'>\n<link name='\xff'/></robot>",
     "2:13: broken XML in or after robot 'r': not well-formed (invalid token)"},
    {"unknown_encoding", "<?xml version='1.0' encoding='klingon'?><robot name='r'/>",
     "1:31: broken XML: unknown encoding"},
    {"undefined_entity", "<robot name='&what;'/>", "1:1: broken XML: undefined entity"},
    {"entity_declarations",
     "<!DOCTYPE robot [\n<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>\n<robot name='&b;'/>",
     "1:17: a DOCTYPE with declarations of its own is not accepted"},
    {"not_a_robot", "<?xml version='1.0'?>\n <sdf/>",
     "2:2: the outermost element is <sdf>, neither <robot> (URDF) nor <mujoco> (MJCF)"},
    /* names */
    {"robot_without_name", "<robot><link name='a'/></robot>", "1:1: <robot> has no name"},
    {"link_without_name", ROBOT("<link/>"), "2:1: <link> has no name"},
    {"joint_with_empty_name", ROBOT(LINKS "<joint name='' type='fixed'/>"),
     "3:1: <joint> has no name"},
    {"name_with_line_break", ROBOT("<link name='a&#10;b'/>"),
     "2:1: link 'a?b': control character in the name"},
    {"duplicate_link", ROBOT(LINKS " <link name='a'/>"),
     "3:2: link 'a' is declared twice; first in line 2"},
    {"duplicate_joint", ROBOT(THREE ARM("j", "a", "b", "") "  " ARM("j", "b", "c", "")),
     "4:3: joint 'j' is declared twice; first in line 3"},
    {"no_links", ROBOT(""), "1:1: robot 'r' has no links"},
    /* xacro */
    {"xacro_macro", ROBOT(LINKS "<xacro:property name='m' value='1'/>" ARM("j", "a", "b", "")),
     "3:1: <xacro:property> is xacro: " WITH_XACRO ", --lenient skips it"},
    {"xacro_inside_a_link", ROBOT("<link name='a'>\n<xacro:inertia m='1'/></link>"),
     "3:1: <xacro:inertia> is xacro: " WITH_XACRO ", --lenient skips it"},
    {"xacro_under_another_prefix",
     "<robot name='r' xmlns:x='http://www.ros.org/wiki/xacro'>\n<x:arm/></robot>",
     "2:1: <x:arm> is xacro: " WITH_XACRO ", --lenient skips it"},
    {"xacro_value_of_a_mass", INERTIAL("<mass value='${m}'/>"),
     "4:1: value='${m}' is xacro: " WITH_XACRO},
    {"xacro_value_in_a_name", ROBOT("<link name='${prefix}a'/>"),
     "2:1: name='${prefix}a' is xacro: " WITH_XACRO},
    {"link_in_a_foreign_element",
     ROBOT(LINKS "<m:macro>\n<link name='c'/></m:macro>" ARM("j", "a", "b", "")),
     "4:1: <link> stands in <m:macro>, which is not URDF: if it is xacro, " WITH_XACRO
     ", --lenient skips it"},
    {"joint_in_a_foreign_element",
     ROBOT(LINKS "<group>\n<joint name='k' type='fixed'/></group>" ARM("j", "a", "b", "")),
     "4:1: <joint> stands in <group>, which is not URDF: if it is xacro, " WITH_XACRO
     ", --lenient skips it"},
    /* inertia */
    {"inertial_without_mass", INERTIAL(INERTIA("1", "0", "1", "1")),
     "5:1: link 'a': its <inertial> has no <mass>"},
    {"inertial_without_inertia", INERTIAL(MASS), "5:1: link 'a': its <inertial> has no <inertia>"},
    {"mass_without_value", INERTIAL("<mass/>"), "4:1: link 'a': <mass> has no attribute 'value'"},
    {"negative_mass", INERTIAL("<mass value='-2'/>"), "4:1: link 'a': its mass is negative (-2)"},
    {"inertia_without_izz", INERTIAL(MASS "<inertia ixx='1' iyy='1'/>"),
     "5:1: link 'a': <inertia> has no attribute 'izz'"},
    {"two_inertials",
     ROBOT("<link name='a'><inertial>" MASS INERTIA("1", "0", "1",
                                                    "1") "</inertial>\n<inertial/></link>"),
     "5:1: link 'a' has two <inertial>"},
    {"two_masses", INERTIAL(MASS MASS), "5:1: link 'a' has two <mass>"},
    /* numbers */
    {"nan_mass", INERTIAL("<mass value='nan'/>"),
     "4:1: link 'a': value of <mass>: 'nan' is not a finite decimal number"},
    {"infinite_inertia", INERTIAL(MASS INERTIA("inf", "0", "1", "1")),
     "5:1: link 'a': ixx of <inertia>: 'inf' is not a finite decimal number"},
    {"infinite_offdiagonal", INERTIAL(MASS INERTIA("1", "-Infinity", "1", "1")),
     "5:1: link 'a': ixy of <inertia>: '-Infinity' is not a finite decimal number"},
    {"overflowing_number", ORIGIN("xyz='0 1e999 0'"),
     "5:2: joint 'j': xyz of <origin>: '1e999' is out of range (at most 1e+30)"},
    {"huge_number", ORIGIN("rpy='0 0 -2e30'"),
     "5:2: joint 'j': rpy of <origin>: '-2e30' is out of range (at most 1e+30)"},
    {"hexadecimal_number", ORIGIN("xyz='0x10 0 0'"),
     "5:2: joint 'j': xyz of <origin>: '0x10' is not a finite decimal number"},
    {"decimal_comma", ORIGIN("xyz='0 0 1,5'"),
     "5:2: joint 'j': xyz of <origin>: '1,5' is not a finite decimal number"},
    {"trailing_text", ORIGIN("xyz='0 0 1m'"),
     "5:2: joint 'j': xyz of <origin>: '1m' is not a finite decimal number"},
    {"lone_exponent", ORIGIN("xyz='0 0 1e'"),
     "5:2: joint 'j': xyz of <origin>: '1e' is not a finite decimal number"},
    {"lone_sign", ORIGIN("xyz='0 0 +'"),
     "5:2: joint 'j': xyz of <origin>: '+' is not a finite decimal number"},
    {"lone_point", ORIGIN("xyz='0 0 .'"),
     "5:2: joint 'j': xyz of <origin>: '.' is not a finite decimal number"},
    {"two_numbers_for_three", ORIGIN("xyz='0 0'"),
     "5:2: joint 'j': xyz of <origin>: 3 numbers wanted, 2 found"},
    {"four_numbers_for_three", ORIGIN("rpy='0 0 0 0'"),
     "5:2: joint 'j': rpy of <origin>: 3 numbers wanted, 4 found"},
    {"two_numbers_for_one", INERTIAL("<mass value='1 2'/>"),
     "4:1: link 'a': value of <mass>: 1 number wanted, 2 found"},
    {"no_number", INERTIAL("<mass value=' '/>"),
     "4:1: link 'a': value of <mass>: 1 number wanted, 0 found"},
    {"long_garbage_is_cut",
     INERTIAL(
         "<mass value='xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'/>"),
     "4:1: link 'a': value of <mass>: "
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' "
     "is not a finite decimal number"},
    /* joints */
    {"unknown_joint_type", ROBOT(LINKS JOINT("screw", "")),
     "3:1: joint 'j': unknown joint type 'screw'"},
    {"joint_without_type", ROBOT(LINKS "<joint name='j'/>"),
     "3:1: joint 'j': <joint> has no attribute 'type'"},
    {"zero_axis", AXIS("0 0 0"), "5:2: joint 'j': its axis is zero"},
    {"zero_planar_axis", ROBOT(LINKS JOINT("planar", "<axis xyz='0 0 0'/>\n")),
     "5:1: joint 'j': its axis is zero"},
    {"axis_without_xyz", ROBOT(LINKS JOINT("revolute", "<axis/>\n")),
     "5:1: joint 'j': <axis> has no attribute 'xyz'"},
    {"two_axes", ROBOT(LINKS JOINT("revolute", "<axis xyz='1 0 0'/>\n<axis xyz='1 0 0'/>\n")),
     "6:1: joint 'j' has two <axis>"},
    {"joint_without_parent", ROBOT(LINKS "<joint name='j' type='fixed'><child link='b'/></joint>"),
     "3:1: joint 'j' has no <parent>"},
    {"joint_without_child", ROBOT(LINKS "<joint name='j' type='fixed'><parent link='a'/></joint>"),
     "3:1: joint 'j' has no <child>"},
    {"parent_without_link", ROBOT(LINKS "<joint name='j' type='fixed'>\n<parent/></joint>"),
     "4:1: joint 'j': <parent> has no attribute 'link'"},
    {"unknown_parent", ROBOT(LINKS ARM("j", "z", "b", "")),
     "3:33: joint 'j': its parent link 'z' does not exist"},
    {"unknown_child", ROBOT(LINKS ARM("j", "a", "z", "")),
     "3:51: joint 'j': its child link 'z' does not exist"},
    /* the tree */
    {"link_joined_to_itself", ROBOT(LINKS ARM("j", "b", "b", "")),
     "3:1: joint 'j' joins link 'b' to itself"},
    {"child_of_two_joints", ROBOT(THREE ARM("j", "a", "c", "") ARM("k", "b", "c", "")),
     "4:51: link 'c' is the child of two joints, 'j' and 'k' (--cut auto cuts loops open)"},
    {"loop_of_all_links",
     ROBOT(THREE ARM("j", "a", "b", "") ARM("k", "b", "c", "") ARM("l", "c", "a", "")),
     "5:1: joint 'l' closes a loop: link 'a' is below itself (--cut auto cuts loops open)"},
    {"loop_beside_the_tree",
     ROBOT(THREE "<link name='d'/>" ARM("l", "c", "b", "") ARM("k", "b", "c", "")
               ARM("j", "a", "d", "")),
     "4:1: joint 'k' closes a loop: link 'c' is below itself (--cut auto cuts loops open)"},
    {"lone_link", ROBOT(THREE ARM("j", "a", "b", "")),
     "2:33: link 'c' is not connected to any other link"},
    {"two_roots", ROBOT(THREE "<link name='d'/>\n" ARM("j", "a", "b", "") ARM("k", "c", "d", "")),
     "2:33: two roots: neither link 'a' nor link 'c' is the child of a joint"},
    /* mimic */
    {"mimic_of_nothing", ROBOT(LINKS ARM("j", "a", "b", "<mimic joint='z'/>")),
     "3:68: joint 'j' mimics joint 'z', which does not exist (--lenient lets it move on its own)"},
    {"mimic_without_joint", ROBOT(LINKS ARM("j", "a", "b", "<mimic/>")),
     "3:68: joint 'j': <mimic> has no attribute 'joint'"},
    {"mimic_of_itself", ROBOT(LINKS ARM("j", "a", "b", "<mimic joint='j'/>")),
     "3:68: joint 'j' mimics itself"},
    {"mimic_circle",
     ROBOT(THREE ARM("j", "a", "b", "<mimic joint='k'/>") ARM("k", "b", "c", "<mimic joint='j'/>")),
     "3:68: joint 'j' mimics joint 'k', and so on in a circle"},
    {"planar_mimic", ROBOT(THREE ARM("m", "b", "c", "") JOINT("planar", "<mimic joint='m'/>\n")),
     "6:1: joint 'j' is planar and cannot mimic another"},
    {"floating_mimic",
     ROBOT(THREE ARM("m", "b", "c", "") JOINT("floating", "<mimic joint='m'/>\n")),
     "6:1: joint 'j' is floating and cannot mimic another"},
    {"mimic_of_a_fixed_joint",
     ROBOT(THREE JOINT("fixed", "") ARM("m", "b", "c", "<mimic joint='j'/>")),
     "6:68: joint 'm' mimics joint 'j', which is fixed"},
    {"nan_mimic_ratio", ROBOT(LINKS ARM("j", "a", "b", "<mimic joint='k' multiplier='NaN'/>")),
     "3:68: joint 'j': multiplier of <mimic>: 'NaN' is not a finite decimal number"},
    {"exploding_mimic_chain",
     ROBOT(THREE "<link name='d'/>\n" ARM("j", "a", "b", "")
               ARM("k", "b", "c", "<mimic joint='j' multiplier='1e20'/>")
                   ARM("l", "c", "d", "<mimic joint='k' multiplier='1e20'/>")),
     "6:68: joint 'l': the ratios of its mimic chain multiply beyond 1e+30"},
    /* dynamics and rotors */
    {"damping_that_is_no_number", ROBOT(LINKS JOINT("revolute", "<dynamics damping='x'/>\n")),
     "5:1: joint 'j': damping of <dynamics>: 'x' is not a finite decimal number"},
    {"negative_friction", ROBOT(LINKS JOINT("revolute", "<dynamics friction='-0.1'/>\n")),
     "5:1: joint 'j': friction of <dynamics> is negative (-0.1)"},
    {"rotor_that_is_no_number", ROBOT(LINKS JOINT("revolute", "")
     "<transmission name='t'><motorInertia>1 kg</motorInertia></transmission>\n"),
     "6:24: transmission 't': its rotor inertia: 'kg' is not a finite decimal number"},
    {"negative_rotor", ROBOT(LINKS JOINT("revolute", "")
     "<transmission name='t'><motorInertia>-1</motorInertia></transmission>\n"),
     "6:24: transmission 't': its rotor inertia is negative (-1)"},
    {"rotor_at_reduction_0", ROBOT(LINKS JOINT("revolute", "")
     "<transmission name='t'><motorInertia>1</motorInertia>"
     "<mechanicalReduction>0</mechanicalReduction></transmission>\n"),
     "6:24: transmission 't': a rotor inertia of 1 at a reduction of 0 gives no inertia at the "
     "joint"},
    {"rotor_of_nobody", ROBOT(LINKS JOINT("revolute", "")
     "<transmission name='t'><joint name='k'/><motorInertia>1</motorInertia></transmission>\n"),
     "6:1: transmission 't': robot 'r' has no joint 'k' (joints: j)"},
};
enum { REFUSALS_COUNT = sizeof REFUSALS / sizeof REFUSALS[0] };

static void is_refused(void **state)
{
    bench b = assert_refused(*state);
    assert_string_equal(b.d.error.at.file, b.r.file);
    bench_free(&b);
}

/* --- inertias that no real body has --------------------------------------------------------- */

static const refusal DOUBTS[] = {
    {"negative_moment", INERTIAL(MASS INERTIA("1", "2", "1", "1")),
     "5:1: link 'a': no real body has this inertia: principal moments -1, 1, 3: one is negative"},
    {"triangle_inequality", INERTIAL(MASS INERTIA("1", "0", "1", "2.1")),
     "5:1: link 'a': no real body has this inertia: principal moments 1, 1, 2.1: the largest "
     "exceeds the sum of the others"},
    {"moment_just_above_dust", INERTIAL(MASS INERTIA("0", "0", "1.01e-18", "0")),
     "5:1: link 'a': no real body has this inertia: principal moments 0, 0, 1.01e-18: "
     "the largest exceeds the sum of the others"},
    {"inertia_without_mass", INERTIAL("<mass value='0'/>\n" INERTIA("1", "0", "1", "1")),
     "5:1: link 'a': no real body has this inertia: principal moments 1, 1, 1: but there is no "
     "mass"},
};
enum { DOUBTS_COUNT = sizeof DOUBTS / sizeof DOUBTS[0] };

static void is_warned_of_and_refused_when_strict(void **state)
{
    const refusal *c = *state;
    bench b = bench_make();
    assert_int_equal(bench_read(&b, c->xml), STATUS_OK);
    assert_int_equal(b.d.warnings_count, 1);
    assert_entry(&b.d.warnings[0], c->expected);
    urdf_options strict = {.strict = true};
    assert_int_equal(bench_read_bytes(&b, c->xml, strlen(c->xml), &strict), STATUS_INPUT);
    assert_entry(&b.d.error, c->expected);
    bench_free(&b);
}

static void possible_inertias_pass_the_strict_check(void **state)
{
    (void)state;
    static const char *const FINE[] = {
        INERTIAL(MASS INERTIA("1", "0", "1",
                              "2.000001")), /* inside the slack: a plate printed with few digits */
        INERTIAL(MASS INERTIA("0", "0", "0", "0")), /* a point mass */
        INERTIAL("<mass value='0'/>\n" INERTIA("0", "0", "0", "0")),
        INERTIAL(MASS INERTIA("2", "0.5", "2", "3")),
        INERTIAL(MASS INERTIA("0", "0", "1e-35", "0")),  /* dust: a point mass */
        INERTIAL(MASS INERTIA("-1e-35", "0", "1", "1")), /* below the rounding of the others */
        INERTIAL("<mass value='0'/>\n" INERTIA("1e-35", "0", "1e-35", "1e-35")),
        INERTIAL(MASS INERTIA("0", "0", "0.99e-18", "0")), /* the edge: a kilogram at a nanometre */
    };
    urdf_options strict = {.strict = true};
    for (size_t i = 0; i < sizeof FINE / sizeof FINE[0]; i++) {
        bench b = bench_make();
        assert_int_equal(bench_read_bytes(&b, FINE[i], strlen(FINE[i]), &strict), STATUS_OK);
        assert_int_equal(b.d.warnings_count, 0);
        bench_free(&b);
    }
}

int main(void)
{
    struct CMUnitTest tests[REFUSALS_COUNT + DOUBTS_COUNT + 1] = {
        cmocka_unit_test(possible_inertias_pass_the_strict_check)};
    struct CMUnitTest *doubts = test_each(tests + 1, REFUSALS, REFUSALS_COUNT, is_refused);
    test_each(doubts, DOUBTS, DOUBTS_COUNT, is_warned_of_and_refused_when_strict);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
