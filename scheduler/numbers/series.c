/* SPDX-License-Identifier: MIT */
/* Sums and products of series. Products collect equal terms in a table, by the hash of their
 * factors, and sort them once. */
#include "numbers/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Terms below this share of the largest go into the slack. */
static const double SMALL = 0x1p-24;
/* More than what rounding changes of a coefficient, of the sum of the magnitudes it is made of: up
 * to 2^16 of them. */
static const double ROUNDING = 0x1p-36;

int series_compare_terms(const void *a, const void *b)
{
    const series_term *x = a, *y = b;
    for (uint32_t i = 0; i < SERIES_FACTORS; i++)
        if (x->factor[i] != y->factor[i])
            return x->factor[i] < y->factor[i] ? -1 : 1;
    return 0;
}

series series_constant(arena *mem, double value)
{
    series s = {.terms = ARENA_ARRAY(mem, series_term, 1), .count = 1, .there = true};
    s.terms[0].coefficient = value;
    return s;
}

series series_variable(arena *mem, uint32_t variable, uint32_t code, double middle, double radius)
{
    series s = {.terms = ARENA_ARRAY(mem, series_term, 2), .there = variable <= SERIES_VARIABLES};
    if (middle != 0)
        s.terms[s.count++].coefficient = middle;
    s.terms[s.count].factor[0] = SERIES_FACTOR(variable, code);
    s.terms[s.count++].coefficient = radius;
    return s;
}

static double sum_of_sizes(const series *s)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sum += fabs(s->terms[i].coefficient);
    return sum;
}

/* Leaves out small terms and counts what that may change. */
static void tidy(series *s)
{
    double largest = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        double size = fabs(s->terms[i].coefficient);
        largest = size > largest ? size : largest;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        double size = fabs(s->terms[i].coefficient);
        if (size > SMALL * largest)
            s->terms[kept++] = s->terms[i];
        else
            s->slack += size;
    }
    s->count = kept;
}

void series_trim(series *s, double share)
{
    const double most = s->count ? share * sum_of_sizes(s) / s->count : 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        double size = fabs(s->terms[i].coefficient);
        if (size > most)
            s->terms[kept++] = s->terms[i];
        else
            s->slack += size;
    }
    s->count = kept;
}

series series_sum(arena *mem, const series *a, const series *b, double sign)
{
    series s = {.there = a->there && b->there && a->count + b->count <= SERIES_TERMS,
                .slack = a->slack + b->slack};
    if (!s.there)
        return s;
    s.slack += (sum_of_sizes(a) + sum_of_sizes(b)) * ROUNDING;
    s.terms = ARENA_ARRAY(mem, series_term, a->count + b->count + 1);
    uint32_t i = 0, k = 0;
    while (i < a->count || k < b->count) {
        int order = i == a->count   ? 1
                    : k == b->count ? -1
                                    : series_compare_terms(&a->terms[i], &b->terms[k]);
        series_term t = order <= 0 ? a->terms[i++] : b->terms[k];
        if (order > 0)
            t.coefficient *= sign;
        else if (order == 0)
            t.coefficient += sign * b->terms[k].coefficient;
        k += order >= 0;
        s.terms[s.count++] = t;
    }
    tidy(&s);
    return s;
}

/* ---- products -------------------------------------------------------------------------------- */

typedef struct {
    series_term *terms; /* in order of appearance */
    uint32_t count, capacity;
    uint32_t *table; /* number of a term + 1, 0 for none */
    uint32_t mask;
} collection;

static uint32_t hash_factors(const series_factor *factor)
{
    uint64_t words[SERIES_FACTORS / 4], h = 0x9e3779b97f4a7c15u;
    memcpy(words, factor, sizeof words);
    for (uint32_t i = 0; i < SERIES_FACTORS / 4; i++) {
        h = (h ^ words[i]) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 16);
}

static void collection_grow(arena *mem, collection *c)
{
    uint32_t capacity = c->capacity ? 4 * c->capacity : 256;
    series_term *terms = ARENA_ARRAY(mem, series_term, capacity);
    if (c->count)
        memcpy(terms, c->terms, c->count * sizeof *terms);
    c->terms = terms;
    c->capacity = capacity;
    c->mask = 4 * capacity - 1;
    c->table = ARENA_ARRAY(mem, uint32_t, c->mask + 1);
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t at = hash_factors(c->terms[i].factor) & c->mask;
        while (c->table[at])
            at = (at + 1) & c->mask;
        c->table[at] = i + 1;
    }
}

static void collect(arena *mem, collection *c, const series_term *t)
{
    if (c->count == c->capacity)
        collection_grow(mem, c);
    uint32_t at = hash_factors(t->factor) & c->mask;
    for (; c->table[at]; at = (at + 1) & c->mask) {
        series_term *there = &c->terms[c->table[at] - 1];
        if (memcmp(there->factor, t->factor, sizeof t->factor) == 0) {
            there->coefficient += t->coefficient;
            return;
        }
    }
    c->terms[c->count++] = *t;
    c->table[at] = c->count;
}

/* The product of two harmonics of one variable: up to two of them, each with +-1/2; code 0 is the
 * constant 1. */
typedef struct {
    uint32_t code[2];
    double weight[2];
} harmonic_pair;

static harmonic_pair multiply_harmonics(uint32_t a, uint32_t b)
{
    const int i = (int)SERIES_HARMONIC(a), k = (int)SERIES_HARMONIC(b);
    const bool sine_a = a % 2 == 0, sine_b = b % 2 == 0, sine = sine_a != sine_b;
    const int difference = sine_b ? k - i : i - k; /* of the sine's to the cosine's */
    const uint32_t far = (uint32_t)abs(difference), sum = (uint32_t)(i + k);
    harmonic_pair p = {.weight = {0.5, sine_a && sine_b ? -0.5 : 0.5}};
    if (sine) {
        p.code[0] = 2 * far;
        p.weight[0] = difference > 0 ? 0.5 : difference < 0 ? -0.5 : 0;
        p.code[1] = 2 * sum;
    } else {
        p.code[0] = far ? 2 * far - 1 : 0;
        p.code[1] = 2 * sum - 1;
    }
    return p;
}

typedef struct {
    arena *mem;
    collection *into;
    const series_term *a, *b;
    uint64_t products;
    bool fits;
} multiplication;

/* Adds the products of what is left of both terms, from factors i and k on, to what there is. */
static void multiply_rest(multiplication *m, series_term done, uint32_t count, uint32_t i,
                          uint32_t k)
{
    const series_factor *a = m->a->factor, *b = m->b->factor;
    for (;;) {
        series_factor x = i < SERIES_FACTORS ? a[i] : 0, y = k < SERIES_FACTORS ? b[k] : 0;
        if (!x && !y)
            break;
        if (x && y && SERIES_VARIABLE(x) == SERIES_VARIABLE(y)) {
            harmonic_pair p = multiply_harmonics(SERIES_CODE(x), SERIES_CODE(y));
            for (uint32_t w = 0; w < 2; w++) {
                series_term next = done;
                if (p.weight[w] == 0)
                    continue;
                m->fits &= SERIES_HARMONIC(p.code[w]) <= SERIES_HARMONICS &&
                           count < SERIES_FACTORS;
                if (!m->fits)
                    return;
                next.coefficient *= p.weight[w];
                if (p.code[w])
                    next.factor[count] = SERIES_FACTOR(SERIES_VARIABLE(x), p.code[w]);
                multiply_rest(m, next, count + (p.code[w] != 0), i + 1, k + 1);
            }
            return;
        }
        bool take_a = x && (!y || x < y);
        m->fits &= count < SERIES_FACTORS;
        if (!m->fits)
            return;
        done.factor[count++] = take_a ? x : y;
        i += take_a;
        k += !take_a;
    }
    m->products++;
    collect(m->mem, m->into, &done);
}

series series_product(arena *mem, const series *a, const series *b, double most_a, double most_b)
{
    series s = {.there = a->there && b->there,
                .slack = (most_a * b->slack + most_b * a->slack + a->slack * b->slack) *
                         (1 + ROUNDING)};
    if (!s.there)
        return s;
    s.slack += sum_of_sizes(a) * sum_of_sizes(b) * ROUNDING;
    arena scratch = arena_make();
    collection into = {0};
    multiplication m = {.mem = &scratch, .into = &into, .fits = s.there};
    for (uint32_t i = 0; m.fits && i < a->count; i++)
        for (uint32_t k = 0; m.fits && k < b->count; k++) {
            series_term one = {.coefficient = a->terms[i].coefficient * b->terms[k].coefficient};
            m.a = &a->terms[i];
            m.b = &b->terms[k];
            multiply_rest(&m, one, 0, 0, 0);
            m.fits &= m.products <= SERIES_PRODUCTS;
        }
    s.there = m.fits;
    if (s.there) {
        series all = {.terms = into.terms, .count = into.count, .slack = s.slack, .there = true};
        tidy(&all);
        s = all;
        s.there = s.count <= SERIES_TERMS;
        s.terms = ARENA_ARRAY(mem, series_term, s.count + 1);
        if (s.there && s.count) {
            memcpy(s.terms, all.terms, s.count * sizeof *s.terms);
            qsort(s.terms, s.count, sizeof *s.terms, series_compare_terms);
        }
    }
    arena_free(&scratch);
    return s;
}
