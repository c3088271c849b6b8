/* SPDX-License-Identifier: MIT */
/* Expressions of emitted C, read and computed at once. */
#include "certify/c_run.h"

#include <math.h>
#include <string.h>

/* What an expression is while it may still be assigned to. */
typedef enum { IS_VALUE, IS_VARIABLE, IS_MEMORY } operand_kind;
typedef struct {
    operand_kind kind;
    uint32_t name; /* of a variable */
    c_value value; /* or the pointer to it */
} c_operand;

static c_operand unary(c_run *r);

/* ---- tokens ---------------------------------------------------------------------------------- */

void c_expect(c_run *r, uint32_t mark)
{
    if (!c_take(r, mark))
        c_fail(r, "'%c' was expected", (int)(mark & 0xff));
}

uint32_t c_take_name(c_run *r)
{
    const token t = r->list[r->at];
    if (TOKEN_CLASS(t) != TOKEN_NAME || TOKEN_VALUE(t) < C_WORD_COUNT) {
        c_fail(r, "a name was expected");
        return C_NONE;
    }
    r->at++;
    return TOKEN_VALUE(t);
}

/* ---- places ---------------------------------------------------------------------------------- */

static c_operand of_value(c_value v) { return (c_operand){.kind = IS_VALUE, .value = v}; }

static c_value pointer_to_variable(c_run *r, uint32_t name)
{
    c_variable *v = &r->variables[name];
    if (v->is_array)
        return v->value;
    if (!v->object) {
        const c_value old = v->value;
        v->object = 1 + c_run_object(r, c_type_cells(r, v->type));
        v = &r->variables[name];
        if (old.kind != C_NOTHING)
            c_store(r, c_run_pointer(v->object - 1, v->type), old);
    }
    return c_run_pointer(v->object - 1, v->type);
}

static c_value value_of(c_run *r, const c_operand *o)
{
    if (r->skip || r->failed)
        return (c_value){.kind = C_NOTHING};
    if (o->kind == IS_MEMORY)
        return c_value_at(r, o->value);
    if (o->kind == IS_VALUE)
        return o->value;
    const c_variable *v = &r->variables[o->name];
    return v->object ? c_load(r, c_run_pointer(v->object - 1, v->type)) : v->value;
}

static void assign(c_run *r, const c_operand *o, c_value value)
{
    if (r->skip || r->failed)
        return;
    if (o->kind == IS_MEMORY) {
        if (r->on_store)
            r->on_store(r, r->hook, C_NONE, &value);
        c_store(r, o->value, value);
    } else if (o->kind == IS_VARIABLE) {
        c_variable *v = &r->variables[o->name];
        if (v->object)
            c_store(r, c_run_pointer(v->object - 1, v->type), value);
        else
            v->value = c_convert(r, value, v->type);
    } else {
        c_fail(r, "an assignment to what is no variable");
    }
}

/* ---- the smallest parts ---------------------------------------------------------------------- */

symbol c_number_symbol(c_run *r, uint32_t number)
{
    if (!r->numbers[number])
        r->numbers[number] = symbols_number(r->symbols, r->text->number[number].real);
    return r->numbers[number];
}

static c_value number_value(c_run *r, uint32_t number)
{
    const c_number *n = &r->text->number[number];
    if (n->is_real) {
        if (n->is_float && (double)(float)n->real != n->real)
            c_fail(r, "a number that is no float");
        if (n->is_float != r->symbols->is_float && !r->skip && !r->any_format)
            c_fail(r, "a number of the other format");
        return c_of_symbol(c_number_symbol(r, number), c_real_type(n->is_float));
    }
    c_value v = c_integer((int64_t)n->integer);
    v.type.bits = n->is_wide ? 64 : 32;
    v.type.is_unsigned = n->is_unsigned;
    return v;
}

static c_value macro_value(c_run *r, uint32_t name)
{
    const c_macro m = r->macros[name];
    if (!m.start)
        return c_integer(m.value);
    if (m.takes_argument || m.start == m.end) {
        c_fail(r, "'%s' cannot be read here", r->text->name[name]);
        return c_integer(0);
    }
    const c_cursor before = c_read_text(r, m.start);
    const c_value v = c_expression(r);
    if (!r->failed && r->at != m.end)
        c_fail(r, "the text of '%s' is no number", r->text->name[name]);
    c_go_back(r, before);
    return v;
}

enum { MOST_ARGUMENTS = 64 };

enum { DOUBLE, FLOAT };
typedef struct {
    uint32_t name, arguments;
    op_kind op;
    bool is_float;
} c_math;

/* A function of <math.h> that an operation is; NULL for the others, of one double. */
static const c_math *math_of(uint32_t name)
{
    static const c_math MATH[] = {
#define C_CALL(ID, word, OP, arguments, format, rounding) {C_##ID, arguments, OP_##OP, format},
#include "certify/read_calls.def"
    };
    for (size_t k = 0; k < sizeof MATH / sizeof MATH[0]; k++)
        if (MATH[k].name == name)
            return &MATH[k];
    return NULL;
}

static c_value builtin(c_run *r, uint32_t name, c_value *a, uint32_t count)
{
    const uint32_t before = r->symbols->list_count;
    const c_math *math = math_of(name);
    c_type type = c_real_type(math && math->is_float);
    double x;
    if (r->skip || r->failed)
        return (c_value){.kind = C_NOTHING};
    if (count != (math ? math->arguments : 1) ||
        !(math || name == C_FLOOR || name == C_SIN || name == C_COS)) {
        c_fail(r, "a call with other arguments");
        return c_integer(0);
    }
    for (uint32_t i = 0; i < count; i++)
        a[i] = c_convert(r, a[i], type);
    if (name == C_FLOOR) {
        if (!symbols_is_number(r->symbols, c_lane(&a[0], 0), &x))
            c_fail(r, "a floor of what is no number");
        return c_of_symbol(symbols_number(r->symbols, floor(x)), type);
    }
    const symbol first = c_lane(&a[0], 0);
    const symbol made = math ? symbols_call(r->symbols, math->op, first,
                                            count > 1 ? c_lane(&a[1], 0) : 0)
                             : symbols_op(r->symbols,
                                          name == C_SIN ? SYMBOL_SINE : SYMBOL_COSINE, first, 0);
    return c_of_symbol(c_found(r, made, before), type);
}

static c_value call(c_run *r, uint32_t name)
{
    c_value arguments[MOST_ARGUMENTS];
    uint32_t count = 0;
    while (!r->failed && !c_next_is(r, ')')) {
        if (count == MOST_ARGUMENTS) {
            c_fail(r, "more arguments than any emitted call has");
            break;
        }
        arguments[count++] = c_assignment(r);
        if (!c_take(r, ','))
            break;
    }
    c_expect(r, ')');
    if (name == C_INT64_C || name == C_UINT64_C) {
        arguments[0].type = (c_type){.base = C_BASE_INTEGER, .bits = 64,
                                     .is_unsigned = name == C_UINT64_C};
        return arguments[0];
    }
    if (name < C_WORD_COUNT)
        return builtin(r, name, arguments, count);
    if (r->skip || r->failed)
        return (c_value){.kind = C_NOTHING};
    return c_call(r, name, arguments, count);
}

static c_operand named(c_run *r)
{
    const uint32_t name = TOKEN_VALUE(r->list[r->at]);
    r->at++;
    if (name == C_DEFINED && r->in_directive) {
        c_expect(r, '(');
        const bool there = r->macros[TOKEN_NAME_OF(r->list[r->at])].there;
        r->at += TOKEN_CLASS(r->list[r->at]) == TOKEN_NAME;
        c_expect(r, ')');
        return of_value(c_integer(there));
    }
    if (c_take(r, '('))
        return of_value(call(r, name));
    if (r->skip)
        return of_value((c_value){.kind = C_NOTHING});
    if (r->variables[name].there) {
        const c_variable *v = &r->variables[name];
        if (v->is_array)
            return (c_operand){.kind = IS_MEMORY, .value = v->value};
        return (c_operand){.kind = IS_VARIABLE, .name = name};
    }
    if (r->macros[name].there)
        return of_value(macro_value(r, name));
    if (!r->in_directive)
        c_fail(r, "'%s' is not known here", r->text->name[name]);
    return of_value(c_integer(0));
}

static c_value size_of(c_run *r)
{
    const bool brackets = c_take(r, '(');
    c_value size = c_integer(0);
    size.type = (c_type){.base = C_BASE_INTEGER, .bits = 64, .is_unsigned = true};
    if (c_begins_type(r)) {
        const c_type t = c_type_name(r, NULL);
        size.is.integer = t.bits / 8 * (t.lanes ? t.lanes : 1);
    } else {
        const c_operand o = unary(r);
        if (!r->skip && o.kind == IS_MEMORY) {
            int64_t cells = o.value.rank ? 1 : c_type_cells(r, o.value.type);
            for (uint32_t i = 0; i < o.value.rank; i++)
                cells *= o.value.dims[i];
            size.is.integer = cells;
        } else if (!r->skip) {
            c_fail(r, "the size of this is not known");
        }
    }
    if (brackets)
        c_expect(r, ')');
    return size;
}

/* (V){a, b ..}: a vector, what is missing 0. */
static c_value literal(c_run *r, c_type type)
{
    symbol lanes[C_MOST_LANES];
    uint32_t count = 0;
    const symbol zero = symbols_number(r->symbols, 0);
    while (!r->failed && !c_next_is(r, '}')) {
        c_value v = c_assignment(r);
        if (!r->skip && v.kind == C_INTEGER)
            v = c_convert(r, v, (c_type){.base = C_BASE_REAL, .bits = type.bits});
        if (count >= (type.lanes ? type.lanes : 1u) && !r->skip)
            c_fail(r, "more numbers than the vector has lanes");
        else if (count < C_MOST_LANES)
            lanes[count++] = c_lane(&v, 0);
        if (!c_take(r, ','))
            break;
    }
    c_expect(r, '}');
    if (r->skip || r->failed)
        return (c_value){.kind = C_NOTHING};
    while (count < type.lanes)
        lanes[count++] = zero;
    return type.lanes ? c_from_lanes(r, lanes, type) : c_of_symbol(lanes[0], type);
}

static c_operand primary(c_run *r)
{
    const token t = r->list[r->at];
    if (r->failed)
        return of_value(c_integer(0));
    switch (TOKEN_CLASS(t)) {
    case TOKEN_NUMBER:
        r->at++;
        return of_value(number_value(r, TOKEN_VALUE(t)));
    case TOKEN_NAME:
        if (TOKEN_VALUE(t) == C_SIZEOF) {
            r->at++;
            return of_value(size_of(r));
        }
        return named(r);
    case TOKEN_MARK:
        if (c_take(r, '(')) {
            const c_value v = c_expression(r);
            c_expect(r, ')');
            return of_value(v);
        }
        break;
    default: break;
    }
    c_fail(r, "no expression of an emitted text");
    return of_value(c_integer(0));
}

/* ---- after a value --------------------------------------------------------------------------- */

static c_operand indexed(c_run *r, const c_operand *o)
{
    c_value k = c_expression(r);
    c_expect(r, ']');
    if (r->skip || r->failed)
        return of_value(k);
    if (k.kind != C_INTEGER) {
        c_fail(r, "a place that is not known");
        return of_value(k);
    }
    c_value v = o->kind == IS_MEMORY ? o->value : value_of(r, o);
    if (v.kind == C_LANES || v.kind == C_SYMBOL) { /* a lane */
        if (k.is.integer < 0 || k.is.integer >= v.type.lanes)
            c_fail(r, "a lane that is not there");
        c_type of = v.type;
        of.lanes = 0;
        return of_value(c_of_symbol(c_lane(&v, (uint32_t)k.is.integer), of));
    }
    if (o->kind == IS_MEMORY && !v.rank) /* a pointer that lies in memory: none does */
        c_fail(r, "an array was expected");
    return (c_operand){.kind = IS_MEMORY, .value = c_element(r, v, k.is.integer)};
}

static c_operand member(c_run *r, const c_operand *o)
{
    const uint32_t name = c_take_name(r);
    if (r->skip || r->failed)
        return of_value((c_value){.kind = C_NOTHING});
    c_value v = o->kind == IS_VARIABLE && !r->variables[o->name].is_array &&
                        r->variables[o->name].value.kind != C_POINTER
                    ? pointer_to_variable(r, o->name)
                : o->kind == IS_MEMORY ? o->value
                                       : value_of(r, o);
    if (v.kind != C_POINTER || v.type.base != C_BASE_STRUCT) {
        c_fail(r, "a member of what has none");
        return of_value(c_integer(0));
    }
    const c_struct *s = &r->structs[v.type.of];
    for (uint32_t i = 0; i < s->fields_count; i++)
        if (s->fields[i].name == name) {
            uint32_t *dims = ARENA_ARRAY(r->mem, uint32_t, 1);
            v.offset += s->fields[i].offset;
            v.type = s->fields[i].type;
            v.rank = s->fields[i].count > 0;
            dims[0] = s->fields[i].count;
            v.dims = dims;
            return (c_operand){.kind = IS_MEMORY, .value = v};
        }
    c_fail(r, "no member '%s'", r->text->name[name]);
    return of_value(c_integer(0));
}

static c_operand postfix(c_run *r)
{
    c_operand o = primary(r);
    while (!r->failed) {
        if (c_take(r, '[')) {
            o = indexed(r, &o);
        } else if (c_take(r, '.')) {
            o = member(r, &o);
        } else if (c_take(r, MARK('+', '+', 0)) || c_next_is(r, MARK('-', '-', 0))) {
            const bool down = c_take(r, MARK('-', '-', 0));
            const c_value old = value_of(r, &o);
            assign(r, &o, c_binary(r, down ? '-' : '+', old, c_integer(1)));
            o = of_value(old);
        } else {
            break;
        }
    }
    return o;
}

static c_operand cast(c_run *r)
{
    const c_type type = c_type_name(r, NULL);
    c_expect(r, ')');
    if (c_take(r, '{'))
        return of_value(literal(r, type));
    const c_operand o = unary(r);
    if (r->skip || r->failed)
        return o;
    if (type.is_pointer && o.kind == IS_MEMORY && o.value.rank) {
        c_value v = o.value;
        v.rank = 0;
        return of_value(c_convert(r, v, type));
    }
    return of_value(c_convert(r, value_of(r, &o), type));
}

static c_operand unary(c_run *r)
{
    const token t = r->list[r->at];
    const uint32_t mark = TOKEN_CLASS(t) == TOKEN_MARK ? TOKEN_VALUE(t) : 0;
    c_operand o;
    switch (mark) {
    case '-':
    case '~':
    case '!': {
        r->at++;
        o = unary(r);
        const c_value v = value_of(r, &o);
        return of_value(r->skip ? v : c_unary(r, mark, v));
    }
    case '&':
        r->at++;
        o = unary(r);
        if (r->skip || r->failed)
            return o;
        if (o.kind == IS_VALUE)
            c_fail(r, "the place of what has none");
        return of_value(o.kind == IS_VARIABLE ? pointer_to_variable(r, o.name) : o.value);
    case '*': {
        r->at++;
        o = unary(r);
        const c_value v = value_of(r, &o);
        if (!r->skip && v.kind != C_POINTER)
            c_fail(r, "an array was expected");
        return (c_operand){.kind = IS_MEMORY, .value = v};
    }
    case '(':
        r->at++;
        if (c_begins_type(r))
            return cast(r);
        r->at--;
        break;
    default: break;
    }
    return postfix(r);
}

/* ---- operators ------------------------------------------------------------------------------- */

static uint32_t strength(uint32_t mark)
{
    switch (mark) {
    case '*':
    case '/':
    case '%': return 10;
    case '+':
    case '-': return 9;
    case MARK('<', '<', 0):
    case MARK('>', '>', 0): return 8;
    case '<':
    case '>':
    case MARK('<', '=', 0):
    case MARK('>', '=', 0): return 7;
    case MARK('=', '=', 0):
    case MARK('!', '=', 0): return 6;
    case '&': return 5;
    case '^': return 4;
    case '|': return 3;
    case MARK('&', '&', 0): return 2;
    case MARK('|', '|', 0): return 1;
    default: return 0;
    }
}

/* && and || of numbers do not look at their right side where the left one decides. */
static c_value logical(c_run *r, uint32_t mark, c_value left, c_value right)
{
    bool known;
    if (r->skip || r->failed)
        return left;
    const bool is_true = c_is_true(r, &left, &known);
    if (!known)
        return c_binary(r, mark, left, right);
    const bool decides = mark == MARK('&', '&', 0) ? !is_true : is_true;
    if (decides)
        return c_integer(is_true);
    const bool other = c_is_true(r, &right, &known);
    return known ? c_integer(other) : right;
}

static c_operand binary(c_run *r, uint32_t least)
{
    c_operand left = unary(r);
    while (!r->failed && TOKEN_CLASS(r->list[r->at]) == TOKEN_MARK) {
        const uint32_t mark = TOKEN_VALUE(r->list[r->at]), own = strength(mark);
        if (!own || own < least)
            break;
        r->at++;
        const c_value a = value_of(r, &left);
        const c_operand right = binary(r, own + 1);
        const c_value b = value_of(r, &right);
        if (own <= 2)
            left = of_value(logical(r, mark, a, b));
        else
            left = of_value(r->skip ? a : c_binary(r, mark, a, b));
    }
    return left;
}

static c_value part(c_run *r, bool skipped)
{
    r->skip += skipped;
    const c_value v = c_assignment(r);
    r->skip -= skipped;
    return v;
}

static c_operand conditional(c_run *r)
{
    const c_operand o = binary(r, 1);
    bool known = true;
    if (r->failed || !c_take(r, '?'))
        return o;
    const c_value condition = value_of(r, &o);
    const bool is_true = !r->skip && c_is_true(r, &condition, &known);
    const c_value yes = part(r, known && !is_true && !r->skip);
    c_expect(r, ':');
    const c_value no = part(r, known && is_true && !r->skip);
    if (r->skip || r->failed)
        return of_value(yes);
    return of_value(known ? (is_true ? yes : no) : c_select(r, condition, yes, no));
}

c_value c_assignment(c_run *r)
{
    const c_operand o = conditional(r);
    const uint32_t mark = TOKEN_CLASS(r->list[r->at]) == TOKEN_MARK ? TOKEN_VALUE(r->list[r->at])
                                                                    : 0;
    const uint32_t operator = mark & 0xff;
    if (mark == '=') {
        r->at++;
        const c_value v = c_assignment(r);
        assign(r, &o, v);
        return v;
    }
    if (mark >> 8 == '=' && strchr("+-*/|&^", (int)operator)) {
        r->at++;
        const c_value more = c_assignment(r), old = value_of(r, &o);
        if (r->skip || r->failed)
            return old;
        const bool flag = operator == '|' && old.kind == C_INTEGER && old.is.integer == 0 &&
                          more.kind == C_SYMBOL;
        const c_value v = flag ? more : c_binary(r, operator, old, more);
        assign(r, &o, v);
        return v;
    }
    return value_of(r, &o);
}

c_value c_expression(c_run *r)
{
    c_value v = c_assignment(r);
    while (c_take(r, ','))
        v = c_assignment(r);
    return v;
}
