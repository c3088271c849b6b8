#include "numbers/error_bound.h"

#include "operations/ops_fixed.h"

/* More than what rounding of the bounds themselves changes. */
static const double OUTWARDS = 1 + 0x1p-40;

double error_own(const ops *p, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    const int point = ops_point(p, x);
    int64_t rounded = 0;
    int a, b;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return ldexp(0.5, -point);
    case FROM_CONSTANT:
        fixed_from_double(p->width, point, p->constants[i].value, &rounded);
        return fabs(p->constants[i].value - fixed_value(point, rounded));
    case FROM_OP: break;
    }
    ops_shifts(p, &p->list[i], &a, &b);
    return a > 0 || b > 0 ? ldexp(0.5, -point) : 0;
}

double *error_forwards(arena *mem, const ops *p, const input_box *b, const value_ranges *r)
{
    double *error = ARENA_ARRAY(mem, double, p->list_count + 1);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const operand two[2] = {o->a, o->b};
        double of[2];
        for (uint32_t k = 0; k < 2; k++)
            of[k] = OPERAND_CLASS(two[k]) == FROM_OP ? error[OPERAND_INDEX(two[k])]
                                                     : error_own(p, two[k]);
        const double most_a = span_most(value_range(r, b, o->a));
        const double most_b = span_most(value_range(r, b, o->b));
        error[i] = error_own(p, OPERAND(FROM_OP, i)) +
                   (o->kind == OP_MUL ? most_a * of[1] + most_b * of[0] + of[0] * of[1]
                                      : of[0] + of[1]);
        error[i] *= OUTWARDS;
    }
    return error;
}

double *error_bounds(arena *mem, const ops *p, const input_box *b, const value_ranges *r)
{
    double *bound = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    const double *error = error_forwards(mem, p, b, r);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const operand x = p->outputs[i].value;
        bound[i] = OPERAND_CLASS(x) == FROM_OP ? error[OPERAND_INDEX(x)] : error_own(p, x);
    }
    return bound;
}
