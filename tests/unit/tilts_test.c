/* SPDX-License-Identifier: MIT */
/* A tilt is an angle, and an angle is a sine, whatever the cosine rounds to: axes, frames and
 * sliders that are nearly along something, and what would be far or ill known because of it. */
#include "unit/solved_text.h"

#include "robot/wide.h"

/* Torque of gravity of one link at q = 0 on an axis that is tilted from z towards x, gravity along
 * -y: the centre at height z has the arm tilt x z about the axis. */
static double tilted_link(double tilt, double height, const char *moments, formalism form)
{
    char xml[1024];
    snprintf(xml, sizeof xml,
             "<robot name='r'><link name='o'/><link name='a'><inertial><origin xyz='0 0 %.17g'/>"
             "<mass value='1'/><inertia %s/></inertial></link>"
             ENDS("j", "o", "a") "<axis xyz='%.17g 0 %.17g'/></joint></robot>",
             height, moments, tilt, sqrt(1 - tilt * tilt));
    motion rest = {0};
    question gravity = {form, FUNCTION_GRAVITY, {{0, -GRAVITY, 0}}, .snap_rad = 0};
    return ask(xml, &gravity, &rest).torque[0];
}

/* Up to 3.5e-8 rad the square of the sine is less than what is known of the cosine, up to 1e-8 the
 * cosine is 1: neither decides whether there is a sine. */
static void a_tilt_of_an_axis_is_not_lost_to_its_cosine(void **state)
{
    (void)state;
    static const char *const FLAT = "ixx='.01' iyy='.02' izz='.01'",
                            *const LONG = "ixx='.01' iyy='.02' izz='.02'";
    static const double TILT[] = {1e-300, 1e-15, 1e-9,   1.05e-8, 1.1e-8, 2e-8,
                                  2.1e-8, 3e-8,  3.5e-8, 3.7e-8,  4e-8,   1e-3};
    for (size_t k = 0; k < sizeof TILT / sizeof *TILT; k++)
        for (int f = 0; f < 2; f++) {
            double flat = tilted_link(TILT[k], -0.01, FLAT, BOTH[f]);
            assert_torque(flat, GRAVITY * 0.01 * TILT[k]);
            assert_torque(tilted_link(TILT[k], 2, LONG, BOTH[f]), -GRAVITY * 2 * TILT[k]);
        }
    assert_near(tilted_link(3.5e-8, -0.01, FLAT, FORMALISM_DEFAULT), 3.4335e-9, 1e-20);
    assert_near(tilted_link(2e-8, 2, LONG, FORMALISM_DEFAULT), -3.924e-7, 1e-18);
}

/* Two equal skew axes, the second turned by some 1e-15 rad, which is several units of their
 * entries: the direction between them is known to no digit, and no frame may stand on it. */
static void nearly_equal_skew_axes_have_whole_frames(void **state)
{
    (void)state;
    static const char *const AXIS = "0.89245040897295891 -0.34405697572390631 "
                                    "-0.29181683464070024";
    motion m = {.q = {0.3, -1.2, 0.7}, .qd = {2, 3, -1}, .qdd = {5, -3, 2}};
    for (int n = 0; n < 100; n++) {
        char xml[1024];
        snprintf(xml, sizeof xml,
                 "<robot name='r'><link name='o'/><link name='a'/><link name='b'/>"
                 BODY("c", "0 0 0", "1", "ixx='0' iyy='0' izz='1'") TURNS("j", "o", "a", "")
                 ENDS("k", "a", "b") "<axis xyz='%s'/></joint>"
                 ENDS("l", "b", "c") "<origin rpy='%de-16 %de-16 %de-15'/><axis xyz='%s'/></joint>"
                 "</robot>", AXIS, 5 * (n % 5), 7 * (n / 5 % 4), 1 + n / 20, AXIS);
        answer a = solve(xml, 0, FORMALISM_DEFAULT, &m), b = solve(xml, 0, FORMALISM_CLASSIC, &m);
        for (int j = 0; j < 3; j++)
            assert_near(a.torque[j], b.torque[j], 1e-13 * fabs(b.torque[j]));
    }
}

/* A wheel that turns in place on an axis nearly parallel to its parent's: their common normal is
 * 5e13 m away, and the wheel's mass is not handed over from there. */
static void a_wheel_in_place_stays_near_its_parent(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>" BODY("a", "0 0 0", "1", ROUND("0.1"))
        BODY("b", "0 0 0", "1", ROUND("0.1")) BODY("c", "0 0 0", "1", "ixx='0' iyy='0' izz='1'")
        TURNS("j", "o", "a", "") ENDS("k", "a", "b") "<axis xyz='0 1 -2e-14'/></joint>"
        ENDS("l", "b", "c") "<origin xyz='0 0 1'/><axis xyz='0 1 0'/></joint></robot>";
    motion m = {.q = {0.3, -1.2, 0.7}, .qd = {2, 3, -1}, .qdd = {5, -3, 2}};
    answer a = solve(XML, 0, FORMALISM_DEFAULT, &m), b = solve(XML, 0, FORMALISM_CLASSIC, &m);
    for (int j = 0; j < 3; j++)
        assert_near(a.torque[j], b.torque[j], 1e-13 * fabs(b.torque[j]));
}

/* Two axes a hair off x and z, either way round: frames along both have angles a hair off one, two
 * or three right ones. */
static void write_hairs(char *xml, size_t bytes, int ways, const char *moments)
{
    snprintf(xml, bytes,
             "<robot name='r'>" BODY("o", "0 0 0", "1", ROUND("1")) "<link name='a'/>"
             BODY("b", "0 0 0", "1", "%s")
             ENDS("j", "o", "a") "<axis xyz='%d %s6e-12 0'/></joint>"
             ENDS("k", "a", "b") "<origin rpy='0 0 %s'/><axis xyz='0 %s5e-14 %d'/></joint></robot>",
             moments, ways & 1 ? 1 : -1, ways & 2 ? "" : "-", ways & 4 ? "0" : "3.1415926535897931",
             ways & 8 ? "" : "-", ways & 16 ? 1 : -1);
}

/* The offset of an angle is that hair, and not a right angle that has rounded it off: at q = 0 no
 * digit is lost. */
static void a_hair_off_a_right_angle_keeps_its_digits(void **state)
{
    (void)state;
    motion m = {.qd = {2, 3}, .qdd = {5, -3}};
    for (int ways = 0; ways < 32; ways++) {
        char xml[1024];
        write_hairs(xml, sizeof xml, ways, "ixx='1' iyy='0' izz='0'");
        answer a = solve(xml, 0, FORMALISM_DEFAULT, &m), b = solve(xml, 0, FORMALISM_CLASSIC, &m);
        for (int j = 0; j < 2; j++)
            assert_near(a.torque[j], b.torque[j], 1e-13 * fabs(b.torque[j]));
    }
}

/* Whatever is written of them turns by the right angles, too. */
static void every_function_counts_right_angles(void **state)
{
    (void)state;
    static const function_kind ASKED[] = {FUNCTION_ID,       FUNCTION_BIAS,     FUNCTION_MASS,
                                          FUNCTION_POSITION, FUNCTION_VELOCITY, FUNCTION_JACOBIAN,
                                          FUNCTION_ABA,      FUNCTION_ID_DERIVATIVES};
    motion m = {.q = {0.3, -1.2}, .qd = {2, 3}, .qdd = {5, -3}, .tau = {1, 2}};
    for (size_t k = 0; k < sizeof ASKED / sizeof *ASKED; k++)
        for (int ways = 0; ways < 32; ways++) {
            char xml[1024];
            write_hairs(xml, sizeof xml, ways, "ixx='1' iyy='2' izz='2.5'");
            question what = {.form = FORMALISM_DEFAULT, .function = ASKED[k]};
            bool aba = what.floats = ASKED[k] == FUNCTION_ABA; /* the base feels all that turns */
            answer a = ask(xml, &what, &m);
            what.form = FORMALISM_CLASSIC;
            what.function = aba ? FUNCTION_FD : ASKED[k]; /* aba has but one formalism */
            answer b = ask(xml, &what, &m);
            assert_int_equal(a.outputs, b.outputs);
            for (uint32_t i = 0; i < (aba ? 8 : a.outputs); i++) /* without pivots */
                assert_near(a.torque[i], b.torque[i], 1e-11 * (1 + fabs(b.torque[i])));
        }
}

/* Sliders along y, along x and a hair off y, body by body: pushed along x the last one's inertia
 * pulls the first by -1e-10. Its axis is 1 along y, and still not y. */
static void a_slider_nearly_along_an_axis_is_not_along_it(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>" BODY("a", "0 0 0", "1", ROUND("0"))
        BODY("b", "0 0 0", "1", ROUND("0")) BODY("c", "0 0 0", "1", ROUND("0"))
        SLIDES("j", "o", "a", "0 1 0") SLIDES("k", "a", "b", "1 0 0")
        SLIDES("l", "b", "c", "-4e-10 1 0") "</robot>";
    motion m = {.tau = {0, 1, 0}};
    for (int f = 0; f < 2; f++) {
        question aba = {.form = BOTH[f], .function = FUNCTION_ABA};
        answer a = ask(XML, &aba, &m);
        assert_torque(a.torque[0], -1e-10);
        assert_torque(a.torque[1], 0.5);
        assert_torque(a.torque[2], 3e-10);
    }
}

/* Each moment is one that a mass has, but the product is not: turned, it cancels in their sum. */
static void products_that_no_mass_has_lose_no_digit(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>"
        BODY("a", "0 0 0", "1", "ixx='159881' iyy='1e-3' izz='159881' ixz='200'")
        ENDS("j", "o", "a") "<axis xyz='0 1 0'/></joint></robot>";
    motion turned = {.q = {0.7}};
    for (int f = 0; f < 2; f++) {
        question mass = {.form = BOTH[f], .function = FUNCTION_MASS};
        assert_torque(ask(XML, &mass, &turned).torque[0], 1e-3);
    }
}

/* A tray that slides on a body that floats, light but long, and a heavy wheel on it, near in x and
 * far in z: the tray's frame does not stand at its own centre, from where x would be lost. */
static void a_slider_stands_near_in_every_direction(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'>" BODY("o", "0 0 0", "1", ROUND("1"))
        BODY("tray", "30000 0 0", "0.001", ROUND("0")) BODY("wheel", "0 0 0", "30000", ROUND("0"))
        "<joint name='j' type='prismatic'><parent link='o'/><child link='tray'/>"
        "<origin xyz='1 0 0'/><axis xyz='0 0 1'/><limit effort='1' velocity='1'/></joint>"
        ENDS("k", "tray", "wheel") "<origin xyz='0 0 -10000'/><axis xyz='0 1 0'/></joint></robot>";
    motion m = {.q = {0.3, -1.2}};
    question mass = {.form = FORMALISM_DEFAULT, .function = FUNCTION_MASS, .floats = true};
    answer a = ask(XML, &mass, &m);
    double along_x = 30000 * 1 + 0.001 * 30001; /* first moment */
    int found = 0;
    for (uint32_t k = 0; k < a.outputs; k++)
        if (fabs(fabs(a.torque[k]) - along_x) < 1e-3) {
            assert_torque(fabs(a.torque[k]), along_x);
            found++;
        }
    assert_int_equal(found, 3); /* fy by rz, fz by ry, and what slides along z by ry */
}

/* What is left across an axis, and its sense. */
static void what_is_across_an_axis_is_a_sine(void **state)
{
    (void)state;
    wide_vec3 u = wide_vec3_rounded((vec3){{2e-8, 0, 1}});
    vec3 left = wide_vec3_value(wide_vec3_across(u, wide_vec3_exact((vec3){{0, 0, 3}})));
    assert_near(left.v[0], -6e-8, 1e-22);
    assert_number(left.v[1], 0);
    assert_near(left.v[2], 12e-16, 1e-30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_across_an_axis_is_a_sine),
        cmocka_unit_test(a_tilt_of_an_axis_is_not_lost_to_its_cosine),
        cmocka_unit_test(nearly_equal_skew_axes_have_whole_frames),
        cmocka_unit_test(a_wheel_in_place_stays_near_its_parent),
        cmocka_unit_test(a_hair_off_a_right_angle_keeps_its_digits),
        cmocka_unit_test(every_function_counts_right_angles),
        cmocka_unit_test(a_slider_nearly_along_an_axis_is_not_along_it),
        cmocka_unit_test(products_that_no_mass_has_lose_no_digit),
        cmocka_unit_test(a_slider_stands_near_in_every_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
