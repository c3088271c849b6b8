/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <tauflow.h>

int main(int argc, char **argv)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    tauflow *core;
    tauflow_status done = tauflow_open(argc > 2 ? argv[2] : "sim:", NULL, &core);
    if (done == TAUFLOW_OK)
        done = tauflow_load(core, argc > 1 ? argv[1] : "puma560.tau");
    const uint32_t joints = tauflow_joints(core), outputs = tauflow_outputs(core);
    double *q = calloc(3 * joints + outputs + 1, sizeof *q);
    double *qd = q + joints, *qdd = qd + joints, *tau = qdd + joints;
    if (done == TAUFLOW_OK) /* all joints at zero and at rest */
        done = q ? tauflow_step(core, q, qd, qdd, tau) : TAUFLOW_NO_MEMORY;
    for (uint32_t i = 0; done == TAUFLOW_OK && i < outputs; i++)
        printf("%12.6f N m\n", tau[i]);
    if (done != TAUFLOW_OK)
        printf("%s\n", tauflow_message(core, why, sizeof why));
    tauflow_close(core);
    free(q);
    return done != TAUFLOW_OK;
}
