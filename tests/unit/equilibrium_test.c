/* SPDX-License-Identifier: MIT */
/* States that stay: against closed forms, other functions, and what becomes of them in time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "apps/linear/equilibrium.h"
#include "apps/linear/least_squares.h"
#include "apps/motion/dense.h"
#include "linear_fixture.h"

typedef struct {
    rest *r;
    equilibrium e;
    status done;
} found;

static found look(rest_wish w)
{
    found f = {.r = read_rest(&w)};
    const slopes_plan plan = plan_of(f.r, &w);
    f.done = f.r->done == STATUS_OK ? equilibrium_find(&f.r->mem, &plan, &f.e, &f.r->d)
                                    : f.r->done;
    return f;
}

/* Nothing accelerates, loops are closed, torques are left by no more than rounding. */
static found find(rest_wish w)
{
    found f = look(w);
    if (f.done != STATUS_OK)
        fail_msg("%s", f.r->d.error.text);
    assert_true(f.e.residual < EQUILIBRIUM_WITHIN);
    assert_true(linear_largest_acceleration(&f.e.at) < 1e-6);
    return f;
}

static double position(const found *f, uint32_t joint)
{
    return f->e.at.motion.q[joint];
}

static void end(found *f)
{
    end_rest(f->r);
}

/* sin q = torque / (m g l): the lower one from below, the upper one from above. */
static void a_torque_holds_a_pendulum(void **state)
{
    (void)state;
    const double angle = asin(3 / (2 * G * 0.5));
    found f = find((rest_wish){.of = PENDULUM, .torque = {"turn=3"}});
    near_to(position(&f, 0), angle, 1e-14);
    assert_int_equal(f.e.kind, BALANCE_STABLE);
    assert_int_equal(f.e.anywhere_count, 0);
    end(&f);
    f = find((rest_wish){.of = PENDULUM, .torque = {"turn=3"}, .start = {"turn=2.5"}});
    near_to(position(&f, 0), acos(-1) - angle, 1e-14);
    assert_int_equal(f.e.kind, BALANCE_UNSTABLE);
    end(&f);
    f = find((rest_wish){.of = DOUBLE_PENDULUM, .start = {"a=0.3", "b=-0.4"}});
    near_to(position(&f, 0), 0, 1e-14);
    near_to(position(&f, 1), 0, 1e-14);
    assert_int_equal(f.e.kind, BALANCE_NEUTRAL); /* nothing damps it */
    end(&f);
}

/* Where slopes are singular, between the two, only falling leads on. */
static void a_pendulum_falls_from_where_its_slope_is_none(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = PENDULUM, .start = {"turn=1.5707963267948966"}});
    near_to(sin(position(&f, 0)), 0, 1e-14);
    end(&f);
}

/* A weight on an arm that turns with its hub: cos q = g / (l omega^2). */
#define GOVERNOR                                                                                   \
    "<robot name='governor'><link name='base'/><link name='hub'><inertial><mass value='1'/>"       \
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"                 \
    PENDULUM_LINK("bob", "2", "0.5")                                                               \
    "<joint name='spin' type='continuous'><parent link='base'/><child link='hub'/>"                \
    "<axis xyz='0 0 1'/><dynamics damping='0.2'/></joint>"                                         \
    PENDULUM_JOINT("arm", "hub", "bob", "0", "") "</robot>"

static void a_governor_turns_steadily(void **state)
{
    (void)state;
    const double angle = acos(G / 0.5 / 36);
    found f = find((rest_wish){.of = GOVERNOR, .start = {"spin=0,6", "arm=0.8"},
                               .free = {"arm"}});
    near_to(position(&f, 1), angle, 1e-13);
    near_to(f.e.at.motion.qd[0], 6, 0);
    near_to(f.e.at.motion.tau[0], 0.2 * 6, 1e-12); /* against the damping alone */
    assert_int_equal(f.e.system.modes_count, 1);
    near_to(f.e.system.modes[0].hz * 2 * acos(-1), 6 * sin(angle), 1e-11);
    end(&f);
    f = find((rest_wish){.of = GOVERNOR, .start = {"spin=0,6", "arm=0.8"}, .drive = {"spin"}});
    near_to(position(&f, 1), angle, 1e-13);
    end(&f);
}

/* Held joints take what function `gravity` says. */
static void held_joints_are_held_against_gravity(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = "robots/puma560.urdf", .free = {"q3", "q5"},
                               .start = {"q2=-0.5", "q3=0.4", "q4=0.3"}});
    const robot_motion *x = &f.e.at.motion;
    const robot_state at = {.q = x->q};
    function_numbers gravity;
    double torque[6];
    assert_int_equal(function_numbers_make(&f.r->mem, &f.r->s, &f.r->forms, FUNCTION_GRAVITY,
                                           NULL, &gravity, &f.r->d), STATUS_OK);
    function_numbers_run(&gravity, &at);
    function_numbers_take(&gravity, OUTPUT_TORQUE, torque);
    for (uint32_t i = 0; i < 6; i++)
        near_to(x->tau[i], torque[i], 1e-10);
    near_to(x->tau[2], 0, 0);
    near_to(x->q[1], -0.5, 0);
    end(&f);
}

/* The work of torques and weights is least or most there: with the crank moved by a little and
 * loops closed again, the energy of weights and springs, less torque times the way, changes by the
 * square of that. */
static void loops_rest_where_their_energy_does(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = "robots/loops/slider_crank.urdf", .start = {"crank_x=1"},
                               .spring = {"crank_x=2,3"}, .torque = {"slide=-1.5"}});
    robot_motion *x = &f.e.at.motion;
    double energy[2];
    for (uint32_t k = 0; k < 2; k++) {
        x->q[0] += k ? 2e-4 : -1e-4;
        assert_int_equal(robot_settle(x, 0, x->q, x->qd, &f.r->d), STATUS_OK);
        energy[k] = x->energy.all + 1.5 * x->q[1];
    }
    near_to((energy[1] - energy[0]) / 2e-4, 0, 1e-8);
    end(&f);
}

/* It stays where it is when it moves on, and what is unstable does not come back. */
static void simulation_stays_there(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        found f = find((rest_wish){.of = "robots/loops/slider_crank.urdf",
                                   .start = {k ? "crank_x=0.1" : "crank_x=3"}});
        robot_motion *x = &f.e.at.motion;
        const double off = 1e-5, was = x->q[0];
        assert_int_equal(f.e.kind, k ? BALANCE_UNSTABLE : BALANCE_NEUTRAL);
        x->q[0] += off;
        const mover moves = robot_motion_mover(&f.r->mem, x, 0.005);
        double most = 0;
        while (x->t_s < 2) {
            assert_int_equal(moves.step(moves.self, 2, &f.r->d), STATUS_OK);
            most = fmax(most, fabs(x->q[0] - was));
        }
        assert_true(k ? most > 100 * off : most < 1.01 * off);
        end(&f);
    }
}

/* A turn about gravity changes nothing. */
static void joints_that_may_stand_anywhere_are_told(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = "robots/puma560.urdf", .start = {"q1=0.7", "q2=1.4",
                                                                    "q3=1.5"}});
    assert_true(f.e.anywhere_count >= 1);
    bool is_told = false;
    for (uint32_t i = 0; i < f.e.anywhere_count; i++)
        is_told = is_told || f.e.at.joint[f.e.anywhere[i]] == 0;
    assert_true(is_told);
    end(&f);
}

/* At any state, with rates, held joints and loops: what is left of torques is what accelerates. The
 * one is from the second opinion, the other from equations. */
static void torques_that_are_left_accelerate(void **state)
{
    (void)state;
    const rest_wish wishes[] = {
        {.of = "robots/puma560.urdf", .free = {"q2,q3,q5"}, .torque = {"q2=7"},
         .start = {"q1=0.3,1", "q2=0.5,-2", "q3=1,1", "q4=0.4,3", "q5=0.6,2"}},
        {.of = "robots/loops/planar1.urdf", .free = {"q1,q3"}, .torque = {"q3=5", "q7=-4"},
         .start = {"q1=-2.3,0.4", "q2=1.4,0.7", "q3=1.1,-0.3"}},
        {.of = "robots/loops/delta.urdf", .torque = {"arm1_y=1"},
         .start = {"tx=0.02,0.3", "ty=-0.01,0.2", "tz=-0.5,0.4"}}};
    for (uint32_t w = 0; w < sizeof wishes / sizeof wishes[0]; w++) {
        rest *r = good_rest(wishes[w]);
        const slopes *s = &r->at;
        torque_balance b;
        assert_int_equal(torque_balance_make(&r->mem, s, &b, &r->d), STATUS_OK);
        assert_int_equal(torque_balance_take(&b, &r->at, &r->d), STATUS_OK);
        for (uint32_t i = 0; i < s->count; i++) {
            double sum = 0, size = 0;
            for (uint32_t k = 0; k < s->count; k++) {
                const double by = s->qdd_tau[(size_t)i * s->motion.count + s->joint[k]];
                sum -= by * b.left[k];
                size += fabs(by) * b.terms[k];
            }
            near_to(s->motion.qdd[s->joint[i]], sum, 1e-12 * size);
            assert_true(fabs(sum) > 1e-6 * size);
        }
        end_rest(r);
    }
}

/* Few steps lead there from afar, also where some joints matter little. Without what turns with the
 * inertia, or with its opposite, these are more, or lead elsewhere. */
#define CAR(name)                                                                                  \
    "<link name='" name "_car'><inertial><mass value='1'/>"                                        \
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"                 \
    "<joint name='" name "' type='prismatic'><parent link='base'/><child link='" name "_car'/>"    \
    "<axis xyz='1 0 0'/><limit lower='-50' upper='50' effort='100' velocity='1'/></joint>"

/* What the softer one lacks, 100 N of its 1e9, is next to nothing of the sum of both. */
static void stiff_joints_do_not_hide_what_others_lack(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = "<robot name='two'><link name='base'/>" CAR("a") CAR("b")
                                     "</robot>",
                               .spring = {"a=1e9,1e-7", "b=1e18"}});
    near_to(position(&f, 0), 1e-7, 1e-20);
    near_to(position(&f, 1), 0, 1e-20);
    end(&f);
}

static void few_steps_lead_there(void **state)
{
    (void)state;
    const struct {
        rest_wish w;
        uint32_t most;
    } each[] = {
        {{.of = "robots/iiwa.urdf", .start = {"a2=0.5"}}, 9},
        {{.of = "robots/pendulum5.urdf", .start = {"q1=1", "q2=1"}}, 8},
        {{.of = "robots/puma560.urdf", .start = {"q2=1", "q3=1"}}, 9},
        {{.of = "robots/loops/delta.urdf", .spring = {"arm1_y=3", "arm2_y=4"}}, 8},
    };
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++) {
        found f = find(each[k].w);
        if (f.e.steps > each[k].most)
            fail_msg("%s: %u steps, not %u", each[k].w.of, f.e.steps, each[k].most);
        end(&f);
    }
}

/* ---- where there is none --------------------------------------------------------------------- */

#define LIFT                                                                                       \
    "<robot name='lift'><link name='base'/><link name='car'><inertial><mass value='2'/>"           \
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"                 \
    "<joint name='up' type='prismatic'><parent link='base'/><child link='car'/>"                   \
    "<axis xyz='0 0 1'/><limit lower='-50' upper='50' effort='100' velocity='1'/></joint></robot>"
#define STOPPED(lower, upper)                                                                      \
    "<robot name='stopped'><link name='base'/>" PENDULUM_LINK("bob", "2", "0.5")                   \
    "<joint name='turn' type='revolute'><parent link='base'/><child link='bob'/>"                  \
    "<axis xyz='0 1 0'/><limit lower='" lower "' upper='" upper "' effort='9' velocity='1'/>"      \
    "</joint></robot>"

static void refused(rest_wish w, const char *why)
{
    found f = look(w);
    assert_int_equal(f.done, STATUS_INPUT);
    if (!strstr(f.r->d.error.text, why))
        fail_msg("'%s' does not say '%s'", f.r->d.error.text, why);
    end(&f);
}

static void where_there_is_none_the_reason_is_told(void **state)
{
    (void)state;
    refused((rest_wish){.of = LIFT}, "joint 'up' lacks 19.62 N, 1 of its terms");
    refused((rest_wish){.of = LIFT}, "joint 'up' changes nothing of it");
    refused((rest_wish){.of = STOPPED("0.5", "2")}, "joint 'turn' is at its lower limit of 0.5");
    refused((rest_wish){.of = PENDULUM, .torque = {"turn=10"}}, "joint 'turn' lacks");
    refused((rest_wish){.of = "robots/stewart.urdf"}, "joint 'tz' is at its lower limit of 0");
}

static void torques_make_one_where_there_was_none(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = LIFT, .torque = {"up=19.62"}});
    assert_int_equal(f.e.kind, BALANCE_NEUTRAL);
    assert_int_equal(f.e.anywhere_count, 1);
    end(&f);
    f = find((rest_wish){.of = LIFT, .spring = {"up=30"}});
    near_to(position(&f, 0), -0.654, 1e-14);
    end(&f);
    f = find((rest_wish){.of = STOPPED("0.5", "2"), .torque = {"turn=8"}}); /* from 0, no place */
    near_to(position(&f, 0), asin(8 / G), 1e-14);
    end(&f);
    f = find((rest_wish){.of = STOPPED("0", "0"), .start = {"turn=0.3"}}); /* not known */
    near_to(position(&f, 0), 0, 1e-14);
    end(&f);
    f = find((rest_wish){.of = STOPPED("0", "0"), .torque = {"turn=2"}});
    near_to(position(&f, 0), asin(2 / G), 1e-14);
    end(&f);
}

/* ---- states of laws -------------------------------------------------------------------------- */

/* A bag of air of 10 cm^2 and a spring carry 2 kg: area (p - ambient) = m g + k x. */
#define BAG "torsion name=bag joint=up law='area*(ambient - p) + k*x + c*xd' state=p area=1e-3 "   \
            "ambient=101325 initial=101325 k=100 c=20 "
#define VALVE(gain) BAG "rate='gain*(level - x)' level=0.2 gain=" gain
#define AMBIENT 101325.0

/* Open to a tank p is what the tank has; with a valve that keeps the level, x is the level, and the
 * rate does not depend on p. */
static void air_springs_carry_what_they_do(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = LIFT, .element = {BAG "rate='3*(tank - p) - "
                                                       "1.375*p*xd/(0.3 + x)' tank=130000"}});
    near_to(*robot_law_state(&f.e.at.motion, 0), 130000, 1e-10);
    near_to(position(&f, 0), (1e-3 * (130000 - AMBIENT) - 2 * G) / 100, 1e-14);
    assert_int_equal(f.e.kind, BALANCE_STABLE);
    assert_int_equal(f.e.anywhere_count, 0);
    end(&f);
    for (uint32_t k = 0; k < 2; k++) { /* a valve that is turned round feeds what grows */
        found v = find((rest_wish){.of = LIFT, .start = {"up=0.5"},
                                   .element = {k ? VALVE("-1e5") : VALVE("1e5")}});
        near_to(position(&v, 0), 0.2, 1e-14);
        near_to(*robot_law_state(&v.e.at.motion, 0), AMBIENT + (2 * G + 100 * 0.2) / 1e-3, 1e-9);
        assert_int_equal(v.e.kind, k ? BALANCE_UNSTABLE : BALANCE_STABLE);
        end(&v);
    }
}

/* A lag ends where that is which it follows. */
static void lags_rest_where_springs_do(void **state)
{
    (void)state;
    const char *const each[][2] = {{"robots/loops/slider_crank.urdf", "joint=slide rest=0.3"},
                                   {"robots/pendulum5.urdf", "joint=q2 rest=0.4"}};
    for (uint32_t k = 0; k < 2; k++) {
        char lag[200], plain[200];
        snprintf(lag, sizeof lag, "torsion name=s %s law='30*p + 40*p^3' state=p "
                 "rate='(x - p)/0.02 + 0.3*xd'", each[k][1]);
        snprintf(plain, sizeof plain, "torsion name=s %s law='30*x + 40*x^3'", each[k][1]);
        found a = find((rest_wish){.of = each[k][0], .element = {lag}});
        found b = find((rest_wish){.of = each[k][0], .element = {plain}});
        for (uint32_t i = 0; i < a.e.at.motion.count; i++)
            near_to(position(&a, i), position(&b, i), 1e-12);
        end(&a);
        end(&b);
    }
}

/* A shaft that turns steadily drags a state along: p = xd/V. */
static void what_turns_steadily_has_steady_states(void **state)
{
    (void)state;
    found f = find((rest_wish){.of = GOVERNOR, .start = {"spin=0,6", "arm=0.8"}, .free = {"arm"},
                               .element = {"torsion name=drag joint=spin law='C*p' state=p "
                                           "rate='(xd - V*p)/L' C=40 V=10 L=0.5"}});
    near_to(position(&f, 1), acos(G / 0.5 / 36), 1e-13);
    near_to(*robot_law_state(&f.e.at.motion, 0), 0.6, 1e-14);
    near_to(f.e.at.motion.tau[0], 0.2 * 6 + 40 * 0.6, 1e-12);
    end(&f);
}

static void what_states_of_laws_lack_is_told(void **state)
{
    (void)state;
    refused((rest_wish){.of = PENDULUM, .element = {"torsion name=s joint=turn law='4*x' state=p "
                                                    "rate='1 + p^2'"}},
            "state 's.p' changes by 1 per second");
    found f = find((rest_wish){.of = PENDULUM, .start = {"s.p=3"},
                               .element = {"torsion name=s joint=turn law='4*x' state=p "
                                           "rate='0*x'"}});
    assert_int_equal(f.e.anywhere_count, 1);
    assert_string_equal(slopes_unknown_name(&f.r->mem, &f.e.at, f.e.anywhere[0]), "s.p");
    near_to(*robot_law_state(&f.e.at.motion, 0), 3, 0);
    end(&f);
}

/* ---- least squares --------------------------------------------------------------------------- */

/* A plane through points, and a column that is the sum of two others. */
static void least_squares_leave_out_what_depends(void **state)
{
    (void)state;
    arena mem = arena_make();
    double x[3];
    uint32_t order[3];
    double line[] = {1, 0, 1, 1, 1, 2, 1, 3}, heights[] = {1, 3, 4, 4}; /* 1.5 + x */
    assert_int_equal(least_squares(&mem, line, 4, 2, heights, 1e-12, x, order), 2);
    near_to(x[0], 1.5, 1e-14);
    near_to(x[1], 1, 1e-14);
    double sum[] = {1, 2, 3, 0, 1, 1, 2, 0, 2}, side[] = {4, 1, 4};
    assert_int_equal(least_squares(&mem, sum, 3, 3, side, 1e-12, x, order), 2);
    assert_true(x[order[2]] == 0);
    near_to(x[0] + 2 * x[1] + 3 * x[2], 4, 1e-13);
    near_to(x[1] + x[2], 1, 1e-13);
    double zero[4] = {0}, any[] = {1, 2};
    assert_int_equal(least_squares(&mem, zero, 2, 2, any, 1e-12, x, order), 0);
    assert_true(x[0] == 0 && x[1] == 0);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_torque_holds_a_pendulum),
        cmocka_unit_test(a_pendulum_falls_from_where_its_slope_is_none),
        cmocka_unit_test(a_governor_turns_steadily),
        cmocka_unit_test(held_joints_are_held_against_gravity),
        cmocka_unit_test(loops_rest_where_their_energy_does),
        cmocka_unit_test(simulation_stays_there),
        cmocka_unit_test(joints_that_may_stand_anywhere_are_told),
        cmocka_unit_test(torques_that_are_left_accelerate),
        cmocka_unit_test(stiff_joints_do_not_hide_what_others_lack),
        cmocka_unit_test(few_steps_lead_there),
        cmocka_unit_test(where_there_is_none_the_reason_is_told),
        cmocka_unit_test(torques_make_one_where_there_was_none),
        cmocka_unit_test(air_springs_carry_what_they_do),
        cmocka_unit_test(lags_rest_where_springs_do),
        cmocka_unit_test(what_turns_steadily_has_steady_states),
        cmocka_unit_test(what_states_of_laws_lack_is_told),
        cmocka_unit_test(least_squares_leave_out_what_depends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
