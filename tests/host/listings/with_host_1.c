/* SPDX-License-Identifier: MIT */
#include "arm.h"

int main(int argc, char **argv)
{
    (void)argc;
    enum { COUNT = 4 };
    tauflow *core = open_arm(argv[1]);
    const size_t count = COUNT, n = count * tauflow_joints(core);
    double *q = room(n), *qd = room(n), *qdd = room(n), *tau = room(count * tauflow_outputs(core));
    const tauflow_state states = {.q = q, .qd = qd, .qdd = qdd};
    size_t taken = 0, came = 0, dropped = 1;
#include "host_1.c"
    NEED(taken == COUNT && came == COUNT && dropped == 0);
    NEED(tau[1] != 0 && tau[1] == tau[1 + (COUNT - 1) * tauflow_outputs(core)]);
    tauflow_close(core);
    free(q), free(qd), free(qdd), free(tau);
    return 0;
}
