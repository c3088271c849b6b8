// SPDX-License-Identifier: MIT
// y = +-a / 2^i +- b / 2^j, rounded to nearest, ties upwards: integers of W bits, two's complement.
// i is 0..31, j 0 or 1; at most one of the signs is minus.
//
// shift: bit 0: j; bits 5..1: i: fixed_add_code of machine/fixed.h. overflow: the result does not
// fit (-2^(W-1) does not), y is its lower W bits; a cycle after y. Bit for bit fixed_add of
// machine/fixed.h.
//
// Latency: LAT cycles, 1 or more; the result is registered. Throughput: one sum per cycle. A pure
// data path: no valid bit, no reset; whoever uses it carries valid bits beside it.
//
//   a -> by eights -> by bits -> add -> y
//   b -> by one -----------------^
// Every arrow may hold registers (fp32_stage). Numbers are looked at in halves of the last place,
// so that rounding adds one. -n = ~n + 1; where bits are dropped, floor(-n / 2^i) is the inverted
// n without them, plus one if they are all zero. What b lacks is a one, a half or both, and the sum
// takes all of it (rtl/vendors/generic/tau_plus.v).

`default_nettype none

module fixed_add #(
    parameter W = 24,     // bits of a number, 8..32
    parameter LAT = 1,    // cycles from operands to result, from 1
    parameter FRONT = 10, // tenths of a nanosecond until the operands are there, 1..255
    parameter OPEN = 0    // 1: its last register is left to whoever takes the result
) (
    input  wire         clk,
    input  wire [LAT-1:0] enable, // register i takes what comes to it
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    input  wire         negate_a,
    input  wire         negate_b,
    input  wire [5:0]   shift,
    output wire [W-1:0] y,
    output reg          overflow
);
    localparam STEPS = 4;
    // Tenths of a nanosecond, estimated; the way to the operator is the first step.
    localparam [8*STEPS-1:0] DELAYS = {8'd24, 8'd18, 8'd16, FRONT[7:0]};

    initial
        if (W < 8 || W > 32 || LAT < 1 || FRONT < 1 || FRONT > 255)
            $error("fixed_add: W %0d must be 8..32, LAT %0d from 1, FRONT %0d 1..255", W, LAT,
                   FRONT);

    wire [W-1:0] a_0, b_0;
    wire         negate_a_0, negate_b_0, small_0;
    wire [4:0]   large_0;
    fp32_stage #(.W(2 * W + 8), .LAT(LAT), .STEPS(STEPS), .STEP(0), .DELAYS(DELAYS)) stage_front (
        .clk(clk), .enable(enable), .in_word({a, b, negate_a, negate_b, shift}),
        .out_word({a_0, b_0, negate_a_0, negate_b_0, large_0, small_0})
    );

    // --- 0 shift a by eights, b by one; one bit below the last place: halves. Both inverted where
    // they are negated.
    wire [W+24:0] wide_0 = {{24{a_0[W-1]}}, a_0, 1'b0};
    wire [W:0]    eights_0;
    tau_mux #(.N(4), .W(W + 1)) by_eights (
        .words({wide_0[24 +: W+1], wide_0[16 +: W+1], wide_0[8 +: W+1], wide_0[0 +: W+1]}),
        .select(large_0[4:3]), .invert(negate_a_0), .y(eights_0)
    );
    wire [W-1:0]  stays_0 = (small_0 ? {b_0[W-1], b_0[W-1:1]} : b_0) ^ {W{negate_b_0}};

    // Any ones among what shifting by eights drops? `drops`: which eights it drops.
    wire [2:0]  drops_0 = {&large_0[4:3], large_0[4], |large_0[4:3]};
    wire [2:0]  ones_0 = {|wide_0[23:16], |wide_0[15:8], |wide_0[7:1]};
    wire        clean_0 = negate_a_0 && (ones_0 & drops_0) == 3'd0;

    // The half that b dropped, the half of rounding and the one that inverting
    // lacks, which is a half where it is halved: `one_0` and a half.
    wire        odd_0  = small_0 && (b_0[0] ^ negate_b_0);
    wire        one_0  = odd_0 || negate_b_0;
    wire        half_0 = !small_0 || odd_0 == negate_b_0;

    wire         clean_1, one_1, half_1;
    wire [2:0]   large_1;
    wire [W:0]   eights_1;
    wire [W-1:0] stays_1;
    fp32_stage #(.W(2 * W + 7), .LAT(LAT), .STEPS(STEPS), .STEP(1), .DELAYS(DELAYS)) stage_0 (
        .clk(clk), .enable(enable),
        .in_word({clean_0, one_0, half_0, large_0[2:0], eights_0, stays_0}),
        .out_word({clean_1, one_1, half_1, large_1, eights_1, stays_1})
    );

    // --- 1 shift by bits. The one that inverting lacks is carried in if all of `all` are ones:
    // zeros that are dropped are ones by now. The last sum finds out, on the way of its carry.
    wire [W+7:0] wide_1 = {{7{eights_1[W]}}, eights_1};
    wire [W:0]   moves_1;
    tau_mux #(.N(8), .W(W + 1)) by_bits (
        .words({wide_1[7 +: W+1], wide_1[6 +: W+1], wide_1[5 +: W+1], wide_1[4 +: W+1],
                wide_1[3 +: W+1], wide_1[2 +: W+1], wide_1[1 +: W+1], wide_1[0 +: W+1]}),
        .select(large_1), .invert(1'b0), .y(moves_1)
    );
    wire [6:0]   kept_1 = 7'h7f << large_1;
    wire [6:0]   ones_1 = eights_1[6:0] | kept_1;
    wire [4:0]   all_1 = {clean_1, ones_1[6], &ones_1[5:4], &ones_1[3:2], &ones_1[1:0]};

    wire         one_2, half_2;
    wire [4:0]   all_2;
    wire [W:0]   moves_2;
    wire [W-1:0] stays_2;
    fp32_stage #(.W(2 * W + 8), .LAT(LAT), .STEPS(STEPS), .STEP(2), .DELAYS(DELAYS)) stage_1 (
        .clk(clk), .enable(enable), .in_word({all_1, one_1, half_1, moves_1, stays_1}),
        .out_word({all_2, one_2, half_2, moves_2, stays_2})
    );

    // --- 2 add. The bits above the result must be copies of its sign.
    wire [W+1:0] sum_2;
    wire [5:0]   unused_2;
    tau_plus #(.W(W + 2), .LOW(6)) add (
        .a({{2{moves_2[W]}}, moves_2[W:1]}), .b({{2{stays_2[W-1]}}, stays_2}), .one(one_2),
        .low_a({moves_2[0], all_2}), .low_b({half_2, 5'd0}), .y({sum_2, unused_2})
    );

    fp32_stage #(
        .W(W), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS), .OPEN(OPEN)
    ) stage_2 (
        .clk(clk), .enable(enable), .in_word(sum_2[W-1:0]), .out_word(y)
    );

    // Of the word in the last register, wherever that is.
    wire [W+1:0] sum_3;
    fp32_stage #(.W(W + 2), .LAT(LAT), .STEPS(STEPS), .STEP(3), .DELAYS(DELAYS)) stage_looked_at (
        .clk(clk), .enable(enable), .in_word(sum_2), .out_word(sum_3)
    );
    always @(posedge clk)
        overflow <= sum_3[W+1:W] != {2{sum_3[W-1]}} || sum_3[W-1:0] == {1'b1, {W-1{1'b0}}};
endmodule

`default_nettype wire
