// SPDX-License-Identifier: MIT
// What a fixed-point core of four modules would be without its bookkeeping: every receiver with its
// ways, store, bypass and constant, every operator, and nothing that decides. All control comes out
// of one shift register, beside whatever it drives. No program runs on it: it is a floor under the
// area and the period of tau_core with the same latencies (measure/synth/floor.sh).
//
//   operators, lanes --> ways --> store or bypass, constant --> operators
`default_nettype none
`include "tauflow_shape.vh"
module floor #(
    parameter WAYS    = 10,                // sources that a receiver can choose from, 2..10
    parameter MUL_LAT = 2,
    parameter ADD_LAT = 1
) (
    input  wire       clk12,               // pins as in synth_pins
    input  wire       uart_rx,             // all control, bit by bit
    output reg  [7:0] led                  // something of every word
);
    wire clk = clk12;
    localparam W        = 24, MODULES = 4, LANES = 2;
    localparam UNITS    = `TAUFLOW_MODULE_KINDS * MODULES, SOURCES = UNITS + LANES;
    localparam SELECT_W = (WAYS > 1) ? $clog2(WAYS) : 1;
    localparam STORE_W  = 4;               // 16 words
    // of a receiver: source, slot written, slot read, write, bypass, constant
    localparam OPERAND_W = SELECT_W + 2 * STORE_W + 2 + W;
    localparam UNIT_W    = 2 * OPERAND_W + 8; // and signs and shift
    localparam CONTROL_W = UNITS * UNIT_W + LANES * W;

    reg [CONTROL_W-1:0] control;
    always @(posedge clk)
        control <= {control[CONTROL_W-2:0], uart_rx};

    wire [SOURCES*W-1:0] words;
    assign words[UNITS*W +: LANES*W] = control[UNITS*UNIT_W +: LANES*W];

    genvar u, o, w;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : unit
            wire [2*W-1:0] operands;
            for (o = 0; o < 2; o = o + 1) begin : operand
                wire [SELECT_W-1:0] from;
                wire [STORE_W-1:0]  write_slot, read_slot;
                wire                write, bypass;
                wire [W-1:0]        constant;
                assign {from, write_slot, read_slot, write, bypass, constant} =
                    control[u*UNIT_W + o*OPERAND_W +: OPERAND_W];

                // With fewer ways than sources each receiver has others, evenly spread.
                wire [WAYS*32-1:0] near;
                for (w = 0; w < WAYS; w = w + 1) begin : way
                    localparam EVEN = (w * SOURCES / WAYS + u + 3 * o) % SOURCES;
                    localparam S    = (WAYS == SOURCES) ? w : EVEN;
                    assign near[w*32 +: 32] = {{32-W{1'b0}}, words[S*W +: W]};
                end
                wire [31:0] offered;
                tau_ways #(.SOURCES(WAYS), .WORD_W(W)) ways (
                    .data(near), .from(from), .word(offered)
                );
                reg [W-1:0] store [0:(1<<STORE_W)-1];
                always @(posedge clk)
                    if (write)
                        store[write_slot] <= offered[W-1:0];
                assign operands[o*W +: W] =
                    (bypass ? offered[W-1:0] : store[read_slot]) | constant;
            end

            wire [7:0]   how = control[u*UNIT_W + 2*OPERAND_W +: 8];
            wire [W-1:0] y;
            wire         overflow;
            if (u < MODULES) begin : mul
                fixed_mul #(.W(W), .LAT(MUL_LAT), .FRONT(60)) operator (
                    .clk(clk), .enable({MUL_LAT{1'b1}}), .a(operands[0 +: W]), .b(operands[W +: W]),
                    .negate_a(how[0]), .negate_b(how[1]), .shift(how[7:2]), .y(y),
                    .overflow(overflow)
                );
            end else begin : add
                fixed_add #(.W(W), .LAT(ADD_LAT), .FRONT(60)) operator (
                    .clk(clk), .enable({ADD_LAT{1'b1}}), .a(operands[0 +: W]), .b(operands[W +: W]),
                    .negate_a(how[0]), .negate_b(how[1]), .shift(how[7:2]), .y(y),
                    .overflow(overflow)
                );
            end
            assign words[u*W +: W] = y;

            reg [2:0] seen;
            always @(posedge clk) begin
                seen   <= {overflow, ^y[W-1:W/2], ^y[W/2-1:0]};
                led[u] <= ^seen;
            end
        end
    endgenerate
endmodule
`default_nettype wire
