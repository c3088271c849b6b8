// SPDX-License-Identifier: MIT
// tau_block (../generic) in cells of ECP5: factors of up to 18 bits and the register behind
// their product in one MULT18X18D.
`default_nettype none
module tau_block #(
    parameter A_W = 18,
    parameter B_W = 18
) (
    input  wire                  clk,
    input  wire                  enable,
    input  wire signed [A_W-1:0] a,
    input  wire signed [B_W-1:0] b,
    output wire [A_W+B_W-1:0]    y
);
    wire signed [17:0] a_in = a, b_in = b;
    wire [35:0]        p;
    assign y = p[A_W+B_W-1:0];
    MULT18X18D #(
        .REG_INPUTA_CLK("NONE"), .REG_INPUTB_CLK("NONE"), .REG_PIPELINE_CLK("NONE"),
        .REG_OUTPUT_CLK("CLK0"), .REG_OUTPUT_CE("CE0"), .CLK0_DIV("ENABLED"), .GSR("DISABLED"),
        .MULT_BYPASS("DISABLED")
    ) block (
        .A0(a_in[0]), .A1(a_in[1]), .A2(a_in[2]), .A3(a_in[3]), .A4(a_in[4]),
        .A5(a_in[5]), .A6(a_in[6]), .A7(a_in[7]), .A8(a_in[8]), .A9(a_in[9]),
        .A10(a_in[10]), .A11(a_in[11]), .A12(a_in[12]), .A13(a_in[13]), .A14(a_in[14]),
        .A15(a_in[15]), .A16(a_in[16]), .A17(a_in[17]),
        .B0(b_in[0]), .B1(b_in[1]), .B2(b_in[2]), .B3(b_in[3]), .B4(b_in[4]),
        .B5(b_in[5]), .B6(b_in[6]), .B7(b_in[7]), .B8(b_in[8]), .B9(b_in[9]),
        .B10(b_in[10]), .B11(b_in[11]), .B12(b_in[12]), .B13(b_in[13]), .B14(b_in[14]),
        .B15(b_in[15]), .B16(b_in[16]), .B17(b_in[17]),
        .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]),
        .P5(p[5]), .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]),
        .P10(p[10]), .P11(p[11]), .P12(p[12]), .P13(p[13]), .P14(p[14]),
        .P15(p[15]), .P16(p[16]), .P17(p[17]), .P18(p[18]), .P19(p[19]),
        .P20(p[20]), .P21(p[21]), .P22(p[22]), .P23(p[23]), .P24(p[24]),
        .P25(p[25]), .P26(p[26]), .P27(p[27]), .P28(p[28]), .P29(p[29]),
        .P30(p[30]), .P31(p[31]), .P32(p[32]), .P33(p[33]), .P34(p[34]),
        .P35(p[35]),
        .SIGNEDA(1'b1), .SIGNEDB(1'b1), .SOURCEA(1'b0), .SOURCEB(1'b0),
        .CLK0(clk), .CE0(enable), .RST0(1'b0)
    );
endmodule
`default_nettype wire
