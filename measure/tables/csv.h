/* SPDX-License-Identifier: MIT */
/* Tables of measurements: a head with the names of the columns, then rows. Whoever reads one asks
 * by name, so that a column may stand anywhere. */
#ifndef TAUFLOW_MEASURE_CSV_H
#define TAUFLOW_MEASURE_CSV_H

#include "base/text.h"

typedef struct {
    const char *path;
    const char **names;
    uint32_t names_count, names_capacity;
    const char **fields; /* of row r from r * names_count; row r stands in line r + 2 */
    uint32_t fields_count, fields_capacity;
    uint32_t rows;
    diag *d;
} csv;

/* Refuses a table without a head, columns of the same name, rows of another length and fields in
 * quotes, which no measurement is. */
status csv_read(arena *mem, const char *path, csv *out, diag *d);

/* A field. Where there is no such column the diag has an error from then on and the field is "":
 * whoever prints a table asks the diag once, at the end. */
const char *csv_text(const csv *t, uint32_t row, const char *column);
bool csv_is(const csv *t, uint32_t row, const char *column, const char *value);
/* The same of numbers: a field that is none is an error, and 0. */
double csv_number(const csv *t, uint32_t row, const char *column);
/* A whole number. */
long csv_count(const csv *t, uint32_t row, const char *column);

/* The table with `row` in the place of rows that have the same columns up to `key`, sorted: the
 * fourth column by number, the others among the first six by their bytes. A table that is missing
 * has `head` and no rows. */
status csv_keep(arena *mem, const char *path, const char *head, const char *key, const char *row,
                text *out, diag *d);

#endif
