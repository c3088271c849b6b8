/* SPDX-License-Identifier: MIT */
/* Accelerations, inverses and their derivatives: put back into the equations of motion, row by row
 * in the space of torques. What factors of a positive definite matrix keep there, whatever its
 * condition, is the sum over j of sqrt(M_ii M_jj) |x_j| (Higham, Accuracy and Stability, 10.1.1).
 * States in which the mass matrix has no answer, by the law of pivots (machine/words.h), tell
 * nothing. */
#include "check/check_judge.h"

#include "check/check.h"

static bool is_driven(const check_judging *j, uint32_t freedom)
{
    const uint32_t of_free = 6 * j->m->free_count;
    return freedom >= of_free && j->m->coordinates[freedom - of_free].driven;
}

/* ---- factors --------------------------------------------------------------------------------- */

/* M = L D L', the last freedom first, with the inverse of D. */
typedef struct {
    uint32_t n;
    doubled *l, *pivot, *over; /* over: 1 / pivot */
    bool is_regular; /* no pivot is so small that the graph itself would call it no answer */
} factors;

#define NO_PIVOT (PIVOT_UNITS * DBL_EPSILON)

/* Those that are imposed have the row and column of a unit matrix. */
static factors factor(check_judging *j, const amount *mass)
{
    const uint32_t n = j->m->freedoms;
    factors f = {n, ARENA_ARRAY(j->mem, doubled, (size_t)n * n + 1),
                 ARENA_ARRAY(j->mem, doubled, n + 1), ARENA_ARRAY(j->mem, doubled, n + 1), true};
    doubled *scaled = ARENA_ARRAY(j->mem, doubled, n + 1);
    for (uint32_t i = n; i-- > 0 && f.is_regular;) {
        if (is_driven(j, i)) {
            f.over[i] = doubled_of(1);
            continue;
        }
        doubled pivot = mass[i * n + i].value;
        for (uint32_t c = n; c-- > i + 1;) {
            if (is_driven(j, c))
                continue;
            doubled sum = mass[i * n + c].value;
            for (uint32_t k = n; k-- > c + 1;)
                sum = doubled_sub(sum, doubled_multiply(scaled[k], f.l[c * n + k]));
            scaled[c] = sum; /* L_ic D_c */
            f.l[i * n + c] = doubled_multiply(sum, f.over[c]);
            pivot = doubled_sub(pivot, doubled_multiply(sum, f.l[i * n + c]));
        }
        f.pivot[i] = pivot;
        f.is_regular = pivot.hi > NO_PIVOT * mass[i * n + i].size;
        f.over[i] = doubled_divide(doubled_of(1), pivot);
        scaled[i] = doubled_of(0);
    }
    return f;
}

static void solve(const factors *f, doubled *x)
{
    const uint32_t n = f->n;
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t k = i + 1; k < n; k++)
            x[i] = doubled_sub(x[i], doubled_multiply(f->l[i * n + k], x[k]));
    for (uint32_t i = 0; i < n; i++) {
        x[i] = doubled_multiply(x[i], f->over[i]);
        for (uint32_t k = 0; k < i; k++)
            x[i] = doubled_sub(x[i], doubled_multiply(f->l[k * n + i], x[k]));
    }
}

/* A pivot is v'M v for the v with v_i = 1 that makes it least, so that it counts as the square of
 * the sum of sqrt(M_kk) |v_k|. v is row i of the inverse of L'. */
static double pivot_size(const factors *f, const amount *mass, uint32_t i, doubled *v)
{
    const uint32_t n = f->n;
    double sum = sqrt(mass[i * n + i].size);
    v[i] = doubled_of(1);
    for (uint32_t k = i + 1; k < n; k++) {
        v[k] = doubled_of(0);
        for (uint32_t c = i; c < k; c++)
            v[k] = doubled_sub(v[k], doubled_multiply(f->l[c * n + k], v[c]));
        sum += sqrt(mass[k * n + k].size) * fabs(v[k].hi);
    }
    return sum * sum;
}

/* What is left of the diagonal after all freedoms farther out is the same whoever solves; where
 * joints follow others it depends on the order, and must be above 0 alone. What the graph says it
 * was left of (machine/words.h) depends on how it solves, and must be above 0, too: no pivot would
 * be too small beside a number that is not. */
static void judge_pivots(check_judging *j, const amount *mass, const factors *f)
{
    doubled *v = ARENA_ARRAY(j->mem, doubled, f->n + 1);
    for (uint32_t k = 0; k < f->n; k++) {
        check_cell *pivot = check_cell_at(j, ARRAY_PIVOT, k, 0);
        check_cell *whole = check_cell_at(j, ARRAY_PIVOT_WHOLE, k, 0);
        pivot->judged = whole->judged = true;
        if (whole->of && !(whole->value.hi > 0))
            check_number(j, ARRAY_PIVOT_WHOLE, k, 0, f->pivot[k], pivot_size(f, mass, k, v), 0);
        if (pivot->of && (!j->m->follows || !(pivot->value.hi > -pivot->bound)))
            check_number(j, ARRAY_PIVOT, k, 0, f->pivot[k], pivot_size(f, mass, k, v), 0);
    }
}

void check_pivots(check_judging *j)
{
    const amount *mass = check_mass_here(j);
    const factors f = factor(j, mass);
    j->undecided = j->undecided || !f.is_regular;
    if (!j->undecided)
        judge_pivots(j, mass, &f);
}

/* ---- accelerations --------------------------------------------------------------------------- */

/* Where the graph gives the acceleration of a freedom. */
static check_cell *answer_of(check_judging *j, uint32_t freedom)
{
    const uint32_t of_free = 6 * j->m->free_count;
    if (freedom < of_free)
        return check_cell_at(j, ARRAY_FREE_ACCELERATION, freedom, 0);
    return check_cell_at(j, ARRAY_ACCELERATION, freedom - of_free, 0);
}

/* Its place in the state; of a free body omega, omegad and acceleration go in. */
static amount *acceleration_of(check_state *s, uint32_t freedom)
{
    const uint32_t of_free = 6 * s->m->free_count, part = freedom % 6;
    if (freedom >= of_free)
        return &s->of[ARRAY_QDD][freedom - of_free];
    return &s->of[ARRAY_FREE_MOTION][9 * (freedom / 6) + (part < 3 ? 6 + part : part)];
}

/* The graph's accelerations become those of the state; those that are imposed are given. */
static void put_back(check_judging *j)
{
    const uint32_t of_free = 6 * j->m->free_count;
    for (uint32_t k = 0; k < j->m->freedoms; k++) {
        const check_cell *x = answer_of(j, k);
        *acceleration_of(j->s, k) = is_driven(j, k) ? j->s->of[ARRAY_IMPOSED][k - of_free]
                                                    : amount_of_doubled(x->value);
    }
    check_state_settle(j->s);
}

/* What drives a freedom; at a joint whose motion is imposed the graph says it. */
static doubled drive_of(check_judging *j, uint32_t freedom, check_measure *m)
{
    const uint32_t of_free = 6 * j->m->free_count;
    if (freedom < of_free)
        return j->s->of[ARRAY_BASE_WRENCH][freedom].value;
    if (!is_driven(j, freedom))
        return j->s->of[ARRAY_EFFORT][freedom - of_free].value;
    const check_cell *reaction = check_cell_at(j, ARRAY_REACTION, freedom - of_free, 0);
    m->bound += reaction->bound;
    m->spread += reaction->spread;
    return reaction->value;
}

/* Of an entry of the mass matrix times a number of the graph. */
static void add_errors(check_measure *m, const amount *mass, const check_cell *x)
{
    m->bound += x ? mass->size * x->bound : 0;
    m->spread += x ? mass->size * x->spread : 0;
}

void check_judge_forward(check_judging *j)
{
    const uint32_t n = j->m->freedoms, of_free = 6 * j->m->free_count;
    const amount *mass = check_mass_here(j);
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    const factors f = factor(j, mass);
    j->undecided = !f.is_regular;
    if (j->undecided)
        return;
    put_back(j);
    check_torques(j->mem, j->s, torque);
    for (uint32_t i = 0; i < n; i++) {
        check_measure m = {.size = torque[i].size};
        const doubled drive = drive_of(j, i, &m);
        m.size += fabs(drive.hi);
        for (uint32_t k = 0; k < n; k++) {
            const double x = fabs(acceleration_of(j->s, k)->value.hi);
            m.size += sqrt(mass[i * n + i].size * mass[k * n + k].size) * x;
            add_errors(&m, &mass[i * n + k], is_driven(j, k) ? NULL : answer_of(j, k));
        }
        if (is_driven(j, i)) {
            answer_of(j, i)->judged = true; /* none is given */
            check_sides(j, ARRAY_REACTION, i - of_free, 0, drive, torque[i].value, m);
        } else if (i < of_free) {
            check_sides(j, ARRAY_FREE_ACCELERATION, i, 0, torque[i].value, drive, m);
        } else {
            check_sides(j, ARRAY_ACCELERATION, i - of_free, 0, torque[i].value, drive, m);
        }
    }
    judge_pivots(j, mass, &f);
}

/* ---- inverses -------------------------------------------------------------------------------- */

/* M X = B for column c of X, rows of M; more, whole: what else B counts as, per row. What is
 * imposed does not change. */
static void judge_column(check_judging *j, const amount *mass, word_array a, uint32_t c,
                         const doubled *must, const double *more, const double *whole)
{
    const uint32_t n = j->m->freedoms;
    for (uint32_t i = 0; i < n; i++) {
        doubled sum = doubled_of(0);
        check_measure m = {.size = more[i], .whole = whole[i]};
        if (is_driven(j, i)) {
            check_number(j, a, i, c, doubled_of(0), 0, 0);
            continue;
        }
        for (uint32_t k = 0; k < n; k++) {
            const bool symmetric = WORD_ARRAY[a].is_symmetric && c > k;
            const check_cell *x = symmetric ? check_cell_at(j, a, c, k) : check_cell_at(j, a, k, c);
            sum = doubled_add(sum, doubled_multiply(mass[i * n + k].value, x->value));
            m.size += sqrt(mass[i * n + i].size * mass[k * n + k].size) * fabs(x->value.hi);
            add_errors(&m, &mass[i * n + k], x);
        }
        check_sides(j, a, i, c, sum, must[i], m);
    }
}

static void judge_inverse(check_judging *j, const amount *mass)
{
    const uint32_t n = j->m->freedoms;
    doubled *unit = ARENA_ARRAY(j->mem, doubled, n + 1);
    double *more = ARENA_ARRAY(j->mem, double, n + 1);
    for (uint32_t c = 0; c < n; c++) {
        unit[c] = doubled_of(is_driven(j, c) ? 0 : 1);
        more[c] = 1;
        judge_column(j, mass, ARRAY_MINV, c, unit, more, more);
        unit[c] = doubled_of(0);
        more[c] = 0;
    }
}

void check_judge_inverse(check_judging *j)
{
    const amount *mass = check_mass_here(j);
    const factors f = factor(j, mass);
    j->undecided = !f.is_regular;
    if (j->undecided)
        return;
    judge_inverse(j, mass);
    judge_pivots(j, mass, &f);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

/* Accelerations of this state by a solution of our own. What the graph's rounded constants change
 * of them, 64 roundings of each row, is part of what they count as. */
static void accelerate(check_judging *j, const amount *mass, const factors *f)
{
    const uint32_t n = j->m->freedoms, of_free = 6 * j->m->free_count;
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    doubled *x = ARENA_ARRAY(j->mem, doubled, n + 1), *unit = ARENA_ARRAY(j->mem, doubled, n + 1);
    double *size = ARENA_ARRAY(j->mem, double, n + 1), *spread = ARENA_ARRAY(j->mem, double, n + 1);
    for (uint32_t k = 0; k < n; k++)
        *acceleration_of(j->s, k) = is_driven(j, k) ? j->s->of[ARRAY_IMPOSED][k - of_free]
                                                    : amount_of(0);
    check_state_settle(j->s);
    check_torques(j->mem, j->s, torque);
    for (uint32_t k = 0; k < n; k++) {
        const doubled drive = k < of_free ? j->s->of[ARRAY_BASE_WRENCH][k].value
                                          : j->s->of[ARRAY_EFFORT][k - of_free].value;
        x[k] = doubled_sub(drive, torque[k].value);
        size[k] = torque[k].size + fabs(drive.hi);
        if (is_driven(j, k))
            x[k] = acceleration_of(j->s, k)->value;
    }
    solve(f, x);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            size[i] += sqrt(mass[i * n + i].size * mass[k * n + k].size) * fabs(x[k].hi);
    for (uint32_t c = 0; c < n; c++) {
        for (uint32_t k = 0; k < n; k++)
            unit[k] = doubled_of(k == c ? 1 : 0);
        solve(f, unit);
        for (uint32_t k = 0; k < n && !is_driven(j, c); k++)
            spread[k] += fabs(unit[k].hi) * size[c];
    }
    for (uint32_t k = 0; k < n; k++) {
        amount *to = acceleration_of(j->s, k);
        *to = amount_of_doubled(x[k]);
        to->size += CHECK_ROUNDINGS * DBL_EPSILON / CHECK_ALLOWED * spread[k];
    }
    check_state_settle(j->s);
}

/* M times the derivatives of accelerations is what torques change by, with the other sign. */
static void judge_slopes(check_judging *j, const amount *mass, word_array a, uint32_t c,
                         amount *by, amount *torque)
{
    const uint32_t n = j->m->freedoms;
    doubled *must = ARENA_ARRAY(j->mem, doubled, n + 1);
    double *more = ARENA_ARRAY(j->mem, double, n + 1);
    double *whole = ARENA_ARRAY(j->mem, double, n + 1);
    if (by)
        check_torque_slopes(j, by, torque);
    for (uint32_t k = 0; k < n && by; k++) {
        must[k] = doubled_negative(torque[k].slope);
        more[k] = torque[k].slope_size;
        whole[k] = torque[k].size;
    }
    judge_column(j, mass, a, c, must, more, whole);
}

void check_judge_forward_derivatives(check_judging *j)
{
    const uint32_t n = j->m->freedoms;
    const amount *mass = check_mass_here(j);
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    const factors f = factor(j, mass);
    j->undecided = !f.is_regular;
    if (j->undecided)
        return;
    judge_inverse(j, mass);
    judge_pivots(j, mass, &f);
    accelerate(j, mass, &f);
    for (uint32_t c = 0; c < j->m->coordinates_count; c++)
        judge_slopes(j, mass, ARRAY_QDD_Q, c, &j->s->of[ARRAY_Q][c], torque);
    for (uint32_t c = 0; c < n; c++)
        judge_slopes(j, mass, ARRAY_QDD_QD, c, check_rate_of(j->s, c), torque);
}

/* ---- second derivatives ---------------------------------------------------------------------- */

/* A number of the state, and how the accelerations follow it. */
typedef struct {
    amount *by; /* NULL: a torque, or what nothing depends on */
    doubled *x; /* per freedom; NULL: nothing depends on it */
} driven_change;

static driven_change change_by(check_judging *j, const factors *f, amount *by)
{
    const uint32_t n = j->m->freedoms;
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    driven_change out = {by, by ? ARENA_ARRAY(j->mem, doubled, n + 1) : NULL};
    if (!by)
        return out;
    check_torque_slopes(j, by, torque);
    for (uint32_t k = 0; k < n; k++)
        out.x[k] = is_driven(j, k) ? doubled_of(0) : doubled_negative(torque[k].slope);
    solve(f, out.x);
    return out;
}

/* Of a torque nothing but accelerations answers to. */
static driven_change change_by_torque(check_judging *j, const factors *f, uint32_t freedom)
{
    driven_change out = {NULL, ARENA_ARRAY(j->mem, doubled, j->m->freedoms + 1)};
    if (is_driven(j, freedom))
        return out;
    out.x[freedom] = doubled_of(1);
    solve(f, out.x);
    return out;
}

static void move_along(check_judging *j, const driven_change *c, double step)
{
    if (c->by)
        c->by->value = doubled_add(c->by->value, doubled_of(step));
    for (uint32_t k = 0; k < j->m->freedoms; k++) {
        amount *x = acceleration_of(j->s, k);
        x->value = doubled_add(x->value, doubled_multiply(c->x[k], doubled_of(step)));
    }
}

/* With slopes along a. */
static void torques_along(check_judging *j, const driven_change *a, bool with_answers,
                          amount *torque)
{
    arena mem = arena_make();
    for (int on = 1; on >= 0; on--) {
        a->by->slope = doubled_of(on);
        a->by->slope_size = on;
        for (uint32_t k = 0; k < j->m->freedoms && with_answers; k++) {
            amount *x = acceleration_of(j->s, k);
            x->slope = on ? a->x[k] : doubled_of(0);
            x->slope_size = on * fabs(a->x[k].hi);
        }
        check_state_settle(j->s);
        if (on)
            check_torques(&mem, j->s, torque);
    }
    arena_free(&mem);
}

/* What torques change by along a and then b, with accelerations that follow both but for x_ab:
 * differences of slopes, as with torques (judge_torques.c), with the other sign. */
static void rest_of_second(check_judging *j, const driven_change *a, const driven_change *b,
                           doubled *must, double *more)
{
    static const double STEP = 0x1p-33;
    const uint32_t n = j->m->freedoms;
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1), *before = ARENA_ARRAY(j->mem, amount,
                                                                              n + 1);
    const amount by = b->by ? *b->by : amount_of(0);
    for (uint32_t k = 0; k < n; k++)
        before[k] = *acceleration_of(j->s, k);
    for (int sign = 1; sign >= -1; sign -= 2) {
        move_along(j, b, sign * STEP);
        torques_along(j, a, b->by != NULL, torque);
        for (uint32_t k = 0; k < n; k++) {
            const doubled part = doubled_multiply(torque[k].slope, doubled_of(-sign / (2 * STEP)));
            must[k] = sign > 0 ? part : doubled_add(must[k], part);
            more[k] = torque[k].slope_size + torque[k].size;
            *acceleration_of(j->s, k) = before[k];
        }
        if (b->by)
            *b->by = by;
    }
    check_state_settle(j->s);
}

/* A column of a tensor of accelerations: of freedoms, or of pairs of them with this freedom. */
typedef struct {
    word_array array;
    uint32_t column;
    uint32_t with; /* of pairs */
    bool of_pairs;
} second_column;

static uint32_t second_row(const second_column *c, uint32_t k)
{
    const uint32_t a = k > c->with ? k : c->with, b = k > c->with ? c->with : k;
    return c->of_pairs ? a * (a + 1) / 2 + b : k;
}

static void judge_second(check_judging *j, const amount *mass, const second_column *c,
                         const driven_change *a, const driven_change *b)
{
    const uint32_t n = j->m->freedoms;
    doubled *must = ARENA_ARRAY(j->mem, doubled, n + 1);
    double *more = ARENA_ARRAY(j->mem, double, n + 1);
    if (a->x && b->x)
        rest_of_second(j, a, b, must, more);
    for (uint32_t i = 0; i < n; i++) {
        doubled sum = doubled_of(0);
        check_measure m = {.size = more[i], .whole = more[i]};
        if (is_driven(j, i) || (c->of_pairs && is_driven(j, c->with))) {
            check_number(j, c->array, second_row(c, i), c->column, doubled_of(0), 0, 0);
            continue;
        }
        for (uint32_t k = 0; k < n; k++) {
            const check_cell *x = check_cell_at(j, c->array, second_row(c, k), c->column);
            sum = doubled_add(sum, doubled_multiply(mass[i * n + k].value, x->value));
            m.size += sqrt(mass[i * n + i].size * mass[k * n + k].size) * fabs(x->value.hi);
            add_errors(&m, &mass[i * n + k], x);
        }
        check_sides(j, c->array, second_row(c, i), c->column, sum, must[i], m);
    }
}

void check_judge_forward_second_derivatives(check_judging *j)
{
    const uint32_t n = j->m->freedoms, joints = j->m->coordinates_count;
    const amount *mass = check_mass_here(j);
    const factors f = factor(j, mass);
    j->undecided = !f.is_regular;
    if (j->undecided)
        return;
    judge_pivots(j, mass, &f);
    accelerate(j, mass, &f);
    driven_change *q = ARENA_ARRAY(j->mem, driven_change, joints + 1),
                  *qd = ARENA_ARRAY(j->mem, driven_change, n + 1);
    for (uint32_t c = 0; c < joints; c++)
        q[c] = change_by(j, &f, &j->s->of[ARRAY_Q][c]);
    for (uint32_t k = 0; k < n; k++)
        qd[k] = change_by(j, &f, check_rate_of(j->s, k));
    for (uint32_t a = 0, pair = 0; a < joints; a++)
        for (uint32_t b = 0; b <= a; b++, pair++)
            judge_second(j, mass, &(second_column){ARRAY_QDD_Q_Q, pair, 0, false}, &q[a], &q[b]);
    for (uint32_t a = 0; a < joints; a++)
        for (uint32_t k = 0; k < n; k++)
            judge_second(j, mass, &(second_column){ARRAY_QDD_Q_QD, a * n + k, 0, false}, &qd[k],
                         &q[a]);
    for (uint32_t a = 0, pair = 0; a < n; a++)
        for (uint32_t b = 0; b <= a; b++, pair++)
            judge_second(j, mass, &(second_column){ARRAY_QDD_QD_QD, pair, 0, false}, &qd[a],
                         &qd[b]);
    for (uint32_t k = 0; k < n; k++) {
        const driven_change u = change_by_torque(j, &f, k);
        for (uint32_t c = 0; c < joints; c++)
            judge_second(j, mass, &(second_column){ARRAY_MINV_Q, c, k, true}, &q[c], &u);
    }
}
