/* SPDX-License-Identifier: MIT */
/* A trace as waveforms: signals, and a list of what changes when. Printed as VCD (text) and FST. */
#ifndef TAUFLOW_TRACE_WAVES_H
#define TAUFLOW_TRACE_WAVES_H

#include "apps/report/trace.h"

typedef struct {
    const char *scope, *name;
    bool is_real; /* else a string */
} wave_signal;

typedef struct {
    uint64_t time_ns;
    uint32_t signal;
    const char *word; /* of a string: no blanks; "-" for none */
    double value;     /* of a number */
} wave_change;

typedef struct {
    wave_signal *signals; /* those of a scope in one piece */
    uint32_t signals_count, signals_capacity;
    wave_change *changes; /* by time; every signal has one at 0 */
    uint32_t changes_count, changes_capacity;
    uint64_t end_ns;
} trace_waves;

enum { WAVE_CYCLE_NS = 10 };

/* Of each lane, unit and receiver the name of its word in each cycle, and of units the number as
 * well, 0 before the first. */
trace_waves trace_waves_make(arena *mem, const trace *t);

#endif
