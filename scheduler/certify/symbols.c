/* SPDX-License-Identifier: MIT */
#include "certify/symbols.h"

#include <math.h>
#include <string.h>

enum { FIRST_SLOTS = 1 << 12 };

symbols symbols_make(arena *mem)
{
    symbols s = {.mem = mem, .slots_count = FIRST_SLOTS};
    s.slots = ARENA_ARRAY(mem, uint32_t, s.slots_count);
    ARENA_PUSH(mem, &s, list)->kind = SYMBOL_UNDEFINED;
    return s;
}

static uint32_t mix(symbol_kind kind, uint32_t a, uint32_t b, uint64_t more)
{
    uint64_t x = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    x ^= (x >> 29) + (more + (uint64_t)kind) * UINT64_C(0xbf58476d1ce4e5b9);
    x *= UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(x >> 32);
}

/* The slot that holds it, or the free one where it belongs. */
static uint32_t *slot_of(const symbols *s, symbol_kind kind, uint32_t a, uint32_t b, uint64_t more)
{
    uint32_t at = mix(kind, a, b, more) & (s->slots_count - 1);
    while (s->slots[at]) {
        const symbol_node *n = &s->list[s->slots[at]];
        if (n->kind == kind && n->a == a && n->b == b && n->more == more)
            break;
        at = (at + 1) & (s->slots_count - 1);
    }
    return &s->slots[at];
}

static void grow(symbols *s)
{
    s->slots_count *= 4;
    s->slots = ARENA_ARRAY(s->mem, uint32_t, s->slots_count);
    for (uint32_t i = 1; i < s->list_count; i++) {
        const symbol_node *n = &s->list[i];
        *slot_of(s, n->kind, n->a, n->b, n->more) = i;
    }
}

symbol symbols_put(symbols *s, symbol_kind kind, uint32_t a, uint32_t b, uint64_t more)
{
    uint32_t *slot = slot_of(s, kind, a, b, more);
    if (*slot)
        return *slot;
    if (2 * s->list_count > s->slots_count) {
        grow(s);
        slot = slot_of(s, kind, a, b, more);
    }
    *slot = s->list_count;
    *ARENA_PUSH(s->mem, s, list) = (symbol_node){kind, a, b, more};
    return s->list_count - 1;
}

symbol symbols_name(symbols *s, uint32_t array, uint32_t number, uint32_t sample)
{
    return symbols_put(s, SYMBOL_NAME, array, number, sample);
}

symbol symbols_number(symbols *s, double value)
{
    uint64_t bits;
    const double rounded = s->is_float ? (double)(float)value : value;
    memcpy(&bits, &rounded, sizeof bits);
    return symbols_put(s, SYMBOL_NUMBER, 0, 0, bits);
}

bool symbols_is_number(const symbols *s, symbol x, double *value)
{
    if (s->list[x].kind != SYMBOL_NUMBER)
        return false;
    memcpy(value, &s->list[x].more, sizeof *value);
    return true;
}

static bool is_zero(const symbols *s, symbol x, bool negative)
{
    double value;
    return symbols_is_number(s, x, &value) && value == 0 && !!signbit(value) == negative;
}

static bool is_one(const symbols *s, symbol x)
{
    double value;
    return symbols_is_number(s, x, &value) && value == 1;
}

/* An operation on numbers, rounded once. */
static bool fold(symbols *s, symbol_kind kind, double a, double b, symbol *out)
{
    const float x = (float)a, y = (float)b;
    double made;
    switch (kind) {
    case SYMBOL_MUL: made = s->is_float ? (double)(x * y) : a * b; break;
    case SYMBOL_ADD: made = s->is_float ? (double)(x + y) : a + b; break;
    case SYMBOL_SUB: made = s->is_float ? (double)(x - y) : a - b; break;
    case SYMBOL_DIV: made = s->is_float ? (double)(x / y) : a / b; break;
    default: return false;
    }
    *out = symbols_number(s, made);
    return true;
}

static symbol put_sum(symbols *s, symbol a, symbol b)
{
    const bool of_a = s->list[a].kind == SYMBOL_MINUS, of_b = s->list[b].kind == SYMBOL_MINUS;
    if (of_b)
        return symbols_op(s, SYMBOL_SUB, a, s->list[b].a);
    if (of_a)
        return symbols_op(s, SYMBOL_SUB, b, s->list[a].a);
    if (is_zero(s, b, true))
        return a;
    if (is_zero(s, a, true))
        return b;
    return symbols_put(s, SYMBOL_ADD, a < b ? a : b, a < b ? b : a, 0);
}

symbol symbols_op(symbols *s, symbol_kind kind, symbol a, symbol b)
{
    double x, y;
    symbol folded;
    if (s->folds && symbols_is_number(s, a, &x) && symbols_is_number(s, b, &y) &&
        fold(s, kind, x, y, &folded))
        return folded;
    switch (kind) {
    case SYMBOL_ADD: return put_sum(s, a, b);
    case SYMBOL_SUB:
        if (symbols_is_number(s, b, &x))
            return put_sum(s, a, symbols_number(s, -x));
        return symbols_put(s, kind, a, b, 0);
    case SYMBOL_MUL:
        if (is_one(s, a))
            return b;
        return is_one(s, b) ? a : symbols_put(s, kind, a < b ? a : b, a < b ? b : a, 0);
    case SYMBOL_SINE:
    case SYMBOL_COSINE: /* of x + 0: that of x, but for the sign of a zero */
        if (s->list[a].kind == SYMBOL_ADD && is_zero(s, s->list[a].a, false))
            return symbols_op(s, kind, s->list[a].b, b);
        if (s->list[a].kind == SYMBOL_ADD && is_zero(s, s->list[a].b, false))
            return symbols_op(s, kind, s->list[a].a, b);
        return symbols_put(s, kind, a, 0, 0);
    case SYMBOL_MINUS:
        if (symbols_is_number(s, a, &x))
            return symbols_number(s, -x);
        return symbols_put(s, kind, a, 0, 0);
    default: return symbols_put(s, kind, a, b, 0);
    }
}

symbol symbols_call(symbols *s, op_kind kind, symbol a, symbol b)
{
    return symbols_put(s, SYMBOL_CALL, a, OP_KIND[kind].operands == 1 ? 0 : b, kind);
}

symbol symbols_select(symbols *s, symbol condition, symbol yes, symbol no)
{
    return yes == no ? yes : symbols_put(s, SYMBOL_SELECT, condition, yes, no);
}

symbol symbols_not(symbols *s, symbol a)
{
    return s->list[a].kind == SYMBOL_NOT ? s->list[a].a : symbols_put(s, SYMBOL_NOT, a, 0, 0);
}

symbol symbols_or(symbols *s, symbol a, symbol b)
{
    if (a == b || (s->list[a].kind == SYMBOL_OR && s->list[a].b == b))
        return a;
    return symbols_put(s, SYMBOL_OR, a, b, 0);
}

symbol symbols_of_op(symbols *s, op_kind kind, symbol a, symbol b)
{
    const symbol zero = symbols_number(s, 0);
    switch (kind) {
    case OP_MUL: return symbols_op(s, SYMBOL_MUL, a, b);
    case OP_ADD: return symbols_op(s, SYMBOL_ADD, a, b);
    case OP_SUB: return symbols_op(s, SYMBOL_SUB, a, b);
    case OP_DIV: return symbols_op(s, SYMBOL_DIV, a, b);
    case OP_SIN: return symbols_op(s, SYMBOL_SINE, symbols_op(s, SYMBOL_ADD, a, b), 0);
    case OP_COS: return symbols_op(s, SYMBOL_COSINE, symbols_op(s, SYMBOL_ADD, a, b), 0);
    case OP_BELOW: /* b < 0 ? a : b >= 0 ? 0 : b */
        return symbols_select(
            s, symbols_op(s, SYMBOL_LESS, b, zero), a,
            symbols_select(s, symbols_op(s, SYMBOL_AT_MOST, zero, b), zero, b));
    default: return symbols_call(s, kind, a, b);
    }
}
