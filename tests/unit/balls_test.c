/* SPDX-License-Identifier: MIT */
/* Balls that turn on their way: angles of quaternions, a gyroscope whose motion is known in closed
 * form, a body that tumbles, in positions that are singular for hinges, too. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/motion/balls.h"
#include "apps/motion/quaternions.h"
#include "apps/motion/robot_turns.h"
#include "motion_fixture.h"
#include "random_tree.h"

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.17g is not within %g of %.17g", value, within, wanted);
}

static mat3 rotation_of(const double r[BALL_POSITIONS])
{
    const double positions[FREE_POSITIONS] = {0, 0, 0, r[0], r[1], r[2], r[3]};
    return free_pose(positions).rotation;
}

static void same_rotation(mat3 a, mat3 b, double within)
{
    for (uint32_t i = 0; i < 9; i++)
        near(a.m[i / 3][i % 3], b.m[i / 3][i % 3], within);
}

/* ---- angles of quaternions ------------------------------------------------------------------- */

/* What three hinges do. */
static mat3 hinged(const tree_ball *b, const double *q)
{
    mat3 m = mat3_identity();
    for (uint32_t k = 0; k < 3; k++)
        m = mat3_multiply(m, mat3_rotation(b->axis[k], q[b->coordinate[k]]));
    return m;
}

/* Each number of a rotation is a sum of products of a few roundings of 1.1e-16. */
#define ROUNDING 2e-15

static void check_turn(const tree_ball *b, const double r[BALL_POSITIONS])
{
    double q[3], again[BALL_POSITIONS];
    ball_angles(b, r, q);
    same_rotation(hinged(b, q), rotation_of(r), ROUNDING);
    assert_true(fabs(q[b->coordinate[1]]) <= acos(0));
    ball_take_angles(b, q, again);
    same_rotation(rotation_of(again), rotation_of(r), ROUNDING);
}

/* All orders of the axes, whichever way they go round, and right angles, where one of the others is
 * free. */
static void angles_turn_as_their_quaternion(void **state)
{
    (void)state;
    static const uint32_t ORDER[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const double SECOND[] = {1.5707963267948966, -1.5707963267948966, 1.5707963,
                                    1.57079632, 0, 3, -2.5};
    uint64_t seed = 5;
    for (uint32_t k = 0; k < sizeof ORDER / sizeof ORDER[0]; k++) {
        tree_ball b = {.stem = "ball.", .coordinate = {2, 0, 1}};
        for (uint32_t i = 0; i < 3; i++)
            b.axis[i].v[ORDER[k][i]] = 1;
        for (uint32_t n = 0; n < 50; n++) {
            double r[BALL_POSITIONS];
            for (uint32_t i = 0; i < BALL_POSITIONS; i++)
                r[i] = random_in(&seed, -1, 1);
            quaternion_normalise(r);
            check_turn(&b, r);
        }
        for (uint32_t n = 0; n < sizeof SECOND / sizeof SECOND[0]; n++) {
            const double q[3] = {SECOND[n], -2.9, 0.7};
            double r[BALL_POSITIONS];
            ball_take_angles(&b, q, r);
            same_rotation(rotation_of(r), hinged(&b, q), ROUNDING);
            check_turn(&b, r);
        }
    }
}

/* ---- motions --------------------------------------------------------------------------------- */

#define ROBOT_FILE "build/tests/balls.xml"
enum { STARTS = 3 };

static motion *begin(const char *file, bool turns, const char *method,
                     const char *const start[STARTS])
{
    FILE *f = fopen(ROBOT_FILE, "w");
    assert_non_null(f);
    assert_true(fputs(file, f) >= 0);
    assert_int_equal(fclose(f), 0);
    motion *m = motion_make();
    m->s.tree.balls_turn = turns;
    motion_begin(m, ROBOT_FILE, method, (robot_plan){.start = start, .start_count = STARTS,
                                                     .tolerance = 1e-10});
    return m;
}

static motion *move(const char *file, const char *method, double step_s, double until_s,
                    const char *const start[STARTS])
{
    motion *m = begin(file, true, method, start);
    motion_run(m, step_s, until_s);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    const double *r = m->x.q + robot_ball(&m->x, 0);
    near(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3], 1, 1e-15);
    return m;
}

/* A wheel of 2 kg at the end of a rod of 0.1 m, which its ball carries. */
static const char GYROSCOPE[] =
    "<mujoco model='gyroscope'><option gravity='0 0 -9.81'/><worldbody><body name='wheel'>"
    "<joint name='ball' type='ball'/><inertial pos='0 0 0.1' mass='2' "
    "diaginertia='0.01 0.01 0.018'/></body></worldbody></mujoco>";
#define SPIN 60.0
#define PRECESSION (2 * 9.81 * 0.1 / (0.018 * SPIN))

/* The rod is level and stays so: it goes round the vertical as fast as the weight's moment turns
 * the momentum of the spin. Twice on each way round it points along x, where the second angle is a
 * right one. */
static double gyroscope_error(const char *method, double step_s, double *off)
{
    char second[60], third[60];
    snprintf(second, sizeof second, "ball.y=0,%.17g", PRECESSION);
    snprintf(third, sizeof third, "ball.z=0,%.17g", SPIN);
    const char *const start[STARTS] = {"ball.x=1.5707963267948966", second, third};
    const double t = 4;
    motion *m = move(GYROSCOPE, method, step_s, t, start);
    const vec3 x = {{1, 0, 0}}, z = {{0, 0, 1}};
    const mat3 wanted = mat3_multiply(
        mat3_rotation(z, PRECESSION * t),
        mat3_multiply(mat3_rotation(x, acos(0)), mat3_rotation(z, SPIN * t)));
    const mat3 got = rotation_of(m->x.q + robot_ball(&m->x, 0));
    double worst = 0;
    for (uint32_t i = 0; i < 9; i++)
        worst = fmax(worst, fabs(got.m[i / 3][i % 3] - wanted.m[i / 3][i % 3]));
    same_rotation(hinged(&m->x.t->balls[0], m->x.q), got, ROUNDING);
    *off = m->x.turns_off;
    end(m);
    return worst;
}

static void a_gyroscope_goes_round_as_is_known(void **state)
{
    (void)state;
    double off;
    /* Of angles of 240 rad, (w h)^4 / 120 with w h = 0.06 and 0.03; a half of the spin's. */
    const double coarse = gyroscope_error("rk4", 1e-3, &off);
    assert_true(coarse < 240 * pow(SPIN * 1e-3, 4) / 120);
    assert_true(off > 0 && off < 1e-8);
    const double fine = gyroscope_error("rk4", 5e-4, &off);
    if (!(coarse > 13 * fine && coarse < 19 * fine))
        fail_msg("errors %g and %g: not of fourth order", coarse, fine);
    near(gyroscope_error("rk45", 1e-3, &off), 0, 1e-6); /* 1e-10 beside 1 in each of 2,000 steps */
    const double broad = gyroscope_error("trapezoidal", 5e-4, &off),
                 narrow = gyroscope_error("trapezoidal", 2.5e-4, &off);
    if (!(broad > 3.8 * narrow && broad < 4.2 * narrow))
        fail_msg("errors %g and %g: not of second order", broad, narrow);
}

/* Three moments that differ, about its centre: it tumbles, and nothing acts on it. */
static const char STONE[] =
    "<mujoco model='stone'><option gravity='0 0 0'/><worldbody><body name='stone'>"
    "<joint name='ball' type='ball'/><inertial pos='0 0 0' mass='1' "
    "diaginertia='0.02 0.05 0.035'/></body></worldbody></mujoco>";

static vec3 momentum_of(const motion *m)
{
    const vec3 rate = ball_rate(&m->x.t->balls[0], m->x.qd);
    const vec3 own = {{0.02 * rate.v[0], 0.05 * rate.v[1], 0.035 * rate.v[2]}};
    return mat3_apply(rotation_of(m->x.q + robot_ball(&m->x, 0)), own);
}

static void momentum_and_energy_of_a_tumbling_stone_stay(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double within; /* of a momentum of 0.15 N m s, in 3 s at 4.3 rad/s */
    } METHODS[] = {{"rk4", 1e-11}, {"rk45", 1e-8}, {"trapezoidal", 1e-5}};
    static const char *const START[STARTS] = {"ball.x=0.4,0.01", "ball.y=1.5707963267948966,0",
                                              "ball.z=0.1,4.3"};
    for (uint32_t k = 0; k < sizeof METHODS / sizeof METHODS[0]; k++) {
        motion *m = begin(STONE, true, METHODS[k].method, START);
        const vec3 before = momentum_of(m);
        end(m);
        m = move(STONE, METHODS[k].method, 1e-3, 3, START);
        const vec3 after = momentum_of(m);
        for (uint32_t i = 0; i < 3; i++)
            near(after.v[i], before.v[i], METHODS[k].within);
        near(m->r.energy_change, 0, METHODS[k].within);
        end(m);
    }
}

/* Where it does not come near a right angle, hinges move alike. */
static void hinges_move_alike(void **state)
{
    (void)state;
    static const char *const RATES[STARTS] = {"ball.x=0.3,1", "ball.y=0,2", "ball.z=0,0.5"};
    motion *turning = move(STONE, "rk4", 1e-3, 0.3, (const char *[]){
        "ball.x=0.3,1", "ball.y=0,2", "ball.z=0,0.5"});
    motion *hinges = begin(STONE, false, "rk4", RATES); /* at these angles rates are the same */
    motion_run(hinges, 1e-3, 0.3);
    assert_int_equal(hinges->done, STATUS_OK);
    for (uint32_t i = 0; i < 3; i++)
        near(turning->x.q[i], hinges->x.q[i], 1e-11);
    assert_true(fabs(turning->x.qd[0] - hinges->x.qd[0]) > 1e-2); /* these are no longer */
    end(turning);
    end(hinges);
}

static void courses_of_angles_are_refused(void **state)
{
    (void)state;
    motion *m = motion_make();
    const motion_method *method;
    motion *other = begin(STONE, true, "rk4", (const char *[]){"ball.x=0", "ball.y=0", "ball.z=0"});
    end(other);
    m->s.tree.balls_turn = true;
    m->s.joints.drive.items = (const char *[]){"ball.y"};
    m->s.joints.drive.items_count = 1;
    assert_int_equal(method_find("rk4", MODEL_ROBOT, &method, &m->d), STATUS_OK);
    assert_int_equal(passes_tree(&m->mem, ROBOT_FILE, &m->s, &m->forms, &m->d), STATUS_OK);
    const robot_plan plan = {.forms = &m->forms, .passes = &m->s, .step = method->robot,
                             .drives_outside = true};
    assert_int_equal(robot_motion_begin(&m->mem, &plan, &m->x, &m->d), STATUS_INPUT);
    assert_non_null(strstr(m->d.error.text, "joint 'ball.y' is driven"));
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_turn_as_their_quaternion),
        cmocka_unit_test(a_gyroscope_goes_round_as_is_known),
        cmocka_unit_test(momentum_and_energy_of_a_tumbling_stone_stay),
        cmocka_unit_test(hinges_move_alike),
        cmocka_unit_test(courses_of_angles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
