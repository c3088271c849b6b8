// SPDX-License-Identifier: MIT
// The last register of a pipeline as a source: its word is offered to the receivers of its mask.
//
//   comes, in_data --> first word --> offer/data to the network
//                        ^ free when the last receiver of the mask accepts it
//
// The offers are registers: a receiver that accepts the word earlier than others is struck out of
// them. In the cycle in which none is left, the next word may come; whoever makes the words holds
// them back until then (free). A mask of 0 throws the word away.
// Stream rule, per receiver: an offered word and its offer stay until that receiver accepts it.
`default_nettype none
module tau_result #(
    parameter RECEIVERS = 3,               // receivers that the network joins to this source
    parameter WORD_W    = 32               // bits of a word
) (
    input  wire                 clk,
    input  wire                 run,       // low: forgets its word
    // words
    input  wire                 comes,     // in_data is a word; it is taken if `free`
    input  wire [WORD_W-1:0]    in_data,
    output wire                 free,
    // emission sequence: the mask of the next word
    input  wire [RECEIVERS-1:0] mask,
    output wire                 next,      // it is taken, with the word
    // network
    output reg  [RECEIVERS-1:0] offer,     // receivers of the word that do not have it yet
    output wire [WORD_W-1:0]    data,
    input  wire [RECEIVERS-1:0] taken      // receivers that accept what they are offered now
);
    initial
        if (RECEIVERS < 1) $error("tau_result: RECEIVERS is %0d, must be 1 or more", RECEIVERS);

    reg [WORD_W-1:0] first;

    // Who accepts is known without looking at the offers, so that this does not wait for the way
    // there and back. Without an offer nobody lacks anything.
    assign free = (offer & ~taken) == {RECEIVERS{1'b0}};
    assign next = comes && free;
    assign data = first;

    always @(posedge clk)
        if (free)
            first <= in_data;

    always @(posedge clk)
        if (!run)
            offer <= {RECEIVERS{1'b0}};
        else
            offer <= next ? mask : offer & ~taken;
endmodule
`default_nettype wire
