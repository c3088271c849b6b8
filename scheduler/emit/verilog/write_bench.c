/* SPDX-License-Identifier: MIT */
/* NAME_circuit_tb.v: drives the circuit with states whose results the evaluator of operations has
 * computed, at full speed and with stalls at both ends, and compares every bit. */
#include "emit/verilog/circuit_parts.h"
#include "program/core_words.h"
#include "program/samples.h"

enum { VECTORS = 64, SEED = 1 };

/* ---- states and results ---------------------------------------------------------------------- */

/* Words side by side, the first lowest, in hexadecimal. */
static void add_hex(text *out, const uint32_t *words, uint32_t count, uint32_t width)
{
    const uint32_t bits = count * width;
    for (uint32_t digit = (bits + 3) / 4; digit-- > 0;) {
        uint32_t value = 0;
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t bit = 4 * digit + k;
            if (bit < bits)
                value |= (words[bit / width] >> bit % width & 1) << k;
        }
        text_add_bytes(out, &"0123456789abcdef"[value], 1);
    }
}

/* States and their results: one after another out of a box where inputs have ranges, otherwise all
 * at once. */
typedef struct {
    arena mem;
    const ops *p;
    const input_box *box;
    uint64_t seed;
    uint32_t width, number; /* of the next */
    double *state;
    uint32_t *in, *out;
    core_evaluator evaluator;
    const uint32_t *words_in, *words_out;
} drawing;

static drawing drawing_make(const circuit_writer *c, const input_box *box, uint32_t count,
                            uint64_t seed)
{
    const ops *p = c->p;
    drawing w = {.mem = arena_make(), .p = p, .box = box, .seed = seed,
                 .width = c->c->cells.width};
    w.state = ARENA_ARRAY(&w.mem, double, p->inputs_count + 1);
    w.in = ARENA_ARRAY(&w.mem, uint32_t, p->inputs_count + 1);
    w.out = ARENA_ARRAY(&w.mem, uint32_t, p->outputs_count + 1);
    w.evaluator = core_evaluator_make(&w.mem, p);
    if (!c->has_ranges) {
        const sample_set t = samples_make(&w.mem, p, count, seed);
        w.words_in = t.in;
        w.words_out = samples_expected(&w.mem, &t);
    }
    return w;
}

static status draw(drawing *w, diag *d)
{
    const ops *p = w->p;
    if (w->words_in) {
        for (uint32_t i = 0; i < p->inputs_count; i++)
            w->in[i] = w->words_in[(size_t)w->number * p->inputs_count + i];
        for (uint32_t i = 0; i < p->outputs_count; i++)
            w->out[i] = w->words_out[(size_t)w->number * p->outputs_count + i];
        w->number++;
        return STATUS_OK;
    }
    input_box_draw(w->box, &w->seed, w->state);
    if (!core_words_of_inputs(p, w->state, w->in) ||
        !core_evaluate(&w->evaluator, w->in, w->out))
        return diag_own(d, diag_error(d, (place){0}, "a state within all ranges overflows"));
    return STATUS_OK;
}

status circuit_write_vectors(const circuit_writer *c, const input_box *box, diag *d)
{
    const ops *p = c->p;
    drawing w = drawing_make(c, box, c->options->vectors, c->options->seed);
    status result = STATUS_OK;
    for (uint32_t i = 0; i < c->options->vectors && (result = draw(&w, d)) == STATUS_OK; i++) {
        add_hex(c->out, w.in, p->inputs_count, w.width);
        text_add(c->out, " ");
        add_hex(c->out, w.out, p->outputs_count, w.width);
        text_add(c->out, "\n");
    }
    arena_free(&w.mem);
    return result;
}

static status write_vectors(const circuit_writer *c, const input_box *box, diag *d)
{
    const ops *p = c->p;
    drawing w = drawing_make(c, box, VECTORS, SEED);
    status result = STATUS_OK;
    text_add(c->out, "    initial begin\n");
    for (uint32_t i = 0; i < VECTORS && (result = draw(&w, d)) == STATUS_OK; i++) {
        text_printf(c->out, "        given[%u] = %u'h", i, p->inputs_count * w.width);
        add_hex(c->out, w.in, p->inputs_count, w.width);
        text_printf(c->out, ";\n        wanted[%u] = %u'h", i, p->outputs_count * w.width);
        add_hex(c->out, w.out, p->outputs_count, w.width);
        text_add(c->out, ";\n");
    }
    text_add(c->out, "    end\n");
    arena_free(&w.mem);
    return result;
}

/* ---- the module ------------------------------------------------------------------------------ */

static const char ABOUT[] =
    "// Testbench: every bit of %u results that the evaluator of operations has computed%s. It "
    "ends in\n// \"passed\", or in $fatal. +vectors=FILE: lines of inputs and results in "
    "hexadecimal instead.\n"
    "//   with: iverilog -g2005-sv %s_circuit.v %s_circuit_tb.v && ./a.out\n"
    "//   (binary32: -y rtl/operators -y rtl/vendors/generic)\n"
    "//   or: verilator --binary --timing -Wno-fatal %s_circuit_tb.v %s_circuit.v\n"
    "`timescale 1ns / 1ps\n"
    "module %s_circuit_tb;\n"
    "    localparam VECTORS = %u, IN_BITS = %u, OUT_BITS = %u, LATENCY = %u, WIDTH = %u,\n"
    "               INTERVAL = %u, AHEAD = %u;\n"
    "    reg  [IN_BITS-1:0] given [0:VECTORS-1], in;\n"
    "    reg  [OUT_BITS-1:0] wanted [0:VECTORS-1], expected;\n"
    "    reg  [OUT_BITS-1:0] ahead [0:AHEAD-1], line_out; // results of samples on their way\n"
    "    wire [OUT_BITS-1:0] out;\n"
    "    reg  in_valid = 1'b0, out_ready = 1'b0;\n"
    "    wire in_ready, out_valid;\n"
    "    wire out_in_range%s;\n"
    "    reg  from_file, more;\n"
    "    reg  [8*1024-1:0] path;\n"
    "    integer file, sent, got;\n";

/* The next state into `in`, or the next result into `expected`; `more` tells whether there was
 * one. */
static const char READERS[] =
    "    task open;\n"
    "        begin\n"
    "            from_file = $value$plusargs(\"vectors=%s\", path) != 0;\n"
    "            if (from_file) begin\n"
    "                file = $fopen(path, \"r\");\n"
    "                if (file == 0)\n"
    "                    $fatal(1, \"no file of vectors\");\n"
    "            end\n"
    "            sent = 0;\n"
    "            got = 0;\n"
    "        end\n"
    "    endtask\n"
    "    task next_in;\n"
    "        begin\n"
    "            if (from_file) begin\n"
    "                more = $fscanf(file, \"%h %h\", in, line_out) == 2;\n"
    "                ahead[sent % AHEAD] = line_out;\n"
    "            end else begin\n"
    "                more = sent < VECTORS;\n"
    "                if (more)\n"
    "                    in = given[sent];\n"
    "            end\n"
    "            if (more)\n"
    "                sent = sent + 1;\n"
    "        end\n"
    "    endtask\n"
    "    task judge;\n"
    "        begin\n"
    "            if (from_file)\n"
    "                expected = ahead[got % AHEAD];\n"
    "            else\n"
    "                expected = wanted[got];\n"
    "            if (out !== expected || out_in_range !== 1'b1)\n"
    "                $fatal(1, \"sample %0d: %h, not %h\", got, out, expected);\n"
    "            got = got + 1;\n"
    "        end\n"
    "    endtask\n";

/* Each input in turn as -2^(bits - 1), which is within no range. */
static const char BEYOND[] =
    "    integer input_number;\n"
    "    task spoil;\n"
    "        begin\n"
    "            in = given[0];\n"
    "            in[input_number*WIDTH +: WIDTH] = {1'b1, {WIDTH-1{1'b0}}};\n"
    "        end\n"
    "    endtask\n"
    "    task judge_spoilt;\n"
    "        if (out_in_range !== 1'b0)\n"
    "            $fatal(1, \"input %0d beyond its range is not seen\", input_number);\n"
    "    endtask\n";

static const char STRAIGHT_BEYOND[] =
    "    task beyond;\n"
    "        for (input_number = 0; input_number < IN_BITS / WIDTH;\n"
    "             input_number = input_number + 1) begin\n"
    "            spoil;\n"
    "            #1000 judge_spoilt;\n"
    "        end\n"
    "    endtask\n";

static const char CLOCKED_BEYOND[] =
    "    task beyond;\n"
    "        for (input_number = 0; input_number < IN_BITS / WIDTH;\n"
    "             input_number = input_number + 1) begin\n"
    "            spoil;\n"
    "            in_valid = 1'b1;\n"
    "            out_ready = 1'b0;\n"
    "            while (!in_ready)\n"
    "                @(posedge clk) #1;\n"
    "            @(posedge clk) #1 in_valid = 1'b0;\n"
    "            repeat (LATENCY) @(posedge clk);\n"
    "            #1 if (!out_valid)\n"
    "                $fatal(1, \"a result does not wait\");\n"
    "            judge_spoilt;\n"
    "            out_ready = 1'b1;\n"
    "            @(posedge clk) #1;\n"
    "        end\n"
    "    endtask\n";

static const char STRAIGHT[] =
    "    initial begin\n"
    "        #1 open;\n"
    "        in_valid = 1'b1;\n"
    "        out_ready = 1'b1;\n"
    "        next_in;\n"
    "        while (more) begin\n"
    "            #1000 judge;\n"
    "            if (!out_valid || !in_ready)\n"
    "                $fatal(1, \"valid or ready does not pass\");\n"
    "            next_in;\n"
    "        end\n"
    "        if (got == 0)\n"
    "            $fatal(1, \"no vectors\");\n"
    "        beyond;\n"
    "        $display(\"passed: %0d samples\", got);\n"
    "        $finish;\n"
    "    end\n"
    "endmodule\n";

/* Round 0 has no stalls: one sample an interval, each result as late as predicted. */
static const char CLOCKED[] =
    "    reg  stalls;\n"
    "    reg  [31:0] dice = 32'd1;\n"
    "    integer cycle, first, idle;\n"
    "    always #5 clk = ~clk;\n"
    "    task round;\n"
    "        begin\n"
    "            open;\n"
    "            cycle = 0;\n"
    "            idle = 0;\n"
    "            in_valid = 1'b0;\n"
    "            next_in;\n"
    "            while (more || got < sent) begin\n"
    "                dice = {dice[30:0], dice[31] ^ dice[21] ^ dice[1] ^ dice[0]};\n"
    "                // an offer stays until it is taken\n"
    "                in_valid = more && (in_valid || !stalls || dice[3:2] != 2'd0);\n"
    "                out_ready = !stalls || (dice[5] && dice[9:8] != 2'd0);\n"
    "                #4;\n"
    "                if (out_valid && out_ready) begin\n"
    "                    if (!stalls && cycle != first + LATENCY + INTERVAL * got)\n"
    "                        $fatal(1, \"result %0d is not as late as predicted\", got);\n"
    "                    judge;\n"
    "                end\n"
    "                if (in_valid && in_ready) begin\n"
    "                    if (sent == 1)\n"
    "                        first = cycle;\n"
    "                    @(posedge clk) #1;\n"
    "                    next_in;\n"
    "                    in_valid = 1'b0;\n"
    "                end else\n"
    "                    @(posedge clk) #1;\n"
    "                cycle = cycle + 1;\n"
    "                idle = idle + 1;\n"
    "                if (out_valid || in_ready)\n"
    "                    idle = 0;\n"
    "                if (idle > 10000)\n"
    "                    $fatal(1, \"nothing moves\");\n"
    "            end\n"
    "            if (got == 0)\n"
    "                $fatal(1, \"no vectors\");\n"
    "        end\n"
    "    endtask\n"
    "    initial begin\n"
    "        repeat (4) @(posedge clk);\n"
    "        #1 rst = 1'b0;\n"
    "        repeat (2) @(posedge clk);\n"
    "        #1 stalls = 1'b0;\n"
    "        round;\n"
    "        stalls = 1'b1;\n"
    "        round;\n"
    "        beyond;\n"
    "        $display(\"passed: %0d samples twice, latency %0d\", got, LATENCY);\n"
    "        $finish;\n"
    "    end\n"
    "endmodule\n";

void circuit_write_instance(const circuit_writer *w, const char *name, const char *reset)
{
    const uint32_t width = w->c->cells.width;
    text_printf(w->out, "    %s_circuit %s (", w->options->name, name);
    if (w->clocked)
        text_printf(w->out, ".clk(clk), .rst(%s),", reset);
    text_add(w->out, "\n");
    text_add(w->out, "        .in_valid(in_valid), .in_ready(in_ready),\n"
                     "        .out_valid(out_valid), .out_ready(out_ready)");
    text_add(w->out, w->has_ranges ? ",\n        .out_in_range(out_in_range)" : "");
    for (uint32_t i = 0; i < w->p->inputs_count; i++)
        text_printf(w->out, ",\n        .%s(in[%u:%u]) /* %s */", w->in[i], (i + 1) * width - 1,
                    i * width, w->in_said[i]);
    for (uint32_t i = 0; i < w->p->outputs_count; i++)
        text_printf(w->out, ",\n        .%s(out[%u:%u]) /* %s */", w->outs[i],
                    (i + 1) * width - 1, i * width, w->outs_said[i]);
    text_add(w->out, "\n    );\n");
}

/* More than its stages and its queue hold, which is twice as many at most. */
static uint32_t ahead_of(const circuit *c)
{
    uint32_t ahead = 8;
    while (ahead < 4 * (c->latency_cycles + 2))
        ahead *= 2;
    return ahead;
}

status circuit_write_bench(const circuit_writer *w, const input_box *box, diag *d)
{
    const char *n = w->options->name;
    const uint32_t width = w->c->cells.width;
    text_printf(w->out, ABOUT, VECTORS, w->clocked ? ", with and without stalls" : "", n, n, n, n,
                n, VECTORS, w->p->inputs_count * width, w->p->outputs_count * width,
                w->c->latency_cycles, width, w->c->stages.sharing.interval, ahead_of(w->c),
                w->has_ranges ? "" : " = 1'b1");
    TRY(write_vectors(w, box, d));
    text_add(w->out, READERS);
    text_add(w->out, w->clocked ? "    reg  clk = 1'b0, rst = 1'b1;\n" : "");
    circuit_write_instance(w, "dut", "rst");
    if (w->has_ranges) {
        text_add(w->out, BEYOND);
        text_add(w->out, w->clocked ? CLOCKED_BEYOND : STRAIGHT_BEYOND);
    } else {
        text_printf(w->out, "    task beyond; begin end endtask // of %s there are no ranges\n",
                    ops_format(w->p)->about);
    }
    text_add(w->out, w->clocked ? CLOCKED : STRAIGHT);
    return STATUS_OK;
}
