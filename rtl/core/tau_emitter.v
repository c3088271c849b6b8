// SPDX-License-Identifier: MIT
// A source with its emission sequence: word k goes to the receivers of entry k.
// Latency 1, one word per cycle; rules of tau_source.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_emitter #(
    parameter ID        = 0,               // number of the source in the load window
    parameter RECEIVERS = 3,               // receivers that the network joins to this source
    parameter DEPTH     = 8,               // words that can wait
    parameter EMISSIONS = 64,              // longest emission sequence
    parameter WORD_W    = 32               // bits of a word
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    input  wire                 comes,     // in_data is a word
    input  wire [WORD_W-1:0]    in_data,
    output wire                 pop,
    output wire [RECEIVERS-1:0] offer,
    output wire [WORD_W-1:0]    data,
    input  wire [RECEIVERS-1:0] taken
);
    localparam WORDS = (RECEIVERS + 31) / 32; // of a mask

    wire                 mask_valid, next, unused_valid;
    wire [RECEIVERS-1:0] mask, unused_ahead, unused_later;
    wire [WORDS*32-1:0]  load_words = {WORDS{load[`TAUFLOW_LOAD_DATA]}};

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_EMISSION), .OWNER(ID), .ENTRY_W(RECEIVERS), .DEPTH(EMISSIONS)
    ) emissions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_words[RECEIVERS-1:0]),
        .head_valid(mask_valid), .head(mask), .ahead_valid(unused_valid), .ahead(unused_ahead),
        .later(unused_later), .next(next)
    );

    tau_source #(.RECEIVERS(RECEIVERS), .DEPTH(DEPTH), .WORD_W(WORD_W)) words (
        .clk(clk), .run(run), .comes(comes), .in_data(in_data),
        .mask_valid(mask_valid), .mask(mask), .next(next), .pop(pop), .offer(offer), .data(data),
        .taken(taken)
    );
endmodule
`default_nettype wire
