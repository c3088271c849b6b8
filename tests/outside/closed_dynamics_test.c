/* SPDX-License-Identifier: MIT */
/* Functions with closed loops against outside libraries, on every closed mechanism that ships: 200
 * states with the loops closed, of which the library finds the gaps itself. Pinocchio judges all
 * eight functions by the laws of closed_laws.h: within 1e-10 of the largest acceleration of the
 * state, torques and multipliers within 1e-9 of theirs, which have the condition of a mass matrix
 * more; MuJoCo judges accelerations within 1e-4, as its constraints are springs (mujoco_loops.h).
 *
 * Derivatives are judged where Pinocchio has its own, within 1e-7 of the largest of a matrix: its
 * proximal iterations end at 1e-10 of forces that its derivatives are linear in. Multipliers, where
 * its constraints are independent: else forces of cuts are not unique. In every other state
 * actuators alone have torques, as closed-id-derivatives wants.
 *
 * Links without mass are beyond what both libraries solve by themselves: such systems are asked for
 * twice, as they are, and with rotors at all joints.
 *
 *   closed_dynamics_test [STATES] */
#include "closed_laws.h"
#include "mujoco_loops.h"
#include "tap.h"
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PINOCCHIO_AGREES 1e-10
#define TORQUES_AGREE 1e-9
#define MUJOCO_AGREES 1e-4
#define DERIVATIVES_AGREE 1e-7
#define CLOSED 1e-11 /* m, rad: what Newton's method leaves is far less */

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
    {"tests/outside/mjcf/ball_loop.xml", 0.2, 0.05},
};

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

typedef struct {
    tap t;
    uint32_t states;
    uint32_t systems, judged[FUNCTIONS], with_multipliers; /* how many of the first */
} run;

/* Does state k have torques at actuators alone? */
static bool by_actuators(uint32_t k)
{
    return k % 2 == 1;
}

/* What the script reads; the states are kept. False where loops do not close. */
static bool print_request(FILE *to, closed_robot *r, const closed_system *s, const char *path,
                          uint32_t states, closed_motion *kept)
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
        if (!closed_draw(r, s->spread, by_actuators(k), &seed, &kept[k]))
            return false;
        print_numbers(to, kept[k].q, t->coordinates_count);
        print_numbers(to, kept[k].qd, t->coordinates_count);
        print_numbers(to, kept[k].tau, t->coordinates_count);
    }
    return true;
}

static bool read_numbers(FILE *from, double *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (fscanf(from, "%lf", &to[i]) != 1)
            return false;
    return true;
}

/* One state's, word by word; derivatives have their own place. */
static bool read_state(FILE *from, const closed_robot *r, bool own, closed_derivatives *derivatives,
                       closed_answer *a)
{
    const uint32_t joints = r->f.tree.coordinates_count, cuts = r->f.robot.cuts.list_count;
    bool more = read_numbers(from, &a->gap, 1) && read_numbers(from, a->qdd, joints) &&
                read_numbers(from, a->force, cuts) && read_numbers(from, a->moment, cuts);
    for (uint32_t row = 0; own && row < 3 * joints; row++)
        more = more && read_numbers(from, derivatives->by[row / joints][row % joints], joints);
    a->derivatives = own ? derivatives : NULL;
    return more;
}

typedef struct {
    bool own; /* its constraint dynamics, with derivatives */
    uint32_t states;
    double gap; /* the largest */
    closed_verdict of;
} verdict;

static verdict read_answer(FILE *from, closed_robot *r, const closed_motion *kept, uint32_t states)
{
    char how[16] = "";
    bool more = fscanf(from, "%15s", how) == 1;
    verdict v = {.own = strcmp(how, "own") == 0};
    closed_derivatives *derivatives = ARENA_ARRAY(&r->mem, closed_derivatives, 1);
    for (; more && v.states < states; v.states += more) {
        closed_answer theirs = {0};
        more = read_state(from, r, v.own, derivatives, &theirs);
        if (!more)
            break;
        v.gap = fmax(v.gap, theirs.gap);
        closed_judge(r, &kept[v.states], by_actuators(v.states), &theirs, &v.of);
    }
    return v;
}

static bool is_derivative(function_kind f)
{
    return f == FUNCTION_CLOSED_FD_DERIVATIVES || f == FUNCTION_CLOSED_ID_DERIVATIVES;
}

static double allowed(function_kind f)
{
    return is_derivative(f) ? DERIVATIVES_AGREE
           : f == FUNCTION_CLOSED_ID || f == FUNCTION_CLOSED_REDUCED ? TORQUES_AGREE
                                                                     : PINOCCHIO_AGREES;
}

static void tell(run *a, const verdict *v, bool asked, const char *name)
{
    asked = asked && v->states == a->states;
    a->systems++;
    tap_check(&a->t, asked && v->gap < CLOSED, "%s: Pinocchio (%s) on %u states, gaps of %.1e",
              name, v->own ? "its constraint dynamics" : "its terms, solved", v->states, v->gap);
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        const bool derives = is_derivative((function_kind)f);
        const uint32_t states = f == FUNCTION_CLOSED_ID_DERIVATIVES ? v->of.with_inverse
                                : derives                          ? v->of.with_derivatives
                                                                   : v->states;
        if (!closed_is_function((function_kind)f) || states == 0)
            continue;
        tap_check(&a->t, asked && v->of.law[f] < allowed((function_kind)f) && states == v->states,
                  "%s: %s agrees with Pinocchio: %.1e of %.0e", name, FUNCTION_KIND[f].name,
                  v->of.law[f], allowed((function_kind)f));
        a->judged[f]++;
    }
    const function_kind holding[] = {FUNCTION_CLOSED_FORCES, FUNCTION_AUGMENTED};
    for (int k = 0; v->of.with_multipliers && k < 2; k++)
        tap_check(&a->t, asked && v->of.multipliers[holding[k]] < TORQUES_AGREE,
                  "%s: multipliers of %s agree with Pinocchio's forces: %.1e of %.0e", name,
                  FUNCTION_KIND[holding[k]].name, v->of.multipliers[holding[k]], TORQUES_AGREE);
    a->with_multipliers += v->of.with_multipliers > 0;
}

static void ask_pinocchio(run *a, closed_robot *r, const closed_system *s, const char *path,
                          const char *name)
{
    char question[] = "/tmp/tauflow_loops_XXXXXX";
    closed_motion *kept = ARENA_ARRAY(&r->mem, closed_motion, a->states);
    int file = mkstemp(question);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    bool asked = to && print_request(to, r, s, path, a->states, kept);
    asked = to && fclose(to) == 0 && asked;
    FILE *from = asked ? popen(arena_printf(&r->mem, PYTHON " " SCRIPT " <%s", question), "r")
                       : NULL;
    verdict v = {0};
    if (from) {
        v = read_answer(from, r, kept, a->states);
        asked = pclose(from) == 0;
    }
    tell(a, &v, asked, name);
    unlink(question);
}

static void ask_mujoco(run *a, closed_robot *r, const closed_system *s, const char *name)
{
    const tree *t = &r->f.tree;
    char why[TRIAL_WHY_BYTES] = "";
    double theirs[CLOSED_MOST], worst = 0;
    uint64_t seed = 1;
    uint32_t states = 0;
    mujoco_loops *o = mujoco_loops_open(&r->mem, t, why, sizeof why);
    for (; o && states < a->states; states++) {
        closed_motion m;
        if (!closed_draw(r, s->spread, by_actuators(states), &seed, &m))
            break;
        mujoco_loops_accelerate(o, m.q, m.qd, m.tau, theirs);
        worst = fmax(worst, closed_apart(m.qdd, theirs, t->coordinates_count));
    }
    tap_check(&a->t, states == a->states && worst < MUJOCO_AGREES,
              "%s agrees with MuJoCo on %u states: %.1e %s", name, states, worst, why);
    if (o)
        mujoco_loops_close(o);
}

/* ---- systems --------------------------------------------------------------------------------- */

/* With a ball joint in its loop, which is three hinges here and in what MuJoCo gets. */
static bool is_mjcf(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".xml") == 0;
}

static void check_system(run *a, const closed_system *s, const char *path, double rotors)
{
    closed_robot r;
    bool made = closed_open(&r, path, rotors) == STATUS_OK;
    const char *name = arena_printf(&r.mem, "%s%s", made ? r.f.tree.name : path,
                                    rotors > 0 ? " with rotors" : "");
    if (!made)
        tap_check(&a->t, false, "%s: %s", name, r.d.error.text);
    else if (is_mjcf(path))
        ; /* Pinocchio is given the text of a URDF */
    else if (opinion_pinocchio_is_here())
        ask_pinocchio(a, &r, s, path, name);
    else
        tap_skip(&a->t, "not installed (make deps-test)", "%s agrees with Pinocchio", name);
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
    for (uint32_t f = 0; opinion_pinocchio_is_here() && f < FUNCTIONS; f++)
        if (closed_is_function((function_kind)f))
            tap_check(&a.t,
                      is_derivative((function_kind)f) ? a.judged[f] >= 6
                                                      : a.judged[f] == a.systems,
                      "%s was judged on %u of %u systems", FUNCTION_KIND[f].name, a.judged[f],
                      a.systems);
    if (opinion_pinocchio_is_here())
        tap_check(&a.t, a.with_multipliers >= 6, "multipliers were judged on %u systems",
                  a.with_multipliers);
    return tap_end(&a.t);
}
