/* The statements that emitted C is made of, in one step: `const double t7 = t5 * in[3];`, `kept[9]
 * = t7;`: one operation at most, of numbers, scalars and elements of arrays, declared or stored.
 * Any other statement, and every one in which something is amiss, is left as it stands to
 * c_statement, which takes all forms apart and tells what is wrong. What is done here is what is
 * done there. */
#include "certify/c_run.h"

/* A real of which all lanes are alike. */
typedef struct {
    symbol is;
    c_type type;
} plain;

static bool is_real(c_type t) { return t.base == C_BASE_REAL && !t.is_pointer; }

/* NAME[NUMBER] at the token: a pointer to that element of an array of reals. */
static bool element_at(const c_run *r, uint32_t at, c_value *out)
{
    const c_variable *v = &r->variables[TOKEN_VALUE(r->list[at])];
    const token index = r->list[at + 2];
    if (!v->there || v->object || v->value.kind != C_POINTER ||
        TOKEN_CLASS(index) != TOKEN_NUMBER || r->list[at + 3].what != TOKEN(TOKEN_MARK, ']'))
        return false;
    const c_number *k = &r->text->number[TOKEN_VALUE(index)];
    *out = v->value;
    if (k->is_real || k->integer > INT32_MAX || out->type.base != C_BASE_REAL ||
        out->type.is_pointer || out->rank != v->is_array ||
        (out->rank && k->integer >= out->dims[0]))
        return false;
    const uint32_t cells = out->type.lanes ? out->type.lanes : 1;
    out->offset += (int64_t)k->integer * cells;
    out->rank = 0;
    return out->offset >= 0 && out->offset + cells <= r->objects[out->object].count;
}

static bool load(const c_run *r, const c_value *pointer, plain *out)
{
    const c_cell *c = &r->objects[pointer->object].cells[pointer->offset];
    *out = (plain){(symbol)c->is, pointer->type};
    if (c->kind != C_SYMBOL)
        return false;
    for (uint32_t i = 1; i < pointer->type.lanes; i++)
        if (c[i].kind != C_SYMBOL || c[i].is != c->is)
            return false;
    return true;
}

static bool take_number(c_run *r, uint32_t number, plain *out)
{
    const c_number *n = &r->text->number[number];
    if (!n->is_real || n->is_float != r->symbols->is_float ||
        (n->is_float && (double)(float)n->real != n->real))
        return false;
    *out = (plain){c_number_symbol(r, number), c_real_type(n->is_float)};
    return true;
}

/* A number, a variable or an element; *at is then after it. */
static bool take_operand(c_run *r, uint32_t *at, plain *out)
{
    const token t = r->list[*at];
    c_value pointer;
    if (TOKEN_CLASS(t) == TOKEN_NUMBER) {
        ++*at;
        return take_number(r, TOKEN_VALUE(t), out);
    }
    if (TOKEN_CLASS(t) != TOKEN_NAME || TOKEN_VALUE(t) < C_WORD_COUNT)
        return false;
    if (r->list[*at + 1].what == TOKEN(TOKEN_MARK, '[')) {
        if (!element_at(r, *at, &pointer))
            return false;
        *at += 4;
        return load(r, &pointer, out);
    }
    const c_variable *v = &r->variables[TOKEN_VALUE(t)];
    ++*at;
    *out = (plain){v->value.is.symbol, v->value.type};
    return v->there && !v->is_array && !v->object && v->value.kind == C_SYMBOL &&
           is_real(v->value.type);
}

/* OPERAND; or OPERAND MARK OPERAND; of so many bits. *at is then at the semicolon. Nothing is done
 * before the form of the whole is known. */
static bool take_operation(c_run *r, uint32_t *at, uint32_t bits, plain *out)
{
    plain a, b;
    if (!take_operand(r, at, &a) || TOKEN_CLASS(r->list[*at]) != TOKEN_MARK)
        return false;
    const uint32_t mark = TOKEN_VALUE(r->list[*at]);
    *out = a;
    if (a.type.bits != bits || mark == ';')
        return a.type.bits == bits;
    if (mark != '*' && mark != '+' && mark != '-')
        return false;
    ++*at;
    if (!take_operand(r, at, &b) || r->list[*at].what != TOKEN(TOKEN_MARK, ';') ||
        b.type.bits != bits)
        return false;
    r->at = *at;
    out->type = a.type.lanes ? a.type : b.type.lanes ? b.type : a.type;
    out->is = c_binary_symbols(r, mark, a.is, b.is);
    return true;
}

static bool take_type(const c_run *r, uint32_t *at, c_type *out)
{
    *at += r->list[*at].what == TOKEN(TOKEN_NAME, C_CONST);
    const token t = r->list[(*at)++];
    const uint32_t name = TOKEN_VALUE(t);
    if (TOKEN_CLASS(t) != TOKEN_NAME)
        return false;
    if (name == C_DOUBLE || name == C_FLOAT)
        *out = c_real_type(name == C_FLOAT);
    else if (name >= C_WORD_COUNT && r->is_type[name])
        *out = r->types[name];
    else
        return false;
    return is_real(*out);
}

static bool declare(c_run *r)
{
    uint32_t at = r->at;
    c_type type;
    plain made;
    if (!take_type(r, &at, &type))
        return false;
    const token name = r->list[at];
    if (TOKEN_CLASS(name) != TOKEN_NAME || TOKEN_VALUE(name) < C_WORD_COUNT ||
        r->list[at + 1].what != TOKEN(TOKEN_MARK, '='))
        return false;
    at += 2;
    if (!take_operation(r, &at, type.bits, &made))
        return false;
    r->at = at + 1;
    c_declare(r, TOKEN_VALUE(name),
              (c_variable){.type = type, .value = c_of_symbol(made.is, type)});
    return true;
}

static bool store(c_run *r)
{
    uint32_t at = r->at + 5;
    c_value pointer;
    plain made;
    if (!element_at(r, r->at, &pointer) || r->list[at - 1].what != TOKEN(TOKEN_MARK, '=') ||
        !take_operation(r, &at, pointer.type.bits, &made))
        return false;
    r->at = at;
    c_store(r, pointer, c_of_symbol(made.is, made.type));
    r->at = at + 1;
    return true;
}

/* False: nothing was done. (A list of tokens ends in one that is none of what is asked for, so that
 * looking ahead stays in it.) */
bool c_short_statement(c_run *r)
{
    const token t = r->list[r->at];
    if (TOKEN_CLASS(t) != TOKEN_NAME || r->on_store || r->skip)
        return false;
    if (TOKEN_VALUE(t) < C_WORD_COUNT || r->is_type[TOKEN_VALUE(t)])
        return declare(r);
    return r->list[r->at + 1].what == TOKEN(TOKEN_MARK, '[') && store(r);
}
