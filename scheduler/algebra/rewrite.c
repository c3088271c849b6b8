/* SPDX-License-Identifier: MIT */
/* Steps: what a rewriter does to definitions, and how it takes that back. */
#include "algebra/rewrite_parts.h"

#include <assert.h>
#include <string.h>

/* --- who uses what ------------------------------------------------------------------ */

static usage *usage_of(rewriter *w, sym v, sym user)
{
    indexed *x = &w->of[v];
    for (uint32_t i = x->users_count; i-- > 0;)
        if (x->users[i].at == user)
            return &x->users[i];
    usage *fresh = ARENA_PUSH(w->mem, x, users);
    *fresh = (usage){.at = user};
    return fresh;
}

static void usage_drop(rewriter *w, sym v, sym user)
{
    indexed *x = &w->of[v];
    usage *u = usage_of(w, v, user);
    if (--u->count == 0 && !u->stayed)
        *u = x->users[--x->users_count];
}

/* A rollback may take v back before its user, which then stays on v's list. */
static void usage_stay(rewriter *w, sym v, sym user)
{
    usage *u = usage_of(w, v, user);
    u->count--;
    u->stayed = w->of[user].replaced;
}

static uint64_t usage_time(const rewriter *w, const usage *u)
{
    return u->count ? w->of[u->at].replaced : u->stayed;
}

void rewriter_users(rewriter *w, sym v)
{
    const usage *users = w->of[v].users;
    w->seen_count = 0;
    for (uint32_t i = 0; i < w->of[v].users_count; i++) { /* places of users, sorted */
        if (w->n->symbols[users[i].at].kind == SYM_CALL)
            continue;
        ARENA_PUSH(w->mem, w, seen);
        uint32_t k = w->seen_count - 1;
        uint64_t time = usage_time(w, &users[i]);
        for (; k > 0 && usage_time(w, &users[w->seen[k - 1]]) < time; k--)
            w->seen[k] = w->seen[k - 1];
        w->seen[k] = i;
    }
    for (uint32_t i = 0; i < w->seen_count; i++)
        w->seen[i] = users[w->seen[i]].at;
}

/* A term comes into the definition of s. */
static void term_enter(rewriter *w, sym s, const term *t)
{
    w->cost.mul += term_muls(t);
    for (uint32_t k = 0; k < t->count; k++)
        if (w->n->symbols[t->factor[k]].kind >= SYM_VARIABLE)
            usage_of(w, t->factor[k], s)->count++;
}

static void term_leave(rewriter *w, sym s, const term *t)
{
    w->cost.mul -= term_muls(t);
    for (uint32_t k = 0; k < t->count; k++) {
        sym_kind kind = w->n->symbols[t->factor[k]].kind;
        if (kind >= SYM_VARIABLE)
            usage_drop(w, t->factor[k], s);
        else if (kind == SYM_FREE)
            usage_stay(w, t->factor[k], s);
    }
}

static void call_enter(rewriter *w, sym s)
{
    const symbol *v = &w->n->symbols[s];
    w->cost.other++;
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        usage_of(w, v->argument[k], s)->count++;
}

static void call_leave(rewriter *w, sym s)
{
    const symbol *v = &w->n->symbols[s];
    w->cost.other--;
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        usage_drop(w, v->argument[k], s);
}

static uint32_t additions(uint32_t terms)
{
    return terms ? terms - 1 : 0;
}

/* The definition of s becomes another; terms that are in both stay as they are with all who keep
 * account of them. */
static void replace_terms(rewriter *w, sym s, const term *terms, uint32_t count)
{
    const symbol *v = &w->n->symbols[s];
    w->cost.add += additions(count) - additions(v->terms_count);
    for (uint32_t i = 0, j = 0; i < v->terms_count || j < count;) {
        int side = rewrite_next_term(v->terms + i, v->terms_count - i, terms + j, count - j);
        if (side < 0) {
            net_count_uses(w->n, &v->terms[i], 1, -1);
            term_leave(w, s, &v->terms[i]);
        } else if (side > 0) {
            net_count_uses(w->n, &terms[j], 1, 1);
            term_enter(w, s, &terms[j]);
        }
        i += side <= 0;
        j += side >= 0;
    }
    net_store_terms(w->n, s, terms, count);
    w->of[s].replaced = ++w->replacements;
    rewrite_index_outdate(w, s);
}

static void take_definition(rewriter *w, sym s)
{
    const symbol *v = &w->n->symbols[s];
    if (v->kind == SYM_CALL)
        call_enter(w, s);
    if (v->kind != SYM_VARIABLE)
        return;
    w->cost.add += additions(v->terms_count);
    for (uint32_t i = 0; i < v->terms_count; i++)
        term_enter(w, s, &v->terms[i]);
    w->of[s].replaced = ++w->replacements;
    rewrite_index_outdate(w, s);
}

rewriter rewriter_make(arena *mem, net *n)
{
    rewriter w = {.n = n, .mem = mem, .heads_size = 1024, .longest_sum = LONGEST_SUM};
    while (w.heads_size < n->symbols_count * 16)
        w.heads_size *= 2;
    w.heads = ARENA_ARRAY(mem, uint32_t, w.heads_size);
    rewrite_index_grow(&w);
    for (sym s = 0; s < n->symbols_count; s++)
        take_definition(&w, s);
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

/* A call goes, its arguments stay in its entry, and comes back. */
static void call_drop(rewriter *w, sym s)
{
    call_leave(w, s);
    net_count_arguments(w->n, s, -1);
}

static void call_restore(rewriter *w, sym s)
{
    net_count_arguments(w->n, s, 1);
    call_enter(w, s);
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
    sym s = net_new_variable(w->n, NULL, NULL, 0);
    journal_touch(w, s, true);
    rewrite_index_grow(w);
    replace_terms(w, s, terms, count);
    return s;
}

void rewriter_bar(rewriter *w, sym v)
{
    const symbol *d = &w->n->symbols[v];
    for (uint32_t i = 0; i + 1 < d->terms_count; i++)
        *ARENA_PUSH(w->mem, w, barred) = rewrite_sum_key(w->n, &d->terms[i], &d->terms[i + 1]);
    if (d->terms_count == 1 && d->terms[0].count == 2)
        *ARENA_PUSH(w->mem, w, barred) = rewrite_product_key(d->terms[0].factor[0],
                                                             d->terms[0].factor[1], 0);
}

/* --- putting definitions back into their users ------------------------------------------ */

static bool is_trivial(const symbol *v)
{
    return !v->is_output &&
           (v->terms_count == 0 || (v->terms_count == 1 && term_muls(&v->terms[0]) == 0));
}

/* Terms of u with the first factor v (of each term, if everywhere) replaced; 0 if it does not
 * fit. left: some of these terms had v as a factor once more. */
static uint32_t expand(rewriter *w, sym v, const symbol *u, bool everywhere, term *out,
                       uint32_t room, bool *changed, bool *left)
{
    const symbol *d = &w->n->symbols[v];
    uint32_t count = 0;
    *changed = *left = false;
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
        *left |= at < rest.count && rest.factor[at] == v; /* equal factors stand side by side */
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
    if (w->n->symbols[u].keeps_squares && /* products may come in */
        w->n->symbols[v].terms_count > 1)
        return false;
    for (bool again = true, first = true; again; first = false) { /* a square takes two rounds */
        bool changed, left;
        const symbol *d = &w->n->symbols[v], *user = &w->n->symbols[u];
        uint32_t limit = is_trivial(d) ? ROOM : w->longest_sum;
        uint32_t count = expand(w, v, user, everywhere, out, limit, &changed, &left);
        if (!changed)
            return !first;
        if (!count && d->terms_count)
            return false;
        rewriter_set(w, u, out, count);
        again = everywhere && left;
    }
    return true;
}

void rewriter_set(rewriter *w, sym s, term *terms, uint32_t count)
{
    journal_touch(w, s, false);
    replace_terms(w, s, terms, terms_normalise(w->n, terms, count));
    if (!is_trivial(&w->n->symbols[s]))
        return;
    rewriter_users(w, s);
    while (w->seen_count) {
        uint32_t left = w->seen_count;
        bool fits = rewriter_inline(w, s, w->seen[0], true);
        rewriter_users(w, s);
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
