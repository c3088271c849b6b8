/* SPDX-License-Identifier: MIT */
/* A program as the words that one core loads: blocks of consecutive entries of one table, in the
 * layout of machine/load.def (docs/program.md). */
#ifndef TAUFLOW_LOAD_H
#define TAUFLOW_LOAD_H

#include "machine/shape.h"
#include "tauflow_load.h"
#include "tauflow_regs.h"

#include <assert.h>
#include <stdbool.h>

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

/* Words of an issue: TAUFLOW_ISSUE_FIRST_x, TAUFLOW_ISSUE_SECOND_x. `most`, `above`:
 * machine/counts.h. */
enum { ISSUE_WORDS = TAUFLOW_WORD_SECOND + 1 };

/* Of an operand, 0 or 1: TAUFLOW_READ_x. */
static inline uint32_t issue_read(uint32_t first, uint32_t port)
{
    return port ? TAUFLOW_GET(first, ISSUE_FIRST_B) : TAUFLOW_GET(first, ISSUE_FIRST_A);
}

static inline uint32_t issue_above(uint32_t second, uint32_t port)
{
    return port ? TAUFLOW_GET(second, ISSUE_SECOND_ABOVE_B)
                : TAUFLOW_GET(second, ISSUE_SECOND_ABOVE_A);
}

static inline uint32_t read_word(uint32_t index, bool constant, bool release)
{
    return TAUFLOW_PUT(index, READ_INDEX) | TAUFLOW_PUT((uint32_t)constant, READ_CONSTANT) |
           TAUFLOW_PUT((uint32_t)release, READ_RELEASE);
}

/* What the fields must hold. */
static_assert(TAUFLOW_OPERANDS == 2, "an issue has the operands a and b");
static_assert(TAUFLOW_SLOTS_MOST <= 1u << TAUFLOW_RECEPTION_SLOT_BITS &&
                  TAUFLOW_SLOTS_MOST <= 1u << TAUFLOW_RECEPTION_MOST_BITS &&
                  TAUFLOW_SLOTS_MOST <= 1u << TAUFLOW_READ_INDEX_BITS &&
                  TAUFLOW_CONSTANTS_MOST <= 1u << TAUFLOW_READ_INDEX_BITS &&
                  TAUFLOW_SLOTS_MOST <= 1u << TAUFLOW_ISSUE_SECOND_ABOVE_A_BITS &&
                  TAUFLOW_SLOTS_MOST <= 1u << TAUFLOW_ISSUE_SECOND_ABOVE_B_BITS,
              "load.def: slots and constants of the largest core");
static_assert(CORE_RECEIVERS_MOST <= 1u << TAUFLOW_LOAD_OWNER_BITS &&
                  CORE_UNITS_MOST + TAUFLOW_LANES_MOST + 2 * TAUFLOW_MODULES_MOST <=
                      1u << TAUFLOW_RECEPTION_SELECT_BITS &&
                  CORE_SEQUENCE_MOST < 1u << TAUFLOW_LOAD_INDEX_BITS &&
                  TAUFLOW_EXTENT_COUNT_BITS == TAUFLOW_LOAD_INDEX_BITS,
              "load.def: owners, sources and entries of the largest core");
/* What rtl/core/ takes for granted. */
static_assert(TAUFLOW_LOAD_DATA_LOW == 0, "load.def: bits of entries are bits of LOAD");
static_assert(TAUFLOW_LOAD_WRITE_LOW + 1 == TAUFLOW_LOAD_BITS, "load.def: WRITE is the highest");

#endif
