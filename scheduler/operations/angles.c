/* SPDX-License-Identifier: MIT */
#include "operations/angles.h"

#include "base/names.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
    arena *mem;
    const ops *old;
    bool plain;          /* sines and cosines stay inputs */
    ops *p;              /* what becomes of it: inputs, constants and list grow */
    name_table taken;    /* names of p, and of old where it keeps them */
    operand *input;      /* per input of old: what it is now */
    bool *used;          /* per input of old */
} angles;

/* An input that is already as it is wanted: a number of the state, or a plain sine. */
static bool is_given(const angles *a, const ops_input *in)
{
    switch (INPUT_KIND[in->kind].made) {
    case MADE_COPY: return true;
    case MADE_AFFINE: return in->ratio == 1 && in->offset == 0;
    default: return a->plain && in->ratio > 0 && in->offset == 0;
    }
}

static bool is_position(const ops_input *in)
{
    return INPUT_KIND[in->kind].made != MADE_COPY;
}

static void mark_used(angles *a)
{
    const ops *p = a->old;
    for (uint32_t i = 0; i < p->list_count; i++) {
        const operand two[2] = {p->list[i].a, p->list[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(two[k]) == FROM_INPUT)
                a->used[OPERAND_INDEX(two[k])] = true;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_INPUT)
            a->used[OPERAND_INDEX(p->outputs[i].value)] = true;
}

/* `wanted`, or with a number behind it where that is another's. */
static const char *own_name(angles *a, const char *wanted)
{
    const char *name = wanted;
    for (uint32_t k = 2; !names_add(&a->taken, name, strlen(name), 0); k++)
        name = arena_printf(a->mem, "%s_%u", wanted, k);
    return name;
}

/* The position that `in` is made of; the first who asks makes the input. */
static operand position_of(angles *a, const ops_input *in)
{
    for (uint32_t i = 0; i < a->p->inputs_count; i++)
        if (a->p->inputs[i].kind == INPUT_Q && a->p->inputs[i].index == in->index)
            return OPERAND(FROM_INPUT, i);
    const char *wanted = arena_printf(a->mem, "%s%u", INPUT_KIND[INPUT_Q].prefix, in->index + 1);
    *ARENA_PUSH(a->mem, a->p, inputs) = (ops_input){.name = own_name(a, wanted),
                                                    .kind = INPUT_Q,
                                                    .of = in->of,
                                                    .index = in->index,
                                                    .ratio = 1};
    return OPERAND(FROM_INPUT, a->p->inputs_count - 1);
}

static operand constant_of(angles *a, double value)
{
    for (uint32_t i = 0; i < a->p->constants_count; i++)
        if (memcmp(&a->p->constants[i].value, &value, sizeof value) == 0)
            return OPERAND(FROM_CONSTANT, i);
    *ARENA_PUSH(a->mem, a->p, constants) = (ops_constant){.name = own_name(a, "angle"),
                                                          .value = value};
    return OPERAND(FROM_CONSTANT, a->p->constants_count - 1);
}

/* The same operation of before, or a new one. */
static operand operation_of(angles *a, op_kind kind, operand x, operand y, const char *wanted)
{
    for (uint32_t i = 0; i < a->p->list_count; i++) {
        const op *o = &a->p->list[i];
        if (o->kind == kind && o->a == x && o->b == y)
            return OPERAND(FROM_OP, i);
    }
    *ARENA_PUSH(a->mem, a->p, list) = (op){.kind = kind, .a = x, .b = y,
                                           .name = own_name(a, wanted)};
    return OPERAND(FROM_OP, a->p->list_count - 1);
}

/* ---- rotations ------------------------------------------------------------------------------- */

/* The plain sine or cosine of the same position and ratio; the first who asks makes the input. */
static operand plain_of(angles *a, const ops_input *in, input_kind kind)
{
    const double ratio = fabs(in->ratio);
    for (uint32_t i = 0; i < a->p->inputs_count; i++) {
        const ops_input *w = &a->p->inputs[i];
        if (w->kind == kind && w->index == in->index && w->ratio == ratio && w->offset == 0)
            return OPERAND(FROM_INPUT, i);
    }
    const char *wanted = arena_printf(a->mem, "%s%u", INPUT_KIND[kind].prefix, in->index + 1);
    *ARENA_PUSH(a->mem, a->p, inputs) = (ops_input){.name = own_name(a, wanted),
                                                    .kind = kind,
                                                    .of = in->of,
                                                    .index = in->index,
                                                    .ratio = ratio};
    return OPERAND(FROM_INPUT, a->p->inputs_count - 1);
}

/* Sine and cosine of an offset: exactly 0 and 1 for a quarter turn that is rounded to a double. */
static void sine_of_offset(double offset, double *sine, double *cosine)
{
    static const double QUARTER = 1.5707963267948966;
    const double quarters = round(offset / QUARTER);
    *sine = sin(offset);
    *cosine = cos(offset);
    if (fabs(offset - quarters * QUARTER) <= DBL_EPSILON * fabs(offset)) {
        *sine = round(*sine);
        *cosine = round(*cosine);
    }
}

typedef struct {
    operand of; /* not read where there is nothing of it */
    double factor;
} term;

/* |factor| times its input. */
static operand size_of(angles *a, term t)
{
    return fabs(t.factor) == 1
               ? t.of
               : operation_of(a, OP_MUL, t.of, constant_of(a, fabs(t.factor)), "turn");
}

/* The sum of two terms, one of which may be nothing, in as few operations as signs allow. */
static operand sum_of(angles *a, term x, term y, const char *wanted)
{
    if (x.factor == 0 || (x.factor < 0 && y.factor > 0)) {
        const term was = x;
        x = y;
        y = was;
    }
    if (y.factor == 0 && x.factor == 1)
        return x.of;
    if (y.factor == 0)
        return operation_of(a, OP_MUL, x.of, constant_of(a, x.factor), wanted);
    if (x.factor < 0)
        return operation_of(a, OP_SUB,
                            operation_of(a, OP_MUL, x.of, constant_of(a, x.factor), "turn"),
                            size_of(a, y), wanted);
    const operand first = size_of(a, x);
    return operation_of(a, y.factor < 0 ? OP_SUB : OP_ADD, first, size_of(a, y), wanted);
}

static operand rotate(angles *a, const ops_input *in)
{
    const double sense = in->ratio < 0 ? -1 : 1;
    double sine, cosine;
    sine_of_offset(in->offset, &sine, &cosine);
    const bool of_sine = INPUT_KIND[in->kind].made == MADE_SINE;
    const double of_s = of_sine ? sense * cosine : -sense * sine;
    const double of_c = of_sine ? sine : cosine;
    const term s = {of_s != 0 ? plain_of(a, in, INPUT_SIN) : 0, of_s};
    const term c = {of_c != 0 ? plain_of(a, in, INPUT_COS) : 0, of_c};
    return of_sine ? sum_of(a, s, c, in->name) : sum_of(a, c, s, in->name);
}

/* ---- all inputs ------------------------------------------------------------------------------ */

static operand make(angles *a, const ops_input *in)
{
    if (a->plain && INPUT_KIND[in->kind].made != MADE_AFFINE)
        return rotate(a, in);
    operand x = position_of(a, in);
    if (in->ratio != 1)
        x = operation_of(a, OP_MUL, x, constant_of(a, in->ratio), "turn");
    const bool cosine = INPUT_KIND[in->kind].made == MADE_COSINE;
    if (cosine || INPUT_KIND[in->kind].made == MADE_SINE)
        return operation_of(a, cosine ? OP_COS : OP_SIN, x, constant_of(a, in->offset), in->name);
    return in->offset == 0 ? x : operation_of(a, OP_ADD, x, constant_of(a, in->offset), "turn");
}

static void take_input(angles *a, uint32_t input)
{
    a->input[input] = OPERAND(FROM_INPUT, a->p->inputs_count);
    *ARENA_PUSH(a->mem, a->p, inputs) = a->old->inputs[input];
}

/* Positions, each when the first sine needs it, then all other inputs; and what is made of them. */
static void take_inputs(angles *a)
{
    for (uint32_t i = 0; i < a->old->inputs_count; i++) {
        const ops_input *in = &a->old->inputs[i];
        if (is_given(a, in))
            names_add(&a->taken, in->name, strlen(in->name), 0);
    }
    for (uint32_t i = 0; i < a->old->inputs_count; i++)
        if (is_position(&a->old->inputs[i]) && is_given(a, &a->old->inputs[i]))
            take_input(a, i);
    for (uint32_t i = 0; i < a->old->inputs_count; i++)
        if (!is_given(a, &a->old->inputs[i]) && a->used[i])
            a->input[i] = make(a, &a->old->inputs[i]);
    for (uint32_t i = 0; i < a->old->inputs_count; i++)
        if (!is_position(&a->old->inputs[i]))
            take_input(a, i);
}

static operand moved(const angles *a, operand x, uint32_t made)
{
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return a->input[OPERAND_INDEX(x)];
    case FROM_OP: return OPERAND(FROM_OP, OPERAND_INDEX(x) + made);
    case FROM_CONSTANT: break;
    }
    return x;
}

/* Returns how many operations were made. */
static uint32_t take_angles(arena *mem, ops *p, bool plain)
{
    const ops old = *p;
    arena scratch = arena_make();
    angles a = {.mem = mem, .old = &old, .plain = plain, .p = p, .taken = names_make(&scratch),
                .input = ARENA_ARRAY(&scratch, operand, old.inputs_count + 1),
                .used = ARENA_ARRAY(&scratch, bool, old.inputs_count + 1)};
    mark_used(&a);
    p->inputs = NULL;
    p->list = NULL;
    p->constants = NULL;
    p->inputs_count = p->inputs_capacity = p->list_count = p->list_capacity = 0;
    p->constants_count = p->constants_capacity = 0;
    for (uint32_t i = 0; i < old.constants_count; i++) {
        names_add(&a.taken, old.constants[i].name, strlen(old.constants[i].name), 0);
        *ARENA_PUSH(mem, p, constants) = old.constants[i];
    }
    for (uint32_t i = 0; i < old.list_count; i++)
        names_add(&a.taken, old.list[i].name, strlen(old.list[i].name), 0);
    take_inputs(&a);
    const uint32_t made = p->list_count;
    for (uint32_t i = 0; i < old.list_count; i++) {
        op *o = ARENA_PUSH(mem, p, list);
        *o = old.list[i];
        o->a = moved(&a, o->a, made);
        o->b = moved(&a, o->b, made);
    }
    p->outputs = NULL;
    p->outputs_count = p->outputs_capacity = 0;
    for (uint32_t i = 0; i < old.outputs_count; i++) {
        ops_output *out = ARENA_PUSH(mem, p, outputs);
        *out = old.outputs[i];
        out->value = moved(&a, out->value, made);
    }
    arena_free(&scratch);
    return made;
}

void ops_compute_angles(arena *mem, ops *p)
{
    take_angles(mem, p, false);
}

uint32_t ops_plain_angles(arena *mem, ops *p)
{
    return ops_moved_angles(p) ? take_angles(mem, p, true) : 0;
}

uint32_t ops_moved_angles(const ops *p)
{
    const angles all = {.plain = true};
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        count += !is_given(&all, &p->inputs[i]);
    return count;
}
