/* SPDX-License-Identifier: MIT */
/* Drives the streams of any core (twin or RTL) with samples, with stalls on demand, and takes the
 * results: the user of a core that never breaks the stream rules. */
#ifndef TAUFLOW_STREAM_RUN_H
#define TAUFLOW_STREAM_RUN_H

#include "base/progress.h"
#include "machine/twin.h"
#include "program/program.h"

stream_core stream_twin(twin *t);

typedef struct {
    bool overlap;             /* a sample may enter before the last one is out */
    uint32_t pace; /* cycles that a sample is offered after the one before, at least; 0: at once */
    uint32_t mark;            /* sample, from 1, whose end is reported */
    uint32_t in_stall,
        out_stall; /* of 256 cycles, how many on average offer no word, take no word */
    uint64_t seed;
    uint32_t patience; /* cycles without a word in or out before the core counts as stuck; 0:
                          STREAM_PATIENCE */
    progress *life;    /* may end the run: no further sample enters; NULL: nobody watches */
} stream_options;

typedef struct {
    uint64_t cycles;               /* of the whole run */
    uint32_t least, most;          /* of one sample: first word in to last word out, both counted */
    uint64_t mark_end;             /* cycle in which sample `mark` was out */
    uint32_t most_after;           /* the most cycles of a sample after that one */
    uint64_t first_end, last_end;  /* cycles in which the first and the last sample were out */
    uint32_t done;                 /* samples whose last word came: all, or at least one */
} stream_report;

/* `in`: count x inputs_count words of binary32 bits; `out`: count x outputs_count. Fails when the
 * core stands still or when a packet has the wrong length. A program with flush > 0 must have been
 * started anew: its sequences do not end with a sample. */
enum { STREAM_PATIENCE = 100000 };
status stream_run(const stream_core *core, const program *prog, const stream_options *o,
                  const uint32_t *in, uint32_t count, uint32_t *out, stream_report *report,
                  diag *d);

/* Cycles between the ends of samples that follow each other without a pause; 0 for fewer than
 * two. */
double stream_interval(const stream_report *r);

#endif
