/* SPDX-License-Identifier: MIT */
/* `tauflow run --cycles-dump`: every unit's operation and values, cycle by cycle. */
#ifndef TAUFLOW_CYCLES_DUMP_H
#define TAUFLOW_CYCLES_DUMP_H

#include "commands/run_stream.h"

typedef struct {
    const run_job *j;
    const twin *core;
    uint32_t **order; /* [unit][number]: the operation */
    text *out;
} cycles_dump;

/* Prints the head line. */
cycles_dump cycles_dump_begin(arena *mem, const run_job *j, const twin *core, text *out);
/* As stream_core.watch; user is a cycles_dump. */
void cycles_dump_cycle(void *user, uint64_t cycle);

#endif
