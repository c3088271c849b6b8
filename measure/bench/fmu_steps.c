/* SPDX-License-Identifier: MIT */
/* Microseconds of the processor per step of the C of an FMU (fmu_steps.sh), without its face. */
#include "motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) /* STEPS */
{
    static motion m;
    const int steps = argc > 1 ? atoi(argv[1]) : 1000;
    motion_reset(&m);
    if (motion_initialize(&m) || motion_start(&m))
        return 1;
    const clock_t began = clock();
    for (int i = 0; i < steps; i++)
        if (motion_step(&m, MODEL_STEP * i, MODEL_STEP))
            return 1;
    printf("%.4f\n", 1e6 * (double)(clock() - began) / CLOCKS_PER_SEC / steps);
    return 0;
}
