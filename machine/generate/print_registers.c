/* SPDX-License-Identifier: MIT */
/* Registers for C, Verilog and people. */
#include "generate/forms_printed.h"

#include <stdio.h>
#include <string.h>

static void define(const char *directive, const char *name, const char *field, const char *end,
                   const char *prefix, uint32_t value, const char *suffix)
{
    printf("%sdefine TAUFLOW_%s%s%s%s %s%x%s\n", directive, name, field ? "_" : "",
           field ? field : "", end, prefix, value, suffix);
}

/* Banks by shared unit, for the module that counts: shared_array is an address without the unit's
 * place in its bank, WIDE_W are the bits of a unit's number. */
static void print_banks(const register_list *r)
{
    printf("// Whether it is a bank of that name.");
    const char *begins = "";
    for (uint32_t i = 0; i < r->count; i++) {
        const line *l = &r->lines[i];
        if (l->kind != IS_REGS || !l->further)
            continue;
        if (strcmp(l->begins, begins) != 0)
            printf("\n`define TAUFLOW_IS_%s ", begins = l->begins);
        else
            printf(" || ");
        printf("shared_array == `TAUFLOW_REG_%s", l->name);
    }
    printf("\n// The units before those of a further bank, to be added.\n"
           "`define TAUFLOW_FURTHER_UNITS");
    for (uint32_t i = 0; i < r->count; i++) {
        const line *l = &r->lines[i];
        if (l->kind == IS_REGS && l->first)
            printf(" \\\n    + (shared_array == `TAUFLOW_REG_%s ? {{WIDE_W - 6{1'b0}}, 6'd%u} \\\n"
                   "       : {WIDE_W{1'b0}})", l->name, l->first);
    }
    printf("\n");
}

void print_registers(const register_list *r, int verilog)
{
    const char *at = verilog ? "`" : "#", *word = verilog ? "32'h" : "0x";
    const char *suffix = verilog ? "" : "u";
    for (uint32_t i = 0; i < r->count; i++) {
        const line *l = &r->lines[i];
        if (l->kind != IS_FIELD)
            printf("// %s\n", l->about);
        if (l->kind == IS_REG || l->kind == IS_REGS)
            printf("%sdefine TAUFLOW_REG_%s %s%03x%s\n", at, l->name, verilog ? "12'h" : "0x",
                   l->number, suffix);
        if (l->kind == IS_REGS)
            define(at, l->name, NULL, "_COUNT", word, l->count, suffix);
        if (l->kind == IS_REGS && l->further && !l->first)
            define(at, l->name, NULL, "_STEP", word, l->further, suffix);
        if (l->kind == IS_VALUE)
            define(at, l->name, NULL, "", word, l->number, suffix);
        if (l->kind == IS_FIELD) {
            printf("%sdefine TAUFLOW_%s_%s_LOW %u%s\n", at, l->name, l->field, l->number, suffix);
            printf("%sdefine TAUFLOW_%s_%s_BITS %u%s\n", at, l->name, l->field, l->count, suffix);
            define(at, l->name, l->field, "_MASK", word, mask_of(l), suffix);
        }
    }
    if (verilog)
        print_banks(r);
    else
        printf("// The number in a field of a word, and a number as a field of one.\n"
               "#define TAUFLOW_GET(word, field) \\\n"
               "    (((word) & TAUFLOW_##field##_MASK) >> TAUFLOW_##field##_LOW)\n"
               "#define TAUFLOW_PUT(number, field) \\\n"
               "    ((number) << TAUFLOW_##field##_LOW & TAUFLOW_##field##_MASK)\n"
               "// Register of shared unit i.\n"
               "#define TAUFLOW_BANK(name, i) \\\n"
               "    (TAUFLOW_REG_##name + 4 * ((i) %% TAUFLOW_##name##_COUNT) + \\\n"
               "     (i) / TAUFLOW_##name##_COUNT * TAUFLOW_##name##_STEP)\n");
}

void print_register_table(const register_list *r)
{
    printf(
        "# Registers\n\nMade from `machine/regs.def` by `make documents`; do not edit. Offsets are "
        "within a window of\n4 KiB, registers have 32 bits, and what is not listed reads 0.\n\n");
    printf("| offset | register | access | bits | field | meaning |\n|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < r->count; i++) {
        const line *l = &r->lines[i];
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
    for (uint32_t i = 0; i < r->count; i++)
        if (r->lines[i].kind == IS_VALUE)
            printf("| `%s` | 0x%x | %s |\n", r->lines[i].name, r->lines[i].number,
                   r->lines[i].about);
}
