/* SPDX-License-Identifier: MIT */
/* Operators that have registers: blocks of fixed point, operators of binary32. Where several
 * operations share one, each has its turn when its stage has a sample (`moves`): no two have it at
 * a time, since samples come an interval apart and the stages differ modulo the interval. */
#include "emit/verilog/circuit_parts.h"

#include <string.h>

/* ---- one operator ---------------------------------------------------------------------------- */

bool circuit_names_blocks(const circuit_writer *w)
{
    return w->c->stages.block_cycles || w->sites.count;
}

void circuit_write_block(const circuit_writer *w, const char *to, const char *a, const char *b,
                         const char *site)
{
    text_printf(w->out, "    %s_product #(.WIDTH(%u)", w->options->name, w->c->cells.width);
    if (site)
        text_printf(w->out, ", .SITE(\"%s\")", site);
    text_printf(w->out, ") %s_product (%s.a(%s), .b(%s), .y(%s));\n", to,
                w->c->stages.block_cycles ? ".clk(clk), " : "", a, b, to);
}

/* Bits of a fraction, unsigned: a block of more takes it whole (rtl/operators/fp32_mul.v). */
enum { BINARY32_BLOCK_BITS = 24 };

/* Each plans its registers with the way to it. */
void circuit_write_operator(const circuit_writer *w, uint32_t i, const char *to, const char *a,
                            const char *b, const char *negate_a, const char *negate_b)
{
    const device *target = w->options->target;
    const unit_kind unit = cells_unit(&w->c->cells, i);
    const uint32_t front_ps = (unit == UNIT_MUL ? target->block_wire_ps : target->wire_ps) +
                              device_choice_ps(target, w->c->stages.sharing.interval);
    text_printf(w->out, "    %s #(.LAT(%u), .FRONT(%u)", UNIT_KIND[unit].module,
                w->c->cells.list[i].cycles, front_ps / 100);
    if (unit == UNIT_MUL)
        text_printf(w->out, ", .BLOCK_W(%u)",
                    target->wide_bits > BINARY32_BLOCK_BITS ? BINARY32_BLOCK_BITS
                                                            : target->block_bits);
    text_printf(w->out, ") %s_operator (.clk(clk), .enable({%u{1'b1}}),\n        .a(%s), .b(%s), "
                ".negate_a(%s), .negate_b(%s), .y(%s));\n",
                to, w->c->cells.list[i].cycles, a, b, negate_a, negate_b, to);
}

const char *circuit_negates(const cell *made, uint32_t term)
{
    return made->term[term].negative ? "1'b1" : "1'b0";
}

/* ---- shared ones ----------------------------------------------------------------------------- */

/* What an operand is chosen from: wires, and the stages in which it is their turn. */
typedef struct {
    const char **wires;
    uint32_t **stages, *stages_count;
    uint32_t count;
} choice;

static choice choice_make(const circuit_writer *w)
{
    const uint32_t most = w->c->stages.sharing.interval;
    return (choice){.wires = ARENA_ARRAY(w->mem, const char *, most),
                    .stages = ARENA_ARRAY(w->mem, uint32_t *, most),
                    .stages_count = ARENA_ARRAY(w->mem, uint32_t, most)};
}

static void choice_add(const circuit_writer *w, choice *c, const char *wire, uint32_t stage)
{
    uint32_t i = 0;
    while (i < c->count && strcmp(c->wires[i], wire) != 0)
        i++;
    if (i == c->count) {
        c->wires[c->count++] = wire;
        c->stages[i] = ARENA_ARRAY(w->mem, uint32_t, w->c->stages.sharing.interval);
    }
    c->stages[i][c->stages_count[i]++] = stage;
}

/* The turns of an operator, as text; those that it asks for are marked in `asked`, by stages. */
typedef struct {
    const circuit_writer *w;
    const char *name;
    bool *asked;
    text out;
} chooser;

static const char *turns_of(const chooser *o, const choice *c, uint32_t i)
{
    text turns = text_make(o->w->mem);
    for (uint32_t k = 0; k < c->stages_count[i]; k++) {
        text_printf(&turns, "%s%s_at%u", k ? " | " : "", o->name, c->stages[i][k]);
        o->asked[c->stages[i][k]] = true;
    }
    return turns.bytes;
}

/* Two: one or the other. More: the one whose turn it is, all others 0. */
static void write_choice(chooser *o, const choice *c, const char *to, uint32_t bits)
{
    /* the one that is asked for more easily */
    const uint32_t first = c->count == 2 && c->stages_count[1] < c->stages_count[0];
    text_printf(&o->out, "    wire [%u:0] %s = ", bits - 1, to);
    if (c->count == 1)
        text_printf(&o->out, "%s;\n", c->wires[0]);
    else if (c->count == 2)
        text_printf(&o->out, "%s ? %s : %s;\n", turns_of(o, c, first), c->wires[first],
                    c->wires[1 - first]);
    else
        for (uint32_t i = 0; i < c->count; i++)
            text_printf(&o->out, "\n        {%u{%s}} & %s%s", bits, turns_of(o, c, i),
                        c->wires[i], i + 1 < c->count ? " |" : ";\n");
}

void circuit_write_turn(const circuit_writer *w, const char *to, uint32_t stage)
{
    text_printf(w->out, "    wire %s;\n    %s_turn %s_turn (.clk(clk), .d(%s), .q(%s));\n", to,
                w->options->name, to,
                stage ? arena_printf(w->mem, "moves[%u]", stage - 1) : "takes", to);
}

/* `moves` of those stages, for this operator alone: registers that can stand beside it, where those
 * of all operators of a stage would stand far from most. */
static void write_turns(const chooser *o)
{
    for (uint32_t stage = 0; stage <= o->w->c->stages.stages; stage++) {
        if (!o->asked[stage])
            continue;
        circuit_write_turn(o->w, arena_printf(o->w->mem, "%s_at%u", o->name, stage), stage);
    }
}

static void write_shared(const circuit_writer *w, uint32_t number)
{
    const cells *c = &w->c->cells;
    choice operands[2] = {choice_make(w), choice_make(w)}, negates = choice_make(w);
    choice branches = choice_make(w); /* with both negations an adder branches: `below` */
    uint32_t one = 0;
    const char *to = arena_printf(w->mem, "u%u", number);
    for (uint32_t i = 0; i < c->list_count; i++) {
        if (w->c->shared.of[i] != number)
            continue;
        const cell *made = &c->list[i];
        const uint32_t stage = stages_reads(&w->c->stages, i);
        for (uint32_t k = 0; k < 2; k++) {
            const cell_term *t = &made->term[made->terms > 1 ? k : 0];
            choice_add(w, &operands[w->c->shared.swapped[i] ? 1 - k : k],
                       circuit_value(w, t->from, stage), stage);
        }
        choice_add(w, &negates, circuit_negates(made, 1), stage);
        choice_add(w, &branches, circuit_negates(made, 0), stage);
        one = i;
    }
    const char *ports[3] = {arena_printf(w->mem, "%s_a", to), arena_printf(w->mem, "%s_b", to),
                            arena_printf(w->mem, "%s_negate", to)};
    const char *branch = branches.wires[0];
    chooser o = {.w = w, .name = to, .out = text_make(w->mem),
                 .asked = ARENA_ARRAY(w->mem, bool, w->c->stages.stages + 1)};
    const bool is_product = c->list[one].kind == CELL_PRODUCT;
    for (uint32_t k = 0; k < 2; k++)
        write_choice(&o, &operands[k], ports[k], c->width);
    if (!is_product)
        write_choice(&o, &negates, ports[2], 1);
    if (!is_product && branches.count > 1) {
        branch = arena_printf(w->mem, "%s_branch", to);
        write_choice(&o, &branches, branch, 1);
    }
    write_turns(&o);
    text_add_bytes(w->out, o.out.bytes, o.out.length);
    if (is_product)
        circuit_write_block(w, to, ports[0], ports[1], w->sites.of_operator[number]);
    else
        circuit_write_operator(w, one, to, ports[0], ports[1], branch, ports[2]);
}

void circuit_declare_shared(const circuit_writer *w)
{
    const cells *c = &w->c->cells;
    bool *declared = ARENA_ARRAY(w->mem, bool, w->c->shared.count + 1);
    for (uint32_t i = 0; i < c->list_count; i++) {
        const uint32_t number = w->c->shared.of[i];
        if (number == OPERATOR_OWN || declared[number])
            continue;
        declared[number] = true;
        text_printf(w->out, "    wire signed [%u:0] u%u;\n",
                    (c->list[i].kind == CELL_PRODUCT ? 2 : 1) * c->width - 1, number);
    }
}

void circuit_write_shared(const circuit_writer *w)
{
    for (uint32_t i = 0; i < w->c->shared.count; i++)
        write_shared(w, i);
}

void circuit_write_turn_module(const circuit_writer *w)
{
    text_printf(w->out,
                "\n"
                "// A register of its own, whichever others have the same value. With TAUFLOW_ECP5 "
                "the cell is\n// named, since Yosys joins them.\n"
                "module %s_turn (\n"
                "    input  wire clk,\n"
                "    input  wire d,\n"
                "    output wire q\n"
                ");\n"
                "`ifdef TAUFLOW_ECP5\n"
                "    TRELLIS_FF #(\n"
                "        .GSR(\"DISABLED\"), .CEMUX(\"1\"), .CLKMUX(\"CLK\"), .LSRMUX(\"LSR\"), "
                ".REGSET(\"RESET\")\n"
                "    ) register (.CLK(clk), .LSR(1'b0), .CE(1'b1), .DI(d), .Q(q));\n"
                "`else\n"
                "    (* keep = \"true\" *) reg held;\n"
                "    always @(posedge clk) held <= d;\n"
                "    assign q = held;\n"
                "`endif\n"
                "endmodule\n",
                w->options->name);
}

/* ---- a product in its block ------------------------------------------------------------------ */

static void write_pins(text *out, const char *port, const char *wire, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, "%s.%s%u(%s[%u]),%s", i % 6 ? " " : "                ", port, i, wire, i,
                    i % 6 == 5 ? "\n" : "");
}

static void write_ecp5_block(const circuit_writer *w)
{
    const char *clock = w->c->stages.block_cycles ? "CLK0" : "NONE";
    text_add(w->out, "    wire [17:0] a_in = {{18-WIDTH{a[WIDTH-1]}}, a};\n"
                     "    wire [17:0] b_in = {{18-WIDTH{b[WIDTH-1]}}, b};\n"
                     "    wire [35:0] p;\n");
    if (w->sites.count)
        text_add(w->out, "`ifdef TAUFLOW_ECP5_85\n    (* BEL = SITE *)\n`endif\n");
    text_printf(w->out,
                "    MULT18X18D #(\n"
                "        .REG_INPUTA_CLK(\"%s\"), .REG_INPUTB_CLK(\"%s\"),\n"
                "        .REG_PIPELINE_CLK(\"NONE\"), .REG_OUTPUT_CLK(\"%s\"),\n"
                "        .CLK0_DIV(\"ENABLED\"), .GSR(\"DISABLED\"), .MULT_BYPASS(\"DISABLED\")\n"
                "    ) block (\n", clock, clock, clock);
    write_pins(w->out, "A", "a_in", 18);
    write_pins(w->out, "B", "b_in", 18);
    write_pins(w->out, "P", "p", 36);
    text_printf(w->out,
                "                .SIGNEDA(1'b1), .SIGNEDB(1'b1), .SOURCEA(1'b0), .SOURCEB(1'b0),\n"
                "                .CLK0(%s), .CE0(1'b1), .RST0(1'b0)\n"
                "    );\n"
                "    assign y = p[2*WIDTH-1:0];\n",
                w->c->stages.block_cycles ? "clk" : "1'b0");
}

void circuit_write_block_module(const circuit_writer *w)
{
    const bool registers = w->c->stages.block_cycles;
    text_add(w->out, registers ? "\n// a b, two cycles later, with registers at operands and "
                                 "result that multiplier blocks have\n// inside. With TAUFLOW_ECP5 "
                                 "the block is named, since Yosys leaves its registers empty.\n"
                               : "\n// a b. With TAUFLOW_ECP5 the block is named.\n");
    if (w->sites.count)
        text_printf(w->out, "// With TAUFLOW_ECP5_85, too, it stands at SITE: for one circuit on "
                    "%s and nextpnr.\n", w->options->target->part);
    text_printf(w->out,
                "module %s_product #(\n"
                "%s"
                "    parameter WIDTH = 18\n"
                ") (\n"
                "%s"
                "    input  wire signed [WIDTH-1:0] a,\n"
                "    input  wire signed [WIDTH-1:0] b,\n"
                "    output wire signed [2*WIDTH-1:0] y\n"
                ");\n",
                w->options->name, w->sites.count ? "    parameter SITE  = \"\",\n" : "",
                registers ? "    input  wire clk,\n" : "");
    if (w->sites.count)
        text_add(w->out, "    wire unused_site = &{1'b0, SITE};\n");
    if (w->c->cells.width <= 18) {
        text_add(w->out, "`ifdef TAUFLOW_ECP5\n");
        write_ecp5_block(w);
        text_add(w->out, "`else\n");
    }
    text_add(w->out, registers ? "    reg signed [WIDTH-1:0] a_in, b_in;\n"
                                 "    reg signed [2*WIDTH-1:0] p;\n"
                                 "    always @(posedge clk) begin\n"
                                 "        a_in <= a;\n"
                                 "        b_in <= b;\n"
                                 "        p    <= a_in * b_in;\n"
                                 "    end\n"
                                 "    assign y = p[2*WIDTH-1:0];\n"
                               : "    assign y = a * b;\n");
    text_add(w->out, w->c->cells.width <= 18 ? "`endif\n" : "");
    text_add(w->out, "endmodule\n");
}
