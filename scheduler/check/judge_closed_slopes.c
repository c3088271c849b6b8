/* SPDX-License-Identifier: MIT */
/* Derivatives of inverse dynamics with loops closed. */
#include "check/closed_slopes.h"

/* Torques of the actuators in this state, and what the cuts then hold. */
static bool drive(closed_slopes *s)
{
    closed_view *w = &s->w;
    closed_force f = closed_force_make(w);
    closed_view_accelerate(w);
    check_torques(w->j->mem, w->j->s, s->torque);
    s->a = closed_drives_of(w);
    if (!s->a.is_solved)
        return false;
    const uint32_t n = w->independent_count;
    s->y = ARENA_ARRAY(w->j->mem, doubled, n + 1);
    for (uint32_t k = 0; k < w->j->m->freedoms; k++) {
        f.x[k] = s->torque[k].value;
        f.size[k] = s->torque[k].size;
    }
    for (uint32_t i = 0; i < n; i++) {
        s->y[i] = f.x[w->of_free + w->independent[i]];
        for (uint32_t k = 0; k < w->count; k++)
            s->y[i] = doubled_add(
                s->y[i], doubled_multiply(w->b[k * w->columns + w->independent[i]],
                                          f.x[w->of_free + w->l->dependent[k]]));
    }
    closed_drives_solve(&s->a, s->y);
    for (uint32_t k = 0; k < s->a.count; k++) {
        doubled torque = s->a.is_least ? doubled_of(0) : s->y[k];
        for (uint32_t i = 0; s->a.is_least && i < n; i++)
            torque = doubled_add(
                torque, doubled_multiply(
                            closed_actuation(w, w->independent[i], s->a.list[k]).value, s->y[i]));
        const uint32_t own = w->of_free + s->a.list[k];
        f.x[own] = doubled_sub(f.x[own], torque);
        f.size[own] += fabs(torque.hi);
    }
    closed_slopes_hold(s, &f);
    return true;
}

/* What G' y changes by, y held: J_v dB = -dJ T, where the actuators are dependent joints. */
static amount *turned_torques(closed_slopes *s)
{
    const closed_view *w = &s->w;
    const uint32_t rows = w->l->rows.count;
    amount *rest = ARENA_ARRAY(w->j->mem, amount, rows + 1),
           *x = ARENA_ARRAY(w->j->mem, amount, w->count + 1),
           *out = ARENA_ARRAY(w->j->mem, amount, s->a.count + 1);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0; i < w->independent_count; i++) {
            const uint32_t u = w->independent[i];
            amount sum = s->turned[r * w->columns + u];
            for (uint32_t k = 0; k < w->count; k++)
                sum = amount_add(sum, amount_multiply(
                                          s->turned[r * w->columns + w->l->dependent[k]],
                                          closed_actuation(w, u, w->l->dependent[k])));
            rest[r] = amount_add(rest[r], amount_multiply(sum, amount_of_doubled(s->y[i])));
        }
    closed_view_follow(w, rest, x);
    for (uint32_t k = 0; k < s->a.count; k++) {
        const uint32_t at = w->l->place[s->a.list[k]];
        out[k] = at == CLOSED_NONE ? amount_of(0) : x[at];
    }
    return out;
}

static void judge_torque_column(closed_slopes *s, word_array a, uint32_t column, bool turns)
{
    closed_view *w = &s->w;
    check_judging *j = w->j;
    closed_force f = closed_slopes_force(s);
    bool *acts = ARENA_ARRAY(j->mem, bool, w->columns + 1);
    amount *beside = turns && s->a.is_least ? turned_torques(s)
                                            : ARENA_ARRAY(j->mem, amount, s->a.count + 1);
    double *bound = ARENA_ARRAY(j->mem, double, s->a.count + 1);
    for (uint32_t k = 0; k < w->of_free; k++)
        check_compare(j, a, k, column, f.x[k], f.size[k]);
    for (uint32_t k = 0; k < s->a.count; k++) {
        const uint32_t own = w->of_free + s->a.list[k];
        check_cell *cell = check_cell_at(j, a, own, column);
        acts[s->a.list[k]] = cell->judged = true;
        f.x[own] = doubled_sub(f.x[own], cell->value);
        f.size[own] += fabs(cell->value.hi);
        f.bound[own] += cell->bound;
        bound[k] = cell->bound;
        beside[k] = amount_sub(amount_of_doubled(cell->value), beside[k]);
    }
    for (uint32_t c = 0; c < w->columns; c++)
        if (!acts[c])
            closed_nothing(w, a, w->of_free + c, column);
    closed_force_hold(w, &f);
    for (uint32_t u = 0; u < w->independent_count; u++)
        closed_force_equation(w, &f, w->independent[u], doubled_of(0), 0, a,
                              w->of_free + s->a.list[u], column);
    if (s->a.is_least)
        closed_drives_least(w, &s->a, beside, bound, a, w->of_free, column);
}

/* Columns of one matrix. */
static void judge_torque_slopes(closed_slopes *s, word_array a, word_array by)
{
    closed_view *w = &s->w;
    const uint32_t first = by == ARRAY_Q ? w->of_free : 0;
    for (uint32_t k = first; k < w->j->m->freedoms; k++) {
        if (!closed_slopes_column(s, a, k, k - first))
            continue;
        if (!closed_slopes_change(s, by, k)) {
            for (uint32_t r = 0; r < w->j->m->freedoms; r++)
                closed_nothing(w, a, r, k - first);
            continue;
        }
        if (by != ARRAY_QDD)
            closed_slopes_follow(s, w->v.acceleration, ARRAY_QDD);
        judge_torque_column(s, a, k - first, by == ARRAY_Q);
    }
}

void check_judge_closed_inverse_slopes(check_judging *j)
{
    closed_slopes s;
    if (!closed_slopes_begin(j, &s))
        return;
    const bool is_solved = drive(&s);
    if (is_solved && j->closed) {
        judge_torque_slopes(&s, ARRAY_TAU_Q, ARRAY_Q);
        judge_torque_slopes(&s, ARRAY_TAU_QD, ARRAY_QD);
        judge_torque_slopes(&s, ARRAY_TAU_QDD, ARRAY_QDD);
    }
    closed_slopes_end(&s, is_solved);
}
