/* SPDX-License-Identifier: MIT */
#include "arm.h"

#include <poll.h>

int main(int argc, char **argv)
{
    (void)argc;
    tauflow *core = open_arm(argv[1]);
    const uint32_t n = tauflow_joints(core);
    double *q = room(n), *tau = room(tauflow_outputs(core));
    const tauflow_state state = {.q = q, .qd = q, .qdd = q};
    size_t taken = 0, came = 0;
    struct pollfd files[1] = {{.events = POLLIN}};
    const nfds_t count = 1;
    NEED(tauflow_descriptor(core, &files[0].fd) == TAUFLOW_OK);
#include "realtime_2.c"
    NEED(taken == 1 && files[0].revents & POLLIN);
    while (!came)
        NEED(tauflow_receive(core, 1, tau, TAUFLOW_WAIT, &came) == TAUFLOW_OK);
    NEED(tau[1] != 0);
    tauflow_close(core);
    free(q), free(tau);
    return 0;
}
