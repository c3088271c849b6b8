/* SPDX-License-Identifier: MIT */
/* The Verilated core: opened by shape, loaded with an image over its registers, clocked as the twin
 * is (stream_core), its figures read from its registers. */
#ifndef TAUFLOW_RTL_CORE_H
#define TAUFLOW_RTL_CORE_H

#include "base/text.h"
#include "machine/load.h"
#include "machine/pins.h"
#include "machine/shape.h"

typedef struct rtl_core rtl_core;

/* Name of a shape, with _trace at the end where that is wished, as sim/core.sh takes it. */
void rtl_name(const tauflow_shape *shape, bool trace, text *out);

/* folder/NAME/core.so, which sim/core.sh builds from the name (commands/core_build.h). trace:
 * file for the waveform; "": none, but rtl_watch may be called; NULL: neither. Registers that reset
 * does not reach start with values made from `seed`. Refuses a core whose registers tell another
 * shape. */
status rtl_open(arena *mem, const char *folder, const tauflow_shape *shape, const char *trace,
                uint32_t seed, rtl_core **out, diag *d);
void rtl_close(rtl_core *core);

/* Stops the core, writes every block, checks that all words arrived, starts it with its counters
 * cleared. */
status rtl_load(rtl_core *core, const image *i, diag *d);
/* The loaded program from its beginning: sequences at their starts, everything empty, figures 0. */
status rtl_restart(rtl_core *core, diag *d);

/* For stream_run. Valid while the core is open. */
stream_core rtl_stream(rtl_core *core);

status rtl_read(rtl_core *core, uint32_t address, uint32_t *data, diag *d);
status rtl_write(rtl_core *core, uint32_t address, uint32_t data, diag *d);
/* What the core says of itself. */
status rtl_shape(rtl_core *core, tauflow_shape *out, diag *d);

/* The figures of the registers of the same names; issues and stalls by unit, in mem. */
typedef struct {
    uint32_t samples, cycles, interval, busy, errors;
    uint32_t *issues, *stalls;
} rtl_figures;
status rtl_figures_read(arena *mem, rtl_core *core, rtl_figures *out, diag *d);

/* From now on every event of the core is told to `tell`, NULL: to nobody. */
void rtl_watch(rtl_core *core, core_watcher *tell, void *user);

/* Clock cycles since open. */
uint64_t rtl_cycles(const rtl_core *core);

#endif
