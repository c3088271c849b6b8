// SPDX-License-Identifier: MIT
// y = the angle of the point (b, a), from -pi to pi: atan2(a, b) in binary32.
//
// Subnormal operands are read as the zero of their sign; zeros and infinities as in IEEE-754, so
// that no operands but NaNs give one, 32'h7fc00000. Error: machine/fp32_atan2.h, and bit for bit
// fp32_atan2 of it. negate_a and negate_b are not looked at.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one angle per cycle. A pure
// data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> compare -> less/more -> digit -> ... -> digit -> piece -> ...
//                      of tangent                            table
//   ... -> multiply -> correction -> angle -> shift -> from the axis -> normalise -> round -> pack
// The tangent is that of the angle to the nearer axis, 2^-octave (1 + f) <= 1. Every arrow may hold
// registers (fp32_stage), and the table has one at its address, so that it is a block memory (with
// LAT 1 it is logic): the plan of registers is made before and after it.

`default_nettype none

module fp32_atan2 #(
    parameter LAT = 14,   // cycles from operands to result, from 1
    parameter FRONT = 10, // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0    // 1: its last register is left to whoever takes the result
) (
    input  wire        clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        negate_a,
    input  wire        negate_b,
    output wire [31:0] y
);
    localparam DIGITS = 26;
    // Tenths of a nanosecond on ECP5, estimated from the steps of fp32_add and fp32_trig; the way
    // to the operator is the first step, the way out of the table the first after it.
    localparam HEAD = DIGITS + 4;
    localparam [8*HEAD-1:0] HEAD_DELAYS = {8'd45, {DIGITS{8'd28}}, 8'd40, 8'd35, FRONT[7:0]};
    localparam TAIL = 9;
    localparam [8*TAIL-1:0] TAIL_DELAYS = {8'd20, 8'd32, 8'd36, 8'd34, 8'd40, 8'd32, 8'd40, 8'd65,
                                           8'd60};
    // Registers before the table, its own among them, and after it, at least one.
    localparam HEAD_LAT = (LAT == 1) ? 0 : (71 * LAT + 50) / 100;
`include "tauflow_atan.vh"
`include "fp32_pieces.vh"

    wire unused_negate = &{1'b0, negate_a, negate_b};

    wire [31:0] a_0, b_0;
    fp32_stage #(.W(64), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(0), .DELAYS(HEAD_DELAYS)) stage_front (
        .clk(clk), .enable(head_enable), .in_word({a, b}), .out_word({a_0, b_0})
    );

    // --- 0 compare: nearer to the axis of a (steep) or to that of b; both differences of the
    // exponents, to choose from. No tangent (nil): that of 0, or of a finite number over infinity.
    wire a_zero, a_top, a_nan, b_zero, b_top, b_nan;
    fp32_class class_a (.word(a_0), .zero(a_zero), .top(a_top), .nan(a_nan));
    fp32_class class_b (.word(b_0), .zero(b_zero), .top(b_top), .nan(b_nan));
    wire nan_0 = a_nan || b_nan;
    wire nil_0 = a_zero || b_zero || a_top != b_top;
    wire steep_0 = !a_zero && a_0[30:0] > b_0[30:0];
    wire [7:0] a_less_b = a_0[30:23] - b_0[30:23];
    wire [7:0] b_less_a = b_0[30:23] - a_0[30:23];

    wire nan_1, nil_1, steep_1, sign_1, behind_1;
    wire [7:0] a_less_b_1, b_less_a_1;
    wire [22:0] a_1, b_1;
    fp32_stage #(.W(67), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(1), .DELAYS(HEAD_DELAYS)) stage_0 (
        .clk(clk), .enable(head_enable),
        .in_word({nan_0, nil_0, steep_0, a_0[31], b_0[31], a_less_b, b_less_a, a_0[22:0],
                  b_0[22:0]}),
        .out_word({nan_1, nil_1, steep_1, sign_1, behind_1, a_less_b_1, b_less_a_1, a_1, b_1})
    );

    // --- 1 order, then a digit each
    wire nan_2, nil_2, steep_2, sign_2, behind_2;
    wire [7:0] apart_2;
    wire [DIGITS:0] quotient_2;
    fp32_quotient #(
        .DIGITS(DIGITS), .SIDE_W(13), .LAT(HEAD_LAT), .STEPS(HEAD), .FIRST(2), .DELAYS(HEAD_DELAYS)
    ) tangent (
        .clk(clk), .enable(head_enable),
        .in_side({nan_1, nil_1, steep_1, sign_1, behind_1, steep_1 ? a_less_b_1 : b_less_a_1}),
        .a(steep_1 ? b_1 : a_1), .b(steep_1 ? a_1 : b_1),
        .out_side({nan_2, nil_2, steep_2, sign_2, behind_2, apart_2}), .quotient(quotient_2)
    );

    // --- 2 octave, piece and offset. Equal numbers have the largest tangent below 1.
    wire one_2 = quotient_2[DIGITS]; // the quotient is 1 or more
    wire equal_2 = one_2 && apart_2 == 8'd0;
    wire [7:0] octave_2 = apart_2 + {7'd0, !one_2 || equal_2};
    wire [24:0] f_2 = (one_2 ? quotient_2[25:1] : quotient_2[24:0]) | {25{equal_2}};
    wire first_2 = octave_2 == 8'd1;
    wire [3:0] row_2 = (octave_2 < 8'd15) ? octave_2[3:0] : 4'd15;
    assign number = first_2 ? {3'd0, f_2[24:18]} : {row_2, f_2[24:19]};
    wire [17:0] offset_2 = first_2 ? f_2[17:0] : f_2[18:1];

    wire nan_3, nil_3, steep_3, sign_3, behind_3;
    wire [7:0] octave_3;
    wire [24:0] f_3;
    wire [17:0] offset_3;
    fp32_stage #(
        .W(56), .LAT(HEAD_LAT), .STEPS(HEAD), .STEP(HEAD - 1), .DELAYS(HEAD_DELAYS)
    ) stage_2 (
        .clk(clk), .enable(head_enable),
        .in_word({nan_2, nil_2, steep_2, sign_2, behind_2, octave_2, f_2, offset_2}),
        .out_word({nan_3, nil_3, steep_3, sign_3, behind_3, octave_3, f_3, offset_3})
    );

    // --- 3 the table's way out; beside it the square of the distance to the piece's middle, and
    // the exponent of an angle that is its octave's, as it will be written (two's complement)
    wire [10:0] middle_3 = offset_3[16:6] ^ {11{!offset_3[17]}};
    wire [21:0] square_3 = {11'd0, middle_3} * {11'd0, middle_3};
    wire plain_3 = !steep_3 && !behind_3;
    wire [8:0] exponent_3 = 9'd127 - (plain_3 ? {1'b0, octave_3} : 9'd0);
    wire [5:0] places_3 = plain_3 ? 6'd0 : (octave_3 < 8'd32) ? octave_3[5:0] : 6'd32;
    wire unused_3 = &{1'b0, square_3[10:0]};

    wire nan_4, nil_4, steep_4, sign_4, behind_4;
    wire [8:0] exponent_4;
    wire [5:0] places_4;
    wire [24:0] f_4;
    wire [17:0] offset_4;
    wire [10:0] square_4;
    wire [53:0] piece_4;
    fp32_stage #(.W(128), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(0), .DELAYS(TAIL_DELAYS)) stage_3 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_3, nil_3, steep_3, sign_3, behind_3, exponent_3, places_3, f_3, offset_3,
                  square_3[21:11], piece}),
        .out_word({nan_4, nil_4, steep_4, sign_4, behind_4, exponent_4, places_4, f_4, offset_4,
                   square_4, piece_4})
    );

    // --- 4 multiply
    wire [35:0] line_4 = {18'd0, piece_4[26:9]} * {18'd0, offset_4};
    wire [19:0] bend_4 = {11'd0, piece_4[8:0]} * {9'd0, square_4};
    wire unused_4 = &{1'b0, line_4[13:0], bend_4[6:0]};

    wire nan_5, nil_5, steep_5, sign_5, behind_5;
    wire [8:0] exponent_5;
    wire [5:0] places_5;
    wire [24:0] f_5;
    wire [26:0] value_5;
    wire [21:0] line_5;
    wire [12:0] bend_5;
    fp32_stage #(.W(107), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(1), .DELAYS(TAIL_DELAYS)) stage_4 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_4, nil_4, steep_4, sign_4, behind_4, exponent_4, places_4, f_4,
                  piece_4[53:27], line_4[35:14], bend_4[19:7]}),
        .out_word({nan_5, nil_5, steep_5, sign_5, behind_5, exponent_5, places_5, f_5, value_5,
                   line_5, bend_5})
    );

    // --- 5 correction, binary point 30
    wire [28:0] less_5 = {value_5, 2'd0} + ({7'd0, line_5} + {16'd0, bend_5});

    wire nan_6, nil_6, steep_6, sign_6, behind_6;
    wire [8:0] exponent_6;
    wire [5:0] places_6;
    wire [24:0] f_6;
    wire [28:0] less_6;
    fp32_stage #(.W(74), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(2), .DELAYS(TAIL_DELAYS)) stage_5 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_5, nil_5, steep_5, sign_5, behind_5, exponent_5, places_5, f_5, less_5}),
        .out_word({nan_6, nil_6, steep_6, sign_6, behind_6, exponent_6, places_6, f_6, less_6})
    );

    // --- 6 the angle to the axis, times 2^octave
    wire [30:0] angle_6 = {1'b1, f_6, 5'b10000} - {2'd0, less_6};

    wire nan_7, nil_7, steep_7, sign_7, behind_7;
    wire [8:0] exponent_7;
    wire [5:0] places_7;
    wire [30:0] angle_7;
    fp32_stage #(.W(51), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(3), .DELAYS(TAIL_DELAYS)) stage_6 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_6, nil_6, steep_6, sign_6, behind_6, exponent_6, places_6, angle_6}),
        .out_word({nan_7, nil_7, steep_7, sign_7, behind_7, exponent_7, places_7, angle_7})
    );

    // --- 7 shift to the binary point of the axis, unless the angle is from the one that counts
    wire [30:0] part_7 = (nil_7 || places_7[5]) ? 31'd0 : angle_7 >> places_7[4:0];
    wire plain_7 = !steep_7 && !behind_7;

    wire nan_8, nil_8, steep_8, sign_8, plain_8, more_8;
    wire [8:0] exponent_8;
    wire [30:0] part_8;
    fp32_stage #(.W(46), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(4), .DELAYS(TAIL_DELAYS)) stage_7 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_7, nil_7 && plain_7, steep_7, sign_7, plain_7,
                  plain_7 || (steep_7 && behind_7), exponent_7, part_7}),
        .out_word({nan_8, nil_8, steep_8, sign_8, plain_8, more_8, exponent_8, part_8})
    );

    // --- 8 from the axis: 0, a quarter or half a turn, more or less
    wire [31:0] axis_8 = plain_8 ? 32'd0 : steep_8 ? {1'b0, PI[31:1]} : PI;
    wire [31:0] turned_8 = axis_8 + ({1'b0, part_8} ^ {32{!more_8}}) + {31'd0, !more_8};

    wire nan_9, nil_9, sign_9;
    wire [8:0] exponent_9;
    wire [31:0] turned_9;
    fp32_stage #(.W(44), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(5), .DELAYS(TAIL_DELAYS)) stage_8 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_8, nil_8, sign_8, exponent_8, turned_8}),
        .out_word({nan_9, nil_9, sign_9, exponent_9, turned_9})
    );

    // --- 9 normalise: the first one is the first, second or third bit. Decide on rounding. With
    // exponent 0 the result is subnormal or, when all 24 bits are ones, rounds up to 2^-126, as in
    // fp32_div; there the second bit is the first one.
    wire [30:0] scaled_9 = turned_9[31] ? turned_9[30:0] :
                           turned_9[30] ? {turned_9[29:0], 1'b0} : {turned_9[28:0], 2'd0};
    wire [8:0] written_9 = exponent_9 + (turned_9[31] ? 9'd1 : turned_9[30] ? 9'd0 : 9'h1ff);
    wire least_9 = exponent_9 == 9'd0;
    wire up_9 = least_9 || (scaled_9[7] && (scaled_9[8] || scaled_9[6:0] != 7'd0));
    wire under_9 = nil_9 || exponent_9[8] || (least_9 && !(&scaled_9[30:8]));
    wire unused_9 = &{1'b0, written_9[8]};

    wire nan_10, under_10, sign_10, up_10;
    wire [30:0] word_10;
    fp32_stage #(.W(35), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(6), .DELAYS(TAIL_DELAYS)) stage_9 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_9, under_9, sign_9, up_9, written_9[7:0], scaled_9[30:8]}),
        .out_word({nan_10, under_10, sign_10, up_10, word_10})
    );

    // --- 10 round: a carry out of the fraction adds to the exponent
    wire [30:0] rounded_10 = word_10 + {30'd0, up_10};

    wire nan_11, under_11, sign_11;
    wire [30:0] rounded_11;
    fp32_stage #(.W(34), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(7), .DELAYS(TAIL_DELAYS)) stage_10 (
        .clk(clk), .enable(tail_enable),
        .in_word({nan_10, under_10, sign_10, rounded_10}),
        .out_word({nan_11, under_11, sign_11, rounded_11})
    );

    // --- 11 pack
    wire [31:0] word_11 = nan_11 ? 32'h7fc00000 : {sign_11, under_11 ? 31'd0 : rounded_11};

    fp32_stage #(
        .W(32), .LAT(TAIL_LAT), .STEPS(TAIL), .STEP(8), .DELAYS(TAIL_DELAYS), .OPEN(OPEN)
    ) stage_11 (
        .clk(clk), .enable(tail_enable), .in_word(word_11), .out_word(y)
    );
endmodule

`default_nettype wire
