/* SPDX-License-Identifier: MIT */
#include "apps/linear/least_squares.h"

#include <math.h>

typedef struct {
    double *a, *b;
    uint32_t rows, columns, *order;
} system_of;

static double *at(const system_of *s, uint32_t row, uint32_t place)
{
    return &s->a[(size_t)row * s->columns + s->order[place]];
}

static double length_below(const system_of *s, uint32_t row, uint32_t place)
{
    double length = 0;
    for (uint32_t i = row; i < s->rows; i++)
        length = hypot(length, *at(s, i, place));
    return length;
}

static void choose_longest(const system_of *s, uint32_t step)
{
    uint32_t best = step;
    for (uint32_t k = step + 1; k < s->columns; k++)
        if (length_below(s, step, k) > length_below(s, step, best))
            best = k;
    const uint32_t kept = s->order[step];
    s->order[step] = s->order[best];
    s->order[best] = kept;
}

/* Turns column `step` to its axis, and with it the later ones and b. */
static void reflect(const system_of *s, uint32_t step, double length, double *u)
{
    const double first = *at(s, step, step);
    double square = 0;
    for (uint32_t i = step; i < s->rows; i++) {
        u[i] = *at(s, i, step) / length;
        u[i] += i == step ? copysign(1, first) : 0;
        square += u[i] * u[i];
    }
    for (uint32_t k = step; k <= s->columns; k++) {
        double sum = 0;
        for (uint32_t i = step; i < s->rows; i++)
            sum += u[i] * (k < s->columns ? *at(s, i, k) : s->b[i]);
        for (uint32_t i = step; i < s->rows; i++)
            *(k < s->columns ? at(s, i, k) : &s->b[i]) -= 2 * sum / square * u[i];
    }
}

uint32_t least_squares(arena *mem, double *a, uint32_t rows, uint32_t columns, double *b,
                       double least, double *x, uint32_t *order)
{
    const system_of s = {a, b, rows, columns, order};
    double *u = ARENA_ARRAY(mem, double, rows + 1), longest = 0;
    uint32_t rank = 0;
    for (uint32_t k = 0; k < columns; k++) {
        order[k] = k;
        x[k] = 0;
    }
    for (; rank < columns; rank++) {
        choose_longest(&s, rank);
        const double length = length_below(&s, rank, rank);
        longest = fmax(longest, length);
        if (!(length > least * longest))
            break;
        reflect(&s, rank, length, u);
    }
    for (uint32_t i = rank; i-- > 0;) {
        double sum = b[i];
        for (uint32_t k = i + 1; k < rank; k++)
            sum -= *at(&s, i, k) * x[order[k]];
        x[order[i]] = sum / *at(&s, i, i);
    }
    return rank;
}
