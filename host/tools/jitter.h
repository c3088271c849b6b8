/* SPDX-License-Identifier: MIT */
/* tauflow-bench --jitter: steps at even moments, as a control loop makes them. */
#ifndef TAUFLOW_JITTER_H
#define TAUFLOW_JITTER_H

#include "tool.h"

typedef struct {
    uint32_t steps, period_us;
    uint32_t priority; /* of SCHED_FIFO; 0: as it is */
    bool json;
} jitter_settings;

typedef struct {
    tauflow_status (*step)(void *user, tauflow *core, uint32_t number);
    void *user;
} jitter_load;

/* How late torques are after the moments at which their steps are due, as a histogram, and beside
 * it that of cyclictest with the same period, priority and number of moments, where it is
 * installed. A step that is not over after a period is missed, and recovered from. */
status jitter_measure(arena *mem, tauflow *core, const char *device, const jitter_settings *s,
                      const jitter_load *load, text *out, diag *d);

#endif
