// SPDX-License-Identifier: MIT
// y = a / b in binary32: round to nearest, ties to even.
//
// Subnormal operands are read as the zero of their sign. A result that gradual underflow would make
// subnormal is written as the zero of its sign; one that it would round up to the least normal,
// 2^-126, stays. Overflow and a number over zero give infinity. A NaN operand, 0 / 0 and infinity /
// infinity give 32'h7fc00000. Bit for bit fp32_div of machine/fp32.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one quotient per cycle. A
// pure data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a, b -> classes, a - b -> digit -> digit -> ... -> digit -> select -> round -> pack -> y
// Every arrow may hold registers (fp32_stage); the digits are those of fp32_quotient. A quotient is
// never halfway between two numbers (it would have 25 bits and, times b, more than a has), so the
// bit after the last place alone rounds it.
// Yosys at LAT 9: 1024 LUT and 198 CARRY4; 695 LUT4 and 368 CCU2C on ECP5.

`default_nettype none

module fp32_div #(
    parameter LAT = 9,    // cycles from operands to result, from 1
    parameter FRONT = 10, // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0    // 1: its last register is left to whoever takes the result
) (
    input  wire        clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        negate_a, // every operator has these; a quotient takes no notice of them, as
    input  wire        negate_b, // programs negate operands of sums only
    output wire [31:0] y
);
    localparam DIGITS = 25;      // after the one before the point
    localparam STEPS = DIGITS + 5;
    // Tenths of a nanosecond on ECP5, estimated from the steps of fp32_add; the way to the operator
    // is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd20, 8'd32, 8'd32, {DIGITS{8'd28}}, 8'd32, FRONT[7:0]};

    initial
        if (LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fp32_div: LAT %0d must be at least 1, FRONT %0d 1..255", LAT, FRONT);

    wire unused_negate = &{1'b0, negate_a, negate_b};

    wire [31:0] a_0, b_0;
    fp32_stage #(.W(64), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .enable(enable), .in_word({a, b}), .out_word({a_0, b_0})
    );

    // --- 0 classes, the exponent of a quotient of 1 or more as it will be written (two's
    // complement); then a digit each
    wire a_zero, a_top, a_nan, b_zero, b_top, b_nan;
    fp32_class class_a (.word(a_0), .zero(a_zero), .top(a_top), .nan(a_nan));
    fp32_class class_b (.word(b_0), .zero(b_zero), .top(b_top), .nan(b_nan));
    wire nan_0 = a_nan || b_nan || (a_top && b_top) || (a_zero && b_zero);
    wire inf_0 = a_top || b_zero;
    wire zero_0 = a_zero || b_top;
    wire [9:0] exponent_0 = {2'd0, a_0[30:23]} - {2'd0, b_0[30:23]} + 10'd127;

    wire sign_s, nan_s, inf_s, zero_s;
    wire [9:0] exponent_s;
    wire [DIGITS:0] quotient_s;
    fp32_quotient #(
        .DIGITS(DIGITS), .SIDE_W(14), .LAT(LAT), .STEPS(STEPS), .FIRST(1), .DELAYS(DELAYS)
    ) digits (
        .clk(clk), .enable(enable),
        .in_side({a_0[31] ^ b_0[31], nan_0, inf_0, zero_0, exponent_0}),
        .a(a_0[22:0]), .b(b_0[22:0]),
        .out_side({sign_s, nan_s, inf_s, zero_s, exponent_s}), .quotient(quotient_s)
    );

    // --- select the 24 bits of the result and decide on rounding. With exponent 0 the result is
    // subnormal or, when all 24 bits are ones, rounds up to 2^-126 on the subnormal grid: rounding
    // up always lets exactly that case carry into the exponent, and the others are flushed anyway.
    // No other quotient has 24 ones: it is at most (2 - u) / 1, u the last place.
    wire one_s = quotient_s[25]; // the quotient is 1 or more
    wire [22:0] fraction_s = one_s ? quotient_s[24:2] : quotient_s[23:1];
    wire [9:0] scaled_s = exponent_s - {9'd0, !one_s};
    wire up_s = (one_s ? quotient_s[1] : quotient_s[0]) || (exponent_s == 10'd0 && one_s);

    wire sign_r, nan_r, inf_r, zero_r, up_r;
    wire [9:0] scaled_r;
    wire [22:0] fraction_r;
    fp32_stage #(.W(38), .LAT(LAT), .STEPS(STEPS), .STEP(DIGITS + 2), .DELAYS(DELAYS)) stage_s (
        .clk(clk), .enable(enable),
        .in_word({sign_s, nan_s, inf_s, zero_s, up_s, scaled_s, fraction_s}),
        .out_word({sign_r, nan_r, inf_r, zero_r, up_r, scaled_r, fraction_r})
    );

    // --- round: a carry out of the fraction, of the least normal only, adds to the exponent
    wire [30:0] rounded_r = {scaled_r[7:0], fraction_r} + {30'd0, up_r};
    wire over_r = inf_r || (!scaled_r[9] && (scaled_r[8] || &scaled_r[7:0]));
    wire under_r = zero_r || scaled_r[9] ||
                   (scaled_r[8:0] == 9'd0 && !(&fraction_r && up_r));

    wire sign_p, nan_p, over_p, under_p;
    wire [30:0] rounded_p;
    fp32_stage #(.W(35), .LAT(LAT), .STEPS(STEPS), .STEP(DIGITS + 3), .DELAYS(DELAYS)) stage_r (
        .clk(clk), .enable(enable),
        .in_word({sign_r, nan_r, over_r, under_r, rounded_r}),
        .out_word({sign_p, nan_p, over_p, under_p, rounded_p})
    );

    // --- pack; a zero over a number and a number over infinity are zero, whatever their exponents
    wire [31:0] word_p = nan_p   ? 32'h7fc00000 :
                         under_p ? {sign_p, 31'd0} :
                         over_p  ? {sign_p, 31'h7f800000} :
                                   {sign_p, rounded_p};

    fp32_stage #(
        .W(32), .LAT(LAT), .STEPS(STEPS), .STEP(DIGITS + 4), .DELAYS(DELAYS), .OPEN(OPEN)
    ) stage_p (
        .clk(clk), .enable(enable), .in_word(word_p), .out_word(y)
    );
endmodule

`default_nettype wire
