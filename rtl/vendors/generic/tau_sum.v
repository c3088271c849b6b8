// SPDX-License-Identifier: MIT
// y = a + (select ? c : b), W bits, the carry dropped. Combinational.
//
// A module of its own because synthesis has to be told: an ECP5 makes the choice in the tables of
// the carry chain, for nothing, but Yosys puts tables of their own in front of the chain.
// ../ecp5/tau_sum.v is this module for ECP5, in its cells; any other family takes this text.
`default_nettype none
module tau_sum #(
    parameter W = 28                       // bits of a word, even, from 2
) (
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire [W-1:0] c,
    input  wire         select,
    output wire [W-1:0] y
);
    initial
        if (W < 2 || W % 2 != 0)
            $error("tau_sum: W %0d must be even, from 2", W);

    assign y = a + (select ? c : b);
endmodule
`default_nettype wire
