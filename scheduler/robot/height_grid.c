/* SPDX-License-Identifier: MIT */
/* Coefficients are those of rows, of which those of columns: each solves c[k-1] + 4 c[k] + c[k+1] =
 * 6 z[k], and is not bent at its ends, where c[k] = z[k]. */
#include "robot/height_grid.h"

#include "base/text.h"
#include "robot/numbers.h"
#include "robot/reading.h"

#include <math.h>
#include <string.h>

enum { MOST = HEIGHT_GRID_LINES, NUMBERS_MOST = MOST + 1 };

typedef struct {
    arena *mem;
    place at;
    double lines[2][MOST]; /* x, y */
    uint32_t count[2];
    double *z; /* a row of MOST for each y */
    diag *d;
} grid_reader;

/* ---- lines ----------------------------------------------------------------------------------- */

static status bad_line(const grid_reader *r, const char *why)
{
    return diag_error(r->d, r->at, "%s", why);
}

static status add_line(grid_reader *r, uint32_t along, double value)
{
    static const char *const NAME[] = {"x", "y"};
    uint32_t *count = &r->count[along];
    if (*count == MOST)
        return bad_line(r, arena_printf(r->d->mem, "more than %d values of %s", MOST, NAME[along]));
    if (*count && !(value > r->lines[along][*count - 1]))
        return bad_line(r, arena_printf(r->d->mem, "%s must grow strictly, and %.15g follows %.15g",
                                        NAME[along], value, r->lines[along][*count - 1]));
    r->lines[along][(*count)++] = value;
    return STATUS_OK;
}

/* The first line has all x, each further one y and a height for each x. */
static status read_line(grid_reader *r, char *line)
{
    double values[NUMBERS_MOST];
    uint32_t found = 0;
    const bool is_first = r->count[0] == 0;
    line[strcspn(line, "#")] = '\0';
    for (char *c = line; *c; c++)
        if (strchr(",;\t\r", *c))
            *c = ' ';
    if (!line[strspn(line, " ")])
        return STATUS_OK;
    const uint32_t least = is_first ? 2 : r->count[0] + 1, most = is_first ? MOST : least;
    const char *wrong = numbers_read_some(r->d->mem, line, values, least, most, &found);
    if (wrong)
        return bad_line(r, arena_printf(r->d->mem, "%s: %s",
                                        is_first ? "the line of x" : "y and a height for each x",
                                        wrong));
    for (uint32_t k = 0; is_first && k < found; k++)
        TRY(add_line(r, 0, values[k]));
    if (is_first)
        return STATUS_OK;
    TRY(add_line(r, 1, values[0]));
    memcpy(r->z + MOST * (r->count[1] - 1), values + 1, r->count[0] * sizeof *values);
    return STATUS_OK;
}

/* Decimals are not exact: within so much of a step. */
#define EVEN 1e-6

static status read_axis(const grid_reader *r, uint32_t along, grid_axis *out)
{
    const uint32_t count = r->count[along];
    const double *at = r->lines[along];
    if (count < 2)
        return bad_line(r, "a line of x and two of y and heights at least expected");
    *out = (grid_axis){at[0], (at[count - 1] - at[0]) / (count - 1), count};
    for (uint32_t k = 1; k < count; k++)
        if (!(fabs(at[k] - at[0] - k * out->step) <= EVEN * out->step))
            return bad_line(r, arena_printf(r->d->mem, "%s must grow in equal steps, of %.15g; "
                                            "%.15g is none", along ? "y" : "x", out->step, at[k]));
    return STATUS_OK;
}

/* ---- coefficients ---------------------------------------------------------------------------- */

/* c[0] ... c[count + 1] of z[0] ... z[count - 1], each so far from the next. */
static void find_coefficients(const double *z, uint32_t z_apart, uint32_t count, double *c,
                              uint32_t apart)
{
    double share[MOST];
    share[0] = 0;
    c[apart] = z[0];
    for (uint32_t k = 1; k + 1 < count; k++) {
        share[k] = 1 / (4 - share[k - 1]);
        c[(k + 1) * apart] = (6 * z[k * z_apart] - c[k * apart]) * share[k];
    }
    c[count * apart] = z[(count - 1) * z_apart];
    for (uint32_t k = count - 1; k-- > 1;)
        c[(k + 1) * apart] -= share[k] * c[(k + 2) * apart];
    c[0] = 2 * c[apart] - c[2 * apart];
    c[(count + 1) * apart] = 2 * c[count * apart] - c[(count - 1) * apart];
}

static const double *coefficients_of(const grid_reader *r)
{
    const uint32_t columns = r->count[0] + 2, rows = r->count[1];
    double *of_rows = ARENA_ARRAY(r->mem, double, columns * rows);
    double *out = ARENA_ARRAY(r->mem, double, columns * (rows + 2));
    for (uint32_t j = 0; j < rows; j++)
        find_coefficients(r->z + MOST * j, 1, r->count[0], of_rows + columns * j, 1);
    for (uint32_t k = 0; k < columns; k++)
        find_coefficients(of_rows + k, columns, rows, out + k, columns);
    return out;
}

/* ---- files ----------------------------------------------------------------------------------- */

status height_grid_read(arena *mem, const char *path, place from, const height_grid **out, diag *d)
{
    input_file f;
    grid_reader r = {.mem = mem, .at = {.file = path_beside(mem, path, from.file), .column = 1},
                     .z = ARENA_ARRAY(mem, double, MOST * MOST), .d = d};
    TRY(input_read_included(mem, r.at.file, &f, d));
    TRY(input_check_text(&f, d));
    for (const char *at = f.bytes; *at;) {
        const size_t length = strcspn(at, "\n");
        r.at.line++;
        TRY(read_line(&r, arena_strndup(mem, at, length)));
        at += length + (at[length] == '\n');
    }
    r.at = (place){.file = r.at.file};
    height_grid *g = arena_alloc(mem, sizeof *g);
    *g = (height_grid){.text = f.bytes};
    for (uint32_t k = 0; k < 2; k++)
        TRY(read_axis(&r, k, &g->axis[k]));
    g->coefficient = coefficients_of(&r);
    *out = g;
    return STATUS_OK;
}
