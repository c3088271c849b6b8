/* SPDX-License-Identifier: MIT */
/* The tables of an image, as a core of the shape that it asks for would load them: every owner's
 * sequence, entry by entry, with receivers and sources by their numbers (docs/program.md). */
#ifndef TAUFLOW_TABLES_H
#define TAUFLOW_TABLES_H

#include "base/arena.h"
#include "machine/load.h"
#include "machine/tau_image.h"

/* Bit r % 32 of word r / 32: receiver r is in it. */
typedef struct {
    uint32_t bits[CORE_MASK_WORDS];
} receiver_set;

typedef struct {
    uint32_t count, loop; /* of receptions */
    uint32_t *source;     /* that each waits for */
    tau_block receptions; /* slot and the number of words: machine/load.h */
    tau_block constants;
} receiver_table;

typedef struct {
    uint32_t count, loop;
    tau_block issues[ISSUE_WORDS];
} unit_table;

typedef struct {
    uint32_t count, loop;
    receiver_set *to; /* of each word */
} source_table;

typedef struct {
    const tau_image *image;
    const tauflow_shape *c;
    receiver_table *receivers;
    unit_table *units;
    source_table *sources;
} tables;

/* Of an image that tau_image_read accepted, and no circuit's. */
tables tables_read(arena *mem, const tau_image *from);

/* Word `index` of a block. */
static inline uint32_t table_entry(const tau_block *b, uint32_t index)
{
    return tau_word(b->words + 4 * (size_t)index);
}

static inline bool set_has(const receiver_set *set, uint32_t receiver)
{
    return set->bits[receiver / 32] >> receiver % 32 & 1;
}

#endif
