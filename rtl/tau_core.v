// The data-synchronised core: modules on a network, input lanes, output ports. It has no program counter; data
// and the loaded sequences decide what moves. It knows no robot: programs are loaded while run is low.
//
//   s_axis --> lanes --> network of modules --> output ports --> m_axis
`default_nettype none
`include "tauflow_regs.vh"
module tau_core #(
    parameter MODULES      = 2,            // 1..16, each one multiplier and one adder
    parameter LANES        = 1,            // 1..8 words of an input beat
    parameter OUT_LANES    = 1,            // 1..4 words of an output beat: output ports
    parameter NETWORK      = 1,            // 1 crossbar, 2 ring
    parameter TRANSFER     = 1,            // 1 a word is stored before it is used, 0 it is forwarded
    parameter MUL_LAT      = 4,            // cycles of the operators, 1..255
    parameter ADD_LAT      = 5,
    parameter QUEUE        = 4,            // results of a unit that may wait beyond those in the pipeline, 1..255
    parameter LANE_QUEUE   = 8,            // words that a lane holds, 2..255
    parameter RELAY_QUEUE  = 4,            // words that a relay holds, 2..255
    parameter SLOTS        = 16,           // words of a receiver, 1..4096
    parameter CONSTANTS    = 16,           // constants of a receiver, 1..4096
    parameter RECEPTIONS   = 64,           // longest sequences, 1..65535: of a receiver,
    parameter ISSUES       = 64,           // of a unit,
    parameter RELAY_WORDS  = 64,           // of a relay,
    parameter LANE_WORDS   = 32,           // of a lane,
    parameter OUTPUT_WORDS = 32            // of an output port
) (
    input  wire                    clk,
    input  wire                    rst,    // forgets the program
    input  wire                    run,
    input  wire [61:0]             load,
    // input stream
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,
    input  wire [LANES*32-1:0]     s_axis_tdata,
    input  wire                    s_axis_tlast,
    // output stream
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready,
    output wire [OUT_LANES*32-1:0] m_axis_tdata,
    output wire                    m_axis_tlast,
    // events
    output wire                    start,  // first beat of a sample at the lanes
    output wire                    finish, // last word of a sample taken by an output port
    output wire                    short_packet,
    output wire                    long_packet,
    output wire [2*MODULES-1:0]    issue   // by unit
);
    initial begin
        if (MODULES < 1 || MODULES > 16) $error("tau_core: MODULES is %0d, must be 1..16", MODULES);
        if (NETWORK != 1 && NETWORK != 2) $error("tau_core: NETWORK is %0d, must be 1 or 2", NETWORK);
        if (LANE_QUEUE < 2 || LANE_QUEUE > 255) $error("tau_core: LANE_QUEUE is %0d, must be 2..255", LANE_QUEUE);
        if (RELAY_QUEUE < 2 || RELAY_QUEUE > 255) $error("tau_core: RELAY_QUEUE is %0d, must be 2..255", RELAY_QUEUE);
    end

    localparam UNITS    = 2 * MODULES;
    localparam OPERANDS = 4 * MODULES;
    localparam SOURCES  = UNITS + LANES;   // that reach the output ports

    // Lanes: masks have the operand receivers and then the output ports.
    localparam MASK_W = OPERANDS + OUT_LANES;
    wire [LANES*MASK_W-1:0]   lane_offer, lane_taken;
    wire [LANES*OPERANDS-1:0] net_offer, net_taken;
    wire [LANES*32-1:0]       lane_data;

    wire [SOURCES*OUT_LANES-1:0]  out_offer, out_taken;
    wire [SOURCES*32-1:0]         out_data;
    wire [OUT_LANES*SOURCES-1:0]  out_pick, out_grab;
    wire [OUT_LANES-1:0]          out_takes, port_valid, port_ready, port_finish;
    wire [OUT_LANES*32-1:0]       out_offered_data, port_data;

    tau_input #(
        .LANES(LANES), .FIRST_ID(UNITS), .RECEIVERS(MASK_W), .QUEUE(LANE_QUEUE), .WORDS(LANE_WORDS)
    ) in (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
        .offer(lane_offer), .data(lane_data), .taken(lane_taken),
        .start(start), .short_packet(short_packet), .long_packet(long_packet)
    );

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            assign {out_offer[(UNITS+l)*OUT_LANES +: OUT_LANES], net_offer[l*OPERANDS +: OPERANDS]} = lane_offer[l*MASK_W +: MASK_W];
            assign lane_taken[l*MASK_W +: MASK_W] = {out_taken[(UNITS+l)*OUT_LANES +: OUT_LANES], net_taken[l*OPERANDS +: OPERANDS]};
            assign out_data[(UNITS+l)*32 +: 32] = lane_data[l*32 +: 32];
        end
        if (NETWORK == 2 && MODULES > 1) begin : ring
            tau_net_ring #(
                .MODULES(MODULES), .LANES(LANES), .OUT_LANES(OUT_LANES), .RELAY_QUEUE(RELAY_QUEUE), .RELAY_WORDS(RELAY_WORDS),
                .TRANSFER(TRANSFER), .MUL_LAT(MUL_LAT), .ADD_LAT(ADD_LAT), .QUEUE(QUEUE), .SLOTS(SLOTS),
                .CONSTANTS(CONSTANTS), .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES)
            ) net (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .lane_offer(net_offer), .lane_data(lane_data), .lane_taken(net_taken),
                .out_offer(out_offer[UNITS*OUT_LANES-1:0]), .out_data(out_data[UNITS*32-1:0]), .out_taken(out_taken[UNITS*OUT_LANES-1:0]),
                .issue(issue)
            );
        end else begin : crossbar
            tau_net_crossbar #(
                .MODULES(MODULES), .LANES(LANES), .OUT_LANES(OUT_LANES),
                .TRANSFER(TRANSFER), .MUL_LAT(MUL_LAT), .ADD_LAT(ADD_LAT), .QUEUE(QUEUE), .SLOTS(SLOTS),
                .CONSTANTS(CONSTANTS), .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES)
            ) net (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .lane_offer(net_offer), .lane_data(lane_data), .lane_taken(net_taken),
                .out_offer(out_offer[UNITS*OUT_LANES-1:0]), .out_data(out_data[UNITS*32-1:0]), .out_taken(out_taken[UNITS*OUT_LANES-1:0]),
                .issue(issue)
            );
        end
    endgenerate

    tau_crossbar #(.SOURCES(SOURCES), .RECEIVERS(OUT_LANES)) to_output (
        .offer(out_offer), .data(out_data), .taken(out_taken),
        .pick(out_pick), .grab(out_grab), .comes(out_takes), .offered_data(out_offered_data)
    );

    genvar o;
    generate
        if (OUT_LANES == 1) begin : only
            tau_output #(.ID(OPERANDS), .SOURCES(SOURCES), .WORDS(OUTPUT_WORDS)) port (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .pick(out_pick), .grab(out_grab), .takes(out_takes), .offered_data(out_offered_data),
                .out_valid(port_valid), .out_ready(port_ready), .out_data(port_data), .finish(port_finish)
            );
        end else begin : several
            for (o = 0; o < OUT_LANES; o = o + 1) begin : out
                tau_port #(.ID(OPERANDS + o), .SOURCES(SOURCES), .WORDS(OUTPUT_WORDS), .QUEUE(`TAUFLOW_OUT_QUEUE)) port (
                    .clk(clk), .rst(rst), .run(run), .load(load),
                    .pick(out_pick[o*SOURCES +: SOURCES]), .grab(out_grab[o*SOURCES +: SOURCES]), .takes(out_takes[o]),
                    .offered_data(out_offered_data[o*32 +: 32]), .out_valid(port_valid[o]), .out_ready(port_ready[o]), .out_data(port_data[o*32 +: 32]),
                    .finish(port_finish[o])
                );
            end
        end
    endgenerate

    assign finish = |port_finish;

    tau_join #(.LANES(OUT_LANES)) join_lanes (
        .clk(clk), .rst(rst), .run(run), .load(load), .in_valid(port_valid), .in_ready(port_ready), .in_data(port_data),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata), .m_axis_tlast(m_axis_tlast)
    );
endmodule
`default_nettype wire
