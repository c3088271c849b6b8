// Stand for the operators where any result will do.
(* blackbox *)
module fp32_mul #(
    parameter LAT = 4, parameter FRONT = 10
) (
    input wire clk, input wire [31:0] a, input wire [31:0] b, output wire [31:0] y
);
endmodule

(* blackbox *)
module fp32_add #(
    parameter LAT = 5, parameter FRONT = 10
) (
    input wire clk, input wire [31:0] a, input wire [31:0] b, input wire sub, output wire [31:0] y
);
endmodule
