/* SPDX-License-Identifier: MIT */
#include "functions/base_parameters.h"

#include <math.h>
#include <string.h>

/* Of a column in each row: what may be wrong of it where it is left out; of all of it: what is left
 * across the others of one that others may need. */
static const double DEPENDENT = 1e-9;
static const double NOTHING = 0x1p-40; /* of a column: the part along another that is rounding */

/* --- values in random states -------------------------------------------------------------- */

static double random_in(uint64_t *state, double most)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return most * (2 * (double)(*state >> 11) * 0x1p-53 - 1);
}

/* Sines and cosines of one angle belong together, whatever their ratios and offsets. */
static void random_inputs(const signals *s, uint64_t *state, const double *q, double *values)
{
    for (uint32_t i = 0; i < s->list_count; i++) {
        const signal *in = &s->list[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        bool of_joint = word_owner_of(kind) == OWNER_COORDINATE;
        double x = of_joint ? in->ratio * q[in->index] + in->offset : 0;
        double *to = &values[in->symbol];
        switch (in->kind) {
        case INPUT_SIN: *to = sin(x); break;
        case INPUT_COS: *to = cos(x); break;
        case INPUT_Q: *to = x; break;
        default: *to = random_in(state, 2); break;
        }
    }
}

/* A column of numbers for each parameter, `states` times as long as the regressor. */
static double **sample(arena *mem, const base_parameters *p, const signals *s, const net *n,
                       uint32_t states)
{
    sym *order;
    uint32_t count = net_order(n, mem, &order);
    double *values = ARENA_ARRAY(mem, double, n->symbols_count + 1);
    double *q = ARENA_ARRAY(mem, double, s->t->coordinates_count + 1);
    double **column = ARENA_ARRAY(mem, double *, p->list_count + 1);
    for (uint32_t k = 0; k < p->list_count; k++)
        column[k] = ARENA_ARRAY(mem, double, (size_t)states * p->rows + 1);
    for (sym x = 0; x < n->symbols_count; x++)
        values[x] = n->symbols[x].value;
    uint64_t state = 0x2545f4914f6cdd1du;
    for (uint32_t i = 0; i < states; i++) {
        for (uint32_t c = 0; c < s->t->coordinates_count; c++)
            q[c] = random_in(&state, 3);
        random_inputs(s, &state, q, values);
        net_evaluate(n, order, count, values);
        for (uint32_t k = 0; k < p->list_count; k++)
            for (uint32_t row = 0; row < p->rows; row++)
                column[k][i * p->rows + row] = poly_value(n, p->list[k].column[row], values);
    }
    return column;
}

/* --- rows ---------------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static double length_of(const double *x, uint32_t count)
{
    return sqrt(dot(x, x, count));
}

/* The largest number of a column in a row. */
static double row_size(const double *column, uint32_t row, uint32_t rows, uint32_t length)
{
    double most = 0;
    for (uint32_t i = row; i < length; i += rows)
        most = fmax(most, fabs(column[i]));
    return most;
}

/* Scales rows, all columns alike, so that each is as large as any other in some column: the torques
 * of an arm of 1 km and of a finger have nothing to do with each other. */
static void balance_rows(arena *mem, double **column, uint32_t count, uint32_t rows,
                         uint32_t length)
{
    enum { ROUNDS = 8 };
    double *size = ARENA_ARRAY(mem, double, (size_t)count * rows + 1);
    double *scale = ARENA_ARRAY(mem, double, rows + 1);
    for (uint32_t r = 0; r < rows; r++)
        scale[r] = 1;
    for (uint32_t k = 0; k < count * rows; k++)
        size[k] = row_size(column[k / rows], k % rows, rows, length);
    for (int round = 0; round < ROUNDS; round++) {
        double *most = ARENA_ARRAY(mem, double, rows + 1);
        for (uint32_t k = 0; k < count; k++) {
            double whole = 0;
            for (uint32_t r = 0; r < rows; r++)
                whole = fmax(whole, scale[r] * size[k * rows + r]);
            for (uint32_t r = 0; r < rows && whole > 0; r++)
                most[r] = fmax(most[r], scale[r] * size[k * rows + r] / whole);
        }
        for (uint32_t r = 0; r < rows; r++)
            scale[r] /= most[r] > 0 ? most[r] : 1;
    }
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < length; i++)
            column[k][i] *= scale[i % rows];
}

/* --- elimination -------------------------------------------------------------------------- */

/* A column that others may be made of, and its part across those before it, of length 1. */
typedef struct {
    uint32_t parameter;
    double *unit;
    double *share; /* of the units before it ... */
    double left;   /* ... and its own */
    double size;
} unit_column;

typedef struct {
    base_parameters *p;
    uint32_t length;
    double **column;
    unit_column *units;
    uint32_t count;
    double *share, *factor; /* of the column that is looked at: of each unit, of each column */
    double *rest;           /* what is left of it */
} elimination;

/* Takes from the rest what it has along the units. Twice, so that what is left is across all of
 * them to rounding. */
static void take_along(elimination *e)
{
    memset(e->share, 0, e->count * sizeof *e->share);
    for (int round = 0; round < 2; round++)
        for (uint32_t k = 0; k < e->count; k++) {
            const double *unit = e->units[k].unit, part = dot(unit, e->rest, e->length);
            e->share[k] += part;
            for (uint32_t i = 0; i < e->length; i++)
                e->rest[i] -= part * unit[i];
        }
}

/* Adds to the factors what shares of units are of columns. */
static void add_factors(elimination *e, double size)
{
    for (uint32_t k = e->count; k-- > 0;) {
        const unit_column *u = &e->units[k];
        const double factor = e->share[k] / u->left;
        if (!(fabs(factor) * u->size > NOTHING * size))
            continue;
        e->factor[k] += factor;
        for (uint32_t i = 0; i < k; i++)
            e->share[i] -= factor * u->share[i];
    }
}

/* What the factors leave of column j. */
static void take_factors(elimination *e, const double *x)
{
    memcpy(e->rest, x, e->length * sizeof *x);
    for (uint32_t k = 0; k < e->count; k++) {
        const double *of = e->column[e->units[k].parameter];
        for (uint32_t i = 0; i < e->length && e->factor[k] != 0; i++)
            e->rest[i] -= e->factor[k] * of[i];
    }
}

/* Whether the factors are all of a column, in each of its rows. */
static bool is_made(const elimination *e, const double *x)
{
    const uint32_t rows = e->p->rows;
    for (uint32_t r = 0; r < rows; r++)
        if (!(row_size(e->rest, r, rows, e->length) <=
              DEPENDENT * row_size(x, r, rows, e->length)))
            return false;
    return true;
}

static void add_unit(arena *mem, elimination *e, uint32_t parameter, double size, double left)
{
    unit_column *to = &e->units[e->count];
    *to = (unit_column){parameter, ARENA_ARRAY(mem, double, e->length + 1),
                        ARENA_ARRAY(mem, double, e->count + 1), left, size};
    for (uint32_t i = 0; i < e->length; i++)
        to->unit[i] = e->rest[i] / left;
    memcpy(to->share, e->share, e->count * sizeof *to->share);
    e->count++;
}

/* Whether column j is made of units; the factors say how. If not, it becomes one. */
static bool is_dependent(arena *mem, elimination *e, uint32_t j)
{
    enum { REFINEMENTS = 3 };
    const double *x = e->column[j], size = length_of(x, e->length);
    memset(e->factor, 0, e->count * sizeof *e->factor);
    memcpy(e->rest, x, e->length * sizeof *x);
    take_along(e);
    const double left = length_of(e->rest, e->length);
    if (left > DEPENDENT * size) {
        add_unit(mem, e, j, size, left);
        return false;
    }
    for (int round = 0; round < REFINEMENTS; round++) {
        add_factors(e, size);
        take_factors(e, x);
        if (is_made(e, x))
            return true;
        take_along(e);
    }
    return false;
}

void base_parameters_choose(base_parameters *p, const signals *s, const net *n)
{
    arena work = arena_make();
    const uint32_t states = 8 + 3 * p->list_count / (p->rows + 1);
    elimination e = {.p = p, .length = states * p->rows};
    e.units = ARENA_ARRAY(&work, unit_column, p->list_count + 1);
    e.share = ARENA_ARRAY(&work, double, p->list_count + 1);
    e.factor = ARENA_ARRAY(&work, double, p->list_count + 1);
    e.rest = ARENA_ARRAY(&work, double, e.length + 1);
    e.column = sample(&work, p, s, n, states);
    uint32_t *kept = ARENA_ARRAY(&work, uint32_t, p->list_count + 1), count = 0;
    balance_rows(&work, e.column, p->list_count, p->rows, e.length);
    for (uint32_t j = 0; j < p->list_count; j++)
        if (!is_dependent(&work, &e, j))
            kept[count++] = j;
        else
            for (uint32_t k = 0; k < e.count; k++)
                p->list[e.units[k].parameter].value += e.factor[k] * p->list[j].value;
    for (uint32_t k = 0; k < count; k++)
        p->list[k] = p->list[kept[k]];
    p->list_count = count;
    arena_free(&work);
}
