// SPDX-License-Identifier: MIT
// A unit that modules share, beside them: a fed unit with its emission sequence.
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_shared_unit #(
    parameter ID         = 0,              // number of unit and source in the load window
    parameter KIND       = 0,              // row of machine/kinds.def
    parameter LAT        = 4,              // cycles of the operator, from 1
    parameter SOURCES    = 4,              // sources that the network joins to its receivers
    parameter RECEIVERS  = 5,              // receivers that the network joins to its result
    parameter TRANSFER   = 1,              // the others as in the shape
    parameter QUEUE      = 0,
    parameter SLOTS      = 16,
    parameter CONSTANTS  = 16,
    parameter RECEPTIONS = 64,
    parameter ISSUES     = 64,
    parameter FIXED      = 0,
    parameter SELECT_W   = (SOURCES > 1) ? $clog2(SOURCES) : 1 // of the number of a source
) (
    input  wire                                 clk,
    input  wire                                 rst,
    input  wire                                 run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0]        load,
    // receivers: a, b
    output wire [`TAUFLOW_OPERANDS*SELECT_W-1:0] from,
    output wire [`TAUFLOW_OPERANDS*SOURCES-1:0] grab,
    input  wire [`TAUFLOW_OPERANDS-1:0]         takes,
    input  wire [`TAUFLOW_OPERANDS*32-1:0]      offered_data,
    // source
    output wire [RECEIVERS-1:0]                 offer,
    output wire [31:0]                          data,
    input  wire [RECEIVERS-1:0]                 taken,
    output wire                                 issue, // starts an operation
    output wire                                 overflow // a result did not fit
);
    localparam WORDS = (RECEIVERS + 31) / 32; // of a mask
    wire                 mask_valid, mask_next, unused_coming;
    wire [RECEIVERS-1:0] mask, unused_ahead, unused_later;
    wire [WORDS*32-1:0]  load_words = {WORDS{load[`TAUFLOW_LOAD_DATA]}};
    wire                 unused_words = &{1'b0, load_words};

    tau_sequence #(
        .TABLE(`TAUFLOW_LOAD_EMISSION), .OWNER(ID), .ENTRY_W(RECEIVERS), .DEPTH(ISSUES)
    ) emissions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_words[RECEIVERS-1:0]),
        .head_valid(mask_valid), .head(mask), .ahead_valid(unused_coming), .ahead(unused_ahead),
        .later(unused_later), .next(mask_next)
    );

    tau_fed_unit #(
        .ID(ID), .KIND(KIND), .LAT(LAT), .SOURCES(SOURCES), .RECEIVERS(RECEIVERS),
        .TRANSFER(TRANSFER), .QUEUE(QUEUE), .SLOTS(SLOTS), .CONSTANTS(CONSTANTS),
        .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES), .FIXED(FIXED)
    ) fed (
        .clk(clk), .rst(rst), .run(run), .load(load), .from(from), .grab(grab), .takes(takes),
        .offered_data(offered_data), .mask_valid(mask_valid), .mask(mask), .mask_next(mask_next),
        .offer(offer), .data(data), .taken(taken), .issue(issue), .overflow(overflow)
    );
endmodule
`default_nettype wire
