/* SPDX-License-Identifier: MIT */
/* A floating joint between two bodies that move holds nothing: what hangs by it flies as if it were
 * alone, and the other body feels none of it. Here both are a tree with three slides and three
 * hinges between them, on an arm that swings; to MuJoCo, which has free joints below the world
 * alone, they are two bodies, and so they are to us where we read MuJoCo's file: a free body beside
 * a robot on a fixed base. Poses and velocities in the world after 0.5 s. MuJoCo's motion comes
 * nearer with the square of its step: 9.6e-10 apart at 0.1 ms (seen, version 2.2.2), and may be
 * 1e-8. */
#include "apps/motion/robot_motion.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#define STEP_S 5e-4
#define MUJOCO_STEP_S 1e-4
#define UNTIL_S 0.5
#define WITHIN 1e-8

static const char OURS[] =
    "<robot name='relative'><link name='world'/><link name='arm'><inertial>"
    "<origin xyz='0.3 0.1 0'/><mass value='2'/><inertia ixx='0.03' iyy='0.05' izz='0.04' ixy='0'"
    " ixz='0' iyz='0'/></inertial></link><link name='puck'><inertial><origin xyz='0.05 -0.02 0.1'/>"
    "<mass value='0.8'/><inertia ixx='0.003' iyy='0.005' izz='0.004' ixy='0' ixz='0' iyz='0'/>"
    "</inertial></link><joint name='swing' type='continuous'><parent link='world'/>"
    "<child link='arm'/><origin xyz='0 0 1' rpy='0.2 0 0'/><axis xyz='0 1 0'/></joint>"
    "<joint name='six' type='floating'><parent link='arm'/><child link='puck'/>"
    "<origin xyz='0.5 -0.2 0.1' rpy='0 0 0.7'/></joint></robot>";
static const char THEIRS[] =
    "<mujoco model='apart'><compiler angle='radian'/><option timestep='0.0001' integrator='RK4'"
    " gravity='0 0 -9.81'/><worldbody><body name='arm' pos='0 0 1' euler='0.2 0 0'>"
    "<joint name='swing' type='hinge' axis='0 1 0'/>"
    "<inertial pos='0.3 0.1 0' mass='2' diaginertia='0.03 0.05 0.04'/></body>"
    "<body name='puck'><freejoint/>"
    "<inertial pos='0.05 -0.02 0.1' mass='0.8' diaginertia='0.003 0.005 0.004'/></body>"
    "</worldbody></mujoco>";
#define OUR_FILE OUTSIDE_FOLDER "/relative_joint.urdf"
#define THEIR_FILE OUTSIDE_FOLDER "/relative_joint.xml"

/* Of the joint's six parts, while the arm is at rest: along the joint's axes and about them. */
static const double RATES[] = {0.4, -0.3, 2, 1, -0.8, 3};
enum { SIX = 1 }; /* the first of their coordinates, and what MuJoCo has after the arm's */

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
} ours;

static status begin(ours *o, const char *path)
{
    const robot_plan plan = {.forms = &o->forms, .passes = &o->s, .step = robot_step_rk4};
    o->mem = arena_make();
    o->d = diag_make(&o->mem);
    o->s = passes_default();
    o->s.equations.effort = 0;
    TRY(passes_tree(&o->mem, path, &o->s, &o->forms, &o->d));
    return robot_motion_begin(&o->mem, &plan, &o->x, &o->d);
}

static status start_chain(ours *o)
{
    TRY(begin(o, OUR_FILE));
    memcpy(o->x.qd + SIX, RATES, sizeof RATES);
    return robot_settle(&o->x, 0, o->x.q, o->x.qd, &o->d);
}

/* The order of a free body's numbers is MuJoCo's. */
static status start_apart(ours *o, const mjData *d)
{
    TRY(begin(o, THEIR_FILE));
    memcpy(o->x.q + SIX, d->qpos + SIX, FREE_POSITIONS * sizeof *d->qpos);
    memcpy(o->x.qd + SIX, d->qvel + SIX, FREE_RATES * sizeof *d->qvel);
    return robot_settle(&o->x, 0, o->x.q, o->x.qd, &o->d);
}

static const body_motion *puck_of(const ours *o)
{
    robot_energy(o->x.t, o->x.q, o->x.qd, o->x.bodies); /* moves all bodies there */
    return &o->x.bodies[o->x.t->bodies_count - 1];
}

static status move(ours *o)
{
    const mover moves = robot_motion_mover(&o->mem, &o->x, STEP_S);
    status moved = STATUS_OK;
    while (moved == STATUS_OK && o->x.t_s < UNTIL_S)
        moved = moves.step(moves.self, UNTIL_S, &o->d);
    return moved;
}

/* MuJoCo's puck starts where ours is: the velocity in the world's axes, the angular one in its
 * own. */
static void start_theirs(const ours *o, mjData *d)
{
    const body_motion *puck = puck_of(o);
    double turn[9], position[7];
    for (int i = 0; i < 9; i++)
        turn[i] = puck->rotation.m[i / 3][i % 3];
    memcpy(position, puck->position.v, 3 * sizeof *position);
    mju_mat2Quat(position + 3, turn);
    memcpy(d->qpos + 1, position, sizeof position);
    memcpy(d->qvel + 1, puck->velocity.v, 3 * sizeof *d->qvel);
    memcpy(d->qvel + 4, RATES + 3, 3 * sizeof *d->qvel);
}

static double worst(const ours *o, const mjData *d)
{
    const body_motion *puck = puck_of(o);
    const vec3 omega = mat3_apply(mat3_transpose(puck->rotation), puck->omega);
    double turn[9], most = fmax(fabs(o->x.q[0] - d->qpos[0]), fabs(o->x.qd[0] - d->qvel[0]));
    mju_quat2Mat(turn, d->qpos + 4);
    for (int i = 0; i < 9; i++)
        most = fmax(most, fabs(turn[i] - puck->rotation.m[i / 3][i % 3]));
    for (int i = 0; i < 3; i++) {
        most = fmax(most, fabs(puck->position.v[i] - d->qpos[1 + i]));
        most = fmax(most, fabs(puck->velocity.v[i] - d->qvel[1 + i]));
        most = fmax(most, fabs(omega.v[i] - d->qvel[4 + i]));
    }
    return most;
}

static bool write(const char *path, const char *content)
{
    FILE *f = fopen(path, "w");
    const bool written = f && fputs(content, f) >= 0;
    return f && !fclose(f) && written;
}

static void judge(tap *t, ours *o, const mjData *d, const char *what)
{
    const bool moved = d && move(o) == STATUS_OK;
    const double apart = moved ? worst(o, d) : INFINITY;
    printf("# MuJoCo %s: %.2g apart, the arm at %.3g rad\n", mj_versionString(), apart,
           moved ? o->x.q[0] : NAN);
    tap_check(t, apart < WITHIN, "%s flies as it does to MuJoCo %s", what,
              o->d.error.text ? o->d.error.text : "");
}

int main(void)
{
    char why[500] = "";
    ours chain = {0}, apart = {0};
    const bool written = write(OUR_FILE, OURS) && write(THEIR_FILE, THEIRS);
    mjModel *m = written ? mj_loadXML(THEIR_FILE, NULL, why, sizeof why) : NULL;
    mjData *d = m ? mj_makeData(m) : NULL;
    tap t = {0};
    tap_check(&t, d && start_chain(&chain) == STATUS_OK, "both read the robot %s%s", why,
              chain.d.error.text ? chain.d.error.text : "");
    if (d && !t.failed) {
        start_theirs(&chain, d);
        tap_check(&t, start_apart(&apart, d) == STATUS_OK, "ours reads MuJoCo's file, too");
        while (d->time < UNTIL_S - MUJOCO_STEP_S / 2)
            mj_step(m, d);
        judge(&t, &chain, d, "what floats against a body that moves");
        judge(&t, &apart, d, "a free body beside a robot on a fixed base");
    }
    if (d)
        mj_deleteData(d);
    if (m)
        mj_deleteModel(m);
    arena_free(&chain.mem);
    arena_free(&apart.mem);
    remove(OUR_FILE);
    remove(THEIR_FILE);
    return tap_end(&t);
}
