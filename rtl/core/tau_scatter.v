// SPDX-License-Identifier: MIT
// The results of a circuit, which come side by side, as words of the output lanes: word w in beat
// w / LANES, lane w % LANES. No latency, one beat per cycle; a result is accepted with its last
// beat.
`default_nettype none
module tau_scatter #(
    parameter LANES = 4,                   // words of a beat
    parameter WORDS = 6,                   // of a result
    parameter FIXED = 0,                   // bits of fixed point; 0: binary32
    parameter WORD_W = (FIXED == 0) ? 32 : FIXED
) (
    input  wire                    clk,
    input  wire                    run,
    // results
    input  wire                    in_valid,
    output wire                    in_ready,
    input  wire [WORDS*WORD_W-1:0] in_data,
    // lanes, as tau_join takes them; lane 0 has a word in every beat
    output wire [LANES-1:0]        out_valid,
    input  wire [LANES-1:0]        out_ready,
    output wire [LANES*32-1:0]     out_data
);
    localparam BEATS  = (WORDS + LANES - 1) / LANES;
    localparam BEAT_N = (BEATS > 1) ? $clog2(BEATS) : 1;
    localparam [31:0] LAST = BEATS - 1;

    reg  [BEAT_N-1:0] beat;
    wire              moves = in_valid && out_ready[0];
    wire              last  = beat == LAST[BEAT_N-1:0];

    assign in_ready  = out_ready[0] && last;
    assign out_valid = {LANES{in_valid}};

    always @(posedge clk)
        if (!run)
            beat <= {BEAT_N{1'b0}};
        else if (moves)
            beat <= last ? {BEAT_N{1'b0}} : beat + {{BEAT_N-1{1'b0}}, 1'b1};

    genvar l, b;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            wire [BEATS*WORD_W-1:0] column;
            for (b = 0; b < BEATS; b = b + 1) begin : row
                if (b * LANES + l < WORDS) begin : there
                    assign column[b*WORD_W +: WORD_W] = in_data[(b*LANES+l)*WORD_W +: WORD_W];
                end else begin : none
                    assign column[b*WORD_W +: WORD_W] = {WORD_W{1'b0}};
                end
            end
            wire [WORD_W-1:0] word = column[beat*WORD_W +: WORD_W];
            assign out_data[l*32 +: 32] = {{33-WORD_W{word[WORD_W-1]}}, word[WORD_W-2:0]};
        end
    endgenerate
endmodule
`default_nettype wire
