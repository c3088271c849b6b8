/* SPDX-License-Identifier: MIT */
#include "loops/closure.h"

#include "writers/forward.h"

sample_states loops_samples(const loops *l)
{
    return (sample_states){l->closed, l->closed_count, l->t->coordinates_count, l->base};
}

poly closure_entry(const closure *c, uint32_t at_row, uint32_t coordinate)
{
    const uint32_t at = c->l->row[at_row] * c->c.columns + coordinate;
    return c->l->pattern[at] ? c->c.row[at] : poly_zero();
}

static bool write_solvers(closure *c, const closure_form *f)
{
    const sample_states at = loops_samples(c->l);
    c->solver = ARENA_ARRAY(c->mem, block_solver, c->l->blocks_count + 1);
    for (uint32_t k = 0; k < c->l->blocks_count; k++) {
        const loop_block *b = &c->l->blocks[k];
        poly *a = ARENA_ARRAY(c->mem, poly, (size_t)b->count * b->count);
        for (uint32_t r = 0; r < b->count; r++)
            for (uint32_t i = 0; i < b->count; i++)
                a[r * b->count + i] = closure_entry(c, b->first + r, c->l->dependent[b->first + i]);
        if (!block_solver_write(c->mem, a, b->count, f->cofactors, &at, c->s, c->n, &c->solver[k]))
            return false;
    }
    return true;
}

void closure_solve_negative(const closure *c, const poly *side, poly *x)
{
    net *n = c->n;
    for (uint32_t k = 0; k < c->l->blocks_count; k++) {
        const loop_block *b = &c->l->blocks[k];
        for (uint32_t i = b->first; i < b->first + b->count; i++) {
            poly sum = poly_scale(n, side[i], -1);
            for (uint32_t p = 0; p < b->first; p++)
                sum = poly_sub(n, sum,
                               poly_multiply(n, closure_entry(c, i, c->l->dependent[p]), x[p]));
            x[i] = net_assign(n, NULL, sum);
        }
        block_solve(c->mem, &c->solver[k], n, x + b->first);
    }
}

void closure_solve_transposed(const closure *c, poly *x)
{
    net *n = c->n;
    for (uint32_t k = c->l->blocks_count; k-- > 0;) {
        const loop_block *b = &c->l->blocks[k];
        for (uint32_t i = b->first; i < b->first + b->count; i++) {
            poly sum = x[i];
            for (uint32_t p = b->first + b->count; p < c->l->count; p++)
                sum = poly_sub(n, sum,
                               poly_multiply(n, closure_entry(c, p, c->l->dependent[i]), x[p]));
            x[i] = net_assign(n, NULL, sum);
        }
        block_solve_transposed(c->mem, &c->solver[k], n, x + b->first);
    }
}

static void write_dependence(closure *c)
{
    const loops *l = c->l;
    poly *side = ARENA_ARRAY(c->mem, poly, l->count + 1), *x = ARENA_ARRAY(c->mem, poly,
                                                                        l->count + 1);
    c->dependence = ARENA_ARRAY(c->mem, poly, (size_t)l->count * c->c.columns + 1);
    for (uint32_t u = 0; u < l->independent_count; u++) {
        const uint32_t column = l->independent[u];
        for (uint32_t i = 0; i < l->count; i++)
            side[i] = closure_entry(c, i, column);
        closure_solve_negative(c, side, x);
        for (uint32_t i = 0; i < l->count; i++)
            c->dependence[i * c->c.columns + column] = x[i];
    }
}

/* J_u qd_u, solved for: as many operations as with B, which then need not be there. */
static void write_rates_through_cuts(closure *c)
{
    const loops *l = c->l;
    poly *side = ARENA_ARRAY(c->mem, poly, l->count + 1),
         *x = ARENA_ARRAY(c->mem, poly, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++) {
        poly sum = poly_zero();
        for (uint32_t u = 0; u < l->independent_count; u++) {
            poly rate = signals_coordinate(c->s, c->n, INPUT_QD, l->independent[u], 1, 0);
            sum = poly_add(c->n, sum,
                           poly_multiply(c->n, closure_entry(c, i, l->independent[u]), rate));
        }
        side[i] = net_assign(c->n, NULL, sum);
    }
    closure_solve_negative(c, side, x);
    for (uint32_t i = 0; i < l->count; i++)
        signals_derive(c->s, INPUT_QD, l->dependent[i], x[i]);
}

static void write_rates(closure *c)
{
    const loops *l = c->l;
    for (uint32_t i = 0; i < l->count; i++) {
        poly sum = poly_zero();
        for (uint32_t u = 0; u < l->independent_count; u++) {
            const uint32_t column = l->independent[u];
            poly rate = signals_coordinate(c->s, c->n, INPUT_QD, column, 1, 0);
            sum = poly_add(c->n, sum,
                           poly_multiply(c->n, c->dependence[i * c->c.columns + column], rate));
        }
        signals_derive(c->s, INPUT_QD, l->dependent[i], net_assign(c->n, NULL, sum));
    }
}

static void write_bias(closure *c, const closure_form *f)
{
    const loops *l = c->l;
    constraint_sums q = constraints_write(c->mem, l->t, &l->all, f->frames, CONSTRAINT_QUADRATIC,
                                          c->s, c->n);
    c->c.quadratic = q.quadratic;
    c->quadratic = ARENA_ARRAY(c->mem, poly, l->count + 1);
    c->bias = ARENA_ARRAY(c->mem, poly, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++)
        c->quadratic[i] = q.quadratic[l->row[i]];
    closure_solve_negative(c, c->quadratic, c->bias);
}

/* One pass of Newton's method: constraints at the positions as they are by now, and how far to go
 * from there. */
static bool write_pass(closure *c, const closure_form *f)
{
    const loops *l = c->l;
    c->c = constraints_write(c->mem, l->t, &l->all, f->frames, CONSTRAINT_VALUES | CONSTRAINT_ROWS,
                             c->s, c->n);
    if (!write_solvers(c, f))
        return false;
    poly *side = ARENA_ARRAY(c->mem, poly, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++)
        side[i] = c->c.value[l->row[i]];
    c->correction = ARENA_ARRAY(c->mem, poly, l->count + 1);
    closure_solve_negative(c, side, c->correction);
    return true;
}

/* Positions for the next pass. */
static void move_on(closure *c, poly *moved)
{
    for (uint32_t i = 0; i < c->l->count; i++) {
        moved[i] = net_assign(c->n, NULL, poly_add(c->n, moved[i], c->correction[i]));
        signals_derive(c->s, INPUT_Q, c->l->dependent[i], moved[i]);
    }
}

bool closure_write(arena *mem, const loops *l, const closure_form *f, unsigned asked, signals *s,
                   net *n, closure *out)
{
    *out = (closure){.mem = mem, .l = l, .s = s, .n = n};
    poly *moved = ARENA_ARRAY(mem, poly, l->count + 1);
    for (uint32_t pass = 1; pass < l->t->newton_passes; pass++) {
        if (!write_pass(out, f))
            return false;
        move_on(out, moved);
    }
    if (!write_pass(out, f))
        return false;
    write_dependence(out);
    if (asked & CLOSURE_RATES && f->through_cuts)
        write_rates_through_cuts(out);
    else if (asked & CLOSURE_RATES)
        write_rates(out);
    if (asked & CLOSURE_ACCELERATIONS)
        write_bias(out, f);
    return true;
}

poly closure_reduce(const closure *c, poly sum, uint32_t coordinate, const poly *x)
{
    for (uint32_t i = 0; i < c->l->count; i++)
        sum = poly_add(c->n, sum,
                       poly_multiply(c->n, c->dependence[i * c->c.columns + coordinate], x[i]));
    return sum;
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Pivots may have either sign, so their squares are told, next to that of what they are at the
 * closed positions that were looked at, divided by this. */
enum { PIVOT_SHARE = 16 };

void closure_put_pivots_of(const tree *t, const uint32_t *freedom, const poly *pivot,
                           uint32_t count, const sample_states *at, signals *s, net *n)
{
    arena mem = arena_make();
    double *values = ARENA_ARRAY(&mem, double, (size_t)at->count * count + 1);
    sums_at_states(n, s, at, pivot, count, values);
    for (uint32_t i = 0; i < count; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < at->count; k++)
            sum += values[k * count + i] * values[k * count + i];
        if (!poly_is_number(pivot[i]))
            forward_pivot(t, freedom[i], poly_multiply(n, pivot[i], pivot[i]),
                          poly_number(n, sum / at->count / (PIVOT_SHARE * PIVOT_SHARE)), s, n);
    }
    arena_free(&mem);
}

void closure_put_pivots(const closure *c, const block_solver *b, const uint32_t *joints)
{
    const sample_states at = loops_samples(c->l);
    const uint32_t of_free = 6 * tree_free_bodies(c->l->t);
    uint32_t *freedom = ARENA_ARRAY(c->mem, uint32_t, b->pivots + 1);
    for (uint32_t k = 0; k < b->pivots; k++)
        freedom[k] = of_free + joints[b->by_cofactors ? 0 : b->column[k]];
    closure_put_pivots_of(c->l->t, freedom, b->pivot, b->pivots, &at, c->s, c->n);
}

void closure_put_residuals(const loops *l, const constraint_sums *c, signals *s, net *n)
{
    for (uint32_t k = 0; k < l->blocks_count; k++) {
        const loop_block *b = &l->blocks[k];
        poly sum = poly_zero();
        for (uint32_t i = b->first; i < b->first + b->count; i++) {
            poly h = net_assign(n, NULL, c->value[l->row[i]]);
            sum = poly_add(n, sum, poly_multiply(n, h, h));
        }
        signals_output(s, n, OUTPUT_RESIDUAL, l->all.list[l->row[b->first]].name, k, 0, sum);
    }
}

/* A square as a share of others. */
static void put_share(const loops *l, output_kind kind, uint32_t number, poly left, poly terms,
                      signals *s, net *n)
{
    poly root = net_assign(n, NULL, left),
         share = poly_multiply(n, poly_multiply(n, root, root), net_reciprocal(n, NULL, terms));
    signals_output(s, n, kind, l->all.list[l->left_out[number]].name, number, 0, share);
}

void closure_put_left_out(const loops *l, const constraint_sums *c, const poly *accelerations,
                          stabilisation pull, signals *s, net *n)
{
    for (uint32_t k = 0; k < l->left_out_count; k++) {
        const uint32_t row = l->left_out[k];
        poly size = poly_number(n, l->size[row]), h = c->value[row], quadratic = c->quadratic[row],
             rate = poly_zero(), acceleration = quadratic, terms[2] = {size, size};
        terms[1] = poly_add(n, terms[1], poly_multiply(n, quadratic, quadratic));
        for (uint32_t i = 0; i < c->columns; i++) {
            if (!l->pattern[row * c->columns + i])
                continue;
            const poly entry = c->row[row * c->columns + i],
                       moved[2] = {signals_coordinate(s, n, INPUT_QD, i, 1, 0),
                                   net_assign(n, NULL, accelerations[i])};
            poly *const sum[2] = {&rate, &acceleration};
            for (uint32_t j = 0; j < 2; j++) {
                poly part = net_assign(n, NULL, poly_multiply(n, entry, moved[j]));
                *sum[j] = poly_add(n, *sum[j], part);
                terms[j] = poly_add(n, terms[j], poly_multiply(n, part, part));
            }
        }
        rate = net_assign(n, NULL, rate);
        acceleration = poly_add(n, acceleration, poly_scale(n, rate, 2 * pull.alpha));
        acceleration = poly_add(n, acceleration, poly_scale(n, h, pull.beta * pull.beta));
        put_share(l, OUTPUT_LEFT_OUT, k, h, size, s, n);
        put_share(l, OUTPUT_LEFT_OUT_RATE, k, rate, terms[0], s, n);
        put_share(l, OUTPUT_LEFT_OUT_ACCELERATION, k, acceleration, terms[1], s, n);
    }
}

void closure_left_out_outputs(const closure *c, const poly *accelerations)
{
    closure_put_left_out(c->l, &c->c, accelerations, (stabilisation){0}, c->s, c->n);
}

void closure_joint_outputs(const closure *c, output_kind kind, const poly *of)
{
    for (uint32_t i = 0; i < c->c.columns; i++) {
        const uint32_t at = c->l->place[i];
        signals_joint_output(c->s, c->n, kind, i, at == LOOPS_NONE ? poly_zero() : of[at]);
    }
}

void closure_outputs(const closure *c)
{
    const loops *l = c->l;
    poly *next = ARENA_ARRAY(c->mem, poly, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++)
        next[i] = poly_add(c->n, signals_coordinate(c->s, c->n, INPUT_Q, l->dependent[i], 1, 0),
                           c->correction[i]);
    closure_joint_outputs(c, OUTPUT_CLOSED_Q, next);
    closure_put_residuals(l, &c->c, c->s, c->n);
    for (uint32_t k = 0; k < l->blocks_count; k++)
        closure_put_pivots(c, &c->solver[k], l->dependent + l->blocks[k].first);
}

void closure_rate_outputs(const closure *c)
{
    poly *rate = ARENA_ARRAY(c->mem, poly, c->l->count + 1);
    for (uint32_t i = 0; i < c->l->count; i++)
        rate[i] = signals_coordinate(c->s, c->n, INPUT_QD, c->l->dependent[i], 1, 0);
    closure_joint_outputs(c, OUTPUT_CLOSED_QD, rate);
}

void closure_complete_pivots(const tree *t, signals *s, net *n)
{
    const uint32_t freedoms = tree_freedoms(t);
    for (uint32_t i = 0; i < freedoms; i++) {
        bool told = false;
        for (uint32_t k = 0; k < s->results_count; k++)
            told = told || (s->results[k].kind == OUTPUT_PIVOT && s->results[k].index == i);
        if (!told)
            forward_pivot(t, i, poly_number(n, 1), poly_number(n, 1), s, n);
    }
}
