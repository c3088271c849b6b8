/* SPDX-License-Identifier: MIT */
#include "program/expected_error.h"

#include "program/core_words.h"
#include "operations/rounding_bounds.h"

#include <math.h>
#include <string.h>

/* Of each output, in all states. */
typedef struct {
    double *size, *error, *bound;
} extremes;

static double *zeros(arena *mem, uint32_t count)
{
    return ARENA_ARRAY(mem, double, count + 1);
}

/* A result that binary64 does not have tells nothing; one that binary32 alone does not have is as
 * wrong as can be. */
static void look_at(const sample_set *t, const uint32_t *words, const double *exact,
                    const double *bound, extremes *x)
{
    for (uint32_t o = 0; o < t->p->outputs_count; o++) {
        if (!isfinite(exact[o]))
            continue;
        const double error = fabs(core_word_value(t->p, t->p->outputs[o].value, words[o]) -
                                  exact[o]);
        x->size[o] = fmax(x->size[o], fabs(exact[o]));
        x->error[o] = fmax(x->error[o], isnan(error) ? INFINITY : error);
        x->bound[o] = fmax(x->bound[o], isnan(bound[o]) ? INFINITY : bound[o]);
    }
}

static bool is_result(const sample_set *t, uint32_t output)
{
    const output_kind kind = t->p->outputs[output].kind;
    return kind != OUTPUT_PIVOT && kind != OUTPUT_PIVOT_WHOLE && !samples_is_rounding(t, output);
}

/* Half a unit of binary64 is 2^-29 of that of binary32, and so are bounds of what it rounds. */
static bool has_size(const extremes *x, uint32_t o)
{
    return x->size[o] > 0x1p-29 * x->bound[o] || (isinf(x->bound[o]) && x->size[o] > 0);
}

uint32_t expected_error_states(const ops *p)
{
    enum { STATES = 100, LEAST_STATES = 20, OPERATIONS = 5000000 };
    const uint32_t fit = OPERATIONS / (p->list_count + 1);
    return fit > STATES ? STATES : fit < LEAST_STATES ? LEAST_STATES : fit;
}

expected_error expected_error_find(const sample_set *t)
{
    arena mem = arena_make();
    const ops *p = t->p;
    expected_error e = {0};
    if (ops_has_points(p))
        return e;
    core_evaluator core = core_evaluator_make(&mem, p);
    uint32_t *words = ARENA_ARRAY(&mem, uint32_t, p->outputs_count + 1);
    double *exact = zeros(&mem, p->outputs_count), *values = zeros(&mem, p->list_count);
    double *bounds = zeros(&mem, p->list_count), *bound = zeros(&mem, p->outputs_count);
    extremes x = {zeros(&mem, p->outputs_count), zeros(&mem, p->outputs_count),
                  zeros(&mem, p->outputs_count)};
    for (uint32_t k = 0; k < t->steps; k++) {
        const double *in = t->exact + (size_t)k * p->inputs_count;
        core_evaluate(&core, t->in + (size_t)k * p->inputs_count, words);
        ops_eval64(p, in, exact, values);
        rounding_bounds(p, rounding_of(p), in, values, bounds, bound);
        look_at(t, words, exact, bound, &x);
    }
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        if (!is_result(t, o))
            continue;
        if (!has_size(&x, o)) {
            e.left_out++;
            continue;
        }
        const double error = x.error[o] / x.size[o], most = x.bound[o] / x.size[o];
        if (!e.states || error > e.sampled)
            e.sampled = error, e.sampled_of = o;
        if (!e.states || most > e.bound)
            e.bound = most, e.bound_of = o;
        e.states = t->steps;
    }
    arena_free(&mem);
    return e;
}

bool expected_prefers_double(const expected_error *e)
{
    return e->sampled > EXPECTED_MOST;
}

void expected_error_print(const expected_error *e, const ops *p, int label, text *out)
{
    if (!e->states)
        return;
    const char *about = ops_format(p)->about;
    text_printf(out, "%s %-*s%.3g of the size of '%s' in %u states within limits, bound %.3g",
                about, label - 1 - (int)strlen(about), "error", e->sampled,
                p->outputs[e->sampled_of].name, e->states, e->bound);
    if (e->bound_of != e->sampled_of)
        text_printf(out, " ('%s')", p->outputs[e->bound_of].name);
    text_add(out, "\n");
    if (expected_prefers_double(e))
        text_printf(out, "%-*sdouble on the CPU: %s is off by more than %g of an output's "
                         "size\n", label, "better choice", about, EXPECTED_MOST);
}

static void json_share(const char *key, double share, const char *of, text *out)
{
    text_printf(out, "\"%s\": ", key);
    if (isfinite(share))
        text_printf(out, "%.3g", share);
    else
        text_add(out, "null");
    text_printf(out, ", \"%s_of\": ", key);
    text_add_json_string(out, of);
}

void expected_error_json(const expected_error *e, const ops *p, text *out)
{
    if (!e->states) {
        text_add(out, "null");
        return;
    }
    text_printf(out, "{\"states\": %u, \"left_out\": %u, ", e->states, e->left_out);
    json_share("sampled", e->sampled, p->outputs[e->sampled_of].name, out);
    text_add(out, ", ");
    json_share("bound", e->bound, p->outputs[e->bound_of].name, out);
    text_printf(out, ", \"limit\": %g, \"double_is_better\": %s}", EXPECTED_MOST,
                expected_prefers_double(e) ? "true" : "false");
}
