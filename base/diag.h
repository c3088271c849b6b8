/* SPDX-License-Identifier: MIT */
/* Diagnostics: where something is and what is wrong with it. Library code fills a
 * diag; only main prints it, as `file:line:col: error: text`. */
#ifndef TAUFLOW_DIAG_H
#define TAUFLOW_DIAG_H

#include "base/arena.h"
#include "base/status.h"

#include <stdint.h>

/* A place in an input file; line 0 means the whole file, file NULL the command line. */
typedef struct {
    const char *file;
    uint32_t line, column; /* from 1 */
} place;

typedef struct {
    place at;
    const char *text;
} diag_entry;

/* A regular file, by whatever name. */
typedef struct {
    uint64_t device, number;
} diag_file;

typedef struct {
    arena *mem; /* owns all texts; outlives the diag */
    diag_entry error;
    diag_entry *warnings;
    uint32_t warnings_count, warnings_capacity;
    diag_entry *notes; /* things the user should know that are not wrong (snapped angles, ...) */
    uint32_t notes_count, notes_capacity;
    diag_file *inputs; /* that were read (base/text.h), and are not to be written over */
    uint32_t inputs_count, inputs_capacity;
    /* Hears every byte of every input, in order, and at each beginning NULL and 0; NULL: nobody
     * does. */
    void (*hear)(void *hearer, const void *bytes, size_t count);
    void *hearer;
} diag;

diag diag_make(arena *mem);

#if defined(__GNUC__)
#define DIAG_FORMAT __attribute__((format(printf, 3, 4)))
#else
#define DIAG_FORMAT
#endif

/* Records the one error that stops the work and returns STATUS_INPUT. */
DIAG_FORMAT status diag_error(diag *d, place at, const char *format, ...);
/* The same for a failure of the machine (disk full, no permission): STATUS_SYSTEM. */
DIAG_FORMAT status diag_system_error(diag *d, place at, const char *format, ...);
/* What a check of our own work gave: where it found something wrong the error says whose fault it
 * is (STATUS_SYSTEM). */
status diag_own(diag *d, status checked);
DIAG_FORMAT void diag_warn(diag *d, place at, const char *format, ...);
DIAG_FORMAT void diag_note(diag *d, place at, const char *format, ...);

#endif
