/* SPDX-License-Identifier: MIT */
/* The library's own cost of a sample: everything but the transport, sines and cosines apart, by
 * steps and by streams; and samples a second through both. Batches, and their median: a batch in
 * which the system took the processor away says nothing about the library. */
#include "sincos.h"
#include "tauflow.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { JOINTS = 6, BATCHES = 101, BATCH = 64, LIMIT_NS = 1000, WAYS = 3 };
typedef enum { BY_STEP, BY_STREAM, BY_PIECES } way;
static const char *const WAY[WAYS] = {"a step", "a sample of a stream",
                                      "a sample submitted and received"};

typedef struct {
    double q[BATCH * JOINTS], tau[BATCH * JOINTS];
    double cost[WAYS][BATCHES], whole[WAYS][BATCHES], sines[BATCHES];
    double sum;
} bench;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *list)
{
    qsort(list, BATCHES, sizeof *list, by_value);
    return list[BATCHES / 2];
}

/* One batch, in pieces of eight. */
static tauflow_status run_pieces(tauflow *core, bench *b)
{
    size_t put = 0, got = 0, some;
    tauflow_status done = TAUFLOW_OK;
    while (got < BATCH && (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)) {
        const double *q = b->q + put * JOINTS;
        done = tauflow_submit(core, BATCH - put < 8 ? BATCH - put : 8,
                              &(tauflow_state){.q = q, .qd = q, .qdd = q}, TAUFLOW_POLL, &some);
        put += some;
        if (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)
            done = tauflow_receive(core, BATCH - got, b->tau + got * JOINTS, TAUFLOW_POLL, &some);
        got += some;
    }
    return got == BATCH ? TAUFLOW_OK : done;
}

static tauflow_status run_batch(tauflow *core, bench *b, way w)
{
    tauflow_status done = TAUFLOW_OK;
    if (w == BY_STREAM)
        return tauflow_stream(core, BATCH, &(tauflow_state){.q = b->q, .qd = b->q, .qdd = b->q},
                              b->tau);
    if (w == BY_PIECES)
        return run_pieces(core, b);
    for (int k = 0; k < BATCH * JOINTS && done == TAUFLOW_OK; k += JOINTS)
        done = tauflow_step(core, b->q + k, b->q + k, b->q + k, b->tau + k);
    return done;
}

static tauflow_status measure(tauflow *core, bench *b)
{
    for (int n = 0; n < BATCHES; n++) {
        for (int k = 0; k < BATCH * JOINTS; k++)
            b->q[k] = 0.01 * ((k * 37 + n * 11) % 300) - 1.5;
        for (int w = 0; w < WAYS; w++) {
            tauflow_statistics before, after;
            tauflow_figures(core, &before);
            double began = now_ns();
            tauflow_status done = run_batch(core, b, (way)w);
            if (done != TAUFLOW_OK)
                return done;
            b->whole[w][n] = (now_ns() - began) / BATCH;
            tauflow_figures(core, &after);
            b->cost[w][n] = (double)(after.library_ns - before.library_ns) / BATCH;
        }
        double began = now_ns(), s, c;
        for (int k = 0; k < BATCH * JOINTS; k++) {
            sincos_pair(b->q[k], &s, &c);
            b->sum += s + c;
        }
        b->sines[n] = (now_ns() - began) / BATCH;
    }
    return TAUFLOW_OK;
}

int main(int argc, char **argv)
{
    static bench b;
    tauflow *core = NULL;
    char why[TAUFLOW_MESSAGE_BYTES];
    bool good = argc == 2 && tauflow_open("twin:", NULL, &core) == TAUFLOW_OK &&
                tauflow_load(core, argv[1]) == TAUFLOW_OK && measure(core, &b) == TAUFLOW_OK;
    if (!good)
        fprintf(stderr, "host: %s\n",
                argc != 2 ? "host puma560.tau" : tauflow_message(core, why, sizeof why));
    tauflow_close(core);
    double sines = median(b.sines);
    for (int w = 0; w < WAYS && good; w++) {
        double all = median(b.cost[w]);
        printf(
            "host library, %s of puma560 on the twin (median of %d batches): %.0f ns without the "
            "transport, of which %.0f ns sines and cosines; the rest %.0f ns, "
            "limit %d ns; %.0f samples a second%s\n",
            WAY[w], BATCHES, all, sines, all - sines, LIMIT_NS, 1e9 / median(b.whole[w]),
            b.sum == 0 ? "." : "");
        good = all - sines < LIMIT_NS;
    }
    return good ? 0 : 1;
}
