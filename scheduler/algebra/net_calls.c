/* SPDX-License-Identifier: MIT */
#include "algebra/net_calls.h"

#include <math.h>

/* ---- slopes ---------------------------------------------------------------------------------- */

/* 1/a: -1/a^2; root: 1/(2 root); angle of (b, a): b/(a^2 + b^2), -a/(a^2 + b^2); a where b < 0: 1
 * there, and nothing by b, as laws let nothing jump. */
void call_slopes(net *n, sym s, poly slope[CALL_ARGUMENTS])
{
    const symbol v = n->symbols[s];
    const poly own = poly_symbol(n, s);
    switch (v.call) {
    case CALL_RECIPROCAL:
        slope[0] = poly_scale(n, poly_multiply(n, own, own), -1);
        break;
    case CALL_SIN:
        slope[0] = net_call(n, NULL, CALL_COS, poly_symbol(n, v.argument[0]), poly_zero());
        break;
    case CALL_COS:
        slope[0] = poly_scale(
            n, net_call(n, NULL, CALL_SIN, poly_symbol(n, v.argument[0]), poly_zero()), -1);
        break;
    case CALL_SQRT:
        slope[0] = poly_scale(n, net_reciprocal(n, NULL, own), 0.5);
        break;
    case CALL_ATAN2: {
        poly a = poly_symbol(n, v.argument[0]), b = poly_symbol(n, v.argument[1]);
        poly square = poly_add(n, poly_multiply(n, a, a), poly_multiply(n, b, b));
        poly over = net_reciprocal(n, NULL, square);
        slope[0] = poly_multiply(n, b, over);
        slope[1] = poly_scale(n, poly_multiply(n, a, over), -1);
        break;
    }
    case CALL_BELOW:
        slope[0] = net_call(n, NULL, CALL_BELOW, poly_number(n, 1), poly_symbol(n, v.argument[1]));
        break;
    case CALL_KINDS: break;
    }
}

/* ---- errors ---------------------------------------------------------------------------------- */

double call_bound(call_kind kind, identity_real a, identity_real b)
{
    const double size = hypot(a.value, b.value), off = a.bound + b.bound;
    switch (kind) {
    case CALL_RECIPROCAL:
        if (a.bound < fabs(a.value))
            return a.bound / (fabs(a.value) * (fabs(a.value) - a.bound));
        break;
    case CALL_SIN:
    case CALL_COS: return a.bound;
    case CALL_SQRT:
        if (a.bound < a.value)
            return a.bound / sqrt(a.value - a.bound);
        break;
    case CALL_ATAN2:
        if (off < size)
            return 2 * off / (size - off);
        break;
    case CALL_BELOW:
        if (fabs(b.value) > b.bound)
            return b.value < 0 ? a.bound : 0;
        break;
    case CALL_KINDS: break;
    }
    return INFINITY;
}

/* ---- proofs ---------------------------------------------------------------------------------- */

static residue over(residue a, residue b)
{
    residue inverse;
    field_inverse(b, &inverse);
    return field_multiply(a, inverse);
}

partial_slope call_slope_at(call_kind kind, uint32_t argument, const call_point *at)
{
    const residue own = at->own, a = at->a, b = at->b;
    const double real = at->real, x = at->x, y = at->y;
    switch (kind) {
    case CALL_RECIPROCAL:
        return (partial_slope){field_negate(field_multiply(own, own)), -real * real};
    case CALL_SIN:
        return (partial_slope){field_call(at->point, CALL_COS, FIELD_NO_SIGN, a, 0), cos(x)};
    case CALL_COS:
        return (partial_slope){field_negate(field_call(at->point, CALL_SIN, FIELD_ODD, a, 0)),
                               -sin(x)};
    case CALL_SQRT: return (partial_slope){over(1, field_add(own, own)), 0.5 / real};
    case CALL_ATAN2: {
        const residue square = field_add(field_multiply(a, a), field_multiply(b, b));
        return argument ? (partial_slope){field_negate(over(a, square)), -x / (x * x + y * y)}
                        : (partial_slope){over(b, square), y / (x * x + y * y)};
    }
    case CALL_BELOW:
        if (argument)
            return (partial_slope){0, 0};
        return (partial_slope){field_call(at->point, CALL_BELOW, FIELD_ODD, 1, b), y < 0};
    case CALL_KINDS: break;
    }
    return (partial_slope){0, 0};
}
