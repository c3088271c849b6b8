/* SPDX-License-Identifier: MIT */
/* A growing text in an arena, the target of every printer; and whole files, read with a limit.
 * output.h writes them. */
#ifndef TAUFLOW_TEXT_H
#define TAUFLOW_TEXT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    arena *mem;
    char *bytes; /* always ends in NUL */
    size_t length, capacity;
} text;

text text_make(arena *mem);
void text_add(text *t, const char *piece);
void text_add_bytes(text *t, const void *bytes, size_t length);
/* A number of so many bytes, for files that are no text. */
void text_add_low_first(text *t, uint64_t value, uint32_t bytes);
void text_add_double(text *t, double value);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_printf(text *t, const char *format, ...);
/* A double that reads back to the same bits: shortest of %.15g, %.16g, %.17g. */
void text_add_number(text *t, double value);
/* A JSON string literal, quotes and escapes included. */
void text_add_json_string(text *t, const char *value);

/* A field of a CSV file (RFC 4180): in quotes where it holds a comma, a quote, a line's end or
 * blanks at its ends. */
void text_add_csv(text *t, const char *value);
/* A text out of a file, for a terminal: what would not be shown but obeyed, control characters of
 * ASCII and of Unicode, becomes \xNN. */
void text_add_plain(text *t, const char *value);

/* How long a pipe that the user names may have no writer. */
enum { TEXT_WRITER_SECONDS = 5 };

/* Reads a whole file into the arena, NUL added. Fails with a clear message when it is missing, no
 * regular file, unreadable or longer than limit_bytes; one that says it is longer is not read. For
 * files that other files name: nobody waits for a pipe that somebody else has put there. */
status file_read(arena *mem, const char *path, size_t limit_bytes, char **bytes, size_t *length,
                 diag *d);
/* The same of a file that the user names himself: a pipe or a device will do. A pipe that nobody
 * has opened to write within TEXT_WRITER_SECONDS is refused. */
status file_read_given(arena *mem, const char *path, size_t limit_bytes, char **bytes,
                       size_t *length, diag *d);
/* And for text forms, limits.h: refuses a NUL byte with its place as soon as it is read. */
status file_read_text(arena *mem, const char *path, char **bytes, size_t *length, diag *d);

/* An input that is read once, however many forms are made of it, and its name in messages. */
typedef struct {
    const char *name; /* the path, or <stdin> */
    const char *path; /* NULL where it cannot be read again: standard input, a pipe, a device */
    char *bytes;      /* NUL added */
    size_t length;
    /* As the file has them, where readers put others into their place: with files that it includes,
     * or what a program made of it. */
    const char *file_bytes;
    size_t file_length;
} input_file;

/* Whether the path stands for standard input: "-". */
bool input_is_stdin(const char *path);
/* Whether the path has that ending, such as ".ops", behind a name. */
bool path_has_ending(const char *path, const char *ending);
/* Reads it, up to LIMIT_FILE_BYTES. Any bytes will do, except that reading ends after four NUL
 * bytes, which no text in any encoding has: whoever parses it will name their place. */
status input_read(arena *mem, const char *path, input_file *out, diag *d);
/* The same of a file that an input names: a regular one, never standard input. */
status input_read_included(arena *mem, const char *path, input_file *out, diag *d);
/* Refuses a NUL byte with its place, as file_read_text does. */
status input_check_text(const input_file *f, diag *d);

#endif
