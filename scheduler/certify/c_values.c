/* SPDX-License-Identifier: MIT */
/* Values of emitted C: numbers, symbols, forms and pointers, and what operators make of them. */
#include "certify/c_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static c_value nothing(c_type type) { return (c_value){.kind = C_NOTHING, .type = type}; }

/* ---- vectors --------------------------------------------------------------------------------- */

c_value c_from_lanes(c_run *r, const symbol *lanes, c_type type)
{
    bool alike = true;
    for (uint32_t i = 1; i < type.lanes; i++)
        alike &= lanes[i] == lanes[0];
    if (alike)
        return c_of_symbol(lanes[0], type);
    symbol *kept = ARENA_ARRAY(r->mem, symbol, type.lanes);
    for (uint32_t i = 0; i < type.lanes; i++)
        kept[i] = lanes[i];
    return (c_value){.kind = C_LANES, .type = type, .is.lanes = kept};
}

/* ---- memory ---------------------------------------------------------------------------------- */

uint32_t c_run_object(c_run *r, uint32_t cells)
{
    *ARENA_PUSH(r->mem, r, objects) = (c_object){ARENA_ARRAY(r->mem, c_cell, cells), cells, false};
    return r->objects_count - 1;
}

c_value c_run_pointer(uint32_t object, c_type type)
{
    return (c_value){.kind = C_POINTER, .type = type, .object = object};
}

uint32_t c_type_cells(const c_run *r, c_type t)
{
    if (t.base == C_BASE_STRUCT && !t.is_pointer)
        return r->structs[t.of].cells;
    return t.lanes ? t.lanes : 1;
}

static c_cell *cells_at(c_run *r, const c_value *pointer, uint32_t count)
{
    if (r->failed)
        return NULL;
    if (pointer->kind != C_POINTER) {
        c_fail(r, "an array was expected");
        return NULL;
    }
    c_object *o = &r->objects[pointer->object];
    if (pointer->offset < 0 || pointer->offset + (int64_t)count > (int64_t)o->count) {
        c_fail(r, "a place outside of its array: %lld of %u", (long long)pointer->offset, o->count);
        return NULL;
    }
    return &o->cells[pointer->offset];
}

/* Bits of a number as an integer, or the other way round: what a union is for. */
static c_value other_bits(c_run *r, const c_cell *c, c_type type)
{
    double number = 0;
    float narrow;
    uint64_t bits = (uint64_t)c->is;
    uint32_t few = (uint32_t)bits;
    if (c->kind == C_INTEGER) {
        memcpy(&narrow, &few, sizeof narrow);
        memcpy(&number, &bits, sizeof number);
        number = type.bits == 32 ? (double)narrow : number;
        return c_of_symbol(symbols_number(r->symbols, number), type);
    }
    symbols_is_number(r->symbols, (symbol)c->is, &number);
    narrow = (float)number;
    memcpy(&few, &narrow, sizeof few);
    memcpy(&bits, &number, sizeof bits);
    return (c_value){.kind = C_INTEGER, .type = type,
                     .is.integer = type.bits == 32 ? (int64_t)few : (int64_t)bits};
}

static c_value of_cell(c_run *r, const c_cell *c, c_type type)
{
    c_value v = {.kind = c->kind, .type = type};
    if (r->symbols->folds && ((c->kind == C_INTEGER && type.base == C_BASE_REAL) ||
                              (c->kind == C_SYMBOL && type.base == C_BASE_INTEGER)))
        return other_bits(r, c, type);
    if (c->kind == C_INTEGER)
        v.is.integer = c->is;
    else
        v.is.symbol = (symbol)c->is;
    v.most = r->word_most;
    return v;
}

c_value c_load(c_run *r, c_value pointer)
{
    const c_type type = pointer.type;
    if (type.base == C_BASE_STRUCT)
        return pointer;
    const c_cell *c = cells_at(r, &pointer, c_type_cells(r, type));
    if (!c)
        return nothing(type);
    if (!type.lanes)
        return of_cell(r, c, type);
    symbol lanes[C_MOST_LANES];
    for (uint32_t i = 0; i < type.lanes; i++)
        lanes[i] = c[i].kind == C_SYMBOL ? (symbol)c[i].is : 0;
    return c_from_lanes(r, lanes, type);
}

static c_cell cell_of(const c_run *r, const c_value *v)
{
    return (c_cell){v->kind, r->list[r->at].place,
                    v->kind == C_INTEGER ? v->is.integer : (int64_t)v->is.symbol};
}

void c_store(c_run *r, c_value pointer, c_value value)
{
    const c_type type = pointer.type;
    c_cell *c = cells_at(r, &pointer, c_type_cells(r, type));
    if (!c)
        return;
    if (r->objects[pointer.object].read_only) {
        c_fail(r, "an input is written to");
        return;
    }
    if (!type.lanes) {
        const c_value converted = c_convert(r, value, type);
        *c = cell_of(r, &converted);
        return;
    }
    for (uint32_t i = 0; i < type.lanes; i++)
        c[i] = (c_cell){C_SYMBOL, r->list[r->at].place, (int64_t)c_lane(&value, i)};
}

c_value c_element(c_run *r, c_value pointer, int64_t k)
{
    int64_t cells = c_type_cells(r, pointer.type);
    if (pointer.kind != C_POINTER) {
        c_fail(r, "an array was expected");
        return pointer;
    }
    for (uint32_t i = 1; i < pointer.rank; i++)
        cells *= pointer.dims[i];
    if (pointer.rank && (k < 0 || k >= (int64_t)pointer.dims[0]))
        c_fail(r, "number %lld of an array of %u", (long long)k, pointer.dims[0]);
    pointer.offset += k * cells;
    if (pointer.rank) {
        pointer.rank--;
        pointer.dims++;
    }
    return pointer;
}

c_value c_value_at(c_run *r, c_value pointer)
{
    return pointer.rank ? pointer : c_load(r, pointer);
}

/* ---- conversions ----------------------------------------------------------------------------- */

static int64_t wrap(int64_t x, c_type t)
{
    switch (t.bits) {
    case 8: return (int64_t)(uint8_t)x;
    case 16: return (int64_t)(uint16_t)x;
    case 32: return t.is_unsigned ? (int64_t)(uint32_t)x : (int64_t)(int32_t)(uint32_t)x;
    default: return x;
    }
}

/* Whether the result of a function may be made shorter; elsewhere that would be a rounding. */
static bool shortens(const symbol_node *n)
{
    enum { EXACT, SHORTENS };
    bool may = false;
#define C_CALL(ID, word, OP, arguments, format, rounding) may |= n->more == OP_##OP && rounding;
#include "certify/read_calls.def"
    return n->kind == SYMBOL_CALL && may;
}

static void check_rounding(c_run *r, const c_value *v, c_type to)
{
    if (!r->any_format && v->type.base == C_BASE_REAL && v->type.bits == 64 && to.bits == 32 &&
        v->kind == C_SYMBOL && !shortens(&r->symbols->list[v->is.symbol]))
        c_fail(r, "a number is rounded, which no operation asks for");
}

c_value c_convert(c_run *r, c_value v, c_type to)
{
    double number;
    if (to.base == C_BASE_VOID && !to.is_pointer)
        return nothing(to);
    if (v.kind == C_POINTER) {
        if (v.type.base == C_BASE_STRUCT)
            return v;
        v.type = to;
        v.type.is_pointer = false;
        v.rank = 0;
        return v;
    }
    if (to.base == C_BASE_REAL) {
        if (v.kind == C_INTEGER)
            return c_of_symbol(symbols_number(r->symbols, (double)v.is.integer), to);
        if (v.kind == C_FORM)
            return c_of_symbol(forms_as_symbol(r->forms, v.is.form), to);
        check_rounding(r, &v, to);
    } else if (to.base == C_BASE_INTEGER && v.kind == C_INTEGER) {
        v.is.integer = wrap(v.is.integer, to);
    } else if (to.base == C_BASE_INTEGER && v.kind == C_SYMBOL && r->symbols->folds &&
               symbols_is_number(r->symbols, v.is.symbol, &number)) {
        return (c_value){.kind = C_INTEGER, .type = to, .is.integer = (int64_t)number};
    }
    v.type = to;
    return v;
}

/* ---- integers -------------------------------------------------------------------------------- */

static c_type promoted(c_type t)
{
    if (t.bits < 32)
        return (c_type){.base = C_BASE_INTEGER, .bits = 32};
    return t;
}

static c_type common_type(c_type a, c_type b)
{
    a = promoted(a), b = promoted(b);
    c_type t = a.bits >= b.bits ? a : b;
    if (a.bits == b.bits)
        t.is_unsigned = a.is_unsigned || b.is_unsigned;
    t.lanes = 0;
    return t;
}

static bool compares(uint32_t mark)
{
    return mark == '<' || mark == '>' || mark == MARK('<', '=', 0) ||
           mark == MARK('>', '=', 0) || mark == MARK('=', '=', 0) || mark == MARK('!', '=', 0);
}

static int64_t compare_integers(uint32_t mark, int64_t a, int64_t b, bool is_unsigned)
{
    const bool less = is_unsigned ? (uint64_t)a < (uint64_t)b : a < b;
    switch (mark) {
    case '<': return less;
    case '>': return !less && a != b;
    case MARK('<', '=', 0): return less || a == b;
    case MARK('>', '=', 0): return !less;
    case MARK('=', '=', 0): return a == b;
    default: return a != b;
    }
}

static int64_t divide(c_run *r, uint32_t mark, int64_t a, int64_t b)
{
    if (b == 0) {
        c_fail(r, "a division by zero");
        return 0;
    }
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    if (a >= 0 && b > 0)
        return (int64_t)(mark == '/' ? x / y : x % y);
    return mark == '/' ? a / b : a % b;
}

static int64_t shift(c_run *r, uint32_t mark, int64_t a, int64_t b, c_type t)
{
    if (b < 0 || b >= t.bits) {
        c_fail(r, "a shift by %lld", (long long)b);
        return 0;
    }
    if (mark == MARK('<', '<', 0))
        return (int64_t)((uint64_t)a << b);
    if (t.is_unsigned)
        return (int64_t)((uint64_t)a >> b);
    return a < 0 ? ~(~a >> b) : a >> b;
}

static c_value binary_integers(c_run *r, uint32_t mark, c_value a, c_value b)
{
    const bool shifts = mark == MARK('<', '<', 0) || mark == MARK('>', '>', 0);
    c_type t = shifts ? promoted(a.type) : common_type(a.type, b.type);
    const int64_t x = wrap(a.is.integer, t), y = shifts ? b.is.integer : wrap(b.is.integer, t);
    int64_t z = 0;
    if (compares(mark))
        return c_integer(compare_integers(mark, x, y, t.is_unsigned));
    switch (mark) {
    case '+': z = (int64_t)((uint64_t)x + (uint64_t)y); break;
    case '-': z = (int64_t)((uint64_t)x - (uint64_t)y); break;
    case '*': z = (int64_t)((uint64_t)x * (uint64_t)y); break;
    case '/':
    case '%': z = divide(r, mark, x, y); break;
    case '&': z = x & y; break;
    case '|': z = x | y; break;
    case '^': z = x ^ y; break;
    case MARK('<', '<', 0):
    case MARK('>', '>', 0): z = shift(r, mark, x, y, t); break;
    default: c_fail(r, "an operator that no emitted text has");
    }
    return (c_value){.kind = C_INTEGER, .type = t, .is.integer = wrap(z, t)};
}

/* ---- forms ----------------------------------------------------------------------------------- */

static form form_of(c_run *r, const c_value *v)
{
    if (v->kind == C_INTEGER)
        return forms_constant(r->forms, v->is.integer);
    return v->kind == C_FORM ? v->is.form : forms_symbol(r->forms, c_lane(v, 0));
}

static symbol condition_of(c_run *r, uint32_t mark, symbol a, symbol b)
{
    switch (mark) {
    case '<': return symbols_op(r->symbols, SYMBOL_LESS, a, b);
    case '>': return symbols_op(r->symbols, SYMBOL_LESS, b, a);
    case MARK('<', '=', 0): return symbols_op(r->symbols, SYMBOL_AT_MOST, a, b);
    case MARK('>', '=', 0): return symbols_op(r->symbols, SYMBOL_AT_MOST, b, a);
    default: c_fail(r, "a comparison that no emitted text has"); return 0;
    }
}

static double size_of(const c_value *v)
{
    return v->kind == C_INTEGER ? fabs((double)v->is.integer) : v->most;
}

/* What a sum, product or floor is no larger than; it has to fit the type that C computes it in.
 * (Of words beyond 32 bits the parts of a product are smaller than is seen here.) */
static void check_size(c_run *r, uint32_t mark, double a, double b, c_value *out)
{
    const bool is_wide = r->word_most > (double)INT32_MAX;
    out->most = mark == '*' ? a * b : mark == MARK('>', '>', 0) ? ldexp(a, -(int)b) + 1 : a + b;
    if (out->most >= ldexp(1, out->type.bits - 1) && !(is_wide && out->type.bits == 64))
        c_fail(r, "a number that may not fit %u bits", out->type.bits);
}

static c_value binary_forms(c_run *r, uint32_t mark, c_value a, c_value b)
{
    const form x = form_of(r, &a), y = form_of(r, &b);
    int64_t places = 0;
    c_value out = {.kind = C_FORM, .type = common_type(a.type, b.type)};
    if (compares(mark)) {
        out.kind = C_SYMBOL;
        out.is.symbol = condition_of(r, mark, forms_as_symbol(r->forms, x),
                                     forms_as_symbol(r->forms, y));
        return out;
    }
    switch (mark) {
    case '+': out.is.form = forms_combine(r->forms, 1, x, 1, y, 0); break;
    case '-': out.is.form = forms_combine(r->forms, 1, x, -1, y, 0); break;
    case '*': out.is.form = forms_multiply(r->forms, x, y); break;
    case MARK('>', '>', 0):
        if (forms_is_constant(r->forms, y, &places) && places >= 0 && places < 64) {
            out.is.form = forms_shift_down(r->forms, x, (uint32_t)places);
            break;
        } /* fall through */
    default: c_fail(r, "an operator that integers of fixed point do not have here");
    }
    if (mark == MARK('>', '>', 0))
        out.type = promoted(a.type);
    if (!r->failed)
        check_size(r, mark, size_of(&a), size_of(&b), &out);
    if (r->forms->overflow)
        c_fail(r, "numbers too large to be followed");
    return out;
}

/* ---- reals ----------------------------------------------------------------------------------- */

/* An operation that the graph does not have, or one more that it has. */
symbol c_found(c_run *r, symbol x, uint32_t before)
{
    if (!r->strict)
        return x;
    if (x < before)
        return x;
    const token *t = &r->list[r->statement];
    for (uint32_t k = 0; r->graph && k < 8 && TOKEN_CLASS(t[k]) != TOKEN_END; k++) {
        const char *name = TOKEN_CLASS(t[k]) == TOKEN_NAME ? r->text->name[TOKEN_VALUE(t[k])] : "";
        unsigned number;
        char rest;
        if (sscanf(name, "t%u%c", &number, &rest) == 1 && number < r->graph->list_count) {
            c_fail(r, "%s is not the operation '%s' of the graph, nor any other", name,
                   r->graph->list[number].name);
            return x;
        }
    }
    c_fail(r, "an operation that the graph does not have");
    return x;
}

symbol c_binary_symbols(c_run *r, uint32_t mark, symbol a, symbol b)
{
    const uint32_t before = r->symbols->list_count;
    symbol_kind kind;
    if (compares(mark))
        return condition_of(r, mark, a, b);
    switch (mark) {
    case '+': kind = SYMBOL_ADD; break;
    case '-': kind = SYMBOL_SUB; break;
    case '*': kind = SYMBOL_MUL; break;
    case '/': kind = SYMBOL_DIV; break;
    case '&':
    case MARK('&', '&', 0): return symbols_op(r->symbols, SYMBOL_AND, a, b);
    case '|':
    case MARK('|', '|', 0): return symbols_or(r->symbols, a, b);
    default: c_fail(r, "an operator that numbers do not have here"); return 0;
    }
    if (a == SYMBOL_UNDEFINED || b == SYMBOL_UNDEFINED) {
        c_fail(r, "an operation on what was never written");
        return 0;
    }
    return c_found(r, symbols_op(r->symbols, kind, a, b), before);
}

static c_value binary_reals(c_run *r, uint32_t mark, c_value a, c_value b)
{
    c_type type = a.type.lanes ? a.type : b.type;
    if (!a.type.lanes && !b.type.lanes)
        type = a.type.base == C_BASE_REAL ? a.type : b.type;
    if (a.kind == C_INTEGER)
        a = c_convert(r, a, type);
    if (b.kind == C_INTEGER)
        b = c_convert(r, b, type);
    if (a.type.base == C_BASE_REAL && b.type.base == C_BASE_REAL && a.type.bits != b.type.bits)
        c_fail(r, "numbers of two formats meet");
    double x, y;
    if (r->symbols->folds && compares(mark) &&
        symbols_is_number(r->symbols, c_lane(&a, 0), &x) &&
        symbols_is_number(r->symbols, c_lane(&b, 0), &y))
        return c_integer(mark == '<'                 ? x < y
                         : mark == '>'               ? x > y
                         : mark == MARK('<', '=', 0) ? x <= y
                                                     : x >= y);
    if (a.kind != C_LANES && b.kind != C_LANES)
        return c_of_symbol(c_binary_symbols(r, mark, c_lane(&a, 0), c_lane(&b, 0)), type);
    symbol lanes[C_MOST_LANES];
    for (uint32_t i = 0; i < type.lanes; i++)
        lanes[i] = c_binary_symbols(r, mark, c_lane(&a, i), c_lane(&b, i));
    return c_from_lanes(r, lanes, type);
}

/* ---- operators ------------------------------------------------------------------------------- */

static c_value move_pointer(c_run *r, uint32_t mark, c_value p, const c_value *by)
{
    if (by->kind != C_INTEGER || (mark != '+' && mark != '-')) {
        c_fail(r, "a place that is not known");
        return p;
    }
    const int64_t k = mark == '+' ? by->is.integer : -by->is.integer;
    p.offset += k * (int64_t)c_type_cells(r, p.type);
    return p;
}

c_value c_binary(c_run *r, uint32_t mark, c_value a, c_value b)
{
    if (r->failed)
        return a;
    if (a.kind == C_INTEGER && b.kind == C_INTEGER)
        return binary_integers(r, mark, a, b);
    if (a.kind == C_POINTER)
        return move_pointer(r, mark, a, &b);
    if (b.kind == C_POINTER && mark == '+')
        return move_pointer(r, mark, b, &a);
    if (a.kind == C_NOTHING || b.kind == C_NOTHING || b.kind == C_POINTER) {
        c_fail(r, "an operation on what was never written");
        return a;
    }
    if (a.kind == C_FORM || b.kind == C_FORM)
        return binary_forms(r, mark, a, b);
    return binary_reals(r, mark, a, b);
}

static c_value unary_lanes(c_run *r, symbol_kind kind, const c_value *a)
{
    symbol lanes[C_MOST_LANES];
    const uint32_t count = a->kind == C_LANES ? a->type.lanes : 1;
    for (uint32_t i = 0; i < count; i++)
        lanes[i] = kind == SYMBOL_NOT ? symbols_not(r->symbols, c_lane(a, i))
                                      : symbols_op(r->symbols, kind, c_lane(a, i), 0);
    return count == 1 ? c_of_symbol(lanes[0], a->type) : c_from_lanes(r, lanes, a->type);
}

c_value c_unary(c_run *r, uint32_t mark, c_value a)
{
    if (r->failed)
        return a;
    if (a.kind == C_INTEGER) {
        const c_type t = promoted(a.type);
        const uint64_t x = (uint64_t)a.is.integer;
        const uint64_t y = mark == '-' ? 0 - x : mark == '~' ? ~x : !x;
        if (mark == '!')
            return c_integer((int64_t)y);
        return (c_value){.kind = C_INTEGER, .type = t, .is.integer = wrap((int64_t)y, t)};
    }
    if (a.kind == C_FORM && mark != '!') {
        a.is.form = forms_combine(r->forms, -1, a.is.form, 0, a.is.form,
                                  mark == '~' ? -1 : 0);
        a.most += mark == '~';
        return a;
    }
    if ((a.kind == C_SYMBOL || a.kind == C_LANES) && mark != '~')
        return unary_lanes(r, mark == '-' ? SYMBOL_MINUS : SYMBOL_NOT, &a);
    c_fail(r, "an operator on what it is not for");
    return a;
}

c_value c_select(c_run *r, c_value condition, c_value yes, c_value no)
{
    if (r->failed)
        return yes;
    if (condition.kind != C_SYMBOL) {
        c_fail(r, "a condition that is not known");
        return yes;
    }
    if (yes.kind == C_FORM || no.kind == C_FORM) {
        const form a = form_of(r, &yes), b = form_of(r, &no);
        if (a != b)
            c_fail(r, "two numbers that should be the same, whatever the sign");
        return (c_value){.kind = C_FORM, .type = yes.type, .is.form = a,
                         .most = fmin(size_of(&yes), size_of(&no))};
    }
    const c_type type = yes.type.base == C_BASE_REAL ? yes.type : no.type;
    yes = c_convert(r, yes, type), no = c_convert(r, no, type);
    const uint32_t before = r->symbols->list_count;
    const symbol x = symbols_select(r->symbols, c_lane(&condition, 0), c_lane(&yes, 0),
                                    c_lane(&no, 0));
    return c_of_symbol(r->strict && x >= before ? c_found(r, x, before) : x, type);
}

bool c_is_true(c_run *r, const c_value *v, bool *known)
{
    *known = v->kind == C_INTEGER;
    if (v->kind != C_INTEGER && v->kind != C_SYMBOL)
        c_fail(r, "a condition that is not known");
    return v->kind == C_INTEGER && v->is.integer != 0;
}
