/* Accelerations of closed mechanisms against outside libraries, on every one that ships: 200 states
 * with the loops closed, of which the library finds the gaps itself; within 1e-9 of the largest
 * acceleration of the state for Pinocchio, 1e-4 for MuJoCo, whose constraints are springs
 * (mujoco_loops.h).
 *
 * Links without mass are beyond what both libraries solve by themselves: such systems are asked for
 * twice, as they are, and with rotors at all joints.
 *
 *   closed_dynamics_test [STATES] */
#include "mujoco_loops.h"
#include "operations/state.h"
#include "passes.h"
#include "tap.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PINOCCHIO_AGREES 1e-9
#define MUJOCO_AGREES 1e-4
#define CLOSED 1e-11 /* m, rad: what Newton's method leaves is far less */

enum { MOST = 64, MOST_LOOPS = 32 };

typedef struct {
    const char *file;    /* or arguments of the generator */
    double spread;       /* of independent positions around the start */
    double rotors;       /* kg m^2, kg: 0 where no link lacks mass */
} closed_system;

static const closed_system SYSTEMS[] = {
    {"robots/loops/planar1.urdf", 0.08, 0.3},  {"robots/loops/planar2.urdf", 0.08, 0.3},
    {"robots/loops/planar3.urdf", 0.2, 0.3},   {"robots/loops/planar3_centre.urdf", 0.2, 0.3},
    {"robots/loops/planar4.urdf", 0.2, 0},     {"robots/loops/slider_crank.urdf", 0.8, 0},
    {"robots/loops/delta.urdf", 0.15, 0.02},   {"robots/loops/stewart_light.urdf", 0.2, 20},
    {"robots/stewart.urdf", 0.2, 0},           {"robots/car54.urdf", 0.12, 0},
    {"7", 0.1, 0},                             {"15", 0.05, 0},
};

/* ---- ours ------------------------------------------------------------------------------------ */

typedef struct {
    ops p;
    double *in, *out, *scratch;
} evaluator;

typedef struct {
    arena mem;
    diag d;
    passes_forms f;
    evaluator closure, forward;
} closed_robot;

static status build(closed_robot *r, function_kind function, evaluator *to)
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

static status open_robot(closed_robot *r, const char *path, double rotors)
{
    passes_settings s = passes_default();
    *r = (closed_robot){.mem = arena_make()};
    r->d = diag_make(&r->mem);
    TRY(passes_tree(&r->mem, path, &s, &r->f, &r->d));
    for (uint32_t i = 0; i < r->f.tree.coordinates_count; i++)
        r->f.tree.coordinates[i].armature += rotors;
    TRY(build(r, FUNCTION_CLOSURE, &r->closure));
    return build(r, FUNCTION_CLOSED_FD, &r->forward);
}

typedef struct {
    double q[MOST], qd[MOST], tau[MOST], qdd[MOST];
} motion;

static void evaluate(evaluator *e, const motion *m)
{
    state_to_inputs64(&e->p, &(robot_state){.q = m->q, .qd = m->qd, .qdd = m->qdd, .tau = m->tau},
                      e->in);
    ops_eval64(&e->p, e->in, e->out, e->scratch);
}

/* Independent joints have the constant 0 where only dependent ones have a result. */
static void take(const evaluator *e, output_kind kind, double *to)
{
    for (uint32_t i = 0; i < e->p.outputs_count; i++)
        if (e->p.outputs[i].kind == kind &&
            OPERAND_CLASS(e->p.outputs[i].value) != FROM_CONSTANT)
            to[e->p.outputs[i].index] = e->out[i];
}

/* Newton's passes until the positions stand still, then velocities, then accelerations. False where
 * the loops do not close. */
static bool move(closed_robot *r, motion *m)
{
    enum { MOST_PASSES = 30 };
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        double residual = 0;
        evaluate(&r->closure, m);
        for (uint32_t i = 0; i < r->closure.p.outputs_count; i++)
            if (r->closure.p.outputs[i].kind == OUTPUT_RESIDUAL)
                residual = fmax(residual, r->closure.out[i]);
        if (!(residual < 1e3))
            return false;
        if (residual < 1e-26 || pass == MOST_PASSES - 1) {
            take(&r->closure, OUTPUT_CLOSED_QD, m->qd);
            evaluate(&r->forward, m);
            take(&r->forward, OUTPUT_QDD, m->qdd);
            return residual < 1e-24;
        }
        take(&r->closure, OUTPUT_CLOSED_Q, m->q);
    }
    return false;
}

static double random_in(uint64_t *seed, double most)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return most * (2 * ((double)(*seed >> 11) * 0x1p-53) - 1);
}

/* Draws until the loops close: near the start they do. */
static bool draw(closed_robot *r, const closed_system *s, uint64_t *seed, motion *m)
{
    enum { TRIES = 20 };
    const tree *t = &r->f.tree;
    for (int k = 0; k < TRIES; k++) {
        *m = (motion){.q = {0}};
        for (uint32_t i = 0; i < t->coordinates_count; i++) {
            m->q[i] = t->coordinates[i].start + random_in(seed, s->spread);
            m->qd[i] = random_in(seed, 1);
            m->tau[i] = random_in(seed, 10);
        }
        if (move(r, m))
            return true;
    }
    return false;
}

/* ---- theirs ---------------------------------------------------------------------------------- */

static opinion_loop loop_of(const robot *r, const robot_cut *c)
{
    (void)r;
    static const opinion_loop_kind KIND[] = {
        [CUT_BODY] = OPINION_BODY, [CUT_BALL] = OPINION_BALL, [CUT_ROD] = OPINION_ROD};
    opinion_loop l = {.kind = KIND[c->kind], .length_m = c->length_m};
    for (int end = 0; end < 2; end++) {
        l.link[end] = c->link[end];
        memcpy(l.at_m[end], c->frame[end].position.v, sizeof l.at_m[end]);
        for (int i = 0; i < 9; i++)
            l.axes[end][i] = c->frame[end].rotation.m[i / 3][i % 3];
    }
    for (unsigned i = 0; i < CUT_ROWS; i++)
        l.kept[i] = !(c->dropped >> i & 1);
    return l;
}

static double apart(const double *ours, const double *theirs, uint32_t count)
{
    double most = 0, size = 0;
    for (uint32_t i = 0; i < count; i++) {
        double difference = fabs(ours[i] - theirs[i]);
        most = isfinite(difference) ? fmax(most, difference) : INFINITY;
        size = fmax(size, fabs(theirs[i]));
    }
    return most / size;
}

typedef struct {
    tap t;
    const opinion_library *pinocchio;
    const char *why;
    uint32_t states;
} run;

static void ask_pinocchio(run *a, closed_robot *r, const closed_system *s, const char *path,
                          const char *name)
{
    const tree *t = &r->f.tree;
    opinion_loop list[MOST_LOOPS];
    const char *names[MOST], *how = NULL;
    double armature[MOST], theirs[MOST], worst = 0, widest = 0;
    char why[TRIAL_WHY_BYTES] = "";
    uint64_t seed = 1;
    opinion_request request = {.path = path};
    memcpy(request.gravity_ms2, t->gravity_ms2.v, sizeof request.gravity_ms2);
    for (uint32_t i = 0; i < t->cuts_count; i++)
        list[i] = loop_of(&r->f.robot, &r->f.robot.cuts.list[i]);
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        names[i] = t->coordinates[i].name;
        armature[i] = t->coordinates[i].armature;
    }
    opinion *o = a->pinocchio->open(&request, why, sizeof why);
    bool bound = o && a->pinocchio->bind(o, names, t->coordinates_count);
    uint32_t states = 0;
    for (; bound && states < a->states; states++) {
        motion m;
        if (!draw(r, s, &seed, &m))
            break;
        const opinion_state at = {.q = m.q, .qd = m.qd, .qdd = m.qdd, .tau = m.tau};
        double gap;
        how = a->pinocchio->closed(o, &(opinion_loops){list, t->cuts_count, armature}, &at, theirs,
                                   &gap);
        worst = fmax(worst, apart(m.qdd, theirs, t->coordinates_count));
        widest = fmax(widest, gap);
    }
    tap_check(&a->t,
              states == a->states && worst < PINOCCHIO_AGREES && widest < CLOSED,
              "%s agrees with Pinocchio (%s) on %u states: %.1e, gaps of %.1e %s", name,
              how ? how : "nothing", states, worst, widest, why);
    if (o)
        a->pinocchio->close(o);
}

static void ask_mujoco(run *a, closed_robot *r, const closed_system *s, const char *name)
{
    const tree *t = &r->f.tree;
    char why[TRIAL_WHY_BYTES] = "";
    double theirs[MOST], worst = 0;
    uint64_t seed = 1;
    uint32_t states = 0;
    mujoco_loops *o = mujoco_loops_open(&r->mem, t, why, sizeof why);
    for (; o && states < a->states; states++) {
        motion m;
        if (!draw(r, s, &seed, &m))
            break;
        mujoco_loops_accelerate(o, m.q, m.qd, m.tau, theirs);
        worst = fmax(worst, apart(m.qdd, theirs, t->coordinates_count));
    }
    tap_check(&a->t, states == a->states && worst < MUJOCO_AGREES,
              "%s agrees with MuJoCo on %u states: %.1e %s", name, states, worst, why);
    if (o)
        mujoco_loops_close(o);
}

/* ---- systems --------------------------------------------------------------------------------- */

static void check_system(run *a, const closed_system *s, const char *path, double rotors)
{
    closed_robot r;
    bool made = open_robot(&r, path, rotors) == STATUS_OK;
    const char *name = arena_printf(&r.mem, "%s%s", made ? r.f.tree.name : path,
                                    rotors > 0 ? " with rotors" : "");
    if (!made)
        tap_check(&a->t, false, "%s: %s", name, r.d.error.text);
    else if (a->pinocchio)
        ask_pinocchio(a, &r, s, path, name);
    else
        tap_skip(&a->t, a->why, "%s agrees with Pinocchio", name);
    if (made && (rotors > 0 || s->rotors == 0))
        ask_mujoco(a, &r, s, name);
    arena_free(&r.mem);
}

/* What robots/loops/ngon.sh writes. */
static bool generate(const char *arguments, char *path)
{
    char command[120];
    int file = mkstemp(path);
    snprintf(command, sizeof command, "bash robots/loops/ngon.sh %s >%s", arguments, path);
    return file >= 0 && close(file) == 0 && system(command) == 0;
}

int main(int count, char **given)
{
    trial_libraries l;
    run a = {.states = count > 1 ? (uint32_t)strtoul(given[1], NULL, 10) : 200};
    trial_load_libraries(&l);
    for (uint32_t i = 0; i < TRIAL_LIBRARIES; i++)
        if (strcmp(l.name[i], "Pinocchio") == 0) {
            a.pinocchio = l.list[i];
            a.why = l.why[i];
        }
    for (size_t i = 0; i < sizeof SYSTEMS / sizeof *SYSTEMS; i++) {
        const closed_system *s = &SYSTEMS[i];
        char made[] = "/tmp/tauflow_loops_XXXXXX";
        bool is_file = strchr(s->file, '.') != NULL;
        if (!is_file && !generate(s->file, made)) {
            tap_check(&a.t, false, "ngon.sh %s", s->file);
            continue;
        }
        check_system(&a, s, is_file ? s->file : made, 0);
        if (s->rotors > 0)
            check_system(&a, s, is_file ? s->file : made, s->rotors);
        if (!is_file)
            unlink(made);
    }
    return tap_end(&a.t);
}
