/* SPDX-License-Identifier: MIT */
#include "circuit/sine_cells.h"

#include "operations/ops_fixed.h"

/* ---- the turned angle ------------------------------------------------------------------------ */

/* floor((a C + offset 2^cut) / 2^width): digits of C below 2^cut are added first, and what they
 * leave below it is dropped, as floors may be nested. */
static uint32_t build_turned(cells_builder *b, uint32_t i)
{
    const op *o = &b->p->list[i];
    const uint32_t width = b->p->format, cut = width - FIXED_TRIG_OFFSET_BITS;
    const operand angle = cells_whole(b, o->a);
    uint32_t at[64];
    bool negative[64];
    cell_term low[64], high[64];
    uint32_t lows = 0, highs = 0;
    const uint32_t count =
        signed_digits(fixed_trig_quarters(width, ops_point(b->p, o->a)), at, negative);
    for (uint32_t k = 0; k < count; k++) {
        const bool above = at[k] >= cut;
        const cell_term one = {.from = angle, .left = above ? at[k] - cut : at[k],
                               .negative = negative[k]};
        if (above)
            high[highs++] = one;
        else
            low[lows++] = one;
    }
    if (lows) {
        const uint32_t made = cells_add_terms(
            b, low, lows, (cell){.kind = CELL_SUM, .drop = cut, .bits = width + 2, .op = i});
        high[highs++] = (cell_term){.from = OPERAND(FROM_OP, made)};
    }
    return cells_add_terms(b, high, highs,
                           (cell){.kind = CELL_SUM, .drop = FIXED_TRIG_OFFSET_BITS,
                                  .constant = ops_fixed_offset(b->p, o),
                                  .bits = fixed_trig_of(width).fraction_bits + 2, .op = i});
}

static uint32_t build_place(cells_builder *b, uint32_t i, uint32_t turned)
{
    return cells_add(b, (cell){.kind = CELL_TABLE, .terms = 1, .part = SINE_PLACE,
                               .term = {{.from = OPERAND(FROM_OP, turned)}},
                               .bits = b->p->format, .op = i});
}

/* Of the first sine or cosine of this angle. */
static void find_angle(cells_builder *b, uint32_t i)
{
    const op *list = b->p->list;
    for (uint32_t k = 0; k < i; k++)
        if (OP_KIND[list[k].kind].unit == UNIT_TRIG && list[k].a == list[i].a &&
            list[k].b == list[i].b) {
            b->turned[i] = b->turned[k];
            b->place[i] = b->place[k];
            return;
        }
    b->turned[i] = build_turned(b, i);
    b->place[i] = build_place(b, i, b->turned[i]);
}

/* ---- the parabola ---------------------------------------------------------------------------- */

static uint32_t build_part(cells_builder *b, uint32_t i, sine_part part, uint32_t bits)
{
    return cells_add(b, (cell){.kind = CELL_TABLE, .terms = 1, .part = part,
                               .cosine = b->p->list[i].kind == OP_COS, .bits = bits, .op = i,
                               .term = {{.from = OPERAND(FROM_OP, b->turned[i])}}});
}

/* floor(x place / 2^drop). */
static uint32_t build_product(cells_builder *b, uint32_t i, uint32_t x, uint32_t drop,
                              uint32_t bits)
{
    const operand a = OPERAND(FROM_OP, x), u = OPERAND(FROM_OP, b->place[i]);
    cell_term term[64];
    if (!b->as_sums[i])
        return cells_add(b, (cell){.kind = CELL_PRODUCT, .terms = 2, .drop = drop, .bits = bits,
                                   .term = {{.from = a}, {.from = u}}, .op = i});
    const uint32_t count = cells_add_digits(b, i, a, u, term);
    return cells_add_terms(b, term, count,
                           (cell){.kind = CELL_SUM, .drop = drop, .bits = bits, .op = i});
}

static uint32_t build_sum(cells_builder *b, uint32_t x, uint32_t y, cell made)
{
    made.kind = CELL_SUM;
    made.terms = 2;
    made.term[0].from = OPERAND(FROM_OP, x);
    made.term[1].from = OPERAND(FROM_OP, y);
    return cells_add(b, made);
}

void sine_cells_build(cells_builder *b, uint32_t i)
{
    const uint32_t width = b->p->format;
    const fixed_trig_sizes z = fixed_trig_of(width);
    const uint32_t drop = (uint32_t)((int)z.sine_point - b->p->list[i].point);
    find_angle(b, i);
    /* operands of products have the bits of all others */
    const uint32_t bend = build_part(b, i, SINE_BEND, width);
    const uint32_t slope = build_part(b, i, SINE_SLOPE, z.slope_bits + 1);
    const uint32_t bent = build_product(b, i, bend, z.place_bits, z.bend_bits + 2);
    const uint32_t line = build_sum(b, slope, bent, (cell){.constant = 1, .bits = width, .op = i});
    const uint32_t value = build_part(b, i, SINE_VALUE, z.value_bits + 1);
    const uint32_t along = build_product(b, i, line, z.place_bits + 2, z.slope_bits);
    b->rounded[i] = build_sum(b, value, along,
                              (cell){.constant = 1 + cells_half(drop), .drop = drop, .bits = width,
                                     .op = i, .whole = true});
}

/* ---- cells of tables ------------------------------------------------------------------------- */

int64_t sine_part_value(const cells *c, const cell *made, int64_t turned)
{
    const fixed_trig_parabola t = fixed_trig_fold(c->width, (uint64_t)turned, made->cosine);
    switch (made->part) {
    case SINE_VALUE: return t.value;
    case SINE_SLOPE: return t.slope;
    case SINE_BEND: return t.bend;
    default: return t.place;
    }
}

/* Bits that a bit of a table depends on: the piece's number and the quadrant. */
static uint32_t address_bits(uint32_t width) { return fixed_trig_of(width).piece_bits + 2; }

uint32_t sine_part_ps(const cells *c, const device *on, const cell *made)
{
    return made->part == SINE_PLACE ? 0 : device_table_ps(on, address_bits(c->width));
}

uint32_t sine_part_tables(const cells *c, const cell *made)
{
    const uint32_t pieces = 1u << fixed_trig_of(c->width).piece_bits;
    /* a table for 16 entries, one in three more to choose from them, and the sign */
    return made->part == SINE_PLACE ? 0 : made->bits * (pieces / 12 + 1);
}

uint32_t sine_ps(const device *on, uint32_t width)
{
    const uint32_t sum = on->wire_ps + device_sum_ps(on, width);
    /* digits of 2/pi, one in three bits, in pairs of pairs ... */
    uint32_t ps = device_table_ps(on, address_bits(width)) + 3 * sum +
                  SINE_PRODUCTS * device_product_ps(on, width, width);
    for (uint32_t digits = (width + 6) / 3; digits > 1; digits = (digits + 1) / 2)
        ps += sum;
    return ps;
}
