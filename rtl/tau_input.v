// The input stream: beats of one word per lane, a fixed number of beats per sample, the last one
// with tlast.
//
//   s_axis --> stream register --> enter: one beat into all lanes when every lane has room
//
// A beat is first at its lanes in the cycle in which it enters. The first beat of a sample with
// tlast in the wrong place is an error: from there on beats are thrown away until run was low, so
// that no torque is made of them and whoever sends is not held up.
`default_nettype none
`include "tauflow_regs.vh"
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
    input  wire [61:0]                load,
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
    initial
        if (LANES < 1 || LANES > 8) $error("tau_input: LANES is %0d, must be 1..8", LANES);

    reg [15:0] beats, beat;
    reg        beat_last, broken;
    // Heads of all sequences are there a cycle after the last bit is set.
    reg [3:0]  awake;
    reg        good, bad;                  // a beat is there, with tlast in its place or not
    reg        room;                       // in every lane

    wire                next_valid, beat_tlast, next_tlast, unused_valid;
    wire [LANES*32-1:0] beat_data, unused_data;
    wire [LANES-1:0]    room_next;

    wire enter = good && room;

    assign start        = enter && beat == 16'd0;
    assign short_packet = bad && beat_tlast;
    assign long_packet  = bad && !beat_tlast;

    tau_skid #(.WORD_W(LANES * 32 + 1)) slice (
        .clk(clk), .run(run),
        .in_valid(s_axis_tvalid), .in_ready(s_axis_tready), .in_data({s_axis_tlast, s_axis_tdata}),
        .out_valid(unused_valid), .out_ready(enter || broken), .out_data({beat_tlast, beat_data}),
        .next_valid(next_valid), .next_data({next_tlast, unused_data})
    );

    always @(posedge clk)
        if (rst)
            beats <= 16'd0;
        else if (load[61] && {29'd0, load[60:58]} == `TAUFLOW_LOAD_BEATS && load[57:50] == 8'd0)
            beats <= load[15:0];

    // The next cycle is looked at in this one: words are announced to lanes a cycle before.
    wire [15:0] beat_next  = beat_last ? 16'd0 : beat + 16'd1;
    wire        last_next  = enter ? beats == 16'd1 || (!beat_last && beat + 16'd2 == beats)
                                   : beat_last;
    wire        look_next  = next_valid && awake[3] && !broken && !bad;
    wire        good_next  = look_next && next_tlast == last_next;
    wire        enter_next = good_next && &room_next;

    always @(posedge clk)
        room <= &room_next;

    always @(posedge clk)
        if (!run) begin
            beat      <= 16'd0;
            beat_last <= beats == 16'd1;
            broken    <= 1'b0;
            awake     <= 4'b0000;
            good      <= 1'b0;
            bad       <= 1'b0;
        end else begin
            awake     <= {awake[2:0], beats != 16'd0};
            beat_last <= last_next;
            good      <= good_next;
            bad       <= look_next && !good_next;
            if (bad)
                broken <= 1'b1;
            if (enter)
                beat <= beat_next;
        end

    wire [LANES-1:0] wide;
    always @(posedge clk)
        overflow <= run && |wide;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lanes
            tau_lane #(
                .ID(FIRST_ID + l), .RECEIVERS(RECEIVERS), .QUEUE(QUEUE), .WORDS(WORDS),
                .FIXED(FIXED)
            ) lane (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .enter(enter), .enter_next(enter_next), .beat_next(beat_next),
                .in_data(beat_data[l*32 +: 32]), .room_next(room_next[l]),
                .wide(wide[l]),
                .offer(offer[l*RECEIVERS +: RECEIVERS]), .data(data[l*32 +: 32]),
                .taken(taken[l*RECEIVERS +: RECEIVERS])
            );
        end
    endgenerate
endmodule
`default_nettype wire
