/* `tauflow run`: a robot on the machine, cycle by cycle, against the schedule about time and against the evaluators
 * about values. */
#ifndef TAUFLOW_RUN_H
#define TAUFLOW_RUN_H

#include "commands/commands.h"

typedef struct {
    schedule_settings schedule; /* machine and scheduler */
    uint32_t steps;             /* 0: as many as usual */
    uint32_t stream;            /* samples back to back; 0: one after another */
    uint32_t mhz;               /* 0: as usual */
    uint32_t stalls;            /* further runs with stalls at random */
    const char *core;           /* key=value ... of the core, where it is not just what the program needs */
    const char *tables;         /* folder for the memory files */
    int engine;                 /* engine_kind */
    const char *cores, *trace;  /* of rtl: folder of built cores or NULL, file for the waveform */
    bool dump, json;
} run_settings;

run_settings run_settings_default(void);
uint32_t run_command_options(run_settings *s, arg_option *options); /* room for SCHEDULE_OPTIONS */

/* The graphs compute the same; the one with the shortest schedule is run. Fails, after printing, when the machine does
 * not do what was promised. */
status run_robot(arena *mem, const ops *graphs, uint32_t count, run_settings *s, uint64_t seed, text *out, diag *d);

#endif
