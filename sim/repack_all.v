// SPDX-License-Identifier: MIT
// Every width converter that a board can ask for, side by side with pins of its own, for
// sim/repack_rtl.cpp: from DMA beats of 2, 4 and 8 words to 1..8 lanes, and from 1..4 output lanes
// to DMA beats. Converter c: bits c of the flags, 8 words c of the data, 4 bits c of the counts.
`default_nettype none
module repack_all #(
    parameter INWARD  = 24,
    parameter OUTWARD = 12,
    parameter ALL     = INWARD + OUTWARD
) (
    input  wire               clk,
    input  wire               run,
    input  wire [ALL-1:0]     in_valid,
    output wire [ALL-1:0]     in_ready,
    input  wire [256*ALL-1:0] in_data,
    input  wire [4*ALL-1:0]   in_words,
    input  wire [ALL-1:0]     in_last,
    output wire [ALL-1:0]     out_valid,
    input  wire [ALL-1:0]     out_ready,
    output wire [256*ALL-1:0] out_data,
    output wire [4*ALL-1:0]   out_words,
    output wire [ALL-1:0]     out_last
);
    genvar c;
    generate
        for (c = 0; c < ALL; c = c + 1) begin : converter
            localparam CLOSE = c >= INWARD ? 1 : 0;
            localparam DMA   = 2 << (CLOSE != 0 ? (c - INWARD) / 4 : c / 8);
            localparam CORE  = 1 + (CLOSE != 0 ? (c - INWARD) % 4 : c % 8);
            localparam IN_N  = CLOSE != 0 ? CORE : DMA;
            localparam OUT_N = CLOSE != 0 ? DMA : CORE;
            localparam IN_W  = $clog2(IN_N + 1);
            localparam OUT_W = $clog2(OUT_N + 1);
            wire [OUT_W-1:0] words;
            tau_repack #(.IN_N(IN_N), .OUT_N(OUT_N), .CLOSE(CLOSE)) repack (
                .clk(clk), .run(run),
                .in_valid(in_valid[c]), .in_ready(in_ready[c]), .in_data(in_data[256*c +: 32*IN_N]),
                .in_words(in_words[4*c +: IN_W]),
                .in_last(in_last[c]),
                .out_valid(out_valid[c]), .out_ready(out_ready[c]),
                .out_data(out_data[256*c +: 32*OUT_N]), .out_words(words),
                .out_last(out_last[c])
            );
            assign out_words[4*c +: 4] = {{4 - OUT_W{1'b0}}, words};
            if (OUT_N < 8) begin : pad
                assign out_data[256*c + 32*OUT_N +: 256 - 32*OUT_N] = {256 - 32*OUT_N{1'b0}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
