/* SPDX-License-Identifier: MIT */
/* States and torques of tests that call the library with one robot: include it after JOINTS and
 * SAMPLES are defined. */
#ifndef TAUFLOW_LIBRARY_STATES_H
#define TAUFLOW_LIBRARY_STATES_H

#include <stdint.h>
#include <stdlib.h>

typedef struct {
    double q[SAMPLES * JOINTS], qd[SAMPLES * JOINTS], qdd[SAMPLES * JOINTS], tau[SAMPLES * JOINTS];
} data;

/* States in the ranges: any position, 3 rad/s, 15 rad/s^2. */
static inline data *make_data(uint32_t seed)
{
    data *d = calloc(1, sizeof *d);
    double *const lists[] = {d->q, d->qd, d->qdd};
    const double most[] = {9, 3, 15};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < SAMPLES * JOINTS; i++) {
            seed = seed * 1664525u + 1013904223u;
            lists[k][i] = most[k] * ((double)(seed >> 8) / (1 << 23) - 1);
        }
    return d;
}

#endif
