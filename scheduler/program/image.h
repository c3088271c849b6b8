/* A program as the words that one core loads: blocks of consecutive entries of one table, in the layout of
 * docs/program.md. The load stream, the memory files of the RTL and the `.tau` file are prints of these blocks. */
#ifndef TAUFLOW_IMAGE_H
#define TAUFLOW_IMAGE_H

#include "program/program.h"

typedef struct {
    uint32_t address; /* LOAD_ADDRESS of the first word; each further word is one index on */
    const uint32_t *words;
    uint32_t words_count; /* at least 1 */
} image_block;

typedef struct {
    core_shape core; /* the core it is for: numbers in the tables are this core's */
    image_block *blocks;
    uint32_t blocks_count, blocks_capacity;
} image;

/* Refuses a program that does not fit the core. */
status image_build(arena *mem, const program *q, const core_shape *core, image *out, diag *d);

/* One line of 16 hexadecimal digits a word, LOAD_ADDRESS then LOAD_DATA: for $readmemh into a 64-bit memory. */
void image_print_load(const image *i, text *out);
/* The words of one block, one line of 8 digits each: for $readmemh into the memory itself. */
void image_print_block(const image_block *b, text *out);
/* Its file name: length_reception.hex, reception_12.hex, emission_3_word1.hex. */
void image_block_name(const image_block *b, text *out);
/* program.load and one file per block, all or none, into a folder that is made where it is
 * missing. */
status image_write(const image *i, const char *folder, diag *d);

#endif
