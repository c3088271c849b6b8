/* SPDX-License-Identifier: MIT */
#include "circuit/product_sums.h"

#include "circuit/sine_cells.h"

#define NONE UINT32_MAX

typedef struct {
    const ops *p;
    const cells_options *options;
    const int64_t *constants;
    bool *as_sums;
} chooser;

static bool is_constant(operand x) { return OPERAND_CLASS(x) == FROM_CONSTANT; }

static bool by_constant(const op *o)
{
    return o->kind == OP_MUL && is_constant(o->a) != is_constant(o->b);
}

static bool is_sine(const op *o) { return OP_KIND[o->kind].unit == UNIT_TRIG; }

/* Products of an operation that are in blocks, or could be. */
static uint32_t products_of(const op *o)
{
    return is_sine(o) ? SINE_PRODUCTS : o->kind == OP_MUL;
}

static int64_t integer_of(const chooser *b, operand x) { return b->constants[OPERAND_INDEX(x)]; }

static uint32_t digits_of(const chooser *b, const op *o)
{
    uint32_t at[64];
    bool negative[64];
    return signed_digits(integer_of(b, is_constant(o->a) ? o->a : o->b), at, negative);
}

/* How long results can wait for an operation: the longest path less the longest one through it. */
typedef struct {
    uint32_t *ps, *to, *after; /* per operation: of itself, until its result, after it */
    uint32_t longest;
} waits;

static void find_waits(const ops *p, waits *w)
{
    w->longest = 0;
    for (uint32_t i = 0; i < p->list_count; i++) {
        uint32_t in = 0;
        for (uint32_t k = 0; k < 2; k++) {
            const operand x = k ? p->list[i].b : p->list[i].a;
            if (OPERAND_CLASS(x) == FROM_OP && w->to[OPERAND_INDEX(x)] > in)
                in = w->to[OPERAND_INDEX(x)];
        }
        w->to[i] = in + w->ps[i];
        w->after[i] = 0;
        w->longest = w->to[i] > w->longest ? w->to[i] : w->longest;
    }
    for (uint32_t i = p->list_count; i-- > 0;)
        for (uint32_t k = 0; k < 2; k++) {
            const operand x = k ? p->list[i].b : p->list[i].a;
            const uint32_t behind = w->after[i] + w->ps[i];
            if (OPERAND_CLASS(x) == FROM_OP && w->after[OPERAND_INDEX(x)] < behind)
                w->after[OPERAND_INDEX(x)] = behind;
        }
}

/* Sums in a row that a product of so many terms takes. */
static uint32_t rows_ps(const device *d, uint32_t width, uint32_t terms)
{
    uint32_t ps = 0;
    for (; terms > 1; terms = (terms + 1) / 2)
        ps += d->wire_ps + device_sum_ps(d, 2 * width);
    return ps;
}

/* A product of two variables without a block. */
static uint32_t digits_ps(const chooser *b)
{
    const uint32_t width = b->p->format;
    return device_digit_ps(b->options->target, width) +
           rows_ps(b->options->target, width, (width + 1) / 2);
}

static uint32_t op_ps(const chooser *b, uint32_t i)
{
    const device *on = b->options->target;
    const op *o = &b->p->list[i];
    const uint32_t width = b->p->format;
    if (is_sine(o))
        return sine_ps(on, width) +
               (b->as_sums[i] ? SINE_PRODUCTS * (digits_ps(b) - device_product_ps(on, width, width))
                              : 0);
    if (o->kind != OP_MUL)
        return on->wire_ps + device_sum_ps(on, width);
    if (!b->as_sums[i])
        return device_product_ps(on, width, width);
    return by_constant(o) ? rows_ps(on, width, digits_of(b, o)) : digits_ps(b);
}

/* What it costs to make a product of sums, in this order. */
typedef struct {
    uint32_t longer_ps, tables, through_ps; /* the longest path; tables; the path through it */
} price;

static price price_of(chooser *b, const waits *w, uint32_t i)
{
    const uint32_t width = b->p->format, through = w->to[i] + w->after[i];
    b->as_sums[i] = true;
    const uint32_t fresh = through - w->ps[i] + op_ps(b, i);
    b->as_sums[i] = false;
    const bool longer = b->options->by_delay && fresh > w->longest;
    return (price){.longer_ps = longer ? fresh - w->longest : 0,
                   .tables = width * (by_constant(&b->p->list[i])
                                          ? digits_of(b, &b->p->list[i])
                                          : 2 * width * products_of(&b->p->list[i])),
                   .through_ps = through};
}

static bool is_cheaper(const price *a, const price *b)
{
    if (a->longer_ps != b->longer_ps)
        return a->longer_ps < b->longer_ps;
    return a->tables != b->tables ? a->tables < b->tables : a->through_ps < b->through_ps;
}

/* The product in a block that is the cheapest as sums. */
static uint32_t cheapest_sums(chooser *b, waits *w)
{
    uint32_t best = NONE;
    price least = {0};
    for (uint32_t i = 0; i < b->p->list_count; i++)
        w->ps[i] = op_ps(b, i);
    find_waits(b->p, w);
    for (uint32_t i = 0; i < b->p->list_count; i++) {
        if (!products_of(&b->p->list[i]) || b->as_sums[i])
            continue;
        const price own = price_of(b, w, i);
        if (best == NONE || is_cheaper(&own, &least)) {
            best = i;
            least = own;
        }
    }
    return best;
}

uint32_t product_sums_choose(arena *mem, const ops *p, const cells_options *options,
                             const int64_t *constants, bool *as_sums)
{
    chooser made = {p, options, constants, as_sums}, *b = &made;
    const uint32_t of_one = device_blocks(options->target, p->format, p->format);
    waits w = {.ps = ARENA_ARRAY(mem, uint32_t, p->list_count + 1),
               .to = ARENA_ARRAY(mem, uint32_t, p->list_count + 1),
               .after = ARENA_ARRAY(mem, uint32_t, p->list_count + 1)};
    uint32_t products = 0;
    for (uint32_t i = 0; i < p->list_count; i++) {
        b->as_sums[i] = by_constant(&p->list[i]) &&
                        digits_of(b, &p->list[i]) <= options->most_digits;
        products += b->as_sums[i] ? 0 : products_of(&p->list[i]);
    }
    while (cells_blocks(options, products, of_one) > options->most_blocks) {
        const uint32_t best = cheapest_sums(b, &w);
        b->as_sums[best] = true;
        products -= products_of(&p->list[best]);
    }
    return products;
}
