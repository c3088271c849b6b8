/* SPDX-License-Identifier: MIT */
/* Models in natural coordinates with rigid bodies, springs, dampers, forces and drives: motions of
 * which closed forms are known, kinetic energies of rigid motions, and the energy, which stays when
 * what dampers took and what drives and forces gave is counted (C, (12)). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/motion/dense.h"
#include "apps/motion/natural_ops.h"
#include "apps/motion/natural_run.h"

#define MODEL "build/tests/natural_forces.nat"
static const double PI = 3.14159265358979323846;

typedef struct {
    arena mem;
    diag d;
    natural model;
    natural_run run;
    simulation_report r;
    track rows;
} motion;

static void write_model(const char *lines)
{
    FILE *to = fopen(MODEL, "w");
    assert_non_null(to);
    assert_true(fputs(lines, to) >= 0 && fclose(to) == 0);
}

static motion *open_model(const char *lines)
{
    motion *m = test_calloc(1, sizeof *m);
    m->mem = arena_make();
    m->d = diag_make(&m->mem);
    write_model(lines);
    if (natural_read(&m->mem, MODEL, &m->model, &m->d) != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    return m;
}

static motion *move(const char *lines, const char *method, double step_s, double until_s)
{
    motion *m = open_model(lines);
    natural_plan plan = {.step_s = step_s,
                         .natural = {.way = SOLVE_DIRECT, .penalty = NATURAL_PENALTY}};
    assert_int_equal(method_find(method, MODEL_NATURAL, &plan.method, &m->d), STATUS_OK);
    assert_int_equal(natural_run_begin(&m->mem, &m->model, &plan, &m->run, &m->d), STATUS_OK);
    const mover moves = natural_run_mover(&m->run);
    const simulation_plan all = {.until_s = until_s, .rows = 100};
    if (simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d) != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    return m;
}

static void close_model(motion *m)
{
    arena_free(&m->mem);
    test_free(m);
}

static double position(const motion *m, const char *name)
{
    for (uint32_t i = 0; i < m->model.count; i++)
        if (strcmp(m->model.names[i], name) == 0)
            return m->run.motion.q[i];
    fail_msg("no coordinate %s", name);
    return 0;
}

static void within(double value, double wanted, double by)
{
    if (!(fabs(value - wanted) <= by))
        fail_msg("%.12g is not within %g of %.12g", value, by, wanted);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Carried by a point and two vectors and by a point more. */
#define SOLID                                                                                     \
    "point A 0.3 -0.2 0.5\nvector u 0.6 0.8 0\nvector v 0 0 1\npoint B 1.3 0.1 0.4\n"              \
    "body A u v B 2.5 0.7 0.3 0.9 0.31 0.42 0.37 0.02 -0.03 0.05\n"

static void rates_of(const motion *m, const double v0[3], const double w[3], double *qd)
{
    for (uint32_t i = 0; i < m->model.count; i += 3) {
        const char *name = m->model.names[i];
        const bool is_vector = name[0] == 'u' || name[0] == 'v';
        const double *x = m->model.q + i;
        for (uint32_t k = 0; k < 3; k++)
            qd[i + k] = (is_vector ? 0 : v0[k]) + w[(k + 1) % 3] * x[(k + 2) % 3] -
                        w[(k + 2) % 3] * x[(k + 1) % 3];
    }
}

static void rigid_motions_have_their_kinetic_energy(void **state)
{
    (void)state;
    static const double I[3][3] = {{0.31, 0.02, -0.03}, {0.02, 0.42, 0.05}, {-0.03, 0.05, 0.37}},
                        CENTRE[3] = {0.7, 0.3, 0.9};
    motion *m = open_model("gravity 1 -2 -9\n" SOLID);
    for (uint32_t n = 0; n < 6; n++) {
        double v0[3], w[3], vc[3], qd[12], row[64 * 12], kinetic = 0, power = 0, weight = 0;
        for (uint32_t k = 0; k < 3; k++) {
            v0[k] = sin(1 + 3 * n + k);
            w[k] = 2 * cos(n + 2.3 * k);
        }
        rates_of(m, v0, w, qd);
        for (uint32_t k = 0; k < 3; k++) {
            vc[k] = v0[k] + w[(k + 1) % 3] * CENTRE[(k + 2) % 3] -
                    w[(k + 2) % 3] * CENTRE[(k + 1) % 3];
            kinetic += 2.5 * vc[k] * vc[k] / 2;
            for (uint32_t l = 0; l < 3; l++)
                kinetic += w[k] * I[k][l] * w[l] / 2;
            weight += 2.5 * vc[k] * (double[]){1, -2, -9}[k];
        }
        for (uint32_t i = 0; i < m->model.count; i++)
            power += m->model.force[i] * qd[i];
        within(natural_energy(&m->model, 0, m->model.q, qd) -
                   natural_energy(&m->model, 0, m->model.q, NULL), kinetic, 1e-13 * kinetic);
        within(power, weight, 1e-13 * (1 + fabs(weight)));
        natural_rows(&m->model, m->model.q, row);
        for (uint32_t k = 0; k < m->model.constraints_count; k++) {
            double rate = 0;
            for (uint32_t i = 0; i < m->model.count; i++)
                rate += row[k * m->model.count + i] * qd[i];
            within(rate, 0, 1e-14);
        }
    }
    assert_int_equal(m->model.count, 12);
    assert_int_equal(m->model.constraints_count, 6); /* lengths of vectors, and of A-B, angles */
    close_model(m);
}

static void plane_motions_have_theirs(void **state)
{
    (void)state;
    motion *m = open_model("plane\npoint A 0.3 -0.2\npoint B 1.1 0.7\nbody A B 2.5 0.4 0.9 0.3\n");
    static const double V = 0.7, U = -1.1, W = 2.3;
    const double qd[] = {V - W * -0.2, U + W * 0.3, V - W * 0.7, U + W * 1.1};
    const double vx = V - W * 0.9, vy = U + W * 0.4;
    const double kinetic = 2.5 * (vx * vx + vy * vy) / 2 + 0.3 * W * W / 2;
    within(natural_energy(&m->model, 0, m->model.q, qd) -
               natural_energy(&m->model, 0, m->model.q, NULL), kinetic, 1e-14 * kinetic);
    within(dense_dot(m->model.force, qd, 4), -9.81 * 2.5 * vy, 1e-13);
    close_model(m);
}

/* A slender bar is a body, too; what two bodies share is one constraint. */
static void bars_are_bodies(void **state)
{
    (void)state;
    motion *bars = open_model("plane\nfixed O 0 0\npoint A 1 0\npoint B 2 1\n"
                              "bar O A 2\nbar A B 3\n");
    motion *bodies = open_model("plane\nfixed O 0 0\npoint A 1 0\npoint B 2 1\n"
                                "body O A 2 0.5 0 0.166666666666666667\n"
                                "body A B 1 1.5 0.5 0.166666666666666667\n"
                                "body B A 2 1.5 0.5 0.333333333333333333\n");
    assert_int_equal(bodies->model.constraints_count, 2);
    for (uint32_t i = 0; i < 16; i++)
        within(bodies->model.mass[i], bars->model.mass[i], 1e-15);
    for (uint32_t i = 0; i < 4; i++)
        within(bodies->model.force[i], bars->model.force[i], 1e-14);
    close_model(bars);
    close_model(bodies);
}

/* A plate whose centre is not between the points that carry it swings as a pendulum of its reduced
 * length: small swings have the period 2 pi sqrt(J / (m g s)). */
static void plates_swing_by_their_reduced_length(void **state)
{
    (void)state;
    const double reach = hypot(0.3, 0.4), period = 2 * PI * sqrt((0.2 + 3 * reach * reach) /
                                                                 (3 * 9.81 * reach));
    char lines[300];
    const double turned = 1e-3, beside = 0.9; /* from where it hangs; of A */
    snprintf(lines, sizeof lines, "plane\nfixed O 0 0\npoint A %.17g %.17g\n"
                                "body O A 3 %.17g %.17g 0.2\n",
             cos(beside + turned), sin(beside + turned), reach * sin(turned),
             -reach * cos(turned));
    motion *m = move(lines, "index1", period / 4000, period);
    within(position(m, "A.x"), cos(beside + turned), 1e-8);
    within(position(m, "A.y"), sin(beside + turned), 1e-8);
    within(m->r.energy_change, 0, 1e-11);
    close_model(m);
}

/* ---- forces ---------------------------------------------------------------------------------- */

static void springs_and_dampers_move_as_the_closed_form(void **state)
{
    (void)state;
    static const char *const METHOD[] = {"index1", "index3", "plain", "conserving", "both"};
    static const char TEXT[] = "plane\ngravity 0 0\nfixed O 0 0\npoint P 1.2 0\nmass P 2\n"
                               "spring O P 50 1\ndamper O P 1.5\n";
    const double decay = 1.5 / 4, omega = sqrt(25 - decay * decay), t = 2;
    const double wanted = 1 + 0.2 * exp(-decay * t) * (cos(omega * t) +
                                                       decay / omega * sin(omega * t));
    for (uint32_t k = 0; k < sizeof METHOD / sizeof *METHOD; k++) {
        motion *m = move(TEXT, METHOD[k], 1e-3, t);
        within(position(m, "P.x"), wanted, 2e-6);
        within(position(m, "P.y"), 0, 1e-15);
        assert_true(m->run.motion.dissipated > 0.5);
        assert_true(m->r.energy_change > 0);
        within(m->r.energy_change, 0, k == 3 ? 1e-11 : 2e-5);
        close_model(m);
    }
}

/* Potentials of springs are taken whole from state to state: large steps, long springs. */
static void the_conserving_method_conserves_springs(void **state)
{
    (void)state;
    motion *m = move("fixed O 0 0 0\npoint A 1 0 0 rate 0 1 0\npoint B 1 1 0 rate 0 0 2\n"
                     "mass A 1\nmass B 2\nspring O A 200 0.8\nspring A B 100 1.3\n"
                     "distance O B 1.41421356237\n", "conserving", 0.02, 10);
    within(m->r.energy_change, 0, 1e-8); /* passes end before rounding */
    assert_true(m->r.kinetic > 5);
    assert_true(simulation_exchanged(&m->r) > 10);
    close_model(m);
}

/* Steps of 10 ms, where the spring swings in 6 ms and the damper takes 0.1 ms. */
static void stiff_springs_allow_long_steps(void **state)
{
    (void)state;
    static const char *const METHOD[] = {"conserving", "both", "index3"};
    for (uint32_t k = 0; k < 6; k++) {
        motion *m = move(k < 3 ? "plane\nfixed O 0 0\npoint P 0 -1\nmass P 1\nspring O P 1e6\n"
                               : "plane\nfixed O 0 0\npoint P 0 -1.1\nmass P 1\n"
                                 "spring O P 1e3 1\ndamper O P 1e4\n", METHOD[k % 3], 1e-2, 1);
        within(position(m, "P.y"), k < 3 ? -1 - 9.81e-6 : -1.00981 - 0.09019 * exp(-0.1),
               1e-5);
        within(m->r.energy_change, 0, k % 3 ? 5 : 1e-10);
        close_model(m);
    }
}

static void forces_from_outside_supply_what_they_move(void **state)
{
    (void)state;
    motion *m = move("plane\ngravity 0 0\npoint P 0 0 rate 1 0\nmass P 2\nforce P 3 4\n", "index1",
                     1e-2, 1);
    within(position(m, "P.x"), 1 + 0.75, 1e-12);
    within(position(m, "P.y"), 1, 1e-12);
    within(natural_supplied(&m->run.motion), 3 * 1.75 + 4, 1e-11);
    within(m->r.energy_change, 0, 1e-12);
    close_model(m);
}

/* ---- drives ---------------------------------------------------------------------------------- */

/* A crank of 1 m that turns evenly by two drives, a rod of 3 m, a slider: where it is follows. */
static void drives_impose_positions(void **state)
{
    (void)state;
    static const char *const METHOD[] = {"index1", "index3", "conserving", "both"};
    static const char TEXT[] = "plane\npoint P 1 0 rate 0 4\npoint S 4 0\nbar P S 2\nmass S 3\n"
                               "drive P.x 0 1 4 1.5707963267948966\ndrive P.y 0 1 4\ndrive S.y 0\n";
    const double t = 1.3, angle = 4 * t;
    for (uint32_t k = 0; k < sizeof METHOD / sizeof *METHOD; k++) {
        const double step = 1e-3;
        motion *m = move(TEXT, METHOD[k], step, t);
        within(position(m, "P.x"), cos(angle), 1e-12);
        within(position(m, "P.y"), sin(angle), 1e-12);
        within(position(m, "S.x"), cos(angle) + sqrt(9 - sin(angle) * sin(angle)), 1e-12);
        within(m->r.open, 0, 1e-12);
        /* what the drives gave is what the bodies have; the exchange is some 50 J */
        assert_true(simulation_exchanged(&m->r) > 20);
        within(m->r.energy_change, 0, k == 2 ? 1e-10 : 4e-4);
        close_model(m);
    }
}

/* A winch shortens a pendulum: by the angular momentum m L^2 phi' while it hangs in no gravity. */
static void driven_lengths_do_work(void **state)
{
    (void)state;
    motion *m = move("plane\ngravity 0 0\nfixed O 0 0\npoint P 2 0 rate -0.5 3\nmass P 1.5\n"
                     "drive P-O -0.5\n", "index1", 5e-4, 2);
    const double *q = m->run.motion.q, *qd = m->run.motion.qd;
    within(hypot(q[0], q[1]), 1, 1e-12);
    within(q[0] * qd[1] - q[1] * qd[0], 6, 1e-4);
    within(natural_supplied(&m->run.motion), 1.5 * (6 * 6 - 3 * 3) / 2, 1e-3);
    within(m->r.energy_change, 0, 1e-4);
    close_model(m);
}

/* ---- tables, roads, points of bodies --------------------------------------------------------- */

/* A table on a straight line is the spring and damper of that slope; a bent one keeps its energy.
 * Passes end at changes of 1e-13 of positions, which is what is left of energies here. */
static void tables_are_laws(void **state)
{
    (void)state;
    static const char TEXT[] = "plane\ngravity 0 0\nfixed O 0 0\npoint P 1.2 0\nmass P 2\n";
    char lines[400];
    snprintf(lines, sizeof lines, "%sspring O P 50 1\ndamper O P 1.5\n", TEXT);
    motion *plain = move(lines, "conserving", 1e-3, 2);
    snprintf(lines, sizeof lines, "%sspring O P 0.5:-25,1:0,1.1:5,2:50\ndamper O P -1:-1.5,1:1.5\n",
             TEXT);
    motion *table = move(lines, "conserving", 1e-3, 2);
    within(position(table, "P.x"), position(plain, "P.x"), 1e-12);
    within(table->run.motion.dissipated, plain->run.motion.dissipated, 1e-11);
    close_model(table);
    close_model(plain);
    snprintf(lines, sizeof lines, "%sspring O P 0.8:-60,0.9:-8,1:0,1.1:2,1.15:20\n", TEXT);
    motion *bent = move(lines, "conserving", 1e-2, 10);
    within(bent->r.energy_change, 0, 1e-9);
    assert_true(simulation_exchanged(&bent->r) > 2);
    close_model(bent);
}

/* A ball that falls, leaves the ground and comes back; on a slope it slides down by g sin a. */
static void roads_carry_and_let_go(void **state)
{
    (void)state;
    static const char *const METHOD[] = {"conserving", "both", "index1", "index3"};
    for (uint32_t k = 0; k < sizeof METHOD / sizeof *METHOD; k++) {
        motion *m = move("plane\npoint P 0 1.3\nmass P 2\nroad P 5e4 0.3 -1:0,1:0\n", METHOD[k],
                         5e-4, 2);
        within(m->r.energy_change, 0, k == 0 ? 1e-9 : 3e-2); /* of 20 J */
        assert_true(m->r.potential_most - m->r.potential_least > 19);
        close_model(m);
        m = move("plane\npoint P 0 0.2996076\nmass P 2\nroad P 5e4 0.3 -90:0,90:0\n", METHOD[k],
                 1e-3, 1);
        within(position(m, "P.y"), 0.3 - 2 * 9.81 / 5e4, 1e-12); /* it rests */
        close_model(m);
        const double slope = 0.1, sink = 2 * 9.81 / (1 + slope * slope) / 5e4;
        char lines[200];
        snprintf(lines, sizeof lines, "plane\npoint P 0 %.17g\nmass P 2\n"
                                      "road P 5e4 0.3 -90:9,90:-9\n", 0.3 - sink);
        m = move(lines, METHOD[k], 1e-3, 1);
        within(position(m, "P.x"), 9.81 * slope / (1 + slope * slope) / 2, 1e-5);
        within(m->r.energy_change, 0, 1e-5);
        close_model(m);
    }
}

/* A road that moves under a mass on a spring gives what is in it; so does one that stands still
 * under a mass that moves, in the axes of that. */
static void roads_that_move_do_work(void **state)
{
    (void)state;
    static const char BUMPS[] = "-1:0,0:0,0.5:0.1,1:0,1.5:0.05,2:0,90:0";
    char lines[300];
    for (uint32_t k = 0; k < 2; k++) {
        const char *method = k ? "both" : "conserving";
        snprintf(lines, sizeof lines, "plane\npoint P 0 0.4\nmass P 20\ndrive P.x 0\n"
                                      "road P 2e4 0.4 %s 3\n", BUMPS);
        motion *stands = move(lines, method, 1e-3, 1.2);
        snprintf(lines, sizeof lines, "plane\npoint P 0 0.4 rate 3 0\nmass P 20\ndrive P.x 3\n"
                                      "road P 2e4 0.4 %s\n", BUMPS);
        motion *moves = move(lines, method, 1e-3, 1.2);
        within(position(stands, "P.y"), position(moves, "P.y"), 1e-4);
        within(natural_supplied(&stands->run.motion), natural_supplied(&moves->run.motion), 0.05);
        assert_true(natural_supplied(&stands->run.motion) > 1);
        within(stands->r.energy_change, 0, k ? 0.1 : 1e-9);
        within(moves->r.energy_change, 0, k ? 0.1 : 1e-9);
        close_model(moves);
        close_model(stands);
    }
}

/* A spring at a point of a body, which has no coordinates, and at one that has them, in a plane and
 * in space: the motion is the same. */
static void mounts_are_points_of_their_bodies(void **state)
{
    (void)state;
    static const char PLANE[] = "plane\nfixed O 0 0\nfixed W 1 -1\npoint A 1 0\n"
                                "body O A 2 0.5 0.1 0.3\n";
    static const char SOLID_HANGS[] = SOLID "fixed O 0 0 3\ndistance A O\n";
    char lines[500];
    snprintf(lines, sizeof lines, "%smount M O A 0.3 0\nspring M W 90 1\ndamper M W 2\n", PLANE);
    motion *mounted = move(lines, "index1", 1e-3, 1);
    snprintf(lines, sizeof lines, "%spoint M 0.3 0\nmass M 1e-7\nalong O A M 0.3\n"
                                  "spring M W 90 1\ndamper M W 2\n", PLANE);
    motion *point = move(lines, "index1", 1e-3, 1);
    within(position(mounted, "A.y"), position(point, "A.y"), 1e-6);
    assert_int_equal(mounted->model.count, 2);
    close_model(mounted);
    close_model(point);
    snprintf(lines, sizeof lines, "%sfixed W 0 0 -2\nmount M A u v B 0.8 -0.05 0.45\n"
                                  "spring M W 90 1\n", SOLID_HANGS);
    mounted = move(lines, "conserving", 1e-3, 1);
    snprintf(lines, sizeof lines, "%sfixed W 0 0 -2\npoint M 0.8 -0.05 0.45\nmass M 1e-7\n"
                                  "along A B M 0.5\nspring M W 90 1\n", SOLID_HANGS);
    point = move(lines, "conserving", 1e-3, 1);
    for (uint32_t i = 0; i < mounted->model.count; i++)
        within(mounted->run.motion.q[i], point->run.motion.q[i], 1e-6);
    within(mounted->r.energy_change, 0, 1e-8);
    close_model(mounted);
    close_model(point);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void wrong_statements_are_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *says;
    } WRONG[] = {
        {"plane\nfixed O 0 0\nfixed P 1 0\nspring O P 3\n", "spring: nothing of it can move"},
        {"plane\nfixed O 0 0\npoint P 0 0\nspring O P 3 1\n",
         "spring: 'O' and 'P' meet at the start, so that it has no direction"},
        {"plane\nfixed O 0 0\npoint P 1 0\ndamper O P -3\n", "damper: '-3' is not larger than 0"},
        {"plane\nfixed O 0 0\nforce O 1 0\n", "force: 'O' cannot move"},
        {"plane\npoint P 1 0\nmass P 1\ndrive P.z 1\n", "drive: 'P.z' is no coordinate"},
        {"plane\npoint P 1 0\nmass P 1\ndrive P 1\n", "drive: 'P' is neither POINT.x nor A-B"},
        {"plane\npoint P 1 0\nmass P 1\ndrive P.x 1 2\n", "drive: an amplitude needs OMEGA"},
        {"plane\npoint P 1 0\nmass P 1\ndrive P.x 1\n",
         "drive P.x 1: does not hold for the rates at the start, by -1"},
        {"point A 0 0 0\nvector u 1 0 0\nvector v 0 1 0\npoint B 1 1 0\n"
         "body A u v B 1 0 0 0 1 1 1\n", "body: its points and vectors lie in one plane"},
        {"plane\npoint A 0 0\nvector u 1 0\nbody A u 1 0 0 1\n", "body: 'u' is a vector, not a "
                                                                 "point"},
        {"plane\npoint A 0 0\npoint B 1 0\nbody A B 1 0 0 -1\n", "body: '-1' is less than 0"},
        {"plane\nfixed O 0 0\npoint P 1 0\nspring O P 1:2\n",
         "spring: two points at least expected, x:y,x:y"},
        {"plane\nfixed O 0 0\npoint P 1 0\nspring O P 1:2,2:3 1\n",
         "spring: a table has no REST: it is of the length itself"},
        {"plane\nfixed O 0 0\nroad O 9 0.3 0:0,1:0\n", "road: 'O' cannot move"},
        {"plane\npoint P 0 1\nroad P 9 -0.3 0:0,1:0\n", "road: '-0.3' is less than 0"},
        {"plane\npoint P 0 1\nroad P 9 0.3 0:0,0:1\n",
         "road: point 2: x must grow strictly, and 0 follows 0"},
        {"plane\npoint A 0 0\npoint B 1 0\nmount M A B 2 1\nmass M 1\n",
         "mass: 'M' is mounted on a body and has no coordinates of its own"},
        {"point A 0 0 0\nvector u 1 0 0\nvector v 0 1 0\npoint B 1 1 0\n"
         "mount M A u v B 1 2 3\n", "mount: its points and vectors lie in one plane"},
    };
    for (uint32_t k = 0; k < sizeof WRONG / sizeof *WRONG; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        natural n;
        write_model(WRONG[k].lines);
        assert_int_equal(natural_read(&mem, MODEL, &n, &d), STATUS_INPUT);
        assert_string_equal(d.error.text, WRONG[k].says);
        arena_free(&mem);
    }
}

static void cores_take_bodies_alone(void **state)
{
    (void)state;
    ops p;
    motion *m = open_model("plane\nfixed O 0 0\npoint A 1 0\nbody O A 2 0.5 0.2 0.3\n"
                           "force A 1 0\n");
    assert_int_equal(natural_ops(&m->mem, &m->model, &p, &m->d), STATUS_OK);
    close_model(m);
    m = open_model("plane\nfixed O 0 0\npoint A 1 0\nbody O A 2 0.5 0.2 0.3\nspring O A 3 2\n");
    assert_int_equal(natural_ops(&m->mem, &m->model, &p, &m->d), STATUS_INPUT);
    assert_string_equal(m->d.error.text,
                        "model 'model' has springs, dampers, roads or drives: only the CPU "
                        "moves it");
    close_model(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_motions_have_their_kinetic_energy),
        cmocka_unit_test(plane_motions_have_theirs),
        cmocka_unit_test(bars_are_bodies),
        cmocka_unit_test(plates_swing_by_their_reduced_length),
        cmocka_unit_test(springs_and_dampers_move_as_the_closed_form),
        cmocka_unit_test(the_conserving_method_conserves_springs),
        cmocka_unit_test(stiff_springs_allow_long_steps),
        cmocka_unit_test(forces_from_outside_supply_what_they_move),
        cmocka_unit_test(drives_impose_positions),
        cmocka_unit_test(driven_lengths_do_work),
        cmocka_unit_test(tables_are_laws),
        cmocka_unit_test(roads_carry_and_let_go),
        cmocka_unit_test(roads_that_move_do_work),
        cmocka_unit_test(mounts_are_points_of_their_bodies),
        cmocka_unit_test(wrong_statements_are_one_line),
        cmocka_unit_test(cores_take_bodies_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
