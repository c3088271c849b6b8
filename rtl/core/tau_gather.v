// SPDX-License-Identifier: MIT
// The words of a packet side by side, for a circuit that takes them all at once: word w comes in
// beat w / LANES, lane w % LANES.
//
//   beats --> held until the last is there --> stream register --> out
//
// A packet is offered the cycle after its last beat; one beat per cycle.
`default_nettype none
module tau_gather #(
    parameter LANES = 8,                   // words of a beat
    parameter WORDS = 24,                  // of a packet
    parameter FIXED = 0,                   // bits of fixed point; 0: binary32
    parameter WORD_W = (FIXED == 0) ? 32 : FIXED
) (
    input  wire                    clk,
    input  wire                    run,
    // beats
    input  wire                    enter,
    output wire                    room,   // for this beat
    input  wire [15:0]             beat,
    input  wire                    last,
    input  wire [LANES*32-1:0]     data,
    output wire                    wide,   // fixed point: a word that comes has more bits
    // packets
    output wire                    out_valid,
    input  wire                    out_ready,
    output wire [WORDS*WORD_W-1:0] out_data
);
    localparam BEATS = (WORDS + LANES - 1) / LANES;
    localparam REST  = WORDS - (BEATS - 1) * LANES; // words of the last beat
    localparam BEAT_W = LANES * WORD_W;

    wire [BEAT_W-1:0]       words;         // of this beat
    wire [WORDS*WORD_W-1:0] all;
    wire [LANES-1:0]        too_wide;
    wire                    ready, unused_ready, unused_valid;
    wire [WORDS*WORD_W-1:0] unused_data;

    assign room = !last || ready;
    assign wide = enter && |too_wide;

    genvar l, b;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            assign words[l*WORD_W +: WORD_W] = data[l*32 +: WORD_W];
            if (FIXED == 0) begin : any
                assign too_wide[l] = 1'b0;
            end else begin : signed_bits   // but for padding
                assign too_wide[l] = (!last || l < REST) &&
                                     data[l*32+FIXED-1 +: 33-FIXED] != {33-FIXED{data[l*32+31]}};
            end
        end
        for (b = 0; b < BEATS - 1; b = b + 1) begin : part
            reg [BEAT_W-1:0] held;
            always @(posedge clk)
                if (enter && beat == b[15:0])
                    held <= words;
            assign all[b*BEAT_W +: BEAT_W] = held;
        end
    endgenerate
    assign all[(BEATS-1)*BEAT_W +: REST*WORD_W] = words[REST*WORD_W-1:0];

    tau_skid #(.WORD_W(WORDS * WORD_W)) slice (
        .clk(clk), .run(run),
        .in_valid(enter && last), .in_ready(ready), .in_data(all),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data),
        .ready_next(unused_ready), .next_valid(unused_valid), .next_data(unused_data)
    );
endmodule
`default_nettype wire
