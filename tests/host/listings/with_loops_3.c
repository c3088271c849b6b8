/* SPDX-License-Identifier: MIT */
/* A pass of Newton's method after another, until every block is closed. */
#include "arm.h"
#include "slider_crank.h"

#include <math.h>
#include <string.h>

enum { N = SLIDER_CRANK_JOINTS };

static int listing(double *q, const double *qd, const double *tau, double *qdd, double *q_closed,
                   double *qd_closed, double *residual)
{
#include "loops_3.c"
    for (int k = 0; k < SLIDER_CRANK_BLOCKS; k++)
        NEED(residual[k] <= 1e-20);
    return 0;
}

int main(int argc, char **argv)
{
    NEED(argc == 1 + N); /* where to begin */
    double *q = room(N), *qd = room(N), *tau = room(N), *qdd = room(N), *q_closed = room(N),
           *qd_closed = room(N), *residual = room(SLIDER_CRANK_BLOCKS);
    for (int k = 0; k < N; k++)
        q[k] = atof(argv[1 + k]);
    NEED(listing(q, qd, tau, qdd, q_closed, qd_closed, residual) == 0);
    free(q), free(qd), free(tau), free(qdd), free(q_closed), free(qd_closed), free(residual);
    return 0;
}
