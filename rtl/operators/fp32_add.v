// SPDX-License-Identifier: MIT
// y = (negate_a ? -a : a) + (negate_b ? -b : b) in binary32: round to nearest, ties to even. With
// both negations, which no sum needs, y is a where b is below zero and otherwise 0.
//
// Subnormal operands are read as the zero of their sign, a subnormal result (it is always exact) is
// written as the zero of its sign. x - x is +0, -0 - 0 is -0. Overflow gives infinity. A NaN
// operand and the difference of equal infinities give 32'h7fc00000. Bit for bit fp32_add, fp32_sub
// and fp32_below of machine/fp32.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one sum per cycle. A pure
// data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> compare -> order -> align -> align -> add -> find -> normalise -> normalise -> ...
//                             by bits by nibbles      leading   by nibbles   by bits
//   ... -> round -> pack -> y
// Every arrow may hold registers (fp32_stage). Yosys at LAT 5: 336 LUT and 26 CARRY4; 403 LUT4 and
// 50 CCU2C on ECP5.

`default_nettype none

module fp32_add #(
    parameter LAT = 5,    // cycles from operands to result, from 1
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
    localparam STEPS = 11;
    // Tenths of a nanosecond on ECP5: routed alone, two to four steps in a row, and a quarter more
    // for the wires of a core; the way to the operator is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd15, 8'd25, 8'd28, 8'd22, 8'd32, 8'd27, 8'd24, 8'd20,
                                       8'd32, 8'd27, FRONT[7:0]};

    initial
        if (LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fp32_add: LAT %0d must be at least 1, FRONT %0d 1..255", LAT, FRONT);

    wire [31:0] a_0, b_0;
    wire negate_b_0, below_0;
    fp32_stage #(.W(66), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .enable(enable),
        .in_word({a[31] ^ (negate_a && !negate_b), a[30:0], b, negate_b, negate_a && negate_b}),
        .out_word({a_0, b_0, negate_b_0, below_0})
    );

    // --- 0 compare: one difference of the magnitudes tells their order and, but for the borrow of
    // the fractions, the distance of the exponents
    // Below: a + 0 where b is below zero, otherwise 0 + 0.
    wire a_there_0 = a_0[30:23] != 8'd0;
    wire b_there_0 = b_0[30:23] != 8'd0;
    wire keep_0 = !below_0 || (b_0[31] && b_there_0);
    wire b_sign_0 = below_0 ? b_0[31] && b_there_0 : b_0[31] ^ negate_b_0;
    wire a_top_0 = a_0[30:23] == 8'hff;
    wire b_top_0 = b_0[30:23] == 8'hff;
    wire a_nan_0 = a_top_0 && a_0[22:0] != 23'd0;
    wire b_nan_0 = b_top_0 && b_0[22:0] != 23'd0;
    wire [31:0] difference_0 = {1'b0, a_0[30:0]} - {1'b0, b_0[30:0]};
    wire unused_0 = &{1'b0, difference_0[22:0]};

    wire a_sign_1, b_sign_1, a_top_1, b_top_1, a_nan_1, b_nan_1, a_there_1, b_there_1, below_1,
         keep_1, less_1;
    wire [7:0] difference_1;
    wire [30:0] a_1, b_1;
    fp32_stage #(.W(81), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk), .enable(enable),
        .in_word({a_0[31], b_sign_0, a_top_0, b_top_0, a_nan_0, b_nan_0, a_there_0, b_there_0,
                  below_0, keep_0, difference_0[31:23], a_0[30:0], b_0[30:0]}),
        .out_word({a_sign_1, b_sign_1, a_top_1, b_top_1, a_nan_1, b_nan_1, a_there_1, b_there_1,
                   below_1, keep_1, less_1, difference_1, a_1, b_1})
    );

    // --- 1 order: the larger magnitude, and the smaller one with its distance. An infinity is the
    // larger one, its sign the result's. Both are taken to have a hidden one. If the smaller has
    // none (it is zero), it is hidden like everything next to an infinity or NaN: moved out of
    // sight, without a trace. If the larger has none, its exponent is 0, and so will the sum be.
    wire swap_1 = less_1 && !below_1;
    wire [7:0] exponent_1 = (swap_1 ? b_1[30:23] : a_1[30:23]) & {8{keep_1}};
    wire [22:0] large_1 = swap_1 ? b_1[22:0] : a_1[22:0];
    wire [22:0] small_1 = swap_1 ? a_1[22:0] : b_1[22:0];
    wire top_1 = (a_top_1 && keep_1) || (b_top_1 && !below_1);
    wire hide_1 = top_1 || below_1 || !(swap_1 ? a_there_1 : b_there_1);
    wire opposed_1 = a_sign_1 ^ b_sign_1;
    wire nan_1 = (a_nan_1 && keep_1) || b_nan_1 ||
                 (a_top_1 && b_top_1 && opposed_1 && !below_1);

    // The sum of zeros is negative only if both are; below, b's sign says whether a is kept.
    wire any_1 = !below_1 && (a_there_1 || b_there_1);
    wire sign_1 = !opposed_1 ? a_sign_1 : any_1 && (swap_1 ? b_sign_1 : a_sign_1);

    // The difference as its positive, a complement if a is less; either may lack one. It does if
    // its last bit is not that of the distance, which no borrow has changed.
    wire [7:0] short_1 = difference_1 ^ {8{less_1}};
    wire odd_1 = a_1[23] ^ b_1[23];
    wire carry_1_1 = short_1[0] && !odd_1;
    wire carry_2_1 = short_1[1] && carry_1_1;
    wire carry_4_1 = short_1[3] && short_1[2] && carry_2_1;
    wire far_1 = hide_1 || short_1[7:5] != 3'd0 || (short_1[4] && carry_4_1); // 32 and more
    wire [4:0] shift_1 = {(short_1[4] ^ carry_4_1) || far_1,
                          (short_1[3] ^ (short_1[2] && carry_2_1)) || far_1,
                          (short_1[2] ^ carry_2_1) || far_1, // from 28 on nothing is in sight
                          short_1[1] ^ carry_1_1, odd_1};

    wire sign_2, opposed_2, nan_2, hide_2;
    wire [4:0] shift_2;
    wire [7:0] exponent_2;
    wire [22:0] large_2, small_2;
    fp32_stage #(.W(63), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) stage_1 (
        .clk(clk), .enable(enable),
        .in_word({sign_1, opposed_1, nan_1, hide_1, shift_1, exponent_1, large_1, small_1}),
        .out_word({sign_2, opposed_2, nan_2, hide_2, shift_2, exponent_2, large_2, small_2})
    );

    // --- 2 align by bits, with three bits under the last place nothing is lost. Nibbles that may
    // be lost tell whether they have ones.
    wire [26:0] fine_2 = {1'b1, small_2, 3'd0} >> shift_2[1:0];
    wire [5:0] ones_2 = {|fine_2[24:21], |fine_2[20:17], |fine_2[16:13], |fine_2[12:9],
                         |fine_2[8:5], |fine_2[4:1]};

    wire sign_3, opposed_3, nan_3, hide_3;
    wire [2:0] shift_3;
    wire [5:0] ones_3;
    wire [7:0] exponent_3;
    wire [22:0] large_3;
    wire [26:0] fine_3;
    fp32_stage #(.W(71), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) stage_2 (
        .clk(clk), .enable(enable),
        .in_word({sign_2, opposed_2, nan_2, hide_2, shift_2[4:2], ones_2, exponent_2, large_2,
                  fine_2}),
        .out_word({sign_3, opposed_3, nan_3, hide_3, shift_3, ones_3, exponent_3, large_3,
                   fine_3})
    );

    // --- 3 align by nibbles, two bits under the last place (half, quarter) and sticky for the
    // rest; a move by 16 places is left to the adder
    wire [26:0] coarse_3 = fine_3 >> {shift_3[1:0], 2'd0};
    wire sticky_3 = !hide_3 && (fine_3[0] ||
                                (ones_3[0] && shift_3 >= 3'd1) || (ones_3[1] && shift_3 >= 3'd2) ||
                                (ones_3[2] && shift_3 >= 3'd3) || (ones_3[3] && shift_3 >= 3'd4) ||
                                (ones_3[4] && shift_3 >= 3'd5) || (ones_3[5] && shift_3 >= 3'd6) ||
                                shift_3 == 3'd7);
    wire unused_3 = &{1'b0, coarse_3[0]};

    wire sign_4, opposed_4, nan_4, sticky_4, shift_4;
    wire [7:0] exponent_4;
    wire [22:0] large_4;
    wire [25:0] small_4;
    fp32_stage #(.W(62), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) stage_3 (
        .clk(clk), .enable(enable),
        .in_word({sign_3, opposed_3, nan_3, sticky_3, shift_3[2], exponent_3, large_3,
                  coarse_3[26:1] ^ {26{opposed_3}}}),
        .out_word({sign_4, opposed_4, nan_4, sticky_4, shift_4, exponent_4, large_4, small_4})
    );

    // --- 4 add; never negative, as the larger one comes first. The last place carries the one of
    // the complement, unless sticky stands for ones under it.
    wire one_4 = opposed_4 && !sticky_4;
    wire [27:0] sum_4;
    tau_sum #(.W(28)) total (
        .a({2'b01, large_4, 2'd0, 1'b1}),
        .b({opposed_4, small_4, one_4}),
        .c({{17{opposed_4}}, small_4[25:16], one_4}),
        .select(shift_4), .y(sum_4)
    );
    wire unused_4 = &{1'b0, sum_4[0]};

    wire sign_5, nan_5, sticky_5;
    wire [7:0] exponent_5;
    wire [26:0] sum_5;
    fp32_stage #(.W(38), .LAT(LAT), .STEPS(STEPS), .STEP(5), .DELAYS(DELAYS)) stage_4 (
        .clk(clk), .enable(enable),
        .in_word({sign_4, nan_4, sticky_4, exponent_4, sum_4[27:1]}),
        .out_word({sign_5, nan_5, sticky_5, exponent_5, sum_5})
    );

    // --- 5 find the first nibble with a one, of {2'd0, sum}: minus its number, modulo 8, as the
    // exponent wants it. A sum that begins below bit 1 is zero: then at most one place was lost.
    wire [5:0] ones_5 = {|sum_5[26:25], |sum_5[24:21], |sum_5[20:17], |sum_5[16:13],
                         |sum_5[12:9], |sum_5[8:5]};
    reg [2:0] nibble_5;
    always @*
        casez (ones_5)
        6'b1?????: nibble_5 = 3'd0;
        6'b01????: nibble_5 = 3'd7;
        6'b001???: nibble_5 = 3'd6;
        6'b0001??: nibble_5 = 3'd5;
        6'b00001?: nibble_5 = 3'd4;
        6'b000001: nibble_5 = 3'd3;
        default:   nibble_5 = 3'd2;
        endcase

    wire sign_6, nan_6, sticky_6;
    wire [2:0] nibble_6;
    wire [7:0] exponent_6;
    wire [26:0] sum_6;
    fp32_stage #(.W(41), .LAT(LAT), .STEPS(STEPS), .STEP(6), .DELAYS(DELAYS)) stage_5 (
        .clk(clk), .enable(enable),
        .in_word({sign_5, nan_5, sticky_5, nibble_5, exponent_5, sum_5}),
        .out_word({sign_6, nan_6, sticky_6, nibble_6, exponent_6, sum_6})
    );

    // --- 6 normalise by nibbles; the lower half has four ways at most
    wire [28:0] coarse_6;
    tau_mux #(.N(8), .W(14)) upper (
        .words({sum_6[24:11], sum_6[20:7], sum_6[16:3], sum_6[12:0], 1'd0, sum_6[8:0], 5'd0,
                sum_6[4:0], 9'd0, 14'd0, 2'd0, sum_6[26:15]}),
        .select(nibble_6), .invert(1'b0), .y(coarse_6[28:15])
    );
    reg [14:0] lower_6;
    always @*
        case (nibble_6)
        3'd0: lower_6 = sum_6[14:0];
        3'd7: lower_6 = {sum_6[10:0], 4'd0};
        3'd6: lower_6 = {sum_6[6:0], 8'd0};
        3'd5: lower_6 = {sum_6[2:0], 12'd0};
        default: lower_6 = 15'd0;
        endcase
    assign coarse_6[14:0] = lower_6;

    // The exponent less 4 times the nibbles; with its sign, from -24.
    wire [6:0] quarter_6 = {1'b0, exponent_6[7:2]} + {{4{nibble_6 != 3'd0}}, nibble_6};

    wire sign_7, nan_7, sticky_7;
    wire [6:0] quarter_7;
    wire [1:0] rest_7;
    wire [28:0] coarse_7;
    fp32_stage #(.W(41), .LAT(LAT), .STEPS(STEPS), .STEP(7), .DELAYS(DELAYS)) stage_6 (
        .clk(clk), .enable(enable),
        .in_word({sign_6, nan_6, sticky_6, quarter_6, exponent_6[1:0], coarse_6}),
        .out_word({sign_7, nan_7, sticky_7, quarter_7, rest_7, coarse_7})
    );

    // --- 7 normalise by bits and decide on rounding; no one at the top means the sum is zero.
    // Only a sum that begins with bit 26, 25 (2 or 3 bits) or 24 (none) has anything to round: the
    // others, one bit among them, have zeros from half on.
    wire [1:0] bits_7 = {!(coarse_7[28] || coarse_7[27]),
                         !coarse_7[28] && (coarse_7[27] || !coarse_7[26])};
    wire zero_7 = coarse_7[28:25] == 4'd0;
    wire [22:0] fine_7;
    tau_mux #(.N(4), .W(23)) fraction (
        .words({coarse_7[24:2], coarse_7[25:3], coarse_7[26:4], coarse_7[27:5]}),
        .select(bits_7), .invert(1'b0), .y(fine_7)
    );
    wire last_7 = bits_7[1] ? (bits_7[0] ? coarse_7[2] : coarse_7[3]) : // fine_7[0], not waited for
                              (bits_7[0] ? coarse_7[4] : coarse_7[5]);
    wire half_7 = !bits_7[1] ? coarse_7[4] : bits_7[0] ? coarse_7[1] : coarse_7[2];
    wire more_7 = sticky_7 || (bits_7[1] && (coarse_7[0] || (coarse_7[1] && !bits_7[0])));
    wire up_7 = half_7 && (more_7 || last_7);

    // The exponent of the result, but for a carry of rounding: 4 quarters, the rest, and 3 less the
    // bits (2 of them stand before the sum, 1 for its carry), from -25 to 255. A carry to 255
    // leaves a fraction of zero, and no result of 0 and less is rounded.
    wire [2:0] units_7 = {1'b0, rest_7} + {1'b0, ~bits_7};
    wire low_7 = (quarter_7[6] && !(quarter_7[2:0] == 3'd7 && units_7 > 3'd4)) ||
                 (quarter_7 == 7'd0 && units_7 == 3'd0);
    wire high_7 = quarter_7[5:0] == 6'd63 && !quarter_7[6] && units_7 == 3'd3;
    wire ones_7 = nan_7 || high_7;

    wire sign_8, nan_8, ones_8, flush_8, up_8;
    wire [1:0] bits_8;
    wire [8:0] exponent_8;
    wire [22:0] fraction_8;
    fp32_stage #(.W(39), .LAT(LAT), .STEPS(STEPS), .STEP(8), .DELAYS(DELAYS)) stage_7 (
        .clk(clk), .enable(enable),
        .in_word({sign_7 && !zero_7 && !nan_7, nan_7, ones_7, zero_7 || low_7 || ones_7, up_7,
                  bits_7, quarter_7, rest_7, fine_7}),
        .out_word({sign_8, nan_8, ones_8, flush_8, up_8, bits_8, exponent_8, fraction_8})
    );

    // --- 8 round: a carry out of the fraction adds to the exponent
    wire [31:0] rounded_8 = {exponent_8, fraction_8} + {7'd0, ~bits_8, 22'd0, up_8};
    wire unused_8 = &{1'b0, rounded_8[31]};

    wire sign_9, nan_9, ones_9, flush_9;
    wire [30:0] rounded_9;
    fp32_stage #(.W(35), .LAT(LAT), .STEPS(STEPS), .STEP(9), .DELAYS(DELAYS)) stage_8 (
        .clk(clk), .enable(enable),
        .in_word({sign_8, nan_8, ones_8, flush_8, rounded_8[30:0]}),
        .out_word({sign_9, nan_9, ones_9, flush_9, rounded_9})
    );

    // --- 9 pack
    wire [30:0] kept_9 = flush_9 ? 31'd0 : rounded_9;
    wire [31:0] word_9 = {sign_9, kept_9[30:23] | {8{ones_9}}, kept_9[22] || nan_9, kept_9[21:0]};

    fp32_stage #(
        .W(32), .LAT(LAT), .STEPS(STEPS), .STEP(10), .DELAYS(DELAYS), .OPEN(OPEN)
    ) stage_9 (
        .clk(clk), .enable(enable), .in_word(word_9), .out_word(y)
    );
endmodule

`default_nettype wire
