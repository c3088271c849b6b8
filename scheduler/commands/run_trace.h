/* SPDX-License-Identifier: MIT */
/* `tauflow run --engine rtl --trace-out FILE`: events as the Verilated core tells them. */
#ifndef TAUFLOW_RUN_TRACE_H
#define TAUFLOW_RUN_TRACE_H

#include "commands/run_stream.h"

/* Whether the core of a job can be looked into. */
bool run_trace_measures(const run_job *j);

/* One sample, or those of trace_samples an interval apart, through the core, and the file; then the
 * core is restarted. */
status run_trace(arena *mem, const run_job *j, engine *core, diag *d);

#endif
