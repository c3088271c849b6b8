// SPDX-License-Identifier: MIT
// The operators at every latency from 1 to 8, quotient and root to 16 and the arc tangent to 20 as
// they have more steps, the multiplier for both widths of multiplier blocks, side by side on the
// same operands. Word LAT - 1 of an output is the result of the operands LAT cycles ago. Negations
// are signs of a sum, and the second asks for a cosine; the others must not notice them.

`default_nettype none

module fp32_all (
    input  wire         clk,
    input  wire         enable, // low: everything stays
    input  wire [31:0]  a,
    input  wire [31:0]  b,
    input  wire         sub,
    input  wire         both,  // negations of a sum: a where b is below zero
    output wire [255:0] mul,
    output wire [255:0] mul18, // multiplier blocks of 18 bits
    output wire [255:0] add,
    output wire [255:0] trig,  // of a, offset b; cosine where sub is set
    output wire [511:0] div,
    output wire [511:0] root,
    output wire [639:0] angle  // latencies 1 to 20
);
    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : lat
            fp32_mul #(.LAT(i + 1)) multiplier (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(sub), .negate_b(sub), .y(mul[32*i +: 32])
            );
            fp32_mul #(.LAT(i + 1), .BLOCK_W(18)) multiplier18 (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(sub), .negate_b(sub), .y(mul18[32*i +: 32])
            );
            fp32_add #(.LAT(i + 1)) adder (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(both), .negate_b(sub || both), .y(add[32*i +: 32])
            );
            fp32_trig #(.LAT(i + 1)) sine (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(sub), .negate_b(sub), .y(trig[32*i +: 32])
            );
        end
        for (i = 0; i < 16; i = i + 1) begin : long
            fp32_div #(.LAT(i + 1)) divider (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(sub), .negate_b(sub), .y(div[32*i +: 32])
            );
            fp32_sqrt #(.LAT(i + 1)) extractor (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(sub), .negate_b(sub), .y(root[32*i +: 32])
            );
        end
        for (i = 0; i < 20; i = i + 1) begin : longest
            fp32_atan2 #(.LAT(i + 1)) arc (
                .clk(clk), .enable({i + 1{enable}}), .a(a), .b(b),
                .negate_a(sub), .negate_b(sub), .y(angle[32*i +: 32])
            );
        end
    endgenerate
endmodule

`default_nettype wire
