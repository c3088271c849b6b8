/* SPDX-License-Identifier: MIT */
#include "certify/fixed_forms.h"

#include "certify/graph_words.h"
#include "operations/ops_fixed.h"

form fixed_graph_sine(forms *f, form angle, int64_t high, int64_t low, int64_t offset,
                      bool is_cosine, int places)
{
    const symbol of = symbols_put(f->of, SYMBOL_TURNED, forms_as_symbol(f, angle),
                                  2 * (uint32_t)places + is_cosine, (uint64_t)offset);
    return forms_symbol(f, symbols_put(f->of, SYMBOL_TURNED, of, (uint32_t)high, (uint64_t)low));
}

static form operand_form(const fixed_graph *g, const int64_t *constants, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return g->inputs[i];
    case FROM_CONSTANT: return forms_constant(g->f, constants[i]);
    case FROM_OP: break;
    }
    return g->values[i];
}

static form sine_form(const fixed_graph *g, const op *o, form angle)
{
    const ops *p = g->p;
    const uint32_t cut = p->format - FIXED_TRIG_OFFSET_BITS;
    const int64_t quarters = fixed_trig_quarters(p->format, ops_point(p, o->a));
    return fixed_graph_sine(g->f, angle, quarters >> cut, quarters & (((int64_t)1 << cut) - 1),
                            ops_fixed_offset(p, o), o->kind == OP_COS,
                            (int)fixed_trig_of(p->format).sine_point - o->point);
}

static void note(arena *mem, fixed_graph *g, form x, uint32_t number)
{
    if (x >= g->op_of_count) {
        uint32_t *more = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)x + 64);
        for (uint32_t i = 0; i < g->op_of_count; i++)
            more[i] = g->op_of[i];
        g->op_of = more;
        g->op_of_count = 2 * x + 64;
    }
    if (!g->op_of[x])
        g->op_of[x] = number + 1;
}

fixed_graph fixed_graph_make(arena *mem, forms *f, const ops *p, bool keeps_products)
{
    fixed_graph g = {.p = p, .f = f, .values = ARENA_ARRAY(mem, form, p->list_count),
                     .inputs = ARENA_ARRAY(mem, form, p->inputs_count),
                     .outputs = ARENA_ARRAY(mem, form, p->outputs_count)};
    int64_t *constants = ARENA_ARRAY(mem, int64_t, p->constants_count);
    ops_fixed_constants(p, constants);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        g.inputs[i] = forms_symbol(f, symbols_name(f->of, NAMES_WORDS, i, 0));
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const form a = operand_form(&g, constants, o->a);
        const form made = OP_KIND[o->kind].unit == UNIT_TRIG
                              ? sine_form(&g, o, a)
                              : forms_of_op(f, p, o, a, operand_form(&g, constants, o->b));
        note(mem, &g, made, i);
        const uint32_t first = g.op_of[made] - 1; /* one that makes the same */
        g.values[i] = first < i ? g.values[first]
                      : o->kind == OP_MUL && keeps_products
                          ? made
                          : forms_symbol(f, symbols_name(f->of, NAMES_OPERATIONS, first, 0));
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        g.outputs[i] = operand_form(&g, constants, p->outputs[i].value);
    return g;
}

bool fixed_graph_find(const fixed_graph *g, form x, form *value, uint32_t *number)
{
    if (x >= g->op_of_count || !g->op_of[x])
        return false;
    *number = g->op_of[x] - 1;
    *value = g->values[*number];
    return true;
}
