/* SPDX-License-Identifier: MIT */
/* The index holds two kinds of keys of every definition: each pair of factors that stand in one
 * term, and each pair of its terms reduced by what they share (Brayton's kernels of two cubes). A
 * divisor's occurrences are then one chain. A definition is indexed when somebody asks, not when it
 * is set: most steps of a search are taken back before. Its terms that stayed keep their nodes. */
#include "algebra/rewrite_parts.h"

#include <string.h>

/* --- keys ------------------------------------------------------------------------- */

enum { PRODUCT_SEED = 0x2222, TERM_SEED = 0x3333 };

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 31);
}

static uint64_t ratio_bits(double ratio)
{
    uint64_t bits;
    memcpy(&bits, &ratio, sizeof bits);
    return (bits + (1u << 11)) >> 12;
}

uint64_t rewrite_product_key(sym a, sym b, uint32_t constant)
{
    return mix(mix(mix(PRODUCT_SEED, a), b), constant);
}

double rewrite_pair_ratio(const net *n, const term *a, const term *b, bool swapped)
{
    if (a->constant == b->constant)
        return a->negative == b->negative ? 1 : -1;
    double ca = term_coefficient(n, a), cb = term_coefficient(n, b);
    return swapped ? ca / cb : cb / ca;
}

typedef struct {
    uint64_t a, b; /* hashes of what is in one term alone */
    bool share;    /* something is in both */
} pair_rests;

static pair_rests rests_of(const term *a, const term *b)
{
    pair_rests r = {TERM_SEED, TERM_SEED, false};
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->factor[i] < b->factor[j])) {
            r.a = mix(r.a, a->factor[i++]);
        } else if (i == a->count || b->factor[j] < a->factor[i]) {
            r.b = mix(r.b, b->factor[j++]);
        } else {
            r.share = true;
            i++;
            j++;
        }
    }
    return r;
}

static uint64_t pair_key(const net *n, const term *a, const term *b, pair_rests r)
{
    bool swapped = r.a > r.b;
    return mix(mix(swapped ? r.b : r.a, swapped ? r.a : r.b),
               ratio_bits(rewrite_pair_ratio(n, a, b, swapped)));
}

uint64_t rewrite_sum_key(const net *n, const term *a, const term *b)
{
    return pair_key(n, a, b, rests_of(a, b));
}

/* A term by itself, for pairs that share no factor: most. */
typedef struct {
    uint64_t hash;
    uint64_t factors; /* a bit for each, by its last digits */
} whole_term;

static whole_term whole_of(const term *t)
{
    whole_term whole = {TERM_SEED, 0};
    for (uint32_t k = 0; k < t->count; k++) {
        whole.hash = mix(whole.hash, t->factor[k]);
        whole.factors |= (uint64_t)1 << (t->factor[k] & 63);
    }
    return whole;
}

/* --- chains ------------------------------------------------------------------------- */

static uint32_t *chain_head(rewriter *w, uint64_t key)
{
    return &w->heads[key & (w->heads_size - 1)];
}

static void set_twin(rewriter *w, index_node *x, bool has_twin)
{
    w->of[x->at].divisors -= rewrite_is_divisor(x);
    x->has_twin = has_twin;
    w->of[x->at].divisors += rewrite_is_divisor(x);
}

/* A node of that key from the chain's link `at` on; NULL if there is none. */
static index_node *next_alike(rewriter *w, uint32_t at, uint64_t key)
{
    while (at && w->nodes[at - 1].key != key)
        at = w->nodes[at - 1].next;
    return at ? &w->nodes[at - 1] : NULL;
}

static uint32_t node_add(rewriter *w, index_node what)
{
    uint32_t node = w->nodes_free - 1;
    if (w->nodes_free) {
        w->nodes_free = w->nodes[node].next;
    } else {
        ARENA_PUSH(w->mem, w, nodes);
        node = w->nodes_count - 1;
    }
    uint32_t *head = chain_head(w, what.key);
    index_node *twin = next_alike(w, *head, what.key);
    if (twin)
        set_twin(w, twin, true);
    what.has_twin = twin;
    what.next = *head;
    if (*head)
        w->nodes[*head - 1].previous = node + 1;
    *head = node + 1;
    w->nodes[node] = what;
    w->of[what.at].divisors += rewrite_is_divisor(&what);
    return node;
}

static void node_drop(rewriter *w, uint32_t node)
{
    index_node *x = &w->nodes[node];
    uint32_t *head = chain_head(w, x->key);
    w->of[x->at].divisors -= rewrite_is_divisor(x);
    if (x->next)
        w->nodes[x->next - 1].previous = x->previous;
    if (x->previous)
        w->nodes[x->previous - 1].next = x->next;
    else
        *head = x->next;
    if (x->has_twin) {
        index_node *left = next_alike(w, *head, x->key);
        if (!next_alike(w, left->next, x->key))
            set_twin(w, left, false);
    }
    x->next = w->nodes_free;
    w->nodes_free = node + 1;
}

/* --- definitions ---------------------------------------------------------------------- */

static uint32_t products_of(const term *t)
{
    return (uint32_t)t->count * (t->count - 1u) / 2 + (t->constant ? t->count : 0);
}

static uint32_t pairs_of(uint32_t terms)
{
    return terms > LONGEST_SUM ? 0 : terms * (terms - 1) / 2;
}

/* Index of the pair i, j, where i < j, among the pairs of a sum. */
static uint32_t pair_place(uint32_t terms, uint32_t i, uint32_t j)
{
    return i * (2 * terms - i - 1) / 2 + j - i - 1;
}

#define NOWHERE UINT32_MAX

/* Where each of the new terms stood before, and where each of the old ones stands now. False if all
 * are the same. */
static bool match_terms(const indexed *x, const symbol *v, uint32_t *before, uint32_t *now)
{
    bool differs = false;
    for (uint32_t i = 0, j = 0; i < x->terms_count || j < v->terms_count;) {
        int side = rewrite_next_term(x->terms + i, x->terms_count - i, v->terms + j,
                                     v->terms_count - j);
        if (side <= 0)
            now[i] = side ? NOWHERE : j;
        if (side >= 0)
            before[j] = side ? NOWHERE : i;
        differs |= side != 0;
        i += side <= 0;
        j += side >= 0;
    }
    return differs;
}

static void drop_nodes(rewriter *w, const indexed *x, const uint32_t *now)
{
    const uint32_t *node = x->nodes;
    for (uint32_t i = 0; i < x->terms_count; i++)
        for (uint32_t k = products_of(&x->terms[i]); k > 0; k--, node++)
            if (now[i] == NOWHERE)
                node_drop(w, *node);
    if (!pairs_of(x->terms_count))
        return;
    for (uint32_t i = 0; i < x->terms_count; i++)
        for (uint32_t j = i + 1; j < x->terms_count; j++, node++)
            if (now[i] == NOWHERE || now[j] == NOWHERE)
                node_drop(w, *node);
}

static uint32_t *add_products(rewriter *w, sym s, uint32_t i, uint32_t *out)
{
    const term *t = &w->n->symbols[s].terms[i];
    index_node node = {.at = s, .i = i};
    for (uint32_t a = 0; a < t->count; a++) {
        if (t->constant) {
            node.key = rewrite_product_key(REWRITE_CONSTANT, t->factor[a], t->constant);
            node.a = NODE_CONSTANT;
            node.b = (uint8_t)a;
            *out++ = node_add(w, node);
        }
        for (uint32_t b = a + 1; b < t->count; b++) {
            node.key = rewrite_product_key(t->factor[a], t->factor[b], 0);
            node.a = (uint8_t)a;
            node.b = (uint8_t)b;
            *out++ = node_add(w, node);
        }
    }
    return out;
}

/* Products of all terms: those of a term that stayed move with it. */
static uint32_t *place_products(rewriter *w, sym s, const uint32_t *before, uint32_t *out)
{
    const indexed *x = &w->of[s];
    const uint32_t *old = x->nodes;
    for (uint32_t i = 0, at = 0; i < w->n->symbols[s].terms_count; i++) {
        if (before[i] == NOWHERE) {
            out = add_products(w, s, i, out);
            continue;
        }
        for (; at < before[i]; at++)
            old += products_of(&x->terms[at]);
        for (uint32_t k = products_of(&x->terms[at++]); k > 0; k--) {
            w->nodes[*old].i = i;
            *out++ = *old++;
        }
    }
    return out;
}

static uint32_t add_pair(rewriter *w, sym s, uint32_t i, uint32_t j, const whole_term *whole)
{
    const term *a = &w->n->symbols[s].terms[i], *b = &w->n->symbols[s].terms[j];
    pair_rests r = {whole[i].hash, whole[j].hash, false};
    if (whole[i].factors & whole[j].factors)
        r = rests_of(a, b);
    return node_add(w, (index_node){
        .key = pair_key(w->n, a, b, r), .at = s, .i = i, .j = (uint8_t)j, .is_swapped = r.a > r.b,
        .has_common = r.share || (a->constant && a->constant == b->constant)});
}

static uint32_t *place_pairs(rewriter *w, sym s, const uint32_t *before, uint32_t *out)
{
    const symbol *v = &w->n->symbols[s];
    const indexed *x = &w->of[s];
    if (!pairs_of(v->terms_count))
        return out;
    whole_term whole[LONGEST_SUM];
    for (uint32_t i = 0; i < v->terms_count; i++)
        whole[i] = whole_of(&v->terms[i]);
    bool had_pairs = pairs_of(x->terms_count);
    const uint32_t *old = x->nodes + x->nodes_count - pairs_of(x->terms_count);
    for (uint32_t i = 0; i < v->terms_count; i++)
        for (uint32_t j = i + 1; j < v->terms_count; j++) {
            if (!had_pairs || before[i] == NOWHERE || before[j] == NOWHERE) {
                *out++ = add_pair(w, s, i, j, whole);
                continue;
            }
            uint32_t node = old[pair_place(x->terms_count, before[i], before[j])];
            w->nodes[node].i = i;
            w->nodes[node].j = (uint8_t)j;
            *out++ = node;
        }
    return out;
}

/* A copy in memory that grows with what it holds. */
static void *kept(arena *mem, void *room, uint32_t *capacity, const void *what, uint32_t count,
                  size_t element_bytes)
{
    if (!count)
        return room;
    room = arena_grow(mem, room, count, capacity, element_bytes);
    return memcpy(room, what, count * element_bytes);
}

void rewrite_index_follow(rewriter *w, sym s)
{
    indexed *x = &w->of[s];
    const symbol *v = &w->n->symbols[s];
    if (!x->is_stale)
        return;
    x->is_stale = false;
    w->places = arena_grow(w->mem, w->places, x->terms_count + v->terms_count, &w->places_capacity,
                           sizeof *w->places);
    uint32_t *before = w->places, *now = w->places + v->terms_count;
    if (!match_terms(x, v, before, now))
        return;
    uint32_t room = pairs_of(v->terms_count);
    for (uint32_t i = 0; i < v->terms_count; i++)
        room += products_of(&v->terms[i]);
    w->fresh = arena_grow(w->mem, w->fresh, room, &w->fresh_capacity, sizeof *w->fresh);
    drop_nodes(w, x, now);
    place_pairs(w, s, before, place_products(w, s, before, w->fresh));
    x->nodes = kept(w->mem, x->nodes, &x->nodes_capacity, w->fresh, room, sizeof *x->nodes);
    x->nodes_count = room;
    x->terms = kept(w->mem, x->terms, &x->terms_capacity, v->terms, v->terms_count,
                    sizeof *x->terms);
    x->terms_count = v->terms_count;
}

void rewrite_index_follow_all(rewriter *w)
{
    for (uint32_t i = 0; i < w->stale_count; i++)
        rewrite_index_follow(w, w->stale[i]);
    w->stale_count = 0;
}

void rewrite_index_outdate(rewriter *w, sym s)
{
    if (w->of[s].is_stale)
        return;
    w->of[s].is_stale = true;
    *ARENA_PUSH(w->mem, w, stale) = s;
}

void rewrite_index_grow(rewriter *w)
{
    w->of = arena_grow(w->mem, w->of, w->n->symbols_count, &w->of_capacity, sizeof *w->of);
}

static bool comes_before(const rewriter *w, const index_node *a, const index_node *b)
{
    if (a->at != b->at)
        return w->of[a->at].replaced > w->of[b->at].replaced;
    return a->i != b->i ? a->i < b->i : a->j < b->j;
}

void rewrite_index_find(rewriter *w, uint64_t key)
{
    w->found_count = 0;
    for (uint32_t at = *chain_head(w, key); at; at = w->nodes[at - 1].next) {
        if (w->nodes[at - 1].key != key)
            continue;
        ARENA_PUSH(w->mem, w, found);
        uint32_t k = w->found_count - 1;
        for (; k > 0 && comes_before(w, &w->nodes[at - 1], &w->nodes[w->found[k - 1]]); k--)
            w->found[k] = w->found[k - 1];
        w->found[k] = at - 1;
    }
}
