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

/* By the errors of both operands; x is not read by the kinds of one. */
static double carried(op_kind kind, rounded_operand a, rounded_operand b, double result)
{
    switch (kind) {
    case OP_MUL: return fabs(a.value) * b.bound + fabs(b.value) * a.bound;
    case OP_ADD:
    case OP_SUB: return a.bound + b.bound;
    case OP_DIV: return of_quotient(a, b, result);
    case OP_SQRT: return of_root(a);
    case OP_ATAN2: return of_angle(a, b);
    case OP_SIN:
    case OP_COS: return a.bound; /* an offset is no number of the format */
    case OP_BELOW: return of_branch(a, b);
    case OP_KIND_COUNT: break;
    }
    return 0;
}

/* The operation's own rounding, and what is written as zero below the least normal number. */
static double own(op_kind kind, rounding by, double result)
{
    const double unit = 2 * by.half_unit * fabs(result);
    switch (OP_KIND[kind].unit) {
    case UNIT_TRIG: /* 2^-24.5 beyond 2^10 rad; the offset's */
        return unit + by.half_unit + by.half_unit / 16;
    case UNIT_ATAN: return 0.9 * unit + by.least;
    default: return kind == OP_BELOW ? 0 : unit / 2 + by.least;
    }
}

void rounding_bounds(const ops *p, rounding by, const double *in, const double *values,
                     double *bounds, double *out)
{
    static const double SECOND_ORDER = 1.001;
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const rounded_operand a = operand_of(p, by, in, values, bounds, o->a),
                              b = operand_of(p, by, in, values, bounds, o->b);
        bounds[i] = carried(o->kind, a, b, values[i]) + own(o->kind, by, values[i]);
    }
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o] = SECOND_ORDER * operand_of(p, by, in, values, bounds, p->outputs[o].value).bound;
}

bool rounding_is_plain(const ops *p)
{
    const ops_counts n = ops_count(p);
    return n.per_kind[OP_MUL] + n.per_kind[OP_ADD] + n.per_kind[OP_SUB] == p->list_count;
}
