/* SPDX-License-Identifier: MIT */
/* One state of a robot with loops: J, B, what follows from what, and equations of what the graph
 * says (check_closed.h). */
#include "check/check_closed.h"

#include <float.h>
#include <string.h>

static amount entry(const closed_view *w, uint32_t row, uint32_t coordinate)
{
    return w->v.entry[row * w->columns + coordinate];
}

void closed_view_look(closed_view *w)
{
    check_state_settle(w->j->s);
    closed_rows_at(&w->l->rows, w->j->s, &w->v);
}

/* ---- dependent joints ------------------------------------------------------------------------ */

static bool factor(closed_view *w)
{
    const uint32_t n = w->count;
    doubled *a = ARENA_ARRAY(w->j->mem, doubled, (size_t)n * n + 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            a[i * n + k] = entry(w, w->l->row[i], w->l->dependent[k]).value;
    return closed_factor(w->j->mem, a, n, &w->f);
}

void closed_view_follow(const closed_view *w, const amount *rest, amount *x)
{
    const uint32_t n = w->count;
    doubled *value = ARENA_ARRAY(w->j->mem, doubled, n + 1);
    double *spread = ARENA_ARRAY(w->j->mem, double, n + 1);
    for (uint32_t i = 0; i < n; i++)
        value[i] = doubled_negative(rest[w->l->row[i]].value);
    closed_solve(&w->f, value);
    for (uint32_t i = 0; i < n; i++) {
        spread[i] = rest[w->l->row[i]].size;
        for (uint32_t k = 0; k < n; k++)
            spread[i] += entry(w, w->l->row[i], w->l->dependent[k]).size * fabs(value[k].hi);
    }
    closed_spread(&w->f, false, spread);
    for (uint32_t i = 0; i < n; i++) {
        x[i] = amount_of_doubled(value[i]);
        x[i].size += CLOSED_ROUNDINGS * spread[i];
    }
}

/* Newton's passes before the one that the results are of. */
static bool take_passes(closed_view *w)
{
    amount *step = ARENA_ARRAY(w->j->mem, amount, w->count + 1);
    for (uint32_t pass = 1; pass < w->j->m->o->newton_passes; pass++) {
        if (!factor(w))
            return false;
        closed_view_follow(w, w->v.value, step);
        for (uint32_t i = 0; i < w->count; i++) {
            amount *q = &w->j->s->of[ARRAY_Q][w->l->dependent[i]];
            *q = amount_of_doubled(doubled_add(q->value, step[i].value));
        }
        closed_view_look(w);
    }
    return factor(w);
}

static void find_dependence(closed_view *w)
{
    const uint32_t rows = w->l->rows.count;
    amount *rest = ARENA_ARRAY(w->j->mem, amount, rows + 1),
           *x = ARENA_ARRAY(w->j->mem, amount, w->count + 1);
    w->b = ARENA_ARRAY(w->j->mem, doubled, (size_t)w->count * w->columns + 1);
    w->b_size = ARENA_ARRAY(w->j->mem, double, (size_t)w->count * w->columns + 1);
    for (uint32_t u = 0; u < w->independent_count; u++) {
        const uint32_t c = w->independent[u];
        for (uint32_t r = 0; r < rows; r++)
            rest[r] = entry(w, r, c);
        closed_view_follow(w, rest, x);
        for (uint32_t i = 0; i < w->count; i++) {
            w->b[i * w->columns + c] = x[i].value;
            w->b_size[i * w->columns + c] = x[i].size;
        }
    }
}

/* What rows have of given numbers of independent joints. */
static amount *moved_by(const closed_view *w, const amount *of)
{
    amount *rest = ARENA_ARRAY(w->j->mem, amount, w->l->rows.count + 1);
    for (uint32_t r = 0; r < w->l->rows.count; r++) {
        rest[r] = amount_of(0);
        for (uint32_t u = 0; u < w->independent_count; u++) {
            const uint32_t c = w->independent[u];
            rest[r] = amount_add(rest[r], amount_multiply(entry(w, r, c), of[c]));
        }
    }
    return rest;
}

static void put(const closed_view *w, word_array array, const amount *x)
{
    for (uint32_t i = 0; i < w->count; i++)
        w->j->s->of[array][w->l->dependent[i]] = x[i];
}

void closed_view_accelerate(closed_view *w)
{
    amount *x = ARENA_ARRAY(w->j->mem, amount, w->count + 1);
    put(w, ARRAY_QDD, x);
    closed_view_look(w);
    closed_view_follow(w, w->v.acceleration, x);
    put(w, ARRAY_QDD, x);
    closed_view_look(w);
}

bool closed_view_make(check_judging *j, closed_view *w)
{
    check_loops *l = j->loops;
    *w = (closed_view){.j = j, .l = l, .of_free = 6 * j->m->free_count,
                       .columns = l->rows.columns, .count = l->count};
    w->v = closed_row_values_make(j->mem, &l->rows);
    closed_view_look(w);
    if (!l->by_partition)
        return true;
    w->independent = ARENA_ARRAY(j->mem, uint32_t, w->columns + 1);
    for (uint32_t c = 0; c < w->columns; c++)
        if (l->place[c] == CLOSED_NONE)
            w->independent[w->independent_count++] = c;
    if (!take_passes(w)) {
        j->undecided = true;
        return false;
    }
    find_dependence(w);
    amount *x = ARENA_ARRAY(j->mem, amount, w->count + 1);
    closed_view_follow(w, moved_by(w, j->s->of[ARRAY_QD]), x);
    put(w, ARRAY_QD, x);
    closed_view_look(w);
    return true;
}

/* ---- equations of dependent joints ----------------------------------------------------------- */

closed_answer closed_answer_of(const closed_view *w, word_array a, uint32_t first, uint32_t column)
{
    closed_answer out = {a, first, column, ARENA_ARRAY(w->j->mem, doubled, w->count + 1),
                         ARENA_ARRAY(w->j->mem, double, w->count + 1)};
    for (uint32_t i = 0; i < w->count; i++) {
        const check_cell *cell = check_cell_at(w->j, a, first + w->l->dependent[i], column);
        out.x[i] = cell->value;
        out.bound[i] = cell->bound;
    }
    return out;
}

static void row_equation(const closed_view *w, const closed_answer *a, uint32_t row, amount rest,
                         double more, uint32_t cell)
{
    double size = rest.size + more, bound = 0;
    doubled sum = rest.value;
    for (uint32_t k = 0; k < w->count; k++) {
        const amount of = entry(w, row, w->l->dependent[k]);
        sum = doubled_add(sum, doubled_multiply(of.value, a->x[k]));
        size += of.size * fabs(a->x[k].hi);
        bound += of.size * a->bound[k];
    }
    check_equation(w->j, a->array, a->first + w->l->dependent[cell], a->column, sum, doubled_of(0),
                   bound, size);
}

double closed_implied(const closed_view *w, uint32_t row, const double *terms)
{
    doubled *share = ARENA_ARRAY(w->j->mem, doubled, w->count + 1); /* row = sum of share x row */
    double size = 0;
    for (uint32_t i = 0; i < w->count; i++)
        share[i] = entry(w, row, w->l->dependent[i]).value;
    closed_solve_transposed(&w->f, share);
    for (uint32_t i = 0; i < w->count; i++)
        size += fabs(share[i].hi) * terms[i];
    return CLOSED_ROUNDINGS * size;
}

/* Sums of absolute terms of the rows that are solved with. */
static double *terms_of(const closed_view *w, const closed_answer *a, const amount *rest)
{
    double *terms = ARENA_ARRAY(w->j->mem, double, w->count + 1);
    for (uint32_t i = 0; i < w->count; i++) {
        terms[i] = rest[w->l->row[i]].size;
        for (uint32_t k = 0; k < w->count; k++)
            terms[i] += entry(w, w->l->row[i], w->l->dependent[k]).size * fabs(a->x[k].hi);
    }
    return terms;
}

void closed_answer_equations(const closed_view *w, const closed_answer *a, const amount *rest)
{
    for (uint32_t i = 0; i < w->count; i++)
        row_equation(w, a, w->l->row[i], rest[w->l->row[i]], 0, i);
    const double *terms = terms_of(w, a, rest);
    for (uint32_t r = 0; w->j->closed && r < w->l->rows.count; r++)
        if (w->l->left_out[r] != CLOSED_NONE)
            row_equation(w, a, r, rest[r], closed_implied(w, r, terms), 0);
}

void closed_nothing(const closed_view *w, word_array a, uint32_t row, uint32_t column)
{
    check_compare(w->j, a, row, column, doubled_of(0), 1);
}

/* ---- forces ---------------------------------------------------------------------------------- */

closed_force closed_force_make(const closed_view *w)
{
    const uint32_t n = w->j->m->freedoms;
    return (closed_force){ARENA_ARRAY(w->j->mem, doubled, n + 1),
                          ARENA_ARRAY(w->j->mem, double, n + 1),
                          ARENA_ARRAY(w->j->mem, double, n + 1),
                          ARENA_ARRAY(w->j->mem, doubled, w->count + 1)};
}

void closed_force_hold(const closed_view *w, closed_force *f)
{
    for (uint32_t i = 0; i < w->count; i++)
        f->y[i] = f->x[w->of_free + w->l->dependent[i]];
    closed_solve_transposed(&w->f, f->y);
}

/* The graph's B is not ours to the last figure: what it is off by, along all of J' y. */
static double slack(const closed_view *w, const closed_force *f, uint32_t coordinate)
{
    double size = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        double terms = entry(w, w->l->row[i], coordinate).size;
        for (uint32_t k = 0; k < w->count; k++)
            terms += entry(w, w->l->row[i], w->l->dependent[k]).size *
                     fabs(w->b[k * w->columns + coordinate].hi);
        size += fabs(f->y[i].hi) * terms;
    }
    return CLOSED_ROUNDINGS * size;
}

void closed_force_equation(const closed_view *w, const closed_force *f, uint32_t coordinate,
                           doubled must, double bound, word_array a, uint32_t row,
                           uint32_t column)
{
    const uint32_t own = w->of_free + coordinate;
    doubled sum = f->x[own];
    double size = f->size[own] + fabs(must.hi) + slack(w, f, coordinate);
    bound += f->bound[own];
    for (uint32_t i = 0; i < w->count; i++) {
        const doubled b = w->b[i * w->columns + coordinate];
        const uint32_t k = w->of_free + w->l->dependent[i];
        sum = doubled_add(sum, doubled_multiply(b, f->x[k]));
        size += fabs(b.hi) * f->size[k];
        bound += fabs(b.hi) * f->bound[k];
    }
    check_equation(w->j, a, row, column, sum, must, bound, size);
}

/* ---- results of all functions ---------------------------------------------------------------- */

static void judge_residuals(closed_view *w)
{
    const uint32_t blocks = w->j->owners[OWNER_BLOCK];
    doubled *sum = ARENA_ARRAY(w->j->mem, doubled, blocks + 1), all = doubled_of(0);
    double *size = ARENA_ARRAY(w->j->mem, double, blocks + 1), whole = 0, bound = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        const amount h = w->v.value[w->l->row[i]];
        const uint32_t k = w->l->by_partition ? w->l->block[i] : blocks;
        sum[k] = doubled_add(sum[k], doubled_multiply(h.value, h.value));
        size[k] += 2 * fabs(h.value.hi) * h.size + CHECK_ALLOWED * h.size * h.size;
    }
    for (uint32_t k = 0; k < blocks; k++) {
        check_cell *cell = check_cell_at(w->j, ARRAY_RESIDUAL, k, 0);
        cell->judged = true;
        all = doubled_add(all, cell->value);
        bound += cell->bound;
        if (w->l->by_partition)
            check_compare(w->j, ARRAY_RESIDUAL, k, 0, sum[k], size[k]);
    }
    whole = size[blocks];
    if (!w->l->by_partition)
        check_equation(w->j, ARRAY_RESIDUAL, 0, 0, all, sum[blocks], bound, whole);
}

/* Pivots are of the graph's own way of solving, so that no value is asked of them; where one has
 * lost its digits, by what callers are told by, the state tells nothing. */
static void judge_pivots(closed_view *w)
{
    for (uint32_t k = 0; k < w->j->m->freedoms; k++) {
        check_cell *pivot = check_cell_at(w->j, ARRAY_PIVOT, k, 0);
        check_cell *whole = check_cell_at(w->j, ARRAY_PIVOT_WHOLE, k, 0);
        const double least = PIVOT_UNITS * DBL_EPSILON * fabs(whole->value.hi);
        pivot->judged = whole->judged = true;
        if (!pivot->of && !whole->of)
            continue;
        if (!(pivot->value.hi > -pivot->bound && whole->value.hi > -whole->bound))
            check_equation(w->j, ARRAY_PIVOT, k, 0, pivot->value, whole->value, 0,
                           fabs(whole->value.hi));
        else if (!(pivot->value.hi > least))
            w->j->undecided = true;
    }
}

static void judge_followers(closed_view *w, word_array a, const amount *rest)
{
    const closed_answer answer = closed_answer_of(w, a, 0, 0);
    closed_answer_equations(w, &answer, rest);
    for (uint32_t u = 0; u < w->independent_count; u++)
        closed_nothing(w, a, w->independent[u], 0);
}

void closed_judge_positions(closed_view *w)
{
    judge_residuals(w);
    judge_pivots(w);
    if (function_has(w->j->p->function, ARRAY_CLOSED_QD))
        judge_followers(w, ARRAY_CLOSED_QD, moved_by(w, w->j->s->of[ARRAY_QD]));
    if (!w->l->by_partition)
        return;
    closed_answer answer = closed_answer_of(w, ARRAY_CLOSED_Q, 0, 0);
    amount *rest = ARENA_ARRAY(w->j->mem, amount, w->l->rows.count + 1);
    memcpy(rest, w->v.value, w->l->rows.count * sizeof *rest);
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t c = w->l->dependent[i];
        const doubled q = w->j->s->of[ARRAY_Q][c].value;
        answer.x[i] = doubled_sub(answer.x[i], q);
        for (uint32_t r = 0; r < w->l->rows.count; r++) /* the step is the end less the start */
            rest[r].size += CLOSED_UNCHANGED * entry(w, r, c).size * fabs(q.hi);
    }
    closed_answer_equations(w, &answer, rest);
    for (uint32_t u = 0; u < w->independent_count; u++)
        closed_nothing(w, ARRAY_CLOSED_Q, w->independent[u], 0);
}

/* ---- rows that were left out ----------------------------------------------------------------- */

/* A result: what is left of a row, squared, over the squares of its terms. */
typedef struct {
    amount left;
    double terms, terms_size; /* beside that of the row itself */
} left_share;

static void judge_share(closed_view *w, uint32_t number, uint32_t level, const left_share *s,
                        double size)
{
    const doubled must = doubled_divide(doubled_multiply(s->left.value, s->left.value),
                                        doubled_of(size + s->terms));
    const double off = 2 * fabs(s->left.value.hi) * s->left.size +
                       CHECK_ALLOWED * s->left.size * s->left.size;
    check_compare(w->j, ARRAY_LEFT_OUT, 3 * number + level, 0, must,
                  off / (size + s->terms) +
                      2 * must.hi * (size + s->terms_size) / (size + s->terms));
}

static void add_term(left_share *s, amount term)
{
    s->terms += term.value.hi * term.value.hi;
    s->terms_size += term.size * term.size;
}

/* What h^2 is divided by: near the square of the row, to a power of two. The graph chose it where
 * it was made, at closed positions of its own; any is right that is in keeping with ours, and
 * stays. */
static double size_of(closed_view *w, uint32_t row, uint32_t number)
{
    const check_cell *cell = check_cell_at(w->j, ARRAY_LEFT_OUT, 3 * number, 0);
    const amount h = w->v.value[row];
    double *known = &w->l->size[number];
    const double most = w->l->most[row], left = fabs(h.value.hi);
    if (*known == 0 && left > 1e3 * CHECK_ALLOWED * h.size && cell->value.hi > 0) {
        const double size = exp2(nearbyint(log2(left * left / cell->value.hi)));
        if (size <= 64 * most && size >= 0x1p-40 * most)
            *known = size;
    }
    return *known > 0 ? *known : most;
}

void closed_judge_left_out(closed_view *w, double alpha, double beta)
{
    const check_state *s = w->j->s;
    for (uint32_t row = 0; row < w->l->rows.count; row++) {
        const uint32_t number = w->l->left_out[row];
        if (number == CLOSED_NONE)
            continue;
        left_share of[3] = {{.left = w->v.value[row]}, {.left = w->v.rate[row]}};
        amount quadratic = w->v.acceleration[row];
        double square = 0;
        for (uint32_t c = 0; c < w->columns; c++) {
            const amount own = entry(w, row, c);
            const amount faster = amount_multiply(own, s->of[ARRAY_QDD][c]);
            square += own.value.hi * own.value.hi;
            add_term(&of[1], amount_multiply(own, s->of[ARRAY_QD][c]));
            add_term(&of[2], faster);
            quadratic = amount_sub(quadratic, faster);
        }
        add_term(&of[2], quadratic);
        of[2].left = amount_add(w->v.acceleration[row], amount_scale(w->v.rate[row], 2 * alpha));
        of[2].left = amount_add(of[2].left, amount_scale(w->v.value[row], beta * beta));
        w->l->most[row] = fmax(w->l->most[row], square);
        const double size = size_of(w, row, number);
        for (uint32_t level = 0; level < 3; level++)
            judge_share(w, number, level, &of[level], size);
    }
}
