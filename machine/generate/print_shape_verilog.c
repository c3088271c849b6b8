/* SPDX-License-Identifier: MIT */
/* Shape and kinds of unit for Verilog. Macros have no arguments here: Icarus 11 dies of them in
 * library files. What they name (KIND, MODULE) is that of the place where they are used. */
#include "generate/forms_printed.h"

#include <stdio.h>
#include <string.h>

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
           "// FRONT, OPEN, FIXED; wires clk, enable, a_data, b_data, negate_a, negate_b, shift,\n"
           "// result and lost: what was in the last register in the cycle before did not fit.\n"
           "`define TAUFLOW_OPERATOR");
    for (uint32_t k = 0; k < KINDS_COUNT; k++) {
        printf(" \\\n    if (KIND == %u && FIXED == 0) begin : %s \\\n"
               "        %s #(.LAT(LAT), .FRONT(FRONT), .OPEN(OPEN)) operator ( \\\n"
               "            .clk(clk), .enable(enable), .a(a_data), .b(b_data), \\\n"
               "            .negate_a(negate_a), .negate_b(negate_b), .y(result) \\\n"
               "        ); \\\n"
               "        wire unused_shift = &{1'b0, shift}; \\\n"
               "        assign lost = 1'b0; \\\n    end",
               k, KINDS[k].word, KINDS[k].operator_module);
        if (find_fixed(&KINDS[k]))
            printf(" \\\n    if (KIND == %u && FIXED != 0) begin : fixed_%s \\\n"
                   "        wire [FIXED-1:0] word; \\\n"
                   "        %s #(.W(FIXED), .LAT(LAT), .FRONT(FRONT), .OPEN(OPEN)) operator ( \\\n"
                   "            .clk(clk), .enable(enable), .a(a_data[FIXED-1:0]), \\\n"
                   "            .b(b_data[FIXED-1:0]), \\\n"
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
           "// Where there are stations: each has a module, places for shared units (unit i is at\n"
           "// station i modulo MODULES; some may have one place more than units), and relays.\n"
           "`define TAUFLOW_HAS_STATIONS (MODULES > 1 && (");
    uint32_t most = 0;
    for (uint32_t n = 1; n < NETWORKS_COUNT; n++)
        if (NETWORKS[n].relays) {
            printf("%sNETWORK == %u", most ? " || " : "", n);
            most = NETWORKS[n].relays > most ? NETWORKS[n].relays : most;
        }
    printf("))\n`define TAUFLOW_STATION_RELAYS ("); /* the most where there are no stations */
    for (uint32_t n = 1; n < NETWORKS_COUNT; n++)
        if (NETWORKS[n].relays && NETWORKS[n].relays < most)
            printf("NETWORK == %u ? %u : ", n, NETWORKS[n].relays);
    printf("%u)\n"
           "// Of a sparse crossbar of SPARSE modules: that to which operand RECEIVER is deaf\n"
           "// (machine/network_sparse.c).\n"
           "`define TAUFLOW_IS_SPARSE (NETWORK == %d)\n"
           "`define TAUFLOW_SPARSE_DEAF \\\n"
           "    ((RECEIVER / `TAUFLOW_OPERANDS + 1 + RECEIVER %% `TAUFLOW_OPERANDS) %% SPARSE)\n"
           "`define TAUFLOW_STATION_UNITS \\\n"
           "    (`TAUFLOW_MODULE_KINDS + (`TAUFLOW_CORE_SHARED + MODULES - 1) / MODULES)\n"
           "`define TAUFLOW_STATION_OPERANDS (`TAUFLOW_OPERANDS * `TAUFLOW_STATION_UNITS)\n"
           "`define TAUFLOW_CORE_RELAYS \\\n"
           "    (`TAUFLOW_HAS_STATIONS ? `TAUFLOW_STATION_RELAYS * MODULES : 0)\n"
           "`define TAUFLOW_CORE_RECEIVERS \\\n"
           "    (`TAUFLOW_CORE_OPERANDS + OUT_LANES + `TAUFLOW_CORE_RELAYS)\n"
           "`define TAUFLOW_CORE_SOURCES (`TAUFLOW_CORE_UNITS + LANES + `TAUFLOW_CORE_RELAYS)\n"
           "// Bits of a mask: of a source that reaches every operand, of one within a station.\n"
           "`define TAUFLOW_CORE_MASK (`TAUFLOW_CORE_OPERANDS + OUT_LANES)\n"
           "`define TAUFLOW_STATION_MASK \\\n"
           "    (`TAUFLOW_STATION_OPERANDS + OUT_LANES + `TAUFLOW_STATION_RELAYS)\n",
           most, NUMBER_OF_SPARSE);
}

/* Every network has the same ports. A station alone is on a crossbar, as are networks that have its
 * module. */
static void print_networks_verilog(void)
{
    printf("// The network among the modules, inside a generate block: wires of the module that\n"
           "// uses it (tau_core).\n"
           "`define TAUFLOW_NETWORK \\\n    ");
    for (uint32_t n = NETWORKS_COUNT; n-- > NUMBER_OF_CROSSBAR;) {
        const network_row *row = &NETWORKS[n], *last = &NETWORKS[NUMBER_OF_CROSSBAR];
        if (row != last && strcmp(row->module, last->module) == 0)
            continue;
        if (row != last)
            printf("if (NETWORK == %u%s) ", n, row->relays ? " && MODULES > 1" : "");
        printf("begin : %s \\\n"
               "        %s #(`TAUFLOW_SHAPE_PASS) net ( \\\n"
               "            .clk(clk), .rst(rst), .run(run), .load(load), \\\n"
               "            .lane_offer(net_offer), .lane_data(lane_data), \\\n"
               "            .lane_taken(net_taken), \\\n"
               "            .out_offer(out_offer[UNITS*OUT_LANES-1:0]), \\\n"
               "            .out_data(out_data[UNITS*32-1:0]), \\\n"
               "            .out_taken(out_taken[UNITS*OUT_LANES-1:0]), .issue(issue), \\\n"
               "            .overflow(net_overflow) \\\n"
               "        ); \\\n    end%s",
               row->word, row->module, row != last ? " else " : "\n");
    }
}

/* The constants of the registers that report the shape, as items of a case over the address. */
static void print_shape_read(const shape_list *s)
{
    printf("// What the registers report, as items of a case over the address.\n"
           "`define TAUFLOW_SHAPE_READ");
    for (uint32_t r = 0; r < s->registers.count; r++) {
        const line *l = &s->registers.lines[r];
        const char *before = NULL;
        for (uint32_t i = 0; i < s->count; i++) {
            const shape_row *p = &s->rows[i];
            if (l->kind != IS_REG || strcmp(p->reg, l->name) != 0)
                continue;
            const line *f = find_field(&s->registers, p->reg, p->bits);
            if (!before)
                printf(" \\\n    `TAUFLOW_REG_%s: still =", l->name);
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
    for (uint32_t n = 1; n < NETWORKS_COUNT; n++)
        if (NETWORKS[n].least > 1)
            printf(" \\\n    if (NETWORK == %u && MODULES < %u) \\\n"
                   "        $error(\"%%m: MODULES is %%0d, a %s has more\", MODULES);",
                   n, NETWORKS[n].least, NETWORKS[n].about);
    printf(" \\\n    if (`TAUFLOW_MODULES_UNITS > `TAUFLOW_UNITS_MOST) \\\n"
           "        $error(\"%%m: MODULES is %%0d, too many units\", MODULES);\n");
}

void print_shape_verilog(const shape_list *s)
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
    print_networks_verilog();
    print_latency();
    print_operators();
    print_shape_read(s);
    printf("// The largest values.\n");
    for (uint32_t i = 0; i < s->count; i++)
        printf("`define TAUFLOW_%s_MOST %u\n", s->rows[i].parameter, s->rows[i].most);
}
