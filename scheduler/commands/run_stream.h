/* SPDX-License-Identifier: MIT */
/* `tauflow run`, in parts: what is run, and the run with --stream, samples back to back. */
#ifndef TAUFLOW_RUN_STREAM_H
#define TAUFLOW_RUN_STREAM_H

#include "commands/engine.h"
#include "commands/options.h"

/* The clock that samples per second are told for, unless --mhz says otherwise. */
#define USUAL_MHZ 100

/* A robot made ready for a core. */
typedef struct {
    const ops *p;
    machine m;
    schedule s;
    program q;
    tauflow_shape core;
    image words;
    expected_error expected;
    engine_options engine;
    progress *life; /* NULL: nobody watches */
    const char *trace_out;  /* file for events, or NULL */
    const uint32_t *traced; /* the states whose events they are, trace_samples of them */
    check_result check;
} run_job;

/* Tells the user when fewer samples were run than wanted. */
void run_note(uint32_t done, uint32_t wanted, diag *d);

/* All states of t back to back: interval from the sequences and as it is, every word against the
 * evaluator; then a few samples at the pace of the interval for the latency, and --stalls runs with
 * stalls. Fails, after printing, when the machine does not do what was promised. */
status run_stream(arena *mem, const run_job *j, const settings *s, sample_set *t, text *out,
                  diag *d);

#endif
