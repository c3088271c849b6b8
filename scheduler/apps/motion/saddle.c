/* SPDX-License-Identifier: MIT */
#include "apps/motion/saddle.h"

#include "apps/motion/dense.h"

#include <assert.h>
#include <string.h>

/* Of a pivot of S against its entry: what is left of rows that depend on others is rounding. */
static const double LEAST_PIVOT = 1e-13;

/* Bodies share few coordinates, so that most of M and of its factors is 0: the first and the last
 * row with which each shares something. */
static void find_reaches(saddle_factors *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        f->first[i] = f->last[i] = i;
        for (uint32_t k = i; k-- > 0;)
            if (f->of[(size_t)i * count + k] != 0) {
                f->first[i] = k;
                f->last[k] = i;
            }
    }
}

static saddle_factors factors_make(arena *mem, uint32_t count, double *of)
{
    saddle_factors f = {of, ARENA_ARRAY(mem, uint32_t, count), ARENA_ARRAY(mem, uint32_t, count)};
    find_reaches(&f, count);
    return f;
}

/* As dense_solve, without its zeros. */
static void solve_mass(const saddle *s, double *b)
{
    const uint32_t count = s->n->count;
    const saddle_factors *f = s->takes_sum ? &s->sum : &s->mass;
    const double *a = f->of;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = f->first[i]; k < i; k++)
            b[i] -= a[(size_t)i * count + k] * b[k];
    for (uint32_t i = 0; i < count; i++)
        b[i] *= a[(size_t)i * count + i];
    for (uint32_t i = count; i-- > 0;)
        for (uint32_t k = i + 1; k <= f->last[i]; k++)
            b[i] -= a[(size_t)k * count + i] * b[k];
}

saddle saddle_make(arena *mem, const natural *n, solve_way way)
{
    const uint32_t count = n->count, m = n->constraints_count;
    const size_t wide = m > count ? m : count;
    saddle s = {.n = n, .way = way};
    double *factors = ARENA_ARRAY(mem, double, (size_t)count * count);
    s.row = ARENA_ARRAY(mem, double, (size_t)m * count + 1);
    s.reach = ARENA_ARRAY(mem, double, (size_t)m * count + 1);
    s.whole = ARENA_ARRAY(mem, double, wide * wide);
    s.side = ARENA_ARRAY(mem, double, count);
    s.gap = ARENA_ARRAY(mem, double, m + 1);
    memcpy(factors, n->mass, (size_t)count * count * sizeof *factors);
    const bool definite = dense_factor(factors, count, 0);
    assert(definite);
    (void)definite;
    s.mass = factors_make(mem, count, factors);
    if (natural_has_slopes(n))
        s.sum = factors_make(mem, count, ARENA_ARRAY(mem, double, (size_t)count * count));
    s.used = ARENA_ARRAY(mem, uint32_t, count);
    return s;
}

static bool take_directly(saddle *s)
{
    const uint32_t count = s->n->count, m = s->n->constraints_count;
    memcpy(s->reach, s->row, (size_t)m * count * sizeof *s->reach);
    for (uint32_t k = 0; k < m; k++)
        solve_mass(s, s->reach + (size_t)k * count);
    for (uint32_t k = 0; k < m; k++) {
        const double *row = s->row + (size_t)k * count;
        uint32_t used = 0;
        for (uint32_t i = 0; i < count; i++)
            if (row[i] != 0)
                s->used[used++] = i;
        for (uint32_t l = 0; l <= k; l++) {
            double sum = 0;
            for (uint32_t i = 0; i < used; i++)
                sum += row[s->used[i]] * s->reach[(size_t)l * count + s->used[i]];
            s->whole[(size_t)k * m + l] = sum;
        }
    }
    return dense_factor(s->whole, m, LEAST_PIVOT);
}

/* M and what is added, by its factors. */
static bool take_sum(saddle *s, const double *added)
{
    const uint32_t count = s->n->count;
    for (uint32_t i = 0; i < count * count; i++)
        s->sum.of[i] = s->n->mass[i] + added[i];
    if (!dense_factor(s->sum.of, count, 0))
        return false;
    find_reaches(&s->sum, count);
    s->takes_sum = true;
    return true;
}

bool saddle_take(saddle *s, const double *q, double penalty, const double *added)
{
    const uint32_t count = s->n->count, m = s->n->constraints_count;
    natural_rows(s->n, q, s->row);
    s->penalty = penalty;
    s->takes_sum = false;
    if (s->way == SOLVE_DIRECT)
        return (!added || take_sum(s, added)) && take_directly(s);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = 0;
            for (uint32_t k = 0; k < m; k++)
                sum += s->row[(size_t)k * count + i] * s->row[(size_t)k * count + j];
            s->whole[(size_t)i * count + j] = s->n->mass[(size_t)i * count + j] + penalty * sum +
                                              (added ? added[(size_t)i * count + j] : 0);
        }
    return dense_factor(s->whole, count, 0);
}

void saddle_add_reaction(const saddle *s, double factor, const double *of, double *out)
{
    const uint32_t count = s->n->count;
    for (uint32_t k = 0; k < s->n->constraints_count; k++)
        for (uint32_t i = 0; i < count; i++)
            out[i] += factor * of[k] * s->row[(size_t)k * count + i];
}

void saddle_rates(const saddle *s, const double *of, double *out)
{
    const uint32_t count = s->n->count;
    for (uint32_t k = 0; k < s->n->constraints_count; k++)
        out[k] = dense_dot(s->row + (size_t)k * count, of, count);
}

void saddle_momentum(const saddle *s, const double *of, double *out)
{
    const uint32_t count = s->n->count;
    for (uint32_t i = 0; i < count; i++)
        out[i] = dense_dot(s->n->mass + (size_t)i * count, of, count);
}

static void solve_directly(saddle *s, const double *b, const double *g, double *x, double *mu)
{
    const uint32_t count = s->n->count, m = s->n->constraints_count;
    memcpy(x, b, count * sizeof *x);
    solve_mass(s, x);
    saddle_rates(s, x, mu);
    for (uint32_t k = 0; k < m; k++)
        mu[k] -= g[k];
    dense_solve(s->whole, m, mu);
    for (uint32_t k = 0; k < m; k++)
        for (uint32_t i = 0; i < count; i++)
            x[i] -= s->reach[(size_t)k * count + i] * mu[k];
}

void saddle_solve(saddle *s, const double *b, const double *g, uint32_t passes, double *x,
                  double *mu)
{
    const uint32_t count = s->n->count, m = s->n->constraints_count;
    if (s->way == SOLVE_DIRECT) {
        solve_directly(s, b, g, x, mu);
        return;
    }
    memset(x, 0, count * sizeof *x);
    memset(mu, 0, m * sizeof *mu);
    for (uint32_t pass = 0; pass < passes; pass++) {
        saddle_momentum(s, x, s->side);
        for (uint32_t i = 0; i < count; i++)
            s->side[i] = b[i] - s->side[i];
        saddle_add_reaction(s, -1, mu, s->side);
        saddle_rates(s, x, s->gap);
        for (uint32_t k = 0; k < m; k++)
            s->gap[k] = g[k] - s->gap[k];
        saddle_add_reaction(s, s->penalty, s->gap, s->side);
        dense_solve(s->whole, count, s->side);
        for (uint32_t i = 0; i < count; i++)
            x[i] += s->side[i];
        saddle_rates(s, x, s->gap);
        for (uint32_t k = 0; k < m; k++)
            mu[k] += s->penalty * (s->gap[k] - g[k]);
    }
}
