/* SPDX-License-Identifier: MIT */
#include "program/core_words.h"

#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"

uint32_t core_word_of_constant(const ops *p, uint32_t constant)
{
    const ops_constant *k = &p->constants[constant];
    int64_t word = 0;
    if (!p->width)
        return fp32_from_double(k->value);
    fixed_from_double(p->width, k->point, k->value, &word); /* fits: ops_check */
    return fixed_word(word);
}

uint32_t core_word_of_operand(const ops *p, const op *second_of, uint32_t constant)
{
    return ops_is_offset(second_of) ? fp32_trig_offset(p->constants[constant].value)
                                    : core_word_of_constant(p, constant);
}

bool core_words_of_inputs(const ops *p, const double *in, uint32_t *words)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        int64_t word = 0;
        if (p->width && (!(in[i] >= w->low && in[i] <= w->high) ||
                         !fixed_from_double(p->width, w->point, in[i], &word)))
            return false;
        words[i] = p->width ? fixed_word(word) : fp32_from_double(in[i]);
    }
    return true;
}

static int64_t integer_of(const ops *p, uint32_t word)
{
    int64_t x;
    (void)fixed_from_word(p->width, word, &x);
    return x;
}

double core_word_value(const ops *p, operand x, uint32_t word)
{
    return p->width ? fixed_value(ops_point(p, x), integer_of(p, word)) : (double)fp32_value(word);
}

core_evaluator core_evaluator_make(arena *mem, const ops *p)
{
    core_evaluator e = {.p = p};
    if (p->width) {
        e.constants = ARENA_ARRAY(mem, int64_t, p->constants_count + 1);
        e.in_fixed = ARENA_ARRAY(mem, int64_t, p->inputs_count + 1);
        e.out_fixed = ARENA_ARRAY(mem, int64_t, p->outputs_count + 1);
        e.results = ARENA_ARRAY(mem, int64_t, p->list_count + 1);
        ops_fixed_constants(p, e.constants);
    } else {
        e.in = ARENA_ARRAY(mem, float, p->inputs_count + 1);
        e.out = ARENA_ARRAY(mem, float, p->outputs_count + 1);
        e.scratch = ARENA_ARRAY(mem, float, p->list_count + 1);
    }
    return e;
}

static bool evaluate_fixed(const core_evaluator *e, const uint32_t *in, uint32_t *out)
{
    const ops *p = e->p;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        e->in_fixed[i] = integer_of(p, in[i]);
    uint32_t first = ops_eval_fixed(p, e->constants, e->in_fixed, e->out_fixed, e->results);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o] = fixed_word(e->out_fixed[o]);
    return first == p->list_count;
}

bool core_evaluate(const core_evaluator *e, const uint32_t *in, uint32_t *out)
{
    const ops *p = e->p;
    if (p->width)
        return evaluate_fixed(e, in, out);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        e->in[i] = fp32_value(in[i]);
    ops_eval32(p, e->in, e->out, e->scratch);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o] = fp32_bits(e->out[o]);
    return true;
}
