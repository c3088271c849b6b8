/* SPDX-License-Identifier: MIT */
/* Words that a core loads, for C, Verilog and people. */
#include "generate/forms_printed.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int is_field(const load_line *f)
{
    return f->kind == IS_WORD_FIELD || f->kind == IS_INNER_FIELD;
}

static int has_field(const load_line *word, const load_line *f)
{
    return f->kind == IS_WORD_FIELD && strcmp(f->word, word->word) == 0;
}

static uint64_t mask_in_place(const load_line *f)
{
    return (((UINT64_C(1) << (f->bits - 1)) - 1) * 2 + 1) << f->low;
}

/* ---- C --------------------------------------------------------------------------------------- */

/* Where masks add up to their union no two share a bit. */
static void print_masks(const load_list *l, const load_line *word, uint32_t whose, char operator)
{
    printf("(UINT64_C(0)");
    for (uint32_t i = 0; i < l->count; i++)
        if (has_field(word, &l->lines[i]) && l->lines[i].whose & whose)
            printf(" %c\n               TAUFLOW_%s_%s_MASK", operator, word->word,
                   l->lines[i].field);
    printf(")");
}

/* As one kind of receiver has them. */
static void assert_apart(const load_list *l, const load_line *word, uint32_t whose)
{
    printf("static_assert(");
    print_masks(l, word, whose, '+');
    printf(" ==\n              ");
    print_masks(l, word, whose, '|');
    printf(",\n              \"load.def: fields of %s overlap\");\n", word->word);
}

static int varies(const load_list *l, const load_line *word)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (has_field(word, &l->lines[i]) && l->lines[i].whose != OF_ALL)
            return 1;
    return 0;
}

static void assert_filled(const load_list *l, const load_line *word)
{
    printf("static_assert(");
    print_masks(l, word, OF_ALL, '|');
    printf(" == TAUFLOW_%s_MASK,\n              \"load.def: fields of %s do not fill it\");\n",
           word->word, word->word);
}

static void assert_words(const load_list *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->lines[i].kind == IS_WORD) {
            assert_apart(l, &l->lines[i], OF_OPERANDS);
            if (varies(l, &l->lines[i]))
                assert_apart(l, &l->lines[i], OF_PORTS);
            assert_filled(l, &l->lines[i]);
        }
}

static void print_mask(const load_line *f)
{
    const unsigned long long mask = mask_in_place(f);
    printf(mask >> 32 ? "_MASK UINT64_C(0x%llx)\n" : "_MASK 0x%llxu\n", mask);
}

static void print_load_c(const load_list *l)
{
    for (uint32_t i = 0; i < l->count; i++) {
        const load_line *f = &l->lines[i];
        if (f->kind == IS_NUMBER) {
            printf("// %s\n#define TAUFLOW_%s %uu\n", f->about, f->name, f->low);
        } else if (f->kind == IS_WORD) {
            printf("// %s\n#define TAUFLOW_%s_BITS %uu\n#define TAUFLOW_%s", f->about, f->word,
                   f->bits, f->word);
            print_mask(f);
        } else {
            printf("#define TAUFLOW_%s_%s_LOW %uu\n#define TAUFLOW_%s_%s_BITS %uu\n"
                   "#define TAUFLOW_%s_%s",
                   f->word, f->field, f->low, f->word, f->field, f->bits, f->word, f->field);
            print_mask(f);
        }
    }
    assert_words(l);
}

/* ---- Verilog --------------------------------------------------------------------------------- */

static void print_load_verilog(const load_list *l)
{
    for (uint32_t i = 0; i < l->count; i++) {
        const load_line *f = &l->lines[i];
        if (f->kind == IS_NUMBER)
            printf("// %s\n`define TAUFLOW_%s %u'd%u\n", f->about, f->name, f->bits, f->low);
        if (f->kind == IS_WORD)
            printf("// %s\n`define TAUFLOW_%s_BITS %u\n", f->about, f->word, f->bits);
        if (!is_field(f))
            continue;
        printf("`define TAUFLOW_%s_%s_LOW %u\n`define TAUFLOW_%s_%s_BITS %u\n", f->word, f->field,
               f->low, f->word, f->field, f->bits);
        printf("`define TAUFLOW_%s_%s ", f->word, f->field);
        if (f->bits > 1)
            printf("%u:", f->low + f->bits - 1);
        printf("%u\n", f->low);
    }
}

/* ---- people ---------------------------------------------------------------------------------- */

/* Between marks, for the document. */
static void begin_table(const char *name, const char *head)
{
    printf("<!-- table ");
    for (; *name; name++)
        if (*name != '_')
            putchar(tolower((unsigned char)*name));
    printf(" -->\n%s\n", head);
}

static void print_row(uint32_t low, uint32_t bits, const char *field, const char *about)
{
    if (bits > 1)
        printf("| %u..%u | `%s` | %s |\n", low + bits - 1, low, field, about);
    else
        printf("| %u | `%s` | %s |\n", low, field, about);
}

static const char FIELDS_HEAD[] = "| bits | field | meaning |\n|---|---|---|";

static void print_words(const load_list *l)
{
    for (uint32_t i = 0; i < l->count; i++) {
        const load_line *f = &l->lines[i];
        if (i && !is_field(f) && is_field(f - 1))
            printf("<!-- end -->\n");
        if (f->kind == IS_WORD)
            begin_table(f->word, FIELDS_HEAD);
        if (f->kind == IS_WORD_FIELD)
            print_row(f->low, f->bits, f->field, f->about);
    }
}

/* Where words go: the register, and the numbers of tables, which begin like it. */
static void print_window(const register_list *r)
{
    begin_table("LOAD_ADDRESS", FIELDS_HEAD);
    for (uint32_t i = 0; i < r->count; i++)
        if (r->lines[i].kind == IS_FIELD && strcmp(r->lines[i].name, "LOAD_ADDRESS") == 0)
            print_row(r->lines[i].number, r->lines[i].count, r->lines[i].field,
                      r->lines[i].about);
    printf("<!-- end -->\n");
    begin_table("TABLES", "| number | table | meaning |\n|---|---|---|");
    for (uint32_t i = 0; i < r->count; i++)
        if (r->lines[i].kind == IS_VALUE && strncmp(r->lines[i].name, "LOAD_", 5) == 0)
            printf("| %u | `%s` | %s |\n", r->lines[i].number, r->lines[i].name,
                   r->lines[i].about);
    printf("<!-- end -->\n");
}

/* Those whose names begin so. */
static void print_numbers(const load_list *l, const char *begins, const char *table,
                          const char *head)
{
    begin_table(table, head);
    for (uint32_t i = 0; i < l->count; i++)
        if (l->lines[i].kind == IS_NUMBER &&
            strncmp(l->lines[i].name, begins, strlen(begins)) == 0)
            printf("| %u | `%s` | %s |\n", l->lines[i].low, l->lines[i].name, l->lines[i].about);
    printf("<!-- end -->\n");
}

int print_load(const char *form, const load_list *l, const register_list *r)
{
    if (strcmp(form, "load-c") == 0) {
        printf("/* Made by machine/generate.c. */\n#ifndef TAUFLOW_GENERATED_LOAD_H\n"
               "#define TAUFLOW_GENERATED_LOAD_H\n#include <assert.h>\n#include <stdint.h>\n\n");
        print_load_c(l);
        printf("#endif\n");
    } else if (strcmp(form, "load-verilog") == 0) {
        printf("// Made by machine/generate.c.\n`ifndef TAUFLOW_GENERATED_LOAD_VH\n"
               "`define TAUFLOW_GENERATED_LOAD_VH\n");
        print_load_verilog(l);
        printf("`endif\n");
    } else if (strcmp(form, "load-markdown") == 0) {
        print_words(l);
        print_window(r);
        print_numbers(l, "BEATS_", "BEATS", "| index | name | length |\n|---|---|---|");
        print_numbers(l, "WORD_", "WORDS", "| `WORD` | name | which word |\n|---|---|---|");
    } else {
        return 2;
    }
    return 0;
}
