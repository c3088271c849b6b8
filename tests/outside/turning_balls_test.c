/* SPDX-License-Identifier: MIT */
/* Balls that turn next to MuJoCo's ball joints: one MJCF file, read by both, a slide, a ball, an
 * elbow and a ball. In states of which a third are singular for hinges MuJoCo's inverse dynamics of
 * our accelerations are the torques that made them, within rounding. And a motion of 0.5 s that
 * begins in such a position, with dampers in balls: MuJoCo turns a ball by a mean of the angular
 * velocities of a step, so that its motion comes nearer with the square of its step. */
#include "apps/motion/robot_turns.h"
#include "base/random.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#define STEP_S 5e-4
#define MUJOCO_STEP_S 1e-4
#define UNTIL_S 0.5
#define WITHIN 4e-7 /* 1.1e-7 seen, 2.9e-8 with half of MuJoCo's step (version 2.2.2) */
#define TORQUES_WITHIN 2e-13 /* 2.8e-14 seen */
enum { STATES = 300 };

static const char MODEL[] =
    "<mujoco model='balls'><compiler angle='radian'/><option timestep='0.0001' integrator='RK4'"
    " gravity='0.3 -0.2 -9.81'/><worldbody><body name='hip' pos='0.1 -0.2 0.3' euler='0.3 0.5 0.7'>"
    "<joint name='slide' type='slide' axis='0.6 0 0.8'/>"
    "<inertial pos='0.02 0.03 -0.01' mass='1.3' diaginertia='0.02 0.03 0.025'/>"
    "<body name='arm' pos='0.1 0.05 0.2' euler='0.2 -0.6 0.1'>"
    "<joint name='ball' type='ball' damping='0.05'/>"
    "<inertial pos='0.2 0.05 -0.03' euler='0.1 0.2 0.3' mass='2' diaginertia='0.05 0.08 0.07'/>"
    "<body name='fore' pos='0.3 0.01 0.04' euler='0.1 1.1 -0.3'>"
    "<joint name='elbow' type='hinge' axis='0 1 0'/>"
    "<inertial pos='0.07 -0.02 0.05' mass='0.6' diaginertia='0.004 0.005 0.006'/>"
    "<body name='hand' pos='0.2 0 0.02' euler='0.4 0.2 0'>"
    "<joint name='wrist' type='ball' pos='0.02 -0.01 0.03' damping='0.01'/>"
    "<inertial pos='0.02 0.01 0.15' mass='0.4' diaginertia='0.004 0.003 0.002'/>"
    "</body></body></body></body></worldbody></mujoco>";
#define MODEL_FILE OUTSIDE_FOLDER "/turning_balls.xml"

/* MuJoCo's order: numbers of a ball are about x, y and z. */
enum { FREEDOMS = 8, SLIDE = 0, BALL = 1, ELBOW = 4, WRIST = 5 };
static const int THEIR_BALL[] = {1, 6}, THEIR_ELBOW = 5; /* in qpos */
static const double RATES[FREEDOMS] = {0.4, 2, -1.5, 3, 1, -2, 4, 1.5};

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
    uint32_t theirs[FREEDOMS]; /* MuJoCo's number of each of our coordinates */
} ours;

static uint32_t theirs_of(const char *name)
{
    static const struct {
        const char *stem;
        uint32_t first;
    } JOINTS[] = {{"slide", SLIDE}, {"ball.", BALL}, {"elbow", ELBOW}, {"wrist.", WRIST}};
    uint32_t k = 0;
    while (strncmp(JOINTS[k].stem, name, strlen(JOINTS[k].stem)) != 0)
        k++;
    return JOINTS[k].first + (strchr(name, '.') ? (uint32_t)(name[strlen(name) - 1] - 'x') : 0);
}

static status begin(ours *o)
{
    const robot_plan plan = {.forms = &o->forms, .passes = &o->s, .step = robot_step_rk4};
    o->mem = arena_make();
    o->d = diag_make(&o->mem);
    o->s = passes_default();
    o->s.equations.effort = 0;
    o->s.tree.balls_turn = true;
    TRY(passes_tree(&o->mem, MODEL_FILE, &o->s, &o->forms, &o->d));
    TRY(robot_motion_begin(&o->mem, &plan, &o->x, &o->d));
    for (uint32_t i = 0; i < FREEDOMS; i++)
        o->theirs[i] = theirs_of(o->x.t->coordinates[i].name);
    return STATUS_OK;
}

/* ---- torques --------------------------------------------------------------------------------- */

static double any(uint64_t *seed, double most)
{
    return most * (2 * (double)(random_bits(seed) >> 11) / 0x1p53 - 1);
}

/* Their positions of our angles: turned about our axes one after the other, by their own means. */
static void put_positions(const ours *o, const double *q, mjData *d)
{
    const tree *t = o->x.t;
    for (uint32_t i = 0; i < FREEDOMS; i++)
        if (o->theirs[i] == SLIDE || o->theirs[i] == ELBOW)
            d->qpos[o->theirs[i] == SLIDE ? SLIDE : THEIR_ELBOW] = q[i];
    for (uint32_t k = 0; k < t->balls_count; k++) {
        const tree_ball *b = &t->balls[k];
        mjtNum *to = d->qpos + THEIR_BALL[k], turn[4], sum[4];
        mju_axisAngle2Quat(to, b->axis[0].v, q[b->coordinate[0]]);
        for (uint32_t n = 1; n < 3; n++) {
            mju_axisAngle2Quat(turn, b->axis[n].v, q[b->coordinate[n]]);
            mju_mulQuat(sum, to, turn);
            mju_copy4(to, sum);
        }
    }
}

/* How far torques are from theirs, as a share of the largest. */
static double torques_apart(ours *o, const mjModel *m, mjData *d)
{
    uint64_t seed = 48;
    double apart = 0, largest = 0;
    for (uint32_t n = 0; n < STATES; n++) {
        double q[FREEDOMS + 2 * BALL_POSITIONS], qd[FREEDOMS], qdd[FREEDOMS];
        for (uint32_t i = 0; i < FREEDOMS; i++) {
            q[i] = any(&seed, 3.1);
            qd[i] = any(&seed, 3);
            o->x.tau[i] = any(&seed, 20);
        }
        for (uint32_t k = 0; k < o->x.t->balls_count; k++) {
            const tree_ball *b = &o->x.t->balls[k];
            if (n % 3 == 0)
                q[b->coordinate[1]] = k ? -acos(0) : acos(0);
            ball_take_angles(b, q, q + robot_ball(&o->x, k));
        }
        put_positions(o, q, d);
        if (robot_accelerate(&o->x, 0, q, qd, qdd, &o->d) != STATUS_OK)
            return INFINITY;
        for (uint32_t i = 0; i < FREEDOMS; i++) {
            d->qvel[o->theirs[i]] = qd[i];
            d->qacc[o->theirs[i]] = qdd[i];
        }
        mj_inverse(m, d);
        for (uint32_t i = 0; i < FREEDOMS; i++) {
            apart = fmax(apart, fabs(o->x.tau[i] - d->qfrc_inverse[o->theirs[i]]));
            largest = fmax(largest, fabs(d->qfrc_bias[o->theirs[i]]));
        }
    }
    memset(o->x.tau, 0, FREEDOMS * sizeof *o->x.tau);
    printf("# torques: %.2g apart, the largest without accelerations %.3g\n", apart, largest);
    return apart / largest;
}

/* ---- a motion -------------------------------------------------------------------------------- */

static status start(ours *o, const mjModel *m, mjData *d)
{
    const tree_ball *b = &o->x.t->balls[0];
    for (uint32_t i = 0; i < FREEDOMS; i++)
        o->x.qd[i] = RATES[o->theirs[i]];
    o->x.q[b->coordinate[0]] = 0.4;
    o->x.q[b->coordinate[1]] = acos(0);
    mj_resetData(m, d);
    put_positions(o, o->x.q, d);
    memcpy(d->qvel, RATES, sizeof RATES);
    return robot_motion_restart(&o->mem, &o->x, NULL, 0, &o->d);
}

static status move(ours *o, const mjModel *m, mjData *d)
{
    const mover moves = robot_motion_mover(&o->mem, &o->x, STEP_S);
    while (o->x.t_s < UNTIL_S)
        TRY(moves.step(moves.self, UNTIL_S, &o->d));
    while (d->time < UNTIL_S - MUJOCO_STEP_S / 2)
        mj_step(m, d);
    return STATUS_OK;
}

static double motion_apart(const ours *o, const mjData *d)
{
    double most = 0;
    for (uint32_t i = 0; i < FREEDOMS; i++)
        most = fmax(most, fabs(o->x.qd[i] - d->qvel[o->theirs[i]]));
    for (uint32_t k = 0; k < o->x.t->balls_count; k++) {
        const double *turn = o->x.q + robot_ball(&o->x, k);
        const mjtNum *theirs = d->qpos + THEIR_BALL[k];
        double cosine = 0;
        for (int i = 0; i < 4; i++)
            cosine += turn[i] * theirs[i];
        for (int i = 0; i < 4; i++) /* a quaternion and its negative are the same turn */
            most = fmax(most, fabs(turn[i] - (cosine < 0 ? -1 : 1) * theirs[i]));
    }
    return most;
}

int main(void)
{
    char why[500] = "";
    ours o = {0};
    double torques = INFINITY, motion = INFINITY;
    FILE *f = fopen(MODEL_FILE, "w");
    const bool written = f && fputs(MODEL, f) >= 0;
    mjModel *m = f && !fclose(f) && written ? mj_loadXML(MODEL_FILE, NULL, why, sizeof why) : NULL;
    mjData *d = m ? mj_makeData(m) : NULL;
    if (d && begin(&o) == STATUS_OK) {
        torques = torques_apart(&o, m, d);
        if (start(&o, m, d) == STATUS_OK && move(&o, m, d) == STATUS_OK)
            motion = motion_apart(&o, d);
        printf("# MuJoCo %s: %.2g apart\n", mj_versionString(), motion);
    }
    tap t = {0};
    const char *said = o.d.error.text ? o.d.error.text : "";
    tap_check(&t, torques < TORQUES_WITHIN, "MuJoCo's balls take the same torques %s%s", why, said);
    tap_check(&t, motion < WITHIN, "and move alike %s%s", why, said);
    if (d)
        mj_deleteData(d);
    if (m)
        mj_deleteModel(m);
    arena_free(&o.mem);
    remove(MODEL_FILE);
    return tap_end(&t);
}
