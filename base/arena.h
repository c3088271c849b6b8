/* SPDX-License-Identifier: MIT */
/* One arena per form: memory that is freed whole. Allocation never fails to the
 * caller: when the machine has no memory left the process ends with one line and exit
 * code 1 (nothing is half-written, because files are renamed into place when complete).
 * A library, which must not end the process, says where to go on instead. */
#ifndef TAUFLOW_ARENA_H
#define TAUFLOW_ARENA_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arena_block arena_block;

typedef struct {
    arena_block *newest;
    size_t used_bytes; /* handed out so far, for reports */
    jmp_buf *no_memory; /* longjmp to here with 1 when there is none; NULL: the process ends */
} arena;

arena arena_make(void);
void arena_free(arena *a);

/* Zeroed memory, aligned for any type; lives until arena_free. */
void *arena_alloc(arena *a, size_t bytes);
/* The same, with anything in it: for what is written whole at once. */
void *arena_room(arena *a, size_t bytes);
char *arena_strdup(arena *a, const char *text);
char *arena_strndup(arena *a, const char *text, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
char *arena_printf(arena *a, const char *format, ...);

/* Room for `want` elements in a growing array: doubles `*capacity` and copies when
 * needed (the old copy stays in the arena). Returns the array to use from now on. */
void *arena_grow_more(arena *a, void *array, size_t want, uint32_t *capacity,
                      size_t element_bytes); /* where there is none yet */
static inline void *arena_grow(arena *a, void *array, size_t want, uint32_t *capacity,
                               size_t element_bytes)
{
    return want <= *capacity ? array : arena_grow_more(a, array, want, capacity, element_bytes);
}

#define ARENA_ARRAY(a, type, count) ((type *)arena_alloc((a), (size_t)(count) * sizeof(type)))

/* Appends one zeroed element to `array` (fields NAME and NAME_count, NAME_capacity of *owner)
 * and yields a pointer to it. */
#define ARENA_PUSH(a, owner, name)                                                              \
    ((owner)->name##_count < (owner)->name##_capacity                                           \
         ? (void)0                                                                              \
         : (void)((owner)->name = arena_grow((a), (owner)->name,                                \
                                             (size_t)(owner)->name##_count + 1,                 \
                                             &(owner)->name##_capacity, sizeof *(owner)->name)), \
     &(owner)->name[(owner)->name##_count++])

#endif
