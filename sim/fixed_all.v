// SPDX-License-Identifier: MIT
// The fixed-point operators of six widths at latencies 1 to 4, side by side; each width has its own
// operands, in the lowest bits of a word. Results are sign-extended: word 4 * width + LAT - 1 of an
// output is the result of the operands LAT cycles ago, bit 4 * width + LAT - 1 of an overflow that
// of LAT + 1 cycles ago. Negations are signs of a sum; a product must not notice them.

`default_nettype none

module fixed_all (
    input  wire         clk,
    input  wire         enable, // low: everything stays
    input  wire [191:0] a,
    input  wire [191:0] b,
    input  wire         negate_a,
    input  wire         negate_b,
    input  wire [5:0]   mul_shift,
    input  wire [5:0]   add_shift,
    output wire [767:0] mul,
    output wire [767:0] add,
    output wire [23:0]  mul_overflow,
    output wire [23:0]  add_overflow
);
    genvar i, l;
    generate
        for (i = 0; i < 6; i = i + 1) begin : width
            localparam W = i == 0 ? 8 : i == 1 ? 16 : i == 2 ? 18 : i == 3 ? 24 : i == 4 ? 27 : 32;
            for (l = 0; l < 4; l = l + 1) begin : lat
                wire [W-1:0] product, sum;
                fixed_mul #(.W(W), .LAT(l + 1)) multiplier (
                    .clk(clk), .enable({l + 1{enable}}), .a(a[32*i +: W]), .b(b[32*i +: W]),
                    .negate_a(negate_a),
                    .negate_b(negate_b), .shift(mul_shift), .y(product),
                    .overflow(mul_overflow[4*i+l])
                );
                fixed_add #(.W(W), .LAT(l + 1)) adder (
                    .clk(clk), .enable({l + 1{enable}}), .a(a[32*i +: W]), .b(b[32*i +: W]),
                    .negate_a(negate_a),
                    .negate_b(negate_b), .shift(add_shift), .y(sum),
                    .overflow(add_overflow[4*i+l])
                );
                assign mul[32*(4*i+l) +: 32] = {{33-W{product[W-1]}}, product[W-2:0]};
                assign add[32*(4*i+l) +: 32] = {{33-W{sum[W-1]}}, sum[W-2:0]};
            end
        end
    endgenerate
    wire unused = &{1'b0, a, b};
endmodule

`default_nettype wire
