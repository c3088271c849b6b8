/* SPDX-License-Identifier: MIT */
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

/* ---- places ---------------------------------------------------------------------------------- */

/* Numbers and places are below this, so that no type of integers makes others of them. */
enum { MOST_SHORT = 1 << 30 };

static bool sum(const c_run *r, uint32_t *at, int64_t *out);

static bool factor(const c_run *r, uint32_t *at, int64_t *out)
{
    const token t = r->list[*at];
    if (t.what == TOKEN(TOKEN_MARK, '(')) {
        ++*at;
        return sum(r, at, out) && r->list[(*at)++].what == TOKEN(TOKEN_MARK, ')');
    }
    if (TOKEN_CLASS(t) == TOKEN_NUMBER) {
        const c_number *n = &r->text->number[TOKEN_VALUE(t)];
        *out = (int64_t)n->integer;
        ++*at;
        return !n->is_real && n->integer < MOST_SHORT;
    }
    if (TOKEN_CLASS(t) != TOKEN_NAME || TOKEN_VALUE(t) < C_WORD_COUNT)
        return false;
    const c_variable *v = &r->variables[TOKEN_VALUE(t)];
    *out = v->value.is.integer;
    ++*at;
    return v->there && !v->is_array && !v->object && v->value.kind == C_INTEGER && *out >= 0 &&
           *out < MOST_SHORT;
}

typedef bool operand_reader(const c_run *r, uint32_t *at, int64_t *out);

/* Operands with that mark between them. */
static bool chain(const c_run *r, char mark, operand_reader *read, uint32_t *at, int64_t *out)
{
    int64_t more;
    if (!read(r, at, out))
        return false;
    while (r->list[*at].what == TOKEN(TOKEN_MARK, mark)) {
        ++*at;
        if (!read(r, at, &more))
            return false;
        *out = mark == '*' ? *out * more : *out + more;
        if (*out >= MOST_SHORT)
            return false;
    }
    return true;
}

static bool product(const c_run *r, uint32_t *at, int64_t *out)
{
    return chain(r, '*', factor, at, out);
}

/* Integers, variables, products and sums; *at is then after them. */
static bool sum(const c_run *r, uint32_t *at, int64_t *out)
{
    return chain(r, '+', product, at, out);
}

static bool is_inside(const c_run *r, const c_value *pointer)
{
    const uint32_t cells = pointer->type.lanes ? pointer->type.lanes : 1;
    return is_real(pointer->type) && pointer->offset >= 0 &&
           pointer->offset + cells <= r->objects[pointer->object].count;
}

/* NAME[SUM]: a pointer to that element of an array of reals; *at is then after it. */
static bool element_at(const c_run *r, uint32_t *at, c_value *out)
{
    const c_variable *v = &r->variables[TOKEN_VALUE(r->list[*at])];
    int64_t k;
    *at += 2;
    if (!v->there || v->object || v->value.kind != C_POINTER || !sum(r, at, &k) ||
        r->list[(*at)++].what != TOKEN(TOKEN_MARK, ']'))
        return false;
    *out = v->value;
    if (out->rank != v->is_array || (out->rank && k >= out->dims[0]))
        return false;
    out->offset += k * (out->type.lanes ? out->type.lanes : 1);
    out->rank = 0;
    return is_inside(r, out);
}

/* *(TYPE *)(NAME + SUM): a vector that lies in an array. */
static bool vector_at(const c_run *r, uint32_t *at, c_value *out)
{
    c_type type;
    int64_t k;
    *at += 2;
    if (r->list[*at - 1].what != TOKEN(TOKEN_MARK, '(') || !take_type(r, at, &type) ||
        r->list[*at].what != TOKEN(TOKEN_MARK, '*') ||
        r->list[*at + 1].what != TOKEN(TOKEN_MARK, ')') ||
        r->list[*at + 2].what != TOKEN(TOKEN_MARK, '('))
        return false;
    const token name = r->list[*at + 3];
    if (TOKEN_CLASS(name) != TOKEN_NAME || r->list[*at + 4].what != TOKEN(TOKEN_MARK, '+'))
        return false;
    const c_variable *v = &r->variables[TOKEN_VALUE(name)];
    *at += 5;
    if (!v->there || v->object || v->is_array || v->value.kind != C_POINTER ||
        v->value.rank || !is_real(v->value.type) || v->value.type.lanes || !sum(r, at, &k) ||
        r->list[(*at)++].what != TOKEN(TOKEN_MARK, ')'))
        return false;
    *out = v->value;
    out->offset += k;
    out->type = type;
    return is_inside(r, out);
}

static bool place_at(const c_run *r, uint32_t *at, c_value *out)
{
    const token t = r->list[*at];
    if (t.what == TOKEN(TOKEN_MARK, '*'))
        return vector_at(r, at, out);
    return TOKEN_CLASS(t) == TOKEN_NAME && TOKEN_VALUE(t) >= C_WORD_COUNT &&
           r->list[*at + 1].what == TOKEN(TOKEN_MARK, '[') && element_at(r, at, out);
}

/* ---- numbers --------------------------------------------------------------------------------- */

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
    if (r->list[*at + 1].what == TOKEN(TOKEN_MARK, '['))
        return element_at(r, at, &pointer) && load(r, &pointer, out);
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

/* A number or a vector from one place to another; NULL: something is there that is neither. */
static const c_cell *cells_of(const c_run *r, const c_value *from, uint32_t *count)
{
    const c_cell *c = &r->objects[from->object].cells[from->offset];
    *count = from->type.lanes ? from->type.lanes : 1;
    for (uint32_t i = 0; i < *count; i++)
        if (c[i].kind != C_SYMBOL)
            return NULL;
    return c;
}

static bool copy(c_run *r, const c_value *to, const c_value *from)
{
    uint32_t count;
    const c_cell *c = cells_of(r, from, &count);
    c_object *o = &r->objects[to->object];
    if (!c || o->read_only || to->type.bits != from->type.bits ||
        to->type.lanes != from->type.lanes)
        return false;
    for (uint32_t i = 0; i < count; i++)
        o->cells[to->offset + i] = (c_cell){C_SYMBOL, r->list[r->at].place, c[i].is};
    return true;
}

static bool store(c_run *r)
{
    uint32_t at = r->at;
    c_value to, from;
    plain made;
    if (!place_at(r, &at, &to) || r->list[at++].what != TOKEN(TOKEN_MARK, '='))
        return false;
    uint32_t end = at;
    if (place_at(r, &end, &from) && r->list[end].what == TOKEN(TOKEN_MARK, ';')) {
        if (!copy(r, &to, &from))
            return false;
        r->at = end + 1;
        return true;
    }
    if (!take_operation(r, &at, to.type.bits, &made))
        return false;
    r->at = at;
    c_store(r, to, c_of_symbol(made.is, made.type));
    r->at = at + 1;
    return true;
}

/* False: nothing was done. (A list of tokens ends in one that is none of what is asked for, so that
 * looking ahead stays in it.) */
bool c_short_statement(c_run *r)
{
    const token t = r->list[r->at];
    if (r->on_store || r->skip)
        return false;
    if (t.what == TOKEN(TOKEN_MARK, '*'))
        return store(r);
    if (TOKEN_CLASS(t) != TOKEN_NAME)
        return false;
    if (TOKEN_VALUE(t) < C_WORD_COUNT || r->is_type[TOKEN_VALUE(t)])
        return declare(r);
    return r->list[r->at + 1].what == TOKEN(TOKEN_MARK, '[') && store(r);
}

/* NAME < NUMBER; or NAME < NAME; as most loops go on. */
bool c_short_test(const c_run *r, uint32_t at, bool *holds)
{
    int64_t a, b;
    if (r->skip || !factor(r, &at, &a) || r->list[at++].what != TOKEN(TOKEN_MARK, '<') ||
        !factor(r, &at, &b))
        return false;
    *holds = a < b;
    return r->list[at].what == TOKEN(TOKEN_MARK, ';');
}

/* NAME++) */
bool c_short_step(c_run *r, uint32_t at)
{
    uint32_t after = at;
    int64_t a;
    if (r->skip || TOKEN_CLASS(r->list[at]) != TOKEN_NAME || !factor(r, &after, &a) ||
        r->list[after].what != MARK_TOKEN('+', '+') ||
        r->list[after + 1].what != TOKEN(TOKEN_MARK, ')'))
        return false;
    r->variables[TOKEN_VALUE(r->list[at])].value.is.integer = a + 1;
    return true;
}
