/* SPDX-License-Identifier: MIT */
/* Nets at points of the field, and of which degree they are there. */
#include "algebra/identity.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

uint64_t identity_name_seed(const char *name, uint64_t point)
{
    uint64_t h = point;
    for (; *name; name++) {
        h ^= (unsigned char)*name;
        h = random_bits(&h);
    }
    return h;
}

void identity_inputs(const net *n, uint64_t point, residue *values)
{
    for (sym s = 0; s < n->symbols_count; s++) {
        const symbol *v = &n->symbols[s];
        if (v->kind != SYM_INPUT || v->trig_partner < s)
            continue;
        uint64_t state = identity_name_seed(v->name, point);
        if (v->trig_partner == s)
            values[s] = field_random(&state);
        else
            field_circle(&state, &values[s], &values[v->trig_partner]);
    }
}

residue identity_poly(const net *n, poly p, const residue *values)
{
    residue sum = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        const term *t = &p.terms[i];
        residue product = n->exact ? n->exact[t->constant].of
                                   : field_from_double(n->constants[t->constant]);
        for (uint32_t k = 0; k < t->count; k++)
            product = field_multiply(product, values[t->factor[k]]);
        sum = t->negative ? field_sub(sum, product) : field_add(sum, product);
    }
    return sum;
}

/* A function without a value in the field is a random number of its arguments. */
static bool call_result(const symbol *v, uint64_t point, const residue *values, residue *out)
{
    const residue a = values[v->argument[0]];
    if (v->call == CALL_RECIPROCAL)
        return field_inverse(a, out);
    const bool one = CALL_KIND[v->call].arguments == 1;
    *out = field_call(point, v->call, CALL_KIND[v->call].is_odd ? FIELD_ODD : FIELD_NO_SIGN, a,
                      one ? 0 : values[v->argument[1]]);
    return true;
}

bool identity_values(const net *n, const sym *order, uint32_t count, uint64_t point,
                     residue *values)
{
    bool divides = true;
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_PARAMETER)
            values[s] = field_from_double(n->symbols[s].value);
    for (uint32_t i = 0; i < count; i++) {
        const symbol *v = &n->symbols[order[i]];
        if (v->kind == SYM_CALL)
            divides = call_result(v, point, values, &values[order[i]]) && divides;
        else
            values[order[i]] = identity_poly(n, (poly){v->terms, v->terms_count}, values);
    }
    return divides;
}

/* --- degrees -------------------------------------------------------------------------------- */

/* A quotient: its numerator's degree, and the powers of divisors below it, each of which is the
 * numerator of something that was divided by. */
typedef struct {
    double above;
    double *below; /* of each reciprocal */
} quotient;

typedef struct {
    uint32_t divisors;
    double *of_divisor; /* degrees */
    uint32_t *number;   /* of a reciprocal, by symbol */
    quotient *of;       /* by symbol */
    double *power;      /* scratch: of a term */
} degrees;

static double below(const degrees *d, const double *power)
{
    double sum = 0;
    for (uint32_t k = 0; k < d->divisors; k++)
        sum += power[k] > 0 ? power[k] * d->of_divisor[k] : 0;
    return sum;
}

/* Of one product; what is missing below it to the common denominator stands above. */
static void add_term(degrees *d, const term *t, bool widens, quotient *sum)
{
    double above = 0;
    memset(d->power, 0, d->divisors * sizeof *d->power);
    for (uint32_t k = 0; k < t->count; k++) {
        const quotient *f = &d->of[t->factor[k]];
        above += f->above;
        for (uint32_t j = 0; j < d->divisors && f->below; j++)
            d->power[j] += f->below[j];
    }
    for (uint32_t j = 0; j < d->divisors && widens; j++)
        sum->below[j] = fmax(sum->below[j], d->power[j]);
    if (!widens)
        sum->above = fmax(sum->above, above + below(d, sum->below) - below(d, d->power));
}

static void degree_of_sum(degrees *d, const symbol *v, quotient *out)
{
    for (uint32_t i = 0; i < v->terms_count && d->divisors; i++)
        add_term(d, &v->terms[i], true, out);
    for (uint32_t i = 0; i < v->terms_count; i++)
        add_term(d, &v->terms[i], false, out);
}

static void degree_of_call(degrees *d, sym s, const symbol *v, quotient *out)
{
    if (v->call != CALL_RECIPROCAL) {
        out->above = 1; /* as an input */
        return;
    }
    const quotient *a = &d->of[v->argument[0]];
    out->above = a->below ? below(d, a->below) : 0;
    out->below[d->number[s]] = 1;
    d->of_divisor[d->number[s]] = a->above;
}

void identity_degrees(arena *mem, const net *n, const sym *order, uint32_t count, double *out)
{
    enum { MOST = 1 << 22 };
    degrees d = {.number = ARENA_ARRAY(mem, uint32_t, n->symbols_count + 1),
                 .of = ARENA_ARRAY(mem, quotient, n->symbols_count + 1)};
    double angles = 0;
    for (sym s = 0; s < n->symbols_count; s++) {
        const symbol *v = &n->symbols[s];
        if (v->kind == SYM_CALL && v->call == CALL_RECIPROCAL)
            d.number[s] = d.divisors++;
        angles += v->kind == SYM_INPUT && v->trig_partner > s;
        d.of[s].above = v->kind == SYM_INPUT;
    }
    const bool is_known = (double)d.divisors * count <= MOST;
    d.of_divisor = ARENA_ARRAY(mem, double, d.divisors + 1);
    d.power = ARENA_ARRAY(mem, double, d.divisors + 1);
    for (uint32_t i = 0; i < count && is_known; i++) {
        const symbol *v = &n->symbols[order[i]];
        quotient *q = &d.of[order[i]];
        q->below = d.divisors ? ARENA_ARRAY(mem, double, d.divisors) : NULL;
        if (v->kind == SYM_CALL)
            degree_of_call(&d, order[i], v, q);
        else
            degree_of_sum(&d, v, q);
    }
    /* A point of the circle is given by t: with sine and cosine over 1 + t^2, a polynomial of
     * degree D in them is one of degree 2 D in each t. */
    for (sym s = 0; s < n->symbols_count; s++)
        out[s] = !is_known ? INFINITY
                           : (2 * angles + 1) *
                                 (d.of[s].above + (d.of[s].below ? below(&d, d.of[s].below) : 0));
}
