// A module: one multiplier and one adder with their receivers and sources.
//
//   operands [0], [1] --> receivers a, b --> multiplier --> mul_offer
//   operands [2], [3] --> receivers a, b --> adder      --> add_offer
`default_nettype none
module tau_module #(
    parameter MUL_ID     = 0,              // numbers of the units in the load window
    parameter ADD_ID     = 1,
    parameter SOURCES    = 4,              // sources that the network joins to its receivers
    parameter RECEIVERS  = 5,              // receivers that the network joins to its sources
    parameter TRANSFER   = 1,              // 1 store cycle, 0 forwarding
    parameter MUL_LAT    = 4,              // cycles of the operators, from 1
    parameter ADD_LAT    = 5,
    parameter QUEUE      = 4,              // results that may wait beyond those in the pipeline
    parameter SLOTS      = 16,             // of a receiver: words, constants, receptions
    parameter CONSTANTS  = 16,
    parameter RECEPTIONS = 64,
    parameter ISSUES     = 64              // of a unit: operations
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  run,
    input  wire [61:0]           load,
    // receivers: mul.a, mul.b, add.a, add.b
    output wire [4*SOURCES-1:0]  pick,
    output wire [4*SOURCES-1:0]  grab,
    input  wire [3:0]            takes,
    input  wire [4*32-1:0]       offered_data,
    // sources
    output wire [RECEIVERS-1:0]  mul_offer,
    output wire [31:0]           mul_data,
    input  wire [RECEIVERS-1:0]  mul_taken,
    output wire [RECEIVERS-1:0]  add_offer,
    output wire [31:0]           add_data,
    input  wire [RECEIVERS-1:0]  add_taken,
    output wire [1:0]            issue      // the multiplier, the adder starts an operation
);
    localparam MOST_INDEX = (SLOTS > CONSTANTS) ? SLOTS : CONSTANTS;
    localparam INDEX_W    = (MOST_INDEX > 1) ? $clog2(MOST_INDEX) : 1;

    // Operands come out of a store, or through the whole network: estimates on ECP5 (docs/fpga.md).
    localparam FRONT = (TRANSFER != 0) ? 50 : 60 + 5 * $clog2(SOURCES);

    wire [4*INDEX_W-1:0] index, ahead_index, later_index;
    wire [3:0]           constant, ahead_constant, release_slot, ready;
    wire [1:0]           moves;
    wire [4*32-1:0]      data;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : operand
            tau_receiver #(
                .ID(2 * (i < 2 ? MUL_ID : ADD_ID) + i % 2), .SOURCES(SOURCES), .SLOTS(SLOTS), .CONSTANTS(CONSTANTS),
                .RECEPTIONS(RECEPTIONS), .TRANSFER(TRANSFER), .INDEX_W(INDEX_W)
            ) receiver (
                .clk(clk), .rst(rst), .run(run), .load(load),
                .pick(pick[i*SOURCES +: SOURCES]), .grab(grab[i*SOURCES +: SOURCES]), .takes(takes[i]),
                .offered_data(offered_data[i*32 +: 32]),
                .read_index(index[i*INDEX_W +: INDEX_W]), .read_constant(constant[i]), .read_release(release_slot[i]),
                .read(issue[i/2]), .moves(moves[i/2]), .ahead_index(ahead_index[i*INDEX_W +: INDEX_W]), .ahead_constant(ahead_constant[i]),
                .later_index(later_index[i*INDEX_W +: INDEX_W]),
                .ready(ready[i]), .data(data[i*32 +: 32])
            );
        end
    endgenerate

    tau_unit #(
        .ID(MUL_ID), .IS_ADD(0), .LAT(MUL_LAT), .QUEUE(QUEUE), .ISSUES(ISSUES), .RECEIVERS(RECEIVERS), .INDEX_W(INDEX_W),
        .FRONT(FRONT)
    ) mul (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .a_index(index[0*INDEX_W +: INDEX_W]), .a_constant(constant[0]), .a_release(release_slot[0]),
        .a_ahead_index(ahead_index[0*INDEX_W +: INDEX_W]), .a_ahead_constant(ahead_constant[0]),
        .a_later_index(later_index[0*INDEX_W +: INDEX_W]),
        .a_ready(ready[0]), .a_data(data[31:0]),
        .b_index(index[1*INDEX_W +: INDEX_W]), .b_constant(constant[1]), .b_release(release_slot[1]),
        .b_ahead_index(ahead_index[1*INDEX_W +: INDEX_W]), .b_ahead_constant(ahead_constant[1]),
        .b_later_index(later_index[1*INDEX_W +: INDEX_W]),
        .b_ready(ready[1]), .b_data(data[63:32]),
        .issue(issue[0]), .moves(moves[0]), .offer(mul_offer), .data(mul_data), .taken(mul_taken)
    );

    tau_unit #(
        .ID(ADD_ID), .IS_ADD(1), .LAT(ADD_LAT), .QUEUE(QUEUE), .ISSUES(ISSUES), .RECEIVERS(RECEIVERS), .INDEX_W(INDEX_W),
        .FRONT(FRONT)
    ) add (
        .clk(clk), .rst(rst), .run(run), .load(load),
        .a_index(index[2*INDEX_W +: INDEX_W]), .a_constant(constant[2]), .a_release(release_slot[2]),
        .a_ahead_index(ahead_index[2*INDEX_W +: INDEX_W]), .a_ahead_constant(ahead_constant[2]),
        .a_later_index(later_index[2*INDEX_W +: INDEX_W]),
        .a_ready(ready[2]), .a_data(data[95:64]),
        .b_index(index[3*INDEX_W +: INDEX_W]), .b_constant(constant[3]), .b_release(release_slot[3]),
        .b_ahead_index(ahead_index[3*INDEX_W +: INDEX_W]), .b_ahead_constant(ahead_constant[3]),
        .b_later_index(later_index[3*INDEX_W +: INDEX_W]),
        .b_ready(ready[3]), .b_data(data[127:96]),
        .issue(issue[1]), .moves(moves[1]), .offer(add_offer), .data(add_data), .taken(add_taken)
    );
endmodule
`default_nettype wire
