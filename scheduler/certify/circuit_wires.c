/* SPDX-License-Identifier: MIT */
/* Wires and registers of a circuit: what they are for the sample that is in a stage. */
#include "certify/circuit_run.h"

#include <math.h>
#include <string.h>

/* ---- wires ----------------------------------------------------------------------------------- */

enum { BINARY32_BITS = 32 };

static double half_range(uint32_t bits) { return ldexp(1, (int)bits - 1); }

/* A value in a wire of so many bits. */
static circuit_value_of in_wire(circuit_run *r, circuit_value_of v, const v_wire *w)
{
    int64_t value;
    if (v.kind == CIRCUIT_SYMBOL && w->bits != BINARY32_BITS)
        circuit_fail(r, w->line, "a wire of another width", "");
    if (v.kind == CIRCUIT_SYMBOL)
        v.bits = w->bits;
    if (v.kind != CIRCUIT_BITS || r->failed)
        return v;
    if (circuit_is_constant(r, &v, &value) && (!v.bits || v.bits == w->bits)) {
        if (w->is_signed && w->bits < 63 && value >= (int64_t)1 << (w->bits - 1))
            value -= (int64_t)1 << w->bits;
        return circuit_number(r, value, w->bits);
    }
    if (v.bits != w->bits)
        circuit_fail(r, w->line, "a wire of another width", "");
    if (v.modulus == CIRCUIT_EXACT && v.low >= -half_range(w->bits) && v.high < half_range(w->bits))
        return v;
    v.modulus = v.modulus < w->bits ? v.modulus : w->bits;
    return v;
}

/* c12, and no part of it. */
static bool is_cell(const char *name)
{
    return name[0] == 'c' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1);
}

/* The result of an operation: from here on it is that operation, which fits its bits. */
static circuit_value_of as_operation(circuit_run *r, const v_wire *w, circuit_value_of v)
{
    uint32_t named_op, number = 0;
    form found = 0;
    if (!names_find(&r->op_names, w->of, w->of_length, &named_op)) {
        circuit_fail(r, w->line, "a cell of no operation", "");
        return v;
    }
    const op *o = &r->p->list[named_op];
    v.low = -half_range(r->p->format), v.high = half_range(r->p->format) - 1;
    if (!fixed_graph_find(&r->g, v.f, &found, &number) || v.modulus < v.bits ||
               v.bits != r->p->format || found != r->g.values[named_op]) {
        circuit_fail(r, w->line, "this cell is not the operation '%s' of the graph", o->name);
    }
    r->matched++;
    v.f = found;
    v.modulus = CIRCUIT_EXACT;
    return v;
}

/* A product that lacks its rounding, which makes it an operation. */
static circuit_value_of before_rounding(circuit_run *r, const v_wire *w, circuit_value_of v)
{
    form found;
    uint32_t number;
    const form rounded = forms_shift_down(r->forms, forms_combine(r->forms, 1, v.f, 0, v.f, 1), 1);
    if (!fixed_graph_find(&r->g, rounded, &found, &number) || v.modulus < v.bits ||
        v.bits != r->p->format + 1)
        circuit_fail(r, w->line, "this cell is no product of the graph before rounding: '%s'",
                     arena_strndup(r->mem, w->of, w->of_length));
    v.low = -half_range(r->p->format + 1), v.high = half_range(r->p->format + 1) - 1;
    v.modulus = CIRCUIT_EXACT;
    r->matched++;
    return v;
}

/* The sine of fixed point, whose tables are not read: it is taken as it is. */
static bool is_sine(circuit_run *r, const v_wire *w, circuit_value_of *v)
{
    uint32_t number;
    if (w->said != V_WHOLE || !names_find(&r->op_names, w->of, w->of_length, &number) ||
        OP_KIND[r->p->list[number].kind].unit != UNIT_TRIG)
        return false;
    *v = (circuit_value_of){.f = r->g.values[number], .bits = w->bits, .modulus = CIRCUIT_EXACT,
                            .low = -half_range(w->bits), .high = half_range(w->bits) - 1,
                            .hi = w->bits - 1, .repeat = 1};
    r->unread++;
    return true;
}

static circuit_value_of expression_at(circuit_run *r, uint32_t start, int32_t stage)
{
    const uint32_t at = r->at;
    r->at = start;
    const circuit_value_of v = circuit_expression(r, stage);
    r->at = at;
    return v;
}

static circuit_value_of register_at(circuit_run *r, const v_wire *w, uint32_t name, int32_t stage)
{
    const int32_t interval = (int32_t)r->t->interval;
    int32_t taken = stage - 1;
    if (w->when) {
        const v_wire *when = &r->t->wires[w->when];
        int32_t turn = -1;
        if (strcmp(r->t->name[w->when], "ready") != 0 &&
            (when->kind != V_INSTANCE ||
             !circuit_turn(r, &r->t->instances[when->instance], &turn)))
            circuit_fail(r, w->line, "'%s' waits for what is no turn", r->t->name[name]);
        taken = turn;
        if (stage <= turn || stage > turn + interval)
            circuit_fail(r, w->line, "'%s' holds another sample when it is read",
                         r->t->name[name]);
    }
    return expression_at(r, w->expression, taken);
}

static circuit_value_of port_at(circuit_run *r, uint32_t name, const v_wire *w, int32_t stage)
{
    circuit_value_of v = {.bits = w->bits, .modulus = CIRCUIT_EXACT, .repeat = 1};
    uint32_t i = 0;
    while (i < r->t->inputs_count && r->t->inputs[i] != name)
        i++;
    if (i == r->t->inputs_count || i >= r->p->inputs_count)
        circuit_fail(r, w->line, "'%s' is no input", r->t->name[name]);
    else if (stage != (r->clocked ? -1 : 0))
        circuit_fail(r, w->line, "'%s' is read when its sample has gone", r->t->name[name]);
    else
        r->numbers->input(r, i, &v);
    v.low = -half_range(w->bits), v.high = half_range(w->bits) - 1;
    return v;
}

static circuit_value_of compute(circuit_run *r, uint32_t name, int32_t stage)
{
    const v_wire *w = &r->t->wires[name];
    circuit_value_of v = {0};
    int32_t turn;
    const bool cell = r->numbers->has_cells && is_cell(r->t->name[name]);
    if (cell && w->kind == V_WIRE && is_sine(r, w, &v)) {
        v.name = name;
        return v;
    }
    switch (w->kind) {
    case V_PORT: return port_at(r, name, w, stage);
    case V_REGISTER: v = register_at(r, w, name, stage); break;
    case V_WIRE:
        if (strcmp(r->t->name[name], "inputs_within") == 0)
            return (circuit_value_of){.kind = CIRCUIT_RANGES, .x = stage == 0 ? 1u : 0u};
        v = expression_at(r, w->expression, stage);
        break;
    case V_INSTANCE:
        if (circuit_turn(r, &r->t->instances[w->instance], &turn)) {
            const int32_t interval = (int32_t)r->t->interval;
            if (turn != stage && (turn - stage) % interval == 0)
                circuit_fail(r, w->line, "'%s' may be the turn of another sample",
                             r->t->name[name]);
            return circuit_number(r, turn == stage, 1);
        }
        v = circuit_instance(r, &r->t->instances[w->instance], w, stage);
        break;
    case V_TURN:
    case V_UNKNOWN:
        circuit_fail(r, w->line ? w->line : circuit_line(r),
                     "'%s' is not what a circuit computes with", r->t->name[name]);
        return v;
    }
    v = in_wire(r, v, w);
    const bool made = cell && !r->failed && w->kind != V_REGISTER;
    if (made && w->said == V_WHOLE)
        v = as_operation(r, w, v);
    else if (made && w->said == V_BEFORE_ROUNDING)
        v = before_rounding(r, w, v);
    v.name = name, v.hi = w->bits - 1, v.lo = 0, v.repeat = 1, v.inverted = false;
    return v;
}

/* ---- values that are known by now ------------------------------------------------------------ */

enum { FIRST_MEMO = 1 << 12, MOST_DEPTH = 4000, MOST_STAGE = 1 << 20 };

static circuit_memo *memo_of(circuit_run *r, uint64_t key)
{
    uint64_t at = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 20;
    for (;; at++) {
        circuit_memo *m = &r->memo[at & (r->memo_count - 1)];
        if (!m->key || m->key == key)
            return m;
    }
}

static void grow(circuit_run *r)
{
    const circuit_memo *old = r->memo;
    const uint32_t count = r->memo_count;
    r->memo_count = count ? 4 * count : FIRST_MEMO;
    r->memo = ARENA_ARRAY(r->mem, circuit_memo, r->memo_count);
    for (uint32_t i = 0; i < count; i++)
        if (old[i].key)
            *memo_of(r, old[i].key) = old[i];
}

circuit_value_of circuit_at(circuit_run *r, uint32_t name, int32_t stage)
{
    const uint64_t key = ((uint64_t)name << 24 | (uint32_t)(stage + 2)) + 1;
    if (r->failed)
        return (circuit_value_of){0};
    if (2 * r->memo_used >= r->memo_count)
        grow(r);
    const circuit_memo *known = memo_of(r, key);
    if (known->key)
        return r->values[known->value];
    if (r->depth == MOST_DEPTH) {
        circuit_fail(r, r->t->wires[name].line, "'%s' hangs on more wires in a row than we follow",
                     r->t->name[name]);
        return (circuit_value_of){0};
    }
    if (stage < -1 || stage > MOST_STAGE) {
        circuit_fail(r, r->t->wires[name].line, "'%s' is read before its sample came",
                     r->t->name[name]);
        return (circuit_value_of){0};
    }
    r->depth++;
    const circuit_value_of v = compute(r, name, stage);
    r->depth--;
    if (2 * r->memo_used >= r->memo_count)
        grow(r);
    *memo_of(r, key) = (circuit_memo){key, r->values_count};
    r->memo_used++;
    *ARENA_PUSH(r->mem, r, values) = v;
    return v;
}
