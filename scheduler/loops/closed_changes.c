/* SPDX-License-Identifier: MIT */
#include "loops/closed_changes.h"

#include "algebra/differentiate.h"

#include <string.h>

/* --- the tree and its constraints, every motion given ----------------------------------------- */

/* Sums of the constraints that are differentiated: J qd, by places, J' lambda, by coordinates, and
 * J qdd + quadratic, by places. */
static uint32_t held_sum(const closed_changes *c, uint32_t coordinate)
{
    return c->r.w->l->count + coordinate;
}

static uint32_t acceleration_sum(const closed_changes *c, uint32_t at)
{
    return held_sum(c, c->tree->coordinates) + at;
}

static uint32_t sums_count(const closed_changes *c)
{
    return acceleration_sum(c, c->r.w->l->count);
}

static sym *constraint_sums_of(closed_changes *c, const constraint_sums *of)
{
    const closed_writer *w = c->r.w;
    const loops *l = w->l;
    net *n = &c->own;
    poly *sum = ARENA_ARRAY(w->mem, poly, sums_count(c) + 1);
    sym *out = ARENA_ARRAY(w->mem, sym, sums_count(c) + 1);
    c->multiplier_input = ARENA_ARRAY(w->mem, sym, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++) {
        c->multiplier_input[i] = net_input(n, arena_printf(w->mem, "held%u", i));
        poly multiplier = poly_symbol(n, c->multiplier_input[i]);
        sum[acceleration_sum(c, i)] = of->quadratic[l->row[i]];
        for (uint32_t k = 0; k < of->columns; k++) {
            const uint32_t at = l->row[i] * of->columns + k;
            if (!l->pattern[at]) /* zero wherever loops are closed, so it stays zero */
                continue;
            poly *to[] = {&sum[i], &sum[acceleration_sum(c, i)], &sum[held_sum(c, k)]},
                 by[] = {signals_coordinate(&c->inputs, n, INPUT_QD, k, 1, 0),
                         signals_coordinate(&c->inputs, n, INPUT_QDD, k, 1, 0), multiplier};
            for (uint32_t j = 0; j < 3; j++)
                *to[j] = poly_add(n, *to[j], poly_multiply(n, of->row[at], by[j]));
        }
    }
    for (uint32_t k = 0; k < sums_count(c); k++)
        out[k] = net_output(n, NULL, sum[k]);
    return out;
}

/* An entry of B in the tree's own net: an input, or a number. */
static poly own_entry(closed_changes *c, poly entry, const char *name, sym *input)
{
    if (poly_is_number(entry)) /* and not zero */
        return poly_number(&c->own, term_coefficient(c->r.w->n, &entry.terms[0]));
    *input = net_input(&c->own, name);
    return poly_symbol(&c->own, *input);
}

/* What an independent coordinate moves: positions, and velocities of dependent joints. */
typedef struct {
    uint32_t coordinate;
    bool is_rate;
    poly by;
} move;

typedef struct {
    move *list;
    uint32_t list_count, list_capacity;
} moves;

/* Itself, and by B and D what depends on it. Where an entry of B is zero that of D = dB/dt is,
 * too. */
static moves moves_of(closed_changes *c, uint32_t column)
{
    const reduction *r = &c->r;
    const closed_writer *w = r->w;
    moves out = {0};
    *ARENA_PUSH(w->mem, &out, list) =
        (move){r->freedom[column] - r->of_free, false, poly_number(&c->own, 1)};
    for (uint32_t i = 0; i < w->l->count; i++) {
        const uint32_t at = i * r->rows + column;
        poly entry = reduction_follows(r, i, column);
        if (!entry.count)
            continue;
        poly follows = own_entry(c, entry, arena_printf(w->mem, "B%u", at), &c->follow_input[at]);
        c->rate_input[at] = net_input(&c->own, arena_printf(w->mem, "D%u", at));
        *ARENA_PUSH(w->mem, &out, list) = (move){w->l->dependent[i], false, follows};
        *ARENA_PUSH(w->mem, &out, list) =
            (move){w->l->dependent[i], true, poly_symbol(&c->own, c->rate_input[at])};
    }
    return out;
}

static parameter parameter_of(closed_changes *c, uint32_t coordinate, bool is_rate)
{
    arena *mem = c->r.w->mem;
    return is_rate ? parameter_word(mem, &c->inputs, &c->own, INPUT_QD, coordinate, 0)
                   : parameter_position(mem, &c->inputs, &c->own, coordinate);
}

static void along_at_once(closed_changes *c, const sym *sums, uint32_t count, const moves *by,
                          bool rates, poly *slope)
{
    parameter *along = ARENA_ARRAY(c->r.w->mem, parameter, c->r.rows + 1);
    for (uint32_t column = 0; column < c->r.rows; column++)
        for (uint32_t i = 0; i < by[column].list_count; i++) {
            const move *m = &by[column].list[i];
            if (m->is_rate && !rates)
                continue;
            parameter moved = parameter_of(c, m->coordinate, m->is_rate);
            for (uint32_t k = 0; k < moved.seeds_count; k++)
                *ARENA_PUSH(c->r.w->mem, &along[column], seeds) = (input_slope){
                    moved.seeds[k].input, poly_multiply(&c->own, moved.seeds[k].slope, m->by)};
        }
    net_differentiate(&c->own, sums, count, along, c->r.rows, ELIMINATE_CHEAPEST, slope);
}

/* Derivatives of the sums along the moves of each column: velocities move accelerations alone. */
static void slopes_at_once(closed_changes *c, const sym *sums, const moves *by)
{
    const uint32_t first = acceleration_sum(c, 0);
    along_at_once(c, sums, first, by, false, c->slope);
    along_at_once(c, sums + first, sums_count(c) - first, by, true, c->slope + first * c->r.rows);
}

/* By each coordinate, which most sums have few of, then summed up; those of J' lambda are left to
 * be summed up with the tree's. */
static void slopes_by_coordinate(closed_changes *c, const sym *sums, const moves *by)
{
    const uint32_t columns = c->tree->coordinates, all = 2 * columns, count = sums_count(c);
    net *n = &c->own;
    parameter *of = ARENA_ARRAY(c->r.w->mem, parameter, all + 1);
    poly *each = ARENA_ARRAY(c->r.w->mem, poly, (size_t)count * all + 1);
    for (uint32_t k = 0; k < all; k++)
        of[k] = parameter_of(c, k % columns, k >= columns);
    net_differentiate(n, sums, count, of, all, ELIMINATE_CHEAPEST, each);
    for (size_t i = 0; i < (size_t)count * all; i++)
        each[i] = net_assign(n, NULL, each[i]);
    c->held_by_position = ARENA_ARRAY(c->r.w->mem, poly, (size_t)columns * columns + 1);
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t k = 0; k < columns; k++)
            c->held_by_position[i * columns + k] = each[held_sum(c, i) * all + k];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < c->r.rows; k++)
            for (const move *m = by[k].list; m < by[k].list + by[k].list_count; m++) {
                const bool is_held = i >= held_sum(c, 0) && i < acceleration_sum(c, 0);
                if (is_held || (m->is_rate && i < held_sum(c, 0)))
                    continue;
                poly *to = &c->slope[i * c->r.rows + k],
                     by_one = each[i * all + m->coordinate + (m->is_rate ? columns : 0)];
                *to = poly_add(n, *to, poly_multiply(n, m->by, by_one));
            }
}

static void differentiate_constraints(closed_changes *c)
{
    const reduction *r = &c->r;
    const closed_writer *w = r->w;
    const size_t entries = (size_t)w->l->count * r->rows;
    constraint_sums of = constraints_write(w->mem, w->t, &w->l->all, w->form->frames,
                                           CONSTRAINT_ROWS | CONSTRAINT_QUADRATIC, &c->inputs,
                                           &c->own);
    const sym *sums = constraint_sums_of(c, &of);
    moves *by = ARENA_ARRAY(w->mem, moves, r->rows + 1);
    c->follow_input = ARENA_ARRAY(w->mem, sym, entries + 1);
    c->rate_input = ARENA_ARRAY(w->mem, sym, entries + 1);
    for (size_t i = 0; i < entries; i++)
        c->follow_input[i] = c->rate_input[i] = NO_INPUT;
    for (uint32_t column = 0; column < r->rows; column++)
        if (r->freedom[column] >= r->of_free)
            by[column] = moves_of(c, column);
    c->slope = ARENA_ARRAY(w->mem, poly, (size_t)sums_count(c) * r->rows + 1);
    if (w->form->slopes_at_once)
        slopes_at_once(c, sums, by);
    else
        slopes_by_coordinate(c, sums, by);
}

/* Entries of a matrix of the tree's own net, where the definitions that they need are known. */
static poly *moved(const closed_changes *c, const poly *from, size_t count)
{
    poly *out = ARENA_ARRAY(c->r.w->mem, poly, count + 1);
    for (size_t i = 0; i < count; i++)
        out[i] = transplant_sum(&c->into, from[i]);
    return out;
}

static void know_follows(const closed_changes *c, transplant *p)
{
    const reduction *r = &c->r;
    for (uint32_t i = 0; i < r->w->l->count; i++)
        for (uint32_t row = 0; row < r->rows; row++)
            if (c->follow_input[i * r->rows + row] != NO_INPUT)
                transplant_input(p, c->follow_input[i * r->rows + row],
                                 reduction_follows(r, i, row));
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
    c->inputs = (signals){.mem = w->s->mem, .t = w->t}; /* names outlive the writing */
    c->own = net_make(w->mem);
    writer *d = derivatives_begin(w->mem, w->t, raw,
                                             w->forms ? w->forms->derivatives : &plain, &c->inputs,
                                             &c->own);
    c->tree = derivatives_end(d, NULL);
    changes_add_rods(c);
    differentiate_constraints(c);
    c->into = transplant_begin(w->mem, &c->own, w->n);
    know_follows(c, &c->into);
    transplant_inputs(&c->into, &c->inputs, w->s);
    transplant_grow(&c->into);
}

closed_changes *changes_begin(const closed_writer *w, bool is_undriven)
{
    closed_changes *c = ARENA_ARRAY(w->mem, closed_changes, 1);
    reduction *r = &c->r;
    *r = (reduction){.w = w, .of_free = 6 * tree_free_bodies(w->t), .is_undriven = is_undriven};
    r->c = closed_loops(w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    closure_outputs(&r->c); /* which looks at pivots in numbers: while the net is small */
    reduction_order(r);
    write_tree(c);
    const uint32_t all = c->tree->freedoms;
    r->sums = (mass_sums){.freedoms = all, .bias = moved(c, c->tree->bias, all),
                          .mass = ARENA_ARRAY(w->mem, poly, mass_at(all, 0) + 1)};
    for (uint32_t row = 0; row < all; row++)
        for (uint32_t column = 0; column <= row; column++)
            r->sums.mass[mass_at(row, column)] =
                transplant_sum(&c->into, c->tree->mass[(size_t)row * all + column]);
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

static poly *know_accelerations(closed_changes *c, const poly *x)
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
    return all;
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

/* Solves J_v x = -slopes of sums by places, `first` of place 0, column by column. */
static poly *solve_slopes(const closed_changes *c, const transplant *p, uint32_t first)
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
            side[i] = transplant_sum(p, c->slope[(first + i) * r->rows + column]);
        closure_solve_negative(&r->c, side, x);
        for (uint32_t i = 0; i < count; i++)
            out[i * r->rows + column] = x[i];
    }
    return out;
}

/* D, and then E. */
static void write_motions(closed_changes *c)
{
    c->rate = solve_slopes(c, &c->into, 0);
    for (uint32_t i = 0; i < c->r.w->l->count * c->r.rows; i++)
        if (c->rate_input[i] != NO_INPUT)
            transplant_input(&c->into, c->rate_input[i], c->rate[i]);
    transplant_grow(&c->into);
    c->acceleration = solve_slopes(c, &c->into, acceleration_sum(c, 0));
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
            poly moves_by = carries(c, r->of_free + k, column);
            if (!moves_by.count)
                continue;
            poly slope = c->tree_by_position[(size_t)i * coordinates + k];
            y[i] = poly_add(n, y[i], poly_multiply(n, slope, moves_by));
        }
        if (i >= r->of_free) {
            poly held = c->slope[held_sum(c, i - r->of_free) * r->rows + column];
            y[i] = poly_sub(n, y[i], transplant_sum(&c->into, held));
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

/* Phi_q, with what of (J' lambda)_q is not along T yet. */
static void write_by_each_position(closed_changes *c)
{
    const uint32_t columns = c->tree->coordinates;
    net *n = c->r.w->n;
    c->tree_by_position = moved(c, c->tree->by_position, (size_t)c->tree->freedoms * columns);
    for (uint32_t i = 0; c->held_by_position && i < columns * columns; i++) {
        poly *to = &c->tree_by_position[(size_t)c->r.of_free * columns + i];
        poly held = transplant_sum(&c->into, c->held_by_position[i]);
        *to = net_assign(n, NULL, poly_sub(n, *to, held));
    }
}

void changes_at(closed_changes *c, const poly *x)
{
    const poly *all = know_accelerations(c, x);
    closure_left_out_outputs(&c->r.c, all + c->r.of_free);
    transplant_grow(&c->into);
}

poly *changes_torques(const closed_changes *c)
{
    return moved(c, c->tree->torque, c->tree->coordinates);
}

void changes_end(closed_changes *c, const poly *held)
{
    const reduction *r = &c->r;
    const size_t all = c->tree->freedoms, square = (size_t)r->rows * r->rows;
    know_multipliers(c, held);
    transplant_grow(&c->into);
    write_by_each_position(c);
    c->tree_by_rate = moved(c, c->tree->by_rate, all * all);
    write_motions(c);
    c->by_position = ARENA_ARRAY(r->w->mem, poly, square + 1);
    c->by_rate = ARENA_ARRAY(r->w->mem, poly, square + 1);
    for (uint32_t column = 0; column < r->rows; column++) {
        if (r->freedom[column] >= r->of_free)
            write_by_position(c, column);
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
    know_follows(c, &p);
    transplant_inputs(&p, &c->inputs, r->w->s);
    transplant_grow(&p);
    return solve_slopes(c, &p, 0);
}
