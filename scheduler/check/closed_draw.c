/* SPDX-License-Identifier: MIT */
#include "check/closed_draw.h"

#include "base/random.h"
#include "check/check.h"

#include <string.h>

static double uniform(uint64_t *seed, double half)
{
    return half * ((double)(random_bits(seed) >> 11) * 0x1p-52 - 1);
}

static void settle(closed_search *c)
{
    check_state_settle(c->s);
    closed_rows_at(c->rows, c->s, &c->v);
}

static bool is_users(const closed_search *c, uint32_t row)
{
    return c->rows->m->cuts[c->rows->list[row].cut].what->kind == CUT_USER;
}

/* ---- near a closed position, in doubles ------------------------------------------------------ */

/* A search for positions: rows in doubles, those of a user's own left out. */
typedef struct {
    closed_search *c;
    uint32_t rows, columns;
    double *h, *jacobian; /* row by row */
    double *square, *side, *step;
    double sum; /* of squares of h */
} approach;

static void look(approach *a)
{
    const closed_search *c = a->c;
    settle(a->c);
    a->rows = 0;
    a->sum = 0;
    for (uint32_t r = 0; r < c->rows->count; r++) {
        if (is_users(c, r))
            continue;
        a->h[a->rows] = c->v.value[r].value.hi;
        a->sum += a->h[a->rows] * a->h[a->rows];
        for (uint32_t i = 0; i < a->columns; i++)
            a->jacobian[a->rows * a->columns + i] = c->v.entry[r * a->columns + i].value.hi;
        a->rows++;
    }
}

/* Solves square x = side, symmetric and positive. */
static bool solve_positive(double *square, uint32_t count, double *side)
{
    for (uint32_t k = 0; k < count; k++) {
        const double pivot = square[k * count + k];
        if (!(pivot > 0))
            return false;
        for (uint32_t i = k + 1; i < count; i++) {
            const double factor = square[i * count + k] / pivot;
            for (uint32_t n = k; factor != 0 && n < count; n++)
                square[i * count + n] -= factor * square[k * count + n];
            side[i] -= factor * side[k];
        }
    }
    for (uint32_t k = count; k-- > 0;) {
        for (uint32_t n = k + 1; n < count; n++)
            side[k] -= square[k * count + n] * side[n];
        side[k] /= square[k * count + k];
    }
    return true;
}

/* The least step that would close the rows if they were linear, held back by the damping. */
static bool find_step(approach *a, double damping)
{
    double trace = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        a->side[i] = -a->h[i];
        for (uint32_t k = 0; k <= i; k++) {
            double sum = 0;
            for (uint32_t n = 0; n < a->columns; n++)
                sum += a->jacobian[i * a->columns + n] * a->jacobian[k * a->columns + n];
            a->square[i * a->rows + k] = a->square[k * a->rows + i] = sum;
        }
        trace += a->square[i * a->rows + i];
    }
    for (uint32_t i = 0; i < a->rows; i++)
        a->square[i * a->rows + i] += damping * trace / a->rows;
    if (!(trace > 0) || !solve_positive(a->square, a->rows, a->side))
        return false;
    for (uint32_t n = 0; n < a->columns; n++) {
        a->step[n] = 0;
        for (uint32_t i = 0; i < a->rows; i++)
            a->step[n] += a->jacobian[i * a->columns + n] * a->side[i];
    }
    return true;
}

static void move(approach *a, double share)
{
    for (uint32_t n = 0; n < a->columns; n++) {
        amount *q = &a->c->s->of[ARRAY_Q][n];
        *q = amount_of(q->value.hi + share * a->step[n]);
    }
}

static double *numbers(const closed_search *c, size_t count)
{
    return ARENA_ARRAY(c->mem, double, count + 1);
}

static approach approach_make(closed_search *c)
{
    const size_t rows = c->rows->count, columns = c->rows->columns;
    approach a = {.c = c, .columns = c->rows->columns};
    a.h = numbers(c, rows);
    a.jacobian = numbers(c, rows * columns);
    a.square = numbers(c, rows * rows);
    a.side = numbers(c, rows);
    a.step = numbers(c, columns);
    return a;
}

/* Levenberg's and Marquardt's method from the state's positions. */
static bool come_near(approach *a)
{
    enum { STEPS = 100 };
    static const double CLOSED = 1e-22; /* squares of metres and radians */
    double damping = 1e-3;
    look(a);
    for (int k = 0; k < STEPS && a->sum > CLOSED && damping < 1e8; k++) {
        const double was = a->sum;
        if (!find_step(a, damping)) {
            damping *= 10;
            continue;
        }
        move(a, 1);
        look(a);
        if (a->sum < was) {
            damping = fmax(damping / 10, 1e-13);
            continue;
        }
        move(a, -1);
        look(a);
        damping *= 10;
    }
    return a->sum <= CLOSED;
}

/* ---- the last figures ------------------------------------------------------------------------ */

/* Rows that are independent in the state, and as many coordinates that the others decide. */
typedef struct {
    uint32_t count, *row, *column;
} solved;

static solved choose(closed_search *c)
{
    static const double LEAST = 1e-6;
    const uint32_t rows = c->rows->count, columns = c->rows->columns;
    double *matrix = numbers(c, (size_t)rows * columns);
    solved out = {0, ARENA_ARRAY(c->mem, uint32_t, rows + 1),
                  ARENA_ARRAY(c->mem, uint32_t, rows + 1)};
    for (uint32_t i = 0; i < rows * columns; i++)
        matrix[i] = c->v.entry[i].value.hi;
    out.count = closed_pivots(c->mem, matrix, rows, columns, LEAST, out.row, out.column);
    return out;
}

static bool factor(closed_search *c, const solved *of, closed_factors *out)
{
    doubled *a = ARENA_ARRAY(c->mem, doubled, (size_t)of->count * of->count + 1);
    for (uint32_t i = 0; i < of->count; i++)
        for (uint32_t k = 0; k < of->count; k++)
            a[i * of->count + k] =
                c->v.entry[of->row[i] * c->rows->columns + of->column[k]].value;
    return closed_factor(c->mem, a, of->count, out);
}

/* Takes from positions or rates what the rows have too much of. */
static void correct(closed_search *c, const solved *of, const closed_factors *f,
                    const amount *left, word_array array)
{
    doubled *x = ARENA_ARRAY(c->mem, doubled, of->count + 1);
    for (uint32_t i = 0; i < of->count; i++)
        x[i] = left[of->row[i]].value;
    closed_solve(f, x);
    for (uint32_t i = 0; i < of->count; i++) {
        amount *to = &c->s->of[array][of->column[i]];
        *to = amount_of_doubled(doubled_sub(to->value, x[i]));
    }
    settle(c);
}

/* Redundant rows differ from what the others say by what rounding left in the file. */
static bool is_zero(const amount *of, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fabs(of[i].value.hi) <= CHECK_ALLOWED * of[i].size))
            return false;
    return true;
}

static bool is_straight(const closed_search *c)
{
    for (uint32_t i = 0; i < c->rows->count; i++)
        if (!(c->v.straight[i].value.hi > 0))
            return false;
    return true;
}

static bool is_loose(const closed_search *c, const solved *of, const closed_factors *f)
{
    double *moved = numbers(c, of->count), most = 0;
    for (uint32_t i = 0; i < of->count; i++)
        moved[i] = c->v.value[of->row[i]].size;
    closed_spread(f, false, moved);
    for (uint32_t i = 0; i < of->count; i++)
        most = moved[i] <= most ? most : moved[i];
    return !(most <= CLOSED_LOOSE);
}

static bool come_close(closed_search *c)
{
    enum { PASSES = 3 }; /* from 1e-11 to 1e-22, to 1e-32 */
    closed_factors f;
    const solved of = choose(c);
    for (int k = 0; k < PASSES; k++) {
        if (!factor(c, &of, &f))
            return false;
        correct(c, &of, &f, c->v.value, ARRAY_Q);
    }
    if (!factor(c, &of, &f) || is_loose(c, &of, &f) || !is_straight(c) ||
        !is_zero(c->v.value, c->rows->count))
        return false;
    correct(c, &of, &f, c->v.rate, ARRAY_QD);
    return is_zero(c->v.rate, c->rows->count);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Angles in radians, lengths less. */
static void shake(closed_search *c, const doubled *around, double size, uint64_t *seed)
{
    for (uint32_t i = 0; i < c->rows->columns; i++) {
        const double half = c->rows->m->coordinates[i].is_angle ? size : 0.3 * size;
        c->s->of[ARRAY_Q][i] = amount_of(around[i].hi + uniform(seed, half));
    }
}

static void take_users_values(closed_search *c, double half, uint64_t *seed)
{
    for (uint32_t r = 0; r < c->rows->count; r++)
        if (is_users(c, r))
            c->s->of[ARRAY_USER_CONSTRAINTS][c->rows->list[r].number] =
                amount_of(half > 0 ? uniform(seed, half) : 0);
}

static bool is_within_limits(const closed_search *c)
{
    for (uint32_t i = 0; i < c->rows->columns; i++) {
        const check_coordinate *of = &c->rows->m->coordinates[i];
        const double q = c->s->of[ARRAY_Q][i].value.hi;
        if ((of->has_limit[LIMIT_LOWER] && q < of->limit[LIMIT_LOWER]) ||
            (of->has_limit[LIMIT_UPPER] && q > of->limit[LIMIT_UPPER]))
            return false;
    }
    return true;
}

/* Of the position that the search ends at: the constraint that is farthest from closed. */
static const char *farthest(const closed_search *c)
{
    uint32_t worst = 0;
    for (uint32_t i = 1; i < c->rows->count; i++)
        if (!is_users(c, i) && !(fabs(c->v.value[i].value.hi) <=
                                 fabs(c->v.value[worst].value.hi)))
            worst = i;
    return c->rows->list[worst].name;
}

static void find_home(closed_search *c)
{
    enum { STARTS = 40 };
    const uint32_t columns = c->rows->columns;
    const check_model *m = c->rows->m;
    doubled *start = ARENA_ARRAY(c->mem, doubled, columns + 1);
    uint64_t seed = 1;
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const check_body *b = &m->bodies[i];
        if ((b->hang == CHECK_TURNS || b->hang == CHECK_SLIDES) &&
            b->joint != ROBOT_NONE && m->r->joints[b->joint].mimic_joint == ROBOT_NONE)
            start[b->coordinate] = doubled_of(m->r->joints[b->joint].start);
    }
    approach a = approach_make(c);
    for (int k = 0; k < STARTS && !c->home; k++) {
        shake(c, start, 3.0 * k / STARTS, &seed);
        if (!come_near(&a) || !is_straight(c)) {
            c->open = farthest(c);
            continue;
        }
        c->home = ARENA_ARRAY(c->mem, doubled, columns + 1);
        for (uint32_t i = 0; i < columns; i++)
            c->home[i] = c->s->of[ARRAY_Q][i].value;
    }
}

closed_search closed_search_make(arena *mem, const closed_rows *rows, check_state *s)
{
    closed_search c = {.mem = mem, .rows = rows, .s = s};
    c.v = closed_row_values_make(mem, rows);
    c.numbers = ARENA_ARRAY(mem, amount, s->count[ARRAY_NUMBERS] + 1);
    for (int k = 0; k < 2; k++)
        c.last[k] = ARENA_ARRAY(mem, doubled, rows->columns + 1);
    find_home(&c);
    return c;
}

static const word_array MOVED[] = {ARRAY_Q, ARRAY_QD};

bool check_closed_draw(closed_search *c, uint64_t *seed)
{
    enum { TRIES = 40, WITHIN_LIMITS = 20 };
    static const double FAR = 0.3; /* radians: all joints move, and most loops close again */
    const double rate = WORD_ARRAY[ARRAY_QD].random;
    if (!c->home)
        return false;
    take_users_values(c, 0, seed);
    approach a = approach_make(c);
    for (int k = 0; k < TRIES; k++) {
        shake(c, c->home, FAR, seed);
        for (uint32_t i = 0; i < c->rows->columns; i++)
            c->s->of[ARRAY_QD][i] = amount_of(uniform(seed, rate));
        if (!come_near(&a) || (k < WITHIN_LIMITS && !is_within_limits(c)) || !come_close(c))
            continue;
        for (uint32_t i = 0; i < 2 * c->rows->columns; i++)
            c->last[i % 2][i / 2] = c->s->of[MOVED[i % 2]][i / 2].value;
        memcpy(c->numbers, c->s->of[ARRAY_NUMBERS],
               c->s->count[ARRAY_NUMBERS] * sizeof *c->numbers);
        c->is_drawn = true;
        return true;
    }
    return false;
}

bool check_closed_open(closed_search *c, uint64_t *seed)
{
    const double SHARE = c->rows->m->o->newton_passes > 1 ? 0x1p-10 : 0x1p-5;
    if (!c->is_drawn)
        return false;
    for (uint32_t i = 0; i < 2 * c->rows->columns; i++)
        c->s->of[MOVED[i % 2]][i / 2] = amount_of_doubled(
            doubled_add(c->last[i % 2][i / 2], doubled_of(uniform(seed, SHARE))));
    memcpy(c->s->of[ARRAY_NUMBERS], c->numbers, c->s->count[ARRAY_NUMBERS] * sizeof *c->numbers);
    take_users_values(c, SHARE, seed);
    check_state_settle(c->s);
    return true;
}
