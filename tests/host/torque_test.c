/* SPDX-License-Identifier: MIT */
/* Torques of the library, on twin and simulated core, against Orocos KDL, which reads the robot
 * file itself and shares nothing with compiler, core or library. Prints TAP.
 *
 * How far they may be apart. A number of the state is rounded to binary32 once, and no torque has
 * more operations one after another than its program has cycles divided by the shortest latency;
 * each rounds by at most 2^-24 of the sum of absolute terms that passes through it. So the error of
 * a torque is at most (cycles / 3 + 1) 2^-24 of that sum. The sum is not known, but no smaller than
 * the largest torque of that joint in states of the same size, which is the scale here; roundings
 * point both ways, so what cancels in the torque (the sum is some times larger than the scale) is
 * covered by what cancels among the roundings. A joint that only feels the remainder of what passes
 * through to its neighbours has no scale of its own: it is held against 1/64 of the largest joint.
 * Sines add nothing: in binary64 they are right to 2^-52 at all angles that the library takes. */
#include "opinion.h"
#include "tauflow.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 300, NUMBERS = 64, SHORTEST_LATENCY = 3 };
#define SCALE_FLOOR (1.0 / 64)

typedef struct {
    const char *image, *robot;
    const char *address;
} robot_case;

#define RING_CORE "twin:ring_2_2_0_3_4_0_8_4_32_64_512_512_512_64_64"
static const robot_case CASES[] = {
    {"puma560", "puma560", "twin:"},  {"puma560", "puma560", "sim:"},
    {"iiwa", "iiwa", "twin:"},        {"iiwa", "iiwa", "sim:"},
    {"free", "pendulum5", "twin:"},   {"free", "pendulum5", "sim:"},
    {"ring", "pendulum5", RING_CORE}, {"stream", "pendulum5", "twin:"},
};
enum { CASES_COUNT = sizeof CASES / sizeof CASES[0] };

/* Reach of the angles: about a point, all round, many turns, as far as the library goes. */
static const double REACH[] = {1e-3, 3.2, 1e3, 1e6};
enum { REACHES = sizeof REACH / sizeof REACH[0] };

typedef struct {
    double q[NUMBERS], qd[NUMBERS], qdd[NUMBERS], motion[9], force[6 * 4];
} one_state;

static double draw(uint64_t *seed, double reach)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return reach * (double)(int64_t)*seed * 0x1p-63;
}

static void draw_state(one_state *s, uint64_t *seed, double reach)
{
    for (int k = 0; k < NUMBERS; k++) {
        s->q[k] = draw(seed, reach);
        s->qd[k] = draw(seed, 4);
        s->qdd[k] = draw(seed, 20);
    }
    for (int k = 0; k < 9; k++)
        s->motion[k] = draw(seed, 10);
    for (int k = 0; k < 24; k++)
        s->force[k] = draw(seed, 50);
}

static const opinion_library *kdl(void)
{
    opinion_library_get *get = NULL;
    void *handle = dlopen(OUTSIDE_FOLDER "/kdl.so", RTLD_NOW | RTLD_LOCAL);
    void *symbol = handle ? dlsym(handle, OPINION_SYMBOL) : NULL;
    memcpy(&get, &symbol, sizeof get);
    return get ? get() : NULL;
}

/* The outside library's robot, joints and forces in the image's order. */
static opinion *ask_kdl(const opinion_library *library, const robot_case *c, tauflow *h,
                        const tauflow_description *d)
{
    static const char *links[NUMBERS];
    const char *names[NUMBERS];
    char path[256], why[300] = "";
    tauflow_joint joint;
    for (uint32_t k = 0; k < d->forces; k++)
        tauflow_describe_force(h, k, &links[k]);
    for (uint32_t k = 0; k < d->joints; k++)
        names[k] = tauflow_describe_joint(h, k, &joint) == TAUFLOW_OK ? joint.name : "";
    snprintf(path, sizeof path, "robots/%s.urdf", c->robot);
    opinion_request r = {.path = path, .floating_base = d->free_bodies > 0,
                         .gravity_ms2 = {0, 0, -9.81}, .force_links = links,
                         .force_links_count = d->forces};
    opinion *o = library->open(&r, why, sizeof why);
    if (!o)
        printf("# %s: %s\n", path, why);
    else if (!library->bind(o, names, d->joints)) {
        printf("# %s: the joints are not those of the image\n", path);
        library->close(o);
        o = NULL;
    }
    return o;
}

/* One reach of angles: the largest difference, in roundings of the joint's scale. */
static double roundings(const opinion_library *library, opinion *o, tauflow *h,
                        const tauflow_description *d, double reach)
{
    static double ours[STATES][NUMBERS], theirs[STATES][NUMBERS];
    double most = 0, worst = 0;
    uint64_t seed = 5;
    for (int k = 0; k < STATES; k++) {
        one_state s;
        draw_state(&s, &seed, reach);
        const tauflow_state state = {.q = s.q, .qd = s.qd, .qdd = s.qdd, .free_motion = s.motion,
                                     .forces = s.force};
        if (tauflow_step_forces(h, &state, ours[k]) != TAUFLOW_OK)
            return INFINITY;
        opinion_state same = {.q = s.q, .qd = s.qd, .qdd = s.qdd, .forces = s.force};
        same.attitude[0] = 1;
        memcpy(same.omega, s.motion, sizeof same.omega);
        memcpy(same.omegad, s.motion + 3, sizeof same.omegad);
        memcpy(same.acc, s.motion + 6, sizeof same.acc);
        library->torques(o, &same, theirs[k], theirs[k] + d->joints);
        for (uint32_t j = 0; j < d->outputs; j++)
            most = fmax(most, fabs(theirs[k][j]));
    }
    for (uint32_t j = 0; j < d->outputs; j++) {
        double scale = SCALE_FLOOR * most, apart = 0;
        for (int k = 0; k < STATES; k++) {
            scale = fmax(scale, fabs(theirs[k][j]));
            apart = fmax(apart, fabs(theirs[k][j] - ours[k][j]));
        }
        worst = isfinite(apart) ? fmax(worst, apart / scale * 0x1p24) : INFINITY;
    }
    return worst;
}

static bool check(const opinion_library *library, const robot_case *c, int number)
{
    char path[256], why[TAUFLOW_MESSAGE_BYTES];
    tauflow *h;
    tauflow_description d;
    snprintf(path, sizeof path, TESTS_FOLDER "/%s.tau", c->image);
    bool good = tauflow_open(c->address, NULL, &h) == TAUFLOW_OK;
    good = good && tauflow_load(h, path) == TAUFLOW_OK && tauflow_describe(h, &d) == TAUFLOW_OK;
    good = good && d.outputs <= NUMBERS && d.forces <= 4;
    opinion *o = good ? ask_kdl(library, c, h, &d) : NULL;
    if (!good)
        printf("# %s: %s\n", c->address, tauflow_message(h, why, sizeof why));
    for (int k = 0; o && k < REACHES; k++) {
        const double bound = (double)d.cycles / SHORTEST_LATENCY + 1;
        const double most = roundings(library, o, h, &d, REACH[k]);
        printf("# %s on %s, angles to %g: %.1f roundings, at most %.0f\n", c->image, c->address,
               REACH[k], most, bound);
        good = good && most < bound && most > 0; /* binary32 is never exact */
    }
    good = good && o;
    if (o)
        library->close(o);
    tauflow_close(h);
    printf("%s %d - torques_of_the_library_are_those_of_KDL %s on %s\n", good ? "ok" : "not ok",
           number, c->image, c->address);
    return good;
}

int main(void)
{
    const opinion_library *library = kdl();
    int failures = 0;
    printf("%s 1 - KDL is here\n", library ? "ok" : "not ok");
    for (int k = 0; library && k < CASES_COUNT; k++)
        failures += !check(library, &CASES[k], k + 2);
    printf("1..%d\n", library ? CASES_COUNT + 1 : 1);
    return failures != 0 || !library;
}
