/* SPDX-License-Identifier: MIT */
/* Finding things by name: a sorted list of names with the index of what they name. */
#ifndef TAUFLOW_NAME_LIST_H
#define TAUFLOW_NAME_LIST_H

#include "base/arena.h"

#include <stdint.h>

#define NAME_LIST_NONE UINT32_MAX

typedef struct {
    const char *name;
    uint32_t index;
} name_list_entry;

typedef struct {
    name_list_entry *entries;
    uint32_t entries_count, entries_capacity;
} name_list;

/* The name must outlive the list. */
void name_list_add(arena *mem, name_list *n, const char *name, uint32_t index);
/* Call once after the last name_list_add and before any of the functions below. */
void name_list_sort(name_list *n);
/* The lowest index added under this name, NAME_LIST_NONE when there is none. */
uint32_t name_list_find(const name_list *n, const char *name);
/* The lowest index whose name also belongs to a lower index, NAME_LIST_NONE when all differ. */
uint32_t name_list_repeated(const name_list *n);

#endif
