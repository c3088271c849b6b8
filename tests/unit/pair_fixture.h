/* SPDX-License-Identifier: MIT */
/* Robots that tests of pairs of methods (apps/motion/adaptive.h) move, and how the orders of a pair
 * are found. */
#ifndef TAUFLOW_TEST_PAIR_FIXTURE_H
#define TAUFLOW_TEST_PAIR_FIXTURE_H

#include "apps/motion/adaptive.h"
#include "motion_fixture.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *robot, *start[3], *spring[2], *damping;
    double until_s;
    const char *torques, *drives, *drive;
    bool floats;
    double dissipation;
} wish;

static inline motion *begin(const wish *w, const char *method, double tolerance)
{
    motion *m = motion_make();
    robot_plan plan = {.start = w->start, .torques = w->torques, .drives = w->drives,
                       .tolerance = tolerance, .dissipation = w->dissipation};
    while (plan.start_count < 3 && w->start[plan.start_count])
        plan.start_count++;
    for (uint32_t k = 0; k < 2 && w->spring[k]; k++)
        *ARENA_PUSH(&m->mem, &m->s.joints.spring, items) = w->spring[k];
    if (w->damping)
        *ARENA_PUSH(&m->mem, &m->s.joints.damping, items) = w->damping;
    if (w->drive)
        *ARENA_PUSH(&m->mem, &m->s.joints.drive, items) = w->drive;
    m->s.joints.dynamics = DYNAMICS_NONE;
    m->s.tree.floating_base = m->s.tree.free_bodies_fall = w->floats;
    motion_begin(m, w->robot, method, plan);
    return m;
}

static inline void run(motion *m, double step_s, double until_s, uint32_t rows)
{
    const mover moves = robot_motion_mover(&m->mem, &m->x, step_s);
    const simulation_plan all = {.until_s = until_s, .rows = rows};
    m->done = simulation_run(&m->mem, &moves, &all, NULL, &m->rows, &m->r, &m->d);
    if (m->done != STATUS_OK)
        fail_msg("%s", m->d.error.text);
}

static inline void within(double value, double low, double high)
{
    if (!(value >= low && value <= high))
        fail_msg("%.6g is not within %g and %g", value, low, high);
}

/* The largest difference of positions and rates in the same row, over 1 + its size. */
static inline double between_rows(const motion *a, const motion *b, uint32_t of_a, uint32_t of_b)
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
static inline double fixed_steps(const wish *w, const char *method, uint32_t steps, double *state)
{
    motion *m = begin(w, method, 0);
    const adaptive_pair *pair = m->x.adapts;
    void *r = pair->make(&m->mem, &m->x);
    const double h = w->until_s / steps;
    double estimates = 0;
    for (uint32_t k = 0; k < steps; k++) {
        double error;
        assert_int_equal(pair->attempt(r, h, DBL_MIN, 1, &error, &m->d), STATUS_OK);
        assert_int_equal(pair->take(r, &m->d), STATUS_OK);
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
static inline double slope(const double *error)
{
    double sum = 0;
    for (uint32_t k = 0; k < HALVINGS; k++)
        sum += (k - (HALVINGS - 1) / 2.0) * log2(error[k]);
    return -sum / (HALVINGS * (HALVINGS * HALVINGS - 1) / 12.0);
}

static inline void has_orders(const wish *w, const char *method, uint32_t coarsest, double order,
                              bool estimates)
{
    double exact[NUMBERS] = {0}, error[HALVINGS] = {0}, estimate[HALVINGS];
    fixed_steps(w, method, FINEST, exact);
    for (uint32_t k = 0; k < HALVINGS; k++) {
        double at[NUMBERS] = {0};
        estimate[k] = fixed_steps(w, method, coarsest << k, at);
        for (uint32_t i = 0; i < NUMBERS; i++)
            error[k] = fmax(error[k], fabs(at[i] - exact[i]));
        print_message("%u steps: error %.3g, estimates %.3g\n", coarsest << k, error[k],
                      estimate[k]);
    }
    within(slope(error), order - 0.1, order + 0.1);
    if (estimates)
        within(slope(estimate), order - 1.1, order - 0.9);
}

/* What is halfway through the first step next to where half of it goes, in four steps: its error is
 * of one order more than what is between the ends. */
static inline double off_in_the_middle(const char *method, uint32_t steps)
{
    motion *m = begin(&ARM, method, 0), *half = begin(&ARM, method, 0);
    const adaptive_pair *pair = m->x.adapts;
    void *r = pair->make(&m->mem, &m->x), *other = pair->make(&half->mem, &half->x);
    const double h = ARM.until_s / steps;
    double error, q[NUMBERS], qd[NUMBERS], most = 0;
    works given;
    assert_int_equal(pair->attempt(r, h, DBL_MIN, 1, &error, &m->d), STATUS_OK);
    assert_int_equal(pair->take(r, &m->d), STATUS_OK);
    for (uint32_t k = 0; k < 4; k++) {
        assert_int_equal(pair->attempt(other, h / 8, DBL_MIN, 1, &error, &half->d), STATUS_OK);
        assert_int_equal(pair->take(other, &half->d), STATUS_OK);
    }
    pair->at(r, h / 2, q, qd, &given);
    for (uint32_t i = 0; i < m->x.count; i++)
        most = fmax(most, fmax(fabs(q[i] - half->x.q[i]), fabs(qd[i] - half->x.qd[i])));
    pair->at(r, h, q, qd, &given);
    for (uint32_t i = 0; i < m->x.count; i++)
        within(fmax(fabs(q[i] - m->x.q[i]), fabs(qd[i] - m->x.qd[i])), 0, 1e-14);
    end(half);
    end(m);
    return most;
}

/* ---- tolerances ------------------------------------------------------------------------------ */

/* Next to short steps of rk4: what rows are off by, in tolerances of `least` and of 1e-4, 1e-6 ...
 * above it. */
static inline void keeps_to_tolerances(const wish *w, const char *method, double least,
                                       double low, double high, double fewer)
{
    enum { ROWS = 50 };
    motion *fine = begin(w, "rk4", 0);
    run(fine, 1e-4, w->until_s, ROWS);
    for (double tolerance = 1e-4; tolerance > least / 2; tolerance /= 100) {
        motion *m = begin(w, method, tolerance);
        run(m, 1e-3, w->until_s, ROWS);
        double most = 0;
        assert_int_equal(m->rows.rows_count, ROWS + 1);
        for (uint32_t i = 0; i <= ROWS; i++)
            most = fmax(most, between_rows(m, fine, i, i));
        print_message("%s, %g: %.3g of it, %u steps, %u refused\n", m->x.t->name, tolerance,
                      most / tolerance, (unsigned)m->r.steps, (unsigned)m->r.refused);
        within(most / tolerance, low, high);
        within(m->r.open, 0, ROBOT_CLOSED_WITHIN);
        within(m->r.open_rate, 0, 1e-13);
        assert_true(fewer * (double)m->r.steps < (double)fine->r.steps);
        end(m);
    }
    end(fine);
}

/* ---- files ----------------------------------------------------------------------------------- */

static inline void write_file(const char *path, const char *content)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(content, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Nothing but the course moves it, and steps are not so long that loops close in another way: the
 * slider stays on its side. Torques in rows are of their times. */
static inline void stays_on_its_branch(const char *method, const char *path, uint32_t most)
{
    write_file(path, "t,crank_x\n0,0\n1,2\n2,12\n");
    const wish w = {.robot = CRANK.robot, .drives = path, .drive = "crank_x"};
    motion *m = begin(&w, method, 1e-8), *fine = begin(&w, "rk4", 0);
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
    assert_true(m->r.steps < most);
    end(fine);
    end(m);
    remove(path);
}

#endif
