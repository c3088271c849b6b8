/* SPDX-License-Identifier: MIT */
/* The torques that hold and move a PUMA 560: `make demo` emits puma560.c and puma560.h and links
 * them here. */
#include "puma560.h"

#include <stdio.h>

int main(void)
{
    const double q[PUMA560_JOINTS] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3};
    const double qd[PUMA560_JOINTS] = {0.5, 0.2, -0.4, 1.0, -0.6, 0.8};
    const double qdd[PUMA560_JOINTS] = {1.0, -2.0, 0.5, 0.3, 2.0, -1.0};
    double tau[PUMA560_JOINTS];
    puma560_torque_f64(q, qd, qdd, tau);
    for (int i = 0; i < PUMA560_JOINTS; i++)
        printf("%s %12.6f %s\n", puma560_joint_names[i], tau[i], puma560_torque_units[i]);
    return 0;
}
