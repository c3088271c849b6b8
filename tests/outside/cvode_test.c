/* SPDX-License-Identifier: MIT */
/* Stiff robots next to CVODE of SUNDIALS: backward differentiation of variable order, on the same
 * accelerations, with a matrix of its own by differences and a tolerance of 1e-4 of ours. At each
 * of some times numbers of rodas may be off by 3 tolerances (seen: 0.6), beside 1 + their size;
 * those of fixed steps by 2e-5 (seen: 5.2e-6). */
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "apps/motion/methods.h"
#include "apps/motion/robot_numbers.h"
#include "apps/motion/robot_tangent.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TIMES_OURS 3.0
enum { LOOKS = 5 };

typedef struct {
    const char *name, *robot, *method, *start[2], *spring[2], *damping[2];
    double until_s, step_s, tolerance;
    double within; /* of numbers, beside 1 + their size */
} stiff_case;

static const stiff_case CASES[] = {
    {"a pendulum whose spring has 1e6 N m", "robots/pendulum5.urdf", "rodas",
     {"q1=0.2005", "q3=0.3,1"}, {"q1=1e6,0.2"}, {"q1=2e3"}, 0.2, 1e-3, 1e-6, TIMES_OURS * 1e-6},
    {"a pendulum whose damper has 1e6 N m s", "robots/pendulum5.urdf", "rodas",
     {"q1=0.4", "q3=-0.3,1"}, {0}, {"q3=1e6"}, 0.3, 1e-3, 1e-7, TIMES_OURS * 1e-7},
    {"iiwa with springs of 1e6 N m and dampers", "robots/iiwa.urdf", "rodas",
     {"a2=0.201", "a1=0,1"}, {"a2=1e6,0.2", "a4=1e6"}, {"a2=1e4", "a4=3e4"}, 0.3, 1e-3, 1e-6,
     TIMES_OURS * 1e-6},
    {"a five-bar with a damper of 1e5 N m s", "tests/loops/fivebar.urdf", "rodas",
     {"a1=2.2,2", "b1=0.9,-3"}, {0}, {"a1=1e5"}, 0.2, 1e-3, 1e-6, TIMES_OURS * 1e-6},
    {"a pendulum whose damper has 1e6 N m s", "robots/pendulum5.urdf", "alpha",
     {"q1=0.4", "q2=0.1,0"}, {0}, {"q3=1e6"}, 0.3, 5e-4, 0, 2e-5},
    {"iiwa with springs of 1e6 N m and dampers", "robots/iiwa.urdf", "alpha", {"a2=0.2", "a1=0,1"},
     {"a2=1e6,0.2", "a4=1e6"}, {"a2=1e4", "a4=3e4"}, 0.3, 5e-4, 0, 2e-5},
    {"a five-bar with a damper of 1e5 N m s", "tests/loops/fivebar.urdf", "alpha",
     {"a1=2.2,0", "b1=0.9,-3"}, {0}, {"a1=1e5"}, 0.2, 5e-4, 0, 2e-5},
    {"iiwa with springs of 1e6 N m and dampers", "robots/iiwa.urdf", "trapezoidal",
     {"a2=0.2", "a1=0,1"}, {"a2=1e6,0.2", "a4=1e6"}, {"a2=1e4", "a4=3e4"}, 0.3, 5e-4, 0, 2e-5},
};

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
    uint32_t moved, *number; /* those that are integrated */
    double *numbers, *changes;
} model;

static void model_open(const stiff_case *c, model *m)
{
    const motion_method *method;
    robot_plan plan = {.forms = &m->forms, .passes = &m->s, .start = c->start,
                       .tolerance = c->tolerance, .dissipation = 0.8};
    m->mem = arena_make();
    m->d = diag_make(&m->mem);
    m->s = passes_default();
    m->s.equations.effort = 0;
    m->s.joints.dynamics = DYNAMICS_NONE;
    for (uint32_t k = 0; k < 2; k++) {
        plan.start_count += c->start[k] != NULL;
        if (c->spring[k])
            *ARENA_PUSH(&m->mem, &m->s.joints.spring, items) = c->spring[k];
        if (c->damping[k])
            *ARENA_PUSH(&m->mem, &m->s.joints.damping, items) = c->damping[k];
    }
    status done = method_find(c->method, MODEL_ROBOT, &method, &m->d);
    plan.step = method->robot;
    plan.adapts = method->adapts;
    if (done == STATUS_OK)
        done = passes_tree(&m->mem, c->robot, &m->s, &m->forms, &m->d);
    if (done == STATUS_OK)
        done = robot_motion_begin(&m->mem, &plan, &m->x, &m->d);
    if (done != STATUS_OK) {
        fprintf(stderr, "cvode_test: %s\n", m->d.error.text);
        exit(2);
    }
    const uint32_t count = robot_numbers_count(&m->x);
    m->number = ARENA_ARRAY(&m->mem, uint32_t, count);
    m->numbers = ARENA_ARRAY(&m->mem, double, count);
    m->changes = ARENA_ARRAY(&m->mem, double, count);
    for (uint32_t n = 0; n < count; n++)
        if (robot_number_is_integrated(&m->x, n))
            m->number[m->moved++] = n;
    robot_numbers_take(&m->x, m->numbers);
}

static void model_close(model *m)
{
    arena mem = m->mem;
    arena_free(&mem);
}

static int rates_of(sunrealtype t, N_Vector y, N_Vector yd, void *user)
{
    model *m = user;
    const double *from = N_VGetArrayPointer(y);
    double *to = N_VGetArrayPointer(yd);
    for (uint32_t k = 0; k < m->moved; k++)
        m->numbers[m->number[k]] = from[k];
    if (robot_numbers_changes(&m->x, t, m->numbers, m->changes, &m->d) != STATUS_OK)
        return 1;
    for (uint32_t k = 0; k < m->moved; k++)
        to[k] = m->changes[m->number[k]];
    return 0;
}

/* Theirs moves to the times of our rows; the largest difference beside 1 + its size, INFINITY where
 * it ends. */
static double compare(model *theirs, void *solver, N_Vector y, const track *ours)
{
    double most = ours->rows_count == LOOKS + 1 ? 0 : INFINITY;
    for (uint32_t r = 1; r < ours->rows_count; r++) {
        const double *row = ours->rows + (size_t)r * ours->columns;
        double at = 0;
        if (CVode(solver, row[0], y, &at, CV_NORMAL) < 0)
            return INFINITY;
        for (uint32_t k = 0; k < theirs->moved; k++) {
            const double want = N_VGetArrayPointer(y)[k], got = row[1 + theirs->number[k]];
            most = fmax(most, fabs(got - want) / (1 + fabs(want)));
        }
    }
    return most;
}

static void run(const stiff_case *c, tap *t)
{
    model theirs = {0}, ours = {0};
    model_open(c, &theirs);
    model_open(c, &ours);
    const double tolerance = 1e-4 * (c->tolerance > 0 ? c->tolerance : 1e-6);
    const mover moves = robot_motion_mover(&ours.mem, &ours.x, c->step_s);
    const simulation_plan plan = {.until_s = c->until_s, .rows = LOOKS};
    simulation_report r;
    track rows;
    SUNContext context;
    if (SUNContext_Create(NULL, &context))
        exit(1);
    const sunindextype n = (sunindextype)theirs.moved;
    N_Vector y = N_VNew_Serial(n, context);
    for (uint32_t k = 0; k < theirs.moved; k++)
        N_VGetArrayPointer(y)[k] = theirs.numbers[theirs.number[k]];
    void *solver = CVodeCreate(CV_BDF, context);
    SUNMatrix matrix = SUNDenseMatrix(n, n, context);
    SUNLinearSolver linear = SUNLinSol_Dense(y, matrix, context);
    const bool failed = simulation_run(&ours.mem, &moves, &plan, NULL, &rows, &r,
                                       &ours.d) != STATUS_OK ||
                        CVodeInit(solver, rates_of, 0, y) ||
                        CVodeSStolerances(solver, tolerance, tolerance) ||
                        CVodeSetUserData(solver, &theirs) ||
                        CVodeSetLinearSolver(solver, linear, matrix) ||
                        CVodeSetMaxNumSteps(solver, 1000000);
    const double most = failed ? INFINITY : compare(&theirs, solver, y, &rows);
    long steps = 0;
    int order = 0;
    CVodeGetNumSteps(solver, &steps);
    CVodeGetLastOrder(solver, &order);
    tap_check(t, most <= c->within && ours.x.tangent->by_differences == 0 &&
                     ours.x.tangent->by_derivatives > 0,
              "%s %s: %.2g apart of %.2g; %llu evaluations, CVODE %llu in %ld steps of order %d",
              c->method, c->name, most, c->within, (unsigned long long)ours.x.evaluations,
              (unsigned long long)theirs.x.evaluations, steps, order);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    CVodeFree(&solver);
    SUNContext_Free(&context);
    model_close(&ours);
    model_close(&theirs);
}

int main(void)
{
    tap t = {0};
    for (uint32_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++)
        run(&CASES[k], &t);
    return tap_end(&t);
}
