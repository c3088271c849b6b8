/* SPDX-License-Identifier: MIT */
/* What a program does when samples follow each other without end, computed from its sequences
 * alone. */
#ifndef TAUFLOW_STEADY_H
#define TAUFLOW_STEADY_H

#include "program/program.h"

typedef struct {
    uint32_t samples, cycles; /* every event, in every part of the core, comes again `cycles` cycles
                                 later with the sample that is `samples` further on, for ever */
    uint32_t latency_cycles;  /* the longest of a sample in that regime, first word in to last word
                                 out, both counted */
} steady;

/* Runs the events of timing.h on times instead of words: each event's cycle is the latest of those
 * it waits for. The machine is a marked graph, so the run becomes periodic, and it is periodic for
 * ever once all events of as many samples as an event can reach back repeat with one shift. The
 * program must have passed program_check. pace_cycles: a sample is not offered sooner than this
 * after the one before; 0: at once. Fails when no period was found within the limit of samples. */
status program_steady(const program *prog, uint32_t pace_cycles, steady *out, diag *d);

/* The most packets that can be in the core and not out again when nothing moves any more. Where
 * slots rotate a packet may come earlier in some rounds than in others. The program must have
 * passed program_check. */
uint32_t program_lag(const program *prog);

#endif
