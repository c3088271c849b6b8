// SPDX-License-Identifier: MIT
// Gives a stream of words without packets its tlast: the WORDS-th word of each packet is the last.
// HLS kernels on plain C arrays count their words but do not mark the end. No latency, one word per
// cycle.
`default_nettype none
module hls_packet #(
    parameter DATA_W = 32,  // bits of a word
    parameter WORDS_N = 6   // words of a packet, at least 1
) (
    input  wire              clk,
    input  wire              rst,

    input  wire [DATA_W-1:0] in_data,
    input  wire              in_valid,
    output wire              in_ready,

    output wire [DATA_W-1:0] out_data,
    output wire              out_last,
    output wire              out_valid,
    input  wire              out_ready
);
    localparam COUNT_W = WORDS_N > 1 ? $clog2(WORDS_N) : 1;
    localparam integer LAST = WORDS_N - 1;

    initial
        if (WORDS_N < 1) $error("hls_packet: WORDS_N is %0d, must be at least 1", WORDS_N);

    reg [COUNT_W-1:0] count;

    assign out_data  = in_data;
    assign out_valid = in_valid;
    assign in_ready  = out_ready;
    assign out_last  = count == LAST[COUNT_W-1:0];

    always @(posedge clk)
        if (rst)
            count <= {COUNT_W{1'b0}};
        else if (out_valid && out_ready)
            count <= out_last ? {COUNT_W{1'b0}} : count + 1'b1;
endmodule
`default_nettype wire
