// SPDX-License-Identifier: MIT
// y = a * b of the cycle before, signed: in the register behind the product that multiplier blocks
// have inside. It keeps its word while it is not enabled. For ECP5 there is ../ecp5/tau_block.v in
// its place: Yosys 0.23 leaves that register empty.
`default_nettype none
module tau_block #(
    parameter A_W = 18,                    // bits of a, up to 18
    parameter B_W = 18
) (
    input  wire                  clk,
    input  wire                  enable,
    input  wire signed [A_W-1:0] a,
    input  wire signed [B_W-1:0] b,
    output reg  [A_W+B_W-1:0]    y
);
    always @(posedge clk)
        if (enable)
            y <= a * b;
endmodule
`default_nettype wire
