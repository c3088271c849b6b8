/* SPDX-License-Identifier: MIT */
#include "certify/sample_words.h"

#include "machine/fixed_trig.h"
#include "machine/formats.h"
#include "machine/fp32_trig.h"

typedef struct {
    const ops *p;
    const number_format *format;
    const uint32_t *in;
    uint32_t *made; /* per operation */
} sample;

static int point_of(const sample *s, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return s->p->inputs[i].point;
    case FROM_CONSTANT: return s->p->constants[i].point;
    case FROM_OP: break;
    }
    return s->p->list[i].point;
}

/* Constants that do not fit are no constants of a graph that was read. */
static uint32_t word_of(const sample *s, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    uint32_t word = OPERAND_CLASS(x) == FROM_INPUT ? s->in[i] : 0;
    if (OPERAND_CLASS(x) == FROM_OP)
        return s->made[i];
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        (void)s->format->encode(s->p->format, s->p->constants[i].point, s->p->constants[i].value,
                                &word);
    else
        (void)s->format->take(s->p->format, &word);
    return word;
}

/* The offset of a sine's angle. */
static double radians(const sample *s, const op *o)
{
    return s->p->constants[OPERAND_INDEX(o->b)].value;
}

static bool is_sine(const op *o) { return o->kind == OP_SIN || o->kind == OP_COS; }

/* Fixed point: the integers are what the words are, with their signs. */
static uint32_t with_points(const sample *s, const op *o)
{
    const uint32_t width = s->p->format;
    const int a_point = point_of(s, o->a);
    int64_t a = 0, b = 0, made;
    bool overflow = false;
    (void)fixed_from_word(width, word_of(s, o->a), &a);
    if (is_sine(o))
        return fixed_word(fixed_trig(width, a, a_point, fixed_trig_offset(width, radians(s, o)),
                                     o->kind == OP_COS, o->point));
    const int b_point = point_of(s, o->b);
    (void)fixed_from_word(width, word_of(s, o->b), &b);
    if (o->kind == OP_MUL)
        made = fixed_mul(width, a, b, (uint32_t)(a_point + b_point - o->point), &overflow);
    else
        made = fixed_add(width, a, b, false, o->kind == OP_SUB, (uint32_t)(a_point - o->point),
                         (uint32_t)(b_point - o->point), &overflow);
    return fixed_word(made);
}

static uint32_t without_points(const sample *s, const op *o)
{
    const bool below = o->kind == OP_BELOW;
    const format_issue issue = {
        .a = word_of(s, o->a),
        .b = is_sine(o) ? fp32_trig_offset(radians(s, o)) : word_of(s, o->b),
        .negate_a = below,
        .negate_b = below || o->kind == OP_SUB || o->kind == OP_COS};
    bool overflow = false;
    return s->format->compute(s->p->format, OP_KIND[o->kind].unit, &issue, &overflow);
}

void sample_words(arena *mem, const ops *p, const uint32_t *in, uint32_t *out)
{
    const sample s = {p, format_of(p->format), in, ARENA_ARRAY(mem, uint32_t, p->list_count + 1)};
    for (uint32_t i = 0; i < p->list_count; i++)
        s.made[i] = s.format->has_points ? with_points(&s, &p->list[i])
                                         : without_points(&s, &p->list[i]);
    for (uint32_t k = 0; k < p->outputs_count; k++)
        out[k] = word_of(&s, p->outputs[k].value);
}
