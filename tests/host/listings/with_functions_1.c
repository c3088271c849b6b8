/* SPDX-License-Identifier: MIT */
/* Torques are linear in the numbers of links: twice the masses and moments, twice the torques. */
#include "arm.h"
#include "iiwa.h"

#include <math.h>

static void torques(const double *inertias, double *tau)
{
    double q[IIWA_JOINTS], qd[IIWA_JOINTS], qdd[IIWA_JOINTS];
    for (int k = 0; k < IIWA_JOINTS; k++) {
        q[k] = 0.3 * k - 0.5;
        qd[k] = 1 - 0.2 * k;
        qdd[k] = 0.4 * k;
    }
#include "functions_1.c"
}

int main(void)
{
    enum { TEN = 10 }; /* mass, centre, moments */
    double inertias[TEN * IIWA_LINKS], once[IIWA_JOINTS], twice[IIWA_JOINTS];
    for (int k = 0; k < TEN * IIWA_LINKS; k++)
        inertias[k] = 0.1 + 0.01 * (k % 7);
    torques(inertias, once);
    for (int k = 0; k < TEN * IIWA_LINKS; k++)
        inertias[k] *= k % TEN > 0 && k % TEN < 4 ? 1 : 2; /* centres stay */
    torques(inertias, twice);
    for (int k = 0; k < IIWA_JOINTS; k++)
        NEED(fabs(twice[k] - 2 * once[k]) <= 1e-12 * (1 + fabs(once[k])));
    NEED(once[1] != 0);
    return 0;
}
