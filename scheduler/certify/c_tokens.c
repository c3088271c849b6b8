/* SPDX-License-Identifier: MIT */
#include "certify/c_tokens.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The number of t0, t1 ..; MOST_NUMBERED: it is none of these. */
enum { MOST_NUMBERED = 1 << 24, MOST_DIGITS = 7 };

static uint32_t number_in(const char *name, size_t length)
{
    uint32_t number = 0;
    if (name[0] != 't' || length < 2 || length > 1 + MOST_DIGITS || (name[1] == '0' && length > 2))
        return MOST_NUMBERED;
    for (size_t i = 1; i < length; i++) {
        if (name[i] < '0' || name[i] > '9')
            return MOST_NUMBERED;
        number = 10 * number + (uint32_t)(name[i] - '0');
    }
    return number;
}

static uint32_t new_name(c_text *t, const char *name, size_t length)
{
    char *kept = arena_strndup(t->mem, name, length);
    *ARENA_PUSH(t->mem, t, name) = kept;
    return t->name_count - 1;
}

static uint32_t put_numbered(c_text *t, uint32_t number, const char *name, size_t length)
{
    t->numbered = arena_grow(t->mem, t->numbered, (size_t)number + 1, &t->numbered_capacity,
                             sizeof *t->numbered);
    if (!t->numbered[number])
        t->numbered[number] = new_name(t, name, length);
    return t->numbered[number];
}

static uint32_t put_name(c_text *t, const char *name, size_t length)
{
    const uint32_t numbered = length ? number_in(name, length) : MOST_NUMBERED;
    if (numbered < MOST_NUMBERED)
        return put_numbered(t, numbered, name, length);
    const unsigned char *c = (const unsigned char *)name;
    const size_t way = length ? c[0] * 37u + c[length - 1] * 5u + c[length / 2] + length * 11 : 0;
    uint32_t *recent = &t->recent[way % C_RECENT_NAMES];
    if (t->name_count && strncmp(t->name[*recent], name, length) == 0 &&
        !t->name[*recent][length])
        return *recent;
    if (!names_find(&t->names, name, length, recent)) {
        *recent = new_name(t, name, length);
        names_add(&t->names, t->name[*recent], length, *recent);
    }
    return *recent;
}

c_text c_text_make(arena *mem)
{
    static const char *const words[] = {
#define WORD(id, word) word,
        C_WORDS(WORD)
#undef WORD
#define C_CALL(ID, word, OP, arguments, format, rounding) word,
#include "certify/read_calls.def"
    };
    c_text t = {.mem = mem, .names = names_make(mem)};
    for (uint32_t i = 0; i < C_WORD_COUNT; i++)
        put_name(&t, words[i], strlen(words[i]));
    return t;
}

bool c_text_find(const c_text *t, const char *name, uint32_t *number)
{
    const size_t length = strlen(name);
    const uint32_t numbered = length ? number_in(name, length) : MOST_NUMBERED;
    if (numbered == MOST_NUMBERED)
        return names_find(&t->names, name, length, number);
    *number = numbered < t->numbered_capacity ? t->numbered[numbered] : 0;
    return *number != 0;
}

enum { BYTES_OF_A_TOKEN = 3 }; /* about */

/* ---- one file -------------------------------------------------------------------------------- */

enum { MOST_NESTED = 16 };
#define NO_BLOCK UINT32_MAX

typedef struct {
    c_text *t;
    const char *at, *end, *file;
    uint32_t line, number; /* of the file */
    bool directive; /* the line at hand is one */
    int32_t level;  /* of brackets of all kinds */
    uint32_t open;  /* the brace of the body at hand */
    int32_t levels[MOST_NESTED]; /* where a condition began */
    uint32_t nested;
} scanner;

static bool is_digit(char c) { return (unsigned char)(c - '0') < 10; }
static bool begins_name(char c) { return (unsigned char)((c | 32) - 'a') < 26 || c == '_'; }
static bool in_name(char c) { return begins_name(c) || is_digit(c); }

static void add(scanner *s, token_class class, uint32_t number)
{
    c_text *t = s->t;
    if (t->list_count == t->list_capacity)
        t->list = arena_grow_more(t->mem, t->list, (size_t)t->list_count + 1, &t->list_capacity,
                                  sizeof *t->list);
    t->list[t->list_count++] = (token){TOKEN(class, number), TOKEN_PLACE(s->number, s->line)};
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static void note_open(scanner *s, char mark)
{
    const c_text *t = s->t;
    if (s->level++ == 0 && mark == '{' && t->list_count &&
        t->list[t->list_count - 1].what == TOKEN(TOKEN_MARK, ')'))
        s->open = t->list_count;
}

static void note_close(scanner *s)
{
    s->t->uneven |= --s->level < 0;
    if (s->level == 0 && s->open != NO_BLOCK)
        *ARENA_PUSH(s->t->mem, s->t, body) = (c_block){s->open, s->t->list_count};
    if (s->level == 0)
        s->open = NO_BLOCK;
}

/* All branches of a condition end at the level at which it began. */
static void note_directive(scanner *s, uint32_t word)
{
    c_text *t = s->t;
    s->open = NO_BLOCK;
    *ARENA_PUSH(t->mem, t, stop) = t->list_count;
    if (word == C_IF || word == C_IFDEF || word == C_IFNDEF) {
        t->uneven |= s->nested == MOST_NESTED;
        if (s->nested < MOST_NESTED)
            s->levels[s->nested++] = s->level;
    } else if (word == C_ELIF || word == C_ELSE || word == C_ENDIF) {
        t->uneven |= !s->nested || s->levels[s->nested - 1] != s->level;
        s->nested -= word == C_ENDIF && s->nested;
    }
}

/* ---- tokens ---------------------------------------------------------------------------------- */

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
    const bool includes = length == 7 && memcmp(word, "include", 7) == 0;
    if (includes || (length == 6 && memcmp(word, "pragma", 6) == 0)) {
        const char *rest = s->at;
        skip_line(s);
        if (includes)
            *ARENA_PUSH(s->t->mem, s->t, include) =
                arena_strndup(s->t->mem, rest, (size_t)(s->at - rest));
        return;
    }
    const uint32_t number = put_name(s->t, word, length);
    note_directive(s, number);
    add(s, TOKEN_DIRECTIVE, number);
    s->directive = true;
}

static void scan_comment(scanner *s)
{
    while (s->at + 1 < s->end && !(s->at[0] == '*' && s->at[1] == '/'))
        s->line += *s->at++ == '\n';
    s->at += s->at + 1 < s->end ? 2 : 1;
}

static bool is_suffix(char c) { return strchr("uUlLfF", c) && c; }

/* Decimal integers that are no more than their digits. */
static bool scan_small(scanner *s)
{
    const char *c = s->at;
    uint32_t value = 0;
    for (; c < s->end && is_digit(*c) && value < C_SMALL_NUMBERS; c++)
        value = 10 * value + (uint32_t)(*c - '0');
    if (value >= C_SMALL_NUMBERS || (*s->at == '0' && c > s->at + 1) ||
        (c < s->end && (in_name(*c) || *c == '.')))
        return false;
    uint32_t *known = &s->t->small[value];
    if (!*known) {
        *ARENA_PUSH(s->t->mem, s->t, number) = (c_number){.integer = value};
        *known = s->t->number_count;
    }
    add(s, TOKEN_NUMBER, *known - 1);
    s->at = c;
    return true;
}

/* 0x1.8p-3 and the like, of up to 53 bits and far from what is denormal: exact. */
static bool scan_hexadecimal_real(const char *at, const char *end, double *out, const char **stop)
{
    enum { MOST_BITS = 53, FAR = 900 };
    uint64_t digits = 0;
    int32_t places = 0, exponent = 0;
    bool after = false;
    const char *const start = at + 2;
    for (at += 2; at < end && (isxdigit((unsigned char)*at) || (*at == '.' && !after)); at++) {
        if (*at == '.') {
            after = true;
            continue;
        }
        digits = digits << 4 | (uint64_t)(is_digit(*at) ? *at - '0' : (*at | 32) - 'a' + 10);
        places += after;
        if (digits >> MOST_BITS)
            return false;
    }
    if (at == start + after || at == end || *at != 'p' || ++at == end)
        return false;
    const bool down = *at == '-';
    at += down || *at == '+';
    const char *const first = at;
    for (; at < end && is_digit(*at) && exponent < FAR; at++)
        exponent = 10 * exponent + (*at - '0');
    if (at == first || exponent >= FAR)
        return false;
    *out = ldexp((double)digits, (down ? -exponent : exponent) - 4 * places);
    *stop = at;
    return true;
}

static status scan_number(scanner *s, diag *d)
{
    c_number n = {0};
    const char *start = s->at;
    char *stop;
    bool hex = start[0] == '0' && start + 1 < s->end && (start[1] == 'x' || start[1] == 'X');
    const char *c = start + (hex ? 2 : 0);
    while (c < s->end && (hex ? isxdigit((unsigned char)*c) : is_digit(*c)))
        c++;
    n.is_real = c < s->end && (*c == '.' || *c == (hex ? 'p' : 'e'));
    if (n.is_real && hex && scan_hexadecimal_real(start, s->end, &n.real, &s->at)) {
        ; /* s->at is after it */
    } else if (n.is_real) {
        n.real = strtod(start, &stop);
        s->at = stop;
    } else {
        n.integer = strtoull(start, &stop, 0);
        s->at = stop;
    }
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
    const char *start = s->at + 1;
    add(s, TOKEN_STRING, s->t->string_count);
    for (s->at++; s->at < s->end && *s->at != '"'; s->at++)
        s->at += *s->at == '\\' && s->at + 1 < s->end;
    *ARENA_PUSH(s->t->mem, s->t, string) =
        arena_strndup(s->t->mem, start, s->at < s->end ? (size_t)(s->at - start) : 0);
    s->at++;
}

/* How many characters the mark has that begins here: << and the like, x= and pairs. */
static size_t mark_length(const char *c, size_t left)
{
    if (left < 2 || c[1] == ' ' || c[1] == '\n')
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
    size_t length = 1;
    switch (*m) {
    case '(':
    case '[':
    case '{':
        if (!s->directive)
            note_open(s, *m);
        break;
    case ')':
    case ']':
    case '}':
        if (!s->directive)
            note_close(s);
        break;
    case ';':
    case ',': break;
    default:
        if (!*m || !strchr("+-*/%&|^~!<>=?:.", *m))
            return diag_error(d, (place){s->file, s->line, 1},
                              "the byte '%c' is of no emitted text", *m);
        length = mark_length(m, (size_t)(s->end - m));
    }
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

/* Room for so many tokens more; what is not written to is never touched. */
static void make_room(c_text *t, size_t tokens)
{
    const size_t want = t->list_count + tokens;
    if (want <= t->list_capacity || want > UINT32_MAX / 2)
        return; /* beyond that tokens are pushed one by one, until memory ends */
    token *list = arena_room(t->mem, want * sizeof *list);
    if (t->list_count)
        memcpy(list, t->list, t->list_count * sizeof *list);
    t->list = list;
    t->list_capacity = (uint32_t)want;
}

status c_text_read(c_text *t, const char *file, const char *bytes, size_t length, diag *d)
{
    scanner s = {.t = t, .at = bytes, .end = bytes + length, .file = file, .line = 1,
                 .number = t->file_count, .open = NO_BLOCK};
    *ARENA_PUSH(t->mem, t, file) = file;
    make_room(t, length / BYTES_OF_A_TOKEN + 1);
    while (s.at < s.end) {
        const char c = *s.at;
        if (c == ' ' || c == '\t') {
            s.at++;
        } else if (begins_name(c)) {
            const char *name = s.at;
            while (s.at < s.end && in_name(*s.at))
                s.at++;
            add(&s, TOKEN_NAME, put_name(t, name, (size_t)(s.at - name)));
        } else if (c == '\n') {
            end_line(&s);
        } else if (is_digit(c)) {
            if (!scan_small(&s))
                TRY(scan_number(&s, d));
        } else if (c == '/' && s.at + 1 < s.end && s.at[1] == '*') {
            scan_comment(&s);
        } else if (c == '\\' && s.at + 1 < s.end && s.at[1] == '\n') {
            s.line++;
            s.at += 2;
        } else if (c == '#') {
            scan_directive(&s);
        } else if (c == '"') {
            scan_string(&s);
        } else {
            TRY(scan_mark(&s, d));
        }
    }
    if (s.directive) /* the text ends in it */
        add(&s, TOKEN_MARK, MARK_LINE);
    t->uneven |= s.level != 0 || s.nested != 0;
    *ARENA_PUSH(t->mem, t, stop) = t->list_count;
    add(&s, TOKEN_END, 0);
    return STATUS_OK;
}
