/* SPDX-License-Identifier: MIT */
/* Derivatives of forward dynamics with loops closed. */
#include "check/closed_slopes.h"

static const amount NONE; /* zero */

static bool is_driven(const closed_view *w, uint32_t freedom)
{
    return freedom >= w->of_free && w->j->m->coordinates[freedom - w->of_free].driven;
}

/* Freedoms whose accelerations are solved for: those of free bodies, and independent joints but for
 * imposed ones. */
static uint32_t *solved_of(const closed_view *w, uint32_t *count)
{
    uint32_t *list = ARENA_ARRAY(w->j->mem, uint32_t, w->j->m->freedoms + 1);
    *count = 0;
    for (uint32_t k = 0; k < w->j->m->freedoms; k++)
        if (!is_driven(w, k) &&
            (k < w->of_free || w->l->place[k - w->of_free] == CLOSED_NONE))
            list[(*count)++] = k;
    return list;
}

/* T of a freedom by one that is solved for. */
static doubled carried(const closed_view *w, uint32_t freedom, uint32_t solved)
{
    const uint32_t at = freedom < w->of_free ? CLOSED_NONE : w->l->place[freedom - w->of_free];
    if (at == CLOSED_NONE)
        return doubled_of(freedom == solved ? 1 : 0);
    return solved < w->of_free ? doubled_of(0) : w->b[at * w->columns + solved - w->of_free];
}

static double mass_scale(const closed_slopes *s, uint32_t i, uint32_t k)
{
    const uint32_t n = s->w.j->m->freedoms;
    return sqrt(s->mass[i * n + i].size * s->mass[k * n + k].size);
}

/* T' M T. */
static bool factor_mass(const closed_slopes *s, const uint32_t *list, uint32_t count,
                        closed_factors *out)
{
    const closed_view *w = &s->w;
    const uint32_t n = w->j->m->freedoms;
    doubled *a = ARENA_ARRAY(w->j->mem, doubled, (size_t)count * count + 1),
            *half = ARENA_ARRAY(w->j->mem, doubled, (size_t)n * count + 1); /* M T */
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < count; c++)
            for (uint32_t k = 0; k < n; k++) {
                const doubled t = carried(w, k, list[c]);
                if (t.hi != 0)
                    half[i * count + c] = doubled_add(
                        half[i * count + c], doubled_multiply(s->mass[i * n + k].value, t));
            }
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t i = 0; i < n; i++) {
            const doubled t = carried(w, i, list[r]);
            for (uint32_t c = 0; t.hi != 0 && c < count; c++)
                a[r * count + c] = doubled_add(a[r * count + c],
                                               doubled_multiply(t, half[i * count + c]));
        }
    return closed_factor(w->j->mem, a, count, out);
}

/* M qdd + c less what drives the freedoms, in the state. */
static closed_force unbalanced(closed_slopes *s)
{
    const closed_view *w = &s->w;
    const check_state *at = w->j->s;
    const uint32_t n = w->j->m->freedoms;
    closed_force f = closed_force_make(w);
    check_torques(w->j->mem, at, s->torque);
    for (uint32_t i = 0; i < n; i++) {
        const amount given = i < w->of_free ? at->of[ARRAY_BASE_WRENCH][i]
                                            : at->of[ARRAY_EFFORT][i - w->of_free];
        const amount left = is_driven(w, i) ? s->torque[i] : amount_sub(s->torque[i], given);
        f.x[i] = left.value;
        f.size[i] = left.size;
        for (uint32_t k = 0; k < n; k++)
            f.size[i] += mass_scale(s, i, k) *
                         fabs(closed_slopes_place(at, ARRAY_QDD, k)->value.hi);
    }
    return f;
}

/* Accelerations of this state by a solution of our own, and what the cuts then hold. */
static bool accelerate(closed_slopes *s)
{
    closed_view *w = &s->w;
    check_state *at = w->j->s;
    const uint32_t n = w->j->m->freedoms;
    uint32_t count;
    const uint32_t *list = solved_of(w, &count);
    closed_factors f;
    doubled *x = ARENA_ARRAY(w->j->mem, doubled, count + 1);
    double *spread = ARENA_ARRAY(w->j->mem, double, count + 1);
    if (!factor_mass(s, list, count, &f))
        return false;
    for (uint32_t k = 0; k < n; k++)
        *closed_slopes_place(at, ARRAY_QDD, k) =
            is_driven(w, k) ? at->of[ARRAY_IMPOSED][k - w->of_free] : amount_of(0);
    for (int pass = 0; pass < 2; pass++) { /* the second one knows what all of it counts as */
        closed_view_accelerate(w);
        closed_force force = unbalanced(s);
        for (uint32_t r = 0; r < count; r++) {
            x[r] = doubled_of(0);
            spread[r] = 0;
            for (uint32_t i = 0; i < n; i++) {
                const doubled t = carried(w, i, list[r]);
                x[r] = doubled_sub(x[r], doubled_multiply(t, force.x[i]));
                spread[r] += fabs(t.hi) * force.size[i];
            }
        }
        closed_solve(&f, x);
        closed_spread(&f, false, spread);
        for (uint32_t r = 0; r < count; r++) {
            amount *to = closed_slopes_place(at, ARRAY_QDD, list[r]);
            *to = amount_of_doubled(doubled_add(to->value, x[r]));
            to->size += CLOSED_ROUNDINGS * spread[r];
        }
    }
    closed_view_accelerate(w);
    closed_force force = unbalanced(s);
    closed_slopes_hold(s, &force);
    return true;
}

/* The graph's column becomes the slope of accelerations, those of dependent joints by what rows
 * make of them. */
static void judge_answer_column(closed_slopes *s, word_array a, uint32_t column)
{
    closed_view *w = &s->w;
    check_judging *j = w->j;
    const uint32_t n = j->m->freedoms;
    const closed_answer answer = closed_answer_of(w, a, w->of_free, column);
    for (uint32_t k = 0; k < n; k++) {
        const check_cell *cell = check_cell_at(j, a, k, column);
        const bool depends = k >= w->of_free && w->l->place[k - w->of_free] != CLOSED_NONE;
        closed_slopes_give(closed_slopes_place(j->s, ARRAY_QDD, k),
                   depends ? NONE : amount_of_doubled(cell->value));
        if (is_driven(w, k))
            closed_nothing(w, a, k, column);
    }
    closed_view_look(w);
    closed_answer_equations(w, &answer, closed_slopes_of(s, w->v.acceleration));
    for (uint32_t i = 0; i < w->count; i++)
        closed_slopes_give(&j->s->of[ARRAY_QDD][w->l->dependent[i]],
                           amount_of_doubled(answer.x[i]));
    closed_force f = closed_slopes_force(s);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            const check_cell *cell = check_cell_at(j, a, k, column);
            f.size[i] += mass_scale(s, i, k) * fabs(cell->value.hi);
            f.bound[i] += s->mass[i * n + k].size * cell->bound;
        }
    closed_force_hold(w, &f);
    for (uint32_t k = 0; k < w->of_free; k++)
        check_equation(j, a, k, column, f.x[k], doubled_of(0), f.bound[k], f.size[k]);
    for (uint32_t u = 0; u < w->independent_count; u++)
        if (!is_driven(w, w->of_free + w->independent[u]))
            closed_force_equation(w, &f, w->independent[u], doubled_of(0), 0, a,
                                  w->of_free + w->independent[u], column);
}

static void judge_answer_slopes(closed_slopes *s, word_array a, word_array by)
{
    closed_view *w = &s->w;
    const uint32_t first = by == ARRAY_Q ? w->of_free : 0;
    for (uint32_t k = first; k < w->j->m->freedoms; k++) {
        if (!closed_slopes_column(s, a, k, k - first))
            continue;
        if (closed_slopes_change(s, by, k))
            judge_answer_column(s, a, k - first);
        else
            for (uint32_t r = 0; r < w->j->m->freedoms; r++)
                closed_nothing(w, a, r, k - first);
    }
}

/* J x = 0 and T' (M x - unit) = 0 of each column x of a symmetric matrix, of which one half is
 * there. */
static void judge_by_torque(closed_slopes *s, uint32_t column)
{
    closed_view *w = &s->w;
    check_judging *j = w->j;
    const uint32_t n = j->m->freedoms;
    closed_answer answer = closed_answer_of(w, ARRAY_QDD_TAU, w->of_free, column);
    const check_cell **x = ARENA_ARRAY(j->mem, const check_cell *, n + 1);
    amount *rest = ARENA_ARRAY(j->mem, amount, w->l->rows.count + 1);
    closed_force f = closed_force_make(w);
    double most = 0; /* acceleration of the column */
    for (uint32_t k = 0; k < n; k++) {
        check_cell_at(j, ARRAY_QDD_TAU, k, column)->judged = true;
        x[k] = k < column ? check_cell_at(j, ARRAY_QDD_TAU, column, k)
                          : check_cell_at(j, ARRAY_QDD_TAU, k, column);
        if (k >= w->of_free && w->l->place[k - w->of_free] != CLOSED_NONE) {
            answer.x[w->l->place[k - w->of_free]] = x[k]->value;
            answer.bound[w->l->place[k - w->of_free]] = x[k]->bound;
        }
    }
    for (uint32_t k = w->of_free; k < n; k++)
        most = fmax(most, fabs(x[k]->value.hi));
    for (uint32_t r = 0; r < w->l->rows.count; r++)
        for (uint32_t c = 0; c < w->columns; c++) {
            const amount entry = w->v.entry[r * w->columns + c];
            if (w->l->place[c] == CLOSED_NONE)
                rest[r] = amount_add(rest[r],
                                     amount_multiply(entry, amount_of_doubled(
                                                                x[w->of_free + c]->value)));
            rest[r].size += CLOSED_UNCHANGED * entry.size * most;
        }
    closed_answer_equations(w, &answer, rest);
    for (uint32_t i = 0; i < n; i++) {
        f.x[i] = doubled_of(i == column && !is_driven(w, i) ? -1 : 0);
        f.size[i] = fabs(f.x[i].hi);
        for (uint32_t k = 0; k < n; k++) {
            f.size[i] += CLOSED_UNCHANGED * mass_scale(s, i, k) * most;
            f.x[i] = doubled_add(f.x[i], doubled_multiply(s->mass[i * n + k].value, x[k]->value));
            f.size[i] += mass_scale(s, i, k) * fabs(x[k]->value.hi);
            f.bound[i] += s->mass[i * n + k].size * x[k]->bound;
        }
    }
    closed_force_hold(w, &f);
    for (uint32_t k = 0; k < w->of_free; k++)
        check_equation(j, ARRAY_QDD_TAU, k, column, f.x[k], doubled_of(0), f.bound[k], f.size[k]);
    for (uint32_t u = 0; u < w->independent_count; u++) {
        const uint32_t own = w->of_free + w->independent[u];
        if (is_driven(w, own))
            closed_nothing(w, ARRAY_QDD_TAU, own > column ? own : column,
                           own > column ? column : own);
        else
            closed_force_equation(w, &f, w->independent[u], doubled_of(0), 0, ARRAY_QDD_TAU, own,
                                  column);
    }
}

void check_judge_closed_forward_slopes(check_judging *j)
{
    closed_slopes s;
    if (!closed_slopes_begin(j, &s))
        return;
    s.mass = check_mass_here(j);
    const bool is_solved = accelerate(&s);
    if (is_solved && j->closed) {
        judge_answer_slopes(&s, ARRAY_QDD_Q, ARRAY_Q);
        judge_answer_slopes(&s, ARRAY_QDD_QD, ARRAY_QD);
        closed_slopes_forget(j->s);
        closed_view_look(&s.w);
        for (uint32_t c = 0; c < j->m->freedoms; c++)
            judge_by_torque(&s, c);
    }
    closed_slopes_end(&s, is_solved);
}
