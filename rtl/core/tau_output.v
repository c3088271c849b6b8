// SPDX-License-Identifier: MIT
// An output port: a receiver without slots; what it accepts goes out on its lane of the output
// stream in that order. One word per cycle. Whether it accepts is known from registers and its
// source alone.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
module tau_output #(
    parameter ID       = 8,                // number of the receiver in the load window
    parameter SOURCES  = 5,                // sources that are joined to it
    parameter WORDS    = 32,               // longest reception sequence
    parameter WORD_W   = 32,               // bits of a word
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of a source
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0] load,
    // network
    output wire [SELECT_W-1:0] from,       // source that it waits for
    output wire [SOURCES-1:0]  grab,       // its bit, while it would accept a word
    input  wire                takes,      // that source has a word: it is accepted in this cycle
    input  wire [WORD_W-1:0]   offered_data,
    // towards the stream
    output wire                out_valid,  // only while out_ready
    input  wire                out_ready,
    output wire [WORD_W-1:0]   out_data,
    output wire                finish      // a word is accepted with which a sample is out
);
    wire want, ends, unused_coming, unused_ends;
    wire [SELECT_W-1:0] select_ahead;
    wire [SELECT_W:0]   unused_later;
    wire [SOURCES-1:0]  pick;

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNER(ID), .ENTRY_W(SELECT_W + 1), .DEPTH(WORDS)
    ) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .load_entry({load[`TAUFLOW_RECEPTION_SELECT_LOW +: SELECT_W],
                     load[`TAUFLOW_RECEPTION_ENDS]}),
        .head_valid(want), .head({from, ends}), .ahead_valid(unused_coming),
        .ahead({select_ahead, unused_ends}), .later(unused_later), .next(takes)
    );

    tau_pick #(.SOURCES(SOURCES)) picks (
        .clk(clk), .step(takes || !want), .ahead(select_ahead), .pick(pick)
    );

    assign grab      = pick & {SOURCES{want && out_ready}};
    assign out_valid = takes;
    assign out_data  = offered_data;
    assign finish    = takes && ends;
endmodule
`default_nettype wire
