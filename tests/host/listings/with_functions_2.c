/* SPDX-License-Identifier: MIT */
/* Torques of no acceleration give no acceleration back. */
#include "arm.h"
#include "puma.h"

#include <math.h>

static const char *listing(void)
{
#include "functions_2.c"
    for (int k = 0; k < N; k++)
        if (fabs(qdd[k]) > 1e-9 || !(mass[k * N + k] > 0))
            return "another acceleration";
    return NULL;
}

int main(void)
{
    NEED(!listing());
    return 0;
}
