/* SPDX-License-Identifier: MIT */
/* NAME.h, and the arrays of names and limits in NAME.c, read back: every token of the header is one
 * that follows from the graphs, or it is refused. Of comments only the lines are read that tell
 * what words are (header_words.c). */
#include "certify/c_interface.h"
#include "certify/c_reader.h"
#include "certify/header_words.h"

#include <string.h>

typedef struct {
    arena *mem;
    c_text *t;
    const char *name; /* of everything in the file */
    c_interface *wanted;
    uint32_t at;
    uint64_t compared;
    diag *d;
} reading;

static token here(const reading *r) { return r->t->list[r->at]; }

static status differs(const reading *r, uint32_t at, const char *what)
{
    const token t = r->t->list[at];
    return diag_error(r->d, (place){r->t->file[TOKEN_FILE(t)], TOKEN_LINE(t), 1},
                      "reading back: %s", what);
}

#define DIFFERS(r, at, ...) differs(r, at, arena_printf((r)->mem, __VA_ARGS__))

/* ---- tokens ---------------------------------------------------------------------------------- */

static bool same_token(const c_text *t, token a, token b)
{
    if (TOKEN_CLASS(a) != TOKEN_CLASS(b))
        return false;
    if (TOKEN_CLASS(a) == TOKEN_STRING)
        return strcmp(t->string[TOKEN_VALUE(a)], t->string[TOKEN_VALUE(b)]) == 0;
    if (TOKEN_CLASS(a) != TOKEN_NUMBER)
        return a.what == b.what;
    const c_number *x = &t->number[TOKEN_VALUE(a)], *y = &t->number[TOKEN_VALUE(b)];
    return !x->is_real && !y->is_real && x->integer == y->integer;
}

/* The first token of a text of ours, read beside those of the file. */
static status tokens_of(reading *r, const char *ours, uint32_t *first)
{
    *first = r->t->list_count;
    return c_text_read(r->t, "graph", ours, strlen(ours), r->d);
}

/* What stands there whatever the graph is. */
static status take_text(reading *r, const char *ours)
{
    uint32_t first;
    TRY(tokens_of(r, ours, &first));
    for (uint32_t k = first; TOKEN_CLASS(r->t->list[k]) != TOKEN_END; k++, r->at++)
        if (!same_token(r->t, r->t->list[k], here(r)))
            return DIFFERS(r, r->at, "here belongs '%s'", ours);
    return STATUS_OK;
}

static bool is_mark(const reading *r, uint32_t at, char mark)
{
    return r->t->list[at].what == TOKEN(TOKEN_MARK, MARK(mark, 0, 0));
}

static bool is_word(const reading *r, uint32_t at, c_word word)
{
    return r->t->list[at].what == TOKEN(TOKEN_NAME, word);
}

static const char *name_at(const reading *r, uint32_t at)
{
    return TOKEN_CLASS(r->t->list[at]) == TOKEN_NAME ? r->t->name[TOKEN_VALUE(r->t->list[at])]
                                                     : "";
}

/* ---- counts ---------------------------------------------------------------------------------- */

static status read_count(reading *r)
{
    const uint32_t at = r->at;
    const char *name = name_at(r, at + 1);
    const token value = r->t->list[at + 2];
    const bool plain = TOKEN_CLASS(value) == TOKEN_NUMBER &&
                       !r->t->number[TOKEN_VALUE(value)].is_real &&
                       r->t->list[at + 3].what == TOKEN(TOKEN_MARK, MARK_LINE);
    for (uint32_t k = 0; k < r->wanted->counts_count; k++) {
        interface_count *c = &r->wanted->counts[k];
        if (strcmp(c->name, name) != 0)
            continue;
        if (c->told)
            return DIFFERS(r, at, "'%s' is there twice", name);
        if (!plain || r->t->number[TOKEN_VALUE(value)].integer != c->value)
            return DIFFERS(r, at, "'%s' is not %llu, which the graph has", name,
                           (unsigned long long)c->value);
        c->told = true;
        r->compared++;
        r->at += 4;
        return STATUS_OK;
    }
    return DIFFERS(r, at, "'%s' counts nothing of the graph", name);
}

static status read_counts(reading *r)
{
    const uint32_t define = TOKEN(TOKEN_DIRECTIVE, C_DEFINE);
    while (here(r).what == define)
        TRY(read_count(r));
    for (uint32_t k = 0; k < r->wanted->counts_count; k++)
        if (!r->wanted->counts[k].told)
            return DIFFERS(r, r->at, "'%s' is missing", r->wanted->counts[k].name);
    return STATUS_OK;
}

/* ---- declarations ---------------------------------------------------------------------------- */

/* Past the ';' of the declaration that begins there; UINT32_MAX: it has none. */
static uint32_t declaration_end(const reading *r, uint32_t at)
{
    for (; !is_mark(r, at, ';'); at++)
        if (TOKEN_CLASS(r->t->list[at]) == TOKEN_END ||
            TOKEN_CLASS(r->t->list[at]) == TOKEN_DIRECTIVE)
            return UINT32_MAX;
    return at + 1;
}

/* What a declaration declares: the name before its first bracket, or its last one. */
static const char *declared(const reading *r, uint32_t at)
{
    while (!is_mark(r, at, '(') && !is_mark(r, at, '[') && !is_mark(r, at, ';'))
        at++;
    return name_at(r, at - 1);
}

static bool same_declaration(const reading *r, uint32_t a, uint32_t b)
{
    for (;; a++, b++) {
        if (!same_token(r->t, r->t->list[a], r->t->list[b]))
            return false;
        if (is_mark(r, a, ';'))
            return true;
    }
}

typedef struct {
    uint32_t *list, list_count, list_capacity; /* first tokens */
} declarations;

static status wanted_declarations(reading *r, declarations *out)
{
    uint32_t at;
    TRY(tokens_of(r, r->wanted->declarations.bytes, &at));
    for (; TOKEN_CLASS(r->t->list[at]) != TOKEN_END; at = declaration_end(r, at))
        *ARENA_PUSH(r->mem, out, list) = at;
    return STATUS_OK;
}

/* Each declaration is one of ours, and all of ours are there. */
static status read_declarations(reading *r, const declarations *ours)
{
    const uint32_t *list = ours->list, count = ours->list_count;
    bool *told = ARENA_ARRAY(r->mem, bool, count);
    while (TOKEN_CLASS(here(r)) == TOKEN_NAME) {
        const uint32_t end = declaration_end(r, r->at);
        uint32_t k = 0;
        if (end == UINT32_MAX)
            return DIFFERS(r, r->at, "this has no end");
        const char *name = declared(r, r->at);
        while (k < count && strcmp(declared(r, list[k]), name) != 0)
            k++;
        if (k == count)
            return DIFFERS(r, r->at, "'%s' belongs to no graph", name);
        if (told[k])
            return DIFFERS(r, r->at, "'%s' is declared twice", name);
        if (!same_declaration(r, r->at, list[k]))
            return DIFFERS(r, r->at, "'%s' has another type or other parameters",
                           name);
        told[k] = true;
        r->compared++;
        r->at = end;
    }
    for (uint32_t k = 0; k < count; k++)
        if (!told[k])
            return DIFFERS(r, r->at, "'%s' is not declared", declared(r, list[k]));
    return STATUS_OK;
}

/* ---- arrays of NAME.c ------------------------------------------------------------------------ */

/* Whether a text in C, as it stands there, is this one. */
static bool is_text(const char *said, const char *wanted)
{
    for (; *wanted; wanted++) {
        unsigned code = (unsigned char)*said;
        if (*said == '\\' && said[1] >= '0' && said[1] <= '7') {
            code = 0;
            for (int k = 0; k < 3 && said[1] >= '0' && said[1] <= '7'; k++)
                code = 8 * code + (unsigned)(*++said - '0');
        } else if (*said == '\\') {
            code = (unsigned char)*++said;
        }
        if (code != (unsigned char)*wanted)
            return false;
        said++;
    }
    return !*said;
}

static bool is_number(const reading *r, uint32_t *at, double wanted)
{
    const bool minus = is_mark(r, *at, '-');
    const token t = r->t->list[*at += minus];
    if (TOKEN_CLASS(t) != TOKEN_NUMBER)
        return false;
    const c_number *n = &r->t->number[TOKEN_VALUE(t)];
    const double value = n->is_real ? n->real : (double)n->integer;
    return (minus ? -value : value) == wanted;
}

/* NAME[count] = {...}; */
static status read_array(reading *r, interface_array *a, bool of_texts)
{
    const uint32_t first = r->at;
    const token size = r->t->list[first + 2];
    if (a->told)
        return DIFFERS(r, first, "'%s' is there twice", a->name);
    if (of_texts != (a->texts != NULL) || TOKEN_CLASS(size) != TOKEN_NUMBER ||
        r->t->number[TOKEN_VALUE(size)].integer != a->count || !is_mark(r, first + 3, ']') ||
        !is_mark(r, first + 4, '=') || !is_mark(r, first + 5, '{'))
        return DIFFERS(r, first, "'%s' is another array", a->name);
    r->at = first + 6;
    for (uint32_t k = 0; k < a->count; k++, r->at += 2) {
        const uint32_t at = r->at;
        const bool same =
            of_texts ? TOKEN_CLASS(here(r)) == TOKEN_STRING &&
                           is_text(r->t->string[TOKEN_VALUE(here(r))], a->texts[k])
                     : is_number(r, &r->at, a->numbers[k]);
        if (!same || !is_mark(r, r->at + 1, k + 1 < a->count ? ',' : '}'))
            return DIFFERS(r, at, "item %u of '%s' is not that of the graph", k, a->name);
        r->compared++;
    }
    a->told = true;
    return STATUS_OK;
}

/* Outside of braces: `const char *const NAME[` and `const double NAME[`, but not what is only
 * declared, or `static`. */
static bool begins_array(const reading *r, uint32_t at, bool *of_texts)
{
    const bool there = at == 0 || (!is_word(r, at - 1, C_EXTERN) && !is_word(r, at - 1, C_STATIC));
    *of_texts = is_word(r, at + 1, C_CHAR) && is_mark(r, at + 2, '*') &&
                is_word(r, at + 3, C_CONST);
    const uint32_t name = at + (*of_texts ? 4 : 2);
    return there && is_word(r, at, C_CONST) && is_mark(r, name + 1, '[') &&
           (*of_texts || is_word(r, at + 1, r->wanted->only_float ? C_FLOAT : C_DOUBLE));
}

static status read_arrays(reading *r, uint32_t end)
{
    uint32_t depth = 0;
    for (r->at = 0; r->at + 6 < end; r->at++) {
        bool of_texts;
        depth += is_mark(r, r->at, '{');
        depth -= depth && is_mark(r, r->at, '}');
        if (depth || !begins_array(r, r->at, &of_texts))
            continue;
        r->at += of_texts ? 4 : 2;
        const char *name = name_at(r, r->at);
        uint32_t k = 0;
        while (k < r->wanted->arrays_count && strcmp(r->wanted->arrays[k].name, name) != 0)
            k++;
        if (k == r->wanted->arrays_count)
            return DIFFERS(r, r->at, "'%s' belongs to no graph", name);
        TRY(read_array(r, &r->wanted->arrays[k], of_texts));
    }
    for (uint32_t k = 0; k < r->wanted->arrays_count; k++)
        if (!r->wanted->arrays[k].told)
            return DIFFERS(r, 0, "'%s' has no values", r->wanted->arrays[k].name);
    return STATUS_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* NAME of a path FOLDER/NAME.h. */
static const char *name_of(arena *mem, const char *file)
{
    const char *slash = strrchr(file, '/'), *from = slash ? slash + 1 : file;
    const size_t length = strlen(from);
    return arena_strndup(mem, from, length > 2 ? length - 2 : 0);
}

static status read_header(reading *r, bool fixed, uint32_t includes)
{
    const char *upper = c_reader_upper(r->mem, r->name);
    const char *wanted = fixed ? "<stdint.h>" : "<stddef.h>";
    const uint32_t first = r->at;
    declarations ours = {0};
    TRY(wanted_declarations(r, &ours));
    TRY(take_text(r, arena_printf(r->mem, "#ifndef %s_H\n#define %s_H\n", upper, upper)));
    if (r->t->include_count != includes + 1 || !strstr(r->t->include[includes], wanted))
        return DIFFERS(r, first, "%s is not what it includes", wanted);
    TRY(read_counts(r));
    TRY(take_text(r, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"));
    TRY(read_declarations(r, &ours));
    TRY(take_text(r, "#ifdef __cplusplus\n}\n#endif\n#endif\n"));
    if (TOKEN_CLASS(here(r)) != TOKEN_END)
        return DIFFERS(r, r->at, "'%s' belongs to no graph", name_at(r, r->at));
    return STATUS_OK;
}

static bool has_format(const reading *r, const ops *p, const char *tag)
{
    uint32_t number;
    const char *name = arena_printf(r->mem, "%s_%s_%s", r->name, FUNCTION_KIND[p->function].call,
                                    tag);
    return c_text_find(r->t, name, &number);
}

static status read_both(reading *r, const readback_text *header, const readback_text *c,
                        const ops *graphs, uint32_t count)
{
    if (!r->t->file_count)
        TRY(c_text_read(r->t, c->file, c->bytes, c->length, r->d));
    const uint32_t start = r->t->list_count, includes = r->t->include_count;
    c_interface wanted = c_interface_make(r->mem, r->name, graphs, count,
                                          has_format(r, &graphs[0], "f64"),
                                          has_format(r, &graphs[0], "f32"));
    r->wanted = &wanted;
    TRY(c_text_read(r->t, header->file, header->bytes, header->length, r->d));
    r->at = start;
    TRY(read_header(r, ops_has_points(&graphs[0]), includes));
    const header_words words = {header, r->name, graphs, count, wanted.turns, r->d};
    TRY(header_words_check(r->mem, &words, &r->compared));
    return ops_has_points(&graphs[0]) ? STATUS_OK : read_arrays(r, start);
}

status readback_header(arena *mem, const readback_text *header, const readback_text *c,
                       c_text *tokens, const ops *graphs, uint32_t count, readback_result *out,
                       diag *d)
{
    c_text t = c_text_make(mem);
    reading r = {.mem = mem, .t = tokens ? tokens : &t, .name = name_of(mem, header->file), .d = d};
    TRY(read_both(&r, header, c, graphs, count));
    out->operations += r.compared;
    return STATUS_OK;
}
