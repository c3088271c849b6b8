/* SPDX-License-Identifier: MIT */
#include "apps/motion/course.h"

#include "robot/numbers.h"

#include <string.h>

/* Takes the quotes off a word and closes it; returns what follows it. */
static char *unquote(char *word)
{
    char *to = word;
    const char *from = word + 1;
    for (; *from && (*from != '"' || from[1] == '"'); from++) {
        *to++ = *from;
        from += *from == '"'; /* two are one */
    }
    char *rest = word + (from - word) + (*from == '"');
    *to = '\0';
    return rest;
}

/* Splits a line at commas outside quotes; blanks around words go away, those in quotes stay. */
static uint32_t split(char *line, char **word, uint32_t most)
{
    uint32_t count = 0;
    for (char *at = line; at && count < most;) {
        at += strspn(at, " \t");
        const bool quoted = *at == '"';
        char *rest = quoted ? unquote(at) : at, *end = strchr(rest, ',');
        word[count++] = at;
        if (end)
            *end++ = '\0';
        size_t length = quoted ? 0 : strlen(at);
        while (length && strchr(" \t\r", at[length - 1]))
            at[--length] = '\0';
        at = end;
    }
    return count;
}

enum { COLUMNS_MOST = 1000 };

static status read_names(arena *mem, char *line, course *c, diag *d)
{
    const place at = {.file = c->file, .line = 1, .column = 1};
    char **word = ARENA_ARRAY(mem, char *, COLUMNS_MOST);
    const uint32_t count = split(line, word, COLUMNS_MOST);
    if (count < 2 || strcmp(word[0], "t") != 0)
        return diag_error(d, at, "names of columns expected, 't' first, then joints");
    c->columns = count - 1;
    c->names = (const char **)(void *)(word + 1);
    for (uint32_t i = 0; i < c->columns; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(c->names[i], c->names[k]) == 0)
                return diag_error(d, at, "two columns '%s'", text_shown(mem, c->names[i]));
    return STATUS_OK;
}

static status read_row(arena *mem, char *line, place at, course *c, double *numbers, diag *d)
{
    char **word = ARENA_ARRAY(mem, char *, c->columns + 2);
    const uint32_t count = split(line, word, c->columns + 2);
    if (count != c->columns + 1)
        return diag_error(d, at, "%u numbers expected, one per column, not %s%u", c->columns + 1,
                          count > c->columns + 1 ? "at least " : "", count);
    for (uint32_t i = 0; i < count; i++) {
        const char *wrong = numbers_read(mem, word[i], &numbers[i], 1);
        if (wrong)
            return diag_error(d, at, "column '%s': %s", i ? c->names[i - 1] : "t", wrong);
    }
    return STATUS_OK;
}

status course_read(arena *mem, const char *path, course *out, diag *d)
{
    char *bytes;
    size_t length;
    *out = (course){.file = path};
    TRY(file_read_text(mem, path, &bytes, &length, d));
    uint32_t lines = 1;
    for (const char *at = bytes; (at = strchr(at, '\n')); at++)
        lines++;
    place at = {.file = path, .column = 1};
    for (char *line = bytes, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        at.line++;
        if (at.line == 1) {
            TRY(read_names(mem, line, out, d));
            out->t = ARENA_ARRAY(mem, double, lines);
            out->value = ARENA_ARRAY(mem, double, (size_t)lines * out->columns);
            continue;
        }
        if (!line[strspn(line, " \t\r")])
            continue;
        double *row = ARENA_ARRAY(mem, double, out->columns + 1);
        TRY(read_row(mem, line, at, out, row, d));
        if (out->rows && !(row[0] > out->t[out->rows - 1]))
            return diag_error(d, at, "times must grow: %g after %g", row[0],
                              out->t[out->rows - 1]);
        out->t[out->rows] = row[0];
        memcpy(out->value + (size_t)out->rows++ * out->columns, row + 1,
               out->columns * sizeof *row);
    }
    if (!out->rows)
        return diag_error(d, (place){.file = path}, "no row of numbers");
    if (out->t[0] > 0)
        return diag_error(d, (place){.file = path}, "begins at t = %g s, after the start",
                          out->t[0]);
    return STATUS_OK;
}

/* The tridiagonal system of a natural spline, column by column. */
void course_smooth(arena *mem, course *c)
{
    c->curvature = ARENA_ARRAY(mem, double, (size_t)c->rows * c->columns);
    double *rest = ARENA_ARRAY(mem, double, c->rows);
    for (uint32_t k = 0; k < c->columns; k++) {
        const double *y = c->value + k;
        double *m = c->curvature + k;
        for (uint32_t i = 1; i + 1 < c->rows; i++) {
            const double before = c->t[i] - c->t[i - 1], after = c->t[i + 1] - c->t[i];
            const size_t at = (size_t)i * c->columns;
            const double pivot = 2 * (before + after) - before * rest[i - 1];
            const double slope = (y[at + c->columns] - y[at]) / after -
                                 (y[at] - y[at - c->columns]) / before;
            rest[i] = after / pivot;
            m[at] = (6 * slope - before * m[at - c->columns]) / pivot;
        }
        for (uint32_t i = c->rows - 1; i-- > 1;)
            m[(size_t)i * c->columns] -= rest[i] * m[(size_t)(i + 1) * c->columns];
    }
}

/* The row before t, with a row after it where there is one. */
static status find_row(const course *c, double t, uint32_t *row, diag *d)
{
    uint32_t low = 0, high = c->rows - 1;
    const double last = c->t[high];
    if (t > last + 1e-9 * (last > 1 ? last : 1))
        return diag_error(d, (place){.file = c->file},
                          "too short: it ends at t = %.9g s, and t = %.9g s is asked for", last, t);
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        *(c->t[middle] <= t ? &low : &high) = middle;
    }
    *row = low;
    return STATUS_OK;
}

status course_at(const course *c, double t, double *value, diag *d)
{
    uint32_t row;
    TRY(find_row(c, t, &row, d));
    const double *a = c->value + (size_t)row * c->columns;
    const bool between = row + 1 < c->rows;
    const double *b = between ? a + c->columns : a;
    const double part = between ? (t - c->t[row]) / (c->t[row + 1] - c->t[row]) : 0;
    for (uint32_t k = 0; k < c->columns; k++)
        value[k] = a[k] + part * (b[k] - a[k]);
    return STATUS_OK;
}

status course_smooth_at(const course *c, double t, uint32_t column, double of[3], diag *d)
{
    uint32_t row;
    TRY(find_row(c, t, &row, d));
    const size_t at = (size_t)row * c->columns + column;
    of[0] = c->value[at];
    of[1] = of[2] = 0;
    if (row + 1 == c->rows)
        return STATUS_OK;
    const double h = c->t[row + 1] - c->t[row], b = (t - c->t[row]) / h, a = 1 - b;
    const double y0 = c->value[at], y1 = c->value[at + c->columns];
    const double m0 = c->curvature[at], m1 = c->curvature[at + c->columns];
    of[0] = a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6;
    of[1] = (y1 - y0) / h + ((1 - 3 * a * a) * m0 + (3 * b * b - 1) * m1) * h / 6;
    of[2] = a * m0 + b * m1;
    return STATUS_OK;
}
