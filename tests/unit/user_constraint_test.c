/* SPDX-License-Identifier: MIT */
/* A constraint of the user's own against the cut that it describes: the tip of a double pendulum is
 * held at a distance from a point, once by a rod, once by numbers from the formula of a rod that
 * this test writes out. Accelerations, multipliers and Newton's passes are the same. */
#include "unit/robot_text.h"

#include "operations/state.h"
#include "unit/emit_fixture.h"
#include "passes.h"

#include <math.h>

#define LINK(name, mass)                                                                           \
    "<link name='" name "'><inertial><origin xyz='0.4 0 0.1'/><mass value='" mass "'/>"            \
    "<inertia ixx='0.1' iyy='0.2' izz='0.15' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define JOINT(name, parent, child, x)                                                              \
    "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child      \
    "'/><origin xyz='" x " 0 0'/><axis xyz='0 -1 0'/></joint>"
#define ROBOT(cut)                                                                                 \
    "<robot name='r' xmlns:tauflow='tauflow'><link name='base'/>" LINK("a", "2") LINK("b", "1")    \
    JOINT("j1", "base", "a", "0") JOINT("j2", "a", "b", "1") cut                                   \
    "<tauflow:closed_at joints='j1 j2' positions='0.5 0.6'/>"                                      \
    "<tauflow:independent joints='j1'/></robot>"
#define ROD "<tauflow:cut kind='rod' name='c' a='base' a_xyz='2 0 0' b='b' b_xyz='1.2 0 0' "       \
            "length='1.3'/>"
#define USER "<tauflow:constraint kind='user' name='c' joints='j2 j1'/>"

typedef struct {
    bench b;
    ops p;
    double *in, *out, *scratch;
} robot_of;

static robot_of make(const char *xml)
{
    robot_of r = {.b = bench_make()};
    passes_settings s = passes_default();
    passes_forms f = {0};
    assert_read(&r.b, xml);
    assert_int_equal(joint_settings_apply(&r.b.robot_mem, &s.joints, &r.b.r, &r.b.d), STATUS_OK);
    assert_built(&r.b, &s.tree);
    f.tree = r.b.t;
    s.equations.function = FUNCTION_CLOSED_FORCES;
    s.equations.effort = 0;
    status built = passes_operations(&r.b.tree_mem, &s, &f, &r.b.d);
    if (built != STATUS_OK)
        fail_msg("%s", r.b.d.error.text);
    r.p = f.ops;
    r.in = ARENA_ARRAY(&r.b.tree_mem, double, r.p.inputs_count + 1);
    r.out = ARENA_ARRAY(&r.b.tree_mem, double, r.p.outputs_count + 1);
    r.scratch = ARENA_ARRAY(&r.b.tree_mem, double, r.p.list_count + 1);
    return r;
}

/* x = (cos q1 + 1.2 cos (q1 + q2) - 2, the same of sines); h = (x.x - 1.3^2) / 2; in the order of
 * joints, though the file names them the other way round. */
static void rod_numbers(const double *q, const double *qd, double numbers[4])
{
    double c1 = cos(q[0]), s1 = sin(q[0]), c = 1.2 * cos(q[0] + q[1]), s = 1.2 * sin(q[0] + q[1]);
    double x = c1 + c - 2, z = s1 + s, w = qd[0] + qd[1];
    double vx = -s1 * qd[0] - s * w, vz = c1 * qd[0] + c * w;
    double ax = -c1 * qd[0] * qd[0] - c * w * w, az = -s1 * qd[0] * qd[0] - s * w * w;
    numbers[0] = (x * x + z * z - 1.3 * 1.3) / 2;
    numbers[1] = vx * vx + vz * vz + x * ax + z * az;
    numbers[2] = x * (-s1 - s) + z * (c1 + c);
    numbers[3] = -x * s + z * c;
}

static void evaluate(robot_of *r, const double *q, const double *qd, const double *tau,
                     const double *numbers)
{
    state_to_inputs64(
        &r->p, &(robot_state){.q = q, .qd = qd, .tau = tau, .user_constraints = numbers}, r->in);
    ops_eval64(&r->p, r->in, r->out, r->scratch);
}

static double result(const robot_of *r, output_kind kind, uint32_t index)
{
    for (uint32_t i = 0; i < r->p.outputs_count; i++)
        if (r->p.outputs[i].kind == kind && r->p.outputs[i].index == index)
            return r->out[i];
    fail_msg("no such result");
    return 0;
}

/* Newton's passes: the numbers anew for each. Velocities of j2 follow, so they are taken from the
 * first evaluation of closed positions. */
static void close_up(robot_of *r, bool is_user, double *q, double *qd, const double *tau)
{
    double numbers[4];
    for (int pass = 0; pass < 20; pass++) {
        rod_numbers(q, qd, numbers);
        evaluate(r, q, qd, tau, is_user ? numbers : NULL);
        if (result(r, OUTPUT_RESIDUAL, 0) < 1e-29)
            break;
        q[1] = result(r, OUTPUT_CLOSED_Q, 1);
    }
    assert_true(result(r, OUTPUT_RESIDUAL, 0) < 1e-28);
    qd[1] = result(r, OUTPUT_CLOSED_QD, 1);
    rod_numbers(q, qd, numbers);
    evaluate(r, q, qd, tau, is_user ? numbers : NULL);
}

static void a_users_rod_is_a_rod(void **state)
{
    (void)state;
    robot_of rod = make(ROBOT(ROD)), user = make(ROBOT(USER));
    for (int k = 0; k < 20; k++) {
        const double tau[2] = {sin(k), 3 * cos(2 * k)};
        double q[2][2] = {{0.5 + 0.01 * k, 0.6}, {0.5 + 0.01 * k, 0.6}};
        double qd[2][2] = {{1 + 0.1 * k, 0}, {1 + 0.1 * k, 0}};
        close_up(&rod, false, q[0], qd[0], tau);
        close_up(&user, true, q[1], qd[1], tau);
        assert_near(q[1][1], q[0][1], 1e-13);
        assert_near(qd[1][1], qd[0][1], 1e-12);
        for (uint32_t i = 0; i < 2; i++)
            assert_near(result(&user, OUTPUT_QDD, i), result(&rod, OUTPUT_QDD, i),
                        1e-11 * fmax(1, fabs(result(&rod, OUTPUT_QDD, i))));
        assert_near(result(&user, OUTPUT_MULTIPLIER, 0), result(&rod, OUTPUT_MULTIPLIER, 0),
                    1e-10 * fmax(1, fabs(result(&rod, OUTPUT_MULTIPLIER, 0))));
    }
    bench_free(&rod.b);
    bench_free(&user.b);
}

/* --- emitted C -------------------------------------------------------------------------------- */

typedef int until_closed64(double tolerance, unsigned limit,
                           void (*constraints)(const double *q, const double *qd,
                                               double *user_constraints, void *user),
                           void *user, double *q, double *qd, const double *tau, double *qdd,
                           double *q_closed, double *qd_closed, double *residual,
                           double *multiplier);

static void count_rod_numbers(const double *q, const double *qd, double *numbers, void *user)
{
    ++*(unsigned *)user;
    rod_numbers(q, qd, numbers);
}

static void emitted_c_asks_for_the_users_numbers(void **state)
{
    (void)state;
    robot_of rod = make(ROBOT(ROD)), user = make(ROBOT(USER));
    arena mem = arena_make();
    loaded l = load_functions(&mem, &user.p, 1, (how){"gcc", "off", 0});
    until_closed64 *run_until;
    find(&l, "name_closed_forces_until_closed_f64", &run_until);
    for (int k = 0; k < 20; k++) {
        const double tau[2] = {sin(k), 3 * cos(2 * k)};
        double q[2][2] = {{0.5 + 0.01 * k, 0.6}, {0.5 + 0.01 * k, 0.6}};
        double qd[2][2] = {{1 + 0.1 * k, 0}, {1 + 0.1 * k, 100}}; /* of j2: not that */
        double qdd[2], next[2], rates[2], residual, multiplier;
        unsigned calls = 0;
        close_up(&rod, false, q[0], qd[0], tau);
        assert_int_equal(run_until(1e-14, 1, count_rod_numbers, &calls, (double[]){q[1][0], 0.6},
                                   qd[1], tau, qdd, next, rates, &residual, &multiplier), 2);
        assert_int_equal(calls, 1);
        qd[1][1] = 100;
        assert_int_equal(run_until(1e-13, 20, count_rod_numbers, &calls, q[1], qd[1], tau, qdd,
                                   next, rates, &residual, &multiplier), 0);
        assert_in_range(calls, 4, 10);
        assert_near(q[1][1], q[0][1], 1e-12);
        assert_near(qd[1][1], qd[0][1], 1e-11);
        for (uint32_t i = 0; i < 2; i++)
            assert_near(qdd[i], result(&rod, OUTPUT_QDD, i),
                        1e-10 * fmax(1, fabs(result(&rod, OUTPUT_QDD, i))));
        assert_near(multiplier, result(&rod, OUTPUT_MULTIPLIER, 0),
                    1e-10 * fmax(1, fabs(result(&rod, OUTPUT_MULTIPLIER, 0))));
    }
    unload(&mem, &l);
    arena_free(&mem);
    bench_free(&rod.b);
    bench_free(&user.b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_users_rod_is_a_rod),
                                       cmocka_unit_test(emitted_c_asks_for_the_users_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
