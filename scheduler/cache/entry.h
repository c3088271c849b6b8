/* SPDX-License-Identifier: MIT */
/* The text of a kept result, and how it is cut into its parts. */
#ifndef TAUFLOW_CACHE_ENTRY_H
#define TAUFLOW_CACHE_ENTRY_H

#include "cache/cache.h"

typedef struct {
    const char *bytes; /* NULL: it has none */
    size_t length;
} entry_part;

typedef struct {
    const char **items;
    uint32_t items_count, items_capacity;
} entry_notes;

typedef struct {
    uint32_t variants; /* of the equations, that were weighed */
    entry_notes notes, warnings; /* that the search gave */
    entry_part equations; /* a net (functions/net_text.h) */
    entry_part schedule;  /* of a .sched file what follows the operations */
} cache_entry;

void entry_print(const cache_entry *e, const cache_key *key, text *out);
/* False: it is damaged, or of another key. Parts lie in `bytes`, which a NUL byte ends. */
bool entry_parse(arena *mem, const text *bytes, const cache_key *key, cache_entry *out);

#endif
