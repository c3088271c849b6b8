// SPDX-License-Identifier: MIT
// y = {a, low_a} + {b, low_b} + CARRY, and `one` in the last place of a. For ECP5 there is
// ../ecp5/tau_plus.v in its place, where all of it is one carry chain.
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
    localparam [W+LOW-1:0] LAST = {{W+LOW-1{1'b0}}, CARRY != 0};
    assign y = {a, low_a} + {b, low_b} + {{W-1{1'b0}}, one, {LOW{1'b0}}} + LAST;
endmodule
`default_nettype wire
