// A module: one unit of each kind (machine/kinds.def) with its receivers and its source.
//
//   operands a, b of kind 0 --> receivers --> unit of kind 0 --> offer of row 0
//   operands a, b of kind 1 --> receivers --> unit of kind 1 --> offer of row 1 ...
`default_nettype none
`include "tauflow_shape.vh"
module tau_module #(
    parameter MODULE    = 0,               // number of this module
    parameter SOURCES   = 4,               // sources that the network joins to its receivers
    parameter RECEIVERS = 5,               // receivers that the network joins to its sources
    `TAUFLOW_SHAPE_PARAMETERS
) (
    input  wire                                        clk,
    input  wire                                        rst,
    input  wire                                        run,
    input  wire [61:0]                                 load,
    // receivers: a and b of each kind
    output wire [`TAUFLOW_MODULE_OPERANDS*SOURCES-1:0] pick,
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
    localparam KINDS      = `TAUFLOW_MODULE_KINDS;
    localparam UNIT_N     = `TAUFLOW_OPERANDS; // operands of a unit
    localparam OPERANDS   = `TAUFLOW_MODULE_OPERANDS;
    localparam MOST_INDEX = (SLOTS > CONSTANTS) ? SLOTS : CONSTANTS;
    localparam INDEX_W    = (MOST_INDEX > 1) ? $clog2(MOST_INDEX) : 1;

    // Operands come out of a store, or through the whole network: estimates on ECP5 (docs/fpga.md).
    localparam FRONT = (TRANSFER != 0) ? 50 : 60 + 5 * $clog2(SOURCES);

    wire [OPERANDS*INDEX_W-1:0] index, ahead_index, later_index;
    wire [OPERANDS-1:0]         constant, ahead_constant, release_slot, ready;
    wire [OPERANDS*32-1:0]      operand_data;
    wire [KINDS-1:0]            moves, over;
    assign overflow = |over;

    genvar i, k;
    generate
        for (i = 0; i < OPERANDS; i = i + 1) begin : operand
            localparam KIND = i / UNIT_N;
            tau_receiver #(
                .ID(UNIT_N * `TAUFLOW_UNIT + i % UNIT_N), .SOURCES(SOURCES), .SLOTS(SLOTS),
                .CONSTANTS(CONSTANTS), .RECEPTIONS(RECEPTIONS), .TRANSFER(TRANSFER),
                .INDEX_W(INDEX_W)
            ) receiver (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .pick(pick[i*SOURCES +: SOURCES]), .grab(grab[i*SOURCES +: SOURCES]),
                .takes(takes[i]), .offered_data(offered_data[i*32 +: 32]),
                .read_index(index[i*INDEX_W +: INDEX_W]), .read_constant(constant[i]),
                .read_release(release_slot[i]), .read(issue[KIND]), .moves(moves[KIND]),
                .ahead_index(ahead_index[i*INDEX_W +: INDEX_W]),
                .ahead_constant(ahead_constant[i]),
                .later_index(later_index[i*INDEX_W +: INDEX_W]),
                .ready(ready[i]), .data(operand_data[i*32 +: 32])
            );
        end
        for (k = 0; k < KINDS; k = k + 1) begin : kind
            localparam KIND = k, A = UNIT_N * k, B = UNIT_N * k + 1; // A, B: rows of its operands
            tau_unit #(
                .ID(`TAUFLOW_UNIT), .KIND(KIND), .LAT(`TAUFLOW_LATENCY),
                .QUEUE(QUEUE), .ISSUES(ISSUES), .RECEIVERS(RECEIVERS), .INDEX_W(INDEX_W),
                .FRONT(FRONT), .FIXED(FIXED)
            ) unit (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .a_index(index[A*INDEX_W +: INDEX_W]), .a_constant(constant[A]),
                .a_release(release_slot[A]), .a_ahead_index(ahead_index[A*INDEX_W +: INDEX_W]),
                .a_ahead_constant(ahead_constant[A]),
                .a_later_index(later_index[A*INDEX_W +: INDEX_W]),
                .a_ready(ready[A]), .a_data(operand_data[A*32 +: 32]),
                .b_index(index[B*INDEX_W +: INDEX_W]), .b_constant(constant[B]),
                .b_release(release_slot[B]), .b_ahead_index(ahead_index[B*INDEX_W +: INDEX_W]),
                .b_ahead_constant(ahead_constant[B]),
                .b_later_index(later_index[B*INDEX_W +: INDEX_W]),
                .b_ready(ready[B]), .b_data(operand_data[B*32 +: 32]),
                .issue(issue[k]), .moves(moves[k]), .overflow(over[k]),
                .offer(offer[k*RECEIVERS +: RECEIVERS]),
                .data(data[k*32 +: 32]), .taken(taken[k*RECEIVERS +: RECEIVERS])
            );
        end
    endgenerate
endmodule
`default_nettype wire
