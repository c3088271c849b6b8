/* SPDX-License-Identifier: MIT */
/* Cut-joint chains integrated by backward differentiation formulas of variable order and step, as
 * paper P does by a library of its time; here CVODE of SUNDIALS (Debian's libsundials-dev).
 *
 *   chain_bdf        slider-crank, 5 s, with no, little and strong stabilisation
 *   chain_bdf FILE   another robot, 2 s (robots/loops/ngon.sh 15 ball) */
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "apps/motion/chain.h"
#include "apps/motion/methods.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
    double *tau;
    uint64_t evaluations;
} model;

static model *model_open(const char *path, const char *start, double gain)
{
    arena mem = arena_make();
    model *m = ARENA_ARRAY(&mem, model, 1);
    const motion_method *method;
    m->mem = mem;
    m->d = diag_make(&m->mem);
    m->s = passes_default();
    const robot_plan plan = {.forms = &m->forms, .passes = &m->s, .start = &start,
                             .start_count = start != NULL, .step = robot_step_rk4,
                             .by_multipliers = true};
    status done = method_find("chain", MODEL_ROBOT, &method, &m->d);
    if (done == STATUS_OK)
        done = passes_tree(&m->mem, path, &m->s, &m->forms, &m->d);
    m->forms.tree.stabilise = (stabilisation){gain, gain};
    if (done == STATUS_OK)
        done = robot_motion_begin(&m->mem, &plan, &m->x, &m->d);
    if (done != STATUS_OK) {
        fprintf(stderr, "chain_bdf: %s\n", m->d.error.text);
        exit(2);
    }
    m->tau = ARENA_ARRAY(&m->mem, double, m->x.count);
    return m;
}

/* y: positions, then rates. */
static int rates_of(sunrealtype t, N_Vector y, N_Vector yd, void *user)
{
    model *m = user;
    const uint32_t n = m->x.count;
    double *q = N_VGetArrayPointer(y), *to = N_VGetArrayPointer(yd);
    motion_query ask = {.q = q, .qd = q + n, .tau = m->tau, .qdd = to + n};
    for (uint32_t i = 0; i < n; i++)
        to[i] = q[n + i];
    m->evaluations++;
    return m->x.from.answer(m->x.from.self, t, &ask, &m->d) == STATUS_OK ? 0 : 1;
}

static void run(const char *path, const char *start, double until_s, double gain, double tolerance)
{
    model *m = model_open(path, start, gain);
    const uint32_t n = m->x.count;
    SUNContext context;
    if (SUNContext_Create(NULL, &context))
        exit(1);
    N_Vector y = N_VNew_Serial(2 * (sunindextype)n, context);
    double *v = N_VGetArrayPointer(y);
    for (uint32_t i = 0; i < n; i++) {
        v[i] = m->x.q[i];
        v[n + i] = m->x.qd[i];
    }
    void *solver = CVodeCreate(CV_BDF, context);
    SUNMatrix jacobian = SUNDenseMatrix(2 * (sunindextype)n, 2 * (sunindextype)n, context);
    SUNLinearSolver linear = SUNLinSol_Dense(y, jacobian, context);
    const double energy = m->x.energy.all;
    double open = 0, change = 0, at = 0;
    long steps = 0;
    int failed = CVodeInit(solver, rates_of, 0, y) ||
                 CVodeSStolerances(solver, tolerance, tolerance) || CVodeSetUserData(solver, m) ||
                 CVodeSetLinearSolver(solver, linear, jacobian);
    failed = failed || CVodeSetMaxNumSteps(solver, 1000000) || CVodeSetMaxStep(solver, 0.01);
    const double began = progress_now();
    for (uint32_t k = 1; k <= 100 && !failed; k++) {
        moment now;
        failed = CVode(solver, until_s * k / 100, y, &at, CV_NORMAL) < 0 ||
                 robot_settle(&m->x, at, v, v + n, &m->d) != STATUS_OK;
        const mover moves = robot_motion_mover(&m->mem, &m->x, 1);
        moves.look(moves.self, &now);
        open = fmax(open, now.open);
        change = fmax(change, fabs(now.energy - energy));
    }
    const double took = progress_now() - began;
    CVodeGetNumSteps(solver, &steps);
    printf("%-5g %-9g %8ld %8llu %12.8f %12.8f %9.2e %9.2e %8.3f%s\n", gain, tolerance, steps,
           (unsigned long long)m->evaluations, v[0], v[1], open, change, took,
           failed ? "  FAILED" : "");
    SUNLinSolFree(linear);
    SUNMatDestroy(jacobian);
    N_VDestroy(y);
    CVodeFree(&solver);
    SUNContext_Free(&context);
    arena mem = m->mem;
    arena_free(&mem);
}

int main(int argc, char **argv)
{
    static const double GAINS[] = {0, 5, 20};
    printf("%-5s %-9s %8s %8s %12s %12s %9s %9s %8s\n", "gain", "tolerance", "steps", "evals",
           "q[0]", "q[1]", "open", "energy", "seconds");
    for (uint32_t k = 0; k < 3; k++)
        if (argc > 1)
            run(argv[1], NULL, 2, GAINS[k], 1e-6);
        else
            run("robots/loops/slider_crank.urdf", "crank_x=0,6", 5, GAINS[k], 1e-6);
    if (argc == 1) {
        run("robots/loops/slider_crank.urdf", "crank_x=0,6", 5, 5, 1e-10);
        printf("%-33s %12.8f %12.8f\n", "reference", 51.36943989, 0.25465009);
    }
    return 0;
}
