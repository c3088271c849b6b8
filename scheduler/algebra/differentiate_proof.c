/* SPDX-License-Identifier: MIT */
/* Derivatives are what the chain rule says, in the field and with real numbers. */
#include "algebra/net_calls.h"
#include "algebra/differentiate.h"

#include "base/random.h"

#include <float.h>
#include <math.h>

enum { POINTS = 2, FIELD_BITS = 61 };

typedef struct {
    const net *n;
    residue *value, *slope; /* by symbol */
    double *real, *real_slope, *size; /* size: of the terms of a slope */
} walk;

/* Each factor's slope times the others. */
static void slope_of_sum(walk *w, sym s)
{
    const symbol *v = &w->n->symbols[s];
    for (uint32_t i = 0; i < v->terms_count; i++) {
        const term *t = &v->terms[i];
        for (uint32_t k = 0; k < t->count; k++) {
            residue product = field_multiply(term_exact(w->n, t).of, w->slope[t->factor[k]]);
            double real = term_coefficient(w->n, t), size;
            for (uint32_t j = 0; j < t->count; j++)
                if (j != k) {
                    product = field_multiply(product, w->value[t->factor[j]]);
                    real *= w->real[t->factor[j]];
                }
            size = fabs(real) * w->size[t->factor[k]];
            w->slope[s] = field_add(w->slope[s], product);
            w->real_slope[s] += real * w->real_slope[t->factor[k]];
            w->size[s] += size;
        }
    }
}

static void slope_of_call(walk *w, sym s, uint64_t point)
{
    const symbol *v = &w->n->symbols[s];
    const sym first = v->argument[0], second = v->argument[1];
    const call_point at = {w->value[s], w->value[first], w->value[second],
                           w->real[s], w->real[first], w->real[second], point};
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++) {
        const partial_slope by = call_slope_at(v->call, k, &at);
        const sym a = v->argument[k];
        w->slope[s] = field_add(w->slope[s], field_multiply(by.of, w->slope[a]));
        w->real_slope[s] += by.real * w->real_slope[a];
        w->size[s] += fabs(by.real) * w->size[a];
    }
}

/* How far along each parameter, at a point. Slopes of variables that were known are not believed:
 * they follow from those of inputs. */
typedef struct {
    residue of;
    double real;
} stride;

static stride stride_of(uint32_t number, uint64_t point)
{
    uint64_t state = point * UINT64_C(0x100000000) + number;
    const residue of = field_random(&state);
    return (stride){of, (double)(random_bits(&state) >> 11) * 0x1p-53 + 0.5};
}

/* What is to be compared, and the definitions that it takes. */
typedef struct {
    const sym *results;
    uint32_t results_count;
    const parameter *parameters;
    uint32_t parameters_count;
    const poly *partials;
    sym *needed; /* in order */
    uint32_t needed_count;
    bool *is_needed; /* by symbol */
} slopes;

static void need_poly(bool *is_needed, poly p)
{
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t k = 0; k < p.terms[i].count; k++)
            is_needed[p.terms[i].factor[k]] = true;
}

static void find_needed(arena *mem, const net *n, slopes *of)
{
    bool *is_needed = of->is_needed = ARENA_ARRAY(mem, bool, n->symbols_count + 1);
    sym *order;
    uint32_t count = net_order(n, mem, &order), at = count;
    for (uint32_t k = 0; k < of->results_count; k++)
        is_needed[of->results[k]] = true;
    for (size_t k = 0; k < (size_t)of->results_count * of->parameters_count; k++)
        need_poly(is_needed, of->partials[k]);
    for (uint32_t p = 0; p < of->parameters_count; p++)
        for (uint32_t i = 0; i < of->parameters[p].seeds_count; i++)
            need_poly(is_needed, of->parameters[p].seeds[i].slope);
    while (count-- > 0) {
        const symbol *v = &n->symbols[order[count]];
        if (!is_needed[order[count]])
            continue;
        order[--at] = order[count];
        need_poly(is_needed, (poly){v->terms, v->terms_count});
        for (uint32_t k = 0; v->kind == SYM_CALL && k < CALL_KIND[v->call].arguments; k++)
            is_needed[v->argument[k]] = true;
        of->needed_count++;
    }
    of->needed = order + at;
}

static void set_off(walk *w, const slopes *of, uint64_t point)
{
    for (uint32_t p = 0; p < of->parameters_count; p++)
        for (uint32_t i = 0; i < of->parameters[p].seeds_count; i++) {
            const input_slope *x = &of->parameters[p].seeds[i];
            if (w->n->symbols[x->input].kind != SYM_INPUT)
                continue;
            const stride far = stride_of(p, point);
            const double slope = far.real * poly_value(w->n, x->slope, w->real);
            const residue step =
                field_multiply(far.of, identity_poly(w->n, x->slope, w->value));
            w->slope[x->input] = field_add(w->slope[x->input], step);
            w->real_slope[x->input] += slope;
            w->size[x->input] += fabs(slope);
        }
}

static walk walk_along(arena *mem, const net *n, const sym *order, uint32_t order_count,
                       const slopes *of, uint64_t point)
{
    const size_t all = n->symbols_count + 1;
    walk w = {n, ARENA_ARRAY(mem, residue, all), ARENA_ARRAY(mem, residue, all),
              ARENA_ARRAY(mem, double, all), ARENA_ARRAY(mem, double, all),
              ARENA_ARRAY(mem, double, all)};
    identity_real *real = ARENA_ARRAY(mem, identity_real, all);
    identity_inputs(n, point, w.value);
    identity_values(n, of->needed, of->needed_count, point, w.value);
    identity_real_inputs(n, point, real);
    identity_reals(n, of->needed, of->needed_count, real);
    for (sym s = 0; s < n->symbols_count; s++)
        w.real[s] = real[s].value;
    set_off(&w, of, point);
    for (uint32_t i = 0; i < order_count; i++) {
        if (!of->is_needed[order[i]])
            continue;
        if (n->symbols[order[i]].kind == SYM_CALL)
            slope_of_call(&w, order[i], point);
        else
            slope_of_sum(&w, order[i]);
    }
    return w;
}

/* What constants that are one within roundings can do to a slope, in parts of its terms. */
static const double ROUNDED = 0x1p-32;

static bool is_slope(walk *w, sym of, const poly *partial, uint32_t count, uint64_t point)
{
    residue sum = 0;
    double real = 0;
    for (uint32_t p = 0; p < count; p++) {
        const stride far = stride_of(p, point);
        sum = field_add(sum, field_multiply(far.of, identity_poly(w->n, partial[p], w->value)));
        real += far.real * poly_value(w->n, partial[p], w->real);
    }
    return sum == w->slope[of] ||
           fabs(real - w->real_slope[of]) <= ROUNDED * w->size[of];
}

/* Of the difference of a slope and what it should be: each is at most twice as high as what it is a
 * slope of, or a sum of products of such. */
static double slope_degree(arena *mem, const net *n, const slopes *of)
{
    double *degree = ARENA_ARRAY(mem, double, n->symbols_count + 1), most = 0;
    identity_degrees(mem, n, of->needed, of->needed_count, degree);
    for (uint32_t i = 0; i < of->needed_count; i++)
        most = fmax(most, degree[of->needed[i]]);
    return 4 * most;
}

void net_prove_slopes(net *n, const sym *order, uint32_t order_count, const sym *results,
                      uint32_t results_count, const parameter *parameters,
                      uint32_t parameters_count, const poly *partials)
{
    arena work = arena_make();
    slopes of = {results, results_count, parameters, parameters_count, partials, NULL, 0, NULL};
    find_needed(&work, n, &of);
    for (uint64_t point = 0; point < POINTS; point++) {
        walk w = walk_along(&work, n, order, order_count, &of, point);
        for (uint32_t k = 0; k < results_count; k++) {
            if (!is_slope(&w, results[k], &partials[(size_t)k * parameters_count],
                          parameters_count, point))
                identity_fault(n, IDENTITY_DERIVE, n->symbols[results[k]].name);
        }
    }
    identity_constants(n, IDENTITY_DERIVE);
    identity_passed(n, POINTS,
                    POINTS * (log2(slope_degree(&work, n, &of) + 1) - FIELD_BITS) +
                        log2(results_count + 1.0));
    arena_free(&work);
}
