/* SPDX-License-Identifier: MIT */
/* Nets at real points, with a bound of what constants that are a little off, and roundings on the
 * way, can do to each value. */
#include "algebra/net_calls.h"

#include "base/random.h"

#include <float.h>
#include <math.h>

static const double ROUNDED = IDENTITY_UNITS * DBL_EPSILON;

static double unit_random(uint64_t *state)
{
    return (double)(random_bits(state) >> 11) * 0x1p-52 - 1;
}

void identity_real_inputs(const net *n, uint64_t point, identity_real *values)
{
    for (sym s = 0; s < n->symbols_count; s++) {
        const symbol *v = &n->symbols[s];
        if (v->kind == SYM_PARAMETER)
            values[s] = (identity_real){v->value, ROUNDED * fabs(v->value)};
        if (v->kind != SYM_INPUT || v->trig_partner < s)
            continue;
        uint64_t state = identity_name_seed(v->name, point);
        const double x = unit_random(&state);
        values[s] = (identity_real){x, 0};
        if (v->trig_partner == s)
            continue;
        values[s] = (identity_real){sin(4 * x), DBL_EPSILON};
        values[v->trig_partner] = (identity_real){cos(4 * x), DBL_EPSILON};
    }
}

static identity_real term_real(const net *n, const term *t, const identity_real *values)
{
    double value = n->constants[t->constant], most = value * (1 + ROUNDED);
    for (uint32_t k = 0; k < t->count; k++) {
        const identity_real f = values[t->factor[k]];
        value *= f.value;
        most *= fabs(f.value) + f.bound;
    }
    const double bound = most - fabs(value) + (t->count + 2) * DBL_EPSILON * most;
    return (identity_real){t->negative ? -value : value, bound};
}

identity_real identity_poly_real(const net *n, poly p, const identity_real *values)
{
    identity_real sum = {0, 0};
    double most = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        const identity_real t = term_real(n, &p.terms[i], values);
        sum.value += t.value;
        sum.bound += t.bound;
        most += fabs(t.value);
    }
    /* terms that cancel are dropped up to 16 units of what cancels (terms.c) */
    sum.bound += (p.count + ROUNDED / DBL_EPSILON) * DBL_EPSILON * most;
    return sum;
}

static identity_real call_real(const symbol *v, const identity_real *values)
{
    const bool one = CALL_KIND[v->call].arguments == 1;
    const identity_real a = values[v->argument[0]], b = values[v->argument[one ? 0 : 1]];
    const double value = call_value(v->call, a.value, b.value);
    const double bound = call_bound(v->call, a, b);
    return (identity_real){value, bound + 4 * DBL_EPSILON * fabs(value)};
}

void identity_reals(const net *n, const sym *order, uint32_t count, identity_real *values)
{
    for (uint32_t i = 0; i < count; i++) {
        const symbol *v = &n->symbols[order[i]];
        const poly sum = {v->terms, v->terms_count};
        values[order[i]] = v->kind == SYM_CALL ? call_real(v, values)
                                               : identity_poly_real(n, sum, values);
    }
}
