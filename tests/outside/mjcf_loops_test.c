/* SPDX-License-Identifier: MIT */
/* <connect>, <weld> and <tendon> of <equality>: the gap that MuJoCo finds between the ends, at
 * positions where the loops are open, is the one between the ends of our cuts. Both read the same
 * file: joints with references, bodies that are turned, one end on the world. */
#include "passes.h"
#include "tap.h"
#include "unit/pose_of.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AGREEMENT 1e-12 /* m, of some ten roundings of a few metres */

static const char LOOPS[] =
    "<mujoco model='loops'><compiler angle='radian' inertiafromgeom='false'/><worldbody>\n"
    "<body name='a' pos='0.1 0 0.3' quat='0.9 0.1 0.2 0.3'>\n"
    "<inertial pos='0.1 0 0.05' mass='2' diaginertia='0.1 0.12 0.08'/>\n"
    "<joint name='j1' axis='0 0 1' ref='0.4'/>\n"
    "<body name='b' pos='0.3 0.1 0' euler='0.2 0.3 -0.5'>\n"
    "<inertial pos='0 0.1 0.05' mass='1' diaginertia='0.05 0.06 0.04'/>\n"
    "<joint name='j2' type='slide' axis='0 0.6 0.8' ref='-0.2'/></body></body>\n"
    "<body name='c' pos='0 0.5 0.1'><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\n"
    "<joint name='j3' axis='1 0 0' pos='0 0.1 0.2'/><joint name='j4' axis='0 1 0' ref='1'/></body>"
    "</worldbody><tendon><fixed name='t'><joint joint='j1' coef='1.5'/><joint joint='j2' "
    "coef='-2'/></fixed><fixed name='u'><joint joint='j2' coef='1'/><joint joint='j4' coef='3'/>"
    "</fixed></tendon><equality>\n"
    "<connect body1='b' body2='c' anchor='0.1 0.2 -0.3'/><connect body1='c' anchor='0.5 0 0'/>\n"
    "<weld body1='a' body2='c'/><weld body1='c' body2='b' relpose='0.3 0.1 -0.2 0.5 0.5 0.5 0.5'/>"
    "<tendon tendon1='t' tendon2='u' polycoef='0.3 -0.7 0 0 0'/><tendon tendon1='u'/>"
    "</equality></mujoco>\n";

enum { JOINTS = 4, CUTS = 6, STATES = 200 };

static double random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return 2 * ((double)(*state >> 11) * 0x1p-53) - 1;
}

static double excess_of(const tree_cut *c, const double *q)
{
    double sum = -c->value;
    for (uint32_t i = 0; i < c->terms_count; i++)
        sum += c->terms[i].coefficient * q[c->terms[i].coordinate];
    return sum;
}

/* Rows of MuJoCo: one of a tendon, three of a connect, six of a weld, the gap first, the other way
 * round than ours. */
static double compare(const mjModel *model, const tree *t)
{
    mjData *data = mj_makeData(model);
    uint64_t seed = 1;
    double worst = 0;
    for (int s = 0; s < STATES; s++) {
        for (int i = 0; i < JOINTS; i++)
            data->qpos[i] = random_number(&seed);
        mj_fwdPosition(model, data);
        int row = 0;
        for (int k = 0; k < CUTS; k++) {
            const tree_cut *c = &t->cuts[k];
            if (c->what.kind == CUT_LINEAR) {
                worst = fmax(worst, fabs(excess_of(c, data->qpos) - data->efc_pos[row++]));
                continue;
            }
            vec3 end[2];
            for (int e = 0; e < 2; e++)
                end[e] = pose_multiply(pose_of(t, c->body[e], data->qpos), c->in_body[e]).position;
            vec3 gap = vec3_sub(end[0], end[1]);
            for (int i = 0; i < 3; i++)
                worst = fmax(worst, fabs(gap.v[i] - data->efc_pos[row + i]));
            row += c->what.kind == CUT_BALL ? 3 : 6;
        }
        if (row != data->ne)
            worst = INFINITY;
    }
    mj_deleteData(data);
    return worst;
}

int main(void)
{
    tap t = {0};
    char path[] = "/tmp/tauflow_loops_XXXXXX", why[1000] = "";
    int file = mkstemp(path);
    bool written = file >= 0 && write(file, LOOPS, strlen(LOOPS)) == (ssize_t)strlen(LOOPS);
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms f = {0};
    mjModel *model = written ? mj_loadXML(path, NULL, why, sizeof why) : NULL;
    bool read = passes_tree(&mem, path, &s, &f, &d) == STATUS_OK;
    tap_check(&t, model && read && model->nv == JOINTS && f.tree.cuts_count == CUTS,
              "both read the loops %s %s", why, read ? "" : d.error.text);
    if (model && read) {
        double worst = compare(model, &f.tree);
        tap_check(&t, worst < AGREEMENT, "gaps are those of MuJoCo at %d positions (%.1e)", STATES,
                  worst);
        mj_deleteModel(model);
    }
    arena_free(&mem);
    close(file);
    unlink(path);
    return tap_end(&t);
}
