/* SPDX-License-Identifier: MIT */
/* Lives of a handle on a board and on the twin of its core: all torques must be the same bits. */
#ifndef TAUFLOW_ALIKE_H
#define TAUFLOW_ALIKE_H

#include "tauflow.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PAUSE_NS = 2000000, JOINTS = 6, STREAM = 70 };

static inline void fill(double *list, size_t count, uint32_t *seed)
{
    for (size_t i = 0; i < count; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        list[i] = 3 * ((double)(*seed >> 8) / (1 << 23) - 1);
    }
}

/* One life of a handle on both devices: steps alone, then a stream in few transfers, then a second
 * load. */
static inline bool lives_alike(const char *board_address, const char *image, const char *shape,
                               int steps, uint32_t seed)
{
    static double s[3][STREAM * JOINTS], tau[2][2 * STREAM * JOINTS];
    char address[128], why[TAUFLOW_MESSAGE_BYTES];
    bool good = true;
    snprintf(address, sizeof address, "twin:%s", shape);
    for (int k = 0; k < 3; k++)
        fill(s[k], STREAM * JOINTS, &seed);
    for (int d = 0; d < 2; d++) {
        tauflow *h = NULL;
        tauflow_description told = {0};
        tauflow_status done = tauflow_open(d ? address : board_address,
                                           &(tauflow_options){.timeout_ms = 60000}, &h);
        for (int load = 0; load < 2 && done == TAUFLOW_OK; load++) {
            done = tauflow_load(h, image);
            for (int k = 0; k < steps && done == TAUFLOW_OK; k++)
                done = tauflow_step(h, s[0] + k * JOINTS, s[1] + k * JOINTS, s[2] + k * JOINTS,
                                    tau[d] + k * JOINTS);
        }
        if (done == TAUFLOW_OK)
            done = tauflow_stream(h, STREAM, &(tauflow_state){.q = s[0], .qd = s[1], .qdd = s[2]},
                                  tau[d] + STREAM * JOINTS);
        if (done == TAUFLOW_OK)
            done = tauflow_describe(h, &told);
        if (done != TAUFLOW_OK)
            printf("# %s: %s\n", d ? address : board_address, tauflow_message(h, why, sizeof why));
        good = good && done == TAUFLOW_OK && told.guarded == !d;
        tauflow_close(h);
    }
    return good && memcmp(tau[0], tau[1], sizeof tau[0]) == 0;
}

/* Pieces of 1 to 5 samples and of 200, received in other pieces: results of several writes come in
 * one read, and in several pages. */
static inline bool pieces_alike(const char *board_address, const char *image, const char *shape,
                                uint32_t seed)
{
    static const size_t SIZES[] = {1, 2, 200, 3, 200, 5, 4, 1, 200, 200};
    enum { PIECES = sizeof SIZES / sizeof *SIZES, SAMPLES = 816 };
    static double s[3][SAMPLES * JOINTS], tau[2][SAMPLES * JOINTS];
    char address[128], why[TAUFLOW_MESSAGE_BYTES];
    bool good = true;
    snprintf(address, sizeof address, "twin:%s", shape);
    for (int k = 0; k < 3; k++)
        fill(s[k], SAMPLES * JOINTS, &seed);
    for (int d = 0; d < 2; d++) {
        tauflow *h = NULL;
        size_t put = 0, got = 0, left = SIZES[0];
        tauflow_status done = tauflow_open(
            d ? address : board_address, &(tauflow_options){.timeout_ms = 60000, .ring = 300}, &h);
        if (done == TAUFLOW_OK)
            done = tauflow_load(h, image);
        for (int piece = 0; done == TAUFLOW_OK && got < SAMPLES;) {
            size_t taken = 0, came = 0;
            if (piece < PIECES) {
                const tauflow_state at = {.q = s[0] + put * JOINTS, .qd = s[1] + put * JOINTS,
                                          .qdd = s[2] + put * JOINTS};
                done = tauflow_submit(h, left, &at, TAUFLOW_POLL, &taken);
                put += taken;
                left -= taken;
                if (!left && ++piece < PIECES)
                    left = SIZES[piece];
                nanosleep(&(struct timespec){0, d ? 0 : PAUSE_NS}, NULL);
            }
            if (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)
                done = tauflow_receive(h, taken ? 7 : SAMPLES - got < 150 ? SAMPLES - got : 150,
                                       tau[d] + got * JOINTS, taken ? TAUFLOW_POLL : TAUFLOW_WAIT,
                                       &came);
            got += came;
            done = done == TAUFLOW_AGAIN ? TAUFLOW_OK : done;
        }
        if (done != TAUFLOW_OK)
            printf("# %s, %zu of %zu: %s\n", d ? address : board_address, got, put,
                   tauflow_message(h, why, sizeof why));
        good = good && done == TAUFLOW_OK && got == SAMPLES;
        tauflow_close(h);
    }
    return good && memcmp(tau[0], tau[1], sizeof tau[0]) == 0;
}

#endif
