/* SPDX-License-Identifier: MIT */
#include "ours.h"

#include "operations/state.h"
#include "passes.h"
#include "plain_recursion.h"

#include <stdio.h>
#include <string.h>

status ours_tree(arena *mem, const trial *t, tree *out, diag *d)
{
    passes_settings s = passes_default();
    passes_forms f = {0};
    s.joints.dynamics = DYNAMICS_NONE; /* the libraries leave them out, too */
    s.tree.floating_base = t->request.floating_base;
    s.tree.root = t->request.root;
    s.tree.tip = t->request.tip;
    s.tree.force_links = (const char **)t->request.force_links;
    s.tree.force_links_count = t->request.force_links_count;
    frame_wish *frames = ARENA_ARRAY(mem, frame_wish, t->request.frames_count + 1);
    for (uint32_t k = 0; k < t->request.frames_count; k++) {
        const opinion_frame *from = &t->request.frames[k];
        frames[k] = (frame_wish){arena_printf(mem, "frame %u", k), from->link, {{0, 0, 0}}};
        memcpy(frames[k].at_m.v, from->at_m, sizeof from->at_m);
    }
    s.tree.frames = frames;
    s.tree.frames_count = t->kind == TRIAL_PART ? 0 : t->request.frames_count;
    TRY(passes_tree(mem, t->path, &s, &f, d));
    *out = f.tree;
    return STATUS_OK;
}

double ours_snapped(const diag *d)
{
    for (uint32_t i = 0; i < d->notes_count; i++) {
        const char *change = strstr(d->notes[i].text, "largest change ");
        double rad;
        if (change != NULL && sscanf(change, "largest change %lf rad", &rad) == 1)
            return rad;
    }
    return 0;
}

status ours_operations(arena *mem, const tree *bodies, const equations_options *options, ops *out,
                       diag *d)
{
    passes_settings s = passes_default();
    passes_forms f = {.tree = *bodies};
    s.plain_angles = bodies->plain_angles;
    s.equations = *options;
    s.sums = SUMS_CASCADE;
    TRY(passes_operations(mem, &s, &f, d));
    *out = f.ops;
    return STATUS_OK;
}

/* Our number of each coordinate of the trial; NULL when the two do not have the same. */
static uint32_t *match(arena *mem, const trial *t, const tree *bodies)
{
    uint32_t *of = ARENA_ARRAY(mem, uint32_t, t->coordinates_count + 1);
    if (t->coordinates_count != bodies->coordinates_count)
        return NULL;
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        while (of[i] < bodies->coordinates_count &&
               strcmp(t->coordinates[i], bodies->coordinates[of[i]].name) != 0)
            of[i]++;
        if (of[i] == bodies->coordinates_count)
            return NULL;
    }
    return of;
}

/* One evaluation of any kind: torques and wrench of a state. */
typedef void evaluate(const void *what, const robot_state *s, double *torque, double *wrench);

static double *evaluate_all(arena *mem, const trial *t, const tree *bodies, evaluate *call,
                            const void *what)
{
    uint32_t n = t->coordinates_count, *of = match(mem, t, bodies);
    if (of == NULL)
        return NULL;
    double *result = ARENA_ARRAY(mem, double, (size_t)t->states * t->words + 1);
    double *state = ARENA_ARRAY(mem, double, (size_t)4 * n + 6 + 1);
    for (size_t s = 0; s < t->states; s++) {
        for (uint32_t i = 0; i < n; i++) {
            state[of[i]] = t->q[s * n + i];
            state[n + of[i]] = t->qd[s * n + i];
            state[2 * n + of[i]] = t->qdd[s * n + i];
        }
        robot_state now = {
            .q = state, .qd = state + n, .qdd = state + 2 * n, .free_motion = t->motion + 9 * s};
        now.forces = t->forces + s * 6 * t->request.force_links_count;
        call(what, &now, state + 3 * n, state + 4 * n);
        for (uint32_t i = 0; i < n; i++)
            result[s * t->words + i] = state[3 * n + of[i]];
        for (uint32_t i = n; i < t->words; i++)
            result[s * t->words + i] = state[3 * n + i];
    }
    return result;
}

static void evaluate_recursion(const void *what, const robot_state *s, double *torque,
                               double *wrench)
{
    plain_torques(what, s, torque, wrench);
}

double *ours_recursion(arena *mem, const trial *t, const tree *bodies)
{
    return evaluate_all(mem, t, bodies, evaluate_recursion, bodies);
}

typedef struct {
    const ops *p;
    double *in, *out, *scratch;
} evaluator;

static void evaluate_operations(const void *what, const robot_state *s, double *torque,
                                double *wrench)
{
    const evaluator *m = what;
    state_to_inputs64(m->p, s, m->in);
    ops_eval64(m->p, m->in, m->out, m->scratch);
    for (uint32_t i = 0; i < m->p->outputs_count; i++) {
        const ops_output *o = &m->p->outputs[i];
        if (o->kind == OUTPUT_TORQUE)
            torque[o->index] = m->out[i];
        else
            wrench[(o->kind == OUTPUT_FORCE ? 0 : 3) + o->axis] = m->out[i];
    }
}

double *ours_evaluation(arena *mem, const trial *t, const tree *bodies, const ops *p)
{
    evaluator m = {.p = p};
    m.in = ARENA_ARRAY(mem, double, p->inputs_count + 1);
    m.out = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    m.scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    return evaluate_all(mem, t, bodies, evaluate_operations, &m);
}

/* --- any function ------------------------------------------------------------------------ */

struct ours_function {
    const trial *t;
    const ops *p;
    const tree *bodies;
    uint32_t *of;    /* our number of each coordinate of the trial */
    uint32_t *place; /* the other way round */
    uint32_t count[WORD_OWNERS];
    double *in, *out, *scratch, *state;
    double *result[WORD_ARRAYS];
};

void ours_size(const ours_function *f, word_array array, uint32_t *rows, uint32_t *columns)
{
    const word_array_info *a = &WORD_ARRAY[array];
    *rows = a->owner == OWNER_NONE ? 0 : a->numbers * f->count[a->owner];
    *columns = a->columns == OWNER_NONE ? 1 : f->count[a->columns];
}

ours_function *ours_function_make(arena *mem, const trial *t, const tree *bodies, const ops *p)
{
    ours_function *f = ARENA_ARRAY(mem, ours_function, 1);
    *f = (ours_function){.t = t, .p = p, .bodies = bodies, .of = match(mem, t, bodies)};
    if (f->of == NULL)
        return NULL;
    uint32_t n = t->coordinates_count;
    f->place = ARENA_ARRAY(mem, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        f->place[f->of[i]] = i;
    f->count[OWNER_COORDINATE] = n;
    f->count[OWNER_FREE_BODY] = tree_free_bodies(bodies);
    f->count[OWNER_FREEDOM] = tree_freedoms(bodies);
    f->count[OWNER_FRAME] = bodies->frames_count;
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_PARAMETER)
            f->count[OWNER_PARAMETER]++;
    f->in = ARENA_ARRAY(mem, double, p->inputs_count + 1);
    f->out = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    f->scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    f->state = ARENA_ARRAY(mem, double, 4 * (size_t)n + 1);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        uint32_t rows, columns;
        ours_size(f, (word_array)k, &rows, &columns);
        f->result[k] = ARENA_ARRAY(mem, double, (size_t)rows * columns + 1);
    }
    return f;
}

static uint32_t place_of(const ours_function *f, word_owner owner, uint32_t index)
{
    uint32_t base = f->count[OWNER_FREEDOM] - f->count[OWNER_COORDINATE];
    if (owner == OWNER_COORDINATE)
        return f->place[index];
    return owner == OWNER_FREEDOM && index >= base ? base + f->place[index - base] : index;
}

static void store_output(ours_function *f, const ops_output *o, double value)
{
    const word_kind *kind = &OUTPUT_KIND[o->kind];
    const word_array_info *a = &WORD_ARRAY[kind->array];
    double *to = f->result[kind->array];
    if (a->owner == OWNER_NONE)
        return;
    uint32_t row = word_number(kind, place_of(f, a->owner, o->index), o->axis);
    if (a->columns == OWNER_NONE) {
        to[row] = value;
        return;
    }
    uint32_t columns = f->count[a->columns], column = place_of(f, a->columns, o->column);
    to[row * columns + column] = value;
    if (a->is_symmetric)
        to[column * columns + row] = value;
}

/* Torques of a regressor: its product with the parameters. */
static void multiply_regressor(ours_function *f)
{
    uint32_t columns = f->count[OWNER_PARAMETER];
    uint32_t base = f->count[OWNER_FREEDOM] - f->count[OWNER_COORDINATE];
    for (uint32_t row = 0; row < f->count[OWNER_FREEDOM]; row++) {
        double sum = 0;
        for (uint32_t k = 0; k < columns; k++)
            sum += f->result[ARRAY_REGRESSOR][row * columns + k] * f->result[ARRAY_PARAMETERS][k];
        if (row < base)
            f->result[ARRAY_WRENCH][row] = sum;
        else
            f->result[ARRAY_TAU][row - base] = sum;
    }
}

void ours_evaluate(ours_function *f, size_t state)
{
    const trial *t = f->t;
    uint32_t n = t->coordinates_count;
    const double *const from[] = {t->q, t->qd, t->qdd, t->tau};
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t i = 0; i < n; i++)
            f->state[k * n + f->of[i]] = from[k][state * n + i];
    robot_state now = {.q = f->state, .qd = f->state + n, .qdd = f->state + 2 * n,
                       .tau = f->state + 3 * n, .free_motion = t->motion + 9 * state,
                       .wrench = t->wrench + 6 * state};
    now.forces = t->forces + state * 6 * t->request.force_links_count;
    state_to_inputs64(f->p, &now, f->in);
    ops_eval64(f->p, f->in, f->out, f->scratch);
    for (uint32_t i = 0; i < f->p->outputs_count; i++)
        store_output(f, &f->p->outputs[i], f->out[i]);
    if (function_has(f->p->function, ARRAY_REGRESSOR))
        multiply_regressor(f);
}

const double *ours_result(const ours_function *f, word_array array)
{
    return f->result[array];
}
