// An output port: a receiver without slots; what it takes goes out on its lane of the output stream in that order.
// One word a cycle. Whether it takes is known from registers and its source alone.
`default_nettype none
`include "tauflow_regs.vh"
module tau_output #(
    parameter ID       = 8,                // number of the receiver in the load window
    parameter SOURCES  = 5,                // sources that are joined to it
    parameter WORDS    = 32,               // longest reception sequence
    parameter WORD_W   = 32,               // bits of a word
    parameter SELECT_W = (SOURCES > 1) ? $clog2(SOURCES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                run,
    input  wire [61:0]         load,
    // network
    output wire [SELECT_W-1:0] select,
    input  wire                offered,
    input  wire [WORD_W-1:0]   offered_data,
    output wire                take,       // takes what is offered in this cycle
    // towards the stream
    output wire                out_valid,
    input  wire                out_ready,
    output wire [WORD_W-1:0]   out_data,
    output wire                finish      // a word is taken with which a sample is out
);
    wire want, ends, unused_filled;
    wire [SELECT_W:0] unused_ahead;

    wire takes = take && offered;

    tau_sequence #(.TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNER(ID), .ENTRY_W(SELECT_W + 1), .DEPTH(WORDS)) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry({load[16 +: SELECT_W], load[12]}),
        .filled(unused_filled), .head_valid(want), .head({select, ends}), .ahead(unused_ahead), .next(takes)
    );

    assign out_valid = want && offered;
    assign out_data  = offered_data;
    assign take      = want && out_ready;
    assign finish    = takes && ends;
endmodule
`default_nettype wire
