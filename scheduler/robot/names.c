#include "robot/names.h"

#include <stdlib.h>
#include <string.h>

void names_add(arena *mem, names *n, const char *name, uint32_t index)
{
    *ARENA_PUSH(mem, n, entries) = (names_entry){.name = name, .index = index};
}

static int entry_compare(const void *a, const void *b)
{
    const names_entry *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

void names_sort(names *n)
{
    if (n->entries_count > 1)
        qsort(n->entries, n->entries_count, sizeof *n->entries, entry_compare);
}

uint32_t names_find(const names *n, const char *name)
{
    uint32_t low = 0, high = n->entries_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(n->entries[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n->entries_count && strcmp(n->entries[low].name, name) == 0 ? n->entries[low].index : NAMES_NONE;
}

uint32_t names_repeated(const names *n)
{
    uint32_t lowest = NAMES_NONE;
    for (uint32_t i = 1; i < n->entries_count; i++)
        if (strcmp(n->entries[i - 1].name, n->entries[i].name) == 0 && n->entries[i].index < lowest)
            lowest = n->entries[i].index;
    return lowest;
}
