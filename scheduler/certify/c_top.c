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
    const token t = r->list[r->at ? r->at - 1 : 0];
    va_start(list, format);
    char said[512];
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    r->failed = diag_error(r->d, (place){r->text->file[TOKEN_FILE(t)], TOKEN_LINE(t), 1},
                           "reading back: %s", said);
}

static c_cursor go(c_run *r, c_cursor to)
{
    const c_cursor from = {r->list, r->list_count, r->at};
    r->list = to.list;
    r->list_count = to.list_count;
    r->at = to.at;
    return from;
}

c_cursor c_read_text(c_run *r, uint32_t at)
{
    return go(r, (c_cursor){r->text->list, r->text->list_count, at});
}

c_cursor c_read_kept(c_run *r, uint32_t at)
{
    return go(r, (c_cursor){r->kept, r->kept_count, at});
}

void c_go_back(c_run *r, c_cursor to) { go(r, to); }

/* Of a text all tokens, but those that stand between the braces of bodies. */
static size_t most_kept(const c_text *t)
{
    size_t most = t->list_count;
    for (uint32_t i = 0; i < t->body_count && !t->uneven; i++)
        most -= t->body[i].close - t->body[i].open - 1;
    return most;
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
        r->numbers = ARENA_ARRAY(r->mem, symbol, r->text->number_count);
        r->kept = arena_room(r->mem, most_kept(r->text) * sizeof *r->kept);
        return;
    }
    c_forget(r, 0);
    memset(r->macros, 0, names * sizeof *r->macros);
    memset(r->functions, 0, names * sizeof *r->functions);
    memset(r->is_type, 0, names * sizeof *r->is_type);
    r->structs_count = r->objects_count = r->guards_count = r->bodies_count = 0;
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
    const c_cursor before = c_read_text(r, *at);
    r->in_directive = true;
    const c_value v = c_expression(r);
    r->in_directive = false;
    if (!r->failed && !c_next_is(r, MARK_LINE))
        c_fail(r, "a condition that no emitted text has");
    *at = r->at;
    c_go_back(r, before);
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

static void keep(c_run *r, uint32_t from, uint32_t to)
{
    memcpy(r->kept + r->kept_count, r->text->list + from, (to - from) * sizeof *r->kept);
    r->kept_count += to - from;
}

/* Keeps the tokens from .. to - 1, of bodies the braces. `body` is the first one after `from`, and
 * then the first after `to`. */
static void keep_part(c_run *r, uint32_t from, uint32_t to, uint32_t *body)
{
    const c_text *t = r->text;
    for (; *body < t->body_count && t->body[*body].open < to && !t->uneven; ++*body) {
        const c_block b = t->body[*body];
        keep(r, from, b.open + 1);
        *ARENA_PUSH(r->mem, r, bodies) = (c_block){r->kept_count - 1, b.open};
        from = b.close;
    }
    keep(r, from, to);
}

static void skip_bodies(const c_text *t, uint32_t to, uint32_t *body)
{
    while (*body < t->body_count && t->body[*body].open < to)
        ++*body;
}

static void preprocess(c_run *r)
{
    const c_text *t = r->text;
    branch all[MOST_NESTED] = {{true, true}};
    uint32_t depth = 0, at = 0, body = 0;
    for (uint32_t i = 0; i < t->stop_count && !r->failed; i++) {
        const uint32_t stop = t->stop[i];
        if (all[depth].keeps)
            keep_part(r, at, stop, &body);
        else
            skip_bodies(t, stop, &body);
        at = stop;
        if (TOKEN_CLASS(t->list[stop]) == TOKEN_DIRECTIVE)
            directive(r, &at, all, &depth);
        at++;
    }
    r->kept[r->kept_count++] = t->list[t->list_count - 1];
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

/* The brace of the text that a kept one is of, if what follows that was not kept. */
static bool find_body(const c_run *r, uint32_t *at)
{
    uint32_t first = 0, last = r->bodies_count;
    while (first < last) {
        const uint32_t middle = (first + last) / 2;
        if (r->bodies[middle].open < *at)
            first = middle + 1;
        else
            last = middle;
    }
    if (first == r->bodies_count || r->bodies[first].open != *at)
        return false;
    *at = r->bodies[first].close;
    return true;
}

static void read_function(c_run *r, uint32_t name, c_type type)
{
    c_function f = {.type = type, .parameters = r->at + 1, .place = r->at};
    c_skip_balanced(r);
    if (c_take(r, ';'))
        return;
    f.there = true;
    f.body = r->at;
    f.in_text = find_body(r, &f.body);
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
    r->kept_count = 0;
    c_read_text(r, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t name;
        if (!c_text_find(r->text, settings[i].name, &name))
            continue;
        r->is_type[name] = settings[i].is_type;
        if (settings[i].is_type)
            r->types[name] = (c_type){.base = C_BASE_INTEGER, .bits = (uint8_t)settings[i].value};
        else
            r->macros[name] = (c_macro){.there = true, .value = settings[i].value};
    }
    preprocess(r);
    c_read_kept(r, 0);
    if (!r->failed)
        top_level(r);
    return r->failed;
}

c_function *c_run_function(c_run *r, const char *name)
{
    uint32_t number;
    if (!c_text_find(r->text, name, &number) || number >= r->names)
        return NULL;
    return &r->functions[number];
}

status c_run_call(c_run *r, const char *name, const c_value *arguments, uint32_t count,
                  c_value *out)
{
    uint32_t number;
    r->at = r->list_count - 1;
    if (!c_text_find(r->text, name, &number) || number >= r->names ||
        !r->functions[number].there) {
        c_fail(r, "the function '%s' is not there", name);
        return r->failed;
    }
    *out = c_call(r, number, arguments, count);
    return r->failed;
}
