/* SPDX-License-Identifier: MIT */
/* What the tables of a folder say of cores, robots and circuits. A table is read when the first
 * figure of it is asked for. */
#ifndef TAUFLOW_MEASURE_FIGURES_H
#define TAUFLOW_MEASURE_FIGURES_H

#include "measure/tables/csv.h"

typedef enum {
    AREA, TIMING, CYCLES, CPU, OPERATORS, CIRCUITS, PASSES, COMPARE, FILES
} figures_file;

typedef struct {
    arena *mem;
    const char *folder;
    char **settings; /* NAME=VALUE */
    uint32_t settings_count;
    csv tables[FILES]; /* without a path: not read yet */
    status bad;        /* of reading; a column or number that is wrong is in the diag */
    diag *d;
} figures;

/* A core. */
typedef struct {
    const char *network, *modules, *lanes, *transfer;
    const char *latencies; /* of multiplier and adder, "3,4" */
    const char *depths;    /* their class */
    const char *fixed;     /* bits, "0" for binary32 */
} core;

/* Without rows where it cannot be read, which `bad` says. */
const csv *figures_table(figures *f, figures_file which);
/* The value of a setting; where it is not given the diag has an error, and the value is "". */
const char *figures_setting(figures *f, const char *name);

enum { GRADES = 2 }; /* of slower parts: 8, then 6 */

/* A core's places and routes. */
typedef struct {
    uint32_t runs; /* 0: none, and then nothing else counts */
    double worst, median, best;
    double first; /* of seed 1, which every core has; NAN: not run */
    uint32_t worst_row, last_row; /* in timing.csv */
    double slower[GRADES]; /* the worst in a slower part; NAN: none */
    uint32_t graded; /* runs that have them */
    long comb, comb_of; /* LUT4 after packing, of the device */
    char *routers; /* with commas */
} core_routes;
core_routes figures_routes(figures *f, const core *c);

/* A core's cells on a family of devices. */
typedef struct {
    bool is;
    long lut; /* those of memory among them */
    const char *ff, *dsp, *bram;
} core_cells;
core_cells figures_cells(figures *f, const char *target, const core *c);

/* Cycles of a robot on a core, as text; "" where nobody ran it. */
const char *figures_cycles(figures *f, const char *robot, const core *c);
/* Whether that is a row of cycles.csv. */
bool figures_is_run(const csv *t, uint32_t row, const char *robot, const core *c);
/* Nanoseconds on the CPU; NAN: not run. */
double figures_cpu(figures *f, const char *robot);

/* Of one circuit: all seeds of one with, or without, registers. */
typedef struct {
    uint32_t runs;
    double worst; /* MHz */
    long cycles;  /* of it */
    long every;   /* cycles from sample to sample */
} circuit_routes;
circuit_routes figures_circuit(figures *f, const char *robot, const char *numbers, bool straight);

/* The interval in a circuit's options. */
long circuit_interval(const char *options);
/* Sorts the values; their middle, or the mean of the two. */
double median_of(double *values, uint32_t count);

/* The worst clock of every core of timing.csv and its size, in the order of their names: network,
 * modules, lanes, transfer, mul, add, depth, fixed, 100 times its MHz, LUT4, multiplier blocks. */
void figures_cores_print(figures *f, text *out);

/* The worst MHz of a core of two lanes that stores, and its multiplier blocks; 100 and 0 where it
 * was not routed. */
void figures_routed_print(figures *f, const char *network, const char *modules, text *out);

#endif
