/* SPDX-License-Identifier: MIT */
/* Divisors of a net: finding what definitions share, weighing it and pulling it out. */
#include "algebra/rewrite_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

uint64_t rewriter_random(rewriter *w)
{
    w->random ^= w->random << 13; /* xorshift64 */
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return w->random;
}

static bool queue_takes(const rewriter *w, uint64_t key)
{
    for (uint32_t i = 0; i < w->barred_count; i++)
        if (w->barred[i] == key)
            return false;
    for (uint32_t i = 0; i < w->queue_count && i < 256; i++)
        if (w->queue[i].key == key)
            return false;
    return true;
}

/* Splits two terms into what they share, which is left out, and what remains of each. */
static void terms_split(const term *a, const term *b, term *rest_a, term *rest_b)
{
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->factor[i] < b->factor[j])) {
            rest_a->factor[rest_a->count++] = a->factor[i++];
        } else if (i == a->count || b->factor[j] < a->factor[i]) {
            rest_b->factor[rest_b->count++] = b->factor[j++];
        } else {
            i++;
            j++;
        }
    }
}

static void queue_add(rewriter *w, const index_node *x)
{
    const term *first = &w->n->symbols[x->at].terms[x->i], *second = first - x->i + x->j;
    divisor *d = ARENA_PUSH(w->mem, w, queue);
    *d = (divisor){.is_sum = x->j, .key = x->key};
    if (d->is_sum) {
        d->ratio = rewrite_pair_ratio(w->n, first, second, x->is_swapped);
        d->over = (x->is_swapped ? first : second)->constant;
        d->under = (x->is_swapped ? second : first)->constant;
        terms_split(first, second, x->is_swapped ? &d->second : &d->first,
                    x->is_swapped ? &d->first : &d->second);
    } else {
        bool of_constant = x->a == NODE_CONSTANT;
        d->factor[0] = of_constant ? REWRITE_CONSTANT : first->factor[x->a];
        d->factor[1] = first->factor[x->b];
        d->constant = of_constant ? first->constant : 0;
    }
}

void rewriter_divisors(rewriter *w, sym s)
{
    rewrite_index_follow_all(w);
    const uint32_t *node = w->of[s].nodes;
    for (uint32_t left = w->of[s].divisors; left > 0; node++) {
        const index_node *x = &w->nodes[*node];
        if (!rewrite_is_divisor(x))
            continue;
        left--;
        if (queue_takes(w, x->key))
            queue_add(w, x);
    }
}

static bool term_holds(const term *t, const divisor *d, uint32_t *a, uint32_t *b)
{
    *a = UINT32_MAX;
    if (d->factor[0] == REWRITE_CONSTANT) {
        if (t->constant != d->constant)
            return false;
    } else {
        for (*a = 0; *a < t->count && t->factor[*a] != d->factor[0]; ++*a)
            ;
        if (*a == t->count)
            return false;
    }
    for (*b = *a == UINT32_MAX ? 0 : *a + 1; *b < t->count && t->factor[*b] != d->factor[1]; ++*b)
        ;
    return *b < t->count;
}

/* Is what the terms do not share the divisor? Keys are hashes: robots of thousands of joints do
 * have different pairs with one key. And they tell ratios apart to 2^-40 only. */
static bool pair_is(const net *n, const term *a, const term *b, bool swapped, const divisor *d,
                    uint32_t *common)
{
    const term *rest_a = swapped ? &d->second : &d->first;
    const term *rest_b = swapped ? &d->first : &d->second;
    uint32_t i = 0, j = 0, in_a = 0, in_b = 0;
    *common = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->factor[i] < b->factor[j])) {
            if (in_a == rest_a->count || rest_a->factor[in_a++] != a->factor[i++])
                return false;
        } else if (i == a->count || b->factor[j] < a->factor[i]) {
            if (in_b == rest_b->count || rest_b->factor[in_b++] != b->factor[j++])
                return false;
        } else {
            ++*common;
            i++;
            j++;
        }
    }
    return in_a == rest_a->count && in_b == rest_b->count &&
           net_same_constant(rewrite_pair_ratio(n, a, b, swapped), d->ratio);
}

/* Is that node the divisor? */
static bool node_matches(const rewriter *w, const divisor *d, const index_node *x,
                         divisor_match *m)
{
    const symbol *v = &w->n->symbols[x->at];
    const term *a = &v->terms[x->i], *b = &v->terms[x->j];
    *m = (divisor_match){.at = x->at, .i = x->i};
    if (!d->is_sum) {
        uint32_t in_a, in_b;
        return !x->j && term_holds(a, d, &in_a, &in_b);
    }
    if (!x->j || !pair_is(w->n, a, b, x->is_swapped, d, &m->common))
        return false;
    m->j = x->j;
    m->is_swapped = x->is_swapped;
    m->c1 = term_coefficient(w->n, x->is_swapped ? b : a);
    m->constant = (x->is_swapped ? b : a)->constant;
    m->saving = (int)(term_muls(a) + term_muls(b) + 1) - (int)m->common;
    return true;
}

static uint64_t pair_bits(const index_node *x)
{
    return x->j ? (uint64_t)1 << x->i | (uint64_t)1 << x->j : 0;
}

/* All places of d, no term in two of them; in w->seen the definitions that may have one. */
static void find_matches(rewriter *w, const divisor *d)
{
    rewrite_index_follow_all(w);
    rewrite_index_find(w, d->key);
    w->matches_count = 0;
    w->seen_count = 0;
    uint64_t taken = 0;
    for (uint32_t k = 0; k < w->found_count; k++) {
        const index_node *x = &w->nodes[w->found[k]];
        if (!w->seen_count || w->seen[w->seen_count - 1] != x->at) {
            *ARENA_PUSH(w->mem, w, seen) = x->at;
            taken = 0;
        }
        const divisor_match *last = &w->matches[w->matches_count - 1];
        bool again = !d->is_sum && w->matches_count && last->at == x->at && last->i == x->i;
        divisor_match m;
        if (again || (taken & pair_bits(x)) || !node_matches(w, d, x, &m))
            continue;
        *ARENA_PUSH(w->mem, w, matches) = m;
        taken |= pair_bits(x);
    }
}

/* The first place of a sum in the definition of s. */
static bool first_match(rewriter *w, const divisor *d, sym s, divisor_match *m)
{
    rewrite_index_follow(w, s);
    const indexed *x = &w->of[s];
    for (uint32_t k = 0; k < x->nodes_count; k++) {
        const index_node *node = &w->nodes[x->nodes[k]];
        if (node->key == d->key && node_matches(w, d, node, m))
            return true;
    }
    return false;
}

static bool is_one(double x)
{
    return net_same_constant(fabs(x), 1);
}

static uint32_t muls_with(const term *t, double coefficient)
{
    return t->count ? (uint32_t)t->count - 1 + !is_one(coefficient) : 0;
}

/* The match that is a whole definition already, or -1. */
static int whole_match(const rewriter *w, const divisor *d)
{
    for (uint32_t m = 0; m < w->matches_count; m++) {
        const symbol *v = &w->n->symbols[w->matches[m].at];
        if (d->is_sum ? v->terms_count == 2 && !w->matches[m].common
                      : v->terms_count == 1 && term_muls(&v->terms[0]) == 1)
            return (int)m;
    }
    return -1;
}

/* Saving of a sum divisor when the new variable is scale x (first + ratio second). */
static int sum_gain(const rewriter *w, const divisor *d, double scale, int whole)
{
    int gain = whole >= 0 ? 0
                          : -(int)(muls_with(&d->first, scale) +
                                   muls_with(&d->second, scale * d->ratio) + 1);
    for (uint32_t i = 0; i < w->matches_count; i++) {
        const divisor_match *m = &w->matches[i];
        if ((int)i == whole)
            continue;
        gain += m->saving - !is_one(m->c1 / scale);
    }
    return gain;
}

/* A number that is a quotient of two constants, but for its sign. */
typedef struct {
    double value;
    uint32_t over, under;
} fraction;

/* The scale with the largest saving. */
static fraction best_scale(const rewriter *w, const divisor *d, int whole, int *gain)
{
    if (whole >= 0) {
        const divisor_match *m = &w->matches[whole];
        *gain = sum_gain(w, d, m->c1, whole);
        return (fraction){m->c1, m->constant, 0};
    }
    fraction best = {1, 0, 0};
    *gain = sum_gain(w, d, 1, -1);
    fraction candidates[2] = {{1 / fabs(d->ratio), d->under, d->over}, {1, 0, 0}};
    if (w->matches_count)
        candidates[1] = (fraction){fabs(w->matches[0].c1), w->matches[0].constant, 0};
    for (int i = 0; i < 2; i++) {
        int g = sum_gain(w, d, candidates[i].value, -1);
        if (g > *gain) {
            *gain = g;
            best = candidates[i];
        }
    }
    return best;
}

int rewriter_gain(rewriter *w, const divisor *d)
{
    find_matches(w, d);
    if (!d->is_sum)
        return (int)w->matches_count - 1;
    int gain;
    best_scale(w, d, whole_match(w, d), &gain);
    return gain;
}

static term common_factors(const term *a, const term *b)
{
    term common = {0};
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->factor[i] == b->factor[j])
            common.factor[common.count++] = a->factor[i];
        uint32_t of_a = a->factor[i], of_b = b->factor[j];
        i += of_a <= of_b;
        j += of_b <= of_a;
    }
    return common;
}

static exact_number exact_fraction(const net *n, fraction f)
{
    return exact_quotient(n->exact[f.over], n->exact[f.under]);
}

static residue product_in_field(const net *n, uint32_t a, uint32_t b)
{
    return field_multiply(n->exact[a].of, n->exact[b].of);
}

/* The coefficient of t becomes `value`, which is the product of two fractions but for its sign. */
static void set_product(net *n, term *t, double value, fraction a, fraction b)
{
    const uint32_t before = n->constants_count;
    term_set_coefficient(n, t, value);
    if (n->exact && t->constant == before)
        n->exact[before] = exact_product(exact_fraction(n, a), exact_fraction(n, b));
    else if (n->exact)
        net_note_sameness(n, product_in_field(n, a.over, b.over),
                          field_multiply(n->exact[t->constant].of,
                                         product_in_field(n, a.under, b.under)));
}

/* A pair is taken for one of the divisor's ratio. */
static void note_ratio(net *n, const divisor *d, const divisor_match *m)
{
    const term *a = &n->symbols[m->at].terms[m->is_swapped ? m->j : m->i];
    const term *b = &n->symbols[m->at].terms[m->is_swapped ? m->i : m->j];
    if (n->exact)
        net_note_sameness(n, product_in_field(n, a->constant, d->over),
                          product_in_field(n, b->constant, d->under));
}

/* Terms that match m in sum s give way to common x variable. */
static void replace_pair(rewriter *w, const divisor *d, const divisor_match *m, sym variable,
                         fraction scale)
{
    const symbol *v = &w->n->symbols[m->at];
    note_ratio(w->n, d, m);
    term out[LONGEST_SUM + 1], factor = {.count = 1, .factor = {variable}};
    term t = common_factors(&v->terms[m->i], &v->terms[m->j]);
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->terms_count; i++)
        if (i != m->i && i != m->j)
            out[count++] = v->terms[i];
    bool fits = term_multiply(w->n, &t, &factor, &t);
    assert(fits);
    (void)fits;
    const fraction left = {m->c1, m->constant, 0};
    const fraction over_scale = {1 / scale.value, scale.under, scale.over};
    set_product(w->n, &t, m->c1 / scale.value, left, over_scale);
    out[count++] = t;
    rewriter_set(w, m->at, out, count);
}

static void replace_factors(rewriter *w, const divisor *d, sym s, sym variable, bool flip)
{
    const symbol *v = &w->n->symbols[s];
    uint32_t count = v->terms_count;
    term few[LONGEST_SUM], *out = count <= LONGEST_SUM ? few : ARENA_ARRAY(w->mem, term, count);
    memcpy(out, v->terms, count * sizeof(term));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a, b;
        if (!term_holds(&out[i], d, &a, &b))
            continue;
        term rest = {.negative = out[i].negative,
                     .constant = a == UINT32_MAX ? 0 : out[i].constant};
        for (uint32_t k = 0; k < out[i].count; k++)
            if (k != a && k != b)
                rest.factor[rest.count++] = out[i].factor[k];
        term factor = {.count = 1, .factor = {variable}, .negative = flip};
        term_multiply(w->n, &rest, &factor, &out[i]);
    }
    rewriter_set(w, s, out, count);
}

void rewriter_apply(rewriter *w, const divisor *d)
{
    find_matches(w, d);
    int whole = whole_match(w, d), gain;
    fraction scale = {1, 0, 0};
    bool flip = false;
    sym variable;
    if (d->is_sum) {
        scale = best_scale(w, d, whole, &gain);
        term pair[2] = {d->first, d->second};
        const fraction one = {1, 0, 0}, ratio = {d->ratio, d->over, d->under};
        set_product(w->n, &pair[0], scale.value, scale, one);
        set_product(w->n, &pair[1], scale.value * d->ratio, scale, ratio);
        if (whole >= 0)
            note_ratio(w->n, d, &w->matches[whole]);
        variable = whole >= 0 ? w->matches[whole].at : rewrite_new_variable(w, pair, 2);
    } else {
        term product = {.count = 1, .factor = {d->factor[1]}, .constant = d->constant};
        term other = {.count = 1, .factor = {d->factor[0]}};
        if (d->factor[0] != REWRITE_CONSTANT)
            term_multiply(w->n, &product, &other, &product);
        variable = whole >= 0 ? w->matches[whole].at : rewrite_new_variable(w, &product, 1);
        flip = w->n->symbols[variable].terms[0].negative;
    }
    enum { MOST = 256 }; /* users at a time; more than that find the variable in a later round */
    sym done[MOST];
    uint32_t done_count = w->seen_count < MOST ? w->seen_count : MOST;
    memcpy(done, w->seen,
           done_count * sizeof(sym)); /* of find_matches: the definitions, once each */
    for (uint32_t i = 0; i < done_count; i++) {
        /* Replacing moves terms and may dissolve aliases, so each definition is matched anew. */
        if (done[i] == variable || w->n->symbols[done[i]].kind != SYM_VARIABLE)
            continue;
        if (w->n->symbols[done[i]].keeps_squares) /* so does what is pulled out of it */
            w->n->symbols[variable].keeps_squares = true;
        if (!d->is_sum) {
            replace_factors(w, d, done[i], variable, flip);
            continue;
        }
        for (divisor_match m; first_match(w, d, done[i], &m);)
            replace_pair(w, d, &m, variable, scale);
    }
}

/* Index into the queue of the divisor to pull out next, or -1: the best; with a generator,
 * half of the time any that saves. */
static int settle_choice(rewriter *w)
{
    int best_gain = 0, chosen = -1;
    uint32_t ties = 0, saving = 0;
    bool any = w->random && rewriter_random(w) % 2;
    for (uint32_t i = 0; i < w->queue_count; i++) {
        int gain = rewriter_gain(w, &w->queue[i]);
        if (gain <= 0)
            continue;
        if (any) {
            if (rewriter_random(w) % ++saving == 0)
                chosen = (int)i;
        } else if (gain > best_gain) {
            best_gain = gain;
            chosen = (int)i;
            ties = 1;
        } else if (gain == best_gain && w->random && rewriter_random(w) % ++ties == 0) {
            chosen = (int)i;
        }
    }
    return chosen;
}

void rewriter_settle(rewriter *w)
{
    for (;;) {
        w->queue_count = 0;
        for (uint32_t i = 0; i < w->journal_count; i++)
            if (w->n->symbols[w->journal[i].at].kind == SYM_VARIABLE)
                rewriter_divisors(w, w->journal[i].at);
        int chosen = settle_choice(w);
        if (chosen < 0)
            break;
        divisor d = w->queue[chosen];
        rewriter_apply(w, &d);
    }
    rewriter_sweep(w);
}
