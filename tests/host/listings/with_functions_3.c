/* SPDX-License-Identifier: MIT */
/* An image has one function: of the calls, that of the loaded one does its work. */
#include "arm.h"

#include <string.h>

int main(int argc, char **argv)
{
    (void)argc;
    tauflow *core = open_arm(argv[1]);
    tauflow_description about;
    NEED(tauflow_describe(core, &about) == TAUFLOW_OK);
    const uint32_t n = tauflow_joints(core);
    double *q = room(n), *qd = room(n), *qdd = room(n), *tau = room(n), *mass = room(n * n);
    uint32_t numbers = 0;
#include "functions_3.c"
    if (!strcmp(about.function, "fd"))
        NEED(qdd[1] != 0); /* it falls */
    else
        NEED(numbers == n * n && mass[0] > 0 && (!strcmp(about.function, "mass") || tau[1] != 0));
    tauflow_close(core);
    free(q), free(qd), free(qdd), free(tau), free(mass);
    return 0;
}
