/* SPDX-License-Identifier: MIT */
#include "loops/closed_states.h"

#include <math.h>
#include <string.h>

constraint_numbers constraint_numbers_make(arena *mem, const tree *of)
{
    tree *t = ARENA_ARRAY(mem, tree, 1);
    *t = *of;
    t->numbers_count = 0;
    constraint_numbers c = {.list = constraints_of(mem, t), .columns = t->coordinates_count};
    c.n = net_make(mem);
    c.s = (signals){.mem = mem, .t = t};
    c.sums = constraints_write(mem, t, &c.list, CONSTRAINT_FRAMES_OWN,
                               CONSTRAINT_VALUES | CONSTRAINT_ROWS | CONSTRAINT_GUARDS |
                                   CONSTRAINT_STANDINS, &c.s, &c.n);
    c.order_count = net_order(&c.n, mem, &c.order);
    return constraint_numbers_share(mem, &c);
}

constraint_numbers constraint_numbers_share(arena *mem, const constraint_numbers *of)
{
    constraint_numbers c = *of;
    c.values = ARENA_ARRAY(mem, double, c.n.symbols_count + 1);
    c.value = ARENA_ARRAY(mem, double, c.list.count + 1);
    c.guard = ARENA_ARRAY(mem, double, c.list.count + 1);
    c.row = ARENA_ARRAY(mem, double, (size_t)c.list.count * c.columns + 1);
    return c;
}

/* A sum of the net: its symbols have values. */
static double number_of(const constraint_numbers *c, poly p)
{
    double sum = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        double product = term_coefficient(&c->n, &p.terms[i]);
        for (uint32_t k = 0; k < p.terms[i].count; k++)
            product *= c->values[p.terms[i].factor[k]];
        sum += product;
    }
    return sum;
}

void constraint_numbers_at(constraint_numbers *c, const double *q)
{
    for (uint32_t i = 0; i < c->s.list_count; i++) {
        const signal *in = &c->s.list[i];
        const double x = in->ratio * q[in->index] + in->offset;
        const word_made made = INPUT_KIND[in->kind].made;
        c->values[in->symbol] = made == MADE_SINE ? sin(x) : made == MADE_COSINE ? cos(x) : x;
    }
    net_evaluate(&c->n, c->order, c->order_count, c->values);
    for (uint32_t i = 0; i < c->list.count; i++) {
        c->value[i] = number_of(c, c->sums.value[i]);
        c->guard[i] = c->sums.guard[i].count ? number_of(c, c->sums.guard[i]) : NAN;
    }
    for (uint32_t i = 0; i < c->list.count * c->columns; i++)
        c->row[i] = number_of(c, c->sums.row[i]);
}

/* --- matrices --------------------------------------------------------------------------------- */

/* Solves a x = b, a symmetric and positive, in place: a is lost, b becomes x. False where it is not
 * positive. */
static bool solve_positive(double *a, uint32_t count, double *b)
{
    for (uint32_t k = 0; k < count; k++) {
        const double pivot = a[k * count + k];
        if (!(pivot > 0))
            return false;
        for (uint32_t i = k + 1; i < count; i++) {
            const double factor = a[i * count + k] / pivot;
            for (uint32_t j = k; j < count; j++)
                a[i * count + j] -= factor * a[k * count + j];
            b[i] -= factor * b[k];
        }
    }
    for (uint32_t k = count; k-- > 0;) {
        for (uint32_t j = k + 1; j < count; j++)
            b[k] -= a[k * count + j] * b[j];
        b[k] /= a[k * count + k];
    }
    return true;
}

static double product_of(const double *a, const double *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

uint32_t rows_independent(const double *rows, uint32_t count, uint32_t columns, bool *is_new)
{
    enum { AGAIN = 2 }; /* passes of orthogonalisation: the second removes what the first rounded */
    arena mem = arena_make();
    double *basis = ARENA_ARRAY(&mem, double, (size_t)count * columns + 1);
    double largest = 0;
    uint32_t rank = 0;
    for (uint32_t i = 0; i < count; i++)
        largest = fmax(largest, product_of(rows + i * columns, rows + i * columns, columns));
    for (uint32_t i = 0; i < count; i++) {
        double *left = basis + rank * columns;
        memcpy(left, rows + i * columns, columns * sizeof *left);
        const double whole = product_of(left, left, columns);
        for (uint32_t pass = 0; pass < AGAIN; pass++)
            for (uint32_t k = 0; k < rank; k++) {
                const double along = product_of(left, basis + k * columns, columns);
                for (uint32_t c = 0; c < columns; c++)
                    left[c] -= along * basis[k * columns + c];
            }
        const double rest = product_of(left, left, columns);
        is_new[i] = whole > 1e-20 * largest && rest > 1e-14 * whole; /* squares of 1e-10, 1e-7 */
        for (uint32_t c = 0; is_new[i] && c < columns; c++)
            left[c] /= sqrt(rest);
        rank += is_new[i];
    }
    arena_free(&mem);
    return rank;
}

/* One-sided rotations (Jacobi) until the columns are orthogonal: their lengths are the singular
 * values. */
double condition_number(const double *matrix, uint32_t count)
{
    enum { SWEEPS = 60 };
    arena mem = arena_make();
    double *a = ARENA_ARRAY(&mem, double, (size_t)count * count + 1), most = 0, least = INFINITY;
    for (uint32_t r = 0; r < count; r++) /* columns side by side */
        for (uint32_t c = 0; c < count; c++)
            a[c * count + r] = matrix[r * count + c];
    bool turned = true;
    for (uint32_t sweep = 0; sweep < SWEEPS && turned; sweep++) {
        turned = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = i + 1; k < count; k++) {
                double *x = a + i * count, *y = a + k * count;
                const double xx = product_of(x, x, count), yy = product_of(y, y, count),
                             xy = product_of(x, y, count);
                if (!(fabs(xy) > 1e-15 * sqrt(xx * yy)))
                    continue;
                turned = true;
                const double slope = (yy - xx) / (2 * xy);
                const double t = copysign(1 / (fabs(slope) + sqrt(1 + slope * slope)), slope);
                const double cosine = 1 / sqrt(1 + t * t), sine = cosine * t;
                for (uint32_t r = 0; r < count; r++) {
                    const double was = x[r];
                    x[r] = cosine * was - sine * y[r];
                    y[r] = sine * was + cosine * y[r];
                }
            }
    }
    for (uint32_t i = 0; i < count; i++) {
        const double size = sqrt(product_of(a + i * count, a + i * count, count));
        most = fmax(most, size);
        least = fmin(least, size);
    }
    arena_free(&mem);
    return least > 0 ? most / least : INFINITY;
}

/* --- closed positions ------------------------------------------------------------------------- */

/* The step that a damping allows: J' (J J' + damping)^-1 side; side is lost. */
static bool damped_step(const constraint_numbers *c, double damping, double *square, double *side,
                        double *step)
{
    const uint32_t rows = c->list.count, columns = c->columns;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t k = 0; k < rows; k++)
            square[i * rows + k] = product_of(c->row + i * columns, c->row + k * columns, columns) +
                                   (i == k ? damping : 0);
    if (!solve_positive(square, rows, side))
        return false;
    for (uint32_t k = 0; k < columns; k++) {
        step[k] = 0;
        for (uint32_t i = 0; i < rows; i++)
            step[k] += c->row[i * columns + k] * side[i];
    }
    return true;
}

static closing judge(const constraint_numbers *c)
{
    closing end = {0};
    for (uint32_t i = 0; i < c->list.count; i++) {
        if (!(fabs(c->value[i]) <= end.largest)) {
            end.largest = fabs(c->value[i]);
            end.which = i;
        }
        end.half_turn = end.half_turn || c->guard[i] < 0;
    }
    end.is_closed = end.largest <= CLOSED_WITHIN && !end.half_turn;
    return end;
}

closing constraints_close(constraint_numbers *c, double *q)
{
    enum { STEPS = 300 };
    const uint32_t rows = c->list.count;
    arena mem = arena_make();
    double *square = ARENA_ARRAY(&mem, double, (size_t)rows * rows + 1),
           *side = ARENA_ARRAY(&mem, double, rows + 1),
           *step = ARENA_ARRAY(&mem, double, c->columns + 1),
           *next = ARENA_ARRAY(&mem, double, c->columns + 1), damping = 1e-3;
    constraint_numbers_at(c, q);
    double now = product_of(c->value, c->value, rows);
    for (uint32_t k = 0; k < STEPS && now > 1e-30 && damping < 1e12; k++) {
        for (uint32_t i = 0; i < rows; i++)
            side[i] = -c->value[i];
        if (!damped_step(c, damping, square, side, step)) {
            damping *= 10;
            continue;
        }
        for (uint32_t i = 0; i < c->columns; i++)
            next[i] = q[i] + step[i];
        constraint_numbers_at(c, next);
        const double then = product_of(c->value, c->value, rows);
        if (then < now) {
            memcpy(q, next, c->columns * sizeof *q);
            now = then;
            damping = fmax(damping / 10, 1e-14);
        } else {
            damping *= 10;
            constraint_numbers_at(c, q);
        }
    }
    constraint_numbers_at(c, q);
    arena_free(&mem);
    return judge(c);
}

void constraints_project(const constraint_numbers *c, double *qd)
{
    enum { AGAIN = 4 };           /* each pass leaves what the damping held back */
    const double damping = 1e-10; /* redundant rows make J J' singular */
    const uint32_t rows = c->list.count;
    arena mem = arena_make();
    double *square = ARENA_ARRAY(&mem, double, (size_t)rows * rows + 1),
           *side = ARENA_ARRAY(&mem, double, rows + 1),
           *step = ARENA_ARRAY(&mem, double, c->columns + 1);
    for (uint32_t pass = 0; pass < AGAIN; pass++) {
        for (uint32_t i = 0; i < rows; i++)
            side[i] = -product_of(c->row + i * c->columns, qd, c->columns);
        if (!damped_step(c, damping, square, side, step))
            break;
        for (uint32_t k = 0; k < c->columns; k++)
            qd[k] += step[k];
    }
    arena_free(&mem);
}
