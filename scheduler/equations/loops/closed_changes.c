#include "equations/loops/closed_changes.h"

#include "equations/differentiate.h"

#include <string.h>

/* --- the tree and its constraints, every motion given ----------------------------------------- */

/* Sums of the constraints that are differentiated: J qd and J qdd + quadratic, by places, and
 * J' lambda, by coordinates. */
static uint32_t rate_sum(uint32_t at)
{
    return at;
}

static uint32_t acceleration_sum(const closed_changes *c, uint32_t at)
{
    return c->r.w->l->count + at;
}

static uint32_t held_sum(const closed_changes *c, uint32_t coordinate)
{
    return 2 * c->r.w->l->count + coordinate;
}

/* The derivative of a sum by a position, or by a velocity. */
static poly slope_of(const closed_changes *c, uint32_t sum, uint32_t coordinate, bool by_rate)
{
    const uint32_t columns = c->r.c.c.columns;
    return c->slope[(size_t)sum * 2 * columns + (by_rate ? columns : 0) + coordinate];
}

static sym *constraint_sums_of(closed_changes *c, const constraint_sums *of)
{
    const closed_writer *w = c->r.w;
    const loops *l = w->l;
    net *n = &c->own;
    poly *sum = ARENA_ARRAY(w->mem, poly, 2 * l->count + of->columns + 1);
    sym *out = ARENA_ARRAY(w->mem, sym, 2 * l->count + of->columns + 1);
    c->multiplier_input = ARENA_ARRAY(w->mem, sym, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++) {
        c->multiplier_input[i] = net_input(n, arena_printf(w->mem, "held%u", i));
        poly multiplier = poly_symbol(n, c->multiplier_input[i]);
        sum[acceleration_sum(c, i)] = of->quadratic[l->row[i]];
        for (uint32_t k = 0; k < of->columns; k++) {
            const uint32_t at = l->row[i] * of->columns + k;
            if (!l->pattern[at]) /* zero wherever loops are closed, so it stays zero */
                continue;
            poly *to[] = {&sum[rate_sum(i)], &sum[acceleration_sum(c, i)], &sum[held_sum(c, k)]},
                 by[] = {signals_coordinate(&c->inputs, n, INPUT_QD, k, 1, 0),
                         signals_coordinate(&c->inputs, n, INPUT_QDD, k, 1, 0), multiplier};
            for (uint32_t j = 0; j < 3; j++)
                *to[j] = poly_add(n, *to[j], poly_multiply(n, of->row[at], by[j]));
        }
    }
    for (uint32_t k = 0; k < 2 * l->count + of->columns; k++)
        out[k] = net_output(n, NULL, sum[k]);
    return out;
}

static void differentiate_constraints(closed_changes *c)
{
    const closed_writer *w = c->r.w;
    constraint_sums of = constraints_write(w->mem, w->t, &w->l->all, w->form->frames,
                                           CONSTRAINT_ROWS | CONSTRAINT_QUADRATIC, &c->inputs,
                                           &c->own);
    const sym *sums = constraint_sums_of(c, &of);
    const uint32_t count = 2 * w->l->count + of.columns;
    parameter *by = ARENA_ARRAY(w->mem, parameter, 2 * of.columns + 1);
    for (uint32_t k = 0; k < of.columns; k++) {
        by[k] = parameter_position(w->mem, &c->inputs, &c->own, k);
        by[of.columns + k] = parameter_word(w->mem, &c->inputs, &c->own, INPUT_QD, k, 0);
    }
    c->slope = ARENA_ARRAY(w->mem, poly, (size_t)count * 2 * of.columns + 1);
    net_differentiate(&c->own, sums, count, by, 2 * of.columns, ELIMINATE_CHEAPEST, c->slope);
}

/* Entries of a matrix of the tree's own net, where the definitions that they need are known. */
static poly *moved(const closed_changes *c, const poly *from, size_t count)
{
    poly *out = ARENA_ARRAY(c->r.w->mem, poly, count + 1);
    for (size_t i = 0; i < count; i++)
        out[i] = transplant_sum(&c->into, from[i]);
    return out;
}

/* Everything that needs no accelerations. */
static void write_tree(closed_changes *c)
{
    const closed_writer *w = c->r.w;
    const model *raw = w->forms ? w->forms->raw : NULL;
    derivative_forms plain;
    if (!raw) {
        model *own = ARENA_ARRAY(w->mem, model, 1);
        model_build(w->mem, w->t, own);
        plain = derivative_forms_plain(w->mem, own);
        raw = own;
    }
    c->inputs = (signals){.mem = w->mem, .t = w->t};
    c->own = net_make(w->mem);
    derivative_writer *d = derivatives_begin(w->mem, w->t, raw,
                                             w->forms ? w->forms->derivatives : &plain, &c->inputs,
                                             &c->own);
    c->tree = derivatives_end(d, NULL);
    differentiate_constraints(c);
    c->into = transplant_begin(w->mem, &c->own, w->n);
    transplant_inputs(&c->into, &c->inputs, w->s, false);
    transplant_grow(&c->into);
}

closed_changes *changes_begin(const closed_writer *w, bool is_undriven)
{
    closed_changes *c = ARENA_ARRAY(w->mem, closed_changes, 1);
    reduction *r = &c->r;
    *r = (reduction){.w = w, .of_free = 6 * tree_free_bodies(w->t), .is_undriven = is_undriven};
    r->c = closed_loops(w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    write_tree(c);
    const uint32_t all = c->tree->freedoms;
    r->sums = (mass_sums){.freedoms = all, .bias = moved(c, c->tree->bias, all),
                          .mass = ARENA_ARRAY(w->mem, poly, mass_at(all, 0) + 1)};
    for (uint32_t row = 0; row < all; row++)
        for (uint32_t column = 0; column <= row; column++)
            r->sums.mass[mass_at(row, column)] =
                transplant_sum(&c->into, c->tree->mass[(size_t)row * all + column]);
    reduction_order(r);
    reduction_write(r);
    return c;
}

/* --- along closed states ---------------------------------------------------------------------- */

/* An entry of T: what a freedom moves by per row. */
static poly carries(const closed_changes *c, uint32_t freedom, uint32_t row)
{
    const reduction *r = &c->r;
    if (freedom == r->freedom[row])
        return poly_number(r->w->n, 1);
    const uint32_t at = freedom < r->of_free ? LOOPS_NONE
                                             : r->w->l->place[freedom - r->of_free];
    return at == LOOPS_NONE ? poly_zero() : reduction_follows(r, at, row);
}

/* T' y, y by freedoms, in one row. */
static poly reduced(const closed_changes *c, const poly *y, uint32_t row)
{
    net *n = c->r.w->n;
    poly sum = y[c->r.freedom[row]];
    for (uint32_t i = 0; i < c->r.w->l->count; i++)
        sum = poly_add(n, sum, poly_multiply(n, reduction_follows(&c->r, i, row),
                                             y[reduction_dependent(&c->r, i)]));
    return sum;
}

static void know_accelerations(closed_changes *c, const poly *x)
{
    const reduction *r = &c->r;
    const poly *dependent = reduction_accelerations(r, x);
    poly *all = ARENA_ARRAY(r->w->mem, poly, c->tree->freedoms + 1);
    for (uint32_t row = 0; row < r->rows; row++)
        all[r->freedom[row]] = net_assign(r->w->n, NULL, x[row]);
    for (uint32_t i = 0; i < r->w->l->count; i++)
        all[reduction_dependent(r, i)] = dependent[i];
    for (uint32_t i = 0; i < c->inputs.list_count; i++) {
        const signal *in = &c->inputs.list[i];
        if (in->kind == INPUT_QDD)
            transplant_input(&c->into, in->symbol, all[r->of_free + in->index]);
        else if (in->kind == INPUT_ACC || in->kind == INPUT_OMEGAD)
            transplant_input(&c->into, in->symbol,
                             all[6 * in->index + (in->kind == INPUT_ACC ? 0 : 3) + in->axis]);
    }
}

static void know_multipliers(closed_changes *c, const poly *held)
{
    const loops *l = c->r.w->l;
    poly *multiplier = ARENA_ARRAY(c->r.w->mem, poly, l->count + 1);
    memcpy(multiplier, held, l->count * sizeof *multiplier);
    closure_solve_transposed(&c->r.c, multiplier);
    for (uint32_t i = 0; i < l->count; i++)
        transplant_input(&c->into, c->multiplier_input[i], multiplier[i]);
}

/* Derivatives of a sum of the constraints, along T in the column of a row. */
static poly along(const closed_changes *c, const transplant *p, uint32_t sum, uint32_t row)
{
    net *n = c->r.w->n;
    poly out = poly_zero();
    for (uint32_t k = 0; k < c->tree->coordinates; k++) {
        poly slope = slope_of(c, sum, k, false), move = carries(c, c->r.of_free + k, row);
        if (slope.count && move.count)
            out = poly_add(n, out, poly_multiply(n, transplant_sum(p, slope), move));
    }
    return out;
}

/* What B times the rates of p changes by per independent coordinate: D. */
static poly *rates_along(const closed_changes *c, const transplant *p)
{
    const reduction *r = &c->r;
    const uint32_t count = r->w->l->count;
    poly *out = ARENA_ARRAY(r->w->mem, poly, (size_t)count * r->rows + 1),
         *side = ARENA_ARRAY(r->w->mem, poly, count + 1),
         *x = ARENA_ARRAY(r->w->mem, poly, count + 1);
    for (uint32_t column = 0; column < r->rows; column++) {
        if (r->freedom[column] < r->of_free)
            continue;
        for (uint32_t i = 0; i < count; i++)
            side[i] = net_assign(r->w->n, NULL, along(c, p, rate_sum(i), column));
        closure_solve_negative(&r->c, side, x);
        for (uint32_t i = 0; i < count; i++)
            out[i * r->rows + column] = x[i];
    }
    return out;
}

/* E in one column. */
static void write_acceleration(closed_changes *c, uint32_t column)
{
    const reduction *r = &c->r;
    const loops *l = r->w->l;
    net *n = r->w->n;
    poly *side = ARENA_ARRAY(r->w->mem, poly, l->count + 1),
         *x = ARENA_ARRAY(r->w->mem, poly, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++) {
        const uint32_t sum = acceleration_sum(c, i);
        poly total = along(c, &c->into, sum, column);
        for (uint32_t k = 0; k < l->count; k++) {
            poly slope = slope_of(c, sum, l->dependent[k], true),
                 rate = c->rate[k * r->rows + column];
            if (slope.count && rate.count)
                total = poly_add(n, total,
                                 poly_multiply(n, transplant_sum(&c->into, slope), rate));
        }
        side[i] = net_assign(n, NULL, total);
    }
    closure_solve_negative(&r->c, side, x);
    for (uint32_t i = 0; i < l->count; i++)
        c->acceleration[i * r->rows + column] = x[i];
}

/* carried' y of a row, y by places in a column: what accelerations of dependent joints take. */
static poly taken(const closed_changes *c, const poly *y, uint32_t row, uint32_t column)
{
    const reduction *r = &c->r;
    poly sum = poly_zero();
    for (uint32_t i = 0; i < r->w->l->count; i++)
        sum = poly_add(r->w->n, sum, poly_multiply(r->w->n, r->carried[i * r->rows + row],
                                                   y[i * r->rows + column]));
    return sum;
}

/* Phi_qd times velocities of the dependent, by places in a column. */
static poly by_dependent_rates(const closed_changes *c, uint32_t freedom, const poly *y,
                               uint32_t column, poly sum)
{
    const reduction *r = &c->r;
    for (uint32_t i = 0; i < r->w->l->count; i++) {
        poly slope = c->tree_by_rate[(size_t)freedom * c->tree->freedoms +
                                     reduction_dependent(r, i)];
        sum = poly_add(r->w->n, sum,
                       poly_multiply(r->w->n, slope, y[i * r->rows + column]));
    }
    return sum;
}

static void write_by_position(closed_changes *c, uint32_t column)
{
    const reduction *r = &c->r;
    net *n = r->w->n;
    const uint32_t coordinates = c->tree->coordinates;
    poly *y = ARENA_ARRAY(r->w->mem, poly, c->tree->freedoms + 1);
    for (uint32_t i = 0; i < c->tree->freedoms; i++) {
        y[i] = by_dependent_rates(c, i, c->rate, column, poly_zero());
        for (uint32_t k = 0; k < coordinates; k++) {
            poly move = carries(c, r->of_free + k, column);
            if (!move.count)
                continue;
            poly slope = c->balance_by_position[(size_t)i * coordinates + k];
            y[i] = poly_add(n, y[i], poly_multiply(n, slope, move));
        }
        y[i] = net_assign(n, NULL, y[i]);
    }
    for (uint32_t row = 0; row < r->rows; row++)
        c->by_position[row * r->rows + column] =
            net_assign(n, NULL, poly_add(n, reduced(c, y, row),
                                         taken(c, c->acceleration, row, column)));
}

static void write_by_rate(closed_changes *c, uint32_t column)
{
    const reduction *r = &c->r;
    net *n = r->w->n;
    poly *y = ARENA_ARRAY(r->w->mem, poly, c->tree->freedoms + 1),
         *follows = ARENA_ARRAY(r->w->mem, poly, (size_t)r->w->l->count * r->rows + 1);
    for (uint32_t i = 0; i < r->w->l->count; i++)
        follows[i * r->rows + column] = reduction_follows(r, i, column);
    for (uint32_t i = 0; i < c->tree->freedoms; i++) {
        poly own = c->tree_by_rate[(size_t)i * c->tree->freedoms + r->freedom[column]];
        y[i] = net_assign(n, NULL, by_dependent_rates(c, i, follows, column, own));
    }
    for (uint32_t row = 0; row < r->rows; row++)
        c->by_rate[row * r->rows + column] = net_assign(
            n, NULL,
            poly_add(n, reduced(c, y, row),
                     poly_scale(n, net_assign(n, NULL, taken(c, c->rate, row, column)), 2)));
}

/* Phi_q - (J' lambda)_q. */
static void write_balance(closed_changes *c)
{
    const uint32_t coordinates = c->tree->coordinates, all = c->tree->freedoms;
    net *n = c->r.w->n;
    c->balance_by_position = moved(c, c->tree->by_position, (size_t)all * coordinates);
    for (uint32_t i = 0; i < coordinates; i++)
        for (uint32_t k = 0; k < coordinates; k++) {
            poly *to = &c->balance_by_position[(size_t)(c->r.of_free + i) * coordinates + k];
            poly held = transplant_sum(&c->into, slope_of(c, held_sum(c, i), k, false));
            *to = net_assign(n, NULL, poly_sub(n, *to, held));
        }
}

void changes_end(closed_changes *c, const poly *x, const poly *held)
{
    const reduction *r = &c->r;
    const size_t all = c->tree->freedoms, square = (size_t)r->rows * r->rows;
    know_accelerations(c, x);
    know_multipliers(c, held);
    transplant_grow(&c->into);
    write_balance(c);
    c->tree_by_rate = moved(c, c->tree->by_rate, all * all);
    c->rate = rates_along(c, &c->into);
    c->acceleration = ARENA_ARRAY(r->w->mem, poly, (size_t)r->w->l->count * r->rows + 1);
    c->by_position = ARENA_ARRAY(r->w->mem, poly, square + 1);
    c->by_rate = ARENA_ARRAY(r->w->mem, poly, square + 1);
    for (uint32_t column = 0; column < r->rows; column++) {
        if (r->freedom[column] >= r->of_free) {
            write_acceleration(c, column);
            write_by_position(c, column);
        }
        write_by_rate(c, column);
    }
}

poly *changes_of_dependence(const closed_changes *c, const poly *x)
{
    const reduction *r = &c->r;
    transplant p = transplant_begin(r->w->mem, &c->own, r->w->n);
    for (uint32_t i = 0; i < c->inputs.list_count; i++) {
        const signal *in = &c->inputs.list[i];
        poly rate = poly_zero();
        if (in->kind != INPUT_QD)
            continue;
        for (uint32_t row = 0; row < r->rows; row++)
            rate = poly_add(r->w->n, rate, poly_multiply(r->w->n, x[row],
                                                         carries(c, r->of_free + in->index, row)));
        transplant_input(&p, in->symbol, net_assign(r->w->n, NULL, rate));
    }
    transplant_inputs(&p, &c->inputs, r->w->s, false);
    transplant_grow(&p);
    return rates_along(c, &p);
}
