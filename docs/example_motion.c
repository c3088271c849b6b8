/* SPDX-License-Identifier: MIT */
/* Torques of a PUMA 560 along a motion, as a table: docs/first_hour_robotics.md compiles and draws
 * it. Each joint swings by its own amplitude, once in two seconds. */
#include "puma560.h"

#include <math.h>
#include <stdio.h>

int main(void)
{
    const double amplitude[PUMA560_JOINTS] = {0.5, 0.4, 0.6, 0.8, 0.7, 1.0};
    const double rate = 3.141592653589793; /* rad/s */
    printf("time");
    for (int i = 0; i < PUMA560_JOINTS; i++)
        printf(",%s", puma560_joint_names[i]);
    printf("\n");
    for (int step = 0; step <= 200; step++) {
        double t = 0.01 * step, q[PUMA560_JOINTS], qd[PUMA560_JOINTS], qdd[PUMA560_JOINTS];
        double tau[PUMA560_JOINTS];
        for (int i = 0; i < PUMA560_JOINTS; i++) {
            q[i] = amplitude[i] * sin(rate * t);
            qd[i] = amplitude[i] * rate * cos(rate * t);
            qdd[i] = -rate * rate * q[i];
        }
        puma560_torque_f64(q, qd, qdd, tau);
        printf("%.2f", t);
        for (int i = 0; i < PUMA560_JOINTS; i++)
            printf(",%.6f", tau[i]);
        printf("\n");
    }
    return 0;
}
