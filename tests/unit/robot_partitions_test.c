/* SPDX-License-Identifier: MIT */
/* Robots with loops that pass positions where their independent joints fail: others take over, and
 * nothing of the motion shows it; where the constraints themselves fail it ends. */
#include <math.h>
#include <string.h>

#include "apps/motion/robot_partitions.h"
#include "motion_fixture.h"

/* tolerance: of rk45; 0: its own. */
static motion *move_within(double tolerance, const char *path, const char *method,
                           const char *const *start, uint32_t count, double step_s, double until_s)
{
    motion *m = motion_make();
    motion_begin(m, path, method,
                 (robot_plan){.start = start, .start_count = count,
                              .changes_partition = true, .tolerance = tolerance,
                              .by_multipliers = strcmp(method, "chain") == 0});
    if (m->x.partitions)
        robot_cpu_compile(m->x.cpu, &m->d);
    motion_run(m, step_s, until_s);
    if (m->x.partitions)
        robot_cpu_release(m->x.cpu);
    return m;
}

static motion *move(const char *path, const char *method, const char *const *start, uint32_t count,
                    double step_s, double until_s)
{
    return move_within(0, path, method, start, count, step_s, until_s);
}

static const char *const FIVEBAR[] = {"a1=2.2,2", "b1=0.9,-3"};

static void a_five_bar_passes_them(void **state)
{
    (void)state;
    motion *m = move("tests/loops/fivebar.urdf", "rk4", FIVEBAR, 2, 5e-5, 10);
    assert_int_equal(m->done, STATUS_OK);
    assert_true(m->x.partitions->changes >= 10);
    assert_true(m->r.energy_change < 1e-9 * m->r.energy);
    assert_true(m->r.open < 1e-10 && m->r.open_rate < 1e-10);
    end(m);
}

/* The chain's recursion integrates all joints and knows of no partition. */
static void it_moves_as_with_multipliers(void **state)
{
    (void)state;
    motion *a = move("tests/loops/fivebar.urdf", "rk4", FIVEBAR, 2, 1e-4, 1),
           *b = move("tests/loops/fivebar.urdf", "chain", FIVEBAR, 2, 1e-4, 1);
    assert_int_equal(a->done, STATUS_OK);
    assert_int_equal(b->done, STATUS_OK);
    assert_true(a->x.partitions->changes >= 3);
    for (uint32_t i = 0; i < a->x.count; i++) {
        assert_true(fabs(a->x.q[i] - b->x.q[i]) < 3e-8);
        assert_true(fabs(a->x.qd[i] - b->x.qd[i]) < 3e-7);
    }
    end(a);
    end(b);
}

/* Errors of a step sum up over 10 s; rk4 takes 800,000 evaluations for 1.5e-9 J. At 1e-12 rounding
 * counts: starts that differ by 1e-15 rad/s end with 1.5e-9 to 4.0e-9 J off, after 88,000 to 98,500
 * evaluations. */
#define OF_ROUNDING 6e-9
static void steps_that_adapt_pass_them_too(void **state)
{
    (void)state;
    for (double tolerance = 1e-6; tolerance > 5e-13; tolerance /= 100) {
        motion *m = move_within(tolerance, "tests/loops/fivebar.urdf", "rk45", FIVEBAR, 2, 1e-3,
                                10);
        assert_int_equal(m->done, STATUS_OK);
        print_message("%g: energy changes by %.3g J, %u evaluations, %u changes\n", tolerance,
                      m->r.energy_change, (unsigned)m->x.evaluations,
                      (unsigned)m->x.partitions->changes);
        assert_true(m->x.partitions->changes >= 10);
        assert_true(m->r.energy_change < 2000 * tolerance + OF_ROUNDING);
        assert_true(m->x.evaluations < 120000);
        assert_true(m->r.open < 1e-10 && m->r.open_rate < 1e-10);
        end(m);
    }
}

/* Also where other joints took over after the step that they are in. */
static void rows_between_their_ends_are_of_the_motion(void **state)
{
    (void)state;
    enum { ROWS = 1000 };
    motion *fine = move("tests/loops/fivebar.urdf", "rk4", FIVEBAR, 2, 1e-4, 1);
    motion *m = motion_make();
    motion_begin(m, "tests/loops/fivebar.urdf", "rk45",
                 (robot_plan){.start = FIVEBAR, .start_count = 2, .changes_partition = true,
                              .tolerance = 1e-9});
    const mover moves = robot_motion_mover(&m->mem, &m->x, 1e-3);
    const simulation_plan all = {.until_s = 1, .rows = ROWS};
    assert_int_equal(simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d),
                     STATUS_OK);
    assert_int_equal(m->rows.rows_count, ROWS + 1);
    assert_true(m->x.partitions->changes >= 3 && m->r.steps < ROWS / 2);
    const uint32_t columns = m->rows.columns;
    double most = 0;
    for (uint32_t i = 0; i <= ROWS; i++)
        for (uint32_t k = 1; k <= 2 * m->x.count; k++) {
            const double is = fine->rows.rows[10 * (size_t)i * columns + k];
            most = fmax(most, fabs(m->rows.rows[(size_t)i * columns + k] - is) / (1 + fabs(is)));
        }
    print_message("rows are off by %.3g\n", most);
    assert_true(most < 1e-6);
    end(m);
    end(fine);
}

/* It passes flat, by steps that do not end there. */
static void a_flat_parallelogram_ends_the_motion(void **state)
{
    (void)state;
    static const char *const FAST[] = {"crank=1,-3"};
    static const char *const METHODS[] = {"rk4", "rk45"};
    for (uint32_t k = 0; k < 2; k++) {
        motion *m = move("tests/loops/parallelogram.urdf", METHODS[k], FAST, 1, 1e-3, 1);
        assert_int_equal(m->done, STATUS_SYSTEM);
        assert_non_null(strstr(m->d.error.text, "no longer independent"));
        assert_true(m->r.t > 0.15 && m->r.t < 0.2);
        assert_true(fabs(m->x.q[0]) < 0.02);
        end(m);
    }
}

static void it_does_not_start_flat(void **state)
{
    (void)state;
    static const char *const FLAT[] = {"crank=0", "knee=0", "rocker=0"};
    const motion_method *method;
    motion *m = motion_make();
    assert_int_equal(method_find("rk4", MODEL_ROBOT, &method, &m->d), STATUS_OK);
    assert_int_equal(passes_tree(&m->mem, "tests/loops/parallelogram.urdf", &m->s, &m->forms,
                                 &m->d), STATUS_OK);
    const robot_plan plan = {.forms = &m->forms, .passes = &m->s, .step = method->robot,
                             .start = FLAT, .start_count = 3, .changes_partition = true};
    assert_int_equal(robot_motion_begin(&m->mem, &plan, &m->x, &m->d), STATUS_SYSTEM);
    assert_non_null(strstr(m->d.error.text, "no longer independent"));
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_five_bar_passes_them),
                                       cmocka_unit_test(it_moves_as_with_multipliers),
                                       cmocka_unit_test(steps_that_adapt_pass_them_too),
                                       cmocka_unit_test(rows_between_their_ends_are_of_the_motion),
                                       cmocka_unit_test(a_flat_parallelogram_ends_the_motion),
                                       cmocka_unit_test(it_does_not_start_flat)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
