// SPDX-License-Identifier: MIT
// The place after one in a table that repeats: y = at_end ? loop : at + 1. Combinational.
//
// A module of its own because synthesis has to be told: the tables of a carry chain on an ECP5 have
// room for the choice, but Yosys puts it into tables of its own. ../ecp5/tau_next.v is this module
// for ECP5, in its cells; any other family takes this text.
`default_nettype none
module tau_next #(
    parameter W = 4                        // bits of a place, from 1
) (
    input  wire [W-1:0] at,
    input  wire [W-1:0] loop,
    input  wire         at_end,
    output wire [W-1:0] y
);
    assign y = at_end ? loop : at + 1'b1;
endmodule
`default_nettype wire
