/* SPDX-License-Identifier: MIT */
/* Small faults for C and Verilog, one at a time, to see whether the tests notice (run.sh).
 *
 *     mutate pick SEED COUNT FILE...   COUNT sites of the files, drawn: "FILE SITE"
 *     mutate show FILE SITE            "FILE:LINE: KIND", the old text, the new text
 *     mutate apply FILE SITE           the whole file with that fault, on stdout
 *
 * Of `pick`, first a line is drawn, so that tables of numbers do not outweigh code, then a kind of
 * fault on it, then one of that kind.
 *
 * A file is cut into tokens; comments, strings, directives and assertions are blank. What a token
 * and its neighbours look like decides which faults it can get; house style (blanks around
 * operators of two operands) spares a parser. A site is a piece of the text and what stands there
 * instead. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT_BYTES = 64 };

typedef struct {
    uint32_t begin, end, depth; /* bytes; parentheses around it */
} token;

typedef struct {
    uint32_t begin, end;
    char instead[REPLACEMENT_BYTES];
    bool wrap; /* `instead` stands in front of the old text, and `after` after it */
    char after[4];
    const char *kind;
} site;

typedef struct {
    const char *path;
    char *text; /* as read */
    char *code; /* the same, blank where no fault may be */
    uint32_t length;
    bool verilog;
    token *tokens;
    uint32_t tokens_count;
    site *sites;
    uint32_t sites_count, sites_room;
} source;

static void *grown(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p) {
        fprintf(stderr, "mutate: error: out of memory\n");
        exit(1);
    }
    return p;
}

static void read_source(source *s, const char *path)
{
    FILE *f = fopen(path, "rb");
    size_t room = 0, length = 0;
    memset(s, 0, sizeof *s);
    if (!f) {
        fprintf(stderr, "%s: error: cannot open it\n", path);
        exit(2);
    }
    do {
        room = 2 * room + 65536;
        s->text = grown(s->text, room + 1);
        length += fread(s->text + length, 1, room - length, f);
    } while (length == room);
    fclose(f);
    s->text[length] = 0;
    s->length = (uint32_t)length;
    s->path = path;
    size_t name = strlen(path);
    s->verilog = name > 2 && strcmp(path + name - 2, ".v") == 0;
    s->code = grown(NULL, length + 1);
    memcpy(s->code, s->text, length + 1);
}

/* --- what no fault may touch --- */

static void blank(source *s, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end && i < s->length; i++)
        if (s->code[i] != '\n')
            s->code[i] = ' ';
}

/* First byte after the comment, string or directive that begins at i; i itself when none does. */
static uint32_t skip_inert(const source *s, uint32_t i, bool line_begins)
{
    const char *t = s->text;
    uint32_t k = i;
    if (t[i] == '/' && t[i + 1] == '*') {
        const char *end = strstr(t + i + 2, "*/");
        return end ? (uint32_t)(end - t) + 2 : s->length;
    }
    if (t[i] == '"' || (t[i] == '\'' && !s->verilog)) {
        for (k++; t[k] && t[k] != t[i]; k++)
            k += t[k] == '\\';
        return k + 1;
    }
    if ((t[i] == '/' && t[i + 1] == '/') || (line_begins && (t[i] == '#' || t[i] == '`'))) {
        while (t[k] && (t[k] != '\n' || t[k - 1] == '\\'))
            k++;
        return k;
    }
    return i;
}

/* Assertions, and checks of parameters, up to the end of their statement. */
static void blank_assertions(source *s)
{
    static const char *const words[] = {"assert(", "_Static_assert(", "$error("};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (char *at = s->code; (at = strstr(at, words[w])) != NULL;) {
            char *begin = at, *end = strchr(at, ';');
            while (begin > s->code && begin[-1] != '\n')
                begin--;
            at += strlen(words[w]);
            if (end)
                blank(s, (uint32_t)(begin - s->code), (uint32_t)(end + 1 - s->code));
        }
}

/* Defaults of parameters, which every user of a module overrides: their lines. */
static void blank_defaults(source *s)
{
    for (char *at = s->code; s->verilog && (at = strstr(at, "parameter ")) != NULL; at++) {
        char *end = strchr(at, '\n');
        if (end)
            blank(s, (uint32_t)(at - s->code), (uint32_t)(end - s->code));
    }
}

static void blank_inert(source *s)
{
    bool line_begins = true;
    for (uint32_t i = 0; i < s->length;) {
        uint32_t end = skip_inert(s, i, line_begins);
        if (end > i) {
            blank(s, i, end);
            i = end;
            continue;
        }
        line_begins = s->text[i] == '\n' || (line_begins && isspace((unsigned char)s->text[i]));
        i++;
    }
    blank_assertions(s);
    blank_defaults(s);
}

/* --- tokens --- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Length of the token at t: a word or number (Verilog's 4'd3 is one), or an operator. */
static uint32_t token_length(const char *t, bool verilog)
{
    static const char *const operators[] = {
        "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
        "->",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    uint32_t n = 0;
    if (is_word(*t) || (verilog && *t == '\'')) {
        bool number = isdigit((unsigned char)*t);
        while (is_word(t[n]) || (number && t[n] == '.') || (verilog && t[n] == '\'') ||
               (number && (t[n] == '-' || t[n] == '+') && strchr("eE", t[n - 1]) && t[1] != 'x'))
            n++;
        return n;
    }
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (strncmp(t, operators[k], strlen(operators[k])) == 0)
            return (uint32_t)strlen(operators[k]);
    return 1;
}

static void cut_tokens(source *s)
{
    uint32_t depth = 0;
    s->tokens = grown(NULL, (s->length + 1) * sizeof *s->tokens);
    for (uint32_t i = 0; i < s->length;) {
        if (isspace((unsigned char)s->code[i])) {
            i++;
            continue;
        }
        uint32_t n = token_length(s->code + i, s->verilog);
        depth -= s->code[i] == ')' && depth > 0;
        s->tokens[s->tokens_count++] = (token){i, i + n, depth};
        depth += s->code[i] == '(';
        i += n;
    }
}

static bool is(const source *s, uint32_t k, const char *word)
{
    size_t n = strlen(word);
    return k < s->tokens_count && s->tokens[k].end - s->tokens[k].begin == n &&
           memcmp(s->code + s->tokens[k].begin, word, n) == 0;
}

static bool is_any(const source *s, uint32_t k, const char *const *words)
{
    for (; *words; words++)
        if (is(s, k, *words))
            return true;
    return false;
}

static bool is_name(const source *s, uint32_t k)
{
    char c = k < s->tokens_count ? s->code[s->tokens[k].begin] : 0;
    return isalpha((unsigned char)c) || c == '_';
}

static bool contains(const source *s, uint32_t k, const char *part)
{
    char word[64];
    uint32_t n = s->tokens[k].end - s->tokens[k].begin;
    n = n < sizeof word ? n : (uint32_t)sizeof word - 1;
    memcpy(word, s->code + s->tokens[k].begin, n);
    word[n] = 0;
    return strstr(word, part) != NULL;
}

/* Between blanks: an operator of two operands. */
static bool is_binary(const source *s, uint32_t k)
{
    return s->tokens[k].begin > 0 && isspace((unsigned char)s->text[s->tokens[k].begin - 1]) &&
           isspace((unsigned char)s->text[s->tokens[k].end]);
}

/* --- faults --- */

static site *add(source *s, uint32_t begin, uint32_t end, const char *instead, const char *kind)
{
    if (s->sites_count == s->sites_room) {
        s->sites_room = 2 * s->sites_room + 256;
        s->sites = grown(s->sites, s->sites_room * sizeof *s->sites);
    }
    site *x = &s->sites[s->sites_count++];
    memset(x, 0, sizeof *x);
    x->begin = begin;
    x->end = end;
    x->kind = kind;
    snprintf(x->instead, sizeof x->instead, "%s", instead);
    return x;
}

static void add_operator(source *s, uint32_t k)
{
    static const struct {
        const char *old, *new, *kind;
    } table[] = {
        {"+", "-", "arithmetic"},  {"-", "+", "arithmetic"},   {"*", "/", "arithmetic"},
        {"/", "*", "arithmetic"},  {"%", "*", "arithmetic"},   {"+=", "-=", "arithmetic"},
        {"<", "<=", "comparison"}, {"<=", "<", "comparison"},  {"-=", "+=", "arithmetic"},
        {">", ">=", "comparison"}, {">=", ">", "comparison"},  {"==", "!=", "comparison"},
        {"&&", "||", "logic"},     {"!=", "==", "comparison"}, {"||", "&&", "logic"},
        {"&", "|", "bits"},        {"|", "&", "bits"},         {"^", "&", "bits"},
        {"<<", ">>", "bits"},      {">>", "<<", "bits"},       {"|=", "&=", "bits"},
    };
    const token *t = &s->tokens[k];
    if (is_binary(s, k))
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            /* outside parentheses <= is Verilog's assignment */
            if (is(s, k, table[i].old) && !(s->verilog && is(s, k, "<=") && t->depth == 0))
                add(s, t->begin, t->end, table[i].new, table[i].kind);
    if ((is(s, k, "!") || (s->verilog && is(s, k, "~"))) && !is_binary(s, k))
        add(s, t->begin, t->end, "", "negation dropped");
}

/* One more and one less, of whole numbers and of plain decimals. */
static void add_constant(source *s, uint32_t k)
{
    const token *t = &s->tokens[k];
    const char *at = s->code + t->begin, *stop = s->code + t->end;
    const char *tick = memchr(at, '\'', (size_t)(stop - at));
    const char *digits = tick ? tick + 2 : at;
    char *end, instead[REPLACEMENT_BYTES];
    if (!isdigit((unsigned char)*at) || digits >= stop || (tick && !strchr("dbh", tick[1])))
        return;
    int base = strncmp(digits, "0x", 2) == 0 ? 16 : 10;
    if (tick)
        base = tick[1] == 'd' ? 10 : tick[1] == 'b' ? 2 : 16;
    unsigned long long value = strtoull(digits, &end, base);
    if (*end == '.' || *end == 'e' || *end == 'E') {
        double real = strtod(digits, &end);
        snprintf(instead, sizeof instead, "%.*f", 6, real + 1);
        if (end <= stop && real >= 0.01 && real < 1000)
            add(s, t->begin, t->begin + (uint32_t)(end - at), instead, "constant");
        return;
    }
    if (end > stop || (base == 2 && value > 1))
        return;
    uint32_t from = t->begin + (uint32_t)(digits - at), to = t->begin + (uint32_t)(end - at);
    const char *form = base == 16 ? (tick ? "%llx" : "0x%llx") : "%llu";
    for (int step = value > 0 ? -1 : 1; step <= 1; step += 2) {
        if (base == 2 && value == 1 && step == 1)
            break; /* of one bit */
        snprintf(instead, sizeof instead, form, value + (unsigned long long)step);
        add(s, from, to, instead, "constant");
    }
}

static void add_condition(source *s, uint32_t k)
{
    if (!is(s, k, "if") || !is(s, k + 1, "("))
        return;
    for (uint32_t e = k + 2; e < s->tokens_count; e++)
        if (is(s, e, ")") && s->tokens[e].depth == s->tokens[k + 1].depth) {
            site *x = add(s, s->tokens[k + 1].end, s->tokens[e].begin, "!(", "condition negated");
            x->wrap = true;
            snprintf(x->after, sizeof x->after, ")");
            return;
        }
}

/* An expression statement: begins after the end of another, with a name that is no type. */
static void add_statement(source *s, uint32_t k)
{
    static const char *const before[] = {";", "{", "}", ")", "else", "begin", ":", NULL};
    static const char *const never[] = {
        "return", "if",      "else",     "for",         "while",      "do",       "switch",
        "case",   "default", "goto",     "const",       "static",     "struct",   "enum",
        "union",  "typedef", "extern",   "sizeof",      "assign",     "wire",     "reg",
        "input",  "output",  "genvar",   "parameter",   "localparam", "always",   "initial",
        "begin",  "end",     "module",   "endmodule",   "generate",   "integer",  "function",
        "endgenerate",       "endfunction", NULL};
    if (k == 0 || !is_name(s, k) || is_any(s, k, never) || !is_any(s, k - 1, before) ||
        s->tokens[k].depth > 0)
        return;
    /* In C a head in parentheses or a case may come in front; a cast or a ternary may not. */
    bool pointer = is(s, k + 1, "*") && is_name(s, k + 2) && !is_binary(s, k + 1);
    bool declares = is_name(s, k + 1) || pointer;
    bool stops = is(s, k, "break") || is(s, k, "continue");
    bool assigns = false;
    uint32_t e = k;
    for (; e < s->tokens_count && !is(s, e, ";") && !is(s, e, "{") && !is(s, e, "}"); e++) {
        const char *c = s->code + s->tokens[e].begin;
        uint32_t n = s->tokens[e].end - s->tokens[e].begin;
        assigns = assigns || (n <= 3 && c[n - 1] == '=' && !is(s, e, "==") && !is(s, e, "!=")) ||
                  is(s, e, "++") || is(s, e, "--");
    }
    bool calls = is(s, k + 1, "(") && !s->verilog;
    if (!is(s, e, ";") || declares || !(assigns || calls || stops))
        return;
    add(s, s->tokens[k].begin, s->tokens[e].begin, "", "statement dropped");
}

/* A term of a handshake taken as given. */
static void add_handshake(source *s, uint32_t k)
{
    static const char *const parts[] = {"valid", "ready", "take", "grab", "full",
                                        "room",  "pop",   "push", "run",  NULL};
    static const char *const beside[] = {"&&", "||", "!", "&", "|", "?", NULL};
    bool one = false;
    if (!s->verilog || !is_name(s, k) || k == 0 || is(s, k + 1, "[") || is(s, k + 1, "("))
        return;
    for (const char *const *p = parts; *p; p++)
        one = one || contains(s, k, *p);
    if (one && (is_any(s, k - 1, beside) || is_any(s, k + 1, beside)))
        add(s, s->tokens[k].begin, s->tokens[k].end, "1'b1", "handshake dropped");
}

static void find_sites(source *s)
{
    blank_inert(s);
    cut_tokens(s);
    for (uint32_t k = 0; k < s->tokens_count; k++) {
        add_operator(s, k);
        add_constant(s, k);
        add_condition(s, k);
        add_statement(s, k);
        add_handshake(s, k);
    }
}

/* --- output --- */

static void print_new(const source *s, const site *x, uint32_t begin, uint32_t end, FILE *f)
{
    fwrite(s->text + begin, 1, x->begin - begin, f);
    fputs(x->instead, f);
    if (x->wrap)
        fwrite(s->text + x->begin, 1, x->end - x->begin, f);
    fputs(x->after, f);
    fwrite(s->text + x->end, 1, end - x->end, f);
}

/* Old and new lines, blanks made one, so that the text can be found again wherever it moves. */
static void print_line(const char *mark, const char *text, size_t length)
{
    bool gap = false, any = false;
    fputs(mark, stdout);
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)text[i])) {
            gap = true;
            continue;
        }
        if (gap && any)
            putchar(' ');
        putchar(text[i]);
        gap = false;
        any = true;
    }
    putchar('\n');
}

static void show(const source *s, const site *x)
{
    uint32_t begin = x->begin, end = x->end, line = 1;
    char *changed = NULL;
    size_t length = 0;
    while (begin > 0 && s->text[begin - 1] != '\n')
        begin--;
    while (end < s->length && s->text[end] != '\n')
        end++;
    for (uint32_t i = 0; i < begin; i++)
        line += s->text[i] == '\n';
    FILE *f = open_memstream(&changed, &length);
    print_new(s, x, begin, end, f);
    fclose(f);
    printf("%s:%u: %s\n", s->path, line, x->kind);
    print_line("- ", s->text + begin, end - begin);
    print_line("+ ", changed, length);
    free(changed);
}

static uint64_t next_random(uint64_t *state) /* splitmix64 */
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static bool same_line(const source *s, const site *a, const site *b)
{
    return !memchr(s->text + a->begin, '\n', b->begin - a->begin);
}

/* Number of the first site of every line that has one; sites come in the order of the text. */
static uint32_t find_lines(const source *s, uint32_t *first)
{
    uint32_t lines = 0;
    for (uint32_t k = 0; k < s->sites_count; k++)
        if (k == 0 || !same_line(s, &s->sites[k - 1], &s->sites[k]))
            first[lines++] = k;
    return lines;
}

/* One of the sites from `first` on that are on its line: each kind has the same chance. */
static uint32_t draw_site(const source *s, uint32_t first, uint64_t *seed)
{
    uint32_t end = first + 1, kinds = 0, kind, at;
    while (end < s->sites_count && same_line(s, &s->sites[first], &s->sites[end]))
        end++;
    const char *found[32];
    for (uint32_t k = first; k < end; k++) {
        for (kind = 0; kind < kinds && strcmp(found[kind], s->sites[k].kind) != 0; kind++)
            ;
        if (kind == kinds && kinds < 32)
            found[kinds++] = s->sites[k].kind;
    }
    kind = (uint32_t)(next_random(seed) % kinds);
    do
        at = first + (uint32_t)(next_random(seed) % (end - first));
    while (strcmp(s->sites[at].kind, found[kind]) != 0);
    return at;
}

static int pick(uint64_t seed, uint32_t count, uint32_t files, char **paths)
{
    source *all = grown(NULL, files * sizeof *all);
    uint32_t **first = grown(NULL, files * sizeof *first);
    uint32_t *lines = grown(NULL, files * sizeof *lines);
    uint32_t sites = 0, lines_count = 0;
    for (uint32_t i = 0; i < files; i++) {
        read_source(&all[i], paths[i]);
        find_sites(&all[i]);
        first[i] = grown(NULL, (all[i].sites_count + 1) * sizeof **first);
        lines[i] = find_lines(&all[i], first[i]);
        lines_count += lines[i];
        sites += all[i].sites_count;
    }
    fprintf(stderr, "%u sites on %u lines of %u files\n", sites, lines_count, files);
    for (uint32_t k = 0; lines_count > 0 && k < count; k++) {
        uint32_t drawn = (uint32_t)(next_random(&seed) % lines_count), i = 0;
        for (; drawn >= lines[i]; i++)
            drawn -= lines[i];
        printf("%s %u\n", paths[i], draw_site(&all[i], first[i][drawn], &seed));
    }
    return lines_count > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    source s;
    if (argc > 4 && strcmp(argv[1], "pick") == 0)
        return pick(strtoull(argv[2], NULL, 0), (uint32_t)strtoul(argv[3], NULL, 0),
                    (uint32_t)argc - 4, argv + 4);
    bool shown = argc == 4 && strcmp(argv[1], "show") == 0;
    if (!shown && !(argc == 4 && strcmp(argv[1], "apply") == 0)) {
        fprintf(stderr,
                "usage: mutate pick SEED COUNT FILE... | show FILE SITE | apply FILE SITE\n");
        return 2;
    }
    read_source(&s, argv[2]);
    find_sites(&s);
    uint32_t number = (uint32_t)strtoul(argv[3], NULL, 0);
    if (number >= s.sites_count) {
        fprintf(stderr, "%s: error: it has %u sites\n", argv[2], s.sites_count);
        return 2;
    }
    if (shown)
        show(&s, &s.sites[number]);
    else
        print_new(&s, &s.sites[number], 0, s.length, stdout);
    return 0;
}
