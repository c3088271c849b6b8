/* SPDX-License-Identifier: MIT */
/* Shape and kinds of unit for C. */
#include "generate/forms_printed.h"

#include <stdio.h>
#include <string.h>

/* An array; its numbers are of the kinds from `first` on. */
static void print_array_c(const char *field, uint32_t first, const char *about)
{
    printf("    uint32_t %.*s[%u]; /* %s:", (int)strcspn(field, "["), field, KINDS_COUNT - first,
           about);
    for (uint32_t k = first; k < KINDS_COUNT; k++)
        printf(" %s%s", KINDS[k].about, k + 1 < KINDS_COUNT ? "," : "");
    printf(" */");
}

static void print_options(void)
{
    printf("\n\n/* OPTIONS(NAME, option, value, many, option of its latency, one) for every kind\n"
           " * that modules share. */\n"
           "#define TAUFLOW_SHARED_OPTIONS(OPTIONS)");
    for (uint32_t i = 0; i < SHARED_OPTIONS_COUNT; i++) {
        const options_row *o = &SHARED_OPTIONS[i];
        printf(" \\\n    OPTIONS(%s, \"%s\", \"%s\", \"%s\", \"%s-latency\", \"%s\")", o->kind,
               o->option, o->value, o->many, KINDS[module_kinds() + i].word, o->one);
    }
}

static void print_member_c(const shape_row *p)
{
    if (!strchr(p->field, '['))
        printf("    uint32_t %s; /* %s */", p->field, p->about);
    else if (is_latency(p))
        print_array_c(p->field, 0, "of every kind of unit, 0 where there are none");
    else
        print_array_c(p->field, module_kinds(), "how many, of the kinds that modules share");
}

/* Of an array its first row alone. */
static int is_member(const shape_row *p)
{
    return !strchr(p->field, '[') || strstr(p->field, "[0]");
}

static void print_structs_c(const shape_list *s)
{
    printf("/* What the times of a program follow from, beside its units. A shape and a machine\n"
           " * (machine.h) have it: as a whole, and each number by its name. */\n"
           "#define TAUFLOW_CORE_TIMES");
    for (uint32_t i = 0; i < s->count; i++)
        if (is_time(&s->rows[i]) && is_member(&s->rows[i])) {
            printf(" \\\n");
            print_member_c(&s->rows[i]);
        }
    printf("\ntypedef struct {\n    TAUFLOW_CORE_TIMES\n} core_times;\n"
           "#define TAUFLOW_HAS_TIMES union { core_times times; struct { TAUFLOW_CORE_TIMES }; }"
           "\n\n/* A core as its registers report it, or what a program needs of one. Images and\n"
           " * names have the numbers in the order of TAUFLOW_SHAPE_FIELDS. */\n"
           "typedef struct {\n    TAUFLOW_HAS_TIMES;\n");
    for (uint32_t i = 0; i < s->count; i++)
        if (!is_time(&s->rows[i]) && is_member(&s->rows[i])) {
            print_member_c(&s->rows[i]);
            printf("\n");
        }
    printf("} tauflow_shape;\n\n");
}

void print_shape_c(const shape_list *s)
{
    print_structs_c(s);
    printf("/* FIELD(field, parameter, key, least, most, needs, default, grows, register, its\n"
           " * field, fit, label, from) for every line of machine/shape.def. */\n"
           "#define TAUFLOW_SHAPE_FIELDS(FIELD)");
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        printf(" \\\n    FIELD(%s, %s, %s, %u, %u, %u, %u, %s, %s, %s_%s, %s, \"%s\", %u)",
               p->field, p->parameter, p->key, p->least, p->most, p->needs, p->usual, p->grows,
               p->reg, p->reg, p->bits, p->fit, p->label, p->from);
    }
    printf("\n\n/* SIZE(word, factor): depths of the default core, multiplied. */\n"
           "#define TAUFLOW_SHAPE_SIZES(SIZE)");
    for (uint32_t i = 0; i < SIZES_COUNT; i++)
        printf(" \\\n    SIZE(%s, %u)", SIZES[i].word, SIZES[i].factor);
    printf("\n\n"
           "/* KIND(NAME, word, where, latency, operator, model, lut4, about) for every line of\n"
           " * kinds.def. */\n"
           "#define TAUFLOW_KINDS(KIND)");
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf(" \\\n    KIND(%s, %s, %s, %u, %s, %s, %u, \"%s\")", KINDS[k].name, KINDS[k].word,
               PLACE_WORD[KINDS[k].where], KINDS[k].latency, KINDS[k].operator_module,
               KINDS[k].model, KINDS[k].lut4, KINDS[k].about);
    print_options();
    printf("\n\n/* FIXED(NAME, latency, lut4) for every kind that cores of fixed point have. */\n"
           "#define TAUFLOW_FIXED_KINDS(FIXED)");
    for (uint32_t k = 0; k < KINDS_COUNT; k++) {
        const fixed_row *f = find_fixed(&KINDS[k]);
        if (f)
            printf(" \\\n    FIXED(%s, %u, %u)", f->kind, f->latency, f->lut4);
    }
    uint32_t options = 0;
    for (uint32_t i = 0; i < s->count; i++)
        options += s->rows[i].from != 0;
    printf("\n\nenum {\n    TAUFLOW_SHAPE_WORDS = %u,   /* numbers of a shape */\n"
           "    TAUFLOW_SHAPE_ALWAYS = %u,  /* of them, those that every name and image has */\n"
           "    TAUFLOW_MODULE_KINDS = %u,  /* units of a module */\n"
           "    TAUFLOW_SHARED_KINDS = %u,  /* kinds that modules share */\n"
           "    TAUFLOW_CORE_KINDS = %u,    /* both */\n"
           "    TAUFLOW_SHARED_UNITS = %u,  /* that modules share, in the largest core */\n"
           "    TAUFLOW_OPERANDS = %d,      /* of a unit */\n",
           s->count, s->count - options, module_kinds(), kinds_in(IN_SHARED),
           module_kinds() + kinds_in(IN_SHARED), SHARED_UNITS_MOST, OPERANDS);
    for (uint32_t i = 0; i < s->count; i++)
        printf("    TAUFLOW_%s_MOST = %u,\n", s->rows[i].parameter, s->rows[i].most);
    printf("};\n");
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->rows[i].parameter, "NETWORK") == 0)
            printf("#define TAUFLOW_NETWORK_DEFAULT %s\n", NETWORKS[s->rows[i].usual].word);
        else
            printf("#define TAUFLOW_%s_DEFAULT %u\n", s->rows[i].parameter, s->rows[i].usual);
    printf("/* Latencies of the kinds of unit, in cores that have them. */\n");
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf("#define TAUFLOW_%s_CYCLES %u\n", KINDS[k].name, KINDS[k].latency);
}
