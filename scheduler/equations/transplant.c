#include "equations/transplant.h"

#include <assert.h>

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

void transplant_grow(transplant *p)
{
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
}

poly transplant_sum(const transplant *p, poly sum)
{
    return net_assign(p->to, NULL, sum_of(p, sum.terms, sum.count));
}
