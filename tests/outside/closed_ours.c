/* SPDX-License-Identifier: MIT */
#include "closed_ours.h"

#include "operations/state.h"

#include <math.h>
#include <string.h>

bool closed_is_function(function_kind function)
{
    return function_has(function, ARRAY_RESIDUAL) && !function_has(function, ARRAY_SENSITIVITIES);
}

static status build(closed_robot *r, function_kind function, closed_evaluator *to)
{
    passes_settings s = passes_default();
    s.equations.function = function;
    s.equations.effort = 0;
    s.sums = SUMS_CASCADE;
    TRY(passes_operations(&r->mem, &s, &r->f, &r->d));
    to->p = r->f.ops;
    to->in = ARENA_ARRAY(&r->mem, double, to->p.inputs_count + 1);
    to->out = ARENA_ARRAY(&r->mem, double, to->p.outputs_count + 1);
    to->scratch = ARENA_ARRAY(&r->mem, double, to->p.list_count + 1);
    return STATUS_OK;
}

status closed_open(closed_robot *r, const char *path, double rotors)
{
    passes_settings s = passes_default();
    *r = (closed_robot){.mem = arena_make()};
    r->d = diag_make(&r->mem);
    TRY(passes_tree(&r->mem, path, &s, &r->f, &r->d));
    for (uint32_t i = 0; i < r->f.tree.coordinates_count; i++) {
        tree_coordinate *c = &r->f.tree.coordinates[i];
        c->armature += rotors;
        for (uint32_t k = 0; k < r->f.robot.joints_count; k++) /* for the second opinion */
            if (strcmp(r->f.robot.joints[k].name, c->name) == 0)
                r->f.robot.joints[k].armature += rotors;
    }
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        if (closed_is_function((function_kind)f))
            TRY(build(r, (function_kind)f, &r->of[f]));
    return STATUS_OK;
}

void closed_evaluate(closed_evaluator *e, const closed_motion *m)
{
    state_to_inputs64(&e->p, &(robot_state){.q = m->q, .qd = m->qd, .qdd = m->qdd, .tau = m->tau},
                      e->in);
    ops_eval64(&e->p, e->in, e->out, e->scratch);
}

static bool is_result(const closed_evaluator *e, uint32_t output, output_kind kind)
{
    return e->p.outputs[output].kind == kind &&
           OPERAND_CLASS(e->p.outputs[output].value) != FROM_CONSTANT;
}

void closed_take(const closed_evaluator *e, output_kind kind, double *to)
{
    for (uint32_t i = 0; i < e->p.outputs_count; i++)
        if (is_result(e, i, kind))
            to[e->p.outputs[i].index] = e->out[i];
}

void closed_take_matrix(const closed_evaluator *e, output_kind kind, closed_matrix to)
{
    for (uint32_t i = 0; i < e->p.outputs_count; i++)
        if (e->p.outputs[i].kind == kind)
            to[e->p.outputs[i].index][e->p.outputs[i].column] = e->out[i];
}

double closed_pivot_share(const closed_evaluator *e)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < e->p.outputs_count; i++)
        for (uint32_t k = 0; k < e->p.outputs_count; k++)
            if (e->p.outputs[i].kind == OUTPUT_PIVOT &&
                e->p.outputs[k].kind == OUTPUT_PIVOT_WHOLE &&
                e->p.outputs[i].index == e->p.outputs[k].index && e->out[k] != 0)
                least = fmin(least, fabs(e->out[i] / e->out[k]));
    return least;
}

bool closed_is_actuator(const closed_robot *r, uint32_t joint)
{
    const closed_evaluator *e = &r->of[FUNCTION_CLOSED_ID];
    for (uint32_t i = 0; i < e->p.outputs_count; i++)
        if (is_result(e, i, OUTPUT_TORQUE) && e->p.outputs[i].index == joint)
            return true;
    return false;
}

void closed_carrying(closed_robot *r, const closed_motion *m, closed_matrix t)
{
    const uint32_t joints = r->f.tree.coordinates_count;
    const closed_evaluator *e = &r->of[FUNCTION_CLOSURE];
    bool depends[CLOSED_MOST] = {false};
    closed_evaluate(&r->of[FUNCTION_CLOSURE], m);
    memset(t, 0, sizeof(closed_matrix));
    closed_take_matrix(e, OUTPUT_DEPENDENCE, t);
    for (uint32_t i = 0; i < e->p.outputs_count; i++)
        if (is_result(e, i, OUTPUT_CLOSED_Q))
            depends[e->p.outputs[i].index] = true;
    for (uint32_t i = 0; i < joints; i++)
        t[i][i] += !depends[i];
}

/* Newton's passes until the positions stand still, then velocities, then accelerations. False where
 * the loops do not close. */
static bool move(closed_robot *r, closed_motion *m)
{
    closed_evaluator *closure = &r->of[FUNCTION_CLOSURE], *forward = &r->of[FUNCTION_CLOSED_FD];
    enum { MOST_PASSES = 30 };
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        double residual = 0;
        closed_evaluate(closure, m);
        for (uint32_t i = 0; i < closure->p.outputs_count; i++)
            if (closure->p.outputs[i].kind == OUTPUT_RESIDUAL)
                residual = fmax(residual, closure->out[i]);
        if (!(residual < 1e3))
            return false;
        if (residual < 1e-26 || pass == MOST_PASSES - 1) {
            closed_take(closure, OUTPUT_CLOSED_QD, m->qd);
            closed_evaluate(forward, m);
            closed_take(forward, OUTPUT_QDD, m->qdd);
            return residual < 1e-24;
        }
        closed_take(closure, OUTPUT_CLOSED_Q, m->q);
    }
    return false;
}

static double random_in(uint64_t *seed, double most)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return most * (2 * ((double)(*seed >> 11) * 0x1p-53) - 1);
}

/* Draws until the loops close: near the start they do. */
bool closed_draw(closed_robot *r, double spread, bool by_actuators, uint64_t *seed,
                 closed_motion *m)
{
    enum { TRIES = 20 };
    const tree *t = &r->f.tree;
    for (int k = 0; k < TRIES; k++) {
        *m = (closed_motion){.q = {0}};
        for (uint32_t i = 0; i < t->coordinates_count; i++) {
            m->q[i] = t->coordinates[i].start + random_in(seed, spread);
            m->qd[i] = random_in(seed, 1);
            m->tau[i] = random_in(seed, 10);
            m->tau[i] = by_actuators && !closed_is_actuator(r, i) ? 0 : m->tau[i];
        }
        if (move(r, m))
            return true;
    }
    return false;
}
