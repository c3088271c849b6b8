// y = (negate_a ? -a : a) + (negate_b ? -b : b) in binary32: round to nearest, ties to even. With
// both negations, which no sum needs, y is a where b is below zero and otherwise 0.
//
// Subnormal operands are read as the zero of their sign, a subnormal result (it is always exact) is
// written as the zero of its sign. x - x is +0, -0 - 0 is -0. Overflow gives infinity. A NaN
// operand and the difference of equal infinities give 32'h7fc00000. Bit for bit fp32_add, fp32_sub
// and fp32_below of machine/fp32.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one sum per cycle. A pure
// data path: no valid bit, no stall, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> compare -> order -> align -> align -> add -> find -> normalise -> normalise -> ...
//                             by nibbles by bits       leading   by nibbles   by bits
//   ... -> round -> pack -> y
// Every arrow may hold registers (fp32_stage). Yosys at LAT 5: 386 LUT and 25 CARRY4; 503 LUT4 and
// 57 CCU2C on ECP5.

`default_nettype none

module fp32_add #(
    parameter LAT = 5,   // cycles from operands to result, from 1
    parameter FRONT = 10 // tenths of a nanosecond until the operands are there, 1..255
) (
    input  wire        clk,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        negate_a,
    input  wire        negate_b,
    output wire [31:0] y
);
    localparam STEPS = 11;
    // Tenths of a nanosecond, routed on ECP5 step by step, round and pack estimated; the way to the
    // operator is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd20, 8'd32, 8'd34, 8'd39, 8'd28, 8'd36, 8'd22, 8'd43,
                                       8'd37, 8'd32, FRONT[7:0]};

    initial
        if (LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fp32_add: LAT %0d must be at least 1, FRONT %0d 1..255", LAT, FRONT);

    wire [31:0] a_0, b_0;
    wire negate_b_0, below_0;
    fp32_stage #(.W(66), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk),
        .in_word({a[31] ^ (negate_a && !negate_b), a[30:0], b, negate_b, negate_a && negate_b}),
        .out_word({a_0, b_0, negate_b_0, below_0})
    );

    // --- 0 compare magnitudes; both differences of the exponents, to choose from
    // Below: a + 0 where b is below zero, otherwise 0 + 0.
    wire b_there = b_0[30:23] != 8'd0;
    wire keep_0 = !below_0 || (b_0[31] && b_there);
    wire b_sign = below_0 ? b_0[31] && b_there : b_0[31] ^ negate_b_0;
    wire a_top = a_0[30:23] == 8'hff;
    wire b_top = b_0[30:23] == 8'hff;
    wire a_rest = a_0[22:0] != 23'd0;
    wire b_rest = b_0[22:0] != 23'd0;
    wire swap_0 = !below_0 && a_0[30:0] < b_0[30:0];
    wire [7:0] a_less_b = a_0[30:23] - b_0[30:23];
    wire [7:0] b_less_a = b_0[30:23] - a_0[30:23];

    wire a_sign_1, b_sign_1, a_top_1, b_top_1, a_rest_1, b_rest_1, swap_1, below_1, keep_1;
    wire [7:0] a_less_b_1, b_less_a_1;
    wire [30:0] a_1, b_1;
    fp32_stage #(.W(87), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk),
        .in_word({a_0[31], b_sign, a_top, b_top, a_rest, b_rest, swap_0, below_0, keep_0, a_less_b,
                  b_less_a, a_0[30:0], b_0[30:0]}),
        .out_word({a_sign_1, b_sign_1, a_top_1, b_top_1, a_rest_1, b_rest_1, swap_1, below_1,
                   keep_1, a_less_b_1, b_less_a_1, a_1, b_1})
    );

    // --- 1 order: the larger magnitude, and the smaller one with its distance. Here subnormals
    // become
    // zero. An infinity is the larger one, its sign the result's.
    wire [30:0] large_1 = swap_1 ? b_1 : a_1;
    wire [30:0] small_1 = swap_1 ? a_1 : b_1;
    wire [7:0] distance_1 = swap_1 ? b_less_a_1 : a_less_b_1;
    wire large_there_1 = large_1[30:23] != 8'd0 && keep_1;
    wire small_there_1 = small_1[30:23] != 8'd0 && !below_1;
    wire sign_1 = swap_1 ? b_sign_1 : a_sign_1;
    wire opposed_1 = a_sign_1 ^ b_sign_1;
    wire inf_1 = (a_top_1 && keep_1) || (b_top_1 && !below_1);
    wire nan_1 = (a_top_1 && a_rest_1 && keep_1) || (b_top_1 && b_rest_1) ||
                 (a_top_1 && b_top_1 && opposed_1 && !below_1);
    wire [23:0] large_sig_1 = {large_there_1, large_1[22:0] & {23{large_there_1}}};
    wire [23:0] small_sig_1 = {small_there_1, small_1[22:0] & {23{small_there_1}}};
    wire [5:0] shift_1 = {distance_1[7:5] != 3'd0, distance_1[4:0]}; // 32 and more: out of sight

    // The sign of a zero sum is negative only for two negative zeros.
    wire sign_2, zero_sign_2, opposed_2, nan_2, inf_2;
    wire [5:0] shift_2;
    wire [7:0] exponent_2;
    wire [23:0] large_2, small_2;
    fp32_stage #(.W(67), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) stage_1 (
        .clk(clk),
        .in_word({sign_1, a_sign_1 && b_sign_1, opposed_1, nan_1, inf_1, shift_1, large_1[30:23],
                  large_sig_1, small_sig_1}),
        .out_word({sign_2, zero_sign_2, opposed_2, nan_2, inf_2, shift_2, exponent_2, large_2,
                   small_2})
    );

    // --- 2 align by nibbles, three bits under the last place (half, quarter, sticky)
    reg [26:0] coarse_2;
    reg lost_2;
    always @* begin
        case (shift_2[5:2])
        4'd0: coarse_2 = {small_2, 3'd0};
        4'd1: coarse_2 = {4'd0, small_2[23:1]};
        4'd2: coarse_2 = {8'd0, small_2[23:5]};
        4'd3: coarse_2 = {12'd0, small_2[23:9]};
        4'd4: coarse_2 = {16'd0, small_2[23:13]};
        4'd5: coarse_2 = {20'd0, small_2[23:17]};
        4'd6: coarse_2 = {24'd0, small_2[23:21]};
        default: coarse_2 = 27'd0;
        endcase
        case (shift_2[5:2])
        4'd0: lost_2 = 1'b0;
        4'd1: lost_2 = small_2[0];
        4'd2: lost_2 = small_2[4:0] != 5'd0;
        4'd3: lost_2 = small_2[8:0] != 9'd0;
        4'd4: lost_2 = small_2[12:0] != 13'd0;
        4'd5: lost_2 = small_2[16:0] != 17'd0;
        4'd6: lost_2 = small_2[20:0] != 21'd0;
        default: lost_2 = small_2[23]; // the hidden bit: anything at all
        endcase
    end

    wire sign_3, zero_sign_3, opposed_3, nan_3, inf_3, lost_3;
    wire [1:0] shift_3;
    wire [7:0] exponent_3;
    wire [23:0] large_3;
    wire [26:0] coarse_3;
    fp32_stage #(.W(67), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) stage_2 (
        .clk(clk),
        .in_word({sign_2, zero_sign_2, opposed_2, nan_2, inf_2, lost_2, shift_2[1:0], exponent_2,
                  large_2, coarse_2}),
        .out_word({sign_3, zero_sign_3, opposed_3, nan_3, inf_3, lost_3, shift_3, exponent_3,
                   large_3, coarse_3})
    );

    // --- 3 align by bits
    wire [26:0] fine_3 = coarse_3 >> shift_3;
    wire sticky_3 = lost_3 || (shift_3[1] && coarse_3[1]) || (shift_3 != 2'd0 && coarse_3[0]) ||
                    (shift_3 == 2'd3 && coarse_3[2]);

    wire sign_4, zero_sign_4, opposed_4, nan_4, inf_4;
    wire [7:0] exponent_4;
    wire [23:0] large_4;
    wire [26:0] small_4;
    fp32_stage #(.W(64), .LAT(LAT), .STEPS(STEPS), .STEP(4), .DELAYS(DELAYS)) stage_3 (
        .clk(clk),
        .in_word({sign_3, zero_sign_3, opposed_3, nan_3, inf_3, exponent_3, large_3, fine_3[26:1],
                  fine_3[0] || sticky_3}),
        .out_word({sign_4, zero_sign_4, opposed_4, nan_4, inf_4, exponent_4, large_4, small_4})
    );

    // --- 4 add; never negative, as the larger one comes first
    wire [27:0] sum_4 = {1'b0, large_4, 3'd0} + ({1'b0, small_4} ^ {28{opposed_4}}) +
                        {27'd0, opposed_4};

    wire sign_5, zero_sign_5, nan_5, inf_5;
    wire [7:0] exponent_5;
    wire [27:0] sum_5;
    fp32_stage #(.W(40), .LAT(LAT), .STEPS(STEPS), .STEP(5), .DELAYS(DELAYS)) stage_4 (
        .clk(clk),
        .in_word({sign_4, zero_sign_4, nan_4, inf_4, exponent_4, sum_4}),
        .out_word({sign_5, zero_sign_5, nan_5, inf_5, exponent_5, sum_5})
    );

    // --- 5 find the first nibble with a one
    reg [2:0] nibble_5;
    always @*
        if (sum_5[27:24] != 4'd0) nibble_5 = 3'd0;
        else if (sum_5[23:20] != 4'd0) nibble_5 = 3'd1;
        else if (sum_5[19:16] != 4'd0) nibble_5 = 3'd2;
        else if (sum_5[15:12] != 4'd0) nibble_5 = 3'd3;
        else if (sum_5[11:8] != 4'd0) nibble_5 = 3'd4;
        else if (sum_5[7:4] != 4'd0) nibble_5 = 3'd5;
        else nibble_5 = 3'd6;

    wire sign_6, zero_sign_6, nan_6, inf_6;
    wire [2:0] nibble_6;
    wire [7:0] exponent_6;
    wire [27:0] sum_6;
    fp32_stage #(.W(43), .LAT(LAT), .STEPS(STEPS), .STEP(6), .DELAYS(DELAYS)) stage_5 (
        .clk(clk),
        .in_word({sign_5, zero_sign_5, nan_5, inf_5, nibble_5, exponent_5, sum_5}),
        .out_word({sign_6, zero_sign_6, nan_6, inf_6, nibble_6, exponent_6, sum_6})
    );

    // --- 6 normalise by nibbles; the exponent (two's complement from here) is that of the top bit
    wire [27:0] coarse_6 = sum_6 << {nibble_6, 2'd0};
    wire [9:0] exponent_of_top_6 = {2'd0, exponent_6} + 10'd1 - {5'd0, nibble_6, 2'd0};

    wire sign_7, zero_sign_7, nan_7, inf_7;
    wire [9:0] exponent_7;
    wire [27:0] coarse_7;
    fp32_stage #(.W(42), .LAT(LAT), .STEPS(STEPS), .STEP(7), .DELAYS(DELAYS)) stage_6 (
        .clk(clk),
        .in_word({sign_6, zero_sign_6, nan_6, inf_6, exponent_of_top_6, coarse_6}),
        .out_word({sign_7, zero_sign_7, nan_7, inf_7, exponent_7, coarse_7})
    );

    // --- 7 normalise by bits and decide on rounding; no one at the top means the sum is zero
    wire [1:0] bits_7 = coarse_7[27] ? 2'd0 : coarse_7[26] ? 2'd1 : coarse_7[25] ? 2'd2 : 2'd3;
    wire [27:0] fine_7 = coarse_7 << bits_7;
    wire [9:0] scaled_7 = exponent_7 - {8'd0, bits_7};
    wire up_7 = fine_7[3] && (fine_7[4] || fine_7[2:0] != 3'd0);
    wire zero_7 = !fine_7[27];
    wire result_sign_7 = zero_7 ? zero_sign_7 : sign_7;

    wire sign_8, nan_8, inf_8, zero_8, up_8;
    wire [9:0] scaled_8;
    wire [22:0] fraction_8;
    fp32_stage #(.W(38), .LAT(LAT), .STEPS(STEPS), .STEP(8), .DELAYS(DELAYS)) stage_7 (
        .clk(clk),
        .in_word({result_sign_7, nan_7, inf_7, zero_7, up_7, scaled_7, fine_7[26:4]}),
        .out_word({sign_8, nan_8, inf_8, zero_8, up_8, scaled_8, fraction_8})
    );

    // --- 8 round: a carry out of the fraction adds to the exponent
    wire [32:0] rounded_8 = {scaled_8, fraction_8} + {32'd0, up_8};

    // Whether the exponent goes out of range, from the one before the carry; 256 is the largest.
    wire carry_8 = &fraction_8 && up_8;
    wire over_8 = inf_8 || (!scaled_8[9] && (scaled_8[8] || (&scaled_8[7:1] &&
                                                             (scaled_8[0] || carry_8))));
    wire under_8 = zero_8 || scaled_8[9] || (scaled_8[8:0] == 9'd0 && !carry_8);
    wire unused_8 = &{1'b0, rounded_8[32:31]};

    wire sign_9, nan_9, over_9, under_9;
    wire [30:0] rounded_9;
    fp32_stage #(.W(35), .LAT(LAT), .STEPS(STEPS), .STEP(9), .DELAYS(DELAYS)) stage_8 (
        .clk(clk),
        .in_word({sign_8, nan_8, over_8, under_8, rounded_8[30:0]}),
        .out_word({sign_9, nan_9, over_9, under_9, rounded_9})
    );

    // --- 9 pack
    wire [31:0] word_9 = nan_9   ? 32'h7fc00000 :
                         under_9 ? {sign_9, 31'd0} :
                         over_9  ? {sign_9, 31'h7f800000} :
                                   {sign_9, rounded_9};

    fp32_stage #(.W(32), .LAT(LAT), .STEPS(STEPS), .STEP(10), .DELAYS(DELAYS)) stage_9 (
        .clk(clk), .in_word(word_9), .out_word(y)
    );
endmodule

`default_nettype wire
