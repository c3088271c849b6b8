/* SPDX-License-Identifier: MIT */
#include "certify/equations_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "tauflow-eqn 1"

typedef struct {
    arena *mem;
    const char *file;
    char *next; /* what was not read of the line yet */
    uint32_t line;
    name_table names;
    stated_equations *out;
    diag *d;
} reader;

static status bad(const reader *r, const char *what)
{
    return diag_error(r->d, (place){.file = r->file, .line = r->line, .column = 1}, "%s", what);
}

/* The bytes up to a blank, which is passed over; "" at the end of the line. */
static char *piece(reader *r)
{
    char *from = r->next, *end = from + strcspn(from, " ");
    r->next = *end ? end + 1 : end;
    *end = 0;
    return from;
}

static uint32_t add_symbol(reader *r, stated_symbol s)
{
    s.line = r->line;
    *ARENA_PUSH(r->mem, r->out, list) = s;
    return r->out->list_count - 1;
}

/* What a name stands for; one that nothing defined is an input. */
static uint32_t symbol_of(reader *r, const char *name)
{
    uint32_t number;
    if (names_find(&r->names, name, strlen(name), &number))
        return number;
    number = add_symbol(r, (stated_symbol){.kind = STATED_INPUT, .name = name});
    names_add(&r->names, name, strlen(name), number);
    return number;
}

static bool begins_number(char c)
{
    return (c >= '0' && c <= '9') || c == '.';
}

static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static status number_of(const reader *r, const char *words, double *value)
{
    char *end;
    *value = strtod(words, &end);
    if (end == words || *end || !isfinite(*value))
        return bad(r, "a number expected");
    return STATUS_OK;
}

/* number*name*name ..., a sign before it already taken. */
static status read_term(reader *r, char *words, stated_term *t)
{
    t->number = 1;
    for (bool first = true; words; first = false) {
        char *star = strchr(words, '*');
        if (star)
            *star++ = 0;
        if (first && begins_number(*words))
            TRY(number_of(r, words, &t->number));
        else if (begins_name(*words))
            *ARENA_PUSH(r->mem, t, factor) = symbol_of(r, words);
        else
            return bad(r, "a number or a name expected between '*'");
        words = star;
    }
    return STATUS_OK;
}

/* [-]term, then + or - and a term, between blanks. */
static status read_sum(reader *r, stated_symbol *s)
{
    char *words = piece(r);
    bool negative = *words == '-';
    words += negative;
    for (;;) {
        stated_term *t = ARENA_PUSH(r->mem, s, terms);
        t->negative = negative;
        TRY(read_term(r, words, t));
        if (!*r->next)
            return STATUS_OK;
        const char *sign = piece(r);
        if (strcmp(sign, "+") != 0 && strcmp(sign, "-") != 0)
            return bad(r, "'+' or '-' expected between terms");
        negative = *sign == '-';
        words = piece(r);
    }
}

/* Sets kind and call from the word before its '(', STATED_SUM where there is none; how many
 * arguments. */
static uint32_t call_of(const char *words, stated_symbol *s)
{
    static const struct {
        const char *word;
        stated_kind kind;
        op_kind call;
        uint32_t arguments;
    } CALLS[] = {{"reciprocal(", STATED_RECIPROCAL, OP_DIV, 1},
#define STATED(OP, word, arguments, SIGN, known, value, error) \
    {word, STATED_CALL, OP_##OP, arguments},
#include "certify/read_calls.def"
    };
    s->kind = STATED_SUM;
    for (size_t i = 0; i < sizeof CALLS / sizeof CALLS[0]; i++)
        if (strncmp(words, CALLS[i].word, strlen(CALLS[i].word)) == 0) {
            s->kind = CALLS[i].kind;
            s->call = CALLS[i].call;
            return CALLS[i].arguments;
        }
    return 0;
}

static status read_call(reader *r, stated_symbol *s, uint32_t arguments)
{
    r->next += strcspn(r->next, "(") + 1;
    for (uint32_t k = 0; k < arguments; k++) {
        char *words = piece(r);
        const size_t length = strlen(words);
        const char ends = k + 1 < arguments ? ',' : ')';
        if (length < 2 || words[length - 1] != ends || !begins_name(*words))
            return bad(r, "a call takes names between '(', ', ' and ')'");
        words[length - 1] = 0;
        s->argument[k] = symbol_of(r, words);
    }
    s->argument[1] = arguments == 2 ? s->argument[1] : s->argument[0];
    return *r->next ? bad(r, "something stands behind the call") : STATUS_OK;
}

/* NAME = SUM, or NAME = CALL; `output` or `parameter` before it was read. */
static status read_definition(reader *r, const char *name, bool output, bool parameter)
{
    stated_symbol s = {.name = name, .is_output = output};
    uint32_t known;
    if (!begins_name(*name) || strcmp(piece(r), "=") != 0)
        return bad(r, "NAME = ... expected");
    const uint32_t arguments = call_of(r->next, &s);
    if (parameter) {
        s.kind = STATED_NUMBER;
        const char *words = piece(r);
        TRY(number_of(r, words, &s.number));
    } else if (s.kind == STATED_SUM) {
        TRY(read_sum(r, &s));
    } else {
        TRY(read_call(r, &s, arguments));
    }
    if (names_find(&r->names, name, strlen(name), &known))
        return bad(r, "the name has a meaning already");
    const uint32_t number = add_symbol(r, s);
    names_add(&r->names, name, strlen(name), number);
    r->out->has_parameters |= parameter;
    return STATUS_OK;
}

static status read_line(reader *r, char *line)
{
    r->next = line;
    if (r->line == 1)
        return strcmp(line, FIRST_LINE) ? bad(r, "the first line of equations is " FIRST_LINE)
                                        : STATUS_OK;
    if (!*line || *line == '#')
        return STATUS_OK;
    const char *word = piece(r);
    if (strcmp(word, "robot") == 0)
        return STATUS_OK;
    if (strcmp(word, "function") == 0) {
        r->out->function = piece(r);
        return STATUS_OK;
    }
    const bool output = strcmp(word, "output") == 0, parameter = strcmp(word, "parameter") == 0;
    return read_definition(r, output || parameter ? piece(r) : word, output, parameter);
}

status equations_file_read(arena *mem, const char *file, const char *bytes, size_t length,
                           stated_equations *out, diag *d)
{
    reader r = {.mem = mem, .file = file, .names = names_make(mem), .out = out, .d = d};
    *out = (stated_equations){0};
    char *words = arena_strndup(mem, bytes, length);
    if (strlen(words) != length)
        return diag_error(d, (place){.file = file}, "equations have no NUL byte");
    while (words) {
        char *end = strchr(words, '\n');
        if (end)
            *end++ = 0;
        r.line++;
        TRY(read_line(&r, words));
        words = end;
    }
    return STATUS_OK;
}
