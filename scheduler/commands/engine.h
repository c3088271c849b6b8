/* SPDX-License-Identifier: MIT */
/* What a program runs on: the software twin or a Verilated core. */
#ifndef TAUFLOW_ENGINE_H
#define TAUFLOW_ENGINE_H

#include "program/stream_run.h"

/* ENGINE_AUTO is a wish: the Verilated core where it is built or can be, else the twin. */
typedef enum { ENGINE_AUTO, ENGINE_TWIN, ENGINE_RTL } engine_kind;
extern const char *const ENGINE_WORD[];

typedef struct engine engine;

/* The core that a program is run on when none is named. For the twin: just what the program needs.
 * For RTL: the smallest size of machine/shape.def that holds it, so that few cores have to be
 * built; refused where the largest does not. */
status engine_core(engine_kind kind, const tauflow_shape *needed, tauflow_shape *out, diag *d);

typedef struct {
    engine_kind kind;
    const char *cores; /* RTL: folder of built cores; NULL: the usual places */
    const char *trace; /* RTL: file for the waveform; "": none, but engine_watch; or NULL */
} engine_options;

/* With the image loaded and running, counters at 0. To be closed. */
status engine_open(arena *mem, const engine_options *o, const image *words, engine **out, diag *d);
void engine_close(engine *e);

stream_core engine_stream(engine *e);
/* Sequences at their starts, everything empty, figures 0: samples that were left in it by a stream
 * are gone. */
status engine_restart(engine *e, diag *d);
/* RTL with a trace: every event is told to `tell`, NULL: to nobody. */
void engine_watch(engine *e, core_watcher *tell, void *user);
const twin *engine_twin(const engine *e); /* NULL for RTL */
/* Counters; issues and stalls in mem. */
status engine_figures(arena *mem, engine *e, twin_figures *out, diag *d);

#endif
