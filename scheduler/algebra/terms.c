/* SPDX-License-Identifier: MIT */
/* Terms and sums of terms: everything that simplifies on creation. */
#include "algebra/net.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* --- terms ------------------------------------------------------------------------ */

double term_coefficient(const net *n, const term *t)
{
    return t->negative ? -n->constants[t->constant] : n->constants[t->constant];
}

bool poly_is_number(poly p)
{
    return p.count == 0 || (p.count == 1 && !p.terms[0].count);
}

double poly_value(const net *n, poly p, const double *values)
{
    double sum = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        double product = term_coefficient(n, &p.terms[i]);
        for (uint32_t k = 0; k < p.terms[i].count; k++)
            product *= values[p.terms[i].factor[k]];
        sum += product;
    }
    return sum;
}

void term_set_coefficient(net *n, term *t, double value)
{
    t->negative = value < 0;
    t->constant = net_constant(n, fabs(value));
}

exact_number term_exact(const net *n, const term *t)
{
    const exact_number size = n->exact[t->constant];
    return t->negative ? exact_negative(size) : size;
}

static void remove_factor(term *t, uint32_t at)
{
    t->count--;
    for (uint32_t k = at; k < t->count; k++)
        t->factor[k] = t->factor[k + 1];
}

/* x times its reciprocal is 1. */
static void cancel_reciprocals(const net *n, term *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const symbol *v = &n->symbols[t->factor[i]];
        if (v->kind != SYM_CALL || v->call != CALL_RECIPROCAL)
            continue;
        uint32_t k = 0;
        while (k < t->count && t->factor[k] != v->argument[0])
            k++;
        if (k == t->count)
            continue;
        remove_factor(t, i > k ? i : k);
        remove_factor(t, i > k ? k : i);
        i = UINT32_MAX; /* from the first again */
    }
}

static uint32_t product_constant(net *n, uint32_t a, uint32_t b)
{
    const uint32_t before = n->constants_count;
    const uint32_t index = net_constant(n, n->constants[a] * n->constants[b]);
    if (n->exact && index == before)
        n->exact[index] = exact_product(n->exact[a], n->exact[b]);
    else if (n->exact)
        net_note_sameness(n, field_multiply(n->exact[a].of, n->exact[b].of), n->exact[index].of);
    return index;
}

bool term_multiply(net *n, const term *a, const term *b, term *product)
{
    if (a->count + b->count > TERM_FACTORS)
        return false;
    term p = {.negative = a->negative ^ b->negative, .count = (uint8_t)(a->count + b->count)};
    if (!a->constant || !b->constant)
        p.constant = a->constant + b->constant;
    else
        p.constant = product_constant(n, a->constant, b->constant);
    uint32_t i = 0, j = 0;
    for (uint32_t k = 0; k < p.count; k++)
        p.factor[k] = j == b->count || (i < a->count && a->factor[i] <= b->factor[j])
                          ? a->factor[i++]
                          : b->factor[j++];
    if (n->has_reciprocals)
        cancel_reciprocals(n, &p);
    *product = p;
    return true;
}

static void terms_sort(term *terms, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) { /* sums are short: insertion beats anything clever */
        if (term_compare_factors(&terms[i - 1], &terms[i]) <= 0)
            continue;
        term t = terms[i];
        uint32_t j = i;
        for (; j > 0 && term_compare_factors(&terms[j - 1], &t) > 0; j--)
            terms[j] = terms[j - 1];
        terms[j] = t;
    }
}

/* Coefficients are known to the eight units within which constants are one, so a sum that cancels
 * is zero when it is this small against what cancelled. The operations round no finer: what is
 * dropped here a machine of doubles would have lost in the same sum. */
static const double DUST = 16 * DBL_EPSILON;

/* Of like terms. */
static residue sum_in_field(const net *n, const term *like, uint32_t count)
{
    residue sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum = field_add(sum, term_exact(n, &like[i]).of);
    return sum;
}

/* The coefficient of t becomes the sum of those of like terms. */
static void set_sum(net *n, term *t, double sum, const term *like, uint32_t count)
{
    const uint32_t before = n->constants_count;
    term_set_coefficient(n, t, sum);
    if (!n->exact)
        return;
    if (t->constant != before) {
        net_note_sameness(n, sum_in_field(n, like, count), term_exact(n, t).of);
        return;
    }
    exact_number exact = exact_of(0);
    for (uint32_t i = 0; i < count; i++)
        exact = exact_sum(exact, term_exact(n, &like[i]));
    n->exact[before] = t->negative ? exact_negative(exact) : exact;
}

/* t, one of like terms, becomes their sum; false: it is zero. */
static bool sum_like(net *n, term *t, const term *like, uint32_t count)
{
    double sum = 0, size = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double c = term_coefficient(n, &like[i]);
        sum += c;
        size += fabs(c);
    }
    if (fabs(sum) > DUST * size) {
        set_sum(n, t, sum, like, count);
        return true;
    }
    if (n->exact)
        net_note_sameness(n, sum_in_field(n, like, count), 0);
    return false;
}

static uint32_t merge_like_terms(net *n, term *terms, uint32_t count)
{
    uint32_t kept = 0;
    while (kept + 1 < count && term_compare_factors(&terms[kept], &terms[kept + 1]) != 0)
        kept++; /* no two are alike, mostly */
    if (kept + 1 >= count)
        return count;
    for (uint32_t i = kept; i < count;) {
        term t = terms[i];
        uint32_t j = i + 1;
        while (j < count && term_compare_factors(&terms[j], &t) == 0)
            j++;
        if (j == i + 1 || sum_like(n, &t, &terms[i], j - i))
            terms[kept++] = t;
        i = j;
    }
    return kept;
}

/* The sum of two sums, each sorted and without like terms. */
static uint32_t merge_sums(net *n, poly a, poly b, term *out)
{
    uint32_t i = 0, j = 0, count = 0;
    while (i < a.count && j < b.count) {
        const int order = term_compare_factors(&a.terms[i], &b.terms[j]);
        if (order != 0) {
            out[count++] = order < 0 ? a.terms[i++] : b.terms[j++];
            continue;
        }
        const term like[] = {a.terms[i++], b.terms[j++]};
        out[count] = like[1];
        if (sum_like(n, &out[count], like, 2))
            count++;
    }
    while (i < a.count)
        out[count++] = a.terms[i++];
    while (j < b.count)
        out[count++] = b.terms[j++];
    return count;
}

/* Whether two factors of t, which stand side by side then, are equal. */
static inline bool has_square(const term *t)
{
    for (uint32_t i = 0; i + 1 < t->count; i++)
        if (t->factor[i] == t->factor[i + 1])
            return true;
    return false;
}

/* If t holds the square of a trigonometric input, the other factors; else false. */
static bool without_square(const net *n, const term *t, sym *squared, term *rest)
{
    for (uint32_t i = 0; i + 1 < t->count; i++) {
        sym f = t->factor[i];
        if (f != t->factor[i + 1] || n->symbols[f].trig_partner == f)
            continue;
        *rest = *t;
        rest->count = (uint8_t)(t->count - 2);
        for (uint32_t k = i; k < rest->count; k++)
            rest->factor[k] = t->factor[k + 2];
        *squared = f;
        return true;
    }
    return false;
}

/* k s^2 r + k c^2 r -> k r, wherever both stand with the same coefficient. */
static bool unite_trig_squares(const net *n, term *terms, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++) {
        sym si;
        term ri;
        if (!has_square(&terms[i]) || !without_square(n, &terms[i], &si, &ri))
            continue;
        for (uint32_t j = i + 1; j < *count; j++) {
            sym sj;
            term rj;
            if (terms[j].constant != terms[i].constant || terms[j].negative != terms[i].negative ||
                !without_square(n, &terms[j], &sj, &rj) || n->symbols[si].trig_partner != sj ||
                term_compare_factors(&ri, &rj) != 0)
                continue;
            terms[i] = ri;
            terms[j] = terms[--*count];
            return true;
        }
    }
    return false;
}

uint32_t terms_normalise(net *n, term *terms, uint32_t count)
{
    do {
        terms_sort(terms, count);
        count = merge_like_terms(n, terms, count);
    } while (unite_trig_squares(n, terms, &count));
    return count;
}

net_cost terms_cost(const term *terms, uint32_t count)
{
    net_cost cost = {.add = count ? count - 1 : 0};
    for (uint32_t i = 0; i < count; i++)
        cost.mul += term_muls(&terms[i]);
    return cost;
}

/* --- sums under construction -------------------------------------------------------- */

poly poly_zero(void)
{
    return (poly){0};
}

static poly poly_of_term(net *n, term t)
{
    poly p = {.terms = ARENA_ARRAY(n->mem, term, 1), .count = 1};
    p.terms[0] = t;
    return p;
}

poly poly_number(net *n, double value)
{
    if (value == 0)
        return poly_zero();
    term t = {0};
    term_set_coefficient(n, &t, value);
    if (n->exact) /* one that is nearly the same may have been there */
        net_note_sameness(n, field_from_double(fabs(value)), n->exact[t.constant].of);
    return poly_of_term(n, t);
}

poly poly_symbol(net *n, sym s)
{
    return poly_of_term(n, (term){.count = 1, .factor = {s}});
}

poly poly_add(net *n, poly a, poly b)
{
    if (!a.count)
        return b;
    if (!b.count)
        return a;
    poly sum = {.terms = arena_room(n->mem, (a.count + (size_t)b.count) * sizeof(term))};
    sum.count = merge_sums(n, a, b, sum.terms);
    if (unite_trig_squares(n, sum.terms, &sum.count))
        sum.count = terms_normalise(n, sum.terms, sum.count);
    return sum;
}

static void scale_term(net *n, term *t, double k)
{
    const uint32_t before = n->constants_count, of = t->constant;
    term_set_coefficient(n, t, k * term_coefficient(n, t));
    if (n->exact && t->constant == before)
        n->exact[before] = exact_product(exact_of(fabs(k)), n->exact[of]);
    else if (n->exact)
        net_note_sameness(n, field_multiply(field_from_double(fabs(k)), n->exact[of].of),
                          n->exact[t->constant].of);
}

poly poly_scale(net *n, poly a, double k)
{
    if (k == 0)
        return poly_zero();
    if (k == 1)
        return a;
    poly scaled = {.terms = arena_room(n->mem, a.count * sizeof(term)), .count = a.count};
    for (uint32_t i = 0; i < a.count; i++) {
        scaled.terms[i] = a.terms[i];
        if (k == -1)
            scaled.terms[i].negative ^= 1;
        else
            scale_term(n, &scaled.terms[i], k);
    }
    return scaled;
}

poly poly_sub(net *n, poly a, poly b)
{
    return poly_add(n, a, poly_scale(n, b, -1));
}

poly poly_multiply(net *n, poly a, poly b)
{
    poly product = {.terms = arena_room(n->mem, (size_t)a.count * b.count * sizeof(term))};
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t j = 0; j < b.count; j++) {
            bool fits = term_multiply(n, &a.terms[i], &b.terms[j], &product.terms[product.count++]);
            assert(fits);
            (void)fits;
        }
    product.count = terms_normalise(n, product.terms, product.count);
    return product;
}
