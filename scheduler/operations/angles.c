#include "operations/angles.h"

#include "base/names.h"

#include <string.h>

typedef struct {
    arena *mem;
    const ops *old;
    ops *p;              /* what becomes of it: inputs, constants and list grow */
    name_table taken;    /* names of p, and of old where it keeps them */
    operand *input;      /* per input of old: what it is now */
    bool *used;          /* per input of old */
} angles;

/* An input that is already a number of the state. */
static bool is_given(const ops_input *in)
{
    const word_made made = INPUT_KIND[in->kind].made;
    return made == MADE_COPY || (made == MADE_AFFINE && in->ratio == 1 && in->offset == 0);
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

static operand make(angles *a, const ops_input *in)
{
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
        if (is_given(in))
            names_add(&a->taken, in->name, strlen(in->name), 0);
    }
    for (uint32_t i = 0; i < a->old->inputs_count; i++)
        if (is_position(&a->old->inputs[i]) && is_given(&a->old->inputs[i]))
            take_input(a, i);
    for (uint32_t i = 0; i < a->old->inputs_count; i++)
        if (!is_given(&a->old->inputs[i]) && a->used[i])
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

void ops_compute_angles(arena *mem, ops *p)
{
    const ops old = *p;
    arena scratch = arena_make();
    angles a = {.mem = mem, .old = &old, .p = p, .taken = names_make(&scratch),
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
}
