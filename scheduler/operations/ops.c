/* SPDX-License-Identifier: MIT */
/* The tables of the operation form, its counts and its checker. */
#include "operations/ops.h"

#include "base/names.h"
#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"

#include <math.h>
#include <string.h>

ops_counts ops_count(const ops *p)
{
    ops_counts n = {0};
    for (uint32_t i = 0; i < p->inputs_count; i++)
        n.trig += INPUT_KIND[p->inputs[i].kind].made <= MADE_COSINE;
    for (uint32_t i = 0; i < p->list_count; i++)
        n.trig += OP_KIND[p->list[i].kind].unit == UNIT_TRIG;
    arena mem = arena_make();
    uint32_t *ready = ARENA_ARRAY(&mem, uint32_t, p->list_count);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        n.per_kind[o->kind]++;
        n.per_unit[OP_KIND[o->kind].unit]++;
        uint32_t a = OPERAND_CLASS(o->a) == FROM_OP ? ready[OPERAND_INDEX(o->a)] : 0;
        uint32_t b = OPERAND_CLASS(o->b) == FROM_OP ? ready[OPERAND_INDEX(o->b)] : 0;
        ready[i] = 1 + (a > b ? a : b);
        if (ready[i] > n.critical_path)
            n.critical_path = ready[i];
    }
    arena_free(&mem);
    return n;
}

bool ops_is_offset(const op *second_of)
{
    return second_of && OP_KIND[second_of->kind].unit == UNIT_TRIG;
}

uint32_t ops_first_unused(const ops *p)
{
    arena mem = arena_make();
    bool *used = ARENA_ARRAY(&mem, bool, p->list_count);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        if (OPERAND_CLASS(o->a) == FROM_OP)
            used[OPERAND_INDEX(o->a)] = true;
        if (OPERAND_CLASS(o->b) == FROM_OP)
            used[OPERAND_INDEX(o->b)] = true;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_OP)
            used[OPERAND_INDEX(p->outputs[i].value)] = true;
    uint32_t first = 0;
    while (first < p->list_count && used[first])
        first++;
    arena_free(&mem);
    return first;
}

static bool operand_exists(const ops *p, operand x, uint32_t ops_before)
{
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return OPERAND_INDEX(x) < p->inputs_count;
    case FROM_CONSTANT: return OPERAND_INDEX(x) < p->constants_count;
    case FROM_OP: return OPERAND_INDEX(x) < ops_before;
    }
    return false;
}

static status check_inputs(const ops *p, place at, diag *d)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        if ((unsigned)in->kind >= INPUT_KIND_COUNT)
            return diag_error(d, at, "input '%s' is of no known kind", in->name);
        if (in->kind != INPUT_PLAIN && !in->of)
            return diag_error(d, at, "input '%s' does not say what it belongs to", in->name);
        if (in->kind != INPUT_PLAIN && in->index > OPS_INDEX_LIMIT)
            return diag_error(d, at, "input '%s' has number %u, the largest is %u", in->name,
                              in->index, OPS_INDEX_LIMIT);
        const word_kind *kind = &INPUT_KIND[in->kind];
        if (kind->is_vector && in->axis > 2)
            return diag_error(d, at, "input '%s' has axis %u of 0, 1, 2", in->name, in->axis);
        if (word_is_affine(kind) && !(isfinite(in->ratio) && isfinite(in->offset)))
            return diag_error(d, at, "ratio or offset of input '%s' is not finite", in->name);
    }
    for (uint32_t i = 0; i < p->constants_count; i++)
        if (!isfinite(p->constants[i].value))
            return diag_error(d, at, "constant '%s' is not finite", p->constants[i].name);
    return STATUS_OK;
}

static status check_sine(const ops *p, const op *o, place at, diag *d)
{
    if (OP_KIND[o->kind].unit != UNIT_TRIG)
        return STATUS_OK;
    if (OPERAND_CLASS(o->b) != FROM_CONSTANT)
        return diag_error(d, at, "operation '%s': the second operand of a %s is a constant, an "
                          "offset of the angle", o->name, OP_KIND[o->kind].word);
    if (!(fabs(p->constants[OPERAND_INDEX(o->b)].value) < FP32_TRIG_RANGE))
        return diag_error(d, at, "operation '%s': offset %g rad is too large, the limit is %g",
                          o->name, p->constants[OPERAND_INDEX(o->b)].value, FP32_TRIG_RANGE);
    return STATUS_OK;
}

static status check_operations(const ops *p, place at, diag *d)
{
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        if ((unsigned)o->kind >= OP_KIND_COUNT)
            return diag_error(d, at, "operation '%s' is of no known kind", o->name);
        if (!operand_exists(p, o->a, i) || !operand_exists(p, o->b, i))
            return diag_error(d, at, "operation '%s' uses what is not there before it", o->name);
        if (OP_KIND[o->kind].operands == 1 && o->a != o->b)
            return diag_error(d, at, "operation '%s' has two operands and a %s one", o->name,
                              OP_KIND[o->kind].word);
        TRY(check_sine(p, o, at, d));
    }
    return STATUS_OK;
}

static status check_column(const ops_output *out, place at, diag *d)
{
    const word_kind *kind = &OUTPUT_KIND[out->kind];
    if (!word_has_column(kind))
        return STATUS_OK;
    if (!out->column_of)
        return diag_error(d, at, "output '%s' does not say whose column it is in", out->name);
    if (out->column > OPS_INDEX_LIMIT)
        return diag_error(d, at, "output '%s' has column %u, the largest is %u", out->name,
                          out->column, OPS_INDEX_LIMIT);
    if (WORD_ARRAY[kind->array].is_symmetric && out->column > out->index)
        return diag_error(d, at, "output '%s' is above the diagonal of a symmetric matrix",
                          out->name);
    return STATUS_OK;
}

/* Arrays are dense, whatever words a file has: their sizes must be those of a robot. */
static status check_matrices(const ops *p, place at, diag *d)
{
    uint64_t rows[WORD_ARRAYS] = {0}, columns[WORD_ARRAYS] = {0};
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *out = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[out->kind];
        if (!word_has_column(kind))
            continue;
        rows[kind->array] = out->index >= rows[kind->array] ? out->index + 1 : rows[kind->array];
        columns[kind->array] = out->column >= columns[kind->array] ? out->column + 1
                                                                   : columns[kind->array];
        uint64_t numbers = rows[kind->array] * columns[kind->array] *
                           WORD_ARRAY[kind->array].numbers;
        if (numbers > OPS_MATRIX_LIMIT)
            return diag_error(d, at, "output '%s' makes a matrix of %llu numbers, the largest has "
                                     "%u", out->name, (unsigned long long)numbers,
                              OPS_MATRIX_LIMIT);
    }
    return STATUS_OK;
}

static status check_outputs(const ops *p, place at, diag *d)
{
    if (p->outputs_count == 0)
        return diag_error(d, at, "no output");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *out = &p->outputs[i];
        if ((unsigned)out->kind >= OUTPUT_KIND_COUNT)
            return diag_error(d, at, "output '%s' is of no known kind", out->name);
        if (out->kind != OUTPUT_PLAIN && !out->of)
            return diag_error(d, at, "output '%s' does not say what it belongs to", out->name);
        if (out->kind != OUTPUT_PLAIN && out->index > OPS_INDEX_LIMIT)
            return diag_error(d, at, "output '%s' has number %u, the largest is %u", out->name,
                              out->index, OPS_INDEX_LIMIT);
        if (OUTPUT_KIND[out->kind].is_vector && out->axis > 2)
            return diag_error(d, at, "output '%s' has axis %u of 0, 1, 2", out->name, out->axis);
        TRY(check_column(out, at, d));
        if (!operand_exists(p, out->value, p->list_count))
            return diag_error(d, at, "output '%s' has a value that is not there", out->name);
    }
    return check_matrices(p, at, d);
}

static status check_name(name_table *t, const char *name, const char *what, place at, diag *d)
{
    if (!name)
        return diag_error(d, at, "%s without a name", what);
    if (!names_add(t, name, strlen(name), 0))
        return diag_error(d, at, "%s '%s': this name is taken", what, name);
    return STATUS_OK;
}

static status check_names(const ops *p, place at, arena *mem, diag *d)
{
    name_table values = names_make_for(mem, p->inputs_count + p->constants_count + p->list_count);
    name_table outputs = names_make_for(mem, p->outputs_count);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        TRY(check_name(&values, p->inputs[i].name, "input", at, d));
    for (uint32_t i = 0; i < p->constants_count; i++)
        TRY(check_name(&values, p->constants[i].name, "constant", at, d));
    for (uint32_t i = 0; i < p->list_count; i++)
        TRY(check_name(&values, p->list[i].name, "operation", at, d));
    for (uint32_t i = 0; i < p->outputs_count; i++)
        TRY(check_name(&outputs, p->outputs[i].name, "output", at, d));
    return STATUS_OK;
}

status ops_check(const ops *p, const char *file, diag *d)
{
    place at = {.file = file};
    if (!p->robot)
        return diag_error(d, at, "no robot name");
    if ((unsigned)p->function >= FUNCTIONS)
        return diag_error(d, at, "no known function");
    arena mem = arena_make();
    status names = check_names(p, at, &mem, d);
    arena_free(&mem);
    TRY(names);
    TRY(check_inputs(p, at, d));
    TRY(check_operations(p, at, d));
    TRY(check_outputs(p, at, d));
    TRY(ops_fixed_check(p, at, d));
    uint32_t unused = ops_first_unused(p);
    if (unused < p->list_count)
        return diag_error(d, at, "operation '%s' is used by nothing", p->list[unused].name);
    return STATUS_OK;
}
