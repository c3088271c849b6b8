/* SPDX-License-Identifier: MIT */
/* The files of a circuit (docs/circuits.md): Verilog, a testbench that knows every expected bit,
 * the constraint of its clock, the module and the image with which it stands in a core's place. */
#ifndef TAUFLOW_CIRCUIT_FILES_H
#define TAUFLOW_CIRCUIT_FILES_H

#include "circuit/circuit.h"
#include "numbers/input_box.h"

typedef enum {
    CIRCUIT_VERILOG,
    CIRCUIT_BENCH,
    CIRCUIT_VECTORS,
    CIRCUIT_LPF,
    CIRCUIT_XDC,
    CIRCUIT_CORE,
    CIRCUIT_IMAGE,
    CIRCUIT_FILES
} circuit_file;

/* File name of each: NAME_circuit.v, NAME_circuit_tb.v, NAME_circuit.txt, NAME_circuit.lpf,
 * NAME_circuit.xdc, NAME_circuit_core.v, NAME_circuit.tau. */
const char *circuit_file_name(arena *mem, const char *name, circuit_file file);
/* Whether there is such a file: constraints are for clocks, vectors for who asked. */
bool circuit_has_file(const circuit_options *options, circuit_file file);

/* Adds to the files; states of the testbench are drawn from the box (of binary32 NULL: in the
 * ranges of machine/words.def). Equal arguments give equal bytes. */
status circuit_write(const circuit *c, const circuit_options *options, const input_box *box,
                     text files[CIRCUIT_FILES], diag *d);

#endif
