/* SPDX-License-Identifier: MIT */
#include "emit/verilog/face.h"

#include "machine/crc32.h"
#include "machine/shape.h"
#include "tauflow_load.h"

static uint32_t beats_of(uint32_t words, uint32_t lanes)
{
    return (words + lanes - 1) / lanes;
}

static uint32_t at_most(uint32_t count, uint32_t most)
{
    return count < most ? count : most;
}

tauflow_shape circuit_shape(const circuit *c, const text *verilog)
{
    const ops *p = c->cells.p;
    tauflow_shape s;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        *shape_number(&s, i) = SHAPE_FIELD[i].least;
    s.lanes = at_most(p->inputs_count, TAUFLOW_LANES_MOST);
    s.out_lanes = at_most(p->outputs_count, TAUFLOW_OUT_LANES_MOST);
    s.lane_words = beats_of(p->inputs_count, s.lanes);
    s.output_words = beats_of(p->outputs_count, s.out_lanes);
    s.fixed = p->format;
    const uint8_t lanes[] = {(uint8_t)s.lanes, (uint8_t)s.out_lanes};
    const uint32_t number = crc32_bytes(crc32_bytes(0, verilog->bytes, verilog->length), lanes,
                                        sizeof lanes) & TAUFLOW_CIRCUIT_MOST;
    s.circuit = number ? number : 1;
    return s;
}

program circuit_program(arena *mem, const circuit *c, const tauflow_shape *shape)
{
    const ops *p = c->cells.p;
    const uint32_t places = shape->lane_words * shape->lanes;
    program q = {.robot = p->robot, .shape = *shape, .beats = shape->lane_words,
                 .out_beats = shape->output_words, .inputs_count = p->inputs_count,
                 .outputs_count = p->outputs_count, .words = p->outputs_count};
    q.receivers = ARENA_ARRAY(mem, program_receiver, core_receivers(shape));
    q.ports = ARENA_ARRAY(mem, program_port, shape->out_lanes);
    q.input_map = ARENA_ARRAY(mem, uint32_t, places);
    q.output_map = ARENA_ARRAY(mem, program_output, p->outputs_count);
    for (uint32_t k = 0; k < places; k++)
        q.input_map[k] = k < p->inputs_count ? k : PROGRAM_PADDING;
    for (uint32_t k = 0; k < p->outputs_count; k++)
        q.output_map[k] = (program_output){.position = k};
    for (uint32_t l = 0; l < shape->out_lanes; l++) {
        program_port *port = &q.ports[l];
        port->words = beats_of(p->outputs_count - l, shape->out_lanes);
        port->deliveries = ARENA_ARRAY(mem, program_delivery, port->words);
        for (uint32_t k = 0; k < port->words; k++)
            port->deliveries[k].position = k * shape->out_lanes + l;
        q.receivers[core_output(shape) + l].receptions_count = port->words;
    }
    q.cycles = q.beats + c->latency_cycles + q.out_beats;
    /* the mean: each turn is a multiple of the circuit's interval after the last */
    q.interval = c->stages.sharing.interval;
    if (q.interval < q.beats)
        q.interval = q.beats;
    if (q.interval < q.out_beats)
        q.interval = q.out_beats;
    return q;
}

/* ---- the module ------------------------------------------------------------------------------ */

static const char PORTS[] =
    "    input  wire                           clk,\n"
    "    input  wire                           rst,\n"
    "    input  wire                           run,\n"
    "    input  wire [%u:0]                    load,\n"
    "    input  wire                           s_axis_tvalid,\n"
    "    output wire                           s_axis_tready,\n"
    "    input  wire [LANES*32-1:0]            s_axis_tdata,\n"
    "    input  wire                           s_axis_tlast,\n"
    "    output wire                           m_axis_tvalid,\n"
    "    input  wire                           m_axis_tready,\n"
    "    output wire [OUT_LANES*32-1:0]        m_axis_tdata,\n"
    "    output wire                           m_axis_tlast,\n"
    "    output wire                           start,\n"
    "    output wire                           finish,\n"
    "    output wire                           short_packet,\n"
    "    output wire                           long_packet,\n"
    "    output wire                           overflow,\n"
    "    output wire [`TAUFLOW_CORE_UNITS-1:0] issue\n"
    ");\n";

static const char FACE[] =
    ") face (\n"
    "        .clk(clk), .rst(rst), .run(run), .load(load),\n"
    "        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),\n"
    "        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),\n"
    "        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),\n"
    "        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast),\n"
    "        .start(start), .finish(finish), .short_packet(short_packet),\n"
    "        .long_packet(long_packet), .overflow(overflow), .issue(issue),\n"
    "        .in_valid(in_valid), .in_ready(in_ready), .in_data(in),\n"
    "        .out_valid(out_valid), .out_ready(out_ready), .out_data(out),\n"
    "        .out_in_range(out_in_range)\n"
    "    );\n\n";

static void write_check(const circuit_writer *w, const tauflow_shape *s)
{
    text_printf(w->out,
                "    initial\n"
                "        if (LANES != %u || OUT_LANES != %u || FIXED != %u || CIRCUIT != %u)\n"
                "            $error(\"%%m: this is circuit %u, of %u lanes in, %u out and number "
                "format %u\");\n\n",
                s->lanes, s->out_lanes, s->fixed, s->circuit, s->circuit, s->lanes, s->out_lanes,
                s->fixed);
}

void circuit_write_core(const circuit_writer *w, const tauflow_shape *shape)
{
    const ops *p = w->p;
    const char *name = w->options->name;
    const uint32_t width = w->c->cells.width;
    text_printf(w->out,
                "// The circuit of robot %s behind the face of a core: made by tauflow, not by "
                "hand.\n// It stands where tau_top (rtl/) has tau_core: define TAUFLOW_CORE as "
                "%s_circuit_core.\n"
                "`default_nettype none\n"
                "`include \"tauflow_shape.vh\"\n"
                "/* verilator lint_off UNUSEDPARAM */ // most of a shape is of cores\n"
                "module %s_circuit_core #(\n"
                "    `TAUFLOW_SHAPE_PARAMETERS\n"
                ") (\n",
                name, name, name);
    text_printf(w->out, PORTS, TAUFLOW_LOAD_BITS - 1);
    write_check(w, shape);
    text_printf(w->out,
                "    wire in_valid, in_ready, out_valid, out_ready;\n"
                "    wire out_in_range%s;\n"
                "    wire [%u:0] in;\n"
                "    wire [%u:0] out;\n\n"
                "    tau_circuit #(\n"
                "        .IN_WORDS(%u), .OUT_WORDS(%u),\n"
                "        `TAUFLOW_SHAPE_PASS\n"
                "    %s",
                w->has_ranges ? "" : " = 1'b1", p->inputs_count * width - 1,
                p->outputs_count * width - 1, p->inputs_count, p->outputs_count, FACE);
    circuit_write_instance(w, "circuit", "!run");
    text_add(w->out, "endmodule\n`default_nettype wire\n");
}

void circuit_text_hash(const text *core, const text *verilog, uint8_t hash[SHA256_BYTES])
{
    sha256 s = sha256_begin();
    uint8_t length[8]; /* so that no byte can move from one text to the other */
    for (uint32_t i = 0; i < sizeof length; i++)
        length[i] = (uint8_t)((uint64_t)core->length >> 8 * i);
    sha256_add(&s, length, sizeof length);
    sha256_add(&s, core->bytes, core->length);
    sha256_add(&s, verilog->bytes, verilog->length);
    sha256_end(&s, hash);
}
