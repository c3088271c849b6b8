/* SPDX-License-Identifier: MIT */
/* What was supplied to a robot and what was dissipated: against closed solutions, and the energy,
 * which keeps to the account whatever gives or takes some, by every method with its order. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/motion/robot_cpu.h"
#include "motion_fixture.h"

#define ROBOT_FILE "build/tests/robot_work.urdf"
#define COURSE_FILE "build/tests/robot_work.csv"

#define BODY(mass, x, moment)                                                                      \
    "<inertial><origin xyz='" x " 0 0'/><mass value='" mass "'/><inertia ixx='" moment "' iyy='"   \
    moment "' izz='" moment "' ixy='0' ixz='0' iyz='0'/></inertial>"
#define JOINT(name, type, parent, child, axis, x)                                                  \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>"  \
    "<origin xyz='" x " 0 0'/><axis xyz='" axis "'/>"                                              \
    "<limit lower='-90' upper='90' velocity='0' effort='0'/></joint>"

static const char ARM[] = "<robot name='arm'><link name='ground'/>"
                          "<link name='upper'>" BODY("1", "0.3", "0.03") "</link>"
                          "<link name='lower'>" BODY("0.8", "0.2", "0.02") "</link>"
                          JOINT("a", "revolute", "ground", "upper", "0 1 0", "0")
                          JOINT("b", "revolute", "upper", "lower", "0 0.6 0.8", "0.6") "</robot>";
static const char SLIDE[] = "<robot name='slide'><link name='ground'/>"
                            "<link name='block'>" BODY("2", "0", "1") "</link>"
                            JOINT("a", "prismatic", "ground", "block", "0 1 0", "0") "</robot>";
static const char CART[] = "<robot name='cart'><link name='ground'/><link name='frame'/>"
                           "<link name='fork'>" BODY("18", "0", "1") "</link>"
                           "<link name='rim'>" BODY("2", "0", "0.9") "</link>"
                           JOINT("x", "prismatic", "ground", "frame", "1 0 0", "0")
                           JOINT("z", "prismatic", "frame", "fork", "0 0 1", "0")
                           JOINT("spin", "continuous", "fork", "rim", "0 1 0", "0") "</robot>";

typedef struct {
    const char *robot, *path; /* one of both */
    const char *start[3];
    const char *element, *damping, *friction, *torques, *drives, *drive;
    law_function *law; /* of a call */
    const char *method; /* NULL: each of METHODS */
    bool turns_fast;    /* in fewer steps than an order shows in */
} wish;

static const char *const METHODS[] = {"rk4", "trapezoidal", "rk45"};

static void write(const char *path, const char *what)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(what, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void add(motion *m, arg_list *to, const char *what)
{
    if (what)
        *ARENA_PUSH(&m->mem, to, items) = what;
}

static motion *move(const wish *w, const char *method, double step_s, double until_s)
{
    motion *m = motion_make();
    element_list *own = ARENA_ARRAY(&m->mem, element_list, 1);
    law_calls *laws = ARENA_ARRAY(&m->mem, law_calls, 1);
    robot_plan plan = {.start = w->start, .by_multipliers = strcmp(method, "chain") == 0,
                       .tolerance = 1e-3 * step_s * step_s};
    while (plan.start_count < 3 && w->start[plan.start_count])
        plan.start_count++;
    if (w->robot)
        write(ROBOT_FILE, w->robot);
    if (w->torques || w->drives)
        write(COURSE_FILE, w->torques ? w->torques : w->drives);
    plan.torques = w->torques ? COURSE_FILE : NULL;
    plan.drives = w->drives ? COURSE_FILE : NULL;
    if (w->element)
        assert_int_equal(element_read_text(&m->mem, w->element, own, &m->d), STATUS_OK);
    m->s.tree.elements = own;
    m->s.joints.dynamics = DYNAMICS_NONE;
    add(m, &m->s.joints.damping, w->damping);
    add(m, &m->s.joints.friction, w->friction);
    add(m, &m->s.joints.drive, w->drive);
    if (w->law) {
        laws->of = ARENA_ARRAY(&m->mem, law_function *, 1);
        laws->of[0] = w->law;
        plan.laws = laws;
    }
    motion_begin(m, w->path ? w->path : ROBOT_FILE, method, plan);
    if (!plan.by_multipliers)
        robot_cpu_compile(m->x.cpu, &m->d);
    motion_run(m, step_s, until_s);
    if (!plan.by_multipliers)
        robot_cpu_release(m->x.cpu);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    return m;
}

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.12g is not %.12g within %g", value, wanted, within);
}

/* ---- closed solutions ------------------------------------------------------------------------ */

/* m v' = -c v: of m v^2/2 = 1 J exp(-2 c t/m) are left. */
static void a_damper_takes_what_it_takes(void **state)
{
    (void)state;
    static const wish W = {.robot = SLIDE, .start = {"a=0,1"}, .damping = "a=3"};
    for (uint32_t k = 0; k < 3; k++) {
        motion *m = move(&W, METHODS[k], 1e-3, 0.5);
        near(m->x.given.dissipated, 1 - exp(-2 * 3 * 0.5 / 2), k == 1 ? 1e-6 : 1e-9);
        near(m->x.given.supplied, 0, 0);
        end(m);
    }
}

/* A torque that stays has a potential: it gives its size times the way. */
static void torques_give_what_they_give(void **state)
{
    (void)state;
    static const wish W = {.robot = ARM, .start = {"a=0.3,1", "b=0.2"},
                           .torques = "t,a,b\n0,2,-1.5\n1,2,-1.5\n"};
    for (uint32_t k = 0; k < 3; k++) {
        motion *m = move(&W, METHODS[k], 1e-3, 0.5);
        near(m->x.given.supplied, 2 * (m->x.q[0] - 0.3) - 1.5 * (m->x.q[1] - 0.2),
             k == 1 ? 2e-4 : 1e-8);
        near(m->x.given.dissipated, 0, 0);
        assert_true(fabs(m->x.given.supplied) > 0.1);
        end(m);
    }
}

/* ---- whatever gives or takes ----------------------------------------------------------------- */

static double rough(double x, double xd, double t, void *user, double dydx[2])
{
    (void)user;
    dydx[0] = dydx[1] = 0;
    return 4 * x + 0.5 * xd + 0.1 * xd * xd * xd + 0.3 * sin(5 * t);
}

#define SWING .start = {"a=0.3,2", "b=-0.4,3"}
#define WHEEL "wheel name=w joint=spin radius=0.3 stiffness=2e4 damping=200 "
#define ROLL .robot = CART, .start = {"x=0,5", "z=0.29", "spin=0,14"}
static const wish ALL[] = {
    {.robot = ARM, SWING, .damping = "a=0.2"},
    {.robot = ARM, SWING, .friction = "b=0.1", .turns_fast = true},
    {.robot = ARM, SWING,
     .element = "link name=e a=ground a_xyz='0 0 1' b=lower b_xyz='0.3 0 0' rest=1 stiffness=20 "
                "damping=3"},
    {.robot = ARM, SWING, .element = "turn name=e a=ground b=lower damping=0.2"},
    {.robot = ARM, SWING, .element = "turn name=e a=upper b=lower law='0.1*xd + 0.05*xd^3'"},
    {.robot = ARM, SWING, .element = "torsion name=e joint=a other=b law='5*x + 0.3*xd + x*xd'"},
    {.robot = ARM, SWING,
     .element = "link name=e a=ground a_xyz='0 0 1' b=lower b_xyz='0.3 0 0' rest=1 "
                "law='20*x + 3*xd + 2*x*xd^2'"},
    {.robot = ARM, SWING, .element = "torsion name=e joint=a law='8*p' state=p rate='xd - 4*p'"},
    {.robot = ARM, SWING, .element = "torsion name=e joint=a law=call call=rough", .law = rough},
    {ROLL, .element = WHEEL "slip=20 creep=0.5"},
    {ROLL, .element = WHEEL "slip=20 friction=1 creep=0.5"},
    {ROLL, .element = WHEEL "law=magic file=robots/tyres/car_2002.tir creep=0.5"},
    {ROLL, .element = WHEEL "slip=20 creep=0.5 ground='0.05*sin(2*x)'"},
    {.robot = ARM, SWING, .drives = "t,a\n0,0\n0.2,1\n0.6,-1\n1,0\n", .drive = "a",
     .damping = "b=0.1"},
    {.path = "robots/loops/slider_crank.urdf", .start = {"crank_x=0,6"}, .damping = "crank_x=0.01"},
    {.path = "robots/loops/slider_crank.urdf", .start = {"crank_x=0,6"},
     .element = "link name=e a=base a_xyz='0 0.3 0.2' b=slider rest=0.1 stiffness=2 damping=2"},
    {.path = "robots/loops/slider_crank.urdf", .start = {"crank_x=0,6"}, .damping = "crank_x=0.01",
     .method = "chain"},
};

/* Halving the steps divides what the account is off by by 4 or 16, or it is rounding. */
static void the_energy_keeps_to_the_account(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++)
        for (uint32_t k = 0; k < (ALL[i].method ? 1 : 3); k++) {
            const char *method = ALL[i].method ? ALL[i].method : METHODS[k];
            const double least = k == 1 ? 3.5 : k == 2 ? 2 : 11;
            motion *m = move(&ALL[i], method, 2e-3, 0.4), *half = move(&ALL[i], method, 1e-3, 0.4);
            const double work = fabs(m->x.given.supplied) + fabs(m->x.given.dissipated);
            const double all = work + simulation_exchanged(&m->r);
            print_message("%u, %s: %.3g J supplied, %.3g J dissipated, off by %.3g and %.3g J\n", i,
                          method, m->x.given.supplied, m->x.given.dissipated, m->r.energy_change,
                          half->r.energy_change);
            assert_true(work > 0.01);
            assert_true(half->r.energy_change < (k == 1 ? 1e-4 : 1e-6) * all);
            assert_true(ALL[i].turns_fast || half->r.energy_change < m->r.energy_change / least ||
                        half->r.energy_change < 1e-12 * fabs(m->r.energy));
            assert_false(simulation_is_useless(&half->r));
            end(half);
            end(m);
        }
}

/* Of rows between the ends of long steps, too. */
static void rows_have_their_work(void **state)
{
    (void)state;
    const wish *w = &ALL[0];
    motion *m = motion_make();
    write(ROBOT_FILE, w->robot);
    m->s.joints.dynamics = DYNAMICS_NONE;
    add(m, &m->s.joints.damping, w->damping);
    motion_begin(m, ROBOT_FILE, "rk45", (robot_plan){.start = w->start, .start_count = 2});
    const mover moves = robot_motion_mover(&m->mem, &m->x, 1e-3);
    const simulation_plan all = {.until_s = 1, .rows = 1000};
    assert_int_equal(simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d),
                     STATUS_OK);
    assert_true(m->r.steps < 250 && m->x.given.dissipated > 0.1);
    assert_true(m->r.energy_change < 1e-6);
    end(m);
}

/* Forks have accounts of their own, which begin at nothing. */
static void forks_keep_their_own(void **state)
{
    (void)state;
    robot_motion fork;
    motion *m = move(&ALL[9], "rk4", 1e-3, 0.1);
    assert_int_equal(robot_motion_fork(&m->mem, &m->x, &fork, &m->d), STATUS_OK);
    assert_ptr_not_equal(fork.account, m->x.account);
    assert_ptr_not_equal(fork.account->torque, m->x.account->torque);
    assert_ptr_not_equal(fork.account->tyres.in, m->x.account->tyres.in);
    assert_true(m->x.given.dissipated > 0);
    assert_int_equal(robot_motion_restart(&m->mem, &fork, NULL, 0, &m->d), STATUS_OK);
    assert_true(fork.given.dissipated == 0 && fork.given.supplied == 0);
    end(m);
}

/* Nothing is counted where nothing is to be counted. */
static void conservative_robots_have_no_account(void **state)
{
    (void)state;
    static const wish W = {.robot = ARM, SWING};
    motion *m = move(&W, "rk4", 1e-3, 0.1);
    assert_null(m->x.account);
    assert_true(m->x.given.supplied == 0 && m->x.given.dissipated == 0);
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damper_takes_what_it_takes),
        cmocka_unit_test(torques_give_what_they_give),
        cmocka_unit_test(the_energy_keeps_to_the_account),
        cmocka_unit_test(rows_have_their_work),
        cmocka_unit_test(forks_keep_their_own),
        cmocka_unit_test(conservative_robots_have_no_account),
    };
    const int failed = cmocka_run_group_tests_name("robot_work", tests, NULL, NULL);
    remove(ROBOT_FILE);
    remove(COURSE_FILE);
    return failed;
}
