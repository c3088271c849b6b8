/* SPDX-License-Identifier: MIT */
/* States of a pendulum and their torques by the twin, one step each: what any device must give. */
#ifndef TAUFLOW_STEPS_FIXTURE_H
#define TAUFLOW_STEPS_FIXTURE_H

#include "tauflow.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PENDULUM TESTS_FOLDER "/pendulum5.tau"
#define OVERLAPPING TESTS_FOLDER "/stream.tau" /* the same robot, samples overlap */
enum { JOINTS = 5, STATES = 64 };

static double state_of[3][STATES * JOINTS], right_of[STATES * JOINTS];
static int tests, failures;

static inline void ok(bool good, const char *name, const char *where)
{
    printf("%s %d - %s%s%s\n", good ? "ok" : "not ok", ++tests, name, *where ? " on " : "", where);
    failures += !good;
}

static inline tauflow_status step(tauflow *h, uint32_t k, double *tau)
{
    const size_t at = k % STATES * JOINTS;
    return tauflow_step(h, state_of[0] + at, state_of[1] + at, state_of[2] + at, tau);
}

static inline bool is_right(uint32_t k, const double *tau)
{
    return memcmp(tau, right_of + k % STATES * JOINTS, JOINTS * sizeof *tau) == 0;
}

static inline bool steps_right(tauflow *h, uint32_t k)
{
    double tau[JOINTS] = {0};
    char why[TAUFLOW_MESSAGE_BYTES];
    const tauflow_status done = step(h, k, tau);
    if (done != TAUFLOW_OK)
        printf("# state %u: %s %s\n", k, tauflow_status_word(done),
               tauflow_message(h, why, sizeof why));
    return done == TAUFLOW_OK && is_right(k, tau);
}

static inline bool open_loaded(const char *device, uint32_t timeout_ms, const char *image,
                               tauflow **h)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    tauflow_status done = tauflow_open(device, &(tauflow_options){.timeout_ms = timeout_ms}, h);
    if (done == TAUFLOW_OK)
        done = tauflow_load(*h, image);
    if (done != TAUFLOW_OK)
        printf("# %s: %s\n", device, tauflow_message(*h, why, sizeof why));
    return done == TAUFLOW_OK;
}

static inline bool make_states(void)
{
    tauflow *h = NULL;
    uint32_t seed = 5;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < STATES * JOINTS; i++) {
            seed = seed * 1664525u + 1013904223u;
            state_of[k][i] = 3 * ((double)(seed >> 8) / (1 << 23) - 1);
        }
    bool good = open_loaded("twin:", 0, PENDULUM, &h);
    for (uint32_t k = 0; k < STATES && good; k++)
        good = step(h, k, right_of + k * JOINTS) == TAUFLOW_OK;
    tauflow_close(h);
    return good;
}

#endif
