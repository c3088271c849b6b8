/* Derivatives of functions that close loops. When an independent number changes, dependent joints
 * follow in position, velocity and acceleration; along that motion of the state everything has a
 * slope (amount.h), and what the equations of check_closed.h change by is 0:
 *
 *   d(J qdd + quadratic) = 0      T' (d(M qdd + c - tau) - dJ' lambda) = 0
 *
 * where J' lambda = M qdd + c - tau holds the cuts in the state. Only closed states are asked for:
 * elsewhere passes of Newton's method would have a part in it. */
#include "check/check_closed.h"

typedef struct {
    closed_view w;
    amount *held;   /* lambda, per place */
    amount *turned; /* what J changes by: [row * columns + coordinate] */
    amount *torque; /* with slopes */
    const amount *mass;
    closed_drives a; /* of inverse dynamics: its actuators, and */
    doubled *y;         /* tau = G' y, of least norm */
} slopes;

static const amount NOTHING;

/* What does not change but for roundings is not judged by these. */
static amount slope_of(amount x)
{
    amount out = {.value = x.slope, .size = x.slope_size + CLOSED_UNCHANGED * x.size};
    return out;
}

static void give_slope(amount *to, amount slope)
{
    to->slope = slope.value;
    to->slope_size = slope.size;
}

static void forget(const check_state *s)
{
    const word_array with[] = {ARRAY_Q, ARRAY_QD, ARRAY_QDD, ARRAY_FREE_MOTION};
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < s->count[with[k]]; i++)
            give_slope(&s->of[with[k]][i], NOTHING);
}

/* A freedom's number in an array of rates or accelerations; NULL: a free body's velocity, on which
 * nothing depends. */
static amount *place_of(const check_state *s, word_array array, uint32_t freedom)
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
static void move_along(slopes *s, word_array array, uint32_t coordinate)
{
    const closed_view *w = &s->w;
    give_slope(&w->j->s->of[array][coordinate], amount_of(1));
    for (uint32_t i = 0; i < w->count; i++) {
        amount b = amount_of_doubled(w->b[i * w->columns + coordinate]);
        b.size = w->b_size[i * w->columns + coordinate];
        give_slope(&w->j->s->of[array][w->l->dependent[i]], b);
    }
}

static amount *slopes_of(const slopes *s, const amount *of)
{
    amount *out = ARENA_ARRAY(s->w.j->mem, amount, s->w.l->rows.count + 1);
    for (uint32_t r = 0; r < s->w.l->rows.count; r++)
        out[r] = slope_of(of[r]);
    return out;
}

/* Rates or accelerations of dependent joints follow. */
static void follow(slopes *s, const amount *rows, word_array array)
{
    const closed_view *w = &s->w;
    amount *x = ARENA_ARRAY(w->j->mem, amount, w->count + 1);
    closed_view_follow(w, slopes_of(s, rows), x);
    for (uint32_t i = 0; i < w->count; i++)
        give_slope(&w->j->s->of[array][w->l->dependent[i]], x[i]);
}

/* The state changes with a position or a rate of a freedom; accelerations of independent ones do
 * not. False where nothing depends on it. */
static bool change(slopes *s, word_array array, uint32_t freedom)
{
    closed_view *w = &s->w;
    const uint32_t entries = w->l->rows.count * w->columns;
    forget(w->j->s);
    if (array == ARRAY_Q)
        move_along(s, ARRAY_Q, freedom - w->of_free);
    else if (freedom >= w->of_free)
        move_along(s, array, freedom - w->of_free);
    else if (place_of(w->j->s, array, freedom))
        give_slope(place_of(w->j->s, array, freedom), amount_of(1));
    else
        return false;
    closed_view_look(w);
    for (uint32_t i = 0; i < entries; i++)
        s->turned[i] = slope_of(w->v.entry[i]);
    if (array == ARRAY_Q) {
        follow(s, w->v.rate, ARRAY_QD);
        closed_view_look(w);
    }
    return true;
}

/* The force of the state, with its slopes less what J' lambda changes by. */
static closed_force change_of_force(slopes *s)
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
static void hold(slopes *s, closed_force *f)
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

static bool begin(check_judging *j, slopes *s)
{
    *s = (slopes){.mass = NULL};
    if (!closed_view_make(j, &s->w))
        return false;
    const closed_view *w = &s->w;
    s->turned = ARENA_ARRAY(j->mem, amount, (size_t)w->l->rows.count * w->columns + 1);
    s->torque = ARENA_ARRAY(j->mem, amount, j->m->freedoms + 1);
    return true;
}

static void end(slopes *s, bool is_solved)
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
    forget(j->s);
    closed_view_look(&s->w);
    closed_judge_positions(&s->w);
    closed_judge_left_out(&s->w, 0, 0);
}

/* Columns of joints that depend on others are zero. */
static bool is_column(const slopes *s, word_array a, uint32_t freedom, uint32_t column)
{
    const closed_view *w = &s->w;
    if (freedom < w->of_free || w->l->place[freedom - w->of_free] == CLOSED_NONE)
        return true;
    for (uint32_t r = 0; r < w->j->m->freedoms; r++)
        closed_nothing(w, a, r, column);
    return false;
}

/* ---- inverse dynamics ------------------------------------------------------------------------ */

/* Torques of the actuators in this state, and what the cuts then hold. */
static bool drive(slopes *s)
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
    hold(s, &f);
    return true;
}

/* What G' y changes by, y held: J_v dB = -dJ T, where the actuators are dependent joints. */
static amount *turned_torques(slopes *s)
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

static void judge_torque_column(slopes *s, word_array a, uint32_t column, bool turns)
{
    closed_view *w = &s->w;
    check_judging *j = w->j;
    closed_force f = change_of_force(s);
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
static void judge_torque_slopes(slopes *s, word_array a, word_array by)
{
    closed_view *w = &s->w;
    const uint32_t first = by == ARRAY_Q ? w->of_free : 0;
    for (uint32_t k = first; k < w->j->m->freedoms; k++) {
        if (!is_column(s, a, k, k - first))
            continue;
        if (!change(s, by, k)) {
            for (uint32_t r = 0; r < w->j->m->freedoms; r++)
                closed_nothing(w, a, r, k - first);
            continue;
        }
        if (by != ARRAY_QDD)
            follow(s, w->v.acceleration, ARRAY_QDD);
        judge_torque_column(s, a, k - first, by == ARRAY_Q);
    }
}

void check_judge_closed_inverse_slopes(check_judging *j)
{
    slopes s;
    if (!begin(j, &s))
        return;
    const bool is_solved = drive(&s);
    if (is_solved && j->closed) {
        judge_torque_slopes(&s, ARRAY_TAU_Q, ARRAY_Q);
        judge_torque_slopes(&s, ARRAY_TAU_QD, ARRAY_QD);
        judge_torque_slopes(&s, ARRAY_TAU_QDD, ARRAY_QDD);
    }
    end(&s, is_solved);
}

/* ---- forward dynamics ------------------------------------------------------------------------ */

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

static double mass_scale(const slopes *s, uint32_t i, uint32_t k)
{
    const uint32_t n = s->w.j->m->freedoms;
    return sqrt(s->mass[i * n + i].size * s->mass[k * n + k].size);
}

/* T' M T. */
static bool factor_mass(const slopes *s, const uint32_t *list, uint32_t count, closed_factors *out)
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
static closed_force unbalanced(slopes *s)
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
            f.size[i] += mass_scale(s, i, k) * fabs(place_of(at, ARRAY_QDD, k)->value.hi);
    }
    return f;
}

/* Accelerations of this state by a solution of our own, and what the cuts then hold. */
static bool accelerate(slopes *s)
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
        *place_of(at, ARRAY_QDD, k) = is_driven(w, k) ? at->of[ARRAY_IMPOSED][k - w->of_free]
                                                      : amount_of(0);
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
            amount *to = place_of(at, ARRAY_QDD, list[r]);
            *to = amount_of_doubled(doubled_add(to->value, x[r]));
            to->size += CLOSED_ROUNDINGS * spread[r];
        }
    }
    closed_view_accelerate(w);
    closed_force force = unbalanced(s);
    hold(s, &force);
    return true;
}

/* The graph's column becomes the slope of accelerations, those of dependent joints by what rows make
 * of them. */
static void judge_answer_column(slopes *s, word_array a, uint32_t column)
{
    closed_view *w = &s->w;
    check_judging *j = w->j;
    const uint32_t n = j->m->freedoms;
    const closed_answer answer = closed_answer_of(w, a, w->of_free, column);
    for (uint32_t k = 0; k < n; k++) {
        const check_cell *cell = check_cell_at(j, a, k, column);
        const bool depends = k >= w->of_free && w->l->place[k - w->of_free] != CLOSED_NONE;
        give_slope(place_of(j->s, ARRAY_QDD, k),
                   depends ? NOTHING : amount_of_doubled(cell->value));
        if (is_driven(w, k))
            closed_nothing(w, a, k, column);
    }
    closed_view_look(w);
    closed_answer_equations(w, &answer, slopes_of(s, w->v.acceleration));
    for (uint32_t i = 0; i < w->count; i++)
        give_slope(&j->s->of[ARRAY_QDD][w->l->dependent[i]], amount_of_doubled(answer.x[i]));
    closed_force f = change_of_force(s);
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

static void judge_answer_slopes(slopes *s, word_array a, word_array by)
{
    closed_view *w = &s->w;
    const uint32_t first = by == ARRAY_Q ? w->of_free : 0;
    for (uint32_t k = first; k < w->j->m->freedoms; k++) {
        if (!is_column(s, a, k, k - first))
            continue;
        if (change(s, by, k))
            judge_answer_column(s, a, k - first);
        else
            for (uint32_t r = 0; r < w->j->m->freedoms; r++)
                closed_nothing(w, a, r, k - first);
    }
}

/* J x = 0 and T' (M x - unit) = 0 of each column x of a symmetric matrix, of which one half is
 * there. */
static void judge_by_torque(slopes *s, uint32_t column)
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
    slopes s;
    if (!begin(j, &s))
        return;
    s.mass = check_mass_here(j);
    const bool is_solved = accelerate(&s);
    if (is_solved && j->closed) {
        judge_answer_slopes(&s, ARRAY_QDD_Q, ARRAY_Q);
        judge_answer_slopes(&s, ARRAY_QDD_QD, ARRAY_QD);
        forget(j->s);
        closed_view_look(&s.w);
        for (uint32_t c = 0; c < j->m->freedoms; c++)
            judge_by_torque(&s, c);
    }
    end(&s, is_solved);
}
