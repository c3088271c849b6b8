/* Accelerations of closed mechanisms against outside libraries, on every one that ships: 200 states
 * with the loops closed, of which the library finds the gaps itself; within 1e-10 of the largest
 * acceleration of the state for Pinocchio, 1e-4 for MuJoCo, whose constraints are springs
 * (mujoco_loops.h).
 *
 * Derivatives of accelerations against Pinocchio's own, where it has them, within 1e-7 of the
 * largest of a matrix: its proximal iterations end at 1e-10 of forces that its derivatives are
 * linear in. Its joints are all independent: with T = [1; B], and D what dependent velocities
 * change by per independent position, ours are (by positions) T + (by velocities) D, (by
 * velocities) T, and (by torques).
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

#define PINOCCHIO_AGREES 1e-10
#define MUJOCO_AGREES 1e-4
#define DERIVATIVES_AGREE 1e-7
#define CLOSED 1e-11 /* m, rad: what Newton's method leaves is far less */

enum { MOST = 64 };

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
    evaluator closure, forward, derivatives;
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
    TRY(build(r, FUNCTION_CLOSED_FD, &r->forward));
    return build(r, FUNCTION_CLOSED_FD_DERIVATIVES, &r->derivatives);
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

/* The package that brings Pinocchio, where it is installed. */
#define PYTHON OUTSIDE_FOLDER "/../venv/bin/python3"
#define SCRIPT "tests/outside/pinocchio_loops.py"

static void print_numbers(FILE *to, const double *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "%.17g ", numbers[i]);
    fprintf(to, "\n");
}

static void print_loop(FILE *to, const robot_cut *c)
{
    fprintf(to, "%s %.17g ", cut_kind_word(c->kind), c->length_m);
    for (unsigned i = 0; i < CUT_ROWS; i++)
        fprintf(to, "%d ", !(c->dropped >> i & 1));
    for (int end = 0; end < 2; end++) {
        fprintf(to, "%s\n", c->link[end]);
        print_numbers(to, c->frame[end].position.v, 3);
        print_numbers(to, &c->frame[end].rotation.m[0][0], 9);
    }
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
    uint32_t states;
} run;

/* What the script reads; the states are kept. False where loops do not close. */
static bool print_request(FILE *to, closed_robot *r, const closed_system *s, const char *path,
                          uint32_t states, motion *kept)
{
    const tree *t = &r->f.tree;
    const cut_list *cuts = &r->f.robot.cuts;
    uint64_t seed = 1;
    fprintf(to, "%s\n", path);
    print_numbers(to, t->gravity_ms2.v, 3);
    fprintf(to, "%u\n", t->coordinates_count);
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        fprintf(to, "%s %.17g\n", t->coordinates[i].name, t->coordinates[i].armature);
    fprintf(to, "%u\n", cuts->list_count);
    for (uint32_t i = 0; i < cuts->list_count; i++)
        print_loop(to, &cuts->list[i]);
    fprintf(to, "%u\n", states);
    for (uint32_t k = 0; k < states; k++) {
        if (!draw(r, s, &seed, &kept[k]))
            return false;
        print_numbers(to, kept[k].q, t->coordinates_count);
        print_numbers(to, kept[k].qd, t->coordinates_count);
        print_numbers(to, kept[k].tau, t->coordinates_count);
    }
    return true;
}

/* Of accelerations, by positions, velocities and torques: [row][column]. */
typedef struct {
    double by[3][MOST][MOST];
} matrices;

static matrices our_derivatives(closed_robot *r, const motion *m)
{
    matrices out = {{{{0}}}};
    evaluate(&r->derivatives, m);
    for (uint32_t i = 0; i < r->derivatives.p.outputs_count; i++) {
        const ops_output *o = &r->derivatives.p.outputs[i];
        const output_kind of[] = {OUTPUT_QDD_Q, OUTPUT_QDD_QD, OUTPUT_QDD_TAU};
        for (int k = 0; k < 3; k++)
            if (o->kind == of[k]) {
                out.by[k][o->index][o->column] = r->derivatives.out[i];
                if (k == 2)
                    out.by[k][o->column][o->index] = r->derivatives.out[i];
            }
    }
    return out;
}

/* T; a column per independent joint, others are zero. */
static void carrying(closed_robot *r, const motion *m, double t[MOST][MOST])
{
    const uint32_t joints = r->f.tree.coordinates_count;
    bool depends[MOST] = {false};
    evaluate(&r->closure, m);
    memset(t, 0, sizeof(double[MOST][MOST]));
    for (uint32_t i = 0; i < r->closure.p.outputs_count; i++) {
        const ops_output *o = &r->closure.p.outputs[i];
        if (o->kind == OUTPUT_DEPENDENCE)
            t[o->index][o->column] = r->closure.out[i];
        else if (o->kind == OUTPUT_CLOSED_Q && OPERAND_CLASS(o->value) != FROM_CONSTANT)
            depends[o->index] = true;
    }
    for (uint32_t i = 0; i < joints; i++)
        t[i][i] += !depends[i];
}

/* out += a b. */
static void add_product(uint32_t count, double a[MOST][MOST], double b[MOST][MOST],
                        double out[MOST][MOST])
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t j = 0; j < count; j++)
                out[i][j] += a[i][k] * b[k][j];
}

/* Theirs along closed states. What ours say of dependent accelerations per velocity is B times what
 * they say of independent ones, and 2 D: right where these two agree. */
static double derivatives_apart(closed_robot *r, const motion *m, matrices *theirs)
{
    const uint32_t joints = r->f.tree.coordinates_count;
    matrices ours = our_derivatives(r, m), along = {{{{0}}}};
    double t[MOST][MOST], d[MOST][MOST] = {{0}}, worst = 0;
    carrying(r, m, t);
    for (uint32_t i = 0; i < joints; i++)
        for (uint32_t k = 0; k < joints; k++) {
            double carried = 0;
            for (uint32_t j = 0; j < joints; j++)
                if (t[j][j] == 1)
                    carried += t[i][j] * ours.by[1][j][k];
            d[i][k] = (ours.by[1][i][k] - carried) / 2;
        }
    add_product(joints, theirs->by[0], t, along.by[0]);
    add_product(joints, theirs->by[1], d, along.by[0]);
    add_product(joints, theirs->by[1], t, along.by[1]);
    memcpy(along.by[2], theirs->by[2], sizeof along.by[2]);
    for (uint32_t k = 0; k < 3; k++)
        worst = fmax(worst, apart(&ours.by[k][0][0], &along.by[k][0][0], MOST * MOST));
    return worst;
}

typedef struct {
    char how[16];
    uint32_t states;
    double apart, gap, derivatives; /* the largest */
} verdict;

static bool read_numbers(FILE *from, double *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (fscanf(from, "%lf", &to[i]) != 1)
            return false;
    return true;
}

static bool is_own(const verdict *v)
{
    return strcmp(v->how, "own") == 0;
}

static verdict read_answer(FILE *from, closed_robot *r, const motion *kept, uint32_t states)
{
    const uint32_t joints = r->f.tree.coordinates_count;
    verdict v = {.how = ""};
    bool more = fscanf(from, "%15s", v.how) == 1;
    for (; more && v.states < states; v.states += more) {
        double gap = 0, qdd[MOST];
        matrices *theirs = ARENA_ARRAY(&r->mem, matrices, 1);
        more = read_numbers(from, &gap, 1) && read_numbers(from, qdd, joints);
        for (uint32_t row = 0; is_own(&v) && row < 3 * joints; row++)
            more = more && read_numbers(from, theirs->by[row / joints][row % joints], joints);
        if (!more)
            break;
        v.apart = fmax(v.apart, apart(kept[v.states].qdd, qdd, joints));
        v.gap = fmax(v.gap, gap);
        if (is_own(&v))
            v.derivatives = fmax(v.derivatives, derivatives_apart(r, &kept[v.states], theirs));
    }
    return v;
}

static void ask_pinocchio(run *a, closed_robot *r, const closed_system *s, const char *path,
                          const char *name)
{
    char question[] = "/tmp/tauflow_loops_XXXXXX";
    motion *kept = ARENA_ARRAY(&r->mem, motion, a->states);
    int file = mkstemp(question);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    bool asked = to && print_request(to, r, s, path, a->states, kept);
    asked = to && fclose(to) == 0 && asked;
    FILE *from = asked ? popen(arena_printf(&r->mem, PYTHON " " SCRIPT " <%s", question), "r")
                       : NULL;
    verdict v = {.how = ""};
    if (from) {
        v = read_answer(from, r, kept, a->states);
        asked = pclose(from) == 0;
    }
    tap_check(&a->t,
              asked && v.states == a->states && v.apart < PINOCCHIO_AGREES && v.gap < CLOSED,
              "%s agrees with Pinocchio (%s) on %u states: %.1e, gaps of %.1e", name,
              is_own(&v) ? "its constraint dynamics" : "its terms, solved", v.states,
              v.apart, v.gap);
    if (is_own(&v))
        tap_check(&a->t, v.states == a->states && v.derivatives < DERIVATIVES_AGREE,
                  "%s: derivatives agree with Pinocchio's on %u states: %.1e", name, v.states,
                  v.derivatives);
    unlink(question);
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
    else if (access(PYTHON, X_OK) == 0)
        ask_pinocchio(a, &r, s, path, name);
    else
        tap_skip(&a->t, "not installed (make deps-optional)", "%s agrees with Pinocchio", name);
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
    run a = {.states = count > 1 ? (uint32_t)strtoul(given[1], NULL, 10) : 200};
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
