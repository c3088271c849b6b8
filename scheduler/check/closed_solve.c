/* SPDX-License-Identifier: MIT */
#include "check/closed_solve.h"

#include <string.h>

static void exchange(closed_factors *f, uint32_t i, uint32_t k)
{
    const uint32_t n = f->count, was = f->row[i];
    f->row[i] = f->row[k];
    f->row[k] = was;
    for (uint32_t c = 0; c < n; c++) {
        const doubled x = f->a[i * n + c];
        f->a[i * n + c] = f->a[k * n + c];
        f->a[k * n + c] = x;
    }
}

static doubled less_product(doubled from, doubled a, doubled b)
{
    return doubled_sub(from, doubled_multiply(a, b));
}

static void invert(arena *mem, closed_factors *f)
{
    const uint32_t n = f->count;
    doubled *column = ARENA_ARRAY(mem, doubled, n + 1);
    f->inverse = ARENA_ARRAY(mem, double, (size_t)n * n + 1);
    for (uint32_t c = 0; c < n; c++) {
        memset(column, 0, n * sizeof *column);
        column[c] = doubled_of(1);
        closed_solve(f, column);
        for (uint32_t r = 0; r < n; r++)
            f->inverse[r * n + c] = fabs(column[r].hi);
    }
    for (uint32_t r = 0; r < n; r++) {
        double sum = 0;
        for (uint32_t c = 0; c < n; c++)
            sum += f->inverse[r * n + c];
        f->largest = sum <= f->largest ? f->largest : sum;
    }
}

bool closed_factor(arena *mem, const doubled *a, uint32_t count, closed_factors *out)
{
    const uint32_t n = count;
    *out = (closed_factors){.count = n};
    out->a = ARENA_ARRAY(mem, doubled, (size_t)n * n + 1);
    out->row = ARENA_ARRAY(mem, uint32_t, n + 1);
    out->scratch = ARENA_ARRAY(mem, doubled, n + 1);
    out->spread = ARENA_ARRAY(mem, double, n + 1);
    memcpy(out->a, a, (size_t)n * n * sizeof *a);
    for (uint32_t i = 0; i < n; i++)
        out->row[i] = i;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t best = k;
        for (uint32_t i = k + 1; i < n; i++)
            if (fabs(out->a[i * n + k].hi) > fabs(out->a[best * n + k].hi))
                best = i;
        if (!(fabs(out->a[best * n + k].hi) > 0) || !isfinite(out->a[best * n + k].hi))
            return false;
        exchange(out, k, best);
        for (uint32_t i = k + 1; i < n; i++) {
            doubled *row = &out->a[i * n];
            if (row[k].hi == 0)
                continue;
            row[k] = doubled_divide(row[k], out->a[k * n + k]);
            for (uint32_t c = k + 1; c < n; c++)
                row[c] = less_product(row[c], row[k], out->a[k * n + c]);
        }
    }
    invert(mem, out);
    return isfinite(out->largest);
}

void closed_solve(const closed_factors *f, doubled *x)
{
    const uint32_t n = f->count;
    doubled *b = f->scratch;
    for (uint32_t i = 0; i < n; i++) {
        b[i] = x[f->row[i]];
        for (uint32_t c = 0; c < i; c++)
            b[i] = less_product(b[i], f->a[i * n + c], b[c]);
    }
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t c = i + 1; c < n; c++)
            b[i] = less_product(b[i], f->a[i * n + c], b[c]);
        b[i] = doubled_divide(b[i], f->a[i * n + i]);
    }
    memcpy(x, b, n * sizeof *x);
}

void closed_solve_transposed(const closed_factors *f, doubled *x)
{
    const uint32_t n = f->count;
    doubled *b = f->scratch;
    memcpy(b, x, n * sizeof *b);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t r = 0; r < i; r++)
            b[i] = less_product(b[i], f->a[r * n + i], b[r]);
        b[i] = doubled_divide(b[i], f->a[i * n + i]);
    }
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t r = i + 1; r < n; r++)
            b[i] = less_product(b[i], f->a[r * n + i], b[r]);
    for (uint32_t i = 0; i < n; i++)
        x[f->row[i]] = b[i];
}

void closed_spread(const closed_factors *f, bool transposed, double *b)
{
    const uint32_t n = f->count;
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < n; k++)
            sum += f->inverse[transposed ? k * n + i : i * n + k] * b[k];
        f->spread[i] = sum;
    }
    memcpy(b, f->spread, n * sizeof *b);
}

/* ---- choices --------------------------------------------------------------------------------- */

/* Rows made as long as 1; those of nothing are left as they are. */
static double *unit_rows(arena *mem, const double *matrix, uint32_t rows, uint32_t columns)
{
    double *a = ARENA_ARRAY(mem, double, (size_t)rows * columns + 1);
    for (uint32_t r = 0; r < rows; r++) {
        double square = 0;
        for (uint32_t c = 0; c < columns; c++)
            square += matrix[r * columns + c] * matrix[r * columns + c];
        for (uint32_t c = 0; c < columns; c++)
            a[r * columns + c] = square > 0 ? matrix[r * columns + c] / sqrt(square) : 0;
    }
    return a;
}

uint32_t closed_pivots(arena *mem, const double *matrix, uint32_t rows, uint32_t columns,
                       double least, uint32_t *row, uint32_t *column)
{
    double *a = unit_rows(mem, matrix, rows, columns);
    bool *taken = ARENA_ARRAY(mem, bool, rows + 1);
    uint32_t count = 0;
    for (;;) {
        uint32_t r = 0, c = 0;
        for (uint32_t i = 0; i < rows * columns; i++)
            if (!taken[i / columns] && (taken[r] || fabs(a[i]) > fabs(a[r * columns + c]))) {
                r = i / columns;
                c = i % columns;
            }
        const double pivot = rows && columns && !taken[r] ? a[r * columns + c] : 0;
        if (!(fabs(pivot) > least))
            return count;
        row[count] = r;
        column[count++] = c;
        taken[r] = true;
        for (uint32_t i = 0; i < rows; i++) {
            const double factor = a[i * columns + c] / pivot;
            for (uint32_t k = 0; !taken[i] && factor != 0 && k < columns; k++)
                a[i * columns + k] -= factor * a[r * columns + k];
            if (!taken[i])
                a[i * columns + c] = 0;
        }
    }
}

/* Gives row r a column, those of others taken if these find another one. */
static bool match(const bool *pattern, uint32_t count, uint32_t r, bool *tried, uint32_t *row_of)
{
    for (uint32_t c = 0; c < count; c++) {
        if (!pattern[r * count + c] || tried[c])
            continue;
        tried[c] = true;
        if (row_of[c] == UINT32_MAX || match(pattern, count, row_of[c], tried, row_of)) {
            row_of[c] = r;
            return true;
        }
    }
    return false;
}

bool closed_blocks(arena *mem, const bool *pattern, uint32_t count, uint32_t *block)
{
    uint32_t *row_of = ARENA_ARRAY(mem, uint32_t, count + 1), blocks = 0;
    bool *tried = ARENA_ARRAY(mem, bool, count + 1),
         *needs = ARENA_ARRAY(mem, bool, (size_t)count * count + 1);
    memset(row_of, 0xff, (count + 1) * sizeof *row_of);
    for (uint32_t r = 0; r < count; r++) {
        memset(tried, 0, (count + 1) * sizeof *tried);
        if (!match(pattern, count, r, tried, row_of))
            return false;
    }
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t c = 0; c < count; c++)
            needs[r * count + row_of[c]] = r == row_of[c] || pattern[r * count + c];
    for (uint32_t k = 0; k < count; k++) /* and what these need (Warshall) */
        for (uint32_t r = 0; r < count; r++)
            for (uint32_t c = 0; needs[r * count + k] && c < count; c++)
                needs[r * count + c] = needs[r * count + c] || needs[k * count + c];
    for (uint32_t r = 0; r < count; r++) {
        uint32_t first = 0;
        while (!(needs[r * count + first] && needs[first * count + r]))
            first++;
        block[r] = first == r ? blocks++ : block[first];
    }
    return true;
}
