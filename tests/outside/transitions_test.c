/* SPDX-License-Identifier: MIT */
/* Linear systems of arms against MuJoCo's mjd_transitionFD, which differences its own step. A step
 * of its Euler method is qd + h qdd, so that with h = 1 s the rows of rates are qdd_q and 1 +
 * qdd_qd. Of its central differences with steps of 1e-5 rounding leaves 1e-6 of the largest entry
 * (seen; 1.8e-6 with 1e-6); 4e-6 is allowed. What acts at joints is left out on both sides. */
#include "apps/linear/linear_system.h"
#include "mujoco_urdf.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <unistd.h>

#define WITHIN 4e-6
#define SETTINGS                                                                                  \
    "inertiafromgeom=\"false\" balanceinertia=\"false\" fusestatic=\"false\" boundmass=\"4e-15\" " \
    "boundinertia=\"4e-15\""
#define MODEL_FILE OUTSIDE_FOLDER "/transitions.urdf"
enum { JOINTS_MOST = 12 };

static mjModel *load(arena *mem, const char *path, diag *d)
{
    char why[500] = "";
    const rewrite_options options = {.settings = SETTINGS, .mass_scale = 1};
    text urdf = text_make(mem);
    if (urdf_rewrite(mem, path, &options, &urdf, d) != STATUS_OK)
        return NULL;
    FILE *f = fopen(MODEL_FILE, "w");
    const bool written = f && fwrite(urdf.bytes, 1, urdf.length, f) == urdf.length;
    mjModel *m = f && !fclose(f) && written ? mj_loadXML(MODEL_FILE, NULL, why, sizeof why) : NULL;
    remove(MODEL_FILE);
    if (m) {
        m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_PASSIVE | mjDSBL_ACTUATION;
        m->opt.timestep = 1;
        m->opt.integrator = mjINT_EULER;
        for (int i = 0; i < m->nv; i++) /* its Euler method takes it implicitly */
            m->dof_damping[i] = 0;
    } else {
        printf("# %s\n", why);
    }
    return m;
}

/* The same state for both, some of it everywhere. */
static double position_of(uint32_t i) { return 0.9 * sin(1.7 * i + 0.4); }
static double rate_of(uint32_t i) { return cos(2.3 * i + 0.1); }
static double torque_of(uint32_t i) { return 3 * sin(1.1 * i + 2); }

static status take_ours(arena *mem, passes_settings *s, const char *path, passes_forms *forms,
                        slopes *out, linear_system *system, diag *d)
{
    const char *start[JOINTS_MOST], *torque[JOINTS_MOST];
    slopes_plan plan = {.forms = forms, .passes = s, .start = start, .torque = torque};
    s->equations.effort = 0;
    s->joints.dynamics = DYNAMICS_NONE;
    TRY(passes_tree(mem, path, s, forms, d));
    for (uint32_t i = 0; i < forms->tree.coordinates_count && i < JOINTS_MOST; i++) {
        const char *name = forms->tree.coordinates[i].name;
        start[plan.start_count++] = arena_printf(mem, "%s=%.17g,%.17g", name, position_of(i),
                                                 rate_of(i));
        torque[plan.torque_count++] = arena_printf(mem, "%s=%.17g", name, torque_of(i));
    }
    TRY(slopes_begin(mem, &plan, out, d));
    TRY(slopes_take(out, d));
    return linear_system_make(mem, out, system, d);
}

/* The largest difference of qdd_q, qdd_qd or qdd, each over its own largest entry. */
static double compare(arena *mem, const mjModel *m, const linear_system *ours)
{
    const uint32_t n = ours->states / 2, all = 2 * (uint32_t)m->nv;
    const tree *t = ours->from->motion.t;
    double *theirs = ARENA_ARRAY(mem, double, all * all), apart[3] = {0}, size[3] = {0};
    uint32_t at[JOINTS_MOST];
    mjData *d = mj_makeData(m);
    for (uint32_t i = 0; i < n; i++) {
        const int joint = mj_name2id(m, mjOBJ_JOINT, t->coordinates[ours->from->joint[i]].name);
        if (joint < 0 || (uint32_t)m->nv != n)
            return INFINITY;
        at[i] = (uint32_t)m->jnt_dofadr[joint];
        d->qpos[m->jnt_qposadr[joint]] = position_of(i);
        d->qvel[at[i]] = rate_of(i);
        d->qfrc_applied[at[i]] = torque_of(i);
    }
    mj_forward(m, d);
    mjd_transitionFD(m, d, 1e-5, 1, theirs, NULL, NULL, NULL);
    for (uint32_t i = 0; i < n; i++) {
        const double *row = theirs + (n + at[i]) * all, *own = ours->a + (n + i) * 2 * n;
        for (uint32_t k = 0; k < n; k++) {
            const double rate = row[n + at[k]] - (i == k);
            apart[0] = fmax(apart[0], fabs(row[at[k]] - own[k]));
            apart[1] = fmax(apart[1], fabs(rate - own[n + k]));
            size[0] = fmax(size[0], fabs(own[k]));
            size[1] = fmax(size[1], fabs(own[n + k]));
        }
        apart[2] = fmax(apart[2], fabs(d->qacc[at[i]] - ours->affine[n + i]));
        size[2] = fmax(size[2], fabs(ours->affine[n + i]));
    }
    mj_deleteData(d);
    return fmax(apart[0] / size[0], fmax(apart[1] / size[1], apart[2] / size[2]));
}

static void try_robot(tap *t, const char *path)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms forms;
    slopes at;
    linear_system ours;
    const bool made = take_ours(&mem, &s, path, &forms, &at, &ours, &d) == STATUS_OK;
    mjModel *m = made ? load(&mem, path, &d) : NULL;
    const double apart = m ? compare(&mem, m, &ours) : INFINITY;
    tap_check(t, apart < WITHIN, "%s: MuJoCo's differences are A and the accelerations (%.1e) %s",
              path, apart, d.error.text ? d.error.text : "");
    if (m)
        mj_deleteModel(m);
    arena_free(&mem);
}

int main(void)
{
    static const char *const ROBOTS[] = {"robots/puma560.urdf", "robots/iiwa.urdf",
                                         "../shared/robots/ur5_robot.urdf",
                                         "../shared/robots/z1.urdf"};
    tap t = {0};
    for (uint32_t k = 0; k < sizeof ROBOTS / sizeof ROBOTS[0]; k++)
        if (access(ROBOTS[k], R_OK) == 0)
            try_robot(&t, ROBOTS[k]);
        else
            tap_skip(&t, "the file is not here", "%s", ROBOTS[k]);
    return tap_end(&t);
}
