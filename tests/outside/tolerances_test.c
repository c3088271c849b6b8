/* SPDX-License-Identifier: MIT */
/* No tolerance of ours may show: tiny angles and numbers twelve decades apart give the torques
 * that the file says, joint by joint, each measured against its own size.
 *
 * Tiny angles. Three joints, every angle a multiple of 45 degrees but for one, which is 1e-15 ..
 * 1e-3 rad off. Nothing snapped: within 1e-12 of KDL, of that joint's largest torque over the
 * states. Snapped by default: likewise of what KDL says of a file with those angles written
 * exactly, and the note announces just the change that was made. Both formalisms.
 *
 * Twelve decades. Masses, lengths and moments of 1e-6 .. 1e6, each drawn alone, so that most of
 * the inertias are such that no mass has them. Here a double may not hold the answer: a joint
 * whose torque is a small difference of what it carries loses digits in every library. So the
 * judge recurses in long doubles and says for each torque the sum S of the absolute values that
 * were added up in the file's own frames. An evaluation in doubles rounds each of some n
 * operations on the way by half a unit, so its error is below n/2 x DBL_EPSILON x S; a joint's
 * torque has some tens of operations on its longest way, and other frames than the file's may
 * carry sums up to 64 times as large (LONGEST_DETOUR in frames.c): ROUNDINGS is between, seen
 * are 6 in this run and 645 in 5,000 robots. The classic formalism, which has axes of its own
 * where a joint is skew, keeps less of the file's zeros: it is measured against the sum that
 * knows this (judge.h). KDL keeps none: rotations become quaternions, whose zeros are 1e-16.
 * Joints that the judge says it has right to 1e-12 are compared with it, and they must be most. */
#include "judge.h"
#include "ours.h"
#include "passes.h"
#include "tap.h"
#include "trial.h"
#include "wild.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SEED 14u
#define STATES 60
#define AGREEMENT 1e-12
#define ROUNDINGS 1000
#define SPREAD_JOINTS 4 /* at most */

typedef struct {
    uint32_t joints;
    double q[STATES][WILD_JOINTS], qd[STATES][WILD_JOINTS], qdd[STATES][WILD_JOINTS];
} wild_states;

typedef double wild_torques[STATES][WILD_JOINTS];

static void draw_states(uint64_t *seed, uint32_t joints, wild_states *s)
{
    s->joints = joints;
    for (int n = 0; n < STATES; n++)
        for (uint32_t j = 0; j < joints; j++) {
            s->q[n][j] = wild_between(seed, -3.2, 3.2);
            s->qd[n][j] = wild_between(seed, -4, 4);
            s->qdd[n][j] = wild_between(seed, -20, 20);
        }
}

/* --- asking ------------------------------------------------------------------------------ */

static bool ask_kdl(const opinion_library *kdl, const char *path, const wild_states *s,
                    wild_torques out)
{
    char why[TRIAL_WHY_BYTES];
    const char *const names[SPREAD_JOINTS] = {"j1", "j2", "j3", "j4"};
    opinion_request request = {.path = path, .gravity_ms2 = {0, 0, -9.81}};
    opinion *o = kdl->open(&request, why, sizeof why);
    bool bound = o != NULL && kdl->bind(o, names, s->joints);
    for (int n = 0; bound && n < STATES; n++) {
        opinion_state now = {.q = s->q[n], .qd = s->qd[n], .qdd = s->qdd[n]};
        double wrench[6];
        kdl->torques(o, &now, out[n], wrench);
    }
    if (o != NULL)
        kdl->close(o);
    return bound;
}

static status read_tree(arena *mem, const char *path, double snap_rad, tree *out, diag *d)
{
    passes_settings s = passes_default();
    passes_forms f = {0};
    s.urdf = (urdf_options){.snap_rad = snap_rad};
    TRY(passes_tree(mem, path, &s, &f, d));
    *out = f.tree;
    return STATUS_OK;
}

/* Joint "j3" is the third of the robot, wherever the tree's order has it. */
static uint32_t joint_number(const char *name)
{
    return (uint32_t)(name[1] - '1');
}

/* A state in the order of the tree. */
static robot_state tree_state(const tree *t, const wild_states *s, int n,
                              double words[3][WILD_JOINTS])
{
    for (uint32_t c = 0; c < t->coordinates_count; c++) {
        uint32_t j = joint_number(t->coordinates[c].name);
        words[0][c] = s->q[n][j];
        words[1][c] = s->qd[n][j];
        words[2][c] = s->qdd[n][j];
    }
    return (robot_state){.q = words[0], .qd = words[1], .qdd = words[2]};
}

static status ask_ours(arena *mem, const tree *t, formalism form, uint32_t effort,
                       const wild_states *s, wild_torques out, diag *d)
{
    equations_options options = equations_options_default();
    options.form = form;
    options.effort = effort;
    ops p;
    TRY(ours_operations(mem, t, &options, &p, d));
    double *in = ARENA_ARRAY(mem, double, p.inputs_count + 1);
    double *scratch = ARENA_ARRAY(mem, double, p.list_count + 1);
    for (int n = 0; n < STATES; n++) {
        double words[3][WILD_JOINTS], torque[WILD_JOINTS];
        robot_state now = tree_state(t, s, n, words);
        state_to_inputs64(&p, &now, in);
        ops_eval64(&p, in, torque, scratch);
        for (uint32_t i = 0; i < p.outputs_count; i++)
            out[n][joint_number(p.outputs[i].of)] = torque[i];
    }
    return STATUS_OK;
}

static void ask_judge(const tree *t, const wild_states *s, bool dusty, wild_torques out,
                      wild_torques size)
{
    for (int n = 0; n < STATES; n++) {
        double words[3][WILD_JOINTS], torque[WILD_JOINTS], sum[WILD_JOINTS];
        robot_state now = tree_state(t, s, n, words);
        judge_torques(t, &now, dusty, torque, sum);
        for (uint32_t c = 0; c < t->coordinates_count; c++) {
            uint32_t j = joint_number(t->coordinates[c].name);
            out[n][j] = torque[c];
            size[n][j] = sum[c];
        }
    }
}

/* The largest difference of a joint over the states, relative to its largest torque. */
static double joint_apart(uint32_t j, wild_torques a, wild_torques reference)
{
    double most = 0, size = 0;
    for (int n = 0; n < STATES; n++) {
        double difference = fabs(a[n][j] - reference[n][j]);
        most = isfinite(difference) ? fmax(most, difference) : INFINITY;
        size = fmax(size, fabs(reference[n][j]));
    }
    return most == 0 ? 0 : most / size;
}

static double apart(const wild_states *s, wild_torques a, wild_torques reference)
{
    double worst = 0;
    for (uint32_t j = 0; j < s->joints; j++)
        worst = fmax(worst, joint_apart(j, a, reference));
    return worst;
}

/* --- tiny angles --------------------------------------------------------------------------- */

static const double QUARTER = 0.78539816339744830962;

/* Half of them have one axis throughout and no other turns: there the tilt alone decides what is
 * parallel. */
static wild_robot tilted_robot(uint64_t *seed, double angle)
{
    wild_robot r = {.count = 3};
    bool aligned = wild_below(seed, 2);
    for (uint32_t i = 0; i < r.count; i++) {
        wild_joint *j = &r.joint[i];
        j->parent = i;
        j->slides = wild_below(seed, 5) == 0;
        j->mass = wild_between(seed, 0.5, 3);
        wild_axis(seed, !aligned && wild_below(seed, 2), j->axis);
        if (aligned && i > 0)
            memcpy(j->axis, r.joint[0].axis, sizeof j->axis);
        for (int k = 0; k < 3; k++) {
            j->xyz[k] = wild_below(seed, 2) ? wild_between(seed, -0.5, 0.5) : 0;
            j->com[k] = wild_below(seed, 2) ? wild_between(seed, -0.3, 0.3) : 0;
            j->inertia[k] = wild_between(seed, 0.02, 0.03);
            j->inertia[3 + k] = wild_below(seed, 2) ? wild_between(seed, -0.005, 0.005) : 0;
            j->rpy[k] = aligned || wild_below(seed, 3) ? 0 : QUARTER * (double)wild_below(seed, 8);
        }
    }
    uint32_t which = 1 + wild_below(seed, 2);
    r.joint[which].rpy[wild_below(seed, 3)] = angle;
    return r;
}

/* The robot with every angle that snapping may take as a multiple of 15 degrees written as one;
 * returns the largest change. */
static double snap_robot(wild_robot *r, double snap_rad)
{
    double most = 0;
    for (uint32_t i = 0; i < r->count; i++)
        for (int k = 0; k < 3; k++) {
            double *angle = &r->joint[i].rpy[k];
            double multiple = round(*angle * 3 / QUARTER) * QUARTER / 3;
            if (fabs(*angle - multiple) <= snap_rad) {
                most = fmax(most, fabs(*angle - multiple));
                *angle = multiple;
            }
        }
    return most;
}

typedef struct {
    double worst[2][2]; /* snapped or not, per formalism: the largest difference from KDL */
    uint32_t robots, failed, told, untold; /* notes that say what was done, and that do not */
} tilt_result;

/* One reading of the file, compared with KDL's opinion of another (the same, or with angles
 * written exactly). */
static bool try_reading(const opinion_library *kdl, const char *path, const char *theirs,
                        bool snaps, double change, uint32_t effort, const wild_states *s,
                        tilt_result *to)
{
    static wild_torques reference, ours;
    arena mem = arena_make();
    bool good = ask_kdl(kdl, theirs, s, reference);
    for (int form = 0; good && form < 2; form++) {
        diag d = diag_make(&mem);
        tree t;
        double snap_rad = snaps ? urdf_options_default().snap_rad : 0;
        formalism how = form ? FORMALISM_CLASSIC : FORMALISM_DEFAULT;
        good = read_tree(&mem, path, snap_rad, &t, &d) == STATUS_OK &&
               ask_ours(&mem, &t, how, effort, s, ours, &d) == STATUS_OK;
        to->worst[snaps][form] = fmax(to->worst[snaps][form], apart(s, ours, reference));
        to->told += change > 0 && ours_snapped(&d) > 0;
        /* two digits are printed, and the test's own rounding of the multiple is one of 2 pi */
        to->untold += !(fabs(ours_snapped(&d) - change) <= 0.05 * change + 1e-15);
    }
    arena_free(&mem);
    return good;
}

static void try_tilt(const opinion_library *kdl, uint64_t *seed, double angle, uint32_t effort,
                     tilt_result *to)
{
    arena mem = arena_make();
    wild_robot r = tilted_robot(seed, angle), exact = r;
    double change = snap_robot(&exact, urdf_options_default().snap_rad);
    wild_states s;
    draw_states(seed, r.count, &s);
    const char *path = wild_save(&mem, &r), *exact_path = wild_save(&mem, &exact);
    bool good = path != NULL && exact_path != NULL &&
                try_reading(kdl, path, path, false, 0, effort, &s, to) &&
                try_reading(kdl, path, exact_path, true, change, effort, &s, to);
    to->robots++;
    to->failed += !good;
    if (path != NULL)
        unlink(path);
    if (exact_path != NULL)
        unlink(exact_path);
    arena_free(&mem);
}

static void tiny_angles_are_not_dropped(tap *t, const opinion_library *kdl, uint32_t effort,
                                        int step, int robots)
{
    static const char *const CENTRE[4] = {"0", "pi/4", "pi/2", "pi"};
    uint64_t seed = SEED;
    for (int c = 0; c < 4; c++) {
        tilt_result found = {0};
        for (int decade = -15; decade <= -3; decade += step)
            for (int n = 0; n < robots; n++) {
                double size = pow(10, decade) * wild_between(&seed, 1, 10);
                double angle = QUARTER * (c == 3 ? 4 : c) + (wild_below(&seed, 2) ? size : -size);
                try_tilt(kdl, &seed, angle, effort, &found);
            }
        const double *w = found.worst[0];
        tap_check(t, found.failed == 0 && w[0] < AGREEMENT && w[1] < AGREEMENT,
                  "tiny_angles_are_not_dropped: around %s, %u robots, seed %u: "
                  "default %.1e, classic %.1e from KDL",
                  CENTRE[c], (unsigned)found.robots, SEED, w[0], w[1]);
        w = found.worst[1];
        bool told = found.told > 0 && !found.untold;
        tap_check(t, found.failed == 0 && told && w[0] < AGREEMENT && w[1] < AGREEMENT,
                  "snapping_changes_what_its_note_announces: around %s, %u notes: "
                  "default %.1e, classic %.1e from KDL",
                  CENTRE[c], (unsigned)found.told, w[0], w[1]);
    }
}

/* --- twelve decades ------------------------------------------------------------------------ */

static wild_robot spread_robot(uint64_t *seed)
{
    wild_robot r = {.count = 2 + wild_below(seed, SPREAD_JOINTS - 1)};
    bool real = wild_below(seed, 2); /* inertias that a mass can have */
    for (uint32_t i = 0; i < r.count; i++) {
        wild_joint *j = &r.joint[i];
        j->parent = wild_below(seed, 4) ? i : wild_below(seed, i + 1);
        j->slides = wild_below(seed, 4) == 0;
        j->mass = fabs(wild_decades(seed, 1e-6, 1e6));
        wild_axis(seed, wild_below(seed, 4) == 0, j->axis);
        bool turned = wild_below(seed, 3) == 0;
        double square[3];
        for (int k = 0; k < 3; k++) {
            j->xyz[k] = wild_below(seed, 2) ? wild_decades(seed, 1e-6, 1e6) : 0;
            j->com[k] = wild_below(seed, 2) ? wild_decades(seed, 1e-6, 1e6) : 0;
            j->rpy[k] = turned ? wild_between(seed, -3, 3) : 2 * QUARTER * wild_below(seed, 4);
            square[k] = fabs(wild_decades(seed, 1e-6, 1e6));
        }
        for (int k = 0; k < 3; k++)
            j->inertia[k] = real ? square[(k + 1) % 3] + square[(k + 2) % 3] : square[k];
    }
    return r;
}

enum { BY_DEFAULT, BY_CLASSIC, FORMALISMS };

typedef struct {
    double roundings[FORMALISMS]; /* the largest error / (DBL_EPSILON x S) ... */
    uint64_t seed[FORMALISMS];    /* ... and whose it is */
    double from_kdl[FORMALISMS];  /* the largest difference from KDL on joints that KDL has right */
    uint32_t joints, kdl_right;
} spread_result;

/* The sum S of a joint is its largest over the states, as its torque is. */
static double roundings(uint32_t j, wild_torques a, wild_torques judge, wild_torques size)
{
    double error = 0, sum = 0;
    for (int n = 0; n < STATES; n++) {
        error = fmax(error, isfinite(a[n][j]) ? fabs(a[n][j] - judge[n][j]) : INFINITY);
        sum = fmax(sum, size[n][j]);
    }
    return error == 0 ? 0 : error / (DBL_EPSILON * sum);
}

static bool try_spread(const opinion_library *kdl, uint64_t seed, uint32_t effort,
                       spread_result *to)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    uint64_t at = seed;
    wild_robot r = spread_robot(&at);
    wild_states s;
    tree t;
    static wild_torques judge, size, theirs, ours;
    draw_states(&at, r.count, &s);
    const char *path = wild_save(&mem, &r);
    bool good = path != NULL && ask_kdl(kdl, path, &s, theirs) &&
                read_tree(&mem, path, 0, &t, &d) == STATUS_OK;
    for (int f = 0; good && f < FORMALISMS; f++) {
        formalism how = f == BY_CLASSIC ? FORMALISM_CLASSIC : FORMALISM_DEFAULT;
        good = ask_ours(&mem, &t, how, effort, &s, ours, &d) == STATUS_OK;
        ask_judge(&t, &s, f == BY_CLASSIC, judge, size);
        for (uint32_t j = 0; good && j < s.joints; j++) {
            double found = roundings(j, ours, judge, size);
            if (found > to->roundings[f]) {
                to->roundings[f] = found;
                to->seed[f] = seed;
            }
            bool right = joint_apart(j, theirs, judge) < AGREEMENT;
            to->joints += f == 0;
            to->kdl_right += f == 0 && right;
            to->from_kdl[f] = fmax(to->from_kdl[f], right ? joint_apart(j, ours, theirs) : 0);
        }
    }
    if (path != NULL)
        unlink(path);
    arena_free(&mem);
    return good;
}

static void no_joint_is_lost_among_twelve_decades(tap *t, const opinion_library *kdl,
                                                  uint32_t effort, int robots)
{
    static const char *const FORM[FORMALISMS] = {"default", "classic"};
    if (!judge_is_wide()) {
        tap_skip(t, "long doubles are doubles here", "no_joint_is_lost_among_twelve_decades");
        return;
    }
    spread_result found = {{0}, {0}, {0}, 0, 0};
    bool good = true;
    for (int n = 0; n < robots; n++)
        good = try_spread(kdl, SEED + 1000 + (uint64_t)n, effort, &found) && good;
    for (int f = 0; f < FORMALISMS; f++) {
        tap_check(t, good && found.roundings[f] < ROUNDINGS,
                  "no_joint_is_lost_among_twelve_decades: %s, %d robots, seeds from %u: "
                  "%.3g roundings (seed %llu)",
                  FORM[f], robots, SEED + 1000, found.roundings[f],
                  (unsigned long long)found.seed[f]);
        bool most = 2 * found.kdl_right > found.joints;
        tap_check(t, good && most && found.from_kdl[f] < 2 * AGREEMENT,
                  "no_joint_is_lost_among_twelve_decades: %s, %u of %u joints, "
                  "which KDL has right: %.1e from it",
                  FORM[f], (unsigned)found.kdl_right, (unsigned)found.joints, found.from_kdl[f]);
    }
}

int main(int count, char **argument)
{
    bool full = count > 1 && strcmp(argument[1], "full") == 0;
    tap t = {0};
    trial_libraries l;
    trial_load_libraries(&l);
    tap_check(&t, l.list[0] != NULL, "KDL is here %s", l.why[0]);
    if (l.list[0] != NULL) {
        tiny_angles_are_not_dropped(&t, l.list[0], 0, 1, full ? 40 : 4);
        no_joint_is_lost_among_twelve_decades(&t, l.list[0], 0, full ? 5000 : 300);
        tiny_angles_are_not_dropped(&t, l.list[0], full ? 2 : 1, full ? 1 : 3, 1);
        no_joint_is_lost_among_twelve_decades(&t, l.list[0], full ? 2 : 1, full ? 200 : 30);
    }
    return tap_end(&t);
}
