/* SPDX-License-Identifier: MIT */
/* Derivatives as functions give them, and differences of the function that they are of. */
#ifndef TAUFLOW_TEST_DERIVATIVES_FIXTURE_H
#define TAUFLOW_TEST_DERIVATIVES_FIXTURE_H

#include <math.h>
#include <string.h>

#include "random_tree.h"
#include "tree_ops.h"

enum { MOST = 32 }; /* freedoms */

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], free_motion[9 * 2], forces[6], gravity[3], payloads[10];
    double tau[MOST], wrench[6 * 2], imposed[MOST];
} numbers;

/* By position, velocity and what drives (torques) or is driven (accelerations). */
typedef struct {
    double by_position[MOST][MOST], by_rate[MOST][MOST], by_last[MOST][MOST];
} matrices;

static inline numbers random_numbers(uint64_t *state)
{
    numbers x;
    for (int i = 0; i < MOST; i++) {
        x.q[i] = random_in(state, -3, 3);
        x.qd[i] = random_in(state, -2, 2);
        x.qdd[i] = random_in(state, -2, 2);
        x.tau[i] = random_in(state, -9, 9);
        x.imposed[i] = random_in(state, -2, 2);
    }
    for (int i = 0; i < 18; i++)
        x.free_motion[i] = random_in(state, -2, 2);
    for (int i = 0; i < 12; i++)
        x.wrench[i] = random_in(state, -9, 9);
    for (int i = 0; i < 6; i++)
        x.forces[i] = random_in(state, -5, 5);
    for (int i = 0; i < 3; i++)
        x.gravity[i] = random_in(state, -9, 9);
    for (int i = 0; i < 10; i++)
        x.payloads[i] = random_in(state, 0.05, 0.2);
    return x;
}

/* False where the tree cannot have the function: a joint that moves nothing. */
static inline bool build_ops(arena *mem, const tree *t, function_kind function, formalism form,
                             uint32_t effort, ops *p)
{
    equations_options o = equations_options_default();
    o.function = function;
    o.form = form;
    o.effort = effort;
    equations *e;
    diag d = diag_make(mem);
    return equations_build(mem, t, &o, &e, &d) == STATUS_OK &&
           ops_lower(mem, e, SUMS_BALANCED, p, &d) == STATUS_OK;
}

static inline double *evaluate(arena *mem, const ops *p, const numbers *x)
{
    robot_state s = {.q = x->q, .qd = x->qd, .qdd = x->qdd, .free_motion = x->free_motion,
                     .forces = x->forces, .gravity = x->gravity, .payloads = x->payloads,
                     .tau = x->tau, .wrench = x->wrench, .imposed = x->imposed};
    return state_results(mem, p, &s);
}

/* Torques or accelerations by freedom. */
static inline void by_freedom(const ops *p, const tree *t, const numbers *x, double *to)
{
    arena work = arena_make();
    const uint32_t of_free = 6 * tree_free_bodies(t);
    double *out = evaluate(&work, p, x);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[o->kind];
        if (kind->array == ARRAY_TAU || kind->array == ARRAY_ACCELERATION)
            to[of_free + o->index] = out[i];
        else if (kind->array == ARRAY_WRENCH || kind->array == ARRAY_FREE_ACCELERATION)
            to[6 * o->index + kind->offset + o->axis] = out[i];
    }
    arena_free(&work);
}

static inline void derivatives_at(const ops *p, const numbers *x, matrices *m)
{
    arena work = arena_make();
    double *out = evaluate(&work, p, x);
    memset(m, 0, sizeof *m);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        word_array array = OUTPUT_KIND[o->kind].array;
        if (array == ARRAY_TAU_Q || array == ARRAY_QDD_Q)
            m->by_position[o->index][o->column] = out[i];
        else if (array == ARRAY_TAU_QD || array == ARRAY_QDD_QD)
            m->by_rate[o->index][o->column] = out[i];
        else if (array == ARRAY_MASS || array == ARRAY_MINV)
            m->by_last[o->index][o->column] = m->by_last[o->column][o->index] = out[i];
    }
    arena_free(&work);
}

/* Central, of fourth order: with h = 1e-3 the formula is off by about 1e-12 of higher derivatives,
 * and rounding leaves 1e-13 of the values over h. */
static inline void difference(const ops *of, const tree *t, const numbers *at, double *moved,
                              double by[][MOST], uint32_t column)
{
    const double h = 1e-3, step[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double start = *moved, value[MOST];
    for (uint32_t i = 0; i < tree_freedoms(t); i++)
        by[i][column] = 0;
    for (int k = 0; k < 4; k++) {
        *moved = start + step[k] * h;
        by_freedom(of, t, at, value);
        for (uint32_t i = 0; i < tree_freedoms(t); i++)
            by[i][column] += weight[k] * value[i] / (12 * h);
    }
    *moved = start;
}

/* Of id (last: by accelerations) or of fd (last: by torques). */
static inline void differences_at(const ops *of, const tree *t, numbers *x, matrices *m)
{
    const uint32_t all = tree_freedoms(t), of_free = 6 * tree_free_bodies(t);
    const bool forward = of->function == FUNCTION_FD;
    memset(m, 0, sizeof *m);
    for (uint32_t c = 0; c < all; c++) {
        uint32_t joint = c - of_free, word = 9 * (c / 6) + c % 3; /* omega, omegad, acc */
        bool linear = c % 6 < 3;
        if (c >= of_free) {
            difference(of, t, x, forward ? &x->tau[joint] : &x->qdd[joint], m->by_last, c);
            difference(of, t, x, &x->qd[joint], m->by_rate, c);
            difference(of, t, x, &x->q[joint], m->by_position, joint);
            continue;
        }
        double *last = &x->free_motion[word + (linear ? 6 : 3)];
        difference(of, t, x, forward ? &x->wrench[c] : last, m->by_last, c);
        if (!linear) /* nothing depends on where a free body is going */
            difference(of, t, x, &x->free_motion[word], m->by_rate, c);
    }
}

/* Judged by the largest entry of the matrix: a wrong term is of its order. */
static inline void compare(const char *what, double got[][MOST], double want[][MOST], uint32_t rows,
                           uint32_t columns)
{
    const double tolerance = 1e-8;
    double scale = 1e-3;
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            scale = fmax(scale, fabs(want[r][c]));
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            if (!(fabs(got[r][c] - want[r][c]) <= tolerance * scale))
                fail_msg("%s[%u][%u] = %.17g, not %.17g", what, r, c, got[r][c], want[r][c]);
}

/* Derivatives in a formalism against differences of the function, at two states. False where the
 * tree has none. */
static inline bool judge_tree(const tree *t, function_kind function, formalism form,
                              uint32_t effort, uint64_t *state)
{
    arena mem = arena_make();
    ops of = {0}, p = {0};
    bool forward = function == FUNCTION_FD_DERIVATIVES;
    bool has = build_ops(&mem, t, forward ? FUNCTION_FD : FUNCTION_ID, FORMALISM_DEFAULT, 0, &of);
    assert_int_equal(build_ops(&mem, t, function, form, effort, &p), has);
    const uint32_t all = tree_freedoms(t);
    matrices *want = ARENA_ARRAY(&mem, matrices, 2), *got = want + 1;
    assert_true(all <= MOST);
    for (int round = 0; has && round < 2; round++) {
        numbers x = random_numbers(state);
        differences_at(&of, t, &x, want);
        derivatives_at(&p, &x, got);
        compare("by position", got->by_position, want->by_position, all, t->coordinates_count);
        compare("by velocity", got->by_rate, want->by_rate, all, all);
        compare("mass or inverse", got->by_last, want->by_last, all, all);
    }
    arena_free(&mem);
    return has;
}

#endif
