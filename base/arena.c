/* SPDX-License-Identifier: MIT */
/* Bump allocation in blocks that double in size; freeing walks the chain of blocks. With the
 * address sanitizer each allocation is a block of its own and of no more bytes than asked for: what
 * is written past it would else fall into a neighbour unseen. */
#include "base/arena.h"

#include "base/sanitizers.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    arena_block *older;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

enum { FIRST_BLOCK_BYTES = 16 * 1024, LARGEST_BLOCK_BYTES = 4 * 1024 * 1024 };

arena arena_make(void)
{
    return (arena){0};
}

void arena_free(arena *a)
{
    while (a->newest) {
        arena_block *older = a->newest->older;
        free(a->newest);
        a->newest = older;
    }
    a->used_bytes = 0;
}

static void out_of_memory(const arena *a, size_t bytes)
{
    if (a->no_memory)
        longjmp(*a->no_memory, 1);
    fprintf(stderr, "tauflow: error: out of memory (%zu bytes asked for)\n", bytes);
    exit(1);
}

void *arena_room(arena *a, size_t bytes)
{
    const size_t align = alignof(max_align_t);
    if (bytes > SIZE_MAX / 2)
        out_of_memory(a, bytes);
    if (!ADDRESS_SANITIZER)
        bytes = (bytes + align - 1) / align * align;
    arena_block *block = a->newest;
    if (!block || ADDRESS_SANITIZER || block->size - block->used < bytes) {
        size_t size = block ? block->size * 2 : FIRST_BLOCK_BYTES;
        if (size > LARGEST_BLOCK_BYTES)
            size = LARGEST_BLOCK_BYTES;
        if (size < bytes || ADDRESS_SANITIZER)
            size = bytes;
        arena_block *fresh = malloc(sizeof *fresh + size);
        if (!fresh)
            out_of_memory(a, size);
        *fresh = (arena_block){.older = block, .size = size};
        a->newest = block = fresh;
    }
    void *at = block->bytes + block->used;
    block->used += bytes;
    a->used_bytes += bytes;
    return at;
}

void *arena_alloc(arena *a, size_t bytes)
{
    return memset(arena_room(a, bytes), 0, bytes);
}

char *arena_strndup(arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(arena *a, const char *text)
{
    return arena_strndup(a, text, strlen(text));
}

char *arena_printf(arena *a, const char *format, ...)
{
    char line[256];
    va_list args, again;
    assert(format); /* said aloud, for gcc thinks otherwise when sanitizers are on */
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    size_t bytes = length < 0 ? 0 : (size_t)length;
    char *text = arena_alloc(a, bytes + 1);
    if (bytes < sizeof line)
        memcpy(text, line, bytes);
    else
        vsnprintf(text, bytes + 1, format, again);
    va_end(again);
    return text;
}

void *arena_grow_more(arena *a, void *array, size_t want, uint32_t *capacity,
                      size_t element_bytes)
{
    const size_t used = (size_t)*capacity * element_bytes;
    size_t grown = *capacity ? (size_t)*capacity * 2 : 8;
    if (grown < want)
        grown = want;
    if (grown > UINT32_MAX / 2)
        out_of_memory(a, grown * element_bytes);
    unsigned char *fresh = arena_room(a, grown * element_bytes);
    if (used)
        memcpy(fresh, array, used);
    memset(fresh + used, 0, grown * element_bytes - used);
    *capacity = (uint32_t)grown;
    return fresh;
}
