// SPDX-License-Identifier: MIT
// What stands around one robot's circuit (docs/circuits.md) so that it is driven like tau_core:
// packets in and out, events for the registers.
//
//   s_axis --> tau_beats --> tau_gather --> circuit --> tau_scatter --> tau_join --> m_axis
//
// Its only loads are the lengths of packets, which tau_beats and tau_join learn. A sample takes its
// beats in, the circuit's latency and its beats out.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_circuit #(
    `TAUFLOW_SHAPE_PARAMETERS,
    parameter IN_WORDS  = LANES * LANE_WORDS, // of a packet
    parameter OUT_WORDS = OUT_LANES * OUTPUT_WORDS,
    parameter WORD_W = (FIXED == 0) ? 32 : FIXED
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire                           run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0]  load,
    // input stream
    input  wire                           s_axis_tvalid,
    output wire                           s_axis_tready,
    input  wire [LANES*32-1:0]            s_axis_tdata,
    input  wire                           s_axis_tlast,
    // output stream
    output wire                           m_axis_tvalid,
    input  wire                           m_axis_tready,
    output wire [OUT_LANES*32-1:0]        m_axis_tdata,
    output wire                           m_axis_tlast,
    // events, as those of tau_core
    output wire                           start,
    output wire                           finish,
    output wire                           short_packet,
    output wire                           long_packet,
    output reg                            overflow, // a sample had an input beyond its range
    output wire [`TAUFLOW_CORE_UNITS-1:0] issue,    // units it has none
    // the circuit
    output wire                           in_valid,
    input  wire                           in_ready,
    output wire [IN_WORDS*WORD_W-1:0]     in_data,
    input  wire                           out_valid,
    output wire                           out_ready,
    input  wire [OUT_WORDS*WORD_W-1:0]    out_data,
    input  wire                           out_in_range
);
    localparam IN_BEATS  = (IN_WORDS + LANES - 1) / LANES;
    localparam BEAT_W    = (LANE_WORDS > 1) ? $clog2(LANE_WORDS + 1) : 2; // of tau_beats
    localparam OUT_BEATS = (OUT_WORDS + OUT_LANES - 1) / OUT_LANES;
    initial begin
        `TAUFLOW_SHAPE_CHECK
        if (LANE_WORDS != IN_BEATS || OUTPUT_WORDS != OUT_BEATS)
            $error("%m: packets of %0d and %0d beats, not %0d and %0d", LANE_WORDS, OUTPUT_WORDS,
                   IN_BEATS, OUT_BEATS);
    end

    wire                    room, enter, last, wide, unused_good;
    wire [BEAT_W-1:0]       beat, unused_after;
    wire [LANES*32-1:0]     beat_data, unused_data;
    wire [OUT_LANES-1:0]    port_valid, port_ready;
    wire [OUT_LANES*32-1:0] port_data;

    assign issue  = {`TAUFLOW_CORE_UNITS{1'b0}};
    assign finish = out_valid && out_ready;

    always @(posedge clk)
        overflow <= run && (wide || (finish && !out_in_range));

    tau_beats #(.LANES(LANES), .MOST(LANE_WORDS)) packets (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
        .room(room), .enter(enter), .data(beat_data), .beat(beat), .last(last),
        .good_next(unused_good), .data_next(unused_data), .beat_after(unused_after),
        .start(start), .short_packet(short_packet), .long_packet(long_packet)
    );

    tau_gather #(.LANES(LANES), .WORDS(IN_WORDS), .FIXED(FIXED)) gather (
        .clk(clk), .run(run),
        .enter(enter), .room(room), .beat({{16-BEAT_W{1'b0}}, beat}), .last(last),
        .data(beat_data), .wide(wide),
        .out_valid(in_valid), .out_ready(in_ready), .out_data(in_data)
    );

    tau_scatter #(.LANES(OUT_LANES), .WORDS(OUT_WORDS), .FIXED(FIXED)) scatter (
        .clk(clk), .run(run),
        .in_valid(out_valid), .in_ready(out_ready), .in_data(out_data),
        .out_valid(port_valid), .out_ready(port_ready), .out_data(port_data)
    );

    tau_join #(.LANES(OUT_LANES), .MOST(OUTPUT_WORDS)) join_lanes (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .in_valid(port_valid), .in_ready(port_ready), .in_data(port_data),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast)
    );
endmodule
`default_nettype wire
