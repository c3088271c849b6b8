/* SPDX-License-Identifier: MIT */
#include "numbers/error_bound.h"

#include "operations/ops_fixed.h"

/* More than what rounding of the bounds themselves changes. */
static const double OUTWARDS = 1 + 0x1p-40;

static bool is_sine(const op *o) { return OP_KIND[o->kind].unit == UNIT_TRIG; }

double error_own(const ops *p, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    const int point = ops_point(p, x);
    int64_t rounded = 0;
    int a, b;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return ldexp(0.5, -point);
    case FROM_CONSTANT:
        fixed_from_double(p->format, point, p->constants[i].value, &rounded);
        return fabs(p->constants[i].value - fixed_value(point, rounded));
    case FROM_OP: break;
    }
    if (is_sine(&p->list[i])) /* machine/fixed_trig.h */
        return ldexp(0.5, -point) + ldexp(0.5, 2 - (int)p->format);
    ops_shifts(p, &p->list[i], &a, &b);
    return a > 0 || b > 0 ? ldexp(0.5, -point) : 0;
}

double *error_forwards(arena *mem, const ops *p, const input_box *b, const value_ranges *r)
{
    double *error = ARENA_ARRAY(mem, double, p->list_count + 1);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const operand two[2] = {o->a, o->b};
        double of[2];
        /* an offset is no number of the format: its rounding is in that of the sine */
        for (uint32_t k = 0; k < 2; k++)
            of[k] = OPERAND_CLASS(two[k]) == FROM_OP ? error[OPERAND_INDEX(two[k])]
                    : k && is_sine(o)                ? 0
                                                     : error_own(p, two[k]);
        const double most_a = span_most(value_range(r, b, o->a));
        const double most_b = span_most(value_range(r, b, o->b));
        error[i] = error_own(p, OPERAND(FROM_OP, i)) +
                   (o->kind == OP_MUL ? most_a * of[1] + most_b * of[0] + of[0] * of[1]
                                      : of[0] + of[1]);
        error[i] *= OUTWARDS;
    }
    return error;
}

/* ---- backwards ------------------------------------------------------------------------------- */

/* What an output changes by per change of a value, as a series and as a bound. */
typedef struct {
    series of;
    double most; /* bound of its magnitude */
    bool any;    /* the output depends on the value */
} slope;

typedef struct {
    arena mem; /* of one output */
    const ops *p;
    const input_box *b;
    const value_ranges *r;
    uint32_t variables;
    slope *input, *constant, *op;
} adjoint;

/* Limits of the series of slopes: what they leave out is little of a sum over all values. */
static const double TRIMMED = 0x1p-12;
/* Slopes of all outputs together, at most: beyond, errors are followed forwards alone. */
enum { SLOPES_MOST = 100000 };
enum { TERM_PAIRS = 1000000, SLOPE_WORK = 300000 };

static slope *slope_at(const adjoint *w, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    return OPERAND_CLASS(x) == FROM_INPUT      ? &w->input[i]
           : OPERAND_CLASS(x) == FROM_CONSTANT ? &w->constant[i]
                                               : &w->op[i];
}

/* A slope that is complete: its bound, and where its series was given up a new variable. */
static void finish_slope(adjoint *w, slope *s)
{
    if (s->of.there) {
        series_trim(&s->of, TRIMMED);
        double whole = fabs(series_middle(&s->of)) + series_radius(&s->of);
        s->most = fmin(s->most, whole);
        s->most = series_magnitude(&s->of, s->most, 0.5 * s->most, SLOPE_WORK);
    } else {
        s->of = series_variable(&w->mem, ++w->variables, 1, 0, s->most);
    }
}

static series product_of(adjoint *w, const slope *s, operand factor)
{
    const series *f = value_series(w->r, factor);
    if ((uint64_t)s->of.count * f->count > TERM_PAIRS)
        return (series){0};
    return series_product(&w->mem, &s->of, f, s->most, span_most(value_range(w->r, w->b, factor)));
}

/* Adds sign * (slope of the user) * factor; the factor of a sum is 1. */
static void add_slope(adjoint *w, operand to, const slope *user, const operand *factor, double sign)
{
    slope *s = slope_at(w, to);
    const series zero = {.there = true};
    const series more = factor ? product_of(w, user, *factor) : user->of;
    s->most += user->most * (factor ? span_most(value_range(w->r, w->b, *factor)) : 1);
    s->of = s->any && !s->of.there ? (series){0}
                                   : series_sum(&w->mem, s->any ? &s->of : &zero, &more, sign);
    s->any = true;
}

/* The rounding of an operation, and what the errors of both operands of a product make together; of
 * a sine also that of its angle, which slopes are not followed through: it is no more than that. */
static double local_error(const adjoint *w, const double *forwards, uint32_t i)
{
    const op *o = &w->p->list[i];
    double both = 1;
    if (is_sine(o))
        return forwards[i];
    if (o->kind != OP_MUL)
        return error_own(w->p, OPERAND(FROM_OP, i));
    const operand two[2] = {o->a, o->b};
    for (uint32_t k = 0; k < 2; k++)
        both *= OPERAND_CLASS(two[k]) == FROM_OP ? forwards[OPERAND_INDEX(two[k])]
                                                 : error_own(w->p, two[k]);
    return error_own(w->p, OPERAND(FROM_OP, i)) + both;
}

/* The sum over all values of slope times own error: errors are linear in them, exactly, once the
 * products of two errors are counted as errors of their own. */
static double bound_backwards(adjoint *w, const double *forwards, operand output)
{
    const ops *p = w->p;
    double sum = 0;
    *slope_at(w, output) = (slope){series_constant(&w->mem, 1), 1, true};
    for (uint32_t i = p->list_count; i-- > 0;) {
        const op *o = &p->list[i];
        slope *s = &w->op[i];
        if (!s->any)
            continue;
        finish_slope(w, s);
        sum += s->most * local_error(w, forwards, i);
        const bool product = o->kind == OP_MUL;
        if (is_sine(o)) {
            s->of = (series){0};
            continue;
        }
        add_slope(w, o->a, s, product ? &o->b : NULL, 1);
        add_slope(w, o->b, s, product ? &o->a : NULL, o->kind == OP_SUB ? -1 : 1);
        s->of = (series){0};
    }
    for (uint32_t i = 0; i < p->inputs_count + p->constants_count; i++) {
        const operand x = i < p->inputs_count ? OPERAND(FROM_INPUT, i)
                                              : OPERAND(FROM_CONSTANT, i - p->inputs_count);
        slope *s = slope_at(w, x);
        if (!s->any)
            continue;
        finish_slope(w, s);
        sum += s->most * error_own(p, x);
    }
    return sum * OUTWARDS;
}

double *error_bounds(arena *mem, const ops *p, const input_box *b, const value_ranges *r)
{
    double *bound = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    const double *forwards = error_forwards(mem, p, b, r);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const operand x = p->outputs[i].value;
        bound[i] = OPERAND_CLASS(x) == FROM_OP ? forwards[OPERAND_INDEX(x)] : error_own(p, x);
        if (!r->op_series || (uint64_t)p->list_count * p->outputs_count > SLOPES_MOST)
            continue;
        adjoint w = {.mem = arena_make(), .p = p, .b = b, .r = r, .variables = r->variables};
        w.input = ARENA_ARRAY(&w.mem, slope, p->inputs_count + 1);
        w.constant = ARENA_ARRAY(&w.mem, slope, p->constants_count + 1);
        w.op = ARENA_ARRAY(&w.mem, slope, p->list_count + 1);
        bound[i] = fmin(bound[i], bound_backwards(&w, forwards, x));
        arena_free(&w.mem);
    }
    return bound;
}
