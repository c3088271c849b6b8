/* SPDX-License-Identifier: MIT */
#include "certify/certificate.h"

#include "base/field.h"
#include "machine/tauflow_status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "tauflow-cert 2"

const form_kind_info FORM_KIND[FORM_KINDS] = {
#define FORM(name, word, about) {word, about},
#include "certify/certify.def"
#undef FORM
};

const step_kind_info STEP_KIND[STEP_KINDS] = {
#define STEP(name, word, title, method) {word, title, method},
#include "certify/certify.def"
#undef STEP
};

const char *const VERDICT_WORD[VERDICTS] = {"proved", "checked", "open"};
static const char *const PLACE_WORD[] = {"file", "here", "gone"};

uint32_t certificate_add(arena *mem, certificate *c, form_kind kind, form_place where,
                         const char *path, const char *bytes, size_t length)
{
    certificate_form *f = ARENA_PUSH(mem, c, forms);
    sha256 s = sha256_begin();
    uint8_t digest[SHA256_BYTES];
    *f = (certificate_form){.kind = kind, .place = where, .path = path, .bytes = bytes,
                            .length = length};
    sha256_add(&s, bytes, length);
    sha256_end(&s, digest);
    sha256_hex(digest, f->hash);
    return c->forms_count - 1;
}

const certificate_passes *certificate_passes_of(const certificate *c, uint32_t form)
{
    for (uint32_t i = 0; i < c->passes_count; i++)
        if (c->passes[i].form == form)
            return &c->passes[i];
    return NULL;
}

const char *certificate_passes_say(arena *mem, const certificate_passes *p)
{
    const char *where = "in binary64", *rounded = "";
    if (p->states)
        where = arena_printf(mem, "at %llu points of a prime field", (unsigned long long)p->states);
    if (p->outputs)
        rounded = arena_printf(mem, ", and %llu of them in binary64 where constants were rounded",
                               (unsigned long long)p->outputs);
    return arena_printf(mem, "the compiler compared outputs before and after each %s%s; not done "
                             "again, which takes the passes", where, rounded);
}

/* ---- printing -------------------------------------------------------------------------------- */

static bool stands_on_line(const char *value)
{
    return !value[strcspn(value, "\n\r")];
}

static void print_form(const certificate_form *f, text *out)
{
    text_printf(out, "form %s %zu %s %s", FORM_KIND[f->kind].word, f->length, f->hash,
                PLACE_WORD[f->place]);
    if (f->place == PLACE_FILE)
        text_printf(out, " %s", f->path);
    text_add(out, "\n");
}

static void print_step(const certificate_step *s, text *out)
{
    text_printf(out, "step %s %u %u %s seed %llu count %llu bound %.3g seconds %.3f %s\n",
                STEP_KIND[s->kind].word, s->from + 1, s->to + 1, VERDICT_WORD[s->verdict],
                (unsigned long long)s->seed, (unsigned long long)s->count, s->bound, s->seconds,
                s->text);
}

static void print_passes(const certificate_passes *p, text *out)
{
    text_printf(out, "passes %u prime %llu seed %llu count %llu states %llu bits %llu rounded %llu "
                "outputs %llu\n",
                p->form + 1, (unsigned long long)p->prime, (unsigned long long)p->seed,
                (unsigned long long)p->count, (unsigned long long)p->states,
                (unsigned long long)p->bits, (unsigned long long)p->rounded,
                (unsigned long long)p->outputs);
}

bool certificate_print(const certificate *c, text *out)
{
    bool good = stands_on_line(c->command);
    text_printf(out, FIRST_LINE "\nversion %s\ncommand %s\n", c->version, c->command);
    for (uint32_t i = 0; i < c->forms_count; i++) {
        const certificate_form *f = &c->forms[i];
        good = good && (f->place != PLACE_FILE || stands_on_line(f->path));
        print_form(f, out);
    }
    for (uint32_t i = 0; i < c->passes_count; i++)
        print_passes(&c->passes[i], out);
    for (uint32_t i = 0; i < c->steps_count; i++)
        print_step(&c->steps[i], out);
    for (uint32_t i = 0; i < c->forms_count; i++)
        if (c->forms[i].place == PLACE_HERE) {
            text_printf(out, "text %u\n", i + 1);
            text_add_bytes(out, c->forms[i].bytes, c->forms[i].length);
        }
    return good;
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    const char *file;
    const char *next, *end; /* what was not read of the file */
    char *rest;             /* of the line */
    uint32_t line;
    certificate *out;
    diag *d;
} reader;

static status bad(const reader *r, const char *what)
{
    return diag_error(r->d, (place){.file = r->file, .line = r->line, .column = 1}, "%s", what);
}

/* The next line, or NULL; a NUL byte ends the words of its line. */
static char *take_line(reader *r)
{
    if (r->next == r->end)
        return NULL;
    const char *end = memchr(r->next, '\n', (size_t)(r->end - r->next));
    const size_t length = (size_t)((end ? end : r->end) - r->next);
    char *line = arena_strndup(r->mem, r->next, length);
    r->next += length + (end != NULL);
    r->line++;
    return line;
}

static char *word(reader *r)
{
    char *from = r->rest, *end = from + strcspn(from, " ");
    r->rest = *end ? end + 1 : end;
    *end = 0;
    return from;
}

/* One of the words at `list`, `stride` bytes apart. */
static status choice(reader *r, const char *const *list, size_t stride, uint32_t count,
                     const char *what, uint32_t *out)
{
    const char *given = word(r);
    for (*out = 0; *out < count; ++*out)
        if (strcmp(given, *(const char *const *)((const char *)list + *out * stride)) == 0)
            return STATUS_OK;
    return bad(r, what);
}

static status number(reader *r, uint64_t most, const char *what, uint64_t *out)
{
    const char *given = word(r);
    char *end;
    *out = strtoull(given, &end, 10);
    if (!*given || strspn(given, "0123456789") != strlen(given) || strlen(given) > 20 ||
        *out > most)
        return bad(r, what);
    return STATUS_OK;
}

static status real(reader *r, const char *what, double *out)
{
    const char *given = word(r);
    char *end;
    *out = strtod(given, &end);
    return !*given || *end || !isfinite(*out) || *out < 0 ? bad(r, what) : STATUS_OK;
}

static status keyword(reader *r, const char *expected)
{
    if (strcmp(word(r), expected) == 0)
        return STATUS_OK;
    return diag_error(r->d, (place){.file = r->file, .line = r->line, .column = 1},
                      "'%s' expected", expected);
}

static status read_form(reader *r)
{
    certificate_form *f = ARENA_PUSH(r->mem, r->out, forms);
    uint32_t kind, at;
    uint64_t length;
    TRY(choice(r, &FORM_KIND[0].word, sizeof FORM_KIND[0], FORM_KINDS, "unknown form", &kind));
    TRY(number(r, UINT32_MAX, "the length of the form expected", &length));
    const char *hash = word(r);
    if (strspn(hash, "0123456789abcdef") != SHA256_HEX_BYTES - 1 ||
        strlen(hash) != SHA256_HEX_BYTES - 1)
        return bad(r, "the SHA-256 of the form expected");
    memcpy(f->hash, hash, SHA256_HEX_BYTES);
    TRY(choice(r, PLACE_WORD, sizeof PLACE_WORD[0], sizeof PLACE_WORD / sizeof PLACE_WORD[0],
               "'file', 'here' or 'gone' expected", &at));
    f->kind = (form_kind)kind;
    f->place = (form_place)at;
    f->length = (size_t)length;
    f->path = at == PLACE_FILE ? r->rest : NULL;
    if (at == PLACE_FILE ? !*r->rest : *r->rest)
        return bad(r, at == PLACE_FILE ? "the name of the file expected"
                                       : "something stands behind the form");
    return STATUS_OK;
}

static status read_step(reader *r)
{
    certificate_step *s = ARENA_PUSH(r->mem, r->out, steps);
    uint32_t kind, verdict;
    uint64_t of[2];
    TRY(choice(r, &STEP_KIND[0].word, sizeof STEP_KIND[0], STEP_KINDS, "unknown step", &kind));
    for (uint32_t k = 0; k < 2; k++) {
        TRY(number(r, r->out->forms_count, "the number of a form expected", &of[k]));
        if (!of[k])
            return bad(r, "forms are counted from 1");
    }
    TRY(choice(r, VERDICT_WORD, sizeof VERDICT_WORD[0], VERDICTS,
               "'proved', 'checked' or 'open' expected", &verdict));
    *s = (certificate_step){.kind = (step_kind)kind, .from = (uint32_t)of[0] - 1,
                            .to = (uint32_t)of[1] - 1, .verdict = (step_verdict)verdict};
    TRY(keyword(r, "seed"));
    TRY(number(r, UINT64_MAX, "a seed expected", &s->seed));
    TRY(keyword(r, "count"));
    TRY(number(r, UINT64_MAX, "a count expected", &s->count));
    TRY(keyword(r, "bound"));
    TRY(real(r, "a bound expected", &s->bound));
    TRY(keyword(r, "seconds"));
    TRY(real(r, "seconds expected", &s->seconds));
    s->text = r->rest;
    return STATUS_OK;
}

/* Of an equations form each, in their order; of what passes did nothing else is known. */
static status read_passes(reader *r)
{
    certificate_passes p;
    uint64_t form;
    const struct {
        const char *word;
        uint64_t *to;
    } FIELDS[] = {{"prime", &p.prime}, {"seed", &p.seed}, {"count", &p.count},
                  {"states", &p.states}, {"bits", &p.bits}, {"rounded", &p.rounded},
                  {"outputs", &p.outputs}};
    TRY(number(r, r->out->forms_count, "the number of a form expected", &form));
    if (!form || r->out->forms[form - 1].kind != FORM_EQUATIONS ||
        certificate_passes_of(r->out, (uint32_t)form - 1))
        return bad(r, "passes are told once of each form of equations");
    p.form = (uint32_t)form - 1;
    for (size_t k = 0; k < sizeof FIELDS / sizeof FIELDS[0]; k++) {
        TRY(keyword(r, FIELDS[k].word));
        TRY(number(r, UINT64_MAX, "a whole number expected", FIELDS[k].to));
    }
    if (*r->rest || p.prime != FIELD_P || !p.count)
        return bad(r, "passes were compared in another field, or none were");
    *ARENA_PUSH(r->mem, r->out, passes) = p;
    return STATUS_OK;
}

static bool has_hash(const certificate_form *f)
{
    arena mem = arena_make();
    certificate again = {0};
    certificate_add(&mem, &again, f->kind, f->place, f->path, f->bytes, f->length);
    const bool same = strcmp(again.forms[0].hash, f->hash) == 0;
    arena_free(&mem);
    return same;
}

/* The bytes of the next form that stands here. */
static status read_text(reader *r, uint32_t *next)
{
    uint64_t given;
    while (*next < r->out->forms_count && r->out->forms[*next].place != PLACE_HERE)
        ++*next;
    TRY(number(r, r->out->forms_count, "the number of a form expected", &given));
    if (given != *next + 1 || *r->rest)
        return bad(r, "the texts of forms stand in the order of the forms, each once");
    certificate_form *f = &r->out->forms[(*next)++];
    if (f->length > (size_t)(r->end - r->next))
        return bad(r, "the certificate ends in the middle of this text");
    f->bytes = r->next;
    for (size_t k = 0; k < f->length; k++)
        r->line += r->next[k] == '\n';
    r->next += f->length;
    if (!has_hash(f))
        return diag_error(r->d, (place){.file = r->file, .line = r->line, .column = 1},
                          "the %s in the certificate are not those that it was made of: their "
                          "SHA-256 differs", FORM_KIND[f->kind].word);
    return STATUS_OK;
}

static status read_line(reader *r, uint32_t *next_text)
{
    const char *first = word(r);
    if (strcmp(first, "form") == 0)
        return read_form(r);
    if (strcmp(first, "passes") == 0)
        return read_passes(r);
    if (strcmp(first, "step") == 0)
        return read_step(r);
    if (strcmp(first, "text") == 0)
        return read_text(r, next_text);
    return bad(r, "'form', 'passes', 'step' or 'text' expected");
}

/* The three lines before the forms. */
static status read_head(reader *r)
{
    r->rest = take_line(r);
    if (!r->rest || strcmp(r->rest, FIRST_LINE) != 0)
        return diag_error(r->d, (place){.file = r->file, .line = 1, .column = 1},
                          "the first line of a certificate is " FIRST_LINE);
    static const char *const WORDS[] = {"version", "command"};
    const char **to[] = {&r->out->version, &r->out->command};
    for (uint32_t k = 0; k < sizeof WORDS / sizeof WORDS[0]; k++) {
        r->rest = take_line(r);
        if (!r->rest)
            return bad(r, "the certificate ends in its head");
        TRY(keyword(r, WORDS[k]));
        *to[k] = r->rest;
    }
    return STATUS_OK;
}

status certificate_parse(arena *mem, const char *file, const char *bytes, size_t length,
                         certificate *out, diag *d)
{
    reader r = {.mem = mem, .file = file, .next = bytes, .end = bytes + length, .out = out, .d = d};
    uint32_t texts = 0;
    *out = (certificate){0};
    TRY(read_head(&r));
    while ((r.rest = take_line(&r)))
        TRY(read_line(&r, &texts));
    for (uint32_t i = 0; i < out->forms_count; i++)
        if (out->forms[i].kind == FORM_EQUATIONS && !certificate_passes_of(out, i))
            return bad(&r, "the line `passes` of equations is missing");
    for (; texts < out->forms_count; texts++)
        if (out->forms[texts].place == PLACE_HERE)
            return bad(&r, "the text of a form is missing");
    return STATUS_OK;
}
