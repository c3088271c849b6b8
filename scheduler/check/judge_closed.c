/* SPDX-License-Identifier: MIT */
/* Functions that close loops, but for derivatives: what the graph says is put into the equations of
 * check_closed.h. */
#include "check/check_closed.h"

/* ---- closure --------------------------------------------------------------------------------- */

static void judge_dependence(closed_view *w)
{
    amount *rest = ARENA_ARRAY(w->j->mem, amount, w->l->rows.count + 1);
    for (uint32_t c = 0; c < w->columns; c++) {
        const bool depends = w->l->place[c] != CLOSED_NONE;
        const closed_answer answer = closed_answer_of(w, ARRAY_DEPENDENCE, 0, c);
        for (uint32_t r = 0; r < w->l->rows.count; r++)
            rest[r] = w->v.entry[r * w->columns + c];
        if (!depends)
            closed_answer_equations(w, &answer, rest);
        for (uint32_t r = 0; r < w->columns; r++)
            if (depends || w->l->place[r] == CLOSED_NONE)
                closed_nothing(w, ARRAY_DEPENDENCE, r, c);
    }
}

void check_judge_closure(check_judging *j)
{
    closed_view w;
    if (!closed_view_make(j, &w))
        return;
    judge_dependence(&w);
    closed_view_accelerate(&w); /* of independent joints: 0 */
    const closed_answer answer = closed_answer_of(&w, ARRAY_QDD_BIAS, 0, 0);
    amount *rest = ARENA_ARRAY(j->mem, amount, w.l->rows.count + 1);
    for (uint32_t r = 0; r < w.l->rows.count; r++) { /* what is quadratic in the rates */
        rest[r] = w.v.acceleration[r];
        for (uint32_t i = 0; i < w.count; i++) {
            const uint32_t c = w.l->dependent[i];
            rest[r] = amount_sub(rest[r], amount_multiply(w.v.entry[r * w.columns + c],
                                                          j->s->of[ARRAY_QDD][c]));
        }
    }
    closed_answer_equations(&w, &answer, rest);
    for (uint32_t u = 0; u < w.independent_count; u++)
        closed_nothing(&w, ARRAY_QDD_BIAS, w.independent[u], 0);
    closed_judge_positions(&w);
    closed_judge_left_out(&w, 0, 0);
}

/* ---- forward dynamics ------------------------------------------------------------------------ */

static bool is_driven(const closed_view *w, uint32_t coordinate)
{
    return w->j->m->coordinates[coordinate].driven;
}

/* The graph's accelerations become those of the state; off: how exact they are, per freedom. */
static void put_back(closed_view *w, double *off)
{
    check_judging *j = w->j;
    for (uint32_t k = 0; k < w->of_free; k++) {
        const check_cell *x = check_cell_at(j, ARRAY_FREE_ACCELERATION, k, 0);
        const uint32_t part = k % 6;
        j->s->of[ARRAY_FREE_MOTION][9 * (k / 6) + (part < 3 ? 6 + part : part)] =
            amount_of_doubled(x->value);
        off[k] = x->bound;
    }
    for (uint32_t c = 0; c < w->columns; c++) {
        check_cell *x = check_cell_at(j, ARRAY_ACCELERATION, c, 0);
        const amount imposed = j->s->of[ARRAY_IMPOSED][c];
        j->s->of[ARRAY_QDD][c] = is_driven(w, c) ? imposed : amount_of_doubled(x->value);
        off[w->of_free + c] = is_driven(w, c) ? 0 : x->bound;
        if (is_driven(w, c))
            check_compare(j, ARRAY_ACCELERATION, c, 0, imposed.value, imposed.size);
    }
    closed_view_look(w);
}

/* M qdd + c less what drives the freedoms, but for those whose motion is imposed. */
static closed_force unbalanced(closed_view *w)
{
    check_judging *j = w->j;
    const uint32_t n = j->m->freedoms;
    const amount *mass = check_mass_here(j);
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    double *off = ARENA_ARRAY(j->mem, double, n + 1);
    closed_force f = closed_force_make(w);
    put_back(w, off);
    check_torques(j->mem, j->s, torque);
    for (uint32_t i = 0; i < n; i++) {
        amount left = torque[i];
        if (i < w->of_free)
            left = amount_sub(left, j->s->of[ARRAY_BASE_WRENCH][i]);
        else if (!is_driven(w, i - w->of_free))
            left = amount_sub(left, j->s->of[ARRAY_EFFORT][i - w->of_free]);
        f.x[i] = left.value;
        f.size[i] = left.size;
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t part = k % 6;
            const amount x = k < w->of_free
                                 ? j->s->of[ARRAY_FREE_MOTION][9 * (k / 6) +
                                                               (part < 3 ? 6 + part : part)]
                                 : j->s->of[ARRAY_QDD][k - w->of_free];
            f.size[i] += sqrt(mass[i * n + i].size * mass[k * n + k].size) * fabs(x.value.hi);
            f.bound[i] += mass[i * n + k].size * off[k];
        }
    }
    return f;
}

static void judge_free(const closed_view *w, const closed_force *f)
{
    for (uint32_t k = 0; k < w->of_free; k++)
        check_equation(w->j, ARRAY_FREE_ACCELERATION, k, 0, f->x[k], doubled_of(0), f->bound[k],
                       f->size[k]);
}

/* What drives an imposed joint. */
static check_cell reaction_of(const closed_view *w, uint32_t coordinate)
{
    const check_cell none = {0};
    return is_driven(w, coordinate) ? *check_cell_at(w->j, ARRAY_REACTION, coordinate, 0) : none;
}

/* With multipliers the equations of motion hold freedom by freedom. */
static void judge_multipliers(closed_view *w, const closed_force *f)
{
    check_judging *j = w->j;
    const uint32_t rows = w->l->rows.count;
    bool *solved = ARENA_ARRAY(j->mem, bool, rows + 1);
    for (uint32_t i = 0; i < w->count; i++) {
        solved[w->l->row[i]] = true;
        check_cell_at(j, ARRAY_MULTIPLIER, w->l->row[i], 0)->judged = true;
    }
    for (uint32_t r = 0; r < rows; r++)
        if (!solved[r])
            closed_nothing(w, ARRAY_MULTIPLIER, r, 0);
    for (uint32_t c = 0; c < w->columns; c++) {
        const uint32_t own = w->of_free + c;
        const check_cell reaction = reaction_of(w, c);
        doubled sum = f->x[own];
        double size = f->size[own] + fabs(reaction.value.hi), bound = f->bound[own] +
                                                                       reaction.bound;
        for (uint32_t i = 0; i < w->count; i++) {
            const check_cell *y = check_cell_at(j, ARRAY_MULTIPLIER, w->l->row[i], 0);
            const amount entry = w->v.entry[w->l->row[i] * w->columns + c];
            sum = doubled_sub(sum, doubled_multiply(entry.value, y->value));
            size += entry.size * fabs(y->value.hi);
            bound += entry.size * y->bound;
        }
        check_equation(j, is_driven(w, c) ? ARRAY_REACTION : ARRAY_ACCELERATION, c, 0, sum,
                       reaction.value, bound, size);
    }
}

/* Without them, along what the cuts allow. */
static void judge_projected(closed_view *w, closed_force *f)
{
    closed_force_hold(w, f);
    for (uint32_t u = 0; u < w->independent_count; u++) {
        const uint32_t c = w->independent[u];
        const check_cell reaction = reaction_of(w, c);
        closed_force_equation(w, f, c, reaction.value, reaction.bound,
                              is_driven(w, c) ? ARRAY_REACTION : ARRAY_ACCELERATION, c, 0);
    }
}

/* A row at the graph's accelerations, by the cell of a joint that it moves. */
static void judge_row(closed_view *w, uint32_t row, amount sum, double more)
{
    check_judging *j = w->j;
    double bound = 0;
    uint32_t cell = 0;
    for (uint32_t c = 0; c < w->columns; c++) {
        const amount entry = w->v.entry[row * w->columns + c];
        bound += entry.size * check_cell_at(j, ARRAY_ACCELERATION, c, 0)->bound;
        cell = w->l->moves[row * w->columns + c] ? c : cell;
    }
    for (uint32_t i = 0; w->l->by_partition && i < w->count; i++)
        cell = w->l->row[i] == row ? w->l->dependent[i] : cell;
    check_equation(j, ARRAY_ACCELERATION, cell, 0, sum.value, doubled_of(0), bound,
                   sum.size + more);
}

/* What drifts is pulled together: h'' + 2 alpha h' + beta^2 h = 0. */
static void judge_rows(closed_view *w, double alpha, double beta)
{
    amount *sum = ARENA_ARRAY(w->j->mem, amount, w->l->rows.count + 1);
    double *terms = ARENA_ARRAY(w->j->mem, double, w->count + 1);
    for (uint32_t r = 0; r < w->l->rows.count; r++) {
        sum[r] = amount_add(w->v.acceleration[r], amount_scale(w->v.rate[r], 2 * alpha));
        sum[r] = amount_add(sum[r], amount_scale(w->v.value[r], beta * beta));
    }
    for (uint32_t i = 0; i < w->count; i++) {
        terms[i] = sum[w->l->row[i]].size;
        judge_row(w, w->l->row[i], sum[w->l->row[i]], 0);
    }
    for (uint32_t r = 0; w->j->closed && r < w->l->rows.count; r++)
        if (w->l->left_out[r] != CLOSED_NONE)
            judge_row(w, r, sum[r], w->l->by_partition ? closed_implied(w, r, terms) : 0);
}

void check_judge_closed_forward(check_judging *j)
{
    closed_view w;
    if (!closed_view_make(j, &w))
        return;
    closed_judge_positions(&w);
    closed_force f = unbalanced(&w);
    judge_free(&w, &f);
    judge_rows(&w, 0, 0);
    if (function_has(j->p->function, ARRAY_MULTIPLIER))
        judge_multipliers(&w, &f);
    else
        judge_projected(&w, &f);
    closed_judge_left_out(&w, 0, 0);
}

void check_judge_augmented(check_judging *j)
{
    const stabilisation pull = j->m->o->stabilise;
    closed_view w;
    if (!closed_view_make(j, &w))
        return;
    closed_judge_positions(&w);
    const closed_force f = unbalanced(&w);
    judge_free(&w, &f);
    judge_rows(&w, pull.alpha, pull.beta);
    judge_multipliers(&w, &f);
    closed_judge_left_out(&w, pull.alpha, pull.beta);
}

/* ---- inverse dynamics ------------------------------------------------------------------------ */

/* The torques of least norm are G' y: what is beside that is none. Where there are no more
 * actuators than independent joints nothing is beside it. */
static void judge_least(const closed_view *w, const closed_drives *a)
{
    check_judging *j = w->j;
    amount *torque = ARENA_ARRAY(j->mem, amount, a->count + 1);
    double *bound = ARENA_ARRAY(j->mem, double, a->count + 1);
    for (uint32_t k = 0; k < a->count; k++) {
        const check_cell *cell = check_cell_at(j, ARRAY_TAU, a->list[k], 0);
        torque[k] = amount_of_doubled(cell->value);
        bound[k] = cell->bound;
    }
    if (a->count > w->independent_count)
        closed_drives_least(w, a, torque, bound, ARRAY_TAU, 0, 0);
}

static void judge_torques(closed_view *w, closed_force *f)
{
    check_judging *j = w->j;
    const closed_drives a = closed_drives_of(w);
    bool *acts = ARENA_ARRAY(j->mem, bool, w->columns + 1);
    for (uint32_t k = 0; k < a.count; k++) {
        check_cell *cell = check_cell_at(j, ARRAY_TAU, a.list[k], 0);
        const uint32_t own = w->of_free + a.list[k];
        acts[a.list[k]] = cell->judged = true;
        f->x[own] = doubled_sub(f->x[own], cell->value);
        f->size[own] += fabs(cell->value.hi);
        f->bound[own] += cell->bound;
    }
    for (uint32_t c = 0; c < w->columns; c++)
        if (!acts[c])
            closed_nothing(w, ARRAY_TAU, c, 0);
    closed_force_hold(w, f);
    for (uint32_t u = 0; u < w->independent_count; u++)
        closed_force_equation(w, f, w->independent[u], doubled_of(0), 0, ARRAY_TAU,
                              a.list[u < a.count ? u : 0], 0);
    judge_least(w, &a);
}

/* What each independent joint has of each actuator: the identity, or B. */
static void judge_actuation(closed_view *w)
{
    const closed_drives a = closed_drives_of(w);
    for (uint32_t r = 0; r < w->columns; r++)
        for (uint32_t c = 0; c < w->columns; c++) {
            bool acts = false;
            for (uint32_t k = 0; k < a.count; k++)
                acts = acts || a.list[k] == c;
            const amount g = closed_actuation(w, r, c);
            if (acts && w->l->place[r] == CLOSED_NONE)
                check_compare(w->j, ARRAY_ACTUATION, r, c, g.value, g.size);
            else
                closed_nothing(w, ARRAY_ACTUATION, r, c);
        }
}

static void judge_reduced(closed_view *w, closed_force *f)
{
    closed_force_hold(w, f);
    for (uint32_t u = 0; u < w->independent_count; u++) {
        const uint32_t c = w->independent[u];
        const check_cell *cell = check_cell_at(w->j, ARRAY_REDUCED, c, 0);
        closed_force_equation(w, f, c, cell->value, cell->bound, ARRAY_REDUCED, c, 0);
    }
    for (uint32_t i = 0; i < w->count; i++)
        closed_nothing(w, ARRAY_REDUCED, w->l->dependent[i], 0);
    judge_actuation(w);
}

void check_judge_closed_inverse(check_judging *j)
{
    closed_view w;
    if (!closed_view_make(j, &w))
        return;
    amount *torque = ARENA_ARRAY(j->mem, amount, j->m->freedoms + 1);
    closed_force f = closed_force_make(&w);
    closed_view_accelerate(&w);
    check_torques(j->mem, j->s, torque);
    for (uint32_t i = 0; i < j->m->freedoms; i++) {
        f.x[i] = torque[i].value;
        f.size[i] = torque[i].size;
        if (i < w.of_free)
            check_compare(j, ARRAY_WRENCH, i, 0, f.x[i], f.size[i]);
    }
    if (function_has(j->p->function, ARRAY_REDUCED))
        judge_reduced(&w, &f);
    else
        judge_torques(&w, &f);
    closed_judge_positions(&w);
    closed_judge_left_out(&w, 0, 0);
}
