/* SPDX-License-Identifier: MIT */
/* Steps as long as a tolerance lets them be: orders of the pair and of what is between its ends,
 * errors by tolerance against rk4 in short steps, rows with loops closed, ends where courses
 * bend. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/motion/rk45.h"
#include "motion_fixture.h"

typedef struct {
    const char *robot, *start[3], *spring[2];
    double until_s;
    const char *torques, *drives, *drive;
    bool floats;
} wish;

static motion *begin(const wish *w, const char *method, double tolerance)
{
    motion *m = motion_make();
    robot_plan plan = {.start = w->start, .torques = w->torques, .drives = w->drives,
                       .tolerance = tolerance};
    while (plan.start_count < 3 && w->start[plan.start_count])
        plan.start_count++;
    for (uint32_t k = 0; k < 2 && w->spring[k]; k++)
        *ARENA_PUSH(&m->mem, &m->s.joints.spring, items) = w->spring[k];
    if (w->drive)
        *ARENA_PUSH(&m->mem, &m->s.joints.drive, items) = w->drive;
    m->s.joints.dynamics = DYNAMICS_NONE;
    m->s.tree.floating_base = m->s.tree.free_bodies_fall = w->floats;
    motion_begin(m, w->robot, method, plan);
    return m;
}

static void run(motion *m, double step_s, double until_s, uint32_t rows)
{
    const mover moves = robot_motion_mover(&m->mem, &m->x, step_s);
    const simulation_plan all = {.until_s = until_s, .rows = rows};
    m->done = simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
}

static void within(double value, double low, double high)
{
    if (!(value >= low && value <= high))
        fail_msg("%.6g is not within %g and %g", value, low, high);
}

/* The largest difference of positions and rates in the same row, over 1 + its size. */
static double between_rows(const motion *a, const motion *b, uint32_t of_a, uint32_t of_b)
{
    uint32_t count;
    const uint32_t first = track_first(&a->rows, TRACK_POSITION, &count);
    const uint32_t end = track_first(&a->rows, TRACK_TORQUE, &count);
    const double *one = a->rows.rows + (size_t)of_a * a->rows.columns;
    const double *other = b->rows.rows + (size_t)of_b * b->rows.columns;
    double most = 0;
    assert_true(fabs(one[0] - other[0]) <= 1e-12 * other[0]);
    for (uint32_t i = first; i < end; i++)
        most = fmax(most, fabs(one[i] - other[i]) / (1 + fabs(other[i])));
    return most;
}

static const wish PENDULUM = {.robot = "robots/pendulum5.urdf", .until_s = 0.5,
                              .start = {"q1=0.4", "q3=-0.3,1"}};
static const wish ARM = {.robot = "robots/iiwa.urdf", .until_s = 0.5, .start = {"a2=0.5"},
                         .spring = {"a2=30,0.2", "a4=20"}};
static const wish CRANK = {.robot = "robots/loops/slider_crank.urdf", .until_s = 0.5,
                           .start = {"crank_x=0,6"}};
static const wish KITE = {.robot = "robots/loops/slider_crank.urdf", .until_s = 0.5, .floats = true,
                          .start = {"crank_x=0,6", "base.ry=0.3,0.4", "base.z=0,2"}};
static const wish DISC = {.robot = "tests/loops/disc.urdf", .until_s = 0.5,
                          .start = {"spin=0,5", "lean=0.1,0.2", "yaw=0,0.3"}};

/* ---- orders ---------------------------------------------------------------------------------- */

enum { FINEST = 1500, HALVINGS = 4, NUMBERS = 32 };

/* Positions and rates of joints after `steps` steps over w->until_s; returns the sum of the
 * estimates. */
static double fixed_steps(const wish *w, uint32_t steps, double *state)
{
    motion *m = begin(w, "rk45", 0);
    rk45 r = rk45_make(&m->mem, &m->x);
    const double h = w->until_s / steps;
    double estimates = 0;
    for (uint32_t k = 0; k < steps; k++) {
        double error;
        assert_int_equal(rk45_try(&r, h, DBL_MIN, 1, &error, &m->d), STATUS_OK);
        assert_int_equal(rk45_take(&r, &m->d), STATUS_OK);
        estimates += error;
    }
    memcpy(state, m->x.q, m->x.count * sizeof *state);
    memcpy(state + m->x.count, m->x.qd, m->x.count * sizeof *state);
    const uint32_t count = 2 * m->x.count;
    end(m);
    assert_true(count <= NUMBERS);
    return estimates;
}

/* By least squares: the slope of log2 of errors at steps that are halved. */
static double slope(const double *error)
{
    double sum = 0;
    for (uint32_t k = 0; k < HALVINGS; k++)
        sum += (k - (HALVINGS - 1) / 2.0) * log2(error[k]);
    return -sum / (HALVINGS * (HALVINGS * HALVINGS - 1) / 12.0);
}

static void has_orders(const wish *w, uint32_t coarsest, bool estimates)
{
    double exact[NUMBERS] = {0}, error[HALVINGS] = {0}, estimate[HALVINGS];
    fixed_steps(w, FINEST, exact);
    for (uint32_t k = 0; k < HALVINGS; k++) {
        double at[NUMBERS] = {0};
        estimate[k] = fixed_steps(w, coarsest << k, at);
        for (uint32_t i = 0; i < NUMBERS; i++)
            error[k] = fmax(error[k], fabs(at[i] - exact[i]));
        print_message("%u steps: error %.3g, estimates %.3g\n", coarsest << k, error[k],
                      estimate[k]);
    }
    within(slope(error), 4.9, 5.1);
    if (estimates)
        within(slope(estimate), 3.9, 4.1);
}

/* Where loops are closed the estimate has what closing them moved, too. */
static void fifth_order_and_an_estimate_of_fourth(void **state)
{
    (void)state;
    has_orders(&ARM, 40, true);
    has_orders(&DISC, 20, false);
}

/* Halfway through the first step, in the place of where half a step goes, which is of fifth order:
 * what is between the ends is of fourth, its error in one step of fifth. */
static double off_in_the_middle(uint32_t steps)
{
    motion *m = begin(&ARM, "rk45", 0), *half = begin(&ARM, "rk45", 0);
    rk45 r = rk45_make(&m->mem, &m->x), other = rk45_make(&half->mem, &half->x);
    const double h = ARM.until_s / steps;
    double error, q[NUMBERS], qd[NUMBERS], most = 0;
    works given;
    assert_int_equal(rk45_try(&r, h, DBL_MIN, 1, &error, &m->d), STATUS_OK);
    assert_int_equal(rk45_take(&r, &m->d), STATUS_OK);
    for (uint32_t k = 0; k < 4; k++) {
        assert_int_equal(rk45_try(&other, h / 8, DBL_MIN, 1, &error, &half->d), STATUS_OK);
        assert_int_equal(rk45_take(&other, &half->d), STATUS_OK);
    }
    rk45_at(&r, h / 2, q, qd, &given);
    for (uint32_t i = 0; i < m->x.count; i++)
        most = fmax(most, fmax(fabs(q[i] - half->x.q[i]), fabs(qd[i] - half->x.qd[i])));
    rk45_at(&r, h, q, qd, &given);
    for (uint32_t i = 0; i < m->x.count; i++)
        within(fmax(fabs(q[i] - m->x.q[i]), fabs(qd[i] - m->x.qd[i])), 0, 1e-14);
    end(half);
    end(m);
    return most;
}

static void between_its_ends_a_step_is_of_fourth_order(void **state)
{
    (void)state;
    double error[HALVINGS];
    for (uint32_t k = 0; k < HALVINGS; k++) {
        error[k] = off_in_the_middle(10u << k);
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
    for (uint32_t k = 0; k < sizeof ALL / sizeof ALL[0]; k++) {
        enum { ROWS = 50 };
        motion *fine = begin(ALL[k], "rk4", 0);
        run(fine, 1e-4, ALL[k]->until_s, ROWS);
        for (double tolerance = 1e-4; tolerance > 5e-11; tolerance /= 100) {
            motion *m = begin(ALL[k], "rk45", tolerance);
            run(m, 1e-3, ALL[k]->until_s, ROWS);
            double most = 0;
            assert_int_equal(m->rows.rows_count, ROWS + 1);
            for (uint32_t i = 0; i <= ROWS; i++)
                most = fmax(most, between_rows(m, fine, i, i));
            print_message("%s, %g: %.3g of it, %u steps, %u refused\n", m->x.t->name, tolerance,
                          most / tolerance, (unsigned)m->r.steps, (unsigned)m->r.refused);
            within(most / tolerance, 0.05, ERRORS_MOST);
            within(m->r.open, 0, ROBOT_CLOSED_WITHIN);
            within(m->r.open_rate, 0, 1e-13);
            assert_true(10 * m->r.steps < fine->r.steps);
            end(m);
        }
        end(fine);
    }
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

static void write_course(const char *text_of)
{
    FILE *f = fopen(COURSE_FILE, "w");
    assert_non_null(f);
    assert_true(fputs(text_of, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Of the second row nothing bends. */
static void steps_end_where_torques_bend(void **state)
{
    (void)state;
    write_course("t,crank_x\n0,0.1\n0.1,0.2\n0.2,0.3\n0.31,-0.1\n1,-0.1\n");
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

/* Nothing but the course moves it, and steps are not so long that loops close in another way: the
 * slider stays on its side. Torques in rows are of their times. */
static void driven_robots_stay_on_their_branch(void **state)
{
    (void)state;
    write_course("t,crank_x\n0,0\n1,2\n2,12\n");
    const wish w = {.robot = CRANK.robot, .drives = COURSE_FILE, .drive = "crank_x"};
    motion *m = begin(&w, "rk45", 1e-8), *fine = begin(&w, "rk4", 0);
    run(m, 1e-3, 2, 40);
    run(fine, 1e-3, 2, 40);
    const uint32_t columns = m->rows.columns;
    uint32_t count;
    const uint32_t torque = track_first(&m->rows, TRACK_TORQUE, &count);
    for (uint32_t i = 1; i < m->rows.rows_count; i++) {
        within(between_rows(m, fine, i, i), 0, 1e-10);
        within(m->rows.rows[(size_t)i * columns + torque] -
                   fine->rows.rows[(size_t)i * columns + torque], -1e-9, 1e-9);
    }
    assert_true(m->r.steps < 60);
    end(fine);
    end(m);
    remove(COURSE_FILE);
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
