/* SPDX-License-Identifier: MIT */
/* What is small is not nothing: light joints behind heavy ones, tiny angles, far places, thin
 * bodies. And every tolerance at its edge: the last number that counts as zero (or as equal),
 * and the next one that does not. The list of tolerances is in docs/algebra.md. */
#include "unit/solved_text.h"

#include "algebra/rewrite.h"
#include "robot/wide.h"

/* Two z axes, the second tilted about x: at rest its torque is gravity's part across it, m g l
 * sin(tilt). */
static void tiny_angles_are_not_dropped(void **state)
{
    (void)state;
    for (int decade = -15; decade <= -3; decade++)
        for (int f = 0; f < 2; f++) {
            char xml[1024];
            snprintf(xml, sizeof xml,
                     "<robot name='r'><link name='o'/>" BODY("a", "0.2 0 0", "3", ROUND("0.1"))
                     BODY("b", "0.5 0 0", "2", ROUND("0.1")) TURNS("j", "o", "a", "")
                     TURNS("k", "a", "b", "xyz='1 0 0' rpy='1e%d 0 0'") "</robot>", decade);
            motion rest = {.q = {0.4, 0}};
            answer a = solve(xml, 0, BOTH[f], &rest);
            assert_torque(a.torque[1], 2 * GRAVITY * 0.5 * sin(pow(10, decade)));
            motion turned = {.q = {0.4, PI / 2}}; /* the arm across the tilt */
            double left = 1e-15 * pow(10, decade) * GRAVITY;
            assert_near(solve(xml, 0, BOTH[f], &turned).torque[1], 0, left);
        }
}

/* An axis that is tilted in its own frame is the same robot. */
static void tiny_entries_of_axes_are_not_dropped(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>" BODY("a", "0.5 0 0", "2", ROUND("0.1"))
        ENDS("j", "o", "a") "<axis xyz='0 1e-9 1'/></joint></robot>";
    for (int f = 0; f < 2; f++) {
        motion rest = {0};
        assert_torque(solve(XML, 0, BOTH[f], &rest).torque[0], -2 * GRAVITY * 0.5 * 1e-9);
    }
}

/* A boom of ten tonnes, a tool of fifty grams at its end, both turning about z. */
static void a_light_joint_is_not_lost_behind_a_heavy_one(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>" BODY("boom", "15 0 0", "10000", ROUND("1000"))
        BODY("tool", "0 0 0", "0.05", ROUND("1e-6")) TURNS("j", "o", "boom", "")
        TURNS("k", "boom", "tool", "xyz='30 0 0'") "</robot>";
    motion m = {.q = {0.3, -1.2}, .qd = {2, 3}, .qdd = {5, -3}};
    for (int f = 0; f < 2; f++) {
        answer a = solve(XML, 0, BOTH[f], &m);
        assert_torque(a.torque[1], 1e-6 * (5 - 3));
        assert_torque(a.torque[0], (1000 + 10000 * 15.0 * 15 + 0.05 * 900 + 1e-6) * 5 - 1e-6 * 3);
    }
}

static void a_far_joint_keeps_its_inputs(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>" BODY("a", "0 0 0", "1", ROUND("1e-5"))
        TURNS("j", "o", "a", "xyz='1e4 0 0'") "</robot>";
    motion m = {.qdd = {7}};
    for (int f = 0; f < 2; f++) {
        answer a = solve(XML, 0, BOTH[f], &m);
        assert_int_equal(a.inputs, 1);
        assert_torque(a.torque[0], 7e-5);
    }
}

/* A rod about its own length: sixteen decades between its moments. */
static void a_thin_body_keeps_its_least_moment(void **state)
{
    (void)state;
    static const char *const ROD =
        "<robot name='r'><link name='o'/>"
        BODY("a", "0 0 3", "1", "ixx='1e6' iyy='1e6' izz='1e-10'")
        TURNS("j", "o", "a", "") "</robot>";
    /* the same made of two halves, each a hair off the axis: m (dx^2 + dy^2), not m (|d|^2 -
     * dz^2) */
    static const char *const HALVES =
        "<robot name='r'><link name='o'/>"
        BODY("a", "1e-6 0 -15", "2", "ixx='1' iyy='1' izz='1e-9'")
        BODY("b", "-1e-6 0 15", "2", "ixx='1' iyy='1' izz='1e-9'") TURNS("j", "o", "a", "")
        "<joint name='f' type='fixed'><parent link='a'/><child link='b'/></joint></robot>";
    motion m = {.qdd = {4}};
    for (int f = 0; f < 2; f++) {
        assert_torque(solve(ROD, 0, BOTH[f], &m).torque[0], 4e-10);
        assert_torque(solve(HALVES, 0, BOTH[f], &m).torque[0], 4 * (2e-9 + 2 * 2 * 1e-12));
    }
}

/* No mass has these inertias, but the file's word counts: second moments would cancel. */
static void impossible_inertias_lose_no_digit(void **state)
{
    (void)state;
    static const char *const XML[2] = {
        "<robot name='r'><link name='o'/>" BODY("a", "0 0 0", "1", "ixx='1e6' iyy='1' izz='1e-6'")
        TURNS("j", "o", "a", "") "</robot>",
        /* a disc that is nearly all spin, on an axis across: the outer joint feels 1e-6 */
        "<robot name='r'><link name='o'/><link name='a'/>"
        BODY("b", "0 0 0", "1", "ixx='1e-6' iyy='1e-6' izz='1e6'")
        TURNS("j", "o", "a", "") TURNS("k", "a", "b", "rpy='1.5707963267948966 0 0'") "</robot>"};
    motion m = {.qdd = {3, 2}};
    for (int f = 0; f < 2; f++) {
        assert_torque(solve(XML[0], 0, BOTH[f], &m).torque[0], 3e-6);
        assert_torque(solve(XML[1], 0, BOTH[f], &m).torque[0], 3e-6);
    }
}

/* A crossing point of nearly parallel axes is far away: no frame goes there. */
static void far_feet_of_nearly_parallel_axes_cost_no_digit(void **state)
{
    (void)state;
    static const char *const XML =
        "<robot name='r'><link name='o'/>" BODY("a", "0.2 0.1 0", "3", ROUND("0.1"))
        BODY("b", "0.5 0 0.1", "2", ROUND("0.1")) BODY("c", "0.1 0.3 0", "1", ROUND("0.02"))
        TURNS("j", "o", "a", "rpy='0.3 0.2 0'")
        TURNS("k", "a", "b", "xyz='1 0.5 0.2' rpy='1e-7 0 0'")
        TURNS("l", "b", "c", "xyz='0.3 0.7 0.1' rpy='0 2e-8 0'") "</robot>";
    motion m = {.q = {0.3, -1.2, 0.7}, .qd = {2, 3, -1}, .qdd = {5, -3, 2}};
    answer a = solve(XML, 0, FORMALISM_DEFAULT, &m), b = solve(XML, 0, FORMALISM_CLASSIC, &m);
    for (int j = 0; j < 3; j++)
        assert_near(a.torque[j], b.torque[j], 1e-13 * fabs(b.torque[j]));
}

/* --- tolerances at their edges --------------------------------------------------------------- */

static double next_up(double x, int steps)
{
    for (; steps > 0; steps--)
        x = nextafter(x, INFINITY);
    return x;
}

static void a_number_is_zero_within_its_own_bound(void **state)
{
    (void)state;
    wide third = wide_rounded(0.3), sum = wide_add(wide_rounded(0.1), wide_rounded(0.2));
    assert_true(wide_is_zero(wide_sub(sum, third)));
    assert_false(wide_is_zero(wide_sub(sum, wide_rounded(next_up(0.3, 6)))));
    assert_false(wide_is_zero(wide_rounded(1e-300)));
    assert_false(wide_is_zero(wide_multiply(wide_rounded(1e-15), wide_rounded(1e-15))));
    /* bound of a rounded input: two units, of 1 + 2^-52 just over 2^-51 */
    wide one = wide_rounded(next_up(1, 1));
    assert_true(wide_is_zero(wide_sub(one, wide_exact(next_up(1, 3)))));
    assert_false(wide_is_zero(wide_sub(one, wide_exact(next_up(1, 4)))));
    /* masses and inertias are exact: one unit is a difference */
    assert_false(wide_is_zero(wide_sub(wide_exact(next_up(1, 1)), wide_exact(1))));
    assert_true(wide_is_zero(wide_sub(wide_exact(0.7), wide_exact(0.7))));
    /* the sum remembers what cancelled in it */
    wide far = wide_sub(wide_add(wide_rounded(1e4), wide_rounded(1e-13)), wide_rounded(1e4));
    assert_true(wide_is_zero(far));
}

static void wide_sums_keep_what_doubles_lose(void **state)
{
    (void)state;
    wide small = wide_exact(1e-20), sum = wide_sub(wide_add(wide_exact(1), small), wide_exact(1));
    assert_near(sum.hi, 1e-20, 1e-35);
    wide root = wide_sqrt(wide_exact(2)), back = wide_sub(wide_multiply(root, root), wide_exact(2));
    assert_near(back.hi, 0, 1e-30);
    wide part = wide_divide(wide_exact(1), wide_exact(3));
    assert_near(wide_sub(wide_multiply(part, wide_exact(3)), wide_exact(1)).hi, 0, 1e-31);
}

static void rotations_are_settled_by_sines(void **state)
{
    (void)state;
    mat3 tilted = mat3_from_rpy(1e-9, 0, 0); /* cos(1e-9) is 1 */
    mat3 r = wide_mat3_value(wide_rotation_settle(wide_mat3_rounded(tilted)));
    assert_number(r.m[2][1], sin(1e-9));
    assert_number(r.m[2][2], 1);
    /* there and back: dust goes, and the diagonal is 1 */
    wide_mat3 there = wide_mat3_rounded(mat3_from_rpy(0.3, 0.2, 0.1));
    wide_mat3 both = wide_mat3_multiply(there, wide_mat3_transpose(there));
    assert_mat3(wide_mat3_value(wide_rotation_settle(both)), mat3_identity());
    /* there and back by an angle that is 1e-14 short of it: kept */
    wide_mat3 short_of = wide_mat3_rounded(mat3_from_rpy(-0.3 + 1e-14, 0, 0));
    both = wide_mat3_multiply(wide_mat3_rounded(mat3_from_rpy(0.3, 0, 0)), short_of);
    assert_near(wide_mat3_value(wide_rotation_settle(both)).m[2][1], 1e-14, 2e-16);
}

static void constants_within_eight_units_are_one(void **state)
{
    (void)state;
    arena mem = arena_make();
    net n = net_make(&mem);
    double x = 1.3, unit = DBL_EPSILON; /* the last place of numbers from 1 to 2 */
    uint32_t first = net_constant(&n, x);
    assert_int_equal(net_constant(&n, x + 8 * unit), first);
    assert_int_not_equal(net_constant(&n, x + 14 * unit), first);
    assert_int_equal(net_constant(&n, 1 + 8 * unit), 0); /* 1 itself */
    assert_int_not_equal(net_constant(&n, cos(1e-7)), 0); /* 1 - 5e-15 */
    arena_free(&mem);
}

/* Two halves cancel: what is left is judged against their sum, 1. */
static void sums_vanish_within_sixteen_units_of_what_cancelled(void **state)
{
    (void)state;
    for (int units = 15; units <= 17; units += 2) {
        arena mem = arena_make();
        net n = net_make(&mem);
        poly x = poly_symbol(&n, net_input(&n, "x"));
        double half = 0.5, left = units * DBL_EPSILON;
        poly rest = poly_sub(&n, poly_scale(&n, x, half + left), poly_scale(&n, x, half));
        assert_int_equal(rest.count, units > 16);
        if (rest.count)
            assert_number(term_coefficient(&n, &rest.terms[0]), left);
        arena_free(&mem);
    }
}

/* a + r b and a + r' b are one sum only if r and r' are one constant. */
static void sums_are_shared_within_eight_units_of_their_ratio(void **state)
{
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        arena mem = arena_make();
        net n = net_make(&mem);
        poly a = poly_symbol(&n, net_input(&n, "a")), b = poly_symbol(&n, net_input(&n, "b"));
        poly c = poly_symbol(&n, net_input(&n, "c"));
        double r = 1.3, s = r * (1 + (apart ? 1e-13 : 0));
        poly first = poly_multiply(&n, c, poly_add(&n, a, poly_scale(&n, b, r)));
        poly second = poly_add(&n, poly_scale(&n, a, 3), poly_scale(&n, b, 3 * s));
        net_output(&n, "first", first);
        net_output(&n, "second", second);
        net_share_parts(&n);
        net_cost cost = net_count(&n);
        assert_int_equal(cost.add, apart ? 2 : 1);
        arena_free(&mem);
    }
}

static void right_angles_are_met_to_one_unit(void **state)
{
    (void)state;
    double s, c;
    angle_sincos(next_up(PI / 2, 1), &s, &c); /* one rounding of k pi/2 elsewhere */
    assert_number(c, 0);
    angle_sincos(next_up(PI / 2, 2), &s, &c);
    assert_number(c, cos(next_up(PI / 2, 2)));
    angle_sincos(1e-300, &s, &c);
    assert_number(s, 1e-300);
}

/* How many inputs a follower needs for its own angle, which its offset and the turn of its frame
 * shift. */
static uint32_t shifted_inputs(double offset, double turn)
{
    char xml[2048];
    snprintf(xml, sizeof xml,
             "<robot name='r'><link name='o'/>" BODY("a", "0.5 0 0", "2", ROUND("0"))
             BODY("b", "0.3 0 0", "1", ROUND("0")) TURNS("j", "p", "a", "")
             "<link name='p'/><joint name='f' type='fixed'><parent link='o'/><child link='p'/>"
             "<origin rpy='1.5707963267948966 0 0'/></joint>"
             ENDS("k", "p", "b") "<axis xyz='0 0 1'/><origin rpy='0 0 %.17g'/>"
             "<mimic joint='j' offset='%.17g'/></joint></robot>", turn, offset);
    motion rest = {.q = {0.4}};
    return solve(xml, 0, FORMALISM_DEFAULT, &rest).shifted;
}

/* Where both make a right angle it shares the plain inputs; one unit more and it has its own. */
static void shifts_by_right_angles_share_inputs_to_one_unit(void **state)
{
    (void)state;
    assert_int_equal(shifted_inputs(0, 0), 0);
    assert_int_equal(shifted_inputs(PI / 2, 0), 0);
    assert_int_equal(shifted_inputs(next_up(PI / 2, 1), 0), 0);
    assert_int_equal(shifted_inputs(next_up(PI / 2, 2), 0), 1);
    assert_int_equal(shifted_inputs(1e-15, 0), 1);
    assert_int_equal(shifted_inputs(-0.3 + 1e-15, 0.3), 1);
    for (int k = 1; k <= 20; k++) /* the turn is an arc tangent, rounded once more */
        assert_int_equal(shifted_inputs(-0.037 * k, 0.037 * k), 0);
}

static void axes_snap_like_angles_and_a_note_says_so(void **state)
{
    (void)state;
    static const char *const XML[2] = {
        "<robot name='r'><link name='o'/><link name='a'/>" ENDS("j", "o", "a")
        "<axis xyz='4.9e-10 0 1'/></joint></robot>",
        "<robot name='r'><link name='o'/><link name='a'/>" ENDS("j", "o", "a")
        "<axis xyz='5.1e-10 0 1'/></joint></robot>"};
    bench b = bench_make();
    assert_read(&b, XML[0]);
    assert_vec3(b.r.joints[0].axis, 0, 0, 1);
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0], "0:0: 1 angle within 5e-10 rad of a multiple of pi/12 set to it "
                                "exactly; largest change 4.9e-10 rad");
    assert_read(&b, XML[1]);
    assert_vec3(b.r.joints[0].axis, 5.1e-10, 0, 1);
    assert_int_equal(b.d.notes_count, 0);
    urdf_options never = {.snap_rad = 0};
    assert_int_equal(bench_read_bytes(&b, XML[0], strlen(XML[0]), &never), STATUS_OK);
    assert_vec3(b.r.joints[0].axis, 4.9e-10, 0, 1);
    assert_int_equal(b.d.notes_count, 0);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_angles_are_not_dropped),
        cmocka_unit_test(tiny_entries_of_axes_are_not_dropped),
        cmocka_unit_test(a_light_joint_is_not_lost_behind_a_heavy_one),
        cmocka_unit_test(a_far_joint_keeps_its_inputs),
        cmocka_unit_test(a_thin_body_keeps_its_least_moment),
        cmocka_unit_test(impossible_inertias_lose_no_digit),
        cmocka_unit_test(far_feet_of_nearly_parallel_axes_cost_no_digit),
        cmocka_unit_test(a_number_is_zero_within_its_own_bound),
        cmocka_unit_test(wide_sums_keep_what_doubles_lose),
        cmocka_unit_test(rotations_are_settled_by_sines),
        cmocka_unit_test(constants_within_eight_units_are_one),
        cmocka_unit_test(sums_vanish_within_sixteen_units_of_what_cancelled),
        cmocka_unit_test(sums_are_shared_within_eight_units_of_their_ratio),
        cmocka_unit_test(right_angles_are_met_to_one_unit),
        cmocka_unit_test(shifts_by_right_angles_share_inputs_to_one_unit),
        cmocka_unit_test(axes_snap_like_angles_and_a_note_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
