/* SPDX-License-Identifier: MIT */
/* Laws of elements, of a name and expressions, against MuJoCo: it says how long a tendon is, how
 * fast it changes and how it pulls at each joint; the force along it is written here once more, by
 * hand. Spatial tendons between two points are links, tendons of joints are torsion. */
#include "operations/state.h"
#include "passes.h"
#include "tap.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AGREEMENT 1e-11 /* of the largest torque, by sums of a few hundred roundings */

#define SUSPENSION                                                                               \
    "<mujoco model='suspension'><compiler angle='radian' inertiafromgeom='false'/>\n"            \
    "<option gravity='0.5 -1 -9.81'/>\n<worldbody><site name='w' pos='0.2 -0.1 1.4'/>\n"         \
    "<body name='a' pos='0.1 0 0.3' quat='0.9 0.1 0.2 0.3'>\n"                                   \
    "<inertial pos='0.1 0 0.05' mass='2' diaginertia='0.1 0.12 0.08'/>\n"                        \
    "<joint name='left' axis='0 0 1'/><site name='p' pos='0.1 0.2 -0.1'/>\n"                     \
    "<body name='b' pos='0.3 0.1 0'><inertial pos='0 0.1 0.05' mass='1'\n"                       \
    " diaginertia='0.05 0.06 0.04'/><joint name='rack' type='slide' axis='0 0.6 0.8'/>\n"        \
    "<body name='c' pos='0 0.2 0.1'><inertial pos='0.05 0 0' mass='0.5'\n"                       \
    " diaginertia='0.02 0.02 0.01'/><joint name='right' axis='1 0 0'/>\n"                        \
    "<site name='c' pos='0.05 0.3 0.1'/></body></body></body></worldbody>\n"
#define TENDONS                                                                                  \
    "<tendon><spatial name='strut'><site site='w'/><site site='c'/></spatial>\n"                 \
    "<spatial name='inner'><site site='p'/><site site='c'/></spatial>\n"                         \
    "<fixed name='bar'><joint joint='left' coef='1'/></fixed>\n"                                 \
    "<fixed name='both'><joint joint='left' coef='1'/><joint joint='right' coef='1.5'/></fixed>" \
    "</tendon>"
#define END "</mujoco>\n"

enum { JOINTS = 3, STATES = 300 };

/* --- forces by hand --------------------------------------------------------------------------- */

static double cubic(double x, double v)
{
    return 90 * x + 3 * v + 200 * x * x * x;
}

static double torsion(double x, double v)
{
    return 40 * x + 2 * v;
}

static double shaft(double x, double v)
{
    const double free = 0.15;
    return v + (x > free ? 50 * (x - free) : x < -free ? 50 * (x + free) : 0);
}

static double bump(double x, double v)
{
    const double in = x < 0 ? x : 0, grip = 1 - 0.05 * v;
    return grip > 0 ? (80 * in + 300 * in * in * in) * grip : 0;
}

static double leaf(double x, double v)
{
    return 60 * x + 20 * x * x * x + 7 * v / sqrt(v * v + 0.04);
}

static double air(double x, double v)
{
    return 0.002 * (101325 - 4e5 * exp(1.375 * log(2.5 / (2.5 + x)))) + 5 * v;
}

static double damper(double x, double v)
{
    (void)x;
    return v < -1 ? -20 + 8 * (v + 1) : v < 0 ? 20 * v : v < 0.5 ? 60 * v : 30 + 10 * (v - 0.5);
}

#define LINK "link name=e a=world a_xyz='0.2 -0.1 1.4' b=c b_xyz='0.05 0.3 0.1' "
#define INNER "link name=e a=a a_xyz='0.1 0.2 -0.1' b=c b_xyz='0.05 0.3 0.1' "
#define BAR "torsion name=e joint=left "
#define BOTH "torsion name=e joint=left other=right ratio=-1.5 "

static const struct {
    const char *tendon, *element;
    double rest;
    double (*law)(double x, double xd);
} LAWS[] = {
    {"strut", LINK "rest=1.2 k=90 law='k*x + 3*xd + 200*x^3'", 1.2, cubic},
    {"inner", INNER "rest=0.4 k=90 law='k*x + 3*xd + 200*x^3'", 0.4, cubic},
    {"bar", BAR "rest=0.2 law=torsion_bar stiffness=40 damping=2", 0.2, torsion},
    {"both", BOTH "law=anti_roll_bar stiffness=40 damping=2", 0, torsion},
    {"both", BOTH "law=drive_shaft stiffness=50 damping=1 play=0.3", 0, shaft},
    {"strut", LINK "rest=1.5 law=bump_stop stiffness=80 cubic=300 damping=0.05", 1.5, bump},
    {"bar", BAR "rest=-0.5 law=bump_stop stiffness=80 cubic=300 damping=0.05", -0.5, bump},
    {"inner", INNER "rest=0.6 law=leaf_spring stiffness=60 cubic=20 friction=7 creep=0.2", 0.6,
     leaf},
    {"strut", LINK "rest=1.2 law=air_spring area=0.002 pressure=4e5 height=2.5 damping=5", 1.2,
     air},
    {"strut", LINK "law=damper between=linear table='-2:-28,-1:-20,0:0,0.5:30,2:45'", 0, damper},
    {"bar", BAR "law=damper between=linear table='-2:-28,-1:-20,0:0,0.5:30,2:45'", 0, damper},
};
enum { LAWS_COUNT = sizeof LAWS / sizeof *LAWS };

/* --- torques ---------------------------------------------------------------------------------- */

static bool make(arena *mem, const char *path, const char *element, ops *p)
{
    passes_settings s = passes_default();
    passes_forms f = {0};
    element_list list = {0};
    diag d = diag_make(mem);
    s.equations.function = FUNCTION_ID;
    s.equations.effort = 1;
    s.tree.elements = &list;
    if (element_read_text(mem, element, &list, &d) != STATUS_OK ||
        passes_read(mem, path, &s, &f, &d) != STATUS_OK) {
        printf("# %s\n", d.error.text);
        return false;
    }
    *p = f.ops;
    return true;
}

static double random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return 4 * ((double)(*state >> 11) * 0x1p-53) - 2;
}

/* The largest difference over all states, beside the largest torque of each. */
static double compare(arena *mem, const mjModel *model, mjData *data, int which, const ops *p)
{
    const int tendon = mj_name2id(model, mjOBJ_TENDON, LAWS[which].tendon);
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1), out[JOINTS], worst = 0;
    double *scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    uint64_t seed = 7 + (uint64_t)which;
    for (int s = 0; s < STATES; s++) {
        double apart = 0, most = 0;
        for (int i = 0; i < JOINTS; i++) {
            data->qpos[i] = random_number(&seed);
            data->qvel[i] = random_number(&seed);
            data->qacc[i] = random_number(&seed);
        }
        mj_inverse(model, data);
        state_to_inputs64(p, &(robot_state){.q = data->qpos, .qd = data->qvel, .qdd = data->qacc},
                          in);
        ops_eval64(p, in, out, scratch);
        const double pull = LAWS[which].law(data->ten_length[tendon] - LAWS[which].rest,
                                            data->ten_velocity[tendon]);
        for (int i = 0; i < JOINTS; i++) {
            const double theirs =
                data->qfrc_inverse[i] + pull * data->ten_J[tendon * JOINTS + i];
            most = fmax(most, fabs(theirs));
            apart = fmax(apart, fabs(out[i] - theirs));
        }
        if (!(apart / most <= worst))
            worst = apart / most;
    }
    return worst;
}

static bool write_file(char *path, const char *bytes)
{
    const int file = mkstemp(path);
    const bool written = file >= 0 && write(file, bytes, strlen(bytes)) == (ssize_t)strlen(bytes);
    if (file >= 0)
        close(file);
    return written;
}

int main(void)
{
    tap t = {0};
    char ours[] = "/tmp/tauflow_laws_XXXXXX", theirs[] = "/tmp/tauflow_laws_XXXXXX", why[1000] = "";
    const bool written =
        write_file(ours, SUSPENSION END) && write_file(theirs, SUSPENSION TENDONS END);
    mjModel *model = written ? mj_loadXML(theirs, NULL, why, sizeof why) : NULL;
    tap_check(&t, model && !mj_isSparse(model), "MuJoCo reads the suspension %s", why);
    mjData *data = model ? mj_makeData(model) : NULL;
    for (int k = 0; data && k < LAWS_COUNT; k++) {
        arena mem = arena_make();
        ops p;
        const bool made = make(&mem, ours, LAWS[k].element, &p);
        const double worst = made ? compare(&mem, model, data, k, &p) : INFINITY;
        tap_check(&t, worst < AGREEMENT, "%s: %d states (%.1e)", LAWS[k].element, STATES, worst);
        arena_free(&mem);
    }
    if (data)
        mj_deleteData(data);
    if (model)
        mj_deleteModel(model);
    unlink(ours);
    unlink(theirs);
    return tap_end(&t);
}
