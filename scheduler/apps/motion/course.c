/* SPDX-License-Identifier: MIT */
#include "apps/motion/course.h"

#include "apps/motion/number_table.h"

#include <math.h>
#include <string.h>

static const table_head COURSE_HEAD = {"t", "'t' first, then joints", 2};

status course_read(arena *mem, const char *path, course *out, diag *d)
{
    number_table table;
    TRY(number_table_read(mem, path, &COURSE_HEAD, &table, d));
    *out = (course){.file = path, .names = table.names + 1, .columns = table.columns - 1,
                    .rows = table.rows};
    out->t = ARENA_ARRAY(mem, double, out->rows);
    out->value = ARENA_ARRAY(mem, double, (size_t)out->rows * out->columns);
    for (uint32_t i = 0; i < out->rows; i++) {
        const double *row = table.value + (size_t)i * table.columns;
        if (i && !(row[0] > out->t[i - 1]))
            return diag_error(d, (place){path, table.line[i], 1}, "times must grow: %g after %g",
                              row[0], out->t[i - 1]);
        out->t[i] = row[0];
        memcpy(out->value + (size_t)i * out->columns, row + 1, out->columns * sizeof *row);
    }
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
static uint32_t row_before(const course *c, double t)
{
    uint32_t low = 0, high = c->rows - 1;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        *(c->t[middle] <= t ? &low : &high) = middle;
    }
    return low;
}

static status find_row(const course *c, double t, uint32_t *row, diag *d)
{
    const double last = c->t[c->rows - 1];
    if (t > last + 1e-9 * (last > 1 ? last : 1))
        return diag_error(d, (place){.file = c->file},
                          "too short: it ends at t = %.9g s, and t = %.9g s is asked for", last, t);
    *row = row_before(c, t);
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

/* By more than rounding. */
static bool bends(const course *c, const double *of, uint32_t row)
{
    const double before = c->t[row] - c->t[row - 1], after = c->t[row + 1] - c->t[row];
    for (uint32_t k = 0; k < c->columns; k++) {
        const double *y = of + (size_t)row * c->columns + k;
        const double one = (y[0] - *(y - c->columns)) / before;
        const double other = (y[c->columns] - y[0]) / after;
        if (fabs(one - other) > 1e-9 * (fabs(one) + fabs(other)))
            return true;
    }
    return false;
}

double course_bend_after(const course *c, double t)
{
    uint32_t row = row_before(c, t);
    while (row < c->rows && c->t[row] <= t)
        row++;
    while (row > 0 && row + 1 < c->rows && !bends(c, c->curvature ? c->curvature : c->value, row))
        row++;
    return row < c->rows ? c->t[row] : INFINITY;
}
