/* SPDX-License-Identifier: MIT */
/* Linear systems of robots near a state, against closed forms, differences and steps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "apps/motion/dense.h"
#include "linear_fixture.h"

static const double MASS = 2, LENGTH = 0.5, DAMPING = 0.3;

/* m l^2 q'' = u - c q' - m g l sin q */
static void a_pendulum_has_its_closed_form(void **state)
{
    (void)state;
    const char *const start[] = {"turn=0,0", "turn=0.4,0", "turn=3.14159265358979312,0",
                                 "turn=-2,1.5"};
    const double angle[] = {0, 0.4, acos(-1), -2}, whole = MASS * LENGTH * LENGTH;
    for (uint32_t k = 0; k < 4; k++) {
        rest *r = good_rest((rest_wish){.of = PENDULUM, .start = {start[k]},
                                        .torque = {"turn=0.7"}});
        const linear_system *s = &r->system;
        const double rate = k == 3 ? 1.5 : 0;
        assert_int_equal(s->states, 2);
        near_to(s->a[0], 0, 0);
        near_to(s->a[1], 1, 0);
        near_to(s->a[2], -G / LENGTH * cos(angle[k]), 1e-14);
        near_to(s->a[3], -DAMPING / whole, 1e-14);
        near_to(s->b[0], 0, 0);
        near_to(s->b[1], 1 / whole, 1e-14);
        near_to(s->affine[0], rate, 0);
        near_to(s->affine[1], (0.7 - DAMPING * rate) / whole - G / LENGTH * sin(angle[k]), 1e-14);
        near_to(s->u[0], 0.7, 0);
        assert_int_equal(s->modes_count, k == 0 || k == 1 ? 1 : 2);
        end_rest(r);
    }
}

static void a_pendulum_has_its_frequency_and_damping(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = PENDULUM});
    const linear_mode *m = &r->system.modes[0];
    const double omega = sqrt(G / LENGTH), ratio = DAMPING / (MASS * LENGTH * LENGTH) / 2 / omega;
    near_to(m->hz, omega / (2 * acos(-1)), 1e-14);
    near_to(m->damping, ratio, 1e-14);
    near_to(m->re[0], 1, 1e-15);
    near_to(m->im[0], 0, 1e-15);
    near_to(m->re[1], m->value.re, 1e-13); /* the rate is the value times the position */
    near_to(m->im[1], m->value.im, 1e-13);
    end_rest(r);
}

/* Equal masses and lengths: omega^2 = g / l (2 -+ sqrt 2), and absolute angles 1, +-sqrt 2. */
static void a_double_pendulum_has_its_two_frequencies(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = DOUBLE_PENDULUM});
    assert_int_equal(r->system.modes_count, 2);
    for (uint32_t k = 0; k < 2; k++) {
        const linear_mode *m = &r->system.modes[k];
        const double sign = k ? 1 : -1, second = -sign * sqrt(2) - 1; /* seen from the first */
        near_to(m->hz * 2 * acos(-1), sqrt(G / 0.7 * (2 + sign * sqrt(2))), 1e-13);
        near_to(m->damping, 0, 1e-15);
        near_to(m->re[1] / m->re[0], second, 1e-13);
        near_to(m->im[1], 0, 1e-13);
    }
    end_rest(r);
}

/* ---- against differences --------------------------------------------------------------------- */

/* Accelerations, and how states of laws change, with one state or torque moved; loops are closed
 * again. */
static void changes_at(rest *r, uint32_t which, double by, double *out)
{
    robot_motion *x = &r->at.motion;
    double q[32], qd[32], tau[32], qdd[32], changes[32];
    assert_in_range(x->positions, 1, 32);
    memcpy(q, x->q, sizeof *q * x->positions);
    memcpy(qd, x->qd, sizeof *q * x->count);
    memcpy(tau, x->tau, sizeof *q * x->count);
    if (which < r->at.count)
        x->q[r->at.joint[which]] += by;
    else if (which < 2 * r->at.count)
        x->qd[r->at.joint[which - r->at.count]] += by;
    else if (which < r->system.states)
        *robot_law_state(x, which - 2 * r->at.count) += by;
    else
        x->tau[r->system.driven_by[which - r->system.states]] += by;
    assert_int_equal(robot_settle(x, 0, x->q, x->qd, &r->d), STATUS_OK);
    assert_int_equal(robot_accelerate(x, 0, x->q, x->qd, qdd, &r->d), STATUS_OK);
    robot_changes(x, x->q, x->qd, changes);
    for (uint32_t i = 0; i < r->at.count; i++)
        out[i] = qdd[r->at.joint[i]];
    for (uint32_t i = 0; i < x->states; i++)
        out[r->at.count + i] = changes[x->positions - x->states + i];
    memcpy(x->tau, tau, sizeof *q * x->count);
    assert_int_equal(robot_settle(x, 0, q, qd, &r->d), STATUS_OK);
}

/* Differences are of second order with a step of 1e-4: within 1e-6 of the largest entry. */
static void slopes_are_differences(rest *r)
{
    const linear_system *s = &r->system;
    const uint32_t n = r->at.count;
    const double size = dense_largest(s->a, s->states * s->states),
                 of_b = dense_largest(s->b, s->states * s->inputs);
    double more[32], less[32];
    for (uint32_t c = 0; c < s->states + s->inputs; c++) {
        changes_at(r, c, 1e-4, more);
        changes_at(r, c, -1e-4, less);
        for (uint32_t i = 0; i < s->states - n; i++) {
            const bool is_state = c < s->states;
            const double is = is_state ? s->a[(n + i) * s->states + c]
                                       : s->b[(n + i) * s->inputs + c - s->states];
            near_to(is, (more[i] - less[i]) / 2e-4, 1e-6 * (is_state ? size : of_b));
        }
    }
}

static void loops_with_springs_have_the_slopes_of_differences(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = "robots/loops/slider_crank.urdf",
                                    .start = {"crank_x=0.7,3"}, .spring = {"crank_x=0.5,1"},
                                    .torque = {"crank_x=0.2", "slide=-3"},
                                    .actuate = {"crank_x", "slide"}});
    assert_int_equal(r->system.states, 2);
    assert_int_equal(r->system.inputs, 2);
    slopes_are_differences(r);
    end_rest(r);
    r = good_rest((rest_wish){.of = "robots/loops/planar1.urdf"});
    assert_int_equal(r->system.states, 6);
    slopes_are_differences(r);
    end_rest(r);
}

static void trees_have_the_slopes_of_differences(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = "robots/puma560.urdf",
                                    .start = {"q1=0.2,0.5", "q2=-0.6,1", "q3=0.4,-1", "q5=0.3,2"},
                                    .torque = {"q2=-20"}});
    slopes_are_differences(r);
    end_rest(r);
}

/* A spring with a damper behind it, x p and xd in its rate. */
#define LAG "law='k*(x - p) + c*p*xd' state=p rate='(x + 0.2*x*xd - p)/lag - 0.3*p*abs(p)' k=40 "  \
            "c=3 lag=0.2 initial=0.4"

static void states_of_laws_have_the_slopes_of_differences(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = "robots/puma560.urdf",
                                    .start = {"q1=0.2,0.5", "q2=-0.6,1", "q3=0.4,-1", "q5=0.3,2"},
                                    .element = {"torsion name=one joint=q2 other=q3 " LAG,
                                                "torsion name=plain joint=q4 stiffness=3",
                                                "link name=two a=link1 b=link4 b_xyz='0.1 0 0.2' "
                                                "rest=0.4 " LAG}});
    assert_int_equal(r->system.states, 14);
    assert_string_equal(r->system.state[12], "one.p");
    assert_string_equal(r->system.output[13], "two.p");
    slopes_are_differences(r);
    end_rest(r);
    r = good_rest((rest_wish){.of = "robots/puma560.urdf", .free = {"q2,q5"},
                              .start = {"q1=0.2,0.5", "q2=-0.6,1", "q3=0.4,-1", "two.p=0.3"},
                              .element = {"link name=two a=link1 b=link4 b_xyz='0.1 0 0.2' "
                                          "rest=0.4 " LAG}});
    assert_int_equal(r->system.states, 5);
    near_to(r->system.x[4], 0.3, 0);
    near_to(r->system.a[4 * 5 + 4], -1 / 0.2 - 0.6 * 0.3, 1e-13);
    end_rest(r);
}

/* Where joints move, rates of dependent ones change with positions of free ones. */
static void states_of_laws_in_loops_have_the_slopes_of_differences(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = "robots/loops/slider_crank.urdf",
                                    .start = {"crank_x=0.7,3"}, .spring = {"crank_x=0.5,1"},
                                    .torque = {"crank_x=0.2", "slide=-3"},
                                    .actuate = {"crank_x", "slide"},
                                    .element = {"torsion name=one joint=slide " LAG,
                                                "torsion name=two joint=rod_y rest=0.1 " LAG}});
    assert_int_equal(r->system.states, 4);
    slopes_are_differences(r);
    end_rest(r);
    r = good_rest((rest_wish){.of = "robots/loops/planar1.urdf",
                              .start = {"q1=-2.359259793178417,0.5",
                                        "q2=1.4417851588882526,0.3",
                                        "q3=1.1175177028171424,-0.4"},
                              .element = {"torsion name=one joint=q8 " LAG}});
    slopes_are_differences(r);
    end_rest(r);
}

/* m y'' = -C p, p' = (y' - V p)/L: what a closed solution has of it. */
static void a_lagging_side_force_has_its_closed_form(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = PENDULUM, .is_weightless = true,
                                    .element = {"torsion name=side joint=turn law='C*p' state=p "
                                                "rate='(xd - V*p)/L' C=40 V=10 L=0.5"}});
    const linear_system *s = &r->system;
    const double whole = MASS * LENGTH * LENGTH;
    const double wanted[] = {0, 1, 0, 0, -DAMPING / whole, -40 / whole, 0, 2, -20};
    for (uint32_t i = 0; i < 9; i++)
        near_to(s->a[i], wanted[i], 1e-13);
    assert_true(linear_is_at_rest(&r->at));
    end_rest(r);
    r = good_rest((rest_wish){.of = PENDULUM, .is_weightless = true,
                              .element = {"torsion name=side joint=turn law='x' state=p "
                                          "rate='1 - p'"}});
    near_to(r->system.affine[2], 1, 0);
    assert_true(!linear_is_at_rest(&r->at));
    end_rest(r);
}

/* ---- held joints ----------------------------------------------------------------------------- */

/* Held is what driven is: other equations, the same numbers. */
static void held_joints_are_as_driven_ones(void **state)
{
    (void)state;
    rest_wish w = {.of = "robots/puma560.urdf",
                   .start = {"q1=0.2,0.5", "q2=-0.6,1", "q3=0.4,-1", "q5=0.3,2"}};
    rest_wish held = w, driven = w;
    held.free[0] = "q2,q5";
    driven.drive[0] = "q1";
    driven.drive[1] = "q3";
    driven.drive[2] = "q4";
    driven.drive[3] = "q6";
    rest *a = good_rest(held), *b = good_rest(driven);
    assert_int_equal(a->system.states, 4);
    assert_int_equal(b->system.states, 4);
    const double size = dense_largest(a->system.a, 16);
    for (uint32_t i = 0; i < 16; i++)
        near_to(a->system.a[i], b->system.a[i], 1e-12 * size);
    for (uint32_t i = 0; i < 8; i++)
        near_to(a->system.b[i], b->system.b[i], 1e-12 * dense_largest(a->system.b, 8));
    for (uint32_t i = 0; i < 4; i++)
        near_to(a->system.affine[i], b->system.affine[i], 1e-10);
    for (uint32_t i = 0; i < a->at.motion.count; i++)
        near_to(a->at.motion.tau[i], b->at.motion.tau[i], 1e-10);
    for (uint32_t i = 0; i < a->at.held_count; i++)
        near_to(a->at.motion.qdd[a->at.held[i]], 0, 1e-9);
    end_rest(a);
    end_rest(b);
}

/* ---- outputs and steps ----------------------------------------------------------------------- */

/* A point of the second bar at (l sin a + l sin (a + b), -l cos a - l cos (a + b)); turns about y
 * move x forwards where z is below. */
static void frames_are_outputs(void **state)
{
    (void)state;
    rest *r = good_rest((rest_wish){.of = DOUBLE_PENDULUM, .start = {"a=0.3", "b=0.5"},
                                    .frame = {"other:0,0,-0.7", "other", {{0, 0, -0.7}}}});
    const linear_system *s = &r->system;
    const double l = 0.7, a = 0.3, both = 0.8;
    assert_int_equal(s->outputs, 6);
    assert_string_equal(s->output[0], "other:0,0,-0.7.x");
    near_to(s->y[0], -l * sin(a) - l * sin(both), 1e-14);
    near_to(s->y[2], -l * cos(a) - l * cos(both), 1e-14);
    near_to(s->c[0], -l * cos(a) - l * cos(both), 1e-14);
    near_to(s->c[1], -l * cos(both), 1e-14);
    near_to(s->c[2 * 4], l * sin(a) + l * sin(both), 1e-14);
    near_to(s->c[4 * 4], 1, 1e-15); /* turns about y */
    near_to(s->c[4 * 4 + 1], 1, 1e-15);
    near_to(s->c[2], 0, 0); /* of rates */
    end_rest(r);
}

/* In a mechanism what follows moves, too: the slider's Jacobian is that of a difference. */
static void frames_of_loops_follow(void **state)
{
    (void)state;
    const double h = 1e-5;
    double at[2];
    for (uint32_t k = 0; k < 2; k++) {
        char start[40];
        snprintf(start, sizeof start, "crank_x=%.17g", 0.7 + (k ? h : -h));
        rest *r = good_rest((rest_wish){.of = "robots/loops/slider_crank.urdf", .start = {start},
                                        .frame = {"slider", "slider", {{0, 0, 0}}}});
        at[k] = r->system.y[0];
        near_to(r->system.y[0], r->at.motion.q[1], 1e-14);
        end_rest(r);
    }
    rest *r = good_rest((rest_wish){.of = "robots/loops/slider_crank.urdf",
                                        .start = {"crank_x=0.7"},
                                    .frame = {"slider", "slider", {{0, 0, 0}}}});
    near_to(r->system.c[0], (at[1] - at[0]) / (2 * h), 1e-9);
    end_rest(r);
}

/* Without gravity and friction a pendulum is a double integrator. */
static void steps_hold_their_inputs(void **state)
{
    (void)state;
    const double h = 0.25;
    rest *r = good_rest((rest_wish){.of = DOUBLE_PENDULUM, .is_weightless = true,
                                    .free = {"b"}, .torque = {"b=2"}});
    linear_system *s = &r->system;
    const double per_torque = s->b[1];
    assert_int_equal(linear_system_step(&r->mem, s, h, &r->d), STATUS_OK);
    const double wanted[] = {1, h, 0, 1};
    for (uint32_t i = 0; i < 4; i++)
        near_to(s->a[i], wanted[i], 1e-15);
    near_to(s->b[0], per_torque * h * h / 2, 1e-15);
    near_to(s->b[1], per_torque * h, 1e-15);
    near_to(s->affine[0], 2 * per_torque * h * h / 2, 1e-15);
    near_to(s->affine[1], 2 * per_torque * h, 1e-15);
    assert_int_equal(linear_system_step(&r->mem, s, 1e300, &r->d), STATUS_INPUT);
    end_rest(r);
}

/* From near the upright state one step of the robot is that of its system: what is left is of
 * second order in 1e-6. */
static void a_step_is_that_of_the_robot(void **state)
{
    (void)state;
    const double off[] = {1e-6, -2e-6, 3e-6, 1e-6};
    rest *r = good_rest((rest_wish){.of = DOUBLE_PENDULUM});
    robot_motion *x = &r->at.motion;
    assert_int_equal(linear_system_step(&r->mem, &r->system, 0.01, &r->d), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        *(i < 2 ? &x->q[i] : &x->qd[i - 2]) += off[i];
    const mover moves = robot_motion_mover(&r->mem, x, 0.001);
    while (x->t_s < 0.01)
        assert_int_equal(moves.step(moves.self, 0.01, &r->d), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++) {
        double wanted = r->system.affine[i];
        for (uint32_t k = 0; k < 4; k++)
            wanted += r->system.a[i * 4 + k] * off[k];
        near_to(i < 2 ? x->q[i] : x->qd[i - 2], wanted, 1e-15);
    }
    end_rest(r);
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void refused(rest_wish w, const char *why)
{
    rest *r = take_rest(w);
    assert_int_equal(r->done, STATUS_INPUT);
    if (!strstr(r->d.error.text, why))
        fail_msg("'%s' does not say '%s'", r->d.error.text, why);
    end_rest(r);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    const char *const crank = "robots/loops/slider_crank.urdf";
    refused((rest_wish){.of = PENDULUM, .start = {"trun=1"}},
            "--start: robot 'pendulum' has no joint");
    refused((rest_wish){.of = PENDULUM, .torque = {"trun=1"}},
            "--torque: robot 'pendulum' has no joint");
    refused((rest_wish){.of = PENDULUM, .torque = {"turn"}},
            "of option --torque: JOINT=VALUE expected");
    refused((rest_wish){.of = PENDULUM, .torque = {"turn=x"}},
            "bad value 'turn=x' of option --torque");
    refused((rest_wish){.of = PENDULUM, .free = {"trun"}}, "--free: robot 'pendulum' has no joint");
    refused((rest_wish){.of = PENDULUM, .drive = {"turn"}}, "no joint is left that moves");
    refused((rest_wish){.of = PENDULUM, .drive = {"turn"}, .free = {"turn"}}, "'turn' is driven");
    refused((rest_wish){.of = DOUBLE_PENDULUM, .free = {"a"}, .torque = {"b=1"}},
            "joint 'b' is held");
    refused((rest_wish){.of = crank, .free = {"slide"}}, "'slide' depends on others");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_has_its_closed_form),
        cmocka_unit_test(a_pendulum_has_its_frequency_and_damping),
        cmocka_unit_test(a_double_pendulum_has_its_two_frequencies),
        cmocka_unit_test(loops_with_springs_have_the_slopes_of_differences),
        cmocka_unit_test(trees_have_the_slopes_of_differences),
        cmocka_unit_test(states_of_laws_have_the_slopes_of_differences),
        cmocka_unit_test(states_of_laws_in_loops_have_the_slopes_of_differences),
        cmocka_unit_test(a_lagging_side_force_has_its_closed_form),
        cmocka_unit_test(held_joints_are_as_driven_ones),
        cmocka_unit_test(frames_are_outputs),
        cmocka_unit_test(frames_of_loops_follow),
        cmocka_unit_test(steps_hold_their_inputs),
        cmocka_unit_test(a_step_is_that_of_the_robot),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
