/* SPDX-License-Identifier: MIT */
#include "apps/motion/graph_builder.h"

#include <string.h>

graph_builder graph_begin(arena *mem, ops *p)
{
    enum { FIRST_SIZE = 256 };
    return (graph_builder){.mem = mem, .p = p, .table = ARENA_ARRAY(mem, uint32_t, FIRST_SIZE),
                           .table_size = FIRST_SIZE};
}

graph_value graph_number(double v)
{
    return (graph_value){.is_number = true, .number = v};
}

graph_value graph_negative(graph_value a)
{
    if (a.is_number)
        return graph_number(-a.number);
    a.negative = !a.negative;
    return a;
}

bool graph_is(graph_value a, double v)
{
    return a.is_number && a.number == v;
}

/* ---- what was there before ------------------------------------------------------------------- */

static uint64_t key_of(const ops *p, operand x)
{
    uint64_t key;
    if (OPERAND_CLASS(x) == FROM_CONSTANT) {
        memcpy(&key, &p->constants[OPERAND_INDEX(x)].value, sizeof key);
        return key;
    }
    const op *o = &p->list[OPERAND_INDEX(x)];
    return ((uint64_t)o->a << 32 | o->b) ^ (uint64_t)o->kind << 24;
}

static bool is_same(const ops *p, operand x, operand y)
{
    if (OPERAND_CLASS(x) != OPERAND_CLASS(y))
        return false;
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        return p->constants[OPERAND_INDEX(x)].value == p->constants[OPERAND_INDEX(y)].value;
    const op *o = &p->list[OPERAND_INDEX(x)], *other = &p->list[OPERAND_INDEX(y)];
    return o->kind == other->kind && o->a == other->a && o->b == other->b;
}

/* Its place, or the place of the same. */
static uint32_t *place_of(const graph_builder *b, operand x)
{
    const uint32_t mask = b->table_size - 1;
    uint32_t at = (uint32_t)(key_of(b->p, x) * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (b->table[at] && !is_same(b->p, b->table[at] - 1, x))
        at = (at + 1) & mask;
    return &b->table[at];
}

static void grow(graph_builder *b)
{
    const graph_builder from = *b;
    b->table_size *= 2;
    b->table = ARENA_ARRAY(b->mem, uint32_t, b->table_size);
    for (uint32_t i = 0; i < from.table_size; i++)
        if (from.table[i])
            *place_of(b, from.table[i] - 1) = from.table[i];
}

/* The last of its list, or, where the same is there already, that in its place. */
static operand found_or_last(graph_builder *b, operand last, uint32_t *count)
{
    uint32_t *found = place_of(b, last);
    if (*found) {
        --*count;
        return *found - 1;
    }
    *found = last + 1;
    if (2 * ++b->table_used > b->table_size)
        grow(b);
    return last;
}

static operand operand_of(graph_builder *b, graph_value a)
{
    if (!a.is_number)
        return a.x;
    const uint32_t last = b->p->constants_count;
    *ARENA_PUSH(b->mem, b->p, constants) = (ops_constant){.value = a.number};
    const operand x = found_or_last(b, OPERAND(FROM_CONSTANT, last), &b->p->constants_count);
    if (OPERAND_INDEX(x) == last)
        b->p->constants[last].name = arena_printf(b->mem, "k%u", last);
    return x;
}

/* ---- operations ------------------------------------------------------------------------------ */

static graph_value operation(graph_builder *b, op_kind kind, operand x, operand y)
{
    const bool turns = OP_KIND[kind].swaps && kind != OP_SUB && x > y;
    const uint32_t last = b->p->list_count;
    *ARENA_PUSH(b->mem, b->p, list) = (op){.kind = kind, .a = turns ? y : x, .b = turns ? x : y};
    const operand made = found_or_last(b, OPERAND(FROM_OP, last), &b->p->list_count);
    if (OPERAND_INDEX(made) == last)
        b->p->list[last].name = arena_printf(b->mem, "t%u", last);
    return (graph_value){.x = made};
}

graph_value graph_times(graph_builder *b, graph_value x, graph_value y)
{
    if (x.is_number && y.is_number)
        return graph_number(x.number * y.number);
    if (graph_is(x, 0) || graph_is(y, 0))
        return graph_number(0);
    if (y.is_number) {
        const graph_value swap = x;
        x = y;
        y = swap;
    }
    if (graph_is(x, 1) || graph_is(x, -1))
        return x.number < 0 ? graph_negative(y) : y;
    const bool minus = x.negative != y.negative;
    graph_value r = operation(b, OP_MUL, operand_of(b, x), operand_of(b, y));
    r.negative = minus;
    return r;
}

static graph_value with_sign_apart(graph_value x)
{
    return x.is_number && x.number < 0
               ? (graph_value){.is_number = true, .negative = true, .number = -x.number}
               : x;
}

graph_value graph_plus(graph_builder *b, graph_value x, graph_value y)
{
    if (x.is_number && y.is_number)
        return graph_number(x.number + y.number);
    if (graph_is(x, 0) || graph_is(y, 0))
        return graph_is(x, 0) ? y : x;
    x = with_sign_apart(x);
    y = with_sign_apart(y);
    const operand a = operand_of(b, x), c = operand_of(b, y);
    if (x.negative == y.negative) {
        graph_value r = operation(b, OP_ADD, a, c);
        r.negative = x.negative;
        return r;
    }
    /* x - y the same way round, whoever asks: -(y - x) */
    const graph_value r = a < c ? operation(b, OP_SUB, a, c)
                                : graph_negative(operation(b, OP_SUB, c, a));
    return x.negative ? graph_negative(r) : r;
}

graph_value graph_minus(graph_builder *b, graph_value x, graph_value y)
{
    return graph_plus(b, x, graph_negative(y));
}

graph_value graph_reciprocal(graph_builder *b, graph_value x)
{
    if (x.is_number)
        return graph_number(1 / x.number);
    graph_value r = operation(b, OP_DIV, operand_of(b, graph_number(1)), x.x);
    r.negative = x.negative;
    return r;
}

/* ---- inputs and outputs ---------------------------------------------------------------------- */

graph_value graph_input(graph_builder *b, const char *name, input_kind kind, const char *of,
                        uint32_t index, double ratio, double offset)
{
    *ARENA_PUSH(b->mem, b->p, inputs) = (ops_input){.name = name, .kind = kind, .of = of,
                                                    .index = index, .ratio = ratio,
                                                    .offset = offset};
    return (graph_value){.x = OPERAND(FROM_INPUT, b->p->inputs_count - 1)};
}

void graph_output(graph_builder *b, const char *name, output_kind kind, const char *of,
                  uint32_t index, graph_value v)
{
    if (v.negative) /* no operation negates: a product does */
        v = operation(b, OP_MUL, operand_of(b, graph_number(-1)), v.x);
    *ARENA_PUSH(b->mem, b->p, outputs) = (ops_output){.name = name, .kind = kind, .of = of,
                                                      .index = index, .value = operand_of(b, v)};
}

void graph_end(graph_builder *b)
{
    ops *p = b->p;
    uint32_t *to = ARENA_ARRAY(b->mem, uint32_t, p->inputs_count + 1), kept = 0;
    bool *used = ARENA_ARRAY(b->mem, bool, p->inputs_count + 1);
    for (uint32_t k = 0; k < 2 * p->list_count; k++) {
        const operand x = k % 2 ? p->list[k / 2].b : p->list[k / 2].a;
        if (OPERAND_CLASS(x) == FROM_INPUT)
            used[OPERAND_INDEX(x)] = true;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_INPUT)
            used[OPERAND_INDEX(p->outputs[i].value)] = true;
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        to[i] = kept;
        if (used[i])
            p->inputs[kept++] = p->inputs[i];
    }
    p->inputs_count = kept;
    for (uint32_t k = 0; k < p->list_count; k++) {
        operand *const both[] = {&p->list[k].a, &p->list[k].b};
        for (uint32_t i = 0; i < 2; i++)
            if (OPERAND_CLASS(*both[i]) == FROM_INPUT)
                *both[i] = OPERAND(FROM_INPUT, to[OPERAND_INDEX(*both[i])]);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_INPUT)
            p->outputs[i].value = OPERAND(FROM_INPUT, to[OPERAND_INDEX(p->outputs[i].value)]);
}
