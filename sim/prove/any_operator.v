// SPDX-License-Identifier: MIT
// Stands for an operator where any result will do: prove.sh gives it the name of each.
(* blackbox *)
module any_operator #(
    parameter LAT = 4, parameter FRONT = 10, parameter OPEN = 0
) (
    input wire clk, input wire [LAT-1:0] enable, input wire [31:0] a, input wire [31:0] b,
    input wire negate_a, input wire negate_b, output wire [31:0] y
);
endmodule
