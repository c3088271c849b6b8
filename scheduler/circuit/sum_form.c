/* SPDX-License-Identifier: MIT */
#include "circuit/sum_form.h"

/* A bit of weight 1 that found no place in open bits. */
static sum_bit place_at_start(const sum_form *f, const sum_bit *other)
{
    if (!f->carry_one && *other != SUM_BIT_CARRY)
        return SUM_BIT_CARRY;
    return !(f->row & 1) && *other != SUM_BIT_ROW ? SUM_BIT_ROW : SUM_BIT_SPARE;
}

static void place_two(const cell *sum, sum_form *f)
{
    const cell_term *t = sum->term;
    f->open = t[1].left > t[0].left;
    const uint32_t open_bits = t[f->open].left;
    int64_t constant = sum->constant;
    for (uint32_t k = 0; k < 2; k++)
        if (t[k].negative && !t[k].rounds)
            constant += (int64_t)1 << t[k].left;
    f->fill = (uint64_t)constant & (((uint64_t)1 << open_bits) - 1);
    int64_t high = floor_shift(constant, open_bits);
    bool asks_low = false; /* a rounding wants open bits or the start of the chain */
    for (uint32_t k = 0; k < 2; k++)
        asks_low |= t[k].rounds && (t[k].left == 0 || t[k].left < open_bits);
    if (high == 1 && !f->fill && !asks_low) {
        f->fill = ((uint64_t)1 << open_bits) - 1;
        f->carry_one = true;
        high = 0;
    }
    f->row = high * ((int64_t)1 << open_bits);
    for (uint32_t k = 0; k < 2; k++) {
        if (!t[k].rounds)
            continue;
        const bool other = t[1 - k].rounds || (t[1 - k].negative && !t[1 - k].left);
        if (t[k].left < open_bits && !(f->fill >> t[k].left & 1))
            f->bit[k] = SUM_BIT_OPEN;
        else if (t[k].left && k == f->open && !constant && !other)
            f->bit[k] = SUM_BIT_FILL;
        else if (t[k].left == 0)
            f->bit[k] = place_at_start(f, &f->bit[1 - k]);
        else {
            f->bit[k] = SUM_BIT_ROW;
            f->clash |= f->row >> t[k].left & 1;
        }
    }
    f->saves = (t[0].negative && t[1].negative) || f->row || f->bit[0] == SUM_BIT_ROW ||
               f->bit[1] == SUM_BIT_ROW;
}

sum_form sum_form_of(const cell *sum)
{
    sum_form f = {.bits = sum->drop + sum->bits};
    if (sum->terms == 2)
        place_two(sum, &f);
    else if (sum->terms == 1 && sum->term[0].rounds) {
        f.bit[0] = SUM_BIT_CARRY;
        f.clash = sum->term[0].left;
    }
    const bool wires = !sum->terms || (sum->terms == 1 && !sum->constant &&
                                       !sum->term[0].negative && !sum->term[0].rounds);
    f.chain_bits = wires ? 0 : f.bits;
    return f;
}
