/* SPDX-License-Identifier: MIT */
/* Expressions over wires of a circuit: bits, and the integers that they are. */
#include "certify/circuit_run.h"

#include <math.h>
#include <string.h>

status circuit_fail(circuit_run *r, uint32_t line, const char *format, const char *name)
{
    if (!r->failed)
        r->failed = v_error(r->t, line, format, name);
    return r->failed;
}

uint32_t circuit_line(const circuit_run *r) { return r->t->list[r->at].line; }

bool circuit_take(circuit_run *r, const char *mark)
{
    const bool there = v_is(r->t, r->at, mark) && !r->failed;
    r->at += there;
    return there;
}

static void expect(circuit_run *r, const char *mark)
{
    if (!circuit_take(r, mark))
        circuit_fail(r, circuit_line(r), "'%s' was expected", mark);
}

circuit_value_of circuit_number(circuit_run *r, int64_t value, uint32_t bits)
{
    return (circuit_value_of){.f = forms_constant(r->forms, value), .bits = bits,
                              .modulus = CIRCUIT_EXACT, .low = (double)value,
                              .high = (double)value};
}

bool circuit_is_constant(const circuit_run *r, const circuit_value_of *v, int64_t *value)
{
    return v->kind == CIRCUIT_BITS && v->modulus == CIRCUIT_EXACT &&
           forms_is_constant(r->forms, v->f, value);
}

/* ---- parts of wires -------------------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Bits hi .. lo of v, what is above them left off. */
static circuit_value_of slice_of(circuit_run *r, const circuit_value_of *v, uint32_t hi,
                                 uint32_t lo)
{
    circuit_value_of s = *v;
    s.f = forms_shift_down(r->forms, v->f, lo);
    s.bits = hi - lo + 1;
    s.low = floor(ldexp(v->low, -(int)lo));
    s.high = floor(ldexp(v->high, -(int)lo));
    const double most = ldexp(1, (int)s.bits - 1);
    if (v->modulus == CIRCUIT_EXACT && s.low >= -most && s.high < most)
        return s;
    s.modulus = least(v->modulus, hi + 1) - lo;
    return s;
}

static circuit_value_of inverted(circuit_run *r, circuit_value_of v)
{
    v.is_signed = false;
    const double low = v.low;
    v.f = forms_combine(r->forms, -1, v.f, 0, v.f, -1);
    v.low = -v.high - 1;
    v.high = -low - 1;
    v.inverted = !v.inverted;
    return v;
}

/* Bits of a wire as a number from 0 on. */
static circuit_value_of unsigned_of(circuit_run *r, const circuit_value_of *v, int32_t stage)
{
    int64_t value;
    if (circuit_is_constant(r, v, &value)) {
        circuit_value_of k = circuit_number(r, value, v->bits);
        if (value < 0)
            k = circuit_number(r, value + ((int64_t)1 << v->bits), v->bits);
        return k;
    }
    if (!v->name || v->repeat > 1) {
        circuit_fail(r, circuit_line(r), "bits that are no part of a wire", "");
        return *v;
    }
    const circuit_value_of of = circuit_at(r, v->name, stage);
    if (of.modulus <= v->hi) {
        circuit_fail(r, circuit_line(r), "bits of '%s' that are not known", r->t->name[v->name]);
        return *v;
    }
    const uint32_t w = v->hi - v->lo + 1;
    /* above its sign all bits of a value are the sign */
    const bool has_sign = of.modulus == CIRCUIT_EXACT && v->hi + 1 == of.bits;
    circuit_value_of u = *v;
    u.f = forms_combine(r->forms, 1, forms_shift_down(r->forms, of.f, v->lo),
                        -((int64_t)1 << w),
                        forms_shift_down(r->forms, of.f, v->hi + !has_sign), 0);
    if (v->inverted)
        u.f = forms_combine(r->forms, -1, u.f, 0, u.f, ((int64_t)1 << w) - 1);
    u.modulus = CIRCUIT_EXACT;
    u.low = 0;
    u.high = ldexp(1, (int)w) - 1;
    return u;
}

/* ---- expressions ----------------------------------------------------------------------------- */

static circuit_value_of unary(circuit_run *r, int32_t stage);

/* The bit at the top, repeated, before a part that ends there: a sign over more bits. */
static bool is_sign(const circuit_value_of *top, const circuit_value_of *next)
{
    return top->name && top->name == next->name && top->hi == top->lo && next->repeat == 1 &&
           top->hi == next->hi && top->inverted == next->inverted;
}

/* Parts from the highest down: of the first what is above its bits is left off. */
static circuit_value_of joined(circuit_run *r, const circuit_value_of *part, uint32_t count,
                               int32_t stage)
{
    uint32_t first = 0, bits = 0;
    circuit_value_of sum = part[0];
    int64_t value;
    if (circuit_is_constant(r, &sum, &value) && sum.bits < 63 &&
        value >= (int64_t)1 << (sum.bits - 1)) /* its sign */
        sum = circuit_number(r, value - ((int64_t)1 << sum.bits), sum.bits);
    if (count > 1 && is_sign(&part[0], &part[1])) {
        const circuit_value_of of = circuit_at(r, part[0].name, stage);
        first = 1;
        sum = part[1];
        sum.bits += part[0].repeat;
        if (of.modulus != CIRCUIT_EXACT || part[1].hi + 1 != of.bits)
            circuit_fail(r, circuit_line(r), "a sign of '%s' that is not its own",
                         r->t->name[part[0].name]);
        sum.modulus = CIRCUIT_EXACT;
    } else if (part[0].repeat > 1) {
        circuit_value_of bit = part[0];
        bit.repeat = 1;
        sum = unsigned_of(r, &bit, stage);
        sum.f = forms_scale(r->forms, sum.f, -1);
        sum.low = -1, sum.high = 0;
        sum.bits = part[0].repeat;
    }
    for (uint32_t k = first + 1; k < count; k++)
        bits += part[k].bits;
    sum.f = forms_shift_up(r->forms, sum.f, bits);
    sum.modulus += sum.modulus == CIRCUIT_EXACT ? 0 : bits;
    sum.low = ldexp(sum.low, (int)bits);
    sum.high = ldexp(sum.high, (int)bits);
    sum.bits += bits;
    for (uint32_t k = first + 1; k < count && !r->failed; k++) {
        bits -= part[k].bits;
        const circuit_value_of low = unsigned_of(r, &part[k], stage);
        sum.f = forms_combine(r->forms, 1, sum.f, (int64_t)1 << bits, low.f, 0);
        sum.low += ldexp(low.low, (int)bits);
        sum.high += ldexp(low.high, (int)bits);
    }
    if (count > 1)
        sum.name = 0;
    return sum;
}

/* {a, b ..} or {N{a}}. */
static circuit_value_of braces(circuit_run *r, int32_t stage)
{
    const uint32_t base = r->parts_count; /* not on the stack: expressions are nested deeply */
    const v_token *k = &r->t->list[r->at];
    if (k->class == V_NUMBER && !k->bits && v_is(r->t, r->at + 1, "{")) {
        r->at += 2;
        circuit_value_of v = circuit_expression(r, stage);
        expect(r, "}");
        expect(r, "}");
        v.repeat = (uint32_t)k->value;
        v.bits = v.bits * (uint32_t)k->value;
        return v;
    }
    do {
        const circuit_value_of part = circuit_expression(r, stage);
        *ARENA_PUSH(r->mem, r, parts) = part;
    } while (circuit_take(r, ","));
    expect(r, "}");
    circuit_value_of v = r->parts[base];
    if (!r->skip && !r->failed)
        v = joined(r, r->parts + base, r->parts_count - base, stage);
    r->parts_count = base;
    return v;
}

static circuit_value_of named(circuit_run *r, int32_t stage)
{
    const uint32_t name = (uint32_t)r->t->list[r->at].value, line = circuit_line(r);
    uint32_t hi = 0, lo = 0;
    bool part = false;
    r->at++;
    if (circuit_take(r, "[")) {
        part = true;
        hi = lo = (uint32_t)r->t->list[r->at++].value;
        if (circuit_take(r, ":"))
            lo = (uint32_t)r->t->list[r->at++].value;
        expect(r, "]");
    }
    if (r->skip || r->failed)
        return (circuit_value_of){0};
    circuit_value_of v = circuit_at(r, name, stage);
    if (v.kind != CIRCUIT_BITS || r->failed)
        return v;
    if (part && (hi < lo || hi >= v.bits))
        circuit_fail(r, line, "bits that '%s' does not have", r->t->name[name]);
    if (!part)
        hi = v.bits - 1;
    if (!r->failed && (part || lo || hi + 1 != v.bits))
        v = slice_of(r, &v, hi, lo);
    v.name = name, v.hi = hi, v.lo = lo, v.repeat = 1, v.inverted = false;
    v.is_signed = !part && r->t->wires[name].is_signed;
    return v;
}

static circuit_value_of primary(circuit_run *r, int32_t stage)
{
    const v_token *k = &r->t->list[r->at];
    if (r->failed)
        return (circuit_value_of){0};
    if (k->class == V_NUMBER) {
        r->at++;
        circuit_value_of v = circuit_number(r, k->value, k->bits);
        v.repeat = 1;
        return v;
    }
    if (k->class == V_NAME)
        return named(r, stage);
    if (circuit_take(r, "{"))
        return braces(r, stage);
    if (circuit_take(r, "(")) {
        const circuit_value_of v = circuit_expression(r, stage);
        expect(r, ")");
        return v;
    }
    circuit_fail(r, circuit_line(r), "no expression of an emitted text", "");
    return (circuit_value_of){0};
}

static circuit_value_of unary(circuit_run *r, int32_t stage)
{
    if (circuit_take(r, "~")) {
        const circuit_value_of v = unary(r, stage);
        int64_t value;
        if (r->skip || r->failed)
            return v;
        if (circuit_is_constant(r, &v, &value) && v.bits == 1)
            return circuit_number(r, !value, 1);
        return inverted(r, v);
    }
    if (circuit_take(r, "-")) {
        circuit_value_of v = unary(r, stage);
        const double low = v.low;
        if (r->skip || r->failed)
            return v;
        v.f = forms_scale(r->forms, v.f, -1);
        v.low = -v.high, v.high = -low;
        v.name = 0;
        return v;
    }
    if (circuit_take(r, "&")) /* of the ranges of all inputs */
        return unary(r, stage);
    return primary(r, stage);
}

static circuit_value_of product(circuit_run *r, int32_t stage)
{
    circuit_value_of a = unary(r, stage);
    while (circuit_take(r, "*")) {
        const circuit_value_of b = unary(r, stage);
        if (r->skip || r->failed)
            continue;
        if (a.modulus != CIRCUIT_EXACT || b.modulus != CIRCUIT_EXACT || !a.is_signed ||
            !b.is_signed)
            circuit_fail(r, circuit_line(r), "a factor whose sign is not known", "");
        const double all[4] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
        a.f = forms_multiply(r->forms, a.f, b.f);
        a.bits += b.bits;
        a.low = fmin(fmin(all[0], all[1]), fmin(all[2], all[3]));
        a.high = fmax(fmax(all[0], all[1]), fmax(all[2], all[3]));
        a.name = 0;
    }
    return a;
}

static circuit_value_of sum(circuit_run *r, int32_t stage)
{
    circuit_value_of a = product(r, stage);
    while (!r->failed && (v_is(r->t, r->at, "+") || v_is(r->t, r->at, "-"))) {
        const bool minus = v_is(r->t, r->at++, "-");
        const circuit_value_of b = product(r, stage);
        if (r->skip || r->failed)
            continue;
        if (a.bits != b.bits)
            circuit_fail(r, circuit_line(r), "a sum of different widths", "");
        a.f = forms_combine(r->forms, 1, a.f, minus ? -1 : 1, b.f, 0);
        a.modulus = least(a.modulus, b.modulus);
        a.low += minus ? -b.high : b.low;
        a.high += minus ? -b.low : b.high;
        a.name = 0;
    }
    return a;
}

/* A bit, repeated, and a number: the number or 0. */
static circuit_value_of masked(circuit_run *r, const circuit_value_of *mask, circuit_value_of v,
                               int32_t stage)
{
    circuit_value_of bit = *mask;
    if (mask->bits != v.bits || v.modulus != CIRCUIT_EXACT) {
        circuit_fail(r, circuit_line(r), "a choice of bits that no emitted text has", "");
        return v;
    }
    bit.repeat = 1;
    bit.bits = 1;
    bit = unsigned_of(r, &bit, stage);
    v.f = forms_multiply(r->forms, bit.f, v.f);
    v.low = fmin(v.low, 0);
    v.high = fmax(v.high, 0);
    v.name = 0;
    return v;
}

static circuit_value_of conjunction(circuit_run *r, int32_t stage)
{
    circuit_value_of a = sum(r, stage);
    while (!r->failed && v_is(r->t, r->at, "&")) {
        int64_t value = 1;
        r->at++;
        const bool known = !r->skip && circuit_is_constant(r, &a, &value);
        r->skip += known && value == 0;
        const circuit_value_of b = sum(r, stage);
        r->skip -= known && value == 0;
        if (r->skip || r->failed || (known && value == 0))
            continue;
        if (known && a.bits != b.bits)
            circuit_fail(r, circuit_line(r), "a choice of other widths", "");
        if (known)
            a = b;
        else
            a = masked(r, &a, b, stage);
    }
    return a;
}

/* Names of three rows of bits that are added: x ^ y ^ z, or where two or three of them are 1. */
static bool three_names(const circuit_run *r, uint32_t at, const char *mark, uint32_t name[3])
{
    for (int k = 0; k < 3; k++) {
        if (r->t->list[at + 2 * (uint32_t)k].class != V_NAME ||
            (k < 2 && !v_is(r->t, at + 2 * (uint32_t)k + 1, mark)))
            return false;
        name[k] = (uint32_t)r->t->list[at + 2 * (uint32_t)k].value;
    }
    return true;
}

static bool is_majority(const circuit_run *r, uint32_t name[3])
{
    static const int PAIR[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    if (r->t->list[r->at].class != V_NAME || r->t->list[r->at + 2].class != V_NAME ||
        r->t->list[r->at + 6].class != V_NAME)
        return false;
    name[0] = (uint32_t)r->t->list[r->at].value;
    name[1] = (uint32_t)r->t->list[r->at + 2].value;
    name[2] = (uint32_t)r->t->list[r->at + 6].value;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t at = r->at + 4 * k;
        if (r->t->list[at].value != name[PAIR[k][0]] || !v_is(r->t, at + 1, "&") ||
            r->t->list[at + 2].value != name[PAIR[k][1]] || (k < 2 && !v_is(r->t, at + 3, "|")))
            return false;
    }
    return true;
}

/* Sum and carries of three rows: s + 2 m = x + y + z. */
static circuit_value_of saved_rows(circuit_run *r, const uint32_t name[3], bool carries,
                                   int32_t stage)
{
    circuit_value_of x[3], out;
    for (int k = 0; k < 3; k++)
        x[k] = circuit_at(r, name[k], stage);
    const symbol carry = symbols_put(r->symbols, SYMBOL_CARRY, x[0].f, x[1].f, x[2].f);
    const form m = forms_symbol(r->forms, carry);
    out = x[0];
    out.name = 0;
    for (int k = 1; k < 3; k++) {
        out.f = forms_combine(r->forms, 1, out.f, 1, x[k].f, 0);
        out.modulus = least(out.modulus, x[k].modulus);
        out.low += x[k].low, out.high += x[k].high;
        if (x[k].bits != x[0].bits)
            circuit_fail(r, circuit_line(r), "rows of different widths", "");
    }
    /* bounds are those of s + 2 m together: they are only used so */
    if (carries) {
        out.f = m;
        out.low = out.high = 0;
    } else {
        out.f = forms_combine(r->forms, 1, out.f, -2, m, 0);
    }
    return out;
}

static circuit_value_of disjunction(circuit_run *r, int32_t stage)
{
    uint32_t name[3];
    if (!r->skip && is_majority(r, name)) {
        r->at += 11;
        return saved_rows(r, name, true, stage);
    }
    if (!r->skip && three_names(r, r->at, "^", name)) {
        r->at += 5;
        return saved_rows(r, name, false, stage);
    }
    circuit_value_of a = conjunction(r, stage);
    while (!r->failed && circuit_take(r, "|")) {
        const circuit_value_of b = conjunction(r, stage);
        int64_t left = 0, right = 0;
        if (r->skip || r->failed)
            continue;
        const bool of_a = circuit_is_constant(r, &a, &left),
                   of_b = circuit_is_constant(r, &b, &right);
        if (of_a && of_b && a.bits == 1)
            a = circuit_number(r, left | right, 1);
        else if (of_a && left == 0)
            a = b;
        else if (!of_b || right != 0)
            circuit_fail(r, circuit_line(r), "two operands at a time", "");
    }
    return a;
}

circuit_value_of circuit_expression(circuit_run *r, int32_t stage)
{
    const circuit_value_of a = disjunction(r, stage);
    int64_t value = 0;
    if (r->failed || !circuit_take(r, "?"))
        return a;
    if (!r->skip && !circuit_is_constant(r, &a, &value))
        circuit_fail(r, circuit_line(r), "a choice that does not hang on turns", "");
    r->skip += !value;
    circuit_value_of yes = circuit_expression(r, stage);
    r->skip -= !value;
    expect(r, ":");
    r->skip += value != 0;
    const circuit_value_of no = circuit_expression(r, stage);
    r->skip -= value != 0;
    return value ? yes : no;
}
