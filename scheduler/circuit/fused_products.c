/* SPDX-License-Identifier: MIT */
#include "circuit/fused_products.h"

#include "operations/ops_fixed.h"

void fused_products_start(cells_builder *b)
{
    const uint32_t count = b->p->list_count;
    b->waits_ps = ARENA_ARRAY(b->mem, uint32_t, count + 1);
    b->readers = ARENA_ARRAY(b->mem, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 2; k++) {
            const operand x = k ? b->p->list[i].b : b->p->list[i].a;
            if (OPERAND_CLASS(x) == FROM_OP)
                b->readers[OPERAND_INDEX(x)]++;
        }
    for (uint32_t i = 0; i < b->p->outputs_count; i++)
        if (OPERAND_CLASS(b->p->outputs[i].value) == FROM_OP)
            b->readers[OPERAND_INDEX(b->p->outputs[i].value)]++;
    b->spare = b->options->most_blocks - b->c->products;
}

/* When an operation's result is there, or will be where it waits. */
static uint32_t value_arrives(const cells_builder *b, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) != FROM_OP)
        return 0;
    return b->waits[i] ? b->waits_ps[i] : b->arrives_ps[b->rounded[i]];
}

void fused_products_wait(cells_builder *b, uint32_t product)
{
    const op *o = &b->p->list[product];
    const uint32_t of_a = value_arrives(b, o->a), of_b = value_arrives(b, o->b);
    b->waits[product] = true;
    b->waits_ps[product] = (of_a > of_b ? of_a : of_b) +
                           device_product_ps(b->options->target, b->p->format, b->p->format);
}

static uint32_t drop_of(const cells_builder *b, uint32_t product)
{
    int drop, none;
    ops_shifts(b->p, &b->p->list[product], &drop, &none);
    return (uint32_t)drop;
}

cell fused_products_alone(cells_builder *b, uint32_t product)
{
    const op *o = &b->p->list[product];
    const uint32_t drop = drop_of(b, product);
    cell made = {.kind = CELL_PRODUCT, .terms = 2, .constant = cells_half(drop), .drop = drop,
                 .bits = b->p->format, .op = product, .whole = true};
    made.term[0].from = cells_whole(b, o->a);
    made.term[1].from = cells_whole(b, o->b);
    return made;
}

/* ---- a sum in a block ------------------------------------------------------------------------ */

/* A sum with one term in its block. */
typedef struct {
    uint32_t product; /* operation */
    uint32_t other;   /* the other term's number, 0 or 1; 2: there is none */
    bool prepares;    /* `first` is made of the other term */
    cell first, made; /* terms to be filled in */
    uint32_t arrives_ps;
} fusion;

/* The other term, and what of the constant does not fit below it, as a number. */
static void prepare(const cells_builder *b, const cell *sum, uint32_t drop, int64_t constant,
                    fusion *f)
{
    f->prepares = true;
    f->first = (cell){.kind = CELL_SUM, .terms = 1, .constant = constant, .drop = drop,
                      .bits = b->p->format + 2, .op = sum->op};
    f->first.term[0].negative = sum->term[f->other].negative;
    for (int64_t rest = constant; rest > (int64_t)1 << b->p->format; rest >>= 1)
        f->first.bits++;
}

/* False: no block does it. */
static bool add_other(const cells_builder *b, const cell *sum, const cell_term *x, fusion *f)
{
    const cell_term *y = &sum->term[f->other];
    cell *made = &f->made;
    if (x->left && (x->negative || y->left || x->left > sum->drop))
        return false;
    if (x->left) { /* low bits of y are below everything that stays */
        prepare(b, sum, x->left, sum->constant, f);
        made->term[2].left = made->drop;
        made->drop += sum->drop - x->left;
    } else {
        const int64_t high = floor_shift(sum->constant, y->left);
        if (high || y->negative)
            prepare(b, sum, 0, high, f);
        made->constant += (sum->constant - high * ((int64_t)1 << y->left)) *
                          ((int64_t)1 << made->drop);
        made->term[2].left = made->drop + y->left;
        made->drop += sum->drop;
    }
    made->terms = 3;
    const uint32_t bits = f->prepares ? f->first.bits : b->p->format;
    return made->term[2].left + bits <= BLOCK_SUM_BITS;
}

static bool fusion_of(const cells_builder *b, const cell *sum, uint32_t k, fusion *f)
{
    const cell_term *x = &sum->term[k];
    if (OPERAND_CLASS(x->from) != FROM_OP)
        return false;
    const uint32_t product = OPERAND_INDEX(x->from);
    if (b->p->list[product].kind != OP_MUL || b->as_sums[product] ||
        (b->readers[product] > 1 && !b->spare))
        return false;
    const uint32_t drop = drop_of(b, product);
    *f = (fusion){.product = product, .other = sum->terms == 2 ? 1 - k : 2};
    f->made = (cell){.kind = CELL_PRODUCT, .terms = 2, .drop = drop, .bits = b->p->format,
                     .constant = cells_half(drop) - x->negative, .op = sum->op, .whole = true};
    f->made.term[0].negative = x->negative;
    if (f->other < 2) {
        if (!add_other(b, sum, x, f))
            return false;
    } else {
        if (x->left)
            return false;
        f->made.constant += sum->constant * ((int64_t)1 << drop);
        f->made.drop += sum->drop;
    }
    if (f->made.drop + f->made.bits > BLOCK_SUM_BITS)
        return false;
    f->arrives_ps = value_arrives(b, x->from);
    if (f->other < 2) {
        const uint32_t ready = value_arrives(b, sum->term[f->other].from) +
                               (f->prepares ? cells_ps(b->c, b->options->target, &f->first) : 0);
        const uint32_t added = ready + device_addend_ps(b->options->target);
        f->arrives_ps = added > f->arrives_ps ? added : f->arrives_ps;
    }
    return true;
}

static uint32_t plain_arrives(const cells_builder *b, const cell *sum)
{
    uint32_t in = 0;
    for (uint32_t k = 0; k < sum->terms; k++) {
        const uint32_t one = value_arrives(b, sum->term[k].from);
        in = one > in ? one : in;
    }
    return in + cells_ps(b->c, b->options->target, sum);
}

bool fused_products_build(cells_builder *b, const cell *sum)
{
    fusion best = {.arrives_ps = plain_arrives(b, sum)}, one;
    bool found = false;
    for (uint32_t k = 0; k < sum->terms; k++)
        if (fusion_of(b, sum, k, &one) && one.arrives_ps < best.arrives_ps) {
            best = one;
            found = true;
        }
    if (!found)
        return false;
    const op *o = &b->p->list[best.product];
    /* others who read the product have one of their own */
    b->waits[best.product] &= b->readers[best.product] > 1;
    b->spare -= b->readers[best.product] > 1;
    b->c->products += b->readers[best.product] > 1;
    best.made.term[0].from = cells_whole(b, o->a);
    best.made.term[1].from = cells_whole(b, o->b);
    if (best.other < 2) {
        best.made.term[2].from = cells_whole(b, sum->term[best.other].from);
        if (best.prepares) {
            best.first.term[0].from = best.made.term[2].from;
            best.made.term[2].from = OPERAND(FROM_OP, cells_add(b, best.first));
        }
    }
    b->rounded[sum->op] = cells_add(b, best.made);
    return true;
}
