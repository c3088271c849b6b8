/* SPDX-License-Identifier: MIT */
/* A program of a user, compiled with the header of the folder it is told: every struct that it
 * allocates stands between guards. It prints the torques of one sample. */
#include "tauflow.h"

#include <stdio.h>
#include <string.h>

enum { JOINTS = 6, GUARD = 0xa5, GUARD_BYTES = 256 };

#define GUARDED(type)                        \
    struct {                                 \
        unsigned char before[GUARD_BYTES];   \
        type in;                             \
        unsigned char after[GUARD_BYTES];    \
    }

static int harmed(const unsigned char *guard)
{
    for (int k = 0; k < GUARD_BYTES; k++)
        if (guard[k] != GUARD)
            return 1;
    return 0;
}

#define HARMED(g) (harmed((g).before) || harmed((g).after))

int main(int count, char **words)
{
    const double q[JOINTS] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3}, zero[JOINTS] = {0};
    double tau[JOINTS];
    GUARDED(tauflow_options) options;
    GUARDED(tauflow_description) about;
    GUARDED(tauflow_joint) joint;
    GUARDED(tauflow_array) array;
    GUARDED(tauflow_state) state;
    GUARDED(tauflow_statistics) figures;
    tauflow *core = NULL;
    if (count != 2)
        return 2;
    memset(&options, GUARD, sizeof options);
    memset(&about, GUARD, sizeof about);
    memset(&joint, GUARD, sizeof joint);
    memset(&array, GUARD, sizeof array);
    memset(&state, GUARD, sizeof state);
    memset(&figures, GUARD, sizeof figures);
    options.in = (tauflow_options){.ring = 8};
    state.in = (tauflow_state){.q = q, .qd = zero, .qdd = zero};
    const int good = tauflow_open("twin:", &options.in, &core) == TAUFLOW_OK &&
                     tauflow_load(core, words[1]) == TAUFLOW_OK &&
                     tauflow_describe(core, &about.in) == TAUFLOW_OK &&
                     about.in.joints == JOINTS && about.in.ring == 8 &&
                     !strcmp(about.in.function, "id") &&
                     tauflow_describe_joint(core, 1, &joint.in) == TAUFLOW_OK &&
                     !strcmp(joint.in.position_unit, "rad") &&
                     tauflow_describe_array(core, 3, &array.in) == TAUFLOW_OK &&
                     array.in.is_result && array.in.rows == JOINTS &&
                     tauflow_step_forces(core, &state.in, tau) == TAUFLOW_OK &&
                     tauflow_figures(core, &figures.in) == TAUFLOW_OK && figures.in.samples == 1;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!good)
        printf("failed: %s\n", tauflow_message(core, why, sizeof why));
    tauflow_close(core);
    if (HARMED(options) || HARMED(about) || HARMED(joint) || HARMED(array) || HARMED(state) ||
        HARMED(figures))
        return puts("a guard was overwritten"), 3;
    for (int k = 0; good && k < JOINTS; k++)
        printf("%.9g\n", tau[k]);
    return !good;
}
