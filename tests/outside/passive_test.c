/* SPDX-License-Identifier: MIT */
/* Damping, springs and rotors of joints, against MuJoCo, which has them in its inverse dynamics and
 * its mass matrix; friction is a constraint there, and no law to compare with. Both read the same
 * MJCF. Slides, turns, references and a spring at rest elsewhere; a thousand states. */
#include "operations/state.h"
#include "passes.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AGREEMENT 1e-12 /* of numbers up to some hundreds, by sums of a few hundred roundings */

static const char ARM[] =
    "<mujoco model='arm'><compiler angle='radian' inertiafromgeom='false'/>\n"
    "<option gravity='0.5 -1 -9.81'/>\n"
    "<worldbody><body name='a' pos='0.1 0 0.3' quat='0.9 0.1 0.2 0.3'>\n"
    "<inertial pos='0.1 0 0.05' mass='2' diaginertia='0.1 0.12 0.08'/>\n"
    "<joint name='j1' axis='0 0 1' damping='0.7' armature='0.3' stiffness='4' springref='0.2'/>\n"
    "<body name='b' pos='0.3 0.1 0'><inertial pos='0 0.1 0.05' mass='1'\n"
    " diaginertia='0.05 0.06 0.04'/>\n"
    "<joint name='j2' type='slide' axis='0 0.6 0.8' damping='1.5' armature='0.2' stiffness='20'\n"
    " springref='-0.1'/>\n"
    "<body name='c' pos='0 0.2 0.1'><inertial pos='0.05 0 0' mass='0.5'\n"
    " diaginertia='0.02 0.02 0.01'/><joint name='j3' axis='1 0 0' damping='0.1'/>\n"
    "</body></body></body></worldbody></mujoco>\n";

enum { JOINTS = 3, STATES = 1000 };

typedef struct {
    arena mem;
    ops p;
    double *in, *out, *scratch;
} ours;

static bool make(ours *o, const char *path, function_kind function)
{
    passes_settings s = passes_default();
    passes_forms f = {0};
    o->mem = arena_make();
    diag d = diag_make(&o->mem);
    s.equations.function = function;
    if (passes_read(&o->mem, path, &s, &f, &d) != STATUS_OK) {
        printf("# %s\n", d.error.text);
        return false;
    }
    o->p = f.ops;
    o->in = ARENA_ARRAY(&o->mem, double, o->p.inputs_count);
    o->out = ARENA_ARRAY(&o->mem, double, o->p.outputs_count);
    o->scratch = ARENA_ARRAY(&o->mem, double, o->p.list_count + 1);
    return true;
}

static void evaluate(ours *o, const double *q, const double *qd, const double *qdd)
{
    state_to_inputs64(&o->p, &(robot_state){.q = q, .qd = qd, .qdd = qdd}, o->in);
    ops_eval64(&o->p, o->in, o->out, o->scratch);
}

static double random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return 6 * ((double)(*state >> 11) * 0x1p-53) - 3;
}

static double apart(double a, double b)
{
    return fabs(a - b) / (1 + fabs(b));
}

/* The largest differences over all states. */
static void compare(mjModel *model, ours *id, ours *mass, double worst[2])
{
    mjData *data = mj_makeData(model);
    uint64_t seed = 1;
    for (int s = 0; s < STATES; s++) {
        double qdd[JOINTS], unit[JOINTS], column[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            data->qpos[i] = random_number(&seed);
            data->qvel[i] = random_number(&seed);
            qdd[i] = data->qacc[i] = random_number(&seed);
        }
        mj_inverse(model, data);
        evaluate(id, data->qpos, data->qvel, qdd);
        evaluate(mass, data->qpos, data->qvel, qdd);
        for (int i = 0; i < JOINTS; i++)
            worst[0] = fmax(worst[0], apart(id->out[i], data->qfrc_inverse[i]));
        for (uint32_t k = 0; k < mass->p.outputs_count; k++) {
            const ops_output *entry = &mass->p.outputs[k];
            for (uint32_t i = 0; i < JOINTS; i++)
                unit[i] = i == entry->column;
            mj_mulM(model, data, column, unit);
            worst[1] = fmax(worst[1], apart(mass->out[k], column[entry->index]));
        }
    }
    mj_deleteData(data);
}

int main(void)
{
    tap t = {0};
    char path[] = "/tmp/tauflow_passive_XXXXXX", why[1000] = "";
    int file = mkstemp(path);
    bool written = file >= 0 && write(file, ARM, strlen(ARM)) == (ssize_t)strlen(ARM);
    ours id, mass;
    double worst[2] = {0, 0};
    mjModel *model = written ? mj_loadXML(path, NULL, why, sizeof why) : NULL;
    bool made = make(&id, path, FUNCTION_ID);
    made = make(&mass, path, FUNCTION_MASS) && made;
    tap_check(&t, model != NULL && made, "both read the arm %s", why);
    if (model != NULL && made) {
        compare(model, &id, &mass, worst);
        tap_check(&t, worst[0] < AGREEMENT,
                  "damping, springs and rotors agree with MuJoCo on %d states (%.1e)", STATES,
                  worst[0]);
        tap_check(&t, worst[1] < AGREEMENT, "rotors in the mass matrix agree with MuJoCo (%.1e)",
                  worst[1]);
        mj_deleteModel(model);
    }
    arena_free(&id.mem);
    arena_free(&mass.mem);
    close(file);
    unlink(path);
    return tap_end(&t);
}
