/* SPDX-License-Identifier: MIT */
/* Options of C that is written, by compile and by tasks. */
#ifndef TAUFLOW_CODE_OPTIONS_H
#define TAUFLOW_CODE_OPTIONS_H

#include "commands/options.h"

typedef enum { REAL_FLOAT, REAL_DOUBLE, REAL_BOTH } real_choice;

struct code_settings {
    const char *name; /* NULL: the robot's */
    int real;         /* real_choice */
    bool hls;
    int ports; /* ports_choice */
};

#endif
