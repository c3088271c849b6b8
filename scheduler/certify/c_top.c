/* SPDX-License-Identifier: MIT */
/* The preprocessor of emitted C, and what stands outside of functions: types, tables, functions. */
#include "certify/c_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void c_fail(c_run *r, const char *format, ...)
{
    va_list list;
    if (r->failed)
        return;
    const token t = r->list[r->at && r->list != r->text->list ? r->at - 1 : r->at];
    va_start(list, format);
    char said[512];
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    r->failed = diag_error(r->d, (place){r->text->file[TOKEN_FILE(t)], TOKEN_LINE(t), 1},
                           "reading back: %s", said);
}

/* New ones, or those of the configuration before, empty. */
static void make_rooms(c_run *r)
{
    const uint32_t names = r->text->name_count;
    if (!r->names) {
        r->names = names;
        r->macros = ARENA_ARRAY(r->mem, c_macro, names);
        r->functions = ARENA_ARRAY(r->mem, c_function, names);
        r->variables = ARENA_ARRAY(r->mem, c_variable, names);
        r->types = ARENA_ARRAY(r->mem, c_type, names);
        r->is_type = ARENA_ARRAY(r->mem, bool, names);
        r->list = ARENA_ARRAY(r->mem, token, (size_t)r->text->list_count + 1);
        return;
    }
    c_forget(r, 0);
    memset(r->macros, 0, names * sizeof *r->macros);
    memset(r->functions, 0, names * sizeof *r->functions);
    memset(r->is_type, 0, names * sizeof *r->is_type);
    r->structs_count = r->objects_count = r->guards_count = 0;
}

c_run c_run_make(arena *mem, c_text *of, symbols *s, forms *f, diag *d)
{
    return (c_run){.mem = mem, .text = of, .symbols = s, .forms = f, .d = d};
}

/* ---- the preprocessor ------------------------------------------------------------------------ */

enum { MOST_NESTED = 16 };

typedef struct {
    bool keeps, kept; /* the part at hand; some part before it */
} branch;

/* A macro of the text that is a number, or nothing where it is not defined. */
static bool is_true_text(c_run *r, uint32_t *at)
{
    token *const list = r->list;
    r->list = r->text->list;
    r->at = *at;
    r->in_directive = true;
    const c_value v = c_expression(r);
    r->in_directive = false;
    if (!r->failed && !c_next_is(r, MARK_LINE))
        c_fail(r, "a condition that no emitted text has");
    *at = r->at;
    r->list = list;
    return v.kind == C_INTEGER && v.is.integer != 0;
}

static void define(c_run *r, uint32_t at, uint32_t end)
{
    const token *list = r->text->list;
    const uint32_t name = TOKEN_VALUE(list[at]);
    c_macro m = {.there = true, .start = at + 1, .end = end};
    /* with an argument where the bracket follows at once: emitted ones have one name in it */
    if (at + 3 < end && list[at + 1].what == TOKEN(TOKEN_MARK, '(') &&
        TOKEN_CLASS(list[at + 2]) == TOKEN_NAME && list[at + 3].what == TOKEN(TOKEN_MARK, ')') &&
        at + 4 < end)
        m.takes_argument = true;
    if (!r->macros[name].there || r->macros[name].start)
        r->macros[name] = m;
}

static uint32_t line_end(const c_run *r, uint32_t at)
{
    while (r->text->list[at].what != TOKEN(TOKEN_MARK, MARK_LINE))
        at++;
    return at;
}

static void directive(c_run *r, uint32_t *at, branch *all, uint32_t *depth)
{
    const token *list = r->text->list;
    const uint32_t word = TOKEN_VALUE(list[*at]), end = line_end(r, *at);
    uint32_t from = *at + 1;
    branch *b = &all[*depth];
    const bool outer = *depth == 0 || all[*depth - 1].keeps;
    if (word == C_IF || word == C_IFDEF || word == C_IFNDEF) {
        const bool before = b->keeps;
        if (*depth + 1 == MOST_NESTED) {
            r->at = from;
            c_fail(r, "more nested conditions than any emitted text has");
            return;
        }
        b = &all[++*depth];
        b->keeps = before && (word == C_IF ? is_true_text(r, &from)
                                           : r->macros[TOKEN_VALUE(list[from])].there ==
                                                 (word == C_IFDEF));
        b->kept = b->keeps;
    } else if (word == C_ELIF) {
        b->keeps = outer && !b->kept && is_true_text(r, &from);
        b->kept |= b->keeps;
    } else if (word == C_ELSE) {
        b->keeps = outer && !b->kept;
        b->kept = true;
    } else if (word == C_ENDIF) {
        *depth -= *depth > 0;
    } else if (word == C_DEFINE && b->keeps) {
        define(r, from, end);
    }
    *at = end;
}

static void preprocess(c_run *r)
{
    branch all[MOST_NESTED] = {{true, true}};
    uint32_t depth = 0;
    for (uint32_t i = 0; i < r->text->list_count && !r->failed; i++) {
        const token t = r->text->list[i];
        if (TOKEN_CLASS(t) == TOKEN_DIRECTIVE)
            directive(r, &i, all, &depth);
        else if (all[depth].keeps && TOKEN_CLASS(t) != TOKEN_END)
            r->list[r->list_count++] = t;
    }
    r->list[r->list_count++] = r->text->list[r->text->list_count - 1];
}

/* ---- the top level --------------------------------------------------------------------------- */

static void read_typedef(c_run *r)
{
    c_type t = c_type_name(r, NULL);
    const uint32_t name = c_take_name(r);
    if (c_take_word(r, C_ATTRIBUTE))
        c_read_attributes(r, &t);
    r->types[name] = t;
    r->is_type[name] = true;
    c_expect(r, ';');
}

static void read_function(c_run *r, uint32_t name, c_type type)
{
    c_function f = {.type = type, .parameters = r->at + 1, .place = r->at};
    c_skip_balanced(r);
    if (c_take(r, ';'))
        return;
    f.there = true;
    f.body = r->at;
    if (!c_next_is(r, '{'))
        c_fail(r, "a function without a body");
    else
        c_skip_balanced(r);
    if (r->functions[name].there)
        c_fail(r, "'%s' is there twice", r->text->name[name]);
    r->functions[name] = f;
}

/* Names of joints and words: texts, that nothing is computed of. */
static bool is_text(const c_run *r)
{
    for (uint32_t k = r->at; k < r->at + 3 && k < r->list_count; k++)
        if (r->list[k].what == TOKEN(TOKEN_NAME, C_CHAR))
            return true;
    return false;
}

static void top_level(c_run *r)
{
    r->at = 0;
    while (!r->failed && TOKEN_CLASS(r->list[r->at]) != TOKEN_END) {
        if (c_take(r, ';'))
            continue;
        if (c_take_word(r, C_TYPEDEF)) {
            read_typedef(r);
            continue;
        }
        if (is_text(r) || r->list[r->at].what == TOKEN(TOKEN_NAME, C_EXTERN)) {
            c_skip_statement(r);
            continue;
        }
        const c_type type = c_type_name(r, NULL);
        if (!r->failed && r->at + 1 < r->list_count &&
            r->list[r->at + 1].what == TOKEN(TOKEN_MARK, '('))
            read_function(r, c_take_name(r), type);
        else if (!r->failed)
            c_declaration(r, type);
    }
}

status c_run_begin(c_run *r, const c_setting *settings, uint32_t count)
{
    make_rooms(r);
    r->list_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t name;
        if (!names_find(&r->text->names, settings[i].name, strlen(settings[i].name), &name))
            continue;
        r->is_type[name] = settings[i].is_type;
        if (settings[i].is_type)
            r->types[name] = (c_type){.base = C_BASE_INTEGER, .bits = (uint8_t)settings[i].value};
        else
            r->macros[name] = (c_macro){.there = true, .value = settings[i].value};
    }
    preprocess(r);
    if (!r->failed)
        top_level(r);
    return r->failed;
}

c_function *c_run_function(c_run *r, const char *name)
{
    uint32_t number;
    if (!names_find(&r->text->names, name, strlen(name), &number) || number >= r->names)
        return NULL;
    return &r->functions[number];
}

status c_run_call(c_run *r, const char *name, const c_value *arguments, uint32_t count,
                  c_value *out)
{
    uint32_t number;
    r->at = r->list_count - 1;
    if (!names_find(&r->text->names, name, strlen(name), &number) || number >= r->names ||
        !r->functions[number].there) {
        c_fail(r, "the function '%s' is not there", name);
        return r->failed;
    }
    *out = c_call(r, number, arguments, count);
    return r->failed;
}
