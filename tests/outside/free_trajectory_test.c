/* SPDX-License-Identifier: MIT */
/* A free body's motion against MuJoCo's free joint: one MJCF file, thrown and turning, with an arm
 * and a slide on it, read and moved by both for 1 s. MuJoCo
 * turns a free joint by a mean of the angular velocities of a step, so that its motion comes nearer
 * with the square of its step: 3.1e-8 apart at 0.2 ms, 7.7e-9 at 0.1 ms, 1.9e-9 at 0.05 ms (seen,
 * version 2.2.2). At 0.1 ms it may be 2e-8. */
#include "apps/motion/robot_motion.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>

#define STEP_S 1e-3
#define MUJOCO_STEP_S 1e-4
#define UNTIL_S 1.0
#define WITHIN 2e-8

static const char MODEL[] =
    "<mujoco model='kite'><compiler angle='radian'/><option timestep='0.0001' integrator='RK4'"
    " gravity='0.3 -0.2 -9.81'/><worldbody>"
    "<body name='sail' pos='0.1 0.2 1' euler='0.5 -0.3 0.8'><freejoint name='air'/>"
    "<inertial pos='0.1 0.02 -0.03' euler='0.2 0.1 0.3' mass='1.5'"
    " diaginertia='0.02 0.05 0.04'/>"
    "<body name='arm' pos='0.3 -0.1 0.2' euler='0.4 -0.2 0.1'>"
    "<joint name='elbow' type='hinge' axis='0 1 0' damping='0.02'/>"
    "<inertial pos='0.2 0 0.05' euler='0 0.4 0' mass='0.7' diaginertia='0.004 0.01 0.012'/>"
    "<body name='tip' pos='0.4 0 0' euler='0 0.3 0'>"
    "<joint name='reach' type='slide' axis='1 0 0' stiffness='3'/>"
    "<inertial pos='0 0.1 0.05' euler='0.3 0 0' mass='0.4' diaginertia='0.003 0.001 0.0025'/>"
    "</body></body></body></worldbody></mujoco>";
#define MODEL_FILE OUTSIDE_FOLDER "/free_trajectory.xml"

/* MuJoCo's order: the velocity in the world's axes, the angular one in its own, then joints. */
static const double RATES[] = {0.5, -1, 3, 2, -1, 4, -3, 0.5};
enum { FREEDOMS = sizeof RATES / sizeof RATES[0], JOINTS = 2 };

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
} ours;

static status start(ours *o)
{
    const robot_plan plan = {.forms = &o->forms, .passes = &o->s, .step = robot_step_rk4};
    o->mem = arena_make();
    o->d = diag_make(&o->mem);
    o->s = passes_default();
    o->s.equations.effort = 0;
    o->s.tree.free_bodies_fall = true;
    TRY(passes_tree(&o->mem, MODEL_FILE, &o->s, &o->forms, &o->d));
    TRY(robot_motion_begin(&o->mem, &plan, &o->x, &o->d));
    for (uint32_t i = 0; i < FREEDOMS; i++)
        o->x.qd[(i + JOINTS) % FREEDOMS] = RATES[i];
    return STATUS_OK;
}

static status move(ours *o)
{
    const mover moves = robot_motion_mover(&o->mem, &o->x, STEP_S);
    status moved = STATUS_OK;
    while (moved == STATUS_OK && o->x.t_s < UNTIL_S)
        moved = moves.step(moves.self, UNTIL_S, &o->d);
    return moved;
}

static void move_theirs(const mjModel *m, mjData *d)
{
    for (int i = 0; i < FREEDOMS; i++)
        d->qvel[i] = RATES[i];
    while (d->time < UNTIL_S - MUJOCO_STEP_S / 2)
        mj_step(m, d);
}

static double worst(const ours *o, const mjData *d)
{
    const double *q = o->x.q, *qd = o->x.qd;
    const double *turn = q + JOINTS + 3;
    double most = 0, cosine = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, fabs(q[JOINTS + i] - d->qpos[i]));
    for (int i = 0; i < 4; i++)
        cosine += turn[i] * d->qpos[3 + i];
    for (int i = 0; i < 4; i++) /* a quaternion and its negative are the same turn */
        most = fmax(most, fabs(turn[i] - (cosine < 0 ? -1 : 1) * d->qpos[3 + i]));
    for (int i = 0; i < JOINTS; i++)
        most = fmax(most, fabs(q[i] - d->qpos[FREE_POSITIONS + i]));
    for (int i = 0; i < FREEDOMS; i++)
        most = fmax(most, fabs(qd[(i + JOINTS) % FREEDOMS] - d->qvel[i]));
    return most;
}

int main(void)
{
    char why[500] = "";
    ours o = {0};
    double apart = INFINITY;
    FILE *f = fopen(MODEL_FILE, "w");
    const bool written = f && fputs(MODEL, f) >= 0;
    mjModel *m = f && !fclose(f) && written ? mj_loadXML(MODEL_FILE, NULL, why, sizeof why) : NULL;
    mjData *d = m ? mj_makeData(m) : NULL;
    if (d && start(&o) == STATUS_OK && move(&o) == STATUS_OK) {
        move_theirs(m, d);
        apart = worst(&o, d);
        printf("# MuJoCo %s: %.2g apart\n", mj_versionString(), apart);
    }
    tap t = {0};
    tap_check(&t, apart < WITHIN, "MuJoCo moves a free body with joints alike %s%s", why,
              o.d.error.text ? o.d.error.text : "");
    if (d)
        mj_deleteData(d);
    if (m)
        mj_deleteModel(m);
    arena_free(&o.mem);
    remove(MODEL_FILE);
    return tap_end(&t);
}
