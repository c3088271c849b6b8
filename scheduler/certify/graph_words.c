/* SPDX-License-Identifier: MIT */
#include "certify/graph_words.h"

#include "machine/fp32_trig.h"

static void raise(uint32_t *to, uint32_t least) { *to = *to < least ? least : *to; }

static void count_owners(graph_words *g)
{
    const ops *p = g->p;
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_kind *kind = &INPUT_KIND[p->inputs[i].kind];
        g->used[kind->array] = true;
        if (word_owner_of(kind) != OWNER_NONE)
            raise(&g->owners[word_owner_of(kind)], p->inputs[i].index + 1);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[o->kind];
        g->used[kind->array] = true;
        if (word_owner_of(kind) != OWNER_NONE)
            raise(&g->owners[word_owner_of(kind)], o->index + 1);
        if (word_has_column(kind))
            raise(&g->owners[WORD_ARRAY[kind->array].columns], o->column + 1);
    }
    raise(&g->owners[OWNER_COORDINATE], p->joints_count);
}

static void place_outputs(graph_words *g)
{
    const ops *p = g->p;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[o->kind];
        g->mirror_at[i] = UINT32_MAX;
        if (word_owner_of(kind) == OWNER_NONE) {
            g->output_at[i] = g->numbers[kind->array]++;
            continue;
        }
        g->output_at[i] = word_cell(kind, o->index, o->axis, o->column, g->owners);
        if (WORD_ARRAY[kind->array].is_symmetric && o->index != o->column)
            g->mirror_at[i] = word_cell(kind, o->column, o->axis, o->index, g->owners);
    }
}

graph_words graph_words_make(arena *mem, const ops *p)
{
    graph_words g = {.p = p, .input_at = ARENA_ARRAY(mem, uint32_t, p->inputs_count),
                     .output_at = ARENA_ARRAY(mem, uint32_t, p->outputs_count),
                     .mirror_at = ARENA_ARRAY(mem, uint32_t, p->outputs_count)};
    count_owners(&g);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        g.input_at[i] = word_owner_of(kind) == OWNER_NONE
                            ? g.numbers[kind->array]++
                            : word_number(kind, in->index, in->axis);
    }
    place_outputs(&g);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (WORD_ARRAY[k].owner != OWNER_NONE)
            g.numbers[k] = word_array_numbers((word_array)k, g.owners);
    return g;
}

static symbol *names_of(arena *mem, symbols *s, uint32_t array, uint32_t count,
                        uint32_t sample)
{
    symbol *list = ARENA_ARRAY(mem, symbol, count);
    for (uint32_t i = 0; i < count; i++)
        list[i] = symbols_name(s, array, i, sample);
    return list;
}

symbol *graph_words_plain(arena *mem, symbols *s, const graph_words *g, uint32_t sample)
{
    return names_of(mem, s, NAMES_WORDS, g->p->inputs_count, sample);
}

symbol *graph_words_of_state(arena *mem, symbols *s, const graph_words *g, uint32_t sample)
{
    symbol *list = ARENA_ARRAY(mem, symbol, g->p->inputs_count);
    for (uint32_t i = 0; i < g->p->inputs_count; i++) {
        const ops_input *in = &g->p->inputs[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        symbol x = symbols_name(s, kind->array, g->input_at[i], sample);
        if (word_is_affine(kind) && in->ratio != 1)
            x = symbols_op(s, SYMBOL_MUL, symbols_number(s, in->ratio), x);
        if (word_is_affine(kind) && in->offset != 0)
            x = symbols_op(s, SYMBOL_ADD, x, symbols_number(s, in->offset));
        if (kind->made == MADE_SINE || kind->made == MADE_COSINE)
            x = symbols_op(s, kind->made == MADE_SINE ? SYMBOL_SINE : SYMBOL_COSINE, x, 0);
        list[i] = x;
    }
    return list;
}

static symbol of_operand(symbols *s, const ops *p, const symbol *inputs, const symbol *values,
                         operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return inputs[i];
    case FROM_CONSTANT: return symbols_number(s, p->constants[i].value);
    case FROM_OP: break;
    }
    return values[i];
}

symbol *graph_words_results(arena *mem, symbols *s, const graph_words *g, const symbol *inputs)
{
    const ops *p = g->p;
    symbol *list = ARENA_ARRAY(mem, symbol, p->outputs_count);
    arena scratch = arena_make();
    symbol *values = ARENA_ARRAY(&scratch, symbol, p->list_count);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const symbol a = of_operand(s, p, inputs, values, o->a);
        if (s->turns && OP_KIND[o->kind].unit == UNIT_TRIG)
            values[i] = symbols_put(s, SYMBOL_TURNED, a,
                                    fp32_trig_offset(p->constants[OPERAND_INDEX(o->b)].value),
                                    o->kind == OP_COS);
        else
            values[i] = symbols_of_op(s, o->kind, a, of_operand(s, p, inputs, values, o->b));
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        list[i] = of_operand(s, p, inputs, values, p->outputs[i].value);
    arena_free(&scratch);
    return list;
}

symbol *graph_words_names(arena *mem, symbols *s, const graph_words *g, uint32_t sample)
{
    return names_of(mem, s, NAMES_RESULTS, g->p->outputs_count, sample);
}

/* The number that a pivot was left of; the pivot itself where there is none. */
static uint32_t whole_of(const ops *p, uint32_t pivot)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_PIVOT_WHOLE &&
            p->outputs[i].index == p->outputs[pivot].index)
            return i;
    return pivot;
}

symbol graph_words_judge(symbols *s, const graph_words *g, const symbol *outputs)
{
    const ops *p = g->p;
    symbol all = SYMBOL_UNDEFINED;
    bool has_pivots = false;
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const output_kind kind = p->outputs[i].kind;
        symbol holds;
        if (kind == OUTPUT_PIVOT) {
            const symbol least = symbols_number(s, PIVOT_UNITS * (s->is_float ? 0x1p-23
                                                                              : 0x1p-52));
            holds = symbols_op(s, SYMBOL_LESS,
                               symbols_op(s, SYMBOL_MUL, least, outputs[whole_of(p, i)]),
                               outputs[i]);
            has_pivots = true;
        } else if (kind == OUTPUT_LEFT_OUT_ACCELERATION && function_is_as_given(p->function)) {
            holds = symbols_op(s, SYMBOL_AT_MOST, outputs[i],
                               symbols_number(s, left_out_most(kind, s->is_float)));
        } else {
            continue;
        }
        all = all ? symbols_op(s, SYMBOL_AND, all, holds) : holds;
    }
    return has_pivots ? symbols_not(s, all) : SYMBOL_UNDEFINED;
}

bool graph_words_given(symbols *s, const graph_words *g, uint32_t output, uint32_t sample,
                       symbol *given)
{
    const ops_output *o = &g->p->outputs[output];
    const word_array from = word_array_given(OUTPUT_KIND[o->kind].array);
    if (from == WORD_ARRAYS || OPERAND_CLASS(o->value) != FROM_CONSTANT)
        return false;
    *given = symbols_name(s, from, o->index, sample);
    return true;
}

bool graph_words_is_pivot(const graph_words *g, uint32_t output)
{
    const output_kind kind = g->p->outputs[output].kind;
    return kind == OUTPUT_PIVOT || kind == OUTPUT_PIVOT_WHOLE;
}
