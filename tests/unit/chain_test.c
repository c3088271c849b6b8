/* SPDX-License-Identifier: MIT */
/* Cuts held by multipliers: the recursion against the compiler's own equations, against dense
 * factors on loops of up to 251 joints, and what Baumgarte's terms hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/motion/chain.h"
#include "apps/motion/methods.h"
#include "apps/motion/robot_cpu.h"
#include "base/random.h"

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    loops l;
    chain *c;
    uint32_t joints;
} bench;

/* `joint`: NULL, or one that gets a rotor, a damper and a spring, beside a tendon of the first two
 * joints. */
static bench *open_robot(const char *path, const char *joint)
{
    arena mem = arena_make();
    bench *b = ARENA_ARRAY(&mem, bench, 1);
    b->mem = mem;
    b->d = diag_make(&b->mem);
    b->s = passes_default();
    b->s.equations.effort = 0;
    if (joint) {
        joint_settings *j = &b->s.joints;
        *ARENA_PUSH(&b->mem, &j->armature, items) = arena_printf(&b->mem, "%s=0.02", joint);
        *ARENA_PUSH(&b->mem, &j->damping, items) = arena_printf(&b->mem, "%s=0.3", joint);
        *ARENA_PUSH(&b->mem, &j->spring, items) = arena_printf(&b->mem, "%s=4,0.5", joint);
    }
    b->s.no_check = true; /* of trees that are not those of the file */
    assert_int_equal(passes_tree(&b->mem, path, &b->s, &b->forms, &b->d), STATUS_OK);
    if (joint) {
        tree_tendon t = {.name = "tendon", .stiffness = 3, .rest = 0.2, .damping = 0.7};
        *ARENA_PUSH(&b->mem, &t, terms) = (tree_term){0, 1.5};
        *ARENA_PUSH(&b->mem, &t, terms) = (tree_term){1, -2};
        *ARENA_PUSH(&b->mem, &b->forms.tree, tendons) = t;
    }
    assert_int_equal(loops_find(&b->mem, &b->forms.tree, &b->l, &b->d), STATUS_OK);
    b->joints = b->forms.tree.coordinates_count;
    return b;
}

static void make_chain(bench *b)
{
    if (chain_make(&b->mem, &b->forms.tree, &b->l, &b->c, &b->d) != STATUS_OK)
        fail_msg("%s", b->d.error.text);
}

static void done(bench *b)
{
    arena mem = b->mem;
    arena_free(&mem);
}

static double largest_difference(const double *a, const double *b, uint32_t count, double *size)
{
    double most = 0;
    *size = 0;
    for (uint32_t i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        *size = fmax(*size, fabs(a[i]));
    }
    return most;
}

/* Closed states with torques; `closed-fd`, which Pinocchio judges (tests/outside), is of the same
 * states within 1e-10 of the largest acceleration. */
static void multipliers_agree_with_the_reduction(void **state)
{
    (void)state;
    enum { STATES = 50, MOST = 30 };
    static const char *const ROBOTS[] = {"robots/loops/slider_crank.urdf",
                                         "robots/stewart.urdf"};
    static const char *const JOINTS[] = {"crank_x", NULL};
    for (uint32_t r = 0; r < sizeof ROBOTS / sizeof ROBOTS[0]; r++) {
        bench *b = open_robot(ROBOTS[r], JOINTS[r]);
        make_chain(b);
        function_numbers f;
        double *q, *qd, tau[MOST], expected[MOST], got[MOST], size;
        uint64_t seed = 7;
        uint32_t passes;
        assert_int_equal(function_numbers_make(&b->mem, &b->s, &b->forms, FUNCTION_CLOSED_FD, NULL,
                                               &f, &b->d), STATUS_OK);
        const uint32_t count = loops_motions(&b->mem, &b->l, STATES, 1, &q, &qd);
        assert_int_equal(count, STATES);
        for (uint32_t k = 0; k < count; k++) {
            robot_state s = {.qd = qd + (size_t)k * b->joints, .tau = tau};
            for (uint32_t i = 0; i < b->joints; i++)
                tau[i] = (double)(random_bits(&seed) >> 40) * 0x1p-22 - 2;
            assert_int_equal(loops_close(&f, &b->l, &s, q + (size_t)k * b->joints, 0, &passes,
                                         &b->d), STATUS_OK);
            function_numbers_take(&f, OUTPUT_QDD, expected);
            assert_true(chain_accelerate(b->c, q + (size_t)k * b->joints,
                                         qd + (size_t)k * b->joints, tau, got));
            const double error = largest_difference(expected, got, b->joints, &size);
            if (!(size > 1 && error <= 1e-10 * size))
                fail_msg("%s: %g of %g", ROBOTS[r], error, size);
        }
        done(b);
    }
}

#define LOOP_FILE "build/tests/chain_loop.urdf"

static bench *open_loop(uint32_t joints)
{
    char line[200];
    snprintf(line, sizeof line, "bash robots/loops/ngon.sh %u ball >" LOOP_FILE, joints);
    assert_int_equal(system(line), 0);
    bench *b = open_robot(LOOP_FILE, NULL);
    make_chain(b);
    return b;
}

/* Redundant rows are left out; N - 1 coordinates, rates at random that keep the loop closed. */
static void recursion_agrees_with_dense_factors(void **state)
{
    (void)state;
    static const uint32_t JOINTS[] = {5, 15, 51, 151, 251};
    for (uint32_t n = 0; n < sizeof JOINTS / sizeof JOINTS[0]; n++) {
        bench *b = open_loop(JOINTS[n]);
        double *q, *qd, size;
        double *none = ARENA_ARRAY(&b->mem, double, b->joints);
        double *fast = ARENA_ARRAY(&b->mem, double, b->joints);
        double *slow = ARENA_ARRAY(&b->mem, double, b->joints);
        assert_int_equal(b->joints, JOINTS[n] - 1);
        assert_int_equal(b->l.count, 2);
        assert_int_equal(loops_motions(&b->mem, &b->l, 2, 1, &q, &qd), 2);
        for (uint32_t k = 0; k < 2; k++) {
            const size_t at = (size_t)k * b->joints;
            assert_true(chain_accelerate(b->c, q + at, qd + at, none, fast));
            assert_true(chain_accelerate_dense(b->c, q + at, qd + at, none, slow));
            const double error = largest_difference(slow, fast, b->joints, &size);
            if (!(size > 1 && error <= 1e-10 * size))
                fail_msg("%u joints: %g of %g", JOINTS[n], error, size);
        }
        done(b);
    }
    remove(LOOP_FILE);
}

/* Function `augmented` has the same recursion as equations: in operations that grow with the number
 * of joints (137 each), as factors of the whole matrix do not (36,504 at 51). */
static void equations_agree_with_dense_factors(void **state)
{
    (void)state;
    static const uint32_t JOINTS[] = {5, 51, 251};
    for (uint32_t n = 0; n < sizeof JOINTS / sizeof JOINTS[0]; n++) {
        bench *b = open_loop(JOINTS[n]);
        function_numbers f;
        double *q, *qd, size;
        double *none = ARENA_ARRAY(&b->mem, double, b->joints);
        double *found = ARENA_ARRAY(&b->mem, double, b->joints);
        double *dense = ARENA_ARRAY(&b->mem, double, b->joints);
        if (function_numbers_make(&b->mem, &b->s, &b->forms, FUNCTION_AUGMENTED, NULL, &f,
                                  &b->d) != STATUS_OK)
            fail_msg("%s", b->d.error.text);
        assert_in_range(f.p.list_count, 1, 140 * JOINTS[n]);
        assert_int_equal(loops_motions(&b->mem, &b->l, 2, 1, &q, &qd), 2);
        for (uint32_t k = 0; k < 2; k++) {
            const size_t at = (size_t)k * b->joints;
            assert_true(function_numbers_run(&f, &(robot_state){.q = q + at, .qd = qd + at,
                                                                .tau = none}));
            function_numbers_take(&f, OUTPUT_QDD, found);
            assert_true(chain_accelerate_dense(b->c, q + at, qd + at, none, dense));
            const double error = largest_difference(dense, found, b->joints, &size);
            print_message("%u joints: %u operations, error %g\n", JOINTS[n], f.p.list_count,
                          error / size);
            if (!(size > 1 && error <= 1e-10 * size))
                fail_msg("%u joints: %g of %g", JOINTS[n], error, size);
        }
        done(b);
    }
    remove(LOOP_FILE);
}

/* All links on one line: no multiplier pulls along it. */
static void equations_tell_cuts_that_depend_on_each_other(void **state)
{
    (void)state;
    const double turn = 2 * acos(-1) / 5, q[4] = {-turn, -turn, turn, turn}, rest[4] = {0};
    const double bent[4] = {-turn, -turn, turn, turn + 0.1};
    bench *b = open_loop(5);
    function_numbers f;
    assert_int_equal(function_numbers_make(&b->mem, &b->s, &b->forms, FUNCTION_AUGMENTED, NULL, &f,
                                           &b->d), STATUS_OK);
    assert_false(function_numbers_run(&f, &(robot_state){.q = q, .qd = rest, .tau = rest}));
    assert_true(function_numbers_run(&f, &(robot_state){.q = bent, .qd = rest, .tau = rest}));
    done(b);
    remove(LOOP_FILE);
}

/* Steps of 10 ms over 10 s, from rest; the loop of five links. */
static simulation_report fall(double gain)
{
    bench *b = open_loop(5);
    const motion_method *method;
    robot_motion x;
    track rows;
    simulation_report r;
    b->forms.tree.stabilise = (stabilisation){gain, gain};
    assert_int_equal(method_find("chain", MODEL_ROBOT, &method, &b->d), STATUS_OK);
    const robot_plan plan = {.forms = &b->forms, .passes = &b->s, .step = method->robot,
                             .by_multipliers = method->by_multipliers};
    assert_int_equal(robot_motion_begin(&b->mem, &plan, &x, &b->d), STATUS_OK);
    const mover moves = robot_motion_mover(&b->mem, &x, 0.01);
    const simulation_plan all = {.until_s = 10, .rows = 10};
    assert_int_equal(simulation_run(&b->mem, &moves, &all, NULL, &rows, &r, &b->d), STATUS_OK);
    done(b);
    remove(LOOP_FILE);
    return r;
}

static void within(double value, double low, double high)
{
    if (!(value >= low && value <= high))
        fail_msg("%.6g is not within %g and %g", value, low, high);
}

static void baumgarte_holds_the_cut(void **state)
{
    (void)state;
    const simulation_report none = fall(0), five = fall(5);
    within(none.open, 1e-6, 1e-5); /* it drifts */
    within(five.open, 0, 1e-7);
    within(five.energy_change, 0, 1e-5);
    within(five.energy, -211, -210.9);
}

/* An open state comes back as Phidd + 2 alpha Phid + beta^2 Phi = 0 says: differences of Phi along
 * the motion, with errors of 1e-8 by rounding and of h^2 by their order. */
static void baumgarte_leads_back(void **state)
{
    (void)state;
    const double h = 1e-4, alpha = 3, beta = 7;
    bench *b = open_robot("robots/loops/slider_crank.urdf", NULL);
    b->forms.tree.stabilise = (stabilisation){alpha, beta};
    make_chain(b);
    constraint_numbers open = constraint_numbers_make(&b->mem, &b->forms.tree);
    double q[4], qd[4] = {1, 0.3, -0.4, 0.2}, tau[4] = {0}, qdd[4], at[4], phi[3][3];
    for (uint32_t i = 0; i < 4; i++)
        q[i] = b->l.closed[i] + 0.01 * (i + 1);
    assert_int_equal(b->l.count, 3);
    assert_true(chain_accelerate(b->c, q, qd, tau, qdd));
    for (int32_t k = -1; k <= 1; k++) {
        for (uint32_t i = 0; i < 4; i++)
            at[i] = q[i] + k * h * qd[i] + k * k * h * h / 2 * qdd[i];
        constraint_numbers_at(&open, at);
        for (uint32_t r = 0; r < 3; r++)
            phi[k + 1][r] = open.value[b->l.row[r]];
    }
    for (uint32_t r = 0; r < 3; r++) {
        const double rate = (phi[2][r] - phi[0][r]) / (2 * h);
        const double second = (phi[2][r] - 2 * phi[1][r] + phi[0][r]) / (h * h);
        const double wanted = -2 * alpha * rate - beta * beta * phi[1][r];
        within(fabs(wanted), 0.01, 100);
        within(fabs(second - wanted), 0, 1e-5);
    }
    done(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multipliers_agree_with_the_reduction),
        cmocka_unit_test(recursion_agrees_with_dense_factors),
        cmocka_unit_test(equations_agree_with_dense_factors),
        cmocka_unit_test(equations_tell_cuts_that_depend_on_each_other),
        cmocka_unit_test(baumgarte_holds_the_cut),
        cmocka_unit_test(baumgarte_leads_back),
    };
    return cmocka_run_group_tests_name("chain", tests, NULL, NULL);
}
