// SPDX-License-Identifier: MIT
// A unit with the receivers of its operands, their receptions and constants.
//
//   network --> receivers of operands a, b --> unit --> network
//                ^ receptions   ^ constants     ^ emissions, from outside
`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"
module tau_fed_unit #(
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
    // source, and its emission sequence
    input  wire                                 mask_valid,
    input  wire [RECEIVERS-1:0]                 mask,
    output wire                                 mask_next,
    output wire [RECEIVERS-1:0]                 offer,
    output wire [31:0]                          data,
    input  wire [RECEIVERS-1:0]                 taken,
    output wire                                 issue, // starts an operation
    output wire                                 overflow // a result did not fit
);
    localparam OPERANDS   = `TAUFLOW_OPERANDS;
    localparam MOST_INDEX = (SLOTS > CONSTANTS) ? SLOTS : CONSTANTS;
    localparam INDEX_W    = (MOST_INDEX > 1) ? $clog2(MOST_INDEX) : 1;
    localparam SLOT_W     = (SLOTS > 1) ? $clog2(SLOTS) : 1;

    // Operands come out of a store, or through the whole network: estimates on ECP5 (docs/fpga.md).
    // Operators of fixed point have few registers to choose places for: with the first of two right
    // behind the network all of a product would be left to the second.
    localparam FRONT = (TRANSFER != 0) ? 50 : ((FIXED != 0) ? 40 : 60) + 5 * $clog2(SOURCES);

    localparam CONSTANT_W = (CONSTANTS > 1) ? $clog2(CONSTANTS) : 1;
    localparam RECEPTION_W = SELECT_W + 2 * SLOT_W;
    localparam WORD_W     = (FIXED == 0) ? 32 : FIXED;
    localparam FIRST      = OPERANDS * ID; // number of the first receiver
    localparam [32*OPERANDS-1:0] OWNERS = {FIRST[31:0] + 32'd1, FIRST[31:0]};

    wire [INDEX_W-1:0]          later_index;
    wire                        later_b;
    wire                        unused_index = &{1'b0, later_index}; // bits of slots
    wire [OPERANDS*WORD_W-1:0]  constant_words;
    wire [OPERANDS-1:0]         want, opens;
    wire [OPERANDS*RECEPTION_W-1:0] reception;
    wire [OPERANDS*SLOT_W-1:0]  above, ahead_above, ahead_slot;
    wire [OPERANDS-1:0]         constant, ahead_constant, release_slot, ready;
    wire [OPERANDS*32-1:0]      operand_data;
    wire                        moves;

    tau_sequences #(
        .N(OPERANDS), .TABLE(`TAUFLOW_LOAD_RECEPTION), .OWNERS(OWNERS), .ENTRY_W(RECEPTION_W),
        .DEPTH(RECEPTIONS)
    ) receptions (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .load_entry({load[`TAUFLOW_RECEPTION_SELECT_LOW +: SELECT_W],
                     load[`TAUFLOW_RECEPTION_MOST_LOW +: SLOT_W],
                     load[`TAUFLOW_RECEPTION_SLOT_LOW +: SLOT_W]}),
        .head_valid(want), .head(reception), .next(opens)
    );

    tau_constants #(
        .OWNER(FIRST), .OWNERS(OPERANDS), .DEPTH(CONSTANTS), .WORD_W(WORD_W)
    ) constants (
        .clk(clk), .load(load), .step(moves), .addr({later_b, later_index[CONSTANT_W-1:0]}),
        .ahead(ahead_constant), .data(constant_words)
    );

    genvar i;
    generate
        for (i = 0; i < OPERANDS; i = i + 1) begin : operand
            tau_receiver #(
                .ID(FIRST + i), .SOURCES(SOURCES), .SLOTS(SLOTS), .TRANSFER(TRANSFER),
                .WORD_W(WORD_W)
            ) receiver (
                .clk(clk), .run(run), .want(want[i]),
                .reception(reception[i*RECEPTION_W +: RECEPTION_W]), .opens(opens[i]),
                .from(from[i*SELECT_W +: SELECT_W]), .grab(grab[i*SOURCES +: SOURCES]),
                .takes(takes[i]), .offered_data(offered_data[i*32 +: 32]),
                .read_constant(constant[i]), .read_release(release_slot[i]),
                .read_above(above[i*SLOT_W +: SLOT_W]), .read(issue), .moves(moves),
                .ahead_constant(ahead_constant[i]), .ahead_slot(ahead_slot[i*SLOT_W +: SLOT_W]),
                .ahead_above(ahead_above[i*SLOT_W +: SLOT_W]),
                .constant(constant_words[i*WORD_W +: WORD_W]),
                .ready(ready[i]), .data(operand_data[i*32 +: 32])
            );
        end
    endgenerate

    tau_unit #(
        .ID(ID), .KIND(KIND), .LAT(LAT), .QUEUE(QUEUE), .ISSUES(ISSUES), .RECEIVERS(RECEIVERS),
        .INDEX_W(INDEX_W), .SLOT_W(SLOT_W), .FRONT(FRONT), .FIXED(FIXED)
    ) unit (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .a_constant(constant[0]), .a_release(release_slot[0]),
        .a_above(above[0 +: SLOT_W]), .a_ahead_above(ahead_above[0 +: SLOT_W]),
        .a_ahead_constant(ahead_constant[0]), .a_ahead_slot(ahead_slot[0 +: SLOT_W]),
        .a_ready(ready[0]), .a_data(operand_data[0 +: 32]),
        .b_constant(constant[1]), .b_release(release_slot[1]),
        .b_above(above[SLOT_W +: SLOT_W]), .b_ahead_above(ahead_above[SLOT_W +: SLOT_W]),
        .b_ahead_constant(ahead_constant[1]), .b_ahead_slot(ahead_slot[SLOT_W +: SLOT_W]),
        .b_ready(ready[1]), .b_data(operand_data[32 +: 32]),
        .later_b(later_b), .later_index(later_index), .issue(issue), .moves(moves),
        .overflow(overflow), .mask_valid(mask_valid), .mask(mask), .mask_next(mask_next),
        .offer(offer), .data(data), .taken(taken)
    );
endmodule
`default_nettype wire
