/* SPDX-License-Identifier: MIT */
/* Trees that once lost digits, made as small as they get, in many states of the second opinion:
 * each lost them by a choice that has nothing to do with how hard its numbers are. */
#include "unit/check_fixture.h"

#define ROUND(j) "ixx='" j "' iyy='" j "' izz='" j "'"
#define LINK(name, mass, com, moments)                                                          \
    "<link name='" name "'><inertial><origin xyz='" com "'/><mass value='" mass "'/>"            \
    "<inertia " moments "/></inertial></link>"
#define JOINT(name, type, from, to, xyz, rpy, axis)                                              \
    "<joint name='" name "' type='" type "'><parent link='" from "'/><child link='" to "'/>"      \
    "<origin xyz='" xyz "' rpy='" rpy "'/><axis xyz='" axis "'/>"                                \
    "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"

static void assert_passes(const char *xml, function_kind function, bool floats, uint32_t states)
{
    subject s = subject_make(function);
    const check_wish wish = {.seed = 1, .states = states};
    check_result found;
    s.how.urdf.snap_rad = 0;
    s.how.tree.floating_base = floats;
    s.how.tree.gravity_ms2 = (vec3){{0, 0, -9.81}};
    assert_true(subject_read_text(&s, xml));
    s.d = diag_make(&s.mem);
    if (check_graph(&s.mem, &s.f.robot, &s.f.options, &s.f.ops, &wish, &found, &s.d) != STATUS_OK)
        fail_msg("%s", s.d.error.text);
    assert_true(found.done);
    subject_free(&s);
}

/* The sliding link stands far along a skew axis, where its foot is no place for the origin of a
 * body that carries a frame 6 micrometres off that axis. */
#define SKEW "-0.41170380391258998 0.59635313078878316 -0.68910295284472456"
static void origins_stay_near_what_their_joint_moves(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='w'/><link name='a'/><link name='o'/><link name='b'/>"
        "<link name='near'/><link name='far'/>"
        JOINT("h", "prismatic", "w", "a", "0 0 0", "0 0 -1.82", "0 4.5216811085736188e-05 -1")
        JOINT("i", "revolute", "a", "o", "0 0 0", "0 0 0", "0 0 -1")
        JOINT("j", "revolute", "a", "b", "0.12 35700 8.22", "0 0 0", SKEW)
        JOINT("k", "prismatic", "b", "far", "-9740 0 0", "0 0 0", "0 0 1")
        JOINT("l", "revolute", "b", "near", "0 -5.95e-06 0", "3.14 0 0", "0 0 1") "</robot>";
    assert_passes(XML, FUNCTION_JACOBIAN, false, 50);
    assert_passes(XML, FUNCTION_VELOCITY, false, 50);
    assert_passes(XML, FUNCTION_ACCELERATION, false, 50);
}

/* An arm of 300 km that turns about z: in axes at 45 degrees to it all of its second moments are
 * large, and where it lies along y what the base feels about y is their difference. */
static void axes_of_a_long_arm_stand_along_it(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'>" LINK("w", "1", "0 0 0", "ixx='416' iyy='0.047' izz='0.005'")
        LINK("a", "5.35e-6", "0 0 4.34", "ixx='4390' iyy='0.00371' izz='0.317'")
        LINK("b", "1", "0 0 91.4", "ixx='2310' iyy='4130' izz='4.77e-06'")
        LINK("c", "87", "0 0 0", "ixx='70600' iyy='7.8e-05' izz='2.06e-05'")
        JOINT("i", "revolute", "w", "a", "0 0 0", "0 0 0", "0 0 -1")
        JOINT("j", "revolute", "a", "b", "0 307239 0", "5.5 0 3.9269908169872414", "0 0 -1")
        JOINT("k", "revolute", "b", "c", "0 0 0", "0 0 0",
              "0.16926511734464184 0.94493197821149844 -0.28009440659107943") "</robot>";
    assert_passes(XML, FUNCTION_MASS, true, 300);
}

/* Two axes 4e-24 rad apart, across the arm between them: which way is known to eight digits, and
 * the angle of the second must not lose the 8e-10 rad for that. */
#define TILT "0 -1 4.8892904625357059e-15"
static void a_tilt_that_is_barely_known_leaves_the_angle_alone(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'>" LINK("w", "1", "0 0 0", "ixx='4470' iyy='3.04e-06' izz='267'")
        LINK("a", "1", "0 0 0", ROUND("0.3")) LINK("b", "1", "0 0 0", ROUND("19"))
        LINK("c", "1", "0 0 0", "ixx='65.7' iyy='1100' izz='112000'")
        LINK("d", "1", "0 0 0", "ixx='0.000371' iyy='0.0408' izz='0.00112'")
        LINK("e", "1", "2.79e-06 0 0", "ixx='0.00095' iyy='30500' izz='0.000107'")
        JOINT("g", "prismatic", "w", "a", "0 0 0", "0 0 0", "-1 0 2.9578946541842939e-14")
        JOINT("h", "prismatic", "a", "b", "0 0 0", "0 0 0", TILT)
        JOINT("i", "revolute", "b", "c", "0 0 0", "0 0 0", TILT)
        JOINT("j", "revolute", "c", "d", "0 0 0", "0 0 0", TILT)
        JOINT("k", "revolute", "d", "e", "-416000 0 -12800", "0 -8.03e-10 0", TILT) "</robot>";
    assert_passes(XML, FUNCTION_GRAVITY, true, 20);
    assert_passes(XML, FUNCTION_ID, true, 20);
}

/* Links without mass before a heavy one: what is regrouped from that makes inertias of no body,
 * whose trace is below zero in a few states. A pivot is left of a number above zero. */
static void what_a_pivot_is_left_of_is_above_zero(void **state)
{
    (void)state;
    static const char *const SKEW_Z = "0.033801673757419277 -0.10585207460500326 "
                                      "0.99380721729770805";
    char xml[4096];
    snprintf(xml, sizeof xml,
             "<robot name='r'><link name='w'/><link name='a'/><link name='b'/>"
             LINK("c", "420244.73", "0 0 679.73", "ixx='5.06521' iyy='5.06521' izz='7.6e-05'")
             JOINT("i", "revolute", "w", "a", "0 0 0", "0 5.497787143782138 0", "%s")
             JOINT("j", "revolute", "a", "b", "0 5039.0279 0", "0 0 4.7123889803846897", "%s")
             JOINT("k", "revolute", "b", "c", "0 -1730.3574 -0.2024", "0 0 5.497787143782138",
                   "%s") "</robot>", SKEW_Z, SKEW_Z, SKEW_Z);
    assert_passes(xml, FUNCTION_ABA, false, 4000);
}

/* A link of 5 t fixed 280 km from the centre of another: what the joint before them feels about the
 * way between is the difference of two moments of 3e14 kg m2, which doubles hold to 0.03. */
static void joined_links_keep_the_difference_of_their_moments(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='w'/>"
        LINK("a", "1", "0 0 0", "ixx='338000' iyy='16.2' izz='0.000536'")
        LINK("b", "15000", "0 15.5 -280000", "ixx='165000' iyy='0.282' izz='184000'")
        LINK("c", "4680", "0 0 0", "ixx='0.19' iyy='5.47' izz='0.000107'")
        JOINT("i", "revolute", "w", "a", "0 0 0", "0 0 0", "0 0 -1")
        JOINT("j", "revolute", "a", "b", "0 0 0", "1.57 0 0", "0 0 -1")
        JOINT("k", "fixed", "b", "c", "0 0 0", "0 0 0", "0 0 1") "</robot>";
    assert_passes(XML, FUNCTION_BIAS, false, 50);
    assert_passes(XML, FUNCTION_ID_DERIVATIVES, false, 10);
}

/* A joint that turns back what the one before it turned: that joint moves all that follows by two
 * micrometres, and its terms, 544 km each, leave a pivot with few digits. The judge of columns has
 * to take others. */
static void pivots_of_the_judge_are_no_difference_of_large_terms(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='w'/><link name='a'/><link name='b'/><link name='c'/>"
        "<link name='d'/><link name='e'/>"
        JOINT("i", "revolute", "w", "a", "0 0 0", "0 0 0", "0 0 1")
        "<joint name='back' type='revolute'><parent link='a'/><child link='b'/>"
        "<origin xyz='0 -1.82e-06 0'/><axis xyz='0 0 1'/><mimic joint='i' multiplier='-1'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"
        JOINT("j", "revolute", "b", "c", "0 -5.44e+05 0", "0 0 0", "-0.000249 0 1")
        JOINT("k", "prismatic", "c", "d", "0 0 0", "0 0 0", "1 0 0")
        JOINT("l", "revolute", "d", "e", "0 0 0", "0 0 0", "1 0 0") "</robot>";
    assert_passes(XML, FUNCTION_REGRESSOR, false, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(origins_stay_near_what_their_joint_moves),
        cmocka_unit_test(axes_of_a_long_arm_stand_along_it),
        cmocka_unit_test(a_tilt_that_is_barely_known_leaves_the_angle_alone),
        cmocka_unit_test(joined_links_keep_the_difference_of_their_moments),
        cmocka_unit_test(what_a_pivot_is_left_of_is_above_zero),
        cmocka_unit_test(pivots_of_the_judge_are_no_difference_of_large_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
