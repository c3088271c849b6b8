#include <stdio.h>
#include <tauflow.h>

int main(int argc, char **argv)
{
    const double q[6] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3}, qd[6] = {0.5}, qdd[6] = {1.0};
    char why[TAUFLOW_MESSAGE_BYTES];
    double tau[6];
    tauflow *core;
    tauflow_status done = tauflow_open(argc > 2 ? argv[2] : "sim:", NULL, &core);
    if (done == TAUFLOW_OK)
        done = tauflow_load(core, argc > 1 ? argv[1] : "puma560.tau");
    if (done == TAUFLOW_OK)
        done = tauflow_step(core, q, qd, qdd, tau);
    for (int i = 0; done == TAUFLOW_OK && i < 6; i++)
        printf("%12.6f N m\n", tau[i]);
    if (done != TAUFLOW_OK)
        printf("%s\n", tauflow_message(core, why, sizeof why));
    tauflow_close(core);
    return done != TAUFLOW_OK;
}
