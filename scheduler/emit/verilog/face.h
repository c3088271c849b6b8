/* SPDX-License-Identifier: MIT */
/* A circuit behind the face of a core (docs/circuits.md): its shape, which names it, the program
 * that its image holds in place of tables, and the module that stands where a core has tau_core. */
#ifndef TAUFLOW_CIRCUIT_FACE_H
#define TAUFLOW_CIRCUIT_FACE_H

#include "emit/verilog/circuit_parts.h"
#include "machine/sha256.h"
#include "program/program.h"

/* As many lanes as there are words, up to the most of a core. `verilog`: the text of the circuit,
 * whose CRC-32 with the lanes is its number. */
tauflow_shape circuit_shape(const circuit *c, const text *verilog);

/* Packets and times, and no sequences: word k of a packet is input k, output k. */
program circuit_program(arena *mem, const circuit *c, const tauflow_shape *shape);

/* NAME_circuit_core.v. */
void circuit_write_core(const circuit_writer *w, const tauflow_shape *shape);

/* Which Verilog an image is of (docs/tau.md, TEXT): `core` is NAME_circuit_core.v, `verilog`
 * NAME_circuit.v. */
void circuit_text_hash(const text *core, const text *verilog, uint8_t hash[SHA256_BYTES]);

#endif
