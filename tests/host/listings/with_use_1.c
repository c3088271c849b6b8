/* SPDX-License-Identifier: MIT */
#include "arm.h"
#include "iiwa.h"

#include <math.h>

int main(void)
{
#include "use_1.c"
    for (int k = 0; k < N; k++)
        NEED(fabs(many_tau[k * STATES + STATES - 1] - (float)tau[k]) <= 1e-4 * (1 + fabs(tau[k])));
    return 0;
}
