/* SPDX-License-Identifier: MIT */
/* Robots that move: the spatial slider-crank of the IFToMM benchmark against an integrator of
 * eighth order, orders of the methods, energies and the work of torques. */
#include <math.h>
#include <stdio.h>

#include "apps/motion/dense.h"
#include "apps/motion/robot_cpu.h"
#include "motion_fixture.h"

typedef struct {
    const char *robot, *method;
    double step_s, until_s;
    const char *start, *torques, *drives;
    const char *drive; /* joint */
    bool plain;        /* without what joints do by themselves */
} wish;

static motion *move(wish w)
{
    motion *m = motion_make();
    if (w.drive)
        *ARENA_PUSH(&m->mem, &m->s.joints.drive, items) = w.drive;
    if (w.plain)
        m->s.joints.dynamics = DYNAMICS_NONE;
    motion_begin(m, w.robot, w.method,
                 (robot_plan){.torques = w.torques, .drives = w.drives, .start = &w.start,
                              .start_count = w.start != NULL});
    motion_run(m, w.step_s, w.until_s);
    return m;
}

static void within(double value, double low, double high)
{
    if (!(value >= low && value <= high))
        fail_msg("%.6g is not within %g and %g", value, low, high);
}

#define CRANK "robots/loops/slider_crank.urdf"

/* Crank angle, slider, crank speed, to eight decimals. */
static void slider_crank_is_where_the_benchmark_is(void **state)
{
    (void)state;
    static const double AT_1[] = {10.48407384, 0.23376475, 10.22988839};
    static const double AT_5[] = {51.36943989, 0.25465009, 7.90367971};
    motion *m = move((wish){CRANK, "rk4", 1e-3, 1, .start = "crank_x=0,6"});
    assert_int_equal(m->done, STATUS_OK);
    within(m->r.energy, 0.715891675, 0.715891685);
    within(m->r.energy_change, 0, 2e-8);
    within(m->r.open, 0, 1e-12);
    within(m->r.open_rate, 0, 1e-12);
    assert_in_range(m->x.cpu->passes_most, 2, 3);
    within(fabs(m->x.q[0] - AT_1[0]), 0, 1e-7);
    within(fabs(m->x.q[1] - AT_1[1]), 0, 1e-7);
    within(fabs(m->x.qd[0] - AT_1[2]), 0, 1e-6);
    end(m);
    m = move((wish){CRANK, "rk4", 5e-4, 5, .start = "crank_x=0,6"});
    within(fabs(m->x.q[0] - AT_5[0]), 0, 1e-7);
    within(fabs(m->x.q[1] - AT_5[1]), 0, 1e-7);
    end(m);
}

static double angle_error(const char *method, double step_s)
{
    motion *m = move((wish){CRANK, method, step_s, 0.2, .start = "crank_x=0,6"});
    const double error = fabs(m->x.q[0] - 1.23092692);
    assert_true(m->r.t == 0.2);
    end(m);
    return error;
}

static void methods_have_their_orders(void **state)
{
    (void)state;
    within(angle_error("rk4", 0.02) / angle_error("rk4", 0.01), 11, 25);
    within(angle_error("trapezoidal", 0.004) / angle_error("trapezoidal", 0.002), 3.7, 4.3);
    within(angle_error("trapezoidal", 0.001), 0, 2e-5);
}

/* A file for a test to read, gone again with drop(). */
#define COURSE_FILE "build/tests/robot_motion_course.csv"

static void write_course(const char *text_of)
{
    FILE *f = fopen(COURSE_FILE, "w");
    assert_non_null(f);
    assert_true(fputs(text_of, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Rows change places: for a pivot of zero, and for one that is nothing beside others. */
static void dense_systems_take_the_largest_pivot(void **state)
{
    (void)state;
    double a[] = {0, 1, 0, 1e-20, 0, 1, 1, 1, 1}, b[] = {2, 3, 6};
    assert_true(dense_solve_any(a, 3, b, 1));
    within(fabs(b[0] - 1), 0, 1e-14);
    within(fabs(b[1] - 2), 0, 1e-14);
    within(fabs(b[2] - 3), 0, 1e-14);
    double singular[] = {1, 2, 2, 4}, side[] = {1, 1};
    assert_false(dense_solve_any(singular, 2, side, 1));
}

/* Of a sine, in the middle of its course: errors of fourth, third and second order. */
static void courses_are_smooth(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    course c;
    text file = text_make(&mem);
    text_add(&file, "t,other,wave\n");
    for (uint32_t k = 0; k <= 100; k++)
        text_printf(&file, "%.17g,%u,%.17g\n", 0.05 * k, k, sin(0.05 * k));
    write_course(file.bytes);
    assert_int_equal(course_read(&mem, COURSE_FILE, &c, &d), STATUS_OK);
    course_smooth(&mem, &c);
    for (double t = 2; t < 3; t += 0.013) {
        double of[3], between[2];
        assert_int_equal(course_smooth_at(&c, t, 1, of, &d), STATUS_OK);
        within(fabs(of[0] - sin(t)), 0, 1e-7);
        within(fabs(of[1] - cos(t)), 0, 1e-5);
        within(fabs(of[2] + sin(t)), 0, 1e-3);
        assert_int_equal(course_at(&c, t, between, &d), STATUS_OK);
        within(fabs(between[0] - t / 0.05), 0, 1e-12);
        within(fabs(between[1] - sin(t)), 0, 4e-4);
    }
    remove(COURSE_FILE);
    arena_free(&mem);
}

/* A constant torque works as much as the angle that it turns. */
static void torques_work(void **state)
{
    (void)state;
    write_course("t,crank_x\n0,0.1\n0.3,0.1\n1,0.1\n");
    motion *m = move((wish){CRANK, "rk4", 1e-3, 0.5, .torques = COURSE_FILE});
    assert_int_equal(m->done, STATUS_OK);
    const double *first = m->rows.rows;
    const double work = 0.1 * (m->x.q[0] - first[1]);
    within(work, 0.3, 1);
    within(fabs(m->x.energy.all - m->r.energy - work), 0, 1e-8);
    end(m);
    m = move((wish){CRANK, "rk4", 1e-3, 2, .torques = COURSE_FILE});
    assert_int_equal(m->done, STATUS_INPUT); /* the file is too short */
    assert_true(m->rows.rows_count == 1001);
    within(m->r.t, 1, 1);
    end(m);
    remove(COURSE_FILE);
}

/* A joint that turns evenly: its torque works, too. */
static void driven_joints_follow_their_course(void **state)
{
    (void)state;
    write_course("t,crank_x\n0,0\n0.25,1.5\n1,6\n");
    motion *m = move((wish){CRANK, "rk4", 1e-3, 1, .drives = COURSE_FILE, .drive = "crank_x"});
    assert_int_equal(m->done, STATUS_OK);
    within(fabs(m->x.q[0] - 6), 0, 1e-12);
    within(fabs(m->x.qd[0] - 6), 0, 1e-11);
    uint32_t one;
    const uint32_t torque = track_first(&m->rows, TRACK_TORQUE, &one);
    double work = 0; /* Simpson's rule over the rows; the first row has no torque yet */
    for (uint32_t k = 1; k + 2 < m->rows.rows_count; k += 2)
        for (uint32_t i = 0; i < 3; i++)
            work += (i == 1 ? 4 : 1) * 6 * 1e-3 / 3 *
                    m->rows.rows[(size_t)(k + i) * m->rows.columns + torque];
    const uint32_t energy = track_first(&m->rows, TRACK_ENERGY, &one);
    const double *second = m->rows.rows + m->rows.columns;
    const double *last = m->rows.rows + (size_t)(m->rows.rows_count - 2) * m->rows.columns;
    within(fabs(last[energy] - second[energy] - work), 0, 1e-5);
    within(m->r.energy_change, 0, 1e-10);
    within(fabs(m->x.given.supplied), 0.001, 1);
    end(m);
    remove(COURSE_FILE);
}

/* An arm lets go, with nothing that takes energy away. */
static void trees_keep_their_energy(void **state)
{
    (void)state;
    motion *m =
        move((wish){"robots/iiwa.urdf", "rk4", 1e-3, 0.2, .start = "a2=0.5", .plain = true});
    assert_int_equal(m->done, STATUS_OK);
    within(m->r.energy_change, 0, 1e-8);
    within(fabs(m->x.q[1] - 0.5), 0.1, 2); /* it falls */
    end(m);
}

/* A core that is lost after some evaluations. */
typedef struct {
    accelerator real;
    uint32_t left;
} losing;

static status lose(void *self, double t, motion_query *x, diag *d)
{
    losing *l = self;
    if (!l->left--)
        return diag_system_error(d, (place){0}, "the core does not answer");
    return l->real.answer(l->real.self, t, x, d);
}

static void what_was_computed_survives_a_lost_core(void **state)
{
    (void)state;
    motion *m = move((wish){CRANK, "rk4", 1e-3, 1e-3, .start = "crank_x=0,6"});
    losing l = {m->x.from, 4 * 20 + 2};
    const mover moves = robot_motion_mover(&m->mem, &m->x, 1e-3);
    m->x.from = (accelerator){&l, lose};
    m->done = simulation_run(&m->mem, &moves, &(simulation_plan){.until_s = 1}, NULL, &m->rows,
                             &m->r, &m->d);
    assert_int_equal(m->done, STATUS_SYSTEM);
    assert_string_equal(m->d.error.text, "the core does not answer");
    assert_int_equal(m->rows.rows_count, 1 + 20);
    end(m);
}

/* Nothing that moves, in steps that take as long as they say. */
typedef struct {
    double step_s, takes_s, t;
} sleeper;

static status sleep_a_step(void *self, double until, diag *d)
{
    sleeper *s = self;
    (void)until, (void)d;
    const double end = progress_now() + s->takes_s;
    while (progress_now() < end)
        ;
    s->t += s->step_s;
    return STATUS_OK;
}

static void look_at_the_time(void *self, moment *out)
{
    static const double NONE[1];
    const sleeper *s = self;
    *out = (moment){.t = s->t, .step_s = s->step_s, .q = NONE, .qd = NONE};
}

static simulation_report clocked(sleeper s, uint32_t steps)
{
    static const char *NAMES[] = {"none"};
    arena mem = arena_make();
    diag d = diag_make(&mem);
    track rows;
    simulation_report r;
    const mover m = {.self = &s, .model = "sleeper",
                     .columns = {.positions = NAMES, .rates = NAMES, .positions_count = 1,
                                 .rates_count = 1},
                     .look = look_at_the_time, .step = sleep_a_step};
    const simulation_plan plan = {.until_s = (steps - 0.5) * s.step_s, .realtime = true};
    assert_int_equal(simulation_run(&mem, &m, &plan, NULL, &rows, &r, &d), STATUS_OK);
    arena_free(&mem);
    assert_int_equal(r.steps, steps);
    return r;
}

static void late_steps_are_counted(void **state)
{
    (void)state;
    const simulation_report late = clocked((sleeper){1e-3, 1.5e-3, 0}, 5);
    assert_int_equal(late.late, 5);
    within(late.worst_s, 1.5e-3, 10);
    assert_int_equal(clocked((sleeper){0.02, 0, 0}, 5).late, 0);
}

static void useless_motions_are_told_by_their_energy(void **unused)
{
    (void)unused;
    simulation_report r = {.kinetic = 3, .potential_least = -5, .potential_most = -3};
    assert_true(simulation_exchanged(&r) == 5);
    r.energy_change = 0.02 * 5 + 8.1e-9; /* 1e-9 of 5 + 3 is rounding */
    assert_true(simulation_is_useless(&r));
    r.energy_change = 0.02 * 5 + 7.9e-9;
    assert_false(simulation_is_useless(&r));
    r.energy_change = 1;
    assert_true(simulation_is_useless(&r));
    /* at rest */
    r = (simulation_report){.potential_least = 100, .potential_most = 100, .energy_change = 1e-8};
    assert_false(simulation_is_useless(&r));
}

static void what_takes_or_gives_energy_is_known(void **unused)
{
    (void)unused;
    tree_coordinate joint = {0};
    tree_element link = {.what = {.kind = ELEMENT_LINK, .law = LAW_SPRING, .stiffness = 5}};
    tree t = {.coordinates = &joint, .coordinates_count = 1, .elements = &link,
              .elements_count = 1};
    assert_true(robot_is_conservative(&t));
    joint.damping = 1e-9;
    assert_false(robot_is_conservative(&t));
    joint = (tree_coordinate){.driven = true};
    assert_false(robot_is_conservative(&t));
    joint.driven = false;
    link.what.damping = 1;
    assert_false(robot_is_conservative(&t));
    link.what.damping = 0;
    link.what.law = LAW_INPUT;
    assert_false(robot_is_conservative(&t));
    link.what.law = LAW_SPRING;
    link.what.kind = ELEMENT_WHEEL;
    assert_false(robot_is_conservative(&t));
    link.what = (robot_element){.kind = ELEMENT_FORCE, .law = LAW_LIFT};
    assert_true(robot_is_conservative(&t));
    link.what = (robot_element){.kind = ELEMENT_TURN, .law = LAW_VISCOUS, .damping = 1};
    assert_false(robot_is_conservative(&t));
    t.elements_count = 0;
    assert_true(robot_is_conservative(&t));
    t.frictions_count = 1;
    assert_false(robot_is_conservative(&t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slider_crank_is_where_the_benchmark_is),
        cmocka_unit_test(methods_have_their_orders),
        cmocka_unit_test(dense_systems_take_the_largest_pivot),
        cmocka_unit_test(courses_are_smooth),
        cmocka_unit_test(torques_work),
        cmocka_unit_test(driven_joints_follow_their_course),
        cmocka_unit_test(trees_keep_their_energy),
        cmocka_unit_test(what_was_computed_survives_a_lost_core),
        cmocka_unit_test(late_steps_are_counted),
        cmocka_unit_test(useless_motions_are_told_by_their_energy),
        cmocka_unit_test(what_takes_or_gives_energy_is_known),
    };
    return cmocka_run_group_tests_name("robot_motion", tests, NULL, NULL);
}
