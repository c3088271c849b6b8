/* SPDX-License-Identifier: MIT */
/* Functions of emitted C that need not be run again: those on words and states that were read,
 * and the sine and cosine, which are no operations of a graph and are tried with numbers. */
#include "certify/c_reader.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------- */

/* A word in a lane, where words lie `stride` apart. */
static symbol word_at(c_run *r, c_value in, uint32_t word, int64_t stride, uint32_t lane)
{
    in.type.lanes = 0;
    in.rank = 0;
    in.offset += word * stride + lane;
    const c_value v = c_load(r, in);
    return c_lane(&v, 0);
}

/* The results that belong to the inputs in a lane; NULL: they are no inputs of one sample. */
static const symbol *results_of(c_reader *c, const c_graph *g, c_value in, int64_t stride,
                                uint32_t lane)
{
    const uint32_t count = g->g.p->inputs_count;
    c_run *r = &c->run;
    const symbol first = count ? word_at(r, in, 0, stride, lane) : 0;
    const symbol *inputs = NULL, *outputs = NULL;
    if (!count || (!c->of_batches && g->words[0] == first)) {
        inputs = g->words, outputs = g->words_out;
    } else if (!c->of_batches && g->state[0] == first) {
        inputs = g->state, outputs = g->state_out;
    }
    for (uint32_t s = 0; s < C_MOST_SAMPLES && g->names[s] && !inputs; s++) {
        if (g->words_of[s][0] == first)
            inputs = g->words_of[s];
        else if (g->state_of[s][0] == first)
            inputs = g->state_of[s];
        outputs = g->names[s];
    }
    for (uint32_t i = 0; inputs && i < count; i++)
        if (word_at(r, in, i, stride, lane) != inputs[i])
            return NULL;
    return inputs ? outputs : NULL;
}

static bool fill(c_reader *c, const c_graph *g, const c_value *in, int64_t in_stride,
                 const c_value *to, int64_t out_stride, uint32_t lanes)
{
    for (uint32_t lane = 0; lane < lanes; lane++) {
        const symbol *results = results_of(c, g, *in, in_stride, lane);
        if (!results)
            return false;
        for (uint32_t k = 0; k < g->g.p->outputs_count; k++) {
            c_value at = *to;
            at.type = c_real_type(c->is_float);
            at.rank = 0;
            at.offset += k * out_stride + lane;
            c_store(&c->run, at, c_of_symbol(results[k], at.type));
        }
    }
    return true;
}

typedef struct {
    c_reader *c;
    c_graph *g;
} known;

static void know(c_reader *c, c_graph *g, const char *name,
                 bool (*summary)(c_run *, void *, const c_value *, uint32_t, c_value *))
{
    c_function *f = c_run_function(&c->run, name);
    known *of = arena_alloc(c->mem, sizeof *of);
    *of = (known){c, g};
    if (f) {
        f->summary = summary;
        f->of = of;
    }
}

static bool call_words(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    const known *k = of;
    (void)r, (void)out;
    return count == 2 && fill(k->c, k->g, &a[0], 1, &a[1], 1, 1);
}

/* On words strides apart, or on arrays of vectors. */
static bool call_block(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    const known *k = of;
    const uint32_t lanes = k->c->lanes;
    (void)r, (void)out;
    if (count == 2)
        return fill(k->c, k->g, &a[0], lanes, &a[1], lanes, lanes);
    return count == 4 && a[1].kind == C_INTEGER && a[3].kind == C_INTEGER &&
           fill(k->c, k->g, &a[0], a[1].is.integer, &a[2], a[3].is.integer, lanes);
}

void c_know_words(c_reader *c, c_graph *g, const char *what)
{
    know(c, g, c_reader_name(c, g->infix, what), call_words);
}

void c_know_block(c_reader *c, c_graph *g)
{
    know(c, g, c_reader_name(c, g->infix, "block"), call_block);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* The sample that a state is of, by its first number. */
static bool sample_of(c_reader *c, const c_graph *g, const c_state_arrays *a, uint32_t *sample)
{
    bool any = false;
    for (uint32_t k = 0; k < a->count; k++) {
        const uint32_t numbers = g->g.numbers[a->array[k]];
        if (WORD_ARRAY[a->array[k]].is_result)
            continue;
        for (uint32_t i = 0; i < numbers; i++) {
            const symbol x = word_at(&c->run, a->list[k], i, 1, 0);
            const symbol_node *n = &c->symbols.list[x];
            if (n->kind != SYMBOL_NAME || n->a != (uint32_t)a->array[k] || n->b != i ||
                (any && n->more != *sample))
                return false;
            *sample = (uint32_t)n->more;
            any = true;
        }
    }
    return true;
}

static c_state_arrays arrays_of(const c_value *list, uint32_t count, const c_state_arrays *like)
{
    c_state_arrays a = *like;
    for (uint32_t k = 0; k < count; k++)
        a.list[k] = list[k];
    return a;
}

static bool call_state(c_run *r, void *of, const c_value *list, uint32_t count, c_value *out)
{
    const known *k = of;
    const c_graph *g = k->g;
    c_state_arrays like;
    uint32_t sample = 0;
    if (c_reader_arrays(k->c, g, c_reader_name(k->c, "", g->call), 0, 1, 1, &like) != STATUS_OK ||
        like.count != count)
        return false;
    const c_state_arrays a = arrays_of(list, count, &like);
    if (!sample_of(k->c, g, &a, &sample) || sample >= C_MOST_SAMPLES || !g->names[sample])
        return false;
    for (uint32_t i = 0; i < g->g.p->outputs_count; i++) {
        const word_array array = OUTPUT_KIND[g->g.p->outputs[i].kind].array;
        symbol x = g->g.p->inputs_count ? g->names[sample][i] : g->state_out[i];
        graph_words_given(&k->c->symbols, &g->g, i, sample, &x);
        for (uint32_t n = 0; n < count && !graph_words_is_pivot(&g->g, i); n++) {
            c_value at = a.list[n];
            at.offset += g->g.output_at[i];
            if (a.array[n] != array)
                continue;
            c_store(r, at, c_of_symbol(x, at.type));
            if (g->g.mirror_at[i] == UINT32_MAX)
                continue;
            at.offset += (int64_t)g->g.mirror_at[i] - g->g.output_at[i];
            c_store(r, at, c_of_symbol(x, at.type));
        }
    }
    const symbol judge = graph_words_judge(&k->c->symbols, &g->g, g->names[sample]);
    if (judge)
        *out = c_of_symbol(judge, c_integer(0).type);
    return true;
}

void c_know_state(c_reader *c, c_graph *g)
{
    know(c, g, c_reader_name(c, "", g->call), call_state);
}

/* ---- sines ----------------------------------------------------------------------------------- */

static bool call_pair(c_run *r, void *of, const c_value *a, uint32_t count, c_value *out)
{
    symbol lanes[2][C_MOST_LANES];
    (void)of, (void)out;
    if (count != 3 || a[1].kind != C_POINTER || a[2].kind != C_POINTER ||
        (a[0].kind != C_SYMBOL && a[0].kind != C_LANES))
        return false;
    const uint32_t lanes_count = a[0].type.lanes ? a[0].type.lanes : 1;
    for (uint32_t i = 0; i < lanes_count; i++) {
        lanes[0][i] = symbols_op(r->symbols, SYMBOL_SINE, c_lane(&a[0], i), 0);
        lanes[1][i] = symbols_op(r->symbols, SYMBOL_COSINE, c_lane(&a[0], i), 0);
    }
    for (uint32_t k = 0; k < 2; k++)
        c_store(r, a[1 + k], a[0].type.lanes ? c_from_lanes(r, lanes[k], a[0].type)
                                             : c_of_symbol(lanes[k][0], a[0].type));
    return true;
}

static const char *const PAIRS[] = {"pair", "joint_pair"};

void c_know_pairs(c_reader *c)
{
    for (int k = 0; k < 2; k++)
        know(c, NULL, c_reader_name(c, "", PAIRS[k]), call_pair);
}

/* What comments of the text promise: units of the last place, below this angle. */
static bool is_right(double made, long double wanted, bool is_float)
{
    const double of_libm = LDBL_MANT_DIG > DBL_MANT_DIG ? 0 : 0.6;
    const double most = is_float ? 1.6 : 1.1 + of_libm;
    const int unit = wanted == 0 ? -1000 : ilogbl(wanted) - (is_float ? 23 : 52);
    return fabsl(made - wanted) <= most * ldexp(1, unit);
}

static status check_pair(c_reader *c, const char *name, double x)
{
    c_run *r = &c->run;
    const c_type type = c_real_type(c->is_float);
    c_value a[3] = {c_of_symbol(symbols_number(&c->symbols, x), type),
                    c_run_pointer(c_run_object(r, 1), type),
                    c_run_pointer(c_run_object(r, 1), type)}, none;
    double made[2];
    TRY(c_run_call(r, name, a, 3, &none));
    for (int k = 0; k < 2; k++) {
        const c_value v = c_load(r, a[1 + k]);
        if (v.kind != C_SYMBOL || !symbols_is_number(&c->symbols, v.is.symbol, &made[k]))
            return c_reader_differs(c, NULL, name, "%s gives no number", name);
        const long double wanted = k ? cosl(x) : sinl(x);
        const bool beyond = fabs(x) >= (c->is_float ? 0x1p13 : 0x1p20);
        if (beyond ? !isnan(made[k]) && fabs(x) > (c->is_float ? 0x1p14 : 0x1p21)
                   : !is_right(made[k], wanted, c->is_float))
            return c_reader_differs(c, NULL, name, "%s is no sine and cosine", name);
    }
    return STATUS_OK;
}

status c_check_pairs(c_reader *c)
{
    enum { STEPS = 60, QUARTERS = 20 };
    c->symbols.folds = true;
    for (int k = 0; k < 2; k++) {
        const char *name = c_reader_name(c, "", PAIRS[k]);
        if (!c_reader_has(c, name))
            continue;
        double x = c->is_float ? (double)0x1.8p-10f : 0x1.8p-20;
        for (int i = 0; i < STEPS; i++, x = x * -1.37)
            TRY(check_pair(c, name, c->is_float ? (double)(float)x : x));
        for (int i = 1; i <= QUARTERS; i++) { /* where most of the angle is taken away */
            const double turn = i * 0x1.921fb54442d18p+0;
            TRY(check_pair(c, name, c->is_float ? (double)(float)turn : turn));
        }
        TRY(check_pair(c, name, 0x1p126));
    }
    c->symbols.folds = false;
    return STATUS_OK;
}
