/* SPDX-License-Identifier: MIT */
/* NAME_circuit.v. With a clock:
 *
 *     in -> registers -> stage 0 -> ... -> last stage -> registers -> queue -> out
 *
 * No register waits: a sample that was taken moves on every cycle, and `room` counts places of the
 * queue that no sample on its way will need. So no wire says "stop" to thousands of registers, and
 * both ends may stall as they like. */
#include "circuit/circuit_formats.h"
#include "emit/verilog/circuit_parts.h"
#include "operations/ops_fixed.h"
#include "operations/word_meaning.h"

#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A name fit for Verilog; the number is added where two would be the same. */
static const char *port_name(arena *mem, const char *prefix, const char *name,
                             const char *const *taken, uint32_t count)
{
    char *made = arena_printf(mem, "%s_%s", prefix, name);
    for (char *c = made; *c; c++)
        *c = is_word(*c) ? *c : '_';
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(taken[i], made) == 0)
            return port_name(mem, prefix, arena_printf(mem, "%s_%u", name, count), taken, count);
    return made;
}

static const char *said(arena *mem, word_meaning m)
{
    text t = text_make(mem);
    word_meaning_say(&m, &t);
    return t.bytes;
}

circuit_writer circuit_writer_make(arena *mem, const circuit *c, const circuit_options *options)
{
    const ops *p = c->cells.p;
    circuit_writer w = {.mem = mem, .c = c, .p = p, .options = options,
                        .in = ARENA_ARRAY(mem, const char *, p->inputs_count + 1),
                        .outs = ARENA_ARRAY(mem, const char *, p->outputs_count + 1),
                        .in_said = ARENA_ARRAY(mem, const char *, p->inputs_count + 1),
                        .outs_said = ARENA_ARRAY(mem, const char *, p->outputs_count + 1),
                        .clocked = c->stages.period_ps != 0,
                        .has_ranges = ops_has_points(c->cells.p)};
    const layout l = layout_make(mem, p);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        w.in[i] = port_name(mem, "in", p->inputs[i].name, w.in, i);
        w.in_said[i] = said(mem, word_meaning_of_input(&l, p, i));
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        w.outs[i] = port_name(mem, "out", p->outputs[i].name, w.outs, i);
        w.outs_said[i] = said(mem, word_meaning_of_output(p, i));
    }
    return w;
}

const char *circuit_value(const circuit_writer *w, operand from, uint32_t stage)
{
    const stages *s = &w->c->stages;
    const uint32_t i = OPERAND_INDEX(from);
    switch (OPERAND_CLASS(from)) {
    case FROM_INPUT:
        return w->clocked ? arena_printf(w->mem, "x%u_%u", i, stages_since(s, from, stage))
                          : w->in[i];
    case FROM_CONSTANT: return arena_printf(w->mem, "k%u", i);
    case FROM_OP: break;
    }
    return stage > s->at[i] ? arena_printf(w->mem, "c%u_%u", i, stages_since(s, from, stage))
                            : arena_printf(w->mem, "c%u", i);
}

/* ---- head and ports -------------------------------------------------------------------------- */

static void write_head(const circuit_writer *w)
{
    const circuit *c = w->c;
    const ops *p = w->p;
    text_printf(w->out, "// Robot %s, function %s, as a circuit: made by tauflow, not by hand.\n",
                w->options->name, FUNCTION_KIND[p->function].name);
    CIRCUIT_FORMAT[ops_format(p)->id].describe(p, w->out);
    if (w->clocked) {
        text_add(w->out, "// A sample every ");
        circuit_add_interval(c, w->out);
        text_printf(w->out,
                    "; its result can be taken %u cycles after it was. %u stages for %u MHz on\n"
                    "// %s.\n",
                    c->latency_cycles, c->stages.stages, w->options->clock_mhz,
                    w->options->target->about);
    } else
        text_printf(w->out, "// No registers: results follow inputs, by the model of %s within "
                    "%.1f ns.\n", w->options->target->about, c->stages.slowest_ps / 1000.0);
    text_printf(w->out, "// %u multiplications in %u multiplier blocks, %llu bits in registers "
                "between stages.\n", c->cells.products, circuit_blocks(c),
                (unsigned long long)c->stages.register_bits);
    text_add(w->out, "`default_nettype none\n");
}

static void write_ports(const circuit_writer *w)
{
    const ops *p = w->p;
    text_printf(w->out, "module %s_circuit (\n", w->options->name);
    if (w->clocked)
        text_add(w->out, "    input  wire clk,\n    input  wire rst, // synchronous\n");
    text_add(w->out, "    input  wire in_valid,\n    output wire in_ready,\n");
    const uint32_t top = w->c->cells.width - 1;
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        text_printf(w->out, "    input  wire signed [%u:0] %s, // %s", top, w->in[i],
                    w->in_said[i]);
        if (w->has_ranges)
            text_printf(w->out, "; point %d, %g .. %g", p->inputs[i].point, p->inputs[i].low,
                        p->inputs[i].high);
        text_add(w->out, "\n");
    }
    text_add(w->out, "    output wire out_valid,\n    input  wire out_ready");
    text_add(w->out, w->has_ranges ? ",\n    output wire out_in_range" : "");
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        text_printf(w->out, ",\n    output wire signed [%u:0] %s /* %s", top, w->outs[i],
                    w->outs_said[i]);
        if (w->has_ranges)
            text_printf(w->out, "; point %d", ops_point(p, p->outputs[i].value));
        text_add(w->out, " */");
    }
    text_add(w->out, "\n);\n");
}

/* ---- cells and registers --------------------------------------------------------------------- */

static void write_constants(const circuit_writer *w)
{
    const cells *c = &w->c->cells;
    const uint64_t mask = ((uint64_t)1 << c->width) - 1;
    for (uint32_t i = 0; i < w->p->constants_count; i++)
        text_printf(w->out, "    wire signed [%u:0] k%u = %u'h%llx;\n", c->width - 1, i, c->width,
                    (unsigned long long)((uint64_t)c->constants[i] & mask));
}

static bool is_shared(const circuit_writer *w, uint32_t i)
{
    return w->c->shared.of[i] != OPERATOR_OWN;
}

/* A value over so many bits: its sign repeated, or what is too high left off. */
static void add_extended(const circuit_writer *w, const char *name, uint32_t bits, uint32_t to)
{
    if (to > bits)
        text_printf(w->out, "{%u{%s[%u]}}, %s", to - bits, name, bits - 1, name);
    else
        text_printf(w->out, "%s[%u:0]", name, to - 1);
}

/* What the block adds to the product, or takes it off from; the result's name. */
static const char *write_block_sum(const circuit_writer *w, uint32_t i, const char *product)
{
    const cell *made = &w->c->cells.list[i];
    const cell_term *added = &made->term[2];
    const uint32_t n = made->drop + made->bits, low = made->terms > 2 ? added->left : n;
    const char *name = arena_printf(w->mem, "c%u_p", i);
    const uint64_t mask = ((uint64_t)1 << n) - 1;
    text_printf(w->out, "    wire [%u:0] %s = {", n - 1, name);
    if (made->terms > 2) {
        add_extended(w, circuit_value(w, added->from, stages_reads(&w->c->stages, i)),
                     cells_bits(&w->c->cells, added->from), n - low);
        text_add(w->out, ", ");
    }
    text_printf(w->out, "%u'd%llu} %c {", low,
                (unsigned long long)((uint64_t)made->constant & mask),
                made->term[0].negative ? '-' : '+');
    add_extended(w, product, 2 * w->c->cells.width, n);
    text_add(w->out, "};\n");
    return name;
}

static void write_product(const circuit_writer *w, uint32_t i)
{
    const cell *made = &w->c->cells.list[i];
    const stages *s = &w->c->stages;
    const char *a = circuit_value(w, made->term[0].from, stages_reads(s, i));
    const char *b = circuit_value(w, made->term[1].from, stages_reads(s, i));
    const char *exact = arena_printf(w->mem, "c%u_t", i);
    if (is_shared(w, i))
        exact = arena_printf(w->mem, "u%u", w->c->shared.of[i]);
    else
        text_printf(w->out, "    wire signed [%u:0] %s", 2 * w->c->cells.width - 1, exact);
    if (circuit_names_blocks(w) && !is_shared(w, i)) {
        text_add(w->out, ";\n");
        circuit_write_block(w, exact, a, b, w->sites.of_cell[i]);
    } else if (!is_shared(w, i))
        text_printf(w->out, " = %s * %s;\n", a, b);
    if (made->constant || made->terms > 2)
        exact = write_block_sum(w, i, exact);
    text_printf(w->out, "    wire signed [%u:0] c%u = %s[%u:%u];\n", made->bits - 1, i, exact,
                made->drop + made->bits - 1, made->drop);
}

static void write_operator(const circuit_writer *w, uint32_t i)
{
    const cell *made = &w->c->cells.list[i];
    const uint32_t stage = stages_reads(&w->c->stages, i);
    const char *a = circuit_value(w, made->term[0].from, stage);
    const char *b = made->terms > 1 ? circuit_value(w, made->term[1].from, stage) : a;
    if (is_shared(w, i)) {
        text_printf(w->out, "    wire [31:0] c%u = u%u;\n", i, w->c->shared.of[i]);
        return;
    }
    text_printf(w->out, "    wire [31:0] c%u;\n", i);
    circuit_write_operator(w, i, arena_printf(w->mem, "c%u", i), a, b, circuit_negates(made, 0),
                           circuit_negates(made, 1));
}

/* A register that takes a value over: every cycle, or when its stage has a sample. */
static void write_register(const circuit_writer *w, operand from, const char *when, const char *to,
                           const char *value)
{
    const uint32_t bits = cells_bits(&w->c->cells, from);
    text_printf(w->out, "    reg signed [%u:0] %s; always @(posedge clk) ", bits - 1, to);
    if (w->c->stages.sharing.interval > 1)
        text_printf(w->out, "if (%s) ", when);
    text_printf(w->out, "%s <= %s;\n", to, value);
}

/* What keeps a value from the first stage that needs a register to the last. Where registers wait
 * for their turn each has it from a register beside it: one wire for all of a stage would reach
 * across the device. */
static void write_registers(const circuit_writer *w, operand from, uint32_t first, uint32_t last)
{
    for (uint32_t k = first; k <= last; k += w->c->stages.sharing.interval) {
        const char *to = circuit_value(w, from, k), *when = arena_printf(w->mem, "%s_at", to);
        if (w->c->stages.sharing.interval > 1)
            circuit_write_turn(w, when, k - 1);
        write_register(w, from, when, to, circuit_value(w, from, k - 1));
    }
}

static void write_cells(const circuit_writer *w)
{
    const stages *s = &w->c->stages;
    const cells *c = &w->c->cells;
    for (uint32_t i = 0; w->clocked && i < w->p->inputs_count; i++) {
        const operand from = OPERAND(FROM_INPUT, i);
        write_register(w, from, "ready", circuit_value(w, from, 0), w->in[i]);
        write_registers(w, from, s->sharing.interval, s->input_last[i]);
    }
    for (uint32_t i = 0; i < c->list_count; i++) {
        text_add(w->out, "    // ");
        ops_print_name(w->p->list[c->list[i].op].name, w->out);
        text_printf(w->out, "%s\n", c->list[i].whole ? ""
                                    : c->list[i].kind == CELL_PRODUCT ? ", before rounding"
                                                                      : ", a part of it");
        switch (c->list[i].kind) {
        case CELL_PRODUCT: write_product(w, i); break;
        case CELL_SUM: circuit_write_sum(w, i); break;
        case CELL_DIGIT: circuit_write_digit(w, i); break;
        case CELL_TABLE: circuit_write_part(w, i); break;
        case CELL_OPERATOR: write_operator(w, i); break;
        }
        write_registers(w, OPERAND(FROM_OP, i), s->at[i] + 1, s->last[i]);
    }
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static void add_integer(const circuit_writer *w, int64_t x)
{
    text_printf(w->out, "%s%u'sd%lld", x < 0 ? "-" : "", w->p->format,
                (long long)(x < 0 ? -x : x));
}

/* A bit per input, and beside the sample one that all of them were 1: `in_range`. */
static void write_ranges(const circuit_writer *w)
{
    const ops *p = w->p;
    const uint32_t count = w->c->stages.stages;
    text_printf(w->out, "    wire [%u:0] inputs_within = {", p->inputs_count - 1);
    for (uint32_t i = p->inputs_count; i-- > 0;) {
        const char *x = circuit_value(w, OPERAND(FROM_INPUT, i), 0);
        int64_t low = 0, high = 0;
        fixed_from_double(p->format, p->inputs[i].point, p->inputs[i].low, &low);
        fixed_from_double(p->format, p->inputs[i].point, p->inputs[i].high, &high);
        text_printf(w->out, "\n        %s >= ", x);
        add_integer(w, low);
        text_printf(w->out, " && %s <= ", x);
        add_integer(w, high);
        text_add(w->out, i ? "," : "};\n");
    }
    if (count == 1) {
        text_add(w->out, "    wire in_range = &inputs_within;\n");
        return;
    }
    text_printf(w->out, "    reg [%u:0] each_within; always @(posedge clk) each_within <= "
                "inputs_within;\n    wire within_1 = &each_within;\n", p->inputs_count - 1);
    for (uint32_t k = 2; k < count; k++)
        text_printf(w->out, "    reg within_%u; always @(posedge clk) within_%u <= within_%u;\n", k,
                    k, k - 1);
    text_printf(w->out, "    wire in_range = within_%u;\n", count - 1);
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void write_straight_ends(const circuit_writer *w)
{
    text_add(w->out, "    assign in_ready = out_ready;\n    assign out_valid = in_valid;\n");
    text_add(w->out, "    assign out_in_range = in_range;\n");
    for (uint32_t i = 0; i < w->p->outputs_count; i++)
        text_printf(w->out, "    assign %s = %s;\n", w->outs[i],
                    circuit_value(w, w->c->cells.outputs[i], 0));
}

static const char FLOW[] =
    "    reg  [STAGES:0] moves; // which stages, and the registers after them, have a sample\n"
    "    reg  ready;\n"
    "    wire takes = in_valid && ready;\n";

static const char EVERY_CYCLE[] = "    wire turn = 1'b1; // to take a sample in the next cycle\n";

/* The turn comes every interval, and waits while there is no sample: the first is taken at once.
 * That nothing moves is counted: a look at all of `moves` would be the slowest path. */
static const char EVERY_INTERVAL[] =
    "    reg  [LEFT_BITS-1:0] left; // cycles until the last sample has moved on\n"
    "    reg  empty;\n"
    "    always @(posedge clk)\n"
    "        if (rst) begin\n"
    "            left  <= 0;\n"
    "            empty <= 1'b1;\n"
    "        end else begin\n"
    "            left  <= takes ? LEFT : empty ? left : left - 1'b1;\n"
    "            empty <= !takes && left[LEFT_BITS-1:1] == 0;\n"
    "        end\n"
    "    reg  [INTERVAL-1:0] turns; // to take a sample: one of them is 1\n"
    "    wire turn = turns[0] && !takes; // in the next cycle\n"
    "    always @(posedge clk)\n"
    "        if (rst || (empty && !takes))\n"
    "            turns <= 1;\n"
    "        else if (turns[0] && takes) // the turn had waited\n"
    "            turns <= 1 << (INTERVAL - 2);\n"
    "        else\n"
    "            turns <= {turns[0], turns[INTERVAL-1:1]};\n";

static const char QUEUE[] =
    "    reg  [PLACE_BITS:0] room, held; // places that nobody will need; results in the queue\n"
    "    reg  offers;\n"
    "    reg  [PLACE_BITS-1:0] head, tail;\n"
    "    reg  [OUT_BITS-1:0] made;\n"
    "    reg  [OUT_BITS-1:0] queue [0:(1 << PLACE_BITS) - 1];\n"
    "    wire [OUT_BITS-1:0] first = queue[tail];\n"
    "    wire gives = offers && out_ready, stores = moves[STAGES];\n"
    "    reg  gave; // a cycle on the way from one end to the other\n"
    "    wire [PLACE_BITS:0] next_room = room - {{PLACE_BITS{1'b0}}, takes}\n"
    "                                         + {{PLACE_BITS{1'b0}}, gave};\n"
    "    wire [PLACE_BITS:0] next_held = held + {{PLACE_BITS{1'b0}}, stores}\n"
    "                                         - {{PLACE_BITS{1'b0}}, gives};\n"
    "    always @(posedge clk) begin\n"
    "        made <= results;\n"
    "        if (stores)\n"
    "            queue[head] <= made;\n"
    "        if (rst) begin\n"
    "            moves  <= 0;\n"
    "            room   <= {1'b1, {PLACE_BITS{1'b0}}};\n"
    "            ready  <= 1'b0;\n"
    "            held   <= 0;\n"
    "            offers <= 1'b0;\n"
    "            gave   <= 1'b0;\n"
    "            head   <= 0;\n"
    "            tail   <= 0;\n"
    "        end else begin\n"
    "            moves  <= {moves[STAGES-1:0], takes};\n"
    "            room   <= next_room;\n"
    "            ready  <= turn && next_room != 0;\n"
    "            held   <= next_held;\n"
    "            offers <= next_held != 0;\n"
    "            gave   <= gives;\n"
    "            head   <= head + {{PLACE_BITS-1{1'b0}}, stores};\n"
    "            tail   <= tail + {{PLACE_BITS-1{1'b0}}, gives};\n"
    "        end\n"
    "    end\n"
    "    assign in_ready = ready;\n"
    "    assign out_valid = offers;\n";

static void write_flow(const circuit_writer *w)
{
    const uint32_t interval = w->c->stages.sharing.interval;
    uint32_t left_bits = 2;
    while (1u << left_bits <= w->c->stages.stages + 1)
        left_bits++;
    text_printf(w->out, "    localparam STAGES = %u", w->c->stages.stages);
    if (interval > 1)
        text_printf(w->out, ", INTERVAL = %u", interval);
    text_add(w->out, ";\n");
    if (interval > 1)
        text_printf(w->out, "    localparam LEFT_BITS = %u;\n"
                    "    localparam [LEFT_BITS-1:0] LEFT = %u'd%u; // STAGES + 1\n", left_bits,
                    left_bits, w->c->stages.stages + 1);
    text_add(w->out, FLOW);
    text_add(w->out, interval > 1 ? EVERY_INTERVAL : EVERY_CYCLE);
}

static void write_queue(const circuit_writer *w)
{
    const uint32_t interval = w->c->stages.sharing.interval;
    uint32_t place_bits = 2;
    while (1u << place_bits < (w->c->latency_cycles + interval) / interval + 1)
        place_bits++;
    text_printf(w->out,
                "    localparam PLACE_BITS = %u, OUT_BITS = %u;\n"
                "    wire [OUT_BITS-1:0] results = {", place_bits,
                w->p->outputs_count * w->c->cells.width + w->has_ranges);
    text_add(w->out, w->has_ranges ? "in_range, " : "");
    for (uint32_t i = w->p->outputs_count; i-- > 0;)
        text_printf(w->out, "%s%s",
                    circuit_value(w, w->c->cells.outputs[i], w->c->stages.stages - 1),
                    i ? ", " : "};\n");
    text_add(w->out, QUEUE);
    text_add(w->out, w->has_ranges ? "    assign out_in_range = first[OUT_BITS-1];\n" : "");
    for (uint32_t i = 0; i < w->p->outputs_count; i++)
        text_printf(w->out, "    assign %s = first[%u:%u];\n", w->outs[i],
                    (i + 1) * w->c->cells.width - 1, i * w->c->cells.width);
}

void circuit_write_verilog(const circuit_writer *w)
{
    write_head(w);
    text_add(w->out, "/* verilator lint_off DECLFILENAME */\n"
                     "/* verilator lint_off UNUSEDSIGNAL */ // bits that roundings drop\n");
    write_ports(w);
    write_constants(w);
    if (w->clocked)
        write_flow(w);
    circuit_declare_shared(w);
    circuit_write_tables(w);
    write_cells(w);
    circuit_write_shared(w);
    if (w->has_ranges)
        write_ranges(w);
    if (w->clocked)
        write_queue(w);
    else
        write_straight_ends(w);
    text_add(w->out, "endmodule\n");
    if (circuit_names_blocks(w))
        circuit_write_block_module(w);
    if (w->c->stages.sharing.interval > 1)
        circuit_write_turn_module(w);
    text_add(w->out, "`default_nettype wire\n");
}
