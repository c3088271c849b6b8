/* SPDX-License-Identifier: MIT */
#include "unit/robot_text.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const vec3 X = {{1, 0, 0}}, Y = {{0, 1, 0}}, Z = {{0, 0, 1}};

/* A fixed sequence (xorshift64*), uniform in [-1, 1]. */
static double random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * UINT64_C(2685821657736338717)) >> 11) / 4503599627370496.0 - 1;
}

static vec3 random_vec3(uint64_t *state)
{
    vec3 v;
    for (int i = 0; i < 3; i++)
        v.v[i] = random_next(state);
    return v;
}

static mat3 random_rotation(uint64_t *state)
{
    return mat3_from_rpy(3 * random_next(state), 3 * random_next(state), 3 * random_next(state));
}

/* A symmetric positive definite matrix with the moments 1, 2, 2.5 in random axes. */
static inertia random_inertia(uint64_t *state)
{
    inertia body = {.mass_kg = 1.5 + random_next(state),
                    .inertia_com_kgm2 = {{{1, 0, 0}, {0, 2, 0}, {0, 0, 2.5}}}};
    pose somewhere = {.rotation = random_rotation(state), .position = random_vec3(state)};
    return inertia_move(body, somewhere);
}

static void quarter_turns_have_exact_entries(void **state)
{
    (void)state;
    for (int quarter = -9; quarter <= 9; quarter++) {
        static const double SINES[4] = {0, 1, 0, -1};
        double s = SINES[(quarter + 12) % 4], c = SINES[(quarter + 13) % 4];
        double minus_s = 0.0 - s;
        assert_mat3(mat3_rotation(X, quarter * PI / 2),
                    (mat3){{{1, 0, 0}, {0, c, minus_s}, {0, s, c}}});
        assert_mat3(mat3_rotation(Y, quarter * PI / 2),
                    (mat3){{{c, 0, s}, {0, 1, 0}, {minus_s, 0, c}}});
        assert_mat3(mat3_rotation(Z, quarter * PI / 2),
                    (mat3){{{c, minus_s, 0}, {s, c, 0}, {0, 0, 1}}});
        assert_mat3(mat3_rotation((vec3){{0, 0, -1}}, quarter * PI / 2),
                    (mat3){{{c, s, 0}, {minus_s, c, 0}, {0, 0, 1}}});
    }
}

static void products_of_quarter_turns_stay_exact(void **state)
{
    (void)state;
    int cases = 0;
    for (int roll = -2; roll <= 2; roll++)
        for (int pitch = -2; pitch <= 2; pitch++)
            for (int yaw = -2; yaw <= 2; yaw++, cases++) {
                mat3 r = mat3_from_rpy(roll * PI / 2, pitch * PI / 2, yaw * PI / 2);
                for (int i = 0; i < 9; i++) {
                    double entry = r.m[i / 3][i % 3];
                    assert_true(entry == 1 || entry == -1 || (entry == 0 && !signbit(entry)));
                }
            }
    assert_int_equal(cases, 125);
}

static void rpy_is_yaw_after_pitch_after_roll(void **state)
{
    (void)state;
    /* roll takes y to z, pitch takes z to x, yaw takes x to y */
    assert_vec3(mat3_apply(mat3_from_rpy(PI / 2, 0, 0), Y), 0, 0, 1);
    assert_vec3(mat3_apply(mat3_from_rpy(PI / 2, PI / 2, 0), Y), 1, 0, 0);
    assert_vec3(mat3_apply(mat3_from_rpy(PI / 2, PI / 2, PI / 2), Y), 0, 1, 0);
}

static void twelfths_of_pi_have_the_nearest_sines(void **state)
{
    (void)state;
    for (int k = -60; k <= 60; k++) {
        double s, c;
        angle_sincos(angle_snap(k * PI / 12, 1e-12), &s, &c);
        /* one rounding of the table and one of libm, each half a unit of 1 */
        assert_near(s, sin(k * PI / 12), 4e-15);
        assert_near(c, cos(k * PI / 12), 4e-15);
        int in_half = (k % 12 + 12) % 12;
        if (in_half == 2 || in_half == 10)
            assert_number(fabs(s), 0.5);
        if (in_half == 4 || in_half == 8) {
            assert_number(fabs(c), 0.5);
            assert_number(fabs(s), sqrt(3) / 2);
        }
        if (in_half == 3 || in_half == 9)
            assert_number(fabs(s), fabs(c));
    }
}

static void snapping_moves_only_angles_within_the_tolerance(void **state)
{
    (void)state;
    assert_number(angle_snap(1.57079632679, 5e-10), PI / 2);
    assert_number(angle_snap(-3.14159265359, 5e-10), -PI);
    assert_number(angle_snap(0.523598776, 5e-10), PI / 6);
    assert_number(angle_snap(1e-17, 5e-10), 0);
    assert_number(angle_snap(1.5707, 5e-10), 1.5707);
    assert_number(angle_snap(PI / 2 + 6e-10, 5e-10), PI / 2 + 6e-10);
    assert_number(angle_snap(0.649262481663582, 5e-10), 0.649262481663582);
    assert_number(angle_snap(1e300, 5e-10), 1e300);
}

static void other_angles_use_the_library(void **state)
{
    (void)state;
    double s, c;
    angle_sincos(0.3, &s, &c);
    assert_number(s, sin(0.3));
    assert_number(c, cos(0.3));
    angle_sincos(1e22, &s, &c);
    assert_number(s, sin(1e22));
    assert_number(c, cos(1e22));
}

static void rotations_are_orthogonal(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int n = 0; n < 200; n++) {
        vec3 axis = random_vec3(&seed);
        axis = vec3_scale(axis, 1 / vec3_norm(axis));
        double angle = 10 * random_next(&seed);
        mat3 r = mat3_rotation(axis, angle);
        mat3 square = mat3_multiply(r, mat3_transpose(r));
        for (int i = 0; i < 9; i++) /* a few roundings of numbers up to 1 */
            assert_near(square.m[i / 3][i % 3], i % 4 == 0, 4e-15);
        vec3 kept = mat3_apply(r, axis);
        for (int i = 0; i < 3; i++)
            assert_near(kept.v[i], axis.v[i], 4e-15);
        double sine = r.m[1][0] - r.m[0][1] -
                      2 * axis.v[2] * sin(angle); /* skew part: axis sin(angle) */
        assert_near(sine, 0, 4e-15);
    }
}

static void turns_about_coordinate_axes_touch_only_the_plane(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int n = 0; n < 200; n++) {
        double angle = 10 * random_next(&seed);
        double s = sin(angle), c = cos(angle);
        assert_mat3(mat3_rotation(X, angle), (mat3){{{1, 0, 0}, {0, c, -s}, {0, s, c}}});
        assert_mat3(mat3_rotation(Y, angle), (mat3){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}});
        assert_mat3(mat3_rotation(Z, angle), (mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}});
    }
}

static void moving_a_body_keeps_its_moments(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int n = 0; n < 200; n++) {
        inertia body = random_inertia(&seed);
        for (int row = 0; row < 3; row++)
            for (int column = 0; column < row; column++)
                assert_number(body.inertia_com_kgm2.m[row][column],
                              body.inertia_com_kgm2.m[column][row]);
        vec3 moments = inertia_moments(body);
        assert_near(moments.v[0], 1, 2e-14);
        assert_near(moments.v[1], 2, 2e-14);
        assert_near(moments.v[2], 2.5, 2e-14);
    }
}

static void joined_point_masses_make_a_dumbbell(void **state)
{
    (void)state;
    inertia a = {.mass_kg = 1, .com_m = {{0, 0, 0}}}, b = {.mass_kg = 3, .com_m = {{4, 0, 0}}};
    inertia whole = inertia_join(a, b);
    assert_number(whole.mass_kg, 4);
    assert_vec3(whole.com_m, 3, 0, 0);
    /* 1 kg at 3 m and 3 kg at 1 m: 9 + 3 */
    assert_mat3(whole.inertia_com_kgm2, (mat3){{{0, 0, 0}, {0, 12, 0}, {0, 0, 12}}});
}

static void joining_is_associative(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int n = 0; n < 200; n++) {
        inertia a = random_inertia(&seed), b = random_inertia(&seed), c = random_inertia(&seed);
        inertia left = inertia_join(inertia_join(a, b), c),
                right = inertia_join(a, inertia_join(b, c));
        assert_near(left.mass_kg, right.mass_kg, 1e-14);
        for (int i = 0; i < 3; i++)
            assert_near(left.com_m.v[i], right.com_m.v[i], 1e-14);
        for (int i = 0; i < 9; i++)
            assert_near(left.inertia_com_kgm2.m[i / 3][i % 3],
                        right.inertia_com_kgm2.m[i / 3][i % 3], 1e-13);
    }
}

static void joining_nothing_changes_nothing(void **state)
{
    (void)state;
    uint64_t seed = 4;
    inertia body = random_inertia(&seed), nothing = {.com_m = {{7, 7, 7}}};
    inertia first = inertia_join(body, nothing), second = inertia_join(nothing, body);
    assert_memory_equal(&first, &body, sizeof body);
    assert_memory_equal(&second, &body, sizeof body);
}

/* The second moment of a body along x, from what its doubles and their rests hold. */
static double second_moment(const inertia *b)
{
    const mat3 *j = &b->inertia_com_kgm2, *low = &b->inertia_low_kgm2;
    double high = j->m[1][1] - j->m[0][0] + j->m[2][2];
    return (high + (low->m[1][1] - low->m[0][0] + low->m[2][2])) / 2;
}

/* Rows of a rotation of doubles are no units: 1e-16 of what is along the rod is 1e-3 of what is
 * across it. */
static void a_rod_that_turns_keeps_what_is_across_it(void **state)
{
    (void)state;
    static const double ALONG = 0x1p44;
    const inertia rod = {.mass_kg = 1,
                         .inertia_com_kgm2 = {{{ALONG + 1, 0, 0}, {0, ALONG + 2, 0}, {0, 0, 3}}}};
    for (int n = 1; n < 100; n++) {
        static const double TILT = 1e-7;
        pose turned = {.rotation = mat3_from_rpy(TILT, 0, 0.03 * n)};
        const double s = sin(0.03 * n), c = cos(0.03 * n);
        const inertia body = inertia_move(rod, turned);
        const double of_rod = ALONG * TILT * TILT * s * s;
        assert_near(second_moment(&body), 2 * c * c + s * s + of_rod, 1e-13);
    }
}

static void moments_of_singular_matrices_are_found(void **state)
{
    (void)state;
    inertia ones = {.inertia_com_kgm2 = {{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}};
    vec3 moments = inertia_moments(ones);
    assert_number(moments.v[0], 0);
    assert_number(moments.v[1], 0);
    assert_near(moments.v[2], 3, 1e-15 * 8);
    inertia swapped = {.inertia_com_kgm2 = {{{0, 2, 0}, {2, 0, 0}, {0, 0, 1}}}};
    moments = inertia_moments(swapped);
    assert_near(moments.v[0], -2, 1e-15 * 8);
    assert_near(moments.v[1], 1, 1e-15 * 8);
    assert_near(moments.v[2], 2, 1e-15 * 8);
}

static void poses_compose_like_their_points(void **state)
{
    (void)state;
    pose ab = {.rotation = mat3_rotation(Z, PI / 2), .position = {{1, 2, 3}}};
    pose bc = {.rotation = mat3_rotation(X, PI / 2), .position = {{4, 5, 6}}};
    pose ac = pose_multiply(ab, bc);
    assert_vec3(ac.position, -4, 6, 9); /* z-turn of 4 5 6 is -5 4 6 */
    assert_vec3(mat3_apply(ac.rotation, Y), 0, 0, 1);
    assert_vec3(mat3_apply(ac.rotation, X), 0, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quarter_turns_have_exact_entries),
        cmocka_unit_test(products_of_quarter_turns_stay_exact),
        cmocka_unit_test(rpy_is_yaw_after_pitch_after_roll),
        cmocka_unit_test(twelfths_of_pi_have_the_nearest_sines),
        cmocka_unit_test(snapping_moves_only_angles_within_the_tolerance),
        cmocka_unit_test(other_angles_use_the_library),
        cmocka_unit_test(rotations_are_orthogonal),
        cmocka_unit_test(turns_about_coordinate_axes_touch_only_the_plane),
        cmocka_unit_test(moving_a_body_keeps_its_moments),
        cmocka_unit_test(joined_point_masses_make_a_dumbbell),
        cmocka_unit_test(joining_is_associative),
        cmocka_unit_test(joining_nothing_changes_nothing),
        cmocka_unit_test(a_rod_that_turns_keeps_what_is_across_it),
        cmocka_unit_test(moments_of_singular_matrices_are_found),
        cmocka_unit_test(poses_compose_like_their_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
