/* SPDX-License-Identifier: MIT */
#include "check/closed_slopes.h"

static const amount NONE; /* zero */

/* What does not change but for roundings is not judged by these. */
static amount slope_of(amount x)
{
    amount out = {.value = x.slope, .size = x.slope_size + CLOSED_UNCHANGED * x.size};
    return out;
}

void closed_slopes_give(amount *to, amount slope)
{
    to->slope = slope.value;
    to->slope_size = slope.size;
}

void closed_slopes_forget(const check_state *s)
{
    const word_array with[] = {ARRAY_Q, ARRAY_QD, ARRAY_QDD, ARRAY_FREE_MOTION};
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < s->count[with[k]]; i++)
            closed_slopes_give(&s->of[with[k]][i], NONE);
}

/* A freedom's number in an array of rates or accelerations; NULL: a free body's velocity, on which
 * nothing depends. */
amount *closed_slopes_place(const check_state *s, word_array array, uint32_t freedom)
{
    const uint32_t of_free = 6 * s->m->free_count, part = freedom % 6;
    amount *free = s->of[ARRAY_FREE_MOTION] + 9 * (freedom / 6);
    if (freedom >= of_free)
        return &s->of[array][freedom - of_free];
    if (array == ARRAY_QDD)
        return free + (part < 3 ? 6 + part : part);
    return part < 3 ? NULL : free + part - 3;
}

/* An independent joint's number changes by 1, those of the others by B. */
static void move_along(closed_slopes *s, word_array array, uint32_t coordinate)
{
    const closed_view *w = &s->w;
    closed_slopes_give(&w->j->s->of[array][coordinate], amount_of(1));
    for (uint32_t i = 0; i < w->count; i++) {
        amount b = amount_of_doubled(w->b[i * w->columns + coordinate]);
        b.size = w->b_size[i * w->columns + coordinate];
        closed_slopes_give(&w->j->s->of[array][w->l->dependent[i]], b);
    }
}

amount *closed_slopes_of(const closed_slopes *s, const amount *of)
{
    amount *out = ARENA_ARRAY(s->w.j->mem, amount, s->w.l->rows.count + 1);
    for (uint32_t r = 0; r < s->w.l->rows.count; r++)
        out[r] = slope_of(of[r]);
    return out;
}

/* Rates or accelerations of dependent joints follow. */
void closed_slopes_follow(closed_slopes *s, const amount *rows, word_array array)
{
    const closed_view *w = &s->w;
    amount *x = ARENA_ARRAY(w->j->mem, amount, w->count + 1);
    closed_view_follow(w, closed_slopes_of(s, rows), x);
    for (uint32_t i = 0; i < w->count; i++)
        closed_slopes_give(&w->j->s->of[array][w->l->dependent[i]], x[i]);
}

/* The state changes with a position or a rate of a freedom; accelerations of independent ones do
 * not. False where nothing depends on it. */
bool closed_slopes_change(closed_slopes *s, word_array array, uint32_t freedom)
{
    closed_view *w = &s->w;
    const uint32_t entries = w->l->rows.count * w->columns;
    closed_slopes_forget(w->j->s);
    if (array == ARRAY_Q)
        move_along(s, ARRAY_Q, freedom - w->of_free);
    else if (freedom >= w->of_free)
        move_along(s, array, freedom - w->of_free);
    else if (closed_slopes_place(w->j->s, array, freedom))
        closed_slopes_give(closed_slopes_place(w->j->s, array, freedom), amount_of(1));
    else
        return false;
    closed_view_look(w);
    for (uint32_t i = 0; i < entries; i++)
        s->turned[i] = slope_of(w->v.entry[i]);
    if (array == ARRAY_Q) {
        closed_slopes_follow(s, w->v.rate, ARRAY_QD);
        closed_view_look(w);
    }
    return true;
}

/* The force of the state, with its slopes less what J' lambda changes by. */
closed_force closed_slopes_force(closed_slopes *s)
{
    const closed_view *w = &s->w;
    closed_force f = closed_force_make(w);
    check_state_settle(w->j->s);
    check_torques(w->j->mem, w->j->s, s->torque);
    for (uint32_t k = 0; k < w->j->m->freedoms; k++) {
        amount left = slope_of(s->torque[k]);
        for (uint32_t i = 0; k >= w->of_free && i < w->count; i++) {
            const uint32_t at = w->l->row[i] * w->columns + k - w->of_free;
            left = amount_sub(left, amount_multiply(s->turned[at], s->held[i]));
        }
        f.x[k] = left.value;
        f.size[k] = left.size;
    }
    return f;
}

/* Lambda, of forces that the cuts hold. */
void closed_slopes_hold(closed_slopes *s, closed_force *f)
{
    closed_view *w = &s->w;
    double *spread = ARENA_ARRAY(w->j->mem, double, w->count + 1);
    closed_force_hold(w, f);
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t c = w->l->dependent[i];
        spread[i] = f->size[w->of_free + c];
        for (uint32_t k = 0; k < w->count; k++)
            spread[i] += w->v.entry[w->l->row[k] * w->columns + c].size * fabs(f->y[k].hi);
    }
    closed_spread(&w->f, true, spread);
    s->held = ARENA_ARRAY(w->j->mem, amount, w->count + 1);
    for (uint32_t i = 0; i < w->count; i++) {
        s->held[i] = amount_of_doubled(f->y[i]);
        s->held[i].size += CLOSED_ROUNDINGS * spread[i];
    }
}

bool closed_slopes_begin(check_judging *j, closed_slopes *s)
{
    *s = (closed_slopes){.mass = NULL};
    if (!closed_view_make(j, &s->w))
        return false;
    const closed_view *w = &s->w;
    s->turned = ARENA_ARRAY(j->mem, amount, (size_t)w->l->rows.count * w->columns + 1);
    s->torque = ARENA_ARRAY(j->mem, amount, j->m->freedoms + 1);
    return true;
}

void closed_slopes_end(closed_slopes *s, bool is_solved)
{
    const word_array all[] = {ARRAY_TAU_Q, ARRAY_TAU_QD, ARRAY_TAU_QDD,
                              ARRAY_QDD_Q, ARRAY_QDD_QD, ARRAY_QDD_TAU};
    check_judging *j = s->w.j;
    for (int k = 0; k < 6; k++) {
        const uint32_t columns = function_has(j->p->function, all[k])
                                     ? j->owners[WORD_ARRAY[all[k]].columns] : 0;
        for (uint32_t i = 0; (!j->closed || !is_solved) && i < columns * j->m->freedoms; i++)
            j->cells[all[k]][i].judged = true;
    }
    j->undecided = j->undecided || !is_solved;
    closed_slopes_forget(j->s);
    closed_view_look(&s->w);
    closed_judge_positions(&s->w);
    closed_judge_left_out(&s->w, 0, 0);
}

/* Columns of joints that depend on others are zero. */
bool closed_slopes_column(const closed_slopes *s, word_array a, uint32_t freedom, uint32_t column)
{
    const closed_view *w = &s->w;
    if (freedom < w->of_free || w->l->place[freedom - w->of_free] == CLOSED_NONE)
        return true;
    for (uint32_t r = 0; r < w->j->m->freedoms; r++)
        closed_nothing(w, a, r, column);
    return false;
}
