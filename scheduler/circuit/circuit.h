/* SPDX-License-Identifier: MIT */
/* A graph as a circuit of its own: plain Verilog-2005 with one operator per operation, or, where
 * samples do not come every cycle, operators that they share (docs/circuits.md). Its files:
 * emit/verilog/circuit_files.h. */
#ifndef TAUFLOW_CIRCUIT_H
#define TAUFLOW_CIRCUIT_H

#include "circuit/shared_operators.h"

typedef struct {
    const char *name;     /* prefix of everything emitted, a C identifier */
    const device *target;
    uint32_t clock_mhz;   /* 0: combinational */
    uint32_t interval;    /* cycles between samples; above 1: operators are shared, and there is a
                           * clock */
    uint32_t most_blocks; /* multiplier blocks it may take; 0: all of the device, and where they
                           * are shared as few as the interval allows */
    uint32_t vectors;     /* lines of the file of vectors; 0: none */
    uint64_t seed;        /* of their states, and of the image's check samples */
    uint64_t description_hash; /* of the robot, for its image */
} circuit_options;

typedef struct {
    cells cells;
    stages stages;
    shared_operators shared;
    uint32_t latency_cycles; /* from the edge that takes a sample to the first that can hand its
                              * result on; 0: combinational */
} circuit;

/* p passed ops_check. Fails where it is in fixed point wider than a core's words, where its
 * products need more blocks than there are, or where the clock is too fast for one operation. */
status circuit_build(arena *mem, const ops *p, const circuit_options *options, circuit *out,
                     diag *d);

/* "cycle", or "N cycles": how often it takes a sample. */
void circuit_add_interval(const circuit *c, text *out);
/* Multiplier blocks that it takes. */
uint32_t circuit_blocks(const circuit *c);
/* Look-up tables, roughly: of cells, of what chooses operands, of the ranges of inputs and of the
 * queue. */
uint32_t circuit_tables(const circuit *c);

#endif
