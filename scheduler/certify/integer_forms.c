/* SPDX-License-Identifier: MIT */
#include "certify/integer_forms.h"

#include "operations/ops_fixed.h"

#include <string.h>

enum { FIRST_SLOTS = 1 << 12, MOST_PLACES = 62, MOST_PRODUCTS = 16 };

static form put(forms *f, const form_term *terms, uint32_t count, int64_t constant);

forms forms_make(symbols *of)
{
    forms f = {.of = of, .slots_count = FIRST_SLOTS};
    f.slots = ARENA_ARRAY(of->mem, uint32_t, f.slots_count);
    put(&f, NULL, 0, 0);
    return f;
}

/* ---- the store ------------------------------------------------------------------------------- */

static uint32_t mix(const form_term *terms, uint32_t count, int64_t constant)
{
    uint64_t x = (uint64_t)constant * UINT64_C(0x9e3779b97f4a7c15) + count;
    for (uint32_t i = 0; i < count; i++) {
        x = (x ^ terms[i].of) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ (x >> 31) ^ (uint64_t)terms[i].times) * UINT64_C(0x94d049bb133111eb);
    }
    return (uint32_t)(x >> 32);
}

static bool same(const form_sum *a, const form_term *terms, uint32_t count, int64_t constant)
{
    if (a->count != count || a->constant != constant)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (a->terms[i].of != terms[i].of || a->terms[i].times != terms[i].times)
            return false;
    return true;
}

static uint32_t *slot_of(const forms *f, const form_term *terms, uint32_t count, int64_t constant)
{
    uint32_t at = mix(terms, count, constant) & (f->slots_count - 1);
    while (f->slots[at] && !same(&f->list[f->slots[at] - 1], terms, count, constant))
        at = (at + 1) & (f->slots_count - 1);
    return &f->slots[at];
}

static form put(forms *f, const form_term *terms, uint32_t count, int64_t constant)
{
    uint32_t *slot = slot_of(f, terms, count, constant);
    if (*slot)
        return *slot - 1;
    if (2 * f->list_count > f->slots_count) {
        f->slots_count *= 4;
        f->slots = ARENA_ARRAY(f->of->mem, uint32_t, f->slots_count);
        for (uint32_t i = 0; i < f->list_count; i++)
            *slot_of(f, f->list[i].terms, f->list[i].count, f->list[i].constant) = i + 1;
        slot = slot_of(f, terms, count, constant);
    }
    form_term *kept = ARENA_ARRAY(f->of->mem, form_term, count);
    if (count)
        memcpy(kept, terms, count * sizeof *kept);
    *slot = f->list_count + 1;
    *ARENA_PUSH(f->of->mem, f, list) = (form_sum){kept, count, constant};
    return f->list_count - 1;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* times x + more, with a look at the size. */
static int64_t times_plus(forms *f, int64_t times, int64_t x, int64_t more)
{
    const double size = (double)times * (double)x + (double)more;
    if (size > 0x1p62 || size < -0x1p62) {
        f->overflow = true;
        return 0;
    }
    return times * x + more;
}

form forms_constant(forms *f, int64_t value) { return put(f, NULL, 0, value); }

form forms_symbol(forms *f, symbol x)
{
    if (f->of->list[x].kind == SYMBOL_FORM)
        return f->of->list[x].a;
    const form_term one = {x, 1};
    return put(f, &one, 1, 0);
}

/* Room for so many terms, until the next call. */
static form_term *room_for(forms *f, uint32_t count)
{
    if (count > f->room_count) {
        f->room_count = 2 * count;
        f->room = ARENA_ARRAY(f->of->mem, form_term, f->room_count);
    }
    return f->room;
}

form forms_combine(forms *f, int64_t a, form x, int64_t b, form y, int64_t constant)
{
    const form_sum left = f->list[x], right = f->list[y];
    form_term *terms = room_for(f, left.count + right.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0, k = 0; i < left.count || k < right.count;) {
        form_term made = {0};
        const bool of_left = k == right.count ||
                             (i < left.count && left.terms[i].of <= right.terms[k].of);
        const bool of_right = i == left.count ||
                              (k < right.count && right.terms[k].of <= left.terms[i].of);
        made.of = of_left ? left.terms[i].of : right.terms[k].of;
        if (of_left)
            made.times = times_plus(f, a, left.terms[i++].times, 0);
        if (of_right)
            made.times = times_plus(f, b, right.terms[k++].times, made.times);
        if (made.times)
            terms[count++] = made;
    }
    constant = times_plus(f, a, left.constant, constant);
    constant = times_plus(f, b, right.constant, constant);
    return put(f, terms, count, constant);
}

form forms_scale(forms *f, form x, int64_t times)
{
    return forms_combine(f, times, x, 0, forms_constant(f, 0), 0);
}

form forms_shift_up(forms *f, form x, uint32_t places)
{
    if (places > MOST_PLACES) {
        f->overflow = true;
        return x;
    }
    return forms_scale(f, x, (int64_t)1 << places);
}

bool forms_is_constant(const forms *f, form x, int64_t *value)
{
    *value = f->list[x].constant;
    return f->list[x].count == 0;
}

symbol forms_as_symbol(forms *f, form x)
{
    const form_sum *s = &f->list[x];
    if (s->count == 1 && s->terms[0].times == 1 && s->constant == 0)
        return s->terms[0].of;
    return symbols_put(f->of, SYMBOL_FORM, x, 0, 0);
}

/* ---- floors ---------------------------------------------------------------------------------- */

static int64_t half_of(int64_t x) { return (x - (x & 1)) / 2; }

/* floor(x / 2). */
static form halve(forms *f, form x)
{
    const form_sum s = f->list[x];
    form_term *even = room_for(f, 2 * s.count + 1), *odd = even + s.count;
    uint32_t evens = 0, odds = 0;
    for (uint32_t i = 0; i < s.count; i++) {
        if (half_of(s.terms[i].times))
            even[evens++] = (form_term){s.terms[i].of, half_of(s.terms[i].times)};
        if (s.terms[i].times & 1)
            odd[odds++] = (form_term){s.terms[i].of, 1};
    }
    const form out = put(f, even, evens, half_of(s.constant));
    if (!odds)
        return out;
    const form left = put(f, odd, odds, 0);
    const form floor = forms_symbol(f, symbols_put(f->of, SYMBOL_HALF, left, 0, 0));
    if (s.constant & 1)
        return forms_combine(f, 1, forms_combine(f, 1, out, 1, left, 0), -1, floor, 0);
    return forms_combine(f, 1, out, 1, floor, 0);
}

form forms_shift_down(forms *f, form x, uint32_t places)
{
    for (uint32_t i = 0; i < places; i++)
        x = halve(f, x);
    return x;
}

/* ---- products -------------------------------------------------------------------------------- */

static symbol product_of(forms *f, symbol a, symbol b)
{
    return symbols_put(f->of, SYMBOL_PRODUCT, a < b ? a : b, a < b ? b : a, 0);
}

/* Term by term, of what has few terms; otherwise a form is one factor. */
form forms_multiply(forms *f, form x, form y)
{
    const form_sum left = f->list[x], right = f->list[y];
    if ((uint64_t)left.count * right.count > MOST_PRODUCTS)
        return forms_symbol(f, product_of(f, forms_as_symbol(f, x), forms_as_symbol(f, y)));
    form sum = forms_constant(f, times_plus(f, left.constant, right.constant, 0));
    for (uint32_t i = 0; i < left.count; i++) {
        for (uint32_t k = 0; k < right.count; k++) {
            const form both = forms_symbol(f, product_of(f, left.terms[i].of, right.terms[k].of));
            sum = forms_combine(f, 1, sum,
                                times_plus(f, left.terms[i].times, right.terms[k].times, 0), both,
                                0);
        }
        const form_term t = left.terms[i];
        if (right.constant)
            sum = forms_combine(f, 1, sum, times_plus(f, t.times, right.constant, 0),
                                put(f, &(form_term){t.of, 1}, 1, 0), 0);
    }
    if (left.constant)
        sum = forms_combine(f, 1, sum, left.constant,
                            forms_combine(f, 1, y, 0, y, -right.constant), 0);
    return sum;
}

/* ---- operations ------------------------------------------------------------------------------ */

form forms_of_op(forms *f, const ops *p, const op *o, form a, form b)
{
    int shift_a, shift_b;
    ops_shifts(p, o, &shift_a, &shift_b);
    if (o->kind == OP_MUL) {
        const form exact = forms_multiply(f, a, b);
        if (shift_a == 0)
            return exact;
        const form half = forms_constant(f, (int64_t)1 << (shift_a - 1));
        return forms_shift_down(f, forms_combine(f, 1, exact, 1, half, 0), (uint32_t)shift_a);
    }
    /* floor(a / 2^shift_a +- b / 2^shift_b + 1/2) over the larger shift */
    const int most = shift_a > shift_b ? shift_a : shift_b;
    const int64_t sign = o->kind == OP_SUB ? -1 : 1;
    const int64_t half = most ? (int64_t)1 << (most - 1) : 0;
    const form sum = forms_combine(f, (int64_t)1 << (most - shift_a), a,
                                   sign * ((int64_t)1 << (most - shift_b)), b, half);
    return forms_shift_down(f, sum, (uint32_t)most);
}
