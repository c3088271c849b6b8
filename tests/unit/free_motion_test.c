/* SPDX-License-Identifier: MIT */
/* Robots on a free base that move: a top whose motion is known in closed form, momentum, orders of
 * the methods, loops; and limits of joints that a motion passes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/motion/quaternions.h"
#include "motion_fixture.h"

enum { STARTS = 6 };
typedef struct {
    const char *text, *file; /* the robot, or where it is */
    const char *method;
    double step_s, until_s;
    const char *start[STARTS];
} wish;

#define ROBOT_FILE "build/tests/free_motion.urdf"

static const char *file_of(const wish *w)
{
    if (!w->text)
        return w->file;
    FILE *f = fopen(ROBOT_FILE, "w");
    assert_non_null(f);
    assert_true(fputs(w->text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    return ROBOT_FILE;
}

static motion *begin(wish w)
{
    motion *m = motion_make();
    robot_plan plan = {.start = w.start};
    m->s.tree.floating_base = m->s.tree.free_bodies_fall = true;
    while (plan.start_count < STARTS && w.start[plan.start_count])
        plan.start_count++;
    motion_begin(m, file_of(&w), w.method, plan);
    return m;
}

static motion *move(wish w)
{
    motion *m = begin(w);
    motion_run(m, w.step_s, w.until_s);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    assert_true(m->x.t_s == w.until_s);
    return m;
}

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.17g is not within %g of %.17g", value, within, wanted);
}

/* ---- what turns ------------------------------------------------------------------------------ */

static void poses_come_back(void **state)
{
    (void)state;
    /* The largest number of the quaternion is each of the four in turn. */
    static const double ANGLES[][3] = {{0.3, -0.2, 0.4}, {3, 0.1, 0.2}, {0.1, 3, 0.2},
                                       {0.2, 0.1, 3}, {3.14159265358979, 0, 0}};
    for (uint32_t k = 0; k < sizeof ANGLES / sizeof ANGLES[0]; k++) {
        const double *a = ANGLES[k];
        const pose at = {mat3_from_rpy(a[0], a[1], a[2]), {{1, -2, 3}}};
        double numbers[FREE_POSITIONS];
        free_take_pose(&at, numbers);
        for (uint32_t i = 3; i < FREE_POSITIONS; i++)
            numbers[i] *= 2; /* of any length */
        const pose again = free_pose(numbers);
        for (uint32_t i = 0; i < 9; i++)
            near(again.rotation.m[i / 3][i % 3], at.rotation.m[i / 3][i % 3], 1e-15);
        assert_memory_equal(&again.position, &at.position, sizeof at.position);
    }
}

static void turns_are_those_of_rotations(void **state)
{
    (void)state;
    const pose at = {mat3_from_rpy(0.3, -0.2, 0.4), {{0, 0, 0}}};
    const vec3 axis = {{0.6, 0, 0.8}};
    const mat3 wanted = mat3_multiply(at.rotation, mat3_rotation(axis, 1.7));
    double numbers[FREE_POSITIONS], before[FREE_POSITIONS], changes[FREE_POSITIONS];
    free_take_pose(&at, numbers);
    memcpy(before, numbers, sizeof before);
    quaternion_turn(numbers + 3, vec3_scale(axis, 1.7));
    for (uint32_t i = 0; i < 9; i++)
        near(free_pose(numbers).rotation.m[i / 3][i % 3], wanted.m[i / 3][i % 3], 1e-15);
    /* A small turn is what the changes say, up to the square of its angle. */
    const double rates[FREE_RATES] = {1, 2, 3, 0.6, 0, 0.8};
    memcpy(numbers, before, sizeof before);
    quaternion_turn(numbers + 3, vec3_scale(axis, 1e-6));
    free_changes(before, rates, changes);
    for (uint32_t i = 3; i < FREE_POSITIONS; i++)
        near(numbers[i] - before[i], 1e-6 * changes[i], 1e-12);
    for (uint32_t i = 0; i < 3; i++)
        assert_true(changes[i] == rates[i]);
}

/* ---- a top ----------------------------------------------------------------------------------- */

/* A body with two equal moments, its origin at its centre. */
static const char TOP[] =
    "<robot name='top'><link name='body'><inertial><mass value='2'/><inertia ixx='0.3' iyy='0.3' "
    "izz='0.5' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>";

/* Thrown and turning, about x and z: the angular velocity goes round z of the body with (izz - ixx)
 * / ixx of that about z; the centre falls. Its angular momentum stays, about which the body goes
 * round evenly: R(t) = rotation about L by |L| t / ixx, then back about z by the first angle. */
static double top_error(const char *method, double step_s)
{
    motion *m = move((wish){.text = TOP, .method = method, .step_s = step_s, .until_s = 1,
                            .start = {"body.z=1,4", "body.x=0,1", "body.rx=0,2", "body.rz=0,3"}});
    const double *q = m->x.q, *qd = m->x.qd, w1 = 2, w3 = 3, t = 1;
    const double around = (0.5 - 0.3) / 0.3 * w3;
    near(q[0], 1, 1e-12);
    near(q[2], 1 + 4 - 9.81 / 2, 1e-12);
    near(qd[2], 4 - 9.81, 1e-12);
    near(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6], 1, 1e-15);
    const vec3 momentum = {{0.3 * w1, 0, 0.5 * w3}};
    const double size = vec3_norm(momentum);
    const mat3 wanted =
        mat3_multiply(mat3_rotation(vec3_scale(momentum, 1 / size), size / 0.3 * t),
                      mat3_rotation((vec3){{0, 0, 1}}, -around * t));
    const mat3 got = free_pose(q).rotation;
    double worst = fmax(fabs(qd[3] - w1 * cos(around * t)), fabs(qd[4] - w1 * sin(around * t)));
    for (uint32_t i = 0; i < 9; i++)
        worst = fmax(worst, fabs(got.m[i / 3][i % 3] - wanted.m[i / 3][i % 3]));
    end(m);
    return worst;
}

static void a_top_turns_as_is_known(void **state)
{
    (void)state;
    near(top_error("rk4", 1e-3), 0, 1e-11); /* (w h)^4 = 1e-10 at w = 3.6 rad/s, over 120 */
    near(top_error("trapezoidal", 1e-3), 0, 1e-5); /* (w h)^2 = 1.3e-5 over 12, times w t */
}

static void methods_have_their_orders(void **state)
{
    (void)state;
    near(top_error("rk4", 0.04) / top_error("rk4", 0.02), 16, 2);
    near(top_error("trapezoidal", 0.02) / top_error("trapezoidal", 0.01), 4, 0.2);
}

/* ---- momentum -------------------------------------------------------------------------------- */

/* Three bodies on joints that turn and slide, nothing symmetric. */
static const char KITE[] =
    "<robot name='kite'>"
    "<link name='sail'><inertial><origin xyz='0.1 0.02 -0.03' rpy='0.2 0.1 0.3'/><mass value='1.5'"
    "/><inertia ixx='0.02' iyy='0.05' izz='0.04' ixy='0.001' ixz='-0.002' iyz='0.003'/></inertial>"
    "</link>"
    "<link name='arm'><inertial><origin xyz='0.2 0 0.05'/><mass value='0.7'/><inertia ixx='0.004'"
    " iyy='0.01' izz='0.012' ixy='0' ixz='0.0005' iyz='0'/></inertial></link>"
    "<link name='tip'><inertial><origin xyz='0 0.1 0.05'/><mass value='0.4'/><inertia ixx='0.003'"
    " iyy='0.001' izz='0.0025' ixy='0' ixz='0' iyz='0.0001'/></inertial></link>"
    "<joint name='elbow' type='revolute'><parent link='sail'/><child link='arm'/><origin"
    " xyz='0.3 -0.1 0.2' rpy='0.4 -0.2 0.1'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='1' velocity='9' effort='0'/></joint>"
    "<joint name='reach' type='prismatic'><parent link='arm'/><child link='tip'/><origin"
    " xyz='0.4 0 0' rpy='0 0.3 0'/><axis xyz='1 0 0'/>"
    "<limit lower='-9' upper='0.5' velocity='0' effort='0'/></joint></robot>";
#define KITE_STARTS {"sail.z=1,2", "sail.rx=0.5,3", "sail.rz=-2,1", "elbow=0.3,-4", "reach=0.2,0.5"}

typedef struct {
    double mass;
    vec3 centre, linear, angular; /* of all; momenta, the angular one about the centre */
} momenta;

static momenta momenta_of(const robot_motion *x)
{
    momenta all = {0};
    vec3 about_origin = {{0}};
    robot_energy(x->t, x->q, x->qd, x->bodies); /* sets the motion of the bodies */
    for (uint32_t k = 1; k < x->t->bodies_count; k++) {
        const inertia *i = &x->t->bodies[k].body;
        const body_motion *b = &x->bodies[k];
        const vec3 arm = mat3_apply(b->rotation, i->com_m), at = vec3_add(b->position, arm);
        const vec3 p = vec3_scale(vec3_add(b->velocity, vec3_cross(b->omega, arm)), i->mass_kg);
        const vec3 turn = mat3_apply(mat3_transpose(b->rotation), b->omega);
        const vec3 spin = mat3_apply(b->rotation, mat3_apply(i->inertia_com_kgm2, turn));
        all.mass += i->mass_kg;
        all.centre = vec3_add(all.centre, vec3_scale(at, i->mass_kg));
        all.linear = vec3_add(all.linear, p);
        about_origin = vec3_add(about_origin, vec3_add(spin, vec3_cross(at, p)));
    }
    all.centre = vec3_scale(all.centre, 1 / all.mass);
    all.angular = vec3_sub(about_origin, vec3_cross(all.centre, all.linear));
    return all;
}

static void momentum_stays(wish w, double within)
{
    motion *m = begin(w);
    const momenta first = momenta_of(&m->x);
    end(m);
    m = move(w);
    const momenta last = momenta_of(&m->x);
    const double t = w.until_s;
    assert_true(vec3_norm(first.angular) > 0.01);
    for (uint32_t i = 0; i < 3; i++) {
        const double g = i == 2 ? -9.81 : 0;
        near(last.linear.v[i], first.linear.v[i] + last.mass * g * t, within);
        near(last.angular.v[i], first.angular.v[i], within);
        near(last.centre.v[i],
             first.centre.v[i] + first.linear.v[i] / last.mass * t + g * t * t / 2, within);
    }
    near(m->r.energy_change, 0, within * 100);
    end(m);
}

static void momentum_is_what_gravity_makes_it(void **state)
{
    (void)state;
    momentum_stays((wish){.text = KITE, .method = "rk4", .step_s = 1e-3, .until_s = 1,
                          .start = KITE_STARTS}, 1e-10);
    momentum_stays((wish){.text = KITE, .method = "trapezoidal", .step_s = 1e-3, .until_s = 1,
                          .start = KITE_STARTS}, 2e-5);
}

static void loops_move_freely(void **state)
{
    (void)state;
    const wish w = {.file = "robots/loops/slider_crank.urdf", .method = "rk4", .step_s = 1e-3,
                    .until_s = 0.5, .start = {"crank_x=0,6", "base.ry=0.3,0.4", "base.y=1,2"}};
    momentum_stays(w, 1e-8);
    motion *m = move(w);
    near(m->r.open, 0, 1e-12);
    near(m->r.open_rate, 0, 1e-12);
    end(m);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static const limit_passed *passed(const motion *m, uint32_t joint, uint32_t limit)
{
    return &m->x.passed[joint * LIMITS + limit];
}

static void limits_that_are_passed_are_known(void **state)
{
    (void)state;
    motion *m = move((wish){.text = KITE, .method = "rk4", .step_s = 1e-3, .until_s = 1,
                            .start = {"elbow=0.3,-10"}});
    const limit_passed *low = passed(m, 0, LIMIT_LOWER), *fast = passed(m, 0, LIMIT_VELOCITY);
    const limit_passed *far = passed(m, 1, LIMIT_UPPER);
    double first = -1, worst = 0, when = -1;
    for (uint32_t r = 0; r < m->rows.rows_count; r++) { /* every step is a row */
        const double *row = m->rows.rows + (size_t)r * m->rows.columns;
        if (row[1] < -1 && first < 0)
            first = row[0];
        if (row[1] < worst) {
            worst = row[1];
            when = row[0];
        }
    }
    assert_true(low->passed && fast->passed && far->passed);
    assert_true(first > 0 && low->first_s == first && low->worst == worst && low->worst_s == when);
    assert_true(fast->first_s == 0 && fast->worst <= -10);
    assert_true(far->worst > 0.5 && far->worst_s >= far->first_s);
    assert_false(passed(m, 0, LIMIT_UPPER)->passed);
    assert_false(passed(m, 1, LIMIT_VELOCITY)->passed); /* 0: not known */
    limits_note(m->x.t, m->x.passed, &m->d);
    assert_int_equal(m->d.notes_count, 3);
    assert_non_null(strstr(m->d.notes[0].text, "joint 'elbow' passes its lower limit of -1 rad"));
    assert_non_null(strstr(m->d.notes[2].text, "joint 'reach' passes its upper limit of 0.5 m"));
    end(m);
    m = move((wish){.text = KITE, .method = "rk4", .step_s = 1e-3, .until_s = 0.01});
    limits_note(m->x.t, m->x.passed, &m->d);
    assert_int_equal(m->d.notes_count, 0);
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_come_back),
        cmocka_unit_test(turns_are_those_of_rotations),
        cmocka_unit_test(a_top_turns_as_is_known),
        cmocka_unit_test(methods_have_their_orders),
        cmocka_unit_test(momentum_is_what_gravity_makes_it),
        cmocka_unit_test(loops_move_freely),
        cmocka_unit_test(limits_that_are_passed_are_known),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(ROBOT_FILE);
    return failed;
}
