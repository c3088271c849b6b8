/* SPDX-License-Identifier: MIT */
#include "robot/name_list.h"

#include <stdlib.h>
#include <string.h>

void name_list_add(arena *mem, name_list *n, const char *name, uint32_t index)
{
    *ARENA_PUSH(mem, n, entries) = (name_list_entry){.name = name, .index = index};
}

static int entry_compare(const void *a, const void *b)
{
    const name_list_entry *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

void name_list_sort(name_list *n)
{
    if (n->entries_count > 1)
        qsort(n->entries, n->entries_count, sizeof *n->entries, entry_compare);
}

uint32_t name_list_find(const name_list *n, const char *name)
{
    uint32_t low = 0, high = n->entries_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(n->entries[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n->entries_count && strcmp(n->entries[low].name, name) == 0 ? n->entries[low].index
                                                                             : NAME_LIST_NONE;
}

uint32_t name_list_repeated(const name_list *n)
{
    uint32_t lowest = NAME_LIST_NONE;
    for (uint32_t i = 1; i < n->entries_count; i++)
        if (strcmp(n->entries[i - 1].name, n->entries[i].name) == 0 && n->entries[i].index < lowest)
            lowest = n->entries[i].index;
    return lowest;
}
