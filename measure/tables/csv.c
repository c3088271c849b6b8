/* SPDX-License-Identifier: MIT */
#include "measure/tables/csv.h"
#include "base/nearest.h"
#include "measure/tables/lines.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Fields of a line, which loses its commas, at the end of a list. */
static status fields_add(arena *mem, char *line, place at, const char ***fields, uint32_t *count,
                         uint32_t *capacity, diag *d)
{
    if (strchr(line, '"'))
        return diag_error(d, at, "a field in quotes, which no measurement is");
    for (char *next = line; next;) {
        char *field = next;
        next = strchr(field, ',');
        if (next)
            *next++ = '\0';
        *fields = arena_grow(mem, *fields, (size_t)*count + 1, capacity, sizeof **fields);
        (*fields)[(*count)++] = field;
    }
    return STATUS_OK;
}

static bool column_find(const csv *t, const char *name, uint32_t *at)
{
    for (*at = 0; *at < t->names_count; ++*at)
        if (strcmp(t->names[*at], name) == 0)
            return true;
    return false;
}

static status head_read(arena *mem, char *line, csv *t, diag *d)
{
    const place at = {.file = t->path, .line = 1};
    TRY(fields_add(mem, line, at, &t->names, &t->names_count, &t->names_capacity, d));
    for (uint32_t c = 0; c < t->names_count; c++) {
        uint32_t first;
        if (column_find(t, t->names[c], &first) && first < c)
            return diag_error(d, at, "two columns '%s'", t->names[c]);
    }
    return STATUS_OK;
}

static status row_read(arena *mem, char *line, place at, csv *t, diag *d)
{
    const uint32_t before = t->fields_count;
    TRY(fields_add(mem, line, at, &t->fields, &t->fields_count, &t->fields_capacity, d));
    if (t->fields_count - before != t->names_count)
        return diag_error(d, at, "columns: %u, in the head: %u", t->fields_count - before,
                          t->names_count);
    t->rows++;
    return STATUS_OK;
}

status csv_read(arena *mem, const char *path, csv *out, diag *d)
{
    csv t = {.path = path, .d = d};
    lines l;
    TRY(lines_open(mem, path, &l, d));
    if (!lines_next(&l))
        return diag_error(d, (place){.file = path, .line = 1},
                          "no head: names of columns expected");
    TRY(head_read(mem, l.line, &t, d));
    while (lines_next(&l))
        TRY(row_read(mem, l.line, (place){.file = path, .line = l.number}, &t, d));
    *out = t;
    return STATUS_OK;
}

static const char *field_of(const csv *t, uint32_t row, uint32_t column)
{
    return t->fields[(size_t)row * t->names_count + column];
}

/* The error that counts is the first. */
static void no_column(const csv *t, const char *column)
{
    if (!t->d->error.text)
        diag_error(t->d, (place){.file = t->path, .line = 1}, "no column '%s'%s", column,
                   nearest_told(t->d->mem, column, "columns", t->names, t->names_count));
}

const char *csv_text(const csv *t, uint32_t row, const char *column)
{
    uint32_t at;
    if (column_find(t, column, &at))
        return field_of(t, row, at);
    no_column(t, column);
    return "";
}

bool csv_is(const csv *t, uint32_t row, const char *column, const char *value)
{
    return strcmp(csv_text(t, row, column), value) == 0;
}

double csv_number(const csv *t, uint32_t row, const char *column)
{
    const char *field = csv_text(t, row, column);
    char *end;
    const double value = strtod(field, &end);
    if (end != field && !*end && isfinite(value))
        return value;
    if (!t->d->error.text)
        diag_error(t->d, (place){.file = t->path, .line = row + 2}, "%s '%s' is no number", column,
                   field);
    return 0;
}

long csv_count(const csv *t, uint32_t row, const char *column)
{
    return lrint(csv_number(t, row, column));
}

/* ---- tables that grow ---- */

enum { SORTED_COLUMNS = 6, SORTED_BY_NUMBER = 3 };

typedef struct {
    const char **fields;
    uint32_t count;
} row_fields;

static int rows_compare(const void *left, const void *right)
{
    const row_fields *a = left, *b = right;
    for (uint32_t c = 0; c < a->count; c++) {
        const double x = strtod(a->fields[c], NULL), y = strtod(b->fields[c], NULL);
        const int by_text = strcmp(a->fields[c], b->fields[c]);
        const int order = c == SORTED_BY_NUMBER ? (x > y) - (x < y) : by_text;
        if (order)
            return order;
    }
    return 0;
}

static void row_print(const char *const *fields, uint32_t count, text *out)
{
    for (uint32_t c = 0; c < count; c++)
        text_printf(out, "%s%s", c ? "," : "", fields[c]);
    text_add(out, "\n");
}

/* The table in its file, which `empty`, with the same columns, stands for where there is none. */
static status kept_read(arena *mem, const char *path, const char *head, csv *empty, csv *out,
                        diag *d)
{
    *out = *empty;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return STATUS_OK;
    TRY(csv_read(mem, path, out, d));
    bool same = out->names_count == empty->names_count;
    for (uint32_t c = 0; same && c < out->names_count; c++)
        same = strcmp(out->names[c], empty->names[c]) == 0;
    return same ? STATUS_OK
                : diag_error(d, (place){.file = path, .line = 1},
                             "other columns than those of the row: %s", head);
}

status csv_keep(arena *mem, const char *path, const char *head, const char *key, const char *row,
                text *out, diag *d)
{
    csv t, made = {.path = "HEAD", .d = d};
    uint32_t keys;
    TRY(head_read(mem, arena_strdup(mem, head), &made, d));
    if (!column_find(&made, key, &keys)) {
        no_column(&made, key);
        return STATUS_INPUT;
    }
    TRY(row_read(mem, arena_strdup(mem, row), (place){.file = "ROW", .line = 1}, &made, d));
    csv none = made;
    none.rows = none.fields_count = 0;
    TRY(kept_read(mem, path, head, &none, &t, d));

    row_fields *rows = ARENA_ARRAY(mem, row_fields, t.rows + 1);
    uint32_t count = 0;
    for (uint32_t r = 0; r < t.rows; r++) {
        uint32_t same = 0;
        while (same <= keys && strcmp(field_of(&t, r, same), made.fields[same]) == 0)
            same++;
        if (same <= keys)
            rows[count++] = (row_fields){&t.fields[(size_t)r * t.names_count], t.names_count};
    }
    rows[count++] = (row_fields){made.fields, made.names_count};
    qsort(rows, count, sizeof *rows, rows_compare);
    row_print(made.names, made.names_count, out);
    for (uint32_t r = 0; r < count; r++)
        row_print(rows[r].fields, rows[r].count, out);
    return STATUS_OK;
}
