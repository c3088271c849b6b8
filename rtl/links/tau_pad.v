// SPDX-License-Identifier: MIT
// Pads packets: words of a beat that are not there become 0, and beats of zeros follow the last one
// until the packet has a multiple of BLOCK beats. Latency 0; one beat per cycle.
//
// Stream rule: a beat moves when valid && ready; an offered beat stays unchanged until it is
// accepted.
`default_nettype none
module tau_pad #(
    parameter N      = 4,                  // words of a beat, 1..16
    parameter BLOCK  = 4,                  // beats, 2..64
    parameter WORD_W = 32,                 // bits of a word
    parameter COUNT_W = $clog2(N + 1)
) (
    input  wire                clk,
    input  wire                run,        // low: a packet begins with the next beat
    input  wire                in_valid,
    output wire                in_ready,
    input  wire [WORD_W*N-1:0] in_data,
    input  wire [COUNT_W-1:0]  in_words,   // of this beat, from the lowest up
    input  wire                in_last,    // of a packet
    output wire                out_valid,
    input  wire                out_ready,
    output wire [WORD_W*N-1:0] out_data,
    output wire                out_last    // of a padded packet
);
    initial begin
        if (N < 1 || N > 16) $error("tau_pad: N is %0d, must be 1..16", N);
        if (BLOCK < 2 || BLOCK > 64) $error("tau_pad: BLOCK is %0d, must be 2..64", BLOCK);
        if (WORD_W < 1) $error("tau_pad: WORD_W is %0d, must be 1 or more", WORD_W);
    end

    localparam BEAT_W = BLOCK > 1 ? $clog2(BLOCK) : 1;
    localparam LAST   = BLOCK - 1;

    reg  [BEAT_W-1:0] beat;                // of its block
    reg               pads;                // the packet is over and its block is not
    wire              whole = beat == LAST[BEAT_W-1:0];

    assign out_valid = run && (pads || in_valid);
    assign in_ready  = run && !pads && out_ready;
    assign out_last  = whole && (pads || in_last);
    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : word
            assign out_data[WORD_W*g +: WORD_W] =
                !pads && g < {{32 - COUNT_W{1'b0}}, in_words} ? in_data[WORD_W*g +: WORD_W]
                                                              : {WORD_W{1'b0}};
        end
    endgenerate

    always @(posedge clk)
        if (!run) begin
            beat <= {BEAT_W{1'b0}};
            pads <= 1'b0;
        end else if (out_valid && out_ready) begin
            beat <= whole ? {BEAT_W{1'b0}} : beat + 1'b1;
            pads <= !whole && (pads || in_last);
        end
endmodule
`default_nettype wire
