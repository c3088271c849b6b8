/* SPDX-License-Identifier: MIT */
/* The lines of load.def, with the fields of parts and registers in them. */
#include "generate/load_words.h"

#include <stdio.h>
#include <string.h>

typedef enum { GIVEN_WORD, GIVEN_FIELD, GIVEN_PART, GIVEN_REGISTER, GIVEN_VALUE } given_kind;

typedef struct {
    given_kind kind;
    const char *word, *field, *of; /* of: of a part or register; of a value: its name */
    uint32_t low, bits, whose;
    const char *about;
} given_line;

#define WORD(word, bits, about) {GIVEN_WORD, #word, NULL, NULL, 0, bits, OF_ALL, about},
#define FIELD(word, field, low, bits, whose, about) \
    {GIVEN_FIELD, #word, #field, NULL, low, bits, OF_##whose, about},
#define PART(word, field, low, of, about) \
    {GIVEN_PART, #word, #field, #of, low, 0, OF_ALL, about},
#define REGISTER(word, field, low, of, about) \
    {GIVEN_REGISTER, #word, #field, #of, low, 0, OF_ALL, about},
#define VALUE(name, word, field, value, about) \
    {GIVEN_VALUE, #word, #field, #name, value, 0, OF_ALL, about},
static const given_line GIVEN[] = {
#include "load.def"
};

static load_line *add(load_list *l, load_kind kind, const given_line *g)
{
    l->lines[l->count] = (load_line){kind,   g->word, g->field, g->of,
                                     g->low, g->bits, g->whose, g->about};
    return &l->lines[l->count++];
}

static const load_line *find(const load_list *l, const char *word, const char *field)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->lines[i].kind != IS_NUMBER && strcmp(l->lines[i].word, word) == 0 &&
            (field ? l->lines[i].field && strcmp(l->lines[i].field, field) == 0
                   : l->lines[i].kind == IS_WORD))
            return &l->lines[i];
    return NULL;
}

/* A field that is a word. */
static int add_part(load_list *l, const given_line *g)
{
    const load_line *of = find(l, g->of, NULL);
    if (!of)
        return 1;
    add(l, IS_WORD_FIELD, g)->bits = of->bits;
    const uint32_t end = l->count;
    for (uint32_t i = 0; i < end; i++) {
        const load_line *f = &l->lines[i];
        if (f->kind != IS_WORD_FIELD || strcmp(f->word, g->of) != 0)
            continue;
        char *name = l->texts[l->texts_count++];
        snprintf(name, TEXT_BYTES, "%s_%s", g->field, f->field);
        load_line *inner = add(l, IS_INNER_FIELD, g);
        inner->field = name;
        inner->low = g->low + f->low;
        inner->bits = f->bits;
        inner->about = f->about;
    }
    return 0;
}

static int add_register(load_list *l, const register_list *r, const given_line *g)
{
    load_line *whole = add(l, IS_WORD_FIELD, g);
    for (uint32_t i = 0; i < r->count; i++) {
        const line *f = &r->lines[i];
        if (f->kind != IS_FIELD || strcmp(f->name, g->of) != 0)
            continue;
        load_line *inner = add(l, IS_INNER_FIELD, g);
        inner->field = f->field;
        inner->low = g->low + f->number;
        inner->bits = f->count;
        inner->about = f->about;
        if (f->number + f->count > whole->bits)
            whole->bits = f->number + f->count;
    }
    return whole->bits == 0;
}

static int add_number(load_list *l, const given_line *g)
{
    const load_line *field = find(l, g->word, g->field);
    if (!field)
        return 1;
    add(l, IS_NUMBER, g)->bits = field->bits;
    return 0;
}

int list_load(load_list *out, const register_list *registers)
{
    out->count = out->texts_count = 0;
    for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++) {
        const given_line *g = &GIVEN[i];
        int failed = 0;
        switch (g->kind) {
        case GIVEN_WORD: add(out, IS_WORD, g); break;
        case GIVEN_FIELD: add(out, IS_WORD_FIELD, g); break;
        case GIVEN_PART: failed = add_part(out, g); break;
        case GIVEN_REGISTER: failed = add_register(out, registers, g); break;
        case GIVEN_VALUE: failed = add_number(out, g); break;
        }
        if (failed) {
            fprintf(stderr, "load.def: %s of %s: what it is made of is not there\n", g->field,
                    g->word);
            return 1;
        }
    }
    return 0;
}
