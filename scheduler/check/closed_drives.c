/* SPDX-License-Identifier: MIT */
/* What actuators give to independent joints where loops are closed (docs/loops.md). */
#include "check/check_closed.h"

#include <string.h>

amount closed_actuation(const closed_view *w, uint32_t coordinate, uint32_t actuator)
{
    const uint32_t at = w->l->place[actuator];
    if (at == CLOSED_NONE)
        return amount_of(coordinate == actuator ? 1 : 0);
    amount out = amount_of_doubled(w->b[at * w->columns + coordinate]);
    out.size = w->b_size[at * w->columns + coordinate];
    return out;
}

/* Those that are named; where none is, the independent joints. */
static void find_list(const closed_view *w, closed_drives *a)
{
    const check_model *m = w->j->m;
    bool *acts = ARENA_ARRAY(w->j->mem, bool, w->columns + 1), any = false;
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        if ((b->hang != CHECK_TURNS && b->hang != CHECK_SLIDES) || b->joint == ROBOT_NONE)
            continue;
        const robot_joint *j = &m->r->joints[b->joint];
        if (!j->actuated || j->mimic_joint != ROBOT_NONE)
            continue;
        acts[b->coordinate] = any = true;
    }
    for (uint32_t c = 0; c < w->columns; c++)
        if (any ? acts[c] : w->l->place[c] == CLOSED_NONE)
            a->list[a->count++] = c;
}

closed_drives closed_drives_of(const closed_view *w)
{
    const uint32_t n = w->independent_count;
    closed_drives a = {.list = ARENA_ARRAY(w->j->mem, uint32_t, w->columns + 1)};
    doubled *g = ARENA_ARRAY(w->j->mem, doubled, (size_t)n * n + 1);
    find_list(w, &a);
    a.is_least = a.count > n;
    if (a.count < n)
        return a;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            if (!a.is_least)
                g[i * n + k] = closed_actuation(w, w->independent[i], a.list[k]).value;
            for (uint32_t p = 0; a.is_least && p < a.count; p++)
                g[i * n + k] = doubled_add(
                    g[i * n + k],
                    doubled_multiply(closed_actuation(w, w->independent[i], a.list[p]).value,
                                     closed_actuation(w, w->independent[k], a.list[p]).value));
        }
    a.is_solved = closed_factor(w->j->mem, g, n, &a.f);
    return a;
}

void closed_drives_solve(const closed_drives *a, doubled *y)
{
    closed_solve(&a->f, y);
}

void closed_drives_least(const closed_view *w, const closed_drives *a, const amount *x,
                            const double *bound, word_array array, uint32_t first,
                            uint32_t column)
{
    const uint32_t n = w->independent_count;
    doubled *y = ARENA_ARRAY(w->j->mem, doubled, n + 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < a->count; k++)
            y[i] = doubled_add(
                y[i], doubled_multiply(closed_actuation(w, w->independent[i], a->list[k]).value,
                                       x[k].value));
    closed_drives_solve(a, y);
    for (uint32_t k = 0; k < a->count; k++) {
        doubled sum = x[k].value;
        double size = x[k].size;
        for (uint32_t i = 0; i < n; i++) {
            const amount g = closed_actuation(w, w->independent[i], a->list[k]);
            sum = doubled_sub(sum, doubled_multiply(g.value, y[i]));
            size += g.size * fabs(y[i].hi);
        }
        check_equation(w->j, array, first + a->list[k], column, sum, doubled_of(0), bound[k],
                       size);
    }
}
