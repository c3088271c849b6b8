/* Finding things by name: a sorted list of names with the index of what they name. */
#ifndef TAUFLOW_NAMES_H
#define TAUFLOW_NAMES_H

#include "base/arena.h"

#include <stdint.h>

#define NAMES_NONE UINT32_MAX

typedef struct {
    const char *name;
    uint32_t index;
} names_entry;

typedef struct {
    names_entry *entries;
    uint32_t entries_count, entries_capacity;
} names;

/* The name must outlive the list. */
void names_add(arena *mem, names *n, const char *name, uint32_t index);
/* Call once after the last names_add and before any of the functions below. */
void names_sort(names *n);
/* The lowest index added under this name, NAMES_NONE when there is none. */
uint32_t names_find(const names *n, const char *name);
/* The lowest index whose name also belongs to a lower index, NAMES_NONE when all differ. */
uint32_t names_repeated(const names *n);

#endif
