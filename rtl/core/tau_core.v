// SPDX-License-Identifier: MIT
// The data-synchronised core: modules on a network, input lanes, output ports. It has no program
// counter; data and the loaded sequences decide what moves. It knows no robot: programs are loaded
// while run is low.
//
//   s_axis --> lanes --> network of modules --> output ports --> m_axis
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_core #(
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                           clk,
    input  wire                           rst,    // forgets the program
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
    // events
    output wire                           start,  // first beat of a sample at the lanes
    output wire                           finish, // last word of a sample at an output port
    output wire                           short_packet,
    output wire                           long_packet,
    output reg                            overflow, // fixed point: a word did not fit
    output wire [`TAUFLOW_CORE_UNITS-1:0] issue   // by unit
);
    initial begin
        `TAUFLOW_SHAPE_CHECK
        if (CIRCUIT != 0) $error("%m: CIRCUIT is %0d, and a core is none", CIRCUIT);
    end

    localparam UNITS    = `TAUFLOW_CORE_UNITS;
    localparam OPERANDS = `TAUFLOW_CORE_OPERANDS;
    localparam SOURCES  = UNITS + LANES;   // that reach the output ports
    localparam SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1;
    localparam WORD_W   = (FIXED == 0) ? 32 : FIXED; // bits of a word that count

    // Lanes: masks have the operand receivers and then the output ports.
    localparam MASK_W = `TAUFLOW_CORE_MASK;
    wire [LANES*MASK_W-1:0]   lane_offer, lane_taken;
    wire [LANES*OPERANDS-1:0] net_offer, net_taken;
    wire [LANES*32-1:0]       lane_data;

    wire [SOURCES*OUT_LANES-1:0] out_offer, out_taken;
    wire [SOURCES*32-1:0]        out_data;
    wire [OUT_LANES*SELECT_W-1:0] out_from;
    wire [OUT_LANES*SOURCES-1:0] out_grab;
    wire [OUT_LANES-1:0]         out_takes, port_valid, port_ready, port_finish;
    wire [OUT_LANES*32-1:0]      out_offered_data, port_data;

    wire in_overflow, net_overflow;
    tau_input #(
        .LANES(LANES), .FIRST_ID(UNITS), .RECEIVERS(MASK_W), .QUEUE(LANE_QUEUE), .WORDS(LANE_WORDS),
        .FIXED(FIXED)
    ) in (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
        .offer(lane_offer), .data(lane_data), .taken(lane_taken),
        .start(start), .short_packet(short_packet), .long_packet(long_packet),
        .overflow(in_overflow)
    );

    always @(posedge clk)
        overflow <= in_overflow || net_overflow;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            assign {out_offer[(UNITS+l)*OUT_LANES +: OUT_LANES],
                    net_offer[l*OPERANDS +: OPERANDS]} = lane_offer[l*MASK_W +: MASK_W];
            assign lane_taken[l*MASK_W +: MASK_W] = {out_taken[(UNITS+l)*OUT_LANES +: OUT_LANES],
                                                     net_taken[l*OPERANDS +: OPERANDS]};
            assign out_data[(UNITS+l)*32 +: 32] = lane_data[l*32 +: 32];
        end
        `TAUFLOW_NETWORK
    endgenerate

    tau_crossbar #(.SOURCES(SOURCES), .RECEIVERS(OUT_LANES), .WORD_W(WORD_W)) to_output (
        .offer(out_offer), .data(out_data), .taken(out_taken),
        .from(out_from), .grab(out_grab), .comes(out_takes), .offered_data(out_offered_data)
    );

    genvar o;
    generate
        if (OUT_LANES == 1) begin : only
            tau_output #(.ID(OPERANDS), .SOURCES(SOURCES), .WORDS(OUTPUT_WORDS)) port (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .from(out_from), .grab(out_grab), .takes(out_takes),
                .offered_data(out_offered_data),
                .out_valid(port_valid), .out_ready(port_ready), .out_data(port_data),
                .finish(port_finish)
            );
        end else begin : several
            for (o = 0; o < OUT_LANES; o = o + 1) begin : out
                tau_port #(
                    .ID(OPERANDS + o), .SOURCES(SOURCES), .WORDS(OUTPUT_WORDS),
                    .QUEUE(`TAUFLOW_OUT_QUEUE)
                ) port (
                    .clk(clk), .rst(rst), .run(run), .load(load),
                    .from(out_from[o*SELECT_W +: SELECT_W]), .grab(out_grab[o*SOURCES +: SOURCES]),
                    .takes(out_takes[o]), .offered_data(out_offered_data[o*32 +: 32]),
                    .out_valid(port_valid[o]), .out_ready(port_ready[o]),
                    .out_data(port_data[o*32 +: 32]), .finish(port_finish[o])
                );
            end
        end
    endgenerate

    assign finish = |port_finish;

    tau_join #(.LANES(OUT_LANES), .MOST(OUTPUT_WORDS)) join_lanes (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .in_valid(port_valid), .in_ready(port_ready), .in_data(port_data),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast)
    );
endmodule
`default_nettype wire
