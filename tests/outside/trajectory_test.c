/* SPDX-License-Identifier: MIT */
/* A motion against another simulator's: the spatial slider-crank, 1 s, in MuJoCo, which knows
 * nothing of ours but its figures. MuJoCo's constraints are soft, as stiff as solref (two steps,
 * critical damping) and solimp (.9999 .9999 .001) make them, so that its motion comes nearer with
 * the square of its step: 2.5e-3 m of the slider at 1 ms, 4e-5 at 0.2 ms, 1.4e-6 at 0.05 ms (seen,
 * version 2.2.2). At 0.1 ms it may be 1e-4 of slider and crank away. */
#include "apps/motion/robot_motion.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#define STEP_S 1e-3
#define MUJOCO_STEP_S 1e-4
#define UNTIL_S 1.0

/* At its start: bodies stand where the loop is closed, so that all coordinates are 0 there. The two
 * joints of the rod turn about the x of the slider, then about its own y. */
static const char MODEL[] =
    "<mujoco><compiler angle='radian'/><option timestep='0.0001' integrator='RK4'"
    " gravity='0 0 -9.81' iterations='200' tolerance='1e-14'/><worldbody>"
    "<body name='crank' pos='0 0.1 0.12'><joint name='crank_x' type='hinge' axis='1 0 0'/>"
    "<inertial pos='0 0 0' mass='0.12' diaginertia='0.0001 0.00001 0.0001'/></body>"
    "<body name='slider' pos='0.2 0 0'><joint name='slide' type='slide' axis='1 0 0'/>"
    "<inertial pos='0 0 0' mass='2' diaginertia='0.0001 0.0001 0.0001'/>"
    "<body name='rod' quat='%.17g %.17g %.17g %.17g'>"
    "<joint name='rod_x' type='hinge' axis='%.17g 0 %.17g'/>"
    "<joint name='rod_y' type='hinge' axis='0 1 0'/>"
    "<inertial pos='-0.15 0 0' mass='0.5' diaginertia='0.0004 0.004 0.004'/></body></body>"
    "</worldbody><equality><connect body1='crank' body2='rod' anchor='0 0 0.08' solref='0.0002 1'"
    " solimp='0.9999 0.9999 0.001'/></equality></mujoco>";

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    robot_motion x;
} ours;

static status start(ours *o)
{
    static const char *const START[] = {"crank_x=0,6"};
    const robot_plan plan = {.forms = &o->forms, .passes = &o->s, .start = START, .start_count = 1,
                             .step = robot_step_rk4};
    o->mem = arena_make();
    o->d = diag_make(&o->mem);
    o->s = passes_default();
    o->s.equations.effort = 0;
    TRY(passes_tree(&o->mem, "robots/loops/slider_crank.urdf", &o->s, &o->forms, &o->d));
    return robot_motion_begin(&o->mem, &plan, &o->x, &o->d);
}

/* The model with the rod turned by the angles that close the loop. */
static mjModel *load(const char *path, double x, double y)
{
    char why[500] = "";
    const double a = x / 2, b = y / 2;
    FILE *f = fopen(path, "w");
    if (!f)
        return NULL;
    const int written = fprintf(f, MODEL, cos(a) * cos(b), sin(a) * cos(b), cos(a) * sin(b),
                                sin(a) * sin(b), cos(y), sin(y));
    if (fclose(f) || written < 0)
        return NULL;
    mjModel *m = mj_loadXML(path, NULL, why, sizeof why);
    remove(path);
    if (!m)
        printf("# %s\n", why);
    return m;
}

/* Rates of the start, then steps. */
static void simulate(const mjModel *m, mjData *d, const robot_motion *x)
{
    static const char *const JOINTS[] = {"crank_x", "slide", "rod_x", "rod_y"};
    for (uint32_t i = 0; i < 4; i++) {
        const int joint = mj_name2id(m, mjOBJ_JOINT, JOINTS[i]);
        d->qvel[m->jnt_dofadr[joint]] = x->qd[i];
    }
    while (d->time < UNTIL_S - MUJOCO_STEP_S / 2)
        mj_step(m, d);
}

static double position(const mjModel *m, const mjData *d, const char *joint)
{
    return d->qpos[m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, joint)]];
}

int main(void)
{
    ours o = {0};
    bool good = false;
    if (start(&o) == STATUS_OK) {
        mjModel *m = load(OUTSIDE_FOLDER "/trajectory.xml", o.x.q[2], o.x.q[3]);
        mjData *d = m ? mj_makeData(m) : NULL;
        const mover moves = robot_motion_mover(&o.mem, &o.x, STEP_S);
        status moved = STATUS_OK;
        if (d)
            simulate(m, d, &o.x);
        while (moved == STATUS_OK && o.x.t_s < UNTIL_S)
            moved = moves.step(moves.self, UNTIL_S, &o.d);
        if (d && moved == STATUS_OK) {
            const double crank = fabs(position(m, d, "crank_x") - o.x.q[0]);
            const double slider = fabs(0.2 + position(m, d, "slide") - o.x.q[1]);
            printf("# MuJoCo %s: crank %.2g rad, slider %.2g m apart\n", mj_versionString(), crank,
                   slider);
            good = crank < 1e-4 * o.x.q[0] && slider < 1e-4;
        }
        if (d)
            mj_deleteData(d);
        if (m)
            mj_deleteModel(m);
    }
    tap t = {0};
    tap_check(&t, good, "MuJoCo moves the slider-crank alike %s",
              o.d.error.text ? o.d.error.text : "");
    arena_free(&o.mem);
    return tap_end(&t);
}
