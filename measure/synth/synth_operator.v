// SPDX-License-Identifier: MIT
// An operator alone between registers, for its clock by latency. Pins as in synth_pins.
`default_nettype none
`include "tauflow_shape.vh"
module synth_operator #(
    parameter KIND  = 0,                   // row of machine/kinds.def
    parameter LAT   = 4,
    parameter FRONT = 10,                  // as in the operators
    parameter OPEN  = 0,
    parameter FIXED = 0                    // bits of fixed point; 0: binary32
) (
    input  wire       clk12,
    input  wire       uart_rx,
    output reg  [7:0] led
);
    wire        clk = clk12;
    reg  [71:0] pins, in;
    reg  [31:0] out;
    wire [31:0] a_data = in[31:0], b_data = in[63:32], result;
    wire        negate_a = 1'b0, negate_b = in[64];
    wire [6:0]  shift = in[71:65];
    wire        lost;
    wire [LAT-1:0] enable = {LAT{1'b1}};

    integer i;
    always @(posedge clk) begin
        pins <= {pins[70:0], uart_rx};
        in   <= pins;
        out  <= {result[31:1], result[0] ^ lost};
        for (i = 0; i < 8; i = i + 1)
            led[i] <= ^(out >> (4 * i));
    end

    generate
        `TAUFLOW_OPERATOR
    endgenerate
endmodule
`default_nettype wire
