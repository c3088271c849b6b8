/* SPDX-License-Identifier: MIT */
/* A thread that calls until it is told that the handle has ended. */
#include "arm.h"

#include <pthread.h>

static void *call_until_it_ends(void *core)
{
    const uint32_t n = tauflow_joints(core);
    double *q = room(n + 1), *tau = room(n + 1);
    tauflow_status done = TAUFLOW_OK;
    while (done == TAUFLOW_OK)
        done = tauflow_step(core, q, q, q, tau);
    NEED(done == TAUFLOW_ENDED);
    free(q), free(tau);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argc;
    tauflow *core = open_arm(argv[1]);
    pthread_t thread;
    NEED(pthread_create(&thread, NULL, call_until_it_ends, core) == 0);
#include "host_2.c"
    return 0;
}
