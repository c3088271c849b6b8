/* SPDX-License-Identifier: MIT */
#include "program/core_words.h"

#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"

uint32_t core_word_of_constant(const ops *p, uint32_t constant)
{
    const ops_constant *k = &p->constants[constant];
    uint32_t word = 0;
    ops_format(p)->encode(p->format, k->point, k->value, &word); /* fits: ops_check */
    return word;
}

uint32_t core_word_of_operand(const ops *p, const op *second_of, uint32_t constant)
{
    return ops_is_offset(second_of) ? fp32_trig_offset(p->constants[constant].value)
                                    : core_word_of_constant(p, constant);
}

bool core_words_of_inputs(const ops *p, const double *in, uint32_t *words)
{
    const number_format *f = ops_format(p);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        if ((f->has_points && !(in[i] >= w->low && in[i] <= w->high)) ||
            !f->encode(p->format, w->point, in[i], &words[i]))
            return false;
    }
    return true;
}

double core_word_value(const ops *p, operand x, uint32_t word)
{
    return ops_format(p)->decode(p->format, ops_point(p, x), word);
}

/* ---- binary32 -------------------------------------------------------------------------------- */

static void make_binary32(arena *mem, core_evaluator *e)
{
    e->in = ARENA_ARRAY(mem, float, e->p->inputs_count + 1);
    e->out = ARENA_ARRAY(mem, float, e->p->outputs_count + 1);
    e->results = ARENA_ARRAY(mem, float, e->p->list_count + 1);
}

static bool run_binary32(const core_evaluator *e, const uint32_t *in, uint32_t *out)
{
    const ops *p = e->p;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        e->in[i] = fp32_value(in[i]);
    ops_eval32(p, e->in, e->out, e->results);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o] = fp32_bits(e->out[o]);
    return true;
}

static double result_binary32(const core_evaluator *e, uint32_t operation)
{
    return (double)e->results[operation];
}

/* ---- fixed point ----------------------------------------------------------------------------- */

static void make_fixed(arena *mem, core_evaluator *e)
{
    e->constants = ARENA_ARRAY(mem, int64_t, e->p->constants_count + 1);
    e->in_fixed = ARENA_ARRAY(mem, int64_t, e->p->inputs_count + 1);
    e->out_fixed = ARENA_ARRAY(mem, int64_t, e->p->outputs_count + 1);
    e->results_fixed = ARENA_ARRAY(mem, int64_t, e->p->list_count + 1);
    ops_fixed_constants(e->p, e->constants);
}

static bool run_fixed(const core_evaluator *e, const uint32_t *in, uint32_t *out)
{
    const ops *p = e->p;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        (void)fixed_from_word(p->format, in[i], &e->in_fixed[i]);
    uint32_t first = ops_eval_fixed(p, e->constants, e->in_fixed, e->out_fixed, e->results_fixed);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o] = fixed_word(e->out_fixed[o]);
    return first == p->list_count;
}

static double result_fixed(const core_evaluator *e, uint32_t operation)
{
    return fixed_value(e->p->list[operation].point, e->results_fixed[operation]);
}

/* ---- by format ------------------------------------------------------------------------------- */

static const struct {
    void (*make)(arena *mem, core_evaluator *e);
    bool (*run)(const core_evaluator *e, const uint32_t *in, uint32_t *out);
    double (*result)(const core_evaluator *e, uint32_t operation);
} EVALUATOR[FORMATS] = {[FORMAT_BINARY32] = {make_binary32, run_binary32, result_binary32},
                        [FORMAT_FIXED] = {make_fixed, run_fixed, result_fixed}};

core_evaluator core_evaluator_make(arena *mem, const ops *p)
{
    core_evaluator e = {.p = p};
    EVALUATOR[ops_format(p)->id].make(mem, &e);
    return e;
}

bool core_evaluate(const core_evaluator *e, const uint32_t *in, uint32_t *out)
{
    return EVALUATOR[ops_format(e->p)->id].run(e, in, out);
}

double core_evaluator_result(const core_evaluator *e, uint32_t operation)
{
    return EVALUATOR[ops_format(e->p)->id].result(e, operation);
}
