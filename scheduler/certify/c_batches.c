/* SPDX-License-Identifier: MIT */
/* Functions of emitted C on many samples: with one more sample than a vector has lanes, so that the
 * last block overlaps the one before it, and with fewer. Every place of the results has to hold
 * that of its sample, and nothing beside them may be written. */
#include "certify/c_reader.h"

enum { GAP = 3 }; /* what the stride is more than the samples */

static c_value size_of(uint32_t value)
{
    c_value v = c_integer(value);
    v.type.bits = 64;
    v.type.is_unsigned = true;
    return v;
}

static c_cell *cell_at(c_reader *c, const c_value *array, uint32_t at)
{
    return &c->run.objects[array->object].cells[at];
}

/* What lies between the samples of two words was not written. */
static status check_gaps(c_reader *c, const c_value *array, uint32_t numbers, uint32_t samples,
                         uint32_t stride, const char *function)
{
    for (uint32_t i = 0; i < numbers * stride; i++)
        if (i % stride >= samples && cell_at(c, array, i)->kind != C_NOTHING)
            return c_reader_differs(c, cell_at(c, array, i), function,
                                    "%s writes beside its samples", function);
    return STATUS_OK;
}

static status read_words_batch(c_reader *c, c_graph *g, uint32_t samples)
{
    const ops *p = g->g.p;
    const char *name = c_reader_name(c, g->infix, "words_batch");
    const c_type type = c_real_type(c->is_float);
    const uint32_t stride = samples + GAP;
    c_value none, in = c_run_pointer(c_run_object(&c->run, p->inputs_count * stride + 1), type),
                  out = c_run_pointer(c_run_object(&c->run, p->outputs_count * stride), type);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        for (uint32_t s = 0; s < samples; s++)
            *cell_at(c, &in, i * stride + s) = (c_cell){C_SYMBOL, 0, g->words_of[s][i]};
    c->run.objects[in.object].read_only = true;
    const c_value list[4] = {size_of(samples), size_of(stride), in, out};
    TRY(c_run_call(&c->run, name, list, 4, &none));
    for (uint32_t k = 0; k < p->outputs_count; k++)
        for (uint32_t s = 0; s < samples; s++) {
            const c_cell *cell = cell_at(c, &out, k * stride + s);
            const symbol wanted = p->inputs_count ? g->names[s][k] : g->words_out[k];
            if (cell->kind != C_SYMBOL || (symbol)cell->is != wanted)
                return c_reader_differs(c, cell, name, "output '%s' of a batch is another value",
                                        p->outputs[k].name);
        }
    c->out->functions++;
    return check_gaps(c, &out, p->outputs_count, samples, stride, name);
}

/* Whether any of the samples has no solution, in the order in which they are computed. */
static symbol judge_of(c_reader *c, const c_graph *g, uint32_t samples)
{
    symbol any = SYMBOL_UNDEFINED;
    for (uint32_t s = 0; s < samples; s++) {
        const symbol one = graph_words_judge(&c->symbols, &g->g, g->names[s]);
        any = any ? symbols_put(&c->symbols, SYMBOL_OR, any, one, 0) : one;
    }
    return any;
}

/* The samples that an expression of `or` names, each once or more. */
static bool same_samples(const symbols *s, symbol made, symbol wanted)
{
    symbol left = made;
    for (symbol w = wanted;; w = s->list[w].a) {
        const symbol one = s->list[w].kind == SYMBOL_OR ? s->list[w].b : w;
        bool there = false;
        for (left = made;; left = s->list[left].a) {
            there |= (s->list[left].kind == SYMBOL_OR ? s->list[left].b : left) == one;
            if (s->list[left].kind != SYMBOL_OR)
                break;
        }
        if (!there)
            return false;
        if (s->list[w].kind != SYMBOL_OR)
            return true;
    }
}

static status read_state_batch(c_reader *c, c_graph *g, uint32_t samples)
{
    const char *name = c_reader_name(c, g->infix, "batch");
    const uint32_t stride = samples + GAP;
    c_state_arrays a;
    c_value list[WORD_ARRAYS + 2] = {size_of(samples), size_of(stride)}, returned;
    TRY(c_reader_arrays(c, g, name, 2, samples, stride, &a));
    for (uint32_t k = 0; k < a.count; k++)
        list[2 + k] = a.list[k];
    TRY(c_run_call(&c->run, name, list, a.count + 2, &returned));
    for (uint32_t s = 0; s < samples; s++)
        TRY(c_reader_results(c, g, name, &a, g->g.p->inputs_count ? g->names[s] : g->state_out, s,
                             stride));
    for (uint32_t k = 0; k < a.count; k++)
        if (WORD_ARRAY[a.array[k]].is_result)
            TRY(check_gaps(c, &a.list[k], g->g.numbers[a.array[k]], samples, stride, name));
    const symbol wanted = judge_of(c, g, samples);
    if (wanted ? returned.kind != C_SYMBOL || !same_samples(&c->symbols, returned.is.symbol, wanted)
               : returned.kind != C_NOTHING)
        return c_reader_differs(c, NULL, name, "%s judges its pivots in another way", name);
    c->out->functions++;
    return STATUS_OK;
}

static status read_sincos(c_reader *c)
{
    const char *name = c_reader_name(c, "", "sincos");
    const c_type type = c_real_type(c->is_float);
    const uint32_t count = c->lanes + 1;
    c_value list[4] = {size_of(count)}, none;
    if (!c_reader_has(c, name))
        return STATUS_OK;
    for (uint32_t k = 1; k < 4; k++)
        list[k] = c_run_pointer(c_run_object(&c->run, count), type);
    for (uint32_t i = 0; i < count; i++)
        *cell_at(c, &list[1], i) =
            (c_cell){C_SYMBOL, 0, symbols_name(&c->symbols, NAMES_ANGLES, i, 0)};
    TRY(c_run_call(&c->run, name, list, 4, &none));
    for (uint32_t i = 0; i < 2 * count; i++) {
        const c_cell *cell = cell_at(c, &list[2 + i / count], i % count);
        const symbol of = symbols_name(&c->symbols, NAMES_ANGLES, i % count, 0);
        if (cell->kind != C_SYMBOL ||
            (symbol)cell->is != symbols_op(&c->symbols, i < count ? SYMBOL_SINE : SYMBOL_COSINE, of,
                                           0))
            return c_reader_differs(c, cell, name, "%s gives other sines and cosines", name);
    }
    c->out->functions++;
    return STATUS_OK;
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* That every residual is small enough. */
static symbol closed_of(c_reader *c, const c_graph *g, symbol tolerance)
{
    symbols *s = &c->symbols;
    const symbol square = symbols_op(s, SYMBOL_MUL, tolerance, tolerance);
    symbol all = SYMBOL_UNDEFINED;
    for (uint32_t i = 0; i < g->g.p->outputs_count; i++) {
        const output_kind kind = g->g.p->outputs[i].kind;
        const word_array array = OUTPUT_KIND[kind].array;
        if (array != ARRAY_RESIDUAL && array != ARRAY_LEFT_OUT)
            continue;
        const symbol most = array == ARRAY_RESIDUAL
                                ? square
                                : symbols_number(s, left_out_most(kind, c->is_float));
        const symbol one = symbols_op(s, SYMBOL_AT_MOST, g->names[0][i], most);
        all = all ? symbols_op(s, SYMBOL_AND, all, one) : one;
    }
    return all;
}

/* Positions of dependent joints are those of the pass, all others what they were. */
static status check_positions(c_reader *c, const c_graph *g, const c_value *q, const char *name)
{
    const uint32_t numbers = g->g.numbers[ARRAY_Q];
    for (uint32_t n = 0; n < numbers; n++) {
        symbol wanted = symbols_name(&c->symbols, ARRAY_Q, n, 0);
        for (uint32_t i = 0; i < g->g.p->outputs_count; i++) {
            const ops_output *o = &g->g.p->outputs[i];
            if (o->kind == OUTPUT_CLOSED_Q && o->index == n &&
                OPERAND_CLASS(o->value) != FROM_CONSTANT)
                wanted = g->names[0][i];
        }
        const c_cell *cell = cell_at(c, q, n);
        if (cell->kind != C_SYMBOL || (symbol)cell->is != wanted)
            return c_reader_differs(c, cell, name, "%s leaves other positions", name);
    }
    return STATUS_OK;
}

static bool has_guard(const c_run *r, uint32_t k, symbol condition, int64_t returned)
{
    return k < r->guards_count && r->guards[k].condition == condition &&
           r->guards[k].returned == returned;
}

/* One pass of the function that goes on until loops are closed. What asks the caller for numbers of
 * constraints on its way is not read. */
static status read_closing(c_reader *c, c_graph *g)
{
    const char *name = c_reader_name(c, arena_printf(c->mem, "%s_", g->call), "until_closed");
    const symbol tolerance = symbols_name(&c->symbols, NAMES_TOLERANCE, 0, 0);
    c_run *r = &c->run;
    c_state_arrays a;
    if (!c_reader_has(c, name) || g->g.used[ARRAY_USER_CONSTRAINTS])
        return STATUS_OK;
    TRY(c_reader_arrays(c, g, name, 2, 1, 1, &a));
    c_value list[WORD_ARRAYS + 2] = {c_of_symbol(tolerance, c_real_type(c->is_float)),
                                     c_integer(1)}, returned, q = {0};
    for (uint32_t k = 0; k < a.count; k++) {
        list[2 + k] = a.list[k];
        if (a.array[k] == ARRAY_Q)
            q = a.list[k];
    }
    r->objects[q.object].read_only = false;
    r->guards_count = 0;
    TRY(c_run_call(r, name, list, a.count + 2, &returned));
    const symbol judge = graph_words_judge(&c->symbols, &g->g, g->names[0]);
    const uint32_t judges = judge != SYMBOL_UNDEFINED;
    if ((judges && !has_guard(r, 0, judge, 1)) ||
        !has_guard(r, judges, closed_of(c, g, tolerance), 0) || r->guards_count != judges + 1 ||
        returned.kind != C_INTEGER || returned.is.integer != 2)
        return c_reader_differs(c, NULL, name, "%s ends for other reasons", name);
    c->out->functions++;
    return check_positions(c, g, &q, name);
}

status c_read_batches(c_reader *c, c_graph *g)
{
    const uint32_t samples[] = {c->lanes + 1, c->lanes - 1};
    c->of_batches = true;
    c_know_words(c, g, "words");
    c_know_words(c, g, "whole");
    c_know_block(c, g);
    c_know_state(c, g);
    for (int k = 0; k < 2; k++) {
        if (!samples[k])
            continue;
        TRY(read_words_batch(c, g, samples[k]));
        TRY(read_state_batch(c, g, samples[k]));
    }
    TRY(read_sincos(c));
    return read_closing(c, g);
}
