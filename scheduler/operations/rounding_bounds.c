/* SPDX-License-Identifier: MIT */
#include "operations/rounding_bounds.h"

#include <float.h>
#include <math.h>

static const double TURN = 6.283185307179586;

rounding rounding_of(const ops *p)
{
    return (rounding){ops_format(p)->half_unit, ops_format(p)->least_normal};
}

/* An operand: its value, and how far roundings can have taken it. */
typedef struct {
    double value, bound;
} rounded_operand;

static rounded_operand operand_of(const ops *p, rounding by, const double *in,
                                  const double *values, const double *bounds, operand x)
{
    const uint32_t index = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) == FROM_OP)
        return (rounded_operand){values[index], bounds[index]};
    const double value = OPERAND_CLASS(x) == FROM_CONSTANT ? p->constants[index].value : in[index];
    return (rounded_operand){value, by.half_unit * fabs(value)};
}

/* Of y / x = z: where the divisor may be zero there is no bound. */
static double of_quotient(rounded_operand y, rounded_operand x, double z)
{
    const double least = fabs(x.value) - x.bound;
    return least > 0 ? (y.bound + fabs(z) * x.bound) / least : INFINITY;
}

/* The root is steepest at the lower end. */
static double of_root(rounded_operand x)
{
    const double least = x.value - x.bound;
    return least > 0 ? x.bound / (2 * sqrt(least)) : sqrt(x.bound);
}

/* A point that moves by less than its distance turns by at most the arc sine of the two; on the
 * negative x axis the angle jumps. */
static double of_angle(rounded_operand y, rounded_operand x)
{
    const double moves = hypot(x.bound, y.bound), far = hypot(x.value, y.value);
    if (moves >= far || (x.value < 0 && fabs(y.value) <= y.bound))
        return TURN;
    return asin(moves / far);
}

/* What decides may change its sign. */
static double of_branch(rounded_operand a, rounded_operand b)
{
    if (fabs(b.value) <= b.bound)
        return fabs(a.value) + a.bound;
    return b.value < 0 ? a.bound : 0;
}

/* By the errors of both operands, and its own. */
static double bound_of(op_kind kind, rounding by, rounded_operand a, rounded_operand b,
                       double result)
{
    const double unit = 2 * by.half_unit * fabs(result);
    switch (kind) {
#define OP(ID, word, operands, symbol, UNIT, swaps, NEGATES, SIGNS, value, carried, own) \
    case OP_##ID: return (carried) + (own);
#include "machine/ops.def"
    case OP_KIND_COUNT: break;
    }
    return 0;
}

void rounding_bounds(const ops *p, rounding by, const double *in, const double *values,
                     double *bounds, double *out)
{
    static const double SECOND_ORDER = 1.001;
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const rounded_operand a = operand_of(p, by, in, values, bounds, o->a),
                              b = operand_of(p, by, in, values, bounds, o->b);
        bounds[i] = bound_of(o->kind, by, a, b, values[i]);
    }
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o] = SECOND_ORDER * operand_of(p, by, in, values, bounds, p->outputs[o].value).bound;
}

bool rounding_is_plain(const ops *p)
{
    const ops_counts n = ops_count(p);
    return n.per_kind[OP_MUL] + n.per_kind[OP_ADD] + n.per_kind[OP_SUB] == p->list_count;
}
