/* The index holds three kinds of keys for every definition: each variable it uses, each
 * pair of factors that stand in one term, and each pair of its terms reduced by what they
 * share (Brayton's kernels of two cubes). A divisor's occurrences are then one chain. */
#include "equations/rewrite_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- keys ------------------------------------------------------------------------- */

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

static uint64_t user_key(sym v)
{
    return mix(0x1111, v);
}

uint64_t rewrite_product_key(sym a, sym b, uint32_t constant)
{
    return mix(mix(mix(0x2222, a), b), constant);
}

/* Coefficient of the second term of a pair over that of the first. */
static double pair_ratio(const net *n, const term *a, const term *b, bool swapped)
{
    if (a->constant == b->constant)
        return a->negative == b->negative ? 1 : -1;
    double ca = term_coefficient(n, a), cb = term_coefficient(n, b);
    return swapped ? ca / cb : cb / ca;
}

uint64_t rewrite_sum_key(const net *n, const term *a, const term *b, bool *swapped)
{
    uint64_t hash_a = 0x3333, hash_b = 0x3333;
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) { /* what is in one term alone */
        if (j == b->count || (i < a->count && a->factor[i] < b->factor[j])) {
            hash_a = mix(hash_a, a->factor[i++]);
        } else if (i == a->count || b->factor[j] < a->factor[i]) {
            hash_b = mix(hash_b, b->factor[j++]);
        } else {
            i++;
            j++;
        }
    }
    *swapped = hash_a > hash_b;
    return mix(mix(*swapped ? hash_b : hash_a, *swapped ? hash_a : hash_b),
               ratio_bits(pair_ratio(n, a, b, *swapped)));
}

/* Splits two terms into what they share and what remains of each. */
static void terms_split(const term *a, const term *b, term *common, term *rest_a, term *rest_b)
{
    *common = *rest_a = *rest_b = (term){0};
    uint32_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        if (j == b->count || (i < a->count && a->factor[i] < b->factor[j])) {
            rest_a->factor[rest_a->count++] = a->factor[i++];
        } else if (i == a->count || b->factor[j] < a->factor[i]) {
            rest_b->factor[rest_b->count++] = b->factor[j++];
        } else {
            common->factor[common->count++] = a->factor[i++];
            j++;
        }
    }
}

divisor rewrite_sum_divisor(const net *n, const term *a, const term *b, term *common)
{
    bool swapped;
    divisor d = {.is_sum = true, .key = rewrite_sum_key(n, a, b, &swapped)};
    terms_split(a, b, common, swapped ? &d.second : &d.first, swapped ? &d.first : &d.second);
    d.ratio = pair_ratio(n, a, b, swapped);
    return d;
}

/* --- index ------------------------------------------------------------------------- */

static void index_insert(rewriter *w, uint64_t key, sym s)
{
    uint32_t node;
    if (w->nodes_free) {
        node = w->nodes_free - 1;
        w->nodes_free = w->nodes[node].next;
    } else {
        ARENA_PUSH(w->mem, w, nodes);
        node = w->nodes_count - 1;
    }
    uint32_t *head = &w->heads[key & (w->heads_size - 1)];
    w->nodes[node] = (index_node){key, s, *head};
    *head = node + 1;
}

static void index_delete(rewriter *w, uint64_t key, sym s)
{
    uint32_t *link = &w->heads[key & (w->heads_size - 1)];
    while (*link) {
        index_node *node = &w->nodes[*link - 1];
        if (node->key == key && node->at == s) {
            uint32_t at = *link;
            *link = node->next;
            node->next = w->nodes_free;
            w->nodes_free = at;
            return;
        }
        link = &node->next;
    }
    assert(false && "an indexed key is gone");
}

typedef void index_action(rewriter *, uint64_t, sym);

static void index_each_key(rewriter *w, sym s, index_action *act)
{
    const symbol *v = &w->n->symbols[s];
    for (uint32_t k = 0; v->kind == SYM_CALL && k < CALL_KIND[v->call].arguments; k++)
        act(w, user_key(v->argument[k]), s);
    for (uint32_t i = 0; i < v->terms_count; i++) {
        const term *t = &v->terms[i];
        for (uint32_t a = 0; a < t->count; a++) {
            if (w->n->symbols[t->factor[a]].kind >= SYM_VARIABLE)
                act(w, user_key(t->factor[a]), s);
            if (t->constant)
                act(w, rewrite_product_key(REWRITE_CONSTANT, t->factor[a], t->constant), s);
            for (uint32_t b = a + 1; b < t->count; b++)
                act(w, rewrite_product_key(t->factor[a], t->factor[b], 0), s);
        }
    }
    if (v->terms_count > LONGEST_SUM)
        return;
    for (uint32_t i = 0; i < v->terms_count; i++)
        for (uint32_t j = i + 1; j < v->terms_count; j++) {
            bool swapped;
            act(w, rewrite_sum_key(w->n, &v->terms[i], &v->terms[j], &swapped), s);
        }
}

static void account(rewriter *w, sym s, int sign)
{
    const symbol *v = &w->n->symbols[s];
    net_cost c = terms_cost(v->terms, v->terms_count);
    w->cost.mul += (uint32_t)sign * c.mul;
    w->cost.add += (uint32_t)sign * c.add;
    w->cost.other += (uint32_t)sign * (v->kind == SYM_CALL);
}

rewriter rewriter_make(arena *mem, net *n)
{
    rewriter w = {.n = n, .mem = mem, .heads_size = 1024, .longest_sum = LONGEST_SUM};
    while (w.heads_size < n->symbols_count * 16)
        w.heads_size *= 2;
    w.heads = ARENA_ARRAY(mem, uint32_t, w.heads_size);
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind >= SYM_VARIABLE) {
            index_each_key(&w, s, index_insert);
            account(&w, s, 1);
        }
    return w;
}

/* --- journal ------------------------------------------------------------------------ */

void rewriter_begin(rewriter *w)
{
    for (uint32_t i = 0; i < w->journal_count; i++)
        if (w->journal[i].is_freed)
            *ARENA_PUSH(w->n->mem, w->n, free_symbols) = w->journal[i].at;
    w->step++;
    w->barred_count = 0;
    w->journal_count = 0;
    w->journal_terms_count = 0;
}

/* The entry of s in this step, made when it is touched first. */
static journal_entry *journal_touch(rewriter *w, sym s, bool is_new)
{
    if (s >= w->journal_mark_capacity)
        w->journal_mark = arena_grow(w->mem, w->journal_mark, (size_t)s + 1,
                                     &w->journal_mark_capacity, sizeof *w->journal_mark);
    if (w->journal_mark[s] >> 32 == w->step)
        return &w->journal[(uint32_t)w->journal_mark[s]];
    w->journal_mark[s] = (uint64_t)w->step << 32 | w->journal_count;
    const symbol *v = &w->n->symbols[s];
    journal_entry *e = ARENA_PUSH(w->mem, w, journal);
    *e = (journal_entry){.at = s, .first = w->journal_terms_count, .is_new = is_new,
                         .is_call = v->kind == SYM_CALL};
    if (!is_new && v->terms_count > 0) { /* a call has none */
        e->count = v->terms_count;
        w->journal_terms = arena_grow(w->mem, w->journal_terms,
                                      (size_t)w->journal_terms_count + e->count,
                                      &w->journal_terms_capacity, sizeof(term));
        memcpy(w->journal_terms + e->first, v->terms, e->count * sizeof(term));
        w->journal_terms_count += e->count;
    }
    return e;
}

static void replace_terms(rewriter *w, sym s, const term *terms, uint32_t count)
{
    index_each_key(w, s, index_delete);
    account(w, s, -1);
    net_set_terms(w->n, s, terms, count);
    index_each_key(w, s, index_insert);
    account(w, s, 1);
}

/* A call goes, its arguments stay in its entry, and comes back. */
static void call_drop(rewriter *w, sym s)
{
    index_each_key(w, s, index_delete);
    account(w, s, -1);
    net_count_arguments(w->n, s, -1);
}

static void call_restore(rewriter *w, sym s)
{
    net_count_arguments(w->n, s, 1);
    index_each_key(w, s, index_insert);
    account(w, s, 1);
}

/* Released symbols go back to the free list only when no rollback can want them. */
static void symbol_release(rewriter *w, sym s)
{
    if (w->n->symbols[s].kind == SYM_CALL)
        call_drop(w, s);
    else
        replace_terms(w, s, NULL, 0);
    w->n->symbols[s].kind = SYM_FREE;
}

void rewriter_rollback(rewriter *w)
{
    for (uint32_t i = w->journal_count; i-- > 0;) { /* freed ones must be variables again first */
        journal_entry *e = &w->journal[i];
        if (e->is_freed && !e->is_new)
            w->n->symbols[e->at].kind = e->is_call ? SYM_CALL : SYM_VARIABLE;
    }
    for (uint32_t i = w->journal_count; i-- > 0;) {
        journal_entry *e = &w->journal[i];
        if (e->is_call) /* it is in the journal because it was freed */
            call_restore(w, e->at);
        else if (!e->is_new)
            replace_terms(w, e->at, w->journal_terms + e->first, e->count);
    }
    for (uint32_t i = w->journal_count; i-- > 0;) {
        journal_entry *e = &w->journal[i];
        if (e->is_new) {
            if (!e->is_freed)
                symbol_release(w, e->at);
            *ARENA_PUSH(w->n->mem, w->n, free_symbols) = e->at;
        }
    }
    w->journal_count = 0;
}

sym rewrite_new_variable(rewriter *w, term *terms, uint32_t count)
{
    count = terms_normalise(w->n, terms, count);
    sym s = net_new_variable(w->n, NULL, terms, count);
    journal_touch(w, s, true);
    index_each_key(w, s, index_insert);
    account(w, s, 1);
    return s;
}

void rewriter_bar(rewriter *w, sym v)
{
    const symbol *d = &w->n->symbols[v];
    bool swapped;
    for (uint32_t i = 0; i + 1 < d->terms_count; i++)
        *ARENA_PUSH(w->mem, w, barred) = rewrite_sum_key(w->n, &d->terms[i], &d->terms[i + 1],
                                                         &swapped);
    if (d->terms_count == 1 && d->terms[0].count == 2)
        *ARENA_PUSH(w->mem, w, barred) = rewrite_product_key(d->terms[0].factor[0],
                                                             d->terms[0].factor[1], 0);
}

void rewriter_users(rewriter *w, sym v, bool with_calls)
{
    uint64_t key = user_key(v);
    w->seen_count = 0;
    for (uint32_t at = w->heads[key & (w->heads_size - 1)]; at; at = w->nodes[at - 1].next) {
        if (w->nodes[at - 1].key != key)
            continue;
        sym s = w->nodes[at - 1].at;
        bool known = !with_calls && w->n->symbols[s].kind == SYM_CALL;
        for (uint32_t i = 0; i < w->seen_count && !known; i++)
            known = w->seen[i] == s;
        if (!known)
            *ARENA_PUSH(w->mem, w, seen) = s;
    }
}

/* --- putting definitions back into their users ------------------------------------------ */

static bool is_trivial(const symbol *v)
{
    return !v->is_output &&
           (v->terms_count == 0 || (v->terms_count == 1 && term_muls(&v->terms[0]) == 0));
}

/* Terms of u with the first factor v (of each term, if everywhere) replaced; 0 if it does not
 * fit. */
static uint32_t expand(rewriter *w, sym v, const symbol *u, bool everywhere, term *out,
                       uint32_t room, bool *changed)
{
    const symbol *d = &w->n->symbols[v];
    uint32_t count = 0;
    *changed = false;
    for (uint32_t i = 0; i < u->terms_count; i++) {
        const term *t = &u->terms[i];
        uint32_t at = 0;
        while (at < t->count && t->factor[at] != v)
            at++;
        if (at == t->count || (*changed && !everywhere)) {
            if (count == room)
                return 0;
            out[count++] = *t;
            continue;
        }
        term rest = *t;
        rest.count--;
        for (uint32_t k = at; k < rest.count; k++)
            rest.factor[k] = t->factor[k + 1];
        for (uint32_t k = 0; k < d->terms_count; k++) {
            if (count == room || !term_multiply(w->n, &rest, &d->terms[k], &out[count]))
                return 0;
            count++;
        }
        *changed = true;
    }
    return count;
}

bool rewriter_inline(rewriter *w, sym v, sym u, bool everywhere)
{
    enum { ROOM = 4 * LONGEST_SUM };
    term out[ROOM];
    for (bool again = true, first = true; again; first = false) { /* a square takes two rounds */
        bool changed;
        const symbol *d = &w->n->symbols[v], *user = &w->n->symbols[u];
        uint32_t limit = is_trivial(d) ? ROOM : w->longest_sum;
        uint32_t count = expand(w, v, user, everywhere, out, limit, &changed);
        if (!changed)
            return !first;
        if (!count && d->terms_count)
            return false;
        rewriter_set(w, u, out, count);
        again = everywhere;
    }
    return true;
}

void rewriter_set(rewriter *w, sym s, term *terms, uint32_t count)
{
    journal_touch(w, s, false);
    replace_terms(w, s, terms, terms_normalise(w->n, terms, count));
    if (!is_trivial(&w->n->symbols[s]))
        return;
    rewriter_users(w, s, false);
    while (w->seen_count) {
        uint32_t left = w->seen_count;
        bool fits = rewriter_inline(w, s, w->seen[0], true);
        rewriter_users(w, s, false);
        if (!fits || w->seen_count >= left)
            return; /* sums too long to touch keep the alias */
    }
}

void rewriter_sweep(rewriter *w)
{
    w->seen_count = 0; /* a stack of variables to look at */
    for (uint32_t i = 0; i < w->journal_count; i++)
        *ARENA_PUSH(w->mem, w, seen) = w->journal[i].at;
    for (uint32_t i = 0; i < w->journal_terms_count; i++) /* calls that were factors before */
        for (uint32_t k = 0; k < w->journal_terms[i].count; k++)
            if (w->n->symbols[w->journal_terms[i].factor[k]].kind == SYM_CALL)
                *ARENA_PUSH(w->mem, w, seen) = w->journal_terms[i].factor[k];
    while (w->seen_count) {
        sym s = w->seen[--w->seen_count];
        const symbol *v = &w->n->symbols[s];
        if (v->kind < SYM_VARIABLE || v->uses)
            continue;
        journal_touch(w, s, false)->is_freed = true;
        for (uint32_t k = 0; v->kind == SYM_CALL && k < CALL_KIND[v->call].arguments; k++)
            *ARENA_PUSH(w->mem, w, seen) = v->argument[k];
        for (uint32_t t = 0; t < v->terms_count; t++)
            for (uint32_t k = 0; k < v->terms[t].count; k++)
                *ARENA_PUSH(w->mem, w, seen) = v->terms[t].factor[k];
        symbol_release(w, s);
    }
}
