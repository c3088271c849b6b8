/* Each operation is bounded twice: by the intervals of its operands, and as a series in all inputs
 * (series.h), where what cancels cancels. Both are proofs, so both hold. */
#include "numbers/value_ranges.h"

#include "numbers/series.h"


enum { STATES = 20000 };

/* Visits of terms for one bound, per effort. */
static const uint64_t SEARCH_WORK[] = {0, 0, 1000000, 20000000};

typedef struct {
    arena *mem;
    const input_box *b;
    value_ranges *r;
    series *input, *constant, *op;
    uint32_t variables;
    uint64_t work;
} proof;

interval value_range(const value_ranges *r, const input_box *b, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return b->input[i];
    case FROM_CONSTANT:
        return (interval){b->p->constants[i].value, b->p->constants[i].value};
    case FROM_OP: break;
    }
    return r->op[i];
}

static const series *series_of(const proof *w, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    return OPERAND_CLASS(x) == FROM_INPUT      ? &w->input[i]
           : OPERAND_CLASS(x) == FROM_CONSTANT ? &w->constant[i]
                                               : &w->op[i];
}

/* A variable of its own for what lies in that interval. */
static series new_variable(proof *w, interval range)
{
    return series_variable(w->mem, ++w->variables, 1, 0.5 * (range.low + range.high),
                           0.5 * (range.high - range.low));
}

static void enter_inputs(proof *w)
{
    const ops *p = w->b->p;
    const uint32_t angles = w->b->layout.angles_count;
    w->variables = angles; /* the first ones */
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_made made = INPUT_KIND[p->inputs[i].kind].made;
        w->input[i] = made <= MADE_COSINE
                          ? series_variable(w->mem, w->b->layout.input_angle[i] + 1,
                                            made == MADE_COSINE ? 1 : 2, 0, 1)
                          : new_variable(w, w->b->input[i]);
    }
    for (uint32_t i = 0; i < p->constants_count; i++)
        w->constant[i] = series_constant(w->mem, p->constants[i].value);
}

/* The largest magnitudes that random states show. */
static void look(const input_box *b, double *seen)
{
    const ops *p = b->p;
    arena mem = arena_make();
    double *in = ARENA_ARRAY(&mem, double, p->inputs_count + 1);
    double *out = ARENA_ARRAY(&mem, double, p->outputs_count + 1);
    double *values = ARENA_ARRAY(&mem, double, p->list_count + 1);
    uint64_t seed = 1;
    for (uint32_t n = 0; n < STATES; n++) {
        input_box_draw(b, &seed, in);
        ops_eval64(p, in, out, values);
        for (uint32_t i = 0; i < p->list_count; i++)
            seen[i] = fmax(seen[i], fabs(values[i]));
    }
    arena_free(&mem);
}

static interval by_intervals(const proof *w, const op *o)
{
    interval a = value_range(w->r, w->b, o->a), b = value_range(w->r, w->b, o->b);
    switch (o->kind) {
    case OP_MUL: return o->a == o->b ? interval_square(a) : interval_mul(a, b);
    case OP_ADD: return interval_add(a, b);
    default: return interval_sub(a, b);
    }
}

static series as_series(proof *w, const op *o)
{
    const series *a = series_of(w, o->a), *b = series_of(w, o->b);
    if (o->kind == OP_MUL)
        return series_product(w->mem, a, b, interval_most(value_range(w->r, w->b, o->a)),
                              interval_most(value_range(w->r, w->b, o->b)));
    return series_sum(w->mem, a, b, o->kind == OP_ADD ? 1 : -1);
}

static void prove_operation(proof *w, uint32_t i, uint32_t effort)
{
    interval range = by_intervals(w, &w->b->p->list[i]);
    w->r->plain[i] = interval_most(range);
    if (effort > 0) {
        w->op[i] = as_series(w, &w->b->p->list[i]);
        if (w->op[i].there) {
            double middle = series_middle(&w->op[i]), radius = series_radius(&w->op[i]);
            range = interval_both(range, interval_outwards(middle - radius, middle + radius));
            const double most = interval_most(range), enough = 1.05 * w->r->seen[i];
            if (w->work && most > enough) {
                double tight = series_magnitude(&w->op[i], most, enough, w->work);
                range = interval_both(range, (interval){-tight, tight});
            }
        }
    }
    w->r->op[i] = range;
    if (effort > 0 && !w->op[i].there) {
        w->r->given_up++;
        w->op[i] = new_variable(w, range);
    }
}

status value_ranges_prove(arena *mem, const input_box *b, uint32_t effort, value_ranges *out,
                          diag *d)
{
    const ops *p = b->p;
    arena scratch = arena_make();
    *out = (value_ranges){.op = ARENA_ARRAY(mem, interval, p->list_count + 1),
                          .plain = ARENA_ARRAY(mem, double, p->list_count + 1),
                          .seen = ARENA_ARRAY(mem, double, p->list_count + 1)};
    proof w = {.mem = &scratch, .b = b, .r = out,
               .input = ARENA_ARRAY(&scratch, series, p->inputs_count + 1),
               .constant = ARENA_ARRAY(&scratch, series, p->constants_count + 1),
               .op = ARENA_ARRAY(&scratch, series, p->list_count + 1),
               .work = SEARCH_WORK[effort > 3 ? 3 : effort]};
    for (uint32_t i = 0; i < p->list_count; i++)
        if (p->list[i].kind > OP_SUB) {
            arena_free(&scratch);
            return diag_error(d, (place){0}, "fixed point has products, sums and differences, and "
                              "no '%s', which '%s' is", OP_KIND[p->list[i].kind].word,
                              p->list[i].name);
        }
    look(b, out->seen);
    if (effort > 0)
        enter_inputs(&w);
    for (uint32_t i = 0; i < p->list_count; i++)
        prove_operation(&w, i, effort);
    arena_free(&scratch);
    return STATUS_OK;
}
