/* SPDX-License-Identifier: MIT */
/* Recursive descent: sum = product {+- product}, product = signed {*\/ signed}, signed = {+-}
 * power, power = primary [^ signed], primary = number | name | name(sum, ...) | (sum). */
#include "robot/formula.h"

#include "base/text.h"
#include "robot/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1000, DEEPEST = 100, NAME_BYTES = 64 };

typedef struct {
    arena *mem;
    const char *begin, *at;
    const formula_names *names;
    formula *out;
    const char *wrong; /* the first */
    uint32_t depth;
} parser;

static uint32_t fail(parser *p, const char *at, const char *why)
{
    if (!p->wrong)
        p->wrong = arena_printf(p->mem, "column %u: %s", (unsigned)(at - p->begin) + 1, why);
    return 0;
}

static char next(parser *p)
{
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')
        p->at++;
    return *p->at;
}

/* --- values ---------------------------------------------------------------------------------- */

/* Tables are not numbers: they keep their node. */
static double value_of(formula_op op, double a, double b, double own)
{
    switch (op) {
    case FORMULA_NUMBER: return own;
    case FORMULA_ADD: return a + b;
    case FORMULA_SUB: return a - b;
    case FORMULA_MUL: return a * b;
    case FORMULA_DIV: return a / b;
    case FORMULA_POWER: return pow(a, own);
    case FORMULA_SIN: return sin(a);
    case FORMULA_COS: return cos(a);
    case FORMULA_SQRT: return sqrt(a);
    case FORMULA_ABS: return fabs(a);
    case FORMULA_MIN: return fmin(a, b);
    case FORMULA_MAX: return fmax(a, b);
    case FORMULA_VARIABLE:
    case FORMULA_TABLE:
    case FORMULA_OPS: break;
    }
    return NAN;
}

double formula_value(const formula *f, const law_table *table, const double *variables)
{
    double values[MOST_NODES] = {0};
    for (uint32_t i = 0; i < f->list_count; i++) {
        const formula_node *n = &f->list[i];
        const double a = i ? values[n->of[0]] : 0, b = i ? values[n->of[1]] : 0;
        values[i] = n->op == FORMULA_VARIABLE ? variables[n->variable]
                    : n->op == FORMULA_TABLE  ? law_table_value(table, a)
                                              : value_of(n->op, a, b, n->value);
    }
    return values[f->list_count - 1];
}

bool formula_has(const formula *f, uint32_t variable)
{
    for (uint32_t i = 0; i < f->list_count; i++)
        if (f->list[i].op == FORMULA_VARIABLE && f->list[i].variable == variable)
            return true;
    return false;
}

/* --- nodes ----------------------------------------------------------------------------------- */

static uint32_t push(parser *p, const char *at, formula_node node)
{
    if (p->out->list_count == MOST_NODES)
        return fail(p, at, "the expression is too long");
    *ARENA_PUSH(p->mem, p->out, list) = node;
    return p->out->list_count - 1;
}

static uint32_t push_number(parser *p, const char *at, double value)
{
    if (!(fabs(value) <= NUMBERS_LARGEST))
        return fail(p, at, "no finite number, or one out of range");
    return push(p, at, (formula_node){.op = FORMULA_NUMBER, .value = value + 0.0});
}

static bool is_number(const parser *p, uint32_t node)
{
    return p->out->list_count && p->out->list[node].op == FORMULA_NUMBER;
}

static bool is_zero(const parser *p, uint32_t node)
{
    return is_number(p, node) && p->out->list[node].value == 0;
}

/* A node of others, or the number that it is; what counts 0 times is not there. */
static uint32_t join(parser *p, const char *at, formula_op op, uint32_t a, uint32_t b, double own)
{
    if (p->wrong)
        return 0;
    const formula_node *list = p->out->list;
    if (op == FORMULA_DIV && is_number(p, b) && list[b].value == 0)
        return fail(p, at, "a division by 0");
    if (op == FORMULA_SQRT && is_number(p, a) && list[a].value < 0)
        return fail(p, at, "the root of a negative number");
    if (op == FORMULA_MUL && (is_zero(p, a) || is_zero(p, b)))
        return is_zero(p, a) ? a : b;
    if ((op == FORMULA_ADD || op == FORMULA_SUB) && is_zero(p, b))
        return a;
    if (op != FORMULA_TABLE && is_number(p, a) && is_number(p, b))
        return push_number(p, at, value_of(op, list[a].value, list[b].value, own));
    return push(p, at, (formula_node){.op = op, .of = {a, b}, .value = own});
}

/* --- names ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    formula_op op;
    uint32_t arguments;
} FUNCTIONS[] = {{"sqrt", FORMULA_SQRT, 1}, {"sin", FORMULA_SIN, 1}, {"cos", FORMULA_COS, 1},
                 {"abs", FORMULA_ABS, 1},   {"min", FORMULA_MIN, 2}, {"max", FORMULA_MAX, 2},
                 {"table", FORMULA_TABLE, 1}};
enum { FUNCTIONS_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

static uint32_t read_sum(parser *p);

bool formula_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* FUNCTIONS_COUNT: of none. */
static uint32_t function_of(const char *name)
{
    uint32_t k = 0;
    while (k < FUNCTIONS_COUNT && strcmp(name, FUNCTIONS[k].name) != 0)
        k++;
    return k;
}

bool formula_is_function(const char *name)
{
    return function_of(name) < FUNCTIONS_COUNT;
}

static uint32_t read_call(parser *p, const char *at, const char *name)
{
    const uint32_t k = function_of(name);
    uint32_t of[2] = {0, 0};
    if (k == FUNCTIONS_COUNT)
        return fail(p, at, arena_printf(p->mem, "no function '%s': there are sqrt, sin, cos, "
                                                "abs, min, max and table", name));
    if (FUNCTIONS[k].op == FORMULA_TABLE && !p->names->has_table)
        return fail(p, at, "there is no table='x:y,...'");
    for (uint32_t i = 0; i < FUNCTIONS[k].arguments && !p->wrong; i++) {
        p->at++; /* the bracket or comma */
        of[i] = read_sum(p);
        if (!p->wrong && next(p) != (i + 1 < FUNCTIONS[k].arguments ? ',' : ')'))
            return fail(p, p->at, arena_printf(p->mem, "%s takes %u value%s in brackets", name,
                                               FUNCTIONS[k].arguments,
                                               FUNCTIONS[k].arguments == 1 ? "" : "s"));
    }
    p->at++;
    return join(p, at, FUNCTIONS[k].op, of[0], FUNCTIONS[k].arguments > 1 ? of[1] : of[0], 0);
}

static uint32_t read_name(parser *p)
{
    const char *at = p->at;
    char name[NAME_BYTES];
    while (formula_is_letter(*p->at) || (*p->at >= '0' && *p->at <= '9') ||
           (*p->at == '.' && p->names->has_dots))
        p->at++;
    const size_t length = (size_t)(p->at - at);
    if (length >= sizeof name)
        return fail(p, at, "the name is too long");
    memcpy(name, at, length);
    name[length] = 0;
    if (next(p) == '(')
        return read_call(p, at, name);
    text known = text_make(p->mem);
    for (uint32_t k = 0; p->names->variables[k]; k++) {
        if (strcmp(name, p->names->variables[k]) == 0)
            return push(p, at, (formula_node){.op = FORMULA_VARIABLE, .variable = k});
        text_printf(&known, "%s%s", k ? ", " : "", p->names->variables[k]);
    }
    for (uint32_t k = 0; k < p->names->parameters->list_count; k++) {
        formula_parameter *given = &p->names->parameters->list[k];
        if (strcmp(name, given->name) != 0)
            continue;
        given->is_used = true;
        return push_number(p, at, given->value);
    }
    return fail(p, at, arena_printf(p->mem, "'%s' is neither %s nor a key with a number", name,
                                    known.bytes));
}

/* --- the grammar ----------------------------------------------------------------------------- */

static uint32_t read_primary(parser *p)
{
    const char first = next(p), *at = p->at;
    if (formula_is_letter(first))
        return read_name(p);
    if (first == '(') {
        p->at++;
        const uint32_t inner = read_sum(p);
        if (!p->wrong && next(p) != ')')
            return fail(p, p->at, ") expected");
        p->at++;
        return inner;
    }
    if (first != '+' && first != '-')
        p->at = numbers_end(at);
    if (p->at == at)
        return fail(p, at, first ? "a number, a name or ( expected"
                                 : "a number, a name or ( expected, and the expression ends");
    return push_number(p, at, strtod(at, NULL));
}

static uint32_t read_signed(parser *p);

static uint32_t read_power(parser *p)
{
    const uint32_t base = read_primary(p);
    if (p->wrong || next(p) != '^')
        return base;
    const char *at = p->at++;
    const uint32_t exponent = read_signed(p);
    if (p->wrong)
        return 0;
    const double value = p->out->list[exponent].value, eighths = FORMULA_EIGHTHS * value;
    if (!is_number(p, exponent) || eighths != floor(eighths) ||
        !(fabs(value) <= FORMULA_LARGEST_POWER))
        return fail(p, at, arena_printf(p->mem, "an exponent is a number in steps of 1/%d, of %d "
                                                "at most", FORMULA_EIGHTHS, FORMULA_LARGEST_POWER));
    return join(p, at, FORMULA_POWER, base, base, value);
}

static uint32_t read_signed(parser *p)
{
    const char sign = next(p), *at = p->at;
    if (++p->depth > DEEPEST)
        return fail(p, at, "brackets and signs are nested too deep");
    uint32_t out;
    if (sign == '+' || sign == '-') {
        p->at++;
        out = read_signed(p);
        if (sign == '-')
            out = join(p, at, FORMULA_SUB, push_number(p, at, 0), out, 0);
    } else {
        out = read_power(p);
    }
    p->depth--;
    return out;
}

static uint32_t read_product(parser *p)
{
    uint32_t out = read_signed(p);
    while (!p->wrong && (next(p) == '*' || *p->at == '/')) {
        const char *at = p->at++;
        const uint32_t by = read_signed(p);
        out = join(p, at, *at == '*' ? FORMULA_MUL : FORMULA_DIV, out, by, 0);
    }
    return out;
}

static uint32_t read_sum(parser *p)
{
    uint32_t out = read_product(p);
    while (!p->wrong && (next(p) == '+' || *p->at == '-')) {
        const char *at = p->at++;
        const uint32_t by = read_product(p);
        out = join(p, at, *at == '+' ? FORMULA_ADD : FORMULA_SUB, out, by, 0);
    }
    return out;
}

/* The nodes that the result needs, in order: of what became a number, the number alone. */
static void keep_needed(parser *p, uint32_t result)
{
    formula *f = p->out;
    bool needed[MOST_NODES] = {false};
    uint32_t at[MOST_NODES] = {0}, count = 0;
    needed[result] = true;
    for (uint32_t i = result + 1; i-- > 0;)
        if (needed[i] && f->list[i].op > FORMULA_VARIABLE)
            needed[f->list[i].of[0]] = needed[f->list[i].of[1]] = true;
    for (uint32_t i = 0; i <= result; i++) {
        if (!needed[i])
            continue;
        formula_node n = f->list[i];
        for (int k = 0; k < 2; k++)
            n.of[k] = n.op > FORMULA_VARIABLE ? at[n.of[k]] : 0;
        at[i] = count;
        f->list[count++] = n;
    }
    f->list_count = count;
}

const char *formula_read(arena *mem, const char *from, const formula_names *names, formula *out)
{
    *out = (formula){0};
    parser p = {.mem = mem, .begin = from, .at = from, .names = names, .out = out};
    const uint32_t result = read_sum(&p);
    if (!p.wrong && next(&p))
        fail(&p, p.at, "an operation or the end expected");
    if (!p.wrong)
        keep_needed(&p, result);
    return p.wrong;
}
