/* A value below 2^e in magnitude has width - 1 - e places behind the point: e is what is chosen
 * here. Operators want
 *
 *   product   e_a + e_b - 3 <= e <= e_a + e_b
 *   sum       e is the larger of e_a, e_b, or one more; the smaller is at most 31 less than e
 *
 * so each e starts as small as its range allows, and is raised until all of that holds. Raising one
 * only ever asks others to be raised. */
#include "numbers/points.h"

#include "operations/ops_fixed.h"

#include <stdlib.h>

enum { ROUNDS_MOST = 1000, EXPONENT_LEAST = -60 };

typedef struct {
    const input_box *b;
    const value_ranges *r;
    ops *p;
    int *input, *constant, *op; /* exponents */
    double *error;              /* per operation: of its rounded value */
    bool changed;
} choice;

static int *exponent_at(const choice *c, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    return OPERAND_CLASS(x) == FROM_INPUT      ? &c->input[i]
           : OPERAND_CLASS(x) == FROM_CONSTANT ? &c->constant[i]
                                               : &c->op[i];
}

static int point_of(const choice *c, operand x)
{
    return (int)c->p->width - 1 - *exponent_at(c, x);
}

/* The least e for which integers reach that magnitude. */
static int exponent_for(uint32_t width, double most)
{
    int e = EXPONENT_LEAST;
    if (most > 0)
        frexp(most, &e);
    e = e < EXPONENT_LEAST ? EXPONENT_LEAST : e;
    return most <= ldexp((double)fixed_largest(width), e + 1 - (int)width) ? e : e + 1;
}

static void raise(choice *c, operand x, int to)
{
    int *e = exponent_at(c, x);
    c->changed |= *e < to;
    *e = *e < to ? to : *e;
}

static void settle_product(choice *c, operand self, const op *o)
{
    int e = *exponent_at(c, self), a = *exponent_at(c, o->a), b = *exponent_at(c, o->b);
    raise(c, self, a + b + 1 - FIXED_MUL_SHIFTS);
    if (e > a + b) /* the coarser one gets coarser: of the finer a bit more would be lost */
        raise(c, a > b ? o->a : o->b, (a > b ? a : b) + (o->a == o->b ? (e - a - b + 1) / 2
                                                                      : e - a - b));
}

static void settle_sum(choice *c, operand self, const op *o)
{
    int e = *exponent_at(c, self), a = *exponent_at(c, o->a), b = *exponent_at(c, o->b);
    int larger = a > b ? a : b;
    raise(c, self, larger);
    e = *exponent_at(c, self);
    if (e > larger + 1)
        raise(c, a > b ? o->a : o->b, e - 1);
    raise(c, o->a, e - FIXED_ADD_SHIFT_MOST);
    raise(c, o->b, e - FIXED_ADD_SHIFT_MOST);
}

static double error_of(const choice *c, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    int64_t rounded = 0;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return ldexp(0.5, -point_of(c, x));
    case FROM_CONSTANT:
        fixed_from_double(c->p->width, point_of(c, x), c->p->constants[i].value, &rounded);
        return fabs(c->p->constants[i].value - fixed_value(point_of(c, x), rounded));
    case FROM_OP: break;
    }
    return c->error[i];
}

/* Errors of all values so far, forwards; exponents that have to hold them too. */
static void take_errors(choice *c)
{
    for (uint32_t i = 0; i < c->p->list_count; i++) {
        const op *o = &c->p->list[i];
        const operand self = OPERAND(FROM_OP, i);
        const double a = interval_most(value_range(c->r, c->b, o->a)), of_a = error_of(c, o->a);
        const double b = interval_most(value_range(c->r, c->b, o->b)), of_b = error_of(c, o->b);
        const double rounding = ldexp(0.5, -point_of(c, self));
        const bool exact = o->kind != OP_MUL && point_of(c, o->a) <= point_of(c, self) &&
                           point_of(c, o->b) <= point_of(c, self);
        c->error[i] = (o->kind == OP_MUL ? a * of_b + b * of_a + of_a * of_b : of_a + of_b) +
                      (exact ? 0 : rounding);
        c->error[i] *= 1 + 0x1p-40;
        raise(c, self, exponent_for(c->p->width, interval_most(c->r->op[i]) + c->error[i]));
    }
}

static void settle(choice *c)
{
    for (uint32_t i = 0; i < c->p->list_count; i++) {
        const op *o = &c->p->list[i];
        if (o->kind == OP_MUL)
            settle_product(c, OPERAND(FROM_OP, i), o);
        else
            settle_sum(c, OPERAND(FROM_OP, i), o);
    }
}

static void begin(choice *c)
{
    const ops *p = c->p;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        c->input[i] = exponent_for(p->width, interval_most(c->b->input[i]));
    for (uint32_t i = 0; i < p->constants_count; i++)
        c->constant[i] = exponent_for(p->width, fabs(p->constants[i].value));
    for (uint32_t i = 0; i < p->list_count; i++)
        c->op[i] = exponent_for(p->width, interval_most(c->r->op[i]));
}

static void write_points(const choice *c)
{
    ops *p = c->p;
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        p->inputs[i].point = point_of(c, OPERAND(FROM_INPUT, i));
        p->inputs[i].low = c->b->input[i].low;
        p->inputs[i].high = c->b->input[i].high;
    }
    for (uint32_t i = 0; i < p->constants_count; i++)
        p->constants[i].point = point_of(c, OPERAND(FROM_CONSTANT, i));
    for (uint32_t i = 0; i < p->list_count; i++)
        p->list[i].point = point_of(c, OPERAND(FROM_OP, i));
}

status points_choose(arena *mem, const input_box *b, const value_ranges *r, uint32_t width, ops *p,
                     diag *d)
{
    choice c = {.b = b, .r = r, .p = p,
                .input = ARENA_ARRAY(mem, int, p->inputs_count + 1),
                .constant = ARENA_ARRAY(mem, int, p->constants_count + 1),
                .op = ARENA_ARRAY(mem, int, p->list_count + 1),
                .error = ARENA_ARRAY(mem, double, p->list_count + 1), .changed = true};
    p->width = width;
    begin(&c);
    for (uint32_t round = 0; c.changed && round < ROUNDS_MOST; round++) {
        c.changed = false;
        settle(&c);
        take_errors(&c);
    }
    write_points(&c);
    if (c.changed)
        return diag_error(d, (place){0}, "%u bits are too few for fixed point: roundings grow "
                          "beyond the values themselves", width);
    return ops_fixed_check(p, (place){0}, d);
}
