/* Makes what C, Verilog, shell, Tcl and the documents need to know of a core from its three
 * descriptions, regs.def, shape.def and kinds.def:
 *
 *     generate regs-c|regs-verilog|regs-markdown >FILE
 *     generate shape-c|shape-verilog|shape-markdown|shape-sh|shape-tcl|shape-make >FILE
 *     generate trig-c|trig-verilog >FILE         the table of the sine unit, trig_table.h
 *     generate atan-c|atan-verilog >FILE         that of the arc tangent unit, atan_table.h
 *
 * Names: TAUFLOW_REG_x byte offset, TAUFLOW_x_COUNT, TAUFLOW_reg_field_LOW, _BITS, _MASK (in
 * place), TAUFLOW_value; what the shape files hold stands at the top of each. */
#include "atan_table.h"
#include "trig_table.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- the descriptions ---------------------------------------------------------------------- */

typedef enum { IS_REG, IS_REGS, IS_FIELD, IS_VALUE } line_kind;

typedef struct {
    line_kind kind;
    const char *name, *field;
    uint32_t number, count; /* offset, lowest bit or value; registers or bits */
    const char *access, *about;
} line;

#define REG(name, offset, access, about) {IS_REG, #name, NULL, offset, 1, #access, about},
#define REGS(name, offset, count, access, about) \
    {IS_REGS, #name, NULL, offset, count, #access, about},
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

/* Where a kind of unit is, in the order of the rows. */
typedef enum { IN_MODULE, IN_SHARED } kind_place;
static const char *const PLACE_WORD[] = {"MODULE", "SHARED"};

typedef struct {
    const char *name, *word;
    kind_place where;
    uint32_t latency;
    const char *operator_module;
    uint32_t lut4;
    const char *about;
} kind_row;

#define KIND(name, word, where, latency, module, lut4, about) \
    {#name, #word, IN_##where, latency, #module, lut4, about},
#define FIXED(kind, latency, module, lut4)
static const kind_row KINDS[] = {
#include "kinds.def"
};
#undef KIND
#undef FIXED

typedef struct {
    const char *kind;
    uint32_t latency;
    const char *operator_module;
    uint32_t lut4;
} fixed_row;

#define KIND(name, word, in_module, latency, module, lut4, about)
#define FIXED(kind, latency, module, lut4) {#kind, latency, #module, lut4},
static const fixed_row FIXED_KINDS[] = {
#include "kinds.def"
};
#undef KIND
#undef FIXED

enum { KINDS_COUNT = sizeof KINDS / sizeof KINDS[0], OPERANDS = 2 };

typedef struct {
    const char *field, *parameter, *key;
    uint32_t least, most, needs, usual;
    const char *grows, *reg, *bits, *fit, *label, *about;
    uint32_t from; /* of an option: its least but for 0; 0: it is none */
} shape_row;

#define SHAPE(field, parameter, key, least, most, needs, usual, grows, reg, bits, fit, label, \
              about) \
    {#field, #parameter, #key, least, most, needs, usual, #grows, #reg, #bits, #fit, label, about, \
     0},
#define OPTION(field, parameter, key, from, most, reg, bits, fit, label, about) \
    {#field, #parameter, #key, 0, most, 0, 0, "FIXED", #reg, #bits, #fit, label, about, from},
#define LATENCIES {.key = "LATENCIES"},
#define SHARED {.key = "SHARED"},
#define SIZE(word, factor)
static const shape_row GIVEN[] = {
#include "shape.def"
};
#undef SHAPE
#undef OPTION
#undef LATENCIES
#undef SHARED
#undef SIZE

typedef struct {
    const char *word;
    uint32_t factor;
} size_row;

#define SHAPE(field, parameter, key, least, most, needs, usual, grows, reg, bits, fit, label, about)
#define OPTION(field, parameter, key, from, most, reg, bits, fit, label, about)
#define LATENCIES
#define SHARED
#define SIZE(word, factor) {#word, factor},
static const size_row SIZES[] = {
#include "shape.def"
};
#undef SHAPE
#undef OPTION
#undef LATENCIES
#undef SHARED
#undef SIZE
enum { SIZES_COUNT = sizeof SIZES / sizeof SIZES[0] };

enum { MOST_ROWS = 64, TEXT_BYTES = 64, LATENCY_MOST = 255, SHARED_EACH_MOST = 4 };

/* GIVEN with lines per kind in the places of LATENCIES and SHARED. */
typedef struct {
    shape_row rows[MOST_ROWS];
    uint32_t count;
    char texts[2 * KINDS_COUNT][4][TEXT_BYTES];
} shape_list;

static int is_latency(const shape_row *p)
{
    return strcmp(p->reg, "LATENCY") == 0;
}

static shape_row latency_row(const kind_row *k, uint32_t number, char texts[4][TEXT_BYTES])
{
    snprintf(texts[0], TEXT_BYTES, "latency_cycles[%u]", number);
    snprintf(texts[1], TEXT_BYTES, "%s_LAT", k->name);
    snprintf(texts[2], TEXT_BYTES, "%s_latency", k->word);
    const char *article = strchr("aeiou", k->about[0]) ? "an" : "a";
    snprintf(texts[3], TEXT_BYTES, "cycles of %s %s", article, k->about);
    return (shape_row){texts[0],  texts[1],  texts[2], 1,      LATENCY_MOST, 1,       k->latency,
                       "FIXED", "LATENCY", k->name, "TIME", texts[3],     texts[3], 0};
}

/* How many of a shared kind. */
static shape_row shared_row(const kind_row *k, uint32_t number, char texts[4][TEXT_BYTES])
{
    snprintf(texts[0], TEXT_BYTES, "shared_units[%u]", number);
    snprintf(texts[1], TEXT_BYTES, "%sS", k->name);
    snprintf(texts[2], TEXT_BYTES, "%ss", k->about);
    snprintf(texts[3], TEXT_BYTES, "%ss that all modules share", k->about);
    return (shape_row){texts[0], texts[1], k->word, 0,        SHARED_EACH_MOST, 0,        0,
                       "FIXED",  "SHARED", k->name, "ENOUGH", texts[2],         texts[3], 1};
}

static shape_row shared_latency_row(const kind_row *k, uint32_t number, char texts[4][TEXT_BYTES])
{
    shape_row row = latency_row(k, number, texts);
    snprintf(texts[0], TEXT_BYTES, "shared_latency[%u]", number);
    row.least = row.needs = row.usual = 0;
    row.from = 1;
    row.reg = "SHARED_LATENCY";
    return row;
}

static uint32_t kinds_in(kind_place where)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        count += KINDS[k].where == where;
    return count;
}

/* Its line for fixed point; NULL where it has none. */
static const fixed_row *find_fixed(const kind_row *k)
{
    for (size_t i = 0; i < sizeof FIXED_KINDS / sizeof FIXED_KINDS[0]; i++)
        if (strcmp(FIXED_KINDS[i].kind, k->name) == 0)
            return &FIXED_KINDS[i];
    return NULL;
}

static uint32_t module_kinds(void)
{
    return kinds_in(IN_MODULE);
}

/* The counts of all shared kinds, then their latencies: each is an array in C. */
static void list_shared(shape_list *out)
{
    const uint32_t first = module_kinds(), end = first + kinds_in(IN_SHARED);
    for (uint32_t k = first; k < end; k++)
        out->rows[out->count++] = shared_row(&KINDS[k], k - first, out->texts[k]);
    for (uint32_t k = first; k < end; k++)
        out->rows[out->count++] =
            shared_latency_row(&KINDS[k], k - first, out->texts[KINDS_COUNT + k]);
}

static void list_shape(shape_list *out)
{
    out->count = 0;
    for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++) {
        if (GIVEN[i].field)
            out->rows[out->count++] = GIVEN[i];
        else if (strcmp(GIVEN[i].key, "SHARED") == 0)
            list_shared(out);
        else
            for (uint32_t k = 0; k < module_kinds(); k++)
                out->rows[out->count++] = latency_row(&KINDS[k], k, out->texts[k]);
    }
}

static uint32_t mask_of(const line *l)
{
    return (l->count == 32 ? UINT32_MAX : (UINT32_C(1) << l->count) - 1) << l->number;
}

static const line *find_field(const char *reg, const char *field)
{
    for (size_t i = 0; i < LINES_COUNT; i++)
        if (LINES[i].kind == IS_FIELD && strcmp(LINES[i].name, reg) == 0 &&
            strcmp(LINES[i].field, field) == 0)
            return &LINES[i];
    return NULL;
}

/* ---- checks: our own bugs, found when building --------------------------------------------- */

static int check_registers(void)
{
    static unsigned char used[WINDOW_BYTES / 4];
    uint32_t taken = 0;
    const char *owner = "";
    for (size_t i = 0; i < LINES_COUNT; i++) {
        const line *l = &LINES[i];
        if (l->kind == IS_REG || l->kind == IS_REGS) {
            owner = l->name;
            taken = 0;
            for (uint32_t k = 0; k < l->count; k++) {
                uint32_t at = l->number / 4 + k;
                if (l->number % 4 || at >= WINDOW_BYTES / 4 || used[at]++) {
                    fprintf(stderr, "regs.def: register %s overlaps another or leaves the window\n",
                            l->name);
                    return 1;
                }
            }
        }
        if (l->kind == IS_FIELD) {
            if (strcmp(owner, l->name) != 0 || l->count == 0 || l->number + l->count > 32 ||
                (taken & mask_of(l))) {
                fprintf(stderr,
                        "regs.def: field %s of %s overlaps, is too wide or stands elsewhere\n",
                        l->field, l->name);
                return 1;
            }
            taken |= mask_of(l);
        }
    }
    return 0;
}

static uint32_t value_of(const char *name)
{
    for (size_t i = 0; i < LINES_COUNT; i++)
        if (LINES[i].kind == IS_VALUE && strcmp(LINES[i].name, name) == 0)
            return LINES[i].number;
    return 0;
}

/* Those of a module come first, so that a kind's number in C is its number in a module. Shared
 * units have registers. */
static int check_kinds(void)
{
    for (uint32_t k = 1; k < KINDS_COUNT; k++)
        if (KINDS[k].where < KINDS[k - 1].where) {
            fprintf(stderr, "kinds.def: %s is %s and stands after one that is %s\n", KINDS[k].name,
                    PLACE_WORD[KINDS[k].where], PLACE_WORD[KINDS[k - 1].where]);
            return 1;
        }
    for (uint32_t k = 0; k < module_kinds(); k++)
        if (!find_fixed(&KINDS[k])) {
            fprintf(stderr, "kinds.def: modules have %s, and it has no FIXED line\n",
                    KINDS[k].name);
            return 1;
        }
    if (SHARED_EACH_MOST * kinds_in(IN_SHARED) > value_of("SHARED_MOST")) {
        fprintf(stderr, "kinds.def: more shared units than SHARED_MOST of regs.def\n");
        return 1;
    }
    return 0;
}

static int check_shape(const shape_list *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        const line *f = find_field(p->reg, p->bits);
        if (!f || (p->most & ~(mask_of(f) >> f->number))) {
            fprintf(stderr, "shape.def: %s has no field %s of register %s wide enough for %u\n",
                    p->field, p->bits, p->reg, p->most);
            return 1;
        }
        if (!p->from && i > 0 && p[-1].from) {
            fprintf(stderr, "shape.def: %s stands after an option\n", p->field);
            return 1;
        }
        if (p->usual < p->least || p->usual > p->most || p->needs > p->least) {
            fprintf(stderr, "shape.def: %s: default or least need out of range\n", p->field);
            return 1;
        }
    }
    return 0;
}

/* ---- registers ------------------------------------------------------------------------------ */

static void define(const char *directive, const char *name, const char *field, const char *end,
                   const char *prefix, uint32_t value, const char *suffix)
{
    printf("%sdefine TAUFLOW_%s%s%s%s %s%x%s\n", directive, name, field ? "_" : "",
           field ? field : "", end, prefix, value, suffix);
}

static void print_registers(int verilog)
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

static void print_register_table(void)
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

/* ---- shape and kinds ------------------------------------------------------------------------ */

/* An array, `name[0]` being its first row; others are not printed. */
static void print_array_c(const char *field, kind_place where, const char *about)
{
    const char *index = strchr(field, '[');
    if (strcmp(index, "[0]") != 0)
        return;
    printf("    uint32_t %.*s[%u]; /* %s:", (int)(index - field), field, kinds_in(where), about);
    for (uint32_t k = 0, left = kinds_in(where); k < KINDS_COUNT; k++)
        if (KINDS[k].where == where)
            printf(" %s%s", KINDS[k].about, --left ? "," : "");
    printf(" */\n");
}

static void print_shape_c(const shape_list *s)
{
    printf("/* A core as its registers report it, or what a program needs of one. */\n"
           "typedef struct {\n");
    for (uint32_t i = 0; i < s->count; i++)
        if (!strchr(s->rows[i].field, '['))
            printf("    uint32_t %s; /* %s */\n", s->rows[i].field, s->rows[i].about);
        else if (is_latency(&s->rows[i]))
            print_array_c(s->rows[i].field, IN_MODULE, "of the kinds of a module");
        else
            print_array_c(s->rows[i].field, IN_SHARED,
                          strcmp(s->rows[i].reg, "SHARED") == 0
                              ? "how many, of the kinds that modules share"
                              : "of the same, 0 where there are none");
    printf("} tauflow_shape;\n\n");
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
           "/* KIND(NAME, word, where, latency, lut4, about) for every line of kinds.def. */\n"
           "#define TAUFLOW_KINDS(KIND)");
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf(" \\\n    KIND(%s, %s, %s, %u, %u, \"%s\")", KINDS[k].name, KINDS[k].word,
               PLACE_WORD[KINDS[k].where], KINDS[k].latency, KINDS[k].lut4, KINDS[k].about);
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
           module_kinds() + kinds_in(IN_SHARED), SHARED_EACH_MOST * kinds_in(IN_SHARED), OPERANDS);
    for (uint32_t i = 0; i < s->count; i++)
        printf("    TAUFLOW_%s_MOST = %u,\n", s->rows[i].parameter, s->rows[i].most);
    printf("};\n");
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->rows[i].parameter, "NETWORK") == 0)
            printf("#define TAUFLOW_NETWORK_DEFAULT %s\n",
                   s->rows[i].usual == 1 ? "crossbar" : "ring");
        else
            printf("#define TAUFLOW_%s_DEFAULT %u\n", s->rows[i].parameter, s->rows[i].usual);
    printf("/* Latencies of the kinds of unit, in cores that have them. */\n");
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf("#define TAUFLOW_%s_CYCLES %u\n", KINDS[k].name, KINDS[k].latency);
}

/* Macros of Verilog have no arguments here: Icarus 11 dies of them in library files. What they name
 * (KIND, MODULE) is that of the place where they are used. */
static void print_latency(void)
{
    const uint32_t kinds = module_kinds() + kinds_in(IN_SHARED);
    printf("// Latency of kind KIND.\n`define TAUFLOW_LATENCY (");
    for (uint32_t k = 0; k + 1 < kinds; k++)
        printf("KIND == %u ? %s_LAT : ", k, KINDS[k].name);
    printf("%s_LAT)\n", KINDS[kinds - 1].name);
}

/* Shared units, numbered kind by kind. */
static void print_shared(void)
{
    const uint32_t first = module_kinds(), kinds = kinds_in(IN_SHARED);
    printf("// Units that modules share: how many, and the kind of number SHARED of them.\n"
           "`define TAUFLOW_CORE_SHARED (0");
    for (uint32_t k = first; k < first + kinds; k++)
        printf(" + %sS", KINDS[k].name);
    printf(")\n`define TAUFLOW_SHARED_KIND (");
    for (uint32_t k = first; k < first + kinds; k++) {
        printf("SHARED < 0");
        for (uint32_t i = first; i <= k; i++)
            printf(" + %sS", KINDS[i].name);
        printf(" ? %u : ", k);
    }
    printf("%u)\n", first + kinds);
}

/* Every operator has the same ports; the macro names the wires of the module that uses it. */
static void print_operators(void)
{
    printf("// The operator of a unit of kind KIND, inside a generate block: parameters LAT,\n"
           "// FRONT, FIXED; wires clk, a_data, b_data, negate_a, negate_b, shift, result and\n"
           "// lost: the result of the cycle before did not fit.\n"
           "`define TAUFLOW_OPERATOR");
    for (uint32_t k = 0; k < KINDS_COUNT; k++) {
        printf(" \\\n    if (KIND == %u && FIXED == 0) begin : %s \\\n"
               "        %s #(.LAT(LAT), .FRONT(FRONT)) operator ( \\\n"
               "            .clk(clk), .a(a_data), .b(b_data), \\\n"
               "            .negate_a(negate_a), .negate_b(negate_b), .y(result) \\\n"
               "        ); \\\n"
               "        wire unused_shift = &{1'b0, shift}; \\\n"
               "        assign lost = 1'b0; \\\n    end",
               k, KINDS[k].word, KINDS[k].operator_module);
        if (find_fixed(&KINDS[k]))
            printf(" \\\n    if (KIND == %u && FIXED != 0) begin : fixed_%s \\\n"
                   "        wire [FIXED-1:0] word; \\\n"
                   "        %s #(.W(FIXED), .LAT(LAT), .FRONT(FRONT)) operator ( \\\n"
                   "            .clk(clk), .a(a_data[FIXED-1:0]), .b(b_data[FIXED-1:0]), \\\n"
                   "            .negate_a(negate_a), .negate_b(negate_b), .shift(shift), \\\n"
                   "            .y(word), .overflow(lost) \\\n"
                   "        ); \\\n"
                   "        wire unused_data = &{1'b0, a_data, b_data}; \\\n"
                   "        assign result = {{33-FIXED{word[FIXED-1]}}, word[FIXED-2:0]}; \\\n"
                   "    end",
                   k, KINDS[k].word, find_fixed(&KINDS[k])->operator_module);
    }
    printf("\n");
}

static void print_numbering(void)
{
    printf("// Numbering (docs/program.md). Units: kind by kind, one per module, then those that\n"
           "// modules share. Receivers: operands of the units, output ports, relays. Sources:\n"
           "// units, lanes, relays.\n"
           "`define TAUFLOW_MODULE_KINDS %u\n`define TAUFLOW_CORE_KINDS %u\n"
           "`define TAUFLOW_OPERANDS %d\n",
           module_kinds(), module_kinds() + kinds_in(IN_SHARED), OPERANDS);
    print_shared();
    printf("`define TAUFLOW_MODULE_OPERANDS (`TAUFLOW_OPERANDS * `TAUFLOW_MODULE_KINDS)\n"
           "`define TAUFLOW_UNIT (KIND * MODULES + MODULE)\n"
           "`define TAUFLOW_MODULES_UNITS (`TAUFLOW_MODULE_KINDS * MODULES)\n"
           "`define TAUFLOW_CORE_UNITS (`TAUFLOW_MODULES_UNITS + `TAUFLOW_CORE_SHARED)\n"
           "`define TAUFLOW_CORE_OPERANDS (`TAUFLOW_OPERANDS * `TAUFLOW_CORE_UNITS)\n"
           "// Of a ring: a station has a module, places for shared units (unit i is at station\n"
           "// i modulo MODULES; some stations may have one place more than units), a relay\n"
           "// clockwise and one counter-clockwise.\n"
           "`define TAUFLOW_IS_RING (NETWORK == 2 && MODULES > 1)\n"
           "`define TAUFLOW_STATION_UNITS \\\n"
           "    (`TAUFLOW_MODULE_KINDS + (`TAUFLOW_CORE_SHARED + MODULES - 1) / MODULES)\n"
           "`define TAUFLOW_STATION_OPERANDS (`TAUFLOW_OPERANDS * `TAUFLOW_STATION_UNITS)\n"
           "`define TAUFLOW_STATION_RELAYS 2\n"
           "`define TAUFLOW_CORE_RELAYS \\\n"
           "    (`TAUFLOW_IS_RING ? `TAUFLOW_STATION_RELAYS * MODULES : 0)\n"
           "`define TAUFLOW_CORE_RECEIVERS \\\n"
           "    (`TAUFLOW_CORE_OPERANDS + OUT_LANES + `TAUFLOW_CORE_RELAYS)\n"
           "`define TAUFLOW_CORE_SOURCES (`TAUFLOW_CORE_UNITS + LANES + `TAUFLOW_CORE_RELAYS)\n"
           "// Bits of a mask: of a source that reaches every operand, of one within a station.\n"
           "`define TAUFLOW_CORE_MASK (`TAUFLOW_CORE_OPERANDS + OUT_LANES)\n"
           "`define TAUFLOW_STATION_MASK \\\n"
           "    (`TAUFLOW_STATION_OPERANDS + OUT_LANES + `TAUFLOW_STATION_RELAYS)\n");
}

/* The constants of the registers that report the shape, as items of a case over the address. */
static void print_shape_read(const shape_list *s)
{
    printf("// What the registers report, as items of a case over the address.\n"
           "`define TAUFLOW_SHAPE_READ");
    for (size_t r = 0; r < LINES_COUNT; r++) {
        const char *before = NULL;
        for (uint32_t i = 0; i < s->count; i++) {
            const shape_row *p = &s->rows[i];
            if (LINES[r].kind != IS_REG || strcmp(p->reg, LINES[r].name) != 0)
                continue;
            const line *f = find_field(p->reg, p->bits);
            if (!before)
                printf(" \\\n    `TAUFLOW_REG_%s: read_data =", LINES[r].name);
            int relay = strcmp(p->reg, "RELAYS") == 0; /* 0 where there are none */
            printf("%s \\\n        (%s{{%u{1'b0}}, %s[%u:0]} << %u)", before ? before : "",
                   relay ? "`TAUFLOW_CORE_RELAYS == 0 ? 32'd0 : " : "", 32 - f->count,
                   p->parameter, f->count - 1, f->number);
            before = " |";
        }
        if (before)
            printf(";");
    }
    printf("\n");
}

static void print_shape_check(const shape_list *s)
{
    printf("// Refuses what no core can be; in an initial block. UNITS_MOST have registers.\n"
           "`define TAUFLOW_SHAPE_CHECK");
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        printf(" \\\n    if (%s < %u || %s > %u) \\\n"
               "        $error(\"%%m: %s is %%0d, must be %u..%u\", %s);",
               p->parameter, p->least, p->parameter, p->most, p->parameter, p->least, p->most,
               p->parameter);
        if (p->from)
            printf(" \\\n    if (%s > 0 && %s < %u) \\\n"
                   "        $error(\"%%m: %s is %%0d, must be 0 or %u..%u\", %s);",
                   p->parameter, p->parameter, p->from, p->parameter, p->from, p->most,
                   p->parameter);
    }
    for (uint32_t k = module_kinds(); k < module_kinds() + kinds_in(IN_SHARED); k++)
        printf(" \\\n    if (%sS > 0 && %s_LAT == 0) \\\n"
               "        $error(\"%%m: %s_LAT is 0 and there are %%0d\", %sS);",
               KINDS[k].name, KINDS[k].name, KINDS[k].name, KINDS[k].name);
    for (uint32_t k = module_kinds(); k < module_kinds() + kinds_in(IN_SHARED); k++)
        if (!find_fixed(&KINDS[k]))
            printf(" \\\n    if (FIXED > 0 && %sS > 0) \\\n"
                   "        $error(\"%%m: %sS is %%0d, and fixed point has none\", %sS);",
                   KINDS[k].name, KINDS[k].name, KINDS[k].name);
    printf(" \\\n    if (`TAUFLOW_MODULES_UNITS > `TAUFLOW_UNITS_MOST) \\\n"
           "        $error(\"%%m: MODULES is %%0d, too many units\", MODULES);\n");
}

static void print_shape_verilog(const shape_list *s)
{
    printf("// Parameters of every module that knows the whole shape of its core.\n"
           "`define TAUFLOW_SHAPE_PARAMETERS");
    for (uint32_t i = 0; i < s->count; i++)
        printf(" \\\n    parameter %s = %u%s", s->rows[i].parameter, s->rows[i].usual,
               i + 1 < s->count ? "," : "");
    printf("\n// Hands them on to an instance.\n`define TAUFLOW_SHAPE_PASS");
    for (uint32_t i = 0; i < s->count; i++)
        printf(" \\\n    .%s(%s)%s", s->rows[i].parameter, s->rows[i].parameter,
               i + 1 < s->count ? "," : "");
    printf("\n");
    print_shape_check(s);
    print_numbering();
    print_latency();
    print_operators();
    print_shape_read(s);
    printf("// The largest values.\n");
    for (uint32_t i = 0; i < s->count; i++)
        printf("`define TAUFLOW_%s_MOST %u\n", s->rows[i].parameter, s->rows[i].most);
}

static void print_shape_table(const shape_list *s)
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
        printf("| `%s` | %s | `rtl/%s.v` | %u | %s |\n", KINDS[k].word,
               KINDS[k].where == IN_MODULE ? "in every module" : "shared by all modules",
               KINDS[k].operator_module, KINDS[k].lut4, KINDS[k].about);
}

/* Names in the order of a shape's name, for shell (a variable) and Tcl (a list); those that every
 * name has, or each option's parameter and key, with hyphens. */
static void print_names(const shape_list *s, int options, const char *before, const char *after)
{
    const char *space = "";
    printf("%s", before);
    for (uint32_t i = 0; i < s->count; i++) {
        const shape_row *p = &s->rows[i];
        if ((p->from != 0) != options)
            continue;
        printf("%s%s", space, p->parameter);
        for (const char *c = options ? p->key : ""; *c; c++)
            printf("%s%c", c == p->key ? " " : "", *c == '_' ? '-' : *c);
        space = " ";
    }
    printf("%s\n", after);
}

/* Verilog modules of the operators, in the order of the kinds of a core. */
static void print_operator_names(const char *before, const char *after)
{
    printf("%s", before);
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        printf("%s%s", k ? " " : "", KINDS[k].operator_module);
    printf("%s\n", after);
}

/* NAME=VALUE for queues and depths, each at the least or the most that a core can have. */
static void print_depths(const shape_list *s, int most, const char *before, const char *after)
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

/* The name of the core that ships, or the end of it: network_modules_lanes[xOUT]_... */
static void print_usual_name(const shape_list *s, uint32_t from, const char *before,
                             const char *after)
{
    printf("%s", before);
    for (uint32_t i = from; i < s->count && !s->rows[i].from; i++) {
        const shape_row *p = &s->rows[i];
        if (strcmp(p->parameter, "NETWORK") == 0)
            printf("%s", p->usual == 1 ? "crossbar" : "ring");
        else if ((strcmp(p->parameter, "OUT_LANES") == 0 && p->usual == 1) || p->from)
            continue;
        else
            printf("%s%u", strcmp(p->parameter, "OUT_LANES") == 0 ? "x" : i > from ? "_" : "",
                   p->usual);
    }
    printf("%s\n", after);
}

/* ---- the tables of the sine and the arc tangent unit ----------------------------------------- */

/* Words of at most 56 bits: and a number that goes with them. */
static int print_words(const char *form, const char *small, const char *capital, uint32_t count,
                       int bits, uint64_t (*word)(uint32_t), const char *number)
{
    if (strcmp(form + strlen(small), "-c") == 0) {
        printf("/* Made by machine/generate.c. */\n#ifndef TAUFLOW_GENERATED_%s_H\n"
               "#define TAUFLOW_GENERATED_%s_H\n#include <stdint.h>\n\n"
               "static const uint64_t TAUFLOW_%s_TABLE[%u] = {\n",
               capital, capital, capital, count);
        for (uint32_t i = 0; i < count; i++)
            printf("    UINT64_C(0x%014llx),\n", (unsigned long long)word(i));
        printf("};\n#endif\n");
    } else if (strcmp(form + strlen(small), "-verilog") == 0) {
        printf("// Made by machine/generate.c; included inside the unit's operator.\n"
               "localparam %s;\nreg [%d:0] pieces [0:%u];\ninitial begin\n",
               number, bits - 1, count - 1);
        for (uint32_t i = 0; i < count; i++)
            printf("    pieces[%u] = %d'h%014llx;\n", i, bits, (unsigned long long)word(i));
        printf("end\n");
    } else {
        return 2;
    }
    return 0;
}

static int print_unit_table(const char *form)
{
    char number[64];
    if (strncmp(form, "trig-", 5) == 0) {
        snprintf(number, sizeof number, "[35:0] QUARTERS = 36'h%09llx",
                 (unsigned long long)TRIG_QUARTERS);
        return print_words(form, "trig", "TRIG", TRIG_PIECES, TRIG_WORD_BITS, trig_word, number);
    }
    snprintf(number, sizeof number, "[31:0] PI = 32'h%08llx", (unsigned long long)ATAN_PI);
    return print_words(form, "atan", "ATAN", ATAN_PIECES, ATAN_WORD_BITS, atan_word, number);
}

/* ---- the command line ------------------------------------------------------------------------ */

static int print_form(const char *form, const shape_list *s)
{
    if (strncmp(form, "trig-", 5) == 0 || strncmp(form, "atan-", 5) == 0)
        return print_unit_table(form);
    int regs = strncmp(form, "regs-", 5) == 0;
    const char *what = strchr(form, '-');
    const char *guard = regs ? "TAUFLOW_GENERATED_REGS" : "TAUFLOW_GENERATED_SHAPE";
    if (!what || (!regs && strncmp(form, "shape-", 6) != 0))
        return 2;
    if (strcmp(what, "-c") == 0) {
        printf("/* Made by machine/generate.c. */\n#ifndef %s_H\n#define %s_H\n%s", guard, guard,
               regs ? "" : "#include <stdint.h>\n\n");
        if (regs)
            print_registers(0);
        else
            print_shape_c(s);
        printf("#endif\n");
    } else if (strcmp(what, "-verilog") == 0) {
        printf("// Made by machine/generate.c.\n`ifndef %s_VH\n`define %s_VH\n", guard, guard);
        if (regs)
            print_registers(1);
        else
            print_shape_verilog(s);
        printf("`endif\n");
    } else if (strcmp(what, "-markdown") == 0) {
        if (regs)
            print_register_table();
        else
            print_shape_table(s);
    } else if (strcmp(form, "shape-sh") == 0) {
        print_names(s, 0, "shape_names=\"", "\"");
        print_names(s, 1, "shape_options=\"", "\"");
        print_operator_names("shape_operators=\"", "\"");
        print_depths(s, 0, "shape_least=\"", "\"");
        print_depths(s, 1, "shape_most=\"", "\"");
    } else if (strcmp(form, "shape-make") == 0) {
        uint32_t queues = 0; /* the first number after the latencies */
        while (strcmp(s->rows[queues].parameter, "QUEUE") != 0)
            queues++;
        print_usual_name(s, 0, "DEFAULT_CORE := ", "");
        print_usual_name(s, queues, "DEPTHS := ", "");
    } else if (strcmp(form, "shape-tcl") == 0) {
        print_names(s, 0, "set shape_names {", "}");
        print_names(s, 1, "set shape_options {", "}");
    } else {
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static shape_list shape;
    list_shape(&shape);
    if (check_registers() || check_kinds() || check_shape(&shape))
        return 1;
    if (argc != 2 || print_form(argv[1], &shape) != 0) {
        fprintf(stderr, "generate regs-c|regs-verilog|regs-markdown|"
                        "shape-c|shape-verilog|shape-markdown|shape-sh|shape-tcl|shape-make|"
                        "trig-c|trig-verilog|atan-c|atan-verilog\n");
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
