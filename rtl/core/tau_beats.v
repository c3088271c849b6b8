// SPDX-License-Identifier: MIT
// Beats of the input stream: one word per lane, a fixed number of beats per packet, the last one
// with tlast.
//
//   s_axis --> stream register --> enter: one beat, when there is room for it
//
// The first beat of a sample with tlast in the wrong place is an error: from there on beats are
// thrown away until run was low, so that no torque is made of them and whoever sends is not held
// up.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_beats #(
    parameter LANES  = 1,                  // words of a beat
    parameter MOST   = 64,                 // beats of the longest packet (tau_loader)
    parameter BEAT_W = (MOST > 1) ? $clog2(MOST + 1) : 2
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // stream
    input  wire                s_axis_tvalid,
    output wire                s_axis_tready,
    input  wire [LANES*32-1:0] s_axis_tdata,
    input  wire                s_axis_tlast,
    // beats
    input  wire                room,       // for a beat in this cycle
    output wire                enter,      // it comes
    output wire [LANES*32-1:0] data,
    output reg  [BEAT_W-1:0]   beat,       // its number in the packet
    output wire                last,       // of its packet
    // the next cycle, looked at in this one
    output wire                good_next,  // a beat is there, with tlast in its place
    output wire [LANES*32-1:0] data_next,
    output wire [BEAT_W-1:0]   beat_after, // number of the beat after the next, when one enters;
                                           // of the second while run is low
    // events
    output wire                start,        // the first beat of a sample enters
    output wire                short_packet, // one cycle
    output wire                long_packet
);
    initial
        if (LANES < 1 || LANES > 8) $error("tau_beats: LANES is %0d, must be 1..8", LANES);

    localparam [31:0]       TABLE = `TAUFLOW_LOAD_BEATS;
    localparam [BEAT_W-1:0] ONE = {{BEAT_W-1{1'b0}}, 1'b1};

    reg [BEAT_W-1:0] beats, beat_next;     // of a packet; number of the beat after this one
    reg        beat_last, next_last, broken;
    // Heads of all sequences are there a cycle after the last bit is set.
    reg [3:0]  awake;
    reg        good, bad;                  // a beat is there, with tlast in its place or not

    wire                next_valid, beat_tlast, next_tlast, unused_valid, unused_ready;

    assign enter        = good && room;
    assign last         = beat_last;
    assign start        = enter && beat == {BEAT_W{1'b0}};
    assign short_packet = bad && beat_tlast;
    assign long_packet  = bad && !beat_tlast;

    tau_skid #(.WORD_W(LANES * 32 + 1)) slice (
        .clk(clk), .run(run),
        .in_valid(s_axis_tvalid), .in_ready(s_axis_tready), .in_data({s_axis_tlast, s_axis_tdata}),
        .out_valid(unused_valid), .out_ready(enter || broken), .out_data({beat_tlast, data}),
        .ready_next(unused_ready), .next_valid(next_valid), .next_data({next_tlast, data_next})
    );

    always @(posedge clk)
        if (rst)
            beats <= {BEAT_W{1'b0}};
        else if (load[`TAUFLOW_LOAD_WRITE] &&
                 load[`TAUFLOW_LOAD_TABLE] == TABLE[`TAUFLOW_LOAD_TABLE_BITS-1:0] &&
                 load[`TAUFLOW_LOAD_OWNER] == `TAUFLOW_BEATS_IN)
            beats <= load[`TAUFLOW_EXTENT_COUNT_LOW +: BEAT_W];

    // Numbers run a beat ahead, so that nothing waits for a sum to know what comes next.
    assign beat_after = (run ? next_last : beats == ONE) ? {BEAT_W{1'b0}} :
                        (run ? beat_next : {BEAT_W{1'b0}}) + ONE;
    wire last_next = enter ? next_last : beat_last;
    wire look_next = next_valid && awake[3] && !broken && !bad;
    assign good_next = look_next && next_tlast == last_next;

    always @(posedge clk)
        if (!run || enter) begin
            beat_next <= beat_after;
            next_last <= beat_after == beats - ONE;
        end

    always @(posedge clk)
        if (!run) begin
            beat      <= {BEAT_W{1'b0}};
            beat_last <= beats == ONE;
            broken    <= 1'b0;
            awake     <= 4'b0000;
            good      <= 1'b0;
            bad       <= 1'b0;
        end else begin
            awake     <= {awake[2:0], beats != {BEAT_W{1'b0}}};
            beat_last <= last_next;
            good      <= good_next;
            bad       <= look_next && !good_next;
            if (bad)
                broken <= 1'b1;
            if (enter)
                beat <= beat_next;
        end
endmodule
`default_nettype wire
