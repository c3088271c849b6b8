// A unit with the receivers of its operands.
//
//   network --> receivers of operands a, b --> unit --> network
`default_nettype none
`include "tauflow_shape.vh"
module tau_fed_unit #(
    parameter ID         = 0,              // number of unit and source in the load window
    parameter KIND       = 0,              // row of machine/kinds.def
    parameter LAT        = 4,              // cycles of the operator, from 1
    parameter SOURCES    = 4,              // sources that the network joins to its receivers
    parameter RECEIVERS  = 5,              // receivers that the network joins to its result
    parameter TRANSFER   = 1,              // the others as in the shape
    parameter QUEUE      = 4,
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
    input  wire [61:0]                          load,
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
    localparam OPERANDS   = `TAUFLOW_OPERANDS;
    localparam MOST_INDEX = (SLOTS > CONSTANTS) ? SLOTS : CONSTANTS;
    localparam INDEX_W    = (MOST_INDEX > 1) ? $clog2(MOST_INDEX) : 1;
    localparam SLOT_W     = (SLOTS > 1) ? $clog2(SLOTS) : 1;

    // Operands come out of a store, or through the whole network: estimates on ECP5 (docs/fpga.md).
    localparam FRONT = (TRANSFER != 0) ? 50 : 60 + 5 * $clog2(SOURCES);

    wire [OPERANDS*INDEX_W-1:0] index, later_index;
    wire [OPERANDS*SLOT_W-1:0]  above, ahead_above;
    wire [OPERANDS-1:0]         constant, ahead_constant, release_slot, ready;
    wire [OPERANDS*32-1:0]      operand_data;
    wire                        moves;

    genvar i;
    generate
        for (i = 0; i < OPERANDS; i = i + 1) begin : operand
            tau_receiver #(
                .ID(OPERANDS * ID + i), .SOURCES(SOURCES), .SLOTS(SLOTS), .CONSTANTS(CONSTANTS),
                .RECEPTIONS(RECEPTIONS), .TRANSFER(TRANSFER), .INDEX_W(INDEX_W),
                .WORD_W((FIXED == 0) ? 32 : FIXED)
            ) receiver (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .from(from[i*SELECT_W +: SELECT_W]), .grab(grab[i*SOURCES +: SOURCES]),
                .takes(takes[i]), .offered_data(offered_data[i*32 +: 32]),
                .read_index(index[i*INDEX_W +: INDEX_W]), .read_constant(constant[i]),
                .read_release(release_slot[i]), .read_above(above[i*SLOT_W +: SLOT_W]),
                .read(issue), .moves(moves), .ahead_constant(ahead_constant[i]),
                .ahead_above(ahead_above[i*SLOT_W +: SLOT_W]),
                .later_index(later_index[i*INDEX_W +: INDEX_W]),
                .ready(ready[i]), .data(operand_data[i*32 +: 32])
            );
        end
    endgenerate

    tau_unit #(
        .ID(ID), .KIND(KIND), .LAT(LAT), .QUEUE(QUEUE), .ISSUES(ISSUES), .RECEIVERS(RECEIVERS),
        .INDEX_W(INDEX_W), .SLOT_W(SLOT_W), .FRONT(FRONT), .FIXED(FIXED)
    ) unit (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .a_index(index[0 +: INDEX_W]), .a_constant(constant[0]), .a_release(release_slot[0]),
        .a_above(above[0 +: SLOT_W]), .a_ahead_above(ahead_above[0 +: SLOT_W]),
        .a_ahead_constant(ahead_constant[0]),
        .a_later_index(later_index[0 +: INDEX_W]),
        .a_ready(ready[0]), .a_data(operand_data[0 +: 32]),
        .b_index(index[INDEX_W +: INDEX_W]), .b_constant(constant[1]), .b_release(release_slot[1]),
        .b_above(above[SLOT_W +: SLOT_W]), .b_ahead_above(ahead_above[SLOT_W +: SLOT_W]),
        .b_ahead_constant(ahead_constant[1]),
        .b_later_index(later_index[INDEX_W +: INDEX_W]),
        .b_ready(ready[1]), .b_data(operand_data[32 +: 32]),
        .issue(issue), .moves(moves), .overflow(overflow), .offer(offer), .data(data), .taken(taken)
    );
endmodule
`default_nettype wire
