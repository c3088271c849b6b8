/* SPDX-License-Identifier: MIT */
/* Explicit methods beside rk4: their orders, what they do to the energy over a long time, and whom
 * leapfrog refuses. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion_fixture.h"

#define ROBOT_FILE "build/tests/explicit_methods.urdf"
#define CRANK "robots/loops/slider_crank.urdf"

/* Two blocks in a row: no mass that depends on positions. */
static const char BLOCKS[] =
    "<robot name='blocks'><link name='ground'/>"
    "<link name='one'><inertial><mass value='2'/>"
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='two'><inertial><mass value='1'/>"
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<joint name='a' type='prismatic'><parent link='ground'/><child link='one'/><axis xyz='0 1 0'/>"
    "<limit lower='-9' upper='9' velocity='0' effort='0'/></joint>"
    "<joint name='b' type='prismatic'><parent link='one'/><child link='two'/><axis xyz='0 0 1'/>"
    "<limit lower='-9' upper='9' velocity='0' effort='0'/></joint></robot>";

static motion *begin(const char *path, const char *damping, bool floats)
{
    motion *m = motion_make();
    FILE *f = fopen(ROBOT_FILE, "w");
    assert_non_null(f);
    assert_true(fputs(BLOCKS, f) >= 0);
    assert_int_equal(fclose(f), 0);
    if (!path) /* of block a: 2 + 1 kg at 12 N/m, 2 rad/s */
        *ARENA_PUSH(&m->mem, &m->s.joints.spring, items) = "a=12";
    if (!path)
        *ARENA_PUSH(&m->mem, &m->s.joints.spring, items) = "b=25,0.1";
    if (damping)
        *ARENA_PUSH(&m->mem, &m->s.joints.damping, items) = damping;
    m->s.joints.dynamics = DYNAMICS_NONE;
    m->s.tree.floating_base = m->s.tree.free_bodies_fall = floats;
    return m;
}

static motion *moved(const char *path, const char *method, const char *start, const char *damping,
                     bool floats, double step_s, double until_s)
{
    motion *m = begin(path, damping, floats);
    motion_begin(m, path ? path : ROBOT_FILE, method,
                 (robot_plan){.start = &start, .start_count = start != NULL});
    motion_run(m, step_s, until_s);
    return m;
}

/* a = 0.3 cos(2 t) */
static double block_error(const char *method, double step_s)
{
    motion *m = moved(NULL, method, "a=0.3", NULL, false, step_s, 1);
    assert_int_equal(m->done, STATUS_OK);
    const double error = fabs(m->x.q[0] - 0.3 * cos(2));
    end(m);
    return error;
}

static double crank_error(const char *method, double step_s)
{
    motion *m = moved(CRANK, method, "crank_x=0,6", NULL, false, step_s, 0.2);
    assert_int_equal(m->done, STATUS_OK);
    const double error = fabs(m->x.q[0] - 1.23092692);
    end(m);
    return error;
}

static void methods_have_their_orders(void **state)
{
    (void)state;
    const struct {
        const char *method;
        double (*error)(const char *method, double step_s);
        double order;
    } each[] = {{"euler", block_error, 1}, {"euler", crank_error, 1}, {"leapfrog", block_error, 2}};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++) {
        const double all = each[k].error(each[k].method, 2e-3);
        const double order = log2(all / each[k].error(each[k].method, 1e-3));
        print_message("%s: %.4g, order %.3f\n", each[k].method, all, order);
        assert_true(fabs(order - each[k].order) < 0.1);
    }
}

/* Over 1,600 swings: leapfrog's energy changes by no more in all than in the first of them, within
 * rounding; Euler's grows. */
static void leapfrog_does_not_drift(void **state)
{
    (void)state;
    motion *first = moved(NULL, "leapfrog", "a=0.3", NULL, false, 0.02, 5),
           *all = moved(NULL, "leapfrog", "a=0.3", NULL, false, 0.02, 5000),
           *grows = moved(NULL, "euler", "a=0.3", NULL, false, 0.002, 20);
    assert_int_equal(all->done, STATUS_OK);
    print_message("%.6g J at first, %.6g J in all of %.4g, euler %.3g J\n", first->r.energy_change,
                  all->r.energy_change, simulation_exchanged(&all->r), grows->r.energy_change);
    assert_true(all->r.energy_change < 1.02 * first->r.energy_change);
    assert_false(simulation_is_useless(&all->r));
    assert_true(grows->r.energy_change > 10 * all->r.energy_change);
    assert_true(simulation_is_useless(&grows->r));
    end(first);
    end(all);
    end(grows);
}

/* Constant torques have a potential: the account keeps to the energy as without them. */
static void leapfrog_counts_work(void **state)
{
    (void)state;
    const char *torques = "build/tests/explicit_methods.csv", *start = "a=0.3";
    FILE *f = fopen(torques, "w");
    assert_non_null(f);
    assert_true(fputs("t,a\n0,4\n9,4\n", f) >= 0);
    assert_int_equal(fclose(f), 0);
    motion *m = begin(NULL, NULL, false);
    motion_begin(m, ROBOT_FILE, "leapfrog",
                 (robot_plan){.start = &start, .start_count = 1, .torques = torques});
    motion_run(m, 1e-3, 1);
    assert_int_equal(m->done, STATUS_OK);
    assert_true(fabs(m->x.given.supplied - 4 * (m->x.q[0] - 0.3)) < 1e-9);
    assert_true(m->x.given.supplied > 0.1 && m->r.energy_change < 1e-4);
    end(m);
    remove(torques);
}

static void who_has_rates_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path, *damping;
        bool floats;
        const char *why;
    } EACH[] = {
        {CRANK, NULL, false, "'crank_x' depends on rates, because its mass matrix depends on pos"},
        {"robots/iiwa.urdf", NULL, false, "because its mass matrix depends on positions"},
        {NULL, "b=0.1", false, "that of joint 'b' depends on rates, because forces do"},
        {CRANK, NULL, true, "bodies that turn freely"}};
    for (uint32_t k = 0; k < sizeof EACH / sizeof EACH[0]; k++) {
        motion *m = moved(EACH[k].path, "leapfrog", NULL, EACH[k].damping, EACH[k].floats, 1e-3, 1);
        assert_int_equal(m->done, STATUS_INPUT);
        if (!strstr(m->d.error.text, EACH[k].why))
            fail_msg("%s", m->d.error.text);
        assert_true(m->r.steps == 0);
        end(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_have_their_orders),
        cmocka_unit_test(leapfrog_does_not_drift),
        cmocka_unit_test(leapfrog_counts_work),
        cmocka_unit_test(who_has_rates_is_refused),
    };
    const int failed = cmocka_run_group_tests_name("explicit_methods", tests, NULL, NULL);
    remove(ROBOT_FILE);
    return failed;
}
