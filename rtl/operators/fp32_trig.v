// SPDX-License-Identifier: MIT
// y = sin(a + b), or cos(a + b) where negate_b is set. a is a binary32 angle in radians; b an
// offset, 30 bits in units of 2^-28 quarter turns.
//
// |a| < 2^13; an angle beyond, an infinity or a NaN gives 32'h7fc00000. A subnormal angle is read
// as the zero of its sign. Error: machine/fp32_trig.h, and bit for bit fp32_trig of it.
// negate_a is not looked at.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one result per cycle. A
// pure data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a -> shift -> products -> rows -> sum -> shift -> pieces -> multiply -> add -> find -> ...
//        by bits  by 2/pi                   by bytes  table                      leading
//   ... -> normalise -> ...
//          by nibbles
//   ... -> normalise -> round -> pack -> y
//          by bits
// Every arrow may hold registers (fp32_stage), and the table has one at its address, so that it is
// a block memory (with LAT 1 it is logic): the plan of registers is made before and after it.

`default_nettype none

module fp32_trig #(
    parameter LAT = 5,    // cycles from angle to result, from 1
    parameter FRONT = 10, // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0    // 1: its last register is left to whoever takes the result
) (
    input  wire        clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        negate_a,
    input  wire        negate_b, // cosine
    output wire [31:0] y
);
    // Tenths of a nanosecond on ECP5, as in fp32_mul and fp32_add; the way to the operator is the
    // first step, the way out of the table the first after it.
    localparam HEAD = 6;
    localparam [8*HEAD-1:0] HEAD_DELAYS = {8'd65, 8'd35, 8'd32, 8'd55, 8'd20, FRONT[7:0]};
    localparam TAIL = 8;
    localparam [8*TAIL-1:0] TAIL_DELAYS = {8'd20, 8'd32, 8'd34, 8'd39, 8'd28, 8'd40, 8'd65, 8'd60};
    // Registers before the table, its own among them, and after it.
    localparam HEAD_LAT = (43 * LAT + 50) / 100;
`include "tauflow_trig.vh"
`include "fp32_pieces.vh"

    wire unused = &{1'b0, b[31:30], negate_a};

    wire [31:0] a_0;
    wire [29:0] plus_0;
    wire cosine_0;
    fp32_stage #(.W(63), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(0), .DELAYS(HEAD_DELAYS)) stage_front (
        .clk(clk), .enable(head_enable), .in_word({a, b[29:0], negate_b}),
        .out_word({a_0, plus_0, cosine_0})
    );

    // --- 0 shift by up to seven bits, the rest by bytes after the product; beside it what kind of
    // angle it is, and how far its quarters lie below those of the largest exponent
    wire nan_0 = a_0[30:23] >= 8'd140;
    wire small_0 = a_0[30:23] < 8'd118;
    wire itself_0 = small_0 && !cosine_0 && plus_0 == 30'd0;
    wire nothing_0 = a_0[30:23] < 8'd98;
    wire [5:0] away_0 = 6'd11 - a_0[28:23]; // 139 - exponent
    wire [30:0] m_0 = {7'd0, 1'b1, a_0[22:0]} << ~away_0[2:0];

    wire [30:0] m_s, angle_s;
    wire [29:0] plus_s;
    wire [2:0] away_s;
    wire nan_s, itself_s, sign_s, cosine_s, nothing_s;
    fp32_stage #(.W(100), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(1), .DELAYS(HEAD_DELAYS)) stage_shift
    (
        .clk(clk), .enable(head_enable),
        .in_word({nan_0, itself_0, a_0[31], cosine_0, nothing_0, plus_0, away_0[5:3], a_0[30:0],
                  m_0}),
        .out_word({nan_s, itself_s, sign_s, cosine_s, nothing_s, plus_s, away_s, angle_s, m_s})
    );

    // --- s products with both halves of 2/pi
    wire [17:0] upper_half = QUARTERS[35:18];
    wire [17:0] lower_half = QUARTERS[17:0];
    wire [35:0] low_s = {18'd0, m_s[17:0]} * {18'd0, lower_half};
    wire [35:0] high_s = {18'd0, m_s[17:0]} * {18'd0, upper_half};
    wire [30:0] low_side_s = {18'd0, m_s[30:18]} * {13'd0, lower_half};
    wire [30:0] high_side_s = {18'd0, m_s[30:18]} * {13'd0, upper_half};

    wire [35:0] low_1, high_1;
    wire [30:0] low_side_1, high_side_1;
    wire [30:0] angle_1;
    wire [29:0] plus_1;
    wire [2:0] away_1;
    wire nan_1, itself_1, sign_1, cosine_1, nothing_1;
    fp32_stage #(.W(203), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(2), .DELAYS(HEAD_DELAYS)) stage_0 (
        .clk(clk), .enable(head_enable),
        .in_word({nan_s, itself_s, sign_s, cosine_s, nothing_s, plus_s, away_s, angle_s, low_s,
                  high_s, low_side_s, high_side_s}),
        .out_word({nan_1, itself_1, sign_1, cosine_1, nothing_1, plus_1, away_1, angle_1, low_1,
                   high_1, low_side_1, high_side_1})
    );

    // --- 1 rows
    wire [48:0] low_row_1 = {{13'd0, low_1[35:18]} + low_side_1, low_1[17:0]};
    wire [48:0] high_row_1 = {{13'd0, high_1[35:18]} + high_side_1, high_1[17:0]};

    wire [48:0] low_2, high_2;
    wire [30:0] angle_2;
    wire [29:0] plus_2;
    wire [2:0] away_2;
    wire nan_2, itself_2, sign_2, cosine_2, nothing_2;
    fp32_stage #(.W(167), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(3), .DELAYS(HEAD_DELAYS)) stage_1 (
        .clk(clk), .enable(head_enable),
        .in_word({nan_1, itself_1, sign_1, cosine_1, nothing_1, plus_1, away_1, angle_1, low_row_1,
                  high_row_1}),
        .out_word({nan_2, itself_2, sign_2, cosine_2, nothing_2, plus_2, away_2, angle_2, low_2,
                   high_2})
    );

    // --- 2 sum; its lowest 26 bits lie below 2^-28 quarters for every angle
    wire [48:0] upper_2 = high_2 + {18'd0, low_2[48:18]};
    wire unused_2 = &{1'b0, upper_2[7:0], low_2[17:0]};

    wire [40:0] product_3;
    wire [30:0] angle_3;
    wire [29:0] plus_3;
    wire [2:0] away_3;
    wire nan_3, itself_3, sign_3, cosine_3, nothing_3;
    fp32_stage #(.W(110), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(4), .DELAYS(HEAD_DELAYS)) stage_2 (
        .clk(clk), .enable(head_enable),
        .in_word({nan_2, itself_2, sign_2, cosine_2, nothing_2, plus_2, away_2, angle_2,
                  upper_2[48:8]}),
        .out_word({nan_3, itself_3, sign_3, cosine_3, nothing_3, plus_3, away_3, angle_3,
                   product_3})
    );

    // --- 3 shift by bytes to quarters, 28 bits of fraction; the opposite of an angle is its
    // complement, as what was cut off stands for half a unit. Add the offset; odd quadrants run
    // back.
    wire [40:0] shifted_3 = product_3 >> {away_3, 3'd0};
    wire [29:0] size_3 = nothing_3 ? 30'd0 : shifted_3[29:0];
    wire [29:0] quarters_3 = (size_3 ^ {30{sign_3}}) + plus_3;
    wire odd_3 = quarters_3[28] ^ cosine_3;
    wire minus_3 = quarters_3[29] ^ (quarters_3[28] && cosine_3);
    wire [27:0] fraction_3 = quarters_3[27:0] ^ {28{odd_3}};
    assign number = fraction_3[27:18];
    wire [9:0] middle_3 = fraction_3[16:7] ^ {10{!fraction_3[17]}}; // distance to the piece's
    wire negative_3 = itself_3 ? sign_3 : minus_3;
    wire unused_3 = &{1'b0, shifted_3[40:30]};

    wire [17:0] offset_4;
    wire [9:0] middle_4;
    wire [30:0] angle_4;
    wire nan_4, itself_4, negative_4;
    fp32_stage #(.W(62), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(5), .DELAYS(HEAD_DELAYS)) stage_3 (
        .clk(clk), .enable(head_enable),
        .in_word({nan_3, itself_3, negative_3, angle_3, middle_3, fraction_3[17:0]}),
        .out_word({nan_4, itself_4, negative_4, angle_4, middle_4, offset_4})
    );

    // --- 4 the table's way out; beside it the square of the distance to the piece's middle
    wire [19:0] square_4 = {10'd0, middle_4} * {10'd0, middle_4};
    wire unused_4 = &{1'b0, square_4[9:0]};

    wire [53:0] piece_5;
    wire [17:0] offset_5;
    wire [9:0] square_5;
    wire [30:0] angle_5;
    wire nan_5, itself_5, negative_5;
    fp32_stage #(.W(116), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(0), .DELAYS(TAIL_DELAYS)) stage_4 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_4, itself_4, negative_4, angle_4, square_4[19:10], offset_4, piece}),
        .out_word({nan_5, itself_5, negative_5, angle_5, square_5, offset_5, piece_5})
    );

    // --- 5 multiply
    wire [35:0] line_5 = {18'd0, piece_5[24:7]} * {18'd0, offset_5};
    wire [16:0] bend_5 = {10'd0, piece_5[6:0]} * {7'd0, square_5};
    wire unused_5 = &{1'b0, line_5[14:0], bend_5[7:0]};

    wire [28:0] value_6;
    wire [20:0] line_6;
    wire [8:0] bend_6;
    wire [30:0] angle_6;
    wire nan_6, itself_6, negative_6;
    fp32_stage #(.W(93), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(1), .DELAYS(TAIL_DELAYS)) stage_5 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_5, itself_5, negative_5, angle_5, piece_5[53:25], line_5[35:15],
                  bend_5[16:8]}),
        .out_word({nan_6, itself_6, negative_6, angle_6, value_6, line_6, bend_6})
    );

    // --- 6 add; never zero
    wire [30:0] sine_6 = {1'b0, value_6, 1'b0} + ({10'd0, line_6} - {22'd0, bend_6});

    wire [30:0] sine_7, angle_7;
    wire nan_7, itself_7, negative_7;
    fp32_stage #(.W(65), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(2), .DELAYS(TAIL_DELAYS)) stage_6 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_6, itself_6, negative_6, angle_6, sine_6}),
        .out_word({nan_7, itself_7, negative_7, angle_7, sine_7})
    );

    // --- 7 find the first nibble with a one
    reg [2:0] nibble_7;
    always @*
        if (sine_7[30:27] != 4'd0) nibble_7 = 3'd0;
        else if (sine_7[26:23] != 4'd0) nibble_7 = 3'd1;
        else if (sine_7[22:19] != 4'd0) nibble_7 = 3'd2;
        else if (sine_7[18:15] != 4'd0) nibble_7 = 3'd3;
        else if (sine_7[14:11] != 4'd0) nibble_7 = 3'd4;
        else if (sine_7[10:7] != 4'd0) nibble_7 = 3'd5;
        else if (sine_7[6:3] != 4'd0) nibble_7 = 3'd6;
        else nibble_7 = 3'd7;

    wire [30:0] sine_8, angle_8;
    wire [2:0] nibble_8;
    wire nan_8, itself_8, negative_8;
    fp32_stage #(.W(68), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(3), .DELAYS(TAIL_DELAYS)) stage_7 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_7, itself_7, negative_7, angle_7, nibble_7, sine_7}),
        .out_word({nan_8, itself_8, negative_8, angle_8, nibble_8, sine_8})
    );

    // --- 8 normalise by nibbles
    wire [30:0] coarse_8 = sine_8 << {nibble_8, 2'd0};

    wire [30:0] coarse_9, angle_9;
    wire [2:0] nibble_9;
    wire nan_9, itself_9, negative_9;
    fp32_stage #(.W(68), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(4), .DELAYS(TAIL_DELAYS)) stage_8 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_8, itself_8, negative_8, angle_8, nibble_8, coarse_8}),
        .out_word({nan_9, itself_9, negative_9, angle_9, nibble_9, coarse_9})
    );

    // --- 9 normalise by bits and decide on rounding
    wire [1:0] bits_9 = coarse_9[30] ? 2'd0 : coarse_9[29] ? 2'd1 : coarse_9[28] ? 2'd2 : 2'd3;
    wire [30:0] fine_9 = coarse_9 << bits_9;
    wire [7:0] exponent_9 = 8'd127 - {3'd0, nibble_9, bits_9};
    wire up_9 = fine_9[6] && (fine_9[7] || fine_9[5:0] != 6'd0);
    wire unused_9 = &{1'b0, fine_9[30]};

    wire [30:0] scaled_10, angle_10;
    wire nan_10, itself_10, negative_10, up_10;
    fp32_stage #(.W(66), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(5), .DELAYS(TAIL_DELAYS)) stage_9 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_9, itself_9, negative_9, up_9, angle_9, exponent_9, fine_9[29:7]}),
        .out_word({nan_10, itself_10, negative_10, up_10, angle_10, scaled_10})
    );

    // --- 10 round: a carry out of the fraction adds to the exponent
    wire [30:0] rounded_10 = scaled_10 + {30'd0, up_10};

    wire [30:0] rounded_11, angle_11;
    wire nan_11, itself_11, negative_11;
    fp32_stage #(.W(65), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(6), .DELAYS(TAIL_DELAYS)) stage_10 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_10, itself_10, negative_10, angle_10, rounded_10}),
        .out_word({nan_11, itself_11, negative_11, angle_11, rounded_11})
    );

    // --- 11 pack; subnormal angles are zero
    wire [30:0] own_11 = angle_11[30:23] == 8'd0 ? 31'd0 : angle_11;
    wire [31:0] word_11 = nan_11 ? 32'h7fc00000 :
                          {negative_11, itself_11 ? own_11 : rounded_11};

    fp32_stage #(
        .W(32), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(7), .DELAYS(TAIL_DELAYS), .OPEN(OPEN)
    ) stage_11 (
        .clk(clk), .enable(tail_enable), .in_word(word_11), .out_word(y)
    );
endmodule

`default_nettype wire
