/* Makes what C, Verilog and the document need to know of the registers from rtl/regs.def:
 *     regs c|verilog|markdown >FILE
 * Names: TAUFLOW_REG_x byte offset, TAUFLOW_x_COUNT, TAUFLOW_reg_field_LOW, _BITS, _MASK (in place), TAUFLOW_value. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum { IS_REG, IS_REGS, IS_FIELD, IS_VALUE } line_kind;

typedef struct {
    line_kind kind;
    const char *name, *field;
    uint32_t number, count; /* offset, lowest bit or value; registers or bits */
    const char *access, *about;
} line;

#define REG(name, offset, access, about) {IS_REG, #name, NULL, offset, 1, #access, about},
#define REGS(name, offset, count, access, about) {IS_REGS, #name, NULL, offset, count, #access, about},
#define FIELD(name, field, low, bits, about) {IS_FIELD, #name, #field, low, bits, NULL, about},
#define VALUE(name, value, about) {IS_VALUE, #name, NULL, value, 0, NULL, about},
static const line LINES[] = {
#include "regs.def"
};
#undef REG
#undef REGS
#undef FIELD
#undef VALUE

enum { LINES_COUNT = sizeof LINES / sizeof LINES[0], WINDOW_BYTES = 4096 };

static uint32_t mask_of(const line *l)
{
    return (l->count == 32 ? UINT32_MAX : (UINT32_C(1) << l->count) - 1) << l->number;
}

/* Registers that overlap, fields that overlap or have no register: our bugs, found when building. */
static int check(void)
{
    static unsigned char used[WINDOW_BYTES / 4];
    uint32_t taken = 0;
    const char *owner = "";
    for (size_t i = 0; i < LINES_COUNT; i++) {
        const line *l = &LINES[i];
        if (l->kind == IS_REG || l->kind == IS_REGS) {
            owner = l->name;
            taken = 0;
            for (uint32_t k = 0; k < l->count; k++)
                if (l->number % 4 || l->number / 4 + k >= WINDOW_BYTES / 4 || used[l->number / 4 + k]++) {
                    fprintf(stderr, "regs.def: register %s overlaps another or leaves the window\n", l->name);
                    return 1;
                }
        }
        if (l->kind == IS_FIELD) {
            if (strcmp(owner, l->name) != 0 || l->count == 0 || l->number + l->count > 32 || (taken & mask_of(l))) {
                fprintf(stderr, "regs.def: field %s of %s overlaps, is too wide or stands elsewhere\n", l->field, l->name);
                return 1;
            }
            taken |= mask_of(l);
        }
    }
    return 0;
}

static void define(const char *directive, const char *name, const char *field, const char *end, const char *prefix, uint32_t value,
                   const char *suffix)
{
    printf("%sdefine TAUFLOW_%s%s%s%s %s%x%s\n", directive, name, field ? "_" : "", field ? field : "", end, prefix, value, suffix);
}

static void print_defines(int verilog)
{
    const char *at = verilog ? "`" : "#", *word = verilog ? "32'h" : "0x", *suffix = verilog ? "" : "u";
    for (size_t i = 0; i < LINES_COUNT; i++) {
        const line *l = &LINES[i];
        if (l->kind != IS_FIELD)
            printf("// %s\n", l->about);
        if (l->kind == IS_REG || l->kind == IS_REGS)
            printf("%sdefine TAUFLOW_REG_%s %s%03x%s\n", at, l->name, verilog ? "12'h" : "0x", l->number, suffix);
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

static void print_table(void)
{
    printf("| offset | register | access | bits | field | meaning |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < LINES_COUNT; i++) {
        const line *l = &LINES[i];
        if (l->kind == IS_REG)
            printf("| 0x%03x | `%s` | %s | | | %s |\n", l->number, l->name, l->access, l->about);
        if (l->kind == IS_REGS)
            printf("| 0x%03x + 4 i, i < %u | `%s` | %s | | | %s |\n", l->number, l->count, l->name, l->access, l->about);
        if (l->kind == IS_FIELD)
            printf("| | | | %u..%u | `%s` | %s |\n", l->number, l->number + l->count - 1, l->field, l->about);
    }
    printf("\n| constant | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < LINES_COUNT; i++)
        if (LINES[i].kind == IS_VALUE)
            printf("| `%s` | 0x%x | %s |\n", LINES[i].name, LINES[i].number, LINES[i].about);
}

int main(int argc, char **argv)
{
    const char *form = argc == 2 ? argv[1] : "";
    if (check())
        return 1;
    if (strcmp(form, "c") == 0) {
        printf("#ifndef TAUFLOW_REGS_H\n#define TAUFLOW_REGS_H\n");
        print_defines(0);
        printf("#endif\n");
    } else if (strcmp(form, "verilog") == 0) {
        printf("`ifndef TAUFLOW_REGS_VH\n`define TAUFLOW_REGS_VH\n");
        print_defines(1);
        printf("`endif\n");
    } else if (strcmp(form, "markdown") == 0) {
        print_table();
    } else {
        fprintf(stderr, "regs c|verilog|markdown\n");
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
