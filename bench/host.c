/* The library's own cost of a step: everything but the transport, sines and cosines apart. Batches, and their median: a batch in which the
 * system took the processor away says nothing about the library. */
#include "sincos.h"
#include "tauflow.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { JOINTS = 6, BATCHES = 101, BATCH = 50, LIMIT_NS = 1000 };

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

int main(int argc, char **argv)
{
    tauflow *core = NULL;
    char why[TAUFLOW_MESSAGE_BYTES];
    double whole[BATCHES], sines[BATCHES], tau[JOINTS], sum = 0;
    double q[JOINTS] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3};
    if (argc != 2 || tauflow_open("twin:", NULL, &core) != TAUFLOW_OK || tauflow_load(core, argv[1]) != TAUFLOW_OK) {
        fprintf(stderr, "host: %s\n", argc != 2 ? "host puma560.tau" : tauflow_message(core, why, sizeof why));
        tauflow_close(core);
        return 1;
    }
    for (int b = 0; b < BATCHES; b++) {
        tauflow_statistics before, after;
        tauflow_figures(core, &before);
        for (int k = 0; k < BATCH; k++) {
            q[k % JOINTS] += 0.01;
            if (tauflow_step(core, q, q, q, tau) != TAUFLOW_OK)
                return 1;
        }
        tauflow_figures(core, &after);
        whole[b] = (double)(after.library_ns - before.library_ns) / BATCH;
        double began = now_ns(), s, c;
        for (int k = 0; k < BATCH * JOINTS; k++) {
            sincos_pair(q[k % JOINTS] + k, &s, &c);
            sum += s + c;
        }
        sines[b] = (now_ns() - began) / BATCH;
    }
    tauflow_close(core);
    double all = median(whole), trig = median(sines), rest = all - trig;
    printf("host library, a step of puma560 (median of %d batches): %.0f ns without the transport, of which %.0f ns sines and cosines; the rest %.0f ns, "
           "limit %d ns%s\n",
           BATCHES, all, trig, rest, LIMIT_NS, sum == 0 ? "." : "");
    return rest < LIMIT_NS ? 0 : 1;
}
