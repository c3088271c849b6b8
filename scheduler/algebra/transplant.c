/* SPDX-License-Identifier: MIT */
#include "algebra/transplant.h"

#include "algebra/identity.h"

#include <assert.h>
#include <math.h>
#include <string.h>

transplant transplant_begin(arena *mem, const net *from, net *to)
{
    transplant p = {.from = from, .to = to};
    if (from->proof.pass && !to->proof.pass)
        to->proof = from->proof;
    p.order_count = net_order(from, mem, &p.order);
    p.known = ARENA_ARRAY(mem, bool, from->symbols_count + 1);
    p.value = ARENA_ARRAY(mem, poly, from->symbols_count + 1);
    for (sym s = 0; s < from->symbols_count; s++)
        if (from->symbols[s].kind == SYM_PARAMETER)
            transplant_input(&p, s, poly_number(to, from->symbols[s].value));
    return p;
}

void transplant_input(transplant *p, sym input, poly value)
{
    p->known[input] = true;
    p->value[input] = value;
}

static bool is_acceleration(input_kind kind)
{
    return kind == INPUT_QDD || kind == INPUT_ACC || kind == INPUT_OMEGAD;
}

static poly given(const signal *x, signals *as, net *n)
{
    if (x->kind == INPUT_SIN || x->kind == INPUT_COS) {
        poly sine, cosine;
        signals_trig(as, n, x->index, x->ratio, 0, x->offset, &sine, &cosine);
        return x->kind == INPUT_SIN ? sine : cosine;
    }
    if (word_owner_of(&INPUT_KIND[x->kind]) == OWNER_COORDINATE)
        return signals_coordinate(as, n, x->kind, x->index, x->ratio, x->offset);
    return signals_vector(as, n, x->kind, x->of, x->index, x->axis);
}

void transplant_inputs(transplant *p, const signals *of, signals *as)
{
    for (uint32_t i = 0; i < of->list_count; i++) {
        const signal *x = &of->list[i];
        if (!p->known[x->symbol] && !is_acceleration(x->kind))
            transplant_input(p, x->symbol, given(x, as, p->to));
    }
}

static bool parts_known(const transplant *p, const symbol *v)
{
    for (uint32_t k = 0; v->kind == SYM_CALL && k < CALL_KIND[v->call].arguments; k++)
        if (!p->known[v->argument[k]])
            return false;
    for (uint32_t i = 0; v->kind == SYM_VARIABLE && i < v->terms_count; i++)
        for (uint32_t k = 0; k < v->terms[i].count; k++)
            if (!p->known[v->terms[i].factor[k]])
                return false;
    return true;
}

static poly sum_of(const transplant *p, const term *terms, uint32_t count)
{
    poly sum = poly_zero();
    for (uint32_t i = 0; i < count; i++) {
        poly product = poly_number(p->to, term_coefficient(p->from, &terms[i]));
        for (uint32_t k = 0; k < terms[i].count; k++) {
            assert(p->known[terms[i].factor[k]]);
            product = poly_multiply(p->to, product, p->value[terms[i].factor[k]]);
        }
        sum = poly_add(p->to, sum, product);
    }
    return sum;
}

/* What is written again is the same function of what was known before (identity.h). */
typedef struct {
    residue *in, *from; /* values in the other net, and by definitions */
    identity_real *real_in, *real_from;
} walk;

static walk walk_again(arena *mem, const transplant *p, const bool *was_known, const sym *fresh,
                       uint32_t count, uint64_t point)
{
    const size_t in = p->to->symbols_count + 1, from = p->from->symbols_count + 1;
    net doubles = *p->from; /* these are written again, not what they were folded of */
    doubles.exact = NULL;
    walk w = {ARENA_ARRAY(mem, residue, in), ARENA_ARRAY(mem, residue, from),
              ARENA_ARRAY(mem, identity_real, in), ARENA_ARRAY(mem, identity_real, from)};
    sym *order;
    const uint32_t all = net_order(p->to, mem, &order);
    identity_inputs(p->to, point, w.in);
    identity_values(p->to, order, all, point, w.in);
    identity_real_inputs(p->to, point, w.real_in);
    identity_reals(p->to, order, all, w.real_in);
    for (sym s = 0; s < p->from->symbols_count; s++)
        if (was_known[s]) {
            w.from[s] = identity_poly(p->to, p->value[s], w.in);
            w.real_from[s] = identity_poly_real(p->to, p->value[s], w.real_in);
        }
    identity_values(&doubles, fresh, count, point, w.from);
    identity_reals(p->from, fresh, count, w.real_from);
    return w;
}

static bool is_same(const transplant *p, const walk *w, sym s, bool is_rounded)
{
    const identity_real a = w->real_from[s],
                        b = identity_poly_real(p->to, p->value[s], w->real_in);
    return identity_poly(p->to, p->value[s], w->in) == w->from[s] ||
           (is_rounded && !(fabs(a.value - b.value) > a.bound + b.bound));
}

enum { POINTS = 2, FIELD_BITS = 61 };

/* Of so many definitions: each is a product of up to TERM_FACTORS of what is the same already. */
static double chance_log2(arena *mem, const net *to, uint32_t count)
{
    sym *order;
    const uint32_t all = net_order(to, mem, &order);
    double *degree = ARENA_ARRAY(mem, double, to->symbols_count + 1), most = 1;
    identity_degrees(mem, to, order, all, degree);
    for (uint32_t i = 0; i < all; i++)
        most = fmax(most, degree[order[i]]);
    return POINTS * (log2((TERM_FACTORS + 1) * most) - FIELD_BITS) + log2(count + 1.0);
}

static void prove(const transplant *p, const bool *was_known, uint32_t roundings)
{
    arena work = arena_make();
    sym *fresh = ARENA_ARRAY(&work, sym, p->order_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->order_count; i++)
        if (p->known[p->order[i]] && !was_known[p->order[i]])
            fresh[count++] = p->order[i];
    for (uint64_t point = 0; point < POINTS && count; point++) {
        const walk w = walk_again(&work, p, was_known, fresh, count, point);
        for (uint32_t i = 0; i < count; i++)
            if (!is_same(p, &w, fresh[i], p->to->proof.roundings > roundings))
                identity_fault(p->to, IDENTITY_TRANSPLANT, p->from->symbols[fresh[i]].name);
    }
    identity_constants(p->to, IDENTITY_TRANSPLANT);
    if (count)
        identity_passed(p->to, POINTS, chance_log2(&work, p->to, count));
    arena_free(&work);
}

void transplant_grow(transplant *p)
{
    arena work = arena_make();
    bool *was_known = ARENA_ARRAY(&work, bool, p->from->symbols_count + 1);
    memcpy(was_known, p->known, p->from->symbols_count * sizeof *was_known);
    net_make_exact(p->to);
    const uint32_t roundings = p->to->proof.roundings;
    for (uint32_t i = 0; i < p->order_count; i++) {
        const sym s = p->order[i];
        const symbol *v = &p->from->symbols[s];
        if (p->known[s] || !parts_known(p, v))
            continue;
        poly a, b = poly_zero();
        if (v->kind == SYM_CALL) {
            a = p->value[v->argument[0]];
            if (CALL_KIND[v->call].arguments > 1)
                b = p->value[v->argument[1]];
            a = net_call(p->to, v->name, v->call, a, b);
        } else {
            a = net_assign(p->to, v->name, sum_of(p, v->terms, v->terms_count));
        }
        transplant_input(p, s, a);
    }
    prove(p, was_known, roundings);
    arena_free(&work);
}

poly transplant_sum(const transplant *p, poly sum)
{
    return net_assign(p->to, NULL, sum_of(p, sum.terms, sum.count));
}
