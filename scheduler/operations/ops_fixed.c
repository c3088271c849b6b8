/* SPDX-License-Identifier: MIT */
#include "operations/ops_fixed.h"

#include <stdlib.h>

int ops_point(const ops *p, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return p->inputs[i].point;
    case FROM_CONSTANT: return p->constants[i].point;
    case FROM_OP: break;
    }
    return p->list[i].point;
}

void ops_shifts(const ops *p, const op *o, int *a, int *b)
{
    *a = *b = 0;
    if (!ops_has_points(p))
        return;
    *a = ops_point(p, o->a) - o->point;
    *b = ops_point(p, o->b) - o->point;
    if (o->kind == OP_MUL) {
        *a += *b + o->point;
        *b = 0;
    }
}

bool ops_may_swap(const ops *p, const op *o, bool swap)
{
    int a, b;
    if (swap && !OP_KIND[o->kind].swaps)
        return false;
    if (o->kind != OP_ADD && o->kind != OP_SUB)
        return true;
    ops_shifts(p, o, &a, &b);
    return swap ? fixed_add_unit_can(b, a) : fixed_add_unit_can(a, b);
}

static status check_sine(const ops *p, const op *o, place at, diag *d)
{
    const int most = (int)p->format - 2, of_angle = ops_point(p, o->a);
    if (p->format > FIXED_TRIG_WIDTH_MOST)
        return diag_error(d, at, "'%s' in fixed point has at most %d bits, not %u",
                          OP_KIND[o->kind].word, FIXED_TRIG_WIDTH_MOST, p->format);
    if (o->point > most)
        return diag_error(d, at, "point %d of '%s', a %s of %u bits, is above %d", o->point,
                          o->name, OP_KIND[o->kind].word, p->format, most);
    if (!fixed_trig_can(p->format, of_angle))
        return diag_error(d, at, "the angle of '%s' has point %d: of %u bits it is %d .. %u, "
                          "angles being below 2^%d rad", o->name, of_angle, p->format,
                          (int)p->format - 1 - FIXED_TRIG_RANGE_BITS, 2 * p->format,
                          FIXED_TRIG_RANGE_BITS);
    return STATUS_OK;
}

static status check_operation(const ops *p, const op *o, place at, diag *d)
{
    int a, b;
    if (OP_KIND[o->kind].unit == UNIT_TRIG)
        return check_sine(p, o, at, d);
    if (o->kind != OP_MUL && o->kind != OP_ADD && o->kind != OP_SUB)
        return diag_error(d, at, "fixed point has no '%s', which '%s' is", OP_KIND[o->kind].word,
                          o->name);
    ops_shifts(p, o, &a, &b);
    if (o->kind == OP_MUL ? !fixed_mul_can(p->format, a) : !fixed_add_can(a, b))
        return diag_error(d, at, o->kind == OP_MUL
                                     ? "the points of '%s' and its operands ask for a shift of %d, "
                                       "which no multiplier of %u bits has"
                                     : "the points of '%s' and its operands ask for shifts of %d "
                                       "and %d, which no adder has",
                          o->name, a, o->kind == OP_MUL ? (int)p->format : b);
    return STATUS_OK;
}

static status check_point(const char *name, int point, place at, diag *d)
{
    if (abs(point) > OPS_POINT_LIMIT)
        return diag_error(d, at, "point %d of '%s' is out of -%d .. %d", point, name,
                          OPS_POINT_LIMIT, OPS_POINT_LIMIT);
    return STATUS_OK;
}

static bool fits(const ops *p, int point, double x)
{
    int64_t ignored;
    return fixed_from_double(p->format, point, x, &ignored);
}

status ops_fixed_check(const ops *p, place at, diag *d)
{
    if (!ops_has_points(p))
        return STATUS_OK;
    if (!format_exists(p->format))
        return diag_error(d, at, "fixed point has %d .. %d bits, not %u", FIXED_WIDTH_LEAST,
                          FIXED_WIDTH_MOST, p->format);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *in = &p->inputs[i];
        TRY(check_point(in->name, in->point, at, d));
        if (!(in->low <= in->high) || !fits(p, in->point, in->low) || !fits(p, in->point, in->high))
            return diag_error(d, at, "input '%s' from %g to %g does not fit into %u bits with "
                              "point %d", in->name, in->low, in->high, p->format, in->point);
    }
    for (uint32_t i = 0; i < p->constants_count; i++) {
        const ops_constant *k = &p->constants[i];
        TRY(check_point(k->name, k->point, at, d));
        if (!fits(p, k->point, k->value))
            return diag_error(d, at, "constant '%s' does not fit into %u bits with point %d",
                              k->name, p->format, k->point);
    }
    for (uint32_t i = 0; i < p->list_count; i++) {
        TRY(check_point(p->list[i].name, p->list[i].point, at, d));
        TRY(check_operation(p, &p->list[i], at, d));
    }
    return STATUS_OK;
}

void ops_fixed_constants(const ops *p, int64_t *out)
{
    for (uint32_t i = 0; i < p->constants_count; i++) {
        out[i] = 0;
        fixed_from_double(p->format, p->constants[i].point, p->constants[i].value, &out[i]);
    }
}

int64_t ops_fixed_offset(const ops *p, const op *sine)
{
    return fixed_trig_offset(p->format, p->constants[OPERAND_INDEX(sine->b)].value);
}

uint32_t ops_fixed_inputs(const ops *p, const double *in, int64_t *out)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        if (!(in[i] >= w->low && in[i] <= w->high) ||
            !fixed_from_double(p->format, w->point, in[i], &out[i]))
            return i;
    }
    return p->inputs_count;
}

static int64_t fetch(const int64_t *constants, const int64_t *in, const int64_t *scratch, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    return OPERAND_CLASS(x) == FROM_INPUT      ? in[i]
           : OPERAND_CLASS(x) == FROM_CONSTANT ? constants[i]
                                               : scratch[i];
}

uint32_t ops_eval_fixed(const ops *p, const int64_t *constants, const int64_t *in, int64_t *out,
                        int64_t *scratch)
{
    uint32_t first = p->list_count;
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const int64_t a = fetch(constants, in, scratch, o->a);
        const int64_t b = fetch(constants, in, scratch, o->b);
        bool overflow = false;
        int shift_a, shift_b;
        if (OP_KIND[o->kind].unit == UNIT_TRIG) {
            scratch[i] = fixed_trig(p->format, a, ops_point(p, o->a), ops_fixed_offset(p, o),
                                    o->kind == OP_COS, o->point);
            continue;
        }
        ops_shifts(p, o, &shift_a, &shift_b);
        scratch[i] = o->kind == OP_MUL ? fixed_mul(p->format, a, b, (uint32_t)shift_a, &overflow)
                                       : fixed_add(p->format, a, b, false, o->kind == OP_SUB,
                                                   (uint32_t)shift_a, (uint32_t)shift_b, &overflow);
        if (overflow && first == p->list_count)
            first = i;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        out[i] = fetch(constants, in, scratch, p->outputs[i].value);
    return first;
}

double ops_fixed_output(const ops *p, uint32_t output, int64_t word)
{
    return fixed_value(ops_point(p, p->outputs[output].value), word);
}
