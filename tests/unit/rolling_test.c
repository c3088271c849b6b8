/* SPDX-License-Identifier: MIT */
/* Wheels that roll without slip, against solutions in closed form: Chaplygin's sleigh, a disc that
 * leans and runs round in a circle with the force that holds it, a carriage on two wheels. Energies
 * stay, because what holds a wheel does no work. */
#include <math.h>
#include <string.h>

#include "closed_robot.h"
#include "motion_fixture.h"

static motion *move(const char *path, const char *method, const char *const *starts,
                    double step_s, double until_s)
{
    motion *m = motion_make();
    uint32_t count = 0;
    while (starts[count])
        count++;
    motion_begin(m, path, method, (robot_plan){.start = starts, .start_count = count});
    motion_run(m, step_s, until_s);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    return m;
}

static uint32_t joint(const motion *m, const char *name)
{
    for (uint32_t i = 0; i < m->x.count; i++)
        if (strcmp(m->x.t->coordinates[i].name, name) == 0)
            return i;
    fail_msg("no joint %s", name);
    return 0;
}

static double at(const motion *m, const char *name)
{
    return m->x.q[joint(m, name)];
}

static double rate(const motion *m, const char *name)
{
    return m->x.qd[joint(m, name)];
}

static void near(double value, double wanted, double within, const char *what)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%s is %.15g, not %.15g", what, value, wanted);
}

/* ---- Chaplygin's sleigh ---------------------------------------------------------------------- */

/* With the centre of mass a in front of the edge and b^2 = (I + m a^2)/m, the equations
 * v' = a omega^2 and b^2 omega' = -a omega v have the solution v = c tanh s, b omega = c / cosh s,
 * s = a c t / b^2 + s0. */
typedef struct {
    double a, b, c, s0, heading0;
} sleigh;

#define SLEIGH "tests/loops/sleigh.urdf"
#define RADIUS 0.1 /* of its wheel */
static const char *const SLEIGH_START[] = {"plane.rz=0.3,1.5", "spin=0,5", NULL};

static sleigh sleigh_of_start(void)
{
    sleigh k = {.a = 0.3, .b = sqrt((0.5 + 4 * 0.3 * 0.3) / 4), .heading0 = 0.3};
    const double v = 5 * RADIUS, across = k.b * 1.5;
    k.c = hypot(v, across);
    k.s0 = atanh(v / k.c);
    return k;
}

static double s_at(const sleigh *k, double t)
{
    return k->a * k->c * t / (k->b * k->b) + k->s0;
}

static double heading_at(const sleigh *k, double t)
{
    return k->heading0 + 2 * k->b / k->a * (atan(tanh(s_at(k, t) / 2)) - atan(tanh(k->s0 / 2)));
}

/* Where the edge is, by Simpson's rule. */
static void place_at(const sleigh *k, double t, double edge[2])
{
    enum { PARTS = 4000 };
    edge[0] = edge[1] = 0;
    for (int i = 0; i <= PARTS; i++) {
        const double time = t * i / PARTS, heading = heading_at(k, time);
        const double v = k->c * tanh(s_at(k, time));
        const double weight = (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * t / PARTS / 3;
        edge[0] += weight * v * cos(heading);
        edge[1] += weight * v * sin(heading);
    }
}

static void a_sleigh_slides_as_chaplygin_says(void **state)
{
    (void)state;
    const double until = 2;
    const sleigh k = sleigh_of_start();
    double edge[2];
    motion *m = move(SLEIGH, "rk4", SLEIGH_START, 1e-3, until);
    place_at(&k, until, edge);
    near(rate(m, "spin") * RADIUS, k.c * tanh(s_at(&k, until)), 1e-11, "the speed");
    near(rate(m, "plane.rz"), k.c / k.b / cosh(s_at(&k, until)), 1e-11, "the rate of the heading");
    near(at(m, "plane.rz"), heading_at(&k, until), 1e-11, "the heading");
    near(at(m, "plane.x"), edge[0], 1e-11, "x");
    near(at(m, "plane.y"), edge[1], 1e-11, "y");
    near(m->r.energy_change, 0, 1e-12, "the change of energy");
    near(m->r.open_rate, 0, 1e-13, "what is left of the constraints");
    end(m);
}

static double place_error(const char *method, double step_s)
{
    const sleigh k = sleigh_of_start();
    double edge[2];
    motion *m = move(SLEIGH, method, SLEIGH_START, step_s, 1);
    place_at(&k, 1, edge);
    const double error = hypot(at(m, "plane.x") - edge[0], at(m, "plane.y") - edge[1]);
    end(m);
    return error;
}

/* Positions that follow from rates alone are integrated as well as all others. */
static void methods_keep_their_orders(void **state)
{
    (void)state;
    near(place_error("rk4", 0.04) / place_error("rk4", 0.02), 16, 3, "the gain of rk4");
    near(place_error("trapezoidal", 0.004) / place_error("trapezoidal", 0.002), 4, 0.1,
         "the gain of the trapezoidal rule");
}

/* ---- the disc -------------------------------------------------------------------------------- */

/* A disc leans by `lean` from upright and turns about the vertical at `turn`; its spin is what the
 * balance of moments about its centre asks for. With w3 the spin about its own axis, all in all,
 * across = sin(lean): turn w3 cos(lean) (C + m R^2) = A turn^2 sin cos - m g R sin. */
typedef struct {
    double lean, turn, w3, spin, path; /* radius of the centre's circle, with the sign of w3 */
} circle;

static const double A = 0.15, C = 0.28, M = 2, R = 0.5, G = 9.81;
#define DISC "tests/loops/disc.urdf"

static circle circle_of(double lean, double turn)
{
    circle k = {.lean = lean, .turn = turn};
    const double s = sin(lean), c = cos(lean);
    k.w3 = (A * turn * turn * s * c - M * G * R * s) / (turn * c * (C + M * R * R));
    k.spin = k.w3 - turn * s;
    k.path = R * k.w3 / turn;
    return k;
}

static motion *run_round(const circle *k, double until)
{
    motion *m = motion_make();
    const char *starts[] = {arena_printf(&m->mem, "lean=%.17g,0", k->lean),
                            arena_printf(&m->mem, "yaw=0,%.17g", k->turn),
                            arena_printf(&m->mem, "spin=0,%.17g", k->spin)};
    motion_begin(m, DISC, "rk4", (robot_plan){.start = starts, .start_count = 3});
    motion_run(m, 1e-3, until);
    assert_int_equal(m->done, STATUS_OK);
    return m;
}

static void a_leaning_disc_runs_in_a_circle(void **state)
{
    (void)state;
    const double until = 3;
    const circle k = circle_of(0.3, 1);
    motion *m = run_round(&k, until);
    near(at(m, "lean"), k.lean, 1e-9, "the lean");
    near(rate(m, "yaw"), k.turn, 1e-9, "the turn");
    near(rate(m, "spin"), k.spin, 1e-9, "the spin");
    near(at(m, "x"), k.path * sin(k.turn * until), 1e-9, "x");
    near(at(m, "y"), k.path * (1 - cos(k.turn * until)), 1e-9, "y");
    near(at(m, "z"), R * cos(k.lean), 1e-12, "z");
    near(m->r.energy_change, 0, 1e-9, "the change of energy");
    end(m);
}

/* What the ground does to the disc is what its centre is accelerated by, and its weight. */
static void multipliers_are_what_the_ground_does(void **state)
{
    (void)state;
    const circle k = circle_of(0.3, 1);
    closed_robot r = {.s = passes_default()};
    read_robot(DISC, &r);
    find_loops(&r);
    enum { JOINTS = 6 };
    const double yaw = 0.7;
    const double q[JOINTS] = {3, -2, R * cos(k.lean), yaw, k.lean, 1.1};
    const double qd[JOINTS] = {0, 0, 0, k.turn, 0, k.spin}, none[JOINTS] = {0};
    const double wanted[3] = {-M * k.path * k.turn * k.turn * sin(yaw),
                              M * k.path * k.turn * k.turn * cos(yaw), M * G};
    const ops p = function_of(&r, FUNCTION_CLOSED_FORCES, FORMALISM_DEFAULT);
    const robot_state now = {.q = q, .qd = qd, .tau = none};
    const double *out = state_results(&r.mem, &p, &now);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < p.outputs_count; i++)
        if (p.outputs[i].kind == OUTPUT_MULTIPLIER) {
            near(out[i], wanted[p.outputs[i].index], 1e-12, p.outputs[i].of);
            seen++;
        }
    assert_int_equal(seen, 3);
    arena_free(&r.mem);
}

static void a_tumbling_disc_keeps_its_energy(void **state)
{
    (void)state;
    static const char *const STARTED[] = {"lean=0.4,0.5", "yaw=0,1", "spin=0,8", NULL};
    motion *m = move(DISC, "rk4", STARTED, 1e-3, 5);
    near(m->r.energy_change, 0, 1e-8, "the change of energy");
    near(m->r.open, 0, 1e-12, "the height of the lowest point");
    near(m->r.open_rate, 0, 1e-13, "what is left of the constraints");
    end(m);
}

/* ---- two wheels ------------------------------------------------------------------------------ */

static void a_carriage_turns_by_its_wheels(void **state)
{
    (void)state;
    static const char *const STARTED[] = {"plane.rz=0.2,-0.8", "left=0,9", NULL};
    const double radius = 0.12, axle = 0.5;
    motion *m = move("tests/loops/rover.urdf", "rk4", STARTED, 1e-3, 3);
    const double left = at(m, "left"), right = at(m, "right"), turn = at(m, "plane.rz") - 0.2;
    near(turn * axle, radius * (right - left), 1e-11, "the turn, by the ways of the wheels");
    near(m->r.energy_change, 0, 1e-11, "the change of energy");
    const double heading = at(m, "plane.rz"),
                 forward = radius * (rate(m, "left") + rate(m, "right")) / 2;
    near(rate(m, "plane.x"), forward * cos(heading), 1e-13, "the rate of x");
    near(rate(m, "plane.y"), forward * sin(heading), 1e-13, "the rate of y");
    end(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sleigh_slides_as_chaplygin_says),
        cmocka_unit_test(methods_keep_their_orders),
        cmocka_unit_test(a_leaning_disc_runs_in_a_circle),
        cmocka_unit_test(multipliers_are_what_the_ground_does),
        cmocka_unit_test(a_tumbling_disc_keeps_its_energy),
        cmocka_unit_test(a_carriage_turns_by_its_wheels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
