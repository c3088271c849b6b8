/* SPDX-License-Identifier: MIT */
/* A program as the words that one core loads: blocks of consecutive entries of one table, in the
 * layout of docs/program.md. */
#ifndef TAUFLOW_LOAD_H
#define TAUFLOW_LOAD_H

#include "tauflow_shape.h"

typedef struct {
    uint32_t address; /* LOAD_ADDRESS of the first word; each further word is one index on */
    const uint32_t *words;
    uint32_t words_count; /* at least 1 */
} image_block;

typedef struct {
    tauflow_shape core; /* the core it is for: numbers in the tables are this core's */
    image_block *blocks;
    uint32_t blocks_count, blocks_capacity;
} image;

/* Entries of the tables: docs/program.md. A reception is {select, most, slot}, that of an output
 * port {select, ends}; an issue is two reads {release, constant, index} and the negations of the
 * operands, its second word {shift, above of b, above of a}. `most`, `above`: machine/counts.h. */
enum {
    ENTRY_INDEX_MASK = 0xfff,
    ENTRY_CONSTANT = 1 << 12, /* of a read: the index is of a constant */
    ENTRY_RELEASE = 1 << 13,  /* of a read: the slot is empty afterwards */
    ENTRY_ENDS = 1 << 12,     /* of a reception of an output port: with this word a sample is out */
    ENTRY_MOST_LOW = 12,      /* of a reception into a slot */
    ENTRY_SELECT_LOW = 24,    /* of a reception */
    ENTRY_READ_BITS = 14,
    ENTRY_READ_MASK = (1 << ENTRY_READ_BITS) - 1,
    ENTRY_NEGATE_B_LOW = 2 * ENTRY_READ_BITS,
    ENTRY_NEGATE_A_LOW,
    ENTRY_ISSUE_WORDS = 2,
    ENTRY_ABOVE_BITS = 12, /* of the second word of an issue, for each operand */
    ENTRY_SHIFT_LOW = 2 * ENTRY_ABOVE_BITS /* and of its shift, in cores of fixed point */
};

#endif
