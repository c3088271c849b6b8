/* SPDX-License-Identifier: MIT */
/* Compilers leave straight-line code about as they find it. What makes it fast is that a value is
 * used soon after it is made, while it is in a register: whatever waits in memory is two more
 * instructions, and code that outgrows the instruction cache (32 KB; some 2,500 operations) runs
 * at a third of its speed. So the operations are listed depth first from the results: for each
 * result all that it alone still needs, of two operands the one that needs more registers first
 * (Sethi and Ullman, 1970). Orders that start the longest way to the end first, as for a processor
 * that looks no further ahead than it is told, are no faster in small functions and three times as
 * slow in large ones (measured). A product that only sums use is taken to be fused into them, as
 * compilers do that are allowed to: it stands before its sum. */
#include "emit/order.h"

enum { MOST_OPERANDS = 4 };

typedef struct {
    const ops *p;
    bool *fused, *listed; /* per operation */
    uint32_t *registers;  /* per operation: that computing it takes */
    uint32_t *depth;      /* per operation: operations from inputs to it */
    uint32_t *list, count;
    uint32_t *open, open_count; /* operations on the way from a result to the one at hand */
} ordering;

static bool is_sum(const op *o)
{
    return o->kind == OP_ADD || o->kind == OP_SUB;
}

/* Whether every use is in a sum that has no fused product yet; a product that is doubled stays. */
static bool can_fuse(const ops *p, uint32_t product, const uint32_t *uses, uint32_t count,
                     const bool *taken)
{
    for (uint32_t k = 0; k < count; k++) {
        const op *o = &p->list[uses[k]];
        if (!is_sum(o) || taken[uses[k]] || o->a == o->b)
            return false;
    }
    return count > 0 && p->list[product].kind == OP_MUL;
}

bool *order_fused(arena *mem, const ops *p)
{
    const uint32_t count = p->list_count;
    bool *fused = ARENA_ARRAY(mem, bool, count), *taken = ARENA_ARRAY(mem, bool, count),
         *shown = ARENA_ARRAY(mem, bool, count);
    uint32_t *end = ARENA_ARRAY(mem, uint32_t, (size_t)count + 1),
             *uses = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)count);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_OP)
            shown[OPERAND_INDEX(p->outputs[i].value)] = true;
    for (uint32_t i = 0; i < 2 * count; i++) {
        operand x = i % 2 ? p->list[i / 2].b : p->list[i / 2].a;
        if (OPERAND_CLASS(x) == FROM_OP)
            end[OPERAND_INDEX(x) + 1]++;
    }
    for (uint32_t i = 0; i < count; i++)
        end[i + 1] += end[i]; /* end[i] is where the uses of i begin until they are put there */
    for (uint32_t i = 0; i < 2 * count; i++) {
        operand x = i % 2 ? p->list[i / 2].b : p->list[i / 2].a;
        if (OPERAND_CLASS(x) == FROM_OP)
            uses[end[OPERAND_INDEX(x)]++] = i / 2;
    }
    for (uint32_t i = 0, from = 0; i < count; from = end[i++]) {
        fused[i] = !shown[i] && can_fuse(p, i, uses + from, end[i] - from, taken);
        for (uint32_t k = from; fused[i] && k < end[i]; k++)
            taken[uses[k]] = true;
    }
    return fused;
}

/* The operations whose values an operation needs, each once, fused products replaced by what they
 * are made of; those that take most registers first. */
static uint32_t needs(const ordering *r, uint32_t i, uint32_t list[MOST_OPERANDS])
{
    uint32_t count = 0;
    const operand side[2] = {r->p->list[i].a, r->p->list[i].b};
    for (int k = 0; k < 2; k++) {
        operand from[2] = {side[k], OPERAND(FROM_INPUT, 0)};
        if (OPERAND_CLASS(side[k]) == FROM_OP && r->fused[OPERAND_INDEX(side[k])]) {
            from[0] = r->p->list[OPERAND_INDEX(side[k])].a;
            from[1] = r->p->list[OPERAND_INDEX(side[k])].b;
        }
        for (int n = 0; n < 2; n++) {
            const uint32_t x = OPERAND_INDEX(from[n]);
            uint32_t at = count;
            bool known = OPERAND_CLASS(from[n]) != FROM_OP;
            for (uint32_t m = 0; m < count; m++)
                known |= list[m] == x;
            if (known)
                continue;
            for (; at > 0 && r->registers[list[at - 1]] < r->registers[x]; at--)
                list[at] = list[at - 1];
            list[at] = x;
            count++;
        }
    }
    return count;
}

/* Operands come first in p->list. */
static void measure(ordering *r)
{
    uint32_t from[MOST_OPERANDS];
    for (uint32_t i = 0; i < r->p->list_count; i++) {
        const uint32_t count = needs(r, i, from);
        r->registers[i] = 1;
        for (uint32_t k = 0; k < count; k++) {
            if (r->registers[i] < r->registers[from[k]] + k) /* k values wait meanwhile */
                r->registers[i] = r->registers[from[k]] + k;
            if (r->depth[i] < r->depth[from[k]] + 1)
                r->depth[i] = r->depth[from[k]] + 1;
        }
    }
}

/* Lists an operation after the fused products it needs. */
static void list_one(ordering *r, uint32_t i)
{
    const operand side[2] = {r->p->list[i].a, r->p->list[i].b};
    for (int k = 0; k < 2; k++) {
        const uint32_t x = OPERAND_INDEX(side[k]);
        if (OPERAND_CLASS(side[k]) == FROM_OP && r->fused[x] && !r->listed[x]) {
            r->list[r->count++] = x;
            r->listed[x] = true;
        }
    }
    r->list[r->count++] = i;
    r->listed[i] = true;
}

/* Lists all that an operation needs, then itself. */
static void list_with_needs(ordering *r, uint32_t last)
{
    uint32_t from[MOST_OPERANDS];
    r->open_count = 0;
    if (!r->listed[last])
        r->open[r->open_count++] = last;
    while (r->open_count > 0) {
        const uint32_t i = r->open[r->open_count - 1], count = needs(r, i, from);
        uint32_t k = 0;
        while (k < count && r->listed[from[k]])
            k++;
        if (k < count) {
            r->open[r->open_count++] = from[k];
            continue;
        }
        list_one(r, i);
        r->open_count--;
    }
}

static ordering ordering_make(arena *mem, const ops *p)
{
    const uint32_t count = p->list_count;
    ordering r = {.p = p,
                  .fused = order_fused(mem, p),
                  .listed = ARENA_ARRAY(mem, bool, count),
                  .registers = ARENA_ARRAY(mem, uint32_t, count),
                  .depth = ARENA_ARRAY(mem, uint32_t, count),
                  .list = ARENA_ARRAY(mem, uint32_t, count),
                  .open = ARENA_ARRAY(mem, uint32_t, count)};
    measure(&r);
    return r;
}

static uint32_t output_depth(const ordering *r, uint32_t output)
{
    const operand value = r->p->outputs[output].value;
    return OPERAND_CLASS(value) == FROM_OP ? r->depth[OPERAND_INDEX(value)] : 0;
}

static void list_output(ordering *r, uint32_t output)
{
    const operand value = r->p->outputs[output].value;
    if (OPERAND_CLASS(value) == FROM_OP)
        list_with_needs(r, OPERAND_INDEX(value));
}

/* What no output needs. */
static uint32_t *finish(ordering *r)
{
    for (uint32_t i = 0; i < r->p->list_count; i++)
        if (!r->fused[i])
            list_with_needs(r, i);
    return r->list;
}

uint32_t *order_for_speed(arena *mem, const ops *p)
{
    ordering r = ordering_make(mem, p);
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (deepest < output_depth(&r, i))
            deepest = output_depth(&r, i);
    uint32_t *first = ARENA_ARRAY(mem, uint32_t, (size_t)deepest + 1),
             *next = ARENA_ARRAY(mem, uint32_t, p->outputs_count); /* numbers + 1, 0 at the end */
    for (uint32_t i = p->outputs_count; i-- > 0;) {
        next[i] = first[output_depth(&r, i)];
        first[output_depth(&r, i)] = i + 1;
    }
    for (uint32_t depth = 0; depth <= deepest; depth++)
        for (uint32_t i = first[depth]; i != 0; i = next[i - 1])
            list_output(&r, i - 1);
    return finish(&r);
}

uint32_t *order_for_size(arena *mem, const ops *p)
{
    ordering r = ordering_make(mem, p);
    for (uint32_t i = p->outputs_count; i-- > 0;)
        list_output(&r, i);
    return finish(&r);
}
