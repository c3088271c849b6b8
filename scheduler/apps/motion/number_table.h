/* SPDX-License-Identifier: MIT */
/* Numbers from a CSV file: the first line names columns, each further one has a number for each. */
#ifndef TAUFLOW_NUMBER_TABLE_H
#define TAUFLOW_NUMBER_TABLE_H

#include "base/text.h"

typedef struct {
    const char *file;
    const char **names; /* all different */
    uint32_t columns, rows;
    double *value;      /* rows x columns */
    uint32_t *line;     /* of the file: where each row stands */
} number_table;

/* What its first line has to be: so many columns at least, and the name of the first; NULL: any.
 * `expected`: in words. */
typedef struct {
    const char *first, *expected;
    uint32_t least;
} table_head;

/* At least one row. */
status number_table_read(arena *mem, const char *path, const table_head *head, number_table *out,
                         diag *d);

#endif
