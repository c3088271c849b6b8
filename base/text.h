/* A growing text in an arena, the target of every printer; and whole files, read with a limit.
 * output.h writes them. */
#ifndef TAUFLOW_TEXT_H
#define TAUFLOW_TEXT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    arena *mem;
    char *bytes; /* always ends in NUL */
    size_t length, capacity;
} text;

text text_make(arena *mem);
void text_add(text *t, const char *piece);
void text_add_bytes(text *t, const void *bytes, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_printf(text *t, const char *format, ...);
/* A double that reads back to the same bits: shortest of %.15g, %.16g, %.17g. */
void text_add_number(text *t, double value);
/* A JSON string literal, quotes and escapes included. */
void text_add_json_string(text *t, const char *value);

/* Reads a whole file into the arena, NUL added. Fails with a clear message when it is missing, a
 * folder, unreadable or longer than limit_bytes; one that says it is longer is not read. */
status file_read(arena *mem, const char *path, size_t limit_bytes, char **bytes, size_t *length,
                 diag *d);
/* The same for text forms, limits.h: refuses a NUL byte with its place as soon as it is read. */
status file_read_text(arena *mem, const char *path, char **bytes, size_t *length, diag *d);

#endif
