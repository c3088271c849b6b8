/* SPDX-License-Identifier: MIT */
/* Modules that stand in a circuit: multiplier blocks, operators of binary32, turns. */
#include "certify/circuit_run.h"
#include "machine/fp32.h"

#include <math.h>
#include <string.h>

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), most = strlen(ending);
    return length > most && strcmp(name + length - most, ending) == 0;
}

static uint32_t port_of(const circuit_run *r, const v_instance *i, const char *name)
{
    for (uint32_t k = 0; k < i->ports; k++)
        if (strcmp(r->t->name[i->port[k]], name) == 0)
            return i->expression[k];
    return 0;
}

static circuit_value_of port_at(circuit_run *r, const v_instance *i, const char *name,
                                int32_t stage)
{
    const uint32_t at = r->at, start = port_of(r, i, name);
    if (!start) {
        circuit_fail(r, i->line, "an operator without '%s'", name);
        return (circuit_value_of){0};
    }
    r->at = start;
    const circuit_value_of v = circuit_expression(r, stage);
    r->at = at;
    return v;
}

bool circuit_turn(circuit_run *r, const v_instance *i, int32_t *stage)
{
    const v_text *t = r->t;
    const uint32_t from = port_of(r, i, "d");
    if (!ends_in(t->name[i->module], "_turn") || !from)
        return false;
    if (v_is(t, from, "takes")) {
        *stage = 0;
        return true;
    }
    if (!v_is(t, from, "moves") || !v_is(t, from + 1, "["))
        return false;
    *stage = (int32_t)t->list[from + 2].value + 1;
    return true;
}

/* a b, of a block with registers two cycles later. */
static circuit_value_of block(circuit_run *r, const v_instance *i, const v_wire *w, int32_t stage)
{
    const int32_t before = stage - (port_of(r, i, "clk") ? 2 : 0);
    circuit_value_of a = port_at(r, i, "a", before);
    const circuit_value_of b = port_at(r, i, "b", before);
    if (r->failed)
        return a;
    if (a.modulus != CIRCUIT_EXACT || b.modulus != CIRCUIT_EXACT || a.bits != r->p->format ||
        b.bits != r->p->format || i->parameters == 0 ||
        i->parameter_value[0] != (int64_t)r->p->format)
        circuit_fail(r, i->line, "a block with other factors than words", "");
    a.f = forms_multiply(r->forms, a.f, b.f);
    a.bits = w->bits;
    a.modulus = CIRCUIT_EXACT;
    a.low = -ldexp(1, 2 * (int)r->p->format - 2);
    a.high = -a.low;
    a.name = 0;
    if (w->bits != 2 * r->p->format)
        circuit_fail(r, i->line, "a block whose product is cut", "");
    return a;
}

/* A number: a constant's bits are one. */
static symbol number_of(circuit_run *r, const circuit_value_of *v)
{
    int64_t bits = 0;
    if (v->kind == CIRCUIT_SYMBOL)
        return v->x;
    forms_is_constant(r->forms, v->f, &bits);
    return symbols_number(r->symbols, (double)fp32_value((uint32_t)bits));
}

static bool bit_of(circuit_run *r, const v_instance *i, const char *name, int32_t stage)
{
    const circuit_value_of v = port_at(r, i, name, stage);
    int64_t bit = 0;
    if (!r->failed && (v.kind != CIRCUIT_BITS || !forms_is_constant(r->forms, v.f, &bit)))
        circuit_fail(r, i->line, "'%s' is not known", name);
    return bit != 0;
}

static symbol operation(circuit_run *r, unit_kind unit, const circuit_value_of *a,
                        const circuit_value_of *b, bool negate_a, bool negate_b)
{
    const symbol x = number_of(r, a), y = number_of(r, b);
    int64_t offset = 0;
    switch (unit) {
    case UNIT_MUL: return symbols_op(r->symbols, SYMBOL_MUL, x, y);
    case UNIT_ADD:
        if (negate_a && negate_b)
            return symbols_of_op(r->symbols, OP_BELOW, x, y);
        return negate_a   ? symbols_op(r->symbols, SYMBOL_SUB, y, x)
               : negate_b ? symbols_op(r->symbols, SYMBOL_SUB, x, y)
                          : symbols_op(r->symbols, SYMBOL_ADD, x, y);
    case UNIT_DIV: return symbols_op(r->symbols, SYMBOL_DIV, x, y);
    case UNIT_TRIG:
        forms_is_constant(r->forms, b->f, &offset);
        return symbols_put(r->symbols, SYMBOL_TURNED, x, (uint32_t)offset, negate_b);
    default: break;
    }
    for (op_kind k = 0; k < OP_KIND_COUNT; k++) /* that has a unit of its own */
        if (OP_KIND[k].unit == unit)
            return symbols_call(r->symbols, k, x, y);
    return SYMBOL_UNDEFINED;
}

static circuit_value_of binary32(circuit_run *r, const v_instance *i, unit_kind unit,
                                 int32_t stage)
{
    int32_t cycles = -1;
    for (uint32_t k = 0; k < i->parameters; k++)
        if (strcmp(r->t->name[i->parameter[k]], "LAT") == 0)
            cycles = (int32_t)i->parameter_value[k];
    const int32_t before = stage - cycles;
    const circuit_value_of a = port_at(r, i, "a", before), b = port_at(r, i, "b", before);
    const bool negate_a = bit_of(r, i, "negate_a", before),
               negate_b = bit_of(r, i, "negate_b", before);
    const uint32_t known = r->symbols->list_count;
    circuit_value_of v = {.kind = CIRCUIT_SYMBOL};
    if (r->failed)
        return v;
    if (unit != UNIT_ADD && (negate_a || (negate_b && unit != UNIT_TRIG)))
        circuit_fail(r, i->line, "an operator that negates what it cannot", "");
    v.x = operation(r, unit, &a, &b, negate_a, negate_b);
    r->matched++;
    if (v.x >= known)
        circuit_fail(r, i->line, "'%s' is no operation of the graph", r->t->name[i->name]);
    return v;
}

bool circuit_block(circuit_run *r, const v_instance *i, const v_wire *w, int32_t stage,
                   circuit_value_of *v)
{
    if (!ends_in(r->t->name[i->module], "_product"))
        return false;
    *v = block(r, i, w, stage);
    return true;
}

bool circuit_binary32(circuit_run *r, const v_instance *i, const v_wire *w, int32_t stage,
                      circuit_value_of *v)
{
    (void)w;
    for (unit_kind k = 0; k < UNIT_KINDS; k++)
        if (strcmp(UNIT_KIND[k].module, r->t->name[i->module]) == 0) {
            *v = binary32(r, i, k, stage);
            return true;
        }
    return false;
}

circuit_value_of circuit_instance(circuit_run *r, const v_instance *i, const v_wire *w,
                                  int32_t stage)
{
    circuit_value_of v = {0};
    if (!r->numbers->operator(r, i, w, stage, &v))
        circuit_fail(r, i->line, "'%s' is no operator of a circuit", r->t->name[i->module]);
    return v;
}
