// SPDX-License-Identifier: MIT
// The input stream of a core: beats of packets into the lanes, each when every lane has room.
`default_nettype none
`include "tauflow_load.vh"
module tau_input #(
    parameter LANES     = 1,               // words of a beat
    parameter FIRST_ID  = 4,               // number of lane 0 in the load window
    parameter RECEIVERS = 5,               // receivers that the network joins to a lane
    parameter QUEUE     = 8,               // words that a lane holds
    parameter WORDS     = 32,              // most words of a lane in a sample
    parameter FIXED     = 0                // bits of fixed point; 0: binary32
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // stream
    input  wire                       s_axis_tvalid,
    output wire                       s_axis_tready,
    input  wire [LANES*32-1:0]        s_axis_tdata,
    input  wire                       s_axis_tlast,
    // network; row l of an array is lane l
    output wire [LANES*RECEIVERS-1:0] offer,
    output wire [LANES*32-1:0]        data,
    input  wire [LANES*RECEIVERS-1:0] taken,
    // events
    output wire                       start,        // the first beat of a sample enters
    output wire                       short_packet, // one cycle
    output wire                       long_packet,
    output reg                        overflow      // a word has more than FIXED bits
);
    localparam BEAT_W = (WORDS > 1) ? $clog2(WORDS + 1) : 2; // of tau_beats

    reg                 room;              // in every lane
    wire                enter, good_next, unused_last;
    wire [BEAT_W-1:0]   beat_after, unused_beat;
    wire [LANES*32-1:0] beat_data, next_data;
    wire [LANES-1:0]    room_next;
    wire                enter_next = good_next && &room_next;

    tau_beats #(.LANES(LANES), .MOST(WORDS)) packets (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),
        .room(room), .enter(enter), .data(beat_data), .beat(unused_beat), .last(unused_last),
        .good_next(good_next), .data_next(next_data), .beat_after(beat_after),
        .start(start), .short_packet(short_packet), .long_packet(long_packet)
    );

    always @(posedge clk)
        room <= &room_next;

    wire [LANES-1:0] wide;
    always @(posedge clk)
        overflow <= run && |wide;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lanes
            tau_lane #(
                .ID(FIRST_ID + l), .RECEIVERS(RECEIVERS), .QUEUE(QUEUE), .WORDS(WORDS),
                .BEAT_W(BEAT_W), .FIXED(FIXED)
            ) lane (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .enter(enter), .enter_next(enter_next), .beat_after(beat_after),
                .in_data(beat_data[l*32 +: 32]), .next_data(next_data[l*32 +: 32]),
                .room_next(room_next[l]), .wide(wide[l]),
                .offer(offer[l*RECEIVERS +: RECEIVERS]), .data(data[l*32 +: 32]),
                .taken(taken[l*RECEIVERS +: RECEIVERS])
            );
        end
    endgenerate
endmodule
`default_nettype wire
