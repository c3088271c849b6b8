/* SPDX-License-Identifier: MIT */
/* Each operation is bounded twice: by the spans of its operands, and as a series in all inputs
 * (series.h), where what cancels cancels. Both are proofs, so both hold. */
#include "numbers/value_ranges.h"

#include "numbers/explore_box.h"

/* Visits of terms for one bound, per effort. */
static const uint64_t SEARCH_WORK[] = {0, 0, 3000000, 40000000};

/* Of all bounds, products and series of a graph together: large graphs get less each. */
static const uint64_t SEARCH_TOTAL = 4000000000, PAIRS_TOTAL = 2000000000, TERMS_TOTAL = 16000000;

typedef struct {
    arena *mem;
    const input_box *b;
    value_ranges *r;
    uint64_t work;  /* visits for one bound */
    uint64_t pairs; /* of terms, for one product */
    uint64_t terms; /* of one series */
    uint32_t *angle; /* per operation: the variable of its angle, of a sine */
} proof;

span value_range(const value_ranges *r, const input_box *b, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return b->input[i];
    case FROM_CONSTANT:
        return (span){b->p->constants[i].value, b->p->constants[i].value};
    case FROM_OP: break;
    }
    return r->op[i];
}

const series *value_series(const value_ranges *r, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    return OPERAND_CLASS(x) == FROM_INPUT      ? &r->input_series[i]
           : OPERAND_CLASS(x) == FROM_CONSTANT ? &r->constant_series[i]
                                               : &r->op_series[i];
}

/* A variable of its own for what lies in that span. */
static series new_variable(proof *w, span range)
{
    return series_variable(w->mem, ++w->r->variables, 1, 0.5 * (range.low + range.high),
                           0.5 * (range.high - range.low));
}

static void enter_inputs(proof *w)
{
    const ops *p = w->b->p;
    const uint32_t angles = w->b->layout.angles_count;
    w->r->variables = angles; /* the first ones */
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_made made = INPUT_KIND[p->inputs[i].kind].made;
        w->r->input_series[i] = made <= MADE_COSINE
                          ? series_variable(w->mem, w->b->layout.input_angle[i] + 1,
                                            made == MADE_COSINE ? 1 : 2, 0, 1)
                          : new_variable(w, w->b->input[i]);
    }
    for (uint32_t i = 0; i < p->constants_count; i++)
        w->r->constant_series[i] = series_constant(w->mem, p->constants[i].value);
}

static span by_spans(const proof *w, const op *o)
{
    span a = value_range(w->r, w->b, o->a), b = value_range(w->r, w->b, o->b);
    switch (o->kind) {
    case OP_MUL: return o->a == o->b ? span_square(a) : span_mul(a, b);
    case OP_ADD: return span_add(a, b);
    case OP_SIN:
    case OP_COS: return (span){-1, 1};
    default: return span_sub(a, b);
    }
}

/* The variable of an angle is that of its first sine or cosine. */
static series sine_series(proof *w, uint32_t i)
{
    const op *list = w->b->p->list, *o = &list[i];
    uint32_t first = 0;
    while (OP_KIND[list[first].kind].unit != UNIT_TRIG || list[first].a != o->a ||
           list[first].b != o->b)
        first++;
    if (first == i)
        w->angle[i] = ++w->r->variables;
    return series_variable(w->mem, w->angle[first], o->kind == OP_COS ? 1 : 2, 0, 1);
}

static series as_series(proof *w, uint32_t i)
{
    const op *o = &w->b->p->list[i];
    if (OP_KIND[o->kind].unit == UNIT_TRIG)
        return sine_series(w, i);
    const series *a = value_series(w->r, o->a), *b = value_series(w->r, o->b);
    if (o->kind == OP_MUL && (uint64_t)a->count * b->count > w->pairs)
        return (series){0};
    if (o->kind == OP_MUL)
        return series_product(w->mem, a, b, span_most(value_range(w->r, w->b, o->a)),
                              span_most(value_range(w->r, w->b, o->b)));
    return series_sum(w->mem, a, b, o->kind == OP_ADD ? 1 : -1);
}

static void prove_operation(proof *w, uint32_t i, uint32_t effort)
{
    span range = by_spans(w, &w->b->p->list[i]);
    w->r->plain[i] = span_most(range);
    if (effort > 0) {
        w->r->op_series[i] = as_series(w, i);
        w->r->op_series[i].there &= w->r->op_series[i].count <= w->terms;
        if (w->r->op_series[i].there) {
            double middle = series_middle(&w->r->op_series[i]);
            double radius = series_radius(&w->r->op_series[i]);
            range = span_both(range, span_outwards(middle - radius, middle + radius));
            const double most = span_most(range), enough = 1.05 * w->r->seen[i];
            if (w->work && most > enough) {
                double tight = series_magnitude(&w->r->op_series[i], most, enough, w->work);
                range = span_both(range, (span){-tight, tight});
            }
        }
    }
    w->r->op[i] = range;
    if (effort > 0 && !w->r->op_series[i].there) {
        w->r->given_up++;
        w->r->op_series[i] = new_variable(w, range);
    }
}

/* Before anything is allocated. */
static status check_kinds(const ops *p, diag *d)
{
    for (uint32_t i = 0; i < p->list_count; i++)
        if (p->list[i].kind > OP_SUB && OP_KIND[p->list[i].kind].unit != UNIT_TRIG)
            return diag_error(d, (place){0}, "fixed point has products, sums and differences, and "
                              "no '%s', which '%s' is: nothing proves its range",
                              OP_KIND[p->list[i].kind].word, p->list[i].name);
    return STATUS_OK;
}

status value_ranges_prove(arena *mem, const input_box *b, uint32_t effort, value_ranges *out,
                          diag *d)
{
    const ops *p = b->p;
    TRY(check_kinds(p, d));
    *out = (value_ranges){.op = ARENA_ARRAY(mem, span, p->list_count + 1),
                          .plain = ARENA_ARRAY(mem, double, p->list_count + 1),
                          .seen = ARENA_ARRAY(mem, double, p->list_count + 1)};
    proof w = {.mem = mem, .b = b, .r = out, .work = SEARCH_WORK[effort > 3 ? 3 : effort],
               .pairs = PAIRS_TOTAL / (p->list_count + 1),
               .terms = TERMS_TOTAL / (p->list_count + 1)};
    if (effort <= 2 && w.work > SEARCH_TOTAL / (p->list_count + 1))
        w.work = SEARCH_TOTAL / (p->list_count + 1);
    explore_box(b, out->seen);
    if (effort > 0) {
        out->input_series = ARENA_ARRAY(mem, series, p->inputs_count + 1);
        out->constant_series = ARENA_ARRAY(mem, series, p->constants_count + 1);
        out->op_series = ARENA_ARRAY(mem, series, p->list_count + 1);
        w.angle = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
        enter_inputs(&w);
    }
    for (uint32_t i = 0; i < p->list_count; i++)
        prove_operation(&w, i, effort);
    return STATUS_OK;
}

range_gap value_ranges_gap(const value_ranges *r, const ops *p)
{
    range_gap g = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->list_count; i++) {
        if (!(r->seen[i] > 0))
            continue;
        double bits = log2(span_most(r->op[i]) / r->seen[i]);
        g.mean += bits;
        count++;
        g.above_one += bits > 1;
        if (bits > g.worst) {
            g.worst = bits;
            g.of = i;
        }
    }
    g.mean = count ? g.mean / count : 0;
    return g;
}
