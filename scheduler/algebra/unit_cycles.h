/* SPDX-License-Identifier: MIT */
/* What the length of a path is measured by. */
#ifndef TAUFLOW_UNIT_CYCLES_H
#define TAUFLOW_UNIT_CYCLES_H

#include "machine/kinds.h"

/* What a path's length counts: latency and transfer of an operation of each kind; >= 1. */
typedef struct {
    uint32_t of[UNIT_KINDS];
    uint32_t sine; /* from a sample's start until a sine or cosine of it is there; 0: it is given */
    uint32_t lanes; /* inputs that come per cycle, most urgent first; 0: all are there at once */
    uint32_t leave; /* from one output that leaves to the next; 0: they leave at once */
} unit_cycles;

#endif
