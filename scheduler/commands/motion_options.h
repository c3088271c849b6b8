/* SPDX-License-Identifier: MIT */
/* Options of `simulate`, some of which fmu, linearise and equilibrium take. */
#ifndef TAUFLOW_MOTION_OPTIONS_H
#define TAUFLOW_MOTION_OPTIONS_H

#include "commands/options.h"

struct motion_settings {
    const char *method; /* of apps/motion/methods.c; NULL: the first for the model */
    double step_s, until_s;
    uint32_t rows;
    int solve;           /* solve_way */
    double penalty, tolerance, absolute; /* 0: the default one */
    uint32_t iterations; /* 0: as many as it takes */
    const char *steer;   /* NULL: not given */
    bool realtime;
    arg_list start;      /* of robots, and so: */
    const char *starts, *torques, *drives, *values, *laws;
    const char *device;  /* NULL: this processor */
};

#endif
