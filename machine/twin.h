/* SPDX-License-Identifier: MIT */
/* The software twin of a core: the same tables, loaded by the same words, moved by the rules of
 * timing.h one cycle at a time, with the arithmetic of the operators. It knows no schedule. */
#ifndef TAUFLOW_TWIN_H
#define TAUFLOW_TWIN_H

#include "machine/load.h"
#include "base/arena.h"
#include "machine/pins.h"

/* What a unit started in the last cycle. */
typedef struct {
    bool started;
    uint32_t number; /* in its sequence */
    uint32_t a, b, result;
} twin_issue;

/* The figures of the registers of the same names. */
typedef struct {
    uint32_t samples, cycles, interval, busy, errors;
    const uint32_t *issues, *stalls; /* by unit */
} twin_figures;

typedef struct twin twin;

/* Lives in mem. Nothing is loaded; all lengths are 0. */
twin *twin_make(arena *mem, const tauflow_shape *core);
/* One word of the load window; false when the core has no such place. */
bool twin_load(twin *t, uint32_t address, uint32_t data);
/* All blocks of an image for this core, then a restart. */
void twin_load_image(twin *t, const image *i);
/* RUN to 0 and to 1 again, counters cleared: sequences at their starts, everything empty. */
void twin_restart(twin *t);

void twin_cycle(twin *t, const core_in *in, core_out *out);

const twin_issue *twin_issues(const twin *t); /* by unit, of the last cycle */
twin_figures twin_read(const twin *t);
/* A write of ERRORS: the bits that are set become 0. */
void twin_clear_errors(twin *t, uint32_t bits);
/* True when no word is anywhere and every sequence is at its start. */
bool twin_empty(const twin *t);

#endif
