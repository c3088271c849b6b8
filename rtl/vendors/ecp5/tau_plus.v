// SPDX-License-Identifier: MIT
// tau_plus (../generic) in cells of ECP5: one carry chain. a + b is a ^ b, and a & b one place
// further up, which leaves its last place to `one`. A table of the chain has four inputs, and
// makes both: the carry goes through where (A ^ B) ^ (C & D) is 1, and where it is not, the carry
// out is what the table gives for C = D = 0, which is A ^ B, one of two bits that are equal.
`default_nettype none
module tau_plus #(
    parameter W     = 26,                  // places of a and b
    parameter LOW   = 6,                   // places below them
    parameter CARRY = 1                    // what is added in the last of these, 0 or 1
) (
    input  wire [W-1:0]     a,
    input  wire [W-1:0]     b,
    input  wire             one,
    input  wire [LOW-1:0]   low_a,
    input  wire [LOW-1:0]   low_b,
    output wire [W+LOW-1:0] y
);
    localparam [15:0] THREE = 16'h9666;    // A ^ B ^ (C & D)
    localparam [15:0] TWO   = 16'h5a5a;    // A ^ C
    // From below: a place that carries, or none, `low`, the word, and one more to make them even.
    localparam BELOW = (CARRY != 0) ? 1 : 0, UP = BELOW + LOW;
    localparam PLACES = UP + W, PAIRS = (PLACES + 1) / 2;

    wire [2*PAIRS-1:0] in_a, in_b, in_c, in_d, sum;
    wire [PAIRS:0]     carry;
    wire               unused = &{1'b0, sum};
    assign carry[0] = 1'b0;
    assign in_a[BELOW +: LOW] = low_a;
    assign in_c[BELOW +: LOW] = low_b;
    assign in_b[UP-1:0] = {UP{1'b0}};
    assign in_d[UP-1:0] = {UP{1'b0}};
    assign in_a[UP +: W] = a;
    assign in_b[UP +: W] = b;
    assign in_c[UP +: W] = {a[W-2:0], one};
    assign in_d[UP +: W] = {b[W-2:0], 1'b1};
    assign y = sum[BELOW +: LOW + W];

    genvar i;
    generate
        if (CARRY != 0) begin : carries
            assign in_a[0] = 1'b1;
            assign in_c[0] = 1'b1;
        end
        if (PLACES < 2 * PAIRS) begin : odd
            assign in_a[PLACES] = 1'b0;
            assign in_b[PLACES] = 1'b0;
            assign in_c[PLACES] = 1'b0;
            assign in_d[PLACES] = 1'b0;
        end
        for (i = 0; i < PAIRS; i = i + 1) begin : pair
            CCU2C #(
                .INIT0(2 * i >= UP ? THREE : TWO), .INIT1(2 * i + 1 >= UP ? THREE : TWO),
                .INJECT1_0("NO"), .INJECT1_1("NO")
            ) two_of (
                .CIN(carry[i]),
                .A0(in_a[2*i]), .B0(in_b[2*i]), .C0(in_c[2*i]), .D0(in_d[2*i]),
                .A1(in_a[2*i+1]), .B1(in_b[2*i+1]), .C1(in_c[2*i+1]), .D1(in_d[2*i+1]),
                .S0(sum[2*i]), .S1(sum[2*i+1]), .COUT(carry[i+1])
            );
        end
    endgenerate
endmodule
`default_nettype wire
