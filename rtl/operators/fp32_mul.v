// SPDX-License-Identifier: MIT
// y = a * b in binary32: round to nearest, ties to even.
//
// Subnormal operands are read as the zero of their sign. A result that gradual underflow would make
// subnormal is written as the zero of its sign; one that it would round up to the least normal,
// 2^-126, stays. Overflow gives infinity. A NaN operand and 0 * infinity give 32'h7fc00000. Bit for
// bit fp32_mul of machine/fp32.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one product per cycle. A
// pure data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> products, classes -> rows -> sum -> select -> round -> pack -> y
// Every arrow may hold registers (fp32_stage), so that a multiplier block finds one before it, one
// after its product and one after its adder to take in. Blocks of 25x18 bits (signed) or more: the
// product is two `*` of 24x17 and 24x7 bits, rows is a wire. Blocks of 18x18: four `*`, two of them
// added to a row. Yosys at LAT 4: 89 LUT and 2 DSP48E1; with BLOCK_W 18, 103 LUT4, 56 CCU2C and 4
// MULT18X18D on ECP5.

`default_nettype none

module fp32_mul #(
    parameter LAT = 4,      // cycles from operands to result, from 1
    parameter FRONT = 10,   // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0,     // 1: its last register is left to whoever takes the result
    parameter BLOCK_W = 24  // unsigned bits of a multiplier block's wider operand: from 24, or 18
) (
    input  wire        clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        negate_a, // every operator has these; a product takes no notice of them, as
    input  wire        negate_b, // programs negate operands of sums only
    output wire [31:0] y
);
    localparam STEPS = 7;
    // Tenths of a nanosecond on ECP5: routed alone, one to four steps in a row, and a quarter more
    // for the wires of a core; the way to the operator is the first step.
    localparam WIDE = BLOCK_W >= 24;
    localparam [7:0] PRODUCTS = WIDE ? 8'd63 : 8'd68;
    localparam [7:0] ROWS = WIDE ? 8'd1 : 8'd14;
    localparam [8*STEPS-1:0] DELAYS = {8'd14, 8'd22, 8'd25, 8'd25, ROWS, PRODUCTS, FRONT[7:0]};

    initial
        if (LAT < 1 || FRONT < 1 || FRONT > 255 || (BLOCK_W != 18 && BLOCK_W < 24))
            $error("fp32_mul: LAT %0d must be from 1, FRONT %0d 1..255, BLOCK_W %0d 18 or from 24",
                   LAT, FRONT, BLOCK_W);

    wire unused_negate = &{1'b0, negate_a, negate_b};

    wire [31:0] a_0, b_0;
    fp32_stage #(.W(64), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .enable(enable), .in_word({a, b}), .out_word({a_0, b_0})
    );

    // --- 0 products, and beside them classes and the exponent of a product below 2 as it will be
    // written. The hidden bit is always set: a zero operand makes the result zero by its class.
    wire a_zero, a_top, a_nan, b_zero, b_top, b_nan;
    fp32_class class_a (.word(a_0), .zero(a_zero), .top(a_top), .nan(a_nan));
    fp32_class class_b (.word(b_0), .zero(b_zero), .top(b_top), .nan(b_nan));
    wire [9:0] exponents_0 = {1'b0, a_0[30:23], 1'b1} + {1'b0, b_0[30:23], 1'b1};
    wire unused_0 = &{1'b0, exponents_0[0]};
    wire [23:0] a_1 = {1'b1, a_0[22:0]};
    wire [23:0] b_1 = {1'b1, b_0[22:0]};
    wire [40:0] low_1;   // part of a by the lower 17 bits of b
    wire [30:0] high_1;  // by the upper 7 bits
    wire [22:0] low_side_1;
    wire [12:0] high_side_1;
    generate
        if (WIDE) begin : two_blocks
            assign low_1 = {17'd0, a_1} * {24'd0, b_1[16:0]};
            assign high_1 = {7'd0, a_1} * {24'd0, b_1[23:17]};
            assign low_side_1 = 23'd0;
            assign high_side_1 = 13'd0;
        end else begin : four_blocks
            assign low_1 = {6'd0, {17'd0, a_1[17:0]} * {18'd0, b_1[16:0]}};
            assign high_1 = {6'd0, {7'd0, a_1[17:0]} * {18'd0, b_1[23:17]}};
            assign low_side_1 = {17'd0, a_1[23:18]} * {6'd0, b_1[16:0]};
            assign high_side_1 = {7'd0, a_1[23:18]} * {6'd0, b_1[23:17]};
        end
    endgenerate
    wire nan_1 = a_nan || b_nan || (a_top && b_zero) || (b_top && a_zero);
    wire inf_1 = a_top || b_top;
    wire zero_1 = a_zero || b_zero;
    // Less 127, two's complement: the sum above is one more, 128 are taken from it.
    wire [9:0] exponent_1 = {exponents_0[9:8] == 2'd0, exponents_0[9] ~^ exponents_0[8],
                             !exponents_0[8], exponents_0[7:1]};

    wire sign_2, nan_2, inf_2, zero_2;
    wire [9:0] exponent_2;
    wire [40:0] low_2;
    wire [30:0] high_2;
    wire [22:0] low_side_2;
    wire [12:0] high_side_2;
    fp32_stage #(.W(122), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_1 (
        .clk(clk), .enable(enable),
        .in_word({a_0[31] ^ b_0[31], nan_1, inf_1, zero_1, exponent_1, low_1, high_1, low_side_1,
                  high_side_1}),
        .out_word({sign_2, nan_2, inf_2, zero_2, exponent_2, low_2, high_2, low_side_2,
                   high_side_2})
    );

    // --- 2 rows: a by each part of b. Of the lowest places only whether they have ones matters.
    wire [40:17] low_row_2 = WIDE ? low_2[40:17] : {low_2[40:18] + low_side_2, low_2[17]};
    wire [30:0] high_row_2 = WIDE ? high_2 : {high_2[30:18] + high_side_2, high_2[17:0]};
    wire rest_2 = low_2[16:0] != 17'd0;

    wire sign_3, nan_3, inf_3, zero_3, rest_3;
    wire [9:0] exponent_3;
    wire [40:17] low_3;
    wire [30:0] high_3;
    fp32_stage #(.W(70), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) stage_2 (
        .clk(clk), .enable(enable),
        .in_word({sign_2, nan_2, inf_2, zero_2, rest_2, exponent_2, low_row_2, high_row_2}),
        .out_word({sign_3, nan_3, inf_3, zero_3, rest_3, exponent_3, low_3, high_3})
    );

    // --- 3 sum of the rows, and beside it what the exponent comes to at the ends of its range: a
    // product of 2 or more adds one
    wire [47:17] upper_3 = high_3 + {7'd0, low_3};
    wire [4:0] range_3 = {
        inf_3 || (!exponent_3[9] && (exponent_3[8] || exponent_3[7:0] == 8'hff)), // 255 or more
        exponent_3[8:0] == 9'd254, exponent_3[8:0] == 9'd0,                       // not below -127
        exponent_3[8:0] == 9'h1ff,                                                // -1
        zero_3 || (exponent_3[9] && exponent_3[8:0] != 9'h1ff)                    // less
    };

    wire sign_4, nan_4, over_4, edge_4, nil_4, minus_4, under_4, few_4;
    wire [7:0] exponent_4;
    wire [47:17] product_4;
    fp32_stage #(.W(47), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) stage_3 (
        .clk(clk), .enable(enable),
        .in_word({sign_3 && !nan_3, nan_3, range_3, rest_3, exponent_3[7:0], upper_3}),
        .out_word({sign_4, nan_4, over_4, edge_4, nil_4, minus_4, under_4, few_4, exponent_4,
                   product_4})
    );

    // --- 4 select the 24 bits of the result and decide on rounding. With exponent 0 the result is
    // subnormal or, when all 24 bits are ones, rounds up to 2^-126 on the subnormal grid: rounding
    // up always lets exactly that case carry into the exponent, and the fraction is zero in any
    // case. A product of 2 or more never has 24 ones. A carry to 255 leaves a fraction of zero too.
    wire two_4 = product_4[47]; // the product is 2 or more
    wire [22:0] fraction_4 = two_4 ? product_4[46:24] : product_4[45:23];
    wire half_4 = two_4 ? product_4[23] : product_4[22];
    wire more_4 = few_4 || product_4[21:17] != 5'd0 || (two_4 && product_4[22]);
    wire up_4 = (half_4 && (more_4 || fraction_4[0])) || (nil_4 && !two_4);
    wire ones_4 = nan_4 || over_4 || (edge_4 && two_4);
    wire none_4 = under_4 || (minus_4 && !two_4); // the exponent is 0
    wire flush_4 = ones_4 || under_4 || minus_4 || (nil_4 && !two_4); // the fraction is

    wire sign_5, nan_5, ones_5, none_5, flush_5, two_5, up_5;
    wire [7:0] exponent_5;
    wire [22:0] fraction_5;
    fp32_stage #(.W(38), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) stage_4 (
        .clk(clk), .enable(enable),
        .in_word({sign_4, nan_4, ones_4, none_4, flush_4, two_4, up_4, exponent_4, fraction_4}),
        .out_word({sign_5, nan_5, ones_5, none_5, flush_5, two_5, up_5, exponent_5, fraction_5})
    );

    // --- 5 round: a carry out of the fraction adds to the exponent, as a product of 2 or more does
    wire [30:0] rounded_5 = {exponent_5, fraction_5} + {7'd0, two_5, 22'd0, up_5};

    wire sign_6, nan_6, ones_6, none_6, flush_6;
    wire [30:0] rounded_6;
    fp32_stage #(.W(36), .LAT(LAT), .STEPS(STEPS), .STEP(5), .DELAYS(DELAYS)) stage_5 (
        .clk(clk), .enable(enable),
        .in_word({sign_5, nan_5, ones_5, none_5, flush_5, rounded_5}),
        .out_word({sign_6, nan_6, ones_6, none_6, flush_6, rounded_6})
    );

    // --- 6 pack
    wire [7:0] exponent_6 = (none_6 ? 8'd0 : rounded_6[30:23]) | {8{ones_6}};
    wire [22:0] fraction_6 = flush_6 ? 23'd0 : rounded_6[22:0];
    wire [31:0] word_6 = {sign_6, exponent_6, fraction_6[22] || nan_6, fraction_6[21:0]};

    fp32_stage #(
        .W(32), .LAT(LAT), .STEPS(STEPS), .STEP(6), .DELAYS(DELAYS), .OPEN(OPEN)
    ) stage_6 (
        .clk(clk), .enable(enable), .in_word(word_6), .out_word(y)
    );
endmodule

`default_nettype wire
