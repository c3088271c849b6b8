/* SPDX-License-Identifier: MIT */
/* Orientations and inertias of MJCF, against figures by hand. */
#include "unit/mjcf_pieces.h"

static void assert_mat3_near(mat3 got, mat3 expected, double tolerance)
{
    for (int k = 0; k < 9; k++)
        assert_near(got.m[k / 3][k % 3], expected.m[k / 3][k % 3], tolerance);
}

/* --- orientations ----------------------------------------------------------------------------- */

typedef struct {
    const char *law, *compiler, *orientation;
    mat3 expected;
    double tolerance; /* 0: to the bit */
} turn;

#define R2 0.70710678118654752440
static const turn TURNS[] = {
    {"a_quarter_turn_in_six_digits_is_exact", "", "quat='0.707107 0.707107 0 0'",
     {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}, 0},
    {"quaternions_need_no_unit_length", "", "quat='1 0 0 -1'",
     {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}, 0},
    {"a_cyclic_turn_is_exact", "", "quat='0.5 0.5 0.5 0.5'",
     {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, 0},
    {"a_cyclic_turn_in_sixteen_digits_is_exact", "",
     "quat='0.49999999999999994 -0.5 0.5000000000000001 0.5'",
     {{{0, -1, 0}, {0, 0, 1}, {-1, 0, 0}}}, 0},
    {"an_eighth_turn_in_many_digits_is_snapped", "",
     "quat='0.92387953251 0 0.38268343236 0'", {{{R2, 0, R2}, {0, 1, 0}, {-R2, 0, R2}}}, 0},
    {"an_eighth_turn_in_few_digits_is_kept", "", "quat='0.92388 0 0.382683 0'",
     {{{R2, 0, R2}, {0, 1, 0}, {-R2, 0, R2}}}, 2e-6},
    {"dust_in_a_quaternion_is_no_turn", "", "quat='0.707107 1e-11 0 0.707107'",
     {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, 0},
    {"a_quaternion_of_four_numbers", "", "quat='1 2 3 4'",
     {{{-20 / 30., 4 / 30., 22 / 30.}, {20 / 30., -10 / 30., 20 / 30.},
       {10 / 30., 28 / 30., 4 / 30.}}}, 1e-15},
    {"axis_and_angle", "", "axisangle='0 0 2 90'", {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, 0},
    {"half_a_turn_about_a_diagonal_is_exact", "", "axisangle='1 1 0 180'",
     {{{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}}, 1e-16},
    {"two_axes", "", "xyaxes='0 2 0 -3 0.5 0'", {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, 0},
    {"a_z_axis_by_the_shortest_way", "", "zaxis='0 -1 0'", {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}, 0},
    {"a_z_axis_upside_down_turns_about_x", "", "zaxis='0 0 -2'",
     {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}, 0},
    {"a_z_axis_nearly_upside_down", "", "zaxis='0.48 0.36 -0.8'",
     {{{-0.152, -0.864, 0.48}, {-0.864, 0.352, 0.36}, {-0.48, -0.36, -0.8}}}, 1e-15},
    {"euler_angles_turn_along", "", "euler='90 90 0'", {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, 0},
    {"euler_angles_about_fixed_axes", "eulerseq='XYZ'", "euler='90 90 0'",
     {{{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}}}, 0},
    {"euler_angles_of_mixed_letters", "eulerseq='zXz'", "euler='90 90 90'",
     {{{-1, 0, 0}, {0, 0, -1}, {0, -1, 0}}}, 0},
};
enum { TURNS_COUNT = sizeof TURNS / sizeof TURNS[0] };

static void is_turned(void **state)
{
    const turn *t = *state;
    bench b = bench_make();
    char xml[1000];
    snprintf(xml, sizeof xml, "<mujoco><compiler %s/><worldbody><body name='a' %s>"
             "<joint name='j'/></body></worldbody></mujoco>", t->compiler, t->orientation);
    assert_read(&b, xml);
    mat3 got = joint_named(&b, "j")->origin.rotation;
    if (t->tolerance == 0)
        assert_mat3(got, t->expected);
    else
        assert_mat3_near(got, t->expected, t->tolerance);
    bench_free(&b);
}

/* --- inertias --------------------------------------------------------------------------------- */

typedef struct {
    const char *law, *compiler, *inside;
    double mass, com[3], moments[3], products[3]; /* xy xz yz */
} solid;

#define FULL "<inertial mass='2' pos='1 2 3' fullinertia='5 6 7 0.1 0.2 0.3'/>"
#define BALL_KG (4 * 3.14159265358979323846 / 3 * 1000)
static const solid SOLIDS[] = {
    {"a_diagonal_inertia", "", "<inertial mass='2' pos='1 2 3' diaginertia='5 6 7'/>", 2,
     {1, 2, 3}, {5, 6, 7}, {0}},
    {"a_turned_inertia", "",
     "<inertial mass='2' pos='1 2 3' quat='1 0 0 1' diaginertia='5 6 7'/>", 2, {1, 2, 3},
     {6, 5, 7}, {0}},
    {"a_full_inertia", "", FULL, 2, {1, 2, 3}, {5, 6, 7}, {0.1, 0.2, 0.3}},
    {"an_inertial_counts_more_than_geoms", "", FULL "<geom size='1'/>", 2, {1, 2, 3}, {5, 6, 7},
     {0.1, 0.2, 0.3}},
    {"unless_geoms_are_to_count", "inertiafromgeom='true'", FULL "<geom size='1' mass='5'/>", 5,
     {0, 0, 0}, {2, 2, 2}, {0}},
    {"but_they_must_be_there", "inertiafromgeom='true'", FULL "<geom size='1' mass='0'/>", 2,
     {1, 2, 3}, {5, 6, 7}, {0.1, 0.2, 0.3}},
    {"no_geom_counts_if_none_is_to", "inertiafromgeom='false'", "<geom size='1'/>", 0, {0, 0, 0},
     {0, 0, 0}, {0}},
    {"a_ball_of_water", "", "<geom size='1'/>", BALL_KG, {0, 0, 0},
     {0.4 * BALL_KG, 0.4 * BALL_KG, 0.4 * BALL_KG}, {0}},
    {"a_box", "", "<geom type='box' size='1 2 3' mass='3' pos='1 0 0'/>", 3, {1, 0, 0},
     {13, 10, 5}, {0}},
    {"a_cylinder", "", "<geom type='cylinder' size='2 3' mass='12'/>", 12, {0, 0, 0},
     {48, 48, 24}, {0}},
    {"an_ellipsoid", "", "<geom type='ellipsoid' size='1 2 3' mass='5'/>", 5, {0, 0, 0},
     {13, 10, 5}, {0}},
    /* ball 4 of 10 kg: its moment 1.6; cylinder 6 kg, 2 long: 0.5 x 6 + 1.6 about z, 6 x 7/12
     * + 1.6 + 4 x 2 (3 + 4) / 8 across */
    {"a_capsule", "", "<geom type='capsule' size='1 1' mass='10'/>", 10, {0, 0, 0},
     {12.1, 12.1, 4.6}, {0}},
    {"a_cylinder_between_two_points", "",
     "<geom type='cylinder' size='2' fromto='1 0 0 1 6 0' mass='12'/>", 12, {1, 3, 0},
     {48, 24, 48}, {0}},
    {"a_box_between_two_points", "", "<geom type='box' size='1' fromto='0 0 0 0 0 4' mass='3'/>",
     3, {0, 0, 2}, {5, 5, 2}, {0}},
    {"two_balls", "", "<geom size='1' mass='5' pos='1 0 0'/><geom size='1' mass='5' pos='-1 0 0'/>",
     10, {0, 0, 0}, {4, 14, 14}, {0}},
    {"groups_beyond_the_range_do_not_count", "inertiagrouprange='1 3'",
     "<geom size='1' mass='5' group='3'/><geom size='1' mass='5'/>", 5, {0, 0, 0}, {2, 2, 2}, {0}},
    {"meshes_without_mass_are_drawings", "", "<geom size='1' mass='5'/>"
     "<geom type='mesh' mesh='x' mass='0'/><geom type='mesh' mesh='x' density='0'/>", 5, {0, 0, 0},
     {2, 2, 2}, {0}},
    {"classes_shape_geoms", "", "<geom class='g' mass='3'/>", 3, {0, 0, 0}, {13, 10, 5}, {0}},
    {"bounds_raise_what_is_below", "boundmass='3' boundinertia='6'",
     "<inertial mass='2' pos='0 0 0' diaginertia='5 6 7'/>", 3, {0, 0, 0}, {6, 6, 7}, {0}},
    /* moments 1 and 9 about the diagonals of x and y, 9 about z: 1 becomes 5 */
    {"bounds_hold_for_principal_moments", "boundinertia='5'",
     "<inertial mass='2' pos='0 0 0' fullinertia='5 5 9 4 0 0'/>", 2, {0, 0, 0}, {7, 7, 9},
     {2, 0, 0}},
    {"impossible_moments_are_balanced", "balanceinertia='true'",
     "<inertial mass='2' pos='0 0 0' diaginertia='1 2 9'/>", 2, {0, 0, 0}, {4, 4, 4}, {0}},
    {"all_masses_scale_to_their_sum", "settotalmass='8'", FULL, 8, {1, 2, 3}, {20, 24, 28},
     {0.4, 0.8, 1.2}},
};
enum { SOLIDS_COUNT = sizeof SOLIDS / sizeof SOLIDS[0] };

static void has_inertia(void **state)
{
    const solid *s = *state;
    bench b = bench_make();
    char xml[2000];
    snprintf(xml, sizeof xml, "<mujoco><compiler %s/><default><default class='g'>"
             "<geom type='box' size='1 2 3'/></default></default><worldbody><body name='a'>"
             "<joint name='j'/>%s</body></worldbody></mujoco>", s->compiler, s->inside);
    assert_read(&b, xml);
    assert_int_equal(b.d.warnings_count, 0);
    const inertia *got = &link_named(&b, "a")->body;
    assert_near(got->mass_kg, s->mass, 1e-15 * s->mass);
    for (int i = 0; i < 3; i++) {
        int row = i < 2 ? 0 : 1, column = i == 0 ? 1 : 2;
        assert_near(got->com_m.v[i], s->com[i], 1e-15);
        assert_near(got->inertia_com_kgm2.m[i][i], s->moments[i], 2e-15 * s->moments[i]);
        assert_near(got->inertia_com_kgm2.m[row][column], s->products[i], 3e-15);
    }
    bench_free(&b);
}

int main(void)
{
    struct CMUnitTest tests[TURNS_COUNT + SOLIDS_COUNT];
    for (int i = 0; i < TURNS_COUNT; i++)
        tests[i] = (struct CMUnitTest){.name = TURNS[i].law, .test_func = is_turned,
                                       .initial_state = (void *)(uintptr_t)&TURNS[i]};
    for (int i = 0; i < SOLIDS_COUNT; i++)
        tests[TURNS_COUNT + i] = (struct CMUnitTest){
            .name = SOLIDS[i].law, .test_func = has_inertia,
            .initial_state = (void *)(uintptr_t)&SOLIDS[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
