/* SPDX-License-Identifier: MIT */
/* A program as the words that one core loads: blocks of consecutive entries of one table, in the
 * layout of docs/program.md. The load stream, the memory files of the RTL and the `.tau` file are
 * prints of these blocks. */
#ifndef TAUFLOW_IMAGE_H
#define TAUFLOW_IMAGE_H

#include "machine/load.h"
#include "program/program.h"

/* Refuses a program that does not fit the core. A circuit has no tables but the lengths of its
 * packets. */
status image_build(arena *mem, const program *prog, const tauflow_shape *core, image *out, diag *d);

/* One line of 16 hexadecimal digits a word, LOAD_ADDRESS then LOAD_DATA: for $readmemh into a
 * 64-bit memory. */
void image_print_load(const image *i, text *out);
/* The words of one block, one line of 8 digits each: for $readmemh into the memory itself. */
void image_print_block(const image_block *b, text *out);
/* Its file name: length_reception.hex, reception_12.hex, emission_3_word1.hex. */
void image_block_name(const image_block *b, text *out);
/* program.load and one file per block, all or none, into a folder that is made where it is
 * missing. */
status image_write(const image *i, const char *folder, diag *d);

#endif
