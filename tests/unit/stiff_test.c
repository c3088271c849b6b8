/* SPDX-License-Identifier: MIT */
/* Methods for stiff robots: orders of rodas and alpha, by symbolic derivatives and by differences;
 * errors by tolerance; how much shorter their way is where something is stiff; closed solutions of
 * the trapezoidal rule and of the share that alpha leaves of vibrations. */
#include "apps/motion/robot_tangent.h"
#include "pair_fixture.h"

#define COURSE_FILE "build/tests/stiff_course.csv"
#define SLIDE_FILE "build/tests/stiff_slide.urdf"

/* ---- orders ---------------------------------------------------------------------------------- */

static const wish SLOW_CRANK = {.robot = "robots/loops/slider_crank.urdf", .until_s = 0.3,
                                .start = {"crank_x=0,1"}};

static void fourth_order_and_an_estimate_of_third(void **state)
{
    (void)state;
    has_orders(&ARM, "rodas", 40, 4, true);
    has_orders(&SLOW_CRANK, "rodas", 40, 4, false);
    has_orders(&DISC, "rodas", 20, 4, false); /* by differences */
}

/* Torques and motions that are linear in time: changes change with time alone. */
static void courses_leave_the_order(void **state)
{
    (void)state;
    wish pushed = ARM, driven = ARM;
    write_file(COURSE_FILE, "t,a2,a4\n0,0,5\n1,40,-30\n");
    pushed.torques = COURSE_FILE;
    has_orders(&pushed, "rodas", 40, 4, true);
    write_file(COURSE_FILE, "t,a3\n0,0\n1,4\n");
    driven.drives = COURSE_FILE;
    driven.drive = "a3";
    has_orders(&driven, "rodas", 40, 4, true);
    remove(COURSE_FILE);
}

static void between_its_ends_a_step_is_of_third_order(void **state)
{
    (void)state;
    double error[HALVINGS];
    for (uint32_t k = 0; k < HALVINGS; k++) {
        error[k] = off_in_the_middle("rodas", 40u << k);
        print_message("%u steps: %.3g\n", 40u << k, error[k]);
    }
    within(slope(error), 3.9, 4.1);
}

static void rodas_keeps_to_its_tolerance(void **state)
{
    (void)state;
    static const wish *const ALL[] = {&PENDULUM, &ARM, &CRANK, &KITE, &DISC};
    for (uint32_t k = 0; k < sizeof ALL / sizeof ALL[0]; k++)
        keeps_to_tolerances(ALL[k], "rodas", 1e-8, 0.005, 20, 5);
}

static void driven_robots_stay_on_their_branch(void **state)
{
    (void)state;
    stays_on_its_branch("rodas", COURSE_FILE, 400);
}

/* What is off at the end with steps of one part of the motion. */
static double off(const wish *w, const char *method, uint32_t parts, const motion *fine)
{
    motion *m = begin(w, method, 0);
    double most = 0;
    run(m, w->until_s / parts, w->until_s, 1);
    for (uint32_t i = 0; i < m->x.count; i++)
        most = fmax(most, fmax(fabs(m->x.q[i] - fine->x.q[i]), fabs(m->x.qd[i] - fine->x.qd[i])));
    end(m);
    return most;
}

static void alpha_is_of_second_order(void **state)
{
    (void)state;
    static const wish *const ALL[] = {&ARM, &CRANK, &KITE, &DISC};
    static const double SHARE[] = {0, 0.8, 1};
    for (uint32_t k = 0; k < sizeof ALL / sizeof ALL[0]; k++)
        for (uint32_t s = 0; s < 3; s++) {
            wish w = *ALL[k];
            double error[HALVINGS];
            motion *fine = begin(&w, "rk4", 0);
            run(fine, 1e-4, w.until_s, 1);
            w.dissipation = SHARE[s];
            for (uint32_t i = 0; i < HALVINGS; i++)
                error[i] = off(&w, "alpha", 400u << i, fine);
            print_message("%s, %g: %.3g to %.3g, slope %.3f\n", w.robot, SHARE[s], error[0],
                          error[HALVINGS - 1], slope(error));
            within(slope(error), 1.9, 2.1);
            end(fine);
        }
}

/* ---- what is stiff --------------------------------------------------------------------------- */

/* A damper of 1e6 N m s in a pendulum of five bodies: rk45 has to go in steps of what is left of
 * its own motion after 1e-7 s. */
static void stiff_robots_are_moved_in_fewer_evaluations(void **state)
{
    (void)state;
    const wish w = {.robot = "robots/pendulum5.urdf", .start = {"q1=0.4", "q3=-0.3,1"},
                    .damping = "q3=1e6"};
    motion *m = begin(&w, "rodas", 1e-8), *other = begin(&w, "rk45", 1e-8);
    run(m, 1e-3, 1e-3, 1);
    run(other, 1e-3, 1e-3, 1);
    print_message("%u and %u evaluations, off by %.3g\n", (unsigned)m->x.evaluations,
                  (unsigned)other->x.evaluations, between_rows(m, other, 1, 1));
    within(between_rows(m, other, 1, 1), 0, 2e-7);
    assert_true(m->x.evaluations * 50 < other->x.evaluations);
    assert_true(m->x.tangent->by_differences == 0);
    end(other);
    end(m);
}

static motion *slide(const char *method, double dissipation, double step_s, uint32_t steps)
{
    write_file(SLIDE_FILE, "<robot name='slide'><link name='ground'/><joint name='y' "
                           "type='prismatic'><parent link='ground'/><child link='mass'/>"
                           "<axis xyz='0 1 0'/><limit lower='-9' upper='9' velocity='9' "
                           "effort='9'/></joint><link name='mass'><inertial><mass value='2'/>"
                           "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
                           "</link></robot>");
    const wish w = {.robot = SLIDE_FILE, .start = {"y=1"}, .spring = {"y=1e6"},
                    .dissipation = dissipation};
    motion *m = begin(&w, method, 0);
    run(m, step_s, step_s * steps, 0);
    remove(SLIDE_FILE);
    return m;
}

/* Of q'' = -w^2 q the trapezoidal rule makes turns of 2 atan(h w / 2). */
static void the_trapezoidal_rule_is_solved_where_springs_are_stiff(void **state)
{
    (void)state;
    enum { STEPS = 200 };
    for (double h = 1e-4; h < 1; h *= 20) { /* h w: 0.07, 1.4, 28 */
        motion *m = slide("trapezoidal", 0, h, STEPS);
        const double turn = 2 * atan(h * sqrt(1e6 / 2) / 2);
        for (uint32_t i = 0; i <= STEPS; i++)
            within(m->rows.rows[(size_t)i * m->rows.columns + 1] - cos(i * turn), -1e-9, 1e-9);
        assert_true((m->x.tangent->newton_steps == STEPS) == (h > 1e-3));
        end(m);
    }
}

/* The furthest that it is in some steps from one on. */
static double furthest(const motion *m, uint32_t from)
{
    double most = 0;
    for (uint32_t i = from; i < from + 10; i++)
        most = fmax(most, fabs(m->rows.rows[(size_t)i * m->rows.columns + 1]));
    return most;
}

/* Steps of 1 s, 100 vibrations each: roots of the method are all near -share, so that what is left
 * after n steps goes with no more than n^2 share^n: 3^(2/40) = 1.056. */
static void alpha_leaves_its_share_of_fast_vibrations(void **state)
{
    (void)state;
    for (double share = 0.7; share < 0.95; share += 0.1) {
        motion *m = slide("alpha", share, 1, 80);
        const double each = pow(furthest(m, 60) / furthest(m, 20), 1.0 / 40);
        print_message("share %g: %.4f per step\n", share, each);
        within(each / share, 0.97, 1.08);
        end(m);
    }
    motion *all = slide("alpha", 1, 100, 80), *none = slide("alpha", 0, 100, 8);
    within(furthest(all, 60), 0.99, 1.01);
    within(fabs(none->x.q[0]), 0, 1e-6);
    end(none);
    end(all);
}

/* 20 kJ in a pendulum that would turn by radians per step. */
static void what_has_no_solution_says_so(void **state)
{
    (void)state;
    const wish w = {.robot = "robots/pendulum5.urdf", .start = {"q1=0.4"},
                    .spring = {"q1=1e6,0.2"}};
    static const char *const METHOD[] = {"trapezoidal", "alpha"};
    for (uint32_t k = 0; k < 2; k++) {
        motion *m = begin(&w, METHOD[k], 0);
        motion_run(m, 2e-3, 1);
        assert_int_equal(m->done, STATUS_SYSTEM);
        assert_non_null(strstr(m->d.error.text, "Newton's method does not converge"));
        end(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fourth_order_and_an_estimate_of_third),
        cmocka_unit_test(courses_leave_the_order),
        cmocka_unit_test(between_its_ends_a_step_is_of_third_order),
        cmocka_unit_test(rodas_keeps_to_its_tolerance),
        cmocka_unit_test(driven_robots_stay_on_their_branch),
        cmocka_unit_test(alpha_is_of_second_order),
        cmocka_unit_test(stiff_robots_are_moved_in_fewer_evaluations),
        cmocka_unit_test(the_trapezoidal_rule_is_solved_where_springs_are_stiff),
        cmocka_unit_test(alpha_leaves_its_share_of_fast_vibrations),
        cmocka_unit_test(what_has_no_solution_says_so),
    };
    return cmocka_run_group_tests_name("stiff", tests, NULL, NULL);
}
