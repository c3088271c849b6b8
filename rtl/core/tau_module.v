// SPDX-License-Identifier: MIT
// A module: one unit of each kind that modules have (machine/kinds.def), with its receivers, and
// the emission sequences of all.
//
//   operands a, b of kind 0 --> receivers --> unit of kind 0 --> offer of row 0
//   operands a, b of kind 1 --> receivers --> unit of kind 1 --> offer of row 1 ...
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_module #(
    parameter MODULE    = 0,               // number of this module
    parameter SOURCES   = 4,               // sources that the network joins to its receivers
    parameter RECEIVERS = 5,               // receivers that the network joins to its sources
    parameter SELECT_W  = (SOURCES > 1) ? $clog2(SOURCES) : 1, // of the number of a source
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                                        clk,
    input  wire                                        rst,
    input  wire                                        run,
    input  wire [`TAUFLOW_LOAD_BITS-1:0]               load,
    // receivers: a and b of each kind
    output wire [`TAUFLOW_MODULE_OPERANDS*SELECT_W-1:0] from,
    output wire [`TAUFLOW_MODULE_OPERANDS*SOURCES-1:0] grab,
    input  wire [`TAUFLOW_MODULE_OPERANDS-1:0]         takes,
    input  wire [`TAUFLOW_MODULE_OPERANDS*32-1:0]      offered_data,
    // sources; row k is the unit of kind k
    output wire [`TAUFLOW_MODULE_KINDS*RECEIVERS-1:0]  offer,
    output wire [`TAUFLOW_MODULE_KINDS*32-1:0]         data,
    input  wire [`TAUFLOW_MODULE_KINDS*RECEIVERS-1:0]  taken,
    output wire [`TAUFLOW_MODULE_KINDS-1:0]            issue, // the unit starts an operation
    output wire                                        overflow // a result did not fit
);
    localparam UNIT_N = `TAUFLOW_OPERANDS; // operands of a unit

    wire [`TAUFLOW_MODULE_KINDS-1:0] over;
    assign overflow = |over;

    localparam KINDS = `TAUFLOW_MODULE_KINDS;
    function [32*KINDS-1:0] numbers(input integer first); // of the units in the load window
        integer KIND;
        for (KIND = first; KIND < KINDS; KIND = KIND + 1)
            numbers[32*KIND +: 32] = `TAUFLOW_UNIT;
    endfunction

    localparam WORDS = (RECEIVERS + 31) / 32; // of a mask
    wire [KINDS-1:0]           mask_valid, mask_next;
    wire [KINDS*RECEIVERS-1:0] mask;
    wire [WORDS*32-1:0]        load_words = {WORDS{load[`TAUFLOW_LOAD_DATA]}};
    wire                       unused_words = &{1'b0, load_words};

    tau_sequences #(
        .N(KINDS), .TABLE(`TAUFLOW_LOAD_EMISSION), .OWNERS(numbers(0)), .ENTRY_W(RECEIVERS),
        .DEPTH(ISSUES)
    ) emissions (
        .clk(clk), .rst(rst), .run(run), .load(load), .load_entry(load_words[RECEIVERS-1:0]),
        .head_valid(mask_valid), .head(mask), .next(mask_next)
    );

    genvar k;
    generate
        for (k = 0; k < `TAUFLOW_MODULE_KINDS; k = k + 1) begin : kind
            localparam KIND = k;
            tau_fed_unit #(
                .ID(`TAUFLOW_UNIT), .KIND(KIND), .LAT(`TAUFLOW_LATENCY), .SOURCES(SOURCES),
                .RECEIVERS(RECEIVERS), .TRANSFER(TRANSFER), .QUEUE(QUEUE), .SLOTS(SLOTS),
                .CONSTANTS(CONSTANTS), .RECEPTIONS(RECEPTIONS), .ISSUES(ISSUES), .FIXED(FIXED)
            ) fed (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .from(from[k*UNIT_N*SELECT_W +: UNIT_N*SELECT_W]),
                .grab(grab[k*UNIT_N*SOURCES +: UNIT_N*SOURCES]),
                .takes(takes[k*UNIT_N +: UNIT_N]),
                .offered_data(offered_data[k*UNIT_N*32 +: UNIT_N*32]),
                .mask_valid(mask_valid[k]), .mask(mask[k*RECEIVERS +: RECEIVERS]),
                .mask_next(mask_next[k]),
                .offer(offer[k*RECEIVERS +: RECEIVERS]), .data(data[k*32 +: 32]),
                .taken(taken[k*RECEIVERS +: RECEIVERS]), .issue(issue[k]), .overflow(over[k])
            );
        end
    endgenerate
endmodule
`default_nettype wire
