#include "ours.h"

#include "operations/state.h"
#include "passes.h"
#include "plain_recursion.h"

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
    TRY(passes_tree(mem, t->path, &s, &f, d));
    *out = f.tree;
    return STATUS_OK;
}

status ours_operations(arena *mem, const tree *bodies, const equations_options *options, ops *out,
                       diag *d)
{
    passes_settings s = passes_default();
    passes_forms f = {.tree = *bodies};
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
    double *result = ARENA_ARRAY(mem, double, (size_t)TRIAL_STATES * t->words + 1);
    double *state = ARENA_ARRAY(mem, double, (size_t)4 * n + 6 + 1);
    for (size_t s = 0; s < TRIAL_STATES; s++) {
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
