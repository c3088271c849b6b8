/* SPDX-License-Identifier: MIT */
/* A constraint of the user's own: in the end it holds. */
#include "arm.h"
#include "puma.h"

#include <math.h>

#include "loops_1.c"

int main(void)
{
    double *q = room(PUMA_JOINTS), *qd = room(PUMA_JOINTS), *tau = room(PUMA_JOINTS),
           *qdd = room(PUMA_JOINTS), *q_closed = room(PUMA_JOINTS),
           *qd_closed = room(PUMA_JOINTS), *residual = room(PUMA_BLOCKS);
    q[1] = 0.4;
    q[2] = 0.1;
    residual[0] = 1;
#include "loops_2.c"
    NEED(residual[0] < 1e-20 && fabs(q[2] - 0.5 * q[1]) < 1e-9);
    free(q), free(qd), free(tau), free(qdd), free(q_closed), free(qd_closed), free(residual);
    return 0;
}
