/* SPDX-License-Identifier: MIT */
/* A value below 2^e in magnitude has width - 1 - e places behind the point: e is what is chosen
 * here. Operators want
 *
 *   product   e_a + e_b - 3 <= e <= e_a + e_b
 *   sum       e is the larger of e_a, e_b, or one more; the smaller is at most 31 less than e
 *   sine      e is 1 or more
 *
 * so each e starts as small as its range allows, and is raised until all of that holds. Raising one
 * only ever asks others to be raised. */
#include "numbers/points.h"

#include "numbers/error_bound.h"
#include "operations/ops_fixed.h"

#include <stdlib.h>

enum { ROUNDS_MOST = 1000, EXPONENT_LEAST = -60 };

typedef struct {
    const input_box *b;
    const value_ranges *r;
    ops *p;
    int *input, *constant, *op; /* exponents */
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
    return (int)c->p->format - 1 - *exponent_at(c, x);
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

/* Exponents that have to hold the errors of all roundings, too. */
static void take_errors(choice *c)
{
    arena mem = arena_make();
    write_points(c);
    const double *error = error_forwards(&mem, c->p, c->b, c->r);
    for (uint32_t i = 0; i < c->p->list_count; i++)
        raise(c, OPERAND(FROM_OP, i),
              exponent_for(c->p->format, span_most(c->r->op[i]) + error[i]));
    arena_free(&mem);
}

static void settle(choice *c)
{
    for (uint32_t i = 0; i < c->p->list_count; i++) {
        const op *o = &c->p->list[i];
        if (OP_KIND[o->kind].unit == UNIT_TRIG)
            raise(c, o->a, 1 - (int)c->p->format); /* bits far below those of a turn are no use */
        else if (o->kind == OP_MUL)
            settle_product(c, OPERAND(FROM_OP, i), o);
        else
            settle_sum(c, OPERAND(FROM_OP, i), o);
    }
}

static void begin(choice *c)
{
    const ops *p = c->p;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        c->input[i] = exponent_for(p->format, span_most(c->b->input[i]));
    for (uint32_t i = 0; i < p->constants_count; i++)
        c->constant[i] = exponent_for(p->format, fabs(p->constants[i].value));
    for (uint32_t i = 0; i < p->list_count; i++)
        c->op[i] = exponent_for(p->format, span_most(c->r->op[i]));
}

status points_choose(arena *mem, const input_box *b, const value_ranges *r, uint32_t width, ops *p,
                     diag *d)
{
    choice c = {.b = b, .r = r, .p = p,
                .input = ARENA_ARRAY(mem, int, p->inputs_count + 1),
                .constant = ARENA_ARRAY(mem, int, p->constants_count + 1),
                .op = ARENA_ARRAY(mem, int, p->list_count + 1), .changed = true};
    p->format = width;
    begin(&c);
    for (uint32_t round = 0; c.changed && round < ROUNDS_MOST; round++) {
        c.changed = false;
        settle(&c);
        if (!c.changed)
            take_errors(&c);
    }
    write_points(&c);
    if (c.changed)
        return diag_error(d, (place){0}, "%u bits are too few for fixed point: roundings grow "
                          "beyond the values themselves", width);
    return ops_fixed_check(p, (place){0}, d);
}
