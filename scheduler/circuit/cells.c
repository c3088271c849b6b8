/* SPDX-License-Identifier: MIT */
#include "circuit/cells_builder.h"
#include "circuit/fused_products.h"
#include "circuit/product_sums.h"
#include "circuit/sine_cells.h"
#include "circuit/sum_form.h"
#include "machine/fp32.h"
#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"

#include <stdlib.h>

uint32_t signed_digits(int64_t constant, uint32_t *at, bool *negative)
{
    const bool flip = constant < 0;
    uint64_t rest = flip ? (uint64_t)-constant : (uint64_t)constant;
    uint32_t count = 0, weight = 0;
    uint32_t low_at[64];
    bool low_negative[64];
    for (; rest; rest >>= 1, weight++) {
        if (!(rest & 1))
            continue;
        const bool minus = (rest & 3) == 3; /* 1 as 2 - 1: the run of ones ends in a carry */
        low_at[count] = weight;
        low_negative[count++] = minus != flip;
        rest = minus ? rest + 1 : rest;
    }
    for (uint32_t i = 0; i < count; i++) {
        at[i] = low_at[count - 1 - i];
        negative[i] = low_negative[count - 1 - i];
    }
    return count;
}

uint32_t cells_bits(const cells *c, operand x)
{
    return OPERAND_CLASS(x) == FROM_OP ? c->list[OPERAND_INDEX(x)].bits : c->width;
}

unit_kind cells_unit(const cells *c, uint32_t i)
{
    switch (c->list[i].kind) {
    case CELL_PRODUCT: return UNIT_MUL;
    case CELL_OPERATOR: return OP_KIND[c->p->list[c->list[i].op].kind].unit;
    case CELL_SUM:
    case CELL_DIGIT:
    case CELL_TABLE: break;
    }
    return UNIT_KINDS;
}

uint32_t cells_blocks(const cells_options *options, uint32_t products, uint32_t of_one)
{
    return (products + options->interval - 1) / options->interval * of_one;
}

uint32_t cells_ps(const cells *c, const device *on, const cell *made)
{
    if (made->kind == CELL_PRODUCT)
        return device_product_ps(on, c->width, c->width);
    if (made->kind == CELL_DIGIT)
        return device_digit_ps(on, c->width);
    if (made->kind == CELL_TABLE)
        return sine_part_ps(c, on, made);
    const sum_form form = sum_form_of(made);
    return (form.chain_bits ? on->wire_ps + device_sum_ps(on, form.chain_bits) : 0) +
           (form.saves ? on->wire_ps + on->lut_ps : 0);
}

uint32_t cells_term_ps(const cells *c, const device *on, const cell *made, uint32_t term)
{
    return made->kind == CELL_PRODUCT && term == 2 ? device_addend_ps(on) : cells_ps(c, on, made);
}

uint32_t cells_tables(const cells *c)
{
    uint32_t tables = 0;
    for (uint32_t i = 0; i < c->list_count; i++) {
        const cell *made = &c->list[i];
        if (made->kind == CELL_SUM) {
            const sum_form form = sum_form_of(made);
            tables += form.chain_bits + (form.saves ? 2 * form.bits : 0);
        } else if (made->kind == CELL_DIGIT) {
            tables += 3 * made->bits;
        } else if (made->kind == CELL_TABLE) {
            tables += sine_part_tables(c, made);
        }
    }
    return tables;
}

/* When the result of a cell that is not there yet would be, without registers. */
static uint32_t cells_arrival(const cells_builder *b, const cell *made)
{
    uint32_t out = cells_ps(b->c, b->options->target, made);
    for (uint32_t k = 0; k < made->terms; k++) {
        const operand from = made->term[k].from;
        const uint32_t in = OPERAND_CLASS(from) == FROM_OP ? b->arrives_ps[OPERAND_INDEX(from)] : 0;
        const uint32_t by = in + cells_term_ps(b->c, b->options->target, made, k);
        out = by > out ? by : out;
    }
    return out;
}

uint32_t cells_add(cells_builder *b, cell made)
{
    const uint32_t i = b->c->list_count;
    b->arrives_ps = arena_grow(b->mem, b->arrives_ps, (size_t)i + 1, &b->arrives_capacity,
                               sizeof *b->arrives_ps);
    b->arrives_ps[i] = cells_arrival(b, &made);
    *ARENA_PUSH(b->mem, b->c, list) = made;
    return i;
}

static void build_product(cells_builder *b, uint32_t i);

/* ---- operands -------------------------------------------------------------------------------- */

static cell rounding_of(const cells_builder *b, uint32_t i)
{
    return (cell){.kind = CELL_SUM, .terms = 1, .constant = 1, .drop = 1,
                  .term = {{.from = OPERAND(FROM_OP, b->raw[i])}}, .bits = b->p->format, .op = i,
                  .whole = true};
}

operand cells_whole(cells_builder *b, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) != FROM_OP)
        return x;
    if (b->waits[i])
        build_product(b, i);
    if (b->rounded[i] == CELL_NONE)
        b->rounded[i] = cells_add(b, rounding_of(b, i));
    return OPERAND(FROM_OP, b->rounded[i]);
}

static cell_term term_of(cells_builder *b, operand x, uint32_t left, bool negative)
{
    const uint32_t i = OPERAND_INDEX(x);
    cell_term t = {.from = x, .left = left, .negative = negative};
    if (OPERAND_CLASS(x) == FROM_OP) {
        if (b->waits[i])
            build_product(b, i);
        t.rounds = b->raw[i] != CELL_NONE;
        t.from = OPERAND(FROM_OP, t.rounds ? b->raw[i] : b->rounded[i]);
    }
    return t;
}

static bool is_constant(operand x) { return OPERAND_CLASS(x) == FROM_CONSTANT; }

static int64_t integer_of(const cells_builder *b, operand x)
{
    return b->c->constants[OPERAND_INDEX(x)];
}

static bool by_constant(const op *o)
{
    return o->kind == OP_MUL && is_constant(o->a) != is_constant(o->b);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Zeros that all terms end in are of no use where they are dropped. */
static cell without_zeros(cell made)
{
    uint32_t common = made.drop;
    for (uint32_t k = 0; k < made.terms; k++)
        common = made.term[k].left < common ? made.term[k].left : common;
    for (uint32_t k = 0; k < made.terms; k++)
        made.term[k].left -= common;
    made.constant = floor_shift(made.constant, common);
    made.drop -= common;
    return made;
}

static void round_before(cells_builder *b, cell_term *t)
{
    t->from = cells_whole(b, OPERAND(FROM_OP, b->c->list[OPERAND_INDEX(t->from)].op));
    t->rounds = false;
}

/* A sum with one term made ready before: rounded, or with all that is added to the sum beside its
 * terms. */
typedef struct {
    cell first, sum;
    uint32_t term, arrives_ps;
    bool rounds; /* first is the rounding of a product, which others may want, too */
} early_sum;

static void measure(const cells_builder *b, early_sum *e)
{
    const operand from = e->first.term[0].from, other = e->sum.term[1 - e->term].from;
    const uint32_t of = OPERAND_CLASS(from) == FROM_OP ? b->c->list[OPERAND_INDEX(from)].op
                                                       : CELL_NONE;
    uint32_t in = e->rounds && b->rounded[of] != CELL_NONE ? b->arrives_ps[b->rounded[of]]
                                                      : cells_arrival(b, &e->first);
    if (OPERAND_CLASS(other) == FROM_OP && b->arrives_ps[OPERAND_INDEX(other)] > in)
        in = b->arrives_ps[OPERAND_INDEX(other)];
    e->arrives_ps = sum_form_of(&e->sum).clash ? UINT32_MAX
                                               : in + cells_ps(b->c, b->options->target, &e->sum);
}

static early_sum rounded_before(const cells_builder *b, cell sum, uint32_t k)
{
    early_sum e = {.sum = sum, .term = k, .rounds = true};
    e.first = rounding_of(b, b->c->list[OPERAND_INDEX(sum.term[k].from)].op);
    e.sum.term[k].rounds = false;
    measure(b, &e);
    return e;
}

static early_sum prepared_before(const cells_builder *b, cell sum, uint32_t k)
{
    early_sum e = {.sum = sum, .term = k};
    const uint32_t left = sum.term[k].left;
    const int64_t high = floor_shift(sum.constant, left);
    e.first = (cell){.kind = CELL_SUM, .terms = 1, .term = {sum.term[k]}, .constant = high,
                     .bits = b->p->format + 2, .op = sum.op};
    e.first.term[0].left = 0;
    for (int64_t rest = high; rest > (int64_t)1 << b->p->format; rest >>= 1)
        e.first.bits++;
    e.sum.term[k] = (cell_term){.left = left};
    e.sum.constant = sum.constant - high * ((int64_t)1 << left);
    measure(b, &e);
    return e;
}

/* What is there before the other operand is made ready meanwhile, where the sum is there earlier:
 * it does not need a third row then. */
static void use_time_before(cells_builder *b, cell *sum)
{
    early_sum best = {.arrives_ps = cells_arrival(b, sum), .term = CELL_NONE};
    for (uint32_t k = 0; sum->terms == 2 && k < 2; k++)
        for (uint32_t how = !sum->term[k].rounds; how < 2; how++) {
            const early_sum one = how ? prepared_before(b, *sum, k) : rounded_before(b, *sum, k);
            best = one.arrives_ps < best.arrives_ps ? one : best;
        }
    if (best.term == CELL_NONE)
        return;
    if (best.rounds) {
        round_before(b, &sum->term[best.term]);
    } else {
        *sum = best.sum;
        sum->term[best.term].from = OPERAND(FROM_OP, cells_add(b, best.first));
    }
}

/* A sum whose terms are still operations. */
static cell sum_of(const cells_builder *b, uint32_t i)
{
    const op *o = &b->p->list[i];
    int a, c;
    ops_shifts(b->p, o, &a, &c);
    const uint32_t drop = (uint32_t)(a > c ? a : c);
    const uint32_t left[2] = {drop - (uint32_t)a, drop - (uint32_t)c};
    const operand from[2] = {o->a, o->b};
    cell made = {.kind = CELL_SUM, .constant = cells_half(drop), .drop = drop, .bits = b->p->format,
                 .op = i, .whole = true};
    for (uint32_t k = 0; k < 2; k++) {
        const bool negative = k == 1 && o->kind == OP_SUB;
        if (is_constant(from[k])) {
            const int64_t moved = integer_of(b, from[k]) * ((int64_t)1 << left[k]);
            made.constant += negative ? -moved : moved;
        } else {
            made.term[made.terms++] =
                (cell_term){.from = from[k], .left = left[k], .negative = negative};
        }
    }
    return without_zeros(made);
}

static void build_sum(cells_builder *b, uint32_t i)
{
    cell made = sum_of(b, i);
    if (b->adds && fused_products_build(b, &made))
        return;
    for (uint32_t k = 0; k < made.terms; k++)
        made.term[k] = term_of(b, made.term[k].from, made.term[k].left, made.term[k].negative);
    if (sum_form_of(&made).clash)
        for (uint32_t k = 0; k < made.terms; k++)
            if (made.term[k].rounds && made.term[k].left)
                round_before(b, &made.term[k]);
    if (b->options->by_delay)
        use_time_before(b, &made);
    b->rounded[i] = cells_add(b, made);
}

/* ---- products -------------------------------------------------------------------------------- */

/* Bits that hold the sum of two terms exactly; parts of a product have no more than it. */
static uint32_t exact_bits(const cells *c, const cell_term *a, const cell_term *b)
{
    const uint32_t of_a = cells_bits(c, a->from) + a->left, of_b = cells_bits(c, b->from) + b->left;
    const uint32_t bits = (of_a > of_b ? of_a : of_b) + 1;
    return bits < 2 * c->width ? bits : 2 * c->width;
}

/* Two terms become one; what both are shifted by stays outside. */
static cell_term join(cells_builder *b, uint32_t of, cell_term x, cell_term y)
{
    const uint32_t common = x.left < y.left ? x.left : y.left;
    const bool flip = x.negative && y.negative;
    x.left -= common;
    y.left -= common;
    x.negative = x.negative != flip;
    y.negative = y.negative != flip;
    const uint32_t made = cells_add(b, (cell){.kind = CELL_SUM, .terms = 2, .term = {x, y},
                                             .bits = exact_bits(b->c, &x, &y), .op = of});
    return (cell_term){.from = OPERAND(FROM_OP, made), .left = common, .negative = flip};
}

uint32_t cells_add_terms(cells_builder *b, cell_term *term, uint32_t count, cell last)
{
    while (count > 2) {
        const uint32_t pairs = count / 2;
        for (uint32_t k = 0; k < pairs; k++)
            term[k] = join(b, last.op, term[2 * k], term[2 * k + 1]);
        if (count % 2)
            term[pairs] = term[count - 1];
        count = pairs + count % 2;
    }
    last.terms = count;
    for (uint32_t k = 0; k < count; k++)
        last.term[k] = term[k];
    return cells_add(b, without_zeros(last));
}

/* Terms of a product, added, with its rounding. */
static void build_sum_of(cells_builder *b, uint32_t i, cell_term *term, uint32_t count)
{
    int drop, none;
    ops_shifts(b->p, &b->p->list[i], &drop, &none);
    b->rounded[i] = cells_add_terms(
        b, term, count, (cell){.kind = CELL_SUM, .constant = cells_half((uint32_t)drop),
                               .drop = (uint32_t)drop, .bits = b->p->format, .op = i,
                               .whole = true});
}

/* One term for each digit of the constant. */
static void build_sums_of_constant(cells_builder *b, uint32_t i, operand variable, int64_t constant)
{
    uint32_t at[64];
    bool negative[64];
    cell_term term[64];
    const uint32_t count = signed_digits(constant, at, negative);
    variable = cells_whole(b, variable);
    for (uint32_t k = 0; k < count; k++)
        term[k] = (cell_term){.from = variable, .left = at[k], .negative = negative[k]};
    build_sum_of(b, i, term, count);
}

uint32_t cells_add_digits(cells_builder *b, uint32_t of, operand x, operand y, cell_term term[64])
{
    uint32_t count = 0;
    for (uint32_t low = (b->p->format + 1) / 2 * 2; low > 0;) {
        low -= 2;
        const uint32_t made = cells_add(b, (cell){.kind = CELL_DIGIT, .terms = 2,
                                                 .term = {{.from = x}, {.from = y}}, .low = low,
                                                 .bits = b->p->format + 2, .op = of});
        term[count++] = (cell_term){.from = OPERAND(FROM_OP, made), .left = low};
    }
    return count;
}

static void build_sums_of_bits(cells_builder *b, uint32_t i)
{
    const operand x = cells_whole(b, b->p->list[i].a), y = cells_whole(b, b->p->list[i].b);
    cell_term term[64];
    build_sum_of(b, i, term, cells_add_digits(b, i, x, y, term));
}

static void build_as_sums(cells_builder *b, uint32_t i)
{
    const op *o = &b->p->list[i];
    if (by_constant(o))
        build_sums_of_constant(b, i, is_constant(o->a) ? o->b : o->a,
                               integer_of(b, is_constant(o->a) ? o->a : o->b));
    else
        build_sums_of_bits(b, i);
}

static void build_product(cells_builder *b, uint32_t i)
{
    const op *o = &b->p->list[i];
    int drop, none;
    ops_shifts(b->p, o, &drop, &none);
    b->waits[i] = false;
    if (b->adds) {
        const cell made = fused_products_alone(b, i);
        b->rounded[i] = cells_add(b, made);
        return;
    }
    cell made = {.kind = CELL_PRODUCT, .terms = 2, .drop = (uint32_t)drop - 1,
                 .bits = b->p->format + 1, .op = i};
    made.term[0].from = cells_whole(b, o->a);
    made.term[1].from = cells_whole(b, o->b);
    b->raw[i] = cells_add(b, made);
}

void cells_build(arena *mem, const ops *p, const cells_options *options, cells *out)
{
    int64_t *constants = ARENA_ARRAY(mem, int64_t, p->constants_count + 1);
    ops_fixed_constants(p, constants);
    *out = (cells){.p = p, .width = p->format, .constants = constants,
                   .outputs = ARENA_ARRAY(mem, operand, p->outputs_count + 1)};
    cells_builder b = {.mem = mem, .p = p, .options = options, .c = out,
                 .as_sums = ARENA_ARRAY(mem, bool, p->list_count + 1),
                 .adds = options->by_delay && device_adds(options->target, p->format),
                 .waits = ARENA_ARRAY(mem, bool, p->list_count + 1),
                 .raw = ARENA_ARRAY(mem, uint32_t, p->list_count + 1),
                 .rounded = ARENA_ARRAY(mem, uint32_t, p->list_count + 1),
                 .turned = ARENA_ARRAY(mem, uint32_t, p->list_count + 1),
                 .place = ARENA_ARRAY(mem, uint32_t, p->list_count + 1)};
    for (uint32_t i = 0; i < p->list_count; i++)
        b.raw[i] = b.rounded[i] = CELL_NONE;
    out->products = product_sums_choose(mem, p, options, constants, b.as_sums);
    out->one_blocks = device_blocks(options->target, p->format, p->format);
    if (b.adds)
        fused_products_start(&b);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        if (OP_KIND[o->kind].unit == UNIT_TRIG)
            sine_cells_build(&b, i);
        else if (o->kind != OP_MUL)
            build_sum(&b, i);
        else if (b.as_sums[i])
            build_as_sums(&b, i);
        else if (b.adds)
            fused_products_wait(&b, i);
        else
            build_product(&b, i);
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        out->outputs[i] = cells_whole(&b, p->outputs[i].value);
}

/* ---- binary32 -------------------------------------------------------------------------------- */

enum {
    BINARY32_BITS = 32,
    BINARY32_FRACTION_BITS = 25, /* with its first bit, and a sign */
    SINE_BLOCKS = 7,             /* of rtl/operators/fp32_trig.v, as Yosys maps it to ECP5 */
    ANGLE_BLOCKS = 3             /* of rtl/operators/fp32_atan2.v, likewise */
};

/* Offsets of sines are words of their own. */
static status binary32_constants(arena *mem, const ops *p, int64_t *constants, diag *d)
{
    bool *number = ARENA_ARRAY(mem, bool, p->constants_count + 1);
    for (uint32_t i = 0; i < p->constants_count; i++)
        constants[i] = fp32_from_double(p->constants[i].value);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const operand ends[] = {o->a, o->b};
        for (uint32_t k = 0; k < 2; k++)
            if (OPERAND_CLASS(ends[k]) == FROM_CONSTANT && !(k && ops_is_offset(o)))
                number[OPERAND_INDEX(ends[k])] = true;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_CONSTANT)
            number[OPERAND_INDEX(p->outputs[i].value)] = true;
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        if (!ops_is_offset(o))
            continue;
        const uint32_t k = OPERAND_INDEX(o->b);
        constants[k] = fp32_trig_offset(p->constants[k].value);
        if (number[k] && constants[k] != fp32_from_double(p->constants[k].value))
            return diag_error(d, (place){0}, "the constant %g is an angle's offset and a number",
                              p->constants[k].value);
    }
    return STATUS_OK;
}

status cells_build_binary32(arena *mem, const ops *p, const cells_options *options, uint32_t mhz,
                            cells *out, diag *d)
{
    int64_t *constants = ARENA_ARRAY(mem, int64_t, p->constants_count + 1);
    uint32_t products = 0, sines = 0, angles = 0;
    TRY(binary32_constants(mem, p, constants, d));
    *out = (cells){.p = p, .width = BINARY32_BITS, .constants = constants,
                   .outputs = ARENA_ARRAY(mem, operand, p->outputs_count + 1)};
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        const op_negates negates = OP_KIND[o->kind].negates;
        const uint32_t cycles = device_latency(options->target, OP_KIND[o->kind].unit, mhz,
                                               options->interval);
        if (!cycles)
            return diag_error(d, (place){0}, "no operator for '%s' at %u MHz on %s",
                              OP_KIND[o->kind].word, mhz, options->target->about);
        *ARENA_PUSH(mem, out, list) =
            (cell){.kind = CELL_OPERATOR, .terms = OP_KIND[o->kind].operands,
                   .term = {{.from = o->a, .negative = negates == NEGATES_BOTH},
                            {.from = o->b, .negative = negates != NEGATES_NONE}},
                   .bits = BINARY32_BITS, .op = i, .whole = true, .cycles = cycles};
        products += o->kind == OP_MUL;
        sines += OP_KIND[o->kind].unit == UNIT_TRIG;
        angles += OP_KIND[o->kind].unit == UNIT_ATAN;
    }
    for (uint32_t i = 0; i < p->outputs_count; i++)
        out->outputs[i] = p->outputs[i].value;
    out->products = products;
    out->one_blocks = device_blocks(options->target, BINARY32_FRACTION_BITS,
                                    BINARY32_FRACTION_BITS);
    const uint32_t blocks = cells_blocks(options, products, out->one_blocks) +
                            cells_blocks(options, sines, SINE_BLOCKS) +
                            cells_blocks(options, angles, ANGLE_BLOCKS);
    if (blocks > options->most_blocks)
        return diag_error(d, (place){0}, "the products of this function need %u multiplier blocks, "
                          "and there are %u", blocks, options->most_blocks);
    return STATUS_OK;
}

/* ---- evaluator ------------------------------------------------------------------------------- */

static int64_t cut(int64_t x, uint32_t bits)
{
    const uint64_t sign = (uint64_t)1 << (bits - 1), low = (uint64_t)x & (2 * sign - 1);
    return (int64_t)(low ^ sign) - (int64_t)sign;
}

static int64_t value_of(const cells *c, const int64_t *in, const int64_t *scratch, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    return OPERAND_CLASS(x) == FROM_INPUT      ? in[i]
           : OPERAND_CLASS(x) == FROM_CONSTANT ? c->constants[i]
                                               : scratch[i];
}

/* A times two bits of b. */
static int64_t digit_value(const cells *c, const cell *made, int64_t a, int64_t b)
{
    const int64_t bits = floor_shift(b, made->low) & 3;
    const uint32_t signs = c->width - made->low; /* 2: the second bit is the sign; 1: the first */
    return a * (signs == 2 && bits > 1 ? bits - 4 : signs == 1 ? -(bits & 1) : bits);
}

void cells_eval(const cells *c, const int64_t *in, int64_t *out, int64_t *scratch)
{
    for (uint32_t i = 0; i < c->list_count; i++) {
        const cell *made = &c->list[i];
        int64_t x[3] = {0}, sum = made->constant;
        for (uint32_t k = 0; k < made->terms; k++) {
            const cell_term *t = &made->term[k];
            x[k] = value_of(c, in, scratch, t->from);
            x[k] = t->rounds ? floor_shift(x[k] + 1, 1) : x[k];
            sum += (t->negative ? -x[k] : x[k]) * ((int64_t)1 << t->left);
        }
        if (made->kind == CELL_DIGIT)
            sum = digit_value(c, made, x[0], x[1]);
        if (made->kind == CELL_TABLE)
            sum = sine_part_value(c, made, x[0]);
        if (made->kind == CELL_PRODUCT)
            sum = made->constant + (made->term[0].negative ? -x[0] : x[0]) * x[1] +
                  x[2] * ((int64_t)1 << made->term[2].left);
        scratch[i] = cut(floor_shift(sum, made->drop), made->bits);
    }
    for (uint32_t i = 0; i < c->p->outputs_count; i++)
        out[i] = value_of(c, in, scratch, c->outputs[i]);
}
