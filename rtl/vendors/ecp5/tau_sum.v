// SPDX-License-Identifier: MIT
// tau_sum (../generic) in cells of ECP5: a cell of the carry chain has a table of four inputs
// for each of its two bits. The table says whether a carry goes through; where none does, the carry
// out is what the same table gives for C = D = 0, as a function of A and B alone. With A ^ (B ? C :
// D) that is A, as a sum wants it: no carry goes through where both bits are equal, and A is one of
// them.
`default_nettype none
module tau_sum #(
    parameter W = 28
) (
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire [W-1:0] c,
    input  wire         select,
    output wire [W-1:0] y
);
    localparam [15:0] CHOOSE = 16'h596a;   // A ^ (B ? C : D)

    wire [W/2:0] carry;
    assign carry[0] = 1'b0;

    genvar i;
    generate
        for (i = 0; i < W; i = i + 2) begin : place
            CCU2C #(.INIT0(CHOOSE), .INIT1(CHOOSE), .INJECT1_0("NO"), .INJECT1_1("NO")) two_of (
                .CIN(carry[i/2]),
                .A0(a[i]), .B0(select), .C0(c[i]), .D0(b[i]),
                .A1(a[i+1]), .B1(select), .C1(c[i+1]), .D1(b[i+1]),
                .S0(y[i]), .S1(y[i+1]), .COUT(carry[i/2+1])
            );
        end
    endgenerate
endmodule
`default_nettype wire
