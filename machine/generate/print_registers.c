/* SPDX-License-Identifier: MIT */
/* Registers for C, Verilog and people. */
#include "generate/forms_printed.h"

#include <stdio.h>

static void define(const char *directive, const char *name, const char *field, const char *end,
                   const char *prefix, uint32_t value, const char *suffix)
{
    printf("%sdefine TAUFLOW_%s%s%s%s %s%x%s\n", directive, name, field ? "_" : "",
           field ? field : "", end, prefix, value, suffix);
}

void print_registers(int verilog)
{
    const char *at = verilog ? "`" : "#", *word = verilog ? "32'h" : "0x";
    const char *suffix = verilog ? "" : "u";
    for (size_t i = 0; i < LINES_COUNT; i++) {
        const line *l = &LINES[i];
        if (l->kind != IS_FIELD)
            printf("// %s\n", l->about);
        if (l->kind == IS_REG || l->kind == IS_REGS)
            printf("%sdefine TAUFLOW_REG_%s %s%03x%s\n", at, l->name, verilog ? "12'h" : "0x",
                   l->number, suffix);
        if (l->kind == IS_REGS)
            define(at, l->name, NULL, "_COUNT", word, l->count, suffix);
        if (l->kind == IS_VALUE)
            define(at, l->name, NULL, "", word, l->number, suffix);
        if (l->kind == IS_FIELD) {
            printf("%sdefine TAUFLOW_%s_%s_LOW %u%s\n", at, l->name, l->field, l->number, suffix);
            printf("%sdefine TAUFLOW_%s_%s_BITS %u%s\n", at, l->name, l->field, l->count, suffix);
            define(at, l->name, l->field, "_MASK", word, mask_of(l), suffix);
        }
    }
}

void print_register_table(void)
{
    printf(
        "# Registers\n\nMade from `machine/regs.def` by `make documents`; do not edit. Offsets are "
        "within a window of\n4 KiB, registers have 32 bits, and what is not listed reads 0.\n\n");
    printf("| offset | register | access | bits | field | meaning |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < LINES_COUNT; i++) {
        const line *l = &LINES[i];
        if (l->kind == IS_REG)
            printf("| 0x%03x | `%s` | %s | | | %s |\n", l->number, l->name, l->access, l->about);
        if (l->kind == IS_REGS)
            printf("| 0x%03x + 4 i, i < %u | `%s` | %s | | | %s |\n", l->number, l->count, l->name,
                   l->access, l->about);
        if (l->kind == IS_FIELD)
            printf("| | | | %u..%u | `%s` | %s |\n", l->number, l->number + l->count - 1, l->field,
                   l->about);
    }
    printf("\n| constant | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < LINES_COUNT; i++)
        if (LINES[i].kind == IS_VALUE)
            printf("| `%s` | 0x%x | %s |\n", LINES[i].name, LINES[i].number, LINES[i].about);
}
