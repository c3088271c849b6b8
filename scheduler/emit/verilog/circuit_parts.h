/* SPDX-License-Identifier: MIT */
/* What the writers of a circuit share: names, and the pieces of its files. */
#ifndef TAUFLOW_CIRCUIT_PARTS_H
#define TAUFLOW_CIRCUIT_PARTS_H

#include "circuit/block_sites.h"
#include "emit/verilog/circuit_files.h"

typedef struct {
    arena *mem;
    const circuit *c;
    const ops *p;
    const circuit_options *options;
    const char **in, **outs; /* names of the ports */
    const char **in_said, **outs_said; /* what they are */
    bool clocked;
    bool has_ranges; /* inputs do: out_in_range says whether they kept to them */
    block_sites sites; /* of products */
    text *out;
} circuit_writer;

circuit_writer circuit_writer_make(arena *mem, const circuit *c, const circuit_options *options);

/* A value as it is read in a stage: the wire, or the register that keeps it until then. */
const char *circuit_value(const circuit_writer *w, operand from, uint32_t stage);
/* The integer of a sum's cell as Verilog: its wires, the last of them named as the cell. */
void circuit_write_sum(const circuit_writer *w, uint32_t cell);
/* That of a digit. */
void circuit_write_digit(const circuit_writer *w, uint32_t cell);
/* That of a sine's table, and the functions that the tables are, where there are any. */
void circuit_write_part(const circuit_writer *w, uint32_t cell);
void circuit_write_tables(const circuit_writer *w);

/* An operator of a module of its own, from a and b to a wire: a multiplier block, at a site or
 * NULL, or that of binary32 for a cell; and the module of blocks, which is there where they have
 * registers or sites. */
void circuit_write_block(const circuit_writer *w, const char *to, const char *a, const char *b,
                         const char *site);
bool circuit_names_blocks(const circuit_writer *w);
void circuit_write_operator(const circuit_writer *w, uint32_t cell, const char *to, const char *a,
                            const char *b, const char *negate_a, const char *negate_b);
/* Whether a cell negates an operand, as a bit. */
const char *circuit_negates(const cell *made, uint32_t term);
void circuit_write_block_module(const circuit_writer *w);
/* Operators that several cells share: their results, to be read by cells, all of them, and the
 * module of the registers that say whose turn it is. */
void circuit_declare_shared(const circuit_writer *w);
void circuit_write_shared(const circuit_writer *w);
void circuit_write_turn_module(const circuit_writer *w);
/* moves[stage] in a register of its own, which can stand beside what asks for it. */
void circuit_write_turn(const circuit_writer *w, const char *to, uint32_t stage);

/* The circuit in a module that has wires in_valid, in_ready, out_valid, out_ready, out_in_range,
 * and in and out for all words side by side, the first lowest. */
void circuit_write_instance(const circuit_writer *w, const char *name, const char *reset);

void circuit_write_verilog(const circuit_writer *w);
status circuit_write_bench(const circuit_writer *w, const input_box *box, diag *d);
/* Lines for the testbench's +vectors. */
status circuit_write_vectors(const circuit_writer *w, const input_box *box, diag *d);

#endif
