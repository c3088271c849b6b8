/* SPDX-License-Identifier: MIT */
/* Shape and kinds of unit for people, shell and make. */
#include "generate/forms_printed.h"

#include <stdio.h>
#include <string.h>

void print_shape_table(const shape_list *s)
{
    printf("# Shape of a core\n\nMade from `machine/shape.def` and `machine/kinds.def` by "
           "`make documents`; do not edit.\nThe default is the core that ships.\n\n");
    printf("| parameter | key | range | default | reported in | meaning |\n"
           "|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        printf("| `%s` | `%s` | %s%u..%u | %u | `%s.%s` | %s |\n", p->parameter, p->key,
               p->from ? "0, " : "", p->from ? p->from : p->least, p->most, p->usual, p->reg,
               p->bits, p->about);
    }
    printf("\n| kind | where | operator | LUT4 on ECP5 | what it is |\n"
           "|---|---|---|---|---|\n");
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf("| `%s` | %s | `rtl/operators/%s.v` | %u | %s |\n", KINDS[k].word,
               KINDS[k].where == IN_MODULE ? "in every module" : "shared by all modules",
               KINDS[k].operator_module, KINDS[k].lut4, KINDS[k].about);
}

void print_operator_names(const char *before, const char *after)
{
    printf("%s", before);
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf("%s%s", k ? " " : "", KINDS[k].operator_module);
    printf("%s\n", after);
}

void print_networks(const char *before, const char *after)
{
    printf("%s", before);
    for (uint32_t n = 1; n < NETWORKS_COUNT; n++)
        printf("%s%s", n > 1 ? " " : "", NETWORKS[n].word);
    printf("%s\n", after);
}

void print_depths(const shape_list *s, int most, const char *before, const char *after)
{
    const char *space = "";
    printf("%s", before);
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        if (strcmp(p->grows, "GROWS") != 0 && strcmp(p->reg, "QUEUES") != 0)
            continue;
        printf("%s%s=%u", space, p->parameter, most ? p->most : p->least);
        space = " ";
    }
    printf("%s\n", after);
}

void print_usual_depths(const shape_list *s, const char *before, const char *after)
{
    const char *space = "";
    printf("%s", before);
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        if (strcmp(p->grows, "GROWS") != 0)
            continue;
        printf("%s%s %u", space, p->parameter, p->usual);
        space = " ";
    }
    printf("%s\n", after);
}

void print_usual_name(const shape_list *s, uint32_t from, const char *before, const char *after)
{
    printf("%s", before);
    for (uint32_t i = from; i < s->count && !s->rows[i].from; i++) {
        const shape_row *p = &s->rows[i];
        if (strcmp(p->parameter, "NETWORK") == 0)
            printf("%s", NETWORKS[p->usual].word);
        else if ((strcmp(p->parameter, "OUT_LANES") == 0 && p->usual == 1) || p->from)
            continue;
        else
            printf("%s%u", strcmp(p->parameter, "OUT_LANES") == 0 ? "x" : i > from ? "_" : "",
                   p->usual);
    }
    printf("%s\n", after);
}
