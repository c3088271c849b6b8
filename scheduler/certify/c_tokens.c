/* SPDX-License-Identifier: MIT */
#include "certify/c_tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The number of a name, new or known. */
static uint32_t put_name(c_text *t, const char *name, size_t length)
{
    uint32_t number;
    if (names_find(&t->names, name, length, &number))
        return number;
    char *kept = arena_strndup(t->mem, name, length);
    names_add(&t->names, kept, length, t->name_count);
    *ARENA_PUSH(t->mem, t, name) = kept;
    return t->name_count - 1;
}

c_text c_text_make(arena *mem)
{
    static const char *const words[] = {
#define WORD(id, word) word,
        C_WORDS(WORD)
#undef WORD
    };
    c_text t = {.mem = mem, .names = names_make(mem)};
    for (uint32_t i = 0; i < C_WORD_COUNT; i++)
        put_name(&t, words[i], strlen(words[i]));
    return t;
}

enum { BYTES_OF_A_TOKEN = 3 }; /* about */

/* ---- one file -------------------------------------------------------------------------------- */

typedef struct {
    c_text *t;
    const char *at, *end, *file;
    uint32_t line, number; /* of the file */
    bool directive; /* the line at hand is one */
} scanner;

static bool begins_name(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void add(scanner *s, token_class class, uint32_t number)
{
    *ARENA_PUSH(s->t->mem, s->t, list) =
        (token){TOKEN(class, number), TOKEN_PLACE(s->number, s->line)};
}

static void skip_line(scanner *s)
{
    while (s->at < s->end && *s->at != '\n') {
        if (*s->at == '\\' && s->at + 1 < s->end && s->at[1] == '\n') {
            s->line++;
            s->at++;
        }
        s->at++;
    }
}

static void scan_directive(scanner *s)
{
    s->at++;
    while (s->at < s->end && *s->at == ' ')
        s->at++;
    const char *word = s->at;
    while (s->at < s->end && in_name(*s->at))
        s->at++;
    const size_t length = (size_t)(s->at - word);
    if ((length == 7 && memcmp(word, "include", 7) == 0) ||
        (length == 6 && memcmp(word, "pragma", 6) == 0)) {
        skip_line(s);
        return;
    }
    add(s, TOKEN_DIRECTIVE, put_name(s->t, word, length));
    s->directive = true;
}

static void scan_comment(scanner *s)
{
    while (s->at + 1 < s->end && !(s->at[0] == '*' && s->at[1] == '/'))
        s->line += *s->at++ == '\n';
    s->at += s->at + 1 < s->end ? 2 : 1;
}

static bool is_suffix(char c) { return strchr("uUlLfF", c) && c; }

static status scan_number(scanner *s, diag *d)
{
    c_number n = {0};
    const char *start = s->at;
    char *stop;
    bool hex = start[0] == '0' && start + 1 < s->end && (start[1] == 'x' || start[1] == 'X');
    const char *c = start + (hex ? 2 : 0);
    while (c < s->end && (hex ? isxdigit((unsigned char)*c) : isdigit((unsigned char)*c)))
        c++;
    n.is_real = c < s->end && (*c == '.' || *c == (hex ? 'p' : 'e'));
    if (n.is_real)
        n.real = strtod(start, &stop);
    else
        n.integer = strtoull(start, &stop, 0);
    s->at = stop;
    for (; s->at < s->end && is_suffix(*s->at); s->at++) {
        n.is_float |= *s->at == 'f' || *s->at == 'F';
        n.is_unsigned |= *s->at == 'u' || *s->at == 'U';
        n.is_wide |= *s->at == 'l' || *s->at == 'L';
    }
    if (s->at < s->end && in_name(*s->at))
        return diag_error(d, (place){s->file, s->line, 1}, "a number that is none");
    n.is_wide |= n.integer > (n.is_unsigned || hex ? UINT32_MAX : (uint64_t)INT32_MAX);
    n.is_unsigned |= hex && !n.is_wide && n.integer > INT32_MAX;
    add(s, TOKEN_NUMBER, s->t->number_count);
    *ARENA_PUSH(s->t->mem, s->t, number) = n;
    return STATUS_OK;
}

static void scan_string(scanner *s)
{
    add(s, TOKEN_STRING, 0);
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        s->at += *s->at == '\\' && s->at + 1 < s->end;
    s->at++;
}

/* How many characters the mark has that begins here: << and the like, x= and pairs. */
static size_t mark_length(const char *c, size_t left)
{
    if (left < 2)
        return 1;
    const bool twice = c[0] == c[1] && strchr("<>=&|+-", c[0]);
    if (twice && (c[0] == '<' || c[0] == '>') && left > 2 && c[2] == '=')
        return 3;
    if (twice || (c[1] == '=' && strchr("<>!+-*/|&^", c[0])) || (c[0] == '-' && c[1] == '>'))
        return 2;
    return 1;
}

static status scan_mark(scanner *s, diag *d)
{
    const char *m = s->at;
    if (!strchr("+-*/%&|^~!<>=?:;,.()[]{}", *m) || !*m)
        return diag_error(d, (place){s->file, s->line, 1}, "the byte '%c' is of no emitted text",
                          *m);
    const size_t length = mark_length(m, (size_t)(s->end - m));
    add(s, TOKEN_MARK, MARK(m[0], length > 1 ? m[1] : 0, length > 2 ? m[2] : 0));
    s->at += length;
    return STATUS_OK;
}

static void end_line(scanner *s)
{
    if (s->directive)
        add(s, TOKEN_MARK, MARK_LINE);
    s->directive = false;
    s->line++;
    s->at++;
}

status c_text_read(c_text *t, const char *file, const char *bytes, size_t length, diag *d)
{
    scanner s = {t, bytes, bytes + length, file, 1, t->file_count, false};
    *ARENA_PUSH(t->mem, t, file) = file;
    t->list = arena_grow(t->mem, t->list, t->list_count + length / BYTES_OF_A_TOKEN,
                         &t->list_capacity, sizeof *t->list);
    while (s.at < s.end) {
        const char c = *s.at;
        if (c == '\n') {
            end_line(&s);
        } else if (c == ' ' || c == '\t') {
            s.at++;
        } else if (c == '/' && s.at + 1 < s.end && s.at[1] == '*') {
            scan_comment(&s);
        } else if (c == '\\' && s.at + 1 < s.end && s.at[1] == '\n') {
            s.line++;
            s.at += 2;
        } else if (c == '#') {
            scan_directive(&s);
        } else if (begins_name(c)) {
            const char *name = s.at;
            while (s.at < s.end && in_name(*s.at))
                s.at++;
            add(&s, TOKEN_NAME, put_name(t, name, (size_t)(s.at - name)));
        } else if (isdigit((unsigned char)c)) {
            TRY(scan_number(&s, d));
        } else if (c == '"') {
            scan_string(&s);
        } else {
            TRY(scan_mark(&s, d));
        }
    }
    add(&s, TOKEN_END, 0);
    return STATUS_OK;
}
