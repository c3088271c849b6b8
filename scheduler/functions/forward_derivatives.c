/* SPDX-License-Identifier: MIT */
/* Derivatives of forward dynamics. With M x + c = u the accelerations x answer to any change with
 * dx = -M^-1 d(M x + c) at x held: the derivatives of inverse dynamics at these accelerations,
 * solved with the factors of M, or multiplied by its inverse, which is d x / d u itself. */
#include "functions/forward_answers.h"
#include "functions/functions.h"

static poly minus_inverse_entry(const forward_answers *w, uint32_t i, uint32_t k)
{
    poly entry = w->inverse[i > k ? factors_at(i, k) : factors_at(k, i)];
    return poly_scale(w->n, entry, -1);
}

/* M^-1 b, from the right side b by rows of v. */
static void multiply(const forward_answers *w, arena *mem, poly *b)
{
    const uint32_t count = w->v.count;
    poly *row = ARENA_ARRAY(mem, poly, count + 1), *out = ARENA_ARRAY(mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++)
        b[k] = net_assign(w->n, NULL, b[k]);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++)
            row[k] = minus_inverse_entry(w, i, k);
        out[i] = factors_less(w->n, NULL, poly_zero(), row, b, count);
    }
    for (uint32_t i = 0; i < count; i++)
        b[i] = out[i];
}

void forward_answers_solve(const forward_answers *w, arena *mem, poly *b)
{
    if (w->by_factors)
        factors_solve(&w->v.f, w->n, b);
    else
        multiply(w, mem, b);
}

static void write_accelerations(forward_answers *w, arena *mem)
{
    net *n = w->n;
    const uint32_t all = w->d->freedoms, of_free = all - w->d->coordinates;
    poly *b = ARENA_ARRAY(mem, poly, w->v.count + 1);
    w->x = ARENA_ARRAY(mem, poly, all + 1);
    for (uint32_t k = of_free; k < all; k++)
        if (forward_is_imposed(w->t, k))
            w->x[k] = signals_coordinate(w->s, n, INPUT_IMPOSED, k - of_free, 1, 0);
    for (uint32_t k = 0; k < w->v.count; k++) {
        uint32_t row = w->v.freedom[k];
        b[k] = poly_sub(n, forward_drive(w->t, w->s, n, row), w->d->bias[row]);
        for (uint32_t c = of_free; c < all; c++) {
            if (!forward_is_imposed(w->t, c))
                continue;
            poly m = net_assign(n, NULL, w->d->mass[(size_t)row * all + c]);
            b[k] = poly_sub(n, b[k], poly_multiply(n, m, w->x[c]));
        }
    }
    forward_answers_solve(w, mem, b);
    for (uint32_t k = 0; k < w->v.count; k++)
        w->x[w->v.freedom[k]] = b[k];
}

poly *forward_answers_matrix(const forward_answers *w, arena *mem, const poly *torque,
                             uint32_t columns)
{
    poly *b = ARENA_ARRAY(mem, poly, w->v.count + 1);
    poly *x = ARENA_ARRAY(mem, poly, (size_t)w->d->freedoms * columns + 1);
    for (uint32_t c = 0; c < columns; c++) {
        bool any = false;
        for (uint32_t row = 0; row < w->v.count; row++) {
            b[row] = poly_scale(w->n, torque[(size_t)w->v.freedom[row] * columns + c], -1);
            any = any || b[row].count;
        }
        if (any)
            forward_answers_solve(w, mem, b);
        for (uint32_t row = 0; row < w->v.count; row++)
            x[(size_t)w->v.freedom[row] * columns + c] = b[row];
    }
    return x;
}

static void write_matrix(const forward_answers *w, arena *mem, output_kind kind,
                         const poly *torque, uint32_t columns)
{
    const poly *x = forward_answers_matrix(w, mem, torque, columns);
    for (uint32_t row = 0; row < w->d->freedoms; row++)
        for (uint32_t c = 0; c < columns; c++)
            signals_matrix_output(w->s, w->n, kind, row, c, x[(size_t)row * columns + c]);
}

static void write_inverse(const forward_answers *w, arena *mem)
{
    const uint32_t all = w->d->freedoms;
    poly *x = ARENA_ARRAY(mem, poly, (size_t)all * all + 1);
    for (uint32_t i = 0; i < w->v.count; i++)
        for (uint32_t k = 0; k <= i; k++) {
            uint32_t row = w->v.freedom[i], column = w->v.freedom[k];
            x[(size_t)(row > column ? row : column) * all + (row > column ? column : row)] =
                w->inverse[factors_at(i, k)];
        }
    for (uint32_t row = 0; row < all; row++)
        for (uint32_t column = 0; column <= row; column++)
            signals_matrix_output(w->s, w->n, OUTPUT_MINV, row, column,
                                  x[(size_t)row * all + column]);
}

bool forward_answers_write(arena *mem, const tree *t, writer *of, bool by_factors, signals *s,
                           net *n, forward_answers *w)
{
    *w = (forward_answers){.t = t, .s = s, .n = n, .d = derivatives_of(of),
                           .by_factors = by_factors};
    const uint32_t all = w->d->freedoms;
    mass_sums sums = {.freedoms = all, .mass = ARENA_ARRAY(mem, poly, mass_at(all, 0) + 1)};
    for (uint32_t row = 0; row < all; row++)
        for (uint32_t column = 0; column <= row; column++)
            sums.mass[mass_at(row, column)] = w->d->mass[(size_t)row * all + column];
    w->v = forward_order(mem, t);
    forward_factor(mem, &sums, n, &w->v);
    if (w->v.f.singular != w->v.count)
        return false;
    w->inverse = factors_invert(mem, &w->v.f, n);
    for (uint32_t k = 0; k < mass_at(w->v.count, 0); k++)
        w->inverse[k] = net_assign(n, NULL, w->inverse[k]);
    write_accelerations(w, mem);
    derivatives_end(of, w->x);
    return true;
}

static void finish(arena *mem, const tree *t, writer *of, bool by_factors, signals *s, net *n)
{
    forward_answers w;
    if (forward_answers_write(mem, t, of, by_factors, s, n, &w)) {
        write_matrix(&w, mem, OUTPUT_QDD_Q, w.d->by_position, w.d->coordinates);
        write_matrix(&w, mem, OUTPUT_QDD_QD, w.d->by_rate, w.d->freedoms);
        write_inverse(&w, mem);
    }
    forward_pivots(t, &w.v, s, n);
}

static void finish_by_factors(arena *mem, const tree *t, writer *w, signals *s, net *n)
{
    finish(mem, t, w, true, s, n);
}

static void finish_by_inverse(arena *mem, const tree *t, writer *w, signals *s, net *n)
{
    finish(mem, t, w, false, s, n);
}

/* --- producer -------------------------------------------------------------------------------- */

/* The plain forms: there is no recursion of the thesis for these. */
static void write_plain(arena *mem, const tree *t, signals *s, net *n)
{
    model raw;
    model_build(mem, t, &raw);
    derivative_forms f = derivative_forms_plain(mem, &raw);
    finish_by_factors(mem, t, derivatives_begin(mem, t, &raw, &f, s, n), s, n);
    net_sweep(n);
}

static derivative_finish *cheaper(arena *mem, const tree *t, const model *raw,
                                  const derivative_forms *f, const objective *goal)
{
    signals words;
    net solved = derivative_forms_write(mem, t, raw, f, finish_by_factors, &words);
    net multiplied = derivative_forms_write(mem, t, raw, f, finish_by_inverse, &words);
    return objective_price(goal, &solved) <= objective_price(goal, &multiplied) ? finish_by_factors
                                                                                : finish_by_inverse;
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    const objective goal = {0};
    model raw;
    model_build(mem, t, &raw);
    const derivative_forms f = derivative_forms_plain(mem, &raw);
    derivatives_choose_forms(mem, t, &raw, cheaper(mem, t, &raw, &f, &goal),
                             "recursion for derivatives, mass matrix factored", o, e);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o,
                       const objective *goal, signals *words)
{
    model raw;
    model_build(mem, t, &raw);
    const derivative_forms f = derivative_forms_plain(mem, &raw);
    return derivatives_short_forms(mem, t, &raw, cheaper(mem, t, &raw, &f, goal), o, goal, words);
}

/* A pivot that is zero at every state shows in forward dynamics itself; here it may hide in sums
 * that cancel only in numbers. */
status forward_answers_check(const tree *t, diag *d)
{
    arena work = arena_make();
    equations_options o = equations_options_default();
    equations *e;
    o.function = FUNCTION_FD;
    o.effort = 0;
    status s = equations_build(&work, t, &o, &e, d);
    arena_free(&work);
    return s;
}

const producer PRODUCER_FD_DERIVATIVES = {write_plain, choose_forms, short_forms,
                                           forward_answers_check};
