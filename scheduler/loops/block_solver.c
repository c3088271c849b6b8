/* SPDX-License-Identifier: MIT */
#include "loops/block_solver.h"

#include "algebra/factors.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

/* --- numbers ---------------------------------------------------------------------------------- */

static void give_inputs(const signals *s, const double *q, const double *base, double *values)
{
    uint64_t random = 7;
    for (uint32_t i = 0; i < s->list_count; i++) {
        const signal *in = &s->list[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        if (kind->array == ARRAY_BASE_PARAMETERS) {
            values[in->symbol] = base[in->index];
            continue;
        }
        if (kind->array == ARRAY_NUMBERS) {
            values[in->symbol] = s->t->numbers[in->index].nominal;
            continue;
        }
        if (kind->array != ARRAY_Q) {
            values[in->symbol] = 0.5 + (double)(random_bits(&random) >> 11) * 0x1p-53;
            continue;
        }
        const double x = in->ratio * q[in->index] + in->offset;
        values[in->symbol] = kind->made == MADE_SINE     ? sin(x)
                             : kind->made == MADE_COSINE ? cos(x)
                                                         : x;
    }
}

void sums_at_states(const net *n, const signals *s, const sample_states *at, const poly *list,
                    uint32_t count, double *out)
{
    arena mem = arena_make();
    double *values = ARENA_ARRAY(&mem, double, n->symbols_count + 1);
    sym *order;
    const uint32_t order_count = net_order(n, &mem, &order);
    for (uint32_t k = 0; k < at->count; k++) {
        give_inputs(s, at->positions + k * at->coordinates, at->base, values);
        net_evaluate(n, order, order_count, values);
        for (uint32_t i = 0; i < count; i++)
            out[k * count + i] = poly_value(n, list[i], values);
    }
    arena_free(&mem);
}

/* Whether each pivot is something at some of the states. */
static bool is_solvable(arena *mem, const sample_states *at, const signals *s, const net *n,
                        const block_solver *f)
{
    double *values = ARENA_ARRAY(mem, double, (size_t)at->count * f->pivots + 1);
    uint32_t solvable = 0;
    sums_at_states(n, s, at, f->pivot, f->pivots, values);
    for (uint32_t k = 0; k < f->pivots; k++) {
        bool some = false;
        for (uint32_t i = 0; i < at->count; i++)
            some = some || fabs(values[i * f->pivots + k]) > 0;
        solvable += some;
    }
    return solvable == f->pivots;
}

/* --- cofactors -------------------------------------------------------------------------------- */

static poly times(net *n, poly a, poly b)
{
    return net_assign(n, NULL, poly_multiply(n, a, b));
}

/* What multiplies entry (row, column) in the determinant. */
static poly cofactor(net *n, const poly *a, uint32_t count, uint32_t row, uint32_t column)
{
    if (count == 1)
        return poly_number(n, 1);
    if (count == 2)
        return poly_scale(n, a[(1 - row) * 2 + 1 - column], row == column ? 1 : -1);
    const uint32_t r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3,
                   c2 = (column + 2) % 3;
    return net_assign(n, NULL, poly_sub(n, poly_multiply(n, a[r1 * 3 + c1], a[r2 * 3 + c2]),
                                        poly_multiply(n, a[r1 * 3 + c2], a[r2 * 3 + c1])));
}

static void write_cofactors(arena *mem, const poly *a, uint32_t count, net *n, block_solver *f)
{
    poly determinant = poly_zero();
    f->inverse = ARENA_ARRAY(mem, poly, count * count);
    f->pivot = ARENA_ARRAY(mem, poly, 1);
    f->pivots = 1;
    for (uint32_t c = 0; c < count; c++)
        determinant = poly_add(n, determinant,
                               poly_multiply(n, a[c], cofactor(n, a, count, 0, c)));
    f->pivot[0] = determinant = net_assign(n, NULL, determinant);
    if (!determinant.count)
        return;
    poly one_over = net_reciprocal(n, NULL, determinant);
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t c = 0; c < count; c++)
            f->inverse[c * count + r] = times(n, cofactor(n, a, count, r, c), one_over);
}

/* --- factors ---------------------------------------------------------------------------------- */

/* The matrix at all states while it is eliminated, and where it is not zero. */
typedef struct {
    const poly *matrix;
    uint32_t count, states;
    double *numbers; /* [state][row][column] */
    bool *filled, *row_done, *column_done;
    bool regular_alone; /* singular states do not count */
} elimination;

static double *at_state(const elimination *e, uint32_t state, uint32_t row, uint32_t column)
{
    return &e->numbers[((size_t)state * e->count + row) * e->count + column];
}

/* The smallest share, over all states, that an entry has of the largest one of its column that is
 * left. States where nothing is left of the column are singular: they make it worthless, or do not
 * count. */
static double worth(const elimination *e, uint32_t row, uint32_t column)
{
    double least = INFINITY;
    uint32_t counted = 0;
    for (uint32_t k = 0; k < e->states; k++) {
        double most = 0;
        for (uint32_t i = 0; i < e->count; i++)
            if (!e->row_done[i])
                most = fmax(most, fabs(*at_state(e, k, i, column)));
        if (e->regular_alone && !(most > 0))
            continue;
        least = fmin(least, most > 0 ? fabs(*at_state(e, k, row, column)) / most : 0);
        counted++;
    }
    return counted ? least : 0;
}

/* Products that a pivot brings; less for one that is a number. */
static double price_of(const elimination *e, uint32_t row, uint32_t column)
{
    uint32_t in_row = 0, in_column = 0;
    for (uint32_t k = 0; k < e->count; k++) {
        in_row += !e->column_done[k] && e->filled[row * e->count + k];
        in_column += !e->row_done[k] && e->filled[k * e->count + column];
    }
    const poly p = e->matrix[row * e->count + column];
    const bool is_number = p.count == 1 && !p.terms[0].count;
    return (double)(in_row - 1) * (in_column - 1) + (is_number ? 0 : 0.5);
}

/* Entries worth less are passed over while there are others. */
#define WORTH_ENOUGH 0.05

static bool choose_pivot(const elimination *e, uint32_t *row, uint32_t *column)
{
    double best_price = INFINITY, best_worth = 0;
    for (uint32_t r = 0; r < e->count; r++)
        for (uint32_t c = 0; c < e->count && !e->row_done[r]; c++) {
            if (e->column_done[c] || !e->filled[r * e->count + c])
                continue;
            const double w = worth(e, r, c), price = price_of(e, r, c);
            const bool enough = w >= WORTH_ENOUGH, had = best_worth >= WORTH_ENOUGH;
            const bool better = enough != had ? enough
                                : enough      ? price < best_price ||
                                               (price == best_price && w > best_worth)
                                              : w > best_worth;
            if (!better)
                continue;
            best_price = price;
            best_worth = w;
            *row = r;
            *column = c;
        }
    return best_worth > 0;
}

static void eliminate(elimination *e, uint32_t row, uint32_t column)
{
    e->row_done[row] = e->column_done[column] = true;
    for (uint32_t r = 0; r < e->count; r++) {
        if (e->row_done[r] || !e->filled[r * e->count + column])
            continue;
        for (uint32_t c = 0; c < e->count; c++) {
            if (e->column_done[c] || !e->filled[row * e->count + c])
                continue;
            e->filled[r * e->count + c] = true;
            for (uint32_t k = 0; k < e->states; k++)
                *at_state(e, k, r, c) -= *at_state(e, k, r, column) / *at_state(e, k, row, column) *
                                         *at_state(e, k, row, c);
        }
    }
}

static bool find_order(arena *mem, const poly *matrix, const sample_states *at, const signals *s,
                       const net *n, block_solver *f)
{
    const uint32_t count = f->count;
    elimination e = {.matrix = matrix, .count = count, .states = at->count};
    e.numbers = ARENA_ARRAY(mem, double, (size_t)at->count * count * count + 1);
    e.filled = ARENA_ARRAY(mem, bool, (size_t)count * count + 1);
    e.row_done = ARENA_ARRAY(mem, bool, count + 1);
    e.column_done = ARENA_ARRAY(mem, bool, count + 1);
    sums_at_states(n, s, at, matrix, count * count, e.numbers);
    for (uint32_t i = 0; i < count * count; i++)
        e.filled[i] = matrix[i].count > 0;
    for (uint32_t k = 0; k < count; k++) {
        e.regular_alone = false;
        bool found = choose_pivot(&e, &f->row[k], &f->column[k]);
        e.regular_alone = true;
        if (!found && !choose_pivot(&e, &f->row[k], &f->column[k]))
            return false;
        eliminate(&e, f->row[k], f->column[k]);
    }
    return true;
}

/* The sum of start and of -x[k] y[k]. */
static poly less(net *n, poly start, const poly *x, const poly *y, uint32_t count)
{
    return factors_less(n, NULL, start, x, y, count);
}

/* Row k of U, then column k of L, each entry as one sum. */
static void write_factors(arena *mem, const poly *a, net *n, block_solver *f)
{
    const uint32_t count = f->count;
    poly *x = ARENA_ARRAY(mem, poly, count + 1), *y = ARENA_ARRAY(mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t c = k; c < count; c++) {
            for (uint32_t p = 0; p < k; p++) {
                x[p] = f->lower[k * count + p];
                y[p] = f->upper[p * count + c];
            }
            f->upper[k * count + c] = less(n, a[f->row[k] * count + f->column[c]], x, y, k);
        }
        f->pivot[k] = f->upper[k * count + k];
        if (!f->pivot[k].count)
            return;
        f->reciprocal[k] = net_reciprocal(n, NULL, f->pivot[k]);
        for (uint32_t r = k + 1; r < count; r++) {
            for (uint32_t p = 0; p < k; p++) {
                x[p] = f->lower[r * count + p];
                y[p] = f->upper[p * count + k];
            }
            poly entry = less(n, a[f->row[r] * count + f->column[k]], x, y, k);
            f->lower[r * count + k] = times(n, entry, f->reciprocal[k]);
        }
    }
}

bool block_solver_write(arena *mem, const poly *matrix, uint32_t count, uint32_t cofactors,
                        const sample_states *at, const signals *s, net *n, block_solver *out)
{
    *out = (block_solver){.count = count};
    out->by_cofactors = count <= cofactors && count <= COFACTORS_MOST;
    if (out->by_cofactors) {
        write_cofactors(mem, matrix, count, n, out);
        return is_solvable(mem, at, s, n, out);
    }
    out->row = ARENA_ARRAY(mem, uint32_t, count + 1);
    out->column = ARENA_ARRAY(mem, uint32_t, count + 1);
    out->lower = ARENA_ARRAY(mem, poly, (size_t)count * count + 1);
    out->upper = ARENA_ARRAY(mem, poly, (size_t)count * count + 1);
    out->reciprocal = ARENA_ARRAY(mem, poly, count + 1);
    out->pivot = ARENA_ARRAY(mem, poly, count + 1);
    out->pivots = count;
    if (!find_order(mem, matrix, at, s, n, out))
        return false;
    write_factors(mem, matrix, n, out);
    return is_solvable(mem, at, s, n, out);
}

/* --- solutions -------------------------------------------------------------------------------- */

static void solve_by_inverse(arena *mem, const block_solver *f, net *n, bool transposed, poly *b)
{
    const uint32_t count = f->count;
    poly *x = ARENA_ARRAY(mem, poly, count + 1), *row = ARENA_ARRAY(mem, poly, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++)
            row[k] = poly_scale(n, f->inverse[transposed ? k * count + i : i * count + k], -1);
        x[i] = less(n, poly_zero(), row, b, count);
    }
    memcpy(b, x, count * sizeof *b);
}

static void name_all(net *n, poly *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        b[i] = net_assign(n, NULL, b[i]);
}

void block_solve(arena *mem, const block_solver *f, net *n, poly *b)
{
    const uint32_t count = f->count;
    name_all(n, b, count);
    if (f->by_cofactors) {
        solve_by_inverse(mem, f, n, false, b);
        return;
    }
    poly *y = ARENA_ARRAY(mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++)
        y[k] = less(n, b[f->row[k]], f->lower + k * count, y, k);
    for (uint32_t k = count; k-- > 0;)
        y[k] = times(n, less(n, y[k], f->upper + k * count + k + 1, y + k + 1, count - k - 1),
                     f->reciprocal[k]);
    for (uint32_t k = 0; k < count; k++)
        b[f->column[k]] = y[k];
}

void block_solve_transposed(arena *mem, const block_solver *f, net *n, poly *b)
{
    const uint32_t count = f->count;
    name_all(n, b, count);
    if (f->by_cofactors) {
        solve_by_inverse(mem, f, n, true, b);
        return;
    }
    poly *y = ARENA_ARRAY(mem, poly, count + 1), *x = ARENA_ARRAY(mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t p = 0; p < k; p++)
            x[p] = f->upper[p * count + k];
        y[k] = times(n, less(n, b[f->column[k]], x, y, k), f->reciprocal[k]);
    }
    for (uint32_t k = count; k-- > 0;) {
        for (uint32_t p = k + 1; p < count; p++)
            x[p] = f->lower[p * count + k];
        y[k] = less(n, y[k], x + k + 1, y + k + 1, count - k - 1);
    }
    for (uint32_t k = 0; k < count; k++)
        b[f->row[k]] = y[k];
}
