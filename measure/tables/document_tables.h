/* SPDX-License-Identifier: MIT */
/* The tables of documents and the plot, of the figures of a folder. */
#ifndef TAUFLOW_MEASURE_DOCUMENT_TABLES_H
#define TAUFLOW_MEASURE_DOCUMENT_TABLES_H

#include "measure/tables/figures.h"

/* Of measure/synth: routed, strangers, seeds, operators, sizes, robots, networks, ideas, formats,
 * texts, beside, circuits; of hls: passes, compare. Settings, where a table needs them: chosen, the
 * pair of latencies of tables that show only one; sizes, numbers of modules; depths, those of the
 * core that ships, NAME NUMBER ...; texts, hashes of today's RTL, FAMILY HASH .... A place without
 * a figure says "not run". The clock is the worst of all seeds; networks and ideas compare cores by
 * seed 1, which every core has. */
status table_print(figures *f, const char *name, place at, text *out);

/* LUTs and time per sample over the number of modules, both networks, as SVG. Settings: chosen,
 * sizes, robot. The axis of modules is logarithmic; a point without a figure is left out. */
status plot_print(figures *f, text *out);

/* Adds a table; whoever calls it asks figures_verdict then. */
typedef void table_printer(figures *f, text *out);
table_printer circuits_table, beside_table, operators_table, texts_table, passes_table,
    compare_table;

/* The words of that setting, WORDS_MOST at most. */
uint32_t sizes_of(figures *f, char **sizes);

/* A core of binary32 with two lanes and the usual depths. */
core core_of(const char *network, const char *modules, const char *transfer,
             const char *latencies);

/* Depths of a core: those of the core that ships where it was routed with them. */
const char *depths_of(figures *f, const core *c);

/* What was found wrong on the way: STATUS_OK, or the diag has it. */
status figures_verdict(const figures *f);

#endif
