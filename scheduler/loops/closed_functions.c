/* SPDX-License-Identifier: MIT */
/* Functions of a robot with loops, which are closed by the equations themselves [T 2.5]: the
 * dependent joints follow from the independent ones, and the equations of motion of the tree are
 * reduced to those. */
#include "loops/closed_reduction.h"

#include <float.h>
#include <string.h>

/* --- closure ---------------------------------------------------------------------------------- */

static void write_closure(const closed_writer *w)
{
    const loops *l = w->l;
    closure c = closed_loops(w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    closure_outputs(&c);
    closure_rate_outputs(&c);
    closure_joint_outputs(&c, OUTPUT_QDD_BIAS, c.bias);
    for (uint32_t row = 0; row < c.c.columns; row++)
        for (uint32_t column = 0; column < c.c.columns; column++) {
            const uint32_t at = l->place[row];
            signals_entry(w->s, w->n, OUTPUT_DEPENDENCE, w->t->coordinates[row].name, row, 0,
                          w->t->coordinates[column].name, column,
                          at == LOOPS_NONE ? poly_zero()
                                           : c.dependence[at * c.c.columns + column]);
        }
    poly *accelerations = ARENA_ARRAY(w->mem, poly, c.c.columns + 1); /* of independent ones: 0 */
    for (uint32_t i = 0; i < l->count; i++)
        accelerations[l->dependent[i]] = c.bias[i];
    closure_left_out_outputs(&c, accelerations);
}

static const closed_function CLOSURE = {.write = write_closure};
CLOSED_PRODUCER(CLOSURE, CLOSURE, closed_check)

/* --- forward dynamics ------------------------------------------------------------------------- */

poly reduction_mass_of(const reduction *r, uint32_t i, uint32_t k)
{
    return net_assign(r->w->n, NULL, mass_entry(&r->sums, i, k));
}

poly reduction_follows(const reduction *r, uint32_t dependent, uint32_t row)
{
    const uint32_t freedom = r->freedom[row];
    return freedom < r->of_free
               ? poly_zero()
               : r->c.dependence[dependent * r->c.c.columns + freedom - r->of_free];
}

void reduction_order(reduction *r)
{
    const tree *t = r->w->t;
    forward_system all = forward_order(r->w->mem, t);
    r->freedom = ARENA_ARRAY(r->w->mem, uint32_t, tree_freedoms(t) + 1);
    for (uint32_t k = 0; k < all.count; k++) {
        const uint32_t freedom = all.freedom[k];
        if (freedom < r->of_free || r->w->l->place[freedom - r->of_free] == LOOPS_NONE)
            r->freedom[r->rows++] = freedom;
    }
    r->solved = r->rows;
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        if (t->coordinates[c].driven)
            r->freedom[r->rows++] = r->of_free + c;
}

uint32_t reduction_dependent(const reduction *r, uint32_t dependent)
{
    return r->of_free + r->w->l->dependent[dependent];
}

poly reduction_unbalanced(const reduction *r, uint32_t freedom)
{
    const closed_writer *w = r->w;
    poly bias = net_assign(w->n, NULL, r->sums.bias[freedom]);
    if (r->is_undriven || forward_is_imposed(w->t, freedom))
        return bias;
    return net_assign(w->n, NULL, poly_sub(w->n, bias, forward_drive(w->t, w->s, w->n, freedom)));
}

/* M_vv, by places. */
static poly inertia_between(const reduction *r, uint32_t i, uint32_t k)
{
    return reduction_mass_of(r, reduction_dependent(r, i), reduction_dependent(r, k));
}

static void carry(reduction *r)
{
    const closed_writer *w = r->w;
    net *n = w->n;
    const uint32_t count = w->l->count;
    r->carried = ARENA_ARRAY(w->mem, poly, (size_t)count * r->rows + 1);
    r->force = ARENA_ARRAY(w->mem, poly, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t own = reduction_dependent(r, i);
        poly force = reduction_unbalanced(r, own);
        for (uint32_t k = 0; k < count; k++)
            force = poly_add(n, force, poly_multiply(n, inertia_between(r, i, k), r->c.bias[k]));
        r->force[i] = net_assign(n, NULL, force);
        for (uint32_t row = 0; row < r->rows; row++) {
            poly sum = reduction_mass_of(r, own, r->freedom[row]);
            for (uint32_t k = 0; k < count; k++)
                sum = poly_add(n, sum, poly_multiply(n, inertia_between(r, i, k),
                                                     reduction_follows(r, k, row)));
            r->carried[i * r->rows + row] = net_assign(n, NULL, sum);
        }
    }
}

static void reduce(reduction *r)
{
    const closed_writer *w = r->w;
    net *n = w->n;
    const uint32_t count = w->l->count;
    r->mass = ARENA_ARRAY(w->mem, poly, factors_at(r->rows, 0) + 1);
    r->rest = ARENA_ARRAY(w->mem, poly, r->rows + 1);
    for (uint32_t row = 0; row < r->rows; row++) {
        const uint32_t own = r->freedom[row];
        poly rest = reduction_unbalanced(r, own);
        for (uint32_t i = 0; i < count; i++) {
            poly mass = reduction_mass_of(r, own, reduction_dependent(r, i));
            rest = poly_add(n, rest, poly_multiply(n, mass, r->c.bias[i]));
            rest = poly_add(n, rest, poly_multiply(n, reduction_follows(r, i, row), r->force[i]));
        }
        r->rest[row] = net_assign(n, NULL, rest);
        for (uint32_t column = 0; column <= row; column++) {
            poly sum = reduction_mass_of(r, own, r->freedom[column]);
            for (uint32_t i = 0; i < count; i++) {
                poly mass = reduction_mass_of(r, own, reduction_dependent(r, i));
                sum = poly_add(n, sum, poly_multiply(n, mass, reduction_follows(r, i, column)));
                sum = poly_add(n, sum, poly_multiply(n, reduction_follows(r, i, row),
                                                     r->carried[i * r->rows + column]));
            }
            r->mass[factors_at(row, column)] = net_assign(n, NULL, sum);
        }
    }
}

void reduction_write(reduction *r)
{
    if (r->w->form->through_cuts) {
        cuts_reduce(r);
        return;
    }
    carry(r);
    reduce(r);
}

poly reduction_entry(const reduction *r, uint32_t i, uint32_t k)
{
    return r->mass[i > k ? factors_at(i, k) : factors_at(k, i)];
}

/* What is rounding alone at every closed position is no pivot, but zero, as it is where a tree's
 * structure says so: that freedom moves no inertia (equations_check_pivots). */
static void end_at_rounding(const closed_writer *w, forward_system *v)
{
    const sample_states at = loops_samples(w->l);
    const uint32_t count = v->count;
    poly *both = ARENA_ARRAY(w->mem, poly, 2 * count + 1);
    double *values = ARENA_ARRAY(w->mem, double, 2 * (size_t)count * at.count + 1);
    memcpy(both, v->f.pivot, count * sizeof *both);
    memcpy(both + count, v->f.whole, count * sizeof *both);
    sums_at_states(w->n, w->s, &at, both, 2 * count, values);
    for (uint32_t k = count; k-- > 0 && v->f.singular == count;) {
        bool is_pivot = false;
        for (uint32_t i = 0; i < at.count; i++) {
            const double *of = values + (size_t)i * 2 * count + k;
            is_pivot = is_pivot || of[0] > PIVOT_UNITS * DBL_EPSILON * of[count];
        }
        if (is_pivot)
            continue;
        v->f.pivot[k] = poly_zero();
        v->f.singular = k;
    }
}

poly *reduction_solve(reduction *r)
{
    const closed_writer *w = r->w;
    net *n = w->n;
    forward_system v = {.count = r->solved, .freedom = r->freedom};
    v.names = ARENA_ARRAY(w->mem, const char *, r->solved + 1);
    for (uint32_t k = 0; k < r->solved; k++)
        v.names[k] = arena_printf(w->mem, "%u", r->freedom[k] + 1);
    v.f = factors_write(w->mem, n, r->mass, v.names, r->solved);
    poly *x = ARENA_ARRAY(w->mem, poly, r->rows + 1);
    for (uint32_t k = r->solved; k < r->rows; k++)
        x[k] = signals_coordinate(w->s, n, INPUT_IMPOSED, r->freedom[k] - r->of_free, 1, 0);
    for (uint32_t k = 0; k < r->solved; k++) {
        x[k] = poly_scale(n, r->rest[k], -1);
        for (uint32_t i = r->solved; i < r->rows; i++)
            x[k] = poly_sub(n, x[k], poly_multiply(n, reduction_entry(r, k, i), x[i]));
    }
    if (v.f.singular == v.count)
        end_at_rounding(w, &v);
    if (v.f.singular == v.count)
        factors_solve(&v.f, n, x);
    forward_pivots(w->t, &v, w->s, n);
    r->f = v.f;
    return x;
}

poly *reduction_accelerations(const reduction *r, const poly *x)
{
    const closed_writer *w = r->w;
    if (w->form->through_cuts)
        return cuts_accelerations(r, x);
    poly *out = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
    for (uint32_t i = 0; i < w->l->count; i++) {
        poly sum = r->c.bias[i];
        for (uint32_t row = 0; row < r->rows; row++)
            sum = poly_add(w->n, sum, poly_multiply(w->n, reduction_follows(r, i, row), x[row]));
        out[i] = net_assign(w->n, NULL, sum);
    }
    return out;
}

/* Accelerations of all, in the order of freedoms. */
static poly *put_accelerations(const reduction *r, const poly *x, const poly *dependent)
{
    const closed_writer *w = r->w;
    poly *all = ARENA_ARRAY(w->mem, poly, tree_freedoms(w->t) + 1);
    for (uint32_t row = 0; row < r->rows; row++)
        all[r->freedom[row]] = x[row];
    for (uint32_t i = 0; i < w->l->count; i++)
        all[reduction_dependent(r, i)] = dependent[i];
    forward_outputs(w->t, all, w->s, w->n);
    return all;
}

poly *reduction_held(const reduction *r, const poly *x)
{
    const closed_writer *w = r->w;
    poly *held = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
    for (uint32_t i = 0; i < w->l->count; i++) {
        poly sum = r->force[i];
        for (uint32_t row = 0; row < r->rows; row++)
            sum = poly_add(w->n, sum, poly_multiply(w->n, r->carried[i * r->rows + row], x[row]));
        held[i] = net_assign(w->n, NULL, sum);
    }
    return held;
}

static void put_multipliers(const reduction *r, const poly *x, const poly *dependent)
{
    const closed_writer *w = r->w;
    const loops *l = w->l;
    poly *held = w->form->through_cuts ? cuts_held(r, dependent) : reduction_held(r, x),
         *of = ARENA_ARRAY(w->mem, poly, l->all.count + 1);
    closure_solve_transposed(&r->c, held);
    for (uint32_t i = 0; i < l->count; i++)
        of[l->row[i]] = held[i];
    for (uint32_t i = 0; i < l->all.count; i++)
        signals_output(w->s, w->n, OUTPUT_MULTIPLIER, l->all.list[i].name, i, 0, of[i]);
}

/* Torques that impose the motion of driven joints. */
static void put_reactions(const reduction *r, const poly *x)
{
    const closed_writer *w = r->w;
    for (uint32_t row = r->solved; row < r->rows; row++) {
        poly sum = r->rest[row];
        for (uint32_t k = 0; k < r->rows; k++)
            sum = poly_add(w->n, sum, poly_multiply(w->n, reduction_entry(r, row, k), x[k]));
        signals_joint_output(w->s, w->n, OUTPUT_REACTION, r->freedom[row] - r->of_free, sum);
    }
}

enum { FORWARD_WANTS = MASS_MATRIX | MASS_BIAS | MASS_VELOCITY };

/* Accelerations, and on demand what holds the cuts. */
static void write_reduced(const closed_writer *w, bool with_multipliers)
{
    reduction r = {.w = w, .of_free = 6 * tree_free_bodies(w->t)};
    r.c = closed_loops(w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    r.sums = closed_mass(w, FORWARD_WANTS);
    reduction_order(&r);
    closure_form form = *w->form; /* what cannot go through the cuts goes the other way */
    closed_writer own = *w;
    form.through_cuts = form.through_cuts && cuts_apply(&r);
    own.form = &form;
    r.w = &own;
    reduction_write(&r);
    poly *x = reduction_solve(&r), *dependent = reduction_accelerations(&r, x);
    const poly *all = put_accelerations(&r, x, dependent);
    put_reactions(&r, x);
    if (with_multipliers)
        put_multipliers(&r, x, dependent);
    closure_rate_outputs(&r.c);
    closure_outputs(&r.c);
    closure_left_out_outputs(&r.c, all + r.of_free);
}

static void write_forward(const closed_writer *w)
{
    write_reduced(w, false);
}

static void write_forces(const closed_writer *w)
{
    write_reduced(w, true);
}

static const closed_function FORWARD = {.write = write_forward, .mass = FORWARD_WANTS},
                             FORCES = {.write = write_forces, .mass = FORWARD_WANTS};
CLOSED_PRODUCER(CLOSED_FD, FORWARD, closed_check)
CLOSED_PRODUCER(CLOSED_FORCES, FORCES, closed_check)
