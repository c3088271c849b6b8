/* SPDX-License-Identifier: MIT */
/* A table from names to numbers, open addressing: what keeps reading and checking of
 * large graphs linear. */
#ifndef TAUFLOW_NAMES_H
#define TAUFLOW_NAMES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *text; /* NULL: free slot */
    size_t length;
    uint32_t hash, value;
} name_slot;

typedef struct {
    arena *mem;
    name_slot *slots;
    uint32_t slots_count; /* a power of two, or 0 */
    uint32_t used;
} name_table;

name_table names_make(arena *mem);
/* Of so many names, or more: it need not grow to them. */
name_table names_make_for(arena *mem, uint32_t count);
/* True and *value set when the name is there. */
bool names_find(const name_table *t, const char *name, size_t length, uint32_t *value);
/* False, and nothing changed, when the name is there already. The text is not copied: it
 * outlives the table. */
bool names_add(name_table *t, const char *name, size_t length, uint32_t value);

#endif
