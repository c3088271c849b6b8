/* SPDX-License-Identifier: MIT */
#include "equations/base_parameters.h"

#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-9; /* of a column: what is left across the others */

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

/* --- elimination -------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Takes from x what it has along the unit columns; share[k]: how much of each. Twice, so that what
 * is left is across all of them to rounding. */
static void take_along(double **unit, uint32_t units, uint32_t length, double *x, double *share)
{
    memset(share, 0, units * sizeof *share);
    for (int round = 0; round < 2; round++)
        for (uint32_t k = 0; k < units; k++) {
            double part = dot(unit[k], x, length);
            share[k] += part;
            for (uint32_t i = 0; i < length; i++)
                x[i] -= part * unit[k][i];
        }
}

typedef struct {
    uint32_t parameter;
    double *share; /* of the columns kept before it ... */
    double left;   /* ... and its own */
} kept_column;

/* Adds to the kept parameters what a dependent column, share of unit columns, is worth of each. */
static void join(base_parameters *p, const kept_column *kept, uint32_t kept_count, double *share,
                 double value)
{
    for (uint32_t k = kept_count; k-- > 0;) {
        double factor = share[k] / kept[k].left;
        for (uint32_t i = 0; i < k; i++)
            share[i] -= factor * kept[k].share[i];
        if (fabs(factor) > DEPENDENT)
            p->list[kept[k].parameter].value += factor * value;
    }
}

void base_parameters_choose(base_parameters *p, const signals *s, const net *n)
{
    arena work = arena_make();
    uint32_t states = 8 + 3 * p->list_count / (p->rows + 1), length = states * p->rows, count = 0;
    double **column = sample(&work, p, s, n, states);
    double **unit = ARENA_ARRAY(&work, double *, p->list_count + 1);
    double *share = ARENA_ARRAY(&work, double, p->list_count + 1);
    kept_column *kept = ARENA_ARRAY(&work, kept_column, p->list_count + 1);
    for (uint32_t j = 0; j < p->list_count; j++) {
        double size = sqrt(dot(column[j], column[j], length));
        take_along(unit, count, length, column[j], share);
        double left = sqrt(dot(column[j], column[j], length));
        if (!(left > DEPENDENT * size)) {
            join(p, kept, count, share, p->list[j].value);
            continue;
        }
        for (uint32_t i = 0; i < length; i++)
            column[j][i] /= left;
        unit[count] = column[j];
        kept[count] = (kept_column){j, ARENA_ARRAY(&work, double, count + 1), left};
        memcpy(kept[count].share, share, count * sizeof *share);
        count++;
    }
    for (uint32_t k = 0; k < count; k++)
        p->list[k] = p->list[kept[k].parameter];
    p->list_count = count;
    arena_free(&work);
}
