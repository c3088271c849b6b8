/* SPDX-License-Identifier: MIT */
/* Figures out of what tools print, as rows of tables. */
#ifndef TAUFLOW_MEASURE_LOGS_H
#define TAUFLOW_MEASURE_LOGS_H

#include "base/text.h"

/* What a report of cells must have: LUTs and flip-flops; LUTs; nothing. */
typedef enum { CELLS_OF_CORE, CELLS_STRAIGHT, CELLS_OF_PART } cells_kind;

/* Yosys's `stat`: lut,lutram,ff,dsp,bram, which are LUTs of logic, LUTs used as memory, flip-flops,
 * multiplier blocks, block memories of 18 kbit. LUTs: LUT4 on ECP5, LUT6 on AMD. A carry cell of
 * ECP5 is two LUTs, one of AMD sits beside its LUTs, which Yosys counts. */
status cells_print(arena *mem, const char *path, cells_kind kind, text *out, diag *d);

/* A log of nextpnr-ecp5: mhz,comb,comb_of,ramw,ff,dsp,bram,logic_ns,routing_ns,from,to. The clock
 * that it gives after placement is an estimate and does not count. A log that does not come to its
 * end is refused, and so is one with an error or without figures. */
status route_print(arena *mem, const char *path, text *out, diag *d);

/* What our programs say of names, in JSON or as NAME=VALUE, with commas between; of a name that
 * stands there again the last value. */
status said_print(arena *mem, const char *path, const char *const *names, uint32_t count,
                  text *out, diag *d);

/* The module around a circuit in Verilog: in and out by one pin each.
 *
 *   uart_rx --> shift register --> registers --> circuit --> registers --> folded by four --> led
 *
 * Two registers follow each output, since the memory that a queue ends in takes the first one in;
 * and never more than four bits are XORed between two registers. So the clock is the circuit's. */
status pins_print(arena *mem, const char *path, text *out, diag *d);

#endif
