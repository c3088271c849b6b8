/* SPDX-License-Identifier: MIT */
/* Steps as long as a tolerance lets them be: orders of the pair and of what is between its ends,
 * errors by tolerance against rk4 in short steps, rows with loops closed, ends where courses
 * bend. */
#include "pair_fixture.h"

/* Where loops are closed the estimate has what closing them moved, too. */
static void fifth_order_and_an_estimate_of_fourth(void **state)
{
    (void)state;
    has_orders(&ARM, "rk45", 40, 5, true);
    has_orders(&DISC, "rk45", 20, 5, false);
}

static void between_its_ends_a_step_is_of_fourth_order(void **state)
{
    (void)state;
    double error[HALVINGS];
    for (uint32_t k = 0; k < HALVINGS; k++) {
        error[k] = off_in_the_middle("rk45", 10u << k);
        print_message("%u steps: %.3g\n", 10u << k, error[k]);
    }
    within(slope(error), 4.9, 5.1);
}

/* ---- tolerances ------------------------------------------------------------------------------ */

/* What a motion of half a second may be off by in a row, in tolerances. */
#define ERRORS_MOST 20.0

static void errors_keep_to_their_tolerance(void **state)
{
    (void)state;
    static const wish *const ALL[] = {&PENDULUM, &ARM, &CRANK, &KITE, &DISC};
    for (uint32_t k = 0; k < sizeof ALL / sizeof ALL[0]; k++)
        keeps_to_tolerances(ALL[k], "rk45", 1e-10, 0.05, ERRORS_MOST, 10);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Many rows in one step do not change where it goes, and all have their times. */
static void rows_leave_the_motion_alone(void **state)
{
    (void)state;
    motion *few = begin(&CRANK, "rk45", 1e-6), *many = begin(&CRANK, "rk45", 1e-6);
    run(few, 1e-3, 0.5, 1);
    run(many, 1e-3, 0.5, 1000);
    assert_int_equal(few->rows.rows_count, 2);
    assert_int_equal(many->rows.rows_count, 1001);
    assert_int_equal(few->r.steps, many->r.steps);
    assert_memory_equal(few->x.q, many->x.q, few->x.count * sizeof(double));
    assert_memory_equal(few->x.qd, many->x.qd, few->x.count * sizeof(double));
    for (uint32_t i = 0; i < many->rows.rows_count; i++)
        within(many->rows.rows[(size_t)i * many->rows.columns] - i * 0.5 / 1000, -1e-15, 1e-15);
    within(between_rows(few, many, 1, 1000), 0, 0);
    end(few);
    end(many);
}

/* ---- courses --------------------------------------------------------------------------------- */

#define COURSE_FILE "build/tests/rk45_course.csv"

/* Of the second row nothing bends. */
static void steps_end_where_torques_bend(void **state)
{
    (void)state;
    write_file(COURSE_FILE, "t,crank_x\n0,0.1\n0.1,0.2\n0.2,0.3\n0.31,-0.1\n1,-0.1\n");
    const wish w = {.robot = CRANK.robot, .start = {"crank_x=0,6"}, .torques = COURSE_FILE};
    motion *m = begin(&w, "rk45", 1e-6);
    run(m, 1e-3, 0.5, 0);
    uint32_t bends = 0;
    for (uint32_t i = 0; i < m->rows.rows_count; i++) {
        const double t = m->rows.rows[(size_t)i * m->rows.columns];
        bends += t == 0.2 || t == 0.31;
        assert_true(t != 0.1);
    }
    assert_int_equal(bends, 2);
    motion *fine = begin(&w, "rk4", 0);
    run(fine, 1e-4, 0.5, 0);
    within(between_rows(m, fine, m->rows.rows_count - 1, fine->rows.rows_count - 1), 0, 1e-4);
    end(fine);
    end(m);
    remove(COURSE_FILE);
}

static void driven_robots_stay_on_their_branch(void **state)
{
    (void)state;
    stays_on_its_branch("rk45", COURSE_FILE, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifth_order_and_an_estimate_of_fourth),
        cmocka_unit_test(between_its_ends_a_step_is_of_fourth_order),
        cmocka_unit_test(errors_keep_to_their_tolerance),
        cmocka_unit_test(rows_leave_the_motion_alone),
        cmocka_unit_test(steps_end_where_torques_bend),
        cmocka_unit_test(driven_robots_stay_on_their_branch),
    };
    return cmocka_run_group_tests_name("rk45", tests, NULL, NULL);
}
