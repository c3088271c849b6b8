// SPDX-License-Identifier: MIT
// One of N words, inverted if asked: y = words[select] ^ invert. Combinational.
//
// A module of its own because synthesis has to be told: an ECP5 makes the four or eight ways of a
// bit in one place, of two or four look-up tables and the multiplexers beside them, but Yosys
// takes those multiplexers for wide tables only. ../ecp5/tau_mux.v is this module for ECP5, in its
// cells; any other family takes this text.
`default_nettype none
module tau_mux #(
    parameter N = 8,                       // words, 4 or 8
    parameter W = 24                       // bits of a word, from 1
) (
    input  wire [N*W-1:0]       words,     // word i in bits i * W and up
    input  wire [$clog2(N)-1:0] select,
    input  wire                 invert,
    output wire [W-1:0]         y
);
    initial
        if ((N != 4 && N != 8) || W < 1)
            $error("tau_mux: N %0d must be 4 or 8, W %0d from 1", N, W);

    // Halves of what is left; of four words the second half is one.
    localparam TOP = $clog2(N) - 1;
    wire [N/2*W-1:0] half = select[TOP] ? words[N/2*W +: N/2*W] : words[0 +: N/2*W];
    wire [N/4*W-1:0] quarter = select[TOP-1] ? half[N/4*W +: N/4*W] : half[0 +: N/4*W];
    wire [W-1:0]     word = (N == 8 && select[0]) ? quarter[N/4*W-1 -: W] : quarter[0 +: W];
    assign y = word ^ {W{invert}};
endmodule
`default_nettype wire
