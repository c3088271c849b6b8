/* SPDX-License-Identifier: MIT */
/* Options of `run`, some of which other commands read. */
#ifndef TAUFLOW_RUN_OPTIONS_H
#define TAUFLOW_RUN_OPTIONS_H

#include "commands/options.h"

struct run_settings {
    uint32_t steps;            /* 0: the default number */
    uint32_t stream;           /* samples back to back; 0: one after another */
    uint32_t mhz;              /* 0: the default clock */
    uint32_t stalls;           /* further runs with stalls at random */
    const char *core;          /* key=value ... where it is not just what the program needs */
    const char *tables;        /* folder for the memory files */
    int engine;                /* engine_kind */
    const char *cores, *trace; /* of rtl: folder of built cores or NULL, file for the waveform */
    bool dump;
};

#endif
