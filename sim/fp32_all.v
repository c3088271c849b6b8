// SPDX-License-Identifier: MIT
// The operator of every kind of unit (machine/kinds.def) at every latency from 1 to LATENCIES, and
// the multiplier once more, made of blocks of 18 bits, side by side on the same operands. Word
// LAT - 1 of a kind's results, LATENCIES words each, is that of the operands LAT cycles ago.

`default_nettype none
`include "tauflow_load.vh"
`include "tauflow_regs.vh"
`include "tauflow_shape.vh"

module fp32_all #(
    parameter LATENCIES = 1,
    parameter KINDS = `TAUFLOW_CORE_KINDS
) (
    input  wire        clk,
    input  wire        moves,                        // low: everything stays
    input  wire [31:0] a_data,
    input  wire [31:0] b_data,
    input  wire        negate_a,
    input  wire        negate_b,
    output wire [32*LATENCIES*(KINDS+1)-1:0] y       // kind by kind, at last the other multiplier
);
    // As units choose their operator (rtl/core/tau_unit.v).
    localparam FIXED = 0, FRONT = 10, OPEN = 0;
    wire [`TAUFLOW_ISSUE_SECOND_SHIFT_BITS-1:0] shift = {`TAUFLOW_ISSUE_SECOND_SHIFT_BITS{1'b0}};
    genvar i;
    generate
        for (i = 0; i < KINDS * LATENCIES; i = i + 1) begin : one
            localparam KIND = i / LATENCIES, LAT = i % LATENCIES + 1;
            wire [LAT-1:0] enable = {LAT{moves}};
            wire [31:0] result;
            wire lost;
            wire unused_lost = &{1'b0, lost};
            `TAUFLOW_OPERATOR
            assign y[32*i +: 32] = result;
        end
        for (i = 0; i < LATENCIES; i = i + 1) begin : blocks
            fp32_mul #(.LAT(i + 1), .BLOCK_W(18)) multiplier (
                .clk(clk), .enable({i + 1{moves}}), .a(a_data), .b(b_data), .negate_a(negate_a),
                .negate_b(negate_b), .y(y[32*(KINDS*LATENCIES+i) +: 32])
            );
        end
    endgenerate
endmodule

`default_nettype wire
